//! When to ask for metadata, and for which topics: a policy without I/O.
//!
//! Runs inside the main core. A topic is asked for at once when it is first used
//! or when an answer says that its leader moved; while it has no usable leader it
//! is asked for again with growing pauses; otherwise once an interval. At most one
//! request is in flight per topic.

use super::MetadataScope;
use crate::base::backoff::Backoff;
use crate::base::time::Time;
use std::collections::HashMap;
use std::sync::Arc;

/// Settings of the policy, milliseconds.
#[derive(Debug, Clone)]
pub struct RefreshSettings {
    /// `topic.metadata.refresh.interval.ms`; `None` when switched off (-1).
    pub interval_ms: Option<u64>,
    /// `topic.metadata.refresh.fast.interval.ms`: first pause.
    pub fast_interval_ms: u64,
    /// `retry.backoff.max.ms`: longest pause.
    pub fast_interval_ms_max: u64,
    /// `topic.metadata.refresh.sparse`: periodic requests name known topics only.
    pub sparse: bool,
}

#[derive(Debug, Default)]
struct Want {
    due: Option<Time>,
    attempts: u32,
    /// The request on its way that names the topic.
    in_flight: Option<u64>,
    /// Wanted again meanwhile: what is on its way may be too old to answer it.
    again: bool,
}

/// The refresh policy.
pub struct RefreshPolicy {
    settings: RefreshSettings,
    backoff: Backoff,
    rng: fastrand::Rng,
    topics: HashMap<Arc<str>, Want>,
    /// When all known topics are due again.
    periodic_due: Time,
    /// When the list of brokers is due, topics aside.
    brokers_due: Time,
    brokers_attempts: u32,
    in_flight: HashMap<u64, MetadataScope>,
    next_id: u64,
}

impl RefreshPolicy {
    /// A policy that wants the list of brokers at once.
    pub fn new(settings: RefreshSettings, now: Time, rng: fastrand::Rng) -> RefreshPolicy {
        let backoff = Backoff::retry(settings.fast_interval_ms, settings.fast_interval_ms_max);
        let mut policy = RefreshPolicy {
            settings,
            backoff,
            rng,
            topics: HashMap::new(),
            periodic_due: Time::NEVER,
            brokers_due: now,
            brokers_attempts: 0,
            in_flight: HashMap::new(),
            next_id: 1,
        };
        policy.arm_periodic(now);
        policy
    }

    fn arm_periodic(&mut self, now: Time) {
        self.periodic_due = self.settings.interval_ms.map_or(Time::NEVER, |ms| now.after_ms(ms));
    }

    /// Metadata of a topic is wanted now: first use, or a sign that the leader moved.
    pub fn want(&mut self, now: Time, topic: &Arc<str>) {
        let want = self.topics.entry(topic.clone()).or_default();
        if want.in_flight.is_some() {
            want.again = true;
        } else if want.attempts == 0 {
            want.due = Some(now);
        }
        // With attempts behind it the topic is due soon anyway, after its pause.
    }

    /// The list of brokers is wanted now.
    pub fn want_brokers(&mut self, now: Time) {
        self.brokers_due = self.brokers_due.min(now);
    }

    /// The answer left the topic without a usable leader: ask again after a pause.
    pub fn unsettled(&mut self, now: Time, topic: &Arc<str>) {
        let pause_us = {
            let want = self.topics.entry(topic.clone()).or_default();
            want.attempts += 1;
            self.backoff.delay_us(want.attempts - 1, &mut self.rng)
        };
        if let Some(want) = self.topics.get_mut(topic) {
            want.due = Some(now.after_us(pause_us));
        }
    }

    /// The topic has what it needs.
    pub fn settled(&mut self, now: Time, topic: &Arc<str>) {
        let Some(want) = self.topics.get_mut(topic) else { return };
        want.attempts = 0;
        want.due = want.again.then_some(now);
        want.again = false;
    }

    /// Nobody uses the topic any more.
    pub fn forget(&mut self, topic: &str) {
        self.topics.remove(topic);
    }

    /// The next request to send now, if any: its id and scope.
    pub fn poll(&mut self, now: Time) -> Option<(u64, MetadataScope)> {
        let scope = self.due_scope(now)?;
        let id = self.next_id;
        self.next_id += 1;
        for (name, want) in &mut self.topics {
            let named = match &scope {
                MetadataScope::AllTopics => true,
                MetadataScope::Topics(names) => names.contains(name),
            };
            if named {
                want.due = None;
                want.in_flight = Some(id);
            }
        }
        // Every answer carries the list of brokers.
        self.brokers_due = Time::NEVER;
        self.in_flight.insert(id, scope.clone());
        Some((id, scope))
    }

