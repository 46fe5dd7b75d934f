//! Configuration of a client.
//!
//! Objects belong to one thread at a time. The values are those of
//! [`Conf`]; what only C knows (callbacks, pointers, interceptors,
//! plug-ins) lives beside them in [`ConfObject`].

use std::ffi::{CStr, c_char, c_void};
use std::ptr;

use super::callbacks::Callbacks;
use super::dump::give as give_dump;
use super::interceptors::{self, Interceptors};
use super::plugins;
use crate::conf::{Conf, SetError, TopicConf};
use crate::ffi::cstr::{self, ErrStr};
use crate::ffi::guard::guard;
use crate::ffi::own::{self, Handle, OwnedMalloc};
use crate::ffi::topic_conf::TopicConfObject;
use crate::ffi::types::rd_kafka_conf_res_t::{
    RD_KAFKA_CONF_INVALID, RD_KAFKA_CONF_OK, RD_KAFKA_CONF_UNKNOWN,
};
use crate::ffi::types::{ConfRes, rd_kafka_conf_s, rd_kafka_conf_t, rd_kafka_topic_conf_t};
use crate::sys::malloc::MallocBox;

/// The property that loads plug-ins.
const PATHS: &str = "plugin.library.paths";

/// What a `rd_kafka_conf_t *` points to.
#[derive(Default)]
pub struct ConfObject {
    /// Values of the properties; its `default_topic` stays empty, see the next field.
    pub conf: Conf,
    /// The default topic configuration, at an address that C may know.
    pub default_topic: Option<MallocBox<TopicConfObject>>,
    /// Callbacks and the opaque pointer.
    pub callbacks: Callbacks,
    /// Interceptors of this object; told of its end when it is dropped.
    pub interceptors: Interceptors,
    /// Keeps the libraries loaded that the interceptors come from: dropped last.
    pub(super) plugins: plugins::Plugins,
}

// SAFETY: every rd_kafka_conf_t pointer is made by give_malloc(), or lent from an object
// that a handle keeps in such a block.
unsafe impl Handle for rd_kafka_conf_s {
    type Inner = ConfObject;
    type Ownership = OwnedMalloc;
}

impl ConfObject {
    /// The values for [`Conf::finalize`], default topic configuration included.
    pub fn values(&self) -> Conf {
        let mut conf = self.conf.clone();
        conf.default_topic = self.default_topic.as_ref().map(|topic| Box::new(topic.conf.clone()));
        conf
    }

    /// Replaces the values, for a handle whose configuration was finalized.
    pub fn replace_values(&mut self, mut conf: Conf) {
        if let Some(values) = conf.default_topic.take() {
            self.default_topic_mut().conf = *values;
        }
        self.conf = conf;
    }

    /// The default topic configuration, which comes into being if there is none.
    pub fn default_topic_mut(&mut self) -> &mut TopicConfObject {
        if self.default_topic.is_none() {
            self.conf.mark_explicit("default_topic_conf");
        }
        self.default_topic.get_or_insert_with(|| MallocBox::new(TopicConfObject::default()))
    }

    /// Value of a property as text; none if unknown or unset.
    pub fn get(&self, name: &str) -> Option<String> {
        if Conf::is_global(name) {
            self.conf.get_with(name, &|name| self.pointer_text(name))
        } else {
            self.default_topic.as_ref()?.get(name)
        }
    }

    /// Text of a property that is a pointer.
    fn pointer_text(&self, name: &str) -> Option<String> {
        let pointer = match name {
            "default_topic_conf" => self
                .default_topic
                .as_deref()
                .map_or(ptr::null(), |topic| ptr::from_ref(topic).cast::<c_void>()),
            _ => self.callbacks.pointer(name),
        };
        (!pointer.is_null()).then(|| format!("{pointer:p}"))
    }

