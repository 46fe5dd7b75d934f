//! Moves made while balancing. When a partition of a topic moved from A to B and another one
//! of it is to move from B to A, the first one goes back instead: one move less (KIP-54).

use super::super::java_order;
use super::super::layout::{Layout, MemberIndex, PartitionIndex, TopicIndex};
use std::collections::HashMap;

/// From whom to whom.
type Way = (MemberIndex, MemberIndex);

/// Where each moved partition started and where it is now.
#[derive(Default)]
pub(super) struct Movements {
    ways: HashMap<PartitionIndex, Way>,
    groups: HashMap<(TopicIndex, Way), Group>,
}

/// Partitions of a topic that went the same way.
#[derive(Default)]
struct Group {
    /// In the order in which they went.
    partitions: Vec<PartitionIndex>,
    /// How many they were at most: the table of the Java client does not shrink.
    most: usize,
}

impl Movements {
    /// Notes that a partition moved; several moves count as one from the first owner.
    pub(super) fn note(
        &mut self,
        layout: &Layout<'_>,
        partition: PartitionIndex,
        from: MemberIndex,
        to: MemberIndex,
    ) {
        let topic = layout.topic_of[partition];
        let mut start = from;
        if let Some(way) = self.ways.remove(&partition) {
            start = way.0;
            if let Some(group) = self.groups.get_mut(&(topic, way)) {
                group.partitions.retain(|&p| p != partition);
                if group.partitions.is_empty() {
                    self.groups.remove(&(topic, way));
                }
            }
        }
        if start != to {
            self.ways.insert(partition, (start, to));
            let group = self.groups.entry((topic, (start, to))).or_default();
            group.partitions.push(partition);
            group.most = group.most.max(group.partitions.len());
        }
    }

    /// The partition to move when this one should go from one member to another.
    pub(super) fn instead_of(
        &self,
        layout: &Layout<'_>,
        partition: PartitionIndex,
        from: MemberIndex,
        to: MemberIndex,
    ) -> PartitionIndex {
        let start = self.ways.get(&partition).map_or(from, |&(start, _)| start);
        let opposite = self.groups.get(&(layout.topic_of[partition], (to, start)));
        opposite
            .and_then(|group| java_order::first_partition(layout, &group.partitions, group.most))
            .unwrap_or(partition)
    }
}