    fn due_scope(&mut self, now: Time) -> Option<MetadataScope> {
        if self.periodic_due <= now {
            self.arm_periodic(now);
            if !self.settings.sparse {
                return Some(MetadataScope::AllTopics);
            }
            let idle = self.topics.iter().filter(|(_, want)| want.in_flight.is_none());
            return Some(MetadataScope::Topics(idle.map(|(name, _)| name.clone()).collect()));
        }
        let due = |want: &Want| want.in_flight.is_none() && want.due.is_some_and(|due| due <= now);
        let names: Vec<Arc<str>> =
            self.topics.iter().filter(|(_, want)| due(want)).map(|(name, _)| name.clone()).collect();
        if !names.is_empty() {
            return Some(MetadataScope::Topics(names));
        }
        (self.brokers_due <= now).then(|| MetadataScope::Topics(Vec::new()))
    }

    /// The request was answered; the caller settles or unsettles each topic next.
    pub fn answered(&mut self, id: u64) {
        self.brokers_attempts = 0;
        self.finish(id);
    }

    /// The request failed: everything in it is wanted again after a pause.
    pub fn failed(&mut self, now: Time, id: u64) {
        let Some(scope) = self.finish(id) else { return };
        let names: Vec<Arc<str>> = match scope {
            MetadataScope::Topics(names) => names,
            MetadataScope::AllTopics => self.topics.keys().cloned().collect(),
        };
        for name in &names {
            if self.topics.contains_key(name) {
                self.unsettled(now, name);
            }
        }
        if names.is_empty() {
            let pause_us = self.backoff.delay_us(self.brokers_attempts, &mut self.rng);
            self.brokers_attempts += 1;
            self.brokers_due = now.after_us(pause_us);
        }
    }

    fn finish(&mut self, id: u64) -> Option<MetadataScope> {
        for want in self.topics.values_mut().filter(|want| want.in_flight == Some(id)) {
            want.in_flight = None;
        }
        self.in_flight.remove(&id)
    }

    /// When [`RefreshPolicy::poll`] has something to say.
    pub fn deadline(&self) -> Time {
        let topics = self.topics.values().filter(|want| want.in_flight.is_none()).filter_map(|want| want.due);
        topics.min().unwrap_or(Time::NEVER).min(self.periodic_due).min(self.brokers_due)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy() -> RefreshPolicy {
        let settings = RefreshSettings {
            interval_ms: Some(300_000),
            fast_interval_ms: 100,
            fast_interval_ms_max: 1000,
            sparse: true,
        };
        RefreshPolicy::new(settings, Time(1), fastrand::Rng::with_seed(7))
    }

    #[test]
    fn asks_at_once_then_with_growing_pauses() {
        let mut p = policy();
        let topic: Arc<str> = "t".into();
        p.want(Time(1), &topic);
        let (id, scope) = p.poll(Time(1)).unwrap();
        assert_eq!(scope, MetadataScope::Topics(vec![topic.clone()]));
        assert!(p.poll(Time(1)).is_none(), "brokers come with every answer");
        p.want(Time(2), &topic); // while in flight: no second request
        assert!(p.poll(Time(2)).is_none());
        p.answered(id);
        p.unsettled(Time(3), &topic);
        let first = p.deadline();
        assert!((80_000..=120_003).contains(&first.0));
        let (id, _) = p.poll(first).unwrap();
        p.failed(first, id);
        assert!(p.deadline().us_since(first) >= 160_000);
        let (id, _) = p.poll(p.deadline()).unwrap();
        p.answered(id);
        let now = Time(900_000);
        p.settled(now, &topic);
        assert_eq!(p.deadline(), now, "it was wanted again while in flight");
        let (id, _) = p.poll(now).unwrap();
        p.answered(id);
        p.settled(now, &topic);
        assert_eq!(p.deadline(), Time(300_000_001));
    }

    #[test]
    fn brokers_alone_are_asked_for_first_and_again_after_failure() {
        let mut p = policy();
        let (id, scope) = p.poll(Time(1)).unwrap();
        assert_eq!(scope, MetadataScope::Topics(vec![]));
        p.failed(Time(1), id);
        assert!(p.deadline() > Time(1) && p.deadline() < Time(200_000));
    }
}
