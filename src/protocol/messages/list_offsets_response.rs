//! `ListOffsetsResponse`, versions 1-11. Written by tools/protocol-gen: do not edit.

use crate::protocol::{DecodeError, Message, Reader, Writer};

/// Message `ListOffsetsResponse`, versions 1-11.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ListOffsetsResponse {
    /// Field `ThrottleTimeMs`, versions 2+.
    pub throttle_time_ms: i32,
    /// Field `Topics`.
    pub topics: Vec<ListOffsetsTopicResponse>,
}

impl Message for ListOffsetsResponse {
    const NAME: &'static str = "ListOffsetsResponse";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 6;
        if version >= 2 {
            w.i32(self.throttle_time_ms);
        }
        w.array(&self.topics, flexible, |w, v| v.encode(w, version));
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 6;
        if version >= 2 {
            m.throttle_time_ms = r.i32()?;
        }
        m.topics = r.array(flexible, 3, |r| ListOffsetsTopicResponse::decode(r, version))?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for ListOffsetsResponse {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version >= 2 {
            m.throttle_time_ms = g.i32();
        }
        m.topics = g.array(|g| ListOffsetsTopicResponse::random(g, version));
        m
    }
}

/// Struct `ListOffsetsTopicResponse`, versions 1-11.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ListOffsetsTopicResponse {
    /// Field `Name`.
    pub name: String,
    /// Field `Partitions`.
    pub partitions: Vec<ListOffsetsPartitionResponse>,
}

impl Message for ListOffsetsTopicResponse {
    const NAME: &'static str = "ListOffsetsTopicResponse";

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
        m.partitions = r.array(flexible, 22, |r| ListOffsetsPartitionResponse::decode(r, version))?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for ListOffsetsTopicResponse {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.name = g.string();
        m.partitions = g.array(|g| ListOffsetsPartitionResponse::random(g, version));
        m
    }
}

/// Struct `ListOffsetsPartitionResponse`, versions 1-11.
#[derive(Debug, Clone, PartialEq)]
pub struct ListOffsetsPartitionResponse {
    /// Field `PartitionIndex`.
    pub partition_index: i32,
    /// Field `ErrorCode`.
    pub error_code: i16,
    /// Field `Timestamp`.
    pub timestamp: i64,
    /// Field `Offset`.
    pub offset: i64,
    /// Field `LeaderEpoch`, versions 4+.
    pub leader_epoch: i32,
}

impl Default for ListOffsetsPartitionResponse {
    fn default() -> Self {
        ListOffsetsPartitionResponse {
            partition_index: 0,
            error_code: 0,
            timestamp: -1,
            offset: -1,
            leader_epoch: -1,
        }
    }
}

impl Message for ListOffsetsPartitionResponse {
    const NAME: &'static str = "ListOffsetsPartitionResponse";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 6;
        w.i32(self.partition_index);
        w.i16(self.error_code);
        w.i64(self.timestamp);
        w.i64(self.offset);
        if version >= 4 {
            w.i32(self.leader_epoch);
        } else if self.leader_epoch != -1 {
            w.unsupported("LeaderEpoch");
        }
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 6;
        m.partition_index = r.i32()?;
        m.error_code = r.i16()?;
        m.timestamp = r.i64()?;
        m.offset = r.i64()?;
        if version >= 4 {
            m.leader_epoch = r.i32()?;
        }
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for ListOffsetsPartitionResponse {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.partition_index = g.i32();
        m.error_code = g.i16();
        m.timestamp = g.i64();
        m.offset = g.i64();
        if version >= 4 {
            m.leader_epoch = g.i32();
        }
        m
    }
}
