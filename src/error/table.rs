//! Every error code of the C interface: value, short name, description.
//!
//! Owns the data only; what a code means for retries lives with its users.

use super::ErrorCode;

/// One row of the error table.
#[derive(Debug, Clone, Copy)]
pub struct ErrorDescription {
    /// The code.
    pub code: ErrorCode,
    /// Short name as `rd_kafka_err2name()` returns it.
    pub name: &'static str,
    /// Description as `rd_kafka_err2str()` returns it; `None` for range markers.
    pub description: Option<&'static str>,
}

#[allow(missing_docs)] // the description beside each code says it
impl ErrorCode {
    pub const LOCAL_BAD_MSG: ErrorCode = ErrorCode(-199);
    pub const LOCAL_BAD_COMPRESSION: ErrorCode = ErrorCode(-198);
    pub const LOCAL_DESTROY: ErrorCode = ErrorCode(-197);
    pub const LOCAL_FAIL: ErrorCode = ErrorCode(-196);
    pub const LOCAL_TRANSPORT: ErrorCode = ErrorCode(-195);
    pub const LOCAL_CRIT_SYS_RESOURCE: ErrorCode = ErrorCode(-194);
    pub const LOCAL_RESOLVE: ErrorCode = ErrorCode(-193);
    pub const LOCAL_MSG_TIMED_OUT: ErrorCode = ErrorCode(-192);
    pub const LOCAL_PARTITION_EOF: ErrorCode = ErrorCode(-191);
    pub const LOCAL_UNKNOWN_PARTITION: ErrorCode = ErrorCode(-190);
    pub const LOCAL_FS: ErrorCode = ErrorCode(-189);
    pub const LOCAL_UNKNOWN_TOPIC: ErrorCode = ErrorCode(-188);
    pub const LOCAL_ALL_BROKERS_DOWN: ErrorCode = ErrorCode(-187);
    pub const LOCAL_INVALID_ARG: ErrorCode = ErrorCode(-186);
    pub const LOCAL_TIMED_OUT: ErrorCode = ErrorCode(-185);
    pub const LOCAL_QUEUE_FULL: ErrorCode = ErrorCode(-184);
    pub const LOCAL_ISR_INSUFF: ErrorCode = ErrorCode(-183);
    pub const LOCAL_NODE_UPDATE: ErrorCode = ErrorCode(-182);
    pub const LOCAL_SSL: ErrorCode = ErrorCode(-181);
    pub const LOCAL_WAIT_COORD: ErrorCode = ErrorCode(-180);
    pub const LOCAL_UNKNOWN_GROUP: ErrorCode = ErrorCode(-179);
    pub const LOCAL_IN_PROGRESS: ErrorCode = ErrorCode(-178);
    pub const LOCAL_PREV_IN_PROGRESS: ErrorCode = ErrorCode(-177);
    pub const LOCAL_EXISTING_SUBSCRIPTION: ErrorCode = ErrorCode(-176);
    pub const LOCAL_ASSIGN_PARTITIONS: ErrorCode = ErrorCode(-175);
    pub const LOCAL_REVOKE_PARTITIONS: ErrorCode = ErrorCode(-174);
    pub const LOCAL_CONFLICT: ErrorCode = ErrorCode(-173);
    pub const LOCAL_STATE: ErrorCode = ErrorCode(-172);
    pub const LOCAL_UNKNOWN_PROTOCOL: ErrorCode = ErrorCode(-171);
    pub const LOCAL_NOT_IMPLEMENTED: ErrorCode = ErrorCode(-170);
    pub const LOCAL_AUTHENTICATION: ErrorCode = ErrorCode(-169);
    pub const LOCAL_NO_OFFSET: ErrorCode = ErrorCode(-168);
    pub const LOCAL_OUTDATED: ErrorCode = ErrorCode(-167);
    pub const LOCAL_TIMED_OUT_QUEUE: ErrorCode = ErrorCode(-166);
    pub const LOCAL_UNSUPPORTED_FEATURE: ErrorCode = ErrorCode(-165);
    pub const LOCAL_WAIT_CACHE: ErrorCode = ErrorCode(-164);
    pub const LOCAL_INTR: ErrorCode = ErrorCode(-163);
    pub const LOCAL_KEY_SERIALIZATION: ErrorCode = ErrorCode(-162);
    pub const LOCAL_VALUE_SERIALIZATION: ErrorCode = ErrorCode(-161);
    pub const LOCAL_KEY_DESERIALIZATION: ErrorCode = ErrorCode(-160);
    pub const LOCAL_VALUE_DESERIALIZATION: ErrorCode = ErrorCode(-159);
    pub const LOCAL_PARTIAL: ErrorCode = ErrorCode(-158);
    pub const LOCAL_READ_ONLY: ErrorCode = ErrorCode(-157);
    pub const LOCAL_NOENT: ErrorCode = ErrorCode(-156);
    pub const LOCAL_UNDERFLOW: ErrorCode = ErrorCode(-155);
    pub const LOCAL_INVALID_TYPE: ErrorCode = ErrorCode(-154);
    pub const LOCAL_RETRY: ErrorCode = ErrorCode(-153);
    pub const LOCAL_PURGE_QUEUE: ErrorCode = ErrorCode(-152);
    pub const LOCAL_PURGE_INFLIGHT: ErrorCode = ErrorCode(-151);
    pub const LOCAL_FATAL: ErrorCode = ErrorCode(-150);
    pub const LOCAL_INCONSISTENT: ErrorCode = ErrorCode(-149);
    pub const LOCAL_GAPLESS_GUARANTEE: ErrorCode = ErrorCode(-148);
    pub const LOCAL_MAX_POLL_EXCEEDED: ErrorCode = ErrorCode(-147);
    pub const LOCAL_UNKNOWN_BROKER: ErrorCode = ErrorCode(-146);
    pub const LOCAL_NOT_CONFIGURED: ErrorCode = ErrorCode(-145);
    pub const LOCAL_FENCED: ErrorCode = ErrorCode(-144);
    pub const LOCAL_APPLICATION: ErrorCode = ErrorCode(-143);
    pub const LOCAL_ASSIGNMENT_LOST: ErrorCode = ErrorCode(-142);
    pub const LOCAL_NOOP: ErrorCode = ErrorCode(-141);
    pub const LOCAL_AUTO_OFFSET_RESET: ErrorCode = ErrorCode(-140);
    pub const LOCAL_LOG_TRUNCATION: ErrorCode = ErrorCode(-139);
    pub const LOCAL_INVALID_DIFFERENT_RECORD: ErrorCode = ErrorCode(-138);
    pub const LOCAL_DESTROY_BROKER: ErrorCode = ErrorCode(-137);
    pub const UNKNOWN: ErrorCode = ErrorCode(-1);
    pub const NO_ERROR: ErrorCode = ErrorCode(0);
    pub const OFFSET_OUT_OF_RANGE: ErrorCode = ErrorCode(1);
    pub const INVALID_MSG: ErrorCode = ErrorCode(2);
    pub const UNKNOWN_TOPIC_OR_PART: ErrorCode = ErrorCode(3);
    pub const INVALID_MSG_SIZE: ErrorCode = ErrorCode(4);
    pub const LEADER_NOT_AVAILABLE: ErrorCode = ErrorCode(5);
    pub const NOT_LEADER_FOR_PARTITION: ErrorCode = ErrorCode(6);
    pub const REQUEST_TIMED_OUT: ErrorCode = ErrorCode(7);
    pub const BROKER_NOT_AVAILABLE: ErrorCode = ErrorCode(8);
    pub const REPLICA_NOT_AVAILABLE: ErrorCode = ErrorCode(9);
    pub const MSG_SIZE_TOO_LARGE: ErrorCode = ErrorCode(10);
    pub const STALE_CTRL_EPOCH: ErrorCode = ErrorCode(11);
    pub const OFFSET_METADATA_TOO_LARGE: ErrorCode = ErrorCode(12);
    pub const NETWORK_EXCEPTION: ErrorCode = ErrorCode(13);
    pub const COORDINATOR_LOAD_IN_PROGRESS: ErrorCode = ErrorCode(14);
    pub const COORDINATOR_NOT_AVAILABLE: ErrorCode = ErrorCode(15);
    pub const NOT_COORDINATOR: ErrorCode = ErrorCode(16);
    pub const TOPIC_EXCEPTION: ErrorCode = ErrorCode(17);
    pub const RECORD_LIST_TOO_LARGE: ErrorCode = ErrorCode(18);
    pub const NOT_ENOUGH_REPLICAS: ErrorCode = ErrorCode(19);
    pub const NOT_ENOUGH_REPLICAS_AFTER_APPEND: ErrorCode = ErrorCode(20);
    pub const INVALID_REQUIRED_ACKS: ErrorCode = ErrorCode(21);
    pub const ILLEGAL_GENERATION: ErrorCode = ErrorCode(22);
    pub const INCONSISTENT_GROUP_PROTOCOL: ErrorCode = ErrorCode(23);
    pub const INVALID_GROUP_ID: ErrorCode = ErrorCode(24);
    pub const UNKNOWN_MEMBER_ID: ErrorCode = ErrorCode(25);
    pub const INVALID_SESSION_TIMEOUT: ErrorCode = ErrorCode(26);
    pub const REBALANCE_IN_PROGRESS: ErrorCode = ErrorCode(27);
    pub const INVALID_COMMIT_OFFSET_SIZE: ErrorCode = ErrorCode(28);
    pub const TOPIC_AUTHORIZATION_FAILED: ErrorCode = ErrorCode(29);
    pub const GROUP_AUTHORIZATION_FAILED: ErrorCode = ErrorCode(30);
    pub const CLUSTER_AUTHORIZATION_FAILED: ErrorCode = ErrorCode(31);
    pub const INVALID_TIMESTAMP: ErrorCode = ErrorCode(32);
    pub const UNSUPPORTED_SASL_MECHANISM: ErrorCode = ErrorCode(33);
    pub const ILLEGAL_SASL_STATE: ErrorCode = ErrorCode(34);
    pub const UNSUPPORTED_VERSION: ErrorCode = ErrorCode(35);
    pub const TOPIC_ALREADY_EXISTS: ErrorCode = ErrorCode(36);
    pub const INVALID_PARTITIONS: ErrorCode = ErrorCode(37);
    pub const INVALID_REPLICATION_FACTOR: ErrorCode = ErrorCode(38);
    pub const INVALID_REPLICA_ASSIGNMENT: ErrorCode = ErrorCode(39);
    pub const INVALID_CONFIG: ErrorCode = ErrorCode(40);
    pub const NOT_CONTROLLER: ErrorCode = ErrorCode(41);
    pub const INVALID_REQUEST: ErrorCode = ErrorCode(42);
    pub const UNSUPPORTED_FOR_MESSAGE_FORMAT: ErrorCode = ErrorCode(43);
    pub const POLICY_VIOLATION: ErrorCode = ErrorCode(44);
    pub const OUT_OF_ORDER_SEQUENCE_NUMBER: ErrorCode = ErrorCode(45);
    pub const DUPLICATE_SEQUENCE_NUMBER: ErrorCode = ErrorCode(46);
    pub const INVALID_PRODUCER_EPOCH: ErrorCode = ErrorCode(47);
    pub const INVALID_TXN_STATE: ErrorCode = ErrorCode(48);
    pub const INVALID_PRODUCER_ID_MAPPING: ErrorCode = ErrorCode(49);
    pub const INVALID_TRANSACTION_TIMEOUT: ErrorCode = ErrorCode(50);
    pub const CONCURRENT_TRANSACTIONS: ErrorCode = ErrorCode(51);
    pub const TRANSACTION_COORDINATOR_FENCED: ErrorCode = ErrorCode(52);
    pub const TRANSACTIONAL_ID_AUTHORIZATION_FAILED: ErrorCode = ErrorCode(53);
    pub const SECURITY_DISABLED: ErrorCode = ErrorCode(54);
    pub const OPERATION_NOT_ATTEMPTED: ErrorCode = ErrorCode(55);
    pub const KAFKA_STORAGE_ERROR: ErrorCode = ErrorCode(56);
    pub const LOG_DIR_NOT_FOUND: ErrorCode = ErrorCode(57);
    pub const SASL_AUTHENTICATION_FAILED: ErrorCode = ErrorCode(58);
    pub const UNKNOWN_PRODUCER_ID: ErrorCode = ErrorCode(59);
    pub const REASSIGNMENT_IN_PROGRESS: ErrorCode = ErrorCode(60);
    pub const DELEGATION_TOKEN_AUTH_DISABLED: ErrorCode = ErrorCode(61);
    pub const DELEGATION_TOKEN_NOT_FOUND: ErrorCode = ErrorCode(62);
    pub const DELEGATION_TOKEN_OWNER_MISMATCH: ErrorCode = ErrorCode(63);
    pub const DELEGATION_TOKEN_REQUEST_NOT_ALLOWED: ErrorCode = ErrorCode(64);
    pub const DELEGATION_TOKEN_AUTHORIZATION_FAILED: ErrorCode = ErrorCode(65);
    pub const DELEGATION_TOKEN_EXPIRED: ErrorCode = ErrorCode(66);
    pub const INVALID_PRINCIPAL_TYPE: ErrorCode = ErrorCode(67);
    pub const NON_EMPTY_GROUP: ErrorCode = ErrorCode(68);
    pub const GROUP_ID_NOT_FOUND: ErrorCode = ErrorCode(69);
    pub const FETCH_SESSION_ID_NOT_FOUND: ErrorCode = ErrorCode(70);
    pub const INVALID_FETCH_SESSION_EPOCH: ErrorCode = ErrorCode(71);
    pub const LISTENER_NOT_FOUND: ErrorCode = ErrorCode(72);
    pub const TOPIC_DELETION_DISABLED: ErrorCode = ErrorCode(73);
    pub const FENCED_LEADER_EPOCH: ErrorCode = ErrorCode(74);
    pub const UNKNOWN_LEADER_EPOCH: ErrorCode = ErrorCode(75);
    pub const UNSUPPORTED_COMPRESSION_TYPE: ErrorCode = ErrorCode(76);
    pub const STALE_BROKER_EPOCH: ErrorCode = ErrorCode(77);
    pub const OFFSET_NOT_AVAILABLE: ErrorCode = ErrorCode(78);
    pub const MEMBER_ID_REQUIRED: ErrorCode = ErrorCode(79);
    pub const PREFERRED_LEADER_NOT_AVAILABLE: ErrorCode = ErrorCode(80);
    pub const GROUP_MAX_SIZE_REACHED: ErrorCode = ErrorCode(81);
    pub const FENCED_INSTANCE_ID: ErrorCode = ErrorCode(82);
    pub const ELIGIBLE_LEADERS_NOT_AVAILABLE: ErrorCode = ErrorCode(83);
    pub const ELECTION_NOT_NEEDED: ErrorCode = ErrorCode(84);
    pub const NO_REASSIGNMENT_IN_PROGRESS: ErrorCode = ErrorCode(85);
    pub const GROUP_SUBSCRIBED_TO_TOPIC: ErrorCode = ErrorCode(86);
    pub const INVALID_RECORD: ErrorCode = ErrorCode(87);
    pub const UNSTABLE_OFFSET_COMMIT: ErrorCode = ErrorCode(88);
    pub const THROTTLING_QUOTA_EXCEEDED: ErrorCode = ErrorCode(89);
    pub const PRODUCER_FENCED: ErrorCode = ErrorCode(90);
    pub const RESOURCE_NOT_FOUND: ErrorCode = ErrorCode(91);
    pub const DUPLICATE_RESOURCE: ErrorCode = ErrorCode(92);
    pub const UNACCEPTABLE_CREDENTIAL: ErrorCode = ErrorCode(93);
    pub const INCONSISTENT_VOTER_SET: ErrorCode = ErrorCode(94);
    pub const INVALID_UPDATE_VERSION: ErrorCode = ErrorCode(95);
    pub const FEATURE_UPDATE_FAILED: ErrorCode = ErrorCode(96);
    pub const PRINCIPAL_DESERIALIZATION_FAILURE: ErrorCode = ErrorCode(97);
    pub const UNKNOWN_TOPIC_ID: ErrorCode = ErrorCode(100);
    pub const INCONSISTENT_TOPIC_ID: ErrorCode = ErrorCode(103);
    pub const FENCED_MEMBER_EPOCH: ErrorCode = ErrorCode(110);
    pub const UNRELEASED_INSTANCE_ID: ErrorCode = ErrorCode(111);
    pub const UNSUPPORTED_ASSIGNOR: ErrorCode = ErrorCode(112);
    pub const STALE_MEMBER_EPOCH: ErrorCode = ErrorCode(113);
    pub const MISMATCHED_ENDPOINT_TYPE: ErrorCode = ErrorCode(114);
    pub const UNSUPPORTED_ENDPOINT_TYPE: ErrorCode = ErrorCode(115);
    pub const UNKNOWN_CONTROLLER_ID: ErrorCode = ErrorCode(116);
    pub const UNKNOWN_SUBSCRIPTION_ID: ErrorCode = ErrorCode(117);
    pub const TELEMETRY_TOO_LARGE: ErrorCode = ErrorCode(118);
    pub const INVALID_REGISTRATION: ErrorCode = ErrorCode(119);
    pub const TRANSACTION_ABORTABLE: ErrorCode = ErrorCode(120);
    pub const INVALID_RECORD_STATE: ErrorCode = ErrorCode(121);
    pub const SHARE_SESSION_NOT_FOUND: ErrorCode = ErrorCode(122);
    pub const INVALID_SHARE_SESSION_EPOCH: ErrorCode = ErrorCode(123);
    pub const FENCED_STATE_EPOCH: ErrorCode = ErrorCode(124);
    pub const INVALID_VOTER_KEY: ErrorCode = ErrorCode(125);
    pub const DUPLICATE_VOTER: ErrorCode = ErrorCode(126);
    pub const VOTER_NOT_FOUND: ErrorCode = ErrorCode(127);
    pub const INVALID_REGULAR_EXPRESSION: ErrorCode = ErrorCode(128);
    pub const REBOOTSTRAP_REQUIRED: ErrorCode = ErrorCode(129);
    pub const STREAMS_INVALID_TOPOLOGY: ErrorCode = ErrorCode(130);
    pub const STREAMS_INVALID_TOPOLOGY_EPOCH: ErrorCode = ErrorCode(131);
    pub const STREAMS_TOPOLOGY_FENCED: ErrorCode = ErrorCode(132);
    pub const SHARE_SESSION_LIMIT_REACHED: ErrorCode = ErrorCode(133);
}

