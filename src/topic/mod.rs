//! Topics and partitions as the threads of a process share them.

mod accumulator;
mod batch;
#[cfg(test)]
mod batch_tests;
mod limits;
mod partition;
mod registry;
mod settings;
mod stats;
mod table;
#[allow(clippy::module_inception)]
mod topic;

pub use accumulator::{Accumulator, Append, BatchOwner};
pub use batch::{Batch, BatchMessage, Header, MovedMessage, NewRecord, RECORD_OVERHEAD_MAX, Value, Wire};
pub use limits::Limits;
pub use partition::{Partition, PartitionStats};
pub use registry::TopicRegistry;
pub use settings::{CustomPartitioner, Partitioner, TopicSettings};
pub use stats::TopicStats;
pub use topic::{Topic, TopicLook, TopicState, TopicView};
