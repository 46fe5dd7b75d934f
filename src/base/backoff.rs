//! Exponential backoff with jitter (KIP-580).

use fastrand::Rng;

/// Pauses that double from `first_ms` up to `max_ms`, each shifted by a random
/// share so that many clients do not come back in step.
#[derive(Debug, Clone, Copy)]
pub struct Backoff {
    first_ms: u64,
    max_ms: u64,
    /// Random shift in percent of the pause, below and above.
    jitter_percent: (u64, u64),
}

impl Backoff {
    /// For retries of requests: plus or minus 20 %, as KIP-580 says.
    pub fn retry(first_ms: u64, max_ms: u64) -> Backoff {
        Backoff { first_ms, max_ms, jitter_percent: (20, 20) }
    }

    /// For reconnects: minus 25 % to plus 50 %, as `reconnect.backoff.ms` says.
    pub fn reconnect(first_ms: u64, max_ms: u64) -> Backoff {
        Backoff { first_ms, max_ms, jitter_percent: (25, 50) }
    }

    /// Microseconds to wait before attempt number `attempt` (0 is the first
    /// repeat). Never more than the maximum, jitter included.
    pub fn delay_us(&self, attempt: u32, rng: &mut Rng) -> u64 {
        let max_us = self.max_ms.saturating_mul(1000);
        let doubled = self.first_ms.saturating_mul(1000).saturating_mul(1 << attempt.min(40));
        let base = doubled.min(max_us);
        let (below, above) = self.jitter_percent;
        let lowest = base - base / 100 * below;
        let span = base / 100 * (below + above);
        (lowest + if span == 0 { 0 } else { rng.u64(0..=span) }).min(max_us)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_and_stays_within_its_bounds() {
        let mut rng = Rng::with_seed(1);
        let backoff = Backoff::retry(100, 1000);
        for _ in 0..1000 {
            assert!((80_000..=120_000).contains(&backoff.delay_us(0, &mut rng)));
            assert!((320_000..=480_000).contains(&backoff.delay_us(2, &mut rng)));
            assert!((800_000..=1_000_000).contains(&backoff.delay_us(99, &mut rng)));
        }
        assert_eq!(Backoff::reconnect(0, 0).delay_us(3, &mut rng), 0);
    }
}
