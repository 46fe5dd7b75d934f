//! The mock cluster.
//!
//! Here: its brokers. Functions run on the caller's thread and wait for the mock thread.

use std::ffi::{c_char, c_int};

use super::{control, name};
use crate::error::ErrorCode;
use crate::ffi::cstr;
use crate::ffi::types::{RespErr, rd_kafka_mock_cluster_t};

/// Takes a broker down: its connections are closed, new ones are refused, metadata leaves
/// it out, but it keeps its port. -1 means all brokers.
///
/// Returns `BROKER_NOT_AVAILABLE` if there is no such broker.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_broker_set_down(
    mcluster: *mut rd_kafka_mock_cluster_t,
    broker_id: i32,
) -> RespErr {
    // SAFETY: the cluster is NULL or alive.
    unsafe {
        control("rd_kafka_mock_broker_set_down", mcluster, |cluster| cluster.broker_set_down(broker_id))
    }
}

/// Takes a broker up again, on the port it had. -1 means all brokers.
///
/// Returns `BROKER_NOT_AVAILABLE` if there is no such broker.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_broker_set_up(
    mcluster: *mut rd_kafka_mock_cluster_t,
    broker_id: i32,
) -> RespErr {
    // SAFETY: the cluster is NULL or alive.
    unsafe { control("rd_kafka_mock_broker_set_up", mcluster, |cluster| cluster.broker_set_up(broker_id)) }
}

/// Delays every response of a broker by `rtt_ms` milliseconds from the arrival of its
/// request on; this holds for connection set-up too. -1 means all brokers.
///
/// Returns `BROKER_NOT_AVAILABLE` if there is no such broker.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_broker_set_rtt(
    mcluster: *mut rd_kafka_mock_cluster_t,
    broker_id: i32,
    rtt_ms: c_int,
) -> RespErr {
    // SAFETY: the cluster is NULL or alive.
    unsafe {
        control("rd_kafka_mock_broker_set_rtt", mcluster, |cluster| cluster.broker_set_rtt(broker_id, rtt_ms))
    }
}

/// Sets the rack of a broker, or removes it if `rack` is NULL. -1 means all brokers.
///
/// Returns `BROKER_NOT_AVAILABLE` if there is no such broker.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_broker_set_rack(
    mcluster: *mut rd_kafka_mock_cluster_t,
    broker_id: i32,
    rack: *const c_char,
) -> RespErr {
    // SAFETY: the cluster is NULL or alive, and so is the string.
    unsafe {
        control("rd_kafka_mock_broker_set_rack", mcluster, |cluster| {
            cluster.broker_set_rack(broker_id, cstr::utf8(rack))
        })
    }
}

/// Makes the cluster name another address for a broker. The broker itself stays where it
/// listens.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_broker_set_host_port(
    mcluster: *mut rd_kafka_mock_cluster_t,
    broker_id: i32,
    host: *const c_char,
    port: c_int,
) {
    // SAFETY: the cluster is NULL or alive, and so is the string.
    unsafe {
        control("rd_kafka_mock_broker_set_host_port", mcluster, |cluster| {
            let port = u16::try_from(port).map_err(|_| ErrorCode::LOCAL_INVALID_ARG)?;
            cluster.broker_set_host_port(broker_id, name(host)?, port)
        })
    };
}

/// Adds a broker that listens on a port of the system's choice.
///
/// Returns `_INVALID_ARG` if the id is negative or taken.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_broker_add(
    mcluster: *mut rd_kafka_mock_cluster_t,
    broker_id: i32,
) -> RespErr {
    // SAFETY: the cluster is NULL or alive.
    unsafe { control("rd_kafka_mock_broker_add", mcluster, |cluster| cluster.broker_add(broker_id)) }
}

/// Removes a broker for good: its connections are closed and its partitions move to the
/// brokers that are left.
///
/// Returns `BROKER_NOT_AVAILABLE` if there is no such broker.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_broker_decommission(
    cluster: *mut rd_kafka_mock_cluster_t,
    broker_id: i32,
) -> RespErr {
    // SAFETY: the cluster is NULL or alive.
    unsafe {
        control("rd_kafka_mock_broker_decommission", cluster, |cluster| {
            cluster.broker_decommission(broker_id)
        })
    }
}

/// Makes metadata leave a broker out and moves its partitions to the others; the broker
/// goes on answering.
///
/// Returns `BROKER_NOT_AVAILABLE` if there is no such broker.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_broker_remove_from_metadata(
    mcluster: *mut rd_kafka_mock_cluster_t,
    broker_id: i32,
) -> RespErr {
    // SAFETY: the cluster is NULL or alive.
    unsafe {
        control("rd_kafka_mock_broker_remove_from_metadata", mcluster, |cluster| {
            cluster.broker_remove_from_metadata(broker_id)
        })
    }
}
