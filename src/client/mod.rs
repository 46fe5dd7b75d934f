//! The handle: threads, main core, broker directory, termination.

mod background;
mod core;
mod directory;
mod effects;
mod fatal;
mod handle;
mod hooks;
mod launch;
mod logger;
mod lookups;
mod main_thread;
mod routes;
mod statistics;
#[cfg(test)]
mod tests;

pub use handle::{Client, Prepared};
pub use hooks::{Hooks, NoteHook, Reports, ThreadHook, ThreadType};
pub use logger::{LogSink, Logger};

use crate::base::log::{Level, LogLine};
use crate::ops::{AppEvent, AppQueue};
use std::sync::Arc;

/// Hands an event to the application; a handle that has gone takes none.
fn push_event(events: &Arc<AppQueue>, event: AppEvent) {
    let _ = events.push(event);
}

/// [`push_event`], but an error that the application does not want goes to the log.
fn tell_application(events: &Arc<AppQueue>, logger: &Logger, errors_wanted: bool, event: AppEvent) {
    match event {
        AppEvent::Error { reason, fatal: false, .. } if !errors_wanted => {
            logger.log("main", LogLine::new(Level::Err, "ERROR", reason));
        }
        event => push_event(events, event),
    }
}
