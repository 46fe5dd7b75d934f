//! The producing part of a broker core: from ready batches to Produce requests
//! and from answers to delivery reports.
//!
//! Runs on the thread of its broker, called by the broker core only. Knows
//! nothing of connections: the core tells it when one is up or down, how many
//! requests may go out, and what was answered.

use super::answers::Fate;
use super::partition_sender::PartitionSender;
use super::request::{self, Entry};
use super::seal::{Identity, seal};
use super::shared::ProducerShared;
use super::{Delivery, MessageStatus};
use crate::base::backoff::Backoff;
use crate::base::log::LogLine;
use crate::base::time::Time;
use crate::conf::Conf;
use crate::error::{Error, ErrorCode};
use crate::topic::{Batch, BatchOwner, Partition};
use bytes::Bytes;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

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
    /// How long a broker may rightly take to answer: it may wait for its replicas,
    /// milliseconds.
    pub hold_ms: u64,
    /// Messages inside (for statistics and back-pressure).
    pub message_cnt: usize,
    /// When the oldest of them was produced (for statistics).
    pub first_enqueued: Time,
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

/// A joined partition.
pub(super) struct Slot {
    pub sender: Box<PartitionSender>,
    /// In `work`.
    listed: bool,
    /// Nothing more is sent; it goes as soon as nothing is in flight.
    leaving: bool,
}

/// A batch in a request.
pub(super) struct Item {
    /// Slot of the partition.
    pub at: usize,
    pub batch: Batch,
    /// Id of the topic when the request was made: the answer names that one, though the
    /// topic may have been created anew since.
    pub topic_id: [u8; 16],
}

/// A request that was handed out.
pub(super) struct Request {
    /// Empty after a purge: the answer does not matter any more.
    pub items: Vec<Item>,
    pub version: i16,
    acks: i16,
    /// Written to the socket completely.
    pub written: bool,
}

/// Most bytes of records in one request, unless a single batch is larger. The Java client
/// does the same by default (`max.request.size`), so every service accepts that.
const REQUEST_SIZE_MAX: usize = 1024 * 1024;
/// First version that names topics by id.
const TOPIC_ID_VERSION: i16 = 13;

/// The sender of one broker.
pub struct Sender {
    pub(super) shared: Arc<ProducerShared>,
    /// Told of messages in the accumulators of joined partitions.
    owner: Option<Arc<dyn BatchOwner>>,
    pub(super) broker_id: i32,
    rng: fastrand::Rng,
    slots: Vec<Option<Slot>>,
    free: Vec<usize>,
    index: HashMap<(Arc<str>, i32), usize>,
    /// Partitions in which something waits, in the order in which they get their turn.
    work: VecDeque<usize>,
    requests: BTreeMap<u64, Request>,
    next_id: u64,
    /// Highest Produce version of the connection; none while there is no connection.
    version_max: Option<i16>,
    /// Requests that are not written completely.
    unwritten: usize,
    /// Something happened since the last poll.
    dirty: bool,
    /// The last poll had more to send than slots.
    starved: bool,
    /// The last poll left messages that could be sent with a connection.
    waiting: bool,
    deadline: Time,
}

impl Default for Sender {
    /// A sender with default settings whose mailbox nobody reads: for tests.
    fn default() -> Sender {
        Sender::new(Arc::new(ProducerShared::new(&Conf::default())), None)
    }
}

impl Sender {
    /// A sender without partitions and connection. `owner` is the mailbox of the core
    /// that it is part of.
    pub fn new(shared: Arc<ProducerShared>, owner: Option<Arc<dyn BatchOwner>>) -> Sender {
        Sender {
            shared,
            owner,
            broker_id: -1,
            rng: fastrand::Rng::new(),
            slots: Vec::new(),
            free: Vec::new(),
            index: HashMap::new(),
            work: VecDeque::new(),
            requests: BTreeMap::new(),
            next_id: 0,
            version_max: None,
            unwritten: 0,
            dirty: false,
            starved: false,
            waiting: false,
            deadline: Time::NEVER,
        }
    }

