//! The producing part of a broker core: from ready batches to Produce requests
//! and from answers to delivery reports.
//!
//! Runs on the thread of its broker, called by the broker core only. Knows
//! nothing of connections: the core tells it when one is up or down, how many
//! requests may go out, and what was answered.

use crate::base::log::LogLine;
use crate::base::time::Time;
use crate::error::{Error, ErrorCode};
use crate::producer::Delivery;
use crate::topic::Partition;
use bytes::Bytes;
use std::sync::Arc;

/// What works on one partition: batches to send or to send again, in order, what
/// is in flight, retry backoff. One owner at a time: it moves inside ops.
pub struct PartitionSender {
    /// The partition.
    pub partition: Arc<Partition>,
}

/// `RD_KAFKA_PURGE_F_*`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PurgeFlags {
    /// Messages that wait in queues.
    pub queue: bool,
    /// Messages that were sent and are not acknowledged.
    pub in_flight: bool,
}

/// A broker said that it is not the leader of a partition, or who is.
#[derive(Debug, Clone)]
pub struct LeaderHint {
    /// Topic name.
    pub topic: Arc<str>,
    /// Partition id.
    pub partition: i32,
    /// The code that the broker gave.
    pub code: ErrorCode,
    /// Leader node id and epoch, if the answer names them (KIP-951).
    pub leader: Option<(i32, i32)>,
    /// Address of that leader, if the answer names it: host, port.
    pub endpoint: Option<(Arc<str>, u16)>,
}

/// Names a Produce request between sender and broker core.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ProduceId(pub u64);

/// A Produce request that is ready to go out.
pub struct ProduceRequest {
    /// Returned with the answer.
    pub id: ProduceId,
    /// Version of the body.
    pub version: i16,
    /// The body in segments, written one after the other.
    pub body: Vec<Bytes>,
    /// False with acks=0: the broker will not answer; the core reports the
    /// request as written with [`Sender::on_written`].
    pub expects_response: bool,
    /// Time until the answer must be there, counted from sending.
    pub timeout_ms: u64,
    /// Messages inside (for statistics and back-pressure).
    pub message_cnt: usize,
}

/// What a sender wants done: the broker core routes it.
#[derive(Default)]
pub struct SenderOut {
    /// Requests to write, in this order.
    pub requests: Vec<ProduceRequest>,
    /// Reports for the application.
    pub deliveries: Vec<Delivery>,
    /// Partitions that leave: for the main core.
    pub returned: Vec<Box<PartitionSender>>,
    /// Leader changes that answers revealed: for the main core.
    pub leader_hints: Vec<LeaderHint>,
    /// Log lines.
    pub logs: Vec<LogLine>,
    /// Throttle time of an answer, if it had one field.
    pub throttle_ms: Option<i32>,
}

/// The sender of one broker.
#[derive(Default)]
pub struct Sender {}

#[allow(unused_variables)]
impl Sender {
    /// Takes over a partition.
    pub fn join(&mut self, now: Time, partition: Box<PartitionSender>) {}

    /// Gives a partition back through [`SenderOut::returned`] as soon as nothing
    /// of it is in flight.
    pub fn leave(&mut self, now: Time, topic: &str, partition: i32, out: &mut SenderOut) {}

    /// An accumulator has something (see [`crate::ops::BrokerOp::Ready`]).
    pub fn ready(&mut self, now: Time, partition: &Arc<Partition>) {}

    /// A flush began or ended.
    pub fn flush_changed(&mut self, now: Time) {}

    /// Fails what waits and/or what is in flight.
    pub fn purge(&mut self, now: Time, flags: PurgeFlags, out: &mut SenderOut) {}

    /// The connection is usable; Produce versions that both sides know.
    pub fn connection_up(&mut self, now: Time, version_max: i16, out: &mut SenderOut) {}

    /// The connection is gone: what was in flight goes back in front, in order.
    pub fn connection_down(&mut self, now: Time, out: &mut SenderOut) {}

    /// Expires messages, and, if `free_slots` > 0, makes up to as many requests.
    /// Call whenever anything happened or [`Sender::deadline`] has come.
    pub fn poll(&mut self, now: Time, free_slots: usize, out: &mut SenderOut) {}

    /// The request was written to the socket completely.
    pub fn on_written(&mut self, now: Time, id: ProduceId, out: &mut SenderOut) {}

    /// The answer to a request (version and body), or its failure (time-out).
    pub fn on_response(
        &mut self,
        now: Time,
        id: ProduceId,
        result: Result<(i16, Bytes), Error>,
        out: &mut SenderOut,
    ) {
    }

    /// When [`Sender::poll`] must be called at the latest: linger, retry backoff,
    /// message time-outs.
    pub fn deadline(&self) -> Time {
        Time::NEVER
    }

    /// True if messages wait for a connection.
    pub fn wants_connection(&self) -> bool {
        false
    }

    /// Ends: everything that is left fails with `error`, partitions are dropped.
    pub fn terminate(&mut self, now: Time, error: &Error, out: &mut SenderOut) {}
}
