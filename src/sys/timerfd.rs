//! A timer as a file descriptor: precise to microseconds, where timers of the
//! runtime round up to milliseconds. Used by the thread that made it.

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::time::Duration;
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;

/// A one-shot timer on the monotonic clock; readable once it has expired.
#[derive(Debug)]
pub struct TimerFd(OwnedFd);

impl TimerFd {
    /// A timer that is not set.
    ///
    /// # Errors
    /// When the process has no descriptor left.
    pub fn new() -> io::Result<TimerFd> {
        // SAFETY: plain system call without pointers.
        let fd =
            unsafe { libc::timerfd_create(libc::CLOCK_MONOTONIC, libc::TFD_NONBLOCK | libc::TFD_CLOEXEC) };
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the descriptor was just made and nobody else has it.
        Ok(TimerFd(unsafe { OwnedFd::from_raw_fd(fd) }))
    }

    /// Expires after `delay`, at once for zero. Replaces an earlier setting.
    ///
    /// # Errors
    /// Only if the system refuses the value.
    pub fn set(&self, delay: Duration) -> io::Result<()> {
        // Zero would turn the timer off.
        let delay = delay.max(Duration::from_nanos(1));
        let zero = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        let value = libc::timespec {
            tv_sec: libc::time_t::try_from(delay.as_secs()).unwrap_or(libc::time_t::MAX),
            tv_nsec: delay.subsec_nanos().into(),
        };
        let spec = libc::itimerspec { it_interval: zero, it_value: value };
        // SAFETY: `spec` is valid for reads during the call; a null old value is allowed.
        let rc = unsafe { libc::timerfd_settime(self.0.as_raw_fd(), 0, &spec, std::ptr::null_mut()) };
        if rc == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }

    /// Takes the note of an expiry, so that the timer is not readable any more.
    ///
    /// # Errors
    /// `WouldBlock` if it has not expired.
    pub fn consume(&self) -> io::Result<()> {
        let mut count = MaybeUninit::<u64>::uninit();
        // SAFETY: the buffer is valid for writes of 8 bytes.
        let n = unsafe { libc::read(self.0.as_raw_fd(), count.as_mut_ptr().cast(), 8) };
        if n == 8 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }
}

impl TimerFd {
    /// The timer as the runtime of the calling thread watches it.
    ///
    /// # Errors
    /// When the runtime can not watch it.
    pub fn watch(self) -> io::Result<AsyncFd<TimerFd>> {
        // SAFETY: `as_raw_fd` always gives the one descriptor that the value owns, and
        // it stays open as long as the value.
        let watched = unsafe { AsyncFd::register_with_interest(self, Interest::READABLE) };
        watched.map_err(io::Error::from)
    }
}

impl AsRawFd for TimerFd {
    fn as_raw_fd(&self) -> RawFd {
        self.0.as_raw_fd()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn expires_once() {
        let timer = TimerFd::new().unwrap();
        assert_eq!(timer.consume().unwrap_err().kind(), io::ErrorKind::WouldBlock);
        let start = Instant::now();
        timer.set(Duration::from_millis(2)).unwrap();
        while timer.consume().is_err() {
            assert!(start.elapsed() < Duration::from_secs(10));
            std::thread::sleep(Duration::from_micros(100));
        }
        assert!(start.elapsed() >= Duration::from_millis(2));
        timer.set(Duration::ZERO).unwrap();
        std::thread::sleep(Duration::from_millis(1));
        timer.consume().unwrap();
        assert!(timer.consume().is_err());
    }
}
