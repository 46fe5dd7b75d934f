//! Ops for the main core.

use super::{BrokerIndex, RequestTag};
use crate::base::time::Time;
use crate::error::Error;
use crate::metadata::{ClusterMetadata, MetadataScope};
use crate::producer::{LeaderHint, PartitionSender, PurgeFlags};
use crate::queue::ReplySender;
use crate::topic::{Partition, Topic};
use bytes::Bytes;
use std::sync::Arc;

/// What the main core is told.
pub enum MainOp {
    /// A broker's connection changed its state.
    BrokerState {
        /// Which broker.
        broker: BrokerIndex,
        /// The new state; `Update` for one that is up but silent: not one to ask.
        state: BrokerState,
        /// Why, when it went down.
        error: Option<Error>,
    },
    /// The answer, or the failure, of a control request.
    Response(Box<Response>),
    /// A partition came back after [`super::BrokerOp::Leave`].
    Returned {
        /// From whom.
        broker: BrokerIndex,
        /// The value.
        partition: Box<PartitionSender>,
    },
    /// A Produce (or Fetch) answer says that the leader is another one.
    LeaderHint(LeaderHint),
    /// A broker core has ended: its mailbox is closed. Ops that never reached it
    /// come along, so that the partitions inside are not lost.
    BrokerGone {
        /// Which one.
        broker: BrokerIndex,
        /// Unread ops.
        unread: Vec<super::BrokerOp>,
    },
    /// The application uses a topic that is not known yet, or wants it watched.
    TopicWanted(Arc<Topic>),
    /// `rd_kafka_metadata()`: fresh metadata straight from a broker.
    Metadata {
        /// Which topics.
        scope: MetadataScope,
        /// When the caller stops waiting.
        deadline: Time,
        /// The answer.
        reply: ReplySender<Result<Arc<ClusterMetadata>, Error>>,
    },
    /// `rd_kafka_query_watermark_offsets()`, `rd_kafka_offsets_for_times()`:
    /// one offset per timestamp (-2 earliest, -1 latest) of one partition.
    ListOffsets {
        /// Topic name.
        topic: Arc<str>,
        /// Partition id.
        partition: i32,
        /// Timestamps to look up.
        timestamps: Vec<i64>,
        /// When the caller stops waiting.
        deadline: Time,
        /// The answer, in the order of `timestamps`.
        reply: ReplySender<Result<Vec<i64>, Error>>,
    },
    /// The cluster id or the controller id is wanted: answer with the first
    /// metadata that has it.
    ClusterView {
        /// When the caller stops waiting.
        deadline: Time,
        /// The answer.
        reply: ReplySender<Arc<ClusterMetadata>>,
    },
    /// `rd_kafka_brokers_add()`: further bootstrap servers, already parsed.
    BrokersAdd(Vec<(Arc<str>, u16)>),
    /// An accumulator of a partition that the main core owns (it has no leader),
    /// or a topic without metadata, holds a first message: mind its time-out.
    Ready(Arc<Partition>),
    /// A message was refused with `_QUEUE_FULL`: see whether reports pile up.
    QueueFull,
    /// A flush began or ended: tell all brokers.
    FlushChanged,
    /// `rd_kafka_purge()`; the reply comes when all brokers did it.
    Purge(PurgeFlags, ReplySender<()>),
    /// The handle goes.
    Terminate,
    /// A fault, for tests of what follows.
    #[cfg(test)]
    Panic,
}

/// State of a broker's connection, in the words of the statistics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum BrokerState {
    Init,
    Down,
    TryConnect,
    Connect,
    SslHandshake,
    AuthLegacy,
    Up,
    Update,
    ApiVersionQuery,
    AuthHandshake,
    AuthReq,
    ReAuth,
}

impl BrokerState {
    /// The word that logs and statistics show.
    pub fn name(self) -> &'static str {
        match self {
            BrokerState::Init => "INIT",
            BrokerState::Down => "DOWN",
            BrokerState::TryConnect => "TRY_CONNECT",
            BrokerState::Connect => "CONNECT",
            BrokerState::SslHandshake => "SSL_HANDSHAKE",
            BrokerState::AuthLegacy => "AUTH_LEGACY",
            BrokerState::Up => "UP",
            BrokerState::Update => "UPDATE",
            BrokerState::ApiVersionQuery => "APIVERSION_QUERY",
            BrokerState::AuthHandshake => "AUTH_HANDSHAKE",
            BrokerState::AuthReq => "AUTH_REQ",
            BrokerState::ReAuth => "REAUTH",
        }
    }
}

/// The answer to a control request.
pub struct Response {
    /// Who was asked.
    pub broker: BrokerIndex,
    /// Whose it is.
    pub tag: RequestTag,
    /// Version and body (behind the response header), or why there is none.
    pub result: Result<(i16, Bytes), Error>,
}
