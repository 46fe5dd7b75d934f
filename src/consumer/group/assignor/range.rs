//! `range`: of each topic a run of consecutive partitions to each subscriber.
//!
//! With racks (KIP-881) members first get partitions with a replica in their rack, within the
//! same limits; topics with equal subscribers and partition counts stay co-partitioned.

use super::layout::{Layout, MemberIndex, PartitionIndex, Shares, TopicIndex};
use std::collections::{BTreeMap, BTreeSet};

/// Shares out topic by topic.
pub(super) fn assign(layout: &Layout<'_>) -> Shares {
    let mut shares = vec![Vec::new(); layout.members.len()];
    let mut sharings: Vec<Sharing> = (0..layout.topics.len()).map(|t| Sharing::new(layout, t)).collect();
    let mut alike: BTreeMap<(Vec<MemberIndex>, usize), Vec<TopicIndex>> = BTreeMap::new();
    for (topic, laid) in layout.topics.iter().enumerate() {
        alike.entry((laid.subscribers.clone(), laid.partitions.len())).or_default().push(topic);
    }
    if !sharings.iter().any(|s| s.racks_matter) {
        alike.clear();
    }
    for topics in alike.into_values() {
        if let [topic] = topics[..] {
            if sharings[topic].racks_matter {
                sharings[topic].give_runs(&mut shares, |m, p| layout.racks.fits(m, p));
            }
        } else {
            give_aligned(layout, &mut sharings, &topics, &mut shares);
        }
    }
    sharings.iter_mut().for_each(|sharing| sharing.give_runs(&mut shares, |_, _| true));
    shares
}

/// One topic on its way to its subscribers.
struct Sharing {
    first: PartitionIndex,
    /// Subscribers in the order they are served, and how many partitions they have so far.
    takers: Vec<(MemberIndex, usize)>,
    /// Partitions nobody has yet.
    free: BTreeSet<PartitionIndex>,
    /// What every subscriber gets at least.
    quota: usize,
    /// How many may still get one more than that.
    extras: usize,
    racks_matter: bool,
}

impl Sharing {
    fn new(layout: &Layout<'_>, topic: TopicIndex) -> Self {
        let laid = &layout.topics[topic];
        let order = layout.static_first(laid.subscribers.iter().copied());
        let count = laid.partitions.len();
        Sharing {
            first: laid.partitions.start,
            quota: count / order.len().max(1),
            extras: count % order.len().max(1),
            takers: order.into_iter().map(|m| (m, 0)).collect(),
            free: laid.partitions.clone().collect(),
            racks_matter: layout.racks.matter(&laid.subscribers, std::slice::from_ref(&laid.partitions)),
        }
    }

    /// How many more the taker at this place may get now.
    fn room(&self, place: usize) -> usize {
        (self.quota + usize::from(self.extras > 0)).saturating_sub(self.takers[place].1)
    }

    fn give(&mut self, place: usize, partition: PartitionIndex, shares: &mut Shares) {
        let (member, count) = &mut self.takers[place];
        *count += 1;
        // room() lets nobody have more than one above the quota.
        if *count > self.quota {
            self.extras -= 1;
        }
        self.free.remove(&partition);
        shares[*member].push(partition);
    }

    /// To each taker in turn as many free partitions as it has room for, if `fits` allows them.
    fn give_runs(&mut self, shares: &mut Shares, fits: impl Fn(MemberIndex, PartitionIndex) -> bool) {
        for place in 0..self.takers.len() {
            let member = self.takers[place].0;
            let run: Vec<PartitionIndex> =
                self.free.iter().copied().filter(|&p| fits(member, p)).take(self.room(place)).collect();
            run.into_iter().for_each(|p| self.give(place, p, shares));
        }
    }
}

/// Partition number by partition number over several topics with the same subscribers: the
/// first subscriber with room that is near a replica in all of them gets it in all of them.
fn give_aligned(layout: &Layout<'_>, sharings: &mut [Sharing], topics: &[TopicIndex], shares: &mut Shares) {
    let count = sharings[topics[0]].free.len();
    let places = sharings[topics[0]].takers.len();
    for number in 0..count {
        let fits = |&place: &usize| {
            topics.iter().all(|&t| {
                let sharing = &sharings[t];
                sharing.room(place) > 0 && layout.racks.fits(sharing.takers[place].0, sharing.first + number)
            })
        };
        let Some(place) = (0..places).find(fits) else { continue };
        for &t in topics {
            let partition = sharings[t].first + number;
            sharings[t].give(place, partition, shares);
        }
    }
}
