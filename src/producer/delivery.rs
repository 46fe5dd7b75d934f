//! Delivery reports: one value per batch on its way back to the application.
//!
//! Made by the thread that learns what became of the batch; read by the application's
//! thread in a poll function. Everything a report shows points into the batch.

use crate::base::time::Time;
use crate::error::ErrorCode;
use crate::protocol::record::Headers;
pub use crate::protocol::record::TimestampType;
use crate::topic::{Batch, Topic};
use std::sync::Arc;

/// `rd_kafka_msg_status_t`: whether a message may be in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageStatus {
    /// It never was sent, or was refused.
    NotPersisted = 0,
    /// It was sent, and no answer says what became of it.
    PossiblyPersisted = 1,
    /// The broker acknowledged it.
    Persisted = 2,
}

/// Offset of messages that have none (`RD_KAFKA_OFFSET_INVALID`).
pub const OFFSET_INVALID: i64 = -1001;

/// What became of a batch.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Success, or why not.
    pub error: ErrorCode,
    /// The broker's words for the error, if it gave any.
    pub reason: Option<Arc<str>>,
    /// Whether the messages may be in the log.
    pub status: MessageStatus,
    /// Offset of the first message, [`OFFSET_INVALID`] if unknown, -1 if refused.
    pub base_offset: i64,
    /// LogAppendTime in milliseconds, -1 if the topic uses CreateTime.
    pub log_append_time_ms: i64,
    /// Node id of the broker that answered or would have, -1 if none.
    pub broker_id: i32,
    /// When that was known.
    pub finished: Time,
    /// Messages that the broker names as the cause of a refused batch (KIP-467): number
    /// in the batch, ascending, and its words. The others share their fate.
    pub record_errors: Vec<(u32, Option<Arc<str>>)>,
}

impl Outcome {
    /// A failure that arose here.
    pub fn failed(error: ErrorCode, status: MessageStatus, now: Time) -> Outcome {
        Outcome {
            error,
            reason: None,
            status,
            base_offset: OFFSET_INVALID,
            log_append_time_ms: -1,
            broker_id: -1,
            finished: now,
            record_errors: Vec::new(),
        }
    }
}

/// The report of one message.
#[derive(Clone)]
pub struct Report<'a> {
    /// Success, or why not.
    pub error: ErrorCode,
    /// The broker's words for the error, if it gave any.
    pub reason: Option<&'a str>,
    /// Whether the message may be in the log.
    pub status: MessageStatus,
    /// Key.
    pub key: Option<&'a [u8]>,
    /// Value: at the application's own address, unless it asked for a copy.
    pub value: Option<&'a [u8]>,
    /// Headers in order.
    pub headers: Headers<'a>,
    /// Milliseconds since the epoch, and who set it; not available in failures.
    pub timestamp_ms: i64,
    /// See `timestamp_ms`.
    pub timestamp_type: TimestampType,
    /// Offset, [`OFFSET_INVALID`] if unknown.
    pub offset: i64,
    /// Microseconds from produce to the outcome.
    pub latency_us: u64,
    /// Node id of the broker, -1 if none.
    pub broker_id: i32,
    /// `msg_opaque` of the application.
    pub opaque: usize,
}

/// Reports of messages of one partition that share their fate. Dropping it serves what
/// is left: the queue limits count a message until then.
pub struct Delivery {
    topic: Arc<Topic>,
    partition: i32,
    batch: Batch,
    outcome: Outcome,
    served: usize,
}

impl Delivery {
    /// The report of a whole batch.
    pub fn new(topic: Arc<Topic>, partition: i32, mut batch: Batch, outcome: Outcome) -> Delivery {
        batch.wire = None; // compressed, that is memory of its own
        topic.limits.report_made(batch.len() as u64);
        Delivery { topic, partition, batch, outcome, served: 0 }
    }

    /// Messages whose report is not served yet.
    pub fn len(&self) -> usize {
        self.batch.len() - self.served
    }

    /// True if all reports are served.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Size of all values of the batch in bytes.
    pub fn payload_bytes(&self) -> u64 {
        self.batch.payload_bytes()
    }

    /// The topic.
    pub fn topic(&self) -> &Arc<Topic> {
        &self.topic
    }

    /// Partition id; -1 if none was decided.
    pub fn partition(&self) -> i32 {
        self.partition
    }

    /// What became of the batch as a whole.
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// The report of the `index`-th message that is not served yet.
    pub fn get(&self, index: usize) -> Option<Report<'_>> {
        let number = self.served + index;
        (number < self.batch.len()).then(|| self.report(number))
    }

    /// All reports that are not served yet, in the order of producing.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Report<'_>> {
        (self.served..self.batch.len()).map(|number| self.report(number))
    }

    /// The first `cnt` reports are served: their slots of the queue limits are free. Bytes,
    /// and the count of waiting reports, follow with the last one: this runs per message.
    pub fn mark_served(&mut self, cnt: usize) {
        let cnt = cnt.min(self.len());
        if cnt == 0 {
            return;
        }
        self.served += cnt;
        let limits = &self.topic.limits;
        if self.is_empty() {
            limits.report_done(self.batch.len() as u64);
            limits.release(cnt as u64, self.batch.payload_bytes());
        } else {
            limits.release(cnt as u64, 0);
        }
    }

    fn report(&self, number: usize) -> Report<'_> {
        let message = self.batch.message(number);
        let outcome = &self.outcome;
        let (error, reason) = self.error_of(number);
        let (timestamp_type, timestamp_ms) = if !error.is_ok() {
            (TimestampType::NotAvailable, -1)
        } else if outcome.log_append_time_ms >= 0 {
            (TimestampType::LogAppendTime, outcome.log_append_time_ms)
        } else {
            (TimestampType::CreateTime, message.timestamp_ms)
        };
        let offset =
            if outcome.base_offset >= 0 { outcome.base_offset + number as i64 } else { outcome.base_offset };
        Report {
            error,
            reason,
            status: outcome.status,
            key: message.key,
            value: message.value,
            headers: message.headers,
            timestamp_ms,
            timestamp_type,
            offset,
            latency_us: outcome.finished.us_since(message.enqueued),
            broker_id: outcome.broker_id,
            opaque: message.opaque,
        }
    }

    /// Error and reason of one message. When the broker names the guilty ones, the
    /// others get a code of their own, as in librdkafka.
    fn error_of(&self, number: usize) -> (ErrorCode, Option<&str>) {
        let outcome = &self.outcome;
        if outcome.record_errors.is_empty() || outcome.error != ErrorCode::INVALID_RECORD {
            return (outcome.error, outcome.reason.as_deref());
        }
        match outcome.record_errors.binary_search_by_key(&(number as u32), |(number, _)| *number) {
            Ok(at) => (outcome.error, outcome.record_errors[at].1.as_deref().or(outcome.reason.as_deref())),
            Err(_) => (ErrorCode::LOCAL_INVALID_DIFFERENT_RECORD, None),
        }
    }
}

impl Drop for Delivery {
    fn drop(&mut self) {
        self.mark_served(self.len());
    }
}

impl std::fmt::Debug for Delivery {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} [{}]: {} x {:?}", self.topic.name, self.partition, self.len(), self.outcome.error)
    }
}
