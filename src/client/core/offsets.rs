//! ListOffsets for `rd_kafka_query_watermark_offsets()` and the like.

use super::MainCore;
use crate::base::time::Time;
use crate::error::{Error, ErrorCode};
use crate::ops::{BrokerIndex, BrokerOp, BrokerRequest, RequestTag, Retry};
use crate::protocol::messages::list_offsets_request::{ListOffsetsPartition, ListOffsetsTopic};
use crate::protocol::messages::{ListOffsetsRequest, ListOffsetsResponse};
use crate::protocol::{Message, Reader, Request};
use bytes::Bytes;
use std::sync::Arc;

impl MainCore {
    /// Sends the offset calls whose leader is known; asks for metadata otherwise.
    pub(super) fn send_offset_requests(&mut self, now: Time) {
        let cluster = self.shared.cluster();
        let mut ready: Vec<(BrokerIndex, u64, Arc<str>, i32, i64, Time)> = Vec::new();
        let mut unknown: Vec<Arc<str>> = Vec::new();
        for (id, call) in self.lookups.unsent_offsets(now) {
            let leader = cluster
                .leader(&call.topic, call.partition)
                .and_then(|node| self.directory.by_node(node))
                .map(|entry| entry.index);
            match leader {
                Some(leader) => {
                    call.in_flight = true;
                    ready.push((
                        leader,
                        id,
                        call.topic.clone(),
                        call.partition,
                        call.timestamp,
                        call.deadline,
                    ));
                }
                None => {
                    // Looked at again when metadata names the leader.
                    call.due = Time::NEVER;
                    unknown.push(call.topic.clone());
                }
            }
        }
        for (leader, id, topic, partition, timestamp, deadline) in ready {
            let body = self.list_offsets(&topic, partition, timestamp);
            let request = BrokerRequest {
                api: ListOffsetsRequest::API,
                version_min: 1,
                version_max: *ListOffsetsRequest::VERSIONS.end(),
                body: Box::new(body),
                timeout_ms: self.settings.socket_timeout_ms,
                deadline,
                retry: Retry::Never,
                tag: RequestTag::ListOffsets(id),
            };
            self.effects.tell_broker(leader, BrokerOp::Request(Box::new(request)));
        }
        for topic in unknown {
            self.request_topic(now, &topic);
        }
    }

    fn list_offsets(&self, topic: &Arc<str>, partition_index: i32, timestamp: i64) -> ListOffsetsRequest {
        let partition = ListOffsetsPartition { partition_index, timestamp, ..Default::default() };
        ListOffsetsRequest {
            replica_id: -1,
            isolation_level: i8::from(self.settings.read_committed),
            topics: vec![ListOffsetsTopic { name: topic.to_string(), partitions: vec![partition] }],
            ..Default::default()
        }
    }

    pub(super) fn on_list_offsets(&mut self, now: Time, id: u64, result: Result<(i16, Bytes), Error>) {
        let result = result.and_then(|(version, body)| offset_in(&body, version)).map_err(|mut error| {
            error.retriable |= is_retriable(error.code);
            error
        });
        if let Some(topic) = self.lookups.on_offset(now, id, result) {
            self.request_topic(now, &topic);
        }
    }
}

fn offset_in(body: &[u8], version: i16) -> Result<i64, Error> {
    let response = ListOffsetsResponse::decode(&mut Reader::new(body), version).map_err(|error| {
        Error::new(ErrorCode::LOCAL_BAD_MSG, format!("ListOffsets response can not be read: {error}"))
    })?;
    let partition = response.topics.first().and_then(|topic| topic.partitions.first());
    let Some(partition) = partition else {
        return Err(Error::new(ErrorCode::LOCAL_BAD_MSG, "ListOffsets response names no partition"));
    };
    match ErrorCode(partition.error_code.into()) {
        ErrorCode::NO_ERROR => Ok(partition.offset),
        code => Err(code.into()),
    }
}

/// Errors that a new leader, a new connection or a moment's patience cures.
fn is_retriable(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::NOT_LEADER_FOR_PARTITION
            | ErrorCode::LEADER_NOT_AVAILABLE
            | ErrorCode::REPLICA_NOT_AVAILABLE
            | ErrorCode::KAFKA_STORAGE_ERROR
            | ErrorCode::OFFSET_NOT_AVAILABLE
            | ErrorCode::FENCED_LEADER_EPOCH
            | ErrorCode::UNKNOWN_LEADER_EPOCH
            | ErrorCode::UNKNOWN_TOPIC_OR_PART
            | ErrorCode::REQUEST_TIMED_OUT
            | ErrorCode::LOCAL_TRANSPORT
            | ErrorCode::LOCAL_TIMED_OUT
            | ErrorCode::LOCAL_DESTROY_BROKER
    )
}