    /// The broker's node id became known: reports and statistics show it.
    pub fn set_broker_id(&mut self, id: i32) {
        self.broker_id = id;
        for slot in self.slots.iter().flatten() {
            slot.sender.partition.stats.set_broker_id(id);
        }
    }

    /// Takes over a partition.
    pub fn join(&mut self, _now: Time, mut partition: Box<PartitionSender>) {
        // Whatever the last broker had to say, this one deserves a try at once.
        partition.backoff_until = Time::ZERO;
        partition.probing = true;
        partition.partition.lock().set_owner(self.owner.clone());
        partition.partition.stats.set_broker_id(self.broker_id);
        let key = (partition.partition.topic.clone(), partition.partition.id);
        let slot = Slot { sender: partition, listed: false, leaving: false };
        let at = match self.free.pop() {
            Some(at) => at,
            None => {
                self.slots.push(None);
                self.slots.len() - 1
            }
        };
        self.slots[at] = Some(slot);
        self.index.insert(key, at);
        // Messages may wait already: nobody tells us of those.
        self.list(at);
    }

    /// Gives a partition back through [`SenderOut::returned`] as soon as nothing
    /// of it is in flight.
    pub fn leave(&mut self, _now: Time, topic: &Arc<str>, partition: i32, out: &mut SenderOut) {
        let Some(at) = self.index.get(&(topic.clone(), partition)).copied() else { return };
        let Some(slot) = self.slots[at].as_mut() else { return };
        slot.leaving = true;
        slot.sender.partition.lock().set_owner(None);
        self.let_go(at, out);
    }

    /// Returns the partition if it leaves and nothing is in flight.
    fn let_go(&mut self, at: usize, out: &mut SenderOut) {
        if !self.slots[at].as_ref().is_some_and(|slot| slot.leaving && slot.sender.in_flight == 0) {
            return;
        }
        if let Some(slot) = self.slots[at].take() {
            let partition = &slot.sender.partition;
            partition.stats.set_broker_id(-1);
            self.index.remove(&(partition.topic.clone(), partition.id));
            if slot.listed {
                self.work.retain(|other| *other != at);
            }
            self.free.push(at);
            out.returned.push(slot.sender);
        }
    }

    /// Number of joined partitions.
    pub fn partition_cnt(&self) -> usize {
        self.index.len()
    }

    /// The joined partitions, for the statistics.
    pub fn partitions(&self) -> impl Iterator<Item = &Arc<Partition>> {
        self.slots.iter().flatten().map(|slot| &slot.sender.partition)
    }

    fn list(&mut self, at: usize) {
        self.dirty = true;
        if let Some(slot) = self.slots[at].as_mut()
            && !slot.listed
        {
            slot.listed = true;
            self.work.push_back(at);
        }
    }

    /// An accumulator has something (see [`crate::ops::BrokerOp::Ready`]).
    pub fn ready(&mut self, now: Time, partition: &Arc<Partition>) {
        // Not ours any more: who joins it next looks by itself.
        let Some(at) = self.index.get(&(partition.topic.clone(), partition.id)).copied() else { return };
        let was_dirty = self.dirty;
        self.list(at);
        let flushing = self.shared.is_flushing();
        let Some(look) = self.slot(at).map(|sender| sender.look(flushing)) else { return };
        let Some(first) = look.first_enqueued else { return };
        // The usual case, a first message that lingers: nothing to do but wake in time. A
        // look at all partitions for each would be too much where there are many.
        let later = look.sendable > now || self.version_max.is_none();
        if later && !was_dirty && !self.slot(at).is_some_and(PartitionSender::is_gone) {
            let expires = self.slot(at).map_or(Time::NEVER, |sender| sender.expires(first));
            let sendable = if self.version_max.is_some() { look.sendable } else { Time::NEVER };
            self.deadline = self.deadline.min(expires).min(sendable);
            self.waiting = true;
            self.dirty = false;
        }
    }

    /// A flush began or ended.
    pub fn flush_changed(&mut self, _now: Time) {
        self.dirty = true;
    }

