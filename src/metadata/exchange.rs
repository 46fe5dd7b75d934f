//! From a scope to a Metadata request, and from its answer to a picture.

use super::{BrokerMetadata, ClusterMetadata, MetadataScope, PartitionMetadata, TopicMetadata};
use crate::error::ErrorCode;
use crate::protocol::messages::metadata_request::{MetadataRequest, MetadataRequestTopic};
use crate::protocol::messages::metadata_response::{MetadataResponse, MetadataResponseTopic};
use crate::protocol::{DecodeError, Message, Reader};
use std::sync::Arc;

/// The request for a scope. `auto_create`: topics that do not exist may be created.
pub fn metadata_request(scope: &MetadataScope, auto_create: bool) -> MetadataRequest {
    let named = |name: &Arc<str>| MetadataRequestTopic { name: Some(name.to_string()), ..Default::default() };
    MetadataRequest {
        topics: match scope {
            MetadataScope::AllTopics => None,
            MetadataScope::Topics(names) => Some(names.iter().map(named).collect()),
        },
        allow_auto_topic_creation: auto_create,
        ..Default::default()
    }
}

/// The picture in an answer; brokers, topics and partitions sorted.
pub fn decode_metadata(body: &[u8], version: i16) -> Result<ClusterMetadata, DecodeError> {
    let response = MetadataResponse::decode(&mut Reader::new(body), version)?;
    let mut brokers: Vec<BrokerMetadata> = response
        .brokers
        .into_iter()
        .filter_map(|broker| {
            // A port that is none cannot be connected to: such a broker is left out.
            let port = u16::try_from(broker.port).ok()?;
            let rack = broker.rack.map(Arc::from);
            Some(BrokerMetadata { id: broker.node_id, host: broker.host.into(), port, rack })
        })
        .collect();
    brokers.sort_by_key(|broker| broker.id);
    let mut topics: Vec<Arc<TopicMetadata>> =
        response.topics.into_iter().filter_map(topic).map(Arc::new).collect();
    topics.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(ClusterMetadata {
        cluster_id: response.cluster_id.map(Arc::from),
        controller_id: response.controller_id,
        orig_broker_id: -1,
        orig_broker_name: String::new(),
        brokers,
        topics,
    })
}

fn topic(topic: MetadataResponseTopic) -> Option<TopicMetadata> {
    let mut partitions: Vec<PartitionMetadata> = topic
        .partitions
        .into_iter()
        .map(|partition| PartitionMetadata {
            id: partition.partition_index,
            error: ErrorCode(partition.error_code.into()),
            leader: partition.leader_id,
            leader_epoch: partition.leader_epoch,
            replicas: partition.replica_nodes,
            isrs: partition.isr_nodes,
        })
        .collect();
    partitions.sort_by_key(|partition| partition.id);
    Some(TopicMetadata {
        name: topic.name?.into(),
        id: topic.topic_id,
        error: ErrorCode(topic.error_code.into()),
        internal: topic.is_internal,
        partitions,
    })
}
