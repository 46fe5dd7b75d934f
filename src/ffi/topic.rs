//! Topics of a handle.

use std::ffi::{CString, c_char, c_int, c_void};
use std::sync::{Arc, OnceLock, Weak};

use super::cstr::{self, c_text};
use super::guard::{self, guard, guard_handle};
use super::handle::{HandleObject, live};
use super::own::{self, Handle, OwnedArc};
use super::topic_conf::{PartitionerCb, TopicConfObject};
use super::types::{rd_kafka_t, rd_kafka_topic_conf_t, rd_kafka_topic_s, rd_kafka_topic_t};
use crate::error::{Error, ErrorCode};
use crate::producer::ProducerShared;
use crate::sys::fork::ForkGeneration;
use crate::topic::{CustomPartitioner, Topic};

/// Longest name of a topic, bytes.
const NAME_LEN_MAX: usize = 512;

/// What `rd_kafka_topic_t` points to: one per topic of a handle.
pub struct TopicObject {
    /// The topic.
    pub topic: Arc<Topic>,
    /// The producing part of the handle; a consumer has none.
    pub producer: Option<Arc<ProducerShared>>,
    name: CString,
    generation: ForkGeneration,
    handle: Weak<HandleObject>,
}

// SAFETY: pointers to topics come from `give_arc` here and from `lend_arc` for topics that
// the handle keeps.
unsafe impl Handle for rd_kafka_topic_s {
    type Inner = TopicObject;
    type Ownership = OwnedArc;
}

impl TopicObject {
    /// The object for a topic of `handle`.
    pub fn new(handle: &HandleObject, topic: &Arc<Topic>) -> TopicObject {
        TopicObject {
            topic: topic.clone(),
            producer: handle.client().and_then(|client| client.producer().cloned()),
            name: c_text(&topic.name),
            generation: ForkGeneration::current(),
            handle: handle.weak(),
        }
    }

    /// The handle, unless it was destroyed.
    pub fn handle(&self) -> Option<Arc<HandleObject>> {
        self.handle.upgrade()
    }

    /// True in a child process that inherited the handle by fork(2).
    #[inline]
    pub fn is_inherited(&self) -> bool {
        !self.generation.is_current()
    }
}

/// The application's partitioner as the producer calls it.
fn custom_partitioner(
    handle: &HandleObject,
    partitioner: PartitionerCb,
    opaque: *mut c_void,
) -> CustomPartitioner {
    let handle = handle.weak();
    let opaque = opaque as usize;
    // The topic object comes into being after the topic, whose settings hold this.
    let rkt = OnceLock::new();
    Arc::new(move |topic, key, partition_cnt, msg_opaque| {
        let rkt =
            *rkt.get_or_init(|| handle.upgrade().map_or(0, |handle| handle.topic_pointer(topic) as usize));
        let (start, len) = key.map_or((std::ptr::null(), 0), |key| (key.as_ptr().cast(), key.len()));
        // SAFETY: the callback was given for this; the topic object lives as long as the
        // handle, which calls partitioners; the key lives through the call.
        unsafe {
            partitioner(
                rkt as *const rd_kafka_topic_t,
                start,
                len,
                partition_cnt,
                opaque as *mut c_void,
                msg_opaque as *mut c_void,
            )
        }
    })
}

/// The topic `name` of a handle, made with `conf` (or the default topic configuration) if it
/// is new.
pub fn find_or_make(
    handle: &HandleObject,
    name: &str,
    conf: Option<&TopicConfObject>,
) -> Result<Arc<Topic>, Error> {
    let Some(client) = handle.client() else { return Err(ErrorCode::LOCAL_STATE.into()) };
    if let Some(topic) = client.known_topic(name) {
        return Ok(topic);
    }
    if name.len() > NAME_LEN_MAX {
        return Err(ErrorCode::LOCAL_INVALID_ARG.into());
    }
    let default = handle.default_topic();
    let settings = conf.or(default);
    let partitioner =
        settings.and_then(|conf| conf.partitioner_cb.map(|cb| custom_partitioner(handle, cb, conf.opaque)));
    let opaque = settings.map_or(0, |conf| conf.opaque as usize);
    client.topic(name, conf.map(|conf| &conf.conf), partitioner, opaque)
}

/// Returns the object of a topic, which the handle begins to use if it did not yet.
///
/// `conf` (NULL for the default topic configuration) applies only to a topic that is new to
/// the handle; it belongs to the library if the call succeeds, to the caller otherwise.
/// Each call needs its `rd_kafka_topic_destroy()`. Returns NULL on failure, with the code in
/// `rd_kafka_last_error()`: `RD_KAFKA_RESP_ERR__INVALID_ARG` for a bad name or conflicting
/// properties.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_new(
    rk: *mut rd_kafka_t,
    topic: *const c_char,
    conf: *mut rd_kafka_topic_conf_t,
) -> *mut rd_kafka_topic_t {
    guard_handle(rk, "rd_kafka_topic_new", std::ptr::null_mut(), || {
        // SAFETY: the handle is NULL or alive, the name ends with a zero byte, and the
        // configuration is the caller's.
        let (live, name, settings) = unsafe { (live(rk), cstr::utf8(topic), own::borrow(conf)) };
        let made = match (live, name) {
            (Some((handle, _)), Some(name)) => {
                find_or_make(handle, name, settings).map(|topic| handle.topic_object(&topic))
            }
            (None, _) => Err(ErrorCode::LOCAL_STATE.into()),
            (_, None) => Err(ErrorCode::LOCAL_INVALID_ARG.into()),
        };
        match made {
            Ok(object) => {
                // SAFETY: the call succeeds, so the configuration is ours.
                drop(unsafe { own::take_malloc(conf) });
                own::give_arc(object)
            }
            Err(error) => {
                guard::set_last_error(error.code, libc::EINVAL);
                std::ptr::null_mut()
            }
        }
    })
}

/// Gives a topic object back; NULL does nothing. The handle goes on using the topic.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_destroy(rkt: *mut rd_kafka_topic_t) {
    guard("rd_kafka_topic_destroy", (), || {
        // SAFETY: the caller gives up the count that rd_kafka_topic_new() gave.
        let object = unsafe { own::take_arc(rkt) };
        if let Some(object) = object
            && object.is_inherited()
        {
            std::mem::forget(object);
        }
    });
}

/// Returns the name of a topic. It lives as long as the object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_name(rkt: *const rd_kafka_topic_t) -> *const c_char {
    // SAFETY: the object is NULL or alive.
    unsafe { own::borrow(rkt) }.map_or(std::ptr::null(), |object| object.name.as_ptr())
}

/// Returns the pointer that `rd_kafka_topic_conf_set_opaque()` set on the configuration that
/// the topic was made with.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_opaque(rkt: *const rd_kafka_topic_t) -> *mut c_void {
    // SAFETY: the object is NULL or alive.
    unsafe { own::borrow(rkt) }
        .map_or(std::ptr::null_mut(), |object| object.topic.settings.opaque as *mut c_void)
}

/// Tells (1 or 0) whether a partition has a leader. For partitioners of the application.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_partition_available(
    rkt: *const rd_kafka_topic_t,
    partition: i32,
) -> c_int {
    guard("rd_kafka_topic_partition_available", 0, || {
        // SAFETY: the object is NULL or alive.
        unsafe { own::borrow(rkt) }.is_some_and(|object| object.topic.partition_available(partition)).into()
    })
}
