//! Types of the callbacks that a configuration object holds.

use std::ffi::{c_char, c_int, c_void};

use libc::{addrinfo, mode_t, sockaddr};

use crate::ffi::types::{
    RespErr, rd_kafka_event_t, rd_kafka_message_t, rd_kafka_t, rd_kafka_topic_partition_list_t,
};

/// Property `dr_cb`.
pub type DrCb = unsafe extern "C" fn(*mut rd_kafka_t, *mut c_void, usize, RespErr, *mut c_void, *mut c_void);

/// Property `dr_msg_cb`.
pub type DrMsgCb = unsafe extern "C" fn(*mut rd_kafka_t, *const rd_kafka_message_t, *mut c_void);

/// Property `consume_cb`.
pub type ConsumeCb = unsafe extern "C" fn(*mut rd_kafka_message_t, *mut c_void);

/// Property `rebalance_cb`.
pub type RebalanceCb =
    unsafe extern "C" fn(*mut rd_kafka_t, RespErr, *mut rd_kafka_topic_partition_list_t, *mut c_void);

/// Property `offset_commit_cb`.
pub type OffsetCommitCb =
    unsafe extern "C" fn(*mut rd_kafka_t, RespErr, *mut rd_kafka_topic_partition_list_t, *mut c_void);

/// Property `error_cb`.
pub type ErrorCb = unsafe extern "C" fn(*mut rd_kafka_t, c_int, *const c_char, *mut c_void);

/// Property `throttle_cb`.
pub type ThrottleCb = unsafe extern "C" fn(*mut rd_kafka_t, *const c_char, i32, c_int, *mut c_void);

/// Property `log_cb`.
pub type LogCb = unsafe extern "C" fn(*const rd_kafka_t, c_int, *const c_char, *const c_char);

/// Property `stats_cb`.
pub type StatsCb = unsafe extern "C" fn(*mut rd_kafka_t, *mut c_char, usize, *mut c_void) -> c_int;

/// Property `background_event_cb`.
pub type BackgroundEventCb = unsafe extern "C" fn(*mut rd_kafka_t, *mut rd_kafka_event_t, *mut c_void);

/// Property `socket_cb`.
pub type SocketCb = unsafe extern "C" fn(c_int, c_int, c_int, *mut c_void) -> c_int;

/// Property `connect_cb`.
pub type ConnectCb = unsafe extern "C" fn(c_int, *const sockaddr, c_int, *const c_char, *mut c_void) -> c_int;

/// Property `closesocket_cb`.
pub type ClosesocketCb = unsafe extern "C" fn(c_int, *mut c_void) -> c_int;

/// Property `open_cb`.
pub type OpenCb = unsafe extern "C" fn(*const c_char, c_int, mode_t, *mut c_void) -> c_int;

/// Property `resolve_cb`.
pub type ResolveCb = unsafe extern "C" fn(
    *const c_char,
    *const c_char,
    *const addrinfo,
    *mut *mut addrinfo,
    *mut c_void,
) -> c_int;
