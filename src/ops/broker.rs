//! Ops for a broker core.

use crate::error::Error;
use crate::producer::{PartitionSender, PurgeFlags};
use crate::protocol::{ApiKey, Message, Writer};
use crate::queue::ReplySender;
use crate::topic::Partition;
use std::sync::Arc;

/// What a broker core is told.
pub enum BrokerOp {
    /// This broker is now the leader: it owns the value until it gives it back.
    Join(Box<PartitionSender>),
    /// This broker is no longer the leader: answer [`super::MainOp::Returned`] as
    /// soon as nothing of the partition is in flight.
    Leave {
        /// Topic name.
        topic: Arc<str>,
        /// Partition id.
        partition: i32,
    },
    /// An application thread put the first message of a batch into the
    /// accumulator of a joined partition, or filled a batch.
    Ready(Arc<Partition>),
    /// A flush began or ended (the shared producer state counts them): look at
    /// all partitions again.
    FlushChanged,
    /// `rd_kafka_purge()`: fail what waits, or what is in flight, or both. The
    /// caller wakes when the last clone of the second value is dropped: keep it
    /// until the reports have been handed to the application's queue.
    Purge(PurgeFlags, Arc<ReplySender<()>>),
    /// Send a control request.
    Request(Box<BrokerRequest>),
    /// Metadata names this address and id for the broker.
    Address {
        /// Host name or address.
        host: Arc<str>,
        /// TCP port.
        port: u16,
        /// Node id, -1 for a bootstrap broker.
        node_id: i32,
    },
    /// A connection is wanted (sparse connections), though no work waits: try,
    /// after what is left of the backoff, until it is up or one attempt failed.
    Connect,
    /// Forget the backoff: a reason to believe that the broker is back.
    ReconnectNow,
    /// The cluster no longer has this broker. All partitions were asked back
    /// before: close, so that they can go; fail waiting requests with
    /// `_DESTROY_BROKER`; end.
    Retire,
    /// The handle, or this broker, goes: fail what is left (messages with
    /// `error`), close, end.
    Terminate(Error),
}

/// Encodes a request body at the version that the connection negotiated.
pub trait EncodeBody: Send {
    /// Appends the body.
    fn encode_body(&self, w: &mut Writer, version: i16);
}

impl<M: Message + Send> EncodeBody for M {
    fn encode_body(&self, w: &mut Writer, version: i16) {
        self.encode(w, version);
    }
}

/// Whether a broker core may send a request again by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// Once is enough: the owner decides.
    Never,
    /// On transport errors and time-outs, with backoff, until the deadline.
    Transport,
}

/// A control request: everything but Produce and Fetch.
pub struct BrokerRequest {
    /// Which API.
    pub api: ApiKey,
    /// Lowest version that the owner can use.
    pub version_min: i16,
    /// Highest version that the owner can use.
    pub version_max: i16,
    /// The body.
    pub body: Box<dyn EncodeBody>,
    /// Time until the answer must be there, counted from sending.
    pub timeout_ms: u64,
    /// Time until the request as a whole must be answered, waiting for the
    /// connection included.
    pub deadline: crate::base::time::Time,
    /// Whether to retry.
    pub retry: Retry,
    /// Returned with the answer: says whose it is.
    pub tag: RequestTag,
}

/// Who asked, so that the main core can route the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RequestTag {
    /// The metadata policy; the number is its own.
    Metadata(u64),
    /// `rd_kafka_query_watermark_offsets()` and friends.
    ListOffsets(u64),
}
