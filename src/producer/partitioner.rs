//! The built-in partitioners: which partition a message goes to.
//!
//! Pure functions, any thread.

use crate::base::hash::{crc32_partition, fnv1a_partition, murmur2_partition};
use crate::base::time::Time;
use crate::conf::BuiltinPartitioner;
use crate::topic::{Partitioner, Topic, TopicLook};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A random partition, one that `available` accepts if there is any.
pub fn random(partition_cnt: i32, available: impl Fn(i32) -> bool) -> i32 {
    let partition_cnt = partition_cnt.max(1);
    let first = fastrand::i32(0..partition_cnt);
    if available(first) {
        return first;
    }
    // Rarely needed: choose evenly among those that are left.
    let candidates: Vec<i32> = (0..partition_cnt).filter(|id| available(*id)).collect();
    fastrand::choice(candidates).unwrap_or(first)
}

/// Runs a built-in partitioner. `key` is `None` for no key.
pub fn builtin(
    which: BuiltinPartitioner,
    key: Option<&[u8]>,
    partition_cnt: i32,
    available: impl Fn(i32) -> bool,
) -> i32 {
    use BuiltinPartitioner as B;
    let by_hash = |hash: fn(&[u8], u32) -> u32| {
        hash(key.unwrap_or_default(), partition_cnt.max(1).unsigned_abs()) as i32
    };
    match which {
        B::Random => random(partition_cnt, available),
        // The one that takes an empty key for no key.
        B::ConsistentRandom if key.unwrap_or_default().is_empty() => random(partition_cnt, available),
        B::Murmur2Random | B::Fnv1aRandom if key.is_none() => random(partition_cnt, available),
        B::Consistent | B::ConsistentRandom => by_hash(crc32_partition),
        B::Murmur2 | B::Murmur2Random => by_hash(murmur2_partition),
        B::Fnv1a | B::Fnv1aRandom => by_hash(fnv1a_partition),
    }
}

/// True if a message without a (non-empty) key sticks to a partition for a while
/// instead of being partitioned by itself (KIP-480). As in librdkafka that goes before
/// a partitioner of the application.
fn sticks(topic: &Topic, key: Option<&[u8]>) -> bool {
    use BuiltinPartitioner as B;
    if topic.settings.sticky_linger_us == 0 {
        return false;
    }
    match (&topic.settings.partitioner, key) {
        (Partitioner::Builtin(B::Consistent | B::Murmur2 | B::Fnv1a), _) => false,
        (Partitioner::Builtin(B::ConsistentRandom), Some([])) => true,
        (_, key) => key.is_none(),
    }
}

/// The partition for a message of a topic that exists. A partitioner of the application
/// may return anything: the caller checks.
pub(super) fn choose(
    topic: &Arc<Topic>,
    look: TopicLook<'_>,
    key: Option<&[u8]>,
    opaque: usize,
    now: Time,
) -> i32 {
    let partition_cnt = look.partition_cnt as i32;
    let available = |id| look.partition(id).is_some_and(|partition| partition.is_available());
    if sticks(topic, key) {
        return topic.sticky_partition(now, look, || random(partition_cnt, available));
    }
    match &topic.settings.partitioner {
        Partitioner::Builtin(which) => builtin(*which, key, partition_cnt, available),
        // Its panic must not cost the messages that are on their way: a bad answer, too.
        Partitioner::Custom(custom) => {
            catch_unwind(AssertUnwindSafe(|| custom(topic, key, partition_cnt, opaque))).unwrap_or(-1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h03_empty_and_null_keys() {
        let all = |_| true;
        let run = |which, key, cnt| builtin(which, key, cnt, all);
        let spread: std::collections::HashSet<i32> =
            (0..2000).map(|_| run(BuiltinPartitioner::ConsistentRandom, Some(b""), 10)).collect();
        assert_eq!(spread.len(), 10);
        assert_eq!(run(BuiltinPartitioner::Consistent, Some(b""), 10), 0);
        assert_eq!(run(BuiltinPartitioner::Murmur2Random, Some(b""), 10), 1);
        assert_eq!(run(BuiltinPartitioner::Murmur2Random, Some(b""), 7), 2);
        assert_eq!(run(BuiltinPartitioner::Murmur2, None, 10), 1);
    }

    #[test]
    fn random_prefers_partitions_with_a_leader() {
        for _ in 0..200 {
            assert_eq!(random(50, |id| id == 7), 7);
        }
        assert!((0..50).contains(&random(50, |_| false)));
    }
}
