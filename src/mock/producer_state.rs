//! What a partition remembers of each idempotent producer (KIP-98, KIP-360).
//!
//! Runs on the mock thread. The rules are those of a real broker: a batch among
//! the last five is acknowledged again without being stored, an older one is a
//! duplicate, a gap is out of order.

use std::collections::{HashMap, VecDeque};

use crate::error::ErrorCode;

/// Batches remembered per producer: as many as may be in flight.
const REMEMBERED: usize = 5;

/// Producer fields of a batch header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProducerBatch {
    /// Producer id, -1 for a producer without one.
    pub producer_id: i64,
    /// Producer epoch.
    pub epoch: i16,
    /// Sequence number of the first record.
    pub first_sequence: i32,
    /// Number of records.
    pub record_count: i32,
}

impl ProducerBatch {
    fn last_sequence(&self) -> i32 {
        sequence_add(self.first_sequence, self.record_count - 1)
    }
}

/// What to do with a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Store it, then call [`ProducerStates::stored`].
    Store,
    /// Stored before at this offset: acknowledge again.
    AlreadyStored(i64),
    /// Refuse it.
    Refuse(ErrorCode),
}

#[derive(Debug)]
struct Entry {
    epoch: i16,
    /// First and last sequence number and base offset, oldest first.
    batches: VecDeque<(i32, i32, i64)>,
}

/// The producers of one partition.
#[derive(Debug, Default)]
pub struct ProducerStates {
    by_id: HashMap<i64, Entry>,
}

/// Sequence numbers wrap from 2^31 - 1 to 0.
fn sequence_add(sequence: i32, n: i32) -> i32 {
    ((i64::from(sequence) + i64::from(n)) & i64::from(i32::MAX)) as i32
}

/// True if `a` comes before `b` on the circle of sequence numbers.
fn sequence_before(a: i32, b: i32) -> bool {
    let distance = (i64::from(b) - i64::from(a)) & i64::from(i32::MAX);
    distance != 0 && distance < 1 << 30
}

impl ProducerStates {
    /// Judges a batch; nothing is changed.
    pub fn check(&self, batch: &ProducerBatch) -> Verdict {
        if batch.producer_id < 0 {
            return Verdict::Store;
        }
        let Some(entry) = self.by_id.get(&batch.producer_id) else {
            // Nothing known: after retention a real broker takes any number.
            return Verdict::Store;
        };
        if batch.epoch < entry.epoch {
            return Verdict::Refuse(ErrorCode::INVALID_PRODUCER_EPOCH);
        }
        if batch.epoch > entry.epoch {
            return if batch.first_sequence == 0 {
                Verdict::Store
            } else {
                Verdict::Refuse(ErrorCode::OUT_OF_ORDER_SEQUENCE_NUMBER)
            };
        }
        let (first, last) = (batch.first_sequence, batch.last_sequence());
        if let Some(known) = entry.batches.iter().find(|b| b.0 == first && b.1 == last) {
            return Verdict::AlreadyStored(known.2);
        }
        match entry.batches.back() {
            Some(newest) if first == sequence_add(newest.1, 1) => Verdict::Store,
            Some(newest) if sequence_before(first, sequence_add(newest.1, 1)) => {
                Verdict::Refuse(ErrorCode::DUPLICATE_SEQUENCE_NUMBER)
            }
            Some(_) => Verdict::Refuse(ErrorCode::OUT_OF_ORDER_SEQUENCE_NUMBER),
            None => Verdict::Store,
        }
    }

    /// Remembers a batch that was stored at `base_offset`.
    pub fn stored(&mut self, batch: &ProducerBatch, base_offset: i64) {
        if batch.producer_id < 0 {
            return;
        }
        let entry = self
            .by_id
            .entry(batch.producer_id)
            .or_insert_with(|| Entry { epoch: batch.epoch, batches: VecDeque::new() });
        if entry.epoch != batch.epoch {
            entry.epoch = batch.epoch;
            entry.batches.clear();
        }
        if entry.batches.len() == REMEMBERED {
            entry.batches.pop_front();
        }
        entry.batches.push_back((batch.first_sequence, batch.last_sequence(), base_offset));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(epoch: i16, first_sequence: i32, record_count: i32) -> ProducerBatch {
        ProducerBatch { producer_id: 7, epoch, first_sequence, record_count }
    }

    #[test]
    fn sequences_wrap() {
        assert_eq!(sequence_add(i32::MAX, 1), 0);
        assert_eq!(sequence_add(i32::MAX - 1, 3), 1);
        assert!(sequence_before(i32::MAX, 0));
        assert!(!sequence_before(0, i32::MAX));
        assert!(!sequence_before(5, 5));
    }

    #[test]
    fn duplicates_gaps_and_epochs() {
        let mut states = ProducerStates::default();
        let mut offset = 0;
        for i in 0..7 {
            let b = batch(0, i * 10, 10);
            assert_eq!(states.check(&b), Verdict::Store);
            states.stored(&b, offset);
            offset += 10;
        }
        // The last five are known, older ones are duplicates.
        assert_eq!(states.check(&batch(0, 60, 10)), Verdict::AlreadyStored(60));
        assert_eq!(states.check(&batch(0, 20, 10)), Verdict::AlreadyStored(20));
        assert_eq!(states.check(&batch(0, 10, 10)), Verdict::Refuse(ErrorCode::DUPLICATE_SEQUENCE_NUMBER));
        assert_eq!(states.check(&batch(0, 71, 1)), Verdict::Refuse(ErrorCode::OUT_OF_ORDER_SEQUENCE_NUMBER));
        // A new epoch starts at 0 and fences the old one.
        assert_eq!(states.check(&batch(1, 70, 1)), Verdict::Refuse(ErrorCode::OUT_OF_ORDER_SEQUENCE_NUMBER));
        assert_eq!(states.check(&batch(1, 0, 1)), Verdict::Store);
        states.stored(&batch(1, 0, 1), 70);
        assert_eq!(states.check(&batch(0, 70, 10)), Verdict::Refuse(ErrorCode::INVALID_PRODUCER_EPOCH));
    }

    #[test]
    fn without_id_nothing_is_checked() {
        let mut states = ProducerStates::default();
        let b = ProducerBatch { producer_id: -1, epoch: -1, first_sequence: -1, record_count: 3 };
        assert_eq!(states.check(&b), Verdict::Store);
        states.stored(&b, 0);
        assert_eq!(states.check(&b), Verdict::Store);
    }
}
