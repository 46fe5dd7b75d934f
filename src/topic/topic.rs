//! One topic as all threads of the handle share it.

use super::Partition;
use crate::base::time::Time;
use crate::error::ErrorCode;
use crate::producer::{Delivery, PartitionSender};
use std::sync::{Arc, PoisonError, RwLock};

/// What is known of a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TopicState {
    /// No metadata yet: messages wait in the topic until there is.
    Unknown,
    /// The topic exists.
    Exists,
    /// The topic does not exist (any more) or can not be used, for this reason.
    Missing(ErrorCode),
}

/// The immutable picture of a topic; replaced as a whole.
pub struct TopicView {
    /// What is known.
    pub state: TopicState,
    /// Topic id, all zero if unknown.
    pub id: [u8; 16],
    /// Partitions by id. Never shrinks while the handle lives.
    pub partitions: Vec<Arc<Partition>>,
    /// How many of them exist in the cluster.
    pub partition_cnt: usize,
}

/// A topic. `rd_kafka_topic_t` is a reference to it.
pub struct Topic {
    /// Name.
    pub name: Arc<str>,
    /// Lock level K2.
    view: RwLock<Arc<TopicView>>,
}

impl Topic {
    /// The current picture.
    pub fn view(&self) -> Arc<TopicView> {
        self.view.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    // The main core (src/client/core/topics.rs) calls the following; bodies come
    // with the accumulator.

    /// Metadata says that the topic exists: new partitions come back as values for
    /// the main core, messages without a partition are distributed, those that can
    /// not be (no such partition) are reported into `failed`.
    pub fn set_exists(
        &self,
        _now: Time,
        _partition_cnt: usize,
        _id: [u8; 16],
        _failed: &mut Vec<Delivery>,
    ) -> Vec<Box<PartitionSender>> {
        Vec::new()
    }

    /// Metadata says that there is no such topic, or that it can not be used:
    /// what waits fails, later messages are refused.
    pub fn set_missing(&self, _now: Time, _code: ErrorCode, _failed: &mut Vec<Delivery>) {}

    /// Fails messages without a partition that have waited too long.
    pub fn expire_unassigned(&self, _now: Time, _failed: &mut Vec<Delivery>) {}

    /// Fails all messages without a partition (purge, end of the handle).
    pub fn fail_unassigned(&self, _now: Time, _code: ErrorCode, _failed: &mut Vec<Delivery>) {}

    /// When [`Topic::expire_unassigned`] is due.
    pub fn unassigned_deadline(&self) -> Time {
        Time::NEVER
    }
}
