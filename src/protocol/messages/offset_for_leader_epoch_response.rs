//! `OffsetForLeaderEpochResponse`, versions 2-4. Written by tools/protocol-gen: do not edit.

use crate::protocol::{DecodeError, Message, Reader, Writer};

/// Message `OffsetForLeaderEpochResponse`, versions 2-4.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OffsetForLeaderEpochResponse {
    /// Field `ThrottleTimeMs`.
    pub throttle_time_ms: i32,
    /// Field `Topics`.
    pub topics: Vec<OffsetForLeaderTopicResult>,
}

impl Message for OffsetForLeaderEpochResponse {
    const NAME: &'static str = "OffsetForLeaderEpochResponse";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 4;
        w.i32(self.throttle_time_ms);
        w.array(&self.topics, flexible, |w, v| v.encode(w, version));
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 4;
        m.throttle_time_ms = r.i32()?;
        m.topics = r.array(flexible, 3, |r| OffsetForLeaderTopicResult::decode(r, version))?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for OffsetForLeaderEpochResponse {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.throttle_time_ms = g.i32();
        m.topics = g.array(|g| OffsetForLeaderTopicResult::random(g, version));
        m
    }
}

/// Struct `OffsetForLeaderTopicResult`, versions 2-4.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OffsetForLeaderTopicResult {
    /// Field `Topic`.
    pub topic: String,
    /// Field `Partitions`.
    pub partitions: Vec<EpochEndOffset>,
}

impl Message for OffsetForLeaderTopicResult {
    const NAME: &'static str = "OffsetForLeaderTopicResult";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 4;
        w.string(&self.topic, flexible);
        w.array(&self.partitions, flexible, |w, v| v.encode(w, version));
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 4;
        m.topic = r.string(flexible)?;
        m.partitions = r.array(flexible, 18, |r| EpochEndOffset::decode(r, version))?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for OffsetForLeaderTopicResult {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.topic = g.string();
        m.partitions = g.array(|g| EpochEndOffset::random(g, version));
        m
    }
}

/// Struct `EpochEndOffset`, versions 2-4.
#[derive(Debug, Clone, PartialEq)]
pub struct EpochEndOffset {
    /// Field `ErrorCode`.
    pub error_code: i16,
    /// Field `Partition`.
    pub partition: i32,
    /// Field `LeaderEpoch`.
    pub leader_epoch: i32,
    /// Field `EndOffset`.
    pub end_offset: i64,
}

impl Default for EpochEndOffset {
    fn default() -> Self {
        EpochEndOffset { error_code: 0, partition: 0, leader_epoch: -1, end_offset: -1 }
    }
}

impl Message for EpochEndOffset {
    const NAME: &'static str = "EpochEndOffset";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 4;
        w.i16(self.error_code);
        w.i32(self.partition);
        w.i32(self.leader_epoch);
        w.i64(self.end_offset);
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 4;
        m.error_code = r.i16()?;
        m.partition = r.i32()?;
        m.leader_epoch = r.i32()?;
        m.end_offset = r.i64()?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for EpochEndOffset {
    fn random(g: &mut crate::protocol::testing::Gen, _version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.error_code = g.i16();
        m.partition = g.i32();
        m.leader_epoch = g.i32();
        m.end_offset = g.i64();
        m
    }
}
