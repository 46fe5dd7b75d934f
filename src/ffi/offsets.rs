//! Offsets of partitions.

use std::ffi::{c_char, c_int};

use super::cstr;
use super::guard::guard_handle;
use super::handle::{deadline, live};
use super::types::{RespErr, rd_kafka_t};
use crate::base::time::Time;
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
            Err(error)
                if error.code == ErrorCode::LOCAL_TIMED_OUT && client.cluster(Time::ZERO).is_none() =>
            {
                ErrorCode::LOCAL_ALL_BROKERS_DOWN.into()
            }
            Err(error) => error.code.into(),
        }
    })
}
