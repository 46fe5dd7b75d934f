//! The log of one partition: record batches as the producer sent them.
//!
//! Runs on the mock thread. Batches are kept whole; only base offset and leader
//! epoch are written into them, neither of which the checksum covers.

use std::collections::VecDeque;

use bytes::Bytes;

use super::records;
use crate::protocol::record::BatchHeader;

/// How much a log keeps; the oldest batches go first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// Bytes per partition.
    pub bytes: usize,
    /// Batches per partition.
    pub batches: usize,
}

impl Default for Retention {
    fn default() -> Retention {
        Retention { bytes: 5 * 1024 * 1024, batches: 100_000 }
    }
}

/// One stored record batch.
#[derive(Debug, Clone)]
pub struct StoredBatch {
    /// Offset of the first record.
    pub base_offset: i64,
    /// Offset of the last record.
    pub last_offset: i64,
    /// Largest timestamp, milliseconds since the epoch.
    pub max_timestamp: i64,
    /// The batch, header included.
    pub bytes: Bytes,
}

/// The batches of one partition in order of offset.
#[derive(Debug)]
pub struct PartitionLog {
    batches: VecDeque<StoredBatch>,
    bytes: usize,
    start_offset: i64,
    end_offset: i64,
    retention: Retention,
}

impl PartitionLog {
    /// An empty log that starts at offset 0.
    pub fn new(retention: Retention) -> PartitionLog {
        PartitionLog { batches: VecDeque::new(), bytes: 0, start_offset: 0, end_offset: 0, retention }
    }

    /// First offset that can be read.
    pub fn start_offset(&self) -> i64 {
        self.start_offset
    }

    /// Offset of the next record to come: the high watermark.
    pub fn end_offset(&self) -> i64 {
        self.end_offset
    }

    /// Stores a batch that [`records::check`] accepted and returns the offset
    /// of its first record.
    pub fn append(&mut self, header: &BatchHeader, batch: &[u8], leader_epoch: i32) -> i64 {
        let base_offset = self.end_offset;
        let mut own = batch.to_vec();
        records::assign(&mut own, base_offset, leader_epoch);
        let bytes = Bytes::from(own);
        self.end_offset += i64::from(header.last_offset_delta) + 1;
        self.bytes += bytes.len();
        self.batches.push_back(StoredBatch {
            base_offset,
            last_offset: self.end_offset - 1,
            max_timestamp: header.max_timestamp,
            bytes,
        });
        self.retain();
        base_offset
    }

    fn retain(&mut self) {
        while self.batches.len() > 1
            && (self.bytes > self.retention.bytes || self.batches.len() > self.retention.batches)
        {
            self.drop_oldest();
        }
    }

    fn drop_oldest(&mut self) {
        if let Some(oldest) = self.batches.pop_front() {
            self.bytes -= oldest.bytes.len();
            self.start_offset = self.start_offset.max(oldest.last_offset + 1);
        }
    }

    /// Makes records before `offset` unreadable, as DeleteRecords does. The
    /// batch that contains `offset` stays whole.
    pub fn delete_before(&mut self, offset: i64) {
        while self.batches.front().is_some_and(|b| b.last_offset < offset) {
            self.drop_oldest();
        }
        self.start_offset = self.start_offset.max(offset.min(self.end_offset));
    }

    /// Changes how much is kept, at once.
    pub fn set_retention(&mut self, retention: Retention) {
        self.retention = retention;
        self.retain();
    }

    /// All stored batches, oldest first.
    pub fn batches(&self) -> impl DoubleEndedIterator<Item = &StoredBatch> {
        self.batches.iter()
    }

    /// Batches from the one that holds `offset` on, as many as fit into
    /// `max_bytes`; with `at_least_one` the first one in any case (KIP-74).
    pub fn read(
        &self,
        offset: i64,
        max_bytes: usize,
        at_least_one: bool,
    ) -> impl Iterator<Item = &StoredBatch> {
        let from = self.batches.partition_point(|b| b.last_offset < offset);
        let mut left = max_bytes;
        let mut first = at_least_one;
        self.batches.range(from..).take_while(move |b| {
            let fits = b.bytes.len() <= left;
            left = left.saturating_sub(b.bytes.len());
            std::mem::take(&mut first) || fits
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mock::testing::batch;

    fn log_of(retention: Retention, counts: &[i32]) -> PartitionLog {
        let mut log = PartitionLog::new(retention);
        for &count in counts {
            let bytes = batch(count, -1, -1, -1);
            let header = records::check(&bytes).unwrap();
            log.append(&header, &bytes, 3);
        }
        log
    }

    #[test]
    fn offsets_are_assigned_in_the_bytes() {
        let log = log_of(Retention::default(), &[2, 3, 1]);
        assert_eq!((log.start_offset(), log.end_offset()), (0, 6));
        let bases: Vec<i64> = log.batches().map(|b| b.base_offset).collect();
        assert_eq!(bases, [0, 2, 5]);
        for stored in log.batches() {
            assert_eq!(stored.bytes[0..8], stored.base_offset.to_be_bytes());
            assert_eq!(stored.bytes[12..16], 3i32.to_be_bytes());
            assert!(records::check(&stored.bytes).is_ok(), "checksum does not cover what was assigned");
        }
    }

    #[test]
    fn reads_start_at_the_batch_of_the_offset() {
        let log = log_of(Retention::default(), &[2, 3, 1]);
        let size = log.batches().next().unwrap().bytes.len();
        let bases =
            |offset, max| -> Vec<i64> { log.read(offset, max, true).map(|b| b.base_offset).collect() };
        assert_eq!(bases(0, 1 << 20), [0, 2, 5]);
        assert_eq!(bases(3, 1 << 20), [2, 5]);
        assert_eq!(bases(6, 1 << 20), [] as [i64; 0]);
        assert_eq!(bases(0, 1), [0], "the first batch is returned even if it is too large");
        assert_eq!(bases(0, size), [0]);
        assert_eq!(log.read(0, size - 1, false).count(), 0);
    }

    #[test]
    fn retention_and_deletion_move_the_start() {
        let mut log = log_of(Retention { bytes: 1 << 20, batches: 2 }, &[2, 3, 1]);
        assert_eq!((log.start_offset(), log.end_offset()), (2, 6));
        log.delete_before(4);
        assert_eq!(log.start_offset(), 4);
        assert_eq!(log.read(4, 1 << 20, true).count(), 2, "the batch that holds the start offset stays");
        log.delete_before(6);
        assert_eq!((log.start_offset(), log.batches().count()), (6, 0));
        log.delete_before(3);
        assert_eq!(log.start_offset(), 6);
        let tight = log_of(Retention { bytes: 1, batches: 100 }, &[1, 1]);
        assert_eq!(tight.batches().count(), 1, "the newest batch is always kept");
    }
}
