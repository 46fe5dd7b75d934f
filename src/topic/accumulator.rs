//! The batches that application threads fill, one accumulator per partition (K3).
//!
//! The owner of the partition's sender is woken for the first message of a batch and for
//! a full batch only. Lost wake-ups can not happen: whether the owner was told is kept
//! under the same lock as the batches, and reset when the owner looks.

use super::Partition;
use super::batch::{Batch, MovedMessage, NewRecord};
use super::settings::TopicSettings;
use crate::base::time::Time;
use std::collections::VecDeque;
use std::sync::Arc;

/// Whom to tell that a partition has something to send: the mailbox of a broker or of
/// the main core. Called without a lock held; must not block.
pub trait BatchOwner: Send + Sync {
    /// The accumulator of `partition` has a first message or a full batch.
    fn ready(&self, partition: &Arc<Partition>);
}

/// What became of [`Accumulator::append`].
pub enum Append {
    /// Stored; nobody needs to know.
    Stored,
    /// Stored; tell this owner after the lock is released.
    Tell(Arc<dyn BatchOwner>),
}

#[derive(Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Told {
    #[default]
    Nothing,
    First,
    Full,
}

/// Open and full batches that no broker thread has taken yet.
#[derive(Default)]
pub struct Accumulator {
    /// In order; only the last can still take messages.
    batches: VecDeque<Batch>,
    owner: Option<Arc<dyn BatchOwner>>,
    told: Told,
    closed: bool,
    message_cnt: usize,
    payload_bytes: u64,
    appended_cnt: u64,
}

impl Accumulator {
    /// Messages inside.
    pub fn len(&self) -> usize {
        self.message_cnt
    }

    /// True without any message.
    pub fn is_empty(&self) -> bool {
        self.message_cnt == 0
    }

    /// Size of all values inside, bytes.
    pub fn payload_bytes(&self) -> u64 {
        self.payload_bytes
    }

    /// Who is told from now on, or nobody. What is inside already is for the new owner
    /// to look at.
    pub fn set_owner(&mut self, owner: Option<Arc<dyn BatchOwner>>) {
        self.owner = owner;
        self.told = Told::Nothing;
    }

    /// Who is told.
    pub fn owner(&self) -> Option<Arc<dyn BatchOwner>> {
        self.owner.clone()
    }

    /// True once an unassigned accumulator is out of use: look at the topic again.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Takes the unassigned accumulator out of use.
    pub fn close(&mut self) {
        self.closed = true;
    }

    /// Appends a message.
    pub fn append(&mut self, record: NewRecord<'_>, settings: &TopicSettings) -> Append {
        let batch = self.room_for(record.size_hint(), record.enqueued, settings);
        let before = batch.payload_bytes();
        batch.append(record, settings.message_copy_max_bytes);
        let size = batch.payload_bytes() - before;
        self.added(size, settings)
    }

    /// Appends a message whose partition can not be decided yet.
    pub fn append_wanting(
        &mut self,
        record: NewRecord<'_>,
        settings: &TopicSettings,
        partition: i32,
    ) -> Append {
        let batch = self.room_for(record.size_hint(), record.enqueued, settings);
        let before = batch.payload_bytes();
        batch.append_wanting(record, settings.message_copy_max_bytes, partition);
        let size = batch.payload_bytes() - before;
        self.added(size, settings)
    }

    /// Appends a message from the unassigned accumulator.
    pub fn append_moved(&mut self, from: &Batch, moved: MovedMessage, settings: &TopicSettings) -> Append {
        let message = from.message(moved.index);
        let batch = self.room_for(message.size_hint(), message.enqueued, settings);
        let before = batch.payload_bytes();
        batch.push_moved(from, moved);
        let size = batch.payload_bytes() - before;
        self.added(size, settings)
    }

    /// The batch that takes the message.
    fn room_for(&mut self, size: usize, enqueued: Time, settings: &TopicSettings) -> &mut Batch {
        let fits = match self.batches.back() {
            Some(batch) => {
                batch.has_room(size, enqueued, settings.batch_size_max(), settings.batch_num_messages)
            }
            None => false,
        };
        if !fits {
            if let Some(full) = self.batches.back_mut() {
                full.finish_to_wait();
            }
            self.batches.push_back(Batch::default());
        }
        let last = self.batches.len() - 1;
        &mut self.batches[last]
    }

    fn added(&mut self, size: u64, settings: &TopicSettings) -> Append {
        self.message_cnt += 1;
        self.appended_cnt += 1;
        self.payload_bytes += size;
        let full = self.batches.len() > 1
            || self.batches.back().is_some_and(|batch| batch.len() >= settings.batch_num_messages);
        let tell = if full { Told::Full } else { Told::First };
        if self.told >= tell {
            return Append::Stored;
        }
        match &self.owner {
            Some(owner) => {
                self.told = tell;
                Append::Tell(owner.clone())
            }
            None => Append::Stored,
        }
    }

    fn took(&mut self, batch: Option<Batch>) -> Option<Batch> {
        let mut batch = batch?;
        self.message_cnt -= batch.len();
        self.payload_bytes -= batch.payload_bytes();
        batch.finish();
        Some(batch)
    }

    /// The owner looks: takes the oldest batch that can not take more messages.
    pub fn take_full(&mut self, settings: &TopicSettings) -> Option<Batch> {
        let batch = if self.has_full(settings) { self.batches.pop_front() } else { None };
        self.looked();
        self.took(batch)
    }

    /// The owner looks: takes the oldest batch, even if it could take more messages.
    pub fn take_any(&mut self) -> Option<Batch> {
        let batch = self.batches.pop_front();
        self.looked();
        self.took(batch)
    }

    /// The owner has seen what is inside: the next first message, or the next full
    /// batch, is news again.
    pub fn looked(&mut self) {
        self.told = if self.batches.is_empty() { Told::Nothing } else { Told::First };
    }

    /// True if the oldest batch can not take more messages.
    pub fn has_full(&self, settings: &TopicSettings) -> bool {
        self.batches.len() > 1
            || self.batches.front().is_some_and(|batch| batch.len() >= settings.batch_num_messages)
    }

    /// Size of the encoded records of the oldest batch, bytes.
    pub fn first_size(&self) -> usize {
        self.batches.front().map_or(0, Batch::records_len)
    }

    /// Messages that were ever appended.
    pub fn appended_cnt(&self) -> u64 {
        self.appended_cnt
    }

    /// When the oldest message was produced.
    pub fn first_enqueued(&self) -> Option<Time> {
        self.batches.front().map(Batch::first_enqueued)
    }

    /// Takes out the messages that were produced at or before `time`.
    pub fn take_produced_until(&mut self, time: Time) -> Vec<Batch> {
        let mut taken = Vec::new();
        while let Some(front) = self.batches.front() {
            let cnt = front.produced_until(time);
            if cnt == 0 {
                break;
            }
            let whole = cnt == front.len();
            let Some(batch) = self.batches.pop_front() else { break };
            if whole {
                taken.extend(self.took(Some(batch)));
                continue;
            }
            let (expired, rest) = batch.split(cnt);
            taken.extend(self.took(Some(expired)));
            self.batches.push_front(rest);
            break;
        }
        self.looked();
        taken
    }
}
