//! Interceptors of a handle.
//!
//! Each function runs on the thread that its type names, without a lock held.

use std::ffi::{CString, c_char, c_int, c_void};
use std::sync::{Arc, PoisonError, RwLock};

use super::conf::Interceptor;
use super::cstr::{self, c_text};
use super::guard::guard_handle;
use super::handle::HandleObject;
use super::own;
use super::types::*;
use crate::base::log::{Level, LogLine};
use crate::broker::{Note, NotedBroker};
use crate::client::ThreadType as ClientThreadType;
use crate::error::ErrorCode;
use crate::ops::BrokerState;

/// Functions of one kind, in the order of adding.
pub struct List<F>(RwLock<Arc<Vec<Interceptor<F>>>>);

impl<F> Default for List<F> {
    fn default() -> List<F> {
        List(RwLock::new(Arc::new(Vec::new())))
    }
}

impl<F: Copy> List<F> {
    fn get(&self) -> Arc<Vec<Interceptor<F>>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn is_empty(&self) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Adds a function; each interceptor has one of a kind.
    fn add(&self, new: Interceptor<F>) -> ErrorCode {
        let mut list = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if list.iter().any(|interceptor| interceptor.name == new.name) {
            return ErrorCode::LOCAL_CONFLICT;
        }
        let mut longer: Vec<Interceptor<F>> = Vec::with_capacity(list.len() + 1);
        longer.extend(list.iter().map(|i| Interceptor {
            name: i.name.clone(),
            function: i.function,
            opaque: i.opaque,
        }));
        longer.push(new);
        *list = Arc::new(longer);
        ErrorCode::NO_ERROR
    }
}

/// All interceptors of a handle.
#[derive(Default)]
pub struct HandleInterceptors {
    on_destroy: List<rd_kafka_interceptor_f_on_destroy_t>,
    on_send: List<rd_kafka_interceptor_f_on_send_t>,
    on_acknowledgement: List<rd_kafka_interceptor_f_on_acknowledgement_t>,
    on_consume: List<rd_kafka_interceptor_f_on_consume_t>,
    on_commit: List<rd_kafka_interceptor_f_on_commit_t>,
    on_request_sent: List<rd_kafka_interceptor_f_on_request_sent_t>,
    on_response_received: List<rd_kafka_interceptor_f_on_response_received_t>,
    on_thread_start: List<rd_kafka_interceptor_f_on_thread_start_t>,
    on_thread_exit: List<rd_kafka_interceptor_f_on_thread_exit_t>,
    on_broker_state_change: List<rd_kafka_interceptor_f_on_broker_state_change_t>,
}

/// The `on_acknowledgement` functions, to be run for many messages.
pub struct Acknowledgements(Arc<Vec<Interceptor<rd_kafka_interceptor_f_on_acknowledgement_t>>>);

impl Acknowledgements {
    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Runs them for one message.
    pub(super) fn run(&self, rk: *mut rd_kafka_t, message: *mut rd_kafka_message_t) {
        for interceptor in self.0.iter() {
            if let Some(function) = interceptor.function {
                // SAFETY: the function was given for this; handle and message are alive.
                let err = unsafe { function(rk, message, interceptor.opaque) };
                log_failure(rk, interceptor, "on_acknowledgement", err);
            }
        }
    }
}

/// Says that an interceptor failed: nothing else depends on it.
fn log_failure<F>(rk: *mut rd_kafka_t, interceptor: &Interceptor<F>, function: &str, err: RespErr) {
    if err == RespErr::NO_ERROR {
        return;
    }
    // SAFETY: interceptors run for a live handle.
    if let Some(handle) = unsafe { own::borrow(rk.cast_const()) } {
        let text = format!("Interceptor {} failed {function}: {}", interceptor.name, err.code());
        handle.write_log(&LogLine::new(Level::Warning, "ICFAIL", text));
    }
}

impl HandleInterceptors {
    /// The `on_acknowledgement` functions.
    pub fn on_acknowledgement(&self) -> Acknowledgements {
        Acknowledgements(self.on_acknowledgement.get())
    }

    /// True if there is an `on_send` function.
    pub fn has_on_send(&self) -> bool {
        !self.on_send.is_empty()
    }

    /// True if broker notes are of interest.
    pub fn wants_notes(&self) -> bool {
        !self.on_request_sent.is_empty()
            || !self.on_response_received.is_empty()
            || !self.on_broker_state_change.is_empty()
    }

