//! `MetadataResponse`, versions 0-13. Written by tools/protocol-gen: do not edit.

use crate::protocol::{DecodeError, Message, Reader, Uuid, Writer};

/// Message `MetadataResponse`, versions 0-13.
#[derive(Debug, Clone, PartialEq)]
pub struct MetadataResponse {
    /// Field `ThrottleTimeMs`, versions 3+.
    pub throttle_time_ms: i32,
    /// Field `Brokers`.
    pub brokers: Vec<MetadataResponseBroker>,
    /// Field `ClusterId`, versions 2+, nullable.
    pub cluster_id: Option<String>,
    /// Field `ControllerId`, versions 1+.
    pub controller_id: i32,
    /// Field `Topics`.
    pub topics: Vec<MetadataResponseTopic>,
    /// Field `ClusterAuthorizedOperations`, versions 8-10.
    pub cluster_authorized_operations: i32,
    /// Field `ErrorCode`, versions 13+.
    pub error_code: i16,
}

impl Default for MetadataResponse {
    fn default() -> Self {
        MetadataResponse {
            throttle_time_ms: 0,
            brokers: Vec::new(),
            cluster_id: None,
            controller_id: -1,
            topics: Vec::new(),
            cluster_authorized_operations: -2147483648,
            error_code: 0,
        }
    }
}

impl Message for MetadataResponse {
    const NAME: &'static str = "MetadataResponse";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 9;
        if version >= 3 {
            w.i32(self.throttle_time_ms);
        }
        w.array(&self.brokers, flexible, |w, v| v.encode(w, version));
        if version >= 2 {
            w.nullable_string(self.cluster_id.as_deref(), flexible, true);
        }
        if version >= 1 {
            w.i32(self.controller_id);
        }
        w.array(&self.topics, flexible, |w, v| v.encode(w, version));
        if (8..=10).contains(&version) {
            w.i32(self.cluster_authorized_operations);
        } else if self.cluster_authorized_operations != -2147483648 {
            w.unsupported("ClusterAuthorizedOperations");
        }
        if version >= 13 {
            w.i16(self.error_code);
        }
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 9;
        if version >= 3 {
            m.throttle_time_ms = r.i32()?;
        }
        m.brokers = r.array(flexible, 10, |r| MetadataResponseBroker::decode(r, version))?;
        if version >= 2 {
            m.cluster_id = r.nullable_string(flexible, true)?;
        }
        if version >= 1 {
            m.controller_id = r.i32()?;
        }
        m.topics = r.array(flexible, 8, |r| MetadataResponseTopic::decode(r, version))?;
        if (8..=10).contains(&version) {
            m.cluster_authorized_operations = r.i32()?;
        }
        if version >= 13 {
            m.error_code = r.i16()?;
        }
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for MetadataResponse {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version >= 3 {
            m.throttle_time_ms = g.i32();
        }
        m.brokers = g.array(|g| MetadataResponseBroker::random(g, version));
        if version >= 2 {
            m.cluster_id = g.nullable(true, |g| g.string());
        }
        if version >= 1 {
            m.controller_id = g.i32();
        }
        m.topics = g.array(|g| MetadataResponseTopic::random(g, version));
        if (8..=10).contains(&version) {
            m.cluster_authorized_operations = g.i32();
        }
        if version >= 13 {
            m.error_code = g.i16();
        }
        m
    }
}

/// Struct `MetadataResponseBroker`, versions 0-13.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MetadataResponseBroker {
    /// Field `NodeId`.
    pub node_id: i32,
    /// Field `Host`.
    pub host: String,
    /// Field `Port`.
    pub port: i32,
    /// Field `Rack`, versions 1+, nullable.
    pub rack: Option<String>,
}

impl Message for MetadataResponseBroker {
    const NAME: &'static str = "MetadataResponseBroker";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 9;
        w.i32(self.node_id);
        w.string(&self.host, flexible);
        w.i32(self.port);
        if version >= 1 {
            w.nullable_string(self.rack.as_deref(), flexible, true);
        }
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 9;
        m.node_id = r.i32()?;
        m.host = r.string(flexible)?;
        m.port = r.i32()?;
        if version >= 1 {
            m.rack = r.nullable_string(flexible, true)?;
        }
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for MetadataResponseBroker {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.node_id = g.i32();
        m.host = g.string();
        m.port = g.i32();
        if version >= 1 {
            m.rack = g.nullable(true, |g| g.string());
        }
        m
    }
}

