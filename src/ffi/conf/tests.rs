//! Tests of what only the C interface has: errors in buffers, pointers, ownership,
//! interceptors, plug-ins. The values themselves are tested in `crate::conf`.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr;

use super::api::*;
use super::callbacks::*;
use super::dump::*;
use super::interceptors::*;
use crate::error::ErrorCode;
use crate::ffi::topic_conf::*;
use crate::ffi::types::rd_kafka_conf_res_t::*;
use crate::ffi::types::{ConfRes, RespErr, rd_kafka_conf_t, rd_kafka_topic_conf_t};

/// A configuration object that is destroyed at the end of a test.
struct Owned(*mut rd_kafka_conf_t);

impl Owned {
    fn new() -> Owned {
        Owned(rd_kafka_conf_new())
    }

    /// Sets a property with an error buffer that is full of rubbish before.
    fn set(&self, name: &str, value: Option<&str>) -> (ConfRes, String) {
        let (name, value) = (CString::new(name).unwrap(), value.map(|value| CString::new(value).unwrap()));
        let value = value.as_ref().map_or(ptr::null(), |value| value.as_ptr());
        let mut errstr = [b'#' as c_char; 256];
        // SAFETY: the object is alive, the strings end with NUL, the buffer has its size.
        unsafe {
            let result = rd_kafka_conf_set(self.0, name.as_ptr(), value, errstr.as_mut_ptr(), errstr.len());
            (result, CStr::from_ptr(errstr.as_ptr()).to_str().unwrap().to_owned())
        }
    }

    fn get(&self, name: &CStr) -> Option<String> {
        let mut size = 0;
        // SAFETY: the object is alive; with a NULL buffer only the size is written.
        if unsafe { rd_kafka_conf_get(self.0, name.as_ptr(), ptr::null_mut(), &mut size) } != RD_KAFKA_CONF_OK
        {
            return None;
        }
        let mut value = vec![0u8; size];
        // SAFETY: the buffer has the size that was asked for.
        let result =
            unsafe { rd_kafka_conf_get(self.0, name.as_ptr(), value.as_mut_ptr().cast(), &mut size) };
        assert_eq!((result, size), (RD_KAFKA_CONF_OK.into(), value.len()));
        Some(CStr::from_bytes_with_nul(&value).unwrap().to_str().unwrap().to_owned())
    }

    fn dump(&self) -> Vec<String> {
        let mut count = 0;
        // SAFETY: the object is alive; the list has `count` texts until it is freed.
        unsafe {
            let list = rd_kafka_conf_dump(self.0, &mut count);
            let texts =
                (0..count).map(|i| CStr::from_ptr(*list.add(i)).to_str().unwrap().to_owned()).collect();
            rd_kafka_conf_dump_free(list, count);
            texts
        }
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: the object is ours and not used again.
        unsafe { rd_kafka_conf_destroy(self.0) };
    }
}

fn ok() -> (ConfRes, String) {
    (RD_KAFKA_CONF_OK.into(), String::new())
}

/// Success leaves an empty error text, for topic properties on the client's object too.
#[test]
fn h01_success_has_an_empty_error_text() {
    let conf = Owned::new();
    assert_eq!(conf.set("auto.offset.reset", Some("earliest")), ok());
    assert_eq!(conf.get(c"auto.offset.reset").as_deref(), Some("smallest"));
    assert_eq!(conf.set("topic.acks", Some("all")), ok());
    assert_eq!(conf.get(c"acks").as_deref(), Some("-1"));
    assert_eq!(conf.set("client.id", None), ok());
}

#[test]
fn h16_unknown_names_get_a_suggestion() {
    let conf = Owned::new();
    let (result, text) = conf.set("bootstrap.server", Some("x"));
    assert_eq!(result, RD_KAFKA_CONF_UNKNOWN);
    assert!(text.ends_with("did you mean \"bootstrap.servers\"?"), "{text}");
    let (result, text) = conf.set("debug", Some("broker,foo"));
    assert_eq!((result, conf.get(c"debug").as_deref()), (RD_KAFKA_CONF_INVALID.into(), Some("")));
    assert_eq!(text, "Invalid value \"foo\" for configuration property \"debug\"");
}

