//! Configuration of a topic.
//!
//! Objects belong to one thread at a time. The values are those of [`TopicConf`]; the
//! callbacks and pointers that only C knows lie beside them.

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

use super::conf::api::{conf_res, name_and_value, write_value};
use super::conf::dump::give as give_dump;
use super::cstr::{self, ErrStr};
use super::guard::guard;
use super::own::{self, Handle, OwnedMalloc};
use super::types::rd_kafka_conf_res_t::{RD_KAFKA_CONF_INVALID, RD_KAFKA_CONF_UNKNOWN};
use super::types::{
    ConfRes, rd_kafka_message_t, rd_kafka_t, rd_kafka_topic_conf_s, rd_kafka_topic_conf_t, rd_kafka_topic_t,
};
use crate::conf::{SetError, TopicConf};
use crate::sys::malloc::MallocBox;

/// A partitioner of the application, see `rd_kafka_topic_conf_set_partitioner_cb()`.
pub type PartitionerCb =
    unsafe extern "C" fn(*const rd_kafka_topic_t, *const c_void, usize, i32, *mut c_void, *mut c_void) -> i32;

/// An order of messages, see `rd_kafka_topic_conf_set_msg_order_cmp()`.
type MsgOrderCmp = unsafe extern "C" fn(*const rd_kafka_message_t, *const rd_kafka_message_t) -> c_int;

/// What a `rd_kafka_topic_conf_t *` points to.
pub struct TopicConfObject {
    /// Values of the properties.
    pub conf: TopicConf,
    /// Partitioner of the application.
    pub partitioner_cb: Option<PartitionerCb>,
    /// Order of queued messages.
    pub msg_order_cmp: Option<MsgOrderCmp>,
    /// What the partitioner gets as `rkt_opaque`.
    pub opaque: *mut c_void,
}

// SAFETY: every rd_kafka_topic_conf_t pointer is made by give_malloc(), or lent from an
// object that a client configuration keeps in such a block.
unsafe impl Handle for rd_kafka_topic_conf_s {
    type Inner = TopicConfObject;
    type Ownership = OwnedMalloc;
}

impl Default for TopicConfObject {
    fn default() -> TopicConfObject {
        TopicConfObject {
            conf: TopicConf::new(),
            partitioner_cb: None,
            msg_order_cmp: None,
            opaque: ptr::null_mut(),
        }
    }
}

impl TopicConfObject {
    /// A copy, callbacks and pointers included.
    pub fn duplicate(&self) -> TopicConfObject {
        TopicConfObject { conf: self.conf.clone(), ..*self }
    }

    /// Value of a property as text; none if unknown or unset.
    pub fn get(&self, name: &str) -> Option<String> {
        self.conf.get_with(name, &|name| self.pointer_text(name))
    }

    /// Text of a property that is a pointer.
    fn pointer_text(&self, name: &str) -> Option<String> {
        let pointer = match name {
            "partitioner_cb" => self.partitioner_cb.map_or(ptr::null(), |function| function as *const c_void),
            "msg_order_cmp" => self.msg_order_cmp.map_or(ptr::null(), |function| function as *const c_void),
            "opaque" => self.opaque,
            _ => ptr::null(),
        };
        (!pointer.is_null()).then(|| format!("{pointer:p}"))
    }

    /// Lines for the debug context `conf`: what was set.
    pub fn dump_explicit(&self) -> Vec<(&'static str, String)> {
        self.conf.dump_explicit(&|name| self.pointer_text(name))
    }
}

/// Makes a topic configuration with the default of every property. It belongs to the caller,
/// who passes it to `rd_kafka_topic_new()` or `rd_kafka_conf_set_default_topic_conf()`, or
/// destroys it with `rd_kafka_topic_conf_destroy()`.
#[unsafe(no_mangle)]
pub extern "C" fn rd_kafka_topic_conf_new() -> *mut rd_kafka_topic_conf_t {
    guard("rd_kafka_topic_conf_new", ptr::null_mut(), || {
        own::give_malloc(MallocBox::new(TopicConfObject::default()))
    })
}

/// Makes a copy of a topic configuration, callbacks and pointers included. It belongs to the caller.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_conf_dup(
    conf: *const rd_kafka_topic_conf_t,
) -> *mut rd_kafka_topic_conf_t {
    guard("rd_kafka_topic_conf_dup", ptr::null_mut(), || {
        // SAFETY: as the caller promises.
        let object = unsafe { own::borrow(conf) };
        object.map_or(ptr::null_mut(), |object| own::give_malloc(MallocBox::new(object.duplicate())))
    })
}

/// Makes a copy of the default topic configuration of `rk`, or a topic configuration with the
/// default of every property if it has none. It belongs to the caller. NULL for a NULL handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_default_topic_conf_dup(rk: *mut rd_kafka_t) -> *mut rd_kafka_topic_conf_t {
    guard("rd_kafka_default_topic_conf_dup", ptr::null_mut(), || {
        // SAFETY: the handle is NULL or alive.
        let Some(handle) = (unsafe { own::borrow(rk) }) else { return ptr::null_mut() };
        let copy = handle.default_topic().map(TopicConfObject::duplicate).unwrap_or_default();
        own::give_malloc(MallocBox::new(copy))
    })
}

