//! The mailbox of a core: many threads push, one owner takes everything at once.
//!
//! A push wakes the owner only if it sleeps. The race that this must survive:
//! the owner finds the mailbox empty, a producer pushes, the owner goes to sleep.
//! Both sides therefore look at `sleeping` under the same lock as the items.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Thread;

/// Wakes the owner of a mailbox. Called without any lock held; must not block.
pub trait Wake: Send + Sync {
    /// Makes the owner look at its mailbox soon.
    fn wake(&self);
}

/// Wakes a thread that sleeps in [`std::thread::park_timeout`].
pub struct ThreadWaker(pub Thread);

impl Wake for ThreadWaker {
    fn wake(&self) {
        self.0.unpark();
    }
}

struct State<T> {
    items: Vec<T>,
    sleeping: bool,
    closed: bool,
    waker: Option<Arc<dyn Wake>>,
}

/// A queue of ops for one owner.
pub struct Mailbox<T>(Mutex<State<T>>);

impl<T> Mailbox<T> {
    /// An empty mailbox whose owner has not started yet: pushes collect.
    pub fn new() -> Arc<Mailbox<T>> {
        Arc::new(Mailbox(Mutex::new(State {
            items: Vec::new(),
            sleeping: false,
            closed: false,
            waker: None,
        })))
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        // A panic of an owner must not take the application threads with it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets how the owner is woken. Called by the owner before its first sleep.
    pub fn set_waker(&self, waker: Arc<dyn Wake>) {
        self.lock().waker = Some(waker);
    }

    /// Hands an op to the owner; gives it back if the owner has gone.
    pub fn push(&self, item: T) -> Result<(), T> {
        let waker = {
            let mut state = self.lock();
            if state.closed {
                return Err(item);
            }
            state.items.push(item);
            if !state.sleeping {
                return Ok(());
            }
            state.sleeping = false;
            state.waker.clone()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
        Ok(())
    }

    /// Moves everything into `into`, which must be empty; its memory is reused.
    pub fn take(&self, into: &mut Vec<T>) {
        debug_assert!(into.is_empty());
        std::mem::swap(&mut self.lock().items, into);
    }

    /// The owner wants to sleep: true if there is nothing to do, and from then on
    /// the next push wakes it. False: take first.
    pub fn prepare_sleep(&self) -> bool {
        let mut state = self.lock();
        state.sleeping = state.items.is_empty();
        state.sleeping
    }

    /// The owner is awake again, for whatever reason.
    pub fn awake(&self) {
        self.lock().sleeping = false;
    }

    /// The owner goes: later pushes fail. Returns what was still inside.
    pub fn close(&self) -> Vec<T> {
        let mut state = self.lock();
        state.closed = true;
        state.waker = None;
        std::mem::take(&mut state.items)
    }

    /// Number of waiting ops.
    pub fn len(&self) -> usize {
        self.lock().items.len()
    }

    /// True if no op waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    struct Count(AtomicUsize);
    impl Wake for Count {
        fn wake(&self) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn wakes_only_a_sleeper_and_only_once() {
        let mailbox = Mailbox::new();
        let count = Arc::new(Count(AtomicUsize::new(0)));
        mailbox.set_waker(count.clone());
        mailbox.push(1).unwrap();
        assert!(!mailbox.prepare_sleep());
        let mut got = Vec::new();
        mailbox.take(&mut got);
        assert!(mailbox.prepare_sleep());
        mailbox.push(2).unwrap();
        mailbox.push(3).unwrap();
        assert_eq!((got, count.0.load(Ordering::Relaxed)), (vec![1], 1));
        assert_eq!(mailbox.close(), vec![2, 3]);
        assert_eq!(mailbox.push(4), Err(4));
    }

    #[test]
    fn no_lost_wakeup_between_threads() {
        let mailbox: Arc<Mailbox<u32>> = Mailbox::new();
        let owner = {
            let mailbox = mailbox.clone();
            std::thread::spawn(move || {
                mailbox.set_waker(Arc::new(ThreadWaker(std::thread::current())));
                let (mut seen, mut ops) = (0, Vec::new());
                while seen < 20_000 {
                    mailbox.take(&mut ops);
                    seen += ops.len();
                    ops.clear();
                    if seen < 20_000 && mailbox.prepare_sleep() {
                        let before = std::time::Instant::now();
                        std::thread::park_timeout(Duration::from_secs(20));
                        assert!(before.elapsed() < Duration::from_secs(15), "lost wake-up");
                        mailbox.awake();
                    }
                }
            })
        };
        for i in 0..20_000 {
            mailbox.push(i).unwrap();
        }
        owner.join().unwrap();
    }
}
