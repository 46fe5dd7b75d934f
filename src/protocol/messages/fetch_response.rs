//! `FetchResponse`, versions 4-18. Written by tools/protocol-gen: do not edit.

use crate::protocol::{DecodeError, Message, Reader, Records, Uuid, Writer};

/// Message `FetchResponse`, versions 4-18.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FetchResponse {
    /// Field `ThrottleTimeMs`.
    pub throttle_time_ms: i32,
    /// Field `ErrorCode`, versions 7+.
    pub error_code: i16,
    /// Field `SessionId`, versions 7+.
    pub session_id: i32,
    /// Field `Responses`.
    pub responses: Vec<FetchableTopicResponse>,
    /// Field `NodeEndpoints`, versions 16+, tag 0.
    pub node_endpoints: Vec<NodeEndpoint>,
}

impl Message for FetchResponse {
    const NAME: &'static str = "FetchResponse";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 12;
        w.i32(self.throttle_time_ms);
        if version >= 7 {
            w.i16(self.error_code);
        }
        if version >= 7 {
            w.i32(self.session_id);
        } else if self.session_id != 0 {
            w.unsupported("SessionId");
        }
        w.array(&self.responses, flexible, |w, v| v.encode(w, version));
        if version < 16 && !self.node_endpoints.is_empty() {
            w.unsupported("NodeEndpoints");
        }
        if flexible {
            let mark = w.start_tagged_fields();
            if version >= 16 && !self.node_endpoints.is_empty() {
                w.tagged_field(mark, 0, |w| {
                    w.array(&self.node_endpoints, flexible, |w, v| v.encode(w, version))
                });
            }
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 12;
        m.throttle_time_ms = r.i32()?;
        if version >= 7 {
            m.error_code = r.i16()?;
            m.session_id = r.i32()?;
        }
        m.responses = r.array(flexible, 3, |r| FetchableTopicResponse::decode(r, version))?;
        if flexible {
            r.tagged_fields(|tag, r| {
                match tag {
                    0 if version >= 16 => {
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
impl crate::protocol::testing::Random for FetchResponse {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.throttle_time_ms = g.i32();
        if version >= 7 {
            m.error_code = g.i16();
            m.session_id = g.i32();
        }
        m.responses = g.array(|g| FetchableTopicResponse::random(g, version));
        if version >= 16 {
            m.node_endpoints = g.array(|g| NodeEndpoint::random(g, version));
        }
        m
    }
}

/// Struct `FetchableTopicResponse`, versions 4-18.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FetchableTopicResponse {
    /// Field `Topic`, versions 4-12.
    pub topic: String,
    /// Field `TopicId`, versions 13+.
    pub topic_id: Uuid,
    /// Field `Partitions`.
    pub partitions: Vec<PartitionData>,
}

impl Message for FetchableTopicResponse {
    const NAME: &'static str = "FetchableTopicResponse";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 12;
        if version <= 12 {
            w.string(&self.topic, flexible);
        }
        if version >= 13 {
            w.uuid(&self.topic_id);
        }
        w.array(&self.partitions, flexible, |w, v| v.encode(w, version));
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 12;
        if version <= 12 {
            m.topic = r.string(flexible)?;
        }
        if version >= 13 {
            m.topic_id = r.uuid()?;
        }
        m.partitions = r.array(flexible, 30, |r| PartitionData::decode(r, version))?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for FetchableTopicResponse {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version <= 12 {
            m.topic = g.string();
        }
        if version >= 13 {
            m.topic_id = g.uuid();
        }
        m.partitions = g.array(|g| PartitionData::random(g, version));
        m
    }
}

/// Struct `PartitionData`, versions 4-18.
#[derive(Debug, Clone, PartialEq)]
pub struct PartitionData {
    /// Field `PartitionIndex`.
    pub partition_index: i32,
    /// Field `ErrorCode`.
    pub error_code: i16,
    /// Field `HighWatermark`.
    pub high_watermark: i64,
    /// Field `LastStableOffset`.
    pub last_stable_offset: i64,
    /// Field `LogStartOffset`, versions 5+.
    pub log_start_offset: i64,
    /// Field `DivergingEpoch`, versions 12+, tag 0.
    pub diverging_epoch: EpochEndOffset,
    /// Field `CurrentLeader`, versions 12+, tag 1.
    pub current_leader: LeaderIdAndEpoch,
    /// Field `SnapshotId`, versions 12+, tag 2.
    pub snapshot_id: SnapshotId,
    /// Field `AbortedTransactions`, nullable.
    pub aborted_transactions: Option<Vec<AbortedTransaction>>,
    /// Field `PreferredReadReplica`, versions 11+.
    pub preferred_read_replica: i32,
    /// Field `Records`, nullable.
    pub records: Option<Records>,
}

impl Default for PartitionData {
    fn default() -> Self {
        PartitionData {
            partition_index: 0,
            error_code: 0,
            high_watermark: 0,
            last_stable_offset: -1,
            log_start_offset: -1,
            diverging_epoch: EpochEndOffset::default(),
            current_leader: LeaderIdAndEpoch::default(),
            snapshot_id: SnapshotId::default(),
            aborted_transactions: Some(Vec::new()),
            preferred_read_replica: -1,
            records: None,
        }
    }
}

impl Message for PartitionData {
    const NAME: &'static str = "PartitionData";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 12;
        w.i32(self.partition_index);
        w.i16(self.error_code);
        w.i64(self.high_watermark);
        w.i64(self.last_stable_offset);
        if version >= 5 {
            w.i64(self.log_start_offset);
        }
        w.nullable_array(self.aborted_transactions.as_deref(), flexible, true, |w, v| v.encode(w, version));
        if version >= 11 {
            w.i32(self.preferred_read_replica);
        } else if self.preferred_read_replica != -1 {
            w.unsupported("PreferredReadReplica");
        }
        w.nullable_records(self.records.as_ref(), flexible, true);
        if version < 12 && self.diverging_epoch != EpochEndOffset::default() {
            w.unsupported("DivergingEpoch");
        }
        if version < 12 && self.current_leader != LeaderIdAndEpoch::default() {
            w.unsupported("CurrentLeader");
        }
        if version < 12 && self.snapshot_id != SnapshotId::default() {
            w.unsupported("SnapshotId");
        }
        if flexible {
            let mark = w.start_tagged_fields();
            if self.diverging_epoch != EpochEndOffset::default() {
                w.tagged_field(mark, 0, |w| self.diverging_epoch.encode(w, version));
            }
            if self.current_leader != LeaderIdAndEpoch::default() {
                w.tagged_field(mark, 1, |w| self.current_leader.encode(w, version));
            }
            if self.snapshot_id != SnapshotId::default() {
                w.tagged_field(mark, 2, |w| self.snapshot_id.encode(w, version));
            }
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 12;
        m.partition_index = r.i32()?;
        m.error_code = r.i16()?;
        m.high_watermark = r.i64()?;
        m.last_stable_offset = r.i64()?;
        if version >= 5 {
            m.log_start_offset = r.i64()?;
        }
        m.aborted_transactions =
            r.nullable_array(flexible, true, 16, |r| AbortedTransaction::decode(r, version))?;
        if version >= 11 {
            m.preferred_read_replica = r.i32()?;
        }
        m.records = r.nullable_records(flexible, true)?;
        if flexible {
            r.tagged_fields(|tag, r| {
                match tag {
                    0 => m.diverging_epoch = EpochEndOffset::decode(r, version)?,
                    1 => m.current_leader = LeaderIdAndEpoch::decode(r, version)?,
                    2 => m.snapshot_id = SnapshotId::decode(r, version)?,
                    _ => {}
                }
                Ok(())
            })?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for PartitionData {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.partition_index = g.i32();
        m.error_code = g.i16();
        m.high_watermark = g.i64();
        m.last_stable_offset = g.i64();
        if version >= 5 {
            m.log_start_offset = g.i64();
        }
        if version >= 12 {
            m.diverging_epoch = EpochEndOffset::random(g, version);
            m.current_leader = LeaderIdAndEpoch::random(g, version);
            m.snapshot_id = SnapshotId::random(g, version);
        }
        m.aborted_transactions = g.nullable(true, |g| g.array(|g| AbortedTransaction::random(g, version)));
        if version >= 11 {
            m.preferred_read_replica = g.i32();
        }
        m.records = g.nullable(true, |g| g.records());
        m
    }
}

/// Struct `EpochEndOffset`, versions 12-18.
#[derive(Debug, Clone, PartialEq)]
pub struct EpochEndOffset {
    /// Field `Epoch`.
    pub epoch: i32,
    /// Field `EndOffset`.
    pub end_offset: i64,
}

impl Default for EpochEndOffset {
    fn default() -> Self {
        EpochEndOffset { epoch: -1, end_offset: -1 }
    }
}

impl Message for EpochEndOffset {
    const NAME: &'static str = "EpochEndOffset";

    fn encode(&self, w: &mut Writer, _version: i16) {
        w.i32(self.epoch);
        w.i64(self.end_offset);
        w.no_tagged_fields();
    }

    fn decode(r: &mut Reader<'_>, _version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        m.epoch = r.i32()?;
        m.end_offset = r.i64()?;
        r.skip_tagged_fields()?;
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for EpochEndOffset {
    fn random(g: &mut crate::protocol::testing::Gen, _version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.epoch = g.i32();
        m.end_offset = g.i64();
        m
    }
}

/// Struct `LeaderIdAndEpoch`, versions 12-18.
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

/// Struct `SnapshotId`, versions 12-18.
#[derive(Debug, Clone, PartialEq)]
pub struct SnapshotId {
    /// Field `EndOffset`.
    pub end_offset: i64,
    /// Field `Epoch`.
    pub epoch: i32,
}

impl Default for SnapshotId {
    fn default() -> Self {
        SnapshotId { end_offset: -1, epoch: -1 }
    }
}

impl Message for SnapshotId {
    const NAME: &'static str = "SnapshotId";

    fn encode(&self, w: &mut Writer, _version: i16) {
        w.i64(self.end_offset);
        w.i32(self.epoch);
        w.no_tagged_fields();
    }

    fn decode(r: &mut Reader<'_>, _version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        m.end_offset = r.i64()?;
        m.epoch = r.i32()?;
        r.skip_tagged_fields()?;
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for SnapshotId {
    fn random(g: &mut crate::protocol::testing::Gen, _version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.end_offset = g.i64();
        m.epoch = g.i32();
        m
    }
}

/// Struct `AbortedTransaction`, versions 4-18.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AbortedTransaction {
    /// Field `ProducerId`.
    pub producer_id: i64,
    /// Field `FirstOffset`.
    pub first_offset: i64,
}

impl Message for AbortedTransaction {
    const NAME: &'static str = "AbortedTransaction";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 12;
        w.i64(self.producer_id);
        w.i64(self.first_offset);
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 12;
        m.producer_id = r.i64()?;
        m.first_offset = r.i64()?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for AbortedTransaction {
    fn random(g: &mut crate::protocol::testing::Gen, _version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.producer_id = g.i64();
        m.first_offset = g.i64();
        m
    }
}

/// Struct `NodeEndpoint`, versions 16-18.
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
