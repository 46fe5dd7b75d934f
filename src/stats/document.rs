//! The shape of the statistics document: names and order of its fields are those
//! that programs parse. Plain data; who collects it stands elsewhere.

use crate::base::window::WindowSummary;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::sync::Arc;

/// A JSON object with variable keys, in the order of the list.
#[derive(Debug, Clone, Default)]
pub struct Named<T>(pub Vec<(String, T)>);

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

/// The document.
#[derive(Debug, Clone, Default, serde::Serialize)]
#[allow(missing_docs)] // fields carry the names of the document
pub struct Document {
    pub name: Arc<str>,
    pub client_id: String,
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Monotonic clock, microseconds.
    pub ts: u64,
    /// Wall clock, seconds.
    pub time: i64,
    /// Since the handle was made, microseconds.
    pub age: u64,
    pub replyq: usize,
    pub msg_cnt: usize,
    pub msg_size: usize,
    pub msg_max: usize,
    pub msg_size_max: usize,
    pub simple_cnt: usize,
    pub metadata_cache_cnt: usize,
    pub brokers: Named<BrokerDoc>,
    pub topics: Named<TopicDoc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eos: Option<EosDoc>,
    pub tx: u64,
    pub tx_bytes: u64,
    pub rx: u64,
    pub rx_bytes: u64,
    pub txmsgs: u64,
    pub txmsg_bytes: u64,
    pub rxmsgs: u64,
    pub rxmsg_bytes: u64,
}

/// One broker.
#[derive(Debug, Clone, Default, serde::Serialize)]
#[allow(missing_docs)]
pub struct BrokerDoc {
    pub name: Arc<str>,
    pub nodeid: i32,
    pub nodename: Arc<str>,
    pub source: &'static str,
    pub state: &'static str,
    pub stateage: u64,
    pub outbuf_cnt: u64,
    pub outbuf_msg_cnt: u64,
    pub waitresp_cnt: u64,
    pub waitresp_msg_cnt: u64,
    pub tx: u64,
    pub txbytes: u64,
    pub txerrs: u64,
    pub txretries: u64,
    pub txidle: i64,
    pub req_timeouts: u64,
    pub rx: u64,
    pub rxbytes: u64,
    pub rxerrs: u64,
    pub rxcorriderrs: u64,
    pub rxpartial: u64,
    pub rxidle: i64,
    /// Buffers of this library do not grow by copying: always 0.
    pub zbuf_grow: u64,
    pub buf_grow: u64,
    pub wakeups: u64,
    pub connects: u64,
    pub disconnects: u64,
    pub int_latency: WindowDoc,
    pub outbuf_latency: WindowDoc,
    pub rtt: WindowDoc,
    pub throttle: WindowDoc,
    pub req: Named<u64>,
    pub toppars: Named<PartitionRef>,
}

/// A window of measurements.
#[derive(Debug, Clone, Copy, Default, serde::Serialize)]
#[allow(missing_docs)]
pub struct WindowDoc {
    pub min: u64,
    pub max: u64,
    pub avg: u64,
    pub sum: u64,
    pub stddev: u64,
    pub p50: u64,
    pub p75: u64,
    pub p90: u64,
    pub p95: u64,
    pub p99: u64,
    pub p99_99: u64,
    pub outofrange: u64,
    pub hdrsize: u64,
    pub cnt: u64,
}

impl From<WindowSummary> for WindowDoc {
    fn from(w: WindowSummary) -> WindowDoc {
        WindowDoc {
            min: w.min,
            max: w.max,
            avg: w.avg,
            sum: w.sum,
            stddev: w.stddev,
            p50: w.p50,
            p75: w.p75,
            p90: w.p90,
            p95: w.p95,
            p99: w.p99,
            p99_99: w.p99_99,
            outofrange: w.out_of_range,
            hdrsize: w.hdr_size,
            cnt: w.cnt,
        }
    }
}

/// A partition that a broker serves.
#[derive(Debug, Clone, Default, serde::Serialize)]
#[allow(missing_docs)]
pub struct PartitionRef {
    pub topic: Arc<str>,
    pub partition: i32,
}

