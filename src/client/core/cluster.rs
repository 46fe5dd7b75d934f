//! Brokers and metadata: the part of the main core that knows the cluster.

use super::MainCore;
use crate::base::log::{Debug, Level, LogLine};
use crate::base::time::Time;
use crate::client::directory::Learned;
use crate::client::effects::MainEffect;
use crate::error::{Error, ErrorCode};
use crate::metadata::{ClusterMetadata, MetadataScope, TopicMetadata, decode_metadata, metadata_request};
use crate::ops::{
    AppEvent, BrokerIndex, BrokerOp, BrokerRequest, BrokerSource, BrokerState, RequestTag, Retry,
};
use crate::producer::LeaderHint;
use crate::protocol::Request;
use crate::protocol::messages::MetadataRequest;
use bytes::Bytes;
use std::sync::{Arc, PoisonError};

/// Shortest time between two events that all brokers are down, milliseconds.
const ALL_DOWN_PAUSE_MS: u64 = 1000;

impl MainCore {
    /// Adds bootstrap servers that are not in the directory yet, and starts them.
    pub(super) fn add_bootstrap(&mut self, servers: &[(Arc<str>, u16)]) {
        for (host, port) in servers {
            if self.directory.by_address(host, *port).is_none() {
                let index = self.directory.add(BrokerSource::Configured, host.clone(), *port, -1);
                self.spawn(index);
            }
        }
    }

    fn spawn(&mut self, index: BrokerIndex) {
        let entry = self.directory.get(index);
        self.effects.0.push(MainEffect::Spawn {
            index,
            source: entry.source,
            host: entry.host.clone(),
            port: entry.port,
            node_id: entry.node_id,
        });
        if !self.settings.sparse_connections {
            self.effects.tell_broker(index, BrokerOp::Connect);
        }
    }

    pub(super) fn on_broker_state(
        &mut self,
        now: Time,
        broker: BrokerIndex,
        state: BrokerState,
        error: Option<Error>,
    ) {
        if self.directory.get(broker).gone {
            return;
        }
        if self.directory.on_state(broker, state, error.is_some()).is_some() {
            // A cluster that flaps says so once a second.
            self.all_down_due = self.all_down_said.map_or(now, |at| at.after_ms(ALL_DOWN_PAUSE_MS).max(now));
            self.tell_all_down(now);
            self.rebootstrap(now, "all brokers are down");
        }
        if state == BrokerState::Down && error.is_some() {
            self.refresh.want_brokers(now);
            self.want_topics_of(now, broker);
        }
    }

    /// Says that all brokers are down when that is due and still so: one event a
    /// transition; without an error callback it is logged.
    pub(super) fn tell_all_down(&mut self, now: Time) {
        if now < self.all_down_due {
            return;
        }
        self.all_down_due = Time::NEVER;
        if self.directory.is_all_down() {
            self.all_down_said = Some(now);
            let count = self.directory.broker_cnt();
            self.effects.event(AppEvent::Error {
                code: ErrorCode::LOCAL_ALL_BROKERS_DOWN,
                reason: format!("{count}/{count} brokers are down"),
                fatal: false,
            });
        }
    }

    /// The leaders of what this broker led may have moved: the others know.
    fn want_topics_of(&mut self, now: Time, broker: BrokerIndex) {
        for topic in self.routes.topics_of(broker) {
            self.refresh.want(now, &topic);
        }
    }

    /// Starts over from the bootstrap list (KIP-899, KIP-1102): its servers join
    /// the directory again where their address is not there. Entries keep their
    /// backoff, so this costs nothing while nothing answers.
    pub(super) fn rebootstrap(&mut self, now: Time, reason: &str) {
        self.rebootstrap_due = Time::NEVER;
        if !self.settings.rebootstrap {
            return;
        }
        self.debug(Debug::Generic, "REBOOTSTRAP", || format!("Starting re-bootstrap sequence: {reason}"));
        let servers = self.settings.bootstrap.clone();
        self.add_bootstrap(&servers);
        self.refresh.want_brokers(now);
        if self.settings.rebootstrap_trigger_ms > 0 {
            self.rebootstrap_due = now.after_ms(self.settings.rebootstrap_trigger_ms);
        }
    }

