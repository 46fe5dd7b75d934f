//! Topics and partitions as the threads of a process share them.

mod accumulator;
mod partition;
mod registry;
#[allow(clippy::module_inception)]
mod topic;

pub use accumulator::Accumulator;
pub use partition::Partition;
pub use registry::TopicRegistry;
pub use topic::{Topic, TopicState, TopicView};
