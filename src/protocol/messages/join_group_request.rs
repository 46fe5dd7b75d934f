//! `JoinGroupRequest`, versions 0-9. Written by tools/protocol-gen: do not edit.

use crate::protocol::{ApiKey, DecodeError, Message, Reader, Request, Writer};

/// Message `JoinGroupRequest`, versions 0-9.
#[derive(Debug, Clone, PartialEq)]
pub struct JoinGroupRequest {
    /// Field `GroupId`.
    pub group_id: String,
    /// Field `SessionTimeoutMs`.
    pub session_timeout_ms: i32,
    /// Field `RebalanceTimeoutMs`, versions 1+.
    pub rebalance_timeout_ms: i32,
    /// Field `MemberId`.
    pub member_id: String,
    /// Field `GroupInstanceId`, versions 5+, nullable.
    pub group_instance_id: Option<String>,
    /// Field `ProtocolType`.
    pub protocol_type: String,
    /// Field `Protocols`.
    pub protocols: Vec<JoinGroupRequestProtocol>,
    /// Field `Reason`, versions 8+, nullable.
    pub reason: Option<String>,
}

impl Default for JoinGroupRequest {
    fn default() -> Self {
        JoinGroupRequest {
            group_id: String::new(),
            session_timeout_ms: 0,
            rebalance_timeout_ms: -1,
            member_id: String::new(),
            group_instance_id: None,
            protocol_type: String::new(),
            protocols: Vec::new(),
            reason: None,
        }
    }
}

impl Message for JoinGroupRequest {
    const NAME: &'static str = "JoinGroupRequest";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 6;
        w.string(&self.group_id, flexible);
        w.i32(self.session_timeout_ms);
        if version >= 1 {
            w.i32(self.rebalance_timeout_ms);
        }
        w.string(&self.member_id, flexible);
        if version >= 5 {
            w.nullable_string(self.group_instance_id.as_deref(), flexible, true);
        } else if self.group_instance_id.is_some() {
            w.unsupported("GroupInstanceId");
        }
        w.string(&self.protocol_type, flexible);
        w.array(&self.protocols, flexible, |w, v| v.encode(w, version));
        if version >= 8 {
            w.nullable_string(self.reason.as_deref(), flexible, true);
        }
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 6;
        m.group_id = r.string(flexible)?;
        m.session_timeout_ms = r.i32()?;
        if version >= 1 {
            m.rebalance_timeout_ms = r.i32()?;
        }
        m.member_id = r.string(flexible)?;
        if version >= 5 {
            m.group_instance_id = r.nullable_string(flexible, true)?;
        }
        m.protocol_type = r.string(flexible)?;
        m.protocols = r.array(flexible, 3, |r| JoinGroupRequestProtocol::decode(r, version))?;
        if version >= 8 {
            m.reason = r.nullable_string(flexible, true)?;
        }
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for JoinGroupRequest {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.group_id = g.string();
        m.session_timeout_ms = g.i32();
        if version >= 1 {
            m.rebalance_timeout_ms = g.i32();
        }
        m.member_id = g.string();
        if version >= 5 {
            m.group_instance_id = g.nullable(true, |g| g.string());
        }
        m.protocol_type = g.string();
        m.protocols = g.array(|g| JoinGroupRequestProtocol::random(g, version));
        if version >= 8 {
            m.reason = g.nullable(true, |g| g.string());
        }
        m
    }
}

/// Struct `JoinGroupRequestProtocol`, versions 0-9.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct JoinGroupRequestProtocol {
    /// Field `Name`.
    pub name: String,
    /// Field `Metadata`.
    pub metadata: Vec<u8>,
}

impl Message for JoinGroupRequestProtocol {
    const NAME: &'static str = "JoinGroupRequestProtocol";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 6;
        w.string(&self.name, flexible);
        w.bytes(&self.metadata, flexible);
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 6;
        m.name = r.string(flexible)?;
        m.metadata = r.bytes(flexible)?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for JoinGroupRequestProtocol {
    fn random(g: &mut crate::protocol::testing::Gen, _version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.name = g.string();
        m.metadata = g.bytes();
        m
    }
}

impl Request for JoinGroupRequest {
    const API: ApiKey = ApiKey::JOIN_GROUP;
    const VERSIONS: std::ops::RangeInclusive<i16> = 0..=9;
    type Response = super::JoinGroupResponse;

    fn is_flexible(version: i16) -> bool {
        version >= 6
    }
}