    /// Runs the `on_send` functions for a message that is about to be queued.
    pub(super) fn run_on_send(&self, rk: *mut rd_kafka_t, message: *mut rd_kafka_message_t) {
        for interceptor in self.on_send.get().iter() {
            if let Some(function) = interceptor.function {
                // SAFETY: the function was given for this; handle and message are alive.
                let err = unsafe { function(rk, message, interceptor.opaque) };
                log_failure(rk, interceptor, "on_send", err);
            }
        }
    }

    /// Runs the `on_destroy` functions.
    pub(super) fn run_on_destroy(&self, rk: *mut rd_kafka_t) {
        for interceptor in self.on_destroy.get().iter() {
            if let Some(function) = interceptor.function {
                // SAFETY: the function was given for this; the handle is alive.
                let err = unsafe { function(rk, interceptor.opaque) };
                log_failure(rk, interceptor, "on_destroy", err);
            }
        }
    }

    /// Runs the functions for the start or the end of the calling internal thread.
    pub(super) fn run_on_thread(
        &self,
        rk: *mut rd_kafka_t,
        starts: bool,
        kind: ClientThreadType,
        name: &str,
    ) {
        let kind = ThreadType::from_raw(kind as c_int);
        let c_name = c_text(name);
        let (list, what) = if starts {
            (self.on_thread_start.get(), "on_thread_start")
        } else {
            (self.on_thread_exit.get(), "on_thread_exit")
        };
        for interceptor in list.iter() {
            if let Some(function) = interceptor.function {
                // SAFETY: the function was given for this; the handle is alive.
                let err = unsafe { function(rk, kind, c_name.as_ptr(), interceptor.opaque) };
                log_failure(rk, interceptor, what, err);
            }
        }
    }

    /// Runs the functions that a note of a broker is for.
    pub(super) fn run_on_note(
        &self,
        rk: *mut rd_kafka_t,
        secproto: &str,
        broker: NotedBroker<'_>,
        note: &Note,
    ) {
        let name = c_text(broker.name);
        match note {
            Note::RequestSent(request) => {
                for interceptor in self.on_request_sent.get().iter() {
                    let Some(function) = interceptor.function else { continue };
                    // SAFETY: the function was given for this; the handle is alive.
                    let err = unsafe {
                        function(
                            rk,
                            broker.socket,
                            name.as_ptr(),
                            broker.node_id,
                            request.api.0,
                            request.version,
                            request.correlation_id,
                            request.size,
                            interceptor.opaque,
                        )
                    };
                    log_failure(rk, interceptor, "on_request_sent", err);
                }
            }
            Note::ResponseReceived { request, rtt_us, error } => {
                for interceptor in self.on_response_received.get().iter() {
                    let Some(function) = interceptor.function else { continue };
                    // SAFETY: the function was given for this; the handle is alive.
                    let err = unsafe {
                        function(
                            rk,
                            broker.socket,
                            name.as_ptr(),
                            broker.node_id,
                            request.api.0,
                            request.version,
                            request.correlation_id,
                            request.size,
                            *rtt_us,
                            (*error).into(),
                            interceptor.opaque,
                        )
                    };
                    log_failure(rk, interceptor, "on_response_received", err);
                }
            }
            Note::State(state) => self.run_on_state(rk, secproto, broker, *state),
        }
    }

    fn run_on_state(&self, rk: *mut rd_kafka_t, secproto: &str, broker: NotedBroker<'_>, state: BrokerState) {
        let list = self.on_broker_state_change.get();
        if list.is_empty() {
            return;
        }
        // `host:port/id`; the address alone is wanted.
        let address = broker.name.rsplit_once('/').map_or(broker.name, |(address, _)| address);
        let (host, port) = address.rsplit_once(':').unwrap_or((address, "0"));
        let (host, secproto, state): (CString, CString, CString) =
            (c_text(host), c_text(secproto), c_text(state.name()));
        for interceptor in list.iter() {
            let Some(function) = interceptor.function else { continue };
            // SAFETY: the function was given for this; the handle is alive.
            let err = unsafe {
                function(
                    rk,
                    broker.node_id,
                    secproto.as_ptr(),
                    host.as_ptr(),
                    port.parse().unwrap_or(0),
                    state.as_ptr(),
                    interceptor.opaque,
                )
            };
            log_failure(rk, interceptor, "on_broker_state_change", err);
        }
    }
}

