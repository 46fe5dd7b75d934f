//! `DescribeGroupsResponse`, versions 0-6. Written by tools/protocol-gen: do not edit.

use crate::protocol::{DecodeError, Message, Reader, Writer};

/// Message `DescribeGroupsResponse`, versions 0-6.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DescribeGroupsResponse {
    /// Field `ThrottleTimeMs`, versions 1+.
    pub throttle_time_ms: i32,
    /// Field `Groups`.
    pub groups: Vec<DescribedGroup>,
}

impl Message for DescribeGroupsResponse {
    const NAME: &'static str = "DescribeGroupsResponse";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 5;
        if version >= 1 {
            w.i32(self.throttle_time_ms);
        }
        w.array(&self.groups, flexible, |w, v| v.encode(w, version));
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 5;
        if version >= 1 {
            m.throttle_time_ms = r.i32()?;
        }
        m.groups = r.array(flexible, 12, |r| DescribedGroup::decode(r, version))?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for DescribeGroupsResponse {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version >= 1 {
            m.throttle_time_ms = g.i32();
        }
        m.groups = g.array(|g| DescribedGroup::random(g, version));
        m
    }
}

/// Struct `DescribedGroup`, versions 0-6.
#[derive(Debug, Clone, PartialEq)]
pub struct DescribedGroup {
    /// Field `ErrorCode`.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 6+, nullable.
    pub error_message: Option<String>,
    /// Field `GroupId`.
    pub group_id: String,
    /// Field `GroupState`.
    pub group_state: String,
    /// Field `ProtocolType`.
    pub protocol_type: String,
    /// Field `ProtocolData`.
    pub protocol_data: String,
    /// Field `Members`.
    pub members: Vec<DescribedGroupMember>,
    /// Field `AuthorizedOperations`, versions 3+.
    pub authorized_operations: i32,
}

impl Default for DescribedGroup {
    fn default() -> Self {
        DescribedGroup {
            error_code: 0,
            error_message: None,
            group_id: String::new(),
            group_state: String::new(),
            protocol_type: String::new(),
            protocol_data: String::new(),
            members: Vec::new(),
            authorized_operations: -2147483648,
        }
    }
}

impl Message for DescribedGroup {
    const NAME: &'static str = "DescribedGroup";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 5;
        w.i16(self.error_code);
        if version >= 6 {
            w.nullable_string(self.error_message.as_deref(), flexible, true);
        } else if self.error_message.is_some() {
            w.unsupported("ErrorMessage");
        }
        w.string(&self.group_id, flexible);
        w.string(&self.group_state, flexible);
        w.string(&self.protocol_type, flexible);
        w.string(&self.protocol_data, flexible);
        w.array(&self.members, flexible, |w, v| v.encode(w, version));
        if version >= 3 {
            w.i32(self.authorized_operations);
        } else if self.authorized_operations != -2147483648 {
            w.unsupported("AuthorizedOperations");
        }
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 5;
        m.error_code = r.i16()?;
        if version >= 6 {
            m.error_message = r.nullable_string(flexible, true)?;
        }
        m.group_id = r.string(flexible)?;
        m.group_state = r.string(flexible)?;
        m.protocol_type = r.string(flexible)?;
        m.protocol_data = r.string(flexible)?;
        m.members = r.array(flexible, 7, |r| DescribedGroupMember::decode(r, version))?;
        if version >= 3 {
            m.authorized_operations = r.i32()?;
        }
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for DescribedGroup {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.error_code = g.i16();
        if version >= 6 {
            m.error_message = g.nullable(true, |g| g.string());
        }
        m.group_id = g.string();
        m.group_state = g.string();
        m.protocol_type = g.string();
        m.protocol_data = g.string();
        m.members = g.array(|g| DescribedGroupMember::random(g, version));
        if version >= 3 {
            m.authorized_operations = g.i32();
        }
        m
    }
}

/// Struct `DescribedGroupMember`, versions 0-6.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DescribedGroupMember {
    /// Field `MemberId`.
    pub member_id: String,
    /// Field `GroupInstanceId`, versions 4+, nullable.
    pub group_instance_id: Option<String>,
    /// Field `ClientId`.
    pub client_id: String,
    /// Field `ClientHost`.
    pub client_host: String,
    /// Field `MemberMetadata`.
    pub member_metadata: Vec<u8>,
    /// Field `MemberAssignment`.
    pub member_assignment: Vec<u8>,
}

impl Message for DescribedGroupMember {
    const NAME: &'static str = "DescribedGroupMember";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 5;
        w.string(&self.member_id, flexible);
        if version >= 4 {
            w.nullable_string(self.group_instance_id.as_deref(), flexible, true);
        }
        w.string(&self.client_id, flexible);
        w.string(&self.client_host, flexible);
        w.bytes(&self.member_metadata, flexible);
        w.bytes(&self.member_assignment, flexible);
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 5;
        m.member_id = r.string(flexible)?;
        if version >= 4 {
            m.group_instance_id = r.nullable_string(flexible, true)?;
        }
        m.client_id = r.string(flexible)?;
        m.client_host = r.string(flexible)?;
        m.member_metadata = r.bytes(flexible)?;
        m.member_assignment = r.bytes(flexible)?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for DescribedGroupMember {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.member_id = g.string();
        if version >= 4 {
            m.group_instance_id = g.nullable(true, |g| g.string());
        }
        m.client_id = g.string();
        m.client_host = g.string();
        m.member_metadata = g.bytes();
        m.member_assignment = g.bytes();
        m
    }
}
