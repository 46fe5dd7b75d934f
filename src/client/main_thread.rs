//! The thread `rdk:main`: drives the main core and executes its effects.
//!
//! It owns the pool of broker threads. It sleeps until an op arrives or the core's
//! deadline comes; a panic in the core ends the handle with a fatal error, never
//! the process.

use super::core::{MainCore, MainShared};
use super::effects::MainEffect;
use super::fatal::Fatal;
use super::hooks::{Hooks, ThreadType};
use super::launch::Launcher;
use super::logger::Logger;
use super::{push_event, statistics, tell_application};
use crate::base::panic::panic_text;
use crate::base::time::Time;
use crate::conf::{ClientType, Conf};
use crate::error::{Error, ErrorCode};
use crate::ops::{AppEvent, AppQueue, BrokerIndex, BrokerOp, MainOp};
use crate::queue::{Mailbox, ReplySender, ThreadWaker, reply};
use crate::sys::thread;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Weak};
use std::thread::JoinHandle;

/// How many statistics documents wait for an application that does not poll.
const STATS_WAITING_MAX: usize = 100;

/// What the main thread works with.
pub(super) struct Context {
    pub(super) name: Arc<str>,
    pub(super) kind: ClientType,
    pub(super) conf: Arc<Conf>,
    pub(super) shared: Arc<MainShared>,
    pub(super) mailbox: Arc<Mailbox<MainOp>>,
    pub(super) events: Arc<AppQueue>,
    pub(super) logger: Arc<Logger>,
    pub(super) fatal: Arc<Fatal>,
    pub(super) hooks: Hooks,
}

/// The running main thread.
pub(super) struct MainThread(JoinHandle<()>);

impl MainThread {
    /// Starts the main thread, which starts the broker threads; returns when all run.
    ///
    /// Errors: `_CRIT_SYS_RESOURCE` when the system has no thread or descriptor left.
    pub(super) fn start(core: MainCore, context: Context) -> Result<MainThread, Error> {
        let (started, outcome) = reply();
        let thread = thread::spawn("rdk:main", move || run(core, &context, started)).map_err(|error| {
            let text = format!("Unable to create main thread: {error}");
            Error::new(ErrorCode::LOCAL_CRIT_SYS_RESOURCE, text)
        })?;
        match outcome.wait_until(Time::NEVER) {
            Some(Ok(())) => Ok(MainThread(thread)),
            Some(Err(error)) => {
                let _ = thread.join();
                Err(error)
            }
            None => Err(ErrorCode::LOCAL_CRIT_SYS_RESOURCE.into()),
        }
    }

    /// Waits for its end.
    pub(super) fn join(self) {
        // A panic inside was caught and reported there.
        let _ = self.0.join();
    }
}

fn run(core: MainCore, context: &Context, started: ReplySender<Result<(), Error>>) {
    if let Some(start) = &context.hooks.thread_start {
        start(ThreadType::Main, "rdk:main");
    }
    match Launcher::new(context) {
        Ok(launcher) => {
            started.send(Ok(()));
            drive(core, launcher, context);
        }
        Err(error) => started.send(Err(error)),
    }
    context.mailbox.close();
    if let Some(exit) = &context.hooks.thread_exit {
        exit(ThreadType::Main, "rdk:main");
    }
}

fn drive(core: MainCore, launcher: Launcher, context: &Context) {
    let mut driver = Driver { core, launcher, context, waiting_stats: Vec::new(), ended: false };
    let outcome = catch_unwind(AssertUnwindSafe(|| driver.run()));
    match outcome {
        Ok(None) => {}
        Ok(Some(error)) => driver.end_fatally(&error),
        Err(panic) => {
            let reason = format!("Internal error in the main thread: {}", panic_text(panic.as_ref()));
            driver.end_fatally(&Error::new(ErrorCode::LOCAL_FATAL, reason).fatal());
        }
    }
    let Driver { core, launcher, .. } = driver;
    drop(core);
    launcher.shut_down();
}

