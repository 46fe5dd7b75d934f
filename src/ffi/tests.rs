//! The C interface from Rust: what C programs can not provoke.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicI32, Ordering};

use super::conf::api::{rd_kafka_conf_destroy, rd_kafka_conf_new, rd_kafka_conf_set};
use super::conf::callbacks::{rd_kafka_conf_set_dr_msg_cb, rd_kafka_conf_set_log_cb};
use super::error::{rd_kafka_fatal_error, rd_kafka_last_error};
use super::guard::guard_handle;
use super::handle::*;
use super::producer::{rd_kafka_flush, rd_kafka_produce};
use super::topic::{rd_kafka_topic_destroy, rd_kafka_topic_new};
use super::types::rd_kafka_conf_res_t::RD_KAFKA_CONF_OK;
use super::types::rd_kafka_type_t::{RD_KAFKA_CONSUMER, RD_KAFKA_PRODUCER};
use super::types::*;
use crate::error::ErrorCode;

static EMERGENCIES: AtomicI32 = AtomicI32::new(0);

unsafe extern "C" fn count_emergencies(
    _rk: *const rd_kafka_t,
    level: c_int,
    _fac: *const c_char,
    _buf: *const c_char,
) {
    if level == 0 {
        EMERGENCIES.fetch_add(1, Ordering::Relaxed);
    }
}

/// Counts reports in the integer that is the handle's opaque of the message.
unsafe extern "C" fn count_failures(
    _rk: *mut rd_kafka_t,
    message: *const rd_kafka_message_t,
    _opaque: *mut c_void,
) {
    // SAFETY: the tests pass the address of a counter with each message.
    unsafe {
        assert_eq!((*message).err.code(), ErrorCode::LOCAL_PURGE_QUEUE);
        (*(*message)._private.cast::<AtomicI32>()).fetch_add(1, Ordering::Relaxed);
    }
}

/// A configuration for a client without brokers.
unsafe fn conf() -> *mut rd_kafka_conf_t {
    // SAFETY: the strings are zero-ended, the object is fresh.
    unsafe {
        let conf = rd_kafka_conf_new();
        let (name, value) = (c"bootstrap.servers".as_ptr(), c"127.0.0.1:1".as_ptr());
        assert!(rd_kafka_conf_set(conf, name, value, null_mut(), 0) == RD_KAFKA_CONF_OK);
        rd_kafka_conf_set_log_cb(conf, Some(count_emergencies));
        conf
    }
}

#[test]
fn a_panic_makes_the_handle_fatal_and_fails_what_is_outstanding() {
    let reports = AtomicI32::new(0);
    // SAFETY: pointers are used as the interface says.
    unsafe {
        let conf = conf();
        rd_kafka_conf_set_dr_msg_cb(conf, Some(count_failures));
        let rk = rd_kafka_new(RD_KAFKA_PRODUCER.into(), conf, null_mut(), 0);
        assert!(!rk.is_null());
        let topic = rd_kafka_topic_new(rk, c"t".as_ptr(), null_mut());
        let opaque: *mut c_void = std::ptr::from_ref(&reports).cast_mut().cast();
        let produce = || rd_kafka_produce(topic, 0, 2, null_mut(), 0, null_mut(), 0, opaque);
        assert_eq!(produce(), 0);
        assert_eq!(guard_handle(rk, "rd_kafka_poll", -7, || -> c_int { panic!("on purpose") }), -7);
        assert_eq!(EMERGENCIES.load(Ordering::Relaxed), 1);
        let mut text = [0; 200];
        assert_ne!(rd_kafka_fatal_error(rk, text.as_mut_ptr(), text.len()).raw(), 0);
        let text = CStr::from_ptr(text.as_ptr()).to_str().unwrap();
        assert!(text.contains("rd_kafka_poll()") && text.contains("on purpose"), "{text}");
        assert_eq!(produce(), -1);
        assert_eq!(rd_kafka_last_error().code(), ErrorCode::LOCAL_FATAL);
        assert_eq!(rd_kafka_flush(rk, 10_000).raw(), 0);
        assert_eq!(reports.load(Ordering::Relaxed), 1);
        rd_kafka_topic_destroy(topic);
        rd_kafka_destroy(rk);
    }
}

#[test]
fn a_failed_new_leaves_the_configuration_to_the_caller() {
    // SAFETY: pointers are used as the interface says.
    unsafe {
        let conf = conf();
        let mut text = [0; 100];
        let unknown = ClientType::from_raw(9);
        assert!(rd_kafka_new(unknown, conf, text.as_mut_ptr(), text.len()).is_null());
        assert!(CStr::from_ptr(text.as_ptr()).to_bytes().starts_with(b"Invalid client type 9"));
        assert_eq!(rd_kafka_last_error().code(), ErrorCode::LOCAL_INVALID_ARG);
        let rk = rd_kafka_new(RD_KAFKA_CONSUMER.into(), conf, null_mut(), 0);
        if rk.is_null() {
            rd_kafka_conf_destroy(conf);
        } else {
            assert!(rd_kafka_type(rk) == RD_KAFKA_CONSUMER);
            rd_kafka_destroy(rk);
        }
    }
}

#[test]
fn a_topic_object_may_outlive_its_handle() {
    // SAFETY: pointers are used as the interface says.
    unsafe {
        let rk = rd_kafka_new(RD_KAFKA_PRODUCER.into(), conf(), null_mut(), 0);
        let topic = rd_kafka_topic_new(rk, c"t".as_ptr(), null_mut());
        rd_kafka_destroy(rk);
        assert_eq!(rd_kafka_produce(topic, 0, 2, null_mut(), 0, null_mut(), 0, null_mut()), -1);
        rd_kafka_topic_destroy(topic);
    }
}

#[test]
fn sizes_that_no_message_can_have_are_refused_unread() {
    let byte = [0u8; 1];
    let start: *mut c_void = byte.as_ptr().cast_mut().cast();
    // SAFETY: pointers are used as the interface says, but for the sizes.
    unsafe {
        let rk = rd_kafka_new(RD_KAFKA_PRODUCER.into(), conf(), null_mut(), 0);
        let topic = rd_kafka_topic_new(rk, c"t".as_ptr(), null_mut());
        for flags in [0, RD_KAFKA_MSG_F_COPY, RD_KAFKA_MSG_F_FREE] {
            let too_large =
                [(usize::MAX, 0), (0, usize::MAX), (isize::MAX as usize + 1, 1), (1 << 40, 1 << 40)];
            for (len, keylen) in too_large {
                assert_eq!(rd_kafka_produce(topic, 0, flags, start, len, start, keylen, null_mut()), -1);
                assert_eq!(rd_kafka_last_error().code(), ErrorCode::MSG_SIZE_TOO_LARGE);
            }
        }
        assert_eq!(rd_kafka_outq_len(rk), 0);
        rd_kafka_topic_destroy(topic);
        rd_kafka_destroy(rk);
    }
}