/// Runs the `on_new` functions of the configuration for a new handle.
pub(super) fn run_on_new(
    handle: &HandleObject,
    conf: *const rd_kafka_conf_t,
    list: &[Interceptor<rd_kafka_interceptor_f_on_new_t>],
) {
    for interceptor in list {
        let Some(function) = interceptor.function else { continue };
        let mut text = [0 as c_char; 512];
        // SAFETY: the function was given for this; handle and configuration are alive, and
        // the buffer has the size given.
        let err = unsafe { function(handle.rk(), conf, interceptor.opaque, text.as_mut_ptr(), text.len()) };
        if err != RespErr::NO_ERROR {
            // SAFETY: the buffer was zeroed and stays zero-ended.
            let reason = unsafe { cstr::lossy(text.as_ptr()) }.unwrap_or_default();
            let text = format!("Interceptor {} failed on_new: {}: {reason}", interceptor.name, err.code());
            handle.write_log(&LogLine::new(Level::Warning, "ICFAIL", text));
        }
    }
}

/// Adds a function to one of the lists of a handle.
///
/// # Safety
/// `rk` is NULL or alive, `name` NULL or zero-ended.
unsafe fn add<F: Copy>(
    rk: *mut rd_kafka_t,
    function_name: &'static str,
    name: *const c_char,
    function: Option<F>,
    opaque: *mut c_void,
    list: impl FnOnce(&HandleInterceptors) -> &List<Option<F>>,
) -> RespErr {
    guard_handle(rk, function_name, ErrorCode::LOCAL_FAIL.into(), || {
        // SAFETY: as the caller promises.
        let (handle, name) = unsafe { (own::borrow(rk.cast_const()), cstr::lossy(name)) };
        let (Some(handle), Some(name), Some(function)) = (handle, name, function) else {
            return ErrorCode::LOCAL_INVALID_ARG.into();
        };
        let added = list(&handle.interceptors).add(Interceptor { name, function: Some(function), opaque });
        super::hooks::on_send_changed(handle);
        added.into()
    })
}

/// Adds a function that is called when the handle is destroyed. To be called in `on_new`,
/// like its siblings; each interceptor, called `ic_name`, has one function of a kind.
///
/// Returns `RD_KAFKA_RESP_ERR__CONFLICT` if it has one already, `RD_KAFKA_RESP_ERR__INVALID_ARG` for
/// a NULL argument.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_interceptor_add_on_destroy(
    rk: *mut rd_kafka_t,
    ic_name: *const c_char,
    on_destroy: rd_kafka_interceptor_f_on_destroy_t,
    ic_opaque: *mut c_void,
) -> RespErr {
    // SAFETY: as the caller promises.
    unsafe {
        add(rk, "rd_kafka_interceptor_add_on_destroy", ic_name, on_destroy, ic_opaque, |i| &i.on_destroy)
    }
}

/// Adds a function that sees every message that is produced, in the producing thread, before
/// it gets a partition. Returns as `rd_kafka_interceptor_add_on_destroy()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_interceptor_add_on_send(
    rk: *mut rd_kafka_t,
    ic_name: *const c_char,
    on_send: rd_kafka_interceptor_f_on_send_t,
    ic_opaque: *mut c_void,
) -> RespErr {
    // SAFETY: as the caller promises.
    unsafe { add(rk, "rd_kafka_interceptor_add_on_send", ic_name, on_send, ic_opaque, |i| &i.on_send) }
}

/// Adds a function that sees every message whose outcome is known, in the polling thread,
/// before its delivery report. Returns as `rd_kafka_interceptor_add_on_destroy()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_interceptor_add_on_acknowledgement(
    rk: *mut rd_kafka_t,
    ic_name: *const c_char,
    on_acknowledgement: rd_kafka_interceptor_f_on_acknowledgement_t,
    ic_opaque: *mut c_void,
) -> RespErr {
    let what = "rd_kafka_interceptor_add_on_acknowledgement";
    // SAFETY: as the caller promises.
    unsafe { add(rk, what, ic_name, on_acknowledgement, ic_opaque, |i| &i.on_acknowledgement) }
}

