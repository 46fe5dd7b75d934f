//! The statistics document: what `rd_kafka_conf_set_stats_cb()` gets as JSON.

mod document;

pub use document::{BrokerDoc, Document, EosDoc, Named, PartitionDoc, PartitionRef, TopicDoc, WindowDoc};
