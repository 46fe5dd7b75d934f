//! `roundrobin`: all partitions, topic by topic, to the members in turn.

use super::layout::{Layout, Shares};

/// Deals the partitions out; a member that does not subscribe to the topic is passed over.
pub(super) fn assign(layout: &Layout<'_>) -> Shares {
    let mut shares = vec![Vec::new(); layout.members.len()];
    let circle = layout.static_first(0..layout.members.len());
    let mut turn = circle.iter().copied().cycle();
    for partition in 0..layout.partition_count() {
        // A topic of the layout has a subscriber, so the circle is not empty and the search ends.
        if let Some(member) = turn.by_ref().find(|&m| layout.wants(m, partition)) {
            shares[member].push(partition);
        }
    }
    shares
}