#[test]
fn values_are_cut_to_the_buffer() {
    let conf = Owned::new();
    assert_eq!(conf.set("client.id", Some("abcdef")), ok());
    let mut buffer = [b'#'; 8];
    let mut size = 4;
    // SAFETY: the buffer has more than the 4 bytes that are announced.
    let result =
        unsafe { rd_kafka_conf_get(conf.0, c"client.id".as_ptr(), buffer.as_mut_ptr().cast(), &mut size) };
    assert_eq!((result, size, &buffer[..5]), (RD_KAFKA_CONF_OK.into(), 7, &b"abc\0#"[..]));
    assert_eq!(conf.get(c"group.id"), None);
    assert_eq!(conf.get(c"nosuch"), None);
}

#[test]
fn null_arguments_do_no_harm() {
    let conf = Owned::new();
    // SAFETY: NULL is what is tested.
    unsafe {
        let null = ptr::null_mut();
        assert_eq!(
            rd_kafka_conf_set(null, c"acks".as_ptr(), c"1".as_ptr(), null.cast(), 9),
            RD_KAFKA_CONF_INVALID
        );
        assert_eq!(
            rd_kafka_conf_set(conf.0, ptr::null(), c"1".as_ptr(), null.cast(), 0),
            RD_KAFKA_CONF_UNKNOWN
        );
        assert_eq!(
            rd_kafka_conf_get(conf.0, ptr::null(), null.cast(), ptr::null_mut()),
            RD_KAFKA_CONF_UNKNOWN
        );
        assert!(rd_kafka_conf_dup(ptr::null()).is_null());
        rd_kafka_conf_destroy(ptr::null_mut());
        rd_kafka_conf_dump_free(ptr::null_mut(), 3);
        rd_kafka_conf_set_opaque(ptr::null_mut(), ptr::null_mut());
        rd_kafka_conf_set_default_topic_conf(ptr::null_mut(), ptr::null_mut());
        rd_kafka_conf_properties_show(ptr::null_mut());
        rd_kafka_topic_conf_destroy(ptr::null_mut());
        assert!(rd_kafka_topic_conf_dup(ptr::null()).is_null());
    }
    let latin1 = CString::new(vec![0xe9]).unwrap();
    // SAFETY: all strings end with NUL.
    let result =
        unsafe { rd_kafka_conf_set(conf.0, c"client.id".as_ptr(), latin1.as_ptr(), ptr::null_mut(), 0) };
    assert_eq!(result, RD_KAFKA_CONF_INVALID);
}

unsafe extern "C" fn stats(
    _: *mut crate::ffi::types::rd_kafka_t,
    _: *mut c_char,
    _: usize,
    _: *mut c_void,
) -> c_int {
    0
}

#[test]
fn pointers_read_back_and_are_copied() {
    let conf = Owned::new();
    let mut target = 0u8;
    let opaque: *mut c_void = (&raw mut target).cast();
    assert_eq!(conf.get(c"stats_cb"), None);
    assert!(
        conf.get(c"log_cb").is_some() && conf.get(c"socket_cb").is_some() && conf.get(c"open_cb").is_some()
    );
    // SAFETY: the object is alive.
    let copy = unsafe {
        rd_kafka_conf_set_stats_cb(conf.0, Some(stats));
        rd_kafka_conf_set_opaque(conf.0, opaque);
        rd_kafka_conf_set_log_cb(conf.0, None);
        rd_kafka_conf_set_socket_cb(conf.0, None);
        rd_kafka_conf_set_events(conf.0, 0x42);
        Owned(rd_kafka_conf_dup(conf.0))
    };
    for object in [&conf, &copy] {
        assert_eq!(object.get(c"stats_cb"), Some(format!("{:p}", stats as *const c_void)));
        assert_eq!(object.get(c"opaque"), Some(format!("{opaque:p}")));
        assert_eq!(object.get(c"log_cb"), None);
        assert!(object.get(c"socket_cb").is_some());
        assert_eq!(object.get(c"enabled_events").as_deref(), Some("66"));
    }
    assert_eq!(copy.dump(), conf.dump());
    let mut filter = [c"stats".as_ptr(), c"opa".as_ptr()];
    // SAFETY: the object is alive, the filter has two strings.
    let copy = unsafe { Owned(rd_kafka_conf_dup_filter(conf.0, 2, filter.as_mut_ptr())) };
    assert_eq!((copy.get(c"stats_cb"), copy.get(c"opaque")), (None, None));
}

