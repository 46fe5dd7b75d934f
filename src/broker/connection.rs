//! The state of the way to a broker: which attempt, which address, how long to wait
//! before the next one, which API versions the broker speaks. Owned by the broker
//! core, which acts on what is decided here.

use super::address::AddressList;
use super::io::ConnId;
use super::settings::BrokerSettings;
use super::versions::ApiVersions;
use crate::base::backoff::Backoff;
use crate::base::time::Time;
use crate::ops::BrokerState;
use fastrand::Rng;
use std::net::SocketAddr;
use std::sync::Arc;

/// A connection that was up for this long was a good one: the next failure starts
/// with the shortest pause. Shorter ones (a dead backend behind a balancer, a broker
/// that restarts over and over) go on with longer and longer pauses.
const GOOD_AFTER_US: u64 = 1_000_000;

/// Pauses of at least this length are shortened in the hope of a quick return.
const PATIENCE_MIN_US: u64 = 200_000;

/// A connect without any answer begins anew after this time.
const RESTART_US: u64 = 3_000_000;

/// Shortest pause after a second failure in a row.
const PAUSE_MIN_US: u64 = 10_000;

/// What kind of trouble ended an attempt or a connection, for the pause that follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// Nobody listens: costs the broker nothing, so it is asked often.
    Refused,
    /// The name has no address right now.
    Resolve,
    /// Something took the connection and dropped it again.
    Reset,
    /// Anything else.
    Other,
}

/// How an attempt begins.
#[derive(Debug, PartialEq, Eq)]
pub enum Start {
    /// With the addresses of the name.
    Resolve,
    /// With this address.
    Connect(SocketAddr),
}

/// The way to one broker.
pub struct Connection {
    settings: Arc<BrokerSettings>,
    state: BrokerState,
    since: Time,
    conn: ConnId,
    /// The last attempt that was numbered.
    last_conn: ConnId,
    addresses: AddressList,
    addr: Option<SocketAddr>,
    /// When a connect that got no answer begins anew.
    restart_at: Time,
    versions: ApiVersions,
    /// Failures in a row.
    failures: u32,
    not_before: Time,
    setup_deadline: Time,
    /// When the trouble began, while it lasts.
    trouble_since: Option<Time>,
    /// Until when the broker is not asked for its versions, since it hung up on that.
    fallback_until: Time,
    backoff: Backoff,
    rng: Rng,
}

impl Connection {
    /// Not connected, not failed.
    pub fn new(settings: Arc<BrokerSettings>, now: Time, rng: Rng) -> Connection {
        let (first, max) = (settings.reconnect_backoff_ms, settings.reconnect_backoff_max_ms);
        Connection {
            settings,
            state: BrokerState::Init,
            since: now,
            conn: ConnId(0),
            last_conn: ConnId(0),
            restart_at: Time::NEVER,
            addresses: AddressList::default(),
            addr: None,
            versions: ApiVersions::default(),
            failures: 0,
            not_before: Time::ZERO,
            setup_deadline: Time::NEVER,
            trouble_since: None,
            fallback_until: Time::ZERO,
            backoff: Backoff::reconnect(first, max.max(first)),
            rng,
        }
    }

    /// State of the connection.
    pub fn state(&self) -> BrokerState {
        self.state
    }

    /// Milliseconds in this state.
    pub fn state_age_ms(&self, now: Time) -> u64 {
        now.ms_since(self.since)
    }

    /// True if requests can go out.
    pub fn is_up(&self) -> bool {
        self.state == BrokerState::Up
    }

    /// True while there is a socket or an attempt to get one.
    pub fn is_active(&self) -> bool {
        use BrokerState::*;
        !matches!(self.state, Init | Down | TryConnect)
    }

    /// The current attempt.
    pub fn id(&self) -> ConnId {
        self.conn
    }

    /// The address of the current attempt.
    pub fn addr(&self) -> Option<SocketAddr> {
        self.addr
    }

    /// What the broker speaks; empty before it said so.
    pub fn versions(&self) -> &ApiVersions {
        &self.versions
    }

    /// Changes the state; true if it is another one.
    pub fn set_state(&mut self, now: Time, state: BrokerState) -> bool {
        let changed = self.state != state;
        if changed {
            self.state = state;
            self.since = now;
        }
        changed
    }

    /// True if the pause after the last failure is over.
    pub fn may_start(&self, now: Time) -> bool {
        now >= self.not_before
    }

    /// When the pause is over.
    pub fn not_before(&self) -> Time {
        self.not_before
    }

    /// Forgets the pause.
    pub fn start_now(&mut self) {
        self.not_before = Time::ZERO;
        self.failures = self.failures.min(1);
    }

    /// A number for an attempt.
    pub fn number(&mut self) -> ConnId {
        self.last_conn = ConnId(self.last_conn.0.wrapping_add(1));
        self.last_conn
    }

