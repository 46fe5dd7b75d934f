//! The first fatal error of a handle (lock level K6). Later ones change nothing.

use crate::error::{Error, ErrorCode};
use std::sync::OnceLock;

/// Holds at most one fatal error.
#[derive(Default)]
pub struct Fatal(OnceLock<Error>);

impl Fatal {
    /// Raises a fatal error; false if there was one already.
    pub fn raise(&self, code: ErrorCode, reason: impl Into<String>) -> bool {
        self.0.set(Error::new(code, reason).fatal()).is_ok()
    }

    /// The fatal error, if there is one.
    pub fn get(&self) -> Option<&Error> {
        self.0.get()
    }
}
