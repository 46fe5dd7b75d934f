//! A one-shot answer from an internal thread to a waiting application thread.

use crate::base::time::Time;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

struct Slot<T> {
    value: Mutex<(Option<T>, bool)>,
    ready: Condvar,
}

/// The answering side. Dropping it unanswered wakes the waiter with `None`.
pub struct ReplySender<T>(Arc<Slot<T>>);

/// The waiting side.
pub struct ReplyReceiver<T>(Arc<Slot<T>>);

/// A connected pair.
pub fn reply<T>() -> (ReplySender<T>, ReplyReceiver<T>) {
    let slot = Arc::new(Slot { value: Mutex::new((None, false)), ready: Condvar::new() });
    (ReplySender(slot.clone()), ReplyReceiver(slot))
}

impl<T> ReplySender<T> {
    /// Answers.
    pub fn send(self, value: T) {
        self.0.value.lock().unwrap_or_else(PoisonError::into_inner).0 = Some(value);
        // Drop marks the slot closed and wakes the waiter.
    }

    /// True if nobody waits any more.
    pub fn is_abandoned(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }
}

impl<T> Drop for ReplySender<T> {
    fn drop(&mut self) {
        self.0.value.lock().unwrap_or_else(PoisonError::into_inner).1 = true;
        self.0.ready.notify_all();
    }
}

impl<T> ReplyReceiver<T> {
    /// Blocks until the answer is there, the answering side has gone, or
    /// `deadline` ([`Time::NEVER`] waits for ever) has passed; the latter two
    /// give `None`.
    pub fn wait_until(self, deadline: Time) -> Option<T> {
        let mut state = self.0.value.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(value) = state.0.take() {
                return Some(value);
            }
            if state.1 {
                return None;
            }
            let now = Time::now();
            if now >= deadline {
                return None;
            }
            state = match deadline.duration_from(now) {
                Some(left) => {
                    self.0.ready.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.0.ready.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answer_drop_and_timeout() {
        let (tx, rx) = reply();
        tx.send(5);
        assert_eq!(rx.wait_until(Time::NEVER), Some(5));
        let (tx, rx) = reply::<u8>();
        drop(tx);
        assert_eq!(rx.wait_until(Time::NEVER), None);
        let (_tx, rx) = reply::<u8>();
        assert_eq!(rx.wait_until(Time::now().after_ms(5)), None);
    }
}
