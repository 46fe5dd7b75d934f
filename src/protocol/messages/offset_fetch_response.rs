//! `OffsetFetchResponse`, versions 1-10. Written by tools/protocol-gen: do not edit.

use crate::protocol::{DecodeError, Message, Reader, Uuid, Writer};

/// Message `OffsetFetchResponse`, versions 1-10.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OffsetFetchResponse {
    /// Field `ThrottleTimeMs`, versions 3+.
    pub throttle_time_ms: i32,
    /// Field `Topics`, versions 1-7.
    pub topics: Vec<OffsetFetchResponseTopic>,
    /// Field `ErrorCode`, versions 2-7.
    pub error_code: i16,
    /// Field `Groups`, versions 8+.
    pub groups: Vec<OffsetFetchResponseGroup>,
}

impl Message for OffsetFetchResponse {
    const NAME: &'static str = "OffsetFetchResponse";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 6;
        if version >= 3 {
            w.i32(self.throttle_time_ms);
        }
        if version <= 7 {
            w.array(&self.topics, flexible, |w, v| v.encode(w, version));
        } else if !self.topics.is_empty() {
            w.unsupported("Topics");
        }
        if (2..=7).contains(&version) {
            w.i16(self.error_code);
        }
        if version >= 8 {
            w.array(&self.groups, flexible, |w, v| v.encode(w, version));
        } else if !self.groups.is_empty() {
            w.unsupported("Groups");
        }
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 6;
        if version >= 3 {
            m.throttle_time_ms = r.i32()?;
        }
        if version <= 7 {
            m.topics = r.array(flexible, 3, |r| OffsetFetchResponseTopic::decode(r, version))?;
        }
        if (2..=7).contains(&version) {
            m.error_code = r.i16()?;
        }
        if version >= 8 {
            m.groups = r.array(flexible, 5, |r| OffsetFetchResponseGroup::decode(r, version))?;
        }
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for OffsetFetchResponse {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version >= 3 {
            m.throttle_time_ms = g.i32();
        }
        if version <= 7 {
            m.topics = g.array(|g| OffsetFetchResponseTopic::random(g, version));
        }
        if (2..=7).contains(&version) {
            m.error_code = g.i16();
        }
        if version >= 8 {
            m.groups = g.array(|g| OffsetFetchResponseGroup::random(g, version));
        }
        m
    }
}

/// Struct `OffsetFetchResponseTopic`, versions 1-7.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OffsetFetchResponseTopic {
    /// Field `Name`.
    pub name: String,
    /// Field `Partitions`.
    pub partitions: Vec<OffsetFetchResponsePartition>,
}

impl Message for OffsetFetchResponseTopic {
    const NAME: &'static str = "OffsetFetchResponseTopic";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 6;
        w.string(&self.name, flexible);
        w.array(&self.partitions, flexible, |w, v| v.encode(w, version));
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 6;
        m.name = r.string(flexible)?;
        m.partitions = r.array(flexible, 16, |r| OffsetFetchResponsePartition::decode(r, version))?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for OffsetFetchResponseTopic {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.name = g.string();
        m.partitions = g.array(|g| OffsetFetchResponsePartition::random(g, version));
        m
    }
}

/// Struct `OffsetFetchResponsePartition`, versions 1-7.
#[derive(Debug, Clone, PartialEq)]
pub struct OffsetFetchResponsePartition {
    /// Field `PartitionIndex`.
    pub partition_index: i32,
    /// Field `CommittedOffset`.
    pub committed_offset: i64,
    /// Field `CommittedLeaderEpoch`, versions 5-7.
    pub committed_leader_epoch: i32,
    /// Field `Metadata`, nullable.
    pub metadata: Option<String>,
    /// Field `ErrorCode`.
    pub error_code: i16,
}

impl Default for OffsetFetchResponsePartition {
    fn default() -> Self {
        OffsetFetchResponsePartition {
            partition_index: 0,
            committed_offset: 0,
            committed_leader_epoch: -1,
            metadata: Some(String::new()),
            error_code: 0,
        }
    }
}

impl Message for OffsetFetchResponsePartition {
    const NAME: &'static str = "OffsetFetchResponsePartition";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 6;
        w.i32(self.partition_index);
        w.i64(self.committed_offset);
        if version >= 5 {
            w.i32(self.committed_leader_epoch);
        }
        w.nullable_string(self.metadata.as_deref(), flexible, true);
        w.i16(self.error_code);
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 6;
        m.partition_index = r.i32()?;
        m.committed_offset = r.i64()?;
        if version >= 5 {
            m.committed_leader_epoch = r.i32()?;
        }
        m.metadata = r.nullable_string(flexible, true)?;
        m.error_code = r.i16()?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for OffsetFetchResponsePartition {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.partition_index = g.i32();
        m.committed_offset = g.i64();
        if version >= 5 {
            m.committed_leader_epoch = g.i32();
        }
        m.metadata = g.nullable(true, |g| g.string());
        m.error_code = g.i16();
        m
    }
}

