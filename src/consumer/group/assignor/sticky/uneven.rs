//! Members subscribe to different topics: partitions go to the member with fewest, then move
//! from members with many to members with few as long as that helps (KIP-54).

use super::super::layout::{Layout, MemberIndex, PartitionIndex, Shares, TopicIndex};
use super::Claims;
use super::movements::Movements;
use std::collections::{BTreeSet, HashSet};

/// Keeps, fills up and balances.
pub(super) fn assign(layout: &Layout<'_>, claims: Claims) -> Shares {
    let mut balance = Balance::new(layout, claims.former);
    let revoking = balance.keep(&claims.owned);
    let free: Vec<PartitionIndex> =
        balance.queue.iter().copied().filter(|&p| balance.owner[p].is_none()).collect();
    let fresh = balance.by_count.last().is_none_or(|&(count, _, _)| count == 0);
    balance.fill(&free);
    balance.drop_settled();
    let before = balance.owner.clone();
    let movable = |list: &[PartitionIndex]| -> Vec<PartitionIndex> {
        list.iter().copied().filter(|&p| layout.topics[layout.topic_of[p]].subscribers.len() > 1).collect()
    };
    // New partitions alone may be enough: then nobody loses anything.
    if !revoking && !fresh {
        balance.level_out(&movable(&free));
    }
    let moved = balance.level_out(&movable(&balance.queue));
    if !fresh && moved && balance.score(&balance.owner) >= balance.score(&before) {
        balance.owner = before;
    }
    balance.shares()
}

struct Balance<'a> {
    layout: &'a Layout<'a>,
    /// Partitions in the order in which they are looked at: topics with few subscribers first.
    queue: Vec<PartitionIndex>,
    owner: Vec<Option<MemberIndex>>,
    /// Number of partitions of each member.
    counts: Vec<usize>,
    /// Members that can give or take: by count, then by id.
    by_count: BTreeSet<(usize, usize, MemberIndex)>,
    ranks: Vec<usize>,
    former: Vec<Option<MemberIndex>>,
    movements: Movements,
    racks_matter: bool,
}

impl<'a> Balance<'a> {
    fn new(layout: &'a Layout<'a>, former: Vec<Option<MemberIndex>>) -> Self {
        let mut topics: Vec<TopicIndex> = (0..layout.topics.len()).collect();
        topics.sort_by_key(|&t| layout.topics[t].subscribers.len());
        let queue: Vec<PartitionIndex> =
            topics.into_iter().flat_map(|t| layout.topics[t].partitions.clone()).collect();
        let everybody: Vec<MemberIndex> = (0..layout.members.len()).collect();
        let ranges: Vec<_> = layout.topics.iter().map(|t| t.partitions.clone()).collect();
        let racks_matter = layout.racks.matter(&everybody, &ranges);
        Balance {
            layout,
            queue,
            owner: vec![None; layout.partition_count()],
            counts: vec![0; everybody.len()],
            by_count: BTreeSet::new(),
            ranks: layout.ranks(),
            former,
            movements: Movements::default(),
            racks_matter,
        }
    }

    /// Lets members keep what they own and still want; true when somebody does not.
    fn keep(&mut self, owned: &Shares) -> bool {
        let mut revoking = false;
        for (member, own) in owned.iter().enumerate() {
            for &partition in own {
                let fits = !self.racks_matter || self.layout.racks.fits(member, partition);
                if fits && self.layout.wants(member, partition) {
                    self.owner[partition] = Some(member);
                    self.counts[member] += 1;
                } else {
                    revoking = true;
                }
            }
        }
        self.by_count = (0..self.counts.len()).map(|m| self.standing(m)).collect();
        revoking
    }

    fn standing(&self, member: MemberIndex) -> (usize, usize, MemberIndex) {
        (self.counts[member], self.ranks[member], member)
    }

    /// The member with fewest partitions that wants this one, and whose rack fits if `near`.
    fn neediest(&self, partition: PartitionIndex, near: bool) -> Option<MemberIndex> {
        let fits = |m: MemberIndex| !near || self.layout.racks.fits(m, partition);
        self.by_count.iter().map(|&(_, _, m)| m).find(|&m| self.layout.wants(m, partition) && fits(m))
    }

    /// Gives partitions without owner to members whose rack fits, then the others to any.
    fn fill(&mut self, free: &[PartitionIndex]) {
        let passes: &[bool] = if self.racks_matter { &[true, false] } else { &[false] };
        for &near in passes {
            for &partition in free {
                if self.owner[partition].is_none()
                    && let Some(member) = self.neediest(partition, near)
                {
                    self.hand_over(partition, member);
                }
            }
        }
    }

