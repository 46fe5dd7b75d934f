//! Events taken from queues.

use std::ffi::{CStr, CString, c_char, c_int, c_void};

use super::cstr::{ErrStr, c_text};
use super::error::rd_kafka_err2str;
use super::guard::guard;
use super::handle::HandleObject;
use super::message::MessageObject;
use super::own::{self, Handle, OwnedBox};
use super::types::*;
use crate::base::log::LogLine;
use crate::error::ErrorCode;
use crate::ops::AppEvent;
use crate::producer::Delivery;

/// Reports of an event: made when the first is asked for, and then at fixed addresses.
struct Reports {
    /// Dropped first: they point into the delivery.
    messages: Vec<MessageObject>,
    next: usize,
    /// Held for them; dropping it serves the reports.
    _delivery: Box<Delivery>,
}

enum Content {
    Reports(Reports),
    Error {
        code: ErrorCode,
        reason: CString,
        fatal: bool,
    },
    Log {
        line: LogLine,
        facility: CString,
        text: CString,
    },
    Stats(CString),
    /// What has no event type.
    Other,
}

/// What `rd_kafka_event_t` points to.
pub struct EventObject(Content);

// SAFETY: pointers to events come from `give_box`.
unsafe impl Handle for rd_kafka_op_s {
    type Inner = EventObject;
    type Ownership = OwnedBox;
}

impl Reports {
    fn new(handle: Option<&HandleObject>, delivery: Box<Delivery>) -> Reports {
        // Without its handle the event outlived it; the topic is gone then as well.
        let rkt = handle.map_or(std::ptr::null_mut(), |handle| handle.topic_pointer(delivery.topic()));
        let partition = delivery.partition();
        let mut messages: Vec<MessageObject> =
            delivery.iter().map(|report| MessageObject::of_report(&report, rkt, partition)).collect();
        if let Some(handle) = handle {
            let interceptors = handle.interceptors.on_acknowledgement();
            messages.iter_mut().for_each(|message| interceptors.run(handle.rk(), message.as_mut_ptr()));
        }
        Reports { messages, next: 0, _delivery: delivery }
    }

    fn take(&mut self) -> Option<&MessageObject> {
        let message = self.messages.get(self.next)?;
        self.next += 1;
        Some(message)
    }
}

impl EventObject {
    /// The event for `event`, which came from a queue of `handle`.
    pub fn new(handle: Option<&HandleObject>, event: AppEvent) -> EventObject {
        EventObject(match event {
            AppEvent::Delivery(delivery) => Content::Reports(Reports::new(handle, delivery)),
            AppEvent::Error { code, reason, fatal } => {
                Content::Error { code, reason: c_text(&reason), fatal }
            }
            AppEvent::Log(line) => {
                let (facility, text) = (c_text(line.facility), c_text(&line.text));
                Content::Log { line, facility, text }
            }
            AppEvent::Stats(json) => Content::Stats(c_text(&json)),
            AppEvent::Throttle { .. } => Content::Other,
        })
    }

    fn kind(&self) -> rd_kafka_event_type_t {
        match self.0 {
            Content::Reports(_) => RD_KAFKA_EVENT_DR,
            Content::Error { .. } => RD_KAFKA_EVENT_ERROR,
            Content::Log { .. } => RD_KAFKA_EVENT_LOG,
            Content::Stats(_) => RD_KAFKA_EVENT_STATS,
            Content::Other => RD_KAFKA_EVENT_NONE,
        }
    }
}

/// The name of an event type.
fn name(kind: rd_kafka_event_type_t) -> &'static CStr {
    match kind {
        RD_KAFKA_EVENT_NONE => c"(NONE)",
        RD_KAFKA_EVENT_DR => c"DeliveryReport",
        RD_KAFKA_EVENT_FETCH => c"Fetch",
        RD_KAFKA_EVENT_LOG => c"Log",
        RD_KAFKA_EVENT_ERROR => c"Error",
        RD_KAFKA_EVENT_REBALANCE => c"Rebalance",
        RD_KAFKA_EVENT_OFFSET_COMMIT => c"OffsetCommit",
        RD_KAFKA_EVENT_STATS => c"Stats",
        RD_KAFKA_EVENT_OAUTHBEARER_TOKEN_REFRESH => c"SaslOAuthBearerTokenRefresh",
        _ => c"?unknown?",
    }
}