    /// Fails what waits and/or what is in flight.
    pub fn purge(&mut self, now: Time, flags: PurgeFlags, out: &mut SenderOut) {
        self.dirty = true;
        if flags.in_flight {
            let code = ErrorCode::LOCAL_PURGE_INFLIGHT;
            self.fail_in_flight(now, code, MessageStatus::PossiblyPersisted, out);
        }
        if flags.queue {
            for slot in self.slots.iter_mut().flatten() {
                let (code, to) = (ErrorCode::LOCAL_PURGE_QUEUE, &mut out.deliveries);
                slot.sender.fail_waiting(now, code, &self.shared, to);
            }
        }
    }

    /// Fails what is in flight; the requests stay known, so that late answers are.
    fn fail_in_flight(&mut self, now: Time, code: ErrorCode, status: MessageStatus, out: &mut SenderOut) {
        let ids: Vec<u64> = self.requests.keys().copied().collect();
        for id in ids {
            let items = match self.requests.get_mut(&id) {
                Some(request) => std::mem::take(&mut request.items),
                None => continue,
            };
            for Item { at, batch, .. } in items {
                self.landed(at, &batch);
                let fate = Fate::failed(code, status, self.broker_id, now);
                self.deliver(at, batch, fate, out);
                self.let_go(at, out);
            }
        }
    }

    /// The connection is usable; Produce versions that both sides know.
    pub fn connection_up(&mut self, _now: Time, version_max: i16, _out: &mut SenderOut) {
        self.version_max = Some(version_max);
        self.unwritten = 0;
        self.dirty = true;
        for slot in self.slots.iter_mut().flatten() {
            slot.sender.probing = true;
        }
    }

    /// The connection is gone: what was in flight goes back in front, in order.
    pub fn connection_down(&mut self, now: Time, out: &mut SenderOut) {
        self.version_max = None;
        self.unwritten = 0;
        self.dirty = true;
        for (_, request) in std::mem::take(&mut self.requests) {
            let error = Error::from(ErrorCode::LOCAL_TRANSPORT);
            self.request_failed(now, request, &error, out);
        }
    }

    /// Expires messages, and, if `free_slots` > 0, makes up to as many requests.
    /// Call whenever anything happened or [`Sender::deadline`] has come.
    pub fn poll(&mut self, now: Time, free_slots: usize, out: &mut SenderOut) {
        if !self.dirty && now < self.deadline && !(self.starved && free_slots > 0) {
            return;
        }
        self.dirty = false;
        for turn in 0..self.work.len() {
            if let Some(slot) = self.slots[self.work[turn]].as_mut() {
                slot.sender.expire(now, &self.shared, &mut out.deliveries);
            }
        }
        let mut left = free_slots;
        while left > 0 && self.may_send() && self.make_request(now, out) {
            left -= 1;
        }
        self.plan(now, left > 0 && self.may_send());
    }

    /// True if the connection takes requests; behind a slow one messages rather wait
    /// here and make larger batches (`queue.buffering.backpressure.threshold`).
    fn may_send(&self) -> bool {
        self.version_max.is_some() && self.unwritten < self.shared.backpressure_threshold
    }

    /// Finds out when to look again, and drops partitions without messages from `work`.
    fn plan(&mut self, now: Time, sending: bool) {
        let flushing = self.shared.is_flushing();
        (self.deadline, self.waiting, self.starved) = (Time::NEVER, false, false);
        for _ in 0..self.work.len() {
            let Some(at) = self.work.pop_front() else { return };
            let Some(slot) = self.slots[at].as_mut() else { continue };
            let look = slot.sender.look(flushing);
            let Some(first) = look.first_enqueued else {
                slot.listed = false;
                continue;
            };
            self.work.push_back(at);
            self.deadline = self.deadline.min(slot.sender.expires(first));
            if slot.leaving {
                continue;
            }
            self.waiting = true;
            if sending {
                self.deadline = self.deadline.min(look.sendable);
            } else if look.sendable <= now {
                self.starved = true;
            } else if self.version_max.is_some() {
                // When it becomes due there may be a slot: look then.
                self.deadline = self.deadline.min(look.sendable);
            }
        }
    }

