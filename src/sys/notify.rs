//! Telling a file descriptor of the application that something happened.
//!
//! Any thread; never blocks longer than the descriptor makes it, never raises SIGPIPE.

use std::ffi::c_int;
use std::mem::MaybeUninit;

/// Writes `payload` to `fd`. Failures (full, closed) are the application's affair: whoever
/// has a full pipe knows that there is something to do.
pub fn write(fd: c_int, payload: &[u8]) {
    // SAFETY: the buffer has the length given. For a descriptor that is no socket the call
    // fails and does nothing.
    let sent = unsafe { libc::send(fd, payload.as_ptr().cast(), payload.len(), libc::MSG_NOSIGNAL) };
    if sent < 0 && std::io::Error::last_os_error().raw_os_error() == Some(libc::ENOTSOCK) {
        write_without_sigpipe(fd, payload);
    }
}

/// write(2) to a pipe whose reader may have gone.
fn write_without_sigpipe(fd: c_int, payload: &[u8]) {
    let mut pipe = MaybeUninit::<libc::sigset_t>::uninit();
    let mut before = MaybeUninit::<libc::sigset_t>::uninit();
    let mut pending = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: all sets are written before they are read; the buffer has the length given.
    // A SIGPIPE that this write raises is pending for this thread only, and taken off
    // again, unless one was pending before.
    unsafe {
        libc::sigemptyset(pipe.as_mut_ptr());
        libc::sigaddset(pipe.as_mut_ptr(), libc::SIGPIPE);
        libc::sigemptyset(pending.as_mut_ptr());
        libc::sigpending(pending.as_mut_ptr());
        let pended = libc::sigismember(pending.as_ptr(), libc::SIGPIPE) == 1;
        if libc::pthread_sigmask(libc::SIG_BLOCK, pipe.as_ptr(), before.as_mut_ptr()) != 0 {
            return;
        }
        let written = libc::write(fd, payload.as_ptr().cast(), payload.len());
        let broken = written < 0 && std::io::Error::last_os_error().raw_os_error() == Some(libc::EPIPE);
        if broken && !pended {
            let now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
            libc::sigtimedwait(pipe.as_ptr(), std::ptr::null_mut(), &now);
        }
        libc::pthread_sigmask(libc::SIG_SETMASK, before.as_ptr(), std::ptr::null_mut());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_is_written_and_a_broken_one_does_no_harm() {
        let mut ends = [0; 2];
        // SAFETY: the array has room for both ends; they are closed once.
        unsafe {
            assert_eq!(libc::pipe(ends.as_mut_ptr()), 0);
            write(ends[1], b"ab");
            let mut buffer = [0u8; 8];
            assert_eq!(libc::read(ends[0], buffer.as_mut_ptr().cast(), 8), 2);
            libc::close(ends[0]);
            // Rust programs ignore SIGPIPE from the start: put the default back, which
            // would end the process.
            let old = libc::signal(libc::SIGPIPE, libc::SIG_DFL);
            write(ends[1], b"ab");
            libc::signal(libc::SIGPIPE, old);
            libc::close(ends[1]);
        }
    }
}
