//! Function types of the C interface. In the headers they stand as function types
//! (`rd_kafka_..._t *cb` is the pointer), in Rust as nullable pointers.

use std::ffi::{c_char, c_int, c_void};

use super::{ConfRes, RespErr, ThreadType};
use super::{rd_kafka_conf_t, rd_kafka_message_t, rd_kafka_t, rd_kafka_topic_partition_list_t};

/// Entry function of a plug-in, named `conf_init`: called when `plugin.library.paths` names
/// its library. `*plug_opaquep` is the plug-in's to set. A return value other than 0
/// makes the property fail with the text in `errstr`.
pub type rd_kafka_plugin_f_conf_init_t = Option<
    unsafe extern "C" fn(
        conf: *mut rd_kafka_conf_t,
        plug_opaquep: *mut *mut c_void,
        errstr: *mut c_char,
        errstr_size: usize,
    ) -> RespErr,
>;

/// A property is about to be set. `RD_KAFKA_CONF_OK`: the interceptor took it;
/// `RD_KAFKA_CONF_UNKNOWN`: it is not one of the interceptor's; `RD_KAFKA_CONF_INVALID`: it
/// is, but the value is wrong.
pub type rd_kafka_interceptor_f_on_conf_set_t = Option<
    unsafe extern "C" fn(
        conf: *mut rd_kafka_conf_t,
        name: *const c_char,
        val: *const c_char,
        errstr: *mut c_char,
        errstr_size: usize,
        ic_opaque: *mut c_void,
    ) -> ConfRes,
>;

/// A configuration was duplicated. Interceptors are not copied by themselves: this is
/// where one adds itself to the new object. `filter` names the properties left out.
pub type rd_kafka_interceptor_f_on_conf_dup_t = Option<
    unsafe extern "C" fn(
        new_conf: *mut rd_kafka_conf_t,
        old_conf: *const rd_kafka_conf_t,
        filter_cnt: usize,
        filter: *mut *const c_char,
        ic_opaque: *mut c_void,
    ) -> RespErr,
>;

/// A configuration is destroyed.
pub type rd_kafka_interceptor_f_on_conf_destroy_t =
    Option<unsafe extern "C" fn(ic_opaque: *mut c_void) -> RespErr>;

/// A handle was made, and its threads have not started: the place to add the other
/// interceptors. Called once per handle.
pub type rd_kafka_interceptor_f_on_new_t = Option<
    unsafe extern "C" fn(
        rk: *mut rd_kafka_t,
        conf: *const rd_kafka_conf_t,
        ic_opaque: *mut c_void,
        errstr: *mut c_char,
        errstr_size: usize,
    ) -> RespErr,
>;

/// A handle is destroyed.
pub type rd_kafka_interceptor_f_on_destroy_t =
    Option<unsafe extern "C" fn(rk: *mut rd_kafka_t, ic_opaque: *mut c_void) -> RespErr>;

/// A message was accepted and is not partitioned yet. Called in the thread that produces.
pub type rd_kafka_interceptor_f_on_send_t = Option<
    unsafe extern "C" fn(
        rk: *mut rd_kafka_t,
        rkmessage: *mut rd_kafka_message_t,
        ic_opaque: *mut c_void,
    ) -> RespErr,
>;

/// A message was delivered or failed, right before its report.
pub type rd_kafka_interceptor_f_on_acknowledgement_t = Option<
    unsafe extern "C" fn(
        rk: *mut rd_kafka_t,
        rkmessage: *mut rd_kafka_message_t,
        ic_opaque: *mut c_void,
    ) -> RespErr,
>;

/// A message is about to be handed to the application.
pub type rd_kafka_interceptor_f_on_consume_t = Option<
    unsafe extern "C" fn(
        rk: *mut rd_kafka_t,
        rkmessage: *mut rd_kafka_message_t,
        ic_opaque: *mut c_void,
    ) -> RespErr,
>;

/// Offsets were committed, or could not be.
pub type rd_kafka_interceptor_f_on_commit_t = Option<
    unsafe extern "C" fn(
        rk: *mut rd_kafka_t,
        offsets: *const rd_kafka_topic_partition_list_t,
        err: RespErr,
        ic_opaque: *mut c_void,
    ) -> RespErr,
>;

/// A request was written to a broker's socket; `size` counts bytes with the length field.
/// Called in an internal thread, as are the rest.
pub type rd_kafka_interceptor_f_on_request_sent_t = Option<
    unsafe extern "C" fn(
        rk: *mut rd_kafka_t,
        sockfd: c_int,
        brokername: *const c_char,
        brokerid: i32,
        ApiKey: i16,
        ApiVersion: i16,
        CorrId: i32,
        size: usize,
        ic_opaque: *mut c_void,
    ) -> RespErr,
>;

/// A response was received, or its request failed (`err`); `rtt` is in microseconds, -1 if
/// not known.
pub type rd_kafka_interceptor_f_on_response_received_t = Option<
    unsafe extern "C" fn(
        rk: *mut rd_kafka_t,
        sockfd: c_int,
        brokername: *const c_char,
        brokerid: i32,
        ApiKey: i16,
        ApiVersion: i16,
        CorrId: i32,
        size: usize,
        rtt: i64,
        err: RespErr,
        ic_opaque: *mut c_void,
    ) -> RespErr,
>;

/// An internal thread started; called in that thread.
pub type rd_kafka_interceptor_f_on_thread_start_t = Option<
    unsafe extern "C" fn(
        rk: *mut rd_kafka_t,
        thread_type: ThreadType,
        thread_name: *const c_char,
        ic_opaque: *mut c_void,
    ) -> RespErr,
>;

/// An internal thread ends; called in that thread.
pub type rd_kafka_interceptor_f_on_thread_exit_t = Option<
    unsafe extern "C" fn(
        rk: *mut rd_kafka_t,
        thread_type: ThreadType,
        thread_name: *const c_char,
        ic_opaque: *mut c_void,
    ) -> RespErr,
>;

/// The connection to a broker changed its state.
pub type rd_kafka_interceptor_f_on_broker_state_change_t = Option<
    unsafe extern "C" fn(
        rk: *mut rd_kafka_t,
        broker_id: i32,
        secproto: *const c_char,
        name: *const c_char,
        port: c_int,
        state: *const c_char,
        ic_opaque: *mut c_void,
    ) -> RespErr,
>;