    /// Connecting begins: see [`Connection::restart`].
    pub fn connecting(&mut self, now: Time) {
        self.restart_at = if self.settings.connect_restarts { now.after_us(RESTART_US) } else { Time::NEVER };
    }

    /// When a connect has had no answer for so long that it is better begun anew: the
    /// system repeats itself at ever longer intervals, and would notice the return of
    /// the broker late.
    pub fn restart_at(&self) -> Time {
        if self.state == BrokerState::Connect { self.restart_at } else { Time::NEVER }
    }

    /// True if the name has an address that this attempt did not try.
    pub fn has_untried(&self) -> bool {
        self.state == BrokerState::Connect && self.addresses.has_untried()
    }

    /// Begins connecting anew, within the same attempt: to the next address, or to the
    /// same one.
    pub fn restart(&mut self, now: Time) -> Option<SocketAddr> {
        if let Some(next) = self.addresses.take_next(now, u64::MAX) {
            self.addr = Some(next);
        }
        self.conn = self.number();
        self.connecting(now);
        self.addr
    }

    /// Another connection takes the place of the current one.
    pub fn adopt(&mut self, conn: ConnId, addr: Option<SocketAddr>, versions: ApiVersions) {
        (self.conn, self.versions) = (conn, versions);
        self.addr = addr.or(self.addr);
    }

    /// Begins an attempt.
    pub fn start(&mut self, now: Time) -> Start {
        self.conn = self.number();
        self.setup_deadline = now.after_ms(self.settings.setup_timeout_ms);
        self.restart_at = Time::NEVER;
        match self.addresses.take_next(now, self.settings.address_ttl_ms) {
            Some(addr) => {
                self.addr = Some(addr);
                Start::Connect(addr)
            }
            None => Start::Resolve,
        }
    }

    /// The name was resolved: the address to connect to.
    pub fn resolved(&mut self, now: Time, mut addrs: Vec<SocketAddr>) -> Option<SocketAddr> {
        // Go on behind the address that failed last: it may be the one that is dead.
        let failed = self.addr.filter(|_| self.failures > 0);
        if let Some(at) = failed.and_then(|failed| addrs.iter().position(|addr| *addr == failed)) {
            let len = addrs.len();
            addrs.rotate_left((at + 1) % len);
        }
        self.addresses.refill(now, addrs);
        // Taken at once, so age does not matter here, `broker.address.ttl=0` included.
        self.addr = self.addresses.take_next(now, u64::MAX);
        self.addr
    }

    /// The name stands for another place now.
    pub fn forget_addresses(&mut self) {
        self.addresses.clear();
    }

    /// When the attempt has taken too long.
    pub fn setup_deadline(&self) -> Time {
        if self.is_active() && !self.is_up() { self.setup_deadline } else { Time::NEVER }
    }

    /// True if the broker is to be asked for its versions.
    pub fn asks_versions(&self, now: Time) -> bool {
        self.settings.api_version_request && now >= self.fallback_until
    }

    /// The broker hung up on the question for its versions.
    pub fn fall_back(&mut self, now: Time) {
        if self.settings.api_version_fallback_ms > 0 {
            self.fallback_until = now.after_ms(self.settings.api_version_fallback_ms);
        }
    }

    /// Takes note of what the broker speaks.
    pub fn set_versions(&mut self, versions: ApiVersions) {
        self.versions = versions;
    }

    /// The connection is usable. Returns how long the trouble lasted, if there was any.
    pub fn up(&mut self, now: Time) -> Option<Time> {
        self.setup_deadline = Time::NEVER;
        self.restart_at = Time::NEVER;
        self.set_state(now, BrokerState::Up);
        self.trouble_since.take()
    }

    /// Plans the next attempt after a failure. Call before the state changes.
    ///
    /// The pause is that of `reconnect.backoff.ms`: doubling, with jitter. Where
    /// another attempt costs the broker little it is cut to a share of the time
    /// already lost, so that a return is noticed soon: an outage gets longer by a
    /// hundredth (refused), a tenth (name not known) or a quarter (dropped).
    ///
    /// `since`: when the trouble began, if it was noticed late.
    pub fn failed(&mut self, now: Time, trouble: Trouble, since: Option<Time>) {
        if self.is_up() && now >= self.since.after_us(GOOD_AFTER_US) {
            self.failures = 0;
        }
        let since = *self.trouble_since.get_or_insert(since.unwrap_or(now));
        if self.state == BrokerState::Connect || self.failures > 0 {
            // The round is over: names are resolved again on the next attempt.
            self.addresses.clear();
        }
        let pause_us = self.backoff.delay_us(self.failures, &mut self.rng);
        self.failures = self.failures.saturating_add(1);
        let share = match trouble {
            Trouble::Refused => 100,
            Trouble::Resolve => 10,
            Trouble::Reset => 4,
            Trouble::Other => 1,
        };
        let first_us = self.settings.reconnect_backoff_ms * 1000;
        let patience_us = (now.us_since(since) / share).max(PATIENCE_MIN_US).max(first_us);
        let jittered_us = patience_us / 4 * 3 + self.rng.u64(0..=patience_us / 2);
        let pause_us = if share == 1 { pause_us } else { pause_us.min(jittered_us) };
        // `reconnect.backoff.ms=0` asks for haste, not for a whole CPU.
        let pause_us = if self.failures > 1 { pause_us.max(PAUSE_MIN_US) } else { pause_us };
        self.not_before = now.after_us(pause_us);
    }

