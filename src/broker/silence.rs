//! The part of the broker core that deals with a broker which owes answers and says
//! nothing: tells the operator, and finds out with a second connection whether the
//! broker is silent or the connection is dead.
//!
//! A dead connection is one that the peer (or something between) forgot: nothing
//! comes back on it, ever, while new ones work. It must not be confused with a broker
//! that is slow: giving up a good connection means sending messages again that the
//! broker may have stored. So it is given up only when a second connection answers,
//! and either the peer's system acknowledges nothing of it any more, or the request is
//! older than a broker may rightly take.

use super::core::BrokerCore;
use super::io::{ConnId, IoAction, IoEvent};
use super::link::Failure;
use super::requests::{Owner, frame};
use super::versions::{ApiVersions, FIRST_VERSION, VersionAnswer};
use crate::base::log::{Debug, Level};
use crate::base::time::Time;
use crate::error::{Error, ErrorCode};
use crate::ops::{BrokerState, MainOp};
use crate::producer::LeaderHint;
use crate::protocol::messages::ApiVersionsRequest;
use crate::protocol::{ApiKey, Message, Reader, api};
use bytes::Bytes;
use std::net::SocketAddr;
use std::sync::Arc;

/// A try to open the second connection takes no longer, and they begin no closer.
const TRY_US: u64 = 3_000_000;
/// Once the second connection answers, the first one gets this long: a broker that was
/// only stopped answers on both at about the same time.
const GRACE_US: u64 = 1_500_000;
/// Segments that were sent again so often (over a second, at growing intervals) find no
/// system at the other end that knows of the connection.
const RETRANSMITS_DEAD: u32 = 3;

/// What is known while a broker is silent.
pub(super) struct Silence {
    /// When the broker should have said something.
    since: Time,
    probe: Probe,
    /// When the main core is asked again whether others lead the partitions by now.
    hint_at: Time,
}

/// The second connection.
enum Probe {
    /// None; the next try begins then.
    Pause(Time),
    /// On the way; given up then.
    Opening { conn: ConnId, until: Time, addr: Option<SocketAddr> },
    /// It stands; this question was sent.
    Asking { conn: ConnId, addr: Option<SocketAddr>, correlation_id: i32, version: i16 },
    /// It answers; the next look at the first one is then.
    Answers { conn: ConnId, addr: Option<SocketAddr>, versions: Box<ApiVersions>, look_at: Time },
}

impl Probe {
    fn conn(&self) -> Option<ConnId> {
        match self {
            Probe::Pause(_) => None,
            Probe::Opening { conn, .. } | Probe::Asking { conn, .. } | Probe::Answers { conn, .. } => {
                Some(*conn)
            }
        }
    }
}

impl BrokerCore {
    /// When [`BrokerCore::check_silence`] has something to do.
    pub(super) fn silence_deadline(&self) -> Time {
        if !self.conn.is_up() {
            return Time::NEVER;
        }
        match &self.silence {
            Some(silence) => {
                let probe = match &silence.probe {
                    Probe::Pause(until) | Probe::Opening { until, .. } => *until,
                    Probe::Asking { .. } => Time::NEVER,
                    Probe::Answers { look_at, .. } => *look_at,
                };
                probe.min(silence.hint_at)
            }
            None => self.silent_since().map_or(Time::NEVER, |since| since.after_ms(self.settings.silence_ms)),
        }
    }

    /// Since when the broker owes something. A broker that throttles answers late.
    fn silent_since(&self) -> Option<Time> {
        let oldest = self.requests.oldest()?;
        Some(oldest.made_at.max(self.heard_at).max(self.throttled_until))
    }

    /// Since when there was no answer, if that was noticed.
    pub(super) fn silent_from(&self) -> Option<Time> {
        self.replaced_since.or(self.silence.as_ref().map(|silence| silence.since))
    }

