//! `OffsetForLeaderEpochRequest`, versions 2-4. Written by tools/protocol-gen: do not edit.

use crate::protocol::{ApiKey, DecodeError, Message, Reader, Request, Writer};

/// Message `OffsetForLeaderEpochRequest`, versions 2-4.
#[derive(Debug, Clone, PartialEq)]
pub struct OffsetForLeaderEpochRequest {
    /// Field `ReplicaId`, versions 3+.
    pub replica_id: i32,
    /// Field `Topics`.
    pub topics: Vec<OffsetForLeaderTopic>,
}

impl Default for OffsetForLeaderEpochRequest {
    fn default() -> Self {
        OffsetForLeaderEpochRequest { replica_id: -2, topics: Vec::new() }
    }
}

impl Message for OffsetForLeaderEpochRequest {
    const NAME: &'static str = "OffsetForLeaderEpochRequest";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 4;
        if version >= 3 {
            w.i32(self.replica_id);
        }
        w.array(&self.topics, flexible, |w, v| v.encode(w, version));
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 4;
        if version >= 3 {
            m.replica_id = r.i32()?;
        }
        m.topics = r.array(flexible, 3, |r| OffsetForLeaderTopic::decode(r, version))?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for OffsetForLeaderEpochRequest {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version >= 3 {
            m.replica_id = g.i32();
        }
        m.topics = g.array(|g| OffsetForLeaderTopic::random(g, version));
        m
    }
}

/// Struct `OffsetForLeaderTopic`, versions 2-4.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OffsetForLeaderTopic {
    /// Field `Topic`.
    pub topic: String,
    /// Field `Partitions`.
    pub partitions: Vec<OffsetForLeaderPartition>,
}

impl Message for OffsetForLeaderTopic {
    const NAME: &'static str = "OffsetForLeaderTopic";

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
        m.partitions = r.array(flexible, 12, |r| OffsetForLeaderPartition::decode(r, version))?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for OffsetForLeaderTopic {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.topic = g.string();
        m.partitions = g.array(|g| OffsetForLeaderPartition::random(g, version));
        m
    }
}

/// Struct `OffsetForLeaderPartition`, versions 2-4.
#[derive(Debug, Clone, PartialEq)]
pub struct OffsetForLeaderPartition {
    /// Field `Partition`.
    pub partition: i32,
    /// Field `CurrentLeaderEpoch`.
    pub current_leader_epoch: i32,
    /// Field `LeaderEpoch`.
    pub leader_epoch: i32,
}

impl Default for OffsetForLeaderPartition {
    fn default() -> Self {
        OffsetForLeaderPartition { partition: 0, current_leader_epoch: -1, leader_epoch: 0 }
    }
}

impl Message for OffsetForLeaderPartition {
    const NAME: &'static str = "OffsetForLeaderPartition";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 4;
        w.i32(self.partition);
        w.i32(self.current_leader_epoch);
        w.i32(self.leader_epoch);
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 4;
        m.partition = r.i32()?;
        m.current_leader_epoch = r.i32()?;
        m.leader_epoch = r.i32()?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for OffsetForLeaderPartition {
    fn random(g: &mut crate::protocol::testing::Gen, _version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.partition = g.i32();
        m.current_leader_epoch = g.i32();
        m.leader_epoch = g.i32();
        m
    }
}

impl Request for OffsetForLeaderEpochRequest {
    const API: ApiKey = ApiKey::OFFSET_FOR_LEADER_EPOCH;
    const VERSIONS: std::ops::RangeInclusive<i16> = 2..=4;
    type Response = super::OffsetForLeaderEpochResponse;

    fn is_flexible(version: i16) -> bool {
        version >= 4
    }
}