    /// Lines for the debug context `conf`: what was set, without secrets.
    pub fn debug_lines(&self) -> Vec<String> {
        let show = |(name, value): (&'static str, String)| format!("  {name} = {value}");
        let mut lines = vec!["Client configuration:".to_owned()];
        lines.extend(self.conf.dump_explicit(&|name| self.pointer_text(name)).into_iter().map(show));
        let topic = self.default_topic.as_deref().map(TopicConfObject::dump_explicit).unwrap_or_default();
        if !topic.is_empty() {
            lines.push("Default topic configuration:".to_owned());
        }
        lines.extend(topic.into_iter().map(show));
        lines
    }

    /// What was set and is no pointer, secrets included: for interceptors.
    pub(super) fn explicit_values(&self) -> Vec<(&'static str, String)> {
        let mut lines = self.conf.dump(&|_| None);
        lines.retain(|(name, _)| self.conf.is_explicit(name));
        lines
    }

    fn set_value(&mut self, name: &str, value: Option<&str>) -> Result<(), SetError> {
        if !Conf::is_global(name) && TopicConf::knows(name) {
            return self.default_topic_mut().conf.set(name, value);
        }
        self.conf.set_global(name, value)
    }
}

/// Makes a configuration object with the default of every property.
///
/// The object belongs to the caller, who passes it to `rd_kafka_new()` or destroys it with
/// `rd_kafka_conf_destroy()`. It is the start of a block from malloc(3).
#[unsafe(no_mangle)]
pub extern "C" fn rd_kafka_conf_new() -> *mut rd_kafka_conf_t {
    guard("rd_kafka_conf_new", ptr::null_mut(), || own::give_malloc(MallocBox::new(ConfObject::default())))
}

/// Destroys a configuration object that no handle took over. NULL does nothing.
///
/// Interceptors of the object are told by their on_conf_destroy function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_destroy(conf: *mut rd_kafka_conf_t) {
    guard("rd_kafka_conf_destroy", (), || {
        // SAFETY: the caller gives the object back.
        drop(unsafe { own::take_malloc(conf) });
    });
}

/// Makes a copy of a configuration object.
///
/// Callbacks and the opaque pointer are copied. Interceptors are not: their on_conf_dup
/// function is called with the new object, to which they may add themselves; plug-ins are
/// loaded again. The copy belongs to the caller.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_dup(conf: *const rd_kafka_conf_t) -> *mut rd_kafka_conf_t {
    // SAFETY: no filter; the rest is as the caller promises.
    guard("rd_kafka_conf_dup", ptr::null_mut(), || unsafe { duplicate(conf, 0, ptr::null_mut()) })
}

/// Makes a copy of a configuration object without the properties whose names begin with
/// one of the `filter_cnt` texts in `filter`. Otherwise as `rd_kafka_conf_dup()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_dup_filter(
    conf: *const rd_kafka_conf_t,
    filter_cnt: usize,
    filter: *mut *const c_char,
) -> *mut rd_kafka_conf_t {
    guard("rd_kafka_conf_dup_filter", ptr::null_mut(), || {
        // SAFETY: as the caller promises.
        unsafe { duplicate(conf, filter_cnt, filter) }
    })
}

/// # Safety
/// `conf` is NULL or an object; `filter` has `filter_cnt` C strings or NULLs.
unsafe fn duplicate(
    conf: *const rd_kafka_conf_t,
    filter_cnt: usize,
    filter: *mut *const c_char,
) -> *mut rd_kafka_conf_t {
    // SAFETY: as the caller promises.
    let Some(original) = (unsafe { own::borrow(conf) }) else { return ptr::null_mut() };
    let filter_cnt = if filter.is_null() { 0 } else { filter_cnt };
    let prefixes: Vec<&str> = (0..filter_cnt)
        // SAFETY: the array has filter_cnt elements, each a C string or NULL.
        .filter_map(|index| unsafe { cstr::utf8(*filter.add(index)) })
        .collect();
    let left_out = |name: &str| prefixes.iter().any(|prefix| name.starts_with(prefix));

    let mut copy = ConfObject {
        conf: original.conf.dup_filter(&prefixes),
        callbacks: original.callbacks.without(left_out),
        ..ConfObject::default()
    };
    if !left_out("default_topic_conf") {
        copy.default_topic = original.default_topic.as_ref().map(|topic| MallocBox::new(topic.duplicate()));
    }
    let paths = copy.conf.plugin_library_paths.take();
    let taken = original.interceptors.taken.clone();
    let on_conf_dup = original.interceptors.on_conf_dup.clone();

    let values = copy.explicit_values();
    let (before, after): (Vec<_>, Vec<_>) = values
        .into_iter()
        .map(|(name, value)| (name, Some(value)))
        .partition(|(name, _)| Conf::precedes(name, PATHS));

    let new = own::give_malloc(MallocBox::new(copy));
    // From here on other code works on both objects: no reference may be held across calls.
    // Interceptors see what is copied in the order of the properties; plug-ins, and what
    // interceptors took, have their place in it.
    interceptors::run_on_conf_dup(&on_conf_dup, new, conf, filter_cnt, filter);
    // SAFETY: `new` is ours, and nobody holds a reference to it.
    unsafe {
        interceptors::replay(new, before.into_iter());
        if let Some(paths) = paths {
            // A plug-in that does not load any more leaves the property unset.
            let _ = set(new, PATHS, Some(&paths));
        }
        interceptors::replay(new, taken.into_iter());
        interceptors::replay(new, after.into_iter());
    }
    new
}

