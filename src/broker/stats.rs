//! What a broker core counts for the statistics document: written by the core's
//! thread, read by the main thread.

use crate::base::time::Time;
use crate::base::window::Window;
use crate::ops::{BrokerSource, BrokerState};
use crate::protocol::ApiKey;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// Longest time that the latency windows tell apart, microseconds.
const LATENCY_MAX_US: u64 = 60_000_000;

/// A counter or gauge. Only its owner writes it, so plain loads and stores do.
#[derive(Debug, Default)]
pub struct Count(AtomicU64);

impl Count {
    /// Adds.
    pub fn add(&self, n: u64) {
        self.0.store(self.0.load(Relaxed).wrapping_add(n), Relaxed);
    }

    /// Replaces.
    pub fn set(&self, n: u64) {
        self.0.store(n, Relaxed);
    }

    /// Reads.
    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

/// Who the broker is; changes when metadata names it.
#[derive(Debug, Clone)]
pub struct BrokerIdentity {
    /// `host:port/id`.
    pub name: Arc<str>,
    /// `host:port`.
    pub nodename: Arc<str>,
    /// Node id, -1 for a bootstrap broker.
    pub node_id: i32,
    /// Where it comes from.
    pub source: BrokerSource,
    /// State of its connection.
    pub state: BrokerState,
    /// Since when.
    pub state_since: Time,
}

/// Fields of `brokers.{}` in the statistics document, by their names there.
#[allow(missing_docs)]
pub struct BrokerStats {
    identity: Mutex<BrokerIdentity>,
    pub outbuf_cnt: Count,
    pub outbuf_msg_cnt: Count,
    pub waitresp_cnt: Count,
    pub waitresp_msg_cnt: Count,
    pub tx: Count,
    pub txbytes: Count,
    pub txerrs: Count,
    pub txretries: Count,
    /// Time of the last write, [`Time`] in microseconds; 0 never.
    pub tx_last: Count,
    pub req_timeouts: Count,
    pub rx: Count,
    pub rxbytes: Count,
    pub rxerrs: Count,
    pub rxcorriderrs: Count,
    /// Time of the last read, [`Time`] in microseconds; 0 never.
    pub rx_last: Count,
    pub wakeups: Count,
    pub connects: Count,
    pub disconnects: Count,
    /// Oldest message of each Produce request: from the application's call to the making
    /// of the request, microseconds.
    pub int_latency: Window,
    /// Requests: from making to written, microseconds.
    pub outbuf_latency: Window,
    /// Requests: from written to answered, microseconds.
    pub rtt: Window,
    /// Throttle times, milliseconds.
    pub throttle: Window,
    /// Requests sent, by API key.
    pub req: [Count; ApiKey::ALL.len()],
    /// True if somebody reads the windows (`statistics.interval.ms`).
    pub windows: bool,
}

impl BrokerStats {
    /// All zero. `windows` tells whether latencies are worth recording.
    pub fn new(windows: bool) -> Arc<BrokerStats> {
        Arc::new(BrokerStats {
            identity: Mutex::new(BrokerIdentity {
                name: "".into(),
                nodename: "".into(),
                node_id: -1,
                source: BrokerSource::Configured,
                state: BrokerState::Init,
                state_since: Time::ZERO,
            }),
            outbuf_cnt: Count::default(),
            outbuf_msg_cnt: Count::default(),
            waitresp_cnt: Count::default(),
            waitresp_msg_cnt: Count::default(),
            tx: Count::default(),
            txbytes: Count::default(),
            txerrs: Count::default(),
            txretries: Count::default(),
            tx_last: Count::default(),
            req_timeouts: Count::default(),
            rx: Count::default(),
            rxbytes: Count::default(),
            rxerrs: Count::default(),
            rxcorriderrs: Count::default(),
            rx_last: Count::default(),
            wakeups: Count::default(),
            connects: Count::default(),
            disconnects: Count::default(),
            int_latency: Window::new(LATENCY_MAX_US),
            outbuf_latency: Window::new(LATENCY_MAX_US),
            rtt: Window::new(LATENCY_MAX_US),
            throttle: Window::new(5_000 * 1000),
            req: std::array::from_fn(|_| Count::default()),
            windows,
        })
    }

    /// Who the broker is and how its connection does.
    pub fn identity(&self) -> BrokerIdentity {
        self.identity.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Changes what [`BrokerStats::identity`] tells.
    pub fn update_identity(&self, change: impl FnOnce(&mut BrokerIdentity)) {
        change(&mut self.identity.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Counts a request of `api`.
    pub fn count_request(&self, api: ApiKey) {
        if let Some(count) = usize::try_from(api.0).ok().and_then(|key| self.req.get(key)) {
            count.add(1);
        }
    }
}