    /// Notices a silence, and moves the second connection on.
    pub(super) fn check_silence(&mut self, now: Time) {
        if now < self.silence_deadline() {
            return;
        }
        let Some(silence) = &self.silence else {
            let since = self.silent_since().unwrap_or(now);
            self.tell_silence(now, since);
            let probe = Probe::Pause(now);
            self.silence = Some(Silence { since, probe, hint_at: now });
            self.tell_main(BrokerState::Update);
            self.ask_for_leaders(now);
            return self.open_probe(now);
        };
        let hints = now >= silence.hint_at;
        match &silence.probe {
            Probe::Pause(until) if now >= *until => self.open_probe(now),
            Probe::Opening { until, .. } if now >= *until => {
                self.close_probe();
                self.open_probe(now);
            }
            Probe::Answers { look_at, .. } if now >= *look_at => {
                self.fx.io.push(IoAction::QueryRetransmits { conn: self.conn.id() });
                self.set_look_at(now.after_us(GRACE_US));
            }
            _ => {}
        }
        if hints {
            self.ask_for_leaders(now);
        }
    }

    /// Tells the main core how the broker does: one that is silent (`UPDATE`) is up, but
    /// not one to ask.
    fn tell_main(&mut self, state: BrokerState) {
        self.fx.main.push(MainOp::BrokerState { broker: self.index, state, error: None });
    }

    /// Others may lead the partitions by now: has the main core ask another broker.
    fn ask_for_leaders(&mut self, now: Time) {
        let Some(silence) = &mut self.silence else { return };
        silence.hint_at = now.after_ms(self.settings.silence_ms);
        let mut topics: Vec<&Arc<str>> = Vec::new();
        for partition in self.sender.partitions() {
            if topics.contains(&&partition.topic) {
                continue;
            }
            topics.push(&partition.topic);
            let (topic, partition) = (partition.topic.clone(), partition.id);
            let code = ErrorCode::LOCAL_TIMED_OUT;
            let hint = LeaderHint { topic, partition, code, leader: None, endpoint: None };
            self.fx.main.push(MainOp::LeaderHint(hint));
        }
    }

    /// A silent broker that leads none of its partitions any more will not answer what
    /// is in flight in any useful way: gives the partitions to those who lead them.
    pub(super) fn check_deposed(&mut self, now: Time) {
        let Some(silence) = &self.silence else { return };
        let since = silence.since;
        let deposed = self.leaving > 0 && self.leaving >= self.sender.partition_cnt();
        if !deposed || now < since.after_ms(2 * self.settings.silence_ms) {
            return;
        }
        let silent_ms = now.ms_since(since);
        let text =
            format!("Disconnected: nothing received for {silent_ms}ms and other brokers lead its partitions");
        self.fail(now, Failure::new(Level::Warning, ErrorCode::LOCAL_TRANSPORT, text));
    }

    fn set_look_at(&mut self, at: Time) {
        if let Some(Silence { probe: Probe::Answers { look_at, .. }, .. }) = &mut self.silence {
            *look_at = at;
        }
    }

    fn set_probe(&mut self, probe: Probe) {
        if let Some(silence) = &mut self.silence {
            silence.probe = probe;
        }
    }

    fn tell_silence(&mut self, now: Time, since: Time) {
        let Some(oldest) = self.requests.oldest() else { return };
        let (api, age_ms) = (oldest.api, now.ms_since(oldest.made_at));
        let heard_ms = now.ms_since(since);
        let (all, unwritten) = (self.requests.sent_cnt(), self.requests.unwritten_cnt());
        let text = format!(
            "No response for {age_ms}ms to {api}Request: {all} request(s) outstanding, {unwritten} not yet sent, \
             nothing received for {heard_ms}ms: broker or network is silent"
        );
        if self.reporter.spend(now) {
            self.outage_told = true;
            self.log(Level::Warning, "REQTMOUT", &text);
        }
    }

