//! Headers of a message.

use std::ffi::{c_char, c_void};

use libc::ssize_t;

use super::cstr;
use super::guard::guard;
use super::own::{self, Handle, OwnedBox};
use super::types::{RespErr, rd_kafka_headers_s, rd_kafka_headers_t};
use crate::base::headers::Headers;
use crate::error::ErrorCode;

// SAFETY: pointers to header lists come from `give_box` here and from messages that own
// theirs (`lend`).
unsafe impl Handle for rd_kafka_headers_s {
    type Inner = Headers;
    type Ownership = OwnedBox;
}

/// The bytes at `start`: `size` of them, or up to a zero byte if it is negative.
///
/// # Safety
/// `start` is NULL or readable as `size` says.
pub(super) unsafe fn sized_bytes<'a>(start: *const c_void, size: ssize_t) -> Option<&'a [u8]> {
    if start.is_null() {
        return None;
    }
    // SAFETY: as the caller promises.
    unsafe {
        match usize::try_from(size) {
            Ok(size) => Some(std::slice::from_raw_parts(start.cast(), size)),
            Err(_) => cstr::bytes(start.cast()),
        }
    }
}

/// Makes an empty header list with room for `initial_count` headers (a hint).
#[unsafe(no_mangle)]
pub extern "C" fn rd_kafka_headers_new(initial_count: usize) -> *mut rd_kafka_headers_t {
    guard("rd_kafka_headers_new", std::ptr::null_mut(), || {
        own::give_box(Box::new(Headers::with_capacity(initial_count)))
    })
}

/// Destroys a header list; NULL does nothing. Not for lists that belong to a message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_headers_destroy(hdrs: *mut rd_kafka_headers_t) {
    guard("rd_kafka_headers_destroy", (), || {
        // SAFETY: the caller owns the list and gives it up.
        drop(unsafe { own::take_box(hdrs) });
    });
}

/// Returns a copy of `src`, to be destroyed with `rd_kafka_headers_destroy()`; NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_headers_copy(src: *const rd_kafka_headers_t) -> *mut rd_kafka_headers_t {
    guard("rd_kafka_headers_copy", std::ptr::null_mut(), || {
        // SAFETY: the list is NULL or alive, and nobody changes it meanwhile.
        match unsafe { own::borrow(src) } {
            Some(headers) => own::give_box(Box::new(headers.clone())),
            None => std::ptr::null_mut(),
        }
    })
}

/// Appends a header with copies of `name` and `value`. A size of -1 means that the string
/// ends with a zero byte; `value` NULL is Kafka's null value. Returns
/// `RD_KAFKA_RESP_ERR__INVALID_ARG` without a list or a name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_header_add(
    hdrs: *mut rd_kafka_headers_t,
    name: *const c_char,
    name_size: ssize_t,
    value: *const c_void,
    value_size: ssize_t,
) -> RespErr {
    guard("rd_kafka_header_add", ErrorCode::LOCAL_FAIL.into(), || {
        // SAFETY: the list is the caller's; name and value are readable as their sizes say.
        unsafe {
            match (own::borrow_mut(hdrs), sized_bytes(name.cast(), name_size)) {
                (Some(headers), Some(name)) => {
                    headers.add(name, sized_bytes(value, value_size));
                    RespErr::NO_ERROR
                }
                _ => ErrorCode::LOCAL_INVALID_ARG.into(),
            }
        }
    })
}

/// Removes all headers called `name`. Returns `RD_KAFKA_RESP_ERR__NOENT` if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_header_remove(
    hdrs: *mut rd_kafka_headers_t,
    name: *const c_char,
) -> RespErr {
    guard("rd_kafka_header_remove", ErrorCode::LOCAL_FAIL.into(), || {
        // SAFETY: the list is the caller's, the name ends with a zero byte.
        unsafe {
            match (own::borrow_mut(hdrs), cstr::bytes(name)) {
                (Some(headers), Some(name)) => match headers.remove(name) {
                    0 => ErrorCode::LOCAL_NOENT.into(),
                    _ => RespErr::NO_ERROR,
                },
                _ => ErrorCode::LOCAL_INVALID_ARG.into(),
            }
        }
    })
}

