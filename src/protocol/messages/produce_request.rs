//! `ProduceRequest`, versions 3-13. Written by tools/protocol-gen: do not edit.

use crate::protocol::{ApiKey, DecodeError, Message, Reader, Records, Request, Uuid, Writer};

/// Message `ProduceRequest`, versions 3-13.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ProduceRequest {
    /// Field `TransactionalId`, nullable.
    pub transactional_id: Option<String>,
    /// Field `Acks`.
    pub acks: i16,
    /// Field `TimeoutMs`.
    pub timeout_ms: i32,
    /// Field `TopicData`.
    pub topic_data: Vec<TopicProduceData>,
}

impl Message for ProduceRequest {
    const NAME: &'static str = "ProduceRequest";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 9;
        w.nullable_string(self.transactional_id.as_deref(), flexible, true);
        w.i16(self.acks);
        w.i32(self.timeout_ms);
        w.array(&self.topic_data, flexible, |w, v| v.encode(w, version));
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 9;
        m.transactional_id = r.nullable_string(flexible, true)?;
        m.acks = r.i16()?;
        m.timeout_ms = r.i32()?;
        m.topic_data = r.array(flexible, 3, |r| TopicProduceData::decode(r, version))?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for ProduceRequest {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.transactional_id = g.nullable(true, |g| g.string());
        m.acks = g.i16();
        m.timeout_ms = g.i32();
        m.topic_data = g.array(|g| TopicProduceData::random(g, version));
        m
    }
}

/// Struct `TopicProduceData`, versions 3-13.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TopicProduceData {
    /// Field `Name`, versions 3-12.
    pub name: String,
    /// Field `TopicId`, versions 13+.
    pub topic_id: Uuid,
    /// Field `PartitionData`.
    pub partition_data: Vec<PartitionProduceData>,
}

impl Message for TopicProduceData {
    const NAME: &'static str = "TopicProduceData";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 9;
        if version <= 12 {
            w.string(&self.name, flexible);
        }
        if version >= 13 {
            w.uuid(&self.topic_id);
        }
        w.array(&self.partition_data, flexible, |w, v| v.encode(w, version));
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 9;
        if version <= 12 {
            m.name = r.string(flexible)?;
        }
        if version >= 13 {
            m.topic_id = r.uuid()?;
        }
        m.partition_data = r.array(flexible, 6, |r| PartitionProduceData::decode(r, version))?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for TopicProduceData {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version <= 12 {
            m.name = g.string();
        }
        if version >= 13 {
            m.topic_id = g.uuid();
        }
        m.partition_data = g.array(|g| PartitionProduceData::random(g, version));
        m
    }
}

/// Struct `PartitionProduceData`, versions 3-13.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PartitionProduceData {
    /// Field `Index`.
    pub index: i32,
    /// Field `Records`, nullable.
    pub records: Option<Records>,
}

impl Message for PartitionProduceData {
    const NAME: &'static str = "PartitionProduceData";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 9;
        w.i32(self.index);
        w.nullable_records(self.records.as_ref(), flexible, true);
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 9;
        m.index = r.i32()?;
        m.records = r.nullable_records(flexible, true)?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for PartitionProduceData {
    fn random(g: &mut crate::protocol::testing::Gen, _version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.index = g.i32();
        m.records = g.nullable(true, |g| g.records());
        m
    }
}

impl Request for ProduceRequest {
    const API: ApiKey = ApiKey::PRODUCE;
    const VERSIONS: std::ops::RangeInclusive<i16> = 3..=13;
    type Response = super::ProduceResponse;

    fn is_flexible(version: i16) -> bool {
        version >= 9
    }
}
