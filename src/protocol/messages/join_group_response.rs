//! `JoinGroupResponse`, versions 0-9. Written by tools/protocol-gen: do not edit.

use crate::protocol::{DecodeError, Message, Reader, Writer};

/// Message `JoinGroupResponse`, versions 0-9.
#[derive(Debug, Clone, PartialEq)]
pub struct JoinGroupResponse {
    /// Field `ThrottleTimeMs`, versions 2+.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`.
    pub error_code: i16,
    /// Field `GenerationId`.
    pub generation_id: i32,
    /// Field `ProtocolType`, versions 7+, nullable.
    pub protocol_type: Option<String>,
    /// Field `ProtocolName`, nullable in versions 7+.
    pub protocol_name: Option<String>,
    /// Field `Leader`.
    pub leader: String,
    /// Field `SkipAssignment`, versions 9+.
    pub skip_assignment: bool,
    /// Field `MemberId`.
    pub member_id: String,
    /// Field `Members`.
    pub members: Vec<JoinGroupResponseMember>,
}

impl Default for JoinGroupResponse {
    fn default() -> Self {
        JoinGroupResponse {
            throttle_time_ms: 0,
            error_code: 0,
            generation_id: -1,
            protocol_type: None,
            protocol_name: Some(String::new()),
            leader: String::new(),
            skip_assignment: false,
            member_id: String::new(),
            members: Vec::new(),
        }
    }
}

impl Message for JoinGroupResponse {
    const NAME: &'static str = "JoinGroupResponse";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 6;
        if version >= 2 {
            w.i32(self.throttle_time_ms);
        }
        w.i16(self.error_code);
        w.i32(self.generation_id);
        if version >= 7 {
            w.nullable_string(self.protocol_type.as_deref(), flexible, true);
        }
        w.nullable_string(self.protocol_name.as_deref(), flexible, version >= 7);
        w.string(&self.leader, flexible);
        if version >= 9 {
            w.bool(self.skip_assignment);
        } else if self.skip_assignment {
            w.unsupported("SkipAssignment");
        }
        w.string(&self.member_id, flexible);
        w.array(&self.members, flexible, |w, v| v.encode(w, version));
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 6;
        if version >= 2 {
            m.throttle_time_ms = r.i32()?;
        }
        m.error_code = r.i16()?;
        m.generation_id = r.i32()?;
        if version >= 7 {
            m.protocol_type = r.nullable_string(flexible, true)?;
        }
        m.protocol_name = r.nullable_string(flexible, version >= 7)?;
        m.leader = r.string(flexible)?;
        if version >= 9 {
            m.skip_assignment = r.bool()?;
        }
        m.member_id = r.string(flexible)?;
        m.members = r.array(flexible, 4, |r| JoinGroupResponseMember::decode(r, version))?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for JoinGroupResponse {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version >= 2 {
            m.throttle_time_ms = g.i32();
        }
        m.error_code = g.i16();
        m.generation_id = g.i32();
        if version >= 7 {
            m.protocol_type = g.nullable(true, |g| g.string());
        }
        m.protocol_name = g.nullable(version >= 7, |g| g.string());
        m.leader = g.string();
        if version >= 9 {
            m.skip_assignment = g.bool();
        }
        m.member_id = g.string();
        m.members = g.array(|g| JoinGroupResponseMember::random(g, version));
        m
    }
}

/// Struct `JoinGroupResponseMember`, versions 0-9.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct JoinGroupResponseMember {
    /// Field `MemberId`.
    pub member_id: String,
    /// Field `GroupInstanceId`, versions 5+, nullable.
    pub group_instance_id: Option<String>,
    /// Field `Metadata`.
    pub metadata: Vec<u8>,
}

impl Message for JoinGroupResponseMember {
    const NAME: &'static str = "JoinGroupResponseMember";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 6;
        w.string(&self.member_id, flexible);
        if version >= 5 {
            w.nullable_string(self.group_instance_id.as_deref(), flexible, true);
        }
        w.bytes(&self.metadata, flexible);
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 6;
        m.member_id = r.string(flexible)?;
        if version >= 5 {
            m.group_instance_id = r.nullable_string(flexible, true)?;
        }
        m.metadata = r.bytes(flexible)?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for JoinGroupResponseMember {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.member_id = g.string();
        if version >= 5 {
            m.group_instance_id = g.nullable(true, |g| g.string());
        }
        m.metadata = g.bytes();
        m
    }
}
