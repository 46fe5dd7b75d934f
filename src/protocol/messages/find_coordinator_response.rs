//! `FindCoordinatorResponse`, versions 0-6. Written by tools/protocol-gen: do not edit.

use crate::protocol::{DecodeError, Message, Reader, Writer};

/// Message `FindCoordinatorResponse`, versions 0-6.
#[derive(Debug, Clone, PartialEq)]
pub struct FindCoordinatorResponse {
    /// Field `ThrottleTimeMs`, versions 1+.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 0-3.
    pub error_code: i16,
    /// Field `ErrorMessage`, versions 1-3, nullable.
    pub error_message: Option<String>,
    /// Field `NodeId`, versions 0-3.
    pub node_id: i32,
    /// Field `Host`, versions 0-3.
    pub host: String,
    /// Field `Port`, versions 0-3.
    pub port: i32,
    /// Field `Coordinators`, versions 4+.
    pub coordinators: Vec<Coordinator>,
}

impl Default for FindCoordinatorResponse {
    fn default() -> Self {
        FindCoordinatorResponse {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: Some(String::new()),
            node_id: 0,
            host: String::new(),
            port: 0,
            coordinators: Vec::new(),
        }
    }
}

impl Message for FindCoordinatorResponse {
    const NAME: &'static str = "FindCoordinatorResponse";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 3;
        if version >= 1 {
            w.i32(self.throttle_time_ms);
        }
        if version <= 3 {
            w.i16(self.error_code);
        } else if self.error_code != 0 {
            w.unsupported("ErrorCode");
        }
        if (1..=3).contains(&version) {
            w.nullable_string(self.error_message.as_deref(), flexible, true);
        }
        if version <= 3 {
            w.i32(self.node_id);
        } else if self.node_id != 0 {
            w.unsupported("NodeId");
        }
        if version <= 3 {
            w.string(&self.host, flexible);
        } else if !self.host.is_empty() {
            w.unsupported("Host");
        }
        if version <= 3 {
            w.i32(self.port);
        } else if self.port != 0 {
            w.unsupported("Port");
        }
        if version >= 4 {
            w.array(&self.coordinators, flexible, |w, v| v.encode(w, version));
        } else if !self.coordinators.is_empty() {
            w.unsupported("Coordinators");
        }
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
        if version <= 3 {
            m.error_code = r.i16()?;
        }
        if (1..=3).contains(&version) {
            m.error_message = r.nullable_string(flexible, true)?;
        }
        if version <= 3 {
            m.node_id = r.i32()?;
            m.host = r.string(flexible)?;
            m.port = r.i32()?;
        }
        if version >= 4 {
            m.coordinators = r.array(flexible, 14, |r| Coordinator::decode(r, version))?;
        }
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for FindCoordinatorResponse {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version >= 1 {
            m.throttle_time_ms = g.i32();
        }
        if version <= 3 {
            m.error_code = g.i16();
        }
        if (1..=3).contains(&version) {
            m.error_message = g.nullable(true, |g| g.string());
        }
        if version <= 3 {
            m.node_id = g.i32();
            m.host = g.string();
            m.port = g.i32();
        }
        if version >= 4 {
            m.coordinators = g.array(|g| Coordinator::random(g, version));
        }
        m
    }
}

/// Struct `Coordinator`, versions 4-6.
#[derive(Debug, Clone, PartialEq)]
pub struct Coordinator {
    /// Field `Key`.
    pub key: String,
    /// Field `NodeId`.
    pub node_id: i32,
    /// Field `Host`.
    pub host: String,
    /// Field `Port`.
    pub port: i32,
    /// Field `ErrorCode`.
    pub error_code: i16,
    /// Field `ErrorMessage`, nullable.
    pub error_message: Option<String>,
}

impl Default for Coordinator {
    fn default() -> Self {
        Coordinator {
            key: String::new(),
            node_id: 0,
            host: String::new(),
            port: 0,
            error_code: 0,
            error_message: Some(String::new()),
        }
    }
}

impl Message for Coordinator {
    const NAME: &'static str = "Coordinator";

    fn encode(&self, w: &mut Writer, _version: i16) {
        w.string(&self.key, true);
        w.i32(self.node_id);
        w.string(&self.host, true);
        w.i32(self.port);
        w.i16(self.error_code);
        w.nullable_string(self.error_message.as_deref(), true, true);
        w.no_tagged_fields();
    }

    fn decode(r: &mut Reader<'_>, _version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        m.key = r.string(true)?;
        m.node_id = r.i32()?;
        m.host = r.string(true)?;
        m.port = r.i32()?;
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(true, true)?;
        r.skip_tagged_fields()?;
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for Coordinator {
    fn random(g: &mut crate::protocol::testing::Gen, _version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.key = g.string();
        m.node_id = g.i32();
        m.host = g.string();
        m.port = g.i32();
        m.error_code = g.i16();
        m.error_message = g.nullable(true, |g| g.string());
        m
    }
}
