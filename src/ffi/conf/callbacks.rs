//! Callbacks of a configuration object.
//!
//! Setters only: who calls the functions, and in which thread, is said with each.

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

use libc::{addrinfo, mode_t, sockaddr};

use super::signatures::*;
use crate::ffi::guard::guard;
use crate::ffi::log::rd_kafka_log_print;
use crate::ffi::own;
use crate::ffi::types::{
    RespErr, rd_kafka_conf_t, rd_kafka_event_t, rd_kafka_message_t, rd_kafka_t,
    rd_kafka_topic_partition_list_t,
};

/// Callbacks and pointers of a client. NULL functions are `None`.
#[derive(Debug, Clone, Copy)]
pub struct Callbacks {
    /// Property `dr_cb`.
    pub dr_cb: Option<DrCb>,
    /// Property `dr_msg_cb`.
    pub dr_msg_cb: Option<DrMsgCb>,
    /// Property `consume_cb`.
    pub consume_cb: Option<ConsumeCb>,
    /// Property `rebalance_cb`.
    pub rebalance_cb: Option<RebalanceCb>,
    /// Property `offset_commit_cb`.
    pub offset_commit_cb: Option<OffsetCommitCb>,
    /// Property `error_cb`.
    pub error_cb: Option<ErrorCb>,
    /// Property `throttle_cb`.
    pub throttle_cb: Option<ThrottleCb>,
    /// Property `log_cb`.
    pub log_cb: Option<LogCb>,
    /// Property `stats_cb`.
    pub stats_cb: Option<StatsCb>,
    /// Property `background_event_cb`.
    pub background_event_cb: Option<BackgroundEventCb>,
    /// Property `socket_cb`.
    pub socket_cb: Option<SocketCb>,
    /// Property `connect_cb`.
    pub connect_cb: Option<ConnectCb>,
    /// Property `closesocket_cb`.
    pub closesocket_cb: Option<ClosesocketCb>,
    /// Property `open_cb`.
    pub open_cb: Option<OpenCb>,
    /// Property `resolve_cb`.
    pub resolve_cb: Option<ResolveCb>,
    /// What callbacks get as `opaque`.
    pub opaque: *mut c_void,
}

impl Default for Callbacks {
    fn default() -> Callbacks {
        Callbacks {
            dr_cb: None,
            dr_msg_cb: None,
            consume_cb: None,
            rebalance_cb: None,
            offset_commit_cb: None,
            error_cb: None,
            throttle_cb: None,
            log_cb: Some(rd_kafka_log_print),
            stats_cb: None,
            background_event_cb: None,
            socket_cb: Some(open_socket),
            connect_cb: None,
            closesocket_cb: None,
            open_cb: Some(open_file),
            resolve_cb: None,
            opaque: ptr::null_mut(),
        }
    }
}

/// The address of a nullable function.
macro_rules! address {
    ($function:expr) => {
        $function.map_or(ptr::null(), |function| function as *const c_void)
    };
}

impl Callbacks {
    /// The pointer that a property holds, NULL for unknown names.
    pub(super) fn pointer(&self, property: &str) -> *const c_void {
        match property {
            "dr_cb" => address!(self.dr_cb),
            "dr_msg_cb" => address!(self.dr_msg_cb),
            "consume_cb" => address!(self.consume_cb),
            "rebalance_cb" => address!(self.rebalance_cb),
            "offset_commit_cb" => address!(self.offset_commit_cb),
            "error_cb" => address!(self.error_cb),
            "throttle_cb" => address!(self.throttle_cb),
            "log_cb" => address!(self.log_cb),
            "stats_cb" => address!(self.stats_cb),
            "background_event_cb" => address!(self.background_event_cb),
            "socket_cb" => address!(self.socket_cb),
            "connect_cb" => address!(self.connect_cb),
            "closesocket_cb" => address!(self.closesocket_cb),
            "open_cb" => address!(self.open_cb),
            "resolve_cb" => address!(self.resolve_cb),
            "opaque" => self.opaque,
            _ => ptr::null(),
        }
    }

