//! Errors that wait to be returned: first in, first out, per API.
//!
//! Owned by brokers, partitions and the cluster; runs on the mock thread.

use std::collections::{HashMap, VecDeque};

use crate::error::ErrorCode;

/// One pushed error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PushedError {
    /// What the next request gets; [`ErrorCode::NO_ERROR`] lets it through,
    /// [`ErrorCode::LOCAL_TRANSPORT`] closes its connection.
    pub error: ErrorCode,
    /// Added to the broker's own round-trip time.
    pub rtt_ms: u32,
}

impl PushedError {
    /// An error without extra delay.
    pub fn new(error: ErrorCode) -> PushedError {
        PushedError { error, rtt_ms: 0 }
    }
}

/// The queues of one place, keyed by API.
#[derive(Debug, Default)]
pub struct ErrorStacks {
    by_api: HashMap<i16, VecDeque<PushedError>>,
}

impl ErrorStacks {
    /// Appends errors for the next requests of `api_key`.
    pub fn push(&mut self, api_key: i16, errors: impl IntoIterator<Item = PushedError>) {
        self.by_api.entry(api_key).or_default().extend(errors);
    }

    /// Takes the oldest error for `api_key`.
    pub fn next(&mut self, api_key: i16) -> Option<PushedError> {
        self.by_api.get_mut(&api_key)?.pop_front()
    }

    /// Forgets the errors of `api_key`.
    pub fn clear(&mut self, api_key: i16) {
        self.by_api.remove(&api_key);
    }

    /// How many wait for `api_key`.
    pub fn len(&self, api_key: i16) -> usize {
        self.by_api.get(&api_key).map_or(0, VecDeque::len)
    }
}