/// The table, ascending by code; gaps between codes are unused.
pub static ERRORS: &[ErrorDescription] = &[
    ErrorDescription { code: ErrorCode(-200), name: "_BEGIN", description: None },
    ErrorDescription {
        code: ErrorCode(-199),
        name: "_BAD_MSG",
        description: Some("Local: Bad message format"),
    },
    ErrorDescription {
        code: ErrorCode(-198),
        name: "_BAD_COMPRESSION",
        description: Some("Local: Invalid compressed data"),
    },
    ErrorDescription {
        code: ErrorCode(-197),
        name: "_DESTROY",
        description: Some("Local: Broker handle destroyed for termination"),
    },
    ErrorDescription {
        code: ErrorCode(-196),
        name: "_FAIL",
        description: Some("Local: Communication failure with broker"),
    },
    ErrorDescription {
        code: ErrorCode(-195),
        name: "_TRANSPORT",
        description: Some("Local: Broker transport failure"),
    },
    ErrorDescription {
        code: ErrorCode(-194),
        name: "_CRIT_SYS_RESOURCE",
        description: Some("Local: Critical system resource failure"),
    },
    ErrorDescription {
        code: ErrorCode(-193),
        name: "_RESOLVE",
        description: Some("Local: Host resolution failure"),
    },
    ErrorDescription {
        code: ErrorCode(-192),
        name: "_MSG_TIMED_OUT",
        description: Some("Local: Message timed out"),
    },
    ErrorDescription {
        code: ErrorCode(-191),
        name: "_PARTITION_EOF",
        description: Some("Broker: No more messages"),
    },
    ErrorDescription {
        code: ErrorCode(-190),
        name: "_UNKNOWN_PARTITION",
        description: Some("Local: Unknown partition"),
    },
    ErrorDescription {
        code: ErrorCode(-189),
        name: "_FS",
        description: Some("Local: File or filesystem error"),
    },
    ErrorDescription {
        code: ErrorCode(-188),
        name: "_UNKNOWN_TOPIC",
        description: Some("Local: Unknown topic"),
    },
    ErrorDescription {
        code: ErrorCode(-187),
        name: "_ALL_BROKERS_DOWN",
        description: Some("Local: All broker connections are down"),
    },
    ErrorDescription {
        code: ErrorCode(-186),
        name: "_INVALID_ARG",
        description: Some("Local: Invalid argument or configuration"),
    },
    ErrorDescription { code: ErrorCode(-185), name: "_TIMED_OUT", description: Some("Local: Timed out") },
    ErrorDescription { code: ErrorCode(-184), name: "_QUEUE_FULL", description: Some("Local: Queue full") },
    ErrorDescription {
        code: ErrorCode(-183),
        name: "_ISR_INSUFF",
        description: Some("Local: ISR count insufficient"),
    },
    ErrorDescription {
        code: ErrorCode(-182),
        name: "_NODE_UPDATE",
        description: Some("Local: Broker node update"),
    },
    ErrorDescription { code: ErrorCode(-181), name: "_SSL", description: Some("Local: SSL error") },
    ErrorDescription {
        code: ErrorCode(-180),
        name: "_WAIT_COORD",
        description: Some("Local: Waiting for coordinator"),
    },
    ErrorDescription {
        code: ErrorCode(-179),
        name: "_UNKNOWN_GROUP",
        description: Some("Local: Unknown group"),
    },
    ErrorDescription {
        code: ErrorCode(-178),
        name: "_IN_PROGRESS",
        description: Some("Local: Operation in progress"),
    },
    ErrorDescription {
        code: ErrorCode(-177),
        name: "_PREV_IN_PROGRESS",
        description: Some("Local: Previous operation in progress"),
    },
    ErrorDescription {
        code: ErrorCode(-176),
        name: "_EXISTING_SUBSCRIPTION",
        description: Some("Local: Existing subscription"),
    },
    ErrorDescription {
        code: ErrorCode(-175),
        name: "_ASSIGN_PARTITIONS",
        description: Some("Local: Assign partitions"),
    },
    ErrorDescription {
        code: ErrorCode(-174),
        name: "_REVOKE_PARTITIONS",
        description: Some("Local: Revoke partitions"),
    },
    ErrorDescription {
        code: ErrorCode(-173),
        name: "_CONFLICT",
        description: Some("Local: Conflicting use"),
    },
    ErrorDescription { code: ErrorCode(-172), name: "_STATE", description: Some("Local: Erroneous state") },
    ErrorDescription {
        code: ErrorCode(-171),
        name: "_UNKNOWN_PROTOCOL",
        description: Some("Local: Unknown protocol"),
    },
    ErrorDescription {
        code: ErrorCode(-170),
        name: "_NOT_IMPLEMENTED",
        description: Some("Local: Not implemented"),
    },
    ErrorDescription {
        code: ErrorCode(-169),
        name: "_AUTHENTICATION",
        description: Some("Local: Authentication failure"),
    },
    ErrorDescription {
        code: ErrorCode(-168),
        name: "_NO_OFFSET",
        description: Some("Local: No offset stored"),
    },
    ErrorDescription { code: ErrorCode(-167), name: "_OUTDATED", description: Some("Local: Outdated") },
    ErrorDescription {
        code: ErrorCode(-166),
        name: "_TIMED_OUT_QUEUE",
        description: Some("Local: Timed out in queue"),
    },
    ErrorDescription {
        code: ErrorCode(-165),
        name: "_UNSUPPORTED_FEATURE",
        description: Some("Local: Required feature not supported by broker"),
    },
    ErrorDescription {
        code: ErrorCode(-164),
        name: "_WAIT_CACHE",
        description: Some("Local: Awaiting cache update"),
    },
    ErrorDescription {
        code: ErrorCode(-163),
        name: "_INTR",
        description: Some("Local: Operation interrupted"),
    },
    ErrorDescription {
        code: ErrorCode(-162),
        name: "_KEY_SERIALIZATION",
        description: Some("Local: Key serialization error"),
    },
    ErrorDescription {
        code: ErrorCode(-161),
        name: "_VALUE_SERIALIZATION",
        description: Some("Local: Value serialization error"),
    },
    ErrorDescription {
        code: ErrorCode(-160),
        name: "_KEY_DESERIALIZATION",
        description: Some("Local: Key deserialization error"),
    },
    ErrorDescription {
        code: ErrorCode(-159),
        name: "_VALUE_DESERIALIZATION",
        description: Some("Local: Value deserialization error"),
    },
    ErrorDescription {
        code: ErrorCode(-158),
        name: "_PARTIAL",
        description: Some("Local: Partial response"),
    },
    ErrorDescription {
        code: ErrorCode(-157),
        name: "_READ_ONLY",
        description: Some("Local: Read-only object"),
    },
    ErrorDescription { code: ErrorCode(-156), name: "_NOENT", description: Some("Local: No such entry") },
    ErrorDescription {
        code: ErrorCode(-155),
        name: "_UNDERFLOW",
        description: Some("Local: Read underflow"),
    },
    ErrorDescription {
        code: ErrorCode(-154),
        name: "_INVALID_TYPE",
        description: Some("Local: Invalid type"),
    },
    ErrorDescription { code: ErrorCode(-153), name: "_RETRY", description: Some("Local: Retry operation") },
    ErrorDescription {
        code: ErrorCode(-152),
        name: "_PURGE_QUEUE",
        description: Some("Local: Purged in queue"),
    },
    ErrorDescription {
        code: ErrorCode(-151),
        name: "_PURGE_INFLIGHT",
        description: Some("Local: Purged in flight"),
    },
    ErrorDescription { code: ErrorCode(-150), name: "_FATAL", description: Some("Local: Fatal error") },
    ErrorDescription {
        code: ErrorCode(-149),
        name: "_INCONSISTENT",
        description: Some("Local: Inconsistent state"),
    },
    ErrorDescription {
        code: ErrorCode(-148),
        name: "_GAPLESS_GUARANTEE",
        description: Some("Local: Gap-less ordering would not be guaranteed if proceeding"),
    },
    ErrorDescription {
        code: ErrorCode(-147),
        name: "_MAX_POLL_EXCEEDED",
        description: Some("Local: Maximum application poll interval (max.poll.interval.ms) exceeded"),
    },
    ErrorDescription {
        code: ErrorCode(-146),
        name: "_UNKNOWN_BROKER",
        description: Some("Local: Unknown broker"),
    },
    ErrorDescription {
        code: ErrorCode(-145),
        name: "_NOT_CONFIGURED",
        description: Some("Local: Functionality not configured"),
    },
    ErrorDescription {
        code: ErrorCode(-144),
        name: "_FENCED",
        description: Some("Local: This instance has been fenced by a newer instance"),
    },
    ErrorDescription {
        code: ErrorCode(-143),
        name: "_APPLICATION",
        description: Some("Local: Application generated error"),
    },
    ErrorDescription {
        code: ErrorCode(-142),
        name: "_ASSIGNMENT_LOST",
        description: Some("Local: Group partition assignment lost"),
    },
    ErrorDescription {
        code: ErrorCode(-141),
        name: "_NOOP",
        description: Some("Local: No operation performed"),
    },
    ErrorDescription {
        code: ErrorCode(-140),
        name: "_AUTO_OFFSET_RESET",
        description: Some("Local: No offset to automatically reset to"),
    },
    ErrorDescription {
        code: ErrorCode(-139),
        name: "_LOG_TRUNCATION",
        description: Some("Local: Partition log truncation detected"),
    },
    ErrorDescription {
        code: ErrorCode(-138),
        name: "_INVALID_DIFFERENT_RECORD",
        description: Some(
            "Local: an invalid record in the same batch caused the failure of this message too",
        ),
    },
    ErrorDescription {
        code: ErrorCode(-137),
        name: "_DESTROY_BROKER",
        description: Some("Local: Broker handle destroyed without termination"),
    },
    ErrorDescription { code: ErrorCode(-100), name: "_END", description: None },
    ErrorDescription { code: ErrorCode(-1), name: "UNKNOWN", description: Some("Unknown broker error") },
    ErrorDescription { code: ErrorCode(0), name: "NO_ERROR", description: Some("Success") },
    ErrorDescription {
        code: ErrorCode(1),
        name: "OFFSET_OUT_OF_RANGE",
        description: Some("Broker: Offset out of range"),
    },
    ErrorDescription {
        code: ErrorCode(2),
        name: "INVALID_MSG",
        description: Some("Broker: Invalid message"),
    },
    ErrorDescription {
        code: ErrorCode(3),
        name: "UNKNOWN_TOPIC_OR_PART",
        description: Some("Broker: Unknown topic or partition"),
    },
    ErrorDescription {
        code: ErrorCode(4),
        name: "INVALID_MSG_SIZE",
        description: Some("Broker: Invalid message size"),
    },
    ErrorDescription {
        code: ErrorCode(5),
        name: "LEADER_NOT_AVAILABLE",
        description: Some("Broker: Leader not available"),
    },
    ErrorDescription {
        code: ErrorCode(6),
        name: "NOT_LEADER_FOR_PARTITION",
        description: Some("Broker: Not leader for partition"),
    },
    ErrorDescription {
        code: ErrorCode(7),
        name: "REQUEST_TIMED_OUT",
        description: Some("Broker: Request timed out"),
    },
    ErrorDescription {
        code: ErrorCode(8),
        name: "BROKER_NOT_AVAILABLE",
        description: Some("Broker: Broker not available"),
    },
    ErrorDescription {
        code: ErrorCode(9),
        name: "REPLICA_NOT_AVAILABLE",
        description: Some("Broker: Replica not available"),
    },
    ErrorDescription {
        code: ErrorCode(10),
        name: "MSG_SIZE_TOO_LARGE",
        description: Some("Broker: Message size too large"),
    },
    ErrorDescription {
        code: ErrorCode(11),
        name: "STALE_CTRL_EPOCH",
        description: Some("Broker: StaleControllerEpochCode"),
    },
    ErrorDescription {
        code: ErrorCode(12),
        name: "OFFSET_METADATA_TOO_LARGE",
        description: Some("Broker: Offset metadata string too large"),
    },
    ErrorDescription {
        code: ErrorCode(13),
        name: "NETWORK_EXCEPTION",
        description: Some("Broker: Broker disconnected before response received"),
    },
    ErrorDescription {
        code: ErrorCode(14),
        name: "COORDINATOR_LOAD_IN_PROGRESS",
        description: Some("Broker: Coordinator load in progress"),
    },
    ErrorDescription {
        code: ErrorCode(15),
        name: "COORDINATOR_NOT_AVAILABLE",
        description: Some("Broker: Coordinator not available"),
    },
    ErrorDescription {
        code: ErrorCode(16),
        name: "NOT_COORDINATOR",
        description: Some("Broker: Not coordinator"),
    },
    ErrorDescription {
        code: ErrorCode(17),
        name: "TOPIC_EXCEPTION",
        description: Some("Broker: Invalid topic"),
    },
    ErrorDescription {
        code: ErrorCode(18),
        name: "RECORD_LIST_TOO_LARGE",
        description: Some("Broker: Message batch larger than configured server segment size"),
    },
    ErrorDescription {
        code: ErrorCode(19),
        name: "NOT_ENOUGH_REPLICAS",
        description: Some("Broker: Not enough in-sync replicas"),
    },
    ErrorDescription {
        code: ErrorCode(20),
        name: "NOT_ENOUGH_REPLICAS_AFTER_APPEND",
        description: Some("Broker: Message(s) written to insufficient number of in-sync replicas"),
    },
    ErrorDescription {
        code: ErrorCode(21),
        name: "INVALID_REQUIRED_ACKS",
        description: Some("Broker: Invalid required acks value"),
    },
    ErrorDescription {
        code: ErrorCode(22),
        name: "ILLEGAL_GENERATION",
        description: Some("Broker: Specified group generation id is not valid"),
    },
    ErrorDescription {
        code: ErrorCode(23),
        name: "INCONSISTENT_GROUP_PROTOCOL",
        description: Some("Broker: Inconsistent group protocol"),
    },
    ErrorDescription {
        code: ErrorCode(24),
        name: "INVALID_GROUP_ID",
        description: Some("Broker: Invalid group.id"),
    },
    ErrorDescription {
        code: ErrorCode(25),
        name: "UNKNOWN_MEMBER_ID",
        description: Some("Broker: Unknown member"),
    },
    ErrorDescription {
        code: ErrorCode(26),
        name: "INVALID_SESSION_TIMEOUT",
        description: Some("Broker: Invalid session timeout"),
    },
    ErrorDescription {
        code: ErrorCode(27),
        name: "REBALANCE_IN_PROGRESS",
        description: Some("Broker: Group rebalance in progress"),
    },
    ErrorDescription {
        code: ErrorCode(28),
        name: "INVALID_COMMIT_OFFSET_SIZE",
        description: Some("Broker: Commit offset data size is not valid"),
    },
    ErrorDescription {
        code: ErrorCode(29),
        name: "TOPIC_AUTHORIZATION_FAILED",
        description: Some("Broker: Topic authorization failed"),
    },
    ErrorDescription {
        code: ErrorCode(30),
        name: "GROUP_AUTHORIZATION_FAILED",
        description: Some("Broker: Group authorization failed"),
    },
    ErrorDescription {
        code: ErrorCode(31),
        name: "CLUSTER_AUTHORIZATION_FAILED",
        description: Some("Broker: Cluster authorization failed"),
    },
    ErrorDescription {
        code: ErrorCode(32),
        name: "INVALID_TIMESTAMP",
        description: Some("Broker: Invalid timestamp"),
    },
    ErrorDescription {
        code: ErrorCode(33),
        name: "UNSUPPORTED_SASL_MECHANISM",
        description: Some("Broker: Unsupported SASL mechanism"),
    },
    ErrorDescription {
        code: ErrorCode(34),
        name: "ILLEGAL_SASL_STATE",
        description: Some("Broker: Request not valid in current SASL state"),
    },
    ErrorDescription {
        code: ErrorCode(35),
        name: "UNSUPPORTED_VERSION",
        description: Some("Broker: API version not supported"),
    },
    ErrorDescription {
        code: ErrorCode(36),
        name: "TOPIC_ALREADY_EXISTS",
        description: Some("Broker: Topic already exists"),
    },
    ErrorDescription {
        code: ErrorCode(37),
        name: "INVALID_PARTITIONS",
        description: Some("Broker: Invalid number of partitions"),
    },
    ErrorDescription {
        code: ErrorCode(38),
        name: "INVALID_REPLICATION_FACTOR",
        description: Some("Broker: Invalid replication factor"),
    },
    ErrorDescription {
        code: ErrorCode(39),
        name: "INVALID_REPLICA_ASSIGNMENT",
        description: Some("Broker: Invalid replica assignment"),
    },
    ErrorDescription {
        code: ErrorCode(40),
        name: "INVALID_CONFIG",
        description: Some("Broker: Configuration is invalid"),
    },
    ErrorDescription {
        code: ErrorCode(41),
        name: "NOT_CONTROLLER",
        description: Some("Broker: Not controller for cluster"),
    },
    ErrorDescription {
        code: ErrorCode(42),
        name: "INVALID_REQUEST",
        description: Some("Broker: Invalid request"),
    },
    ErrorDescription {
        code: ErrorCode(43),
        name: "UNSUPPORTED_FOR_MESSAGE_FORMAT",
        description: Some("Broker: Message format on broker does not support request"),
    },
    ErrorDescription {
        code: ErrorCode(44),
        name: "POLICY_VIOLATION",
        description: Some("Broker: Policy violation"),
    },
    ErrorDescription {
        code: ErrorCode(45),
        name: "OUT_OF_ORDER_SEQUENCE_NUMBER",
        description: Some("Broker: Broker received an out of order sequence number"),
    },
    ErrorDescription {
        code: ErrorCode(46),
        name: "DUPLICATE_SEQUENCE_NUMBER",
        description: Some("Broker: Broker received a duplicate sequence number"),
    },
    ErrorDescription {
        code: ErrorCode(47),
        name: "INVALID_PRODUCER_EPOCH",
        description: Some("Broker: Producer attempted an operation with an old epoch"),
    },
    ErrorDescription {
        code: ErrorCode(48),
        name: "INVALID_TXN_STATE",
        description: Some("Broker: Producer attempted a transactional operation in an invalid state"),
    },
    ErrorDescription {
        code: ErrorCode(49),
        name: "INVALID_PRODUCER_ID_MAPPING",
        description: Some(
            "Broker: Producer attempted to use a producer id which is not currently assigned to its transactional id",
        ),
    },
    ErrorDescription {
        code: ErrorCode(50),
        name: "INVALID_TRANSACTION_TIMEOUT",
        description: Some(
            "Broker: Transaction timeout is larger than the maximum value allowed by the broker's max.transaction.timeout.ms",
        ),
    },
    ErrorDescription {
        code: ErrorCode(51),
        name: "CONCURRENT_TRANSACTIONS",
        description: Some(
            "Broker: Producer attempted to update a transaction while another concurrent operation on the same transaction was ongoing",
        ),
    },
    ErrorDescription {
        code: ErrorCode(52),
        name: "TRANSACTION_COORDINATOR_FENCED",
        description: Some(
            "Broker: Indicates that the transaction coordinator sending a WriteTxnMarker is no longer the current coordinator for a given producer",
        ),
    },
    ErrorDescription {
        code: ErrorCode(53),
        name: "TRANSACTIONAL_ID_AUTHORIZATION_FAILED",
        description: Some("Broker: Transactional Id authorization failed"),
    },
    ErrorDescription {
        code: ErrorCode(54),
        name: "SECURITY_DISABLED",
        description: Some("Broker: Security features are disabled"),
    },
    ErrorDescription {
        code: ErrorCode(55),
        name: "OPERATION_NOT_ATTEMPTED",
        description: Some("Broker: Operation not attempted"),
    },
    ErrorDescription {
        code: ErrorCode(56),
        name: "KAFKA_STORAGE_ERROR",
        description: Some("Broker: Disk error when trying to access log file on disk"),
    },
    ErrorDescription {
        code: ErrorCode(57),
        name: "LOG_DIR_NOT_FOUND",
        description: Some("Broker: The user-specified log directory is not found in the broker config"),
    },
    ErrorDescription {
        code: ErrorCode(58),
        name: "SASL_AUTHENTICATION_FAILED",
        description: Some("Broker: SASL Authentication failed"),
    },
    ErrorDescription {
        code: ErrorCode(59),
        name: "UNKNOWN_PRODUCER_ID",
        description: Some("Broker: Unknown Producer Id"),
    },
    ErrorDescription {
        code: ErrorCode(60),
        name: "REASSIGNMENT_IN_PROGRESS",
        description: Some("Broker: Partition reassignment is in progress"),
    },
    ErrorDescription {
        code: ErrorCode(61),
        name: "DELEGATION_TOKEN_AUTH_DISABLED",
        description: Some("Broker: Delegation Token feature is not enabled"),
    },
    ErrorDescription {
        code: ErrorCode(62),
        name: "DELEGATION_TOKEN_NOT_FOUND",
        description: Some("Broker: Delegation Token is not found on server"),
    },
    ErrorDescription {
        code: ErrorCode(63),
        name: "DELEGATION_TOKEN_OWNER_MISMATCH",
        description: Some("Broker: Specified Principal is not valid Owner/Renewer"),
    },
    ErrorDescription {
        code: ErrorCode(64),
        name: "DELEGATION_TOKEN_REQUEST_NOT_ALLOWED",
        description: Some("Broker: Delegation Token requests are not allowed on this connection"),
    },
    ErrorDescription {
        code: ErrorCode(65),
        name: "DELEGATION_TOKEN_AUTHORIZATION_FAILED",
        description: Some("Broker: Delegation Token authorization failed"),
    },
    ErrorDescription {
        code: ErrorCode(66),
        name: "DELEGATION_TOKEN_EXPIRED",
        description: Some("Broker: Delegation Token is expired"),
    },
    ErrorDescription {
        code: ErrorCode(67),
        name: "INVALID_PRINCIPAL_TYPE",
        description: Some("Broker: Supplied principalType is not supported"),
    },
    ErrorDescription {
        code: ErrorCode(68),
        name: "NON_EMPTY_GROUP",
        description: Some("Broker: The group is not empty"),
    },
    ErrorDescription {
        code: ErrorCode(69),
        name: "GROUP_ID_NOT_FOUND",
        description: Some("Broker: The group id does not exist"),
    },
    ErrorDescription {
        code: ErrorCode(70),
        name: "FETCH_SESSION_ID_NOT_FOUND",
        description: Some("Broker: The fetch session ID was not found"),
    },
    ErrorDescription {
        code: ErrorCode(71),
        name: "INVALID_FETCH_SESSION_EPOCH",
        description: Some("Broker: The fetch session epoch is invalid"),
    },
    ErrorDescription {
        code: ErrorCode(72),
        name: "LISTENER_NOT_FOUND",
        description: Some("Broker: No matching listener"),
    },
    ErrorDescription {
        code: ErrorCode(73),
        name: "TOPIC_DELETION_DISABLED",
        description: Some("Broker: Topic deletion is disabled"),
    },
    ErrorDescription {
        code: ErrorCode(74),
        name: "FENCED_LEADER_EPOCH",
        description: Some("Broker: Leader epoch is older than broker epoch"),
    },
    ErrorDescription {
        code: ErrorCode(75),
        name: "UNKNOWN_LEADER_EPOCH",
        description: Some("Broker: Leader epoch is newer than broker epoch"),
    },
    ErrorDescription {
        code: ErrorCode(76),
        name: "UNSUPPORTED_COMPRESSION_TYPE",
        description: Some("Broker: Unsupported compression type"),
    },
    ErrorDescription {
        code: ErrorCode(77),
        name: "STALE_BROKER_EPOCH",
        description: Some("Broker: Broker epoch has changed"),
    },
    ErrorDescription {
        code: ErrorCode(78),
        name: "OFFSET_NOT_AVAILABLE",
        description: Some("Broker: Leader high watermark is not caught up"),
    },
    ErrorDescription {
        code: ErrorCode(79),
        name: "MEMBER_ID_REQUIRED",
        description: Some("Broker: Group member needs a valid member ID"),
    },
    ErrorDescription {
        code: ErrorCode(80),
        name: "PREFERRED_LEADER_NOT_AVAILABLE",
        description: Some("Broker: Preferred leader was not available"),
    },
    ErrorDescription {
        code: ErrorCode(81),
        name: "GROUP_MAX_SIZE_REACHED",
        description: Some("Broker: Consumer group has reached maximum size"),
    },
    ErrorDescription {
        code: ErrorCode(82),
        name: "FENCED_INSTANCE_ID",
        description: Some("Broker: Static consumer fenced by other consumer with same group.instance.id"),
    },
    ErrorDescription {
        code: ErrorCode(83),
        name: "ELIGIBLE_LEADERS_NOT_AVAILABLE",
        description: Some("Broker: Eligible partition leaders are not available"),
    },
    ErrorDescription {
        code: ErrorCode(84),
        name: "ELECTION_NOT_NEEDED",
        description: Some("Broker: Leader election not needed for topic partition"),
    },
    ErrorDescription {
        code: ErrorCode(85),
        name: "NO_REASSIGNMENT_IN_PROGRESS",
        description: Some("Broker: No partition reassignment is in progress"),
    },
    ErrorDescription {
        code: ErrorCode(86),
        name: "GROUP_SUBSCRIBED_TO_TOPIC",
        description: Some("Broker: Deleting offsets of a topic while the consumer group is subscribed to it"),
    },
    ErrorDescription {
        code: ErrorCode(87),
        name: "INVALID_RECORD",
        description: Some("Broker: Broker failed to validate record"),
    },
    ErrorDescription {
        code: ErrorCode(88),
        name: "UNSTABLE_OFFSET_COMMIT",
        description: Some("Broker: There are unstable offsets that need to be cleared"),
    },
    ErrorDescription {
        code: ErrorCode(89),
        name: "THROTTLING_QUOTA_EXCEEDED",
        description: Some("Broker: Throttling quota has been exceeded"),
    },
    ErrorDescription {
        code: ErrorCode(90),
        name: "PRODUCER_FENCED",
        description: Some(
            "Broker: There is a newer producer with the same transactionalId which fences the current one",
        ),
    },
    ErrorDescription {
        code: ErrorCode(91),
        name: "RESOURCE_NOT_FOUND",
        description: Some("Broker: Request illegally referred to resource that does not exist"),
    },
    ErrorDescription {
        code: ErrorCode(92),
        name: "DUPLICATE_RESOURCE",
        description: Some("Broker: Request illegally referred to the same resource twice"),
    },
    ErrorDescription {
        code: ErrorCode(93),
        name: "UNACCEPTABLE_CREDENTIAL",
        description: Some("Broker: Requested credential would not meet criteria for acceptability"),
    },
    ErrorDescription {
        code: ErrorCode(94),
        name: "INCONSISTENT_VOTER_SET",
        description: Some(
            "Broker: Indicates that the either the sender or recipient of a voter-only request is not one of the expected voters",
        ),
    },
    ErrorDescription {
        code: ErrorCode(95),
        name: "INVALID_UPDATE_VERSION",
        description: Some("Broker: Invalid update version"),
    },
    ErrorDescription {
        code: ErrorCode(96),
        name: "FEATURE_UPDATE_FAILED",
        description: Some("Broker: Unable to update finalized features due to server error"),
    },
    ErrorDescription {
        code: ErrorCode(97),
        name: "PRINCIPAL_DESERIALIZATION_FAILURE",
        description: Some("Broker: Request principal deserialization failed during forwarding"),
    },
    ErrorDescription {
        code: ErrorCode(100),
        name: "UNKNOWN_TOPIC_ID",
        description: Some("Broker: Unknown topic id"),
    },
    ErrorDescription {
        code: ErrorCode(103),
        name: "INCONSISTENT_TOPIC_ID",
        description: Some("Broker: The log's topic ID did not match the topic ID in the request"),
    },
    ErrorDescription {
        code: ErrorCode(110),
        name: "FENCED_MEMBER_EPOCH",
        description: Some("Broker: The member epoch is fenced by the group coordinator"),
    },
    ErrorDescription {
        code: ErrorCode(111),
        name: "UNRELEASED_INSTANCE_ID",
        description: Some("Broker: The instance ID is still used by another member in the consumer group"),
    },
    ErrorDescription {
        code: ErrorCode(112),
        name: "UNSUPPORTED_ASSIGNOR",
        description: Some("Broker: The assignor or its version range is not supported by the consumer group"),
    },
    ErrorDescription {
        code: ErrorCode(113),
        name: "STALE_MEMBER_EPOCH",
        description: Some("Broker: The member epoch is stale"),
    },
    ErrorDescription {
        code: ErrorCode(114),
        name: "MISMATCHED_ENDPOINT_TYPE",
        description: Some("Broker: The request was sent to an endpoint of the wrong type"),
    },
    ErrorDescription {
        code: ErrorCode(115),
        name: "UNSUPPORTED_ENDPOINT_TYPE",
        description: Some("Broker: This endpoint type is not supported yet"),
    },
    ErrorDescription {
        code: ErrorCode(116),
        name: "UNKNOWN_CONTROLLER_ID",
        description: Some("Broker: This controller ID is not known"),
    },
    ErrorDescription {
        code: ErrorCode(117),
        name: "UNKNOWN_SUBSCRIPTION_ID",
        description: Some(
            "Broker: Client sent a push telemetry request with an invalid or outdated subscription ID",
        ),
    },
    ErrorDescription {
        code: ErrorCode(118),
        name: "TELEMETRY_TOO_LARGE",
        description: Some(
            "Broker: Client sent a push telemetry request larger than the maximum size the broker will accept",
        ),
    },
    ErrorDescription {
        code: ErrorCode(119),
        name: "INVALID_REGISTRATION",
        description: Some("Broker: The controller has considered the broker registration to be invalid"),
    },
    ErrorDescription {
        code: ErrorCode(120),
        name: "TRANSACTION_ABORTABLE",
        description: Some("Broker: The server encountered an error with the transaction"),
    },
    ErrorDescription {
        code: ErrorCode(121),
        name: "INVALID_RECORD_STATE",
        description: Some("Broker: The record state is invalid"),
    },
    ErrorDescription {
        code: ErrorCode(122),
        name: "SHARE_SESSION_NOT_FOUND",
        description: Some("Broker: The share session was not found"),
    },
    ErrorDescription {
        code: ErrorCode(123),
        name: "INVALID_SHARE_SESSION_EPOCH",
        description: Some("Broker: The share session epoch is invalid"),
    },
    ErrorDescription {
        code: ErrorCode(124),
        name: "FENCED_STATE_EPOCH",
        description: Some("Broker: The share-group state epoch did not match"),
    },
    ErrorDescription {
        code: ErrorCode(125),
        name: "INVALID_VOTER_KEY",
        description: Some("Broker: The voter key doesn't match the receiving replica's key"),
    },
    ErrorDescription {
        code: ErrorCode(126),
        name: "DUPLICATE_VOTER",
        description: Some("Broker: The voter is already part of the set of voters"),
    },
    ErrorDescription {
        code: ErrorCode(127),
        name: "VOTER_NOT_FOUND",
        description: Some("Broker: The voter is not part of the set of voters"),
    },
    ErrorDescription {
        code: ErrorCode(128),
        name: "INVALID_REGULAR_EXPRESSION",
        description: Some("Broker: The regular expression is not valid"),
    },
    ErrorDescription {
        code: ErrorCode(129),
        name: "REBOOTSTRAP_REQUIRED",
        description: Some(
            "Broker: Client metadata is stale, client should rebootstrap to obtain new metadata",
        ),
    },
    ErrorDescription {
        code: ErrorCode(130),
        name: "STREAMS_INVALID_TOPOLOGY",
        description: Some("Broker: The supplied topology is invalid"),
    },
    ErrorDescription {
        code: ErrorCode(131),
        name: "STREAMS_INVALID_TOPOLOGY_EPOCH",
        description: Some("Broker: The supplied topology epoch is invalid"),
    },
    ErrorDescription {
        code: ErrorCode(132),
        name: "STREAMS_TOPOLOGY_FENCED",
        description: Some("Broker: The supplied topology epoch is outdated"),
    },
    ErrorDescription {
        code: ErrorCode(133),
        name: "SHARE_SESSION_LIMIT_REACHED",
        description: Some("Broker: The limit of share sessions has been reached"),
    },
];
