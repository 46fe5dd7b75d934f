//! `ConsumerGroupHeartbeatRequest`, versions 0-1. Written by tools/protocol-gen: do not edit.

use crate::protocol::{ApiKey, DecodeError, Message, Reader, Request, Uuid, Writer};

/// Message `ConsumerGroupHeartbeatRequest`, versions 0-1.
#[derive(Debug, Clone, PartialEq)]
pub struct ConsumerGroupHeartbeatRequest {
    /// Field `GroupId`.
    pub group_id: String,
    /// Field `MemberId`.
    pub member_id: String,
    /// Field `MemberEpoch`.
    pub member_epoch: i32,
    /// Field `InstanceId`, nullable.
    pub instance_id: Option<String>,
    /// Field `RackId`, nullable.
    pub rack_id: Option<String>,
    /// Field `RebalanceTimeoutMs`.
    pub rebalance_timeout_ms: i32,
    /// Field `SubscribedTopicNames`, nullable.
    pub subscribed_topic_names: Option<Vec<String>>,
    /// Field `SubscribedTopicRegex`, versions 1+, nullable.
    pub subscribed_topic_regex: Option<String>,
    /// Field `ServerAssignor`, nullable.
    pub server_assignor: Option<String>,
    /// Field `TopicPartitions`, nullable.
    pub topic_partitions: Option<Vec<TopicPartitions>>,
}

impl Default for ConsumerGroupHeartbeatRequest {
    fn default() -> Self {
        ConsumerGroupHeartbeatRequest {
            group_id: String::new(),
            member_id: String::new(),
            member_epoch: 0,
            instance_id: None,
            rack_id: None,
            rebalance_timeout_ms: -1,
            subscribed_topic_names: None,
            subscribed_topic_regex: None,
            server_assignor: None,
            topic_partitions: None,
        }
    }
}

impl Message for ConsumerGroupHeartbeatRequest {
    const NAME: &'static str = "ConsumerGroupHeartbeatRequest";

    fn encode(&self, w: &mut Writer, version: i16) {
        w.string(&self.group_id, true);
        w.string(&self.member_id, true);
        w.i32(self.member_epoch);
        w.nullable_string(self.instance_id.as_deref(), true, true);
        w.nullable_string(self.rack_id.as_deref(), true, true);
        w.i32(self.rebalance_timeout_ms);
        w.nullable_array(self.subscribed_topic_names.as_deref(), true, true, |w, v| w.string(v, true));
        if version >= 1 {
            w.nullable_string(self.subscribed_topic_regex.as_deref(), true, true);
        } else if self.subscribed_topic_regex.is_some() {
            w.unsupported("SubscribedTopicRegex");
        }
        w.nullable_string(self.server_assignor.as_deref(), true, true);
        w.nullable_array(self.topic_partitions.as_deref(), true, true, |w, v| v.encode(w, version));
        w.no_tagged_fields();
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        m.group_id = r.string(true)?;
        m.member_id = r.string(true)?;
        m.member_epoch = r.i32()?;
        m.instance_id = r.nullable_string(true, true)?;
        m.rack_id = r.nullable_string(true, true)?;
        m.rebalance_timeout_ms = r.i32()?;
        m.subscribed_topic_names = r.nullable_array(true, true, 1, |r| r.string(true))?;
        if version >= 1 {
            m.subscribed_topic_regex = r.nullable_string(true, true)?;
        }
        m.server_assignor = r.nullable_string(true, true)?;
        m.topic_partitions = r.nullable_array(true, true, 18, |r| TopicPartitions::decode(r, version))?;
        r.skip_tagged_fields()?;
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for ConsumerGroupHeartbeatRequest {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.group_id = g.string();
        m.member_id = g.string();
        m.member_epoch = g.i32();
        m.instance_id = g.nullable(true, |g| g.string());
        m.rack_id = g.nullable(true, |g| g.string());
        m.rebalance_timeout_ms = g.i32();
        m.subscribed_topic_names = g.nullable(true, |g| g.array(|g| g.string()));
        if version >= 1 {
            m.subscribed_topic_regex = g.nullable(true, |g| g.string());
        }
        m.server_assignor = g.nullable(true, |g| g.string());
        m.topic_partitions = g.nullable(true, |g| g.array(|g| TopicPartitions::random(g, version)));
        m
    }
}

/// Struct `TopicPartitions`, versions 0-1.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TopicPartitions {
    /// Field `TopicId`.
    pub topic_id: Uuid,
    /// Field `Partitions`.
    pub partitions: Vec<i32>,
}

impl Message for TopicPartitions {
    const NAME: &'static str = "TopicPartitions";

    fn encode(&self, w: &mut Writer, _version: i16) {
        w.uuid(&self.topic_id);
        w.array(&self.partitions, true, |w, v| w.i32(*v));
        w.no_tagged_fields();
    }

    fn decode(r: &mut Reader<'_>, _version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        m.topic_id = r.uuid()?;
        m.partitions = r.array(true, 4, |r| r.i32())?;
        r.skip_tagged_fields()?;
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for TopicPartitions {
    fn random(g: &mut crate::protocol::testing::Gen, _version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.topic_id = g.uuid();
        m.partitions = g.array(|g| g.i32());
        m
    }
}

impl Request for ConsumerGroupHeartbeatRequest {
    const API: ApiKey = ApiKey::CONSUMER_GROUP_HEARTBEAT;
    const VERSIONS: std::ops::RangeInclusive<i16> = 0..=1;
    type Response = super::ConsumerGroupHeartbeatResponse;

    fn is_flexible(_version: i16) -> bool {
        true
    }
}
