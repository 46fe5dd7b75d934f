//! Producing messages.

mod arguments;
mod flush;

use std::ffi::{c_int, c_void};
use std::sync::Arc;

pub use arguments::*;
pub use flush::*;

use super::guard::{self, guard};
use super::handle::HandleObject;
use super::message::MessageObject;
use super::own;
use super::topic::TopicObject;
use super::types::{
    RD_KAFKA_MSG_F_BLOCK, RD_KAFKA_MSG_F_COPY, RD_KAFKA_MSG_F_FREE, RD_KAFKA_MSG_F_PARTITION, RespErr,
    rd_kafka_message_t, rd_kafka_topic_t,
};
use crate::error::ErrorCode;
use crate::producer::NewMessage;
use crate::sys::payload::Payload;
use crate::topic::{Topic, Value};

/// Larger sizes, which no message can have, are taken as this one: refused as too large
/// without a look at the memory.
const SIZE_MAX: usize = i32::MAX as usize;

/// The value of a message as the flags say: copied, handed over, or lent until the report.
///
/// # Safety
/// `payload` is NULL or readable for `len` bytes; without `RD_KAFKA_MSG_F_COPY` until the report.
pub(super) unsafe fn value<'a>(payload: *mut c_void, len: usize, msgflags: c_int) -> Value<'a> {
    if payload.is_null() {
        return Value::Null;
    }
    let len = len.min(SIZE_MAX);
    if msgflags & RD_KAFKA_MSG_F_COPY != 0 {
        // SAFETY: as the caller promises.
        return Value::Copy(unsafe { std::slice::from_raw_parts(payload.cast(), len) });
    }
    let free = msgflags & RD_KAFKA_MSG_F_FREE != 0;
    // SAFETY: as the caller promises.
    unsafe { Payload::new(payload.cast(), len, free) }.map_or(Value::Null, Value::Own)
}

/// The key of a message: an empty one is not the same as none.
///
/// # Safety
/// `key` is NULL or readable for `len` bytes.
pub(super) unsafe fn key<'a>(key: *const c_void, len: usize) -> Option<&'a [u8]> {
    // SAFETY: as the caller promises.
    (!key.is_null()).then(|| unsafe { std::slice::from_raw_parts(key.cast(), len.min(SIZE_MAX)) })
}

/// Queues the message that `make` describes.
pub(super) fn enqueue<'a>(object: &TopicObject, make: impl Fn() -> NewMessage<'a>) -> Result<(), ErrorCode> {
    if object.is_inherited() {
        return Err(refuse_inherited(object));
    }
    let Some(producer) = &object.producer else { return Err(ErrorCode::LOCAL_NOT_IMPLEMENTED) };
    let result = producer.produce(&object.topic, make());
    if let Err(code) = result
        && is_after_on_send(code)
        && let Some(handle) = object.handle()
    {
        acknowledge_failure(&handle, &object.topic, &make(), code);
    }
    result
}

/// True for failures that come after `on_send` interceptors have seen the message.
pub(super) fn is_after_on_send(code: ErrorCode) -> bool {
    code == ErrorCode::LOCAL_UNKNOWN_PARTITION || code == ErrorCode::LOCAL_UNKNOWN_TOPIC
}

/// Tells `on_acknowledgement` interceptors of a message that failed at once: it gets no
/// delivery report.
#[cold]
pub(super) fn acknowledge_failure(
    handle: &HandleObject,
    topic: &Arc<Topic>,
    message: &NewMessage<'_>,
    code: ErrorCode,
) {
    let interceptors = handle.interceptors.on_acknowledgement();
    if !interceptors.is_empty() {
        let mut object = MessageObject::of_new(message, handle.topic_pointer(topic), code);
        interceptors.run(handle.rk(), object.as_mut_ptr());
    }
}

#[cold]
fn refuse_inherited(object: &TopicObject) -> ErrorCode {
    object.handle().map_or(ErrorCode::LOCAL_STATE, |handle| handle.inherited_error().code)
}

/// The value of errno(3) that stands for a failure to queue a message.
fn errno_of(code: ErrorCode) -> c_int {
    match code {
        ErrorCode::NO_ERROR => 0,
        ErrorCode::MSG_SIZE_TOO_LARGE => libc::EMSGSIZE,
        ErrorCode::LOCAL_QUEUE_FULL => libc::ENOBUFS,
        ErrorCode::LOCAL_UNKNOWN_PARTITION => libc::ESRCH,
        ErrorCode::LOCAL_UNKNOWN_TOPIC => libc::ENOENT,
        ErrorCode::LOCAL_FATAL => libc::ECANCELED,
        ErrorCode::LOCAL_NOT_IMPLEMENTED => libc::ENOSYS,
        _ => libc::EINVAL,
    }
}

