//! How many internal threads the process has: `rd_kafka_thread_cnt()`.

use std::sync::atomic::{AtomicUsize, Ordering};

// Process-wide, as the C function is; nothing else depends on it.
static LIVE: AtomicUsize = AtomicUsize::new(0);

/// Counts the thread that holds it. Made by the parent before the thread starts,
/// so that a thread is counted as soon as its creation is decided, and dropped by
/// the thread as its last act.
pub struct ThreadCount(());

impl ThreadCount {
    /// One more thread.
    pub fn one() -> ThreadCount {
        LIVE.fetch_add(1, Ordering::Relaxed);
        ThreadCount(())
    }

    /// Internal threads of all handles of the process.
    pub fn live() -> usize {
        LIVE.load(Ordering::Relaxed)
    }
}

impl Drop for ThreadCount {
    fn drop(&mut self) {
        LIVE.fetch_sub(1, Ordering::Relaxed);
    }
}
