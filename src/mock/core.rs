//! `MockCore`: the state of a mock cluster and what a request does to it.
//!
//! Sans-I/O: told the time, given frames, returns replies; [`super::listener`]
//! drives it on the mock thread, tests drive it without sockets. Controls (the
//! `rd_kafka_mock_*` calls) live in [`super::control`], one handler per API in
//! [`super::api`].

use std::collections::{BTreeMap, HashMap};

use bytes::Bytes;

use super::api;
use super::error_stack::{ErrorStacks, PushedError};
use super::partition_log::Retention;
use super::topic::{Partition, Topic};
use crate::base::log::{Debug, Level, LogLine};
use crate::base::time::Time;
use crate::error::ErrorCode;
use crate::protocol::api::decode_request_header;
use crate::protocol::{ApiKey, Reader, Uuid};

/// Partitions of a topic that appears on look-up.
const DEFAULT_PARTITIONS: usize = 4;

/// Replicas of such a topic, if there are as many brokers.
const DEFAULT_REPLICATION_FACTOR: usize = 3;

/// One connection, unique over the life of the cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConnId(pub u64);

/// One broker.
#[derive(Debug)]
pub struct Broker {
    /// Host that Metadata and FindCoordinator name.
    pub host: String,
    /// Port that they name.
    pub port: u16,
    /// Rack (KIP-392).
    pub rack: Option<String>,
    /// Delay of each response, milliseconds.
    pub rtt_ms: u32,
    /// Accepts connections.
    pub up: bool,
    /// Named by Metadata while up.
    pub listed: bool,
    /// Errors for requests to this broker.
    pub errors: ErrorStacks,
}

/// A request that came in while tracking was on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrackedRequest {
    /// Broker that got it.
    pub broker_id: i32,
    /// Its API.
    pub api_key: i16,
    /// When, monotonic microseconds.
    pub timestamp_us: i64,
}

/// A producer id that InitProducerId gave to a transactional id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TransactionalProducer {
    /// Producer id.
    pub producer_id: i64,
    /// Epoch, one higher with each InitProducerId.
    pub epoch: i16,
}

/// What becomes of a request.
#[derive(Debug)]
pub enum Reply {
    /// Send this frame, not before `at`.
    Respond {
        /// The frame with its length in front.
        frame: Vec<u8>,
        /// When it is due.
        at: Time,
    },
    /// Send nothing (acks=0).
    Nothing,
    /// The answer comes later, from [`MockCore::take_answers`]; read no further
    /// request from the connection until then.
    Parked,
    /// Close the connection.
    Close,
}

/// The late answer to a parked request.
#[derive(Debug)]
pub struct Answer {
    /// Where the request came from.
    pub conn: ConnId,
    /// [`Reply::Respond`] or [`Reply::Close`].
    pub reply: Reply,
}

/// Change that the driver has to make to sockets after a control call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SocketChange {
    /// Listen again on the broker's port.
    Listen(i32),
    /// Stop listening and close the broker's connections, but keep the port.
    Refuse(i32),
    /// Stop listening, close the broker's connections, give the port back.
    Remove(i32),
}

/// Who sent a request, and how its answer has to look.
#[derive(Debug, Clone, Copy)]
pub struct Call {
    /// Broker that got it.
    pub broker_id: i32,
    /// Connection it came by.
    pub conn: ConnId,
    /// Its API.
    pub api: ApiKey,
    /// Its version.
    pub version: i16,
    /// To be echoed.
    pub correlation_id: i32,
    /// When it came in.
    pub received: Time,
    /// Delay of the answer, milliseconds.
    pub rtt_ms: u64,
    /// Pushed error for this request, if a broker or the cluster had one.
    pub pushed: Option<ErrorCode>,
}

/// Who leads a partition, and where.
pub(super) struct Leader<'a> {
    pub(super) id: i32,
    pub(super) epoch: i32,
    pub(super) broker: &'a Broker,
}

