//! The main core: routes between brokers, metadata, topics and waiting callers.
//!
//! Runs on the thread `rdk:main`; no I/O, no clock. [`MainCore::on_op`] takes one
//! op, [`MainCore::poll`] does what is due, and both leave their wishes in
//! [`MainCore::take_effects`]. Parts never call each other: this file and its
//! neighbours (`cluster`, `topics`, `offsets`) pass on between them.

mod cluster;
mod offsets;
mod settings;
#[cfg(test)]
mod tests;
mod topics;

pub use settings::MainSettings;

use super::directory::Directory;
use super::effects::{MainEffect, MainEffects};
use super::lookups::Lookups;
use super::routes::{Routed, Routes};
use crate::base::backoff::Backoff;
use crate::base::log::{Debug, Level, LogFilter, LogLine};
use crate::base::time::Time;
use crate::error::{Error, ErrorCode};
use crate::metadata::{ClusterMetadata, MetadataScope, RefreshPolicy};
use crate::ops::{AppEvent, BrokerIndex, BrokerOp, MainOp, RequestTag, Response};
use crate::producer::{ProducerShared, PurgeFlags, Sender, SenderOut};
use crate::queue::ReplySender;
use crate::topic::TopicRegistry;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use topics::Topics;

/// What the main core shares with other threads.
pub struct MainShared {
    /// Topics of the handle.
    pub topics: Arc<TopicRegistry>,
    /// The producer's part; consumers have none.
    pub producer: Option<Arc<ProducerShared>>,
    /// The cluster picture (K2).
    pub cluster: RwLock<Arc<ClusterMetadata>>,
    /// A broker is up: tells callers that waited in vain what was the matter.
    pub any_up: AtomicBool,
    /// What is logged.
    pub log: LogFilter,
}

