//! The part of the broker core that makes, watches and loses connections.

use super::connection::{Start, Trouble};
use super::core::{BrokerCore, nodename};
use super::io::{CloseReason, ConnectError, IoAction, address_text};
use crate::base::log::{Debug, Level};
use crate::base::time::Time;
use crate::error::{Error, ErrorCode};
use crate::ops::{AppEvent, BrokerState};
use std::net::SocketAddr;

/// A connection that carried nothing for this long is idle.
const IDLE_MS: u64 = 30_000;
/// What goes wrong after this time without trouble is news again.
const FRESH_AFTER_MS: u64 = 30_000;

/// Why a connection or an attempt ends.
pub(super) struct Failure {
    /// Level of the line; the application hears of errors only.
    pub level: Level,
    /// For the application and for requests that fail with it.
    pub code: ErrorCode,
    /// What happened, in words.
    pub text: String,
    /// What it means for the next attempt.
    pub trouble: Trouble,
}

impl Failure {
    pub(super) fn new(level: Level, code: ErrorCode, text: impl Into<String>) -> Failure {
        Failure { level, code, text: text.into(), trouble: Trouble::Other }
    }
}

impl BrokerCore {
    /// True if there is work that needs a connection.
    fn wants_connection(&self) -> bool {
        self.wanted
            || !self.settings.sparse_connections
            || self.requests.waiting_cnt() > 0
            || self.sender.wants_connection()
    }

    /// Starts an attempt if somebody wants one and the pause is over.
    pub(super) fn maybe_connect(&mut self, now: Time) {
        if self.conn.is_active() {
            return;
        }
        if !self.wants_connection() {
            if self.conn.state() == BrokerState::TryConnect {
                self.set_state(now, BrokerState::Init, None);
            }
            return;
        }
        self.set_state(now, BrokerState::TryConnect, None);
        if !self.conn.may_start(now) {
            return;
        }
        self.debug(Debug::Broker, "CONNECT", || "broker in state TRY_CONNECT connecting".to_owned());
        let start = self.conn.start(now);
        self.set_state(now, BrokerState::Connect, None);
        let conn = self.conn.id();
        let action = match start {
            Start::Resolve => IoAction::Resolve { conn, host: self.host.clone(), port: self.port },
            Start::Connect(addr) => self.connect_to(now, addr),
        };
        self.fx.io.push(action);
    }

    fn connect_to(&mut self, now: Time, addr: SocketAddr) -> IoAction {
        self.conn.connecting(now);
        let protocol = self.settings.security_protocol;
        self.debug(Debug::Broker, "CONNECT", || {
            format!("Connecting to {} ({protocol})", address_text(&addr))
        });
        IoAction::Connect { conn: self.conn.id(), addr }
    }

    pub(super) fn on_resolved(&mut self, now: Time, addrs: Vec<SocketAddr>) {
        match self.conn.resolved(now, addrs) {
            Some(addr) => {
                let action = self.connect_to(now, addr);
                self.fx.io.push(action);
            }
            None => self.on_resolve_failed(now, "No address associated with hostname"),
        }
    }

    pub(super) fn on_resolve_failed(&mut self, now: Time, text: &str) {
        let text = format!("Failed to resolve '{}': {text}", nodename(&self.host, self.port));
        let failure = Failure::new(Level::Err, ErrorCode::LOCAL_RESOLVE, text);
        self.fail(now, Failure { trouble: Trouble::Resolve, ..failure });
    }

    pub(super) fn on_connect_failed(&mut self, now: Time, error: &ConnectError) {
        let to = self.conn.addr().map_or_else(|| nodename(&self.host, self.port), |addr| address_text(&addr));
        let text = format!("Connect to {to} failed: {}", error.text);
        if self.conn.has_untried() {
            // Only when no address works there is something to tell.
            self.debug(Debug::Broker, "CONNECT", || format!("{text}: trying the next address"));
            return self.restart_connect(now);
        }
        let failure = Failure::new(Level::Err, ErrorCode::LOCAL_TRANSPORT, text);
        let trouble = match error {
            ConnectError { refused: true, .. } => Trouble::Refused,
            ConnectError { reset: true, .. } => Trouble::Reset,
            _ => Trouble::Other,
        };
        self.fail(now, Failure { trouble, ..failure });
    }

    fn restart_connect(&mut self, now: Time) {
        let old = self.conn.id();
        if let Some(addr) = self.conn.restart(now) {
            self.fx.io.push(IoAction::Close { conn: old });
            let action = self.connect_to(now, addr);
            self.fx.io.push(action);
        }
    }