/// A mock cluster without sockets.
pub struct MockCore {
    pub(super) cluster_id: String,
    pub(super) controller_id: i32,
    pub(super) brokers: BTreeMap<i32, Broker>,
    pub(super) topics: BTreeMap<String, Topic>,
    pub(super) retention: Retention,
    pub(super) errors: ErrorStacks,
    /// Versions that replace those served; `None` hides the API.
    pub(super) api_versions: HashMap<i16, Option<(i16, i16)>>,
    /// Coordinators that were set, by key type and key.
    pub(super) coordinators: HashMap<(i8, String), i32>,
    pub(super) next_producer_id: i64,
    pub(super) transactional: HashMap<String, TransactionalProducer>,
    pub(super) tracked: Option<Vec<TrackedRequest>>,
    pub(super) parked: Vec<api::fetch::ParkedFetch>,
    pub(super) answers: Vec<Answer>,
    pub(super) socket_changes: Vec<SocketChange>,
    pub(super) log_lines: Vec<LogLine>,
    pub(super) random: fastrand::Rng,
}

impl Default for MockCore {
    fn default() -> MockCore {
        MockCore::new(fastrand::u64(..))
    }
}

impl MockCore {
    /// A cluster without brokers; `seed` makes its ids repeatable.
    pub fn new(seed: u64) -> MockCore {
        let mut random = fastrand::Rng::with_seed(seed);
        MockCore {
            cluster_id: format!("mockCluster{:012x}", random.u64(..) & 0xffff_ffff_ffff),
            controller_id: 0,
            brokers: BTreeMap::new(),
            topics: BTreeMap::new(),
            retention: Retention::default(),
            errors: ErrorStacks::default(),
            api_versions: HashMap::new(),
            coordinators: HashMap::new(),
            next_producer_id: 1000,
            transactional: HashMap::new(),
            tracked: None,
            parked: Vec::new(),
            answers: Vec::new(),
            socket_changes: Vec::new(),
            log_lines: Vec::new(),
            random,
        }
    }

    /// Handles one request: `frame` is header and body without the length.
    pub fn request(&mut self, now: Time, broker_id: i32, conn: ConnId, frame: &Bytes) -> Reply {
        let mut reader = Reader::shared(frame);
        let header = match decode_request_header(&mut reader) {
            Ok(header) => header,
            Err(e) => return self.refuse(broker_id, format!("unreadable request header: {e}")),
        };
        let api = ApiKey(header.request_api_key);
        let version = header.request_api_version;
        let Some(handler) = api::handler(api) else {
            return self.refuse(broker_id, format!("unsupported api {api}"));
        };
        if let Some(tracked) = &mut self.tracked {
            tracked.push(TrackedRequest { broker_id, api_key: api.0, timestamp_us: now.0 as i64 });
        }
        let served = self.served_versions(handler);
        let in_range = served.is_some_and(|(min, max)| (min..=max).contains(&version));
        if !in_range && api != ApiKey::API_VERSIONS {
            return self.refuse(broker_id, format!("unsupported {api}Request version {version}"));
        }
        let pushed = self.next_error(broker_id, api.0);
        if pushed.is_some_and(|p| p.error == ErrorCode::LOCAL_TRANSPORT) {
            return Reply::Close;
        }
        let rtt_ms = self.brokers.get(&broker_id).map_or(0, |b| u64::from(b.rtt_ms))
            + pushed.map_or(0, |p| u64::from(p.rtt_ms));
        let call = Call {
            broker_id,
            conn,
            api,
            version,
            correlation_id: header.correlation_id,
            received: now,
            rtt_ms,
            pushed: pushed.map(|p| p.error),
        };
        if !in_range {
            return api::api_versions::refuse_version(self, &call);
        }
        (handler.run)(self, &call, &mut reader)
    }

    /// Logs why and closes the connection.
    pub(super) fn refuse(&mut self, broker_id: i32, why: impl std::fmt::Display) -> Reply {
        self.log_lines.push(LogLine::new(Level::Err, "MOCK", format!("Broker {broker_id}: {why}")));
        Reply::Close
    }

    pub(super) fn debug(&mut self, text: String) {
        self.log_lines.push(LogLine::debug(Debug::Mock, "MOCK", text));
    }

    /// Versions of an API that are served now, `None` if it is hidden.
    pub(super) fn served_versions(&self, handler: &api::Handler) -> Option<(i16, i16)> {
        let (min, max) = handler.versions;
        match self.api_versions.get(&handler.api.0) {
            None => Some((min, max)),
            Some(None) => None,
            Some(Some((low, high))) => {
                let (low, high) = (min.max(*low), max.min(*high));
                (low <= high).then_some((low, high))
            }
        }
    }