/// Adds a function that sees every message before the consuming application does. Returns
/// as `rd_kafka_interceptor_add_on_destroy()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_interceptor_add_on_consume(
    rk: *mut rd_kafka_t,
    ic_name: *const c_char,
    on_consume: rd_kafka_interceptor_f_on_consume_t,
    ic_opaque: *mut c_void,
) -> RespErr {
    let what = "rd_kafka_interceptor_add_on_consume";
    // SAFETY: as the caller promises.
    unsafe { add(rk, what, ic_name, on_consume, ic_opaque, |i| &i.on_consume) }
}

/// Adds a function that is told of the outcome of offset commits. Returns as
/// `rd_kafka_interceptor_add_on_destroy()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_interceptor_add_on_commit(
    rk: *mut rd_kafka_t,
    ic_name: *const c_char,
    on_commit: rd_kafka_interceptor_f_on_commit_t,
    ic_opaque: *mut c_void,
) -> RespErr {
    let what = "rd_kafka_interceptor_add_on_commit";
    // SAFETY: as the caller promises.
    unsafe { add(rk, what, ic_name, on_commit, ic_opaque, |i| &i.on_commit) }
}

/// Adds a function that is told, in an internal thread, of every request that was written
/// to a broker. Returns as `rd_kafka_interceptor_add_on_destroy()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_interceptor_add_on_request_sent(
    rk: *mut rd_kafka_t,
    ic_name: *const c_char,
    on_request_sent: rd_kafka_interceptor_f_on_request_sent_t,
    ic_opaque: *mut c_void,
) -> RespErr {
    let what = "rd_kafka_interceptor_add_on_request_sent";
    // SAFETY: as the caller promises.
    unsafe { add(rk, what, ic_name, on_request_sent, ic_opaque, |i| &i.on_request_sent) }
}

/// Adds a function that is told, in an internal thread, of every response and of every
/// request that failed. Returns as `rd_kafka_interceptor_add_on_destroy()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_interceptor_add_on_response_received(
    rk: *mut rd_kafka_t,
    ic_name: *const c_char,
    on_response_received: rd_kafka_interceptor_f_on_response_received_t,
    ic_opaque: *mut c_void,
) -> RespErr {
    let what = "rd_kafka_interceptor_add_on_response_received";
    // SAFETY: as the caller promises.
    unsafe { add(rk, what, ic_name, on_response_received, ic_opaque, |i| &i.on_response_received) }
}

/// Adds a function that is called by each internal thread as its first act. Returns as
/// `rd_kafka_interceptor_add_on_destroy()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_interceptor_add_on_thread_start(
    rk: *mut rd_kafka_t,
    ic_name: *const c_char,
    on_thread_start: rd_kafka_interceptor_f_on_thread_start_t,
    ic_opaque: *mut c_void,
) -> RespErr {
    let what = "rd_kafka_interceptor_add_on_thread_start";
    // SAFETY: as the caller promises.
    unsafe { add(rk, what, ic_name, on_thread_start, ic_opaque, |i| &i.on_thread_start) }
}

/// Adds a function that is called by each internal thread as its last act. Returns as
/// `rd_kafka_interceptor_add_on_destroy()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_interceptor_add_on_thread_exit(
    rk: *mut rd_kafka_t,
    ic_name: *const c_char,
    on_thread_exit: rd_kafka_interceptor_f_on_thread_exit_t,
    ic_opaque: *mut c_void,
) -> RespErr {
    let what = "rd_kafka_interceptor_add_on_thread_exit";
    // SAFETY: as the caller promises.
    unsafe { add(rk, what, ic_name, on_thread_exit, ic_opaque, |i| &i.on_thread_exit) }
}

/// Adds a function that is told, in an internal thread, when the connection to a broker
/// changes its state. Returns as `rd_kafka_interceptor_add_on_destroy()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_interceptor_add_on_broker_state_change(
    rk: *mut rd_kafka_t,
    ic_name: *const c_char,
    on_broker_state_change: rd_kafka_interceptor_f_on_broker_state_change_t,
    ic_opaque: *mut c_void,
) -> RespErr {
    let what = "rd_kafka_interceptor_add_on_broker_state_change";
    // SAFETY: as the caller promises.
    unsafe { add(rk, what, ic_name, on_broker_state_change, ic_opaque, |i| &i.on_broker_state_change) }
}
