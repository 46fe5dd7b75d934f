//! What an answer to a Produce request means for each batch: delivered, to be sent again,
//! to be cut in two, or failed.
//!
//! Runs on the thread of the broker, as part of the sender.

use super::delivery::{MessageStatus, OFFSET_INVALID, Outcome};
use super::sender::{Item, LeaderHint, Request, Sender, SenderOut};
use crate::base::time::Time;
use crate::error::{Error, ErrorCode};
use crate::protocol::messages::ProduceResponse;
use crate::protocol::messages::produce_response::{NodeEndpoint, PartitionProduceResponse};
use crate::protocol::{Message, Reader};
use crate::topic::Batch;
use bytes::Bytes;
use std::collections::HashMap;
use std::sync::Arc;

/// What became of a batch.
pub(super) struct Fate {
    pub outcome: Outcome,
}

impl Fate {
    /// Failed.
    pub fn failed(code: ErrorCode, status: MessageStatus, broker_id: i32, now: Time) -> Fate {
        Fate { outcome: Outcome { broker_id, ..Outcome::failed(code, status, now) } }
    }

    /// Sent, and no acknowledgement was asked for.
    pub fn unconfirmed(broker_id: i32, now: Time) -> Fate {
        Fate::failed(ErrorCode::NO_ERROR, MessageStatus::PossiblyPersisted, broker_id, now)
    }

    fn stored(answer: &PartitionProduceResponse, broker_id: i32, now: Time) -> Fate {
        let mut fate = Fate::failed(ErrorCode::NO_ERROR, MessageStatus::Persisted, broker_id, now);
        // A broker that finds the batch stored before can not tell where.
        fate.outcome.base_offset = if answer.base_offset >= 0 { answer.base_offset } else { OFFSET_INVALID };
        fate.outcome.log_append_time_ms = answer.log_append_time_ms;
        fate
    }
}

/// What to do about an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Verdict {
    /// Send the batch again.
    again: bool,
    /// That counts against `retries`: the messages may have been stored.
    counts: bool,
    /// The picture of the cluster is outdated.
    refresh: bool,
    /// The messages may have been stored.
    maybe_stored: bool,
}

const PERMANENT: Verdict = Verdict { again: false, counts: false, refresh: false, maybe_stored: false };
const RETRY: Verdict = Verdict { again: true, counts: true, ..PERMANENT };
/// The broker refused for a reason that other metadata will cure: no risk of doubles.
const REFRESH: Verdict = Verdict { again: true, refresh: true, ..PERMANENT };

/// Sorts errors as librdkafka does; what it does not know is permanent.
fn judge(code: ErrorCode) -> Verdict {
    match code {
        ErrorCode::LEADER_NOT_AVAILABLE
        | ErrorCode::NOT_LEADER_FOR_PARTITION
        | ErrorCode::BROKER_NOT_AVAILABLE
        | ErrorCode::REPLICA_NOT_AVAILABLE
        | ErrorCode::UNKNOWN_TOPIC_OR_PART
        | ErrorCode::KAFKA_STORAGE_ERROR
        // Only where topics are named by id: the picture of the topic is an old one.
        | ErrorCode::UNKNOWN_TOPIC_ID
        | ErrorCode::INCONSISTENT_TOPIC_ID => REFRESH,
        ErrorCode::INVALID_MSG | ErrorCode::NOT_ENOUGH_REPLICAS | ErrorCode::COORDINATOR_LOAD_IN_PROGRESS => {
            RETRY
        }
        ErrorCode::REQUEST_TIMED_OUT
        | ErrorCode::NOT_ENOUGH_REPLICAS_AFTER_APPEND
        | ErrorCode::LOCAL_TIMED_OUT => Verdict { maybe_stored: true, ..RETRY },
        ErrorCode::LOCAL_TRANSPORT => Verdict { maybe_stored: true, refresh: true, ..RETRY },
        ErrorCode::LOCAL_TIMED_OUT_QUEUE => Verdict { counts: false, ..RETRY },
        ErrorCode::LOCAL_BAD_MSG
        | ErrorCode::OUT_OF_ORDER_SEQUENCE_NUMBER
        | ErrorCode::DUPLICATE_SEQUENCE_NUMBER => Verdict { maybe_stored: true, ..PERMANENT },
        _ => PERMANENT,
    }
}

/// A batch that was too large as a whole, though its messages need not be (H13).
fn is_too_large(code: ErrorCode) -> bool {
    code == ErrorCode::MSG_SIZE_TOO_LARGE || code == ErrorCode::RECORD_LIST_TOO_LARGE
}

/// The error of one batch with what the broker said about it.
struct Refusal<'a> {
    code: ErrorCode,
    answer: Option<&'a PartitionProduceResponse>,
    endpoints: &'a [NodeEndpoint],
    /// The request had reached the broker, for all we know.
    written: bool,
}

