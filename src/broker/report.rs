//! How often a broker may speak of its troubles: repeats are folded, and no outage
//! writes more than one line a second. Lives as long as the broker's entry, so that
//! a re-bootstrap or a new node id does not start the flood anew.

use crate::base::time::Time;

/// Lines that may come at once when something happens after a quiet time.
const BURST: u64 = 3;
/// One line a second in the long run.
const LINE_INTERVAL_US: u64 = 1_000_000;
/// How long the same text is held back: doubles from the first to the second.
const REPEAT_US: (u64, u64) = (1_000_000, 32_000_000);
/// Texts that are told apart (the addresses of one name fail in turn).
const TEXTS_MAX: usize = 8;

#[derive(Debug)]
struct Repeat {
    text: String,
    shown_at: Time,
    hold_us: u64,
    suppressed: u32,
}

/// Decides which lines are shown.
#[derive(Debug, Default)]
pub struct Reporter {
    /// When the budget of lines is full again.
    full_at: Time,
    repeats: Vec<Repeat>,
}

impl Reporter {
    /// True if a line may be shown now; spends it.
    pub fn spend(&mut self, now: Time) -> bool {
        let full_at = self.full_at.max(now).after_us(LINE_INTERVAL_US);
        if full_at > now.after_us(BURST * LINE_INTERVAL_US) {
            return false;
        }
        self.full_at = full_at;
        true
    }

    /// When [`Reporter::spend`] succeeds next.
    pub fn next_line_at(&self) -> Time {
        Time(self.full_at.0.saturating_sub((BURST - 1) * LINE_INTERVAL_US))
    }

    /// Whether a failure with this text is shown now, and if so, how many of the
    /// same text were held back since the last one.
    pub fn failure(&mut self, now: Time, text: &str) -> Option<u32> {
        let at = self.repeats.iter().position(|repeat| repeat.text == text);
        if let Some(repeat) = at.map(|at| &mut self.repeats[at])
            && now < repeat.shown_at.after_us(repeat.hold_us)
        {
            repeat.suppressed += 1;
            return None;
        }
        let shown = self.spend(now);
        let at = at.unwrap_or_else(|| self.remember(text));
        let repeat = &mut self.repeats[at];
        if !shown {
            repeat.suppressed += 1;
            return None;
        }
        repeat.hold_us = (repeat.hold_us * 2).clamp(REPEAT_US.0, REPEAT_US.1);
        repeat.shown_at = now;
        Some(std::mem::take(&mut repeat.suppressed))
    }

    fn remember(&mut self, text: &str) -> usize {
        if self.repeats.len() == TEXTS_MAX {
            self.repeats.remove(0);
        }
        self.repeats.push(Repeat { text: text.to_owned(), shown_at: Time::ZERO, hold_us: 0, suppressed: 0 });
        self.repeats.len() - 1
    }

    /// The trouble is over for good: the same text is news again.
    pub fn forget(&mut self) {
        self.repeats.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_one_line_a_second_and_repeats_are_counted() {
        let mut reporter = Reporter::default();
        let start = Time(50_000_000);
        let (mut lines, mut told) = (0, 0);
        // Two texts in turn, twenty attempts a second, for 30 seconds.
        for i in 0..600u64 {
            let text = if i % 2 == 0 { "Connect failed" } else { "Disconnected" };
            if let Some(suppressed) = reporter.failure(start.after_ms(i * 50), text) {
                lines += 1;
                told += suppressed;
            }
        }
        assert!((6..=33).contains(&lines), "{lines}");
        assert!(told > 200, "{told}");
    }

    #[test]
    fn different_texts_are_shown_within_the_budget() {
        let mut reporter = Reporter::default();
        let now = Time(50_000_000);
        assert_eq!(reporter.failure(now, "a"), Some(0));
        assert_eq!(reporter.failure(now, "b"), Some(0));
        assert_eq!(reporter.failure(now, "a"), None);
        assert_eq!(reporter.failure(now, "c"), Some(0));
        assert_eq!(reporter.failure(now, "d"), None);
        assert!(!reporter.spend(now));
        assert_eq!(reporter.next_line_at(), now.after_ms(1000));
        assert!(reporter.spend(now.after_ms(1000)));
        assert_eq!(reporter.failure(now.after_ms(2500), "a"), Some(1));
        reporter.forget();
        assert_eq!(reporter.failure(now.after_ms(5500), "a"), Some(0));
    }
}
