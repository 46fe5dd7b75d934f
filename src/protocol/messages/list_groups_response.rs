//! `ListGroupsResponse`, versions 0-5. Written by tools/protocol-gen: do not edit.

use crate::protocol::{DecodeError, Message, Reader, Writer};

/// Message `ListGroupsResponse`, versions 0-5.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ListGroupsResponse {
    /// Field `ThrottleTimeMs`, versions 1+.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`.
    pub error_code: i16,
    /// Field `Groups`.
    pub groups: Vec<ListedGroup>,
}

impl Message for ListGroupsResponse {
    const NAME: &'static str = "ListGroupsResponse";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 3;
        if version >= 1 {
            w.i32(self.throttle_time_ms);
        }
        w.i16(self.error_code);
        w.array(&self.groups, flexible, |w, v| v.encode(w, version));
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 3;
        if version >= 1 {
            m.throttle_time_ms = r.i32()?;
        }
        m.error_code = r.i16()?;
        m.groups = r.array(flexible, 3, |r| ListedGroup::decode(r, version))?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for ListGroupsResponse {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version >= 1 {
            m.throttle_time_ms = g.i32();
        }
        m.error_code = g.i16();
        m.groups = g.array(|g| ListedGroup::random(g, version));
        m
    }
}

/// Struct `ListedGroup`, versions 0-5.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ListedGroup {
    /// Field `GroupId`.
    pub group_id: String,
    /// Field `ProtocolType`.
    pub protocol_type: String,
    /// Field `GroupState`, versions 4+.
    pub group_state: String,
    /// Field `GroupType`, versions 5+.
    pub group_type: String,
}

impl Message for ListedGroup {
    const NAME: &'static str = "ListedGroup";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 3;
        w.string(&self.group_id, flexible);
        w.string(&self.protocol_type, flexible);
        if version >= 4 {
            w.string(&self.group_state, flexible);
        }
        if version >= 5 {
            w.string(&self.group_type, flexible);
        }
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 3;
        m.group_id = r.string(flexible)?;
        m.protocol_type = r.string(flexible)?;
        if version >= 4 {
            m.group_state = r.string(flexible)?;
        }
        if version >= 5 {
            m.group_type = r.string(flexible)?;
        }
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for ListedGroup {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.group_id = g.string();
        m.protocol_type = g.string();
        if version >= 4 {
            m.group_state = g.string();
        }
        if version >= 5 {
            m.group_type = g.string();
        }
        m
    }
}