/// Destroys a topic configuration that nothing took over. NULL does nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_conf_destroy(topic_conf: *mut rd_kafka_topic_conf_t) {
    guard("rd_kafka_topic_conf_destroy", (), || {
        // SAFETY: the caller gives the object back.
        drop(unsafe { own::take_malloc(topic_conf) });
    });
}

/// Sets a topic property; `name` may be an alias and may begin with `topic.`. Otherwise as
/// `rd_kafka_conf_set()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_conf_set(
    conf: *mut rd_kafka_topic_conf_t,
    name: *const c_char,
    value: *const c_char,
    errstr: *mut c_char,
    errstr_size: usize,
) -> ConfRes {
    guard("rd_kafka_topic_conf_set", RD_KAFKA_CONF_INVALID.into(), || {
        // SAFETY: as the caller promises.
        let (object, errstr) = unsafe { (own::borrow_mut(conf), ErrStr::new(errstr, errstr_size)) };
        let Some(object) = object else {
            let error = SetError::Invalid("The configuration object is NULL".to_owned());
            return conf_res(Err(error), errstr);
        };
        // SAFETY: as the caller promises.
        let arguments = unsafe { name_and_value(name, value) };
        conf_res(arguments.and_then(|(name, value)| object.conf.set(name, value)), errstr)
    })
}

/// Reads a topic property, by its name or alias. Otherwise as `rd_kafka_conf_get()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_conf_get(
    conf: *const rd_kafka_topic_conf_t,
    name: *const c_char,
    dest: *mut c_char,
    dest_size: *mut usize,
) -> ConfRes {
    guard("rd_kafka_topic_conf_get", RD_KAFKA_CONF_UNKNOWN.into(), || {
        // SAFETY: as the caller promises.
        let (object, name) = unsafe { (own::borrow(conf), cstr::utf8(name)) };
        let value = object.and_then(|object| object.get(name?));
        // SAFETY: as the caller promises.
        unsafe { write_value(value, dest, dest_size) }
    })
}

/// Lists all properties of a topic configuration that have a value: `*cntp` texts, names and
/// values in turn. To be released with `rd_kafka_conf_dump_free()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_conf_dump(
    conf: *mut rd_kafka_topic_conf_t,
    cntp: *mut usize,
) -> *mut *const c_char {
    guard("rd_kafka_topic_conf_dump", ptr::null_mut(), || {
        // SAFETY: as the caller promises.
        let object = unsafe { own::borrow(conf) };
        let lines = object.map(|object| object.conf.dump(&|name| object.pointer_text(name)));
        // SAFETY: as the caller promises.
        unsafe { give_dump(&lines.unwrap_or_default(), cntp) }
    })
}

/// Sets the pointer that the partitioner gets as `rkt_opaque`, and `rd_kafka_topic_opaque()` returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_conf_set_opaque(
    conf: *mut rd_kafka_topic_conf_t,
    rkt_opaque: *mut c_void,
) {
    guard("rd_kafka_topic_conf_set_opaque", (), || {
        // SAFETY: as the caller promises.
        if let Some(object) = unsafe { own::borrow_mut(conf) } {
            object.opaque = rkt_opaque;
            object.conf.mark_explicit("opaque");
        }
    });
}

/// Sets the partitioner: returns the partition, below `partition_cnt`, for a message with the
/// key at `keydata`, or `RD_KAFKA_PARTITION_UA` if it can not; the message fails then.
///
/// Called in the thread that produces, and in internal threads for messages that were produced
/// before the topic was known. It must not block or call the library, except for
/// `rd_kafka_topic_partition_available()` and the `rd_kafka_msg_partitioner_...` functions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_conf_set_partitioner_cb(
    topic_conf: *mut rd_kafka_topic_conf_t,
    partitioner: Option<
        unsafe extern "C" fn(
            rkt: *const rd_kafka_topic_t,
            keydata: *const c_void,
            keylen: usize,
            partition_cnt: i32,
            rkt_opaque: *mut c_void,
            msg_opaque: *mut c_void,
        ) -> i32,
    >,
) {
    guard("rd_kafka_topic_conf_set_partitioner_cb", (), || {
        // SAFETY: as the caller promises.
        if let Some(object) = unsafe { own::borrow_mut(topic_conf) } {
            object.partitioner_cb = partitioner;
            object.conf.mark_explicit("partitioner_cb");
        }
    });
}

/// Sets the order in which queued messages of a partition are sent, as a comparison; the default
/// is the order of producing. Experimental, as `queuing.strategy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_conf_set_msg_order_cmp(
    topic_conf: *mut rd_kafka_topic_conf_t,
    msg_order_cmp: Option<
        unsafe extern "C" fn(a: *const rd_kafka_message_t, b: *const rd_kafka_message_t) -> c_int,
    >,
) {
    guard("rd_kafka_topic_conf_set_msg_order_cmp", (), || {
        // SAFETY: as the caller promises.
        if let Some(object) = unsafe { own::borrow_mut(topic_conf) } {
            object.msg_order_cmp = msg_order_cmp;
            object.conf.mark_explicit("msg_order_cmp");
        }
    });
}
