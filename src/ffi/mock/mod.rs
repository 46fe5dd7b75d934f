//! The mock cluster: handle, coordinators, versions, recorded requests.
//!
//! Functions run on the caller's thread and wait for the mock thread.

pub mod broker;
pub mod errors;
pub mod topic;

use std::ffi::{CString, c_char, c_int};
use std::sync::Arc;

use super::cstr;
use super::guard::guard;
use super::handle::live;
use super::own::{self, Handle, OwnedBox};
use super::types::{
    RespErr, rd_kafka_mock_cluster_s, rd_kafka_mock_cluster_t, rd_kafka_mock_request_s,
    rd_kafka_mock_request_t, rd_kafka_t,
};
use crate::error::ErrorCode;
use crate::mock::MockCluster;
use crate::mock::control::ControlResult;
use crate::mock::core::TrackedRequest;
use crate::mock::listener::LogSink;
use crate::sys::malloc;

/// What `rd_kafka_mock_cluster_t` points to.
pub struct ClusterObject {
    /// The cluster.
    pub cluster: Arc<MockCluster>,
    bootstraps: CString,
    client: *mut rd_kafka_t,
    /// A client owns it (`test.mock.num.brokers`): not C's to destroy.
    lent: bool,
}

impl ClusterObject {
    /// A cluster for C. `client` may be NULL; `lent` says that a client owns it.
    pub fn new(cluster: Arc<MockCluster>, client: *mut rd_kafka_t, lent: bool) -> ClusterObject {
        let bootstraps = CString::new(cluster.bootstraps()).unwrap_or_default();
        ClusterObject { cluster, bootstraps, client, lent }
    }
}

// SAFETY: pointers to clusters come from `give_box`, or `lend` for a client's own.
unsafe impl Handle for rd_kafka_mock_cluster_s {
    type Inner = ClusterObject;
    type Ownership = OwnedBox;
}

// SAFETY: pointers to requests come from `give_box`.
unsafe impl Handle for rd_kafka_mock_request_s {
    type Inner = TrackedRequest;
    type Ownership = OwnedBox;
}

/// Runs `control` on a cluster in a guard; NULL is `_INVALID_ARG`.
///
/// # Safety
/// `mcluster` is NULL or alive.
unsafe fn control(
    function: &'static str,
    mcluster: *const rd_kafka_mock_cluster_t,
    control: impl FnOnce(&MockCluster) -> ControlResult,
) -> RespErr {
    guard(function, ErrorCode::LOCAL_FAIL.into(), || {
        // SAFETY: as the caller promises.
        let object = unsafe { own::borrow(mcluster) };
        let result = object.ok_or(ErrorCode::LOCAL_INVALID_ARG).and_then(|o| control(&o.cluster));
        result.err().unwrap_or(ErrorCode::NO_ERROR).into()
    })
}

/// A name that C passed: `_INVALID_ARG` for NULL and for what is not UTF-8.
///
/// # Safety
/// As [`cstr::utf8`].
unsafe fn name<'a>(text: *const c_char) -> Result<&'a str, ErrorCode> {
    // SAFETY: as the caller promises.
    unsafe { cstr::utf8(text) }.ok_or(ErrorCode::LOCAL_INVALID_ARG)
}

/// Starts a cluster of `broker_cnt` brokers with the ids 1 to `broker_cnt` on ports of
/// 127.0.0.1 that the system chooses. It serves any client that is given
/// `rd_kafka_mock_cluster_bootstraps()`, in this process or another. Topics appear when
/// clients look them up, with four partitions. `rk` is what
/// `rd_kafka_mock_cluster_handle()` returns; destroy the cluster before it. Returns NULL if
/// `broker_cnt` is negative or the system has no ports or threads left.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_cluster_new(
    rk: *mut rd_kafka_t,
    broker_cnt: c_int,
) -> *mut rd_kafka_mock_cluster_t {
    guard("rd_kafka_mock_cluster_new", std::ptr::null_mut(), || {
        let Ok(broker_cnt) = usize::try_from(broker_cnt) else { return std::ptr::null_mut() };
        match MockCluster::start(&vec![0; broker_cnt], log_through(rk)) {
            Ok(cluster) => own::give_box(Box::new(ClusterObject::new(Arc::new(cluster), rk, false))),
            Err(_) => std::ptr::null_mut(),
        }
    })
}

