//! From what the user set to what a client works with: checks, values that follow from
//! others, and lines that tell the operator what was odd.
//!
//! Pure functions, run by `rd_kafka_new()` and `rd_kafka_topic_new()` on the caller's
//! thread. `https.ca.location` is looked for in the file system.

use super::property::{Properties, Who};
use super::values::*;
use super::{Conf, TopicConf};
use crate::base::log::{Level, LogLine};
use crate::error::{Error, ErrorCode};

/// What a client is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClientType {
    /// Sends messages.
    Producer,
    /// Receives messages.
    Consumer,
}

impl ClientType {
    /// `producer` or `consumer`, as in the names of handles.
    pub fn as_str(self) -> &'static str {
        match self {
            ClientType::Producer => "producer",
            ClientType::Consumer => "consumer",
        }
    }
}

/// A configuration that a client can work with.
#[derive(Debug, Clone)]
pub struct Finalized {
    /// The values, those included that follow from others.
    pub conf: Conf,
    /// What the operator should read, in this order, once the client can log.
    pub lines: Vec<LogLine>,
}

/// The configuration of a topic that a client can work with.
#[derive(Debug, Clone)]
pub struct FinalizedTopic {
    /// The values.
    pub conf: TopicConf,
    /// What the operator should read.
    pub lines: Vec<LogLine>,
}

/// What a fetch response needs beyond its records.
const FETCH_OVERHEAD_BYTES: u32 = 512;
/// `message.timeout.ms` has to leave this much to an adjusted `linger.ms`.
const LINGER_MARGIN_MS: f64 = 0.1;
/// Kafka's limit for in-flight requests of an idempotent producer (KIP-98).
const IDEMPOTENT_IN_FLIGHT_MAX: u32 = 5;
/// Longest `linger.ms` and `sticky.partitioning.linger.ms`.
const LINGER_MS_MAX: f64 = 900_000.0;
const METADATA_AGE_MS_MAX: u32 = 86_400_000;

impl Conf {
    /// Checks the values against each other and against `client`, and completes them.
    /// The object itself stays as the user made it. Errors have the code `_INVALID_ARG`.
    pub fn finalize(&self, client: ClientType) -> Result<Finalized, Error> {
        let mut conf = self.clone();
        complete(&mut conf, client).map_err(|text| Error::new(ErrorCode::LOCAL_INVALID_ARG, text))?;
        let lines = lines(self, client);
        Ok(Finalized { conf, lines })
    }
}

impl TopicConf {
    /// Checks the values of a topic against those of its client, which are final. The
    /// error says what does not go together; `rd_kafka_topic_new()` logs it and fails
    /// with `_INVALID_ARG`.
    pub fn finalize(&self, conf: &Conf, client: ClientType) -> Result<FinalizedTopic, String> {
        let mut topic = self.clone();
        if client == ClientType::Producer {
            let explicit_linger = conf.is_explicit("linger.ms");
            if explicit_linger && !linger_fits(conf.queue_buffering_max_ms, topic.message_timeout_ms) {
                return Err(LINGER_TOO_LONG.to_owned());
            }
            complete_topic(conf, &mut topic)?;
        }
        let mut lines = Vec::new();
        ignored_suffix_lines(self, &mut lines);
        Ok(FinalizedTopic { conf: topic, lines })
    }

    /// How long a batch of this topic waits for more messages, in microseconds: the
    /// client's `linger.ms`, but less than the life time of a message.
    pub fn linger_us(&self, conf: &Conf) -> i64 {
        match self.message_timeout_us() {
            Some(timeout_us) => conf.linger_us().min((timeout_us - 100).max(0)),
            None => conf.linger_us(),
        }
    }
}

const LINGER_TOO_LONG: &str = "`message.timeout.ms` must be greater than `linger.ms`";

fn linger_fits(linger_ms: f64, message_timeout_ms: u32) -> bool {
    message_timeout_ms == 0 || linger_ms < f64::from(message_timeout_ms)
}

fn fail<T>(text: impl Into<String>) -> Result<T, String> {
    Err(text.into())
}

fn complete(conf: &mut Conf, client: ClientType) -> Result<(), String> {
    check_security(conf)?;
    if client == ClientType::Consumer {
        complete_consumer(conf)?;
    }
    check_assignors(&conf.partition_assignment_strategy)?;
    if conf.reconnect_backoff_max_ms < conf.reconnect_backoff_ms {
        return fail("`reconnect.backoff.max.ms` must be >= `reconnect.backoff.ms`");
    }
    complete_common(conf, client);
    if client == ClientType::Producer {
        complete_producer(conf)?;
    }
    refuse_missing_features(conf, client)
}

