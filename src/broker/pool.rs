//! The broker threads of a handle: a fixed number, each with a runtime of its own,
//! or one per broker. Called by the thread that makes or ends the handle, and by the
//! main thread for new brokers.

use super::core::BrokerCore;
use super::driver;
use super::hooks::BrokerContext;
use super::timers::Timers;
use crate::base::time::Time;
use crate::ops::BrokerOp;
use crate::queue::Mailbox;
use crate::sys::thread;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::runtime::{Builder, Handle};
use tokio::sync::Notify;

/// Threads for callbacks that block, per broker thread.
const BLOCKING_THREADS_MAX: usize = 16;
/// How long such a thread stays without work.
const BLOCKING_KEEP: Duration = Duration::from_secs(2);
/// How long the end of a broker thread waits for name resolution.
const BLOCKING_END: Duration = Duration::from_millis(100);
/// How long the threads that did start may take to end when another does not.
const START_FAILED_END: Duration = Duration::from_secs(1);
/// How often the end of a broker thread looks whether callbacks still run.
const CALLBACK_LOOK: Duration = Duration::from_millis(2);

/// Called on each broker thread with its name.
pub type ThreadHook = Arc<dyn Fn(&str) + Send + Sync>;

/// Interceptors of threads.
#[derive(Clone, Default)]
pub struct ThreadHooks {
    /// First thing on a new thread.
    pub start: Option<ThreadHook>,
    /// Last thing on it.
    pub exit: Option<ThreadHook>,
}

/// The threads.
pub struct BrokerPool {
    hooks: ThreadHooks,
    per_broker: bool,
    workers: Mutex<Workers>,
}

#[derive(Default)]
struct Workers {
    list: Vec<Worker>,
    next: usize,
}

/// Callbacks of the application that run on blocking threads of one broker thread.
/// It does not end before they do: the application may free what they use.
#[derive(Clone, Default)]
pub(super) struct Callbacks(Arc<AtomicUsize>);

/// One of them runs while this lives.
pub(super) struct RunningCallback(Arc<AtomicUsize>);

impl Callbacks {
    /// A callback begins.
    pub fn begin(&self) -> RunningCallback {
        self.0.fetch_add(1, Ordering::AcqRel);
        RunningCallback(self.0.clone())
    }

    fn wait(&self) {
        while self.0.load(Ordering::Acquire) > 0 {
            std::thread::sleep(CALLBACK_LOOK);
        }
    }
}

impl Drop for RunningCallback {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

struct Worker {
    runtime: Handle,
    timers: Timers,
    callbacks: Callbacks,
    stop: Arc<Notify>,
    ended: Receiver<()>,
    thread: JoinHandle<()>,
}

impl BrokerPool {
    /// Starts `threads` threads called `rdk:brokerN`; with 0, each broker gets one of
    /// its own when it is spawned.
    ///
    /// # Errors
    /// When the system has no thread or descriptor left.
    pub fn new(threads: usize, hooks: ThreadHooks) -> io::Result<BrokerPool> {
        let pool = BrokerPool { hooks, per_broker: threads == 0, workers: Mutex::new(Workers::default()) };
        for at in 0..threads {
            match pool.start_worker(at) {
                Ok(worker) => pool.lock().list.push(worker),
                Err(error) => {
                    // Nothing runs on the first ones yet, so they end at once.
                    pool.shutdown(START_FAILED_END);
                    return Err(error);
                }
            }
        }
        Ok(pool)
    }

    /// How many threads a pool has when nobody says otherwise.
    pub fn default_threads() -> usize {
        std::thread::available_parallelism().map_or(2, usize::from).clamp(2, 4)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Workers> {
        self.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start_worker(&self, at: usize) -> io::Result<Worker> {
        let runtime = Builder::new_current_thread()
            .enable_io()
            .max_blocking_threads(BLOCKING_THREADS_MAX)
            .thread_keep_alive(BLOCKING_KEEP)
            .thread_name("rdk:resolve")
            .build()?;
        let handle = runtime.handle().clone();
        let timers = {
            let _inside = runtime.enter();
            Timers::new()?
        };
        let stop = Arc::new(Notify::new());
        let (end, ended) = channel();
        let name = format!("rdk:broker{at}");
        let callbacks = Callbacks::default();
        let (hooks, stopped, clock) = (self.hooks.clone(), stop.clone(), timers.clone());
        let running = callbacks.clone();
        let thread = thread::spawn(&name.clone(), move || {
            if let Some(start) = &hooks.start {
                start(&name);
            }
            let ticking = runtime.spawn(clock.run());
            runtime.block_on(stopped.notified());
            ticking.abort();
            running.wait();
            runtime.shutdown_timeout(BLOCKING_END);
            if let Some(exit) = &hooks.exit {
                exit(&name);
            }
            let _ = end.send(());
        })?;
        Ok(Worker { runtime: handle, timers, callbacks, stop, ended, thread })
    }

    /// Puts a broker on the next thread in turn. It runs until its core ends.
    ///
    /// # Errors
    /// When a thread of its own is wanted and the system has none left.
    pub fn spawn(
        &self,
        core: BrokerCore,
        mailbox: Arc<Mailbox<BrokerOp>>,
        context: Arc<BrokerContext>,
    ) -> io::Result<()> {
        let mut workers = self.lock();
        if self.per_broker {
            let worker = self.start_worker(workers.list.len())?;
            workers.list.push(worker);
            workers.next = workers.list.len() - 1;
        }
        let at = workers.next % workers.list.len().max(1);
        workers.next = at + 1;
        let Some(worker) = workers.list.get(at) else { return Err(io::ErrorKind::NotConnected.into()) };
        worker.runtime.spawn(driver::run(
            core,
            mailbox,
            context,
            worker.timers.clone(),
            worker.callbacks.clone(),
        ));
        Ok(())
    }

    /// Runs something on the first thread.
    #[cfg(test)]
    pub(super) fn on_thread(&self, work: impl FnOnce() + Send + 'static) {
        self.lock().list[0].runtime.spawn(async move { work() });
    }

    /// Number of threads.
    pub fn thread_cnt(&self) -> usize {
        self.lock().list.len()
    }

    /// Ends the threads. End the brokers first: those that still run are dropped where
    /// they are. Returns false if a thread did not end in time (it is stuck in a
    /// callback); it is left to itself then.
    pub fn shutdown(self, bound: Duration) -> bool {
        let workers = self.workers.into_inner().unwrap_or_else(PoisonError::into_inner).list;
        for worker in &workers {
            worker.stop.notify_one();
        }
        let until = Time::now() + bound;
        let mut all = true;
        for worker in workers {
            drop(worker.timers);
            let left = until.duration_from(Time::now()).unwrap_or_default();
            match worker.ended.recv_timeout(left) {
                Ok(()) => all &= worker.thread.join().is_ok(),
                Err(_) => all = false,
            }
        }
        all
    }
}
