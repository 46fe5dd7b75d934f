//! Racks of members and replicas in numbers, and when they matter (KIP-881).

use super::layout::{MemberIndex, PartitionIndex};
use super::{GroupMember, GroupTopic};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// Racks in numbers.
pub(super) struct Racks {
    members: Vec<Option<u32>>,
    /// Ascending, without repeats.
    replicas: Vec<Vec<u32>>,
}

/// Numbers the racks of members, and of the partitions of `topics` one after the other.
pub(super) fn rack_numbers<'a>(
    members: &'a [GroupMember],
    topics: impl Iterator<Item = &'a GroupTopic>,
) -> Racks {
    let mut numbers: HashMap<&str, u32> = HashMap::new();
    let mut number = |rack: &'a str| {
        let next = numbers.len() as u32;
        *numbers.entry(rack).or_insert(next)
    };
    let member_racks = members.iter().map(|m| m.rack.as_deref().map(&mut number)).collect();
    let mut replicas = Vec::new();
    for topic in topics {
        for partition in 0..topic.partitions as usize {
            let racks = topic.racks.get(partition).map(Vec::as_slice).unwrap_or_default();
            let set: BTreeSet<u32> = racks.iter().map(|r| number(r)).collect();
            replicas.push(set.into_iter().collect());
        }
    }
    Racks { members: member_racks, replicas }
}

impl Racks {
    /// Whether a member's rack holds a replica of the partition.
    pub(super) fn near(&self, member: MemberIndex, partition: PartitionIndex) -> bool {
        self.members[member].is_some_and(|rack| self.replicas[partition].binary_search(&rack).is_ok())
    }

    /// Whether the rack does not speak against it: near, or a member that tells no rack.
    pub(super) fn fits(&self, member: MemberIndex, partition: PartitionIndex) -> bool {
        self.members[member].is_none() || self.near(member, partition)
    }

    /// Whether a choice by rack can help: some member is in the rack of some replica, and the
    /// partitions are not all in the same racks.
    pub(super) fn matter(&self, members: &[MemberIndex], partitions: &[Range<PartitionIndex>]) -> bool {
        let all = || partitions.iter().cloned().flatten().map(|p| &self.replicas[p]);
        let present: BTreeSet<u32> = all().flatten().copied().collect();
        let shared = members.iter().any(|&m| self.members[m].is_some_and(|rack| present.contains(&rack)));
        shared && !all().all(|racks| racks.len() == present.len())
    }
}
