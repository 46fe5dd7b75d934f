//! Monotonic time as the cores see it: a number that a driver (or a simulation) passes in.

use std::ops::{Add, AddAssign, Sub};
use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A point in monotonic time, microseconds since an arbitrary start of the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Time(pub u64);

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

impl Time {
    /// The beginning of time.
    pub const ZERO: Time = Time(0);
    /// Later than everything else: "no deadline".
    pub const NEVER: Time = Time(u64::MAX);

    /// Reads the clock of the process. For drivers and application threads only:
    /// cores are told the time.
    pub fn now() -> Time {
        // One second ahead, so that subtracting a short age never clamps at zero.
        Time(START.elapsed().as_micros() as u64 + 1_000_000)
    }

    /// This time plus `ms` milliseconds, saturating at [`Time::NEVER`].
    pub fn after_ms(self, ms: u64) -> Time {
        Time(self.0.saturating_add(ms.saturating_mul(1000)))
    }

    /// This time plus `us` microseconds, saturating at [`Time::NEVER`].
    pub fn after_us(self, us: u64) -> Time {
        Time(self.0.saturating_add(us))
    }

    /// Microseconds since `earlier`, 0 if that is in the future.
    pub fn us_since(self, earlier: Time) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// Whole milliseconds since `earlier`, 0 if that is in the future.
    pub fn ms_since(self, earlier: Time) -> u64 {
        self.us_since(earlier) / 1000
    }

    /// Time left until this point, seen from `now`; `None` for [`Time::NEVER`].
    pub fn duration_from(self, now: Time) -> Option<Duration> {
        (self != Time::NEVER).then(|| Duration::from_micros(self.us_since(now)))
    }
}

impl Add<Duration> for Time {
    type Output = Time;
    fn add(self, d: Duration) -> Time {
        self.after_us(d.as_micros() as u64)
    }
}

impl AddAssign<Duration> for Time {
    fn add_assign(&mut self, d: Duration) {
        *self = *self + d;
    }
}

impl Sub<Time> for Time {
    type Output = Duration;
    fn sub(self, earlier: Time) -> Duration {
        Duration::from_micros(self.us_since(earlier))
    }
}

/// Wall clock, milliseconds since the Unix epoch: message timestamps only.
pub fn wall_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis() as i64)
}