/// Lets a cluster log what a client logs, where and as that does.
fn log_through(rk: *const rd_kafka_t) -> LogSink {
    // SAFETY: the client is NULL or alive.
    match unsafe { live(rk) } {
        Some((_, client)) => {
            let logger = client.logger().clone();
            Box::new(move |line| logger.log("mock", line))
        }
        None => Box::new(|_| {}),
    }
}

/// Stops a cluster: closes its connections, frees its ports and what it stores. NULL does
/// nothing, nor does the cluster of `rd_kafka_handle_mock_cluster()`, which ends with its
/// client.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_cluster_destroy(mcluster: *mut rd_kafka_mock_cluster_t) {
    guard("rd_kafka_mock_cluster_destroy", (), || {
        // SAFETY: the cluster is NULL or alive.
        if unsafe { own::borrow(mcluster) }.is_some_and(|object| !object.lent) {
            // SAFETY: C owns it, and gives it up.
            drop(unsafe { own::take_box(mcluster) });
        }
    });
}

/// Returns the cluster that a client made for itself because of `test.mock.num.brokers`, NULL if
/// there is none. It ends with the client.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_handle_mock_cluster(rk: *const rd_kafka_t) -> *mut rd_kafka_mock_cluster_t {
    guard("rd_kafka_handle_mock_cluster", std::ptr::null_mut(), || {
        // SAFETY: the handle is NULL or alive.
        let live = unsafe { live(rk) };
        live.and_then(|(handle, _)| handle.mock()).map_or(std::ptr::null_mut(), own::lend)
    })
}

/// Returns the client that the cluster was made with.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_cluster_handle(
    mcluster: *const rd_kafka_mock_cluster_t,
) -> *mut rd_kafka_t {
    guard("rd_kafka_mock_cluster_handle", std::ptr::null_mut(), || {
        // SAFETY: the cluster is NULL or alive.
        unsafe { own::borrow(mcluster) }.map_or(std::ptr::null_mut(), |object| object.client)
    })
}

/// Returns the addresses of the brokers that the cluster was made with, for the property
/// `bootstrap.servers`. The string lives as long as the cluster.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_cluster_bootstraps(
    mcluster: *const rd_kafka_mock_cluster_t,
) -> *const c_char {
    guard("rd_kafka_mock_cluster_bootstraps", std::ptr::null(), || {
        // SAFETY: the cluster is NULL or alive.
        unsafe { own::borrow(mcluster) }.map_or(std::ptr::null(), |object| object.bootstraps.as_ptr())
    })
}

/// Makes `broker_id` the coordinator of the group or the transactional id `key`;
/// `key_type` is `"group"` or `"transaction"`. Without it the coordinator follows from the
/// checksum of the key.
///
/// Returns `_INVALID_ARG` for another `key_type`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_coordinator_set(
    mcluster: *mut rd_kafka_mock_cluster_t,
    key_type: *const c_char,
    key: *const c_char,
    broker_id: i32,
) -> RespErr {
    // SAFETY: the cluster is NULL or alive, and so are the strings.
    unsafe {
        control("rd_kafka_mock_coordinator_set", mcluster, |cluster| {
            cluster.coordinator_set(name(key_type)?, name(key)?, broker_id)
        })
    }
}

/// Limits the versions of an API that the brokers serve, or hides it if both versions are
/// -1. Versions that the cluster does not know are never offered.
///
/// Returns `_INVALID_ARG` for an unknown `ApiKey`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_set_apiversion(
    mcluster: *mut rd_kafka_mock_cluster_t,
    ApiKey: i16,
    MinVersion: i16,
    MaxVersion: i16,
) -> RespErr {
    // SAFETY: the cluster is NULL or alive.
    unsafe {
        control("rd_kafka_mock_set_apiversion", mcluster, |cluster| {
            cluster.set_apiversion(ApiKey, MinVersion, MaxVersion)
        })
    }
}

/// Sets the controller that the brokers name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_set_controller_id(
    mcluster: *mut rd_kafka_mock_cluster_t,
    controller_id: i32,
) {
    // SAFETY: the cluster is NULL or alive.
    unsafe {
        control("rd_kafka_mock_set_controller_id", mcluster, |cluster| {
            cluster.set_controller_id(controller_id)
        })
    };
}

