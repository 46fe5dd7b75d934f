//! The queue that an application polls: `rd_kafka_queue_t`.
//!
//! Any thread pushes, any application thread pops. A queue can be forwarded to
//! another one: pushes, pops and lengths then go there.

use crate::base::time::Time;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// How much an event counts in queue lengths: the number of messages it carries.
pub trait Weigh {
    /// Messages inside, at least 1.
    fn weight(&self) -> usize;
}

/// What happens when an event arrives in an empty queue: a write to a file
/// descriptor or a callback, as `rd_kafka_queue_io_event_enable()` and
/// `rd_kafka_queue_cb_event_enable()` ask for. Called without a lock held, on the
/// pushing thread.
pub type Notify = Arc<dyn Fn() + Send + Sync>;

struct State<E> {
    events: VecDeque<E>,
    weight: usize,
    forward: Option<Arc<AppQueue<E>>>,
    notify: Option<Notify>,
    yielded: bool,
    disabled: bool,
    waiters: usize,
}

/// A queue of events for the application.
pub struct AppQueue<E> {
    state: Mutex<State<E>>,
    ready: Condvar,
}

impl<E: Weigh> AppQueue<E> {
    /// An empty queue.
    pub fn new() -> Arc<AppQueue<E>> {
        Arc::new(AppQueue {
            state: Mutex::new(State {
                events: VecDeque::new(),
                weight: 0,
                forward: None,
                notify: None,
                yielded: false,
                disabled: false,
                waiters: 0,
            }),
            ready: Condvar::new(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, State<E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The queue at the end of the chain of forwards.
    fn target(self: &Arc<Self>) -> Arc<AppQueue<E>> {
        let mut queue = self.clone();
        loop {
            let Some(next) = queue.lock().forward.clone() else { return queue };
            queue = next;
        }
    }

    /// Appends an event. After [`AppQueue::disable`] it is given back.
    pub fn push(self: &Arc<Self>, event: E) -> Result<(), E> {
        let mut queue = self.clone();
        loop {
            let next = {
                let mut state = queue.lock();
                if state.disabled {
                    return Err(event);
                }
                match &state.forward {
                    Some(next) => next.clone(),
                    None => {
                        state.weight += event.weight();
                        state.events.push_back(event);
                        let notify = (state.events.len() == 1).then(|| state.notify.clone()).flatten();
                        let wake = state.waiters > 0;
                        drop(state);
                        if wake {
                            queue.ready.notify_one();
                        }
                        if let Some(notify) = notify {
                            notify();
                        }
                        return Ok(());
                    }
                }
            };
            queue = next;
        }
    }

    /// Puts an event back in front (an application that stops in the middle of it).
    pub fn push_front(self: &Arc<Self>, event: E) {
        let queue = self.target();
        let mut state = queue.lock();
        state.weight += event.weight();
        state.events.push_front(event);
        drop(state);
        queue.ready.notify_one();
    }

    /// Takes the next event, waiting until `deadline`. `None`: nothing came, or
    /// [`AppQueue::yield_now`] was called.
    pub fn pop(self: &Arc<Self>, deadline: Time) -> Option<E> {
        self.pop_where(deadline, |_| true)
    }

    /// Like [`AppQueue::pop`], but takes the first event that `wanted` accepts and
    /// leaves the others where they are.
    pub fn pop_where(self: &Arc<Self>, deadline: Time, wanted: impl Fn(&E) -> bool) -> Option<E> {
        loop {
            let queue = self.target();
            let mut state = queue.lock();
            loop {
                if state.forward.is_some() {
                    break; // forwarded while we waited: follow
                }
                if state.yielded {
                    state.yielded = false;
                    return None;
                }
                if state.disabled {
                    return None; // nothing will come any more
                }
                if let Some(at) = state.events.iter().position(&wanted) {
                    let event = state.events.remove(at)?;
                    state.weight -= event.weight();
                    return Some(event);
                }
                if deadline == Time::ZERO {
                    return None; // do not even look at the clock
                }
                let now = Time::now();
                if now >= deadline {
                    return None;
                }
                state.waiters += 1;
                state = match deadline.duration_from(now) {
                    Some(left) => {
                        queue.ready.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0
                    }
                    None => queue.ready.wait(state).unwrap_or_else(PoisonError::into_inner),
                };
                state.waiters -= 1;
            }
        }
    }

    /// Messages waiting, counted by [`Weigh`].
    pub fn len(self: &Arc<Self>) -> usize {
        self.target().lock().weight
    }

    /// How many events wait in this very queue, which is none if it is forwarded.
    pub fn held_cnt(&self) -> usize {
        self.lock().events.len()
    }

    /// True if nothing waits.
    pub fn is_empty(self: &Arc<Self>) -> bool {
        self.len() == 0
    }

    /// Forwards to `to`, or ends forwarding. What waits here moves along, ahead of what
    /// arrives from now on. A forward that would close a circle is refused: nothing could
    /// end it.
    pub fn forward(self: &Arc<Self>, to: Option<Arc<AppQueue<E>>>) {
        // One change at a time, so that two can not close a circle together.
        static CHANGES: Mutex<()> = Mutex::new(());
        let _change = CHANGES.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(to) = to else {
            self.lock().forward = None;
            return;
        };
        let target = to.target();
        if Arc::ptr_eq(&target, self) {
            return;
        }
        let (dropped, notify) = {
            // Two locks of K5, along the chain, which has no circle and does not change now.
            let (mut state, mut end) = (self.lock(), target.lock());
            state.forward = Some(to);
            state.weight = 0;
            let moved = std::mem::take(&mut state.events);
            if end.disabled {
                (moved, None)
            } else {
                let notify = (end.events.is_empty() && !moved.is_empty()).then(|| end.notify.clone());
                end.weight += moved.iter().map(Weigh::weight).sum::<usize>();
                end.events.extend(moved);
                (VecDeque::new(), notify.flatten())
            }
        };
        self.ready.notify_all();
        target.ready.notify_all();
        drop(dropped);
        if let Some(notify) = notify {
            notify();
        }
    }

    /// Sets or clears what happens when an event arrives in the empty queue. If
    /// events wait already, it happens at once.
    pub fn set_notify(self: &Arc<Self>, notify: Option<Notify>) {
        let queue = self.target();
        let call = {
            let mut state = queue.lock();
            state.notify = notify;
            if state.events.is_empty() { None } else { state.notify.clone() }
        };
        if let Some(call) = call {
            call();
        }
    }

    /// Makes a waiting pop (or the next one) return without an event.
    pub fn yield_now(self: &Arc<Self>) {
        let queue = self.target();
        queue.lock().yielded = true;
        queue.ready.notify_all();
    }

    /// Refuses further events and returns those inside. Nobody waits for events any more.
    pub fn disable(&self) -> VecDeque<E> {
        let mut state = self.lock();
        state.disabled = true;
        state.weight = 0;
        self.ready.notify_all();
        std::mem::take(&mut state.events)
    }

    /// Takes out all events that `wanted` accepts, in order.
    pub fn extract(self: &Arc<Self>, wanted: impl Fn(&E) -> bool) -> Vec<E> {
        let queue = self.target();
        let mut state = queue.lock();
        let (out, keep): (Vec<E>, Vec<E>) = std::mem::take(&mut state.events).into_iter().partition(wanted);
        state.events = keep.into();
        state.weight = state.events.iter().map(Weigh::weight).sum();
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    impl Weigh for u32 {
        fn weight(&self) -> usize {
            *self as usize
        }
    }

    #[test]
    fn forwards_and_counts_messages() {
        let (a, b) = (AppQueue::new(), AppQueue::new());
        a.push(2u32).unwrap();
        a.forward(Some(b.clone()));
        a.push(3).unwrap();
        assert_eq!((a.len(), b.len()), (5, 5));
        b.forward(Some(a.clone())); // refused: a circle
        assert_eq!(a.pop(Time::ZERO), Some(2));
        a.forward(None);
        assert_eq!((a.len(), b.pop(Time::ZERO)), (0, Some(3)));
    }

    #[test]
    fn notifies_on_the_first_event_only() {
        let queue = AppQueue::new();
        let count = Arc::new(AtomicUsize::new(0));
        let seen = count.clone();
        queue.set_notify(Some(Arc::new(move || {
            seen.fetch_add(1, Ordering::Relaxed);
        })));
        queue.push(1u32).unwrap();
        queue.push(1).unwrap();
        queue.pop(Time::ZERO);
        queue.pop(Time::ZERO);
        queue.push(1).unwrap();
        assert_eq!(count.load(Ordering::Relaxed), 2);
    }

    #[test]
    fn yield_wakes_a_waiter() {
        let queue: Arc<AppQueue<u32>> = AppQueue::new();
        let other = queue.clone();
        let waiter = std::thread::spawn(move || other.pop(Time::now().after_ms(20_000)));
        std::thread::sleep(std::time::Duration::from_millis(20));
        queue.yield_now();
        assert_eq!(waiter.join().unwrap(), None);
        assert_eq!(queue.disable().len(), 0);
        assert_eq!(queue.push(1), Err(1));
    }

    #[test]
    fn disabling_wakes_who_waits() {
        let queue: Arc<AppQueue<u32>> = AppQueue::new();
        let other = queue.clone();
        let waiter = std::thread::spawn(move || other.pop(Time::now().after_ms(20_000)));
        std::thread::sleep(std::time::Duration::from_millis(20));
        let start = std::time::Instant::now();
        queue.disable();
        assert_eq!(waiter.join().unwrap(), None);
        assert!(start.elapsed() < std::time::Duration::from_secs(10));
    }

    #[test]
    fn forwarding_keeps_the_order_of_what_arrives_meanwhile() {
        for _ in 0..500 {
            let (from, to) = (AppQueue::new(), AppQueue::new());
            let (pusher, start) = (from.clone(), Arc::new(std::sync::Barrier::new(2)));
            let begin = start.clone();
            let thread = std::thread::spawn(move || {
                (1..200u32).for_each(|n| pusher.push(n).unwrap());
                begin.wait();
                (200..400).for_each(|n| pusher.push(n).unwrap());
            });
            start.wait();
            from.forward(Some(to.clone()));
            thread.join().unwrap();
            let all: Vec<u32> = std::iter::from_fn(|| to.pop(Time::ZERO)).collect();
            assert!(all.iter().copied().eq(1..400), "{all:?}");
        }
    }
}
