//! Messages as the application sees them.

use std::cell::{Cell, OnceCell};
use std::ffi::{CString, c_char, c_void};

use super::cstr::c_text;
use super::error::rd_kafka_err2str;
use super::guard::guard;
use super::own::{self, Borrowed, Handle};
use super::types::{MsgStatus, TimestampType, rd_kafka_timestamp_type_t};
use super::types::{
    RD_KAFKA_OFFSET_INVALID, RespErr, rd_kafka_headers_t, rd_kafka_message_s, rd_kafka_message_t,
    rd_kafka_topic_t,
};
use crate::base::headers::Headers;
use crate::error::ErrorCode;
use crate::producer::{self, NewMessage, Report};
use crate::protocol::record;

/// The headers of a message: made into an object only when somebody asks.
enum HeaderSlot {
    None,
    /// Still in the batch that the message points into.
    Encoded(record::Headers<'static>),
    Object(Box<Headers>),
}

/// A message with what its accessor functions tell. C sees the first field.
#[repr(C)]
pub struct MessageObject {
    public: rd_kafka_message_t,
    timestamp_ms: i64,
    timestamp_type: rd_kafka_timestamp_type_t,
    status: producer::MessageStatus,
    latency_us: i64,
    broker_id: i32,
    reason: Option<Box<str>>,
    reason_text: OnceCell<CString>,
    headers: Cell<HeaderSlot>,
    /// Not the application's to destroy.
    lent: bool,
}

// SAFETY: every message that C is given is a MessageObject, which begins with the public
// struct. (Those that C makes itself, for `rd_kafka_produce_batch()`, are not for the
// functions here.)
unsafe impl Handle for rd_kafka_message_s {
    type Inner = MessageObject;
    type Ownership = Borrowed;
}

fn start(bytes: Option<&[u8]>) -> (*mut c_void, usize) {
    bytes.map_or((std::ptr::null_mut(), 0), |bytes| (bytes.as_ptr().cast_mut().cast(), bytes.len()))
}

impl MessageObject {
    /// The delivery report of a message. It points into the report's batch: drop it first.
    pub fn of_report(report: &Report<'_>, rkt: *mut rd_kafka_topic_t, partition: i32) -> MessageObject {
        let (payload, len) = start(report.value);
        let (key, key_len) = start(report.key);
        let headers = if { report.headers }.next().is_none() {
            HeaderSlot::None
        } else {
            // SAFETY: whoever holds the message keeps the batch alive (see above), so the
            // headers in it outlive the message.
            HeaderSlot::Encoded(unsafe {
                std::mem::transmute::<record::Headers<'_>, record::Headers<'static>>(report.headers)
            })
        };
        let timestamp_type = match report.timestamp_type {
            producer::TimestampType::NotAvailable => {
                rd_kafka_timestamp_type_t::RD_KAFKA_TIMESTAMP_NOT_AVAILABLE
            }
            producer::TimestampType::CreateTime => rd_kafka_timestamp_type_t::RD_KAFKA_TIMESTAMP_CREATE_TIME,
            producer::TimestampType::LogAppendTime => {
                rd_kafka_timestamp_type_t::RD_KAFKA_TIMESTAMP_LOG_APPEND_TIME
            }
        };
        MessageObject {
            public: rd_kafka_message_t {
                err: report.error.into(),
                rkt,
                partition,
                payload,
                len,
                key,
                key_len,
                offset: report.offset,
                _private: report.opaque as *mut c_void,
            },
            timestamp_ms: report.timestamp_ms,
            timestamp_type,
            status: report.status,
            latency_us: i64::try_from(report.latency_us).unwrap_or(i64::MAX),
            broker_id: report.broker_id,
            reason: report.reason.map(Box::from),
            reason_text: OnceCell::new(),
            headers: Cell::new(headers),
            lent: true,
        }
    }