    pub(super) fn on_connected(&mut self, now: Time) {
        if self.conn.state() != BrokerState::Connect {
            return;
        }
        self.stats.connects.add(1);
        (self.heard_at, self.active_at) = (now, now);
        if let Some(addr) = self.conn.addr() {
            self.debug(Debug::Broker, "CONNECT", || format!("Connected to {}", address_text(&addr)));
        }
        let connects = self.stats.connects.get();
        self.debug(Debug::Broker, "CONNECTED", || format!("Connected (#{connects})"));
        if self.conn.asks_versions(now) {
            self.set_state(now, BrokerState::ApiVersionQuery, None);
            self.ask_versions(now, super::versions::FIRST_VERSION);
        } else {
            self.conn.set_versions(super::versions::ApiVersions::oldest_supported());
            self.on_up(now);
        }
    }

    /// The broker can be used from now on.
    pub(super) fn on_up(&mut self, now: Time) {
        self.set_state(now, BrokerState::Up, None);
        let trouble_since = self.conn.up(now);
        self.wanted = false;
        self.timeouts_in_row = 0;
        self.last_failure = None;
        if self.outage_told
            && let Some(since) = trouble_since
        {
            self.outage_told = false;
            self.recovery = Some(("connected", now.us_since(since)));
        }
        self.resume_sender(now);
    }

    /// Tells the sender that it has a connection.
    pub(super) fn resume_sender(&mut self, now: Time) {
        match self.conn.versions().produce() {
            Ok(version) => self.sender.connection_up(now, version, &mut self.sender_out),
            Err(error) => self.log(Level::Err, "APIVERSION", &format!("Can not produce: {error}")),
        }
    }

    /// Why a connection is gone, in words.
    pub(super) fn on_closed(&mut self, now: Time, reason: CloseReason) {
        let quiet = if self.settings.log_connection_close { Level::Info } else { Level::Debug };
        let dropped = matches!(reason, CloseReason::Eof | CloseReason::Reset);
        if dropped && self.is_idle(now) {
            return self.on_idle_close(now, quiet);
        }
        let failure = match reason {
            CloseReason::Eof => Failure::new(
                quiet,
                ErrorCode::LOCAL_TRANSPORT,
                "Disconnected: connection closed by peer: receive 0 after POLLIN",
            ),
            CloseReason::Reset => {
                Failure::new(quiet, ErrorCode::LOCAL_TRANSPORT, "Disconnected: connection reset by peer")
            }
            CloseReason::System(text) => {
                Failure::new(Level::Err, ErrorCode::LOCAL_TRANSPORT, format!("Disconnected: {text}"))
            }
            CloseReason::FrameSize(size) => {
                self.stats.rxerrs.add(1);
                let max = self.settings.receive_max_bytes;
                let text = format!(
                    "Receive failed: Invalid response size {size} (0..{max}): increase receive.message.max.bytes"
                );
                Failure::new(Level::Err, ErrorCode::LOCAL_BAD_MSG, text)
            }
        };
        if self.conn.state() == BrokerState::ApiVersionQuery {
            self.conn.fall_back(now);
        }
        let trouble = if dropped { Trouble::Reset } else { Trouble::Other };
        self.fail(now, Failure { trouble, ..failure });
    }

    /// True if the connection has carried nothing for a while and nobody waits for it:
    /// brokers close such ones.
    fn is_idle(&self, now: Time) -> bool {
        let busy = self.requests.sent_cnt() > 0 || self.wants_connection();
        self.conn.is_up() && !busy && now >= self.active_at.after_ms(IDLE_MS)
    }

    /// The broker closed an idle connection: no fault of anybody, so no broker is down.
    fn on_idle_close(&mut self, now: Time, level: Level) {
        let text = "Disconnected: idle connection closed by peer";
        let error = self.tell_failure(now, &Failure::new(level, ErrorCode::LOCAL_TRANSPORT, text));
        self.outage_told = false;
        self.conn.ended_well();
        self.close_connection(now, &error, None);
        self.set_state(now, BrokerState::Init, None);
    }

    /// Ends the connection or attempt with a fault: one line, an event if it is an
    /// error, and a pause before the next attempt.
    pub(super) fn fail(&mut self, now: Time, failure: Failure) {
        if self.conn.is_up() && self.conn.state_age_ms(now) >= FRESH_AFTER_MS {
            self.reporter.forget();
        }
        let error = self.tell_failure(now, &failure);
        self.conn.failed(now, failure.trouble, self.silent_from());
        self.wanted = false;
        self.last_failure = Some(error.clone());
        self.close_connection(now, &error, Some(error.clone()));
        if !self.wants_connection() && self.conn.state() == BrokerState::Down && failure.level > Level::Err {
            // An idle connection went away: nobody lost anything.
            self.conn.no_outage();
            self.outage_told = false;
        }
    }

