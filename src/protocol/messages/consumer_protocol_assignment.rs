//! `ConsumerProtocolAssignment`, versions 0-3. Written by tools/protocol-gen: do not edit.

use crate::protocol::{DecodeError, Message, Reader, Writer};

/// Message `ConsumerProtocolAssignment`, versions 0-3.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ConsumerProtocolAssignment {
    /// Field `AssignedPartitions`.
    pub assigned_partitions: Vec<TopicPartition>,
    /// Field `UserData`, nullable.
    pub user_data: Option<Vec<u8>>,
}

impl Message for ConsumerProtocolAssignment {
    const NAME: &'static str = "ConsumerProtocolAssignment";

    fn encode(&self, w: &mut Writer, version: i16) {
        w.array(&self.assigned_partitions, false, |w, v| v.encode(w, version));
        w.nullable_bytes(self.user_data.as_deref(), false, true);
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        m.assigned_partitions = r.array(false, 6, |r| TopicPartition::decode(r, version))?;
        m.user_data = r.nullable_bytes(false, true)?;
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for ConsumerProtocolAssignment {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.assigned_partitions = g.array(|g| TopicPartition::random(g, version));
        m.user_data = g.nullable(true, |g| g.bytes());
        m
    }
}

/// Struct `TopicPartition`, versions 0-3.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TopicPartition {
    /// Field `Topic`.
    pub topic: String,
    /// Field `Partitions`.
    pub partitions: Vec<i32>,
}

impl Message for TopicPartition {
    const NAME: &'static str = "TopicPartition";

    fn encode(&self, w: &mut Writer, _version: i16) {
        w.string(&self.topic, false);
        w.array(&self.partitions, false, |w, v| w.i32(*v));
    }

    fn decode(r: &mut Reader<'_>, _version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        m.topic = r.string(false)?;
        m.partitions = r.array(false, 4, |r| r.i32())?;
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for TopicPartition {
    fn random(g: &mut crate::protocol::testing::Gen, _version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.topic = g.string();
        m.partitions = g.array(|g| g.i32());
        m
    }
}