    /// A message that is about to be queued, or could not be, for interceptors.
    pub fn of_new(message: &NewMessage<'_>, rkt: *mut rd_kafka_topic_t, error: ErrorCode) -> MessageObject {
        let (payload, len) = start(message.value.as_slice());
        let (key, key_len) = start(message.key);
        let mut headers = HeaderSlot::None;
        if !message.headers.is_empty() {
            let mut object = Headers::with_capacity(message.headers.len());
            message.headers.iter().for_each(|(name, value)| object.add(name, *value));
            headers = HeaderSlot::Object(Box::new(object));
        }
        MessageObject {
            public: rd_kafka_message_t {
                err: error.into(),
                rkt,
                partition: message.partition,
                payload,
                len,
                key,
                key_len,
                offset: RD_KAFKA_OFFSET_INVALID.into(),
                _private: message.opaque as *mut c_void,
            },
            timestamp_ms: if message.timestamp_ms == 0 { -1 } else { message.timestamp_ms },
            timestamp_type: if message.timestamp_ms == 0 {
                rd_kafka_timestamp_type_t::RD_KAFKA_TIMESTAMP_NOT_AVAILABLE
            } else {
                rd_kafka_timestamp_type_t::RD_KAFKA_TIMESTAMP_CREATE_TIME
            },
            status: producer::MessageStatus::NotPersisted,
            latency_us: -1,
            broker_id: -1,
            reason: None,
            reason_text: OnceCell::new(),
            headers: Cell::new(headers),
            lent: true,
        }
    }

    /// The public part.
    pub fn public(&self) -> &rd_kafka_message_t {
        &self.public
    }

    /// The message as C sees it.
    pub fn as_ptr(&self) -> *const rd_kafka_message_t {
        std::ptr::from_ref(self).cast()
    }

    /// The message for functions that may change it.
    pub fn as_mut_ptr(&mut self) -> *mut rd_kafka_message_t {
        std::ptr::from_mut(self).cast()
    }

    /// The headers, if there are any: valid until they are replaced or the message goes.
    fn headers(&self) -> Option<*mut rd_kafka_headers_t> {
        let object = match self.headers.replace(HeaderSlot::None) {
            HeaderSlot::None => return None,
            HeaderSlot::Encoded(encoded) => {
                let mut object = Headers::default();
                encoded.for_each(|(name, value)| object.add(name, value));
                Box::new(object)
            }
            HeaderSlot::Object(object) => object,
        };
        let pointer = own::lend(object.as_ref());
        self.headers.set(HeaderSlot::Object(object));
        Some(pointer)
    }
}

/// Destroys a message that a consumer function returned. Messages in delivery reports and
/// events belong to the library: for them it does nothing, as for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_message_destroy(rkmessage: *mut rd_kafka_message_t) {
    guard("rd_kafka_message_destroy", (), || {
        // SAFETY: the message is NULL or alive.
        let lent = unsafe { own::borrow(rkmessage.cast_const()) }.is_none_or(|message| message.lent);
        if !lent {
            // SAFETY: it was given to the caller as a box, and is given up.
            drop(unsafe { Box::from_raw(rkmessage.cast::<MessageObject>()) });
        }
    });
}

/// Returns the error text of a message: NULL if it has no error, the payload for the error
/// event of a consumer. It lives as long as the message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_message_errstr(rkmessage: *const rd_kafka_message_t) -> *const c_char {
    // SAFETY: the message is NULL or alive.
    match unsafe { own::borrow(rkmessage) } {
        Some(message) if message.public.err != RespErr::NO_ERROR => rd_kafka_err2str(message.public.err),
        _ => std::ptr::null(),
    }
}

/// Returns the broker's words on why a produced message failed, NULL if it gave none. They
/// live as long as the message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_message_produce_errstr(
    rkmessage: *const rd_kafka_message_t,
) -> *const c_char {
    guard("rd_kafka_message_produce_errstr", std::ptr::null(), || {
        // SAFETY: the message is NULL or alive.
        let Some(message) = (unsafe { own::borrow(rkmessage) }) else { return std::ptr::null() };
        match &message.reason {
            Some(reason) => message.reason_text.get_or_init(|| c_text(reason)).as_ptr(),
            None => std::ptr::null(),
        }
    })
}

/// Returns the time of a message in milliseconds since the Unix epoch, -1 if there is none,
/// and in `*tstype` (unless NULL) who set it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_message_timestamp(
    rkmessage: *const rd_kafka_message_t,
    tstype: *mut TimestampType,
) -> i64 {
    // SAFETY: the message is NULL or alive, the other pointer NULL or writable.
    unsafe {
        let message = own::borrow(rkmessage);
        if let Some(tstype) = tstype.as_mut() {
            let none = rd_kafka_timestamp_type_t::RD_KAFKA_TIMESTAMP_NOT_AVAILABLE;
            *tstype = message.map_or(none, |message| message.timestamp_type).into();
        }
        message.map_or(-1, |message| message.timestamp_ms)
    }
}

