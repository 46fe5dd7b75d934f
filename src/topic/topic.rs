//! One topic as all threads of the handle share it.

use super::Partition;
use crate::error::ErrorCode;
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
}
