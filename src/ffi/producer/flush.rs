//! Waiting for messages, and giving them up.

use std::ffi::c_int;

use super::super::guard::guard_handle;
use super::super::handle::{HandleObject, deadline};
use super::super::own;
use super::super::serve;
use super::super::types::{
    RD_KAFKA_EVENT_DR, RD_KAFKA_PURGE_F_INFLIGHT, RD_KAFKA_PURGE_F_NON_BLOCKING, RD_KAFKA_PURGE_F_QUEUE,
    RespErr, rd_kafka_t,
};
use crate::base::log::{Level, LogLine};
use crate::base::time::Time;
use crate::client::Client;
use crate::error::ErrorCode;
use crate::producer::{ProducerShared, PurgeFlags};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// How often a flush looks whether all is done without an event that tells it: others serve
/// the reports, or there are none.
const LOOK_MS: u64 = 5;

/// The parts of a producing handle.
///
/// # Safety
/// `rk` is NULL or alive for `'a`.
unsafe fn producing<'a>(
    rk: *mut rd_kafka_t,
) -> Result<(&'a HandleObject, &'a Client, &'a ProducerShared), ErrorCode> {
    // SAFETY: as the caller promises.
    let Some(handle) = (unsafe { own::borrow(rk.cast_const()) }) else {
        return Err(ErrorCode::LOCAL_INVALID_ARG);
    };
    if handle.is_inherited() {
        return Err(handle.inherited_error().code);
    }
    let client = handle.client().ok_or(ErrorCode::LOCAL_STATE)?;
    let producer = client.producer().ok_or(ErrorCode::LOCAL_NOT_IMPLEMENTED)?;
    Ok((handle, client, producer))
}

/// Waits until all messages are delivered or have failed, serving callbacks as
/// `rd_kafka_poll()` does; batches do not linger meanwhile.
///
/// Waits up to `timeout_ms` (-1: without limit, other negative values: not at all). If
/// delivery reports are taken as events another thread has to take them.
/// Returns `RD_KAFKA_RESP_ERR__TIMED_OUT` if messages are left.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_flush(rk: *mut rd_kafka_t, timeout_ms: c_int) -> RespErr {
    guard_handle(rk, "rd_kafka_flush", ErrorCode::LOCAL_FAIL.into(), || {
        // SAFETY: the handle is NULL or alive.
        match unsafe { producing(rk) } {
            Ok((handle, client, producer)) => {
                let _alive = handle.keep_alive();
                flush(handle, client, producer, timeout_ms).into()
            }
            Err(code) => code.into(),
        }
    })
}

/// Ends the flush also when a callback panics.
struct Flushing<'a>(&'a Client, &'a ProducerShared);

impl Drop for Flushing<'_> {
    fn drop(&mut self) {
        self.1.flush_end();
        self.0.flush_changed();
    }
}

fn flush(handle: &HandleObject, client: &Client, producer: &ProducerShared, timeout_ms: c_int) -> ErrorCode {
    let mut until = deadline(timeout_ms);
    if timeout_ms < -1 {
        until = Time::ZERO;
        // Once: who does this does it in a loop.
        if !handle.flush_told.swap(true, Relaxed) {
            let text = format!(
                "rd_kafka_flush() was called with a time-out of {timeout_ms} ms, which is not -1 (infinite): \
                 it does not wait"
            );
            client.logger().log("app", LogLine::new(Level::Warning, "FLUSH", text));
        }
    }
    producer.flush_begin();
    client.flush_changed();
    let _flushing = Flushing(client, producer);
    let others_serve = handle.takes_events(RD_KAFKA_EVENT_DR);
    loop {
        if others_serve {
            if producer.message_cnt() > 0 && Time::now() < until {
                std::thread::sleep(Duration::from_millis(LOOK_MS));
            }
        } else {
            let look = Time::now().after_ms(LOOK_MS).min(until);
            let wait = if producer.message_cnt() > 0 { look } else { Time::ZERO };
            serve::callbacks(handle, client.events(), wait);
            if producer.message_cnt() == 0 && client.events().is_empty() {
                return ErrorCode::NO_ERROR;
            }
        }
        if producer.message_cnt() == 0 && others_serve {
            return ErrorCode::NO_ERROR;
        }
        if until == Time::ZERO || Time::now() >= until {
            return if producer.message_cnt() == 0 {
                ErrorCode::NO_ERROR
            } else {
                ErrorCode::LOCAL_TIMED_OUT
            };
        }
    }
}

/// Gives up messages: those that wait to be sent (`RD_KAFKA_PURGE_F_QUEUE`) fail with
/// `RD_KAFKA_RESP_ERR__PURGE_QUEUE`, those in flight (`RD_KAFKA_PURGE_F_INFLIGHT`) with
/// `RD_KAFKA_RESP_ERR__PURGE_INFLIGHT`, although they may be in the log. Their reports wait for
/// the next poll when the function returns, unless `RD_KAFKA_PURGE_F_NON_BLOCKING` is given.
/// Other flags make it return `RD_KAFKA_RESP_ERR__INVALID_ARG` and do nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_purge(rk: *mut rd_kafka_t, purge_flags: c_int) -> RespErr {
    guard_handle(rk, "rd_kafka_purge", ErrorCode::LOCAL_FAIL.into(), || {
        // SAFETY: the handle is NULL or alive.
        let client = match unsafe { producing(rk) } {
            Ok((_, client, _)) => client,
            Err(code) => return code.into(),
        };
        let known = RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT | RD_KAFKA_PURGE_F_NON_BLOCKING;
        if purge_flags & !known != 0 {
            return ErrorCode::LOCAL_INVALID_ARG.into();
        }
        let flags = PurgeFlags {
            queue: purge_flags & RD_KAFKA_PURGE_F_QUEUE != 0,
            in_flight: purge_flags & RD_KAFKA_PURGE_F_INFLIGHT != 0,
        };
        let known = RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT | RD_KAFKA_PURGE_F_NON_BLOCKING;
        if purge_flags & !known != 0 {
            return ErrorCode::LOCAL_INVALID_ARG.into();
        }
        if !flags.queue && !flags.in_flight {
            return RespErr::NO_ERROR;
        }
        let wait = purge_flags & RD_KAFKA_PURGE_F_NON_BLOCKING == 0;
        client.purge(flags, wait).map_or_else(|error| error.code.into(), |()| RespErr::NO_ERROR)
    })
}
