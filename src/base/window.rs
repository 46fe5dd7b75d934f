//! A window of measurements for the statistics: recorded by one thread, taken and
//! reset by another.

use hdrhistogram::Histogram;
use std::sync::{Mutex, PoisonError};

/// Values recorded since the window was last taken. Costs a lock that is hardly
/// ever contended and 10 ns per value; memory only once something was recorded.
pub struct Window {
    highest: u64,
    inner: Mutex<Option<Inner>>,
}

struct Inner {
    histogram: Histogram<u32>,
    sum: u64,
    out_of_range: u64,
}

/// What a window says, in the unit of its values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct WindowSummary {
    pub min: u64,
    pub max: u64,
    pub avg: u64,
    pub sum: u64,
    pub stddev: u64,
    pub p50: u64,
    pub p75: u64,
    pub p90: u64,
    pub p95: u64,
    pub p99: u64,
    pub p99_99: u64,
    /// Values above what the window can hold; counted as the highest.
    pub out_of_range: u64,
    /// Memory of the histogram, bytes.
    pub hdr_size: u64,
    /// Number of values.
    pub cnt: u64,
}

impl Window {
    /// A window for values up to `highest`, two significant digits kept.
    pub fn new(highest: u64) -> Window {
        Window { highest: highest.max(2), inner: Mutex::new(None) }
    }

    /// Adds a value.
    pub fn record(&self, value: u64) {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        if inner.is_none() {
            let Ok(histogram) = Histogram::new_with_bounds(1, self.highest, 2) else { return };
            *inner = Some(Inner { histogram, sum: 0, out_of_range: 0 });
        }
        if let Some(inner) = inner.as_mut() {
            inner.out_of_range += u64::from(value > self.highest);
            inner.sum = inner.sum.saturating_add(value);
            inner.histogram.saturating_record(value.min(self.highest));
        }
    }

    /// Sums up and starts anew. All zero if nothing was recorded.
    pub fn take(&self) -> WindowSummary {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(inner) = inner.as_mut() else { return WindowSummary::default() };
        let h = &inner.histogram;
        let hdr_size = h.distinct_values() as u64 * 4;
        if h.is_empty() {
            return WindowSummary { hdr_size, ..WindowSummary::default() };
        }
        let summary = WindowSummary {
            min: h.min(),
            max: h.max(),
            avg: inner.sum / h.len(),
            sum: inner.sum,
            stddev: h.stdev() as u64,
            p50: h.value_at_quantile(0.5),
            p75: h.value_at_quantile(0.75),
            p90: h.value_at_quantile(0.9),
            p95: h.value_at_quantile(0.95),
            p99: h.value_at_quantile(0.99),
            p99_99: h.value_at_quantile(0.9999),
            out_of_range: inner.out_of_range,
            hdr_size,
            cnt: h.len(),
        };
        inner.histogram.reset();
        (inner.sum, inner.out_of_range) = (0, 0);
        summary
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_up_and_starts_anew() {
        let window = Window::new(1_000_000);
        assert_eq!(window.take(), WindowSummary::default());
        for value in [10, 20, 30, 5_000_000] {
            window.record(value);
        }
        let summary = window.take();
        assert_eq!((summary.cnt, summary.min, summary.sum, summary.out_of_range), (4, 10, 5_000_060, 1));
        assert_eq!(summary.p50, 20);
        assert!(summary.hdr_size > 0);
        assert_eq!(window.take().cnt, 0);
    }
}
