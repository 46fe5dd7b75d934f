//! `MetadataRequest`, versions 0-13. Written by tools/protocol-gen: do not edit.

use crate::protocol::{ApiKey, DecodeError, Message, Reader, Request, Uuid, Writer};

/// Message `MetadataRequest`, versions 0-13.
#[derive(Debug, Clone, PartialEq)]
pub struct MetadataRequest {
    /// Field `Topics`, nullable in versions 1+.
    pub topics: Option<Vec<MetadataRequestTopic>>,
    /// Field `AllowAutoTopicCreation`, versions 4+.
    pub allow_auto_topic_creation: bool,
    /// Field `IncludeClusterAuthorizedOperations`, versions 8-10.
    pub include_cluster_authorized_operations: bool,
    /// Field `IncludeTopicAuthorizedOperations`, versions 8+.
    pub include_topic_authorized_operations: bool,
}

impl Default for MetadataRequest {
    fn default() -> Self {
        MetadataRequest {
            topics: Some(Vec::new()),
            allow_auto_topic_creation: true,
            include_cluster_authorized_operations: false,
            include_topic_authorized_operations: false,
        }
    }
}

impl Message for MetadataRequest {
    const NAME: &'static str = "MetadataRequest";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 9;
        w.nullable_array(self.topics.as_deref(), flexible, version >= 1, |w, v| v.encode(w, version));
        if version >= 4 {
            w.bool(self.allow_auto_topic_creation);
        } else if !self.allow_auto_topic_creation {
            w.unsupported("AllowAutoTopicCreation");
        }
        if (8..=10).contains(&version) {
            w.bool(self.include_cluster_authorized_operations);
        } else if self.include_cluster_authorized_operations {
            w.unsupported("IncludeClusterAuthorizedOperations");
        }
        if version >= 8 {
            w.bool(self.include_topic_authorized_operations);
        } else if self.include_topic_authorized_operations {
            w.unsupported("IncludeTopicAuthorizedOperations");
        }
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 9;
        m.topics =
            r.nullable_array(flexible, version >= 1, 2, |r| MetadataRequestTopic::decode(r, version))?;
        if version >= 4 {
            m.allow_auto_topic_creation = r.bool()?;
        }
        if (8..=10).contains(&version) {
            m.include_cluster_authorized_operations = r.bool()?;
        }
        if version >= 8 {
            m.include_topic_authorized_operations = r.bool()?;
        }
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for MetadataRequest {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.topics = g.nullable(version >= 1, |g| g.array(|g| MetadataRequestTopic::random(g, version)));
        if version >= 4 {
            m.allow_auto_topic_creation = g.bool();
        }
        if (8..=10).contains(&version) {
            m.include_cluster_authorized_operations = g.bool();
        }
        if version >= 8 {
            m.include_topic_authorized_operations = g.bool();
        }
        m
    }
}

/// Struct `MetadataRequestTopic`, versions 0-13.
#[derive(Debug, Clone, PartialEq)]
pub struct MetadataRequestTopic {
    /// Field `TopicId`, versions 10+.
    pub topic_id: Uuid,
    /// Field `Name`, nullable in versions 10+.
    pub name: Option<String>,
}

impl Default for MetadataRequestTopic {
    fn default() -> Self {
        MetadataRequestTopic { topic_id: [0; 16], name: Some(String::new()) }
    }
}

impl Message for MetadataRequestTopic {
    const NAME: &'static str = "MetadataRequestTopic";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 9;
        if version >= 10 {
            w.uuid(&self.topic_id);
        }
        w.nullable_string(self.name.as_deref(), flexible, version >= 10);
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 9;
        if version >= 10 {
            m.topic_id = r.uuid()?;
        }
        m.name = r.nullable_string(flexible, version >= 10)?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for MetadataRequestTopic {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version >= 10 {
            m.topic_id = g.uuid();
        }
        m.name = g.nullable(version >= 10, |g| g.string());
        m
    }
}

impl Request for MetadataRequest {
    const API: ApiKey = ApiKey::METADATA;
    const VERSIONS: std::ops::RangeInclusive<i16> = 0..=13;
    type Response = super::MetadataResponse;

    fn is_flexible(version: i16) -> bool {
        version >= 9
    }
}
