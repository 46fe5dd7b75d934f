//! Topics and partitions of the mock cluster: who leads, who follows, what is stored.
//!
//! Plain state, changed on the mock thread only.

use std::collections::VecDeque;

use super::error_stack::ErrorStacks;
use super::partition_log::{PartitionLog, Retention};
use super::producer_state::ProducerStates;
use crate::error::ErrorCode;
use crate::protocol::Uuid;

/// A topic.
#[derive(Debug)]
pub struct Topic {
    /// Name.
    pub name: String,
    /// Id (KIP-516).
    pub id: Uuid,
    /// What Metadata says about it.
    pub error: ErrorCode,
    /// As asked for; a partition has as many replicas as there are brokers at most.
    pub replication_factor: usize,
    /// Partitions, index = partition number.
    pub partitions: Vec<Partition>,
}

/// A partition.
#[derive(Debug)]
pub struct Partition {
    /// Broker that serves it, `None` while there is none.
    pub leader: Option<i32>,
    /// Goes up with every change of leader.
    pub leader_epoch: i32,
    /// Brokers that hold it, all in sync.
    pub replicas: Vec<i32>,
    /// Replica that consumers are sent to (KIP-392).
    pub follower: Option<i32>,
    /// Low and high watermark of the follower; -1 or `None` means the leader's.
    pub follower_watermarks: Option<(i64, i64)>,
    /// Leader and epoch that the next Metadata answers claim, one each.
    pub leader_responses: VecDeque<(i32, i32)>,
    /// Errors for requests that name this partition.
    pub errors: ErrorStacks,
    /// Idempotent producers.
    pub producers: ProducerStates,
    /// Stored batches.
    pub log: PartitionLog,
}

impl Partition {
    fn new(retention: Retention) -> Partition {
        Partition {
            leader: None,
            leader_epoch: 0,
            replicas: Vec::new(),
            follower: None,
            follower_watermarks: None,
            leader_responses: VecDeque::new(),
            errors: ErrorStacks::default(),
            producers: ProducerStates::default(),
            log: PartitionLog::new(retention),
        }
    }

    /// Makes `leader` the leader in a new epoch.
    pub fn set_leader(&mut self, leader: Option<i32>) {
        self.leader = leader;
        self.leader_epoch += 1;
    }

    /// Low and high watermark as `broker_id` knows them.
    pub fn watermarks(&self, broker_id: i32) -> (i64, i64) {
        let (mut low, mut high) = (self.log.start_offset(), self.log.end_offset());
        if self.leader != Some(broker_id)
            && let Some((follower_low, follower_high)) = self.follower_watermarks
        {
            if follower_low >= 0 {
                low = follower_low;
            }
            if follower_high >= 0 {
                high = follower_high;
            }
        }
        (low, high)
    }

    /// The leader epoch check of KIP-320; -1 means the client does not know it.
    pub fn check_epoch(&self, client_epoch: i32) -> ErrorCode {
        if client_epoch < 0 || client_epoch == self.leader_epoch {
            ErrorCode::NO_ERROR
        } else if client_epoch < self.leader_epoch {
            ErrorCode::FENCED_LEADER_EPOCH
        } else {
            ErrorCode::UNKNOWN_LEADER_EPOCH
        }
    }
}

/// Replicas of partition `index` over `brokers`: consecutive brokers, each
/// partition starting where the previous one ended.
fn place(index: usize, replication_factor: usize, brokers: &[i32]) -> Vec<i32> {
    let count = replication_factor.min(brokers.len());
    (0..count).map(|i| brokers[(index * replication_factor + i) % brokers.len()]).collect()
}

impl Topic {
    /// A topic whose partitions are spread over `brokers`; leaders take turns.
    pub fn new(
        name: &str,
        id: Uuid,
        partition_count: usize,
        replication_factor: usize,
        brokers: &[i32],
        retention: Retention,
    ) -> Topic {
        let mut topic = Topic {
            name: name.to_owned(),
            id,
            error: ErrorCode::NO_ERROR,
            replication_factor,
            partitions: (0..partition_count).map(|_| Partition::new(retention)).collect(),
        };
        topic.spread(brokers);
        topic
    }

    fn spread(&mut self, brokers: &[i32]) {
        for (index, partition) in self.partitions.iter_mut().enumerate() {
            partition.replicas = place(index, self.replication_factor, brokers);
            let count = partition.replicas.len();
            partition.leader = (count > 0).then(|| partition.replicas[index % count]);
        }
    }

    /// Places all partitions anew on `brokers`, each in a new leader epoch.
    pub fn reassign(&mut self, brokers: &[i32]) {
        self.spread(brokers);
        for partition in &mut self.partitions {
            partition.leader_epoch += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topic(partitions: usize, replication_factor: usize, brokers: &[i32]) -> Topic {
        Topic::new("t", [1; 16], partitions, replication_factor, brokers, Retention::default())
    }

    #[test]
    fn placement() {
        let replicas = |t: &Topic| t.partitions.iter().map(|p| p.replicas.clone()).collect::<Vec<_>>();
        assert_eq!(
            replicas(&topic(5, 2, &[1, 2, 3])),
            [vec![1, 2], vec![3, 1], vec![2, 3], vec![1, 2], vec![3, 1]]
        );
        assert_eq!(replicas(&topic(1, 9, &[1, 2, 3])), [vec![1, 2, 3]]);
        let leaders: Vec<_> = topic(4, 3, &[1, 2, 3]).partitions.iter().map(|p| p.leader).collect();
        assert_eq!(leaders, [Some(1), Some(2), Some(3), Some(1)]);
        assert_eq!(topic(2, 0, &[1]).partitions[0].leader, None);
        assert!(topic(2, 3, &[]).partitions[1].replicas.is_empty());
    }

    #[test]
    fn reassignment_starts_an_epoch() {
        let mut t = topic(3, 3, &[1, 2, 3]);
        t.reassign(&[1, 3]);
        for partition in &t.partitions {
            assert_eq!(partition.leader_epoch, 1);
            assert!(!partition.replicas.contains(&2));
            assert!(partition.replicas.contains(&partition.leader.unwrap()));
        }
    }

    #[test]
    fn epochs_and_watermarks() {
        let mut t = topic(1, 2, &[1, 2]);
        let p = &mut t.partitions[0];
        p.set_leader(Some(2));
        assert_eq!(p.check_epoch(-1), ErrorCode::NO_ERROR);
        assert_eq!(p.check_epoch(0), ErrorCode::FENCED_LEADER_EPOCH);
        assert_eq!(p.check_epoch(1), ErrorCode::NO_ERROR);
        assert_eq!(p.check_epoch(2), ErrorCode::UNKNOWN_LEADER_EPOCH);
        p.follower_watermarks = Some((5, -1));
        assert_eq!(p.watermarks(2), (0, 0));
        assert_eq!(p.watermarks(1), (5, 0));
    }
}
