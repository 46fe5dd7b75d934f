//! One topic as all threads of the handle share it.

use super::table::PartitionTable;
use super::{BatchOwner, Limits, Partition, Partitioner, TopicSettings, TopicStats};
use crate::base::time::Time;
use crate::error::ErrorCode;
use std::sync::atomic::{AtomicU64, Ordering::Acquire, Ordering::Relaxed, Ordering::Release};
use std::sync::{Arc, PoisonError, RwLock};

/// What is known of a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TopicState {
    /// No metadata yet: messages wait in the topic until there is.
    Unknown,
    /// The topic exists.
    Exists,
    /// The topic does not exist (any more) or can not be used, for this reason.
    Missing(ErrorCode),
}

/// The immutable picture of a topic; replaced as a whole.
#[derive(Clone)]
pub struct TopicView {
    /// What is known.
    pub state: TopicState,
    /// Topic id, all zero if unknown.
    pub id: [u8; 16],
    /// Partitions by id. Never shrinks while the handle lives.
    pub partitions: Vec<Arc<Partition>>,
    /// How many of them exist in the cluster.
    pub partition_cnt: usize,
}

/// What a producing thread needs of the picture.
#[derive(Clone, Copy)]
pub struct TopicLook<'a> {
    /// What is known.
    pub state: TopicState,
    /// How many partitions exist in the cluster.
    pub partition_cnt: usize,
    table: &'a PartitionTable,
}

impl<'a> TopicLook<'a> {
    /// The partition, if the cluster has it.
    #[inline]
    pub fn partition(&self, id: i32) -> Option<&'a Arc<Partition>> {
        let id = usize::try_from(id).ok()?;
        if id < self.partition_cnt { self.table.get(id) } else { None }
    }
}

/// State and partition count in one word: kind (8 bits), error code (16), count (32).
fn pack(state: TopicState, partition_cnt: usize) -> u64 {
    let (kind, code) = match state {
        TopicState::Unknown => (0u64, 0),
        TopicState::Exists => (1, 0),
        TopicState::Missing(code) => (2, code.0),
    };
    kind << 56 | u64::from(code as u16) << 32 | u64::from(partition_cnt as u32)
}

fn unpack(word: u64) -> (TopicState, usize) {
    let state = match word >> 56 {
        0 => TopicState::Unknown,
        1 => TopicState::Exists,
        _ => TopicState::Missing(ErrorCode(i32::from((word >> 32) as i16))),
    };
    (state, word as u32 as usize)
}

/// A topic. `rd_kafka_topic_t` is a reference to it. Lives as long as its handle.
pub struct Topic {
    /// Name.
    pub name: Arc<str>,
    /// Settings, fixed when the topic was created.
    pub settings: TopicSettings,
    /// Messages that wait for metadata.
    pub unassigned: Arc<Partition>,
    /// When the handle began to use the topic.
    pub created: Time,
    /// Where messages of the topic are counted.
    pub limits: Arc<Limits>,
    /// Sizes of sent batches, for the statistics.
    pub stats: TopicStats,
    /// Lock level K2.
    view: RwLock<Arc<TopicView>>,
    /// State and partition count of `view`, and its partitions: what producing threads
    /// look at.
    known: AtomicU64,
    table: PartitionTable,
    /// Partition that messages without key stick to (upper 32 bits), and until when, in
    /// milliseconds of the process's time (lower 32 bits, wrapping).
    sticky: AtomicU64,
    /// When somebody last asked anew for the topic though it was missing, microseconds.
    asked_us: AtomicU64,
}

impl Topic {
    /// A topic of which nothing is known. `owner` is told of messages that wait for
    /// metadata.
    pub fn new(
        name: Arc<str>,
        settings: TopicSettings,
        limits: Arc<Limits>,
        owner: Option<Arc<dyn BatchOwner>>,
        now: Time,
    ) -> Arc<Topic> {
        Arc::new_cyclic(|topic| {
            let unassigned = Arc::new(Partition::new(name.clone(), -1, topic.clone()));
            unassigned.lock().set_owner(owner);
            Topic {
                stats: TopicStats::new(&settings),
                name,
                settings,
                unassigned,
                created: now,
                limits,
                view: RwLock::new(Arc::new(TopicView {
                    state: TopicState::Unknown,
                    id: [0; 16],
                    partitions: Vec::new(),
                    partition_cnt: 0,
                })),
                known: AtomicU64::new(pack(TopicState::Unknown, 0)),
                table: PartitionTable::default(),
                sticky: AtomicU64::new(0),
                asked_us: AtomicU64::new(0),
            }
        })
    }

