//! `ProduceResponse`, versions 3-13. Written by tools/protocol-gen: do not edit.

use crate::protocol::{DecodeError, Message, Reader, Uuid, Writer};

/// Message `ProduceResponse`, versions 3-13.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ProduceResponse {
    /// Field `Responses`.
    pub responses: Vec<TopicProduceResponse>,
    /// Field `ThrottleTimeMs`.
    pub throttle_time_ms: i32,
    /// Field `NodeEndpoints`, versions 10+, tag 0.
    pub node_endpoints: Vec<NodeEndpoint>,
}

impl Message for ProduceResponse {
    const NAME: &'static str = "ProduceResponse";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 9;
        w.array(&self.responses, flexible, |w, v| v.encode(w, version));
        w.i32(self.throttle_time_ms);
        if version < 10 && !self.node_endpoints.is_empty() {
            w.unsupported("NodeEndpoints");
        }
        if flexible {
            let mark = w.start_tagged_fields();
            if version >= 10 && !self.node_endpoints.is_empty() {
                w.tagged_field(mark, 0, |w| {
                    w.array(&self.node_endpoints, flexible, |w, v| v.encode(w, version))
                });
            }
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 9;
        m.responses = r.array(flexible, 3, |r| TopicProduceResponse::decode(r, version))?;
        m.throttle_time_ms = r.i32()?;
        if flexible {
            r.tagged_fields(|tag, r| {
                match tag {
                    0 if version >= 10 => {
                        m.node_endpoints = r.array(flexible, 11, |r| NodeEndpoint::decode(r, version))?
                    }
                    _ => {}
                }
                Ok(())
            })?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for ProduceResponse {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.responses = g.array(|g| TopicProduceResponse::random(g, version));
        m.throttle_time_ms = g.i32();
        if version >= 10 {
            m.node_endpoints = g.array(|g| NodeEndpoint::random(g, version));
        }
        m
    }
}

/// Struct `TopicProduceResponse`, versions 3-13.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TopicProduceResponse {
    /// Field `Name`, versions 3-12.
    pub name: String,
    /// Field `TopicId`, versions 13+.
    pub topic_id: Uuid,
    /// Field `PartitionResponses`.
    pub partition_responses: Vec<PartitionProduceResponse>,
}

impl Message for TopicProduceResponse {
    const NAME: &'static str = "TopicProduceResponse";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 9;
        if version <= 12 {
            w.string(&self.name, flexible);
        }
        if version >= 13 {
            w.uuid(&self.topic_id);
        }
        w.array(&self.partition_responses, flexible, |w, v| v.encode(w, version));
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 9;
        if version <= 12 {
            m.name = r.string(flexible)?;
        }
        if version >= 13 {
            m.topic_id = r.uuid()?;
        }
        m.partition_responses = r.array(flexible, 22, |r| PartitionProduceResponse::decode(r, version))?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for TopicProduceResponse {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version <= 12 {
            m.name = g.string();
        }
        if version >= 13 {
            m.topic_id = g.uuid();
        }
        m.partition_responses = g.array(|g| PartitionProduceResponse::random(g, version));
        m
    }
}

/// Struct `PartitionProduceResponse`, versions 3-13.
#[derive(Debug, Clone, PartialEq)]
pub struct PartitionProduceResponse {
    /// Field `Index`.
    pub index: i32,
    /// Field `ErrorCode`.
    pub error_code: i16,
    /// Field `BaseOffset`.
    pub base_offset: i64,
    /// Field `LogAppendTimeMs`.
    pub log_append_time_ms: i64,
    /// Field `LogStartOffset`, versions 5+.
    pub log_start_offset: i64,
    /// Field `RecordErrors`, versions 8+.
    pub record_errors: Vec<BatchIndexAndErrorMessage>,
    /// Field `ErrorMessage`, versions 8+, nullable.
    pub error_message: Option<String>,
    /// Field `CurrentLeader`, versions 10+, tag 0.
    pub current_leader: LeaderIdAndEpoch,
}

impl Default for PartitionProduceResponse {
    fn default() -> Self {
        PartitionProduceResponse {
            index: 0,
            error_code: 0,
            base_offset: 0,
            log_append_time_ms: -1,
            log_start_offset: -1,
            record_errors: Vec::new(),
            error_message: None,
            current_leader: LeaderIdAndEpoch::default(),
        }
    }
}

impl Message for PartitionProduceResponse {
    const NAME: &'static str = "PartitionProduceResponse";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 9;
        w.i32(self.index);
        w.i16(self.error_code);
        w.i64(self.base_offset);
        w.i64(self.log_append_time_ms);
        if version >= 5 {
            w.i64(self.log_start_offset);
        }
        if version >= 8 {
            w.array(&self.record_errors, flexible, |w, v| v.encode(w, version));
            w.nullable_string(self.error_message.as_deref(), flexible, true);
        }
        if version < 10 && self.current_leader != LeaderIdAndEpoch::default() {
            w.unsupported("CurrentLeader");
        }
        if flexible {
            let mark = w.start_tagged_fields();
            if version >= 10 && self.current_leader != LeaderIdAndEpoch::default() {
                w.tagged_field(mark, 0, |w| self.current_leader.encode(w, version));
            }
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 9;
        m.index = r.i32()?;
        m.error_code = r.i16()?;
        m.base_offset = r.i64()?;
        m.log_append_time_ms = r.i64()?;
        if version >= 5 {
            m.log_start_offset = r.i64()?;
        }
        if version >= 8 {
            m.record_errors = r.array(flexible, 6, |r| BatchIndexAndErrorMessage::decode(r, version))?;
            m.error_message = r.nullable_string(flexible, true)?;
        }
        if flexible {
            r.tagged_fields(|tag, r| {
                match tag {
                    0 if version >= 10 => m.current_leader = LeaderIdAndEpoch::decode(r, version)?,
                    _ => {}
                }
                Ok(())
            })?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for PartitionProduceResponse {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.index = g.i32();
        m.error_code = g.i16();
        m.base_offset = g.i64();
        m.log_append_time_ms = g.i64();
        if version >= 5 {
            m.log_start_offset = g.i64();
        }
        if version >= 8 {
            m.record_errors = g.array(|g| BatchIndexAndErrorMessage::random(g, version));
            m.error_message = g.nullable(true, |g| g.string());
        }
        if version >= 10 {
            m.current_leader = LeaderIdAndEpoch::random(g, version);
        }
        m
    }
}

/// Struct `BatchIndexAndErrorMessage`, versions 8-13.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BatchIndexAndErrorMessage {
    /// Field `BatchIndex`.
    pub batch_index: i32,
    /// Field `BatchIndexErrorMessage`, nullable.
    pub batch_index_error_message: Option<String>,
}

impl Message for BatchIndexAndErrorMessage {
    const NAME: &'static str = "BatchIndexAndErrorMessage";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 9;
        w.i32(self.batch_index);
        w.nullable_string(self.batch_index_error_message.as_deref(), flexible, true);
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 9;
        m.batch_index = r.i32()?;
        m.batch_index_error_message = r.nullable_string(flexible, true)?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for BatchIndexAndErrorMessage {
    fn random(g: &mut crate::protocol::testing::Gen, _version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.batch_index = g.i32();
        m.batch_index_error_message = g.nullable(true, |g| g.string());
        m
    }
}

/// Struct `LeaderIdAndEpoch`, versions 10-13.
#[derive(Debug, Clone, PartialEq)]
pub struct LeaderIdAndEpoch {
    /// Field `LeaderId`.
    pub leader_id: i32,
    /// Field `LeaderEpoch`.
    pub leader_epoch: i32,
}

impl Default for LeaderIdAndEpoch {
    fn default() -> Self {
        LeaderIdAndEpoch { leader_id: -1, leader_epoch: -1 }
    }
}

impl Message for LeaderIdAndEpoch {
    const NAME: &'static str = "LeaderIdAndEpoch";

