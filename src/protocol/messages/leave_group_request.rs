//! `LeaveGroupRequest`, versions 0-5. Written by tools/protocol-gen: do not edit.

use crate::protocol::{ApiKey, DecodeError, Message, Reader, Request, Writer};

/// Message `LeaveGroupRequest`, versions 0-5.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LeaveGroupRequest {
    /// Field `GroupId`.
    pub group_id: String,
    /// Field `MemberId`, versions 0-2.
    pub member_id: String,
    /// Field `Members`, versions 3+.
    pub members: Vec<MemberIdentity>,
}

impl Message for LeaveGroupRequest {
    const NAME: &'static str = "LeaveGroupRequest";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 4;
        w.string(&self.group_id, flexible);
        if version <= 2 {
            w.string(&self.member_id, flexible);
        } else if !self.member_id.is_empty() {
            w.unsupported("MemberId");
        }
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
        m.group_id = r.string(flexible)?;
        if version <= 2 {
            m.member_id = r.string(flexible)?;
        }
        if version >= 3 {
            m.members = r.array(flexible, 3, |r| MemberIdentity::decode(r, version))?;
        }
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for LeaveGroupRequest {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.group_id = g.string();
        if version <= 2 {
            m.member_id = g.string();
        }
        if version >= 3 {
            m.members = g.array(|g| MemberIdentity::random(g, version));
        }
        m
    }
}

/// Struct `MemberIdentity`, versions 3-5.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MemberIdentity {
    /// Field `MemberId`.
    pub member_id: String,
    /// Field `GroupInstanceId`, nullable.
    pub group_instance_id: Option<String>,
    /// Field `Reason`, versions 5+, nullable.
    pub reason: Option<String>,
}

impl Message for MemberIdentity {
    const NAME: &'static str = "MemberIdentity";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 4;
        w.string(&self.member_id, flexible);
        w.nullable_string(self.group_instance_id.as_deref(), flexible, true);
        if version >= 5 {
            w.nullable_string(self.reason.as_deref(), flexible, true);
        }
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 4;
        m.member_id = r.string(flexible)?;
        m.group_instance_id = r.nullable_string(flexible, true)?;
        if version >= 5 {
            m.reason = r.nullable_string(flexible, true)?;
        }
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for MemberIdentity {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.member_id = g.string();
        m.group_instance_id = g.nullable(true, |g| g.string());
        if version >= 5 {
            m.reason = g.nullable(true, |g| g.string());
        }
        m
    }
}

impl Request for LeaveGroupRequest {
    const API: ApiKey = ApiKey::LEAVE_GROUP;
    const VERSIONS: std::ops::RangeInclusive<i16> = 0..=5;
    type Response = super::LeaveGroupResponse;

    fn is_flexible(version: i16) -> bool {
        version >= 4
    }
}
