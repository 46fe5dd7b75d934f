//! `ListGroupsRequest`, versions 0-5. Written by tools/protocol-gen: do not edit.

use crate::protocol::{ApiKey, DecodeError, Message, Reader, Request, Writer};

/// Message `ListGroupsRequest`, versions 0-5.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ListGroupsRequest {
    /// Field `StatesFilter`, versions 4+.
    pub states_filter: Vec<String>,
    /// Field `TypesFilter`, versions 5+.
    pub types_filter: Vec<String>,
}

impl Message for ListGroupsRequest {
    const NAME: &'static str = "ListGroupsRequest";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 3;
        if version >= 4 {
            w.array(&self.states_filter, flexible, |w, v| w.string(v, flexible));
        } else if !self.states_filter.is_empty() {
            w.unsupported("StatesFilter");
        }
        if version >= 5 {
            w.array(&self.types_filter, flexible, |w, v| w.string(v, flexible));
        } else if !self.types_filter.is_empty() {
            w.unsupported("TypesFilter");
        }
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 3;
        if version >= 4 {
            m.states_filter = r.array(flexible, 1, |r| r.string(flexible))?;
        }
        if version >= 5 {
            m.types_filter = r.array(flexible, 1, |r| r.string(flexible))?;
        }
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for ListGroupsRequest {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version >= 4 {
            m.states_filter = g.array(|g| g.string());
        }
        if version >= 5 {
            m.types_filter = g.array(|g| g.string());
        }
        m
    }
}

impl Request for ListGroupsRequest {
    const API: ApiKey = ApiKey::LIST_GROUPS;
    const VERSIONS: std::ops::RangeInclusive<i16> = 0..=5;
    type Response = super::ListGroupsResponse;

    fn is_flexible(version: i16) -> bool {
        version >= 3
    }
}
