//! Fetch: reads stored batches, waiting for more if the client wants to.

use super::{Outcome, Serve, partition_error, respond, wire};
use crate::base::time::Time;
use crate::error::ErrorCode;
use crate::mock::core::{Answer, Call, MockCore, Reply};
use crate::protocol::Records;
use crate::protocol::messages::fetch_request::{FetchPartition, FetchTopic};
use crate::protocol::messages::fetch_response::{
    FetchableTopicResponse, LeaderIdAndEpoch, NodeEndpoint, PartitionData,
};
use crate::protocol::messages::{FetchRequest, FetchResponse};

/// First version that names the follower to read from (KIP-392).
const VERSION_PREFERRED_REPLICA: i16 = 11;

/// First version that names topics by id (KIP-516).
const VERSION_TOPIC_IDS: i16 = 13;

/// First version whose answer names the addresses of new leaders (KIP-951).
const VERSION_NODE_ENDPOINTS: i16 = 16;

/// A fetch that waits for `min_bytes` to be there.
#[derive(Debug)]
pub struct ParkedFetch {
    /// Where to send the answer.
    pub call: Call,
    /// When to answer in any case.
    pub deadline: Time,
    request: FetchRequest,
}

/// A partition could not be read, with the watermarks to tell if it exists.
struct Unreadable {
    error: ErrorCode,
    watermarks: Option<(i64, i64)>,
}

impl From<ErrorCode> for Unreadable {
    fn from(error: ErrorCode) -> Unreadable {
        Unreadable { error, watermarks: None }
    }
}

/// The answer while it is put together.
struct Collected {
    response: FetchResponse,
    /// Bytes of records in it.
    bytes: usize,
    /// It holds something that the client has to know now.
    urgent: bool,
}

impl Serve for FetchRequest {
    const MAX_VERSION: i16 = 16;

    fn serve(core: &mut MockCore, call: &Call, mut request: Self) -> Outcome<FetchResponse> {
        if call.version >= VERSION_TOPIC_IDS {
            for topic in &mut request.topics {
                topic.topic = core.topic_name(&topic.topic_id).unwrap_or_default().to_owned();
            }
        }
        let mut errors = Vec::new();
        for topic in &request.topics {
            for partition in &topic.partitions {
                errors.push(partition_error(core, call, &topic.topic, partition.partition));
            }
        }
        if errors.contains(&ErrorCode::LOCAL_TRANSPORT) {
            return Outcome::Reply(Reply::Close);
        }
        let collected = collect(core, call, &request, &errors);
        let wait_ms = u64::try_from(request.max_wait_ms).unwrap_or(0);
        if collected.urgent || enough(&request, collected.bytes) || wait_ms == 0 {
            return Outcome::Respond(collected.response);
        }
        let deadline = call.received.after_ms(wait_ms);
        core.parked.push(ParkedFetch { call: *call, deadline, request });
        Outcome::Reply(Reply::Parked)
    }
}

fn enough(request: &FetchRequest, bytes: usize) -> bool {
    bytes >= usize::try_from(request.min_bytes).unwrap_or(0)
}

/// Looks at all parked requests again: answers those that are due, have enough
/// bytes, or can not be served any more.
pub fn answer_parked(core: &mut MockCore, now: Time) {
    for mut parked in std::mem::take(&mut core.parked) {
        let collected = collect(core, &parked.call, &parked.request, &[]);
        if parked.deadline > now && !collected.urgent && !enough(&parked.request, collected.bytes) {
            core.parked.push(parked);
            continue;
        }
        // The round-trip time runs beside the wait; it is not added to it.
        let earliest = parked.call.received.after_ms(parked.call.rtt_ms);
        parked.call.received = now.max(earliest);
        parked.call.rtt_ms = 0;
        let reply = respond(core, &parked.call, &collected.response);
        core.answers.push(Answer { conn: parked.call.conn, reply });
    }
}

/// Puts the answer together. `errors` are pushed ones, one per partition in the
/// order of the request; missing ones mean none.
fn collect(core: &MockCore, call: &Call, request: &FetchRequest, errors: &[ErrorCode]) -> Collected {
    let mut collected = Collected { response: FetchResponse::default(), bytes: 0, urgent: false };
    if let Some(error) = call.pushed {
        collected.response.error_code = wire(error);
    }
    let mut budget = usize::try_from(request.max_bytes).unwrap_or(0);
    let mut errors = errors.iter().copied();
    for topic in &request.topics {
        let mut partitions = Vec::with_capacity(topic.partitions.len());
        for asked in &topic.partitions {
            let error = errors.next().unwrap_or(ErrorCode::NO_ERROR);
            let max_bytes = budget.min(usize::try_from(asked.partition_max_bytes).unwrap_or(0));
            let first = collected.bytes == 0;
            let result = read(core, call, topic, asked, error, max_bytes, first);
            let data = describe(core, call, topic, asked, result, &mut collected);
            let bytes = data.records.as_ref().map_or(0, Records::len);
            budget = budget.saturating_sub(bytes);
            collected.bytes += bytes;
            partitions.push(data);
        }
        collected.response.responses.push(FetchableTopicResponse {
            topic: topic.topic.clone(),
            topic_id: topic.topic_id,
            partitions,
        });
    }
    collected
}