/// One topic.
#[derive(Debug, Clone, Default, serde::Serialize)]
#[allow(missing_docs)]
pub struct TopicDoc {
    pub topic: Arc<str>,
    /// Milliseconds.
    pub age: u64,
    /// Milliseconds since metadata last named it.
    pub metadata_age: u64,
    pub batchsize: WindowDoc,
    pub batchcnt: WindowDoc,
    pub partitions: Named<PartitionDoc>,
}

/// No offset is known.
const NO_OFFSET: i64 = -1001;

/// One partition; -1 stands for messages that have no partition yet.
#[derive(Debug, Clone, serde::Serialize)]
#[allow(missing_docs)]
pub struct PartitionDoc {
    pub partition: i32,
    pub broker: i32,
    pub leader: i32,
    pub desired: bool,
    pub unknown: bool,
    pub msgq_cnt: u64,
    pub msgq_bytes: u64,
    pub xmit_msgq_cnt: u64,
    pub xmit_msgq_bytes: u64,
    pub fetchq_cnt: u64,
    pub fetchq_size: u64,
    pub fetch_state: &'static str,
    pub query_offset: i64,
    pub next_offset: i64,
    pub app_offset: i64,
    pub stored_offset: i64,
    pub stored_leader_epoch: i32,
    /// The historic spelling stays for programs that read it.
    pub commited_offset: i64,
    pub committed_offset: i64,
    pub committed_leader_epoch: i32,
    pub eof_offset: i64,
    pub lo_offset: i64,
    pub hi_offset: i64,
    pub ls_offset: i64,
    pub consumer_lag: i64,
    pub consumer_lag_stored: i64,
    pub leader_epoch: i32,
    pub txmsgs: u64,
    pub txbytes: u64,
    pub rxmsgs: u64,
    pub rxbytes: u64,
    pub msgs: u64,
    pub rx_ver_drops: u64,
    pub msgs_inflight: u64,
    pub next_ack_seq: i32,
    pub next_err_seq: i32,
    pub acked_msgid: u64,
}

impl Default for PartitionDoc {
    /// A partition of which nothing is known.
    fn default() -> PartitionDoc {
        PartitionDoc {
            partition: -1,
            broker: -1,
            leader: -1,
            desired: false,
            unknown: false,
            msgq_cnt: 0,
            msgq_bytes: 0,
            xmit_msgq_cnt: 0,
            xmit_msgq_bytes: 0,
            fetchq_cnt: 0,
            fetchq_size: 0,
            fetch_state: "none",
            query_offset: NO_OFFSET,
            next_offset: 0,
            app_offset: NO_OFFSET,
            stored_offset: NO_OFFSET,
            stored_leader_epoch: -1,
            commited_offset: NO_OFFSET,
            committed_offset: NO_OFFSET,
            committed_leader_epoch: -1,
            eof_offset: NO_OFFSET,
            lo_offset: NO_OFFSET,
            hi_offset: NO_OFFSET,
            ls_offset: NO_OFFSET,
            consumer_lag: -1,
            consumer_lag_stored: -1,
            leader_epoch: -1,
            txmsgs: 0,
            txbytes: 0,
            rxmsgs: 0,
            rxbytes: 0,
            msgs: 0,
            rx_ver_drops: 0,
            msgs_inflight: 0,
            next_ack_seq: 0,
            next_err_seq: 0,
            acked_msgid: 0,
        }
    }
}

/// The idempotent and transactional producer.
#[derive(Debug, Clone, serde::Serialize)]
#[allow(missing_docs)]
pub struct EosDoc {
    pub idemp_state: &'static str,
    pub idemp_stateage: u64,
    pub txn_state: &'static str,
    pub txn_stateage: u64,
    pub txn_may_enq: bool,
    pub producer_id: i64,
    pub producer_epoch: i16,
    pub epoch_cnt: u32,
}

impl EosDoc {
    /// A producer that is neither idempotent nor transactional.
    pub fn idle() -> EosDoc {
        EosDoc {
            idemp_state: "Init",
            idemp_stateage: 0,
            txn_state: "Init",
            txn_stateage: 0,
            txn_may_enq: false,
            producer_id: -1,
            producer_epoch: -1,
            epoch_cnt: 0,
        }
    }
}

impl Document {
    /// The document as JSON.
    pub fn to_json(&self) -> String {
        // Nothing in it can fail to serialise: no maps with odd keys, no floats.
        serde_json::to_string(self).unwrap_or_default()
    }
}
