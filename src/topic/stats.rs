//! Sizes of the batches that a topic sent, for the statistics.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Counted by broker threads once per batch, when it is sent for the first time.
#[derive(Default)]
pub struct TopicStats {
    batch_cnt: AtomicU64,
}

impl TopicStats {
    /// A batch goes out: its size in bytes, header included, and its messages.
    pub fn sent(&self, _size: usize, _messages: usize) {
        self.batch_cnt.fetch_add(1, Relaxed);
    }

    /// Batches sent.
    pub fn batch_cnt(&self) -> u64 {
        self.batch_cnt.load(Relaxed)
    }
}
