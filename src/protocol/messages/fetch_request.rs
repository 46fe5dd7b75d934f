//! `FetchRequest`, versions 4-18. Written by tools/protocol-gen: do not edit.

use crate::protocol::{ApiKey, DecodeError, Message, Reader, Request, Uuid, Writer};

/// Message `FetchRequest`, versions 4-18.
#[derive(Debug, Clone, PartialEq)]
pub struct FetchRequest {
    /// Field `ClusterId`, versions 12+, nullable, tag 0.
    pub cluster_id: Option<String>,
    /// Field `ReplicaId`, versions 4-14.
    pub replica_id: i32,
    /// Field `ReplicaState`, versions 15+, tag 1.
    pub replica_state: ReplicaState,
    /// Field `MaxWaitMs`.
    pub max_wait_ms: i32,
    /// Field `MinBytes`.
    pub min_bytes: i32,
    /// Field `MaxBytes`.
    pub max_bytes: i32,
    /// Field `IsolationLevel`.
    pub isolation_level: i8,
    /// Field `SessionId`, versions 7+.
    pub session_id: i32,
    /// Field `SessionEpoch`, versions 7+.
    pub session_epoch: i32,
    /// Field `Topics`.
    pub topics: Vec<FetchTopic>,
    /// Field `ForgottenTopicsData`, versions 7+.
    pub forgotten_topics_data: Vec<ForgottenTopic>,
    /// Field `RackId`, versions 11+.
    pub rack_id: String,
}

impl Default for FetchRequest {
    fn default() -> Self {
        FetchRequest {
            cluster_id: None,
            replica_id: -1,
            replica_state: ReplicaState::default(),
            max_wait_ms: 0,
            min_bytes: 0,
            max_bytes: 2147483647,
            isolation_level: 0,
            session_id: 0,
            session_epoch: -1,
            topics: Vec::new(),
            forgotten_topics_data: Vec::new(),
            rack_id: String::new(),
        }
    }
}

impl Message for FetchRequest {
    const NAME: &'static str = "FetchRequest";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 12;
        if version <= 14 {
            w.i32(self.replica_id);
        } else if self.replica_id != -1 {
            w.unsupported("ReplicaId");
        }
        w.i32(self.max_wait_ms);
        w.i32(self.min_bytes);
        w.i32(self.max_bytes);
        w.i8(self.isolation_level);
        if version >= 7 {
            w.i32(self.session_id);
            w.i32(self.session_epoch);
        }
        w.array(&self.topics, flexible, |w, v| v.encode(w, version));
        if version >= 7 {
            w.array(&self.forgotten_topics_data, flexible, |w, v| v.encode(w, version));
        } else if !self.forgotten_topics_data.is_empty() {
            w.unsupported("ForgottenTopicsData");
        }
        if version >= 11 {
            w.string(&self.rack_id, flexible);
        }
        if version < 15 && self.replica_state != ReplicaState::default() {
            w.unsupported("ReplicaState");
        }
        if flexible {
            let mark = w.start_tagged_fields();
            if self.cluster_id.is_some() {
                w.tagged_field(mark, 0, |w| w.nullable_string(self.cluster_id.as_deref(), flexible, true));
            }
            if version >= 15 && self.replica_state != ReplicaState::default() {
                w.tagged_field(mark, 1, |w| self.replica_state.encode(w, version));
            }
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 12;
        if version <= 14 {
            m.replica_id = r.i32()?;
        }
        m.max_wait_ms = r.i32()?;
        m.min_bytes = r.i32()?;
        m.max_bytes = r.i32()?;
        m.isolation_level = r.i8()?;
        if version >= 7 {
            m.session_id = r.i32()?;
            m.session_epoch = r.i32()?;
        }
        m.topics = r.array(flexible, 3, |r| FetchTopic::decode(r, version))?;
        if version >= 7 {
            m.forgotten_topics_data = r.array(flexible, 3, |r| ForgottenTopic::decode(r, version))?;
        }
        if version >= 11 {
            m.rack_id = r.string(flexible)?;
        }
        if flexible {
            r.tagged_fields(|tag, r| {
                match tag {
                    0 => m.cluster_id = r.nullable_string(flexible, true)?,
                    1 if version >= 15 => m.replica_state = ReplicaState::decode(r, version)?,
                    _ => {}
                }
                Ok(())
            })?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for FetchRequest {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version >= 12 {
            m.cluster_id = g.nullable(true, |g| g.string());
        }
        if version <= 14 {
            m.replica_id = g.i32();
        }
        if version >= 15 {
            m.replica_state = ReplicaState::random(g, version);
        }
        m.max_wait_ms = g.i32();
        m.min_bytes = g.i32();
        m.max_bytes = g.i32();
        m.isolation_level = g.i8();
        if version >= 7 {
            m.session_id = g.i32();
            m.session_epoch = g.i32();
        }
        m.topics = g.array(|g| FetchTopic::random(g, version));
        if version >= 7 {
            m.forgotten_topics_data = g.array(|g| ForgottenTopic::random(g, version));
        }
        if version >= 11 {
            m.rack_id = g.string();
        }
        m
    }
}

/// Struct `ReplicaState`, versions 15-18.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplicaState {
    /// Field `ReplicaId`.
    pub replica_id: i32,
    /// Field `ReplicaEpoch`.
    pub replica_epoch: i64,
}

impl Default for ReplicaState {
    fn default() -> Self {
        ReplicaState { replica_id: -1, replica_epoch: -1 }
    }
}

impl Message for ReplicaState {
    const NAME: &'static str = "ReplicaState";

    fn encode(&self, w: &mut Writer, _version: i16) {
        w.i32(self.replica_id);
        w.i64(self.replica_epoch);
        w.no_tagged_fields();
    }

