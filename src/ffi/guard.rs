//! Panic guards, and the per-thread error of the older functions.
//!
//! Runs on every thread that calls into the library.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use super::types::rd_kafka_t;
use crate::base::panic::panic_text;
use crate::error::ErrorCode;

/// What happens to a handle inside which a panic was caught: the handle (NULL if the
/// function has none), the C function, and the panic's text.
pub type PanicHook = fn(rk: *const rd_kafka_t, function: &'static str, text: &str);

static PANIC_HOOK: OnceLock<PanicHook> = OnceLock::new();

/// Connects the hook that logs at EMERG through the handle and makes it fatal. The first
/// call counts.
pub fn set_panic_hook(hook: PanicHook) {
    let _ = PANIC_HOOK.set(hook);
}

/// Runs the body of the C function `function`. A panic ends here: it is logged and the
/// caller gets `on_panic`, the error value of that function.
pub fn guard<R>(function: &'static str, on_panic: R, body: impl FnOnce() -> R) -> R {
    guard_handle(std::ptr::null(), function, on_panic, body)
}

/// [`guard`] for a function of a handle, which a panic makes fatal.
pub fn guard_handle<R>(
    rk: *const rd_kafka_t,
    function: &'static str,
    on_panic: R,
    body: impl FnOnce() -> R,
) -> R {
    // A panic may leave half-done changes behind: the handle becomes fatal, so nobody
    // builds on them.
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(result) => result,
        Err(payload) => {
            report(rk, function, payload);
            on_panic
        }
    }
}

/// Hands a caught panic to the hook. Kept out of line, away from the stack of the
/// functions that do not panic.
#[cold]
#[inline(never)]
fn report(rk: *const rd_kafka_t, function: &'static str, payload: Box<dyn Any + Send>) {
    let text = panic_text(payload.as_ref()).to_owned();
    // Dropping the payload or running the hook may panic as well: that must not get out.
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        drop(payload);
        match PANIC_HOOK.get() {
            Some(hook) => hook(rk, function, &text),
            None => eprintln!("%0|PANIC|rdkafka| {function}: internal error: {text}"),
        }
    }));
    if let Err(second) = outcome {
        std::mem::forget(second);
    }
}

thread_local! {
    static LAST_ERROR: Cell<i32> = const { Cell::new(0) };
}

/// What `rd_kafka_last_error()` returns on this thread.
pub fn last_error() -> ErrorCode {
    ErrorCode(LAST_ERROR.get())
}

/// Sets the thread's last error together with errno, as the older functions do on
/// failure and on success (with `NO_ERROR` and 0).
pub fn set_last_error(code: ErrorCode, errno: i32) {
    LAST_ERROR.set(code.0);
    set_errno(errno);
}

/// Sets errno of this thread.
pub fn set_errno(errno: i32) {
    // SAFETY: __errno_location returns the address of this thread's errno.
    unsafe { *libc::__errno_location() = errno }
}

/// errno of this thread.
pub fn errno() -> i32 {
    // SAFETY: __errno_location returns the address of this thread's errno.
    unsafe { *libc::__errno_location() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_the_error_value() {
        assert_eq!(guard("f", -1, || 5), 5);
        let text = String::from("owned");
        assert_eq!(guard("f", -1, || if text.is_empty() { 5 } else { panic!("{text}") }), -1);
    }

    #[test]
    fn a_payload_that_panics_when_dropped_stays_inside() {
        struct Bomb;
        impl Drop for Bomb {
            fn drop(&mut self) {
                panic!("second");
            }
        }
        assert_eq!(guard("f", -1, || std::panic::panic_any(Bomb)), -1);
    }

    #[test]
    fn last_error_is_per_thread() {
        set_last_error(ErrorCode::LOCAL_QUEUE_FULL, libc::ENOBUFS);
        assert_eq!((last_error(), errno()), (ErrorCode::LOCAL_QUEUE_FULL, libc::ENOBUFS));
        let other = std::thread::spawn(last_error).join();
        assert_eq!(other.ok(), Some(ErrorCode::NO_ERROR));
        assert_eq!(last_error(), ErrorCode::LOCAL_QUEUE_FULL);
    }
}