    /// Something was heard on the connection: a silence is over.
    pub(super) fn heard(&mut self, now: Time) {
        self.close_probe();
        let silence = self.silence.take().map(|silence| ("responding", silence.since));
        if silence.is_some() {
            self.tell_main(BrokerState::Up);
        }
        let replaced = self.replaced_since.take().map(|since| ("connected", since));
        if let Some((word, since)) = replaced.or(silence) {
            if self.outage_told {
                self.recovery = Some((word, now.us_since(since)));
            }
            self.outage_told = false;
        }
        (self.heard_at, self.active_at) = (now, now);
    }

    /// The cluster no longer names the broker: the last word on its silence, if there is one.
    pub(super) fn tell_retired(&mut self, now: Time) {
        if let Some(since) = self.silent_from()
            && self.reporter.spend(now)
        {
            let silent_ms = now.ms_since(since);
            let text = format!(
                "Disconnected: nothing received for {silent_ms}ms and the cluster has dropped the broker"
            );
            self.log(Level::Warning, "FAIL", &text);
        }
    }

    /// The connection goes, and with it what was known of its silence.
    pub(super) fn forget_silence(&mut self) {
        self.close_probe();
        self.silence = None;
    }

    fn close_probe(&mut self) {
        if let Some(conn) = self.silence.as_ref().and_then(|silence| silence.probe.conn()) {
            self.fx.io.push(IoAction::Close { conn });
        }
    }

    fn open_probe(&mut self, now: Time) {
        let conn = self.conn.number();
        self.debug(Debug::Broker, "CONNECT", || "Opening a second connection to look".to_owned());
        self.fx.io.push(IoAction::Resolve { conn, host: self.host.clone(), port: self.port });
        self.set_probe(Probe::Opening { conn, until: now.after_us(TRY_US), addr: None });
    }

    /// Something happened on the second connection, or on a past one.
    pub(super) fn on_probe_io(&mut self, now: Time, of: ConnId, event: IoEvent) {
        let Some(silence) = &mut self.silence else { return };
        if silence.probe.conn() != Some(of) {
            return;
        }
        match (&mut silence.probe, event) {
            (Probe::Opening { addr, .. }, IoEvent::Resolved(addrs)) => {
                *addr = addrs.first().copied();
                if let Some(addr) = *addr {
                    self.fx.io.push(IoAction::Connect { conn: of, addr });
                }
            }
            (Probe::Opening { addr, .. }, IoEvent::Connected) => {
                let addr = *addr;
                self.stats.connects.add(1);
                self.ask_on_probe(now, of, addr, FIRST_VERSION);
            }
            (Probe::Asking { correlation_id, version, addr, .. }, IoEvent::Frame(frame)) => {
                let (asked, version, addr) = (*correlation_id, *version, *addr);
                self.on_probe_answer(now, of, addr, (asked, version), &frame);
            }
            (Probe::Answers { .. }, IoEvent::Frame(_)) => self.probe_failed(now),
            (_, IoEvent::ResolveFailed(_) | IoEvent::ConnectFailed(_) | IoEvent::Closed(_)) => {
                self.probe_failed(now);
            }
            _ => {}
        }
    }

    /// Whatever it was: it says nothing about the first connection. Once more later.
    fn probe_failed(&mut self, now: Time) {
        self.close_probe();
        self.set_probe(Probe::Pause(now.after_us(TRY_US)));
    }

    fn ask_on_probe(&mut self, now: Time, conn: ConnId, addr: Option<SocketAddr>, version: i16) {
        let body = ApiVersionsRequest {
            client_software_name: self.settings.software_name.clone(),
            client_software_version: self.settings.software_version.clone(),
            ..ApiVersionsRequest::default()
        };
        let correlation_id = self.requests.next_correlation_id();
        let api = (ApiKey::API_VERSIONS, version);
        let client_id = &self.settings.client_id;
        match frame(api, correlation_id, client_id, |w| body.encode(w, version)) {
            Ok(frame) => {
                self.fx.io.push(IoAction::Send { conn, frame: vec![frame] });
                self.set_probe(Probe::Asking { conn, addr, correlation_id, version });
            }
            Err(_) => self.probe_failed(now),
        }
    }