    /// Writes the line of a failure, or counts it, and tells the application.
    fn tell_failure(&mut self, now: Time, failure: &Failure) -> Error {
        let (state, age_ms) = (self.conn.state().name(), self.conn.state_age_ms(now));
        let text = &failure.text;
        if failure.level == Level::Debug {
            self.debug(Debug::Broker, "FAIL", || {
                format!("{text} (after {age_ms}ms in state {state}) ({})", failure.code.name())
            });
            return Error::new(failure.code, format!("{}: {text}", self.name));
        }
        let shown = self.reporter.failure(now, text);
        let suppressed = match shown {
            Some(n) if n > 0 => format!(", {n} identical error(s) suppressed"),
            _ => String::new(),
        };
        let line = format!("{text} (after {age_ms}ms in state {state}{suppressed})");
        let error = Error::new(failure.code, format!("{}: {line}", self.name));
        if shown.is_some() {
            self.outage_told = true;
            self.log(failure.level, "FAIL", &line);
            if failure.level <= Level::Err {
                let reason = error.reason.clone();
                self.fx.events.push(AppEvent::Error { code: failure.code, reason, fatal: false });
            }
        }
        error
    }

    /// Closes and hands back what was in flight. `down` is the fault, none for an
    /// orderly end.
    pub(super) fn close_connection(&mut self, now: Time, error: &Error, down: Option<Error>) {
        if !self.conn.is_active() {
            return;
        }
        let had_socket = self.conn.state() != BrokerState::Connect;
        self.fx.io.push(IoAction::Close { conn: self.conn.id() });
        if had_socket {
            self.stats.disconnects.add(1);
        }
        self.forget_silence();
        self.replaced_since = None;
        // A recovery that was not told of yet was none; the next one is.
        self.outage_told |= self.recovery.take().is_some();
        self.timeouts_in_row = 0;
        self.throttled_until = Time::ZERO;
        self.set_state(now, BrokerState::Down, down);
        for sent in self.requests.take_sent() {
            self.give_back(now, sent, error);
        }
        self.sender.connection_down(now, &mut self.sender_out);
    }

    /// Metadata names another address: go there.
    pub(super) fn close_for_new_address(&mut self, now: Time) {
        self.debug(Debug::Broker, "FAIL", || "Closing connection: the broker has moved".to_owned());
        let error = Error::new(ErrorCode::LOCAL_TRANSPORT, format!("{}: broker has moved", self.name));
        self.conn.ended_well();
        self.close_connection(now, &error, None);
        self.route_sender(now);
    }

    /// Ends what took too long: setting up, or doing nothing.
    pub(super) fn check_link(&mut self, now: Time) {
        if now >= self.conn.setup_deadline() {
            let text = format!("Connection setup timed out in state {}", self.conn.state().name());
            self.fail(now, Failure::new(Level::Warning, ErrorCode::LOCAL_TRANSPORT, text));
        } else if now >= self.idle_deadline() {
            let idle_ms = now.ms_since(self.active_at);
            let text = format!("Connection max idle time exceeded ({idle_ms}ms since last activity)");
            let failure = Failure::new(Level::Debug, ErrorCode::LOCAL_TRANSPORT, text);
            let error = self.tell_failure(now, &failure);
            self.conn.ended_well();
            self.close_connection(now, &error, None);
            self.set_state(now, BrokerState::Init, None);
        } else if now >= self.conn.restart_at() {
            self.restart_connect(now);
        }
        self.check_silence(now);
    }

    /// When [`BrokerCore::check_link`] has something to do.
    pub(super) fn link_deadline(&self) -> Time {
        self.idle_deadline().min(self.conn.restart_at()).min(self.silence_deadline())
    }

    fn idle_deadline(&self) -> Time {
        let busy = self.requests.sent_cnt() > 0 || self.requests.waiting_cnt() > 0;
        if self.settings.idle_max_ms == 0 || !self.conn.is_up() || busy {
            return Time::NEVER;
        }
        self.active_at.after_ms(self.settings.idle_max_ms)
    }

    /// Tells of the end of an outage, as soon as the budget of lines allows.
    pub(super) fn tell_recovery(&mut self, now: Time) {
        let Some((what, lasted_us)) = self.recovery.filter(|_| self.conn.is_up()) else { return };
        if !self.reporter.spend(now) {
            return;
        }
        self.recovery = None;
        let seconds = lasted_us as f64 / 1e6;
        let digits = usize::from(seconds < 10.0);
        let queued = self.queued.as_ref().map_or(0, |queued| queued());
        let text = format!("{what} again after {seconds:.digits$} s, {queued} messages queued");
        self.log(Level::Info, "CONNECTED", &text);
    }
}
