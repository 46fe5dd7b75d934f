//! `RequestHeader`, versions 1-2. Written by tools/protocol-gen: do not edit.

use crate::protocol::{DecodeError, Message, Reader, Writer};

/// Message `RequestHeader`, versions 1-2.
#[derive(Debug, Clone, PartialEq)]
pub struct RequestHeader {
    /// Field `RequestApiKey`.
    pub request_api_key: i16,
    /// Field `RequestApiVersion`.
    pub request_api_version: i16,
    /// Field `CorrelationId`.
    pub correlation_id: i32,
    /// Field `ClientId`, nullable.
    pub client_id: Option<String>,
}

impl Default for RequestHeader {
    fn default() -> Self {
        RequestHeader {
            request_api_key: 0,
            request_api_version: 0,
            correlation_id: 0,
            client_id: Some(String::new()),
        }
    }
}

impl Message for RequestHeader {
    const NAME: &'static str = "RequestHeader";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 2;
        w.i16(self.request_api_key);
        w.i16(self.request_api_version);
        w.i32(self.correlation_id);
        w.nullable_string(self.client_id.as_deref(), false, true);
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 2;
        m.request_api_key = r.i16()?;
        m.request_api_version = r.i16()?;
        m.correlation_id = r.i32()?;
        m.client_id = r.nullable_string(false, true)?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for RequestHeader {
    fn random(g: &mut crate::protocol::testing::Gen, _version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.request_api_key = g.i16();
        m.request_api_version = g.i16();
        m.correlation_id = g.i32();
        m.client_id = g.nullable(true, |g| g.string());
        m
    }
}
