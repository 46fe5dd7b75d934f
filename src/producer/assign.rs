//! Metadata for a topic: its partitions come into being, messages that waited get theirs.
//!
//! Runs on the main thread. The hand-over must not let a message overtake an earlier one,
//! while application threads go on producing:
//!
//! - They look at the topic's picture; if it says "unknown", they lock the unassigned
//!   accumulator, and start over if that is closed.
//! - Main takes messages out and moves them until it finds the accumulator empty *under
//!   its lock*; then it publishes the new picture and closes the accumulator before it
//!   lets go of the lock. So whoever still sees the old picture either appended before
//!   main looked (and is moved), or finds it closed (and looks again).

use super::delivery::{Delivery, MessageStatus, Outcome};
use super::partition_sender::PartitionSender;
use super::partitioner;
use crate::base::time::Time;
use crate::error::ErrorCode;
use crate::topic::{Append, Batch, MovedMessage, Partition, Topic, TopicLook, TopicState, TopicView};
use std::sync::Arc;

/// How many messages fail for lack of a partition are gathered into one report.
type Failed<'a> = &'a mut Vec<Delivery>;

/// Node id and epoch of a leader, -1 each if there is none or it is not known.
pub type Leader = (i32, i32);

impl Topic {
    /// Metadata says that the topic exists, and who leads its partitions (0, 1, ...):
    /// new partitions come back as values for the main core, messages without a
    /// partition are distributed, those that can not be (no such partition) are
    /// reported into `failed`.
    pub fn set_exists(
        self: &Arc<Self>,
        now: Time,
        leaders: &[Leader],
        id: [u8; 16],
        failed: Failed<'_>,
    ) -> Vec<Box<PartitionSender>> {
        let (old, partition_cnt) = (self.view(), leaders.len());
        // Before anything is distributed: random partitioners choose among partitions
        // that have a leader.
        for (partition, (leader, epoch)) in old.partitions.iter().zip(leaders) {
            partition.set_leader(*leader, *epoch);
        }
        let same = old.state == TopicState::Exists && old.partition_cnt == partition_cnt && old.id == id;
        if same || partition_cnt == 0 {
            return Vec::new();
        }
        let mut partitions = old.partitions.clone();
        let mut added = Vec::new();
        for (id, (leader, epoch)) in leaders.iter().enumerate().skip(partitions.len()) {
            let partition = Arc::new(Partition::new(self.name.clone(), id as i32, Arc::downgrade(self)));
            partition.set_leader(*leader, *epoch);
            added.push(Box::new(PartitionSender::new(self.clone(), partition.clone())));
            partitions.push(partition);
        }
        let fewer = partition_cnt < old.partition_cnt;
        let view = TopicView { state: TopicState::Exists, id, partitions, partition_cnt };
        self.hand_over(
            now,
            view,
            |topic, look, batch, failed| topic.distribute(now, look, batch, failed),
            failed,
        );
        if fewer {
            self.poke();
        }
        added
    }

    /// Metadata says that there is no such topic, or that it can not be used:
    /// what waits fails, later messages are refused. Messages that already have a
    /// partition are failed by the owner of its sender, who is told.
    pub fn set_missing(self: &Arc<Self>, now: Time, code: ErrorCode, failed: Failed<'_>) {
        let view = TopicView { state: TopicState::Missing(code), ..(*self.view()).clone() };
        self.hand_over(
            now,
            view,
            |topic, _, batch, failed| topic.fail_wanting(now, batch, code, failed),
            failed,
        );
        self.poke();
    }

    /// Replaces the picture; messages in the unassigned accumulator go to `place` first.
    fn hand_over(
        self: &Arc<Self>,
        _now: Time,
        view: TopicView,
        place: impl Fn(&Arc<Topic>, TopicLook<'_>, Batch, Failed<'_>),
        failed: Failed<'_>,
    ) {
        let look = self.announce(&view);
        loop {
            let batch = {
                let mut unassigned = self.unassigned.lock();
                match unassigned.take_any() {
                    Some(batch) => batch,
                    None => {
                        self.publish(view);
                        unassigned.close();
                        return;
                    }
                }
            };
            place(self, look, batch, failed);
        }
    }