/// Queues a message for sending, and returns at once.
///
/// `partition` is `RD_KAFKA_PARTITION_UA` to have the partitioner choose. `payload` and `key` may
/// be NULL. The key is copied; `msgflags` says of the payload: `RD_KAFKA_MSG_F_COPY` copies it
/// at once; `RD_KAFKA_MSG_F_FREE` gives it, from malloc(3), to the library if the call
/// succeeds; without either it must stay as it is until the delivery report.
/// `RD_KAFKA_MSG_F_BLOCK` waits while the queue is full. `msg_opaque` comes back with the report.
///
/// Returns 0, or -1 with the code in `rd_kafka_last_error()`: `RD_KAFKA_RESP_ERR__QUEUE_FULL`,
/// `RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE`, `RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION`,
/// `RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC`, `RD_KAFKA_RESP_ERR__FATAL`, or `RD_KAFKA_RESP_ERR__STATE` in a
/// child process that inherited the handle. The payload is the caller's then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_produce(
    rkt: *mut rd_kafka_topic_t,
    partition: i32,
    msgflags: c_int,
    payload: *mut c_void,
    len: usize,
    key: *const c_void,
    keylen: usize,
    msg_opaque: *mut c_void,
) -> c_int {
    guard("rd_kafka_produce", -1, || {
        // SAFETY: the topic is NULL or alive, payload and key have the lengths given.
        let result = unsafe {
            match own::borrow(rkt.cast_const()) {
                Some(object) => enqueue(object, || NewMessage {
                    partition,
                    key: self::key(key, keylen),
                    value: value(payload, len, msgflags),
                    headers: &[],
                    timestamp_ms: 0,
                    opaque: msg_opaque as usize,
                    block: msgflags & RD_KAFKA_MSG_F_BLOCK != 0,
                }),
                None => Err(ErrorCode::LOCAL_INVALID_ARG),
            }
        };
        let code = result.err().unwrap_or(ErrorCode::NO_ERROR);
        guard::set_last_error(code, errno_of(code));
        if code.is_ok() { 0 } else { -1 }
    })
}

/// Queues `message_cnt` messages of one topic in one go.
///
/// Of each element the payload, key, opaque pointer (`_private`) and, with
/// `RD_KAFKA_MSG_F_PARTITION`, the partition count; the other flags apply to all, as for
/// `rd_kafka_produce()`. Sets `err` of each, and returns how many were queued.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_produce_batch(
    rkt: *mut rd_kafka_topic_t,
    partition: i32,
    msgflags: c_int,
    rkmessages: *mut rd_kafka_message_t,
    message_cnt: c_int,
) -> c_int {
    guard("rd_kafka_produce_batch", 0, || {
        // SAFETY: the topic is NULL or alive.
        let object = unsafe { own::borrow(rkt.cast_const()) };
        let count = usize::try_from(message_cnt).unwrap_or(0);
        let (Some(object), false, 1..) = (object, rkmessages.is_null(), count) else { return 0 };
        // SAFETY: the array has `message_cnt` elements.
        let elements = unsafe { std::slice::from_raw_parts_mut(rkmessages, count) };
        let make = |element: &rd_kafka_message_t| NewMessage {
            partition: if msgflags & RD_KAFKA_MSG_F_PARTITION != 0 { element.partition } else { partition },
            // SAFETY: payload and key have the lengths given.
            key: unsafe { self::key(element.key, element.key_len) },
            // SAFETY: as above.
            value: unsafe { value(element.payload, element.len, msgflags) },
            headers: &[],
            timestamp_ms: 0,
            opaque: element._private as usize,
            block: msgflags & RD_KAFKA_MSG_F_BLOCK != 0,
        };
        let results = match &object.producer {
            _ if object.is_inherited() => vec![Err(refuse_inherited(object)); count],
            None => vec![Err(ErrorCode::LOCAL_NOT_IMPLEMENTED); count],
            Some(producer) => producer.produce_batch(&object.topic, elements.iter().map(make).collect()),
        };
        let mut queued = 0;
        for (element, result) in elements.iter_mut().zip(results) {
            if let Err(code) = result
                && is_after_on_send(code)
                && let Some(handle) = object.handle()
            {
                acknowledge_failure(&handle, &object.topic, &make(element), code);
            }
            element.err = result.err().map_or(RespErr::NO_ERROR, RespErr::of);
            queued += c_int::from(result.is_ok());
        }
        queued
    })
}
