//! Knows whether this process is a child that inherited a handle by fork(2).
//!
//! Threads do not survive a fork, and locks may be held for ever in the child, so
//! a handle made before is unusable there. The check stands on the hot path: it
//! costs one load, not a getpid(2).

use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

static GENERATION: AtomicU32 = AtomicU32::new(0);
static HOOK: Once = Once::new();

extern "C" fn in_child() {
    GENERATION.fetch_add(1, Ordering::Relaxed);
    // None of the parent's threads came along.
    super::thread::none_live();
}

/// How many forks lie between the first process and this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ForkGeneration(u32);

impl ForkGeneration {
    /// The generation of this process; from the first call on forks are counted.
    pub fn current() -> ForkGeneration {
        HOOK.call_once(|| {
            // SAFETY: registers a handler that only adds to an atomic, which is
            // allowed in the child of a multi-threaded process.
            unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
        });
        ForkGeneration(GENERATION.load(Ordering::Relaxed))
    }

    /// True if the process that took this value is still the one that runs.
    pub fn is_current(self) -> bool {
        self.0 == GENERATION.load(Ordering::Relaxed)
    }
}
