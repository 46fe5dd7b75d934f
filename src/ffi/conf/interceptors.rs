//! Interceptors of a configuration object.
//!
//! They run on the thread that works on the object. Each list is in the order of adding.
//! Interceptors get the object's pointer and may change it, so nobody holds a reference
//! to the object while one runs.

use std::ffi::{c_char, c_void};
use std::ptr;

use super::super::cstr::c_text;
use super::api::buffer_text;
use crate::conf::SetError;
use crate::error::ErrorCode;
use crate::ffi::cstr;
use crate::ffi::guard::guard;
use crate::ffi::own;
use crate::ffi::types::rd_kafka_conf_res_t::{RD_KAFKA_CONF_INVALID, RD_KAFKA_CONF_OK};
use crate::ffi::types::{
    RespErr, rd_kafka_conf_t, rd_kafka_interceptor_f_on_conf_destroy_t, rd_kafka_interceptor_f_on_conf_dup_t,
    rd_kafka_interceptor_f_on_conf_set_t, rd_kafka_interceptor_f_on_new_t,
};

/// One interceptor function with its pointer. `F` is one of the nullable function types.
#[derive(Clone)]
pub struct Interceptor<F> {
    /// Name of the interceptor.
    pub name: String,
    /// The function.
    pub function: F,
    /// What it gets as `ic_opaque`.
    pub opaque: *mut c_void,
}

/// The interceptors of a configuration object.
#[derive(Default)]
pub struct Interceptors {
    pub(super) on_conf_set: Vec<Interceptor<rd_kafka_interceptor_f_on_conf_set_t>>,
    pub(super) on_conf_dup: Vec<Interceptor<rd_kafka_interceptor_f_on_conf_dup_t>>,
    pub(super) on_conf_destroy: Vec<Interceptor<rd_kafka_interceptor_f_on_conf_destroy_t>>,
    /// For `rd_kafka_new()`, which calls each once.
    pub on_new: Vec<Interceptor<rd_kafka_interceptor_f_on_new_t>>,
    /// Properties that an interceptor took, in the order of setting: a copy of the object gets them too.
    pub(super) taken: Vec<(String, Option<String>)>,
}

/// Adds to a list in which each name may stand once.
fn add_once<F>(list: &mut Vec<Interceptor<F>>, new: Interceptor<F>) -> ErrorCode {
    if list.iter().any(|interceptor| interceptor.name == new.name) {
        return ErrorCode::LOCAL_CONFLICT;
    }
    list.push(new);
    ErrorCode::NO_ERROR
}

/// Adds an interceptor function to one of the lists of an object.
///
/// # Safety
/// `conf` is NULL or an object, `name` NULL or a C string.
unsafe fn add<F>(
    conf: *mut rd_kafka_conf_t,
    name: *const c_char,
    function: Option<F>,
    opaque: *mut c_void,
    push: impl FnOnce(&mut Interceptors, Interceptor<Option<F>>) -> ErrorCode,
) -> RespErr {
    // SAFETY: as the caller promises.
    let (object, name) = unsafe { (own::borrow_mut(conf), cstr::lossy(name)) };
    let (Some(object), Some(name), Some(function)) = (object, name, function) else {
        return ErrorCode::LOCAL_INVALID_ARG.into();
    };
    push(&mut object.interceptors, Interceptor { name, function: Some(function), opaque }).into()
}

/// Adds a function that sees every property that is set from now on, and may take it for
/// itself. Interceptors are asked in the order of adding, before the library looks.
///
/// `ic_name` names the interceptor. Returns `RD_KAFKA_RESP_ERR__CONFLICT` if it has such a
/// function on this object already, `RD_KAFKA_RESP_ERR__INVALID_ARG` for a NULL argument.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_interceptor_add_on_conf_set(
    conf: *mut rd_kafka_conf_t,
    ic_name: *const c_char,
    on_conf_set: rd_kafka_interceptor_f_on_conf_set_t,
    ic_opaque: *mut c_void,
) -> RespErr {
    guard("rd_kafka_conf_interceptor_add_on_conf_set", ErrorCode::LOCAL_FAIL.into(), || {
        // SAFETY: as the caller promises.
        unsafe {
            add(conf, ic_name, on_conf_set, ic_opaque, |lists, new| add_once(&mut lists.on_conf_set, new))
        }
    })
}

/// Adds a function that is called when the object is duplicated: interceptors are not
/// copied, they add themselves to the new object there. Returns as
/// `rd_kafka_conf_interceptor_add_on_conf_set()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_interceptor_add_on_conf_dup(
    conf: *mut rd_kafka_conf_t,
    ic_name: *const c_char,
    on_conf_dup: rd_kafka_interceptor_f_on_conf_dup_t,
    ic_opaque: *mut c_void,
) -> RespErr {
    guard("rd_kafka_conf_interceptor_add_on_conf_dup", ErrorCode::LOCAL_FAIL.into(), || {
        // SAFETY: as the caller promises.
        unsafe {
            add(conf, ic_name, on_conf_dup, ic_opaque, |lists, new| add_once(&mut lists.on_conf_dup, new))
        }
    })
}

