//! All topics of a handle, by name (lock level K1).

use super::Topic;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Name to topic.
#[derive(Default)]
pub struct TopicRegistry(Mutex<HashMap<Arc<str>, Arc<Topic>>>);

impl TopicRegistry {
    /// The topic of this name, if the handle uses it.
    pub fn get(&self, name: &str) -> Option<Arc<Topic>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// All topics.
    pub fn all(&self) -> Vec<Arc<Topic>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }
}