impl MainShared {
    /// The cluster picture.
    pub fn cluster(&self) -> Arc<ClusterMetadata> {
        self.cluster.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// How long brokers may take to end when the handle goes.
const TERMINATE_MS_MAX: u64 = 3000;

/// How long delivery reports may wait before the application is warned.
const REPORTS_WAIT_MS: u64 = 1500;

/// The main core.
pub struct MainCore {
    settings: MainSettings,
    shared: Arc<MainShared>,
    directory: Directory,
    routes: Routes,
    refresh: RefreshPolicy,
    lookups: Lookups,
    topics: Topics,
    /// Scopes of the metadata requests on their way.
    scopes: HashMap<u64, MetadataScope>,
    started: Time,
    statistics_due: Time,
    reports_due: Time,
    rebootstrap_due: Time,
    /// When to say that all brokers are down, if they still are.
    all_down_due: Time,
    all_down_said: Option<Time>,
    /// Set while the handle ends: until when, and what leftover messages fail with.
    ending: Option<(Time, Error)>,
    effects: MainEffects,
}

impl MainCore {
    /// A core that has not done anything yet. `leaderless` is a sender that never
    /// gets a connection.
    pub fn new(
        settings: MainSettings,
        shared: Arc<MainShared>,
        leaderless: Sender,
        now: Time,
        mut rng: fastrand::Rng,
    ) -> MainCore {
        let backoff = Backoff::retry(settings.retry_backoff_ms, settings.retry_backoff_ms_max);
        let statistics_due = settings.statistics_interval_ms.map_or(Time::NEVER, |ms| now.after_ms(ms));
        let mut core = MainCore {
            shared,
            directory: Directory::default(),
            routes: Routes::new(leaderless),
            refresh: RefreshPolicy::new(settings.refresh.clone(), now, rng.fork()),
            lookups: Lookups::new(backoff, rng.fork()),
            topics: Topics::default(),
            scopes: HashMap::new(),
            started: now,
            statistics_due,
            reports_due: Time::NEVER,
            rebootstrap_due: Time::NEVER,
            all_down_due: Time::NEVER,
            all_down_said: None,
            ending: None,
            effects: MainEffects::default(),
            settings,
        };
        let bootstrap = core.settings.bootstrap.clone();
        core.add_bootstrap(&bootstrap);
        core
    }

    /// Takes one op. Call [`MainCore::poll`] after a batch of them.
    pub fn on_op(&mut self, now: Time, op: MainOp) {
        if let Some((_, error)) = &self.ending {
            let error = error.clone();
            return self.on_leftover(now, op, &error);
        }
        match op {
            MainOp::BrokerState { broker, state, error } => self.on_broker_state(now, broker, state, error),
            MainOp::Response(response) => self.on_response(now, *response),
            MainOp::Returned { broker: _, partition } => {
                let mut ops = Vec::new();
                self.routes.returned(now, partition, &mut ops);
                self.send_routed(ops);
            }
            MainOp::LeaderHint(hint) => self.on_leader_hint(now, hint),
            MainOp::BrokerGone { broker, unread } => self.on_broker_gone(now, broker, unread),
            MainOp::TopicWanted(topic) => self.on_topic_wanted(now, topic),
            MainOp::Ready(partition) => self.routes.leaderless().ready(now, &partition),
            MainOp::QueueFull => self.reports_due = self.reports_due.min(now.after_ms(REPORTS_WAIT_MS)),
            MainOp::Metadata { scope, deadline, reply } => self.lookups.add_metadata(scope, deadline, reply),
            MainOp::ListOffsets { topic, partition, timestamps, deadline, reply } => {
                self.lookups.add_offsets(&topic, partition, &timestamps, deadline, reply);
            }
            MainOp::ClusterView { deadline, reply } => self.on_view_wanted(now, deadline, reply),
            MainOp::BrokersAdd(list) => self.add_bootstrap(&list),
            MainOp::FlushChanged => self.on_flush_changed(now),
            MainOp::Purge(flags, reply) => self.on_purge(now, flags, Arc::new(reply)),
            MainOp::Terminate => self.end(now, &ErrorCode::LOCAL_DESTROY.into()),
            #[cfg(test)]
            MainOp::Panic => panic!("on purpose"),
        }
    }

    /// After a panic: everything ends with a report that says `error`.
    pub fn fail(&mut self, now: Time, error: &Error) {
        self.end(now, error);
    }

    /// An op that comes while the handle ends: nothing new begins (an answer on its
    /// way must not start a broker that nobody would end), messages inside fail.
    fn on_leftover(&mut self, now: Time, op: MainOp, error: &Error) {
        let mut partitions = Vec::new();
        match op {
            MainOp::Returned { partition, .. } => partitions.push(partition),
            MainOp::BrokerGone { broker, unread } => {
                self.directory.get_mut(broker).gone = true;
                partitions.extend(unread.into_iter().filter_map(|op| match op {
                    BrokerOp::Join(partition) => Some(partition),
                    _ => None,
                }));
            }
            _ => return,
        }
        let mut out = SenderOut::default();
        for partition in partitions {
            self.routes.leaderless().join(now, partition);
        }
        self.routes.leaderless().terminate(now, error, &mut out);
        self.route_out(out);
    }

    fn on_response(&mut self, now: Time, response: Response) {
        match response.tag {
            RequestTag::Metadata(id) => self.on_metadata(now, response.broker, id, response.result),
            RequestTag::ListOffsets(id) => self.on_list_offsets(now, id, response.result),
        }
    }

    /// Does what is due at `now`.
    pub fn poll(&mut self, now: Time) {
        if let Some((until, _)) = self.ending {
            if now >= until || self.directory.live().next().is_none() {
                self.effects.0.push(MainEffect::Ended);
            }
            return;
        }
        self.lookups.expire(now);
        self.shared.any_up.store(self.directory.any_up(), Ordering::Relaxed);
        self.tell_all_down(now);
        self.send_requests(now);
        self.expire_messages(now);
        if now >= self.rebootstrap_due {
            self.rebootstrap(now, "no metadata for too long");
        }
        if now >= self.statistics_due {
            let interval_ms = self.settings.statistics_interval_ms.unwrap_or(u64::MAX);
            self.statistics_due = now.after_ms(interval_ms);
            self.effects.0.push(MainEffect::EmitStatistics);
        }
        if now >= self.reports_due {
            self.warn_of_waiting_reports();
        }
    }

    /// When [`MainCore::poll`] must be called at the latest.
    pub fn deadline(&self) -> Time {
        if let Some((until, _)) = self.ending {
            return until;
        }
        // Without a broker that is up nothing can be sent, but what is due asks for a
        // connection; state changes do the rest.
        let refresh = if self.directory.any_up() {
            self.refresh.deadline()
        } else if self.lookups.wants_broker() {
            self.directory.ask_due()
        } else {
            self.refresh.deadline().max(self.directory.ask_due())
        };
        refresh
            .min(self.lookups.deadline())
            .min(self.routes.deadline())
            .min(self.topics.deadline())
            .min(self.statistics_due)
            .min(self.reports_due)
            .min(self.rebootstrap_due)
            .min(self.all_down_due)
    }

    /// When the handle was made.
    pub fn started(&self) -> Time {
        self.started
    }

    /// When metadata last named a topic that the handle uses.
    pub fn topic_metadata_at(&self, topic: &str) -> Option<Time> {
        self.topics.metadata_at(topic)
    }

    /// What is to be done, in order; the caller executes it before the next step.
    pub fn take_effects(&mut self) -> Vec<MainEffect> {
        std::mem::take(&mut self.effects.0)
    }

    fn send_routed(&mut self, ops: Vec<Routed>) {
        for (broker, op) in ops {
            self.effects.tell_broker(broker, op);
        }
    }

    /// Sends an op to every broker.
    fn broadcast(&mut self, mut op: impl FnMut() -> BrokerOp) {
        let all: Vec<BrokerIndex> = self.directory.live().map(|entry| entry.index).collect();
        for broker in all {
            self.effects.tell_broker(broker, op());
        }
    }

    /// Passes on what a step of the sender without connection left.
    fn route_out(&mut self, out: SenderOut) {
        for delivery in out.deliveries {
            self.effects.event(AppEvent::Delivery(Box::new(delivery)));
        }
        for line in out.logs {
            self.effects.log(line);
        }
        debug_assert!(out.requests.is_empty() && out.returned.is_empty());
    }

    fn on_view_wanted(&mut self, now: Time, deadline: Time, reply: ReplySender<Arc<ClusterMetadata>>) {
        let view = self.shared.cluster();
        if view.brokers.is_empty() {
            self.lookups.add_view(deadline, reply);
            self.refresh.want_brokers(now);
        } else {
            reply.send(view);
        }
    }

    fn on_flush_changed(&mut self, now: Time) {
        self.routes.leaderless().flush_changed(now);
        self.broadcast(|| BrokerOp::FlushChanged);
    }

    fn on_purge(&mut self, now: Time, flags: PurgeFlags, done: Arc<ReplySender<()>>) {
        let mut out = SenderOut::default();
        self.routes.leaderless().purge(now, flags, &mut out);
        if flags.queue {
            self.topics.purge_unassigned(now, &mut out);
        }
        self.route_out(out);
        self.broadcast(|| BrokerOp::Purge(flags, done.clone()));
    }

    /// H09: the application does not serve its delivery reports, and produce
    /// fails for lack of room. Told once until the reports have been served.
    fn warn_of_waiting_reports(&mut self) {
        self.reports_due = Time::NEVER;
        let Some(producer) = &self.shared.producer else { return };
        let waiting = producer.waiting_report_cnt();
        if waiting > 0 && producer.mark_reports_warned() {
            let text = format!(
                "{waiting} delivery report(s) wait to be served by the application and hold their place \
                 in the producer queue: call {} regularly",
                producer.report_call_name()
            );
            self.effects.log(LogLine::new(Level::Warning, "DRWAIT", text));
        }
    }

    /// Fails what is here with `error`, and has the brokers do the same and end.
    fn end(&mut self, now: Time, error: &Error) {
        self.ending = Some((now.after_ms(TERMINATE_MS_MAX), error.clone()));
        self.lookups.terminate();
        let mut out = SenderOut::default();
        self.routes.leaderless().terminate(now, error, &mut out);
        self.topics.terminate(now, error, &mut out);
        self.route_out(out);
        self.broadcast(|| BrokerOp::Terminate(error.clone()));
    }

    fn debug(&mut self, context: Debug, facility: &'static str, text: impl FnOnce() -> String) {
        if self.shared.log.enabled(context) {
            self.effects.log(LogLine::debug(context, facility, text()));
        }
    }
}
