//! Logging.

use std::ffi::{CStr, CString, c_char, c_int};
use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use super::conf::signatures::LogCb;
use super::cstr;
use super::guard::guard;
use super::handle::{live, rd_kafka_name};
use super::own;
use super::types::{RD_KAFKA_DEBUG_CONTEXTS, RespErr, rd_kafka_queue_t, rd_kafka_t};
use crate::error::ErrorCode;

/// Returns the words that the property `debug` knows, separated by commas. The string is
/// static.
#[unsafe(no_mangle)]
pub extern "C" fn rd_kafka_get_debug_contexts() -> *const c_char {
    const SIZE: usize = RD_KAFKA_DEBUG_CONTEXTS.len() + 1;
    static TEXT: [u8; SIZE] = cstr::zero_ended(RD_KAFKA_DEBUG_CONTEXTS);
    TEXT.as_ptr().cast()
}

/// Sets the highest syslog(3) level of lines that are logged, 0 to 7. The property `debug`
/// sets it to 7.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_set_log_level(rk: *mut rd_kafka_t, level: c_int) {
    guard("rd_kafka_set_log_level", (), || {
        // SAFETY: the handle is NULL or alive.
        if let Some((_, client)) = unsafe { live(rk) } {
            client.logger().filter().set_level(level.clamp(0, 7) as u8);
        }
    });
}

/// Replaces the log callback; NULL turns logging off. Use `rd_kafka_conf_set_log_cb()`.
#[deprecated]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_set_logger(
    rk: *mut rd_kafka_t,
    func: Option<
        unsafe extern "C" fn(rk: *const rd_kafka_t, level: c_int, fac: *const c_char, buf: *const c_char),
    >,
) {
    guard("rd_kafka_set_logger", (), || {
        // SAFETY: the handle is NULL or alive.
        if let Some(handle) = unsafe { own::borrow(rk.cast_const()) } {
            handle.set_log_cb(func as Option<LogCb>);
        }
    });
}

/// With `log.queue=true` log lines wait in a queue of their own: this forwards it to `rkqu`,
/// NULL to the main queue, which `rd_kafka_poll()` serves. Returns
/// `RD_KAFKA_RESP_ERR__NOT_CONFIGURED` if the property is not set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_set_log_queue(rk: *mut rd_kafka_t, rkqu: *mut rd_kafka_queue_t) -> RespErr {
    guard("rd_kafka_set_log_queue", ErrorCode::LOCAL_FAIL.into(), || {
        // SAFETY: handle and queue are NULL or alive.
        let (live, target) = unsafe { (live(rk), own::borrow(rkqu.cast_const())) };
        let Some((_, client)) = live else { return ErrorCode::LOCAL_STATE.into() };
        let Some(lines) = client.logger().queue() else { return ErrorCode::LOCAL_NOT_CONFIGURED.into() };
        let target = target.map_or_else(|| client.events(), |object| &object.queue);
        lines.forward(Some(target.clone()));
        RespErr::NO_ERROR
    })
}

/// Log callback that prints to stderr: the default.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_log_print(
    rk: *const rd_kafka_t,
    level: c_int,
    fac: *const c_char,
    buf: *const c_char,
) {
    guard("rd_kafka_log_print", (), || {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        // SAFETY: the handle is NULL or alive, the strings end with a zero byte.
        let (name, fac, buf) =
            unsafe { (cstr::lossy(rd_kafka_name(rk)), cstr::lossy(fac), cstr::lossy(buf)) };
        let line = format!(
            "%{level}|{}.{:03}|{}|{}| {}\n",
            now.as_secs(),
            now.subsec_millis(),
            fac.unwrap_or_default(),
            name.unwrap_or_default(),
            buf.unwrap_or_default()
        );
        // In one piece, so that lines of several threads do not mix. A closed stderr is
        // no reason to fail.
        let _ = std::io::stderr().write_all(line.as_bytes());
    });
}

/// Log callback that passes lines to syslog(3).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_log_syslog(
    rk: *const rd_kafka_t,
    level: c_int,
    fac: *const c_char,
    buf: *const c_char,
) {
    guard("rd_kafka_log_syslog", (), || {
        // SAFETY: the handle is NULL or alive, the strings end with a zero byte.
        let (name, fac, buf) = unsafe { (rd_kafka_name(rk), cstr::lossy(fac), cstr::lossy(buf)) };
        // SAFETY: a name is a zero-ended string that lives as long as the handle.
        let name = unsafe { CStr::from_ptr(name) };
        let line = format!("{}: {}", fac.unwrap_or_default(), buf.unwrap_or_default());
        let line: CString = cstr::c_text(&format!("{}: {line}", name.to_string_lossy()));
        // SAFETY: format and argument are zero-ended strings.
        unsafe { libc::syslog(level & 7, c"%s".as_ptr(), line.as_ptr()) };
    });
}