struct Driver<'a> {
    core: MainCore,
    launcher: Launcher,
    context: &'a Context,
    /// Documents that the application has not taken yet.
    waiting_stats: Vec<Weak<str>>,
    ended: bool,
}

impl Driver<'_> {
    /// Runs until the handle ends, or until a broker core panicked: its error then.
    fn run(&mut self) -> Option<Error> {
        let mailbox = &self.context.mailbox;
        mailbox.set_waker(Arc::new(ThreadWaker(std::thread::current())));
        let mut ops = Vec::new();
        loop {
            mailbox.take(&mut ops);
            let mut fault = None;
            for op in ops.drain(..) {
                if let MainOp::BrokerState { error: Some(error), .. } = &op
                    && error.code == ErrorCode::LOCAL_FATAL
                {
                    fault = Some(error.clone());
                }
                self.core.on_op(Time::now(), op);
                self.execute();
            }
            if fault.is_some() {
                return fault;
            }
            self.core.poll(Time::now());
            self.execute();
            if self.ended {
                return None;
            }
            let deadline = self.core.deadline();
            let left = deadline.duration_from(Time::now());
            if left.is_some_and(|left| left.is_zero()) || !mailbox.prepare_sleep() {
                continue;
            }
            match left {
                Some(left) => std::thread::park_timeout(left),
                None => std::thread::park(),
            }
            mailbox.awake();
        }
    }

    fn execute(&mut self) {
        loop {
            let effects = self.core.take_effects();
            if effects.is_empty() {
                return;
            }
            for effect in effects {
                self.execute_one(effect);
            }
        }
    }

    fn execute_one(&mut self, effect: MainEffect) {
        match effect {
            MainEffect::Spawn { index, source, host, port, node_id } => {
                self.launcher.spawn(index, source, (host, port), node_id);
            }
            MainEffect::ToBroker(broker, op) => self.tell_broker(broker, op),
            MainEffect::Event(event) => {
                let Context { events, logger, hooks, .. } = self.context;
                tell_application(events, logger, hooks.errors_wanted, event);
            }
            MainEffect::Log(line) => self.context.logger.log("main", line),
            MainEffect::EmitStatistics => {
                self.waiting_stats.retain(|json| json.strong_count() > 0);
                if self.waiting_stats.len() < STATS_WAITING_MAX {
                    let document = statistics::collect(self.context, &self.launcher, &self.core);
                    let json = Arc::from(document.to_json());
                    self.waiting_stats.push(Arc::downgrade(&json));
                    push_event(&self.context.events, AppEvent::Stats(json));
                }
            }
            MainEffect::Ended => self.ended = true,
        }
    }

    fn tell_broker(&mut self, broker: BrokerIndex, op: BrokerOp) {
        if let Err(op) = self.launcher.push(broker, op) {
            // Its core has ended: what is inside the op comes back.
            self.core.on_op(Time::now(), MainOp::BrokerGone { broker, unread: vec![op] });
        }
    }

    /// Fails what is outstanding, with a report each, and waits for the application
    /// to end the handle. What panics again on the way is given up.
    fn end_fatally(&mut self, error: &Error) {
        let context = self.context;
        context.fatal.raise(error.code, &error.reason);
        let guarded = |driver: &mut Self, step: &mut dyn FnMut(&mut Self)| {
            let _ = catch_unwind(AssertUnwindSafe(|| step(driver)));
        };
        guarded(self, &mut |driver| driver.execute());
        guarded(self, &mut |driver| driver.core.fail(Time::now(), error));
        guarded(self, &mut |driver| driver.execute());
        let mut ops = Vec::new();
        loop {
            context.mailbox.take(&mut ops);
            let ends = ops.iter().any(|op| matches!(op, MainOp::Terminate));
            for op in ops.drain(..) {
                let mut op = Some(op);
                guarded(self, &mut |driver| {
                    if let Some(op) = op.take() {
                        driver.core.on_op(Time::now(), op);
                        driver.execute();
                    }
                });
            }
            if ends {
                return;
            }
            if context.mailbox.prepare_sleep() {
                std::thread::park();
                context.mailbox.awake();
            }
        }
    }
}