    fn hand_over(&mut self, partition: PartitionIndex, to: MemberIndex) {
        if let Some(from) = self.owner[partition].replace(to) {
            self.recount(from, self.counts[from] - 1);
        }
        self.recount(to, self.counts[to] + 1);
    }

    fn recount(&mut self, member: MemberIndex, count: usize) {
        let listed = self.by_count.remove(&self.standing(member));
        self.counts[member] = count;
        if listed {
            self.by_count.insert(self.standing(member));
        }
    }

    /// Takes members out of the race that have all they can get and share no topic.
    fn drop_settled(&mut self) {
        let layout = self.layout;
        let settled = |m: MemberIndex, count: usize| {
            let topics = layout.subscriptions[m].iter().map(|&t| &layout.topics[t]);
            let wanted: usize = topics.clone().map(|t| t.partitions.len()).sum();
            count >= wanted && topics.into_iter().all(|t| t.subscribers.len() < 2)
        };
        self.by_count.retain(|&(count, _, m)| !settled(m, count));
    }

    /// Moves partitions of `list` to members with fewer, over and over until nothing moves or
    /// all is balanced. Whether anything moved.
    fn level_out(&mut self, list: &[PartitionIndex]) -> bool {
        let mut moved = false;
        loop {
            let mut again = false;
            for &partition in list {
                if self.balanced() {
                    break;
                }
                if let Some(to) = self.better_owner(partition) {
                    self.shift(partition, to);
                    again = true;
                }
            }
            if !again {
                return moved;
            }
            moved = true;
        }
    }

    /// Who should have the partition instead of its owner: its former owner, or who has fewest,
    /// if that member has at least two fewer. Balance goes before racks here. A former owner that
    /// no longer subscribes to the topic does not get it (with the Java client it may).
    fn better_owner(&self, partition: PartitionIndex) -> Option<MemberIndex> {
        let owner = self.owner[partition]?;
        let poorer = |m: MemberIndex| self.counts[owner] > self.counts[m] + 1;
        if let Some(former) = self.former[partition].filter(|&m| self.layout.wants(m, partition) && poorer(m))
        {
            return Some(former);
        }
        self.neediest(partition, false).filter(|&m| poorer(m))
    }

    fn shift(&mut self, partition: PartitionIndex, to: MemberIndex) {
        let Some(owner) = self.owner[partition] else { return };
        let partition = self.movements.instead_of(self.layout, partition, owner, to);
        let Some(from) = self.owner[partition] else { return };
        self.movements.note(self.layout, partition, from, to);
        self.hand_over(partition, to);
    }

    /// Whether no member could take a partition from one that has more.
    fn balanced(&self) -> bool {
        let (Some(least), Some(most)) = (self.by_count.first(), self.by_count.last()) else { return true };
        if least.0 + 1 >= most.0 {
            return true;
        }
        let richest: Vec<usize> = self
            .layout
            .topics
            .iter()
            .map(|t| {
                self.owner[t.partitions.clone()].iter().flatten().map(|&m| self.counts[m]).max().unwrap_or(0)
            })
            .collect();
        let content =
            |m: MemberIndex| self.layout.subscriptions[m].iter().all(|&t| richest[t] <= self.counts[m]);
        self.by_count.iter().all(|&(_, _, m)| content(m))
    }

    /// Sum of the differences between members' counts: the smaller, the better balanced.
    fn score(&self, owner: &[Option<MemberIndex>]) -> usize {
        let mut counts = vec![0usize; self.counts.len()];
        owner.iter().flatten().for_each(|&m| counts[m] += 1);
        let listed: HashSet<MemberIndex> = self.by_count.iter().map(|&(_, _, m)| m).collect();
        let mut counts: Vec<usize> = listed.into_iter().map(|m| counts[m]).collect();
        counts.sort_unstable();
        let pairs = counts.iter().enumerate();
        pairs.map(|(i, &big)| counts[..i].iter().map(|&small| big - small).sum::<usize>()).sum()
    }

    fn shares(&self) -> Shares {
        let mut shares = vec![Vec::new(); self.counts.len()];
        for (partition, owner) in self.owner.iter().enumerate() {
            if let Some(member) = *owner {
                shares[member].push(partition);
            }
        }
        shares
    }
}
