//! `ResponseHeader`, versions 0-1. Written by tools/protocol-gen: do not edit.

use crate::protocol::{DecodeError, Message, Reader, Writer};

/// Message `ResponseHeader`, versions 0-1.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ResponseHeader {
    /// Field `CorrelationId`.
    pub correlation_id: i32,
}

impl Message for ResponseHeader {
    const NAME: &'static str = "ResponseHeader";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 1;
        w.i32(self.correlation_id);
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 1;
        m.correlation_id = r.i32()?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for ResponseHeader {
    fn random(g: &mut crate::protocol::testing::Gen, _version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.correlation_id = g.i32();
        m
    }
}
