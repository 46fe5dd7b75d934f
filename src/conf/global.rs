//! The properties of the global configuration object: one row each, in the order of the dump.
//!
//! Pure data. Everything else about a property follows from its row, CONFIGURATION.md
//! included. See [`super::property`] for what a row means.

use super::property::properties;
use super::values::*;

properties! {
    /// Properties of a client. Plain fields; set by name through [`Conf::set`]. Owned by one thread until
    /// the client is made, then only read.
    Conf {
        "builtin.features" [builtin_features: u32 = BUILTIN_FEATURES] flags(&FEATURES) Any Low
            "What this build can do. Read it to find out; writing is only useful to take features away.";
        "client.id" [client_id: Text = Text::Borrowed("rdkafka")] text() Any Low
            "Name that the client gives itself: it appears in broker logs, quotas and metrics.";
        "client.software.name" [client_software_name: Text = Text::Borrowed("librdkafka")] text() Any Low hidden
            "Software name reported to brokers with ApiVersions (KIP-511). For language bindings.";
        "client.software.version" [client_software_version: Option<String> = None] optional() Any Low hidden
            "Software version reported to brokers with ApiVersions (KIP-511). For language bindings; the \
             library's version when unset.";
        "metadata.broker.list" [metadata_broker_list: Option<String> = None] optional() Any High
            "First contact: comma-separated list of host or host:port (port 9092 when left out). The other \
             brokers are learnt from these.";
        "bootstrap.servers" alias("metadata.broker.list") Any High "";
        "message.max.bytes" [message_max_bytes: u32 = 1_000_000] int(1000, 1_000_000_000) Any Medium
            "Largest produce request, and with it the largest record batch and message, in bytes. The broker \
             and topic have limits of their own (`message.max.bytes`, `max.message.bytes`). A single message \
             may exceed it by the overhead of the format.";
        "message.copy.max.bytes" [message_copy_max_bytes: u32 = 65_535] int(0, 1_000_000_000) Any Low
            "Payloads up to this size are copied into the batch; larger ones are sent from where they lie.";
        "receive.message.max.bytes" [receive_message_max_bytes: u32 = 100_000_000] int(1000, i32::MAX) Any Medium
            "Largest response that is accepted from a broker; a longer one closes the connection. When it is \
             not set, it is raised as `fetch.max.bytes` requires.";
        "max.in.flight.requests.per.connection" [max_in_flight_requests_per_connection: u32 = 1_000_000]
            int(1, 1_000_000) Any Low
            "Requests that may wait for their response on one connection. With `enable.idempotence` at most 5.";
        "max.in.flight" alias("max.in.flight.requests.per.connection") Any Low "";
        "metadata.recovery.strategy" [metadata_recovery_strategy: MetadataRecoveryStrategy = MetadataRecoveryStrategy::Rebootstrap]
            choice() Any Low
            "What to do when no known broker can be reached: `rebootstrap` starts over from \
             `bootstrap.servers`, `none` keeps trying the known brokers.";
        "metadata.recovery.rebootstrap.trigger.ms" [metadata_recovery_rebootstrap_trigger_ms: u32 = 300_000]
            int(0, i32::MAX) Any Low
            "After this time without a successful metadata refresh the client starts over from \
             `bootstrap.servers`.";
        "metadata.request.timeout.ms" [metadata_request_timeout_ms: u32 = 10]
            int(10, 900_000) Any Low deprecated hidden
            "Has no effect.";
        "topic.metadata.refresh.interval.ms" [topic_metadata_refresh_interval_ms: i32 = 300_000]
            int(-1, 3_600_000) Any Low
            "How often the metadata of topics in use is refreshed, in milliseconds. -1 leaves it to \
             `metadata.max.age.ms`.";
        "metadata.max.age.ms" [metadata_max_age_ms: u32 = 900_000] int(1, 86_400_000) Any Low
            "Age at which what is known of a topic in use is no longer believed and asked for again, in \
             milliseconds. Three times `topic.metadata.refresh.interval.ms` when only that is set.";
        "topic.metadata.refresh.fast.interval.ms" [topic_metadata_refresh_fast_interval_ms: u32 = 100]
            int(1, 60_000) Any Low
            "First interval between metadata requests while a leader is missing, in milliseconds; it grows up \
             to `retry.backoff.max.ms`.";
        "topic.metadata.refresh.fast.cnt" [topic_metadata_refresh_fast_cnt: u32 = 10]
            int(0, 1000) Any Low deprecated
            "Has no effect.";
        "topic.metadata.refresh.sparse" [topic_metadata_refresh_sparse: bool = true] boolean() Any Low
            "Ask for the metadata of topics in use only, not of the whole cluster.";
        "topic.metadata.propagation.max.ms" [topic_metadata_propagation_max_ms: u32 = 30_000]
            int(0, 3_600_000) Any Low
            "How long a topic that was just asked for may be unknown to the brokers before it is reported as \
             not existing, in milliseconds. Gives automatic creation time to spread.";
        "topic.blacklist" [topic_blacklist: Option<String> = None] patterns() Any Low
            "Comma-separated list of POSIX extended regular expressions: topics whose name matches one are left \
             out of metadata, as if they did not exist.";
        "debug" [debug: u32 = 0] flags(&DEBUG_CONTEXTS) Any Medium
            "Comma-separated list of contexts whose debug lines are logged. Several calls add up; `-word` \
             removes a context.";
        "socket.timeout.ms" [socket_timeout_ms: u32 = 60_000] int(10, 300_000) Any Low
            "How long a request may wait for its response, in milliseconds. Produce requests use \
             `request.timeout.ms` of the topic.";
        "socket.blocking.max.ms" [socket_blocking_max_ms: u32 = 1000] int(1, 60_000) Any Low deprecated
            "Has no effect.";
        "socket.send.buffer.bytes" [socket_send_buffer_bytes: u32 = 0] int(0, 100_000_000) Any Low
            "Size of the socket's send buffer (SO_SNDBUF); 0 leaves the system's default.";
        "socket.receive.buffer.bytes" [socket_receive_buffer_bytes: u32 = 0] int(0, 100_000_000) Any Low
            "Size of the socket's receive buffer (SO_RCVBUF); 0 leaves the system's default.";
        "socket.keepalive.enable" [socket_keepalive_enable: bool = false] boolean() Any Low
            "Turn on TCP keepalive (SO_KEEPALIVE).";
        "socket.nagle.disable" [socket_nagle_disable: bool = true] boolean() Any Low
            "Turn off Nagle's algorithm (TCP_NODELAY), so that requests leave at once.";
        "socket.max.fails" [socket_max_fails: u32 = 1] int(0, 1_000_000) Any Low
            "Timed out requests in a row after which a connection is closed; 0 never closes.";
        "broker.address.ttl" [broker_address_ttl: u32 = 1000] int(0, 86_400_000) Any Low
            "How long resolved addresses of a broker are used before its name is resolved again, in \
             milliseconds.";
        "broker.address.family" [broker_address_family: AddressFamily = AddressFamily::Any] choice() Any Low
            "Address families to connect with.";
        "socket.connection.setup.timeout.ms" [socket_connection_setup_timeout_ms: u32 = 30_000]
            int(1000, i32::MAX) Any Medium
            "Time for a connection to become usable: TCP, TLS, SASL and ApiVersions together, in milliseconds.";
        "connections.max.idle.ms" [connections_max_idle_ms: u32 = 0] int(0, i32::MAX) Any Medium
            "Close connections that carried nothing for this long, in milliseconds; 0 never. Should be below \
             the broker's own `connections.max.idle.ms`.";
        "enable.sparse.connections" [enable_sparse_connections: bool = true] boolean() Any Low hidden
            "Connect to brokers only when there is something to ask them.";
        "reconnect.backoff.jitter.ms" [reconnect_backoff_jitter_ms: u32 = 0] int(0, 3_600_000) Any Low deprecated
            "Has no effect, see `reconnect.backoff.ms`.";
        "reconnect.backoff.ms" [reconnect_backoff_ms: u32 = 100] int(0, 3_600_000) Any Medium
            "Pause before a broker is connected to again, in milliseconds; doubles with each failure up to \
             `reconnect.backoff.max.ms`, with jitter.";
        "reconnect.backoff.max.ms" [reconnect_backoff_max_ms: u32 = 10_000] int(0, 3_600_000) Any Medium
            "Longest pause before a broker is connected to again, in milliseconds.";
        "statistics.interval.ms" [statistics_interval_ms: u32 = 0] int(0, 86_400_000) Any High
            "How often statistics are emitted to the statistics callback or event, in milliseconds; 0 never.";
        "enabled_events" [enabled_events: u32 = 0] int(0, i32::MAX) Any Low
            "Event types that the application takes from queues, as bits `RD_KAFKA_EVENT_*`. Set through \
             `rd_kafka_conf_set_events()`.";
        "error_cb" pointer() Any Low
            "Error callback, see `rd_kafka_conf_set_error_cb()`.";
        "throttle_cb" pointer() Any Low
            "Throttle callback, see `rd_kafka_conf_set_throttle_cb()`.";
        "stats_cb" pointer() Any Low
            "Statistics callback, see `rd_kafka_conf_set_stats_cb()`.";
        "log_cb" pointer() Any Low
            "Log callback, see `rd_kafka_conf_set_log_cb()`.";
        "log_level" [log_level: u32 = 6] int(0, 7) Any Low
            "Highest syslog(3) level that is logged, 0 to 7. Becomes 7 when `debug` is set.";
        "log.queue" [log_queue: bool = false] boolean() Any Low
            "Send log lines to a queue, from which they are served like other callbacks, see \
             `rd_kafka_set_log_queue()`.";
        "log.thread.name" [log_thread_name: bool = true] boolean() Any Low
            "Name the thread in front of log lines.";
        "enable.random.seed" [enable_random_seed: bool = true] boolean() Any Low
            "Has no effect: random numbers here do not come from C's generator.";
        "log.connection.close" [log_connection_close: bool = true] boolean() Any Low
            "Log it when a broker closes a connection. Idle connections that are closed are no fault.";
        "background_event_cb" pointer() Any Low
            "Callback that serves events in a background thread, see `rd_kafka_conf_set_background_event_cb()`.";
        "socket_cb" pointer() Any Low
            "Callback that makes sockets, see `rd_kafka_conf_set_socket_cb()`.";
        "connect_cb" pointer() Any Low
            "Callback that connects sockets, see `rd_kafka_conf_set_connect_cb()`.";
        "closesocket_cb" pointer() Any Low
            "Callback that closes sockets, see `rd_kafka_conf_set_closesocket_cb()`.";
        "open_cb" pointer() Any Low
            "Callback that opens files, see `rd_kafka_conf_set_open_cb()`.";
        "resolve_cb" pointer() Any Low
            "Callback that resolves names, see `rd_kafka_conf_set_resolve_cb()`.";
        "opaque" pointer() Any Low
            "Pointer that callbacks get, see `rd_kafka_conf_set_opaque()`.";
        "default_topic_conf" [default_topic: Option<Box<super::TopicConf>> = None] pointer() Any Low
            "Configuration of topics that are made without one of their own.";
        "internal.termination.signal" [internal_termination_signal: u32 = 0] int(0, 128) Any Low
            "Has no effect: threads are woken without signals.";
        "api.version.request" [api_version_request: bool = true] boolean() Any High deprecated
            "Ask brokers for the versions that they support. Brokers older than 0.10 do not understand the \
             question.";
        "api.version.request.timeout.ms" [api_version_request_timeout_ms: u32 = 10_000] int(1, 300_000) Any Low
            "Time-out of the version question, in milliseconds.";
        "api.version.fallback.ms" [api_version_fallback_ms: u32 = 0] int(0, 604_800_000) Any Medium deprecated
            "How long `broker.version.fallback` is assumed after the version question failed, in milliseconds.";
        "broker.version.fallback" [broker_version_fallback: Text = Text::Borrowed("0.10.0")]
            text() Any Medium deprecated
            "Has no effect: brokers that can not be asked for their versions are older than those that are supported.";
        "allow.auto.create.topics" [allow_auto_create_topics: bool = false] boolean() Any Low
            "Let brokers create topics that are asked for and do not exist, where the broker has \
             `auto.create.topics.enable=true`. On for producers unless it is set.";
        "security.protocol" [security_protocol: SecurityProtocol = SecurityProtocol::Plaintext] choice() Any High
            "Protocol spoken with brokers.";
        "ssl.cipher.suites" [ssl_cipher_suites: Option<String> = None] optional() Any Low
            "Cipher suites for TLS 1.2 and below, in OpenSSL's syntax.";
        "ssl.curves.list" [ssl_curves_list: Option<String> = None] optional() Any Low
            "Curves, in order of preference, offered in the TLS handshake.";
        "ssl.sigalgs.list" [ssl_sigalgs_list: Option<String> = None] optional() Any Low
            "Signature algorithms, in order of preference, offered in the TLS handshake.";
        "ssl.key.location" [ssl_key_location: Option<String> = None] optional() Any Low
            "File with the client's private key (PEM).";
        "ssl.key.password" [ssl_key_password: Option<String> = None] optional() Any Low sensitive
            "Passphrase of the private key.";
        "ssl.key.pem" [ssl_key_pem: Option<String> = None] optional() Any Low sensitive
            "The client's private key as PEM text.";
        "ssl_key" internal() Any Low sensitive
            "The client's private key, see `rd_kafka_conf_set_ssl_cert()`.";
        "ssl.certificate.location" [ssl_certificate_location: Option<String> = None] optional() Any Low
            "File with the client's certificate (PEM).";
        "ssl.certificate.pem" [ssl_certificate_pem: Option<String> = None] optional() Any Low
            "The client's certificate as PEM text.";
        "ssl_certificate" internal() Any Low
            "The client's certificate, see `rd_kafka_conf_set_ssl_cert()`.";
        "ssl.ca.location" [ssl_ca_location: Option<String> = None] optional() Any Low
            "File or directory with the certificates that sign the brokers'; `probe` looks in the usual places. \
             The system's store when unset.";
        "https.ca.location" [https_ca_location: Option<String> = None] optional() Any Low
            "File or directory with the certificates for HTTPS endpoints (OIDC); `probe` looks in the usual \
             places.";
        "https.ca.pem" [https_ca_pem: Option<String> = None] optional() Any Low
            "Certificates for HTTPS endpoints (OIDC) as PEM text.";
        "ssl.ca.pem" [ssl_ca_pem: Option<String> = None] optional() Any Low sensitive
            "The certificates that sign the brokers', as PEM text.";
        "ssl_ca" internal() Any Low
            "The certificates that sign the brokers', see `rd_kafka_conf_set_ssl_cert()`.";
        "ssl.ca.certificate.stores" [ssl_ca_certificate_stores: Text = Text::Borrowed("Root")]
            text() Any Low windows_only
            "Windows certificate stores to load. Windows only.";
        "ssl.crl.location" [ssl_crl_location: Option<String> = None] optional() Any Low
            "File with certificate revocation lists.";
        "ssl.keystore.location" [ssl_keystore_location: Option<String> = None] optional() Any Low
            "File with the client's key and certificate (PKCS#12).";
        "ssl.keystore.password" [ssl_keystore_password: Option<String> = None] optional() Any Low sensitive
            "Password of the client's PKCS#12 file.";
        "ssl.providers" [ssl_providers: Option<String> = None] optional() Any Low
            "Comma-separated list of OpenSSL 3 providers to load.";
        "ssl.engine.location" [ssl_engine_location: Option<String> = None] optional() Any Low deprecated
            "Library of an OpenSSL engine.";
        "ssl.engine.id" [ssl_engine_id: Text = Text::Borrowed("dynamic")] text() Any Low
            "Id of the OpenSSL engine.";
        "ssl_engine_callback_data" pointer() Any Low
            "Pointer handed to the engine, see `rd_kafka_conf_set_engine_callback_data()`.";
        "enable.ssl.certificate.verification" [enable_ssl_certificate_verification: bool = true] boolean() Any Low
            "Check the broker's certificate.";
        "ssl.endpoint.identification.algorithm" [ssl_endpoint_identification_algorithm: EndpointIdentification = EndpointIdentification::Https]
            choice() Any Low
            "How the broker's name is compared with its certificate: `https` as web browsers do, `none` not at \
             all.";
        "ssl.certificate.verify_cb" pointer() Any Low
            "Callback with a say in the verification, see `rd_kafka_conf_set_ssl_cert_verify_cb()`.";
        "sasl.mechanisms" [sasl_mechanisms: Text = Text::Borrowed("GSSAPI")] required_text() Any High
            "SASL mechanism: one of GSSAPI, PLAIN, SCRAM-SHA-256, SCRAM-SHA-512, OAUTHBEARER. One only, in \
             spite of the name.";
        "sasl.mechanism" alias("sasl.mechanisms") Any High "";
        "sasl.kerberos.service.name" [sasl_kerberos_service_name: Text = Text::Borrowed("kafka")] text() Any Low
            "Kerberos principal name of the brokers, without /hostname@REALM.";
        "sasl.kerberos.principal" [sasl_kerberos_principal: Text = Text::Borrowed("kafkaclient")] text() Any Low
            "Kerberos principal of this client.";
        "sasl.kerberos.kinit.cmd" [sasl_kerberos_kinit_cmd: Text = Text::Borrowed(KINIT_COMMAND)]
            text() Any Low
            "Shell command that obtains or refreshes the ticket; `%{name}` stands for the value of a property.";
        "sasl.kerberos.keytab" [sasl_kerberos_keytab: Option<String> = None] optional() Any Low
            "File with the Kerberos keys.";
        "sasl.kerberos.min.time.before.relogin" [sasl_kerberos_min_time_before_relogin: u32 = 60_000]
            int(0, 86_400_000) Any Low
            "Shortest time between two runs of the kinit command, in milliseconds; 0 never runs it again.";
        "sasl.username" [sasl_username: Option<String> = None] optional() Any High sensitive
            "User name for PLAIN and SCRAM.";
        "sasl.password" [sasl_password: Option<String> = None] optional() Any High sensitive
            "Password for PLAIN and SCRAM.";
        "sasl.oauthbearer.config" [sasl_oauthbearer_config: Option<String> = None] optional() Any Low sensitive
            "Settings for unsecured OAUTHBEARER tokens: space-separated name=value pairs principal, \
             principalClaimName, scope, scopeClaimName, lifeSeconds and extension_NAME.";
        "enable.sasl.oauthbearer.unsecure.jwt" [enable_sasl_oauthbearer_unsecure_jwt: bool = false]
            boolean() Any Low
            "Make unsecured tokens when there is no refresh callback. For tests only.";
        "oauthbearer_token_refresh_cb" pointer() Any Low
            "Callback that fetches a token, see `rd_kafka_conf_set_oauthbearer_token_refresh_cb()`.";
        "enable_sasl_queue" [enable_sasl_queue: bool = false] boolean() Any Low hidden
            "Serve the token refresh from a queue of its own, see `rd_kafka_conf_enable_sasl_queue()`.";
        "sasl.oauthbearer.method" [sasl_oauthbearer_method: OauthMethod = OauthMethod::Default] choice() Any Low
            "Where tokens come from: `default` the application, `oidc` a token endpoint.";
        "sasl.oauthbearer.client.id" [sasl_oauthbearer_client_id: Option<String> = None] optional() Any Low
            "Client id for the token endpoint.";
        "sasl.oauthbearer.client.credentials.client.id" alias("sasl.oauthbearer.client.id") Any Low "";
        "sasl.oauthbearer.client.credentials.client.secret" alias("sasl.oauthbearer.client.secret") Any Low "";
        "sasl.oauthbearer.client.secret" [sasl_oauthbearer_client_secret: Option<String> = None]
            optional() Any Low sensitive
            "Client secret for the token endpoint.";
        "sasl.oauthbearer.scope" [sasl_oauthbearer_scope: Option<String> = None] optional() Any Low
            "Scope to ask the token endpoint for.";
        "sasl.oauthbearer.extensions" [sasl_oauthbearer_extensions: Option<String> = None] optional() Any Low
            "SASL extensions to send with the token: comma-separated key=value pairs.";
        "sasl.oauthbearer.token.endpoint.url" [sasl_oauthbearer_token_endpoint_url: Option<String> = None]
            optional() Any Low
            "Address of the token endpoint.";
        "sasl.oauthbearer.sub.claim.name" [sasl_oauthbearer_sub_claim_name: Text = Text::Borrowed("sub")]
            text() Any Low
            "Claim of the token that holds the principal.";
        "sasl.oauthbearer.grant.type" [sasl_oauthbearer_grant_type: OauthGrantType = OauthGrantType::ClientCredentials]
            choice() Any Low
            "OAuth grant to use at the token endpoint.";
        "sasl.oauthbearer.assertion.algorithm" [sasl_oauthbearer_assertion_algorithm: AssertionAlgorithm = AssertionAlgorithm::Rs256]
            choice() Any Low
            "Algorithm that signs the assertion of the jwt-bearer grant.";
        "sasl.oauthbearer.assertion.private.key.file" [sasl_oauthbearer_assertion_private_key_file: Option<String> = None]
            optional() Any Low
            "File with the private key that signs the assertion (PEM).";
        "sasl.oauthbearer.assertion.private.key.passphrase" [sasl_oauthbearer_assertion_private_key_passphrase: Option<String> = None]
            optional() Any Low sensitive
            "Passphrase of the key that signs the assertion.";
        "sasl.oauthbearer.assertion.private.key.pem" [sasl_oauthbearer_assertion_private_key_pem: Option<String> = None]
            optional() Any Low sensitive
            "The key that signs the assertion as PEM text.";
        "sasl.oauthbearer.assertion.file" [sasl_oauthbearer_assertion_file: Option<String> = None]
            optional() Any Low
            "File with a finished assertion; used instead of making one.";
        "sasl.oauthbearer.assertion.claim.aud" [sasl_oauthbearer_assertion_claim_aud: Option<String> = None]
            optional() Any Low
            "Audience claim of the assertion.";
        "sasl.oauthbearer.assertion.claim.exp.seconds" [sasl_oauthbearer_assertion_claim_exp_seconds: u32 = 300]
            int(1, i32::MAX) Any Low
            "Life time of the assertion, in seconds.";
        "sasl.oauthbearer.assertion.claim.iss" [sasl_oauthbearer_assertion_claim_iss: Option<String> = None]
            optional() Any Low
            "Issuer claim of the assertion.";
        "sasl.oauthbearer.assertion.claim.jti.include" [sasl_oauthbearer_assertion_claim_jti_include: bool = false]
            boolean() Any Low
            "Put a random token id into the assertion.";
        "sasl.oauthbearer.assertion.claim.nbf.seconds" [sasl_oauthbearer_assertion_claim_nbf_seconds: u32 = 60]
            int(0, i32::MAX) Any Low
            "How far before now the assertion becomes valid, in seconds.";
        "sasl.oauthbearer.assertion.claim.sub" [sasl_oauthbearer_assertion_claim_sub: Option<String> = None]
            optional() Any Low
            "Subject claim of the assertion.";
        "sasl.oauthbearer.assertion.jwt.template.file" [sasl_oauthbearer_assertion_jwt_template_file: Option<String> = None]
            optional() Any Low
            "File with a JSON template of the assertion's header and payload.";
        "sasl.oauthbearer.metadata.authentication.type" [sasl_oauthbearer_metadata_authentication_type: MetadataAuthentication = MetadataAuthentication::None]
            choice() Any Low
            "Take the token from the metadata service of a cloud.";
        "plugin.library.paths" [plugin_library_paths: Option<String> = None] optional() Any Low
            "Libraries to load as plug-ins, separated by `;`. The suffix of shared libraries may be left out.";
        "interceptors" internal() Any Low
            "Interceptors, see `rd_kafka_conf_interceptor_add_on_new()` and its siblings.";
        "test.mock.num.brokers" [test_mock_num_brokers: u32 = 0] int(0, 10_000) Any Low hidden
            "Run an embedded mock cluster with this many brokers and use it instead of `bootstrap.servers`. For \
             tests.";
        "test.mock.broker.rtt" [test_mock_broker_rtt: u32 = 0] int(0, 3_600_000) Any Low hidden
            "Round trip time that the embedded mock cluster simulates, in milliseconds.";
        "ut_handle_ProduceResponse" internal() Any Low hidden
            "Hook for the library's own tests.";
        "group.id" [group_id: Option<String> = None] optional() Consumer High
            "Consumer group. Clients with the same group share the partitions of their topics.";
        "group.instance.id" [group_instance_id: Option<String> = None] optional() Consumer Medium
            "Makes the member static: it may be away for up to the session time-out without a rebalance \
             (KIP-345).";
        "partition.assignment.strategy" [partition_assignment_strategy: Text = Text::Borrowed("range,roundrobin")]
            text() Consumer Medium
            "Comma-separated list of assignors that the elected leader may use, most wanted first. Eager ones \
             (range, roundrobin) and cooperative ones do not mix.";
        "session.timeout.ms" [session_timeout_ms: u32 = 45_000] int(1, 3_600_000) Consumer High
            "How long the coordinator waits for a heartbeat before it removes the member, in milliseconds.";
        "heartbeat.interval.ms" [heartbeat_interval_ms: u32 = 3000] int(1, 3_600_000) Consumer Low
            "Interval of heartbeats to the group coordinator, in milliseconds.";
        "group.protocol.type" [group_protocol_type: Text = Text::Borrowed("consumer")] text() Consumer Low
            "Protocol type of classic groups. Leave it alone.";
        "group.protocol" [group_protocol: GroupProtocol = GroupProtocol::Classic] choice() Consumer High
            "Rebalance protocol: `classic`, or `consumer` (KIP-848), where brokers assign.";
        "group.remote.assignor" [group_remote_assignor: Option<String> = None] optional() Consumer Medium
            "Assignor on the broker for `group.protocol=consumer`.";
        "coordinator.query.interval.ms" [coordinator_query_interval_ms: u32 = 600_000]
            int(1, 3_600_000) Consumer Low
            "How often the group's coordinator is looked up again without need, in milliseconds.";
        "max.poll.interval.ms" [max_poll_interval_ms: u32 = 300_000] int(1, 86_400_000) Consumer High
            "Longest time between two polls of the application before it loses its partitions, in milliseconds.";
        "enable.auto.commit" [enable_auto_commit: bool = true] boolean() Consumer High
            "Commit stored offsets periodically.";
        "auto.commit.interval.ms" [auto_commit_interval_ms: u32 = 5000] int(0, 86_400_000) Consumer Medium
            "Interval of automatic commits, in milliseconds.";
        "enable.auto.offset.store" [enable_auto_offset_store: bool = true] boolean() Consumer High
            "Store the offset of each message when the application takes it.";
        "queued.min.messages" [queued_min_messages: u32 = 100_000] int(1, 10_000_000) Consumer Medium
            "Messages per partition that the client tries to have ready.";
        "queued.max.messages.kbytes" [queued_max_messages_kbytes: u32 = 65_536] int(1, 2_097_151) Consumer Medium
            "Kilobytes of messages per consumer queue above which fetching pauses.";
        "fetch.wait.max.ms" [fetch_wait_max_ms: u32 = 500] int(0, 300_000) Consumer Low
            "How long a broker may hold a fetch until `fetch.min.bytes` are there, in milliseconds.";
        "fetch.queue.backoff.ms" [fetch_queue_backoff_ms: u32 = 1000] int(0, 300_000) Consumer Medium
            "Pause of a partition whose queue is full, in milliseconds.";
        "fetch.message.max.bytes" [fetch_message_max_bytes: u32 = 1_048_576] int(1, 1_000_000_000) Consumer Medium
            "First size of a partition's share of a fetch response; grows when a message does not fit.";
        "max.partition.fetch.bytes" alias("fetch.message.max.bytes") Consumer Medium "";
        "fetch.max.bytes" [fetch_max_bytes: u32 = 52_428_800] int(0, 2_147_483_135) Consumer Medium
            "Largest fetch response that is asked for; a first batch that is larger is sent all the same. At \
             least `message.max.bytes`.";
        "fetch.min.bytes" [fetch_min_bytes: u32 = 1] int(0, i32::MAX) Consumer Low
            "Bytes that a broker collects before it answers a fetch.";
        "fetch.error.backoff.ms" [fetch_error_backoff_ms: u32 = 500] int(0, 300_000) Consumer Medium
            "Pause of a partition after a failed fetch, in milliseconds.";
        "offset.store.method" [offset_store_method: OffsetStoreMethod = OffsetStoreMethod::Broker]
            choice() Consumer Low deprecated
            "Where committed offsets live. Files are gone: `broker` is what works.";
        "isolation.level" [isolation_level: IsolationLevel = IsolationLevel::ReadCommitted] choice() Consumer High
            "Which transactional messages are delivered: `read_committed` only those of committed transactions.";
        "consume_cb" pointer() Consumer Low
            "Message callback, see `rd_kafka_conf_set_consume_cb()`.";
        "rebalance_cb" pointer() Consumer Low
            "Rebalance callback, see `rd_kafka_conf_set_rebalance_cb()`.";
        "offset_commit_cb" pointer() Consumer Low
            "Commit callback, see `rd_kafka_conf_set_offset_commit_cb()`.";
        "enable.partition.eof" [enable_partition_eof: bool = false] boolean() Consumer Low
            "Emit an event when the end of a partition is reached.";
        "check.crcs" [check_crcs: bool = false] boolean() Consumer Medium
            "Check the checksums of received batches.";
        "client.rack" [client_rack: Text = Text::Borrowed("")] text() Any Low
            "Rack of this client, for fetching from the closest replica (KIP-392).";
        "max.poll.records" [max_poll_records: u32 = 500] int(1, i32::MAX) Consumer Low
            "Records that a share consumer acquires at once.";
        "share.acknowledgement.mode" [share_acknowledgement_mode: Text = Text::Borrowed("implicit")]
            text() Consumer Medium
            "How a share consumer acknowledges: `implicit` with the next poll, `explicit` record by record.";
        "transactional.id" [transactional_id: Option<String> = None] optional() Producer High
            "Makes the producer transactional; the id survives restarts and fences earlier instances.";
        "transaction.timeout.ms" [transaction_timeout_ms: u32 = 60_000] int(1000, i32::MAX) Producer Medium
            "Longest time a transaction may stay open before the coordinator aborts it, in milliseconds.";
        "enable.idempotence" [enable_idempotence: bool = false] boolean() Producer High
            "Produce each message exactly once and in order, whatever is retried.";
        "enable.gapless.guarantee" [enable_gapless_guarantee: bool = false] boolean() Producer Low experimental
            "Treat a message that failed for good as fatal, so that no gap stays unnoticed. Needs \
             `enable.idempotence`.";
        "queue.buffering.max.messages" [queue_buffering_max_messages: u32 = 100_000]
            int(0, i32::MAX) Producer High
            "Messages that may be queued in the producer, reports that wait for the application included; 0 is \
             no limit.";
        "queue.buffering.max.kbytes" [queue_buffering_max_kbytes: u32 = 1_048_576] int(1, i32::MAX) Producer High
            "Kilobytes that may be queued in the producer. Whichever limit is hit first holds.";
        "queue.buffering.max.ms" [queue_buffering_max_ms: f64 = 5.0] float(0.0, 900_000.0) Producer High
            "How long a message waits for others to share its batch, in milliseconds.";
        "linger.ms" alias("queue.buffering.max.ms") Producer High "";
        "message.send.max.retries" [message_send_max_retries: u32 = i32::MAX as u32] int(0, i32::MAX) Producer High
            "Retries of a failing message; `message.timeout.ms` bounds them too. Without idempotence retries \
             may change the order.";
        "retries" alias("message.send.max.retries") Producer High "";
        "retry.backoff.ms" [retry_backoff_ms: u32 = 100] int(1, 300_000) Any Medium
            "Pause before a request is retried, in milliseconds; doubles with each retry up to \
             `retry.backoff.max.ms`, with jitter.";
        "retry.backoff.max.ms" [retry_backoff_max_ms: u32 = 1000] int(1, 300_000) Any Medium
            "Longest pause before a request is retried, in milliseconds.";
        "queue.buffering.backpressure.threshold" [queue_buffering_backpressure_threshold: u32 = 1]
            int(1, 1_000_000) Producer Low
            "Requests waiting to be sent to a broker from which on no further batches are made, so that they \
             fill up instead.";
        "compression.codec" [compression_codec: CompressionCodec = CompressionCodec::None]
            choice() Producer Medium
            "Compression of record batches. Topics may have their own.";
        "compression.type" alias("compression.codec") Producer Medium "";
        "batch.num.messages" [batch_num_messages: u32 = 10_000] int(1, 1_000_000) Producer Medium
            "Messages in one batch at most; `batch.size` and `message.max.bytes` limit it too.";
        "batch.size" [batch_size: u32 = 1_000_000] int(1, i32::MAX) Producer Medium
            "Bytes in one batch at most, before compression.";
        "delivery.report.only.error" [delivery_report_only_error: bool = false] boolean() Producer Low
            "Report only messages that failed.";
        "dr_cb" pointer() Producer Low
            "Delivery report callback, see `rd_kafka_conf_set_dr_cb()`.";
        "dr_msg_cb" pointer() Producer Low
            "Delivery report callback, see `rd_kafka_conf_set_dr_msg_cb()`.";
        "sticky.partitioning.linger.ms" [sticky_partitioning_linger_ms: u32 = 10] int(0, 900_000) Producer Low
            "How long messages without a key stay with one randomly chosen partition, in milliseconds; 0 \
             chooses anew for each. Twice `linger.ms` when not set.";
        "client.dns.lookup" [client_dns_lookup: DnsLookup = DnsLookup::UseAllDnsIps] choice() Any Low
            "Whether every address of a name is tried, or bootstrap names stand for several brokers and are \
             expanded to their canonical names.";
        "enable.metrics.push" [enable_metrics_push: bool = true] boolean() Any Low
            "Push client metrics to brokers that subscribe to them (KIP-714).";
        "broker.threads" [broker_threads: i32 = -1] int(-1, 64) Any Low own
            "Threads that serve broker connections, per handle. -1 takes as many as there are cores, at least 2 \
             and at most 4; 0 one thread per broker.";
    }
}