    fn next_error(&mut self, broker_id: i32, api_key: i16) -> Option<PushedError> {
        self.brokers
            .get_mut(&broker_id)
            .and_then(|b| b.errors.next(api_key))
            .or_else(|| self.errors.next(api_key))
    }

    /// The connection is gone: nothing more is to be said to it.
    pub fn disconnected(&mut self, conn: ConnId) {
        self.parked.retain(|parked| parked.call.conn != conn);
    }

    /// When [`MockCore::on_timer`] wants to be called.
    pub fn deadline(&self) -> Time {
        self.parked.iter().map(|p| p.deadline).min().unwrap_or(Time::NEVER)
    }

    /// Answers the requests that have waited long enough.
    pub fn on_timer(&mut self, now: Time) {
        api::fetch::answer_parked(self, now);
    }

    /// Answers to parked requests that have become due.
    pub fn take_answers(&mut self) -> Vec<Answer> {
        std::mem::take(&mut self.answers)
    }

    /// Sockets to open or close, in order.
    pub fn take_socket_changes(&mut self) -> Vec<SocketChange> {
        std::mem::take(&mut self.socket_changes)
    }

    /// Lines for the log.
    pub fn take_log_lines(&mut self) -> Vec<LogLine> {
        std::mem::take(&mut self.log_lines)
    }

    /// Ids of all brokers, up or down, in rising order.
    pub fn broker_ids(&self) -> Vec<i32> {
        self.brokers.keys().copied().collect()
    }

    /// Brokers that partitions may be placed on.
    pub(super) fn placeable(&self) -> Vec<i32> {
        self.brokers.iter().filter(|(_, b)| b.listed).map(|(id, _)| *id).collect()
    }

    /// The topic, created with the defaults if it does not exist.
    pub(super) fn topic_or_create(&mut self, name: &str) -> &mut Topic {
        if !self.topics.contains_key(name) {
            let replication = DEFAULT_REPLICATION_FACTOR.min(self.brokers.len());
            self.insert_topic(name, DEFAULT_PARTITIONS, replication);
        }
        self.topics.get_mut(name).expect("inserted above")
    }

    pub(super) fn insert_topic(&mut self, name: &str, partition_count: usize, replication_factor: usize) {
        let mut id: Uuid = [0; 16];
        self.random.fill(&mut id);
        // Version 4, variant 1, as random ids are marked: never the zero id either.
        id[6] = id[6] & 0x0f | 0x40;
        id[8] = id[8] & 0x3f | 0x80;
        let brokers = self.placeable();
        let topic = Topic::new(name, id, partition_count, replication_factor, &brokers, self.retention);
        self.debug(format!(
            "Created topic \"{name}\" with {partition_count} partition(s) and replication-factor {replication_factor}"
        ));
        self.topics.insert(name.to_owned(), topic);
    }

    pub(super) fn partition(&self, topic: &str, partition: i32) -> Option<&Partition> {
        self.topics.get(topic)?.partitions.get(usize::try_from(partition).ok()?)
    }

    pub(crate) fn partition_mut(&mut self, topic: &str, partition: i32) -> Option<&mut Partition> {
        self.topics.get_mut(topic)?.partitions.get_mut(usize::try_from(partition).ok()?)
    }

    /// Name of the topic with this id.
    pub(super) fn topic_name(&self, id: &Uuid) -> Option<&str> {
        self.topics.values().find(|t| t.id == *id).map(|t| t.name.as_str())
    }

    /// Leader of a partition, to be named to clients that asked another broker.
    pub(super) fn leader(&self, topic: &str, partition: i32) -> Option<Leader<'_>> {
        let partition = self.partition(topic, partition)?;
        let id = partition.leader?;
        Some(Leader { id, epoch: partition.leader_epoch, broker: self.brokers.get(&id)? })
    }

    /// Broker that coordinates `key`: as set, or by its checksum.
    pub(super) fn coordinator(&self, key_type: i8, key: &str) -> Option<i32> {
        if let Some(id) = self.coordinators.get(&(key_type, key.to_owned())) {
            return self.brokers.contains_key(id).then_some(*id);
        }
        if key.is_empty() || self.brokers.is_empty() {
            return None;
        }
        let index = crc32fast::hash(key.as_bytes()) as usize % self.brokers.len();
        self.brokers.keys().nth(index).copied()
    }
}