/// Returns the type of an event, one of `RD_KAFKA_EVENT_...`; `RD_KAFKA_EVENT_NONE` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_event_type(rkev: *const rd_kafka_event_t) -> rd_kafka_event_type_t {
    // SAFETY: the event is NULL or alive.
    unsafe { own::borrow(rkev) }.map_or(RD_KAFKA_EVENT_NONE, EventObject::kind)
}

/// Returns the name of the type of an event, `(NONE)` for NULL. The string is static.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_event_name(rkev: *const rd_kafka_event_t) -> *const c_char {
    // SAFETY: the event is NULL or alive.
    name(unsafe { rd_kafka_event_type(rkev) }).as_ptr()
}

/// Destroys an event with all that it holds, the messages of a delivery report included.
/// NULL does nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_event_destroy(rkev: *mut rd_kafka_event_t) {
    guard("rd_kafka_event_destroy", (), || {
        // SAFETY: the caller gives the event up.
        drop(unsafe { own::take_box(rkev) });
    });
}

/// The reports of an event.
///
/// # Safety
/// `rkev` is NULL or an event of the caller.
unsafe fn reports<'a>(rkev: *mut rd_kafka_event_t) -> Option<&'a mut Reports> {
    // SAFETY: as the caller promises.
    match unsafe { own::borrow_mut(rkev) } {
        Some(EventObject(Content::Reports(reports))) => Some(reports),
        _ => None,
    }
}

/// Takes the next message of an event (`RD_KAFKA_EVENT_DR`): NULL after the last. The message
/// belongs to the event and lives as long.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_event_message_next(
    rkev: *mut rd_kafka_event_t,
) -> *const rd_kafka_message_t {
    guard("rd_kafka_event_message_next", std::ptr::null(), || {
        // SAFETY: the event is NULL or the caller's.
        unsafe { reports(rkev) }.and_then(Reports::take).map_or(std::ptr::null(), MessageObject::as_ptr)
    })
}

/// Takes up to `size` messages of an event, as `rd_kafka_event_message_next()`, and returns
/// how many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_event_message_array(
    rkev: *mut rd_kafka_event_t,
    rkmessages: *mut *const rd_kafka_message_t,
    size: usize,
) -> usize {
    guard("rd_kafka_event_message_array", 0, || {
        // SAFETY: the event is NULL or the caller's.
        let Some(reports) = (unsafe { reports(rkev) }) else { return 0 };
        let mut count = 0;
        while !rkmessages.is_null() && count < size {
            let Some(message) = reports.take() else { break };
            // SAFETY: the array has room for `size` pointers.
            unsafe { rkmessages.add(count).write(message.as_ptr()) };
            count += 1;
        }
        count
    })
}

/// Returns the number of messages of an event that were not taken yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_event_message_count(rkev: *mut rd_kafka_event_t) -> usize {
    guard("rd_kafka_event_message_count", 0, || {
        // SAFETY: the event is NULL or the caller's.
        unsafe { reports(rkev) }.map_or(0, |reports| reports.messages.len() - reports.next)
    })
}

/// Returns NULL: for events of a consumer's configuration callbacks only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_event_config_string(_rkev: *mut rd_kafka_event_t) -> *const c_char {
    std::ptr::null()
}

/// Returns the code of an error event, `RD_KAFKA_RESP_ERR_NO_ERROR` for other events.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_event_error(rkev: *mut rd_kafka_event_t) -> RespErr {
    // SAFETY: the event is NULL or alive.
    match unsafe { own::borrow(rkev.cast_const()) } {
        Some(EventObject(Content::Error { code, .. })) => (*code).into(),
        _ => RespErr::NO_ERROR,
    }
}

