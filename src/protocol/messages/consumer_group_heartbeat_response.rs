//! `ConsumerGroupHeartbeatResponse`, versions 0-1. Written by tools/protocol-gen: do not edit.

use crate::protocol::{DecodeError, Message, Reader, Uuid, Writer};

/// Message `ConsumerGroupHeartbeatResponse`, versions 0-1.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ConsumerGroupHeartbeatResponse {
    /// Field `ThrottleTimeMs`.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`.
    pub error_code: i16,
    /// Field `ErrorMessage`, nullable.
    pub error_message: Option<String>,
    /// Field `MemberId`, nullable.
    pub member_id: Option<String>,
    /// Field `MemberEpoch`.
    pub member_epoch: i32,
    /// Field `HeartbeatIntervalMs`.
    pub heartbeat_interval_ms: i32,
    /// Field `Assignment`, nullable.
    pub assignment: Option<Assignment>,
}

impl Message for ConsumerGroupHeartbeatResponse {
    const NAME: &'static str = "ConsumerGroupHeartbeatResponse";

    fn encode(&self, w: &mut Writer, version: i16) {
        w.i32(self.throttle_time_ms);
        w.i16(self.error_code);
        w.nullable_string(self.error_message.as_deref(), true, true);
        w.nullable_string(self.member_id.as_deref(), true, true);
        w.i32(self.member_epoch);
        w.i32(self.heartbeat_interval_ms);
        w.nullable_struct(self.assignment.as_ref(), true, |w, v| v.encode(w, version));
        w.no_tagged_fields();
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        m.throttle_time_ms = r.i32()?;
        m.error_code = r.i16()?;
        m.error_message = r.nullable_string(true, true)?;
        m.member_id = r.nullable_string(true, true)?;
        m.member_epoch = r.i32()?;
        m.heartbeat_interval_ms = r.i32()?;
        m.assignment = r.nullable_struct(true, |r| Assignment::decode(r, version))?;
        r.skip_tagged_fields()?;
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for ConsumerGroupHeartbeatResponse {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.throttle_time_ms = g.i32();
        m.error_code = g.i16();
        m.error_message = g.nullable(true, |g| g.string());
        m.member_id = g.nullable(true, |g| g.string());
        m.member_epoch = g.i32();
        m.heartbeat_interval_ms = g.i32();
        m.assignment = g.nullable(true, |g| Assignment::random(g, version));
        m
    }
}

/// Struct `Assignment`, versions 0-1.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Assignment {
    /// Field `TopicPartitions`.
    pub topic_partitions: Vec<TopicPartitions>,
}

impl Message for Assignment {
    const NAME: &'static str = "Assignment";

    fn encode(&self, w: &mut Writer, version: i16) {
        w.array(&self.topic_partitions, true, |w, v| v.encode(w, version));
        w.no_tagged_fields();
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        m.topic_partitions = r.array(true, 18, |r| TopicPartitions::decode(r, version))?;
        r.skip_tagged_fields()?;
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for Assignment {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.topic_partitions = g.array(|g| TopicPartitions::random(g, version));
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
