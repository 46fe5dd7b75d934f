//! `InitProducerIdRequest`, versions 0-5. Written by tools/protocol-gen: do not edit.

use crate::protocol::{ApiKey, DecodeError, Message, Reader, Request, Writer};

/// Message `InitProducerIdRequest`, versions 0-5.
#[derive(Debug, Clone, PartialEq)]
pub struct InitProducerIdRequest {
    /// Field `TransactionalId`, nullable.
    pub transactional_id: Option<String>,
    /// Field `TransactionTimeoutMs`.
    pub transaction_timeout_ms: i32,
    /// Field `ProducerId`, versions 3+.
    pub producer_id: i64,
    /// Field `ProducerEpoch`, versions 3+.
    pub producer_epoch: i16,
}

impl Default for InitProducerIdRequest {
    fn default() -> Self {
        InitProducerIdRequest {
            transactional_id: Some(String::new()),
            transaction_timeout_ms: 0,
            producer_id: -1,
            producer_epoch: -1,
        }
    }
}

impl Message for InitProducerIdRequest {
    const NAME: &'static str = "InitProducerIdRequest";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 2;
        w.nullable_string(self.transactional_id.as_deref(), flexible, true);
        w.i32(self.transaction_timeout_ms);
        if version >= 3 {
            w.i64(self.producer_id);
        } else if self.producer_id != -1 {
            w.unsupported("ProducerId");
        }
        if version >= 3 {
            w.i16(self.producer_epoch);
        } else if self.producer_epoch != -1 {
            w.unsupported("ProducerEpoch");
        }
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 2;
        m.transactional_id = r.nullable_string(flexible, true)?;
        m.transaction_timeout_ms = r.i32()?;
        if version >= 3 {
            m.producer_id = r.i64()?;
            m.producer_epoch = r.i16()?;
        }
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for InitProducerIdRequest {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.transactional_id = g.nullable(true, |g| g.string());
        m.transaction_timeout_ms = g.i32();
        if version >= 3 {
            m.producer_id = g.i64();
            m.producer_epoch = g.i16();
        }
        m
    }
}

impl Request for InitProducerIdRequest {
    const API: ApiKey = ApiKey::INIT_PRODUCER_ID;
    const VERSIONS: std::ops::RangeInclusive<i16> = 0..=5;
    type Response = super::InitProducerIdResponse;

    fn is_flexible(version: i16) -> bool {
        version >= 2
    }
}
