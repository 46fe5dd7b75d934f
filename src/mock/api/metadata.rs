//! Metadata: brokers, topics, leaders. Topics appear when they are looked up.

use super::{Outcome, Serve, wire};
use crate::error::ErrorCode;
use crate::mock::core::{Call, MockCore};
use crate::mock::topic::{Partition, Topic};
use crate::protocol::messages::metadata_response::{
    MetadataResponseBroker, MetadataResponsePartition, MetadataResponseTopic,
};
use crate::protocol::messages::{MetadataRequest, MetadataResponse};

/// First version in which a client may say that topics must not appear.
const VERSION_AUTO_CREATE_FLAG: i16 = 4;

/// "Not asked for" in the fields of authorized operations.
const NO_OPERATIONS: i32 = i32::MIN;

impl Serve for MetadataRequest {
    const MAX_VERSION: i16 = 12;

    /// Of pushed errors only delay and closed connections apply here: errors of
    /// topics come from [`MockCore::topic_set_error`].
    fn serve(core: &mut MockCore, call: &Call, request: Self) -> Outcome<MetadataResponse> {
        let create = call.version < VERSION_AUTO_CREATE_FLAG || request.allow_auto_topic_creation;
        let topics = match request.topics {
            // Version 0 has no null: there an empty list asks for all.
            Some(topics) if !topics.is_empty() || call.version > 0 => topics
                .into_iter()
                .map(|asked| match asked.name {
                    Some(name) => topic_by_name(core, &name, create),
                    None => topic_by_id(core, asked.topic_id),
                })
                .collect(),
            _ => core.topics.values_mut().map(describe).collect(),
        };
        Outcome::Respond(MetadataResponse {
            brokers: brokers(core),
            cluster_id: Some(core.cluster_id.clone()),
            controller_id: core.controller_id,
            topics,
            cluster_authorized_operations: NO_OPERATIONS,
            ..Default::default()
        })
    }
}

fn brokers(core: &MockCore) -> Vec<MetadataResponseBroker> {
    core.brokers
        .iter()
        .filter(|(_, broker)| broker.up && broker.listed)
        .map(|(id, broker)| MetadataResponseBroker {
            node_id: *id,
            host: broker.host.clone(),
            port: i32::from(broker.port),
            rack: broker.rack.clone(),
        })
        .collect()
}

/// Kafka's rule for topic names.
fn is_valid_name(name: &str) -> bool {
    let legal = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'.' | b'_' | b'-');
    (1..=249).contains(&name.len()) && name != "." && name != ".." && name.bytes().all(legal)
}

fn topic_by_name(core: &mut MockCore, name: &str, create: bool) -> MetadataResponseTopic {
    let missing = if !is_valid_name(name) {
        ErrorCode::TOPIC_EXCEPTION
    } else if create {
        core.topic_or_create(name);
        ErrorCode::NO_ERROR
    } else {
        ErrorCode::UNKNOWN_TOPIC_OR_PART
    };
    match core.topics.get_mut(name) {
        Some(topic) => describe(topic),
        None => MetadataResponseTopic {
            error_code: wire(missing),
            name: Some(name.to_owned()),
            topic_authorized_operations: NO_OPERATIONS,
            ..Default::default()
        },
    }
}

fn topic_by_id(core: &mut MockCore, id: [u8; 16]) -> MetadataResponseTopic {
    match core.topics.values_mut().find(|t| t.id == id) {
        Some(topic) => describe(topic),
        None => MetadataResponseTopic {
            error_code: wire(ErrorCode::UNKNOWN_TOPIC_ID),
            topic_id: id,
            topic_authorized_operations: NO_OPERATIONS,
            ..Default::default()
        },
    }
}

fn describe(topic: &mut Topic) -> MetadataResponseTopic {
    MetadataResponseTopic {
        error_code: wire(topic.error),
        name: Some(topic.name.clone()),
        topic_id: topic.id,
        partitions: topic.partitions.iter_mut().enumerate().map(describe_partition).collect(),
        topic_authorized_operations: NO_OPERATIONS,
        ..Default::default()
    }
}

fn describe_partition((index, partition): (usize, &mut Partition)) -> MetadataResponsePartition {
    let (leader_id, leader_epoch) = partition
        .leader_responses
        .pop_front()
        .unwrap_or((partition.leader.unwrap_or(-1), partition.leader_epoch));
    MetadataResponsePartition {
        partition_index: index as i32,
        leader_id,
        leader_epoch,
        replica_nodes: partition.replicas.clone(),
        isr_nodes: partition.replicas.clone(),
        ..Default::default()
    }
}