/// Reads one partition. `first`: nothing was found so far, so a batch larger than
/// `max_bytes` is returned all the same (KIP-74).
fn read(
    core: &MockCore,
    call: &Call,
    topic: &FetchTopic,
    asked: &FetchPartition,
    pushed: ErrorCode,
    max_bytes: usize,
    first: bool,
) -> Result<PartitionData, Unreadable> {
    if call.version >= VERSION_TOPIC_IDS && topic.topic.is_empty() {
        return Err(ErrorCode::UNKNOWN_TOPIC_ID.into());
    }
    let partition = core.partition(&topic.topic, asked.partition);
    let Some(partition) = partition else {
        return Err(if pushed.is_ok() { ErrorCode::UNKNOWN_TOPIC_OR_PART } else { pushed }.into());
    };
    let watermarks = partition.watermarks(call.broker_id);
    let fail = |error| Err(Unreadable { error, watermarks: Some(watermarks) });
    if !pushed.is_ok() {
        return fail(pushed);
    }
    let on_leader = partition.leader == Some(call.broker_id);
    if !on_leader && partition.follower != Some(call.broker_id) {
        return fail(ErrorCode::NOT_LEADER_FOR_PARTITION);
    }
    let epoch = partition.check_epoch(asked.current_leader_epoch);
    if !epoch.is_ok() {
        return fail(epoch);
    }
    let (low, high) = watermarks;
    let mut data = PartitionData {
        partition_index: asked.partition,
        high_watermark: high,
        last_stable_offset: high,
        log_start_offset: low,
        aborted_transactions: Some(Vec::new()),
        preferred_read_replica: -1,
        records: Some(Records::default()),
        ..Default::default()
    };
    if let (true, Some(follower)) = (on_leader, partition.follower)
        && follower != call.broker_id
        && call.version >= VERSION_PREFERRED_REPLICA
    {
        data.preferred_read_replica = follower;
        return Ok(data);
    }
    if asked.fetch_offset < low || asked.fetch_offset > high {
        return fail(ErrorCode::OFFSET_OUT_OF_RANGE);
    }
    let batches =
        partition.log.read(asked.fetch_offset, max_bytes, first).take_while(|b| b.base_offset < high);
    data.records = Some(Records::from_parts(batches.map(|b| b.bytes.clone()).collect()));
    Ok(data)
}

fn describe(
    core: &MockCore,
    call: &Call,
    topic: &FetchTopic,
    asked: &FetchPartition,
    result: Result<PartitionData, Unreadable>,
    collected: &mut Collected,
) -> PartitionData {
    let failed = match result {
        Ok(data) => {
            collected.urgent |= data.preferred_read_replica >= 0;
            return data;
        }
        Err(failed) => failed,
    };
    collected.urgent = true;
    let (low, high) = failed.watermarks.unwrap_or((-1, -1));
    let mut data = PartitionData {
        partition_index: asked.partition,
        error_code: wire(failed.error),
        high_watermark: high,
        last_stable_offset: high,
        log_start_offset: low,
        aborted_transactions: Some(Vec::new()),
        preferred_read_replica: -1,
        records: Some(Records::default()),
        ..Default::default()
    };
    let moved = [ErrorCode::NOT_LEADER_FOR_PARTITION, ErrorCode::FENCED_LEADER_EPOCH].contains(&failed.error);
    if moved && call.version >= VERSION_NODE_ENDPOINTS {
        name_leader(core, topic, asked, &mut data, &mut collected.response);
    }
    data
}

fn name_leader(
    core: &MockCore,
    topic: &FetchTopic,
    asked: &FetchPartition,
    data: &mut PartitionData,
    response: &mut FetchResponse,
) {
    let Some(leader) = core.leader(&topic.topic, asked.partition) else { return };
    data.current_leader = LeaderIdAndEpoch { leader_id: leader.id, leader_epoch: leader.epoch };
    if !response.node_endpoints.iter().any(|node| node.node_id == leader.id) {
        response.node_endpoints.push(NodeEndpoint {
            node_id: leader.id,
            host: leader.broker.host.clone(),
            port: i32::from(leader.broker.port),
            rack: leader.broker.rack.clone(),
        });
    }
}