/// Values of any client that follow from others.
fn complete_common(conf: &mut Conf, client: ClientType) {
    if conf.debug != 0 {
        conf.log_level = Level::Debug as u32;
    }
    let interval_ms = conf.topic_metadata_refresh_interval_ms;
    if conf.is_explicit("topic.metadata.refresh.interval.ms")
        && !conf.is_explicit("metadata.max.age.ms")
        && interval_ms > 0
    {
        conf.metadata_max_age_ms = interval_ms.unsigned_abs().saturating_mul(3).min(METADATA_AGE_MS_MAX);
    }
    if !conf.is_explicit("topic.metadata.refresh.fast.interval.ms") {
        conf.topic_metadata_refresh_fast_interval_ms = conf.retry_backoff_ms;
    }
    if client == ClientType::Producer && !conf.is_explicit("allow.auto.create.topics") {
        conf.allow_auto_create_topics = true;
    }
    if conf.test_mock_num_brokers > 0 {
        conf.security_protocol = SecurityProtocol::Plaintext;
    }
    conf.client_software_name = software_word(&conf.client_software_name, "librdkafka").into();
    let version = conf.client_software_version.as_deref().unwrap_or_default();
    conf.client_software_version = Some(software_word(version, super::SOFTWARE_VERSION));
}

/// `text` as brokers accept it (KIP-511): letters, digits, `.` and `-`, the first and
/// the last a letter or digit; other characters become `-`. `default` if nothing is left.
fn software_word(text: &str, default: &str) -> String {
    let word: String =
        text.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' }).collect();
    let word = word.trim_matches(['.', '-']);
    if word.is_empty() { default.to_owned() } else { word.to_owned() }
}

fn check_security(conf: &Conf) -> Result<(), String> {
    if let Some(location) = &conf.https_ca_location {
        if conf.https_ca_pem.is_some() {
            return fail("`https.ca.location` and `https.ca.pem` are mutually exclusive");
        }
        if location != "probe" && !std::path::Path::new(location).exists() {
            return fail("`https.ca.location` must be an existing file or directory");
        }
    }
    Ok(())
}

fn complete_consumer(conf: &mut Conf) -> Result<(), String> {
    if !(1..=100_000_000).contains(&conf.fetch_min_bytes) {
        return fail(
            "Configuration property \"fetch.min.bytes\" value is outside allowed range 1..100000000",
        );
    }
    if conf.group_protocol == GroupProtocol::Consumer {
        check_consumer_protocol(conf)?;
    } else if conf.max_poll_interval_ms < conf.session_timeout_ms {
        // The missing blank is in librdkafka's text.
        return fail("`max.poll.interval.ms`must be >= `session.timeout.ms`");
    }
    if conf.is_explicit("fetch.max.bytes") {
        if conf.fetch_max_bytes < conf.message_max_bytes {
            return fail("`fetch.max.bytes` must be >= `message.max.bytes`");
        }
    } else {
        conf.fetch_max_bytes = conf.fetch_max_bytes.max(conf.message_max_bytes);
    }
    let receive_bytes_min = conf.fetch_max_bytes.saturating_add(FETCH_OVERHEAD_BYTES);
    if conf.is_explicit("receive.message.max.bytes") {
        if conf.receive_message_max_bytes < receive_bytes_min {
            return fail("`receive.message.max.bytes` must be >= `fetch.max.bytes` + 512");
        }
    } else {
        conf.receive_message_max_bytes = conf.receive_message_max_bytes.max(receive_bytes_min);
    }
    Ok(())
}

/// What the broker decides with `group.protocol=consumer` (KIP-848) must not be set.
fn check_consumer_protocol(conf: &Conf) -> Result<(), String> {
    for name in ["session.timeout.ms", "heartbeat.interval.ms"] {
        if conf.is_explicit(name) {
            return fail(format!(
                "`{name}` is not supported for `group.protocol=consumer` or share consumer. \
                 It is defined broker side"
            ));
        }
    }
    if conf.is_explicit("partition.assignment.strategy") {
        return fail(
            "`partition.assignment.strategy` is not supported for `group.protocol=consumer`. \
             Use `group.remote.assignor` instead",
        );
    }
    if conf.is_explicit("group.protocol.type") {
        return fail(
            "`group.protocol.type` is not supported for `group.protocol=consumer` or share consumer",
        );
    }
    Ok(())
}

fn check_assignors(strategy: &str) -> Result<(), String> {
    let mut eager = false;
    let mut cooperative = false;
    for word in strategy.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        match word {
            "range" | "roundrobin" => eager = true,
            "cooperative-sticky" => cooperative = true,
            _ => return fail(format!("Unsupported partition.assignment.strategy: {word}")),
        }
    }
    if eager && cooperative {
        return fail(format!(
            "All partition.assignment.strategy ({strategy}) assignors must have the same protocol type, \
             online migration between assignors with different protocol types is not supported"
        ));
    }
    Ok(())
}

