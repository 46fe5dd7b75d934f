//! `ApiVersionsRequest`, versions 0-5. Written by tools/protocol-gen: do not edit.

use crate::protocol::{ApiKey, DecodeError, Message, Reader, Request, Writer};

/// Message `ApiVersionsRequest`, versions 0-5.
#[derive(Debug, Clone, PartialEq)]
pub struct ApiVersionsRequest {
    /// Field `ClientSoftwareName`, versions 3+.
    pub client_software_name: String,
    /// Field `ClientSoftwareVersion`, versions 3+.
    pub client_software_version: String,
    /// Field `ClusterId`, versions 5+, nullable.
    pub cluster_id: Option<String>,
    /// Field `NodeId`, versions 5+.
    pub node_id: i32,
}

impl Default for ApiVersionsRequest {
    fn default() -> Self {
        ApiVersionsRequest {
            client_software_name: String::new(),
            client_software_version: String::new(),
            cluster_id: None,
            node_id: -1,
        }
    }
}

impl Message for ApiVersionsRequest {
    const NAME: &'static str = "ApiVersionsRequest";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 3;
        if version >= 3 {
            w.string(&self.client_software_name, flexible);
            w.string(&self.client_software_version, flexible);
        }
        if version >= 5 {
            w.nullable_string(self.cluster_id.as_deref(), flexible, true);
            w.i32(self.node_id);
        }
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 3;
        if version >= 3 {
            m.client_software_name = r.string(flexible)?;
            m.client_software_version = r.string(flexible)?;
        }
        if version >= 5 {
            m.cluster_id = r.nullable_string(flexible, true)?;
            m.node_id = r.i32()?;
        }
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for ApiVersionsRequest {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version >= 3 {
            m.client_software_name = g.string();
            m.client_software_version = g.string();
        }
        if version >= 5 {
            m.cluster_id = g.nullable(true, |g| g.string());
            m.node_id = g.i32();
        }
        m
    }
}

impl Request for ApiVersionsRequest {
    const API: ApiKey = ApiKey::API_VERSIONS;
    const VERSIONS: std::ops::RangeInclusive<i16> = 0..=5;
    type Response = super::ApiVersionsResponse;

    fn is_flexible(version: i16) -> bool {
        version >= 3
    }
}