    fn encode(&self, w: &mut Writer, _version: i16) {
        w.i32(self.leader_id);
        w.i32(self.leader_epoch);
        w.no_tagged_fields();
    }

    fn decode(r: &mut Reader<'_>, _version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        m.leader_id = r.i32()?;
        m.leader_epoch = r.i32()?;
        r.skip_tagged_fields()?;
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for LeaderIdAndEpoch {
    fn random(g: &mut crate::protocol::testing::Gen, _version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.leader_id = g.i32();
        m.leader_epoch = g.i32();
        m
    }
}

/// Struct `NodeEndpoint`, versions 10-13.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct NodeEndpoint {
    /// Field `NodeId`.
    pub node_id: i32,
    /// Field `Host`.
    pub host: String,
    /// Field `Port`.
    pub port: i32,
    /// Field `Rack`, nullable.
    pub rack: Option<String>,
}

impl Message for NodeEndpoint {
    const NAME: &'static str = "NodeEndpoint";

    fn encode(&self, w: &mut Writer, _version: i16) {
        w.i32(self.node_id);
        w.string(&self.host, true);
        w.i32(self.port);
        w.nullable_string(self.rack.as_deref(), true, true);
        w.no_tagged_fields();
    }

    fn decode(r: &mut Reader<'_>, _version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        m.node_id = r.i32()?;
        m.host = r.string(true)?;
        m.port = r.i32()?;
        m.rack = r.nullable_string(true, true)?;
        r.skip_tagged_fields()?;
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for NodeEndpoint {
    fn random(g: &mut crate::protocol::testing::Gen, _version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.node_id = g.i32();
        m.host = g.string();
        m.port = g.i32();
        m.rack = g.nullable(true, |g| g.string());
        m
    }
}
