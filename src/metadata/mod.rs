//! What the client knows of the cluster, and when it asks again.

mod exchange;
mod refresh;
mod view;

pub use exchange::{decode_metadata, metadata_request};
pub use refresh::{RefreshPolicy, RefreshSettings};
pub use view::{BrokerMetadata, ClusterMetadata, MetadataScope, PartitionMetadata, TopicMetadata};
