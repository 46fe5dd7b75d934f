//! `OffsetFetchRequest`, versions 1-10. Written by tools/protocol-gen: do not edit.

use crate::protocol::{ApiKey, DecodeError, Message, Reader, Request, Uuid, Writer};

/// Message `OffsetFetchRequest`, versions 1-10.
#[derive(Debug, Clone, PartialEq)]
pub struct OffsetFetchRequest {
    /// Field `GroupId`, versions 1-7.
    pub group_id: String,
    /// Field `Topics`, versions 1-7, nullable in versions 2-7.
    pub topics: Option<Vec<OffsetFetchRequestTopic>>,
    /// Field `Groups`, versions 8+.
    pub groups: Vec<OffsetFetchRequestGroup>,
    /// Field `RequireStable`, versions 7+.
    pub require_stable: bool,
}

impl Default for OffsetFetchRequest {
    fn default() -> Self {
        OffsetFetchRequest {
            group_id: String::new(),
            topics: Some(Vec::new()),
            groups: Vec::new(),
            require_stable: false,
        }
    }
}

impl Message for OffsetFetchRequest {
    const NAME: &'static str = "OffsetFetchRequest";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 6;
        if version <= 7 {
            w.string(&self.group_id, flexible);
        } else if !self.group_id.is_empty() {
            w.unsupported("GroupId");
        }
        if version <= 7 {
            w.nullable_array(self.topics.as_deref(), flexible, version >= 2, |w, v| v.encode(w, version));
        } else if !self.topics.as_ref().is_some_and(Vec::is_empty) {
            w.unsupported("Topics");
        }
        if version >= 8 {
            w.array(&self.groups, flexible, |w, v| v.encode(w, version));
        } else if !self.groups.is_empty() {
            w.unsupported("Groups");
        }
        if version >= 7 {
            w.bool(self.require_stable);
        } else if self.require_stable {
            w.unsupported("RequireStable");
        }
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 6;
        if version <= 7 {
            m.group_id = r.string(flexible)?;
            m.topics =
                r.nullable_array(flexible, version >= 2, 3, |r| OffsetFetchRequestTopic::decode(r, version))?;
        }
        if version >= 8 {
            m.groups = r.array(flexible, 3, |r| OffsetFetchRequestGroup::decode(r, version))?;
        }
        if version >= 7 {
            m.require_stable = r.bool()?;
        }
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for OffsetFetchRequest {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version <= 7 {
            m.group_id = g.string();
            m.topics = g.nullable(version >= 2, |g| g.array(|g| OffsetFetchRequestTopic::random(g, version)));
        }
        if version >= 8 {
            m.groups = g.array(|g| OffsetFetchRequestGroup::random(g, version));
        }
        if version >= 7 {
            m.require_stable = g.bool();
        }
        m
    }
}

/// Struct `OffsetFetchRequestTopic`, versions 1-7.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OffsetFetchRequestTopic {
    /// Field `Name`.
    pub name: String,
    /// Field `PartitionIndexes`.
    pub partition_indexes: Vec<i32>,
}

impl Message for OffsetFetchRequestTopic {
    const NAME: &'static str = "OffsetFetchRequestTopic";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 6;
        w.string(&self.name, flexible);
        w.array(&self.partition_indexes, flexible, |w, v| w.i32(*v));
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 6;
        m.name = r.string(flexible)?;
        m.partition_indexes = r.array(flexible, 4, |r| r.i32())?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for OffsetFetchRequestTopic {
    fn random(g: &mut crate::protocol::testing::Gen, _version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.name = g.string();
        m.partition_indexes = g.array(|g| g.i32());
        m
    }
}

/// Struct `OffsetFetchRequestGroup`, versions 8-10.
#[derive(Debug, Clone, PartialEq)]
pub struct OffsetFetchRequestGroup {
    /// Field `GroupId`.
    pub group_id: String,
    /// Field `MemberId`, versions 9+, nullable.
    pub member_id: Option<String>,
    /// Field `MemberEpoch`, versions 9+.
    pub member_epoch: i32,
    /// Field `Topics`, nullable.
    pub topics: Option<Vec<OffsetFetchRequestTopics>>,
}

impl Default for OffsetFetchRequestGroup {
    fn default() -> Self {
        OffsetFetchRequestGroup {
            group_id: String::new(),
            member_id: None,
            member_epoch: -1,
            topics: Some(Vec::new()),
        }
    }
}

impl Message for OffsetFetchRequestGroup {
    const NAME: &'static str = "OffsetFetchRequestGroup";

    fn encode(&self, w: &mut Writer, version: i16) {
        w.string(&self.group_id, true);
        if version >= 9 {
            w.nullable_string(self.member_id.as_deref(), true, true);
            w.i32(self.member_epoch);
        }
        w.nullable_array(self.topics.as_deref(), true, true, |w, v| v.encode(w, version));
        w.no_tagged_fields();
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        m.group_id = r.string(true)?;
        if version >= 9 {
            m.member_id = r.nullable_string(true, true)?;
            m.member_epoch = r.i32()?;
        }
        m.topics = r.nullable_array(true, true, 3, |r| OffsetFetchRequestTopics::decode(r, version))?;
        r.skip_tagged_fields()?;
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for OffsetFetchRequestGroup {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.group_id = g.string();
        if version >= 9 {
            m.member_id = g.nullable(true, |g| g.string());
            m.member_epoch = g.i32();
        }
        m.topics = g.nullable(true, |g| g.array(|g| OffsetFetchRequestTopics::random(g, version)));
        m
    }
}

/// Struct `OffsetFetchRequestTopics`, versions 8-10.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OffsetFetchRequestTopics {
    /// Field `Name`, versions 8-9.
    pub name: String,
    /// Field `TopicId`, versions 10+.
    pub topic_id: Uuid,
    /// Field `PartitionIndexes`.
    pub partition_indexes: Vec<i32>,
}

impl Message for OffsetFetchRequestTopics {
    const NAME: &'static str = "OffsetFetchRequestTopics";

    fn encode(&self, w: &mut Writer, version: i16) {
        if version <= 9 {
            w.string(&self.name, true);
        }
        if version >= 10 {
            w.uuid(&self.topic_id);
        }
        w.array(&self.partition_indexes, true, |w, v| w.i32(*v));
        w.no_tagged_fields();
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        if version <= 9 {
            m.name = r.string(true)?;
        }
        if version >= 10 {
            m.topic_id = r.uuid()?;
        }
        m.partition_indexes = r.array(true, 4, |r| r.i32())?;
        r.skip_tagged_fields()?;
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for OffsetFetchRequestTopics {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version <= 9 {
            m.name = g.string();
        }
        if version >= 10 {
            m.topic_id = g.uuid();
        }
        m.partition_indexes = g.array(|g| g.i32());
        m
    }
}

impl Request for OffsetFetchRequest {
    const API: ApiKey = ApiKey::OFFSET_FETCH;
    const VERSIONS: std::ops::RangeInclusive<i16> = 1..=10;
    type Response = super::OffsetFetchResponse;

    fn is_flexible(version: i16) -> bool {
        version >= 6
    }
}