/// Struct `OffsetFetchResponseGroup`, versions 8-10.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OffsetFetchResponseGroup {
    /// Field `GroupId`.
    pub group_id: String,
    /// Field `Topics`.
    pub topics: Vec<OffsetFetchResponseTopics>,
    /// Field `ErrorCode`.
    pub error_code: i16,
}

impl Message for OffsetFetchResponseGroup {
    const NAME: &'static str = "OffsetFetchResponseGroup";

    fn encode(&self, w: &mut Writer, version: i16) {
        w.string(&self.group_id, true);
        w.array(&self.topics, true, |w, v| v.encode(w, version));
        w.i16(self.error_code);
        w.no_tagged_fields();
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        m.group_id = r.string(true)?;
        m.topics = r.array(true, 3, |r| OffsetFetchResponseTopics::decode(r, version))?;
        m.error_code = r.i16()?;
        r.skip_tagged_fields()?;
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for OffsetFetchResponseGroup {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.group_id = g.string();
        m.topics = g.array(|g| OffsetFetchResponseTopics::random(g, version));
        m.error_code = g.i16();
        m
    }
}

/// Struct `OffsetFetchResponseTopics`, versions 8-10.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OffsetFetchResponseTopics {
    /// Field `Name`, versions 8-9.
    pub name: String,
    /// Field `TopicId`, versions 10+.
    pub topic_id: Uuid,
    /// Field `Partitions`.
    pub partitions: Vec<OffsetFetchResponsePartitions>,
}

impl Message for OffsetFetchResponseTopics {
    const NAME: &'static str = "OffsetFetchResponseTopics";

    fn encode(&self, w: &mut Writer, version: i16) {
        if version <= 9 {
            w.string(&self.name, true);
        }
        if version >= 10 {
            w.uuid(&self.topic_id);
        }
        w.array(&self.partitions, true, |w, v| v.encode(w, version));
        w.no_tagged_fields();
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        if version <= 9 {
            m.name = r.string(true)?;
        }
        if version >= 10 {
            m.topic_id = r.uuid()?;
        }
        m.partitions = r.array(true, 20, |r| OffsetFetchResponsePartitions::decode(r, version))?;
        r.skip_tagged_fields()?;
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for OffsetFetchResponseTopics {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version <= 9 {
            m.name = g.string();
        }
        if version >= 10 {
            m.topic_id = g.uuid();
        }
        m.partitions = g.array(|g| OffsetFetchResponsePartitions::random(g, version));
        m
    }
}

/// Struct `OffsetFetchResponsePartitions`, versions 8-10.
#[derive(Debug, Clone, PartialEq)]
pub struct OffsetFetchResponsePartitions {
    /// Field `PartitionIndex`.
    pub partition_index: i32,
    /// Field `CommittedOffset`.
    pub committed_offset: i64,
    /// Field `CommittedLeaderEpoch`.
    pub committed_leader_epoch: i32,
    /// Field `Metadata`, nullable.
    pub metadata: Option<String>,
    /// Field `ErrorCode`.
    pub error_code: i16,
}

impl Default for OffsetFetchResponsePartitions {
    fn default() -> Self {
        OffsetFetchResponsePartitions {
            partition_index: 0,
            committed_offset: 0,
            committed_leader_epoch: -1,
            metadata: Some(String::new()),
            error_code: 0,
        }
    }
}

impl Message for OffsetFetchResponsePartitions {
    const NAME: &'static str = "OffsetFetchResponsePartitions";

    fn encode(&self, w: &mut Writer, _version: i16) {
        w.i32(self.partition_index);
        w.i64(self.committed_offset);
        w.i32(self.committed_leader_epoch);
        w.nullable_string(self.metadata.as_deref(), true, true);
        w.i16(self.error_code);
        w.no_tagged_fields();
    }

    fn decode(r: &mut Reader<'_>, _version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        m.partition_index = r.i32()?;
        m.committed_offset = r.i64()?;
        m.committed_leader_epoch = r.i32()?;
        m.metadata = r.nullable_string(true, true)?;
        m.error_code = r.i16()?;
        r.skip_tagged_fields()?;
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for OffsetFetchResponsePartitions {
    fn random(g: &mut crate::protocol::testing::Gen, _version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.partition_index = g.i32();
        m.committed_offset = g.i64();
        m.committed_leader_epoch = g.i32();
        m.metadata = g.nullable(true, |g| g.string());
        m.error_code = g.i16();
        m
    }
}
