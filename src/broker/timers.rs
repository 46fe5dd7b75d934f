//! Deadlines of all brokers of one thread on one timer of the system, precise to
//! well below a millisecond. Touched by its thread alone.

use crate::base::time::Time;
use crate::sys::timerfd::TimerFd;
use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::time::Duration;
use tokio::io::unix::AsyncFd;

struct State {
    entries: BTreeMap<(Time, u64), Waker>,
    /// What the system's timer is set to; it may be earlier than the first entry.
    armed: Time,
    next_id: u64,
}

/// The deadlines of one thread.
#[derive(Clone)]
pub struct Timers(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    fd: AsyncFd<TimerFd>,
}

/// One deadline: replaced as often as needed, taken back when dropped.
pub struct Timer {
    timers: Timers,
    key: Option<(Time, u64)>,
}

impl Timers {
    /// No deadline yet. Call inside the thread's runtime.
    ///
    /// # Errors
    /// When the process has no descriptor left.
    pub fn new() -> io::Result<Timers> {
        let fd = TimerFd::new()?.watch()?;
        let state = State { entries: BTreeMap::new(), armed: Time::NEVER, next_id: 0 };
        Ok(Timers(Arc::new(Shared { state: Mutex::new(state), fd })))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes tasks whose deadlines have come, for ever. One task per thread runs it.
    pub async fn run(self) {
        loop {
            let Ok(mut ready) = self.0.fd.readable().await else { return };
            let _ = self.0.fd.get_ref().consume();
            ready.clear_ready();
            for waker in self.expire(Time::now()) {
                waker.wake();
            }
        }
    }

    fn expire(&self, now: Time) -> Vec<Waker> {
        let mut state = self.lock();
        // Half a timer tick early is better than another round.
        let later = state.entries.split_off(&(now.after_us(1), 0));
        let due = std::mem::replace(&mut state.entries, later);
        state.armed = Time::NEVER;
        if let Some((&(first, _), _)) = state.entries.first_key_value() {
            self.arm(&mut state, first, now);
        }
        due.into_values().collect()
    }

    fn arm(&self, state: &mut State, at: Time, now: Time) {
        // A timer that is set earlier anyway rings once for nothing, which costs less
        // than setting it again and again.
        if at < state.armed {
            state.armed = at;
            let delay = at.duration_from(now).unwrap_or(Duration::MAX);
            let _ = self.0.fd.get_ref().set(delay);
        }
    }
}

impl Timer {
    /// A deadline that is not set.
    pub fn new(timers: Timers) -> Timer {
        Timer { timers, key: None }
    }

    /// Wakes `waker` at `at`, replacing what was set before.
    pub fn set(&mut self, now: Time, at: Time, waker: &Waker) {
        let mut state = self.timers.lock();
        if let Some(key) = self.key {
            if key.0 == at
                && let Some(entry) = state.entries.get_mut(&key)
            {
                entry.clone_from(waker);
                return;
            }
            state.entries.remove(&key);
        }
        if at == Time::NEVER {
            self.key = None;
            return;
        }
        let key = (at, state.next_id);
        state.next_id += 1;
        self.key = Some(key);
        state.entries.insert(key, waker.clone());
        self.timers.arm(&mut state, at, now);
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        if let Some(key) = self.key {
            self.timers.lock().entries.remove(&key);
        }
    }
}
