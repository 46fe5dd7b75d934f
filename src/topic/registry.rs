//! All topics of a handle, by name (lock level K1).

use super::{BatchOwner, Limits, Topic, TopicSettings};
use crate::base::time::Time;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Name to topic. Topics stay until the handle goes.
#[derive(Default)]
pub struct TopicRegistry {
    topics: Mutex<HashMap<Arc<str>, Arc<Topic>>>,
    limits: Arc<Limits>,
    owner: Option<Arc<dyn BatchOwner>>,
}

impl TopicRegistry {
    /// No topics yet. `limits` are those of the handle; `owner` (main's mailbox) is told
    /// of messages that wait for metadata.
    pub fn new(limits: Arc<Limits>, owner: Option<Arc<dyn BatchOwner>>) -> TopicRegistry {
        TopicRegistry { topics: Mutex::default(), limits, owner }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Arc<str>, Arc<Topic>>> {
        self.topics.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The topic of this name, if the handle uses it.
    pub fn get(&self, name: &str) -> Option<Arc<Topic>> {
        self.lock().get(name).cloned()
    }

    /// The topic of this name, created with `settings` if the handle did not use it yet:
    /// the second value is true then, and main must be told to look for it.
    pub fn get_or_create(
        &self,
        name: &str,
        now: Time,
        settings: impl FnOnce() -> TopicSettings,
    ) -> (Arc<Topic>, bool) {
        let mut topics = self.lock();
        if let Some(topic) = topics.get(name) {
            return (topic.clone(), false);
        }
        let name: Arc<str> = name.into();
        let topic = Topic::new(name.clone(), settings(), self.limits.clone(), self.owner.clone(), now);
        topics.insert(name, topic.clone());
        (topic, true)
    }

    /// All topics.
    pub fn all(&self) -> Vec<Arc<Topic>> {
        self.lock().values().cloned().collect()
    }

    /// Number of topics.
    pub fn len(&self) -> usize {
        self.lock().len()
    }

    /// True if the handle uses no topic.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_settings_hold() {
        let registry = TopicRegistry::default();
        let settings = || TopicSettings { acks: 1, ..TopicSettings::default() };
        let (first, created) = registry.get_or_create("a", Time(1), settings);
        assert!(created);
        let (again, created) = registry.get_or_create("a", Time(2), TopicSettings::default);
        assert!(!created && Arc::ptr_eq(&first, &again));
        assert_eq!((again.settings.acks, registry.len()), (1, 1));
        assert!(registry.get("b").is_none());
    }
}