fn topic_get(topic: *const rd_kafka_topic_conf_t, name: &CStr) -> String {
    let mut buffer = [0 as c_char; 64];
    let mut size = buffer.len();
    // SAFETY: the object is alive, the buffer has its size.
    unsafe {
        assert_eq!(
            rd_kafka_topic_conf_get(topic, name.as_ptr(), buffer.as_mut_ptr(), &mut size),
            RD_KAFKA_CONF_OK
        );
        CStr::from_ptr(buffer.as_ptr()).to_str().unwrap().to_owned()
    }
}

/// The default topic configuration appears by itself, is returned live, and can be replaced.
#[test]
fn default_topic_conf() {
    let conf = Owned::new();
    // SAFETY: all objects are alive; `topic` is given away once.
    unsafe {
        assert!(rd_kafka_conf_get_default_topic_conf(conf.0).is_null());
        assert_eq!(conf.set("acks", Some("1")), ok());
        let live = rd_kafka_conf_get_default_topic_conf(conf.0);
        assert_eq!(topic_get(live, c"request.required.acks"), "1");
        assert_eq!(conf.get(c"default_topic_conf"), Some(format!("{live:p}")));
        let set = rd_kafka_topic_conf_set(live, c"acks".as_ptr(), c"2".as_ptr(), ptr::null_mut(), 0);
        assert_eq!(set, RD_KAFKA_CONF_OK);
        assert_eq!(conf.get(c"acks").as_deref(), Some("2"));

        let topic = rd_kafka_topic_conf_new();
        rd_kafka_topic_conf_set_opaque(topic, topic.cast());
        let copy = rd_kafka_topic_conf_dup(topic);
        assert_eq!(topic_get(copy, c"opaque"), format!("{topic:p}"));
        rd_kafka_topic_conf_destroy(copy);
        rd_kafka_conf_set_default_topic_conf(conf.0, topic);
        assert_eq!(rd_kafka_conf_get_default_topic_conf(conf.0), topic);
        assert_eq!(conf.get(c"acks").as_deref(), Some("-1"));
        rd_kafka_conf_set_default_topic_conf(conf.0, ptr::null_mut());
        assert_eq!(conf.get(c"acks"), None);
    }
}

