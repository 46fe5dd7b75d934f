//! Configuration: one property table from which everything else follows.
//!
//! Pure data behind a string interface: [`Conf`] for a client, [`TopicConf`] for a
//! topic. Any thread; uses `base`, `error` and `sys::regex` only. Knows nothing of C:
//! callbacks and other pointers are rows without a value here, the C interface keeps
//! them.
//!
//! A new property is one row in `global.rs` or `topic.rs`; if its feature does not
//! exist yet, its name also goes into `pending.rs`.

mod apply;
mod docs;
mod finalize;
#[cfg(test)]
mod finalize_tests;
mod global;
mod parse;
mod pending;
mod property;
mod suggest;
#[cfg(test)]
mod tests;
mod topic;
mod values;

pub use docs::property_list;
pub use finalize::{ClientType, Finalized, FinalizedTopic};
pub use global::Conf;
pub use property::{FlagWord, IgnoredSuffix, Importance, Property, Who};
pub use topic::TopicConf;
pub use values::*;

use crate::sys::regex::Regex;
use property::Properties;

/// Version reported to brokers unless `client.software.version` is set: that of the interface.
const SOFTWARE_VERSION: &str = "2.16.0";

/// Why a property could not be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetError {
    /// There is no such property (`RD_KAFKA_CONF_UNKNOWN`).
    #[error("{0}")]
    Unknown(String),
    /// The value is not acceptable (`RD_KAFKA_CONF_INVALID`).
    #[error("{0}")]
    Invalid(String),
}

/// Supplies the text of a property that is a pointer, by its name; none if it is not set.
pub type PointerText<'a> = &'a dyn Fn(&str) -> Option<String>;

/// One line of a dump: name, value.
pub type DumpLine = (&'static str, String);

impl Conf {
    /// The defaults, nothing set.
    pub fn new() -> Conf {
        Conf::default()
    }

    /// Sets a property of a client, or, when there is none of that name, of its
    /// default topic configuration, which comes into being by that.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), SetError> {
        if !Conf::is_global(name) && TopicConf::knows(name) {
            return self.default_topic.get_or_insert_default().set(name, value);
        }
        self.set_global(name, value)
    }

    /// Sets a property of a client only. For the C interface, which keeps the default
    /// topic configuration itself; it asks [`Conf::is_global`] and [`TopicConf::knows`].
    pub fn set_global(&mut self, name: &str, value: Option<&str>) -> Result<(), SetError> {
        match Conf::find(name) {
            Some(index) => apply::set(self, index, value),
            None => Err(apply::unknown(name, apply::names::<Conf>().chain(apply::names::<TopicConf>()))),
        }
    }

    /// True if `name` is a property, or an alias of one, of a client itself.
    pub fn is_global(name: &str) -> bool {
        Conf::find(name).is_some()
    }

    /// True if `name` stands before `other` in the order of the dump.
    pub fn precedes(name: &str, other: &str) -> bool {
        Conf::find(name) < Conf::find(other)
    }

    /// The value of a property, falling through to the default topic configuration
    /// where there is one. None if unknown or unset.
    pub fn get(&self, name: &str) -> Option<String> {
        if !Conf::is_global(name) {
            return self.default_topic.as_ref()?.get(name);
        }
        self.get_with(name, &|_| None)
    }

    /// [`Conf::get`] for properties of a client only, with the text of pointers from `pointer`.
    pub fn get_with(&self, name: &str, pointer: PointerText<'_>) -> Option<String> {
        apply::get(self, Conf::find(name)?, pointer)
    }

    /// All properties that have a value, in the order of the table.
    pub fn dump(&self, pointer: PointerText<'_>) -> Vec<DumpLine> {
        apply::dump(self, pointer)
    }

    /// The properties that were set, in the order of the table, with secrets replaced:
    /// for the operator's log.
    pub fn dump_explicit(&self, pointer: PointerText<'_>) -> Vec<DumpLine> {
        apply::dump_explicit(self, pointer)
    }

    /// True if the property, or an alias of it, was set by the user.
    pub fn is_explicit(&self, name: &str) -> bool {
        apply::is_explicit(self, name)
    }

    /// Replaces the default topic configuration as a whole.
    pub fn set_default_topic(&mut self, topic: Option<Box<TopicConf>>) {
        self.note_default_topic_replaced(
            self.default_topic.as_deref().is_some_and(TopicConf::is_any_explicit),
        );
        self.default_topic = topic;
    }

    /// Notes that a default topic configuration was replaced; `changed` if it had
    /// settings of its own, which are lost. For the C interface, which keeps that object.
    pub fn note_default_topic_replaced(&mut self, changed: bool) {
        self.mark_explicit("default_topic_conf");
        self.marks_mut().topic_replaced |= changed;
    }

    /// A copy without the properties, aliases included, whose name begins with one of `filter`.
    /// `default_topic_conf` is the name of the default topic configuration as a whole.
    pub fn dup_filter(&self, filter: &[&str]) -> Conf {
        let mut copy = apply::dup_filter(self, filter);
        if filter.iter().any(|prefix| "default_topic_conf".starts_with(prefix)) {
            copy.default_topic = None;
        }
        copy
    }

    /// Marks a property as set by the user: for values that arrive other than as text.
    pub fn mark_explicit(&mut self, name: &str) {
        apply::mark_explicit(self, name);
    }

    /// Ends of values that were ignored, in the order of setting.
    pub fn ignored_suffixes(&self) -> &[IgnoredSuffix] {
        &self.marks().ignored
    }

    /// The compiled patterns of `topic.blacklist`: a topic that matches one is left out of
    /// metadata.
    pub fn topic_blacklist_patterns(&self) -> Vec<Regex> {
        let list = self.topic_blacklist.as_deref().unwrap_or_default();
        apply::patterns(list).filter_map(|pattern| Regex::new(pattern).ok()).collect()
    }

    /// Number of threads for broker connections on a machine with `cores`; none stands
    /// for one thread per broker (`broker.threads=0`).
    pub fn broker_thread_count(&self, cores: usize) -> Option<usize> {
        match self.broker_threads {
            0 => None,
            // Fewer than two would let one broker's burst delay all others; more than four do not pay.
            ..0 => Some(cores.clamp(2, 4)),
            threads => usize::try_from(threads).ok(),
        }
    }

    /// How long a batch waits for more messages, in microseconds.
    pub fn linger_us(&self) -> i64 {
        (self.queue_buffering_max_ms * 1000.0) as i64
    }
}