    /// Nobody needs the broker: what failed is no outage.
    pub fn no_outage(&mut self) {
        self.trouble_since = None;
    }

    /// The connection ended without a fault (idle): the next attempt is immediate.
    pub fn ended_well(&mut self) {
        self.failures = 0;
        self.not_before = Time::ZERO;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connection() -> Connection {
        Connection::new(Arc::default(), Time(1_000_000), Rng::with_seed(3))
    }

    fn fail_at(c: &mut Connection, now: Time, trouble: Trouble) -> u64 {
        c.start(now);
        c.set_state(now, BrokerState::Connect);
        c.failed(now, trouble, None);
        c.set_state(now, BrokerState::Down);
        c.not_before().us_since(now)
    }

    #[test]
    fn pauses_double_up_to_the_maximum() {
        let mut c = connection();
        let mut now = Time(1_000_000);
        for step in 0..12 {
            let base = (100_000u64 << step).min(10_000_000);
            let pause = fail_at(&mut c, now, Trouble::Other);
            assert!(pause >= base * 3 / 4 && pause <= (base * 3 / 2).min(10_000_000), "{step}: {pause}");
            now = c.not_before();
        }
    }

    #[test]
    fn a_refused_connection_is_tried_again_soon_however_long_it_lasts() {
        let mut c = connection();
        let start = Time(1_000_000);
        let (mut now, mut attempts) = (start, 0);
        while now < start.after_ms(30_000) {
            assert!(fail_at(&mut c, now, Trouble::Refused) <= 450_000);
            (now, attempts) = (c.not_before(), attempts + 1);
        }
        assert!((60..200).contains(&attempts), "{attempts}");
        let hours = start.after_ms(5 * 3600 * 1000);
        assert!(fail_at(&mut c, hours, Trouble::Refused) > 5_000_000);
        assert!(c.up(hours.after_ms(1)).is_some());
    }

    #[test]
    fn only_a_connection_that_lasted_resets_the_pause() {
        let mut c = connection();
        let mut now = Time(1_000_000);
        let mut pauses = Vec::new();
        for _ in 0..6 {
            c.start(now);
            c.up(now);
            c.failed(now.after_ms(50), Trouble::Other, None);
            c.set_state(now.after_ms(50), BrokerState::Down);
            pauses.push(c.not_before().us_since(now.after_ms(50)));
            now = c.not_before();
        }
        assert!(pauses[5] > 2_000_000, "{pauses:?}");
        c.start(now);
        c.up(now);
        c.failed(now.after_ms(1500), Trouble::Other, None);
        assert!(c.not_before().us_since(now.after_ms(1500)) <= 150_000);
    }

    #[test]
    fn without_a_backoff_the_first_repeat_is_immediate_and_no_other() {
        let settings =
            BrokerSettings { reconnect_backoff_ms: 0, reconnect_backoff_max_ms: 0, ..Default::default() };
        let mut c = Connection::new(Arc::new(settings), Time(1_000_000), Rng::with_seed(3));
        let pauses: Vec<u64> = (0..4).map(|_| fail_at(&mut c, Time(1_000_000), Trouble::Refused)).collect();
        assert_eq!(pauses, [0, 10_000, 10_000, 10_000]);
    }

    #[test]
    fn every_address_is_tried_before_the_pause() {
        let mut c = connection();
        let now = Time(1_000_000);
        let addrs: Vec<SocketAddr> = vec!["127.0.0.1:1".parse().unwrap(), "[::1]:1".parse().unwrap()];
        assert_eq!(c.start(now), Start::Resolve);
        c.set_state(now, BrokerState::Connect);
        assert_eq!(c.resolved(now, addrs.clone()), Some(addrs[0]));
        assert!(c.has_untried());
        assert_eq!(c.restart(now), Some(addrs[1]));
        assert!(!c.has_untried());
        c.failed(now, Trouble::Refused, None);
        c.set_state(now, BrokerState::Down);
        assert!(!c.may_start(now));
        assert_eq!(c.start(c.not_before()), Start::Resolve);
    }
}