    fn on_probe_answer(
        &mut self,
        now: Time,
        conn: ConnId,
        addr: Option<SocketAddr>,
        (correlation_id, version): (i32, i16),
        frame: &Bytes,
    ) {
        let mut reader = Reader::new(frame);
        let header = api::decode_response_header(&mut reader, ApiKey::API_VERSIONS, version);
        if header.map(|header| header.correlation_id) != Ok(correlation_id) {
            return self.probe_failed(now);
        }
        match ApiVersions::read_answer(&frame[reader.position()..], version) {
            VersionAnswer::Versions(versions, _) => {
                self.debug(Debug::Broker, "CONNECT", || "The second connection is answered".to_owned());
                let (versions, look_at) = (Box::new(versions), now.after_us(GRACE_US));
                self.set_probe(Probe::Answers { conn, addr, versions, look_at });
            }
            VersionAnswer::AskAgain(version) => self.ask_on_probe(now, conn, addr, version),
            VersionAnswer::Refused(_) | VersionAnswer::Malformed => self.probe_failed(now),
        }
    }

    /// How often the system has sent the same bytes of the first connection again.
    pub(super) fn on_retransmits(&mut self, now: Time, times: u32) {
        let Some(Silence { probe: Probe::Answers { .. }, .. }) = &self.silence else { return };
        // A connection that replaced another one and was never answered either: then it
        // is the broker after all.
        let overdue = self.replaced_since.is_none() && now >= self.answers_due();
        if times >= RETRANSMITS_DEAD || overdue {
            self.switch_over(now);
        }
    }

    /// When a broker that is alive must have answered everything that is in flight.
    fn answers_due(&self) -> Time {
        let hold_ms = |owner: &Owner| {
            let hold_ms = if let Owner::Produce { hold_ms, .. } = owner { *hold_ms } else { 0 };
            hold_ms.max(2 * self.settings.silence_ms)
        };
        let due = self.requests.all_sent().map(|sent| {
            let since = sent.written_at.unwrap_or(sent.made_at);
            since.after_ms(hold_ms(&sent.owner)).after_us(GRACE_US)
        });
        // Answers come in order, so the first request decides.
        due.take(1).next().unwrap_or(Time::NEVER)
    }

    /// The first connection is dead: the second one takes its place.
    fn switch_over(&mut self, now: Time) {
        let Some(Silence { since, probe: Probe::Answers { conn, addr, versions, .. }, .. }) =
            self.silence.take()
        else {
            return;
        };
        let silent_ms = now.ms_since(since);
        let text = format!(
            "Disconnected: nothing received for {silent_ms}ms while a second connection is answered: replacing \
             the connection (after {}ms in state {})",
            self.conn.state_age_ms(now),
            BrokerState::Up.name()
        );
        let error = Error::new(ErrorCode::LOCAL_TRANSPORT, format!("{}: {text}", self.name));
        if self.reporter.failure(now, "Disconnected: connection is dead").is_some() {
            self.log(Level::Warning, "FAIL", &text);
            self.outage_told = true;
        }
        self.fx.io.push(IoAction::Close { conn: self.conn.id() });
        self.stats.disconnects.add(1);
        self.timeouts_in_row = 0;
        for sent in self.requests.take_sent() {
            self.give_back(now, sent, &error);
        }
        self.sender.connection_down(now, &mut self.sender_out);
        self.conn.adopt(conn, addr, *versions);
        self.tell_main(BrokerState::Up);
        (self.heard_at, self.active_at) = (now, now);
        self.replaced_since = Some(since);
        self.resume_sender(now);
    }
}