    /// A copy with defaults in place of those whose property is `left_out`.
    pub(super) fn without(&self, left_out: impl Fn(&str) -> bool) -> Callbacks {
        let default = Callbacks::default();
        Callbacks {
            dr_cb: if left_out("dr_cb") { default.dr_cb } else { self.dr_cb },
            dr_msg_cb: if left_out("dr_msg_cb") { default.dr_msg_cb } else { self.dr_msg_cb },
            consume_cb: if left_out("consume_cb") { default.consume_cb } else { self.consume_cb },
            rebalance_cb: if left_out("rebalance_cb") { default.rebalance_cb } else { self.rebalance_cb },
            offset_commit_cb: if left_out("offset_commit_cb") {
                default.offset_commit_cb
            } else {
                self.offset_commit_cb
            },
            error_cb: if left_out("error_cb") { default.error_cb } else { self.error_cb },
            throttle_cb: if left_out("throttle_cb") { default.throttle_cb } else { self.throttle_cb },
            log_cb: if left_out("log_cb") { default.log_cb } else { self.log_cb },
            stats_cb: if left_out("stats_cb") { default.stats_cb } else { self.stats_cb },
            background_event_cb: if left_out("background_event_cb") {
                default.background_event_cb
            } else {
                self.background_event_cb
            },
            socket_cb: if left_out("socket_cb") { default.socket_cb } else { self.socket_cb },
            connect_cb: if left_out("connect_cb") { default.connect_cb } else { self.connect_cb },
            closesocket_cb: if left_out("closesocket_cb") {
                default.closesocket_cb
            } else {
                self.closesocket_cb
            },
            open_cb: if left_out("open_cb") { default.open_cb } else { self.open_cb },
            resolve_cb: if left_out("resolve_cb") { default.resolve_cb } else { self.resolve_cb },
            opaque: if left_out("opaque") { default.opaque } else { self.opaque },
        }
    }
}

/// Changes the callbacks of an object and notes that the property was set. NULL does nothing.
///
/// # Safety
/// `conf` is NULL or an object of the caller.
unsafe fn change(conf: *mut rd_kafka_conf_t, property: &str, change: impl FnOnce(&mut Callbacks)) {
    // SAFETY: as the caller promises.
    if let Some(object) = unsafe { own::borrow_mut(conf) } {
        change(&mut object.callbacks);
        object.conf.mark_explicit(property);
    }
}

/// Sets the delivery report callback of the older kind: payload, size, result and the message's
/// own pointer. See `rd_kafka_conf_set_dr_msg_cb()`, which has all about the message and is used
/// alone if both are set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_set_dr_cb(
    conf: *mut rd_kafka_conf_t,
    dr_cb: Option<
        unsafe extern "C" fn(
            rk: *mut rd_kafka_t,
            payload: *mut c_void,
            len: usize,
            err: RespErr,
            opaque: *mut c_void,
            msg_opaque: *mut c_void,
        ),
    >,
) {
    guard("rd_kafka_conf_set_dr_cb", (), || {
        // SAFETY: as the caller promises.
        unsafe { change(conf, "dr_cb", |callbacks| callbacks.dr_cb = dr_cb) }
    });
}

/// Sets the delivery report callback: called once for each message, when it is delivered or has
/// failed for good (`rkmessage->err`). The message is valid during the call.
///
/// Runs in the thread that calls `rd_kafka_poll()` or `rd_kafka_flush()`. NULL removes it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_set_dr_msg_cb(
    conf: *mut rd_kafka_conf_t,
    dr_msg_cb: Option<
        unsafe extern "C" fn(rk: *mut rd_kafka_t, rkmessage: *const rd_kafka_message_t, opaque: *mut c_void),
    >,
) {
    guard("rd_kafka_conf_set_dr_msg_cb", (), || {
        // SAFETY: as the caller promises.
        unsafe { change(conf, "dr_msg_cb", |callbacks| callbacks.dr_msg_cb = dr_msg_cb) }
    });
}

/// Sets the callback that gets consumed messages in `rd_kafka_consumer_poll()`, instead of its
/// return value. The message is valid during the call. Runs in the polling thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_set_consume_cb(
    conf: *mut rd_kafka_conf_t,
    consume_cb: Option<unsafe extern "C" fn(rkmessage: *mut rd_kafka_message_t, opaque: *mut c_void)>,
) {
    guard("rd_kafka_conf_set_consume_cb", (), || {
        // SAFETY: as the caller promises.
        unsafe { change(conf, "consume_cb", |callbacks| callbacks.consume_cb = consume_cb) }
    });
}

/// Sets the callback that applies a group's assignment itself: it must call `rd_kafka_assign()` or
/// its incremental kind. `err` is `RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS` or
/// `RD_KAFKA_RESP_ERR__REVOKE_PARTITIONS`; the list is valid during the call. Runs in the polling
/// thread. Without it the library assigns by itself.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_set_rebalance_cb(
    conf: *mut rd_kafka_conf_t,
    rebalance_cb: Option<
        unsafe extern "C" fn(
            rk: *mut rd_kafka_t,
            err: RespErr,
            partitions: *mut rd_kafka_topic_partition_list_t,
            opaque: *mut c_void,
        ),
    >,
) {
    guard("rd_kafka_conf_set_rebalance_cb", (), || {
        // SAFETY: as the caller promises.
        unsafe { change(conf, "rebalance_cb", |callbacks| callbacks.rebalance_cb = rebalance_cb) }
    });
}

