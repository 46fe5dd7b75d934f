//! Topics and the routes of their partitions: what metadata means for them.

use super::MainCore;
use crate::base::log::Debug;
use crate::base::time::Time;
use crate::error::{Error, ErrorCode};
use crate::metadata::{ClusterMetadata, MetadataScope, PartitionMetadata, TopicMetadata};
use crate::ops::BrokerIndex;
use crate::producer::SenderOut;
use crate::topic::{Topic, TopicState};
use std::collections::HashMap;
use std::sync::Arc;

struct Tracked {
    topic: Arc<Topic>,
    /// When the brokers first said that they do not know it, or when it was first wanted.
    since: Time,
    /// When metadata last named it.
    metadata_at: Option<Time>,
}

/// How many partitions may be missing between those that a broker names.
const GAPS_MAX: usize = 1000;

/// The topics that the handle uses.
#[derive(Default)]
pub(super) struct Topics {
    tracked: HashMap<Arc<str>, Tracked>,
}

impl Topics {
    /// When metadata last named the topic.
    pub(super) fn metadata_at(&self, topic: &str) -> Option<Time> {
        self.tracked.get(topic)?.metadata_at
    }

    /// When messages without a partition expire.
    pub(super) fn deadline(&self) -> Time {
        self.tracked.values().map(|t| t.topic.unassigned_deadline()).min().unwrap_or(Time::NEVER)
    }

    /// Fails messages that have no partition yet: `rd_kafka_purge()`.
    pub(super) fn purge_unassigned(&mut self, now: Time, out: &mut SenderOut) {
        self.fail_unassigned(now, ErrorCode::LOCAL_PURGE_QUEUE, out);
    }

    /// Fails messages that have no partition yet: the handle goes.
    pub(super) fn terminate(&mut self, now: Time, error: &Error, out: &mut SenderOut) {
        self.fail_unassigned(now, error.code, out);
    }

    fn fail_unassigned(&mut self, now: Time, code: ErrorCode, out: &mut SenderOut) {
        for tracked in self.tracked.values() {
            tracked.topic.fail_unassigned(now, code, &mut out.deliveries);
        }
    }
}

impl MainCore {
    pub(super) fn on_topic_wanted(&mut self, now: Time, topic: Arc<Topic>) {
        let name = topic.name.clone();
        self.topics.tracked.entry(name.clone()).or_insert(Tracked { topic, since: now, metadata_at: None });
        self.refresh.want(now, &name);
    }

    /// Metadata of a topic is wanted that the handle may not use otherwise.
    pub(super) fn request_topic(&mut self, now: Time, topic: &Arc<str>) {
        self.refresh.want(now, topic);
    }

    pub(super) fn apply_topics(&mut self, now: Time, answer: &ClusterMetadata, scope: &MetadataScope) {
        for topic in &answer.topics {
            self.apply_topic(now, topic);
        }
        // What was asked for and not answered does not exist.
        let names: Vec<Arc<str>> = match scope {
            MetadataScope::Topics(names) => names.clone(),
            MetadataScope::AllTopics => self.topics.tracked.keys().cloned().collect(),
        };
        for name in names.iter().filter(|name| answer.topic(name).is_none()) {
            self.topic_missing(now, name, ErrorCode::UNKNOWN_TOPIC_OR_PART);
        }
    }

    fn apply_topic(&mut self, now: Time, metadata: &TopicMetadata) {
        match metadata.error {
            ErrorCode::NO_ERROR => self.topic_exists(now, metadata),
            ErrorCode::LEADER_NOT_AVAILABLE if !metadata.partitions.is_empty() => {
                self.topic_exists(now, metadata);
            }
            ErrorCode::UNKNOWN_TOPIC_OR_PART
            | ErrorCode::TOPIC_EXCEPTION
            | ErrorCode::TOPIC_AUTHORIZATION_FAILED => {
                self.topic_missing(now, &metadata.name, metadata.error);
            }
            // The broker does not know yet (being created, controller moving).
            _ => self.refresh.unsettled(now, &metadata.name),
        }
    }