    /// Makes one request of what is due; false if nothing is.
    fn make_request(&mut self, now: Time, out: &mut SenderOut) -> bool {
        let Some(version_max) = self.version_max else { return false };
        let flushing = self.shared.is_flushing();
        let (mut items, mut size, mut terms) = (Vec::new(), 0, None);
        for _ in 0..self.work.len() {
            let Some(at) = self.work.pop_front() else { break };
            self.work.push_back(at);
            let Some(slot) = self.slots[at].as_mut() else { continue };
            let settings = &slot.sender.topic.settings;
            let wanted = (settings.acks, settings.request_timeout_ms);
            if slot.leaving || terms.is_some_and(|terms| terms != wanted) {
                continue;
            }
            let company = !items.is_empty();
            let room = if !company { usize::MAX } else { REQUEST_SIZE_MAX.saturating_sub(size) };
            let Some(batch) = slot.sender.next_batch(now, flushing, company, room) else { continue };
            size += batch.records_len();
            terms = Some(wanted);
            let topic_id = slot.sender.topic.view().id;
            items.push(Item { at, batch, topic_id });
            if size >= REQUEST_SIZE_MAX {
                break;
            }
        }
        let Some((acks, request_timeout_ms)) = terms else { return false };
        let mut version = version_max.min(TOPIC_ID_VERSION);
        if version == TOPIC_ID_VERSION && items.iter().any(|item: &Item| item.topic_id == [0; 16]) {
            version -= 1; // topics without a known id can only be named
        }
        self.send(now, items, version, (acks, request_timeout_ms), out);
        true
    }

    fn send(
        &mut self,
        now: Time,
        mut items: Vec<Item>,
        version: i16,
        (acks, request_timeout_ms): (i16, u32),
        out: &mut SenderOut,
    ) {
        let (mut message_cnt, mut expires, mut first_enqueued) = (0, Time::NEVER, now);
        let mut entries = Vec::with_capacity(items.len());
        for Item { at, batch, topic_id } in &mut items {
            let Some(slot) = self.slots[*at].as_mut() else { continue };
            let sender = &mut slot.sender;
            let new = batch.wire.is_none();
            seal(batch, &sender.topic.settings, version, Identity::NONE, &mut out.logs);
            let Some(wire) = batch.wire.clone() else { continue };
            if new {
                sender.topic.stats.sent(wire.len, batch.len());
            }
            sender.in_flight += 1;
            message_cnt += batch.len();
            expires = expires.min(sender.expires(batch.first_enqueued()));
            first_enqueued = first_enqueued.min(batch.first_enqueued());
            let stats = &sender.partition.stats;
            stats.tx_msgs.fetch_add(batch.len() as u64, Relaxed);
            stats.tx_bytes.fetch_add(batch.payload_bytes(), Relaxed);
            stats.in_flight_msgs.fetch_add(batch.len() as u64, Relaxed);
            self.shared.tx_msgs.fetch_add(batch.len() as u64, Relaxed);
            self.shared.tx_msg_bytes.fetch_add(batch.payload_bytes(), Relaxed);
            let (topic, topic_id) = (sender.topic.clone(), *topic_id);
            entries.push(Entry { topic, topic_id, partition: sender.partition.id, wire });
        }
        let id = self.next_id;
        self.next_id += 1;
        self.unwritten += 1;
        self.requests.insert(id, Request { items, version, acks, written: false });
        // Not longer than the first message lives: its time-out is reported in time.
        let lives_ms = if expires == Time::NEVER { u64::MAX } else { expires.us_since(now).div_ceil(1000) };
        out.requests.push(ProduceRequest {
            id: ProduceId(id),
            version,
            body: request::encode(entries, version, acks, request_timeout_ms),
            expects_response: acks != 0,
            hold_ms: if acks < 0 { request_timeout_ms.into() } else { 0 },
            timeout_ms: self.shared.socket_timeout_ms.min(lives_ms).max(1),
            message_cnt,
            first_enqueued,
        });
    }

    /// The request was written to the socket completely.
    pub fn on_written(&mut self, now: Time, id: ProduceId, out: &mut SenderOut) {
        let Some(request) = self.requests.get_mut(&id.0) else { return };
        if !request.written {
            request.written = true;
            self.unwritten = self.unwritten.saturating_sub(1);
            self.dirty = true;
        }
        if request.acks == 0 {
            // Nobody will ever say whether it arrived.
            let Some(request) = self.requests.remove(&id.0) else { return };
            for Item { at, batch, .. } in request.items {
                self.landed(at, &batch);
                self.proved(at);
                self.deliver(at, batch, Fate::unconfirmed(self.broker_id, now), out);
                self.let_go(at, out);
            }
        }
    }

