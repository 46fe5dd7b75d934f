//! Starts broker cores on the pool of broker threads, and finds their mailboxes.
//! Owned by the main thread.

use super::fatal::Fatal;
use super::hooks::{Hooks, ThreadType};
use super::main_thread::Context;
use super::tell_application;
use crate::base::log::{Level, LogFilter, LogLine};
use crate::base::time::Time;
use crate::broker::{
    BrokerContext, BrokerCore, BrokerInit, BrokerOutlet, BrokerPool, BrokerSettings, BrokerStats, Note,
    NotedBroker, QueuedMessages, ThreadHook, ThreadHooks,
};
use crate::client::logger::Logger;
use crate::error::{Error, ErrorCode};
use crate::ops::{AppEvent, AppQueue, BrokerIndex, BrokerOp, BrokerSource, MainOp};
use crate::producer::{ProducerShared, Sender};
use crate::queue::Mailbox;
use std::sync::Arc;
use std::time::Duration;

/// How long the end of the broker threads is waited for: they may be in a callback.
const SHUTDOWN: Duration = Duration::from_secs(5);

struct Link {
    mailbox: Arc<Mailbox<BrokerOp>>,
    stats: Arc<BrokerStats>,
}

/// All broker cores of a handle, as seen from the main thread.
pub(super) struct Launcher {
    context: Arc<BrokerContext>,
    pool: BrokerPool,
    producer: Option<Arc<ProducerShared>>,
    filter: LogFilter,
    latencies: bool,
    notes: bool,
    links: Vec<Link>,
}

impl Launcher {
    /// Starts the broker threads.
    ///
    /// Errors: `_CRIT_SYS_RESOURCE` when the system has no thread or descriptor left.
    pub(super) fn new(context: &Context) -> Result<Launcher, Error> {
        let hooks = &context.hooks;
        let outlet = Arc::new(Outlet {
            mailbox: context.mailbox.clone(),
            events: context.events.clone(),
            logger: context.logger.clone(),
            fatal: context.fatal.clone(),
            note: hooks.note.clone(),
            errors_wanted: hooks.errors_wanted,
        });
        let mut settings = BrokerSettings::from_conf(&context.conf, env!("CARGO_PKG_VERSION"));
        settings.connect_restarts = hooks.sockets.connect.is_none();
        let settings = Arc::new(settings);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = context.conf.broker_thread_count(cores).unwrap_or(0);
        let pool = BrokerPool::new(threads, thread_hooks(hooks)).map_err(|error| {
            let text = format!("Unable to create broker threads: {error}");
            Error::new(ErrorCode::LOCAL_CRIT_SYS_RESOURCE, text)
        })?;
        Ok(Launcher {
            context: Arc::new(BrokerContext { settings, outlet, sockets: hooks.sockets.clone() }),
            pool,
            producer: context.shared.producer.clone(),
            filter: context.logger.filter().clone(),
            latencies: context.conf.statistics_interval_ms > 0,
            notes: hooks.note.is_some(),
            links: Vec::new(),
        })
    }

    /// Starts the core of a new entry of the directory; entries come in order.
    pub(super) fn spawn(
        &mut self,
        index: BrokerIndex,
        source: BrokerSource,
        (host, port): (Arc<str>, u16),
        node_id: i32,
    ) {
        debug_assert_eq!(index.0 as usize, self.links.len());
        let mailbox: Arc<Mailbox<BrokerOp>> = Mailbox::new();
        let stats = BrokerStats::new(self.latencies);
        let sender = match &self.producer {
            Some(producer) => Sender::new(producer.clone(), Some(mailbox.clone())),
            None => Sender::default(),
        };
        let init = BrokerInit {
            settings: self.context.settings.clone(),
            index,
            source,
            host,
            port,
            node_id,
            sender,
            filter: self.filter.clone(),
            stats: stats.clone(),
            queued: self.producer.clone().map(queued_messages),
            notes: self.notes,
            seed: fastrand::u64(..),
        };
        let core = BrokerCore::new(init, Time::now());
        let thread = core.name().clone();
        if let Err(error) = self.pool.spawn(core, mailbox.clone(), self.context.clone()) {
            let text = format!("{thread}: Unable to create broker thread: {error}");
            self.context.outlet.log("main", LogLine::new(Level::Crit, "FAIL", text));
            mailbox.close();
        }
        self.links.push(Link { mailbox, stats });
    }

    /// Hands an op to a core; gives it back if the core has ended.
    pub(super) fn push(&self, broker: BrokerIndex, op: BrokerOp) -> Result<(), BrokerOp> {
        match self.links.get(broker.0 as usize) {
            Some(link) => link.mailbox.push(op),
            None => Err(op),
        }
    }

    /// Counters of all brokers, in the order of the directory.
    pub(super) fn stats(&self) -> impl Iterator<Item = &Arc<BrokerStats>> {
        self.links.iter().map(|link| &link.stats)
    }

    /// Ends the broker threads.
    pub(super) fn shut_down(self) {
        if !self.pool.shutdown(SHUTDOWN) {
            let text = "A broker thread did not end: it is stuck in a callback";
            self.context.outlet.log("main", LogLine::new(Level::Crit, "TERMINATE", text));
        }
    }
}

fn queued_messages(producer: Arc<ProducerShared>) -> QueuedMessages {
    Arc::new(move || producer.waiting_broker_cnt())
}

fn thread_hooks(hooks: &Hooks) -> ThreadHooks {
    let typed = |hook: &Option<super::hooks::ThreadHook>| -> Option<ThreadHook> {
        let hook = hook.clone()?;
        Some(Arc::new(move |name: &str| hook(ThreadType::Broker, name)))
    };
    ThreadHooks { start: typed(&hooks.thread_start), exit: typed(&hooks.thread_exit) }
}

/// Where the effects of broker cores go.
struct Outlet {
    mailbox: Arc<Mailbox<MainOp>>,
    events: Arc<AppQueue>,
    logger: Arc<Logger>,
    fatal: Arc<Fatal>,
    note: Option<super::hooks::NoteHook>,
    errors_wanted: bool,
}

impl BrokerOutlet for Outlet {
    fn main(&self, op: MainOp) {
        let _ = self.mailbox.push(op);
    }

    fn event(&self, event: AppEvent) {
        match event {
            AppEvent::Error { code, reason, fatal: true } => {
                self.fatal.raise(code, &reason);
            }
            // The broker has logged it as the failure that it is.
            AppEvent::Error { fatal: false, .. } if !self.errors_wanted => {}
            event => tell_application(&self.events, &self.logger, self.errors_wanted, event),
        }
    }

    fn log(&self, thread: &str, line: LogLine) {
        self.logger.log(thread, line);
    }

    fn note(&self, broker: NotedBroker<'_>, note: &Note) {
        if let Some(hook) = &self.note {
            hook(broker, note);
        }
    }
}