    /// Has the owners of all partitions look at them: some are gone.
    fn poke(&self) {
        for partition in &self.view().partitions {
            // Between two owners: the next one looks by itself.
            let owner = partition.lock().owner();
            if let Some(owner) = owner {
                owner.ready(partition);
            }
        }
    }

    /// Gives messages their partitions.
    fn distribute(self: &Arc<Self>, now: Time, look: TopicLook<'_>, batch: Batch, failed: Failed<'_>) {
        let mut homeless: Vec<(i32, Batch)> = Vec::new();
        batch.take_apart(|from, moved| {
            let id = match moved.wanted {
                -1 => {
                    let message = from.message(moved.index);
                    partitioner::choose(self, look, message.key, message.opaque, now)
                }
                id => id,
            };
            match look.partition(id) {
                Some(partition) => {
                    let told = partition.lock().append_moved(from, moved, &self.settings);
                    if let Append::Tell(owner) = told {
                        owner.ready(partition);
                    }
                }
                None => gather(&mut homeless, id, from, moved),
            }
        });
        self.fail_all(now, homeless, ErrorCode::LOCAL_UNKNOWN_PARTITION, failed);
    }

    /// Fails messages without a partition, each with the partition it asked for.
    fn fail_wanting(self: &Arc<Self>, now: Time, batch: Batch, code: ErrorCode, failed: Failed<'_>) {
        if let Some(wanted) = batch.wanted_by_all() {
            self.fail_all(now, vec![(wanted, batch)], code, failed);
            return;
        }
        let mut groups = Vec::new();
        batch.take_apart(|from, moved| gather(&mut groups, moved.wanted, from, moved));
        self.fail_all(now, groups, code, failed);
    }

    fn fail_all(self: &Arc<Self>, now: Time, groups: Vec<(i32, Batch)>, code: ErrorCode, failed: Failed<'_>) {
        for (partition, batch) in groups {
            let outcome = Outcome::failed(code, MessageStatus::NotPersisted, now);
            failed.push(Delivery::new(self.clone(), partition, batch, outcome));
        }
    }

    /// Fails messages without a partition that have waited too long.
    pub fn expire_unassigned(self: &Arc<Self>, now: Time, failed: Failed<'_>) {
        let Some(timeout_us) = self.settings.message_timeout_us else { return };
        let Some(limit_us) = now.0.checked_sub(timeout_us) else { return };
        let expired = self.unassigned.lock().take_produced_until(Time(limit_us));
        for batch in expired {
            self.fail_wanting(now, batch, ErrorCode::LOCAL_MSG_TIMED_OUT, failed);
        }
    }

    /// Fails all messages without a partition (purge, end of the handle).
    pub fn fail_unassigned(self: &Arc<Self>, now: Time, code: ErrorCode, failed: Failed<'_>) {
        loop {
            let batch = self.unassigned.lock().take_any();
            match batch {
                Some(batch) => self.fail_wanting(now, batch, code, failed),
                None => return,
            }
        }
    }

    /// When [`Topic::expire_unassigned`] is due.
    pub fn unassigned_deadline(&self) -> Time {
        match (self.unassigned.first_enqueued(), self.settings.message_timeout_us) {
            (Some(first), Some(timeout_us)) => first.after_us(timeout_us),
            _ => Time::NEVER,
        }
    }
}

/// Appends a message to the last group, or begins another one.
fn gather(groups: &mut Vec<(i32, Batch)>, partition: i32, from: &Batch, moved: MovedMessage) {
    match groups.last_mut() {
        Some((last, batch)) if *last == partition => batch.push_moved(from, moved),
        _ => {
            let mut batch = Batch::default();
            batch.push_moved(from, moved);
            groups.push((partition, batch));
        }
    }
}
