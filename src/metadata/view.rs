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

impl TopicMetadata {
    /// True if there is a partition of this id.
    pub fn has_partition(&self, id: i32) -> bool {
        self.partitions.binary_search_by_key(&id, |partition| partition.id).is_ok()
    }
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

/// Which topics a metadata request is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MetadataScope {
    /// All topics of the cluster.
    AllTopics,
    /// These; none at all asks for the list of brokers only.
    Topics(Vec<Arc<str>>),
}

impl ClusterMetadata {
    /// The topic of this name.
    pub fn topic(&self, name: &str) -> Option<&Arc<TopicMetadata>> {
        let at = self.topics.binary_search_by(|topic| topic.name.as_ref().cmp(name)).ok()?;
        Some(&self.topics[at])
    }

    /// Node id of a partition's leader, if the partition is known and has one.
    pub fn leader(&self, topic: &str, partition: i32) -> Option<i32> {
        let topic = self.topic(topic)?;
        let at = topic.partitions.binary_search_by_key(&partition, |p| p.id).ok()?;
        Some(topic.partitions[at].leader).filter(|leader| *leader >= 0)
    }

    /// What is known after `answer`, which speaks of `scope` only: brokers and
    /// controller are replaced, topics outside the scope are kept, topics that
    /// the answer says do not exist are dropped.
    #[must_use]
    pub fn merged(&self, answer: &ClusterMetadata, scope: &MetadataScope) -> ClusterMetadata {
        let mut merged = answer.clone();
        if merged.cluster_id.is_none() {
            merged.cluster_id.clone_from(&self.cluster_id);
        }
        if let MetadataScope::Topics(_) = scope {
            merged.topics.extend(self.topics.iter().filter(|t| answer.topic(&t.name).is_none()).cloned());
        }
        let gone = ErrorCode::UNKNOWN_TOPIC_OR_PART;
        merged.topics.retain(|topic| topic.error != gone);
        merged.topics.sort_by(|a, b| a.name.cmp(&b.name));
        merged
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topic(name: &str, error: ErrorCode, leader: i32) -> Arc<TopicMetadata> {
        let partition = PartitionMetadata {
            id: 0,
            error: ErrorCode::NO_ERROR,
            leader,
            leader_epoch: 1,
            replicas: vec![leader],
            isrs: vec![leader],
        };
        let partitions = vec![partition];
        Arc::new(TopicMetadata { name: name.into(), id: [0; 16], error, internal: false, partitions })
    }

    #[test]
    fn merging_keeps_other_topics_and_drops_deleted_ones() {
        let ok = ErrorCode::NO_ERROR;
        let old = ClusterMetadata {
            cluster_id: Some("c".into()),
            topics: vec![topic("a", ok, 1), topic("b", ok, 1), topic("c", ok, 1)],
            ..Default::default()
        };
        let answer = ClusterMetadata {
            topics: vec![topic("b", ok, 2), topic("c", ErrorCode::UNKNOWN_TOPIC_OR_PART, -1)],
            ..Default::default()
        };
        let merged = old.merged(&answer, &MetadataScope::Topics(vec!["b".into(), "c".into()]));
        assert_eq!(merged.cluster_id.as_deref(), Some("c"));
        assert_eq!((merged.leader("a", 0), merged.leader("b", 0)), (Some(1), Some(2)));
        assert!(merged.topic("c").is_none() && merged.leader("b", 1).is_none());
        assert!(old.merged(&answer, &MetadataScope::AllTopics).topic("a").is_none());
    }
}
