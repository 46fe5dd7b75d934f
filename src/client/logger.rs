//! Where log lines go: the log callback, a queue, or stderr.
//!
//! Shared by all threads of a handle. Lines are filtered, given their thread
//! prefix, and handed to the sink on the thread that logs, unless `log.queue`
//! holds them for the application.

use crate::base::log::{LogFilter, LogLine};
use crate::ops::{AppEvent, AppQueue};
use std::sync::{Arc, PoisonError, RwLock};

/// Takes a finished line. Called on any thread, without a lock held.
pub type LogSink = Arc<dyn Fn(&LogLine) + Send + Sync>;

/// How many lines are kept until the application says where they go (`log.queue`).
const LINES_HELD_MAX: usize = 10_000;

/// The logger of a handle.
pub struct Logger {
    filter: LogFilter,
    thread_prefix: bool,
    sink: RwLock<LogSink>,
    queue: Option<Arc<AppQueue>>,
}

impl Logger {
    /// A logger. `thread_prefix` is `log.thread.name`; with `to_queue`
    /// (`log.queue`) lines wait in [`Logger::queue`] until it is forwarded.
    pub fn new(filter: LogFilter, thread_prefix: bool, to_queue: bool, sink: LogSink) -> Logger {
        let queue = to_queue.then(AppQueue::new);
        Logger { filter, thread_prefix, sink: RwLock::new(sink), queue }
    }

    /// What is logged.
    pub fn filter(&self) -> &LogFilter {
        &self.filter
    }

    /// The queue of `log.queue`, if it is set.
    pub fn queue(&self) -> Option<&Arc<AppQueue>> {
        self.queue.as_ref()
    }

    /// Replaces the sink (`rd_kafka_set_logger()`).
    pub fn set_sink(&self, sink: LogSink) {
        *self.sink.write().unwrap_or_else(PoisonError::into_inner) = sink;
    }

    /// Logs a line of the thread (or broker) called `thread`.
    pub fn log(&self, thread: &str, mut line: LogLine) {
        if !self.filter.passes(&line) {
            return;
        }
        if self.thread_prefix {
            line.text = format!("[thrd:{thread}]: {}", line.text);
        }
        match &self.queue {
            // Nobody has asked for the lines yet: there is an end to what is kept.
            Some(queue) if queue.held_cnt() >= LINES_HELD_MAX => {}
            Some(queue) => {
                // A queue that takes no more belongs to a handle that has gone.
                let _ = queue.push(AppEvent::Log(line));
            }
            None => self.write(&line),
        }
    }

    /// Hands a finished line to the sink: also for log events served by poll.
    pub fn write(&self, line: &LogLine) {
        let sink = self.sink.read().unwrap_or_else(PoisonError::into_inner).clone();
        sink(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::log::Level;
    use crate::base::time::Time;
    use std::sync::Mutex;

    fn logger(to_queue: bool) -> (Logger, Arc<Mutex<Vec<String>>>) {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let into = seen.clone();
        let sink: LogSink = Arc::new(move |line| into.lock().unwrap().push(line.text.clone()));
        (Logger::new(LogFilter::new(6, 0), true, to_queue, sink), seen)
    }

    #[test]
    fn filters_and_prefixes() {
        let (logger, seen) = logger(false);
        logger.log("main", LogLine::new(Level::Debug, "X", "no"));
        logger.log("main", LogLine::new(Level::Info, "X", "yes"));
        assert_eq!(*seen.lock().unwrap(), ["[thrd:main]: yes"]);
    }

    #[test]
    fn log_queue_holds_lines_until_it_is_forwarded() {
        let (logger, seen) = logger(true);
        logger.log("main", LogLine::new(Level::Info, "X", "held"));
        let queue = AppQueue::new();
        logger.queue().unwrap().forward(Some(queue.clone()));
        let Some(AppEvent::Log(line)) = queue.pop(Time::ZERO) else { panic!("no line") };
        assert!(seen.lock().unwrap().is_empty());
        assert_eq!(line.text, "[thrd:main]: held");
    }

    #[test]
    fn log_queue_holds_no_more_than_anybody_reads() {
        let (logger, _) = logger(true);
        for _ in 0..LINES_HELD_MAX + 10 {
            logger.log("main", LogLine::new(Level::Info, "X", "held"));
        }
        assert_eq!(logger.queue().unwrap().held_cnt(), LINES_HELD_MAX);
        let queue = AppQueue::new();
        logger.queue().unwrap().forward(Some(queue.clone()));
        logger.log("main", LogLine::new(Level::Info, "X", "taken"));
        assert_eq!(queue.len(), LINES_HELD_MAX + 1);
    }
}
