//! Sizes of the batches that a topic sent, for the statistics.

use crate::base::window::Window;

/// Largest batch that the windows tell apart, bytes and messages.
const SIZE_MAX: u64 = 16 * 1024 * 1024;
const MESSAGES_MAX: u64 = 1_000_000;

/// Counted by broker threads once per batch, when it is sent for the first time.
pub struct TopicStats {
    /// `batchsize`: bytes, header included.
    pub batch_size: Window,
    /// `batchcnt`: messages.
    pub batch_cnt: Window,
}

impl Default for TopicStats {
    fn default() -> TopicStats {
        TopicStats { batch_size: Window::new(SIZE_MAX), batch_cnt: Window::new(MESSAGES_MAX) }
    }
}

impl TopicStats {
    /// A batch goes out: its size in bytes, header included, and its messages.
    pub fn sent(&self, size: usize, messages: usize) {
        self.batch_size.record(size as u64);
        self.batch_cnt.record(messages as u64);
    }
}
