//! All members subscribe to the same topics: everybody gets the same number, or one more.

use super::super::java_order;
use super::super::layout::{Layout, MemberIndex, PartitionIndex, Shares};
use super::{Claims, Target};
use std::collections::{HashMap, HashSet};

/// Keeps what fits the quota, then fills up.
pub(super) fn assign(layout: &Layout<'_>, claims: Claims) -> Target {
    let mut filling = Filling::new(layout);
    filling.keep(&claims);
    let mut free = filling.free();
    if filling.racks_matter {
        filling.give_near(&mut free);
    }
    filling.give_in_turn(&free);
    let mut in_transfer = claims.contested;
    for (member, share) in filling.shares.iter().enumerate() {
        let from_other =
            |p: &PartitionIndex| filling.surrendered.get(p).is_some_and(|&owner| owner != member);
        in_transfer.extend(share.iter().copied().filter(from_other));
    }
    Target { shares: filling.shares, in_transfer }
}

struct Filling<'a> {
    layout: &'a Layout<'a>,
    shares: Shares,
    /// What everybody gets at least.
    quota: usize,
    /// How many more members get one above the quota.
    extras: usize,
    /// Members below the quota, in the order of their ids.
    short: Vec<MemberIndex>,
    /// Members at the quota that may get one more, in the order in which they are asked.
    level: Vec<MemberIndex>,
    /// What members own but do not keep, and who owns it.
    surrendered: HashMap<PartitionIndex, MemberIndex>,
    racks_matter: bool,
}

impl<'a> Filling<'a> {
    fn new(layout: &'a Layout<'a>) -> Self {
        let everybody: Vec<MemberIndex> = (0..layout.members.len()).collect();
        let ranges: Vec<_> = layout.topics.iter().map(|t| t.partitions.clone()).collect();
        Filling {
            layout,
            shares: vec![Vec::new(); everybody.len()],
            quota: layout.partition_count() / everybody.len().max(1),
            extras: layout.partition_count() % everybody.len().max(1),
            short: Vec::new(),
            level: Vec::new(),
            surrendered: HashMap::new(),
            racks_matter: layout.racks.matter(&everybody, &ranges),
        }
    }

    /// Lets members keep what they own, up to the quota, the first ones that own more up to
    /// one above it. With racks, only what is near.
    fn keep(&mut self, claims: &Claims) {
        for member in java_order::members(self.layout) {
            let fits = |p: &PartitionIndex| !self.racks_matter || self.layout.racks.fits(member, *p);
            let (mut own, far): (Vec<_>, Vec<_>) = claims.owned[member]
                .iter()
                .copied()
                .filter(|p| !claims.contested.contains(p))
                .partition(fits);
            self.surrendered.extend(far.into_iter().map(|p| (p, member)));
            // Low numbers first: what is cut off comes from all topics alike.
            own.sort_by_key(|&p| (self.layout.name_of(p).1, p));
            let allowed = self.quota + usize::from(self.extras > 0 && own.len() > self.quota);
            if own.len() < self.quota {
                self.short.push(member);
            } else if allowed > self.quota {
                self.extras -= 1;
            } else {
                self.level.push(member);
            }
            self.surrendered.extend(own.drain(allowed.min(own.len())..).map(|p| (p, member)));
            self.shares[member] = own;
        }
        let ranks = self.layout.ranks();
        self.short.sort_by_key(|&m| ranks[m]);
        self.level.sort_by_key(|&m| ranks[m]);
    }

    /// What nobody has: in order, or with racks those first that fewest members are near to.
    fn free(&self) -> Vec<PartitionIndex> {
        let taken: HashSet<PartitionIndex> = self.shares.iter().flatten().copied().collect();
        let mut free: Vec<_> = (0..self.layout.partition_count()).filter(|p| !taken.contains(p)).collect();
        if self.racks_matter {
            let everybody = 0..self.layout.members.len();
            free.sort_by_cached_key(|&p| everybody.clone().filter(|&m| self.layout.racks.near(m, p)).count());
        }
        free
    }

    /// Gives what it can to members in a replica's rack, below the quota first; takes it off `free`.
    fn give_near(&mut self, free: &mut Vec<PartitionIndex>) {
        let mut next = 0;
        free.retain(|&partition| {
            let near = |m: MemberIndex| self.layout.racks.near(m, partition);
            let circle = (0..self.short.len()).map(|i| (next + i) % self.short.len());
            if let Some(place) = circle.into_iter().find(|&i| near(self.short[i])) {
                let member = self.short[place];
                self.shares[member].push(partition);
                next = place;
                if self.shares[member].len() < self.quota {
                    next += 1;
                } else {
                    self.short.remove(place);
                    self.level.push(member);
                }
                next %= self.short.len().max(1);
            } else if let Some(place) = self.level.iter().position(|&m| near(m)).filter(|_| self.extras > 0) {
                let member = self.level.remove(place);
                self.extras -= 1;
                self.shares[member].push(partition);
            } else {
                return true;
            }
            false
        });
    }

    /// Deals the rest out in turn: to members below the quota, then one each to those at it.
    fn give_in_turn(&mut self, free: &[PartitionIndex]) {
        let mut turn = 0;
        let level = std::mem::take(&mut self.level);
        let mut reached = Vec::new();
        let mut free = free.iter().copied();
        while !self.short.is_empty() {
            let Some(partition) = free.next() else { return };
            turn %= self.short.len();
            let member = self.short[turn];
            self.shares[member].push(partition);
            if self.shares[member].len() < self.quota {
                turn += 1;
            } else {
                reached.push(self.short.remove(turn));
            }
        }
        let rest = level.into_iter().chain(reached).take(self.extras);
        for (member, partition) in rest.zip(free) {
            self.shares[member].push(partition);
        }
    }
}
