//! The thread `rdk:bg`: serves the background queue for `background_event_cb`.

use super::hooks::{Hooks, ThreadType};
use crate::base::time::Time;
use crate::error::{Error, ErrorCode};
use crate::ops::AppQueue;
use crate::sys::thread;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

/// The running thread.
pub(super) struct Background {
    queue: Arc<AppQueue>,
    ending: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Background {
    /// Starts the thread if `hooks` has a background callback.
    ///
    /// Errors: `_CRIT_SYS_RESOURCE` when the system has no thread left.
    pub(super) fn start(queue: &Arc<AppQueue>, hooks: &Hooks) -> Result<Option<Background>, Error> {
        let Some(serve) = hooks.background.clone() else { return Ok(None) };
        let (events, ending, hooks) = (queue.clone(), Arc::new(AtomicBool::new(false)), hooks.clone());
        let end = ending.clone();
        let thread = thread::spawn("rdk:bg", move || {
            if let Some(start) = &hooks.thread_start {
                start(ThreadType::Background, "rdk:bg");
            }
            while !end.load(Ordering::Acquire) {
                // Woken without an event when the thread is to end.
                if let Some(event) = events.pop(Time::NEVER) {
                    // A callback that panics loses its event, not the thread.
                    let _ = catch_unwind(AssertUnwindSafe(|| serve(event)));
                }
            }
            if let Some(exit) = &hooks.thread_exit {
                exit(ThreadType::Background, "rdk:bg");
            }
        });
        let thread = thread.map_err(|error| {
            let text = format!("Unable to create background thread: {error}");
            Error::new(ErrorCode::LOCAL_CRIT_SYS_RESOURCE, text)
        })?;
        Ok(Some(Background { queue: queue.clone(), ending, thread }))
    }

    /// Ends the thread after the event that it serves.
    pub(super) fn join(self) {
        self.ending.store(true, Ordering::Release);
        self.queue.yield_now();
        let _ = self.thread.join();
    }
}
