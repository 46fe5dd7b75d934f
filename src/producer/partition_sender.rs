//! What works on one partition: batches that wait to be sent, or sent again.
//!
//! One owner at a time: the value moves inside ops between main and broker threads.

use super::delivery::{Delivery, MessageStatus, Outcome};
use super::shared::ProducerShared;
use crate::base::time::Time;
use crate::error::ErrorCode;
use crate::topic::{Batch, Partition, Topic, TopicState};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// What works on one partition: batches to send or to send again, in order, what
/// is in flight, retry backoff. One owner at a time: it moves inside ops.
pub struct PartitionSender {
    /// The partition.
    pub partition: Arc<Partition>,
    /// Its topic.
    pub topic: Arc<Topic>,
    /// Batches taken from the accumulator, in order.
    pending: VecDeque<Batch>,
    /// Batches that are in requests.
    pub(super) in_flight: usize,
    /// No sending before.
    pub(super) backoff_until: Time,
    /// Only one batch at a time until one is stored: a broker that has just become
    /// reachable, or the leader, or that refused a batch, may refuse the next one as well
    /// and take those behind it, which would then be stored before it.
    pub(super) probing: bool,
    /// Messages taken from the accumulator so far: gives batches their order, and later
    /// their sequence numbers.
    next_order: u64,
}

/// What a look at a partition shows.
pub(super) struct Look {
    /// When the oldest message that waits was produced; none if nothing waits.
    pub first_enqueued: Option<Time>,
    /// From when on something can be sent.
    pub sendable: Time,
}

impl PartitionSender {
    /// Nothing waits.
    pub fn new(topic: Arc<Topic>, partition: Arc<Partition>) -> PartitionSender {
        PartitionSender {
            partition,
            topic,
            pending: VecDeque::new(),
            in_flight: 0,
            backoff_until: Time::ZERO,
            probing: true,
            next_order: 0,
        }
    }

    /// Puts a batch where it belongs among those that wait: retries come in front.
    pub(super) fn push(&mut self, batch: Batch) {
        let stats = &self.partition.stats;
        stats.xmit_msgs.fetch_add(batch.len() as u64, Relaxed);
        stats.xmit_bytes.fetch_add(batch.payload_bytes(), Relaxed);
        let at = self.pending.partition_point(|other| other.order < batch.order);
        self.pending.insert(at, batch);
    }

    fn popped(&mut self, batch: Option<Batch>) -> Option<Batch> {
        if let Some(batch) = &batch {
            let stats = &self.partition.stats;
            stats.xmit_msgs.fetch_sub(batch.len() as u64, Relaxed);
            stats.xmit_bytes.fetch_sub(batch.payload_bytes(), Relaxed);
        }
        batch
    }

    fn pop_front(&mut self) -> Option<Batch> {
        let batch = self.pending.pop_front();
        self.popped(batch)
    }

    /// Numbers a batch from the accumulator.
    fn numbered(&mut self, mut batch: Batch) -> Batch {
        batch.order = self.next_order;
        self.next_order += batch.len() as u64;
        batch
    }

    /// What waits, and when it may go.
    pub(super) fn look(&self, flushing: bool) -> Look {
        let pending = self.pending.front().map(Batch::first_enqueued);
        let mut accumulator = self.partition.lock();
        accumulator.looked();
        let open = accumulator.first_enqueued();
        let full = accumulator.has_full(&self.topic.settings);
        drop(accumulator);
        let sendable = match (pending, open) {
            // The answer to what is in flight leads to another look.
            _ if self.awaits_probe() => Time::NEVER,
            (Some(_), _) => self.backoff_until,
            (None, Some(_)) if full || flushing => self.backoff_until,
            (None, Some(first)) => self.lingers_until(first).max(self.backoff_until),
            (None, None) => Time::NEVER,
        };
        Look { first_enqueued: pending.into_iter().chain(open).min(), sendable }
    }

    fn awaits_probe(&self) -> bool {
        self.probing && self.in_flight > 0
    }

    /// When a batch whose first message was produced at `first` is due.
    fn lingers_until(&self, first: Time) -> Time {
        match self.topic.settings.linger_us {
            // The producing thread may have read the clock later than this one.
            0 => Time::ZERO,
            linger_us => first.after_us(linger_us),
        }
    }

