//! What the main core needs of the configuration: plain values.

use crate::conf::{ClientType, Conf, IsolationLevel, MetadataRecoveryStrategy};
use crate::metadata::RefreshSettings;
use crate::sys::regex::Regex;
use std::sync::Arc;

/// Settings of the main core. Units stand last in the names.
#[derive(Debug, Clone)]
pub struct MainSettings {
    /// First contact: host and port.
    pub bootstrap: Vec<(Arc<str>, u16)>,
    /// When to ask for metadata.
    pub refresh: RefreshSettings,
    /// `retry.backoff.ms`.
    pub retry_backoff_ms: u64,
    /// `retry.backoff.max.ms`.
    pub retry_backoff_ms_max: u64,
    /// `socket.timeout.ms`: bound of internal requests.
    pub socket_timeout_ms: u64,
    /// `topic.metadata.propagation.max.ms`.
    pub propagation_ms_max: u64,
    /// `allow.auto.create.topics`: metadata requests may create topics.
    pub allow_auto_create: bool,
    /// `topic.blacklist`: topics that match are treated as not existing.
    pub topic_blacklist: Arc<[Regex]>,
    /// `isolation.level` is read_committed: latest offsets stop at open transactions.
    pub read_committed: bool,
    /// `metadata.recovery.strategy` is rebootstrap.
    pub rebootstrap: bool,
    /// `metadata.recovery.rebootstrap.trigger.ms`, 0 never.
    pub rebootstrap_trigger_ms: u64,
    /// `enable.sparse.connections`.
    pub sparse_connections: bool,
    /// `statistics.interval.ms`; `None` when off.
    pub statistics_interval_ms: Option<u64>,
}

impl MainSettings {
    /// The settings that `conf` asks for.
    pub fn from_conf(conf: &Conf, kind: ClientType, bootstrap: Vec<(Arc<str>, u16)>) -> MainSettings {
        let producer = kind == ClientType::Producer;
        MainSettings {
            bootstrap,
            refresh: RefreshSettings {
                interval_ms: Some(refresh_interval_ms(conf)),
                fast_interval_ms: conf.topic_metadata_refresh_fast_interval_ms.into(),
                fast_interval_ms_max: conf.retry_backoff_max_ms.into(),
                sparse: conf.topic_metadata_refresh_sparse,
            },
            retry_backoff_ms: conf.retry_backoff_ms.into(),
            retry_backoff_ms_max: conf.retry_backoff_max_ms.into(),
            socket_timeout_ms: conf.socket_timeout_ms.into(),
            propagation_ms_max: conf.topic_metadata_propagation_max_ms.into(),
            allow_auto_create: conf.allow_auto_create_topics,
            topic_blacklist: conf.topic_blacklist_patterns().into(),
            read_committed: !producer && conf.isolation_level == IsolationLevel::ReadCommitted,
            rebootstrap: conf.metadata_recovery_strategy == MetadataRecoveryStrategy::Rebootstrap,
            rebootstrap_trigger_ms: conf.metadata_recovery_rebootstrap_trigger_ms.into(),
            sparse_connections: conf.enable_sparse_connections,
            statistics_interval_ms: Some(conf.statistics_interval_ms.into()).filter(|ms: &u64| *ms > 0),
        }
    }
}

/// Topics in use are refreshed periodically, and before what is known of them is too old
/// to be believed (`metadata.max.age.ms`), whichever is sooner.
fn refresh_interval_ms(conf: &Conf) -> u64 {
    let age_ms = u64::from(conf.metadata_max_age_ms);
    match u64::try_from(conf.topic_metadata_refresh_interval_ms) {
        Ok(interval_ms) if interval_ms > 0 => interval_ms.min(age_ms),
        _ => age_ms,
    }
}
