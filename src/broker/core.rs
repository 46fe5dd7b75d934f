//! The broker core: what one broker's connection, requests and produce traffic do,
//! without a socket or a clock. One task of a broker thread drives it (see
//! [`super::driver`]); the simulation and the tests drive it too.
//!
//! The core routes between its parts, which do not know each other: the
//! [`Connection`] (how and when to connect), [`Requests`] (what is asked and
//! answered), the producer's [`Sender`], and the [`Reporter`] (what is told to the
//! operator and how often). Connecting is in `link.rs`, traffic in `traffic.rs`.

use super::connection::Connection;
use super::io::{ConnId, IoAction, IoEvent};
use super::report::Reporter;
use super::requests::{RequestNote, Requests};
use super::settings::BrokerSettings;
use super::silence::Silence;
use super::stats::BrokerStats;
use crate::base::backoff::Backoff;
use crate::base::log::{Debug, Level, LogFilter, LogLine};
use crate::base::time::Time;
use crate::error::{Error, ErrorCode};
use crate::ops::{
    AppEvent, BrokerIndex, BrokerOp, BrokerRequest, BrokerSource, BrokerState, MainOp, Response,
};
use crate::producer::{Sender, SenderOut};
use crate::queue::ReplySender;
use fastrand::Rng;
use std::sync::Arc;

/// How many messages wait for brokers; for the line that tells of a recovery.
pub type QueuedMessages = Arc<dyn Fn() -> usize + Send + Sync>;

/// What a broker core is made of.
pub struct BrokerInit {
    /// Settings, shared by all brokers of the handle.
    pub settings: Arc<BrokerSettings>,
    /// Its index in the directory.
    pub index: BrokerIndex,
    /// Where the entry comes from.
    pub source: BrokerSource,
    /// Host name or address.
    pub host: Arc<str>,
    /// TCP port.
    pub port: u16,
    /// Node id, -1 for a bootstrap broker.
    pub node_id: i32,
    /// The producing part; one that never has work for other clients.
    pub sender: Sender,
    /// Which log lines are worth formatting.
    pub filter: LogFilter,
    /// Where to count.
    pub stats: Arc<BrokerStats>,
    /// Number of messages that wait for brokers.
    pub queued: Option<QueuedMessages>,
    /// Collect [`Note`]s, since interceptors want them.
    pub notes: bool,
    /// Seed of backoff jitter.
    pub seed: u64,
}

/// Something that interceptors are told of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// A request was written.
    RequestSent(RequestNote),
    /// A response came, or the request failed.
    ResponseReceived {
        /// The request; its size is that of the response.
        request: RequestNote,
        /// Round trip time, microseconds; -1 if the request failed.
        rtt_us: i64,
        /// Why it failed.
        error: ErrorCode,
    },
    /// The connection's state changed.
    State(BrokerState),
}

/// What a core wants done, each list in order.
#[derive(Default)]
pub struct BrokerEffects {
    /// For the network.
    pub io: Vec<IoAction>,
    /// For the main core.
    pub main: Vec<MainOp>,
    /// For the application.
    pub events: Vec<AppEvent>,
    /// For the operator.
    pub logs: Vec<LogLine>,
    /// For interceptors.
    pub notes: Vec<Note>,
    /// To be dropped when everything else was carried out: wakes who waits for a purge.
    pub purged: Vec<Arc<ReplySender<()>>>,
    /// The core has ended: nothing follows.
    pub ended: bool,
}

impl BrokerEffects {
    /// True if nothing is to be done.
    pub fn is_empty(&self) -> bool {
        self.io.is_empty()
            && self.main.is_empty()
            && self.events.is_empty()
            && self.logs.is_empty()
            && self.notes.is_empty()
            && self.purged.is_empty()
            && !self.ended
    }
}

