//! Error codes, error objects, and the per-thread error of the older functions.

use std::ffi::{CString, c_char, c_int};
use std::sync::OnceLock;

use super::cstr::ErrStr;
use super::guard::{self, guard, guard_handle};
use super::handle::live;
use super::own::{self, Handle, OwnedBox};
use super::types::{RespErr, rd_kafka_err_desc, rd_kafka_error_s, rd_kafka_error_t, rd_kafka_t};
use super::types::{Variadic, rd_kafka_resp_err_t};
use super::{cstr, own::give_box};
use crate::error::{ERRORS, Error, ErrorCode};
use crate::sys::va_list::{self, VaList, variadic};

/// What `rd_kafka_error_t` points to.
pub struct ErrorObject {
    error: Error,
    /// The reason as C reads it.
    text: CString,
}

// SAFETY: pointers to errors come from `give_error` only.
unsafe impl Handle for rd_kafka_error_s {
    type Inner = ErrorObject;
    type Ownership = OwnedBox;
}

/// Gives an error to C, which destroys it.
pub fn give_error(error: Error) -> *mut rd_kafka_error_t {
    let text = c_text(error.reason.clone().into_bytes());
    give_box(Box::new(ErrorObject { error, text }))
}

/// The result of a function that returns `rd_kafka_error_t *`: NULL is success.
pub fn give_result(result: Result<(), Error>) -> *mut rd_kafka_error_t {
    match result {
        Ok(()) => std::ptr::null_mut(),
        Err(error) => give_error(error),
    }
}

/// `bytes` up to the first zero byte as a C string.
fn c_text(mut bytes: Vec<u8>) -> CString {
    if let Some(end) = bytes.iter().position(|byte| *byte == 0) {
        bytes.truncate(end);
    }
    CString::new(bytes).unwrap_or_default()
}

const TABLE_SIZE: usize = (rd_kafka_resp_err_t::RD_KAFKA_RESP_ERR_END_ALL as i32
    - rd_kafka_resp_err_t::RD_KAFKA_RESP_ERR__BEGIN as i32) as usize;

/// The error table for C: a row for every code from the lowest to the highest.
struct Table(Box<[rd_kafka_err_desc]>);
// SAFETY: the pointers inside are to strings that live for ever and never change.
unsafe impl Send for Table {}
// SAFETY: as above.
unsafe impl Sync for Table {}

fn table_index(code: i32) -> Option<usize> {
    let index =
        usize::try_from(code.checked_sub(rd_kafka_resp_err_t::RD_KAFKA_RESP_ERR__BEGIN as i32)?).ok()?;
    (index < TABLE_SIZE).then_some(index)
}

fn table() -> &'static [rd_kafka_err_desc] {
    static TABLE: OnceLock<Table> = OnceLock::new();
    &TABLE
        .get_or_init(|| {
            let text = |text: &str| CString::new(text).unwrap_or_default().into_raw().cast_const();
            let unused = || rd_kafka_err_desc {
                code: RespErr::NO_ERROR,
                name: std::ptr::null(),
                desc: std::ptr::null(),
            };
            // Never on the stack: callers may have a small one.
            let mut rows: Box<[_]> = std::iter::repeat_with(unused).take(TABLE_SIZE).collect();
            for row in ERRORS {
                if let Some(index) = table_index(row.code.0) {
                    rows[index] = rd_kafka_err_desc {
                        code: row.code.into(),
                        name: text(row.name),
                        desc: row.description.map_or(std::ptr::null(), text),
                    };
                }
            }
            Table(rows)
        })
        .0
}

/// The name of a code as C reads it.
fn name_of(code: i32) -> *const c_char {
    // The markers of the ranges have a row but are no codes.
    let row = table_index(code).map(|index| &table()[index]).filter(|row| !row.desc.is_null());
    row.map(|row| row.name).unwrap_or_else(|| cstr::thread_text(&ErrorCode(code).name()))
}

/// The description of a code as C reads it.
fn description_of(code: i32) -> *const c_char {
    let known = table_index(code).map(|index| table()[index].desc).filter(|text| !text.is_null());
    known.unwrap_or_else(|| cstr::thread_text(&ErrorCode(code).description()))
}

