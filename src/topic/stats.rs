//! Sizes of the batches that a topic sent, for the statistics.

use super::TopicSettings;
use crate::base::window::Window;

/// Recorded by broker threads once per batch, when it is sent for the first time.
pub struct TopicStats {
    /// `batchsize`: bytes of a batch as it goes over the wire, header included.
    pub batch_size: Window,
    /// `batchcnt`: messages of a batch.
    pub batch_cnt: Window,
}

impl TopicStats {
    /// Empty windows for what the settings allow.
    pub fn new(settings: &TopicSettings) -> TopicStats {
        TopicStats {
            batch_size: Window::new(settings.message_max_bytes as u64),
            batch_cnt: Window::new(settings.batch_num_messages as u64),
        }
    }

    /// A batch goes out: its size in bytes, header included, and its messages.
    pub fn sent(&self, size: usize, messages: usize) {
        self.batch_size.record(size as u64);
        self.batch_cnt.record(messages as u64);
    }
}
