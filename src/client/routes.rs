//! Which broker owns which partition, and the way from one to the next.
//!
//! Owned by the main core. Partitions without a leader stay with main, in a
//! sender that has no connection: it expires and purges their messages.

use crate::base::time::Time;
use crate::ops::{BrokerIndex, BrokerOp};
use crate::producer::{PartitionSender, Sender, SenderOut};
use std::collections::HashMap;
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In the sender without connection.
    Main,
    /// Joined to a broker.
    Broker(BrokerIndex),
    /// Asked back from a broker, not here yet.
    Leaving,
}

struct Route {
    place: Place,
    /// Where it should be; `None` while no leader is known.
    target: Option<BrokerIndex>,
    leader_epoch: i32,
}

/// The routes of all partitions of a handle.
pub struct Routes {
    routes: HashMap<Arc<str>, Vec<Route>>,
    leaderless: Sender,
}

/// An op for a broker.
pub type Routed = (BrokerIndex, BrokerOp);

impl Routes {
    /// No partitions yet; `leaderless` is the sender without connection.
    pub fn new(leaderless: Sender) -> Routes {
        Routes { routes: HashMap::new(), leaderless }
    }

    /// The sender that holds partitions without a leader.
    pub fn leaderless(&mut self) -> &mut Sender {
        &mut self.leaderless
    }

    /// Takes over a new partition; ids come in ascending order without gaps.
    pub fn add(&mut self, now: Time, partition: Box<PartitionSender>) {
        let topic = partition.partition.topic.clone();
        let routes = self.routes.entry(topic).or_default();
        debug_assert_eq!(routes.len() as i32, partition.partition.id);
        routes.push(Route { place: Place::Main, target: None, leader_epoch: -1 });
        self.leaderless.join(now, partition);
    }

    /// Metadata or an answer names a leader (`None`: there is none). Older news
    /// than what is known is ignored: false.
    pub fn set_leader(
        &mut self,
        now: Time,
        topic: &Arc<str>,
        id: i32,
        (target, leader_epoch): (Option<BrokerIndex>, i32),
        ops: &mut Vec<Routed>,
        out: &mut SenderOut,
    ) -> bool {
        let Some(route) = self.route(topic, id) else { return false };
        if leader_epoch >= 0 && leader_epoch < route.leader_epoch {
            return false;
        }
        route.leader_epoch = route.leader_epoch.max(leader_epoch);
        route.target = target;
        match route.place {
            Place::Main if target.is_some() => {
                self.leaderless.leave(now, topic, id, out);
                self.collect(now, ops, out);
            }
            Place::Broker(owner) if target != Some(owner) => {
                route.place = Place::Leaving;
                ops.push((owner, BrokerOp::Leave { topic: topic.clone(), partition: id }));
            }
            Place::Main | Place::Broker(_) | Place::Leaving => {}
        }
        true
    }

    /// Topics of which a broker leads a partition.
    pub fn topics_of(&self, broker: BrokerIndex) -> Vec<Arc<str>> {
        let led = |routes: &[Route]| routes.iter().any(|route| route.target == Some(broker));
        self.routes.iter().filter(|(_, routes)| led(routes)).map(|(topic, _)| topic.clone()).collect()
    }

    /// Asks everything back that a broker owns or should own: it is retired.
    pub fn evict(&mut self, owner: BrokerIndex, ops: &mut Vec<Routed>) {
        for (topic, routes) in &mut self.routes {
            for (id, route) in routes.iter_mut().enumerate() {
                if route.target == Some(owner) {
                    route.target = None;
                }
                if route.place == Place::Broker(owner) {
                    route.place = Place::Leaving;
                    ops.push((owner, BrokerOp::Leave { topic: topic.clone(), partition: id as i32 }));
                }
            }
        }
    }

    /// A partition is back from its broker: on to where it should be.
    pub fn returned(&mut self, now: Time, partition: Box<PartitionSender>, ops: &mut Vec<Routed>) {
        let (topic, id) = (partition.partition.topic.clone(), partition.partition.id);
        let Some(route) = self.route(&topic, id) else { return };
        match route.target {
            Some(target) => {
                route.place = Place::Broker(target);
                ops.push((target, BrokerOp::Join(partition)));
            }
            None => {
                route.place = Place::Main;
                self.leaderless.join(now, partition);
            }
        }
    }

    /// Partitions that the sender without connection gave back go on their way.
    fn collect(&mut self, now: Time, ops: &mut Vec<Routed>, out: &mut SenderOut) {
        for partition in std::mem::take(&mut out.returned) {
            self.returned(now, partition, ops);
        }
    }

    /// A join never reached its broker, which has ended: look for a leader anew.
    pub fn lost_target(&mut self, topic: &str, id: i32, broker: BrokerIndex) {
        if let Some(route) = self.route(topic, id).filter(|route| route.target == Some(broker)) {
            route.target = None;
        }
    }

    /// When the sender without connection has something to do.
    pub fn deadline(&self) -> Time {
        self.leaderless.deadline()
    }

    /// Number of partitions of a topic that have no leader.
    pub fn leaderless_cnt(&self, topic: &str) -> usize {
        self.routes.get(topic).map_or(0, |routes| routes.iter().filter(|r| r.target.is_none()).count())
    }

    /// A topic was created anew: leader epochs start again.
    pub fn forget_epochs(&mut self, topic: &str) {
        for route in self.routes.get_mut(topic).into_iter().flatten() {
            route.leader_epoch = -1;
        }
    }

    fn route(&mut self, topic: &str, id: i32) -> Option<&mut Route> {
        self.routes.get_mut(topic)?.get_mut(usize::try_from(id).ok()?)
    }
}