    /// Takes the next batch to send, if one is due and not larger than `size_max` (the
    /// encoded records, before compression). With `company` other batches go anyway: one
    /// that is nearly due goes along, instead of making a request of its own soon.
    pub(super) fn next_batch(
        &mut self,
        now: Time,
        flushing: bool,
        company: bool,
        size_max: usize,
    ) -> Option<Batch> {
        if now < self.backoff_until || self.awaits_probe() {
            return None;
        }
        if self.topic.settings.lifo {
            self.collect_full();
        }
        if let Some(front) = self.pending.front() {
            if front.wire.as_ref().map_or(front.records_len(), |wire| wire.len) > size_max {
                return None;
            }
            if self.topic.settings.lifo {
                let batch = self.pending.pop_back();
                return self.popped(batch);
            }
            return self.pop_front();
        }
        let batch = {
            let mut accumulator = self.partition.lock();
            let settings = &self.topic.settings;
            let first = accumulator.first_enqueued()?;
            let early_us = if company { settings.linger_us / 10 } else { 0 };
            let due = flushing || self.lingers_until(first) <= now.after_us(early_us);
            if !due && !accumulator.has_full(settings) {
                return None;
            }
            if accumulator.first_size() > size_max {
                return None;
            }
            accumulator.take_any()?
        };
        Some(self.numbered(batch))
    }

    fn collect_full(&mut self) {
        loop {
            let batch = self.partition.lock().take_full(&self.topic.settings);
            let Some(batch) = batch else { return };
            let batch = self.numbered(batch);
            self.push(batch);
        }
    }

    /// Fails messages that have waited too long, and all of them if the topic, or the
    /// partition, is gone.
    pub(super) fn expire(&mut self, now: Time, shared: &ProducerShared, out: &mut Vec<Delivery>) {
        if let Some(code) = self.gone() {
            self.fail_waiting(now, code, shared, out);
            return;
        }
        let Some(timeout_us) = self.topic.settings.message_timeout_us else { return };
        let Some(limit_us) = now.0.checked_sub(timeout_us) else { return };
        let limit = Time(limit_us);
        while let Some(front) = self.pending.front() {
            let cnt = front.produced_until(limit);
            if cnt == 0 {
                break;
            }
            let whole = cnt == front.len();
            let Some(batch) = self.pop_front() else { break };
            if whole {
                self.fail(now, batch, ErrorCode::LOCAL_MSG_TIMED_OUT, shared, out);
                continue;
            }
            let (expired, rest) = batch.split(cnt);
            self.fail(now, expired, ErrorCode::LOCAL_MSG_TIMED_OUT, shared, out);
            self.push(rest);
            break;
        }
        let expired = {
            let mut accumulator = self.partition.lock();
            match accumulator.first_enqueued() {
                Some(first) if first <= limit => accumulator.take_produced_until(limit),
                _ => Vec::new(),
            }
        };
        for batch in expired {
            let batch = self.numbered(batch);
            self.fail(now, batch, ErrorCode::LOCAL_MSG_TIMED_OUT, shared, out);
        }
    }

    /// True if nothing can be sent any more.
    pub(super) fn is_gone(&self) -> bool {
        self.gone().is_some()
    }

    /// Why nothing can be sent any more, if so: the topic was deleted, or created anew
    /// with fewer partitions.
    fn gone(&self) -> Option<ErrorCode> {
        let view = self.topic.peek();
        match view.state {
            TopicState::Missing(code) => Some(code),
            TopicState::Exists if view.partition(self.partition.id).is_none() => {
                Some(ErrorCode::LOCAL_UNKNOWN_PARTITION)
            }
            _ => None,
        }
    }

    /// Fails everything that waits; what is in flight is not touched.
    pub(super) fn fail_waiting(
        &mut self,
        now: Time,
        code: ErrorCode,
        shared: &ProducerShared,
        out: &mut Vec<Delivery>,
    ) {
        while let Some(batch) = self.pop_front() {
            self.fail(now, batch, code, shared, out);
        }
        loop {
            let batch = self.partition.lock().take_any();
            let Some(batch) = batch else { return };
            let batch = self.numbered(batch);
            self.fail(now, batch, code, shared, out);
        }
    }

    /// Fails one batch that no request holds.
    fn fail(
        &self,
        now: Time,
        batch: Batch,
        code: ErrorCode,
        shared: &ProducerShared,
        out: &mut Vec<Delivery>,
    ) {
        let status =
            if batch.maybe_stored { MessageStatus::PossiblyPersisted } else { MessageStatus::NotPersisted };
        let outcome = Outcome::failed(code, status, now);
        shared.report(Delivery::new(self.topic.clone(), self.partition.id, batch, outcome), out);
    }

    /// When the oldest message expires.
    pub(super) fn expires(&self, first_enqueued: Time) -> Time {
        self.topic.settings.message_timeout_us.map_or(Time::NEVER, |us| first_enqueued.after_us(us))
    }
}
