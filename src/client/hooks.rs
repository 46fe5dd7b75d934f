//! What a client calls on its own threads: closures that the C layer (or a Rust
//! program) supplies when it makes the client.

use super::logger::LogSink;
use crate::broker::{Note, NotedBroker, SocketHooks};
use crate::ops::AppEvent;
use crate::producer::ReportsWanted;
use std::sync::Arc;

/// Kind of an internal thread: `rd_kafka_thread_type_t`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThreadType {
    /// The main thread of the handle.
    Main = 0,
    /// The thread of the background event callback.
    Background = 1,
    /// A thread that runs brokers.
    Broker = 2,
}

/// Told about an internal thread: its kind and its name.
pub type ThreadHook = Arc<dyn Fn(ThreadType, &str) + Send + Sync>;

/// Told of a broker's request, response or state change.
pub type NoteHook = Arc<dyn Fn(NotedBroker<'_>, &Note) + Send + Sync>;

/// Which delivery reports the application gets, and how.
#[derive(Debug, Clone, Copy)]
pub struct Reports {
    /// None, failures, or all.
    pub wanted: ReportsWanted,
    /// The call that serves them, for the warning when nobody calls it.
    pub served_by: &'static str,
}

/// Hooks of a client. None may call back into the client in a way that waits for
/// the thread it runs on.
#[derive(Clone)]
pub struct Hooks {
    /// Takes log lines, on any thread.
    pub log: LogSink,
    /// Called by a new internal thread before anything else.
    pub thread_start: Option<ThreadHook>,
    /// Called by an internal thread as its last act.
    pub thread_exit: Option<ThreadHook>,
    /// Sockets and name resolution.
    pub sockets: SocketHooks,
    /// Told of requests, responses and state changes, on broker threads.
    pub note: Option<NoteHook>,
    /// Delivery reports.
    pub reports: Reports,
    /// The application takes error events; otherwise errors are logged.
    pub errors_wanted: bool,
    /// Serves events of the background queue on its thread.
    pub background: Option<Arc<dyn Fn(AppEvent) + Send + Sync>>,
}

impl Hooks {
    /// No hooks but a log sink.
    pub fn with_log(log: LogSink) -> Hooks {
        Hooks {
            log,
            thread_start: None,
            thread_exit: None,
            sockets: SocketHooks::default(),
            note: None,
            reports: Reports { wanted: ReportsWanted::All, served_by: "rd_kafka_poll()" },
            errors_wanted: true,
            background: None,
        }
    }
}
