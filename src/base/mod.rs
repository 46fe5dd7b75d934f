//! Small pieces without state of their own: time, backoff, hashes, log lines.

pub mod backoff;
pub mod hash;
pub mod headers;
pub mod log;
pub mod panic;
pub mod time;
pub mod window;