    fn decode(r: &mut Reader<'_>, _version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        m.replica_id = r.i32()?;
        m.replica_epoch = r.i64()?;
        r.skip_tagged_fields()?;
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for ReplicaState {
    fn random(g: &mut crate::protocol::testing::Gen, _version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.replica_id = g.i32();
        m.replica_epoch = g.i64();
        m
    }
}

/// Struct `FetchTopic`, versions 4-18.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FetchTopic {
    /// Field `Topic`, versions 4-12.
    pub topic: String,
    /// Field `TopicId`, versions 13+.
    pub topic_id: Uuid,
    /// Field `Partitions`.
    pub partitions: Vec<FetchPartition>,
}

impl Message for FetchTopic {
    const NAME: &'static str = "FetchTopic";

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
        m.partitions = r.array(flexible, 16, |r| FetchPartition::decode(r, version))?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for FetchTopic {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version <= 12 {
            m.topic = g.string();
        }
        if version >= 13 {
            m.topic_id = g.uuid();
        }
        m.partitions = g.array(|g| FetchPartition::random(g, version));
        m
    }
}

/// Struct `FetchPartition`, versions 4-18.
#[derive(Debug, Clone, PartialEq)]
pub struct FetchPartition {
    /// Field `Partition`.
    pub partition: i32,
    /// Field `CurrentLeaderEpoch`, versions 9+.
    pub current_leader_epoch: i32,
    /// Field `FetchOffset`.
    pub fetch_offset: i64,
    /// Field `LastFetchedEpoch`, versions 12+.
    pub last_fetched_epoch: i32,
    /// Field `LogStartOffset`, versions 5+.
    pub log_start_offset: i64,
    /// Field `PartitionMaxBytes`.
    pub partition_max_bytes: i32,
    /// Field `ReplicaDirectoryId`, versions 17+, tag 0.
    pub replica_directory_id: Uuid,
    /// Field `HighWatermark`, versions 18+, tag 1.
    pub high_watermark: i64,
}

impl Default for FetchPartition {
    fn default() -> Self {
        FetchPartition {
            partition: 0,
            current_leader_epoch: -1,
            fetch_offset: 0,
            last_fetched_epoch: -1,
            log_start_offset: -1,
            partition_max_bytes: 0,
            replica_directory_id: [0; 16],
            high_watermark: 9223372036854775807,
        }
    }
}

impl Message for FetchPartition {
    const NAME: &'static str = "FetchPartition";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 12;
        w.i32(self.partition);
        if version >= 9 {
            w.i32(self.current_leader_epoch);
        }
        w.i64(self.fetch_offset);
        if version >= 12 {
            w.i32(self.last_fetched_epoch);
        } else if self.last_fetched_epoch != -1 {
            w.unsupported("LastFetchedEpoch");
        }
        if version >= 5 {
            w.i64(self.log_start_offset);
        }
        w.i32(self.partition_max_bytes);
        if flexible {
            let mark = w.start_tagged_fields();
            if version >= 17 && self.replica_directory_id != [0; 16] {
                w.tagged_field(mark, 0, |w| w.uuid(&self.replica_directory_id));
            }
            if version >= 18 && self.high_watermark != 9223372036854775807 {
                w.tagged_field(mark, 1, |w| w.i64(self.high_watermark));
            }
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 12;
        m.partition = r.i32()?;
        if version >= 9 {
            m.current_leader_epoch = r.i32()?;
        }
        m.fetch_offset = r.i64()?;
        if version >= 12 {
            m.last_fetched_epoch = r.i32()?;
        }
        if version >= 5 {
            m.log_start_offset = r.i64()?;
        }
        m.partition_max_bytes = r.i32()?;
        if flexible {
            r.tagged_fields(|tag, r| {
                match tag {
                    0 if version >= 17 => m.replica_directory_id = r.uuid()?,
                    1 if version >= 18 => m.high_watermark = r.i64()?,
                    _ => {}
                }
                Ok(())
            })?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for FetchPartition {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.partition = g.i32();
        if version >= 9 {
            m.current_leader_epoch = g.i32();
        }
        m.fetch_offset = g.i64();
        if version >= 12 {
            m.last_fetched_epoch = g.i32();
        }
        if version >= 5 {
            m.log_start_offset = g.i64();
        }
        m.partition_max_bytes = g.i32();
        if version >= 17 {
            m.replica_directory_id = g.uuid();
        }
        if version >= 18 {
            m.high_watermark = g.i64();
        }
        m
    }
}

/// Struct `ForgottenTopic`, versions 7-18.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ForgottenTopic {
    /// Field `Topic`, versions 7-12.
    pub topic: String,
    /// Field `TopicId`, versions 13+.
    pub topic_id: Uuid,
    /// Field `Partitions`.
    pub partitions: Vec<i32>,
}

impl Message for ForgottenTopic {
    const NAME: &'static str = "ForgottenTopic";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 12;
        if version <= 12 {
            w.string(&self.topic, flexible);
        }
        if version >= 13 {
            w.uuid(&self.topic_id);
        }
        w.array(&self.partitions, flexible, |w, v| w.i32(*v));
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
        m.partitions = r.array(flexible, 4, |r| r.i32())?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for ForgottenTopic {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        if version <= 12 {
            m.topic = g.string();
        }
        if version >= 13 {
            m.topic_id = g.uuid();
        }
        m.partitions = g.array(|g| g.i32());
        m
    }
}

impl Request for FetchRequest {
    const API: ApiKey = ApiKey::FETCH;
    const VERSIONS: std::ops::RangeInclusive<i16> = 4..=18;
    type Response = super::FetchResponse;

    fn is_flexible(version: i16) -> bool {
        version >= 12
    }
}
