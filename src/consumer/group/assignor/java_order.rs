//! The order in which the Java client visits members and partitions that it keeps in hash
//! tables. Some of its choices depend on it, so equal results need it. The hash of a string
//! is documented with `java.lang.String`; the rest was observed.

use super::layout::{Layout, MemberIndex, PartitionIndex};

/// Smallest number of buckets of a table.
const MIN_BUCKETS: usize = 16;

/// `java.lang.String.hashCode`: over UTF-16 units, base 31.
fn string_hash(text: &str) -> i32 {
    text.encode_utf16().fold(0, |hash: i32, unit| hash.wrapping_mul(31).wrapping_add(i32::from(unit)))
}

/// Bucket of a hash in a table that holds `entries`: it doubles when more than 3/4 full.
fn bucket(hash: i32, entries: usize) -> usize {
    let mut buckets = MIN_BUCKETS;
    while entries > buckets / 4 * 3 {
        buckets *= 2;
    }
    let hash = hash as u32;
    (hash ^ (hash >> 16)) as usize & (buckets - 1)
}

/// Members in the order of their buckets; within one, as they stand.
pub(super) fn members(layout: &Layout<'_>) -> Vec<MemberIndex> {
    let count = layout.members.len();
    let mut order: Vec<MemberIndex> = (0..count).collect();
    order.sort_by_key(|&m| bucket(string_hash(&layout.members[m].id), count));
    order
}

/// The partition that comes first in a table of these, in the order they were added; it held
/// `most` entries at most.
pub(super) fn first_partition(
    layout: &Layout<'_>,
    partitions: &[PartitionIndex],
    most: usize,
) -> Option<PartitionIndex> {
    let place = |&p: &PartitionIndex| {
        let (topic, partition) = layout.name_of(p);
        bucket(partition.wrapping_add(31).wrapping_mul(31).wrapping_add(string_hash(topic)), most)
    };
    partitions.iter().copied().min_by_key(place)
}
