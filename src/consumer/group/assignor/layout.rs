//! The group in numbers: members, topics and partitions as indexes, for all assignors.

use super::racks::{Racks, rack_numbers};
use super::{GroupMember, GroupTopic, TopicPartition};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

/// Index of a member in the caller's list.
pub(super) type MemberIndex = usize;
/// Index into the topics with subscribers, which stand in the order of their names.
pub(super) type TopicIndex = usize;
/// Number of a partition over all topics, in the order of topic and partition.
pub(super) type PartitionIndex = usize;
/// What each member gets, by its index.
pub(super) type Shares = Vec<Vec<PartitionIndex>>;

/// A topic that exists and has subscribers.
pub(super) struct LaidTopic<'a> {
    name: &'a str,
    /// Its partitions among all.
    pub(super) partitions: Range<PartitionIndex>,
    /// Who subscribes to it, ascending.
    pub(super) subscribers: Vec<MemberIndex>,
}

/// The group in numbers.
pub(super) struct Layout<'a> {
    pub(super) members: &'a [GroupMember],
    pub(super) topics: Vec<LaidTopic<'a>>,
    /// Topics of each member, ascending.
    pub(super) subscriptions: Vec<Vec<TopicIndex>>,
    /// Topic of each partition.
    pub(super) topic_of: Vec<TopicIndex>,
    /// Racks of members and replicas.
    pub(super) racks: Racks,
    topic_by_name: HashMap<&'a str, TopicIndex>,
}

impl<'a> Layout<'a> {
    /// Numbers what takes part: topics with a subscriber and at least one partition.
    pub(super) fn new(members: &'a [GroupMember], topics: &'a [GroupTopic]) -> Self {
        let subscribed: BTreeSet<&str> =
            members.iter().flat_map(|m| m.topics.iter().map(String::as_str)).collect();
        let existing: BTreeMap<&str, &GroupTopic> = topics
            .iter()
            .filter(|t| t.partitions > 0 && subscribed.contains(t.name.as_str()))
            .map(|t| (t.name.as_str(), t))
            .collect();
        let mut laid = Vec::with_capacity(existing.len());
        let mut topic_of = Vec::new();
        let mut topic_by_name = HashMap::with_capacity(existing.len());
        for (index, (&name, topic)) in existing.iter().enumerate() {
            let first = topic_of.len();
            topic_of.resize(first + topic.partitions as usize, index);
            topic_by_name.insert(name, index);
            laid.push(LaidTopic { name, partitions: first..topic_of.len(), subscribers: Vec::new() });
        }
        let mut subscriptions = Vec::with_capacity(members.len());
        for (index, member) in members.iter().enumerate() {
            let own: BTreeSet<TopicIndex> =
                member.topics.iter().filter_map(|t| topic_by_name.get(t.as_str()).copied()).collect();
            own.iter().for_each(|&t| laid[t].subscribers.push(index));
            subscriptions.push(own.into_iter().collect());
        }
        let racks = rack_numbers(members, existing.values().copied());
        Layout { members, topics: laid, subscriptions, topic_of, racks, topic_by_name }
    }

    /// Number of partitions that take part.
    pub(super) fn partition_count(&self) -> usize {
        self.topic_of.len()
    }

    /// The number of a partition, if it exists and takes part.
    pub(super) fn find(&self, partition: &TopicPartition) -> Option<PartitionIndex> {
        let topic = &self.topics[*self.topic_by_name.get(partition.topic.as_str())?];
        let index = topic.partitions.start.checked_add(usize::try_from(partition.partition).ok()?)?;
        topic.partitions.contains(&index).then_some(index)
    }

    /// Name of a partition's topic, and its number there.
    pub(super) fn name_of(&self, partition: PartitionIndex) -> (&'a str, i32) {
        let topic = &self.topics[self.topic_of[partition]];
        (topic.name, (partition - topic.partitions.start) as i32)
    }

    /// Whether a member subscribes to the topic of a partition.
    pub(super) fn wants(&self, member: MemberIndex, partition: PartitionIndex) -> bool {
        self.subscriptions[member].binary_search(&self.topic_of[partition]).is_ok()
    }

    /// Members in the order in which they are served: static ones by instance id, then the
    /// others by member id.
    pub(super) fn static_first(&self, members: impl IntoIterator<Item = MemberIndex>) -> Vec<MemberIndex> {
        let mut order: Vec<MemberIndex> = members.into_iter().collect();
        order.sort_by_key(|&m| {
            let member = &self.members[m];
            (member.instance_id.is_none(), member.instance_id.as_ref().unwrap_or(&member.id))
        });
        order
    }

    /// Each member's place in the order of member ids.
    pub(super) fn ranks(&self) -> Vec<usize> {
        let mut order: Vec<MemberIndex> = (0..self.members.len()).collect();
        order.sort_by_key(|&m| &self.members[m].id);
        let mut ranks = vec![0; order.len()];
        order.into_iter().enumerate().for_each(|(rank, m)| ranks[m] = rank);
        ranks
    }

    /// The shares by name, each sorted by topic and partition.
    pub(super) fn name_partitions(&self, shares: Shares) -> Vec<Vec<TopicPartition>> {
        let named = |partition| {
            let (topic, partition) = self.name_of(partition);
            TopicPartition { topic: topic.to_owned(), partition }
        };
        shares
            .into_iter()
            .map(|mut share| {
                share.sort_unstable();
                share.into_iter().map(named).collect()
            })
            .collect()
    }
}
