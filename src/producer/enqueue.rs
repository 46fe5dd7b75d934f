//! From the application's call to the accumulator.
//!
//! Runs on application threads. Takes no lock but the accumulator's (K3), allocates
//! nothing per message, and blocks only where the application asked for it.

use super::partitioner;
use super::shared::ProducerShared;
use crate::base::time::Time;
use crate::error::ErrorCode;
use crate::topic::{Append, Header, NewRecord, Partition, RECORD_OVERHEAD_MAX};
use crate::topic::{Topic, TopicState, Value};
use std::sync::Arc;

/// A message to produce.
pub struct NewMessage<'a> {
    /// Partition, -1 to have the partitioner choose.
    pub partition: i32,
    /// Key; an empty one is not the same as none.
    pub key: Option<&'a [u8]>,
    /// Value. On failure it stays the application's.
    pub value: Value<'a>,
    /// Headers in order.
    pub headers: &'a [Header<'a>],
    /// CreateTime in milliseconds since the epoch; 0 for now.
    pub timestamp_ms: i64,
    /// `msg_opaque`: returned in the report.
    pub opaque: usize,
    /// Wait while the queue is full (`RD_KAFKA_MSG_F_BLOCK`).
    pub block: bool,
}

impl NewMessage<'_> {
    fn value_len(&self) -> usize {
        self.value.as_slice().map_or(0, <[u8]>::len)
    }

    /// Upper bound of the encoded size, as the check against `message.max.bytes` counts.
    fn wire_size_max(&self) -> usize {
        let field = |len: usize| (64 - ((len as u64 * 2) | 1).leading_zeros() as usize).div_ceil(7) + len;
        let headers: usize = self
            .headers
            .iter()
            .map(|(name, value)| field(name.len()) + value.map_or(1, |value| field(value.len())))
            .sum();
        RECORD_OVERHEAD_MAX + self.key.map_or(0, <[u8]>::len) + self.value_len() + headers
    }
}

/// A message of [`ProducerShared::produce_batch`]: partition, number in the call.
type Planned<'a> = (i32, usize, NewMessage<'a>);

/// A topic's refusal of further messages; reports of those that waited show the
/// broker's own code, as in librdkafka.
fn missing(code: ErrorCode) -> ErrorCode {
    if code == ErrorCode::UNKNOWN_TOPIC_OR_PART { ErrorCode::LOCAL_UNKNOWN_TOPIC } else { code }
}

impl ProducerShared {
    /// Queues a message. Returns at once unless [`NewMessage::block`] is set.
    ///
    /// # Errors
    /// In the order of the checks: the reason for which every message is refused
    /// ([`ProducerShared::refuse`]), `MSG_SIZE_TOO_LARGE`, `_QUEUE_FULL`,
    /// `_UNKNOWN_TOPIC` or the topic's error, `_UNKNOWN_PARTITION`. The value stays the
    /// application's then.
    pub fn produce(&self, topic: &Arc<Topic>, message: NewMessage<'_>) -> Result<(), ErrorCode> {
        self.admit(topic, &message)?;
        self.produce_at(Time::now(), topic, message)
    }

    /// The rest of [`ProducerShared::produce`] for an admitted message.
    #[inline]
    fn produce_at(&self, now: Time, topic: &Arc<Topic>, message: NewMessage<'_>) -> Result<(), ErrorCode> {
        let bytes = message.value_len() as u64;
        let placed = self.place(topic, now, message);
        if placed.is_err() {
            self.limits.release(1, bytes);
        }
        placed
    }

    /// [`ProducerShared::produce`] in virtual time.
    #[cfg(test)]
    pub(super) fn produce_when(
        &self,
        now: Time,
        topic: &Arc<Topic>,
        message: NewMessage<'_>,
    ) -> Result<(), ErrorCode> {
        self.admit(topic, &message)?;
        self.produce_at(now, topic, message)
    }

    /// Queues several messages of one topic, taking each lock once per partition.
    /// Messages of one partition keep their order. One result each.
    pub fn produce_batch(
        &self,
        topic: &Arc<Topic>,
        messages: Vec<NewMessage<'_>>,
    ) -> Vec<Result<(), ErrorCode>> {
        let mut results = vec![Ok(()); messages.len()];
        let mut plan: Vec<Planned<'_>> = Vec::with_capacity(messages.len());
        for (index, message) in messages.into_iter().enumerate() {
            if message.block && !self.limits.has_room(message.value_len() as u64) {
                // Waiting for messages that we hold back ourselves would never end.
                self.place_all(topic, std::mem::take(&mut plan), &mut results);
            }
            match self.admit(topic, &message) {
                Ok(()) => plan.push((message.partition, index, message)),
                Err(code) => results[index] = Err(code),
            }
        }
        self.place_all(topic, plan, &mut results);
        results
    }