    fn topic_exists(&mut self, now: Time, metadata: &TopicMetadata) {
        let name = &metadata.name;
        let Some(tracked) = self.topics.tracked.get_mut(name) else {
            return self.untracked(now, name);
        };
        let (topic, mut out) = (tracked.topic.clone(), SenderOut::default());
        tracked.since = now;
        tracked.metadata_at = Some(now);
        let old = topic.view();
        if old.id != metadata.id && old.id != [0; 16] {
            self.routes.forget_epochs(name);
        }
        let leaders = leaders_by_id(&metadata.partitions);
        let added = topic.set_exists(now, &leaders, metadata.id, &mut out.deliveries);
        if added.is_empty() && old.state == TopicState::Exists {
            // The usual case: nothing but leaders to look at.
        } else {
            self.debug(Debug::Topic, "TOPIC", || {
                format!("{name}: {} partition(s)", metadata.partitions.len())
            });
        }
        for partition in added {
            self.routes.add(now, partition);
        }
        self.route_out(out);
        self.apply_leaders(now, metadata);
        if self.routes.leaderless_cnt(name) > 0 {
            self.refresh.unsettled(now, name);
        } else {
            self.refresh.settled(now, name);
        }
    }

    fn apply_leaders(&mut self, now: Time, metadata: &TopicMetadata) {
        for partition in &metadata.partitions {
            let leader = self.directory.by_node(partition.leader).map(|entry| entry.index);
            self.route_partition(now, &metadata.name, partition.id, (leader, partition.leader_epoch));
        }
    }

    /// Tells application threads who leads a partition (node id and epoch): random and
    /// sticky partitioners prefer partitions with a leader.
    pub(super) fn note_leader(&self, topic: &Arc<str>, partition: i32, (node, epoch): (i32, i32)) {
        if let Some(tracked) = self.topics.tracked.get(topic)
            && let Some(partition) = tracked.topic.peek().partition(partition)
        {
            partition.set_leader(node, epoch);
        }
    }

    /// Sends a partition to where its leader is.
    pub(super) fn route_partition(
        &mut self,
        now: Time,
        topic: &Arc<str>,
        partition: i32,
        leader: (Option<BrokerIndex>, i32),
    ) {
        let (mut ops, mut out) = (Vec::new(), SenderOut::default());
        self.routes.set_leader(now, topic, partition, leader, &mut ops, &mut out);
        self.send_routed(ops);
        self.route_out(out);
    }

    /// A topic that only a look-up may want: asked for again while it does.
    fn untracked(&mut self, now: Time, name: &Arc<str>) {
        if self.lookups.wants_topic(name) {
            self.refresh.unsettled(now, name);
        } else {
            self.refresh.forget(name);
        }
    }

    /// The brokers say that there is no such topic, or that we may not use it.
    /// A topic that was never seen gets time to be created.
    fn topic_missing(&mut self, now: Time, name: &Arc<str>, code: ErrorCode) {
        let Some(tracked) = self.topics.tracked.get(name) else {
            return self.untracked(now, name);
        };
        let topic = tracked.topic.clone();
        let fresh = topic.view().state == TopicState::Unknown
            && code == ErrorCode::UNKNOWN_TOPIC_OR_PART
            && now.ms_since(tracked.since) < self.settings.propagation_ms_max;
        if fresh {
            self.refresh.unsettled(now, name);
            return;
        }
        let mut out = SenderOut::default();
        topic.set_missing(now, code, &mut out.deliveries);
        self.route_out(out);
        self.refresh.settled(now, name);
    }

    /// Fails what has waited too long without a leader or without a partition.
    pub(super) fn expire_messages(&mut self, now: Time) {
        let mut out = SenderOut::default();
        self.routes.leaderless().poll(now, 0, &mut out);
        for tracked in self.topics.tracked.values() {
            tracked.topic.expire_unassigned(now, &mut out.deliveries);
        }
        self.route_out(out);
    }
}

/// Leaders of partitions 0, 1, ...; a gap in what the broker names has none. Brokers name
/// all partitions, so an id far beyond their number is damage, and no reason to allocate.
fn leaders_by_id(partitions: &[PartitionMetadata]) -> Vec<(i32, i32)> {
    let ids = partitions.iter().filter_map(|partition| usize::try_from(partition.id).ok());
    let count = ids.filter(|id| *id < partitions.len() + GAPS_MAX).max().map_or(0, |id| id + 1);
    let mut leaders = vec![(-1, -1); count];
    for partition in partitions {
        if let Some(leader) = usize::try_from(partition.id).ok().and_then(|id| leaders.get_mut(id)) {
            *leader = (partition.leader, partition.leader_epoch);
        }
    }
    leaders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_ids_do_not_make_partitions() {
        let partition = |id| PartitionMetadata {
            id,
            error: ErrorCode::NO_ERROR,
            leader: 1,
            leader_epoch: 5,
            replicas: vec![],
            isrs: vec![],
        };
        let leaders = leaders_by_id(&[-7, 0, 2, i32::MAX].map(partition));
        assert_eq!(leaders, [(1, 5), (-1, -1), (1, 5)]);
        assert!(leaders_by_id(&[partition(i32::MAX)]).is_empty());
    }
}
