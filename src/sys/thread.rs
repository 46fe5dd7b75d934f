//! Threads of the library: named, counted, and deaf to signals.
//!
//! Any thread may start one; nothing here blocks.

use std::cell::Cell;
use std::io;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread::JoinHandle;

/// Internal threads alive in this process: what `rd_kafka_thread_cnt()` reports.
static LIVE: AtomicI32 = AtomicI32::new(0);

/// Number of internal threads that run now, over all handles of the process.
pub fn live() -> i32 {
    LIVE.load(Ordering::Acquire)
}

thread_local! {
    static INTERNAL: Cell<bool> = const { Cell::new(false) };
}

/// True on a thread that [`spawn`] started.
pub fn is_internal() -> bool {
    INTERNAL.get()
}

/// After a fork: the child has none of the parent's threads.
pub(super) fn none_live() {
    LIVE.store(0, Ordering::Release);
}

struct Counted;

impl Drop for Counted {
    fn drop(&mut self) {
        LIVE.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Starts a thread with every signal blocked, so that signal handlers of the
/// host program only ever run on its own threads. `name` shows in debuggers;
/// Linux keeps its first 15 bytes. Fails if the system has no thread left.
pub fn spawn<F>(name: &str, body: F) -> io::Result<JoinHandle<()>>
where
    F: FnOnce() + Send + 'static,
{
    // Blocked before the thread exists: it inherits the mask and has no moment
    // in which a signal could reach it.
    let blocked = BlockSignals::new();
    LIVE.fetch_add(1, Ordering::AcqRel);
    let counted = Counted;
    let handle = std::thread::Builder::new().name(name.to_owned()).spawn(move || {
        let _counted = counted;
        INTERNAL.set(true);
        body();
    });
    drop(blocked);
    handle
}

/// Blocks all signals of the calling thread until dropped.
struct BlockSignals {
    before: libc::sigset_t,
}

impl BlockSignals {
    fn new() -> BlockSignals {
        let mut all = MaybeUninit::<libc::sigset_t>::uninit();
        let mut before = MaybeUninit::<libc::sigset_t>::zeroed();
        // SAFETY: both sets are valid for writes for the duration of the calls;
        // sigfillset initialises `all`, and a zeroed set is a valid (empty)
        // `before` should the call fail.
        unsafe {
            libc::sigfillset(all.as_mut_ptr());
            libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), before.as_mut_ptr());
            BlockSignals { before: before.assume_init() }
        }
    }
}

impl Drop for BlockSignals {
    fn drop(&mut self) {
        // SAFETY: `before` is the initialised mask that `new` replaced.
        unsafe {
            libc::pthread_sigmask(libc::SIG_SETMASK, &self.before, std::ptr::null_mut());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn blocked_now(signal: i32) -> bool {
        let mut mask = MaybeUninit::<libc::sigset_t>::zeroed();
        // SAFETY: a null new set only reads the mask; `mask` is valid for writes.
        unsafe {
            libc::pthread_sigmask(libc::SIG_SETMASK, std::ptr::null(), mask.as_mut_ptr());
            libc::sigismember(mask.as_ptr(), signal) == 1
        }
    }

    #[test]
    fn thread_blocks_signals_and_the_caller_keeps_its_mask() {
        let before = blocked_now(libc::SIGTERM);
        let (tx, rx) = mpsc::channel();
        let thread = spawn("rdk:test", move || {
            let name = std::thread::current().name().map(str::to_owned);
            tx.send((blocked_now(libc::SIGTERM), blocked_now(libc::SIGUSR1), name, live())).unwrap();
        })
        .unwrap();
        let (term, usr1, name, live_inside) = rx.recv().unwrap();
        thread.join().unwrap();
        assert!(term && usr1);
        assert_eq!(name.as_deref(), Some("rdk:test"));
        assert!(live_inside >= 1);
        assert_eq!(blocked_now(libc::SIGTERM), before);
    }
}
