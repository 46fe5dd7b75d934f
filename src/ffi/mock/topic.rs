//! Topics and partitions of the mock cluster.
//!
//! Functions run on the caller's thread and wait for the mock thread.

use std::ffi::{c_char, c_int};

use super::{control, name};
use crate::ffi::types::{RespErr, rd_kafka_mock_cluster_t};

/// Creates a topic.
///
/// Returns `TOPIC_ALREADY_EXISTS` if it exists and `_INVALID_ARG` for negative numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_topic_create(
    mcluster: *mut rd_kafka_mock_cluster_t,
    topic: *const c_char,
    partition_cnt: c_int,
    replication_factor: c_int,
) -> RespErr {
    // SAFETY: the cluster is NULL or alive, and so is the string.
    unsafe {
        control("rd_kafka_mock_topic_create", mcluster, |cluster| {
            cluster.topic_create(name(topic)?, partition_cnt, replication_factor)
        })
    }
}

/// Deletes a topic with all that it stores. It appears anew, with another id, when a
/// client looks it up.
///
/// Returns `UNKNOWN_TOPIC_OR_PART` if there is no such topic.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_topic_delete(
    mcluster: *mut rd_kafka_mock_cluster_t,
    topic: *const c_char,
) -> RespErr {
    // SAFETY: the cluster is NULL or alive, and so is the string.
    unsafe { control("rd_kafka_mock_topic_delete", mcluster, |cluster| cluster.topic_delete(name(topic)?)) }
}

/// Sets the error that metadata gives for a topic, which is created if need be;
/// `RD_KAFKA_RESP_ERR_NO_ERROR` ends it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_topic_set_error(
    mcluster: *mut rd_kafka_mock_cluster_t,
    topic: *const c_char,
    err: RespErr,
) {
    // SAFETY: the cluster is NULL or alive, and so is the string.
    unsafe {
        control("rd_kafka_mock_topic_set_error", mcluster, |cluster| {
            cluster.topic_set_error(name(topic)?, err.code())
        })
    };
}

/// Makes a broker the leader of a partition in a new leader epoch; -1 leaves the partition
/// without a leader. The topic is created if need be.
///
/// Returns `BROKER_NOT_AVAILABLE` if there is no such broker and `UNKNOWN_TOPIC_OR_PART` if
/// the topic has no such partition.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_partition_set_leader(
    mcluster: *mut rd_kafka_mock_cluster_t,
    topic: *const c_char,
    partition: i32,
    broker_id: i32,
) -> RespErr {
    // SAFETY: the cluster is NULL or alive, and so is the string.
    unsafe {
        control("rd_kafka_mock_partition_set_leader", mcluster, |cluster| {
            cluster.partition_set_leader(name(topic)?, partition, broker_id)
        })
    }
}

/// Makes the leader of a partition send consumers to another broker, the preferred replica;
/// -1 ends that. The topic is created if need be.
///
/// Returns `UNKNOWN_TOPIC_OR_PART` if the topic has no such partition.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_partition_set_follower(
    mcluster: *mut rd_kafka_mock_cluster_t,
    topic: *const c_char,
    partition: i32,
    broker_id: i32,
) -> RespErr {
    // SAFETY: the cluster is NULL or alive, and so is the string.
    unsafe {
        control("rd_kafka_mock_partition_set_follower", mcluster, |cluster| {
            cluster.partition_set_follower(name(topic)?, partition, broker_id)
        })
    }
}

/// Sets the low and high watermark of the preferred replica; -1 means the leader's.
///
/// Returns `UNKNOWN_TOPIC_OR_PART` if the topic has no such partition.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_partition_set_follower_wmarks(
    mcluster: *mut rd_kafka_mock_cluster_t,
    topic: *const c_char,
    partition: i32,
    lo: i64,
    hi: i64,
) -> RespErr {
    // SAFETY: the cluster is NULL or alive, and so is the string.
    unsafe {
        control("rd_kafka_mock_partition_set_follower_wmarks", mcluster, |cluster| {
            cluster.partition_set_follower_wmarks(name(topic)?, partition, lo, hi)
        })
    }
}

/// Makes one future metadata answer claim this leader and leader epoch for a partition,
/// whatever is true. Several claims are used up in order.
///
/// Returns `UNKNOWN_TOPIC_OR_PART` if the topic has no such partition.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_partition_push_leader_response(
    mcluster: *mut rd_kafka_mock_cluster_t,
    topic: *const c_char,
    partition: c_int,
    leader_id: i32,
    leader_epoch: i32,
) -> RespErr {
    // SAFETY: the cluster is NULL or alive, and so is the string.
    unsafe {
        control("rd_kafka_mock_partition_push_leader_response", mcluster, |cluster| {
            cluster.partition_push_leader_response(name(topic)?, partition, leader_id, leader_epoch)
        })
    }
}

/// Deletes the records of a partition before an offset.
///
/// Returns `OFFSET_OUT_OF_RANGE` for an offset beyond the end and `UNKNOWN_TOPIC_OR_PART` if
/// there is no such partition.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mock_partition_delete_records(
    mcluster: *mut rd_kafka_mock_cluster_t,
    topic: *const c_char,
    partition: i32,
    before_offset: i64,
) -> RespErr {
    // SAFETY: the cluster is NULL or alive, and so is the string.
    unsafe {
        control("rd_kafka_mock_partition_delete_records", mcluster, |cluster| {
            cluster.partition_delete_records(name(topic)?, partition, before_offset)
        })
    }
}
