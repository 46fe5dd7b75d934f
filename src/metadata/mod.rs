//! What the client knows of the cluster, and when it asks again.

mod view;

pub use view::{BrokerMetadata, ClusterMetadata, PartitionMetadata, TopicMetadata};
