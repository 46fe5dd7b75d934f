//! What a broker core needs of the configuration: plain values, shared by all
//! brokers of a handle. Read-only after the handle is made.

use crate::conf::{AddressFamily, Conf};

/// Settings of connections and requests. Units stand last in the names.
#[derive(Debug, Clone)]
pub struct BrokerSettings {
    /// `client.id`, sent with every request.
    pub client_id: String,
    /// `client.software.name`, told to brokers (KIP-511).
    pub software_name: String,
    /// `client.software.version`, told to brokers (KIP-511).
    pub software_version: String,
    /// `security.protocol`, as log lines show it.
    pub security_protocol: &'static str,
    /// `api.version.request`: ask brokers for their versions.
    pub api_version_request: bool,
    /// `api.version.request.timeout.ms`.
    pub api_version_timeout_ms: u64,
    /// `api.version.fallback.ms`: how long a broker that hangs up on ApiVersions is
    /// not asked again; 0 always asks.
    pub api_version_fallback_ms: u64,
    /// `enable.sparse.connections`: connect only when there is work.
    pub sparse_connections: bool,
    /// `reconnect.backoff.ms`.
    pub reconnect_backoff_ms: u64,
    /// `reconnect.backoff.max.ms`.
    pub reconnect_backoff_max_ms: u64,
    /// `retry.backoff.ms`.
    pub retry_backoff_ms: u64,
    /// `retry.backoff.max.ms`.
    pub retry_backoff_max_ms: u64,
    /// `socket.timeout.ms`.
    pub socket_timeout_ms: u64,
    /// `socket.max.fails`: time-outs in a row that end a connection, 0 never.
    pub socket_max_fails: u32,
    /// `socket.connection.setup.timeout.ms`.
    pub setup_timeout_ms: u64,
    /// `connections.max.idle.ms`, 0 never.
    pub idle_max_ms: u64,
    /// `max.in.flight.requests.per.connection`.
    pub max_in_flight: usize,
    /// `receive.message.max.bytes`: the largest response frame.
    pub receive_max_bytes: usize,
    /// `broker.address.ttl`, milliseconds.
    pub address_ttl_ms: u64,
    /// `broker.address.family`.
    pub address_family: AddressFamily,
    /// A connect without an answer may be begun anew after a few seconds. Not with a
    /// `connect_cb`, which cannot be interrupted.
    pub connect_restarts: bool,
    /// A broker that owes answers for this long, and says nothing, is worth a warning
    /// and a look. No property.
    pub silence_ms: u64,
    /// `log.connection.close`.
    pub log_connection_close: bool,
    /// `socket.nagle.disable`.
    pub nagle_disable: bool,
    /// `socket.keepalive.enable`.
    pub keepalive: bool,
    /// `socket.send.buffer.bytes`, 0 leaves the system's.
    pub send_buffer_bytes: usize,
    /// `socket.receive.buffer.bytes`, 0 leaves the system's.
    pub receive_buffer_bytes: usize,
}

impl BrokerSettings {
    /// The settings that `conf` asks for. `version` is the library's own version
    /// string, for brokers that want to know.
    pub fn from_conf(conf: &Conf, version: &str) -> BrokerSettings {
        BrokerSettings {
            client_id: conf.client_id.to_string(),
            software_name: sanitized(&conf.client_software_name),
            software_version: sanitized(conf.client_software_version.as_deref().unwrap_or(version)),
            security_protocol: conf.security_protocol.as_str(),
            api_version_request: conf.api_version_request,
            api_version_timeout_ms: conf.api_version_request_timeout_ms.into(),
            api_version_fallback_ms: conf.api_version_fallback_ms.into(),
            sparse_connections: conf.enable_sparse_connections,
            reconnect_backoff_ms: conf.reconnect_backoff_ms.into(),
            reconnect_backoff_max_ms: conf.reconnect_backoff_max_ms.into(),
            retry_backoff_ms: conf.retry_backoff_ms.into(),
            retry_backoff_max_ms: conf.retry_backoff_max_ms.into(),
            socket_timeout_ms: conf.socket_timeout_ms.into(),
            socket_max_fails: conf.socket_max_fails,
            setup_timeout_ms: conf.socket_connection_setup_timeout_ms.into(),
            idle_max_ms: conf.connections_max_idle_ms.into(),
            max_in_flight: conf.max_in_flight_requests_per_connection as usize,
            receive_max_bytes: conf.receive_message_max_bytes as usize,
            address_ttl_ms: conf.broker_address_ttl.into(),
            address_family: conf.broker_address_family,
            connect_restarts: true,
            silence_ms: 5_000,
            log_connection_close: conf.log_connection_close,
            nagle_disable: conf.socket_nagle_disable,
            keepalive: conf.socket_keepalive_enable,
            send_buffer_bytes: conf.socket_send_buffer_bytes as usize,
            receive_buffer_bytes: conf.socket_receive_buffer_bytes as usize,
        }
    }
}

impl Default for BrokerSettings {
    fn default() -> BrokerSettings {
        BrokerSettings::from_conf(&Conf::new(), env!("CARGO_PKG_VERSION"))
    }
}

/// KIP-511 allows letters, digits, `.` and `-` inside, and brokers refuse the
/// whole request for anything else.
fn sanitized(text: &str) -> String {
    let inside = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '-';
    let replaced: String = text.chars().map(|c| if inside(c) { c } else { '-' }).collect();
    replaced.trim_matches(|c| c == '.' || c == '-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn software_names_are_made_acceptable() {
        assert_eq!(sanitized("my lib (x)"), "my-lib--x");
        assert_eq!(sanitized("-1.2.3-rc1."), "1.2.3-rc1");
        let settings = BrokerSettings::default();
        assert_eq!((settings.client_id.as_str(), settings.software_name.as_str()), ("rdkafka", "librdkafka"));
        assert_eq!((settings.socket_timeout_ms, settings.reconnect_backoff_max_ms), (60_000, 10_000));
    }
}
