//! How much a producer may hold: `queue.buffering.max.messages` and `.kbytes`.
//!
//! Counters without a lock on the fast path (K6 leaf); blocked producers wait on a
//! condition variable. Messages whose report waits for the application are counted
//! apart from those that wait for a broker: the former need a call by the application,
//! not a working cluster.

use crate::base::time::Time;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::sync::{Condvar, Mutex, PoisonError};

/// Messages and bytes of values that a producer holds.
pub struct Limits {
    message_cnt_max: u64,
    byte_cnt_max: u64,
    message_cnt: AtomicU64,
    byte_cnt: AtomicU64,
    /// Messages whose report is made and not served.
    reported_cnt: AtomicU64,
    waiters: AtomicUsize,
    stopped: AtomicBool,
    room: Mutex<()>,
    changed: Condvar,
}

impl Limits {
    /// Limits in messages (0: none) and bytes of values.
    pub fn new(message_cnt_max: u64, byte_cnt_max: u64) -> Limits {
        Limits {
            message_cnt_max: if message_cnt_max == 0 { u64::MAX } else { message_cnt_max },
            byte_cnt_max,
            message_cnt: AtomicU64::new(0),
            byte_cnt: AtomicU64::new(0),
            reported_cnt: AtomicU64::new(0),
            waiters: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
            room: Mutex::new(()),
            changed: Condvar::new(),
        }
    }

    /// Admits a message of `bytes`, or says that there is no room.
    #[inline]
    pub fn admit(&self, bytes: u64) -> bool {
        self.admit_many(1, bytes)
    }

    /// Admits several messages of `bytes` together: all or none.
    pub fn admit_many(&self, messages: u64, bytes: u64) -> bool {
        // Counting first and looking then keeps the limit exact between threads: of two
        // that are one too many at the same time, both step back, never neither.
        let held = self.message_cnt.fetch_add(messages, SeqCst);
        let held_bytes = self.byte_cnt.fetch_add(bytes, SeqCst);
        if held + messages <= self.message_cnt_max && held_bytes + bytes <= self.byte_cnt_max {
            return true;
        }
        self.release(messages, bytes);
        false
    }

    /// True if a message of `bytes` would be admitted now.
    pub fn has_room(&self, bytes: u64) -> bool {
        self.message_cnt.load(SeqCst) < self.message_cnt_max
            && self.byte_cnt.load(SeqCst) + bytes <= self.byte_cnt_max
    }

    /// Waits until there may be room, [`Limits::stop`] is called, or `deadline` has
    /// passed. True: try again.
    pub fn wait(&self, bytes: u64, deadline: Time) -> bool {
        self.waiters.fetch_add(1, SeqCst);
        let mut guard = self.room.lock().unwrap_or_else(PoisonError::into_inner);
        let again = loop {
            if self.stopped.load(SeqCst) {
                break false;
            }
            // Looked at after `waiters` was raised: whoever releases later sees it.
            if self.has_room(bytes) {
                break true;
            }
            if bytes > self.byte_cnt_max {
                break false; // never fits
            }
            let now = Time::now();
            if now >= deadline {
                break false;
            }
            guard = match deadline.duration_from(now) {
                Some(left) => {
                    self.changed.wait_timeout(guard, left).unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner),
            };
        };
        drop(guard);
        self.waiters.fetch_sub(1, SeqCst);
        again
    }

    /// Messages are gone: their reports were served, or nobody wants them.
    pub fn release(&self, messages: u64, bytes: u64) {
        if bytes > 0 {
            self.byte_cnt.fetch_sub(bytes, SeqCst);
        }
        self.message_cnt.fetch_sub(messages, SeqCst);
        if self.waiters.load(SeqCst) > 0 {
            drop(self.room.lock().unwrap_or_else(PoisonError::into_inner));
            self.changed.notify_all();
        }
    }

    /// The report of messages is on its way to the application.
    pub fn report_made(&self, messages: u64) {
        self.reported_cnt.fetch_add(messages, SeqCst);
    }

    /// A report was served or dropped; [`Limits::release`] follows.
    pub fn report_done(&self, messages: u64) {
        self.reported_cnt.fetch_sub(messages, SeqCst);
    }

    /// Wakes blocked producers for good: the handle goes or had a fatal error.
    pub fn stop(&self) {
        self.stopped.store(true, SeqCst);
        drop(self.room.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }

    /// Messages held, those whose report waits included (`msg_cnt`).
    pub fn message_cnt(&self) -> u64 {
        self.message_cnt.load(SeqCst)
    }

    /// Bytes of values held (`msg_size`).
    pub fn byte_cnt(&self) -> u64 {
        self.byte_cnt.load(SeqCst)
    }

    /// Messages whose report waits for the application.
    pub fn reported_cnt(&self) -> u64 {
        self.reported_cnt.load(SeqCst)
    }

    /// `msg_max` and `msg_size_max` of the statistics.
    pub fn maxima(&self) -> (u64, u64) {
        (self.message_cnt_max, self.byte_cnt_max)
    }
}

impl Default for Limits {
    /// No limits: for handles that do not produce.
    fn default() -> Limits {
        Limits::new(0, u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn refuses_what_is_too_much_and_counts_exactly() {
        let limits = Limits::new(2, 100);
        assert!(limits.admit(60) && !limits.admit(60) && limits.admit(40) && !limits.admit(0));
        assert_eq!((limits.message_cnt(), limits.byte_cnt()), (2, 100));
        limits.release(2, 100);
        assert!(!limits.admit_many(3, 3) && limits.admit_many(2, 3));
        assert_eq!(Limits::new(0, 10).maxima(), (u64::MAX, 10));
    }

    #[test]
    fn a_blocked_producer_goes_on_after_a_release_and_after_stop() {
        let limits = Arc::new(Limits::new(1, 100));
        assert!(limits.admit(1));
        let blocked = {
            let limits = limits.clone();
            std::thread::spawn(move || {
                let first = limits.wait(1, Time::now().after_ms(20_000)) && limits.admit(1);
                (first, limits.wait(1, Time::now().after_ms(20_000)))
            })
        };
        while limits.waiters.load(SeqCst) == 0 {
            std::thread::yield_now();
        }
        limits.release(1, 1);
        while limits.message_cnt() == 0 || limits.waiters.load(SeqCst) == 0 {
            std::thread::yield_now();
        }
        limits.stop();
        assert_eq!(blocked.join().unwrap(), (true, false));
        assert!(!limits.wait(1, Time::now()));
    }
}