/// Returns the number of headers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_header_cnt(hdrs: *const rd_kafka_headers_t) -> usize {
    // SAFETY: the list is NULL or alive.
    unsafe { own::borrow(hdrs) }.map_or(0, Headers::len)
}

/// Writes a value to where C code wants it.
///
/// # Safety
/// The pointers are NULL or writable.
unsafe fn put_value(value: Option<&[u8]>, valuep: *mut *const c_void, sizep: *mut usize) {
    // SAFETY: as the caller promises.
    unsafe {
        if let Some(valuep) = valuep.as_mut() {
            *valuep = value.map_or(std::ptr::null(), |value| value.as_ptr().cast());
        }
        if let Some(sizep) = sizep.as_mut() {
            *sizep = value.map_or(0, <[u8]>::len);
        }
    }
}

/// Finds the last header called `name`. `*valuep` points to its value, behind which stands
/// a zero byte that `*sizep` does not count, or is NULL for a null value; it is valid until
/// the list changes. Returns `RD_KAFKA_RESP_ERR__NOENT` if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_header_get_last(
    hdrs: *const rd_kafka_headers_t,
    name: *const c_char,
    valuep: *mut *const c_void,
    sizep: *mut usize,
) -> RespErr {
    guard("rd_kafka_header_get_last", ErrorCode::LOCAL_FAIL.into(), || {
        // SAFETY: the list is alive, the name ends with a zero byte, the rest is writable.
        unsafe {
            let (Some(headers), Some(name)) = (own::borrow(hdrs), cstr::bytes(name)) else {
                return ErrorCode::LOCAL_INVALID_ARG.into();
            };
            let Some(value) = headers.values(name).next_back() else {
                return ErrorCode::LOCAL_NOENT.into();
            };
            put_value(value, valuep, sizep);
            RespErr::NO_ERROR
        }
    })
}

/// Finds the header number `idx`, counted from 0, among those called `name`: see
/// `rd_kafka_header_get_last()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_header_get(
    hdrs: *const rd_kafka_headers_t,
    idx: usize,
    name: *const c_char,
    valuep: *mut *const c_void,
    sizep: *mut usize,
) -> RespErr {
    guard("rd_kafka_header_get", ErrorCode::LOCAL_FAIL.into(), || {
        // SAFETY: the list is alive, the name ends with a zero byte, the rest is writable.
        unsafe {
            let (Some(headers), Some(name)) = (own::borrow(hdrs), cstr::bytes(name)) else {
                return ErrorCode::LOCAL_INVALID_ARG.into();
            };
            let Some(value) = headers.values(name).nth(idx) else {
                return ErrorCode::LOCAL_NOENT.into();
            };
            put_value(value, valuep, sizep);
            RespErr::NO_ERROR
        }
    })
}

/// Returns header number `idx` of all, counted from 0, with its name in `*namep`: for
/// loops. See `rd_kafka_header_get_last()` for the value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_header_get_all(
    hdrs: *const rd_kafka_headers_t,
    idx: usize,
    namep: *mut *const c_char,
    valuep: *mut *const c_void,
    sizep: *mut usize,
) -> RespErr {
    guard("rd_kafka_header_get_all", ErrorCode::LOCAL_FAIL.into(), || {
        // SAFETY: the list is alive, the other pointers are NULL or writable.
        unsafe {
            let Some(headers) = own::borrow(hdrs) else {
                return ErrorCode::LOCAL_INVALID_ARG.into();
            };
            let Some((name, value)) = headers.get(idx) else {
                return ErrorCode::LOCAL_NOENT.into();
            };
            if let Some(namep) = namep.as_mut() {
                *namep = name.as_ptr().cast();
            }
            put_value(value, valuep, sizep);
            RespErr::NO_ERROR
        }
    })
}