    /// The current picture.
    pub fn view(&self) -> Arc<TopicView> {
        self.view.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A look at the current picture, without a lock.
    #[inline]
    pub fn peek(&self) -> TopicLook<'_> {
        let (state, partition_cnt) = unpack(self.known.load(Acquire));
        TopicLook { state, partition_cnt, table: &self.table }
    }

    /// True once a second: whether a missing topic may be asked for again.
    pub(crate) fn may_ask_again(&self, now: Time) -> bool {
        let asked = self.asked_us.load(Relaxed);
        let due = now.us_since(Time(asked)) >= 1_000_000;
        due && self.asked_us.compare_exchange(asked, now.0, Relaxed, Relaxed).is_ok()
    }

    /// What [`Topic::peek`] will say when `view` is published. Main thread only.
    pub(crate) fn announce(&self, view: &TopicView) -> TopicLook<'_> {
        self.table.extend(&view.partitions);
        TopicLook { state: view.state, partition_cnt: view.partition_cnt, table: &self.table }
    }

    /// Replaces the picture. Main thread only.
    pub(crate) fn publish(&self, view: TopicView) {
        self.announce(&view);
        let word = pack(view.state, view.partition_cnt);
        *self.view.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(view);
        // Whoever sees the new count finds the partitions in the table.
        self.known.store(word, Release);
    }

    /// `rd_kafka_topic_partition_available()`.
    pub fn partition_available(&self, id: i32) -> bool {
        self.peek().partition(id).is_some_and(|partition| partition.is_available())
    }

    /// The partition for a message without key: stays the same for
    /// [`TopicSettings::sticky_linger_us`], then `choose` names the next one. Two
    /// threads may choose at the same time; the later choice holds for both.
    pub(crate) fn sticky_partition(
        &self,
        now: Time,
        look: TopicLook<'_>,
        choose: impl FnOnce() -> i32,
    ) -> i32 {
        let now_ms = (now.0 / 1000) as u32;
        let packed = self.sticky.load(Relaxed);
        let (partition, until_ms) = ((packed >> 32) as i32, packed as u32);
        let left = until_ms.wrapping_sub(now_ms) as i32;
        let usable = || look.partition(partition).is_some_and(|p| p.is_available());
        if packed != 0 && left > 0 && i64::from(left) * 1000 <= self.sticky_us() as i64 + 1000 && usable() {
            return partition;
        }
        let partition = choose();
        let until_ms = now_ms.wrapping_add((self.sticky_us().div_ceil(1000)) as u32);
        self.sticky.store((partition as u32 as u64) << 32 | u64::from(until_ms.max(1)), Relaxed);
        partition
    }

    fn sticky_us(&self) -> u64 {
        self.settings.sticky_linger_us
    }

    /// The application's partitioner, if there is one.
    pub fn custom_partitioner(&self) -> bool {
        matches!(self.settings.partitioner, Partitioner::Custom(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_and_count_fit_one_word() {
        for state in [
            TopicState::Unknown,
            TopicState::Exists,
            TopicState::Missing(ErrorCode::UNKNOWN_TOPIC_OR_PART),
            TopicState::Missing(ErrorCode::LOCAL_UNKNOWN_TOPIC),
        ] {
            for cnt in [0, 1, 1 << 24] {
                assert_eq!(unpack(pack(state, cnt)), (state, cnt));
            }
        }
    }

    #[test]
    fn sticky_partition_changes_only_after_its_time() {
        let settings = TopicSettings { sticky_linger_us: 10_000, ..TopicSettings::default() };
        let topic = Topic::new("t".into(), settings, Arc::default(), None, Time(0));
        let partitions: Vec<_> = (0..3)
            .map(|id| Arc::new(Partition::new(topic.name.clone(), id, Arc::downgrade(&topic))))
            .collect();
        partitions.iter().for_each(|p| p.set_leader(1, 0));
        let view = TopicView { state: TopicState::Exists, id: [0; 16], partitions, partition_cnt: 3 };
        topic.publish(view.clone());
        let look = topic.peek();
        let start = Time(1_000_000);
        assert_eq!(topic.sticky_partition(start, look, || 2), 2);
        assert_eq!(topic.sticky_partition(start.after_ms(9), look, || 1), 2);
        assert_eq!(topic.sticky_partition(start.after_ms(11), look, || 1), 1);
        // A partition that lost its leader is left at once.
        view.partitions[1].set_leader(-1, 0);
        assert_eq!(topic.sticky_partition(start.after_ms(12), look, || 0), 0);
    }
}
