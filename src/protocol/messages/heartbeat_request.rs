//! `HeartbeatRequest`, versions 0-4. Written by tools/protocol-gen: do not edit.

use crate::protocol::{ApiKey, DecodeError, Message, Reader, Request, Writer};

/// Message `HeartbeatRequest`, versions 0-4.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HeartbeatRequest {
    /// Field `GroupId`.
    pub group_id: String,
    /// Field `GenerationId`.
    pub generation_id: i32,
    /// Field `MemberId`.
    pub member_id: String,
    /// Field `GroupInstanceId`, versions 3+, nullable.
    pub group_instance_id: Option<String>,
}

impl Message for HeartbeatRequest {
    const NAME: &'static str = "HeartbeatRequest";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 4;
        w.string(&self.group_id, flexible);
        w.i32(self.generation_id);
        w.string(&self.member_id, flexible);
        if version >= 3 {
            w.nullable_string(self.group_instance_id.as_deref(), flexible, true);
        } else if self.group_instance_id.is_some() {
            w.unsupported("GroupInstanceId");
        }
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 4;
        m.group_id = r.string(flexible)?;
        m.generation_id = r.i32()?;
        m.member_id = r.string(flexible)?;
        if version >= 3 {
            m.group_instance_id = r.nullable_string(flexible, true)?;
        }
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for HeartbeatRequest {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.group_id = g.string();
        m.generation_id = g.i32();
        m.member_id = g.string();
        if version >= 3 {
            m.group_instance_id = g.nullable(true, |g| g.string());
        }
        m
    }
}

impl Request for HeartbeatRequest {
    const API: ApiKey = ApiKey::HEARTBEAT;
    const VERSIONS: std::ops::RangeInclusive<i16> = 0..=4;
    type Response = super::HeartbeatResponse;

    fn is_flexible(version: i16) -> bool {
        version >= 4
    }
}