impl TopicConf {
    /// The defaults, nothing set.
    pub fn new() -> TopicConf {
        TopicConf::default()
    }

    /// Sets a property of a topic; its name may carry the prefix `topic.`.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), SetError> {
        match TopicConf::find(name.strip_prefix("topic.").unwrap_or(name)) {
            Some(index) => apply::set(self, index, value),
            None => Err(apply::unknown(name, apply::names::<TopicConf>())),
        }
    }

    /// True if [`TopicConf::set`] has a property of that name.
    pub fn knows(name: &str) -> bool {
        TopicConf::find(name.strip_prefix("topic.").unwrap_or(name)).is_some()
    }

    /// The value of a property. None if unknown or unset.
    pub fn get(&self, name: &str) -> Option<String> {
        self.get_with(name, &|_| None)
    }

    /// [`TopicConf::get`], with the text of pointers from `pointer`.
    pub fn get_with(&self, name: &str, pointer: PointerText<'_>) -> Option<String> {
        apply::get(self, TopicConf::find(name)?, pointer)
    }

    /// All properties that have a value, in the order of the table.
    pub fn dump(&self, pointer: PointerText<'_>) -> Vec<DumpLine> {
        apply::dump(self, pointer)
    }

    /// The properties that were set, for the operator's log.
    pub fn dump_explicit(&self, pointer: PointerText<'_>) -> Vec<DumpLine> {
        apply::dump_explicit(self, pointer)
    }

    /// True if the property, or an alias of it, was set by the user.
    pub fn is_explicit(&self, name: &str) -> bool {
        apply::is_explicit(self, name)
    }

    /// True if any property was set by the user.
    pub fn is_any_explicit(&self) -> bool {
        self.marks().any_explicit()
    }

    /// Marks a property as set by the user: for values that arrive other than as text.
    pub fn mark_explicit(&mut self, name: &str) {
        apply::mark_explicit(self, name);
    }

    /// A copy without the properties, aliases included, whose name begins with one of `filter`.
    pub fn dup_filter(&self, filter: &[&str]) -> TopicConf {
        apply::dup_filter(self, filter)
    }

    /// Ends of values that were ignored, in the order of setting.
    pub fn ignored_suffixes(&self) -> &[IgnoredSuffix] {
        &self.marks().ignored
    }

    /// Life time of a message, in microseconds; none if it is without end.
    pub fn message_timeout_us(&self) -> Option<i64> {
        (self.message_timeout_ms != 0).then(|| i64::from(self.message_timeout_ms) * 1000)
    }
}

impl std::fmt::Debug for Conf {
    /// What was set, without secrets.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map()
            .entries(self.dump_explicit(&|_| None))
            .entries(self.default_topic.iter().flat_map(|topic| topic.dump_explicit(&|_| None)))
            .finish()
    }
}

impl std::fmt::Debug for TopicConf {
    /// What was set.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.dump_explicit(&|_| None)).finish()
    }
}
