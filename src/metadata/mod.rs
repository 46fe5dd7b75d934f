//! What the client knows of the cluster, and when it asks again.

mod refresh;
mod view;

pub use refresh::{RefreshPolicy, RefreshSettings};
pub use view::{BrokerMetadata, ClusterMetadata, MetadataScope, PartitionMetadata, TopicMetadata};