/// Sets the callback that is told the outcome of offset commits: `err` for the request, and one
/// in each element of `offsets`, which is valid during the call. Runs in the polling thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_set_offset_commit_cb(
    conf: *mut rd_kafka_conf_t,
    offset_commit_cb: Option<
        unsafe extern "C" fn(
            rk: *mut rd_kafka_t,
            err: RespErr,
            offsets: *mut rd_kafka_topic_partition_list_t,
            opaque: *mut c_void,
        ),
    >,
) {
    guard("rd_kafka_conf_set_offset_commit_cb", (), || {
        // SAFETY: as the caller promises.
        unsafe { change(conf, "offset_commit_cb", |callbacks| callbacks.offset_commit_cb = offset_commit_cb) }
    });
}

/// Sets the callback for errors of the client as a whole, most of which it recovers from by itself.
/// `err` is a `rd_kafka_resp_err_t`; for `RD_KAFKA_RESP_ERR__FATAL` see `rd_kafka_fatal_error()`.
///
/// Runs in the thread that polls. Without it errors are logged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_set_error_cb(
    conf: *mut rd_kafka_conf_t,
    error_cb: Option<
        unsafe extern "C" fn(rk: *mut rd_kafka_t, err: c_int, reason: *const c_char, opaque: *mut c_void),
    >,
) {
    guard("rd_kafka_conf_set_error_cb", (), || {
        // SAFETY: as the caller promises.
        unsafe { change(conf, "error_cb", |callbacks| callbacks.error_cb = error_cb) }
    });
}

/// Sets the callback that is told when a broker slows the client down for its quota, and when it
/// stops doing so (0 ms). Runs in the thread that polls.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_set_throttle_cb(
    conf: *mut rd_kafka_conf_t,
    throttle_cb: Option<
        unsafe extern "C" fn(
            rk: *mut rd_kafka_t,
            broker_name: *const c_char,
            broker_id: i32,
            throttle_time_ms: c_int,
            opaque: *mut c_void,
        ),
    >,
) {
    guard("rd_kafka_conf_set_throttle_cb", (), || {
        // SAFETY: as the caller promises.
        unsafe { change(conf, "throttle_cb", |callbacks| callbacks.throttle_cb = throttle_cb) }
    });
}

/// Sets the callback for log lines: syslog(3) level, facility, text. The default prints to stderr;
/// NULL drops all lines.
///
/// Runs in internal threads, and in the application's during its calls, unless `log.queue` is set.
/// It must not call the library except for `rd_kafka_name()` and `rd_kafka_opaque()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_set_log_cb(
    conf: *mut rd_kafka_conf_t,
    log_cb: Option<
        unsafe extern "C" fn(rk: *const rd_kafka_t, level: c_int, fac: *const c_char, buf: *const c_char),
    >,
) {
    guard("rd_kafka_conf_set_log_cb", (), || {
        // SAFETY: as the caller promises.
        unsafe { change(conf, "log_cb", |callbacks| callbacks.log_cb = log_cb) }
    });
}

/// Sets the callback for the statistics document, called every `statistics.interval.ms` in the
/// thread that polls. Return 0 for the library to free `json`, 1 to keep it and free() it later.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_set_stats_cb(
    conf: *mut rd_kafka_conf_t,
    stats_cb: Option<
        unsafe extern "C" fn(
            rk: *mut rd_kafka_t,
            json: *mut c_char,
            json_len: usize,
            opaque: *mut c_void,
        ) -> c_int,
    >,
) {
    guard("rd_kafka_conf_set_stats_cb", (), || {
        // SAFETY: as the caller promises.
        unsafe { change(conf, "stats_cb", |callbacks| callbacks.stats_cb = stats_cb) }
    });
}

/// Sets the callback that serves events in a thread of the library: those of the background queue,
/// see `rd_kafka_queue_get_background()`, and of types without a callback of their own that
/// `rd_kafka_conf_set_events()` asks for. It must call `rd_kafka_event_destroy()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_set_background_event_cb(
    conf: *mut rd_kafka_conf_t,
    event_cb: Option<
        unsafe extern "C" fn(rk: *mut rd_kafka_t, rkev: *mut rd_kafka_event_t, opaque: *mut c_void),
    >,
) {
    guard("rd_kafka_conf_set_background_event_cb", (), || {
        // SAFETY: as the caller promises.
        unsafe { change(conf, "background_event_cb", |callbacks| callbacks.background_event_cb = event_cb) }
    });
}

/// Sets the callback that makes sockets: as socket(2), returns a descriptor, or -1 and errno. Should
/// set close-on-exec, as the default (NULL) does. Runs in internal threads.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_set_socket_cb(
    conf: *mut rd_kafka_conf_t,
    socket_cb: Option<
        unsafe extern "C" fn(domain: c_int, r#type: c_int, protocol: c_int, opaque: *mut c_void) -> c_int,
    >,
) {
    guard("rd_kafka_conf_set_socket_cb", (), || {
        // SAFETY: as the caller promises.
        unsafe {
            change(conf, "socket_cb", |callbacks| callbacks.socket_cb = socket_cb.or(Some(open_socket)))
        }
    });
}