/// Returns the text of an error event, or the description of its code. It lives as long as
/// the event.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_event_error_string(rkev: *mut rd_kafka_event_t) -> *const c_char {
    // SAFETY: the event is NULL or alive.
    match unsafe { own::borrow(rkev.cast_const()) } {
        Some(EventObject(Content::Error { reason, .. })) => reason.as_ptr(),
        _ => rd_kafka_err2str(RespErr::NO_ERROR),
    }
}

/// Tells (1 or 0) whether an error event says that the handle can not be used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_event_error_is_fatal(rkev: *mut rd_kafka_event_t) -> c_int {
    // SAFETY: the event is NULL or alive.
    match unsafe { own::borrow(rkev.cast_const()) } {
        Some(EventObject(Content::Error { fatal, .. })) => (*fatal).into(),
        _ => 0,
    }
}

/// Returns the pointer that the application gave with a request, in the event of its
/// result; NULL for other events.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_event_opaque(_rkev: *mut rd_kafka_event_t) -> *mut c_void {
    std::ptr::null_mut()
}

/// Reads a log event: facility, text and syslog(3) level. Pointers may be NULL; the strings
/// live as long as the event. Returns 0, or -1 if it is no log event.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_event_log(
    rkev: *mut rd_kafka_event_t,
    fac: *mut *const c_char,
    str: *mut *const c_char,
    level: *mut c_int,
) -> c_int {
    // SAFETY: the event is NULL or alive, the pointers are NULL or writable.
    unsafe {
        let Some(EventObject(Content::Log { line, facility, text })) = own::borrow(rkev.cast_const()) else {
            return -1;
        };
        if let Some(fac) = fac.as_mut() {
            *fac = facility.as_ptr();
        }
        if let Some(str) = str.as_mut() {
            *str = text.as_ptr();
        }
        if let Some(level) = level.as_mut() {
            *level = line.level as c_int;
        }
        0
    }
}

/// Writes the words of the `debug` property that a log event belongs to, separated by commas,
/// to the `dstsize` bytes at `dst`. Returns 0, or -1 if it is no log event.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_event_debug_contexts(
    rkev: *mut rd_kafka_event_t,
    dst: *mut c_char,
    dstsize: usize,
) -> c_int {
    guard("rd_kafka_event_debug_contexts", -1, || {
        // SAFETY: the event is NULL or alive.
        let Some(EventObject(Content::Log { line, .. })) = (unsafe { own::borrow(rkev.cast_const()) }) else {
            return -1;
        };
        // "all" comes first and has no bit of its own.
        let words = RD_KAFKA_DEBUG_CONTEXTS.split(',').skip(1).enumerate();
        let set: Vec<&str> =
            words.filter(|(bit, _)| line.contexts & (1 << bit) != 0).map(|(_, word)| word).collect();
        // SAFETY: the buffer has the size given.
        unsafe { ErrStr::new(dst, dstsize) }.write(&set.join(","));
        0
    })
}

/// Returns the JSON document of a statistics event, NULL for other events. It lives as long
/// as the event.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_event_stats(rkev: *mut rd_kafka_event_t) -> *const c_char {
    // SAFETY: the event is NULL or alive.
    match unsafe { own::borrow(rkev.cast_const()) } {
        Some(EventObject(Content::Stats(json))) => json.as_ptr(),
        _ => std::ptr::null(),
    }
}

/// Returns the partitions of a rebalance or offset commit event, NULL for other events.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_event_topic_partition_list(
    _rkev: *mut rd_kafka_event_t,
) -> *mut rd_kafka_topic_partition_list_t {
    std::ptr::null_mut()
}

/// Returns the partition that an error event is about, to be destroyed with
/// `rd_kafka_topic_partition_destroy()`; NULL if it is about none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_event_topic_partition(
    _rkev: *mut rd_kafka_event_t,
) -> *mut rd_kafka_topic_partition_t {
    std::ptr::null_mut()
}
