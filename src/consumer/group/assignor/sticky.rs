//! `cooperative-sticky` (KIP-54, KIP-429): balanced over all topics, keeping what members own.

mod claims;
mod even;
mod movements;
mod uneven;

use super::layout::{Layout, PartitionIndex, Shares};
use claims::Claims;
use std::collections::HashSet;

/// What the sticky algorithm aims at, before anything is held back.
struct Target {
    shares: Shares,
    /// Partitions whose new owner must wait until somebody else has given them up.
    in_transfer: HashSet<PartitionIndex>,
}

/// The assignment for a cooperative group: the target without partitions in transfer.
pub(super) fn assign_cooperative(layout: &Layout<'_>) -> Shares {
    let Target { mut shares, in_transfer } = target(layout);
    shares.iter_mut().for_each(|share| share.retain(|p| !in_transfer.contains(p)));
    shares
}

fn target(layout: &Layout<'_>) -> Target {
    let claims = Claims::sort_out(layout);
    if equal_subscriptions(layout) {
        return even::assign(layout, claims);
    }
    let shares = uneven::assign(layout, claims);
    let in_transfer = moving(layout, &shares);
    Target { shares, in_transfer }
}

/// Whether all members name the same topics, existing or not.
fn equal_subscriptions(layout: &Layout<'_>) -> bool {
    let mut sets = layout.members.iter().map(|m| m.topics.iter().collect::<HashSet<&String>>());
    let first = sets.next().unwrap_or_default();
    sets.all(|set| set == first)
}

/// Partitions that one member gives up and another one gets.
fn moving(layout: &Layout<'_>, shares: &Shares) -> HashSet<PartitionIndex> {
    let (mut given_up, mut new) = (HashSet::new(), HashSet::new());
    for (member, share) in layout.members.iter().zip(shares) {
        let owned: HashSet<PartitionIndex> = member.owned.iter().filter_map(|p| layout.find(p)).collect();
        let gets: HashSet<PartitionIndex> = share.iter().copied().collect();
        given_up.extend(owned.difference(&gets));
        new.extend(gets.difference(&owned));
    }
    given_up.intersection(&new).copied().collect()
}
