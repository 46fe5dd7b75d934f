//! `OffsetCommitRequest`, versions 2-10. Written by tools/protocol-gen: do not edit.

use crate::protocol::{ApiKey, DecodeError, Message, Reader, Request, Uuid, Writer};

/// Message `OffsetCommitRequest`, versions 2-10.
#[derive(Debug, Clone, PartialEq)]
pub struct OffsetCommitRequest {
    /// Field `GroupId`.
    pub group_id: String,
    /// Field `GenerationIdOrMemberEpoch`.
    pub generation_id_or_member_epoch: i32,
    /// Field `MemberId`.
    pub member_id: String,
    /// Field `GroupInstanceId`, versions 7+, nullable.
    pub group_instance_id: Option<String>,
    /// Field `RetentionTimeMs`, versions 2-4.
    pub retention_time_ms: i64,
    /// Field `Topics`.
    pub topics: Vec<OffsetCommitRequestTopic>,
}

impl Default for OffsetCommitRequest {
    fn default() -> Self {
        OffsetCommitRequest {
            group_id: String::new(),
            generation_id_or_member_epoch: -1,
            member_id: String::new(),
            group_instance_id: None,
            retention_time_ms: -1,
            topics: Vec::new(),
        }
    }
}

impl Message for OffsetCommitRequest {
    const NAME: &'static str = "OffsetCommitRequest";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 8;
        w.string(&self.group_id, flexible);
        w.i32(self.generation_id_or_member_epoch);
        w.string(&self.member_id, flexible);
        if version >= 7 {
            w.nullable_string(self.group_instance_id.as_deref(), flexible, true);
        } else if self.group_instance_id.is_some() {
            w.unsupported("GroupInstanceId");
        }
        if version <= 4 {
            w.i64(self.retention_time_ms);
        }
        w.array(&self.topics, flexible, |w, v| v.encode(w, version));
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 8;
        m.group_id = r.string(flexible)?;
        m.generation_id_or_member_epoch = r.i32()?;
        m.member_id = r.string(flexible)?;
        if version >= 7 {
            m.group_instance_id = r.nullable_string(flexible, true)?;
        }
        if version <= 4 {
            m.retention_time_ms = r.i64()?;
        }
        m.topics = r.array(flexible, 3, |r| OffsetCommitRequestTopic::decode(r, version))?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for OffsetCommitRequest {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.group_id = g.string();
        m.generation_id_or_member_epoch = g.i32();
        m.member_id = g.string();
        if version >= 7 {
            m.group_instance_id = g.nullable(true, |g| g.string());
        }
        if version <= 4 {
            m.retention_time_ms = g.i64();
        }
        m.topics = g.array(|g| OffsetCommitRequestTopic::random(g, version));
        m
    }
}

/// Struct `OffsetCommitRequestTopic`, versions 2-10.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OffsetCommitRequestTopic {
    /// Field `Name`, versions 2-9.
    pub name: String,
    /// Field `TopicId`, versions 10+.
    pub topic_id: Uuid,
    /// Field `Partitions`.
    pub partitions: Vec<OffsetCommitRequestPartition>,
}

impl Message for OffsetCommitRequestTopic {
    const NAME: &'static str = "OffsetCommitRequestTopic";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 8;
        if version <= 9 {
            w.string(&self.name, flexible);
        }
        if version >= 10 {
            w.uuid(&self.topic_id);
        }
        w.array(&self.partitions, flexible, |w, v| v.encode(w, version));
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 8;
        if version <= 9 {
            m.name = r.string(flexible)?;
        }
        if version >= 10 {
            m.topic_id = r.uuid()?;
        }
        m.partitions = r.array(flexible, 14, |r| OffsetCommitRequestPartition::decode(r, version))?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for OffsetCommitRequestTopic {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version <= 9 {
            m.name = g.string();
        }
        if version >= 10 {
            m.topic_id = g.uuid();
        }
        m.partitions = g.array(|g| OffsetCommitRequestPartition::random(g, version));
        m
    }
}

/// Struct `OffsetCommitRequestPartition`, versions 2-10.
#[derive(Debug, Clone, PartialEq)]
pub struct OffsetCommitRequestPartition {
    /// Field `PartitionIndex`.
    pub partition_index: i32,
    /// Field `CommittedOffset`.
    pub committed_offset: i64,
    /// Field `CommittedLeaderEpoch`, versions 6+.
    pub committed_leader_epoch: i32,
    /// Field `CommittedMetadata`, nullable.
    pub committed_metadata: Option<String>,
}

impl Default for OffsetCommitRequestPartition {
    fn default() -> Self {
        OffsetCommitRequestPartition {
            partition_index: 0,
            committed_offset: 0,
            committed_leader_epoch: -1,
            committed_metadata: Some(String::new()),
        }
    }
}

impl Message for OffsetCommitRequestPartition {
    const NAME: &'static str = "OffsetCommitRequestPartition";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 8;
        w.i32(self.partition_index);
        w.i64(self.committed_offset);
        if version >= 6 {
            w.i32(self.committed_leader_epoch);
        }
        w.nullable_string(self.committed_metadata.as_deref(), flexible, true);
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 8;
        m.partition_index = r.i32()?;
        m.committed_offset = r.i64()?;
        if version >= 6 {
            m.committed_leader_epoch = r.i32()?;
        }
        m.committed_metadata = r.nullable_string(flexible, true)?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for OffsetCommitRequestPartition {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.partition_index = g.i32();
        m.committed_offset = g.i64();
        if version >= 6 {
            m.committed_leader_epoch = g.i32();
        }
        m.committed_metadata = g.nullable(true, |g| g.string());
        m
    }
}

impl Request for OffsetCommitRequest {
    const API: ApiKey = ApiKey::OFFSET_COMMIT;
    const VERSIONS: std::ops::RangeInclusive<i16> = 2..=10;
    type Response = super::OffsetCommitResponse;

    fn is_flexible(version: i16) -> bool {
        version >= 8
    }
}
