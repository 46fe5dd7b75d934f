//! Produce: checks and stores record batches.

use super::{Outcome, Serve, partition_error, wire};
use crate::error::ErrorCode;
use crate::mock::core::{Call, MockCore, Reply};
use crate::mock::producer_state::{ProducerBatch, Verdict};
use crate::mock::records;
use crate::protocol::messages::produce_request::PartitionProduceData;
use crate::protocol::messages::produce_response::{
    LeaderIdAndEpoch, NodeEndpoint, PartitionProduceResponse, TopicProduceResponse,
};
use crate::protocol::messages::{ProduceRequest, ProduceResponse};
use crate::protocol::record::BatchHeader;

/// First version whose answer names the new leader (KIP-951).
const VERSION_CURRENT_LEADER: i16 = 10;

/// Where a batch ended up.
struct Stored {
    base_offset: i64,
    log_start_offset: i64,
}

impl Serve for ProduceRequest {
    const MAX_VERSION: i16 = 10;

    fn serve(core: &mut MockCore, call: &Call, request: Self) -> Outcome<ProduceResponse> {
        let mut response = ProduceResponse::default();
        let mut failed = false;
        for topic in &request.topic_data {
            let mut answers = Vec::with_capacity(topic.partition_data.len());
            for data in &topic.partition_data {
                let result = match partition_error(core, call, &topic.name, data.index) {
                    ErrorCode::LOCAL_TRANSPORT => return Outcome::Reply(Reply::Close),
                    ErrorCode::NO_ERROR => store(core, call, &request, &topic.name, data),
                    error => Err(error),
                };
                failed |= result.is_err();
                answers.push(answer(core, call, &topic.name, data.index, result, &mut response));
            }
            response.responses.push(TopicProduceResponse {
                name: topic.name.clone(),
                partition_responses: answers,
                ..Default::default()
            });
        }
        crate::mock::api::fetch::answer_parked(core, call.received);
        match (request.acks, failed) {
            // Without acknowledgements a broker can tell of errors in one way only.
            (0, true) => Outcome::Reply(Reply::Close),
            (0, false) => Outcome::Reply(Reply::Nothing),
            _ => Outcome::Respond(response),
        }
    }
}

fn store(
    core: &mut MockCore,
    call: &Call,
    request: &ProduceRequest,
    topic: &str,
    data: &PartitionProduceData,
) -> Result<Stored, ErrorCode> {
    if !(-1..=1).contains(&request.acks) {
        return Err(ErrorCode::INVALID_REQUIRED_ACKS);
    }
    let leader = core.partition(topic, data.index).ok_or(ErrorCode::UNKNOWN_TOPIC_OR_PART)?.leader;
    if leader != Some(call.broker_id) {
        return Err(ErrorCode::NOT_LEADER_FOR_PARTITION);
    }
    let bytes = data.records.as_ref().map(|r| r.to_bytes()).unwrap_or_default();
    let header = records::check(&bytes)?;
    if header.attributes.is_transactional() || request.transactional_id.is_some() {
        check_transactional(core, request.transactional_id.as_deref(), &header)?;
    }
    let batch = ProducerBatch {
        producer_id: header.producer_id,
        epoch: header.producer_epoch,
        first_sequence: header.base_sequence,
        record_count: header.record_count,
    };
    let partition = core.partition_mut(topic, data.index).ok_or(ErrorCode::UNKNOWN_TOPIC_OR_PART)?;
    let base_offset = match partition.producers.check(&batch) {
        Verdict::Refuse(error) => return Err(error),
        Verdict::AlreadyStored(offset) => offset,
        Verdict::Store => {
            let offset = partition.log.append(&header, &bytes, partition.leader_epoch);
            partition.producers.stored(&batch, offset);
            offset
        }
    };
    Ok(Stored { base_offset, log_start_offset: partition.log.start_offset() })
}

/// The producer of a transaction must be the one that InitProducerId made.
fn check_transactional(core: &MockCore, id: Option<&str>, header: &BatchHeader) -> Result<(), ErrorCode> {
    let known = id.and_then(|id| core.transactional.get(id));
    let known = known.ok_or(ErrorCode::INVALID_PRODUCER_ID_MAPPING)?;
    if known.producer_id != header.producer_id {
        return Err(ErrorCode::INVALID_PRODUCER_ID_MAPPING);
    }
    if known.epoch != header.producer_epoch {
        return Err(ErrorCode::INVALID_PRODUCER_EPOCH);
    }
    Ok(())
}

fn answer(
    core: &MockCore,
    call: &Call,
    topic: &str,
    index: i32,
    result: Result<Stored, ErrorCode>,
    response: &mut ProduceResponse,
) -> PartitionProduceResponse {
    let mut answer = PartitionProduceResponse {
        index,
        base_offset: -1,
        log_append_time_ms: -1,
        log_start_offset: -1,
        ..Default::default()
    };
    match result {
        Ok(stored) => {
            answer.base_offset = stored.base_offset;
            answer.log_start_offset = stored.log_start_offset;
        }
        Err(error) => {
            answer.error_code = wire(error);
            if error == ErrorCode::NOT_LEADER_FOR_PARTITION && call.version >= VERSION_CURRENT_LEADER {
                name_leader(core, topic, index, &mut answer, response);
            }
        }
    }
    answer
}

fn name_leader(
    core: &MockCore,
    topic: &str,
    index: i32,
    answer: &mut PartitionProduceResponse,
    response: &mut ProduceResponse,
) {
    let Some(leader) = core.leader(topic, index) else { return };
    answer.current_leader = LeaderIdAndEpoch { leader_id: leader.id, leader_epoch: leader.epoch };
    if !response.node_endpoints.iter().any(|node| node.node_id == leader.id) {
        response.node_endpoints.push(NodeEndpoint {
            node_id: leader.id,
            host: leader.broker.host.clone(),
            port: i32::from(leader.broker.port),
            rack: leader.broker.rack.clone(),
        });
    }
}
