//! What the threads of a handle say to each other: one enum per receiver.
//!
//! An op cannot reach the wrong thread, and one that nobody handles does not
//! compile. Values that work on a partition travel inside ops, so that exactly
//! one thread owns them at a time.

mod broker;
mod event;
mod main;

pub use broker::{BrokerOp, BrokerRequest, EncodeBody, RequestTag, Retry};
pub use event::{AppEvent, AppQueue};
pub use main::{BrokerState, MainOp, Response};

use crate::queue::Mailbox;
use crate::topic::{BatchOwner, Partition};
use std::sync::Arc;

// A closed mailbox is no loss: its core gave its partitions back, and whoever joins them
// next looks at their accumulators.

impl BatchOwner for Mailbox<BrokerOp> {
    fn ready(&self, partition: &Arc<Partition>) {
        let _ = self.push(BrokerOp::Ready(partition.clone()));
    }
}

impl BatchOwner for Mailbox<MainOp> {
    fn ready(&self, partition: &Arc<Partition>) {
        let _ = self.push(MainOp::Ready(partition.clone()));
    }
}

/// A broker in the directory of its handle; never reused while the handle lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BrokerIndex(pub u32);

/// Where a broker entry comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BrokerSource {
    /// `bootstrap.servers` or `rd_kafka_brokers_add()`.
    Configured,
    /// A Metadata answer.
    Learned,
    /// A connection of its own for a group or transaction coordinator.
    Logical,
}

impl BrokerSource {
    /// The word that the statistics show.
    pub fn name(self) -> &'static str {
        match self {
            BrokerSource::Configured => "configured",
            BrokerSource::Learned => "learned",
            BrokerSource::Logical => "logical",
        }
    }
}
