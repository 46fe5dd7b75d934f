//! The unsafe pieces of the operating system, each behind a safe interface.

pub mod fork;
pub mod malloc;
pub mod net;
pub mod notify;
pub mod payload;
pub mod plugin;
pub mod regex;
pub mod thread;
pub mod timerfd;
pub mod va_list;