/// One broker.
pub struct BrokerCore {
    pub(super) settings: Arc<BrokerSettings>,
    pub(super) index: BrokerIndex,
    source: BrokerSource,
    pub(super) host: Arc<str>,
    pub(super) port: u16,
    pub(super) node_id: i32,
    pub(super) name: Arc<str>,
    pub(super) conn: Connection,
    pub(super) requests: Requests,
    pub(super) sender: Sender,
    pub(super) sender_out: SenderOut,
    pub(super) reporter: Reporter,
    pub(super) stats: Arc<BrokerStats>,
    pub(super) filter: LogFilter,
    pub(super) queued: Option<QueuedMessages>,
    pub(super) notes: bool,
    pub(super) fx: BrokerEffects,
    /// A connection was asked for, until it is up or an attempt failed.
    pub(super) wanted: bool,
    /// The last failure of the connection, for requests that can not go out.
    pub(super) last_failure: Option<Error>,
    /// Bytes were last received or sent.
    pub(super) active_at: Time,
    /// Bytes were last received.
    pub(super) heard_at: Time,
    /// Requests timed out since the last answer.
    pub(super) timeouts_in_row: u32,
    /// The broker's silence was noticed, and it still lasts.
    pub(super) silence: Option<Silence>,
    /// The connection replaced a dead one and has had no answer yet: since when there
    /// has been none.
    pub(super) replaced_since: Option<Time>,
    /// A failure was told of; its end must be told too.
    pub(super) outage_told: bool,
    /// The recovery waits to be told: in which word, and how long the trouble
    /// lasted, microseconds.
    pub(super) recovery: Option<(&'static str, u64)>,
    /// The broker asked not to be bothered until then (KIP-219).
    pub(super) throttled_until: Time,
    /// The last throttle time that the application was told.
    pub(super) throttle_ms: i32,
    /// Partitions that leave as soon as nothing of them is in flight.
    pub(super) leaving: usize,
    pub(super) terminating: Option<Error>,
}

impl BrokerCore {
    /// A core that does nothing until there is work or somebody wants a connection.
    pub fn new(init: BrokerInit, now: Time) -> BrokerCore {
        let settings = init.settings;
        let mut rng = Rng::with_seed(init.seed);
        let retry = Backoff::retry(settings.retry_backoff_ms, settings.retry_backoff_max_ms);
        let requests = Requests::new(retry, rng.fork());
        let mut core = BrokerCore {
            conn: Connection::new(settings.clone(), now, rng),
            settings,
            index: init.index,
            source: init.source,
            name: broker_name(&init.host, init.port, init.node_id, init.source),
            host: init.host,
            port: init.port,
            node_id: init.node_id,
            requests,
            sender: init.sender,
            sender_out: SenderOut::default(),
            reporter: Reporter::default(),
            stats: init.stats,
            filter: init.filter,
            queued: init.queued,
            notes: init.notes,
            fx: BrokerEffects::default(),
            wanted: false,
            last_failure: None,
            active_at: now,
            heard_at: now,
            timeouts_in_row: 0,
            silence: None,
            replaced_since: None,
            outage_told: false,
            recovery: None,
            throttled_until: Time::ZERO,
            throttle_ms: 0,
            leaving: 0,
            terminating: None,
        };
        core.sender.set_broker_id(core.node_id);
        core.publish_identity();
        core.stats.update_identity(|identity| identity.state_since = now);
        core
    }

    /// Name as log lines show it: `host:port/bootstrap` or `host:port/id`.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Index in the directory.
    pub fn index(&self) -> BrokerIndex {
        self.index
    }

    /// Node id, -1 for a bootstrap broker.
    pub fn node_id(&self) -> i32 {
        self.node_id
    }

    /// State of the connection.
    pub fn state(&self) -> BrokerState {
        self.conn.state()
    }

    /// True once [`BrokerOp::Terminate`] was carried out.
    pub fn has_ended(&self) -> bool {
        self.terminating.is_some()
    }

    /// Takes an op. Call [`BrokerCore::poll`] after the last one of a batch.
    pub fn on_op(&mut self, now: Time, op: BrokerOp) {
        if self.terminating.is_some() {
            self.refuse(op);
            return;
        }
        match op {
            BrokerOp::Join(partition) => self.sender.join(now, partition),
            BrokerOp::Leave { topic, partition } => {
                self.leaving += 1;
                self.sender.leave(now, &topic, partition, &mut self.sender_out);
            }
            BrokerOp::Ready(partition) => self.sender.ready(now, &partition),
            BrokerOp::FlushChanged => self.sender.flush_changed(now),
            BrokerOp::Purge(flags, reply) => {
                self.sender.purge(now, flags, &mut self.sender_out);
                self.fx.purged.push(reply);
            }
            BrokerOp::Request(request) => self.requests.wait(request),
            BrokerOp::Address { host, port, node_id } => self.rename(now, host, port, node_id),
            BrokerOp::Connect => {
                self.debug(Debug::Broker, "CONNECT", || "Received CONNECT op".to_owned());
                self.wanted = !self.conn.is_up();
            }
            BrokerOp::ReconnectNow => self.conn.start_now(),
            BrokerOp::Retire => {
                self.tell_retired(now);
                self.terminate(now, ErrorCode::LOCAL_DESTROY_BROKER.into());
            }
            BrokerOp::Terminate(error) => self.terminate(now, error),
        }
        self.route_sender(now);
    }

