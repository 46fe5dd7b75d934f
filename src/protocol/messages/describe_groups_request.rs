//! `DescribeGroupsRequest`, versions 0-6. Written by tools/protocol-gen: do not edit.

use crate::protocol::{ApiKey, DecodeError, Message, Reader, Request, Writer};

/// Message `DescribeGroupsRequest`, versions 0-6.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DescribeGroupsRequest {
    /// Field `Groups`.
    pub groups: Vec<String>,
    /// Field `IncludeAuthorizedOperations`, versions 3+.
    pub include_authorized_operations: bool,
}

impl Message for DescribeGroupsRequest {
    const NAME: &'static str = "DescribeGroupsRequest";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 5;
        w.array(&self.groups, flexible, |w, v| w.string(v, flexible));
        if version >= 3 {
            w.bool(self.include_authorized_operations);
        } else if self.include_authorized_operations {
            w.unsupported("IncludeAuthorizedOperations");
        }
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 5;
        m.groups = r.array(flexible, 1, |r| r.string(flexible))?;
        if version >= 3 {
            m.include_authorized_operations = r.bool()?;
        }
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for DescribeGroupsRequest {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.groups = g.array(|g| g.string());
        if version >= 3 {
            m.include_authorized_operations = g.bool();
        }
        m
    }
}

impl Request for DescribeGroupsRequest {
    const API: ApiKey = ApiKey::DESCRIBE_GROUPS;
    const VERSIONS: std::ops::RangeInclusive<i16> = 0..=6;
    type Response = super::DescribeGroupsResponse;

    fn is_flexible(version: i16) -> bool {
        version >= 5
    }
}