/// Points `errdescs` to the table of all error codes and sets `cntp` to its number of rows.
/// Rows between the known codes have code 0 and no name. The table is static.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_get_err_descs(errdescs: *mut *const rd_kafka_err_desc, cntp: *mut usize) {
    guard("rd_kafka_get_err_descs", (), || {
        // SAFETY: the pointers are valid or NULL.
        unsafe {
            if let Some(errdescs) = errdescs.as_mut() {
                *errdescs = table().as_ptr();
            }
            if let Some(cntp) = cntp.as_mut() {
                *cntp = TABLE_SIZE;
            }
        }
    });
}

/// Returns a description of `err` for humans. The string is static; for unknown codes it
/// belongs to the thread and stays for its next few calls.
#[unsafe(no_mangle)]
pub extern "C" fn rd_kafka_err2str(err: RespErr) -> *const c_char {
    guard("rd_kafka_err2str", c"".as_ptr(), || description_of(err.raw()))
}

/// Returns the name of `err` without `RD_KAFKA_RESP_ERR_`. The string is static; for
/// unknown codes it belongs to the thread and stays for its next few calls.
#[unsafe(no_mangle)]
pub extern "C" fn rd_kafka_err2name(err: RespErr) -> *const c_char {
    guard("rd_kafka_err2name", c"".as_ptr(), || name_of(err.raw()))
}

/// Returns the error of this thread's last call of one of the functions that say that they
/// set it: `rd_kafka_produce()`, `rd_kafka_topic_new()` and the legacy consumer functions.
#[unsafe(no_mangle)]
pub extern "C" fn rd_kafka_last_error() -> RespErr {
    guard::last_error().into()
}

/// Returns the code that the value of errno(3) after an older function stands for. Use
/// `rd_kafka_last_error()` instead.
#[deprecated]
#[unsafe(no_mangle)]
pub extern "C" fn rd_kafka_errno2err(errnox: c_int) -> RespErr {
    let code = match errnox {
        libc::EINVAL => ErrorCode::LOCAL_INVALID_ARG,
        libc::EBUSY => ErrorCode::LOCAL_CONFLICT,
        libc::ENOENT => ErrorCode::LOCAL_UNKNOWN_TOPIC,
        libc::ESRCH => ErrorCode::LOCAL_UNKNOWN_PARTITION,
        libc::ETIMEDOUT => ErrorCode::LOCAL_TIMED_OUT,
        libc::EMSGSIZE => ErrorCode::MSG_SIZE_TOO_LARGE,
        libc::ENOBUFS => ErrorCode::LOCAL_QUEUE_FULL,
        libc::ECANCELED => ErrorCode::LOCAL_FATAL,
        _ => ErrorCode::LOCAL_FAIL,
    };
    code.into()
}

/// Returns errno(3) of this thread, for languages that can not read it themselves. Use
/// `rd_kafka_last_error()` instead.
#[deprecated]
#[unsafe(no_mangle)]
pub extern "C" fn rd_kafka_errno() -> c_int {
    guard::errno()
}

/// Makes an error object of `code` whose text is that of the printf(3) format `fmt`; with
/// NULL or an empty text it is the description of the code. To be destroyed with
/// `rd_kafka_error_destroy()`.
///
/// cbindgen:postfix=RD_FORMAT(printf, 2, 3)
#[unsafe(no_mangle)]
#[unsafe(naked)]
pub unsafe extern "C" fn rd_kafka_error_new(
    code: RespErr,
    fmt: *const c_char,
    args: Variadic,
) -> *mut rd_kafka_error_t {
    variadic!(2, error_new)
}

unsafe extern "C" fn error_new(
    code: RespErr,
    fmt: *const c_char,
    args: *mut VaList,
) -> *mut rd_kafka_error_t {
    guard("rd_kafka_error_new", std::ptr::null_mut(), || {
        let text = if fmt.is_null() {
            CString::default()
        } else {
            // SAFETY: `fmt` is a format and `args` what the caller passed for it.
            c_text(unsafe { va_list::format(fmt, &*args) })
        };
        if text.is_empty() {
            return give_error(code.code().into());
        }
        let error = Error::new(code.code(), text.to_string_lossy());
        give_box(Box::new(ErrorObject { error, text }))
    })
}

