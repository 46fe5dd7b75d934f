//! The brokers of a handle: who they are, how they are doing, whom to ask.
//!
//! Owned by the main core. Entries are never removed, so that an index stays
//! valid while the handle lives; a retired entry is marked gone.

use crate::base::time::Time;
use crate::metadata::{BrokerMetadata, ClusterMetadata};
use crate::ops::{BrokerIndex, BrokerSource, BrokerState};
use std::sync::Arc;

/// How long one broker has to connect before another is asked too, milliseconds.
const ASK_NEXT_MS: u64 = 1000;

/// What the main core knows of a broker.
pub struct Entry {
    /// Its index.
    pub index: BrokerIndex,
    /// Where it comes from.
    pub source: BrokerSource,
    /// Host name or address.
    pub host: Arc<str>,
    /// TCP port.
    pub port: u16,
    /// Node id, -1 while only the bootstrap list names it.
    pub node_id: i32,
    /// Last state that its core reported.
    pub state: BrokerState,
    /// A connection attempt failed, or the connection broke, since it was last up.
    pub failed: bool,
    /// When it was asked to connect, if it has not answered with up or down yet.
    pub asked_at: Option<Time>,
    /// It was retired or its core has ended.
    pub gone: bool,
}

impl Entry {
    /// Name as logs and statistics show it.
    pub fn name(&self) -> String {
        if self.node_id >= 0 {
            format!("{}:{}/{}", self.host, self.port, self.node_id)
        } else {
            format!("{}:{}/bootstrap", self.host, self.port)
        }
    }

    fn is_at(&self, host: &str, port: u16) -> bool {
        self.port == port && self.host.eq_ignore_ascii_case(host)
    }
}

/// What became of an entry when metadata named a broker.
#[derive(Debug, PartialEq, Eq)]
pub enum Learned {
    /// Nothing new.
    Known(BrokerIndex),
    /// A bootstrap entry got its node id, or a broker moved: tell its core.
    Updated(BrokerIndex),
    /// A new entry: start its core.
    New(BrokerIndex),
}

/// All brokers of a handle.
#[derive(Default)]
pub struct Directory {
    entries: Vec<Entry>,
    /// All brokers down was reported and none has come up since.
    all_down: bool,
    next_pick: usize,
}

impl Directory {
    /// Adds an entry and returns its index.
    pub fn add(&mut self, source: BrokerSource, host: Arc<str>, port: u16, node_id: i32) -> BrokerIndex {
        let index = BrokerIndex(self.entries.len() as u32);
        self.entries.push(Entry {
            index,
            source,
            host,
            port,
            node_id,
            state: BrokerState::Init,
            failed: false,
            asked_at: None,
            gone: false,
        });
        index
    }

    /// The entry of an index.
    pub fn get(&self, index: BrokerIndex) -> &Entry {
        &self.entries[index.0 as usize]
    }

    /// The entry of an index, to change.
    pub fn get_mut(&mut self, index: BrokerIndex) -> &mut Entry {
        &mut self.entries[index.0 as usize]
    }