impl Sender {
    /// The broker answered.
    pub(super) fn answered(
        &mut self,
        now: Time,
        request: Request,
        version: i16,
        body: &Bytes,
        out: &mut SenderOut,
    ) {
        let response = match ProduceResponse::decode(&mut Reader::new(body), version) {
            Ok(response) => response,
            Err(problem) => {
                let error = Error::new(ErrorCode::LOCAL_BAD_MSG, format!("Produce response: {problem}"));
                return self.request_failed(now, request, &error, out);
            }
        };
        out.throttle_ms = Some(response.throttle_time_ms);
        let by_id = request.version >= 13;
        let mut answers: HashMap<(&[u8], i32), &PartitionProduceResponse> = HashMap::new();
        for topic in &response.responses {
            let name: &[u8] = if by_id { &topic.topic_id } else { topic.name.as_bytes() };
            for partition in &topic.partition_responses {
                answers.insert((name, partition.index), partition);
            }
        }
        for Item { at, batch, topic_id } in request.items {
            self.landed(at, &batch);
            let answer = self.slot(at).and_then(|sender| {
                let name: &[u8] = if by_id { &topic_id } else { sender.topic.name.as_bytes() };
                answers.get(&(name, sender.partition.id)).copied()
            });
            match answer {
                Some(answer) if answer.error_code == 0 => {
                    self.proved(at);
                    self.deliver(at, batch, Fate::stored(answer, self.broker_id, now), out);
                }
                answer => {
                    // A partition that the answer leaves out: nobody knows.
                    let code = answer
                        .map_or(ErrorCode::LOCAL_BAD_MSG, |answer| ErrorCode(i32::from(answer.error_code)));
                    let endpoints = &response.node_endpoints;
                    let refusal = Refusal { code, answer, endpoints, written: true };
                    self.refused(now, at, batch, &refusal, out);
                }
            }
            self.item_done(at, out);
        }
    }

    /// There will be no answer.
    pub(super) fn request_failed(&mut self, now: Time, request: Request, error: &Error, out: &mut SenderOut) {
        for Item { at, batch, .. } in request.items {
            self.landed(at, &batch);
            let refusal =
                Refusal { code: error.code, answer: None, endpoints: &[], written: request.written };
            self.refused(now, at, batch, &refusal, out);
            self.item_done(at, out);
        }
    }

    /// A batch was not stored, or nobody knows: sends it again, cuts it, or fails it.
    fn refused(
        &mut self,
        now: Time,
        at: usize,
        mut batch: Batch,
        refusal: &Refusal<'_>,
        out: &mut SenderOut,
    ) {
        let Some(sender) = self.slot(at) else { return };
        let code = refusal.code;
        let verdict = judge(code);
        batch.maybe_stored |= verdict.maybe_stored && refusal.written;
        if verdict.refresh && code != ErrorCode::LOCAL_TRANSPORT {
            out.leader_hints.push(LeaderHint {
                topic: sender.partition.topic.clone(),
                partition: sender.partition.id,
                code,
                leader: refusal.leader(),
                endpoint: refusal.endpoint(),
            });
        }
        if is_too_large(code) && batch.len() > 1 {
            let middle = batch.len() / 2;
            let (first, second) = batch.split(middle);
            self.requeue(now, at, second, false);
            self.requeue(now, at, first, false);
            return;
        }
        let retries_max = sender.topic.settings.retries_max;
        if verdict.again && !(verdict.counts && batch.retries >= retries_max) {
            batch.retries += u32::from(verdict.counts);
            batch.attempts += 1;
            // The connection has its own backoff; the partition need not add to it.
            self.requeue(now, at, batch, code != ErrorCode::LOCAL_TRANSPORT);
            return;
        }
        let code = match code {
            ErrorCode::LOCAL_TIMED_OUT | ErrorCode::LOCAL_TIMED_OUT_QUEUE => ErrorCode::LOCAL_MSG_TIMED_OUT,
            code => code,
        };
        let status =
            if batch.maybe_stored { MessageStatus::PossiblyPersisted } else { MessageStatus::NotPersisted };
        let mut fate = Fate::failed(code, status, self.broker_id, now);
        if let Some(answer) = refusal.answer {
            fate.outcome.base_offset = answer.base_offset.min(-1);
            fate.outcome.reason = answer.error_message.as_deref().map(Arc::from);
            fate.outcome.record_errors = record_errors(answer);
        }
        self.deliver(at, batch, fate, out);
    }
}

impl Refusal<'_> {
    /// Node id and epoch of the leader that the answer names (KIP-951).
    fn leader(&self) -> Option<(i32, i32)> {
        let leader = &self.answer?.current_leader;
        (leader.leader_id >= 0).then_some((leader.leader_id, leader.leader_epoch))
    }

    /// Address of that leader.
    fn endpoint(&self) -> Option<(Arc<str>, u16)> {
        let (id, _) = self.leader()?;
        let endpoint = self.endpoints.iter().find(|endpoint| endpoint.node_id == id)?;
        Some((Arc::from(endpoint.host.as_str()), u16::try_from(endpoint.port).ok()?))
    }
}

fn record_errors(answer: &PartitionProduceResponse) -> Vec<(u32, Option<Arc<str>>)> {
    let mut errors: Vec<_> = answer
        .record_errors
        .iter()
        .filter_map(|error| {
            let words = error.batch_index_error_message.as_deref().map(Arc::from);
            Some((u32::try_from(error.batch_index).ok()?, words))
        })
        .collect();
    errors.sort_by_key(|(number, _)| *number);
    errors
}