/// Adds a function that is called when the object is destroyed, or the handle that took it.
/// One interceptor may add several. Returns `RD_KAFKA_RESP_ERR__INVALID_ARG` for a NULL argument.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_interceptor_add_on_conf_destroy(
    conf: *mut rd_kafka_conf_t,
    ic_name: *const c_char,
    on_conf_destroy: rd_kafka_interceptor_f_on_conf_destroy_t,
    ic_opaque: *mut c_void,
) -> RespErr {
    guard("rd_kafka_conf_interceptor_add_on_conf_destroy", ErrorCode::LOCAL_FAIL.into(), || {
        let push = |lists: &mut Interceptors, new| {
            lists.on_conf_destroy.push(new);
            ErrorCode::NO_ERROR
        };
        // SAFETY: as the caller promises.
        unsafe { add(conf, ic_name, on_conf_destroy, ic_opaque, push) }
    })
}

/// Adds a function that is called once by `rd_kafka_new()`, in which the other interceptor
/// functions are added to the handle. Returns as `rd_kafka_conf_interceptor_add_on_conf_set()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_interceptor_add_on_new(
    conf: *mut rd_kafka_conf_t,
    ic_name: *const c_char,
    on_new: rd_kafka_interceptor_f_on_new_t,
    ic_opaque: *mut c_void,
) -> RespErr {
    guard("rd_kafka_conf_interceptor_add_on_new", ErrorCode::LOCAL_FAIL.into(), || {
        // SAFETY: as the caller promises.
        unsafe { add(conf, ic_name, on_new, ic_opaque, |lists, new| add_once(&mut lists.on_new, new)) }
    })
}

const ERRSTR_BYTES: usize = 512;

/// Offers a property to the interceptors. `Ok(true)` if one took it.
///
/// # Safety
/// `conf` is an object to which no reference is held.
pub(super) unsafe fn run_on_conf_set(
    conf: *mut rd_kafka_conf_t,
    name: &str,
    value: Option<&str>,
) -> Result<bool, SetError> {
    // SAFETY: as the caller promises; the reference ends before a function is called.
    let list = unsafe { own::borrow(conf) }.map(|object| object.interceptors.on_conf_set.clone());
    let Some(list) = list.filter(|list| !list.is_empty()) else { return Ok(false) };
    let c_name = c_text(name);
    let c_value = value.map(c_text);
    let value_pointer = c_value.as_ref().map_or(ptr::null(), |value| value.as_ptr());
    for interceptor in list {
        let Some(function) = interceptor.function else { continue };
        let mut buffer = [0u8; ERRSTR_BYTES];
        // SAFETY: the function was given for this purpose; all pointers are valid for the call.
        let result = unsafe {
            function(
                conf,
                c_name.as_ptr(),
                value_pointer,
                buffer.as_mut_ptr().cast(),
                buffer.len(),
                interceptor.opaque,
            )
        };
        if result == RD_KAFKA_CONF_OK {
            // SAFETY: as the caller promises; the function has returned.
            if let Some(object) = unsafe { own::borrow_mut(conf) } {
                object.interceptors.taken.push((name.to_owned(), value.map(str::to_owned)));
            }
            return Ok(true);
        }
        if result == RD_KAFKA_CONF_INVALID {
            return Err(SetError::Invalid(buffer_text(&buffer)));
        }
    }
    Ok(false)
}

/// Tells the interceptors of `old` that `new` is its copy.
pub(super) fn run_on_conf_dup(
    list: &[Interceptor<rd_kafka_interceptor_f_on_conf_dup_t>],
    new: *mut rd_kafka_conf_t,
    old: *const rd_kafka_conf_t,
    filter_cnt: usize,
    filter: *mut *const c_char,
) {
    for interceptor in list {
        if let Some(function) = interceptor.function {
            // The result has no consequence: a copy exists in any case.
            // SAFETY: the function was given for this purpose; both objects are alive.
            let _ = unsafe { function(new, old, filter_cnt, filter, interceptor.opaque) };
        }
    }
}

/// Shows the interceptors of a new copy the properties in `names_and_values`, which the
/// original has; what one takes is noted for the copy.
///
/// # Safety
/// `conf` is an object to which no reference is held.
pub(super) unsafe fn replay<N: AsRef<str>>(
    conf: *mut rd_kafka_conf_t,
    names_and_values: impl Iterator<Item = (N, Option<String>)>,
) {
    for (name, value) in names_and_values {
        // The copy has the value already; what an interceptor refuses now was right before.
        // SAFETY: as the caller promises.
        let _ = unsafe { run_on_conf_set(conf, name.as_ref(), value.as_deref()) };
    }
}

impl Drop for Interceptors {
    /// Tells the interceptors that their object ends.
    fn drop(&mut self) {
        for interceptor in std::mem::take(&mut self.on_conf_destroy) {
            if let Some(function) = interceptor.function {
                // SAFETY: the function was given for this purpose; its library is loaded,
                // since plug-ins go after the interceptors.
                let _ = unsafe { function(interceptor.opaque) };
            }
        }
    }
}
