//! Cluster metadata.

use std::ffi::{CString, c_char, c_int};

use super::cstr::c_text;
use super::guard::{guard, guard_handle};
use super::handle::{deadline, live};
use super::own::{self, Handle, OwnedBox};
use super::types::*;
use crate::error::ErrorCode;
use crate::metadata::{ClusterMetadata, MetadataScope, PartitionMetadata};

/// Metadata for C: the public struct first, behind it what its pointers point to.
#[repr(C)]
pub struct MetadataObject {
    public: rd_kafka_metadata,
    brokers: Vec<rd_kafka_metadata_broker>,
    topics: Vec<rd_kafka_metadata_topic>,
    partitions: Vec<Vec<rd_kafka_metadata_partition>>,
    ids: Vec<Vec<i32>>,
    texts: Vec<CString>,
}

// SAFETY: pointers to metadata come from `give_box` in `give`; the object begins with the
// public struct.
unsafe impl Handle for rd_kafka_metadata {
    type Inner = MetadataObject;
    type Ownership = OwnedBox;
}

/// The fields keep their content at fixed addresses: vectors are never touched again, and
/// strings have blocks of their own.
fn give(cluster: &ClusterMetadata) -> *mut rd_kafka_metadata {
    let mut object = Box::new(MetadataObject {
        public: rd_kafka_metadata {
            broker_cnt: 0,
            brokers: std::ptr::null_mut(),
            topic_cnt: 0,
            topics: std::ptr::null_mut(),
            orig_broker_id: cluster.orig_broker_id,
            orig_broker_name: std::ptr::null_mut(),
        },
        brokers: Vec::with_capacity(cluster.brokers.len()),
        topics: Vec::with_capacity(cluster.topics.len()),
        partitions: Vec::with_capacity(cluster.topics.len()),
        ids: Vec::new(),
        texts: Vec::new(),
    });
    object.public.orig_broker_name = object.text(&cluster.orig_broker_name);
    for broker in &cluster.brokers {
        let host = object.text(&broker.host);
        object.brokers.push(rd_kafka_metadata_broker { id: broker.id, host, port: broker.port.into() });
    }
    for topic in &cluster.topics {
        let name = object.text(&topic.name);
        let mut partitions: Vec<_> = topic.partitions.iter().map(|p| object.partition(p)).collect();
        object.topics.push(rd_kafka_metadata_topic {
            topic: name,
            partition_cnt: count(partitions.len()),
            partitions: partitions.as_mut_ptr(),
            err: topic.error.into(),
        });
        object.partitions.push(partitions);
    }
    object.public.broker_cnt = count(object.brokers.len());
    object.public.brokers = object.brokers.as_mut_ptr();
    object.public.topic_cnt = count(object.topics.len());
    object.public.topics = object.topics.as_mut_ptr();
    own::give_box(object)
}

fn count(length: usize) -> c_int {
    c_int::try_from(length).unwrap_or(c_int::MAX)
}

impl MetadataObject {
    fn text(&mut self, text: &str) -> *mut c_char {
        let text = c_text(text);
        let start = text.as_ptr().cast_mut();
        self.texts.push(text);
        start
    }

    fn ids(&mut self, ids: &[i32]) -> *mut i32 {
        let mut ids = ids.to_vec();
        let start = ids.as_mut_ptr();
        self.ids.push(ids);
        start
    }

    fn partition(&mut self, partition: &PartitionMetadata) -> rd_kafka_metadata_partition {
        rd_kafka_metadata_partition {
            id: partition.id,
            err: partition.error.into(),
            leader: partition.leader,
            replica_cnt: count(partition.replicas.len()),
            replicas: self.ids(&partition.replicas),
            isr_cnt: count(partition.isrs.len()),
            isrs: self.ids(&partition.isrs),
        }
    }
}