fn complete_producer(conf: &mut Conf) -> Result<(), String> {
    let mut topic = conf.default_topic.take();
    let result = complete_idempotence(conf)
        .and_then(|()| complete_linger(conf, topic.as_deref()))
        .and_then(|()| topic.as_deref_mut().map_or(Ok(()), |topic| complete_topic(conf, topic)));
    conf.default_topic = topic;
    result
}

/// `linger.ms` has to be shorter than the life of a message; a default gives way (H11).
/// The time that messages without a key stay with a partition follows from the original.
fn complete_linger(conf: &mut Conf, topic: Option<&TopicConf>) -> Result<(), String> {
    if !conf.is_explicit("sticky.partitioning.linger.ms") {
        conf.sticky_partitioning_linger_ms = (conf.queue_buffering_max_ms * 2.0).min(LINGER_MS_MAX) as u32;
    }
    if let Some(topic) = topic
        && topic.is_explicit("message.timeout.ms")
        && !linger_fits(conf.queue_buffering_max_ms, topic.message_timeout_ms)
    {
        if conf.is_explicit("linger.ms") {
            return fail(LINGER_TOO_LONG);
        }
        conf.queue_buffering_max_ms = f64::from(topic.message_timeout_ms) - LINGER_MARGIN_MS;
    }
    Ok(())
}

/// What exactly-once production asks of the other properties (KIP-98).
fn complete_idempotence(conf: &mut Conf) -> Result<(), String> {
    if conf.transactional_id.is_some() {
        if conf.is_explicit("enable.idempotence") && !conf.enable_idempotence {
            return fail("`transactional.id` requires `enable.idempotence=true`");
        }
        conf.enable_idempotence = true;
        if conf.is_explicit("socket.timeout.ms") {
            if conf.socket_timeout_ms > conf.transaction_timeout_ms.saturating_add(100) {
                return fail("`socket.timeout.ms` must be set <= `transaction.timeout.ms` + 100");
            }
        } else {
            let below = conf.transaction_timeout_ms.saturating_sub(100);
            conf.socket_timeout_ms = conf.socket_timeout_ms.min(below);
        }
    }
    if !conf.enable_idempotence {
        if conf.enable_gapless_guarantee {
            return fail("`enable.gapless.guarantee` requires `enable.idempotence` to be enabled");
        }
        return Ok(());
    }
    if conf.max_in_flight_requests_per_connection > IDEMPOTENT_IN_FLIGHT_MAX {
        if conf.is_explicit("max.in.flight") {
            return fail("`max.in.flight` must be set <= 5 when `enable.idempotence` is true");
        }
        conf.max_in_flight_requests_per_connection = IDEMPOTENT_IN_FLIGHT_MAX;
    }
    if conf.message_send_max_retries < 1 {
        return fail("`retries` must be set >= 1 when `enable.idempotence` is true");
    }
    Ok(())
}

fn complete_topic(conf: &Conf, topic: &mut TopicConf) -> Result<(), String> {
    if !conf.enable_idempotence {
        return Ok(());
    }
    if topic.request_required_acks != -1 {
        return fail("`acks` must be set to `all` when `enable.idempotence` is true");
    }
    if topic.queuing_strategy != QueuingStrategy::Fifo {
        return fail("`queuing.strategy` must be set to `fifo` when `enable.idempotence` is true");
    }
    let life_ms = topic.message_timeout_ms;
    if conf.transactional_id.is_some() && life_ms > conf.transaction_timeout_ms {
        if topic.is_explicit("message.timeout.ms") {
            return fail("`message.timeout.ms` must be set <= `transaction.timeout.ms`");
        }
        topic.message_timeout_ms = conf.transaction_timeout_ms;
    }
    Ok(())
}

/// Where to go on without a feature would be unsafe, the client is not made.
fn refuse_missing_features(conf: &Conf, client: ClientType) -> Result<(), String> {
    let protocol = conf.security_protocol;
    if protocol != SecurityProtocol::Plaintext {
        return fail(format!(
            "`security.protocol={}` is not supported by this version of the library yet: \
             it would have to connect without protection",
            protocol.as_str()
        ));
    }
    if client == ClientType::Producer && conf.transactional_id.is_some() {
        return fail("`transactional.id` is not supported by this version of the library yet");
    }
    if client == ClientType::Producer && conf.enable_idempotence {
        return fail("`enable.idempotence=true` is not supported by this version of the library yet");
    }
    Ok(())
}

