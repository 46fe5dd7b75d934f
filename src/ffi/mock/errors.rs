//! Errors that the mock cluster returns on command.
//!
//! Functions run on the caller's thread and wait for the mock thread.

use std::ffi::c_char;

use super::{control, name};
use crate::error::ErrorCode;
use crate::ffi::types::{RespErr, Variadic, rd_kafka_mock_cluster_t};
use crate::mock::error_stack::PushedError;
use crate::sys::va_list::{VaList, variadic};

/// Pushes `cnt` errors, arguments of type `rd_kafka_resp_err_t`, for the next requests of
/// an API to any broker: one per request, in order. `RD_KAFKA_RESP_ERR_NO_ERROR` lets a
/// request through, `RD_KAFKA_RESP_ERR__TRANSPORT` closes its connection. Errors of a
/// broker come before these, errors of a partition after. Metadata takes closed
/// connections only; for errors of topics see `rd_kafka_mock_topic_set_error()`.
#[unsafe(no_mangle)]
#[unsafe(naked)]
pub unsafe extern "C" fn rd_kafka_mock_push_request_errors(
    mcluster: *mut rd_kafka_mock_cluster_t,
    ApiKey: i16,
    cnt: usize,
    args: Variadic,
) {
    variadic!(3, push_request_errors)
}

unsafe extern "C" fn push_request_errors(
    mcluster: *mut rd_kafka_mock_cluster_t,
    ApiKey: i16,
    cnt: usize,
    args: *mut VaList,
) {
    // SAFETY: the cluster is NULL or alive, and the caller passed `cnt` codes.
    unsafe {
        control("rd_kafka_mock_push_request_errors", mcluster, |cluster| {
            cluster.push_request_errors(ApiKey, codes(&mut *args, cnt))
        })
    };
}

/// `cnt` error codes from a variadic call.
///
/// # Safety
/// The caller passed that many.
unsafe fn codes(args: &mut VaList, cnt: usize) -> Vec<ErrorCode> {
    // SAFETY: enumerations are passed as int.
    (0..cnt).map(|_| ErrorCode(unsafe { args.next_int() })).collect()
}

/// Does what `rd_kafka_mock_push_request_errors()` does, with the errors in an array.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_push_request_errors_array(
    mcluster: *mut rd_kafka_mock_cluster_t,
    ApiKey: i16,
    cnt: usize,
    errors: *const RespErr,
) {
    // SAFETY: the cluster is NULL or alive, and the array holds `cnt` codes.
    unsafe {
        control("rd_kafka_mock_push_request_errors_array", mcluster, |cluster| {
            if errors.is_null() || cnt == 0 {
                return Ok(());
            }
            let errors = std::slice::from_raw_parts(errors, cnt);
            cluster.push_request_errors(ApiKey, errors.iter().map(|e| e.code()).collect())
        })
    };
}

/// Forgets the errors that `rd_kafka_mock_push_request_errors()` pushed for an API and no
/// request has taken yet. Those of brokers and partitions stay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_clear_request_errors(
    mcluster: *mut rd_kafka_mock_cluster_t,
    ApiKey: i16,
) {
    // SAFETY: the cluster is NULL or alive.
    unsafe {
        control("rd_kafka_mock_clear_request_errors", mcluster, |cluster| {
            cluster.clear_request_errors(ApiKey)
        })
    };
}

/// Pushes `cnt` pairs of an error (`rd_kafka_resp_err_t`) and a delay in milliseconds
/// (`int`) for the next requests of an API to one broker. The delay is added to the
/// broker's own.
///
/// Returns `_UNKNOWN_BROKER` if there is no such broker.
#[unsafe(no_mangle)]
#[unsafe(naked)]
pub unsafe extern "C" fn rd_kafka_mock_broker_push_request_error_rtts(
    mcluster: *mut rd_kafka_mock_cluster_t,
    broker_id: i32,
    ApiKey: i16,
    cnt: usize,
    args: Variadic,
) -> RespErr {
    variadic!(4, broker_push_request_error_rtts)
}

unsafe extern "C" fn broker_push_request_error_rtts(
    mcluster: *mut rd_kafka_mock_cluster_t,
    broker_id: i32,
    ApiKey: i16,
    cnt: usize,
    args: *mut VaList,
) -> RespErr {
    // SAFETY: the cluster is NULL or alive, and the caller passed `cnt` pairs of int.
    unsafe {
        control("rd_kafka_mock_broker_push_request_error_rtts", mcluster, |cluster| {
            let args = &mut *args;
            let pair = |_| {
                let error = ErrorCode(args.next_int());
                PushedError { error, rtt_ms: u32::try_from(args.next_int()).unwrap_or(0) }
            };
            cluster.broker_push_request_error_rtts(broker_id, ApiKey, (0..cnt).map(pair).collect())
        })
    }
}

/// Sets `cntp` to the number of errors that wait at a broker for requests of an API.
///
/// Returns `_UNKNOWN_BROKER` if there is no such broker.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_broker_error_stack_cnt(
    mcluster: *mut rd_kafka_mock_cluster_t,
    broker_id: i32,
    ApiKey: i16,
    cntp: *mut usize,
) -> RespErr {
    // SAFETY: the cluster is NULL or alive, and so is the number.
    unsafe {
        control("rd_kafka_mock_broker_error_stack_cnt", mcluster, |cluster| {
            let cntp = cntp.as_mut().ok_or(ErrorCode::LOCAL_INVALID_ARG)?;
            *cntp = cluster.broker_error_stack_cnt(broker_id, ApiKey)?;
            Ok(())
        })
    }
}

/// Pushes `cnt` errors, arguments of type `rd_kafka_resp_err_t`, for the next requests of
/// an API that name a partition, which is created if need be. They apply to requests for
/// which neither the broker nor the cluster has an error.
///
/// Returns `UNKNOWN_TOPIC_OR_PART` if the topic has no such partition.
#[unsafe(no_mangle)]
#[unsafe(naked)]
pub unsafe extern "C" fn rd_kafka_mock_partition_push_request_errors(
    mcluster: *mut rd_kafka_mock_cluster_t,
    topic: *const c_char,
    partition: i32,
    ApiKey: i16,
    cnt: usize,
    args: Variadic,
) -> RespErr {
    variadic!(5, partition_push_request_errors)
}

unsafe extern "C" fn partition_push_request_errors(
    mcluster: *mut rd_kafka_mock_cluster_t,
    topic: *const c_char,
    partition: i32,
    ApiKey: i16,
    cnt: usize,
    args: *mut VaList,
) -> RespErr {
    // SAFETY: cluster and string are NULL or alive, and the caller passed `cnt` codes.
    unsafe {
        control("rd_kafka_mock_partition_push_request_errors", mcluster, |cluster| {
            let errors = codes(&mut *args, cnt);
            cluster.partition_push_request_errors(name(topic)?, partition, ApiKey, errors)
        })
    }
}