/// Destroys an error object; NULL does nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_error_destroy(error: *mut rd_kafka_error_t) {
    guard("rd_kafka_error_destroy", (), || {
        // SAFETY: the pointer came from `give_error` and the caller gives it up.
        drop(unsafe { own::take_box(error) });
    });
}

/// Returns the code of `error`, `RD_KAFKA_RESP_ERR_NO_ERROR` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_error_code(error: *const rd_kafka_error_t) -> RespErr {
    // SAFETY: the pointer is NULL or to a live error.
    unsafe { own::borrow(error) }.map_or(RespErr::NO_ERROR, |object| object.error.code.into())
}

/// Returns the name of the code of `error`, the empty string for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_error_name(error: *const rd_kafka_error_t) -> *const c_char {
    guard("rd_kafka_error_name", c"".as_ptr(), || {
        // SAFETY: the pointer is NULL or to a live error.
        unsafe { own::borrow(error) }.map_or(c"".as_ptr(), |object| name_of(object.error.code.0))
    })
}

/// Returns the text of `error`, the empty string for NULL. It lives as long as the error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_error_string(error: *const rd_kafka_error_t) -> *const c_char {
    // SAFETY: the pointer is NULL or to a live error.
    unsafe { own::borrow(error) }.map_or(c"".as_ptr(), |object| object.text.as_ptr())
}

/// Tells (1 or 0) whether `error` makes the handle unusable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_error_is_fatal(error: *const rd_kafka_error_t) -> c_int {
    // SAFETY: the pointer is NULL or to a live error.
    unsafe { own::borrow(error) }.is_some_and(|object| object.error.fatal).into()
}

/// Tells (1 or 0) whether the call that returned `error` may succeed when repeated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_error_is_retriable(error: *const rd_kafka_error_t) -> c_int {
    // SAFETY: the pointer is NULL or to a live error.
    unsafe { own::borrow(error) }.is_some_and(|object| object.error.retriable).into()
}

/// Tells (1 or 0) whether the current transaction has to be aborted because of `error`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_error_txn_requires_abort(error: *const rd_kafka_error_t) -> c_int {
    // SAFETY: the pointer is NULL or to a live error.
    unsafe { own::borrow(error) }.is_some_and(|object| object.error.txn_requires_abort).into()
}

/// Returns the code of the fatal error of a handle and writes its text to `errstr`;
/// `RD_KAFKA_RESP_ERR_NO_ERROR`, and `errstr` as it is, if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_fatal_error(
    rk: *mut rd_kafka_t,
    errstr: *mut c_char,
    errstr_size: usize,
) -> RespErr {
    guard_handle(rk, "rd_kafka_fatal_error", ErrorCode::LOCAL_FAIL.into(), || {
        // SAFETY: the handle is NULL or alive.
        match unsafe { live(rk) }.and_then(|(_, client)| client.fatal()) {
            Some(error) => {
                // SAFETY: the buffer has the size given.
                unsafe { ErrStr::new(errstr, errstr_size) }.write(&error.reason);
                error.code.into()
            }
            None => RespErr::NO_ERROR,
        }
    })
}

/// Raises a fatal error with this code and text, for tests of applications. Returns
/// `RD_KAFKA_RESP_ERR__PREV_IN_PROGRESS` if the handle has one already.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_test_fatal_error(
    rk: *mut rd_kafka_t,
    err: RespErr,
    reason: *const c_char,
) -> RespErr {
    guard_handle(rk, "rd_kafka_test_fatal_error", ErrorCode::LOCAL_FAIL.into(), || {
        // SAFETY: the handle is NULL or alive, the text ends with a zero byte.
        let (live, reason) = unsafe { (live(rk), cstr::lossy(reason)) };
        let Some((_, client)) = live else { return ErrorCode::LOCAL_INVALID_ARG.into() };
        let text = format!("test_fatal_error: {}", reason.unwrap_or_default());
        match client.test_fatal(err.code(), &text) {
            true => RespErr::NO_ERROR,
            false => ErrorCode::LOCAL_PREV_IN_PROGRESS.into(),
        }
    })
}