/// Sets a property. `name` may be an alias, and a topic property, which goes to the default
/// topic configuration.
///
/// A `value` of NULL or an empty one sets a text property back to its default.
/// `errstr` is set to the reason on failure and to the empty text on success.
/// Returns `RD_KAFKA_CONF_OK`, `RD_KAFKA_CONF_UNKNOWN` if there is no such property, or
/// `RD_KAFKA_CONF_INVALID` if the value can not be taken; the object is unchanged then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_set(
    conf: *mut rd_kafka_conf_t,
    name: *const c_char,
    value: *const c_char,
    errstr: *mut c_char,
    errstr_size: usize,
) -> ConfRes {
    guard("rd_kafka_conf_set", RD_KAFKA_CONF_INVALID.into(), || {
        // SAFETY: as the caller promises.
        let errstr = unsafe { ErrStr::new(errstr, errstr_size) };
        // SAFETY: as the caller promises.
        let result = unsafe { name_and_value(name, value) }.and_then(|(name, value)| {
            if conf.is_null() {
                return Err(SetError::Invalid("The configuration object is NULL".to_owned()));
            }
            // SAFETY: as the caller promises, and no reference is held here.
            unsafe { set(conf, name, value) }
        });
        conf_res(result, errstr)
    })
}

/// The arguments of a set function as text.
///
/// # Safety
/// Both are NULL or C strings that stay as they are for `'a`.
pub(in crate::ffi) unsafe fn name_and_value<'a>(
    name: *const c_char,
    value: *const c_char,
) -> Result<(&'a str, Option<&'a str>), SetError> {
    let not_utf8 =
        |what: &str| SetError::Invalid(format!("Configuration property {what} is not valid UTF-8"));
    // SAFETY: as the caller promises.
    let name = unsafe { cstr::bytes(name) }.unwrap_or_default();
    let name = std::str::from_utf8(name).map_err(|_| not_utf8("name"))?;
    // SAFETY: as the caller promises.
    let Some(value) = (unsafe { cstr::bytes(value) }) else { return Ok((name, None)) };
    match std::str::from_utf8(value) {
        Ok(value) => Ok((name, Some(value))),
        Err(_) => Err(not_utf8(&format!("\"{name}\" value"))),
    }
}

/// The result of a set function for C.
pub(in crate::ffi) fn conf_res(result: Result<(), SetError>, errstr: ErrStr) -> ConfRes {
    match result {
        Ok(()) => {
            errstr.clear();
            RD_KAFKA_CONF_OK.into()
        }
        Err(error) => {
            errstr.write(&error.to_string());
            match error {
                SetError::Unknown(_) => RD_KAFKA_CONF_UNKNOWN.into(),
                SetError::Invalid(_) => RD_KAFKA_CONF_INVALID.into(),
            }
        }
    }
}

/// Sets a property: interceptors first, then plug-ins, then the values.
///
/// # Safety
/// `conf` is an object of ours to which no reference is held: interceptors and plug-ins
/// get the pointer and change the object.
pub(super) unsafe fn set(
    conf: *mut rd_kafka_conf_t,
    name: &str,
    value: Option<&str>,
) -> Result<(), SetError> {
    // SAFETY: as the caller promises.
    if unsafe { interceptors::run_on_conf_set(conf, name, value) }? {
        return Ok(());
    }
    if name == PATHS {
        // SAFETY: as the caller promises.
        unsafe { plugins::load(conf, value.unwrap_or_default()) }.map_err(SetError::Invalid)?;
    }
    // SAFETY: as the caller promises; interceptors have returned.
    match unsafe { own::borrow_mut(conf) } {
        Some(object) => object.set_value(name, value),
        None => Ok(()),
    }
}