    /// The answer to a request (version and body), or its failure (time-out).
    pub fn on_response(
        &mut self,
        now: Time,
        id: ProduceId,
        result: Result<(i16, Bytes), Error>,
        out: &mut SenderOut,
    ) {
        let Some(request) = self.requests.remove(&id.0) else { return };
        self.dirty = true;
        if !request.written {
            self.unwritten = self.unwritten.saturating_sub(1);
        }
        match result {
            Ok((version, body)) => self.answered(now, request, version, &body, out),
            Err(error) => self.request_failed(now, request, &error, out),
        }
    }

    /// A batch is not in flight any more.
    pub(super) fn landed(&mut self, at: usize, batch: &Batch) {
        if let Some(slot) = self.slots[at].as_mut() {
            slot.sender.in_flight -= 1;
            slot.sender.partition.stats.in_flight_msgs.fetch_sub(batch.len() as u64, Relaxed);
        }
    }

    /// The broker takes batches of the partition.
    pub(super) fn proved(&mut self, at: usize) {
        if let Some(slot) = self.slots[at].as_mut() {
            slot.sender.probing = false;
        }
    }

    /// Reports a batch.
    pub(super) fn deliver(&mut self, at: usize, batch: Batch, fate: Fate, out: &mut SenderOut) {
        if let Some(slot) = self.slots[at].as_ref() {
            let (topic, id) = (slot.sender.topic.clone(), slot.sender.partition.id);
            self.shared.report(Delivery::new(topic, id, batch, fate.outcome), &mut out.deliveries);
        }
    }

    /// Puts a batch back among those that wait; `pause` starts the partition's backoff.
    pub(super) fn requeue(&mut self, now: Time, at: usize, batch: Batch, pause: bool) {
        if let Some(slot) = self.slots[at].as_mut() {
            if pause {
                let settings = &slot.sender.topic.settings;
                let backoff = Backoff::retry(settings.retry_backoff_ms, settings.retry_backoff_max_ms);
                let pause_us = backoff.delay_us(batch.attempts.saturating_sub(1), &mut self.rng);
                slot.sender.backoff_until = now.after_us(pause_us);
                slot.sender.probing = true;
            }
            slot.sender.push(batch);
        }
        self.list(at);
    }

    /// An item of a request is dealt with: the partition may leave now.
    pub(super) fn item_done(&mut self, at: usize, out: &mut SenderOut) {
        self.let_go(at, out);
    }

    pub(super) fn slot(&self, at: usize) -> Option<&PartitionSender> {
        self.slots[at].as_ref().map(|slot| &*slot.sender)
    }

    /// When [`Sender::poll`] must be called at the latest: linger, retry backoff,
    /// message time-outs.
    pub fn deadline(&self) -> Time {
        if self.dirty { Time::ZERO } else { self.deadline }
    }

    /// True if messages wait for a connection.
    pub fn wants_connection(&self) -> bool {
        self.waiting || (self.dirty && self.work.iter().any(|at| self.has_messages(*at)))
    }

    fn has_messages(&self, at: usize) -> bool {
        self.slot(at).is_some_and(|sender| sender.look(false).first_enqueued.is_some())
    }

    /// Ends: everything that is left fails with `error`, partitions are dropped.
    pub fn terminate(&mut self, now: Time, error: &Error, out: &mut SenderOut) {
        self.fail_in_flight(now, error.code, MessageStatus::PossiblyPersisted, out);
        self.requests.clear();
        for slot in self.slots.drain(..).flatten() {
            let mut sender = slot.sender;
            sender.partition.lock().set_owner(None);
            sender.fail_waiting(now, error.code, &self.shared, &mut out.deliveries);
        }
        self.index.clear();
        self.work.clear();
        self.free.clear();
        (self.version_max, self.deadline, self.waiting) = (None, Time::NEVER, false);
        (self.dirty, self.starved) = (false, false);
    }
}
