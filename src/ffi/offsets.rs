//! Offsets of partitions.

use std::ffi::{c_char, c_int};

use super::cstr;
use super::guard::guard_handle;
use super::handle::{deadline, live};
use super::topic_partition;
use super::types::{RespErr, rd_kafka_t, rd_kafka_topic_partition_list_t};
use crate::error::ErrorCode;

/// Timestamps that stand for the ends of a log in a ListOffsets request.
const EARLIEST: i64 = -2;
const LATEST: i64 = -1;

/// Asks the leader of a partition for the offsets of its oldest message (`*low`) and of its
/// next one (`*high`). Returns the broker's error, `RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION`,
/// `RD_KAFKA_RESP_ERR__TIMED_OUT` after `timeout_ms`, or `RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN` if no
/// broker could be reached until then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_query_watermark_offsets(
    rk: *mut rd_kafka_t,
    topic: *const c_char,
    partition: i32,
    low: *mut i64,
    high: *mut i64,
    timeout_ms: c_int,
) -> RespErr {
    guard_handle(rk, "rd_kafka_query_watermark_offsets", ErrorCode::LOCAL_FAIL.into(), || {
        // SAFETY: the handle is NULL or alive, the topic ends with a zero byte, the other
        // pointers are NULL or writable.
        let (live, topic, low, high) = unsafe { (live(rk), cstr::utf8(topic), low.as_mut(), high.as_mut()) };
        let Some((_, client)) = live else { return ErrorCode::LOCAL_STATE.into() };
        let Some(topic) = topic else { return ErrorCode::LOCAL_INVALID_ARG.into() };
        match client.list_offsets(topic, partition, &[EARLIEST, LATEST], deadline(timeout_ms)) {
            Ok(offsets) => {
                if let (Some(low), Some(offset)) = (low, offsets.first()) {
                    *low = *offset;
                }
                if let (Some(high), Some(offset)) = (high, offsets.get(1)) {
                    *high = *offset;
                }
                RespErr::NO_ERROR
            }
            // Nobody could be asked.
            Err(error) if error.code == ErrorCode::LOCAL_TIMED_OUT && !client.any_up() => {
                ErrorCode::LOCAL_ALL_BROKERS_DOWN.into()
            }
            Err(error) => error.code.into(),
        }
    })
}

/// Looks up offsets by time: each element's `offset` holds a timestamp in milliseconds (-1 the
/// end, -2 the beginning), and is replaced by the offset of the first message at or after it, -1
/// if there is none. An element's `err` says what failed for it; its offset stays then.
///
/// Blocks for `timeout_ms` at most. Returns `RD_KAFKA_RESP_ERR__INVALID_ARG` for an empty list,
/// `RD_KAFKA_RESP_ERR__TIMED_OUT` if no partition could be asked in time, and
/// `RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN` if that is because no broker can be reached.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_offsets_for_times(
    rk: *mut rd_kafka_t,
    offsets: *mut rd_kafka_topic_partition_list_t,
    timeout_ms: c_int,
) -> RespErr {
    guard_handle(rk, "rd_kafka_offsets_for_times", ErrorCode::LOCAL_FAIL.into(), || {
        // SAFETY: the handle is NULL or alive.
        let Some((_, client)) = (unsafe { live(rk) }) else { return ErrorCode::LOCAL_STATE.into() };
        // SAFETY: the list is NULL or alive, and the caller's alone during the call.
        let elements = unsafe { topic_partition::elements_mut(offsets) };
        if elements.is_empty() {
            return ErrorCode::LOCAL_INVALID_ARG.into();
        }
        let wanted: Vec<(String, i32, i64)> = elements
            .iter()
            // SAFETY: names of elements end with a zero byte.
            .map(|e| (unsafe { cstr::lossy(e.topic) }.unwrap_or_default(), e.partition, e.offset))
            .collect();
        let wanted: Vec<_> =
            wanted.iter().map(|(topic, partition, at)| (&**topic, *partition, *at)).collect();
        let results = client.offsets_for_times(&wanted, deadline(timeout_ms));
        let mut timed_out = 0;
        for (element, result) in elements.iter_mut().zip(results) {
            match result {
                Ok(offset) => (element.offset, element.err) = (offset, RespErr::NO_ERROR),
                Err(error) => {
                    timed_out += usize::from(error.code == ErrorCode::LOCAL_TIMED_OUT);
                    element.err = error.code.into();
                }
            }
        }
        match timed_out == elements.len() {
            true if client.any_up() => ErrorCode::LOCAL_TIMED_OUT.into(),
            true => ErrorCode::LOCAL_ALL_BROKERS_DOWN.into(),
            false => RespErr::NO_ERROR,
        }
    })
}