    /// Takes what happened on the network, for the attempt `conn`.
    pub fn on_io(&mut self, now: Time, conn: ConnId, event: IoEvent) {
        if self.terminating.is_some() || !self.conn.is_active() {
            return;
        }
        if conn != self.conn.id() {
            // Of the second connection, or of a past attempt.
            self.on_probe_io(now, conn, event);
            return self.route_sender(now);
        }
        match event {
            IoEvent::Resolved(addrs) => self.on_resolved(now, addrs),
            IoEvent::ResolveFailed(text) => self.on_resolve_failed(now, &text),
            IoEvent::Connected => self.on_connected(now),
            IoEvent::ConnectFailed(error) => self.on_connect_failed(now, &error),
            IoEvent::Frame(frame) => self.on_frame(now, frame),
            IoEvent::Written { frames } => self.on_written(now, frames),
            IoEvent::Retransmits(times) => self.on_retransmits(now, times),
            IoEvent::Closed(reason) => self.on_closed(now, reason),
        }
        self.route_sender(now);
    }

    /// Does what is due: time-outs, connecting, sending. Call after ops and network
    /// events, and when [`BrokerCore::deadline`] has come.
    pub fn poll(&mut self, now: Time) {
        if self.terminating.is_some() {
            return;
        }
        self.stats.wakeups.add(1);
        self.check_requests(now);
        self.check_link(now);
        self.check_deposed(now);
        self.maybe_connect(now);
        self.send_control(now);
        let slots = self.free_slots(now);
        self.sender.poll(now, slots, &mut self.sender_out);
        self.route_sender(now);
        // Messages that just expired, or became ready, change who wants a connection.
        self.maybe_connect(now);
        self.tell_recovery(now);
        self.publish_counts();
    }

    /// When [`BrokerCore::poll`] must be called at the latest. Ask right after a poll,
    /// with the same `now`, and keep the answer: what comes due in between is left out
    /// of a later one.
    pub fn deadline(&self, now: Time) -> Time {
        if self.terminating.is_some() {
            return Time::NEVER;
        }
        let connected = self.conn.is_up();
        let reconnect =
            if self.conn.state() == BrokerState::TryConnect { self.conn.not_before() } else { Time::NEVER };
        let throttle = if self.is_throttled(now) { self.throttled_until } else { Time::NEVER };
        let recovery = self.recovery.map_or(Time::NEVER, |_| self.reporter.next_line_at());
        [
            self.conn.setup_deadline(),
            reconnect,
            self.requests.deadline(now, connected),
            self.sender.deadline(),
            self.link_deadline(),
            throttle,
            recovery,
        ]
        .into_iter()
        .min()
        .unwrap_or(Time::NEVER)
    }

    /// Hands out what is to be done; call after each step.
    pub fn take_effects(&mut self) -> BrokerEffects {
        std::mem::take(&mut self.fx)
    }

    /// Ops that nobody will carry out any more: requests get their answer, the rest
    /// (partitions above all) goes back to the main core.
    pub fn abandon(&mut self, ops: Vec<BrokerOp>) {
        let mut unread = Vec::new();
        for op in ops {
            match op {
                BrokerOp::Request(request) => self.respond(&request, Err(self.gone_error())),
                other => unread.push(other),
            }
        }
        self.fx.main.push(MainOp::BrokerGone { broker: self.index, unread });
    }

    fn refuse(&mut self, op: BrokerOp) {
        match op {
            BrokerOp::Request(request) => self.respond(&request, Err(self.gone_error())),
            BrokerOp::Join(partition) => {
                self.fx.main.push(MainOp::Returned { broker: self.index, partition });
            }
            _ => {}
        }
    }

    fn gone_error(&self) -> Error {
        self.terminating.clone().unwrap_or_else(|| ErrorCode::LOCAL_DESTROY_BROKER.into())
    }

