//! `ListOffsetsRequest`, versions 1-11. Written by tools/protocol-gen: do not edit.

use crate::protocol::{ApiKey, DecodeError, Message, Reader, Request, Writer};

/// Message `ListOffsetsRequest`, versions 1-11.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ListOffsetsRequest {
    /// Field `ReplicaId`.
    pub replica_id: i32,
    /// Field `IsolationLevel`, versions 2+.
    pub isolation_level: i8,
    /// Field `Topics`.
    pub topics: Vec<ListOffsetsTopic>,
    /// Field `TimeoutMs`, versions 10+.
    pub timeout_ms: i32,
}

impl Message for ListOffsetsRequest {
    const NAME: &'static str = "ListOffsetsRequest";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 6;
        w.i32(self.replica_id);
        if version >= 2 {
            w.i8(self.isolation_level);
        } else if self.isolation_level != 0 {
            w.unsupported("IsolationLevel");
        }
        w.array(&self.topics, flexible, |w, v| v.encode(w, version));
        if version >= 10 {
            w.i32(self.timeout_ms);
        }
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 6;
        m.replica_id = r.i32()?;
        if version >= 2 {
            m.isolation_level = r.i8()?;
        }
        m.topics = r.array(flexible, 3, |r| ListOffsetsTopic::decode(r, version))?;
        if version >= 10 {
            m.timeout_ms = r.i32()?;
        }
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for ListOffsetsRequest {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.replica_id = g.i32();
        if version >= 2 {
            m.isolation_level = g.i8();
        }
        m.topics = g.array(|g| ListOffsetsTopic::random(g, version));
        if version >= 10 {
            m.timeout_ms = g.i32();
        }
        m
    }
}

/// Struct `ListOffsetsTopic`, versions 1-11.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ListOffsetsTopic {
    /// Field `Name`.
    pub name: String,
    /// Field `Partitions`.
    pub partitions: Vec<ListOffsetsPartition>,
}

impl Message for ListOffsetsTopic {
    const NAME: &'static str = "ListOffsetsTopic";

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
        m.partitions = r.array(flexible, 12, |r| ListOffsetsPartition::decode(r, version))?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for ListOffsetsTopic {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.name = g.string();
        m.partitions = g.array(|g| ListOffsetsPartition::random(g, version));
        m
    }
}

/// Struct `ListOffsetsPartition`, versions 1-11.
#[derive(Debug, Clone, PartialEq)]
pub struct ListOffsetsPartition {
    /// Field `PartitionIndex`.
    pub partition_index: i32,
    /// Field `CurrentLeaderEpoch`, versions 4+.
    pub current_leader_epoch: i32,
    /// Field `Timestamp`.
    pub timestamp: i64,
}

impl Default for ListOffsetsPartition {
    fn default() -> Self {
        ListOffsetsPartition { partition_index: 0, current_leader_epoch: -1, timestamp: 0 }
    }
}

impl Message for ListOffsetsPartition {
    const NAME: &'static str = "ListOffsetsPartition";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 6;
        w.i32(self.partition_index);
        if version >= 4 {
            w.i32(self.current_leader_epoch);
        }
        w.i64(self.timestamp);
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 6;
        m.partition_index = r.i32()?;
        if version >= 4 {
            m.current_leader_epoch = r.i32()?;
        }
        m.timestamp = r.i64()?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for ListOffsetsPartition {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.partition_index = g.i32();
        if version >= 4 {
            m.current_leader_epoch = g.i32();
        }
        m.timestamp = g.i64();
        m
    }
}

impl Request for ListOffsetsRequest {
    const API: ApiKey = ApiKey::LIST_OFFSETS;
    const VERSIONS: std::ops::RangeInclusive<i16> = 1..=11;
    type Response = super::ListOffsetsResponse;

    fn is_flexible(version: i16) -> bool {
        version >= 6
    }
}