/// Returns the time between the call that produced a message and its outcome, in
/// microseconds; -1 if not known.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_message_latency(rkmessage: *const rd_kafka_message_t) -> i64 {
    // SAFETY: the message is NULL or alive.
    unsafe { own::borrow(rkmessage) }.map_or(-1, |message| message.latency_us)
}

/// Returns the id of the broker that a message went to or came from, -1 if not known.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_message_broker_id(rkmessage: *const rd_kafka_message_t) -> i32 {
    // SAFETY: the message is NULL or alive.
    unsafe { own::borrow(rkmessage) }.map_or(-1, |message| message.broker_id)
}

/// Tells whether a produced message is in the log. Of use in delivery reports.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_message_status(rkmessage: *const rd_kafka_message_t) -> MsgStatus {
    // SAFETY: the message is NULL or alive.
    let status = unsafe { own::borrow(rkmessage) }
        .map_or(producer::MessageStatus::NotPersisted, |message| message.status);
    MsgStatus::from_raw(status as i32)
}

/// Returns the leader epoch of a consumed message, -1 if not known and for delivery reports.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_message_leader_epoch(_rkmessage: *const rd_kafka_message_t) -> i32 {
    -1
}

/// Returns how often a share consumer was given this message, 0 for all other messages.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_message_delivery_count(_rkmessage: *const rd_kafka_message_t) -> i16 {
    0
}

/// Points `*hdrsp` to the headers of a message, which belong to it and are valid until the
/// message goes or its headers are replaced. Returns `RD_KAFKA_RESP_ERR__NOENT` if it has none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_message_headers(
    rkmessage: *const rd_kafka_message_t,
    hdrsp: *mut *mut rd_kafka_headers_t,
) -> RespErr {
    guard("rd_kafka_message_headers", ErrorCode::LOCAL_FAIL.into(), || {
        // SAFETY: the message is NULL or alive, the other pointer NULL or writable.
        let (Some(message), Some(hdrsp)) = (unsafe { (own::borrow(rkmessage), hdrsp.as_mut()) }) else {
            return ErrorCode::LOCAL_INVALID_ARG.into();
        };
        match message.headers() {
            Some(headers) => {
                *hdrsp = headers;
                RespErr::NO_ERROR
            }
            None => ErrorCode::LOCAL_NOENT.into(),
        }
    })
}

/// Like `rd_kafka_message_headers()`, but the headers are the caller's from then on, who
/// destroys them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_message_detach_headers(
    rkmessage: *mut rd_kafka_message_t,
    hdrsp: *mut *mut rd_kafka_headers_t,
) -> RespErr {
    guard("rd_kafka_message_detach_headers", ErrorCode::LOCAL_FAIL.into(), || {
        // SAFETY: the message is NULL or alive, the other pointer NULL or writable.
        let (Some(message), Some(hdrsp)) = (unsafe { (own::borrow(rkmessage.cast_const()), hdrsp.as_mut()) })
        else {
            return ErrorCode::LOCAL_INVALID_ARG.into();
        };
        if message.headers().is_none() {
            return ErrorCode::LOCAL_NOENT.into();
        }
        if let HeaderSlot::Object(object) = message.headers.replace(HeaderSlot::None) {
            *hdrsp = own::give_box(object);
        }
        RespErr::NO_ERROR
    })
}

/// Replaces the headers of a message with `hdrs`, which belong to the message from then on;
/// NULL removes them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_message_set_headers(
    rkmessage: *mut rd_kafka_message_t,
    hdrs: *mut rd_kafka_headers_t,
) {
    guard("rd_kafka_message_set_headers", (), || {
        // SAFETY: the message is NULL or alive; the headers are given away.
        let (message, headers) = unsafe { (own::borrow(rkmessage.cast_const()), own::take_box(hdrs)) };
        if let Some(message) = message {
            message.headers.set(headers.map_or(HeaderSlot::None, HeaderSlot::Object));
        }
    });
}
