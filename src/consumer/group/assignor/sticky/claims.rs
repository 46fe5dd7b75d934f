//! Who owns what at the start: members' claims, sorted out by generation (KIP-429).

use super::super::java_order;
use super::super::layout::{Layout, MemberIndex, PartitionIndex, Shares};
use std::collections::HashSet;

/// The generation of members that tell none.
const NO_GENERATION: i32 = -1;

/// What is left of the members' claims.
pub(super) struct Claims {
    /// Valid claims of each member, in the member's order; at most one owner per partition.
    pub(super) owned: Shares,
    /// Claimed by several members of one generation.
    pub(super) contested: HashSet<PartitionIndex>,
    /// For each partition the last owner of an earlier generation.
    pub(super) former: Vec<Option<MemberIndex>>,
}

impl Claims {
    /// Of two claims the newer generation's holds; of one generation neither does, for one of
    /// the two must be wrong and both may be reading. A third one may still decide it.
    pub(super) fn sort_out(layout: &Layout<'_>) -> Claims {
        let generation = |m: MemberIndex| layout.members[m].generation.unwrap_or(NO_GENERATION);
        let order = java_order::members(layout);
        let mut latest: Vec<Option<MemberIndex>> = vec![None; layout.partition_count()];
        let mut owned: Shares = vec![Vec::new(); layout.members.len()];
        let mut contested = HashSet::new();
        for &member in &order {
            for partition in layout.members[member].owned.iter().filter_map(|p| layout.find(p)) {
                match latest[partition] {
                    Some(other) if other == member || generation(other) > generation(member) => continue,
                    Some(other) => {
                        owned[other].retain(|&p| p != partition);
                        if generation(other) == generation(member) {
                            contested.insert(partition);
                        } else {
                            owned[member].push(partition);
                        }
                    }
                    None => owned[member].push(partition),
                }
                latest[partition] = Some(member);
            }
        }
        let former = former_owners(layout, &order);
        Claims { owned, contested, former }
    }
}

/// The newest claim on each partition among those that are older than the newest of all.
fn former_owners(layout: &Layout<'_>, order: &[MemberIndex]) -> Vec<Option<MemberIndex>> {
    let generation = |m: MemberIndex| layout.members[m].generation.unwrap_or(NO_GENERATION);
    let newest = order.iter().map(|&m| generation(m)).max().unwrap_or(NO_GENERATION);
    let mut former: Vec<Option<MemberIndex>> = vec![None; layout.partition_count()];
    for &member in order.iter().filter(|&&m| generation(m) < newest) {
        for partition in layout.members[member].owned.iter().filter_map(|p| layout.find(p)) {
            if former[partition].is_none_or(|other| generation(other) < generation(member)) {
                former[partition] = Some(member);
            }
        }
    }
    former
}
