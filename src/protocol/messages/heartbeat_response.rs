//! `HeartbeatResponse`, versions 0-4. Written by tools/protocol-gen: do not edit.

use crate::protocol::{DecodeError, Message, Reader, Writer};

/// Message `HeartbeatResponse`, versions 0-4.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HeartbeatResponse {
    /// Field `ThrottleTimeMs`, versions 1+.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`.
    pub error_code: i16,
}

impl Message for HeartbeatResponse {
    const NAME: &'static str = "HeartbeatResponse";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 4;
        if version >= 1 {
            w.i32(self.throttle_time_ms);
        }
        w.i16(self.error_code);
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
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for HeartbeatResponse {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version >= 1 {
            m.throttle_time_ms = g.i32();
        }
        m.error_code = g.i16();
        m
    }
}
