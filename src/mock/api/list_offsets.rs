//! ListOffsets: first and next offset of a partition, or the one of a timestamp.

use super::{Outcome, Serve, partition_error, wire};
use crate::error::ErrorCode;
use crate::mock::core::{Call, MockCore, Reply};
use crate::mock::records;
use crate::mock::topic::Partition;
use crate::protocol::messages::list_offsets_request::ListOffsetsPartition;
use crate::protocol::messages::list_offsets_response::{
    ListOffsetsPartitionResponse, ListOffsetsTopicResponse,
};
use crate::protocol::messages::{ListOffsetsRequest, ListOffsetsResponse};

/// First version that tells the leader epoch (KIP-320).
const VERSION_LEADER_EPOCH: i16 = 4;

/// Special timestamps of the request.
const LATEST: i64 = -1;
const EARLIEST: i64 = -2;
const MAX_TIMESTAMP: i64 = -3;

impl Serve for ListOffsetsRequest {
    const MAX_VERSION: i16 = 7;

    fn serve(core: &mut MockCore, call: &Call, request: Self) -> Outcome<ListOffsetsResponse> {
        let mut response = ListOffsetsResponse::default();
        for topic in &request.topics {
            let mut partitions = Vec::with_capacity(topic.partitions.len());
            for asked in &topic.partitions {
                let result = match partition_error(core, call, &topic.name, asked.partition_index) {
                    ErrorCode::LOCAL_TRANSPORT => return Outcome::Reply(Reply::Close),
                    ErrorCode::NO_ERROR => look_up(core, call, &topic.name, asked),
                    error => Err(error),
                };
                partitions.push(result.unwrap_or_else(|error| ListOffsetsPartitionResponse {
                    partition_index: asked.partition_index,
                    error_code: wire(error),
                    timestamp: -1,
                    offset: -1,
                    leader_epoch: -1,
                }));
            }
            response.topics.push(ListOffsetsTopicResponse { name: topic.name.clone(), partitions });
        }
        Outcome::Respond(response)
    }
}

fn look_up(
    core: &MockCore,
    call: &Call,
    topic: &str,
    asked: &ListOffsetsPartition,
) -> Result<ListOffsetsPartitionResponse, ErrorCode> {
    let partition = core.partition(topic, asked.partition_index).ok_or(ErrorCode::UNKNOWN_TOPIC_OR_PART)?;
    if partition.leader != Some(call.broker_id) {
        return Err(ErrorCode::NOT_LEADER_FOR_PARTITION);
    }
    let epoch = partition.check_epoch(asked.current_leader_epoch);
    if !epoch.is_ok() {
        return Err(epoch);
    }
    let found = match asked.timestamp {
        LATEST => Some((-1, partition.log.end_offset())),
        EARLIEST => Some((-1, partition.log.start_offset())),
        MAX_TIMESTAMP => newest(partition),
        timestamp => since(partition, timestamp),
    };
    let (timestamp, offset) = found.unwrap_or((-1, -1));
    let known = found.is_some() && call.version >= VERSION_LEADER_EPOCH;
    Ok(ListOffsetsPartitionResponse {
        error_code: 0,
        partition_index: asked.partition_index,
        timestamp,
        offset,
        leader_epoch: if known { partition.leader_epoch } else { -1 },
    })
}

/// The newest record: its timestamp and offset.
fn newest(partition: &Partition) -> Option<(i64, i64)> {
    let timestamp = partition.log.batches().map(|b| b.max_timestamp).max()?;
    since(partition, timestamp)
}

/// First record that is as new as `timestamp`.
fn since(partition: &Partition, timestamp: i64) -> Option<(i64, i64)> {
    let start = partition.log.start_offset();
    partition.log.batches().filter(|b| b.max_timestamp >= timestamp).find_map(|batch| {
        let mut found = None;
        let read = records::for_each(batch, |offset, its_timestamp, _| {
            if offset >= start && its_timestamp >= timestamp {
                found = Some((its_timestamp, offset));
            }
            found.is_none()
        });
        // What can not be decompressed can not be searched either.
        found.or_else(|| read.is_err().then_some((batch.max_timestamp, batch.base_offset)))
    })
}