/// Asks a broker about the cluster: with `all_topics` 1 about all topics, else about
/// `only_rkt`, or with NULL about the topics that the handle uses.
///
/// On success `*metadatap` points to the answer, for the caller to release with
/// `rd_kafka_metadata_destroy()`. Returns `RD_KAFKA_RESP_ERR__TRANSPORT` if no broker could be
/// reached within `timeout_ms`, `RD_KAFKA_RESP_ERR__TIMED_OUT` if one did not answer in time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_metadata(
    rk: *mut rd_kafka_t,
    all_topics: c_int,
    only_rkt: *mut rd_kafka_topic_t,
    metadatap: *mut *const rd_kafka_metadata,
    timeout_ms: c_int,
) -> RespErr {
    guard_handle(rk, "rd_kafka_metadata", ErrorCode::LOCAL_FAIL.into(), || {
        // SAFETY: handle and topic are NULL or alive, the other pointer NULL or writable.
        let (live, only, metadatap) =
            unsafe { (live(rk), own::borrow(only_rkt.cast_const()), metadatap.as_mut()) };
        let (Some((_, client)), Some(metadatap)) = (live, metadatap) else {
            return if live.is_none() { ErrorCode::LOCAL_STATE } else { ErrorCode::LOCAL_INVALID_ARG }.into();
        };
        let scope = match only {
            _ if all_topics != 0 => MetadataScope::AllTopics,
            Some(object) => MetadataScope::Topics(vec![object.topic.name.clone()]),
            None => client.known_topics(),
        };
        match client.metadata(scope, deadline(timeout_ms)) {
            Ok(cluster) => {
                *metadatap = give(&cluster);
                RespErr::NO_ERROR
            }
            Err(error) => error.code.into(),
        }
    })
}

/// Releases what `rd_kafka_metadata()` returned; NULL does nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_metadata_destroy(metadata: *const rd_kafka_metadata) {
    guard("rd_kafka_metadata_destroy", (), || {
        // SAFETY: the caller gives the object up.
        drop(unsafe { own::take_box(metadata.cast_mut()) });
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::{BrokerMetadata, TopicMetadata};
    use std::ffi::CStr;
    use std::sync::Arc;

    #[test]
    fn everything_is_where_c_looks_for_it() {
        let partition = |id| PartitionMetadata {
            id,
            error: ErrorCode::NO_ERROR,
            leader: 2,
            leader_epoch: 1,
            replicas: vec![2, 1],
            isrs: vec![2],
        };
        let topic = |name: &str| {
            Arc::new(TopicMetadata {
                name: name.into(),
                id: [0; 16],
                error: ErrorCode::NO_ERROR,
                internal: false,
                partitions: vec![partition(0), partition(1)],
            })
        };
        let cluster = ClusterMetadata {
            orig_broker_name: "b:9092/2".to_owned(),
            orig_broker_id: 2,
            brokers: vec![BrokerMetadata { id: 2, host: "b".into(), port: 9092, rack: None }],
            topics: vec![topic("one"), topic("two")],
            ..ClusterMetadata::default()
        };
        let metadata = give(&cluster);
        // SAFETY: the object was just made, and is destroyed last.
        unsafe {
            let public = &*metadata;
            assert_eq!((public.broker_cnt, public.topic_cnt), (1, 2));
            assert_eq!(CStr::from_ptr(public.orig_broker_name).to_bytes(), b"b:9092/2");
            assert_eq!(CStr::from_ptr((*public.brokers).host).to_bytes(), b"b");
            let second = &*public.topics.add(1);
            assert_eq!(CStr::from_ptr(second.topic).to_bytes(), b"two");
            let last = &*second.partitions.add(1);
            assert_eq!((last.id, last.leader, last.replica_cnt, last.isr_cnt), (1, 2, 2, 1));
            assert_eq!((*last.replicas.add(1), *last.isrs), (1, 2));
            rd_kafka_metadata_destroy(metadata);
        }
    }
}
