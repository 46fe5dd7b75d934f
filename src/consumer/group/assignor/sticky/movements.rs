//! Moves made while balancing. When a partition of a topic moved from A to B and another one
//! of it is to move from B to A, the first one goes back instead: one move less (KIP-54).

use super::super::java_order;
use super::super::layout::{Layout, MemberIndex, PartitionIndex};
use std::collections::HashMap;

/// From whom to whom.
type Way = (MemberIndex, MemberIndex);

/// Where each moved partition started and where it is now.
#[derive(Default)]
pub(super) struct Movements {
    ways: HashMap<PartitionIndex, Way>,
}

impl Movements {
    /// Notes that a partition moved; several moves count as one from the first owner.
    pub(super) fn note(&mut self, partition: PartitionIndex, from: MemberIndex, to: MemberIndex) {
        let start = self.ways.remove(&partition).map_or(from, |(start, _)| start);
        if start != to {
            self.ways.insert(partition, (start, to));
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
        let topic = layout.topic_of[partition];
        let opposite: Vec<PartitionIndex> = self
            .ways
            .iter()
            .filter(|&(&p, &way)| layout.topic_of[p] == topic && way == (to, start))
            .map(|(&p, _)| p)
            .collect();
        java_order::first_partition(layout, &opposite).unwrap_or(partition)
    }
}
