//! `FindCoordinatorRequest`, versions 0-6. Written by tools/protocol-gen: do not edit.

use crate::protocol::{ApiKey, DecodeError, Message, Reader, Request, Writer};

/// Message `FindCoordinatorRequest`, versions 0-6.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FindCoordinatorRequest {
    /// Field `Key`, versions 0-3.
    pub key: String,
    /// Field `KeyType`, versions 1+.
    pub key_type: i8,
    /// Field `CoordinatorKeys`, versions 4+.
    pub coordinator_keys: Vec<String>,
}

impl Message for FindCoordinatorRequest {
    const NAME: &'static str = "FindCoordinatorRequest";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 3;
        if version <= 3 {
            w.string(&self.key, flexible);
        } else if !self.key.is_empty() {
            w.unsupported("Key");
        }
        if version >= 1 {
            w.i8(self.key_type);
        } else if self.key_type != 0 {
            w.unsupported("KeyType");
        }
        if version >= 4 {
            w.array(&self.coordinator_keys, flexible, |w, v| w.string(v, flexible));
        } else if !self.coordinator_keys.is_empty() {
            w.unsupported("CoordinatorKeys");
        }
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 3;
        if version <= 3 {
            m.key = r.string(flexible)?;
        }
        if version >= 1 {
            m.key_type = r.i8()?;
        }
        if version >= 4 {
            m.coordinator_keys = r.array(flexible, 1, |r| r.string(flexible))?;
        }
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for FindCoordinatorRequest {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version <= 3 {
            m.key = g.string();
        }
        if version >= 1 {
            m.key_type = g.i8();
        }
        if version >= 4 {
            m.coordinator_keys = g.array(|g| g.string());
        }
        m
    }
}

impl Request for FindCoordinatorRequest {
    const API: ApiKey = ApiKey::FIND_COORDINATOR;
    const VERSIONS: std::ops::RangeInclusive<i16> = 0..=6;
    type Response = super::FindCoordinatorResponse;

    fn is_flexible(version: i16) -> bool {
        version >= 3
    }
}
