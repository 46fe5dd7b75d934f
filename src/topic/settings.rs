//! The settings of one topic as the producing side uses them: read once, when the topic
//! comes into being.

use crate::conf::{BuiltinPartitioner, CompressionCodec, Conf, QueuingStrategy, TopicCompression, TopicConf};
use crate::topic::Topic;
use std::sync::Arc;

/// What a partitioner of the application gets: topic, key, number of partitions, opaque
/// of the message. Called on the producing thread, or on the main thread for messages
/// that waited for metadata; no lock is held.
pub type CustomPartitioner = Arc<dyn Fn(&Arc<Topic>, Option<&[u8]>, i32, usize) -> i32 + Send + Sync>;

/// How messages without an explicit partition get one.
#[derive(Clone)]
pub enum Partitioner {
    /// One of ours.
    Builtin(BuiltinPartitioner),
    /// The application's, see `rd_kafka_topic_conf_set_partitioner_cb()`.
    Custom(CustomPartitioner),
}

/// Settings of a topic; times with their unit in the name, sizes in bytes.
#[derive(Clone)]
pub struct TopicSettings {
    /// How long a batch waits for more messages.
    pub linger_us: u64,
    /// Largest batch, header included; does not apply to a single message.
    pub batch_size: usize,
    /// Most messages of a batch.
    pub batch_num_messages: usize,
    /// Largest message, and largest batch.
    pub message_max_bytes: usize,
    /// Handed-over values above this are referenced, not copied.
    pub message_copy_max_bytes: usize,
    /// Codec of batches.
    pub codec: CompressionCodec,
    /// Level of the codec, -1 for its default.
    pub compression_level: i32,
    /// 0 none, 1 the leader, -1 all replicas in sync.
    pub acks: i16,
    /// How long the broker may wait for the replicas.
    pub request_timeout_ms: u32,
    /// Life time of a message; `None` is for ever.
    pub message_timeout_us: Option<u64>,
    /// Partitioner of messages without a partition.
    pub partitioner: Partitioner,
    /// How long messages without a key stick to one partition; 0 disables that.
    pub sticky_linger_us: u64,
    /// Send the newest batch first.
    pub lifo: bool,
    /// How often a batch is sent again, at most.
    pub retries_max: u32,
    /// First pause before a batch is sent again.
    pub retry_backoff_ms: u64,
    /// Longest pause.
    pub retry_backoff_max_ms: u64,
    /// How long a new topic may be missing from the metadata without harm.
    pub propagation_max_ms: u64,
    /// `rd_kafka_topic_conf_set_opaque()`.
    pub opaque: usize,
}

impl Default for TopicSettings {
    fn default() -> TopicSettings {
        TopicSettings::new(&Conf::default(), &TopicConf::default())
    }
}

impl TopicSettings {
    /// The settings that follow from the two configuration objects. Partitioner of the
    /// application and opaque are set afterwards.
    pub fn new(conf: &Conf, topic: &TopicConf) -> TopicSettings {
        let codec = match topic.compression_codec {
            TopicCompression::Inherit => conf.compression_codec,
            TopicCompression::None => CompressionCodec::None,
            TopicCompression::Gzip => CompressionCodec::Gzip,
            TopicCompression::Snappy => CompressionCodec::Snappy,
            TopicCompression::Lz4 => CompressionCodec::Lz4,
            TopicCompression::Zstd => CompressionCodec::Zstd,
        };
        let message_timeout_us = topic.message_timeout_us().and_then(|us| u64::try_from(us).ok());
        let mut linger_us = u64::try_from(conf.linger_us()).unwrap_or(0);
        if let Some(timeout_us) = message_timeout_us {
            // A message that would die while it lingers: send it at once instead. An
            // explicit contradiction was refused when the handle was created.
            if linger_us >= timeout_us {
                linger_us = timeout_us / 2;
            }
        }
        // Unless set, twice the linger time, as librdkafka does: with `linger.ms=0` there are
        // no batches to gain.
        let sticky_linger_us = if conf.is_explicit("sticky.partitioning.linger.ms") {
            u64::from(conf.sticky_partitioning_linger_ms) * 1000
        } else {
            2 * linger_us
        };
        TopicSettings {
            linger_us,
            batch_size: conf.batch_size as usize,
            batch_num_messages: conf.batch_num_messages as usize,
            message_max_bytes: conf.message_max_bytes as usize,
            message_copy_max_bytes: conf.message_copy_max_bytes as usize,
            codec,
            compression_level: topic.compression_level,
            acks: topic.request_required_acks as i16,
            request_timeout_ms: topic.request_timeout_ms,
            message_timeout_us,
            partitioner: Partitioner::Builtin(topic.partitioner),
            sticky_linger_us,
            lifo: topic.queuing_strategy == QueuingStrategy::Lifo,
            retries_max: conf.message_send_max_retries,
            retry_backoff_ms: u64::from(conf.retry_backoff_ms),
            retry_backoff_max_ms: u64::from(conf.retry_backoff_max_ms),
            propagation_max_ms: u64::from(conf.topic_metadata_propagation_max_ms),
            opaque: 0,
        }
    }

    /// Largest batch, header included.
    pub fn batch_size_max(&self) -> usize {
        self.batch_size.min(self.message_max_bytes)
    }
}