/// What to tell the operator about the object as the user made it.
fn lines(conf: &Conf, client: ClientType) -> Vec<LogLine> {
    let mut lines = Vec::new();
    property_lines(conf, client, &mut lines);
    ignored_suffix_lines(conf, &mut lines);
    if let Some(topic) = conf.default_topic.as_deref() {
        property_lines(topic, client, &mut lines);
        ignored_suffix_lines(topic, &mut lines);
    }
    if conf.marks().topic_replaced {
        lines.push(warning(
            "Topic configuration properties set in the global configuration were overwritten by \
             explicitly setting a default_topic_conf: recommend not using set_default_topic_conf",
        ));
    }
    backoff_lines(conf, &mut lines);
    if client == ClientType::Consumer
        && u64::from(conf.fetch_wait_max_ms) + 1000 > u64::from(conf.socket_timeout_ms)
    {
        lines.push(warning(format!(
            "Configuration property `fetch.wait.max.ms` ({}) should be set lower than `socket.timeout.ms` ({}) \
             by at least 1000ms to avoid blocking and timing out sub-sequent requests",
            conf.fetch_wait_max_ms, conf.socket_timeout_ms
        )));
    }
    if conf.is_explicit("sasl.mechanisms") && !conf.security_protocol.is_sasl() {
        lines.push(warning(format!(
            "Configuration property `sasl.mechanism` set to `{}` but `security.protocol` is not configured \
             for SASL: recommend setting `security.protocol` to SASL_SSL or SASL_PLAINTEXT",
            conf.sasl_mechanisms
        )));
    }
    // As in librdkafka: a coordinator that has to be looked up counts as a broker.
    let coordinated = match client {
        ClientType::Producer => conf.transactional_id.is_some(),
        ClientType::Consumer => conf.group_id.is_some(),
    };
    if conf.metadata_broker_list.is_none() && conf.test_mock_num_brokers == 0 && !coordinated {
        lines.push(LogLine::new(
            Level::Notice,
            FACILITY,
            "No `bootstrap.servers` configured: client will not be able to connect to Kafka cluster",
        ));
    }
    lines
}

const FACILITY: &str = "CONFWARN";

fn warning(text: impl Into<String>) -> LogLine {
    LogLine::new(Level::Warning, FACILITY, text)
}

fn property_lines<C: Properties>(conf: &C, client: ClientType, lines: &mut Vec<LogLine>) {
    for (index, row) in C::TABLE.iter().enumerate().filter(|(index, _)| conf.marks().is_explicit(*index)) {
        debug_assert!(C::find(row.name) == Some(index), "marks belong to properties, not to aliases");
        let state = match (row.deprecated, row.experimental) {
            (true, true) => Some("deprecated and experimental"),
            (true, false) => Some("deprecated"),
            (false, true) => Some("experimental"),
            (false, false) => None,
        };
        if let Some(state) = state {
            lines.push(warning(format!("Configuration property {} is {state}: {}", row.name, row.text)));
        }
        let other = match (row.who, client) {
            (Who::Consumer, ClientType::Producer) => ClientType::Consumer,
            (Who::Producer, ClientType::Consumer) => ClientType::Producer,
            _ => continue,
        };
        lines.push(warning(format!(
            "Configuration property {} is a {} property and will be ignored by this {} instance",
            row.name,
            other.as_str(),
            client.as_str()
        )));
    }
}

/// The ends of values that `strtol()` would silently drop (H15).
fn ignored_suffix_lines<C: Properties>(conf: &C, lines: &mut Vec<LogLine>) {
    for ignored in &conf.marks().ignored {
        let taken = &ignored.value[..ignored.value.len() - ignored.rest.len()];
        lines.push(warning(format!(
            "Configuration property {} was set to \"{}\": only \"{}\" is used, \"{}\" is ignored, \
             the value has to be a plain number",
            ignored.name, ignored.value, taken, ignored.rest
        )));
    }
}

fn backoff_lines(conf: &Conf, lines: &mut Vec<LogLine>) {
    let max_ms = conf.retry_backoff_max_ms;
    let mut check = |name: &str, value_ms: u32| {
        if value_ms > max_ms {
            lines.push(warning(format!(
                "Configuration `{name}` with value {value_ms} is greater than configuration \
                 `retry.backoff.max.ms` with value {max_ms}. \
                 A static backoff with value `retry.backoff.max.ms` will be applied."
            )));
        }
    };
    check("retry.backoff.ms", conf.retry_backoff_ms);
    if conf.is_explicit("topic.metadata.refresh.fast.interval.ms") {
        check("topic.metadata.refresh.fast.interval.ms", conf.topic_metadata_refresh_fast_interval_ms);
    }
}