/// Starts recording the requests that the brokers get; what was recorded before is
/// forgotten.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_start_request_tracking(mcluster: *mut rd_kafka_mock_cluster_t) {
    // SAFETY: the cluster is NULL or alive.
    unsafe { control("rd_kafka_mock_start_request_tracking", mcluster, MockCluster::start_request_tracking) };
}

/// Stops recording requests and forgets those recorded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_stop_request_tracking(mcluster: *mut rd_kafka_mock_cluster_t) {
    // SAFETY: the cluster is NULL or alive.
    unsafe { control("rd_kafka_mock_stop_request_tracking", mcluster, MockCluster::stop_request_tracking) };
}

/// Forgets the requests recorded so far and goes on recording.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_clear_requests(mcluster: *mut rd_kafka_mock_cluster_t) {
    // SAFETY: the cluster is NULL or alive.
    unsafe { control("rd_kafka_mock_clear_requests", mcluster, MockCluster::clear_requests) };
}

/// Returns the requests recorded so far, oldest first, and sets `cntp` to their number. The
/// array and what it holds are copies, to be destroyed with
/// `rd_kafka_mock_request_destroy_array()`. NULL if there are none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_get_requests(
    mcluster: *mut rd_kafka_mock_cluster_t,
    cntp: *mut usize,
) -> *mut *mut rd_kafka_mock_request_t {
    guard("rd_kafka_mock_get_requests", std::ptr::null_mut(), || {
        // SAFETY: the cluster is NULL or alive.
        let object = unsafe { own::borrow(mcluster) };
        let requests = object.and_then(|object| object.cluster.requests().ok()).unwrap_or_default();
        // SAFETY: the pointer is NULL or valid.
        let Some(cntp) = (unsafe { cntp.as_mut() }) else { return std::ptr::null_mut() };
        *cntp = requests.len();
        if requests.is_empty() {
            return std::ptr::null_mut();
        }
        let array = malloc::malloc(requests.len() * size_of::<*mut rd_kafka_mock_request_t>());
        let array = array.as_ptr().cast::<*mut rd_kafka_mock_request_t>();
        for (i, request) in requests.into_iter().enumerate() {
            // SAFETY: the block has room for a pointer to each request.
            unsafe { array.add(i).write(own::give_box(Box::new(request))) };
        }
        array
    })
}

/// Destroys one request that was taken out of its array; NULL does nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_request_destroy(mreq: *mut rd_kafka_mock_request_t) {
    guard("rd_kafka_mock_request_destroy", (), || {
        // SAFETY: the request came from `rd_kafka_mock_get_requests`, and C gives it up.
        drop(unsafe { own::take_box(mreq) });
    });
}

/// Destroys the `mreq_cnt` requests of `rd_kafka_mock_get_requests()` and their array; NULL
/// does nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_request_destroy_array(
    mreqs: *mut *mut rd_kafka_mock_request_t,
    mreq_cnt: usize,
) {
    guard("rd_kafka_mock_request_destroy_array", (), || {
        if mreqs.is_null() {
            return;
        }
        for i in 0..mreq_cnt {
            // SAFETY: the array holds that many requests, and C gives them up.
            drop(unsafe { own::take_box(mreqs.add(i).read()) });
        }
        // SAFETY: the array came from malloc in `rd_kafka_mock_get_requests`.
        unsafe { malloc::free(mreqs.cast()) };
    });
}

/// Returns the id of the broker that got the request.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_request_id(mreq: *mut rd_kafka_mock_request_t) -> i32 {
    // SAFETY: the request is NULL or alive.
    guard("rd_kafka_mock_request_id", -1, || unsafe { own::borrow(mreq) }.map_or(-1, |r| r.broker_id))
}

/// Returns the API of the request.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_request_api_key(mreq: *mut rd_kafka_mock_request_t) -> i16 {
    // SAFETY: the request is NULL or alive.
    guard("rd_kafka_mock_request_api_key", -1, || unsafe { own::borrow(mreq) }.map_or(-1, |r| r.api_key))
}

/// Returns when the request came in: microseconds of a clock that never goes back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_request_timestamp(mreq: *mut rd_kafka_mock_request_t) -> i64 {
    // SAFETY: the request is NULL or alive.
    guard("rd_kafka_mock_request_timestamp", -1, || {
        unsafe { own::borrow(mreq) }.map_or(-1, |r| r.timestamp_us)
    })
}

#[cfg(test)]
mod tests;