/// Struct `MetadataResponseTopic`, versions 0-13.
#[derive(Debug, Clone, PartialEq)]
pub struct MetadataResponseTopic {
    /// Field `ErrorCode`.
    pub error_code: i16,
    /// Field `Name`, nullable in versions 12+.
    pub name: Option<String>,
    /// Field `TopicId`, versions 10+.
    pub topic_id: Uuid,
    /// Field `IsInternal`, versions 1+.
    pub is_internal: bool,
    /// Field `Partitions`.
    pub partitions: Vec<MetadataResponsePartition>,
    /// Field `TopicAuthorizedOperations`, versions 8+.
    pub topic_authorized_operations: i32,
}

impl Default for MetadataResponseTopic {
    fn default() -> Self {
        MetadataResponseTopic {
            error_code: 0,
            name: Some(String::new()),
            topic_id: [0; 16],
            is_internal: false,
            partitions: Vec::new(),
            topic_authorized_operations: -2147483648,
        }
    }
}

impl Message for MetadataResponseTopic {
    const NAME: &'static str = "MetadataResponseTopic";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 9;
        w.i16(self.error_code);
        w.nullable_string(self.name.as_deref(), flexible, version >= 12);
        if version >= 10 {
            w.uuid(&self.topic_id);
        }
        if version >= 1 {
            w.bool(self.is_internal);
        }
        w.array(&self.partitions, flexible, |w, v| v.encode(w, version));
        if version >= 8 {
            w.i32(self.topic_authorized_operations);
        } else if self.topic_authorized_operations != -2147483648 {
            w.unsupported("TopicAuthorizedOperations");
        }
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 9;
        m.error_code = r.i16()?;
        m.name = r.nullable_string(flexible, version >= 12)?;
        if version >= 10 {
            m.topic_id = r.uuid()?;
        }
        if version >= 1 {
            m.is_internal = r.bool()?;
        }
        m.partitions = r.array(flexible, 18, |r| MetadataResponsePartition::decode(r, version))?;
        if version >= 8 {
            m.topic_authorized_operations = r.i32()?;
        }
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for MetadataResponseTopic {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.error_code = g.i16();
        m.name = g.nullable(version >= 12, |g| g.string());
        if version >= 10 {
            m.topic_id = g.uuid();
        }
        if version >= 1 {
            m.is_internal = g.bool();
        }
        m.partitions = g.array(|g| MetadataResponsePartition::random(g, version));
        if version >= 8 {
            m.topic_authorized_operations = g.i32();
        }
        m
    }
}

/// Struct `MetadataResponsePartition`, versions 0-13.
#[derive(Debug, Clone, PartialEq)]
pub struct MetadataResponsePartition {
    /// Field `ErrorCode`.
    pub error_code: i16,
    /// Field `PartitionIndex`.
    pub partition_index: i32,
    /// Field `LeaderId`.
    pub leader_id: i32,
    /// Field `LeaderEpoch`, versions 7+.
    pub leader_epoch: i32,
    /// Field `ReplicaNodes`.
    pub replica_nodes: Vec<i32>,
    /// Field `IsrNodes`.
    pub isr_nodes: Vec<i32>,
    /// Field `OfflineReplicas`, versions 5+.
    pub offline_replicas: Vec<i32>,
}

impl Default for MetadataResponsePartition {
    fn default() -> Self {
        MetadataResponsePartition {
            error_code: 0,
            partition_index: 0,
            leader_id: 0,
            leader_epoch: -1,
            replica_nodes: Vec::new(),
            isr_nodes: Vec::new(),
            offline_replicas: Vec::new(),
        }
    }
}

impl Message for MetadataResponsePartition {
    const NAME: &'static str = "MetadataResponsePartition";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 9;
        w.i16(self.error_code);
        w.i32(self.partition_index);
        w.i32(self.leader_id);
        if version >= 7 {
            w.i32(self.leader_epoch);
        }
        w.array(&self.replica_nodes, flexible, |w, v| w.i32(*v));
        w.array(&self.isr_nodes, flexible, |w, v| w.i32(*v));
        if version >= 5 {
            w.array(&self.offline_replicas, flexible, |w, v| w.i32(*v));
        }
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 9;
        m.error_code = r.i16()?;
        m.partition_index = r.i32()?;
        m.leader_id = r.i32()?;
        if version >= 7 {
            m.leader_epoch = r.i32()?;
        }
        m.replica_nodes = r.array(flexible, 4, |r| r.i32())?;
        m.isr_nodes = r.array(flexible, 4, |r| r.i32())?;
        if version >= 5 {
            m.offline_replicas = r.array(flexible, 4, |r| r.i32())?;
        }
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for MetadataResponsePartition {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.error_code = g.i16();
        m.partition_index = g.i32();
        m.leader_id = g.i32();
        if version >= 7 {
            m.leader_epoch = g.i32();
        }
        m.replica_nodes = g.array(|g| g.i32());
        m.isr_nodes = g.array(|g| g.i32());
        if version >= 5 {
            m.offline_replicas = g.array(|g| g.i32());
        }
        m
    }
}
