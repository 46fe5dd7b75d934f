//! The immutable picture of the cluster (lock level K2: threads clone the `Arc`).

use crate::error::ErrorCode;
use std::sync::Arc;

/// A broker as Metadata names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokerMetadata {
    /// Node id.
    pub id: i32,
    /// Host name or address.
    pub host: Arc<str>,
    /// TCP port.
    pub port: u16,
    /// Rack, if the broker has one.
    pub rack: Option<Arc<str>>,
}

/// A partition as Metadata names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartitionMetadata {
    /// Partition id.
    pub id: i32,
    /// Partition error.
    pub error: ErrorCode,
    /// Node id of the leader, -1 if there is none.
    pub leader: i32,
    /// Leader epoch, -1 if the broker does not tell.
    pub leader_epoch: i32,
    /// Node ids of the replicas.
    pub replicas: Vec<i32>,
    /// Node ids of the replicas in sync.
    pub isrs: Vec<i32>,
}

/// A topic as Metadata names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TopicMetadata {
    /// Name.
    pub name: Arc<str>,
    /// Topic id, all zero if the broker does not tell.
    pub id: [u8; 16],
    /// Topic error.
    pub error: ErrorCode,
    /// An internal topic of the broker.
    pub internal: bool,
    /// Partitions, ascending by id.
    pub partitions: Vec<PartitionMetadata>,
}

/// One Metadata answer, or the sum of what is known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClusterMetadata {
    /// Cluster id.
    pub cluster_id: Option<Arc<str>>,
    /// Node id of the controller, -1 if unknown.
    pub controller_id: i32,
    /// Node id of the broker that answered, -1 for a bootstrap broker.
    pub orig_broker_id: i32,
    /// Name of the broker that answered.
    pub orig_broker_name: String,
    /// Brokers, ascending by id.
    pub brokers: Vec<BrokerMetadata>,
    /// Topics, ascending by name.
    pub topics: Vec<Arc<TopicMetadata>>,
}
