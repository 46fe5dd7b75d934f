//! `OffsetCommitResponse`, versions 2-10. Written by tools/protocol-gen: do not edit.

use crate::protocol::{DecodeError, Message, Reader, Uuid, Writer};

/// Message `OffsetCommitResponse`, versions 2-10.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OffsetCommitResponse {
    /// Field `ThrottleTimeMs`, versions 3+.
    pub throttle_time_ms: i32,
    /// Field `Topics`.
    pub topics: Vec<OffsetCommitResponseTopic>,
}

impl Message for OffsetCommitResponse {
    const NAME: &'static str = "OffsetCommitResponse";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 8;
        if version >= 3 {
            w.i32(self.throttle_time_ms);
        }
        w.array(&self.topics, flexible, |w, v| v.encode(w, version));
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 8;
        if version >= 3 {
            m.throttle_time_ms = r.i32()?;
        }
        m.topics = r.array(flexible, 3, |r| OffsetCommitResponseTopic::decode(r, version))?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for OffsetCommitResponse {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version >= 3 {
            m.throttle_time_ms = g.i32();
        }
        m.topics = g.array(|g| OffsetCommitResponseTopic::random(g, version));
        m
    }
}

/// Struct `OffsetCommitResponseTopic`, versions 2-10.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OffsetCommitResponseTopic {
    /// Field `Name`, versions 2-9.
    pub name: String,
    /// Field `TopicId`, versions 10+.
    pub topic_id: Uuid,
    /// Field `Partitions`.
    pub partitions: Vec<OffsetCommitResponsePartition>,
}

impl Message for OffsetCommitResponseTopic {
    const NAME: &'static str = "OffsetCommitResponseTopic";

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
        m.partitions = r.array(flexible, 6, |r| OffsetCommitResponsePartition::decode(r, version))?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for OffsetCommitResponseTopic {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version <= 9 {
            m.name = g.string();
        }
        if version >= 10 {
            m.topic_id = g.uuid();
        }
        m.partitions = g.array(|g| OffsetCommitResponsePartition::random(g, version));
        m
    }
}

/// Struct `OffsetCommitResponsePartition`, versions 2-10.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OffsetCommitResponsePartition {
    /// Field `PartitionIndex`.
    pub partition_index: i32,
    /// Field `ErrorCode`.
    pub error_code: i16,
}

impl Message for OffsetCommitResponsePartition {
    const NAME: &'static str = "OffsetCommitResponsePartition";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 8;
        w.i32(self.partition_index);
        w.i16(self.error_code);
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 8;
        m.partition_index = r.i32()?;
        m.error_code = r.i16()?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for OffsetCommitResponsePartition {
    fn random(g: &mut crate::protocol::testing::Gen, _version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.partition_index = g.i32();
        m.error_code = g.i16();
        m
    }
}