/// Sets the callback that connects a socket to a broker, called `id` in logs: returns 0 when it is
/// connected or on its way, else an errno value. The socket does not block. Runs in internal threads.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_set_connect_cb(
    conf: *mut rd_kafka_conf_t,
    connect_cb: Option<
        unsafe extern "C" fn(
            sockfd: c_int,
            addr: *const sockaddr,
            addrlen: c_int,
            id: *const c_char,
            opaque: *mut c_void,
        ) -> c_int,
    >,
) {
    guard("rd_kafka_conf_set_connect_cb", (), || {
        // SAFETY: as the caller promises.
        unsafe { change(conf, "connect_cb", |callbacks| callbacks.connect_cb = connect_cb) }
    });
}

/// Sets the callback that closes the sockets which the socket callback made. Runs in internal threads.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_set_closesocket_cb(
    conf: *mut rd_kafka_conf_t,
    closesocket_cb: Option<unsafe extern "C" fn(sockfd: c_int, opaque: *mut c_void) -> c_int>,
) {
    guard("rd_kafka_conf_set_closesocket_cb", (), || {
        // SAFETY: as the caller promises.
        unsafe { change(conf, "closesocket_cb", |callbacks| callbacks.closesocket_cb = closesocket_cb) }
    });
}

/// Sets the callback that opens files: as open(2), returns a descriptor, or -1 and errno. Should set
/// close-on-exec, as the default (NULL) does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_set_open_cb(
    conf: *mut rd_kafka_conf_t,
    open_cb: Option<
        unsafe extern "C" fn(
            pathname: *const c_char,
            flags: c_int,
            mode: mode_t,
            opaque: *mut c_void,
        ) -> c_int,
    >,
) {
    guard("rd_kafka_conf_set_open_cb", (), || {
        // SAFETY: as the caller promises.
        unsafe { change(conf, "open_cb", |callbacks| callbacks.open_cb = open_cb.or(Some(open_file))) }
    });
}

/// Sets the callback that resolves names: as getaddrinfo(3), returns 0 and `*res`, or an `EAI_` code.
/// A call with `node` NULL frees the `*res` that an earlier one returned.
/// May block; runs in internal threads. NULL is getaddrinfo itself.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_set_resolve_cb(
    conf: *mut rd_kafka_conf_t,
    resolve_cb: Option<
        unsafe extern "C" fn(
            node: *const c_char,
            service: *const c_char,
            hints: *const addrinfo,
            res: *mut *mut addrinfo,
            opaque: *mut c_void,
        ) -> c_int,
    >,
) {
    guard("rd_kafka_conf_set_resolve_cb", (), || {
        // SAFETY: as the caller promises.
        unsafe { change(conf, "resolve_cb", |callbacks| callbacks.resolve_cb = resolve_cb) }
    });
}

/// Sets the pointer that callbacks get as `opaque`, and `rd_kafka_opaque()` returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_set_opaque(conf: *mut rd_kafka_conf_t, opaque: *mut c_void) {
    guard("rd_kafka_conf_set_opaque", (), || {
        // SAFETY: as the caller promises.
        unsafe { change(conf, "opaque", |callbacks| callbacks.opaque = opaque) }
    });
}

/// Chooses the events that the application takes from queues with `rd_kafka_queue_poll()`: bits
/// `RD_KAFKA_EVENT_...`. What has a callback and is not chosen goes to the callback.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_set_events(conf: *mut rd_kafka_conf_t, events: c_int) {
    guard("rd_kafka_conf_set_events", (), || {
        // SAFETY: as the caller promises.
        if let Some(object) = unsafe { own::borrow_mut(conf) } {
            object.conf.enabled_events = events.cast_unsigned();
            object.conf.mark_explicit("enabled_events");
        }
    });
}

/// Default of the socket callback: a socket that other programs do not inherit.
unsafe extern "C" fn open_socket(domain: c_int, kind: c_int, protocol: c_int, _opaque: *mut c_void) -> c_int {
    // SAFETY: no pointers.
    unsafe { libc::socket(domain, kind | libc::SOCK_CLOEXEC, protocol) }
}

/// Default of the open callback: a file that other programs do not inherit.
unsafe extern "C" fn open_file(
    path: *const c_char,
    flags: c_int,
    mode: mode_t,
    _opaque: *mut c_void,
) -> c_int {
    // SAFETY: an open callback gets a C string.
    unsafe { libc::open(path, flags | libc::O_CLOEXEC, mode as libc::c_uint) }
}
