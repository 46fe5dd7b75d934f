//! `SyncGroupRequest`, versions 0-5. Written by tools/protocol-gen: do not edit.

use crate::protocol::{ApiKey, DecodeError, Message, Reader, Request, Writer};

/// Message `SyncGroupRequest`, versions 0-5.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SyncGroupRequest {
    /// Field `GroupId`.
    pub group_id: String,
    /// Field `GenerationId`.
    pub generation_id: i32,
    /// Field `MemberId`.
    pub member_id: String,
    /// Field `GroupInstanceId`, versions 3+, nullable.
    pub group_instance_id: Option<String>,
    /// Field `ProtocolType`, versions 5+, nullable.
    pub protocol_type: Option<String>,
    /// Field `ProtocolName`, versions 5+, nullable.
    pub protocol_name: Option<String>,
    /// Field `Assignments`.
    pub assignments: Vec<SyncGroupRequestAssignment>,
}

impl Message for SyncGroupRequest {
    const NAME: &'static str = "SyncGroupRequest";

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
        if version >= 5 {
            w.nullable_string(self.protocol_type.as_deref(), flexible, true);
            w.nullable_string(self.protocol_name.as_deref(), flexible, true);
        }
        w.array(&self.assignments, flexible, |w, v| v.encode(w, version));
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
        if version >= 5 {
            m.protocol_type = r.nullable_string(flexible, true)?;
            m.protocol_name = r.nullable_string(flexible, true)?;
        }
        m.assignments = r.array(flexible, 3, |r| SyncGroupRequestAssignment::decode(r, version))?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for SyncGroupRequest {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.group_id = g.string();
        m.generation_id = g.i32();
        m.member_id = g.string();
        if version >= 3 {
            m.group_instance_id = g.nullable(true, |g| g.string());
        }
        if version >= 5 {
            m.protocol_type = g.nullable(true, |g| g.string());
            m.protocol_name = g.nullable(true, |g| g.string());
        }
        m.assignments = g.array(|g| SyncGroupRequestAssignment::random(g, version));
        m
    }
}

/// Struct `SyncGroupRequestAssignment`, versions 0-5.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SyncGroupRequestAssignment {
    /// Field `MemberId`.
    pub member_id: String,
    /// Field `Assignment`.
    pub assignment: Vec<u8>,
}

impl Message for SyncGroupRequestAssignment {
    const NAME: &'static str = "SyncGroupRequestAssignment";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 4;
        w.string(&self.member_id, flexible);
        w.bytes(&self.assignment, flexible);
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 4;
        m.member_id = r.string(flexible)?;
        m.assignment = r.bytes(flexible)?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for SyncGroupRequestAssignment {
    fn random(g: &mut crate::protocol::testing::Gen, _version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.member_id = g.string();
        m.assignment = g.bytes();
        m
    }
}

impl Request for SyncGroupRequest {
    const API: ApiKey = ApiKey::SYNC_GROUP;
    const VERSIONS: std::ops::RangeInclusive<i16> = 0..=5;
    type Response = super::SyncGroupResponse;

    fn is_flexible(version: i16) -> bool {
        version >= 4
    }
}