    /// Sends what is due to a broker that is up, or asks for a connection.
    pub(super) fn send_requests(&mut self, now: Time) {
        if !self.directory.any_up() {
            if self.refresh.deadline() <= now || self.lookups.wants_broker() {
                for index in self.directory.ask_to_connect(now) {
                    self.effects.tell_broker(index, BrokerOp::Connect);
                }
            }
            return;
        }
        self.send_offset_requests(now);
        while let Some((id, scope)) = self.refresh.poll(now) {
            self.send_metadata(now, id, &scope);
        }
        let calls: Vec<(u64, MetadataScope)> = self
            .lookups
            .unsent_metadata()
            .map(|(id, call)| {
                call.in_flight = true;
                (id, call.scope.clone())
            })
            .collect();
        for (id, scope) in calls {
            self.send_metadata(now, id, &scope);
        }
    }

    fn send_metadata(&mut self, now: Time, id: u64, scope: &MetadataScope) {
        let Some(broker) = self.directory.pick_up() else { return };
        self.scopes.insert(id, scope.clone());
        let request = BrokerRequest {
            api: MetadataRequest::API,
            version_min: 0,
            version_max: *MetadataRequest::VERSIONS.end(),
            body: Box::new(metadata_request(scope, self.settings.allow_auto_create)),
            timeout_ms: self.settings.socket_timeout_ms,
            deadline: now.after_ms(self.settings.socket_timeout_ms),
            retry: Retry::Never,
            tag: RequestTag::Metadata(id),
        };
        self.effects.tell_broker(broker, BrokerOp::Request(Box::new(request)));
    }

    pub(super) fn on_metadata(
        &mut self,
        now: Time,
        broker: BrokerIndex,
        id: u64,
        result: Result<(i16, Bytes), Error>,
    ) {
        let Some(scope) = self.scopes.remove(&id) else { return };
        let decoded = result.and_then(|(version, body)| {
            decode_metadata(&body, version).map_err(|error| {
                Error::new(ErrorCode::LOCAL_BAD_MSG, format!("Metadata response can not be read: {error}"))
            })
        });
        let mut answer = match decoded {
            Ok(answer) => answer,
            Err(error) => return self.on_metadata_failed(now, broker, id, &error),
        };
        let entry = self.directory.get(broker);
        answer.orig_broker_id = entry.node_id;
        answer.orig_broker_name = entry.name();
        let call = self.lookups.take_metadata(id);
        if call.is_none() {
            self.refresh.answered(id);
        }
        let answer = Arc::new(answer);
        let visible = self.without_blacklisted(&answer);
        self.apply_metadata(now, &visible, &scope);
        if let Some(call) = call {
            call.reply.send(Ok(answer));
        }
    }

    /// The answer without topics of `topic.blacklist`: what is asked for and missing does not exist.
    fn without_blacklisted(&mut self, answer: &Arc<ClusterMetadata>) -> Arc<ClusterMetadata> {
        let patterns = self.settings.topic_blacklist.clone();
        let listed = |name: &str| patterns.iter().any(|pattern| pattern.is_match(name));
        if !answer.topics.iter().any(|topic| listed(&topic.name)) {
            return answer.clone();
        }
        let mut visible = ClusterMetadata::clone(answer);
        let (hidden, topics) = visible.topics.into_iter().partition(|topic| listed(&topic.name));
        visible.topics = topics;
        let hidden: Vec<Arc<TopicMetadata>> = hidden;
        for topic in hidden {
            self.debug(Debug::Topic, "BLACKLIST", || {
                format!(
                    "{}: Ignoring blacklisted topic \"{}\" in metadata",
                    answer.orig_broker_name, topic.name
                )
            });
        }
        Arc::new(visible)
    }

    fn on_metadata_failed(&mut self, now: Time, broker: BrokerIndex, id: u64, error: &Error) {
        let name = self.directory.get(broker).name();
        self.debug(Debug::Metadata, "METADATA", || format!("{name}: Metadata request failed: {error}"));
        self.refresh.failed(now, id);
        self.lookups.retry_metadata(id);
    }

