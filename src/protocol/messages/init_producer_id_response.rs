//! `InitProducerIdResponse`, versions 0-5. Written by tools/protocol-gen: do not edit.

use crate::protocol::{DecodeError, Message, Reader, Writer};

/// Message `InitProducerIdResponse`, versions 0-6.
#[derive(Debug, Clone, PartialEq)]
pub struct InitProducerIdResponse {
    /// Field `ThrottleTimeMs`.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`.
    pub error_code: i16,
    /// Field `ProducerId`.
    pub producer_id: i64,
    /// Field `ProducerEpoch`.
    pub producer_epoch: i16,
    /// Field `OngoingTxnProducerId`, versions 6.
    pub ongoing_txn_producer_id: i64,
    /// Field `OngoingTxnProducerEpoch`, versions 6.
    pub ongoing_txn_producer_epoch: i16,
}

impl Default for InitProducerIdResponse {
    fn default() -> Self {
        InitProducerIdResponse {
            throttle_time_ms: 0,
            error_code: 0,
            producer_id: -1,
            producer_epoch: 0,
            ongoing_txn_producer_id: -1,
            ongoing_txn_producer_epoch: -1,
        }
    }
}

impl Message for InitProducerIdResponse {
    const NAME: &'static str = "InitProducerIdResponse";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 2;
        w.i32(self.throttle_time_ms);
        w.i16(self.error_code);
        w.i64(self.producer_id);
        w.i16(self.producer_epoch);
        if version >= 6 {
            w.i64(self.ongoing_txn_producer_id);
        } else if self.ongoing_txn_producer_id != -1 {
            w.unsupported("OngoingTxnProducerId");
        }
        if version >= 6 {
            w.i16(self.ongoing_txn_producer_epoch);
        } else if self.ongoing_txn_producer_epoch != -1 {
            w.unsupported("OngoingTxnProducerEpoch");
        }
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 2;
        m.throttle_time_ms = r.i32()?;
        m.error_code = r.i16()?;
        m.producer_id = r.i64()?;
        m.producer_epoch = r.i16()?;
        if version >= 6 {
            m.ongoing_txn_producer_id = r.i64()?;
            m.ongoing_txn_producer_epoch = r.i16()?;
        }
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for InitProducerIdResponse {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.throttle_time_ms = g.i32();
        m.error_code = g.i16();
        m.producer_id = g.i64();
        m.producer_epoch = g.i16();
        if version >= 6 {
            m.ongoing_txn_producer_id = g.i64();
            m.ongoing_txn_producer_epoch = g.i16();
        }
        m
    }
}