thread_local! {
    /// What the interceptors of this thread's test saw.
    static SEEN: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn saw(what: String) {
    SEEN.with_borrow_mut(|seen| seen.push(what));
}

fn seen() -> Vec<String> {
    SEEN.take()
}

unsafe extern "C" fn on_set(
    conf: *mut rd_kafka_conf_t,
    name: *const c_char,
    value: *const c_char,
    errstr: *mut c_char,
    errstr_size: usize,
    _: *mut c_void,
) -> ConfRes {
    // SAFETY: an interceptor gets C strings, or NULL as value.
    let (name, value) = unsafe { (crate::ffi::cstr::lossy(name), crate::ffi::cstr::lossy(value)) };
    let name = name.unwrap();
    saw(format!("set {name}={}", value.as_deref().unwrap_or("(null)")));
    match name.as_str() {
        "mine" => RD_KAFKA_CONF_OK.into(),
        "wrong" => {
            // SAFETY: the buffer has its size.
            unsafe { crate::ffi::cstr::ErrStr::new(errstr, errstr_size) }.write("wrong by all means");
            RD_KAFKA_CONF_INVALID.into()
        }
        "both" => {
            // SAFETY: an interceptor may set properties of the object.
            unsafe { rd_kafka_conf_set(conf, c"client.id".as_ptr(), c"inner".as_ptr(), errstr, errstr_size) }
        }
        _ => RD_KAFKA_CONF_UNKNOWN.into(),
    }
}

unsafe extern "C" fn on_dup(
    new: *mut rd_kafka_conf_t,
    _: *const rd_kafka_conf_t,
    filter_cnt: usize,
    _: *mut *const c_char,
    _: *mut c_void,
) -> RespErr {
    saw(format!("dup {filter_cnt}"));
    // SAFETY: the new object is alive.
    unsafe { rd_kafka_conf_interceptor_add_on_conf_set(new, c"ic".as_ptr(), Some(on_set), ptr::null_mut()) }
}

unsafe extern "C" fn on_destroy(_: *mut c_void) -> RespErr {
    saw("destroy".to_owned());
    RespErr::NO_ERROR
}

fn code(code: ErrorCode) -> RespErr {
    code.into()
}

#[test]
fn interceptors_see_take_and_refuse_properties() {
    let conf = Owned::new();
    let (ic, none) = (c"ic".as_ptr(), ptr::null_mut());
    assert_eq!(conf.set("client.id", Some("early")), ok());
    // SAFETY: the object is alive.
    unsafe {
        assert_eq!(
            rd_kafka_conf_interceptor_add_on_conf_set(conf.0, ic, Some(on_set), none),
            RespErr::NO_ERROR
        );
        let again = rd_kafka_conf_interceptor_add_on_conf_set(conf.0, ic, Some(on_set), none);
        assert_eq!(again, code(ErrorCode::LOCAL_CONFLICT));
        assert_eq!(
            rd_kafka_conf_interceptor_add_on_conf_dup(conf.0, ic, Some(on_dup), none),
            RespErr::NO_ERROR
        );
        for _ in 0..2 {
            let added = rd_kafka_conf_interceptor_add_on_conf_destroy(conf.0, ic, Some(on_destroy), none);
            assert_eq!(added, RespErr::NO_ERROR);
        }
        let invalid = code(ErrorCode::LOCAL_INVALID_ARG);
        assert_eq!(rd_kafka_conf_interceptor_add_on_new(conf.0, ic, None, none), invalid);
        assert_eq!(
            rd_kafka_conf_interceptor_add_on_conf_set(conf.0, ptr::null(), Some(on_set), none),
            invalid
        );
    }
    assert_eq!(conf.set("mine", Some("1")), ok());
    assert_eq!(conf.set("wrong", None), (RD_KAFKA_CONF_INVALID.into(), "wrong by all means".to_owned()));
    assert_eq!(conf.set("linger.ms", Some("7")), ok());
    assert_eq!(conf.set("both", Some("x")), ok());
    assert_eq!(conf.get(c"client.id").as_deref(), Some("inner"));
    assert_eq!(conf.get(c"mine"), None);
    assert_eq!(
        seen(),
        ["set mine=1", "set wrong=(null)", "set linger.ms=7", "set both=x", "set client.id=inner"]
    );

    let mut filter = [c"client".as_ptr()];
    // SAFETY: the object is alive, the filter has one string.
    let copy = unsafe { Owned(rd_kafka_conf_dup_filter(conf.0, 1, filter.as_mut_ptr())) };
    // "both" sets client.id on the copy as it did on the original.
    assert_eq!(
        seen(),
        ["dup 1", "set mine=1", "set both=x", "set client.id=inner", "set queue.buffering.max.ms=7"]
    );
    drop(copy);
    assert_eq!(seen(), Vec::<String>::new());
    drop(conf);
    assert_eq!(seen(), ["destroy", "destroy"]);
}

#[test]
fn plugins_that_do_not_load() {
    let conf = Owned::new();
    let (result, text) = conf.set("plugin.library.paths", Some("/no/such/plugin"));
    assert_eq!(result, RD_KAFKA_CONF_INVALID);
    assert!(text.starts_with("dlopen() failed: /no/such/plugin.so: "), "{text}");
    assert!(text.ends_with(" (plugin /no/such/plugin)"), "{text}");
    let (result, text) = conf.set("plugin.library.paths", Some("libc.so.6;"));
    assert_eq!(result, RD_KAFKA_CONF_INVALID);
    assert!(text.starts_with("Failed to load symbol \"conf_init\": "), "{text}");
    assert_eq!(conf.get(c"plugin.library.paths"), None);
    assert_eq!(conf.set("plugin.library.paths", Some("")), ok());
    assert_eq!(conf.set("plugin.library.paths", None), ok());
}
