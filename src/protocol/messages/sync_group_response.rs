//! `SyncGroupResponse`, versions 0-5. Written by tools/protocol-gen: do not edit.

use crate::protocol::{DecodeError, Message, Reader, Writer};

/// Message `SyncGroupResponse`, versions 0-5.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SyncGroupResponse {
    /// Field `ThrottleTimeMs`, versions 1+.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`.
    pub error_code: i16,
    /// Field `ProtocolType`, versions 5+, nullable.
    pub protocol_type: Option<String>,
    /// Field `ProtocolName`, versions 5+, nullable.
    pub protocol_name: Option<String>,
    /// Field `Assignment`.
    pub assignment: Vec<u8>,
}

impl Message for SyncGroupResponse {
    const NAME: &'static str = "SyncGroupResponse";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 4;
        if version >= 1 {
            w.i32(self.throttle_time_ms);
        }
        w.i16(self.error_code);
        if version >= 5 {
            w.nullable_string(self.protocol_type.as_deref(), flexible, true);
            w.nullable_string(self.protocol_name.as_deref(), flexible, true);
        }
        w.bytes(&self.assignment, flexible);
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 4;
        if version >= 1 {
            m.throttle_time_ms = r.i32()?;
        }
        m.error_code = r.i16()?;
        if version >= 5 {
            m.protocol_type = r.nullable_string(flexible, true)?;
            m.protocol_name = r.nullable_string(flexible, true)?;
        }
        m.assignment = r.bytes(flexible)?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for SyncGroupResponse {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version >= 1 {
            m.throttle_time_ms = g.i32();
        }
        m.error_code = g.i16();
        if version >= 5 {
            m.protocol_type = g.nullable(true, |g| g.string());
            m.protocol_name = g.nullable(true, |g| g.string());
        }
        m.assignment = g.bytes();
        m
    }
}
