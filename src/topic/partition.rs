//! One partition as all threads of the handle share it.

use super::{Accumulator, Topic};
use crate::base::time::Time;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// A partition: identity and the accumulator (K3) that application threads fill.
/// What works on the partition (see [`crate::producer::PartitionSender`]) is a
/// separate value with one owner.
pub struct Partition {
    /// Topic name.
    pub topic: Arc<str>,
    /// Partition id, -1 for messages whose partition is not decided yet.
    pub id: i32,
    /// Lock level K3.
    pub accumulator: Mutex<Accumulator>,
    /// Counters and gauges of the statistics.
    pub stats: PartitionStats,
    /// Node id of the leader, -1 if there is none.
    leader_id: AtomicI32,
    /// Epoch of the leader, -1 if unknown.
    leader_epoch: AtomicI32,
    owner: Weak<Topic>,
}

/// What the statistics tell of a partition beyond its accumulator (`msgq_cnt`,
/// `msgq_bytes`, `msgs`): written by the thread that owns the sender, read by anyone.
#[derive(Default)]
pub struct PartitionStats {
    /// `broker`: node id of the broker that owns the partition's sender, plus 1.
    broker_id_plus_1: AtomicI32,
    /// `txmsgs`: messages sent, retries included.
    pub tx_msgs: AtomicU64,
    /// `txbytes`: size of the values of these, bytes.
    pub tx_bytes: AtomicU64,
    /// `xmit_msgq_cnt`: messages that wait in the sender.
    pub xmit_msgs: AtomicU64,
    /// `xmit_msgq_bytes`: size of the values of these, bytes.
    pub xmit_bytes: AtomicU64,
    /// `msgs_inflight`: messages that are sent and not answered.
    pub in_flight_msgs: AtomicU64,
}

impl PartitionStats {
    /// Node id of the broker that owns the partition's sender, -1 if none does.
    pub fn broker_id(&self) -> i32 {
        self.broker_id_plus_1.load(Relaxed) - 1
    }

    /// The sender moved.
    pub fn set_broker_id(&self, id: i32) {
        self.broker_id_plus_1.store(id + 1, Relaxed);
    }
}

impl Partition {
    /// A partition of `owner`, without leader.
    pub fn new(topic: Arc<str>, id: i32, owner: Weak<Topic>) -> Partition {
        Partition {
            topic,
            id,
            accumulator: Mutex::default(),
            stats: PartitionStats::default(),
            leader_id: AtomicI32::new(-1),
            leader_epoch: AtomicI32::new(-1),
            owner,
        }
    }

    /// Locks the accumulator (K3).
    pub fn lock(&self) -> MutexGuard<'_, Accumulator> {
        self.accumulator.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The topic; none once the handle has let go of it.
    pub fn topic(&self) -> Option<Arc<Topic>> {
        self.owner.upgrade()
    }

    /// Main learned the leader (node id and epoch, -1 for none).
    pub fn set_leader(&self, id: i32, epoch: i32) {
        self.leader_id.store(id, Relaxed);
        self.leader_epoch.store(epoch, Relaxed);
    }

    /// Node id of the leader, -1 if there is none.
    pub fn leader_id(&self) -> i32 {
        self.leader_id.load(Relaxed)
    }

    /// Epoch of the leader, -1 if unknown.
    pub fn leader_epoch(&self) -> i32 {
        self.leader_epoch.load(Relaxed)
    }

    /// True if the partition has a leader: random partitioners choose among these, and
    /// `rd_kafka_topic_partition_available()` tells.
    pub fn is_available(&self) -> bool {
        self.leader_id() >= 0
    }

    /// When the oldest message in the accumulator was produced.
    pub fn first_enqueued(&self) -> Option<Time> {
        self.lock().first_enqueued()
    }
}
