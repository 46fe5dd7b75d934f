//! Log lines: what a core says to the operator.
//!
//! A core asks [`LogFilter::enabled`] before it formats a debug line, and hands
//! finished lines on as [`LogLine`] values; who writes them (callback, queue,
//! stderr) is the client's affair.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

/// Severity as in syslog(3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Level {
    Emerg = 0,
    Alert = 1,
    Crit = 2,
    Err = 3,
    Warning = 4,
    Notice = 5,
    Info = 6,
    Debug = 7,
}

/// Contexts of the `debug` property; the numbers are bits in the order in which
/// `rd_kafka_get_debug_contexts()` lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
#[allow(missing_docs)]
pub enum Debug {
    Generic = 0x1,
    Broker = 0x2,
    Topic = 0x4,
    Metadata = 0x8,
    Feature = 0x10,
    Queue = 0x20,
    Msg = 0x40,
    Protocol = 0x80,
    Cgrp = 0x100,
    Security = 0x200,
    Fetch = 0x400,
    Interceptor = 0x800,
    Plugin = 0x1000,
    Consumer = 0x2000,
    Admin = 0x4000,
    Eos = 0x8000,
    Mock = 0x10000,
    Assignor = 0x20000,
    Conf = 0x40000,
    Telemetry = 0x80000,
}

/// One line for the operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine {
    /// Severity.
    pub level: Level,
    /// Facility, for example `FAIL` or `CONNECT`: people grep for it.
    pub facility: &'static str,
    /// Debug context bits of a debug line, 0 for others.
    pub contexts: u32,
    /// The text, without the `[thrd:...]` prefix that the logger adds.
    pub text: String,
}

impl LogLine {
    /// A line that is not a debug line.
    pub fn new(level: Level, facility: &'static str, text: impl Into<String>) -> LogLine {
        LogLine { level, facility, contexts: 0, text: text.into() }
    }

    /// A debug line of one context.
    pub fn debug(context: Debug, facility: &'static str, text: impl Into<String>) -> LogLine {
        LogLine { level: Level::Debug, facility, contexts: context as u32, text: text.into() }
    }
}

/// What is worth formatting: shared by all threads of a handle, changed by
/// `rd_kafka_set_log_level()`.
#[derive(Debug, Clone)]
pub struct LogFilter(Arc<FilterState>);

#[derive(Debug)]
struct FilterState {
    level: AtomicU8,
    debug: AtomicU32,
}

impl LogFilter {
    /// A filter that passes lines up to `level` and debug lines of `debug` contexts.
    pub fn new(level: u8, debug: u32) -> LogFilter {
        LogFilter(Arc::new(FilterState { level: AtomicU8::new(level), debug: AtomicU32::new(debug) }))
    }

    /// Changes the level at run time.
    pub fn set_level(&self, level: u8) {
        self.0.level.store(level, Ordering::Relaxed);
    }

    /// True if a line of this level would be shown.
    pub fn level_enabled(&self, level: Level) -> bool {
        level as u8 <= self.0.level.load(Ordering::Relaxed)
    }

    /// True if debug lines of `context` would be shown. `debug` makes them
    /// appear whatever `log_level` says, as in librdkafka, which raises the
    /// level to 7 when `debug` is set.
    pub fn enabled(&self, context: Debug) -> bool {
        self.0.debug.load(Ordering::Relaxed) & context as u32 != 0
    }

    /// True if `line` is to be shown.
    pub fn passes(&self, line: &LogLine) -> bool {
        if line.contexts != 0 {
            self.0.debug.load(Ordering::Relaxed) & line.contexts != 0 && self.level_enabled(Level::Debug)
        } else {
            self.level_enabled(line.level)
        }
    }
}