    fn terminate(&mut self, now: Time, error: Error) {
        let (waiting, sent) = (self.requests.waiting_cnt(), self.requests.sent_cnt());
        self.debug(Debug::Broker, "TERMINATE", || "Received TERMINATE op".to_owned());
        self.close_connection(now, &error, None);
        for request in self.requests.take_waiting() {
            self.respond(&request, Err(error.clone()));
        }
        self.sender.terminate(now, &error, &mut self.sender_out);
        self.terminating = Some(error);
        self.route_sender(now);
        let state = self.conn.state().name();
        self.debug(Debug::Broker, "TERMINATE", || {
            format!("Handle terminates in state {state}: {waiting} request(s) waiting, {sent} in flight")
        });
        self.publish_counts();
        self.fx.ended = true;
    }

    fn rename(&mut self, now: Time, host: Arc<str>, port: u16, node_id: i32) {
        let moved = self.host != host || self.port != port;
        if !moved && self.node_id == node_id {
            return;
        }
        let name = broker_name(&host, port, node_id, self.source);
        let old = std::mem::replace(&mut self.name, name);
        if moved {
            let was = nodename(&self.host, self.port);
            let new = nodename(&host, port);
            self.debug(Debug::Broker, "UPDATE", || format!("Nodename changed from {was} to {new}"));
            self.conn.forget_addresses();
            self.conn.start_now();
        } else {
            self.debug(Debug::Broker, "UPDATE", || format!("Name changed from {old}"));
        }
        (self.host, self.port, self.node_id) = (host, port, node_id);
        self.sender.set_broker_id(node_id);
        if node_id >= 0 && self.source == BrokerSource::Configured {
            self.source = BrokerSource::Learned;
        }
        self.publish_identity();
        if moved && self.conn.is_active() {
            self.close_for_new_address(now);
        }
    }

    fn publish_identity(&mut self) {
        let nodename: Arc<str> = nodename(&self.host, self.port).into();
        self.stats.update_identity(|identity| {
            identity.name = self.name.clone();
            identity.nodename = nodename;
            identity.node_id = self.node_id;
            identity.source = self.source;
        });
    }

    pub(super) fn set_state(&mut self, now: Time, state: BrokerState, error: Option<Error>) {
        let before = self.conn.state();
        if !self.conn.set_state(now, state) && error.is_none() {
            return;
        }
        self.debug(Debug::Broker, "STATE", || {
            format!("Broker changed state {} -> {}", before.name(), state.name())
        });
        self.stats.update_identity(|identity| (identity.state, identity.state_since) = (state, now));
        if self.notes {
            self.fx.notes.push(Note::State(state));
        }
        self.fx.main.push(MainOp::BrokerState { broker: self.index, state, error });
    }

    /// A debug line about this broker; the text is made only if it is shown.
    pub(super) fn debug(&mut self, context: Debug, facility: &'static str, text: impl FnOnce() -> String) {
        if self.filter.enabled(context) {
            let text = format!("{}: {}", self.name, text());
            self.fx.logs.push(LogLine::debug(context, facility, text));
        }
    }

    /// A line about this broker.
    pub(super) fn log(&mut self, level: Level, facility: &'static str, text: &str) {
        self.fx.logs.push(LogLine::new(level, facility, format!("{}: {text}", self.name)));
    }

    /// Answers a control request.
    pub(super) fn respond(&mut self, request: &BrokerRequest, result: Result<(i16, bytes::Bytes), Error>) {
        let response = Response { broker: self.index, tag: request.tag, result };
        self.fx.main.push(MainOp::Response(Box::new(response)));
    }

    fn publish_counts(&self) {
        let unwritten = self.requests.unwritten_cnt();
        let (out_messages, waiting_messages) = self.requests.message_cnts();
        self.stats.outbuf_cnt.set((unwritten + self.requests.waiting_cnt()) as u64);
        self.stats.outbuf_msg_cnt.set(out_messages as u64);
        self.stats.waitresp_cnt.set((self.requests.sent_cnt() - unwritten) as u64);
        self.stats.waitresp_msg_cnt.set(waiting_messages as u64);
    }
}

/// `host:port`, with brackets around an IPv6 address.
pub fn nodename(host: &str, port: u16) -> String {
    if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") }
}

/// `host:port/bootstrap`, `host:port/id`; a coordinator's connection is called after
/// its host alone.
pub fn broker_name(host: &str, port: u16, node_id: i32, source: BrokerSource) -> Arc<str> {
    let nodename = nodename(host, port);
    match (source, node_id) {
        (BrokerSource::Logical, _) => host.into(),
        (_, id) if id >= 0 => format!("{nodename}/{id}").into(),
        _ => format!("{nodename}/bootstrap").into(),
    }
}