    /// Places admitted messages, those of one partition together.
    fn place_all(
        &self,
        topic: &Arc<Topic>,
        mut plan: Vec<Planned<'_>>,
        results: &mut [Result<(), ErrorCode>],
    ) {
        let now = Time::now();
        let look = topic.peek();
        let exists = look.state == TopicState::Exists;
        if exists {
            for (id, _, message) in plan.iter_mut().filter(|(id, ..)| *id == -1) {
                *id = partitioner::choose(topic, look, message.key, message.opaque, now);
            }
        }
        plan.sort_by_key(|(id, index, _)| (*id, *index));
        let mut plan = plan.into_iter().peekable();
        while let Some((id, index, message)) = plan.next() {
            let Some(partition) = look.partition(id).filter(|_| exists) else {
                let bytes = message.value_len() as u64;
                let placed = if exists {
                    Err(ErrorCode::LOCAL_UNKNOWN_PARTITION)
                } else {
                    // No metadata, or no topic: the common path knows what to do.
                    self.place(topic, now, message)
                };
                if placed.is_err() {
                    self.limits.release(1, bytes);
                    results[index] = placed;
                }
                continue;
            };
            let mut guard = partition.lock();
            let mut told = guard.append(self.record(message, now), &topic.settings);
            while let Some((_, _, message)) = plan.next_if(|(next, _, _)| *next == id) {
                if let tell @ Append::Tell(_) = guard.append(self.record(message, now), &topic.settings) {
                    told = tell;
                }
            }
            drop(guard);
            tell(told, partition);
        }
    }

    /// Checks what does not depend on the partition, and counts the message.
    #[inline]
    fn admit(&self, topic: &Arc<Topic>, message: &NewMessage<'_>) -> Result<(), ErrorCode> {
        if let Some(code) = self.refusal() {
            return Err(code);
        }
        if message.wire_size_max() > topic.settings.message_max_bytes {
            return Err(ErrorCode::MSG_SIZE_TOO_LARGE);
        }
        let bytes = message.value_len() as u64;
        while !self.limits.admit(bytes) {
            self.queue_full();
            if !message.block {
                return Err(ErrorCode::LOCAL_QUEUE_FULL);
            }
            if !self.limits.wait(bytes, Time::NEVER) {
                return Err(self.refusal().unwrap_or(ErrorCode::LOCAL_QUEUE_FULL));
            }
        }
        if let Some(hook) = self.on_send() {
            hook(topic, message);
        }
        Ok(())
    }

    /// Finds the partition and appends the message.
    #[inline]
    fn place(&self, topic: &Arc<Topic>, now: Time, message: NewMessage<'_>) -> Result<(), ErrorCode> {
        loop {
            let look = topic.peek();
            match look.state {
                TopicState::Exists => {
                    let id = match message.partition {
                        -1 => partitioner::choose(topic, look, message.key, message.opaque, now),
                        id => id,
                    };
                    let partition = look.partition(id).ok_or(ErrorCode::LOCAL_UNKNOWN_PARTITION)?;
                    let record = self.record(message, now);
                    let told = partition.lock().append(record, &topic.settings);
                    tell(told, partition);
                    return Ok(());
                }
                TopicState::Missing(code) => {
                    self.topic_missing(topic, now);
                    return Err(missing(code));
                }
                TopicState::Unknown => {
                    let mut unassigned = topic.unassigned.lock();
                    // Metadata came between the look at the topic and here: main moved all
                    // messages and published the new picture before it closed this.
                    if unassigned.is_closed() {
                        continue;
                    }
                    let wanted = message.partition;
                    let record = self.record(message, now);
                    let told = unassigned.append_wanting(record, &topic.settings, wanted);
                    drop(unassigned);
                    tell(told, &topic.unassigned);
                    return Ok(());
                }
            }
        }
    }

    #[inline]
    fn record<'a>(&self, message: NewMessage<'a>, now: Time) -> NewRecord<'a> {
        let timestamp_ms =
            if message.timestamp_ms == 0 { self.wall_ms_at(now) } else { message.timestamp_ms };
        NewRecord {
            key: message.key,
            value: message.value,
            headers: message.headers,
            timestamp_ms,
            opaque: message.opaque,
            enqueued: now,
        }
    }
}

/// Wakes the owner, with no lock held.
#[inline]
fn tell(told: Append, partition: &Arc<Partition>) {
    if let Append::Tell(owner) = told {
        owner.ready(partition);
    }
}
