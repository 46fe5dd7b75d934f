//! The properties of the topic configuration object: one row each, in the order of the dump.
//!
//! Pure data. Everything else about a property follows from its row, CONFIGURATION.md
//! included. See [`super::property`] for what a row means.

use super::property::properties;
use super::values::*;

properties! {
    /// Properties of a topic. Plain fields; set by name through [`TopicConf::set`].
    TopicConf {
        "request.required.acks" [request_required_acks: i32 = -1] int_or_word(-1, 1000, "all", -1) Producer High
            "Replicas that must have a message before it counts as delivered: 0 none, not even an answer; 1 the \
             leader; -1 or `all` all in-sync replicas.";
        "acks" alias("request.required.acks") Producer High "";
        "request.timeout.ms" [request_timeout_ms: u32 = 30_000] int(1, 900_000) Producer Medium
            "How long the broker may wait for the acknowledgements, in milliseconds. Matters when \
             `request.required.acks` is not 0.";
        "message.timeout.ms" [message_timeout_ms: u32 = 300_000] int(0, i32::MAX) Producer High
            "Life time of a produced message until it is delivered or failed, retries included, in \
             milliseconds; 0 is for ever.";
        "delivery.timeout.ms" alias("message.timeout.ms") Producer High "";
        "queuing.strategy" [queuing_strategy: QueuingStrategy = QueuingStrategy::Fifo]
            choice() Producer Low deprecated experimental
            "Order in which queued messages are sent.";
        "produce.offset.report" [produce_offset_report: bool = false] boolean() Producer Low deprecated
            "Has no effect: reports always carry offsets.";
        "partitioner" [partitioner: BuiltinPartitioner = BuiltinPartitioner::ConsistentRandom]
            word() Producer High
            "Built-in partitioner: by hash of the key (`consistent` CRC32, `murmur2` like the Java client, \
             `fnv1a` like Sarama), or `random`. The `_random` variants choose at random where there is no key \
             (`consistent_random`: no or an empty key).";
        "partitioner_cb" pointer() Producer Low
            "Partitioner of the application, see `rd_kafka_topic_conf_set_partitioner_cb()`.";
        "msg_order_cmp" pointer() Producer Low deprecated
            "Comparison for the queue order, see `rd_kafka_topic_conf_set_msg_order_cmp()`.";
        "opaque" pointer() Any Low
            "Pointer that topic callbacks get, see `rd_kafka_topic_conf_set_opaque()`.";
        "compression.codec" [compression_codec: TopicCompression = TopicCompression::Inherit]
            choice() Producer High
            "Compression of this topic's record batches; `inherit` takes the global setting.";
        "compression.type" alias("compression.codec") Producer Medium "";
        "compression.level" [compression_level: i32 = -1] int(-1, 12) Producer Medium
            "Level of the codec: gzip 0-9, lz4 0-12, zstd 1-12 here; snappy has none. -1 is the codec's \
             default.";
        "auto.commit.enable" [auto_commit_enable: bool = true] boolean() Consumer Low deprecated
            "For the old simple consumer: store offsets as messages are taken, and commit them periodically. \
             Group consumers use the global `enable.auto.commit`.";
        "enable.auto.commit" alias("auto.commit.enable") Consumer Low deprecated "";
        "auto.commit.interval.ms" [auto_commit_interval_ms: u32 = 60_000] int(10, 86_400_000) Consumer High
            "For the old simple consumer: interval of its commits, in milliseconds.";
        "auto.offset.reset" [auto_offset_reset: AutoOffsetReset = AutoOffsetReset::Largest] choice() Consumer High
            "Where to start without a stored offset or when it is out of range: the oldest message (`smallest`, \
             `earliest`, `beginning`), the end (`largest`, `latest`, `end`), or `error`.";
        "offset.store.path" [offset_store_path: Text = Text::Borrowed(".")] text() Consumer Low deprecated
            "Path for file-based offsets.";
        "offset.store.sync.interval.ms" [offset_store_sync_interval_ms: i32 = -1]
            int(-1, 86_400_000) Consumer Low deprecated
            "Interval at which offset files are synced, in milliseconds; -1 leaves it to the system, 0 after \
             each write.";
        "offset.store.method" [offset_store_method: TopicOffsetStoreMethod = TopicOffsetStoreMethod::Broker]
            choice() Consumer Low deprecated
            "Where the old simple consumer commits to. Files are gone: `broker` is what works.";
        "consume.callback.max.messages" [consume_callback_max_messages: u32 = 0] int(0, 1_000_000) Consumer Low
            "Messages that one call of `rd_kafka_consume_callback*()` hands over at most; 0 is no limit.";
    }
}