/// Reads a property, by its name or alias; a topic property from the default topic
/// configuration, if there is one.
///
/// `*dest_size` is the size of `dest`; the value is cut to fit. It becomes the size that
/// the whole value needs, its zero byte included. `dest` may be NULL to learn that size.
/// Returns `RD_KAFKA_CONF_OK`, or `RD_KAFKA_CONF_UNKNOWN` if the property does not exist or is not set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_get(
    conf: *const rd_kafka_conf_t,
    name: *const c_char,
    dest: *mut c_char,
    dest_size: *mut usize,
) -> ConfRes {
    guard("rd_kafka_conf_get", RD_KAFKA_CONF_UNKNOWN.into(), || {
        // SAFETY: as the caller promises.
        let (object, name) = unsafe { (own::borrow(conf), cstr::utf8(name)) };
        let value = object.and_then(|object| object.get(name?));
        // SAFETY: as the caller promises.
        unsafe { write_value(value, dest, dest_size) }
    })
}

/// Hands a value to a get function's caller.
///
/// # Safety
/// `dest_size` is NULL or valid; `dest` is NULL or has room for `*dest_size` bytes.
pub(in crate::ffi) unsafe fn write_value(
    value: Option<String>,
    dest: *mut c_char,
    dest_size: *mut usize,
) -> ConfRes {
    let Some(value) = value else { return RD_KAFKA_CONF_UNKNOWN.into() };
    // SAFETY: as the caller promises.
    if let Some(size) = unsafe { dest_size.as_mut() } {
        // SAFETY: as the caller promises.
        unsafe { ErrStr::new(dest, *size) }.write(&value);
        *size = value.len() + 1;
    }
    RD_KAFKA_CONF_OK.into()
}

/// Lists all properties of an object that have a value: `*cntp` texts, names and values in
/// turn. To be released with `rd_kafka_conf_dump_free()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_dump(
    conf: *mut rd_kafka_conf_t,
    cntp: *mut usize,
) -> *mut *const c_char {
    guard("rd_kafka_conf_dump", ptr::null_mut(), || {
        // SAFETY: as the caller promises.
        let object = unsafe { own::borrow(conf) };
        let lines = object.map(|object| object.conf.dump(&|name| object.pointer_text(name)));
        // SAFETY: as the caller promises.
        unsafe { give_dump(&lines.unwrap_or_default(), cntp) }
    })
}

/// Makes `tconf` the configuration of topics that are made without one of their own. It
/// belongs to `conf` from now on; the one before is destroyed. NULL removes it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_set_default_topic_conf(
    conf: *mut rd_kafka_conf_t,
    tconf: *mut rd_kafka_topic_conf_t,
) {
    guard("rd_kafka_conf_set_default_topic_conf", (), || {
        // SAFETY: as the caller promises; tconf is given away.
        let (object, topic) = unsafe { (own::borrow_mut(conf), own::take_malloc(tconf)) };
        if let Some(object) = object {
            let changed = object.default_topic.as_ref().is_some_and(|topic| topic.conf.is_any_explicit());
            object.conf.note_default_topic_replaced(changed);
            object.default_topic = topic;
        }
    });
}

/// Returns the configuration of topics that are made without one of their own, or NULL. It
/// stays with `conf` and may be changed; it is valid until it is replaced or `conf` is destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_get_default_topic_conf(
    conf: *mut rd_kafka_conf_t,
) -> *mut rd_kafka_topic_conf_t {
    guard("rd_kafka_conf_get_default_topic_conf", ptr::null_mut(), || {
        // SAFETY: as the caller promises.
        let topic = unsafe { own::borrow_mut(conf) }.and_then(|object| object.default_topic.as_deref_mut());
        topic.map_or(ptr::null_mut(), |topic| ptr::from_mut(topic).cast())
    })
}

/// What a C function wrote into an error buffer.
pub(super) fn buffer_text(buffer: &[u8]) -> String {
    CStr::from_bytes_until_nul(buffer)
        .map_or_else(|_| String::new(), |text| text.to_string_lossy().into_owned())
}
