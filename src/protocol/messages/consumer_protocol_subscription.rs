//! `ConsumerProtocolSubscription`, versions 0-3. Written by tools/protocol-gen: do not edit.

use crate::protocol::{DecodeError, Message, Reader, Writer};

/// Message `ConsumerProtocolSubscription`, versions 0-3.
#[derive(Debug, Clone, PartialEq)]
pub struct ConsumerProtocolSubscription {
    /// Field `Topics`.
    pub topics: Vec<String>,
    /// Field `UserData`, nullable.
    pub user_data: Option<Vec<u8>>,
    /// Field `OwnedPartitions`, versions 1+.
    pub owned_partitions: Vec<TopicPartition>,
    /// Field `GenerationId`, versions 2+.
    pub generation_id: i32,
    /// Field `RackId`, versions 3+, nullable.
    pub rack_id: Option<String>,
}

impl Default for ConsumerProtocolSubscription {
    fn default() -> Self {
        ConsumerProtocolSubscription {
            topics: Vec::new(),
            user_data: None,
            owned_partitions: Vec::new(),
            generation_id: -1,
            rack_id: None,
        }
    }
}

impl Message for ConsumerProtocolSubscription {
    const NAME: &'static str = "ConsumerProtocolSubscription";

    fn encode(&self, w: &mut Writer, version: i16) {
        w.array(&self.topics, false, |w, v| w.string(v, false));
        w.nullable_bytes(self.user_data.as_deref(), false, true);
        if version >= 1 {
            w.array(&self.owned_partitions, false, |w, v| v.encode(w, version));
        }
        if version >= 2 {
            w.i32(self.generation_id);
        }
        if version >= 3 {
            w.nullable_string(self.rack_id.as_deref(), false, true);
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        m.topics = r.array(false, 2, |r| r.string(false))?;
        m.user_data = r.nullable_bytes(false, true)?;
        if version >= 1 {
            m.owned_partitions = r.array(false, 6, |r| TopicPartition::decode(r, version))?;
        }
        if version >= 2 {
            m.generation_id = r.i32()?;
        }
        if version >= 3 {
            m.rack_id = r.nullable_string(false, true)?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for ConsumerProtocolSubscription {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.topics = g.array(|g| g.string());
        m.user_data = g.nullable(true, |g| g.bytes());
        if version >= 1 {
            m.owned_partitions = g.array(|g| TopicPartition::random(g, version));
        }
        if version >= 2 {
            m.generation_id = g.i32();
        }
        if version >= 3 {
            m.rack_id = g.nullable(true, |g| g.string());
        }
        m
    }
}

/// Struct `TopicPartition`, versions 1-3.
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