    /// Entries that are not gone.
    pub fn live(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| !entry.gone)
    }

    /// The live entry with this node id.
    pub fn by_node(&self, node_id: i32) -> Option<&Entry> {
        self.live().find(|entry| entry.node_id == node_id)
    }

    /// The live entry at this address.
    pub fn by_address(&self, host: &str, port: u16) -> Option<&Entry> {
        self.live().find(|entry| entry.is_at(host, port))
    }

    /// Takes in a broker that Metadata names. A bootstrap entry at that address
    /// becomes this broker, with its connection, backoff and log history.
    pub fn learn(&mut self, broker: &BrokerMetadata) -> Learned {
        let known = self.live().find(|entry| entry.node_id == broker.id).map(|entry| entry.index);
        let bootstrap = || {
            let mut unnamed = self.live().filter(|entry| entry.node_id < 0);
            unnamed.find(|entry| entry.is_at(&broker.host, broker.port)).map(|entry| entry.index)
        };
        let Some(index) = known.or_else(bootstrap) else {
            let host = broker.host.clone();
            return Learned::New(self.add(BrokerSource::Learned, host, broker.port, broker.id));
        };
        let entry = self.get_mut(index);
        if entry.node_id == broker.id && entry.is_at(&broker.host, broker.port) {
            return Learned::Known(index);
        }
        if !entry.is_at(&broker.host, broker.port) {
            entry.host = broker.host.clone();
            entry.port = broker.port;
        }
        entry.node_id = broker.id;
        entry.source = BrokerSource::Learned;
        Learned::Updated(index)
    }

    /// Learned brokers that the cluster no longer names.
    pub fn unnamed_by(&self, cluster: &ClusterMetadata) -> Vec<BrokerIndex> {
        let named = |id: i32| cluster.brokers.iter().any(|broker| broker.id == id);
        let learned = self.live().filter(|entry| entry.node_id >= 0 && !named(entry.node_id));
        learned.map(|entry| entry.index).collect()
    }

    /// A broker that is up, taking turns; learned brokers first, since a bootstrap
    /// address may be a balancer.
    pub fn pick_up(&mut self) -> Option<BrokerIndex> {
        let up = |learned: bool| {
            let entries = self.live().filter(move |entry| (entry.node_id >= 0) == learned);
            entries
                .filter(|entry| entry.state == BrokerState::Up)
                .map(|entry| entry.index)
                .collect::<Vec<_>>()
        };
        let candidates = [up(true), up(false)].into_iter().find(|list| !list.is_empty())?;
        self.next_pick = self.next_pick.wrapping_add(1);
        Some(candidates[self.next_pick % candidates.len()])
    }

    /// True if a broker is up.
    pub fn any_up(&self) -> bool {
        self.live().any(|entry| entry.state == BrokerState::Up)
    }

    /// Whom to ask for a connection when no broker is up: one that has not failed
    /// yet, in turn, and the next one if it takes long; once none is left, all others,
    /// each at its own pace (its core minds the backoff). Nobody is asked twice for the
    /// same attempt.
    pub fn ask_to_connect(&mut self, now: Time) -> Vec<BrokerIndex> {
        if now < self.ask_due() {
            return Vec::new();
        }
        let mut asked: Vec<BrokerIndex> = self.idle().filter(|e| !e.failed).map(|e| e.index).collect();
        if asked.is_empty() {
            asked = self.idle().map(|e| e.index).collect();
        } else {
            self.next_pick = self.next_pick.wrapping_add(1);
            asked = vec![asked[self.next_pick % asked.len()]];
        }
        for index in &asked {
            self.get_mut(*index).asked_at = Some(now);
        }
        asked
    }

    /// When [`Directory::ask_to_connect`] would name somebody: in the past, as long as
    /// nobody tries, and a while after the last one that was asked.
    pub fn ask_due(&self) -> Time {
        if self.idle().next().is_none() {
            return Time::NEVER;
        }
        let tried = self.live().filter(|e| !e.failed).filter_map(|e| e.asked_at).max();
        tried.map_or(Time::ZERO, |at| at.after_ms(ASK_NEXT_MS))
    }

    fn idle(&self) -> impl Iterator<Item = &Entry> {
        self.live().filter(|entry| entry.asked_at.is_none())
    }

    /// Notes a state change. Returns the number of brokers if this was the last
    /// one to go down: once per transition.
    pub fn on_state(&mut self, index: BrokerIndex, state: BrokerState, failed: bool) -> Option<usize> {
        let entry = self.get_mut(index);
        entry.state = state;
        if matches!(state, BrokerState::Up | BrokerState::Down) {
            entry.asked_at = None;
        }
        if state == BrokerState::Up {
            entry.failed = false;
            self.all_down = false;
        } else if failed {
            entry.failed = true;
        }
        let count = self.broker_cnt();
        let down = count > 0 && self.counted().all(|entry| entry.failed);
        let first = down && !self.all_down;
        self.all_down |= down;
        first.then_some(count)
    }

    /// True from the time the last broker went down until one is up.
    pub fn is_all_down(&self) -> bool {
        self.all_down
    }

    /// The real brokers: those that Metadata named, or before that the bootstrap
    /// list.
    fn counted(&self) -> impl Iterator<Item = &Entry> {
        let any_learned = self.live().any(|entry| entry.node_id >= 0);
        self.live().filter(move |entry| !any_learned || entry.node_id >= 0)
    }

    /// How many real brokers there are.
    pub fn broker_cnt(&self) -> usize {
        self.counted().count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(id: i32, host: &str) -> BrokerMetadata {
        BrokerMetadata { id, host: host.into(), port: 9092, rack: None }
    }

    #[test]
    fn a_bootstrap_entry_becomes_the_broker_at_its_address() {
        let mut dir = Directory::default();
        let first = dir.add(BrokerSource::Configured, "one".into(), 9092, -1);
        assert_eq!(dir.get(first).name(), "one:9092/bootstrap");
        assert_eq!(dir.learn(&named(1, "ONE")), Learned::Updated(first));
        assert_eq!(dir.get(first).name(), "one:9092/1");
        assert_eq!(dir.learn(&named(1, "one")), Learned::Known(first));
        let second = match dir.learn(&named(2, "two")) {
            Learned::New(index) => index,
            other => panic!("{other:?}"),
        };
        assert_eq!(dir.learn(&named(2, "moved")), Learned::Updated(second));
        let cluster = ClusterMetadata { brokers: vec![named(2, "moved")], ..Default::default() };
        assert_eq!(dir.unnamed_by(&cluster), vec![first]);
    }

    #[test]
    fn all_down_is_told_once_per_transition_and_counts_real_brokers() {
        let mut dir = Directory::default();
        let bootstrap = dir.add(BrokerSource::Configured, "balancer".into(), 9092, -1);
        assert_eq!(dir.on_state(bootstrap, BrokerState::Up, false), None);
        let brokers: Vec<_> =
            (1..=3).map(|id| dir.add(BrokerSource::Learned, "b".into(), id as u16, id)).collect();
        assert_eq!(dir.on_state(bootstrap, BrokerState::Down, true), None);
        assert_eq!(dir.on_state(brokers[0], BrokerState::Down, true), None);
        assert_eq!(dir.on_state(brokers[1], BrokerState::Down, true), None);
        assert_eq!(dir.on_state(brokers[2], BrokerState::Down, true), Some(3));
        assert_eq!(dir.on_state(brokers[2], BrokerState::Down, true), None);
        assert_eq!(dir.on_state(brokers[1], BrokerState::Up, false), None);
        assert_eq!(dir.on_state(brokers[1], BrokerState::Down, true), Some(3));
        assert!(dir.is_all_down());
        assert_eq!(dir.ask_to_connect(Time(1)).len(), 4);
        assert_eq!(dir.ask_to_connect(Time(1)).len(), 0);
        assert_eq!(dir.ask_due(), Time::NEVER);
        dir.on_state(brokers[1], BrokerState::Down, true);
        assert_eq!(dir.ask_to_connect(Time(1)), vec![brokers[1]]);
    }

    #[test]
    fn another_is_asked_when_one_takes_long_to_connect() {
        let mut dir = Directory::default();
        for port in 1..=3 {
            dir.add(BrokerSource::Configured, "one".into(), port, -1);
        }
        let first = dir.ask_to_connect(Time(1));
        assert_eq!((first.len(), dir.ask_to_connect(Time(1)).len()), (1, 0));
        let later = Time(1).after_ms(ASK_NEXT_MS);
        assert_eq!(dir.ask_due(), later);
        let second = dir.ask_to_connect(later);
        assert!(second.len() == 1 && second != first);
        // One that fails makes room at once.
        dir.on_state(second[0], BrokerState::Down, true);
        dir.on_state(first[0], BrokerState::Down, true);
        let third = dir.ask_to_connect(later);
        assert!(third.len() == 1 && third != first && third != second);
        assert_eq!(dir.ask_to_connect(later.after_ms(ASK_NEXT_MS)).len(), 2, "all others then");
    }
}
