//! `LeaveGroupResponse`, versions 0-5. Written by tools/protocol-gen: do not edit.

use crate::protocol::{DecodeError, Message, Reader, Writer};

/// Message `LeaveGroupResponse`, versions 0-5.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LeaveGroupResponse {
    /// Field `ThrottleTimeMs`, versions 1+.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`.
    pub error_code: i16,
    /// Field `Members`, versions 3+.
    pub members: Vec<MemberResponse>,
}

impl Message for LeaveGroupResponse {
    const NAME: &'static str = "LeaveGroupResponse";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 4;
        if version >= 1 {
            w.i32(self.throttle_time_ms);
        }
        w.i16(self.error_code);
        if version >= 3 {
            w.array(&self.members, flexible, |w, v| v.encode(w, version));
        } else if !self.members.is_empty() {
            w.unsupported("Members");
        }
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
        if version >= 3 {
            m.members = r.array(flexible, 5, |r| MemberResponse::decode(r, version))?;
        }
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for LeaveGroupResponse {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version >= 1 {
            m.throttle_time_ms = g.i32();
        }
        m.error_code = g.i16();
        if version >= 3 {
            m.members = g.array(|g| MemberResponse::random(g, version));
        }
        m
    }
}

/// Struct `MemberResponse`, versions 3-5.
#[derive(Debug, Clone, PartialEq)]
pub struct MemberResponse {
    /// Field `MemberId`.
    pub member_id: String,
    /// Field `GroupInstanceId`, nullable.
    pub group_instance_id: Option<String>,
    /// Field `ErrorCode`.
    pub error_code: i16,
}

impl Default for MemberResponse {
    fn default() -> Self {
        MemberResponse { member_id: String::new(), group_instance_id: Some(String::new()), error_code: 0 }
    }
}

impl Message for MemberResponse {
    const NAME: &'static str = "MemberResponse";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 4;
        w.string(&self.member_id, flexible);
        w.nullable_string(self.group_instance_id.as_deref(), flexible, true);
        w.i16(self.error_code);
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 4;
        m.member_id = r.string(flexible)?;
        m.group_instance_id = r.nullable_string(flexible, true)?;
        m.error_code = r.i16()?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for MemberResponse {
    fn random(g: &mut crate::protocol::testing::Gen, _version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.member_id = g.string();
        m.group_instance_id = g.nullable(true, |g| g.string());
        m.error_code = g.i16();
        m
    }
}