    fn apply_metadata(&mut self, now: Time, answer: &Arc<ClusterMetadata>, scope: &MetadataScope) {
        if self.settings.rebootstrap && self.settings.rebootstrap_trigger_ms > 0 {
            self.rebootstrap_due = Time::NEVER;
        }
        let old = self.shared.cluster();
        self.check_cluster_id(&old, answer);
        for broker in &answer.brokers {
            self.learn_broker(broker);
        }
        if !answer.brokers.is_empty() {
            self.retire_unnamed(now, answer);
        }
        let merged = Arc::new(old.merged(answer, scope));
        *self.shared.cluster.write().unwrap_or_else(PoisonError::into_inner) = merged.clone();
        self.apply_topics(now, answer, scope);
        self.lookups.on_leaders(now, &merged);
        if !merged.brokers.is_empty() {
            self.lookups.on_view(&merged);
        }
    }

    fn check_cluster_id(&mut self, old: &ClusterMetadata, answer: &ClusterMetadata) {
        let (Some(old_id), Some(new_id)) = (&old.cluster_id, &answer.cluster_id) else { return };
        if old_id == new_id {
            return;
        }
        let text = format!(
            "{} reports different ClusterId \"{new_id}\" than previously known \"{old_id}\": \
             a client must not be connected to several clusters",
            answer.orig_broker_name
        );
        self.effects.log(LogLine::new(Level::Warning, "CLUSTERID", text));
    }

    pub(super) fn learn_broker(&mut self, broker: &crate::metadata::BrokerMetadata) -> BrokerIndex {
        match self.directory.learn(broker) {
            Learned::Known(index) => index,
            Learned::Updated(index) => {
                let (host, port, node_id) = (broker.host.clone(), broker.port, broker.id);
                self.effects.tell_broker(index, BrokerOp::Address { host, port, node_id });
                index
            }
            Learned::New(index) => {
                self.spawn(index);
                index
            }
        }
    }

    /// Brokers that left the cluster: their partitions come back first.
    fn retire_unnamed(&mut self, now: Time, answer: &ClusterMetadata) {
        for index in self.directory.unnamed_by(answer) {
            self.want_topics_of(now, index);
            let mut ops = Vec::new();
            self.routes.evict(index, &mut ops);
            self.send_routed(ops);
            self.directory.get_mut(index).gone = true;
            self.effects.tell_broker(index, BrokerOp::Retire);
        }
    }

    pub(super) fn on_leader_hint(&mut self, now: Time, hint: LeaderHint) {
        let leader = hint.leader.and_then(|(node, epoch)| {
            if let Some((host, port)) = &hint.endpoint {
                let (host, port) = (host.clone(), *port);
                self.learn_broker(&crate::metadata::BrokerMetadata { id: node, host, port, rack: None });
            }
            Some((self.directory.by_node(node)?.index, epoch))
        });
        if let (Some((index, epoch)), Some((node, _))) = (leader, hint.leader) {
            self.note_leader(&hint.topic, hint.partition, (node, epoch));
            self.route_partition(now, &hint.topic, hint.partition, (Some(index), epoch));
        }
        // The answer may be older than what we know, and other partitions may
        // have moved too: metadata says.
        self.refresh.want(now, &hint.topic);
    }

    pub(super) fn on_broker_gone(&mut self, now: Time, broker: BrokerIndex, unread: Vec<BrokerOp>) {
        let entry = self.directory.get_mut(broker);
        entry.gone = true;
        entry.state = BrokerState::Down;
        let mut ops = Vec::new();
        for op in unread {
            match op {
                BrokerOp::Join(partition) => {
                    let (topic, id) = (partition.partition.topic.clone(), partition.partition.id);
                    self.routes.lost_target(&topic, id, broker);
                    self.routes.returned(now, partition, &mut ops);
                    self.refresh.want(now, &topic);
                }
                BrokerOp::Request(request) => {
                    let result = Err(Error::from(ErrorCode::LOCAL_DESTROY_BROKER).retriable());
                    self.on_response(now, crate::ops::Response { broker, tag: request.tag, result });
                }
                _ => {}
            }
        }
        self.send_routed(ops);
    }
}
