//! `rd_kafka_resp_err_t` for the header. Rust code uses [`ErrorCode`](crate::error::ErrorCode).

use super::RespErr;

/// Error codes. Those that start with `RD_KAFKA_RESP_ERR__` arise in the client and are
/// negative, the others come from brokers and are positive. Beside each stands the description
/// that `rd_kafka_err2str()` returns, without its first word.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum rd_kafka_resp_err_t {
    /// Start of the client side codes.
    RD_KAFKA_RESP_ERR__BEGIN = -200,
    /// Bad message format.
    RD_KAFKA_RESP_ERR__BAD_MSG = -199,
    /// Invalid compressed data.
    RD_KAFKA_RESP_ERR__BAD_COMPRESSION = -198,
    /// Broker handle destroyed for termination.
    RD_KAFKA_RESP_ERR__DESTROY = -197,
    /// Communication failure with broker.
    RD_KAFKA_RESP_ERR__FAIL = -196,
    /// Broker transport failure.
    RD_KAFKA_RESP_ERR__TRANSPORT = -195,
    /// Critical system resource failure.
    RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE = -194,
    /// Host resolution failure.
    RD_KAFKA_RESP_ERR__RESOLVE = -193,
    /// Message timed out.
    RD_KAFKA_RESP_ERR__MSG_TIMED_OUT = -192,
    /// No more messages.
    RD_KAFKA_RESP_ERR__PARTITION_EOF = -191,
    /// Unknown partition.
    RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION = -190,
    /// File or filesystem error.
    RD_KAFKA_RESP_ERR__FS = -189,
    /// Unknown topic.
    RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC = -188,
    /// All broker connections are down.
    RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN = -187,
    /// Invalid argument or configuration.
    RD_KAFKA_RESP_ERR__INVALID_ARG = -186,
    /// Timed out.
    RD_KAFKA_RESP_ERR__TIMED_OUT = -185,
    /// Queue full.
    RD_KAFKA_RESP_ERR__QUEUE_FULL = -184,
    /// ISR count insufficient.
    RD_KAFKA_RESP_ERR__ISR_INSUFF = -183,
    /// Broker node update.
    RD_KAFKA_RESP_ERR__NODE_UPDATE = -182,
    /// SSL error.
    RD_KAFKA_RESP_ERR__SSL = -181,
    /// Waiting for coordinator.
    RD_KAFKA_RESP_ERR__WAIT_COORD = -180,
    /// Unknown group.
    RD_KAFKA_RESP_ERR__UNKNOWN_GROUP = -179,
    /// Operation in progress.
    RD_KAFKA_RESP_ERR__IN_PROGRESS = -178,
    /// Previous operation in progress.
    RD_KAFKA_RESP_ERR__PREV_IN_PROGRESS = -177,
    /// Existing subscription.
    RD_KAFKA_RESP_ERR__EXISTING_SUBSCRIPTION = -176,
    /// Assign partitions.
    RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS = -175,
    /// Revoke partitions.
    RD_KAFKA_RESP_ERR__REVOKE_PARTITIONS = -174,
    /// Conflicting use.
    RD_KAFKA_RESP_ERR__CONFLICT = -173,
    /// Erroneous state.
    RD_KAFKA_RESP_ERR__STATE = -172,
    /// Unknown protocol.
    RD_KAFKA_RESP_ERR__UNKNOWN_PROTOCOL = -171,
    /// Not implemented.
    RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED = -170,
    /// Authentication failure.
    RD_KAFKA_RESP_ERR__AUTHENTICATION = -169,
    /// No offset stored.
    RD_KAFKA_RESP_ERR__NO_OFFSET = -168,
    /// Outdated.
    RD_KAFKA_RESP_ERR__OUTDATED = -167,
    /// Timed out in queue.
    RD_KAFKA_RESP_ERR__TIMED_OUT_QUEUE = -166,
    /// Required feature not supported by broker.
    RD_KAFKA_RESP_ERR__UNSUPPORTED_FEATURE = -165,
    /// Awaiting cache update.
    RD_KAFKA_RESP_ERR__WAIT_CACHE = -164,
    /// Operation interrupted.
    RD_KAFKA_RESP_ERR__INTR = -163,
    /// Key serialization error.
    RD_KAFKA_RESP_ERR__KEY_SERIALIZATION = -162,
    /// Value serialization error.
    RD_KAFKA_RESP_ERR__VALUE_SERIALIZATION = -161,
    /// Key deserialization error.
    RD_KAFKA_RESP_ERR__KEY_DESERIALIZATION = -160,
    /// Value deserialization error.
    RD_KAFKA_RESP_ERR__VALUE_DESERIALIZATION = -159,
    /// Partial response.
    RD_KAFKA_RESP_ERR__PARTIAL = -158,
    /// Read-only object.
    RD_KAFKA_RESP_ERR__READ_ONLY = -157,
    /// No such entry.
    RD_KAFKA_RESP_ERR__NOENT = -156,
    /// Read underflow.
    RD_KAFKA_RESP_ERR__UNDERFLOW = -155,
    /// Invalid type.
    RD_KAFKA_RESP_ERR__INVALID_TYPE = -154,
    /// Retry operation.
    RD_KAFKA_RESP_ERR__RETRY = -153,
    /// Purged in queue.
    RD_KAFKA_RESP_ERR__PURGE_QUEUE = -152,
    /// Purged in flight.
    RD_KAFKA_RESP_ERR__PURGE_INFLIGHT = -151,
    /// Fatal error.
    RD_KAFKA_RESP_ERR__FATAL = -150,
    /// Inconsistent state.
    RD_KAFKA_RESP_ERR__INCONSISTENT = -149,
    /// Gap-less ordering would not be guaranteed if proceeding.
    RD_KAFKA_RESP_ERR__GAPLESS_GUARANTEE = -148,
    /// Maximum application poll interval (max.poll.interval.ms) exceeded.
    RD_KAFKA_RESP_ERR__MAX_POLL_EXCEEDED = -147,
    /// Unknown broker.
    RD_KAFKA_RESP_ERR__UNKNOWN_BROKER = -146,
    /// Functionality not configured.
    RD_KAFKA_RESP_ERR__NOT_CONFIGURED = -145,
    /// This instance has been fenced by a newer instance.
    RD_KAFKA_RESP_ERR__FENCED = -144,
    /// Application generated error.
    RD_KAFKA_RESP_ERR__APPLICATION = -143,
    /// Group partition assignment lost.
    RD_KAFKA_RESP_ERR__ASSIGNMENT_LOST = -142,
    /// No operation performed.
    RD_KAFKA_RESP_ERR__NOOP = -141,
    /// No offset to automatically reset to.
    RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET = -140,
    /// Partition log truncation detected.
    RD_KAFKA_RESP_ERR__LOG_TRUNCATION = -139,
    /// an invalid record in the same batch caused the failure of this message too.
    RD_KAFKA_RESP_ERR__INVALID_DIFFERENT_RECORD = -138,
    /// Broker handle destroyed without termination.
    RD_KAFKA_RESP_ERR__DESTROY_BROKER = -137,
    /// End of the client side codes.
    RD_KAFKA_RESP_ERR__END = -100,
    /// Unknown broker error.
    RD_KAFKA_RESP_ERR_UNKNOWN = -1,
    /// Success.
    RD_KAFKA_RESP_ERR_NO_ERROR = 0,
    /// Offset out of range.
    RD_KAFKA_RESP_ERR_OFFSET_OUT_OF_RANGE = 1,
    /// Invalid message.
    RD_KAFKA_RESP_ERR_INVALID_MSG = 2,
    /// Unknown topic or partition.
    RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART = 3,
    /// Invalid message size.
    RD_KAFKA_RESP_ERR_INVALID_MSG_SIZE = 4,
    /// Leader not available.
    RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE = 5,
    /// Not leader for partition.
    RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION = 6,
    /// Request timed out.
    RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT = 7,
    /// Broker not available.
    RD_KAFKA_RESP_ERR_BROKER_NOT_AVAILABLE = 8,
    /// Replica not available.
    RD_KAFKA_RESP_ERR_REPLICA_NOT_AVAILABLE = 9,
    /// Message size too large.
    RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE = 10,
    /// StaleControllerEpochCode.
    RD_KAFKA_RESP_ERR_STALE_CTRL_EPOCH = 11,
    /// Offset metadata string too large.
    RD_KAFKA_RESP_ERR_OFFSET_METADATA_TOO_LARGE = 12,
    /// Broker disconnected before response received.
    RD_KAFKA_RESP_ERR_NETWORK_EXCEPTION = 13,
    /// Coordinator load in progress.
    RD_KAFKA_RESP_ERR_COORDINATOR_LOAD_IN_PROGRESS = 14,
    /// Coordinator not available.
    RD_KAFKA_RESP_ERR_COORDINATOR_NOT_AVAILABLE = 15,
    /// Not coordinator.
    RD_KAFKA_RESP_ERR_NOT_COORDINATOR = 16,
    /// Invalid topic.
    RD_KAFKA_RESP_ERR_TOPIC_EXCEPTION = 17,
    /// Message batch larger than configured server segment size.
    RD_KAFKA_RESP_ERR_RECORD_LIST_TOO_LARGE = 18,
    /// Not enough in-sync replicas.
    RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS = 19,
    /// Message(s) written to insufficient number of in-sync replicas.
    RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS_AFTER_APPEND = 20,
    /// Invalid required acks value.
    RD_KAFKA_RESP_ERR_INVALID_REQUIRED_ACKS = 21,
    /// Specified group generation id is not valid.
    RD_KAFKA_RESP_ERR_ILLEGAL_GENERATION = 22,
    /// Inconsistent group protocol.
    RD_KAFKA_RESP_ERR_INCONSISTENT_GROUP_PROTOCOL = 23,
    /// Invalid group.id.
    RD_KAFKA_RESP_ERR_INVALID_GROUP_ID = 24,
    /// Unknown member.
    RD_KAFKA_RESP_ERR_UNKNOWN_MEMBER_ID = 25,
    /// Invalid session timeout.
    RD_KAFKA_RESP_ERR_INVALID_SESSION_TIMEOUT = 26,
    /// Group rebalance in progress.
    RD_KAFKA_RESP_ERR_REBALANCE_IN_PROGRESS = 27,
    /// Commit offset data size is not valid.
    RD_KAFKA_RESP_ERR_INVALID_COMMIT_OFFSET_SIZE = 28,
    /// Topic authorization failed.
    RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED = 29,
    /// Group authorization failed.
    RD_KAFKA_RESP_ERR_GROUP_AUTHORIZATION_FAILED = 30,
    /// Cluster authorization failed.
    RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED = 31,
    /// Invalid timestamp.
    RD_KAFKA_RESP_ERR_INVALID_TIMESTAMP = 32,
    /// Unsupported SASL mechanism.
    RD_KAFKA_RESP_ERR_UNSUPPORTED_SASL_MECHANISM = 33,
    /// Request not valid in current SASL state.
    RD_KAFKA_RESP_ERR_ILLEGAL_SASL_STATE = 34,
    /// API version not supported.
    RD_KAFKA_RESP_ERR_UNSUPPORTED_VERSION = 35,
    /// Topic already exists.
    RD_KAFKA_RESP_ERR_TOPIC_ALREADY_EXISTS = 36,
    /// Invalid number of partitions.
    RD_KAFKA_RESP_ERR_INVALID_PARTITIONS = 37,
    /// Invalid replication factor.
    RD_KAFKA_RESP_ERR_INVALID_REPLICATION_FACTOR = 38,
    /// Invalid replica assignment.
    RD_KAFKA_RESP_ERR_INVALID_REPLICA_ASSIGNMENT = 39,
    /// Configuration is invalid.
    RD_KAFKA_RESP_ERR_INVALID_CONFIG = 40,
    /// Not controller for cluster.
    RD_KAFKA_RESP_ERR_NOT_CONTROLLER = 41,
    /// Invalid request.
    RD_KAFKA_RESP_ERR_INVALID_REQUEST = 42,
    /// Message format on broker does not support request.
    RD_KAFKA_RESP_ERR_UNSUPPORTED_FOR_MESSAGE_FORMAT = 43,
    /// Policy violation.
    RD_KAFKA_RESP_ERR_POLICY_VIOLATION = 44,
    /// Broker received an out of order sequence number.
    RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER = 45,
    /// Broker received a duplicate sequence number.
    RD_KAFKA_RESP_ERR_DUPLICATE_SEQUENCE_NUMBER = 46,
    /// Producer attempted an operation with an old epoch.
    RD_KAFKA_RESP_ERR_INVALID_PRODUCER_EPOCH = 47,
    /// Producer attempted a transactional operation in an invalid state.
    RD_KAFKA_RESP_ERR_INVALID_TXN_STATE = 48,
    /// Producer attempted to use a producer id which is not currently assigned to its transactional id.
    RD_KAFKA_RESP_ERR_INVALID_PRODUCER_ID_MAPPING = 49,
    /// Transaction timeout is larger than the maximum value allowed by the broker's max.transaction.timeout.ms.
    RD_KAFKA_RESP_ERR_INVALID_TRANSACTION_TIMEOUT = 50,
    /// Producer attempted to update a transaction while another concurrent operation on the same transaction was ongoing.
    RD_KAFKA_RESP_ERR_CONCURRENT_TRANSACTIONS = 51,
    /// Indicates that the transaction coordinator sending a WriteTxnMarker is no longer the current coordinator for a given producer.
    RD_KAFKA_RESP_ERR_TRANSACTION_COORDINATOR_FENCED = 52,
    /// Transactional Id authorization failed.
    RD_KAFKA_RESP_ERR_TRANSACTIONAL_ID_AUTHORIZATION_FAILED = 53,
    /// Security features are disabled.
    RD_KAFKA_RESP_ERR_SECURITY_DISABLED = 54,
    /// Operation not attempted.
    RD_KAFKA_RESP_ERR_OPERATION_NOT_ATTEMPTED = 55,
    /// Disk error when trying to access log file on disk.
    RD_KAFKA_RESP_ERR_KAFKA_STORAGE_ERROR = 56,
    /// The user-specified log directory is not found in the broker config.
    RD_KAFKA_RESP_ERR_LOG_DIR_NOT_FOUND = 57,
    /// SASL Authentication failed.
    RD_KAFKA_RESP_ERR_SASL_AUTHENTICATION_FAILED = 58,
    /// Unknown Producer Id.
    RD_KAFKA_RESP_ERR_UNKNOWN_PRODUCER_ID = 59,
    /// Partition reassignment is in progress.
    RD_KAFKA_RESP_ERR_REASSIGNMENT_IN_PROGRESS = 60,
    /// Delegation Token feature is not enabled.
    RD_KAFKA_RESP_ERR_DELEGATION_TOKEN_AUTH_DISABLED = 61,
    /// Delegation Token is not found on server.
    RD_KAFKA_RESP_ERR_DELEGATION_TOKEN_NOT_FOUND = 62,
    /// Specified Principal is not valid Owner/Renewer.
    RD_KAFKA_RESP_ERR_DELEGATION_TOKEN_OWNER_MISMATCH = 63,
    /// Delegation Token requests are not allowed on this connection.
    RD_KAFKA_RESP_ERR_DELEGATION_TOKEN_REQUEST_NOT_ALLOWED = 64,
    /// Delegation Token authorization failed.
    RD_KAFKA_RESP_ERR_DELEGATION_TOKEN_AUTHORIZATION_FAILED = 65,
    /// Delegation Token is expired.
    RD_KAFKA_RESP_ERR_DELEGATION_TOKEN_EXPIRED = 66,
    /// Supplied principalType is not supported.
    RD_KAFKA_RESP_ERR_INVALID_PRINCIPAL_TYPE = 67,
    /// The group is not empty.
    RD_KAFKA_RESP_ERR_NON_EMPTY_GROUP = 68,
    /// The group id does not exist.
    RD_KAFKA_RESP_ERR_GROUP_ID_NOT_FOUND = 69,
    /// The fetch session ID was not found.
    RD_KAFKA_RESP_ERR_FETCH_SESSION_ID_NOT_FOUND = 70,
    /// The fetch session epoch is invalid.
    RD_KAFKA_RESP_ERR_INVALID_FETCH_SESSION_EPOCH = 71,
    /// No matching listener.
    RD_KAFKA_RESP_ERR_LISTENER_NOT_FOUND = 72,
    /// Topic deletion is disabled.
    RD_KAFKA_RESP_ERR_TOPIC_DELETION_DISABLED = 73,
    /// Leader epoch is older than broker epoch.
    RD_KAFKA_RESP_ERR_FENCED_LEADER_EPOCH = 74,
    /// Leader epoch is newer than broker epoch.
    RD_KAFKA_RESP_ERR_UNKNOWN_LEADER_EPOCH = 75,
    /// Unsupported compression type.
    RD_KAFKA_RESP_ERR_UNSUPPORTED_COMPRESSION_TYPE = 76,
    /// Broker epoch has changed.
    RD_KAFKA_RESP_ERR_STALE_BROKER_EPOCH = 77,
    /// Leader high watermark is not caught up.
    RD_KAFKA_RESP_ERR_OFFSET_NOT_AVAILABLE = 78,
    /// Group member needs a valid member ID.
    RD_KAFKA_RESP_ERR_MEMBER_ID_REQUIRED = 79,
    /// Preferred leader was not available.
    RD_KAFKA_RESP_ERR_PREFERRED_LEADER_NOT_AVAILABLE = 80,
    /// Consumer group has reached maximum size.
    RD_KAFKA_RESP_ERR_GROUP_MAX_SIZE_REACHED = 81,
    /// Static consumer fenced by other consumer with same group.instance.id.
    RD_KAFKA_RESP_ERR_FENCED_INSTANCE_ID = 82,
    /// Eligible partition leaders are not available.
    RD_KAFKA_RESP_ERR_ELIGIBLE_LEADERS_NOT_AVAILABLE = 83,
    /// Leader election not needed for topic partition.
    RD_KAFKA_RESP_ERR_ELECTION_NOT_NEEDED = 84,
    /// No partition reassignment is in progress.
    RD_KAFKA_RESP_ERR_NO_REASSIGNMENT_IN_PROGRESS = 85,
    /// Deleting offsets of a topic while the consumer group is subscribed to it.
    RD_KAFKA_RESP_ERR_GROUP_SUBSCRIBED_TO_TOPIC = 86,
    /// Broker failed to validate record.
    RD_KAFKA_RESP_ERR_INVALID_RECORD = 87,
    /// There are unstable offsets that need to be cleared.
    RD_KAFKA_RESP_ERR_UNSTABLE_OFFSET_COMMIT = 88,
    /// Throttling quota has been exceeded.
    RD_KAFKA_RESP_ERR_THROTTLING_QUOTA_EXCEEDED = 89,
    /// There is a newer producer with the same transactionalId which fences the current one.
    RD_KAFKA_RESP_ERR_PRODUCER_FENCED = 90,
    /// Request illegally referred to resource that does not exist.
    RD_KAFKA_RESP_ERR_RESOURCE_NOT_FOUND = 91,
    /// Request illegally referred to the same resource twice.
    RD_KAFKA_RESP_ERR_DUPLICATE_RESOURCE = 92,
    /// Requested credential would not meet criteria for acceptability.
    RD_KAFKA_RESP_ERR_UNACCEPTABLE_CREDENTIAL = 93,
    /// Indicates that the either the sender or recipient of a voter-only request is not one of the expected voters.
    RD_KAFKA_RESP_ERR_INCONSISTENT_VOTER_SET = 94,
    /// Invalid update version.
    RD_KAFKA_RESP_ERR_INVALID_UPDATE_VERSION = 95,
    /// Unable to update finalized features due to server error.
    RD_KAFKA_RESP_ERR_FEATURE_UPDATE_FAILED = 96,
    /// Request principal deserialization failed during forwarding.
    RD_KAFKA_RESP_ERR_PRINCIPAL_DESERIALIZATION_FAILURE = 97,
    /// Unknown topic id.
    RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_ID = 100,
    /// The log's topic ID did not match the topic ID in the request.
    RD_KAFKA_RESP_ERR_INCONSISTENT_TOPIC_ID = 103,
    /// The member epoch is fenced by the group coordinator.
    RD_KAFKA_RESP_ERR_FENCED_MEMBER_EPOCH = 110,
    /// The instance ID is still used by another member in the consumer group.
    RD_KAFKA_RESP_ERR_UNRELEASED_INSTANCE_ID = 111,
    /// The assignor or its version range is not supported by the consumer group.
    RD_KAFKA_RESP_ERR_UNSUPPORTED_ASSIGNOR = 112,
    /// The member epoch is stale.
    RD_KAFKA_RESP_ERR_STALE_MEMBER_EPOCH = 113,
    /// The request was sent to an endpoint of the wrong type.
    RD_KAFKA_RESP_ERR_MISMATCHED_ENDPOINT_TYPE = 114,
    /// This endpoint type is not supported yet.
    RD_KAFKA_RESP_ERR_UNSUPPORTED_ENDPOINT_TYPE = 115,
    /// This controller ID is not known.
    RD_KAFKA_RESP_ERR_UNKNOWN_CONTROLLER_ID = 116,
    /// Client sent a push telemetry request with an invalid or outdated subscription ID.
    RD_KAFKA_RESP_ERR_UNKNOWN_SUBSCRIPTION_ID = 117,
    /// Client sent a push telemetry request larger than the maximum size the broker will accept.
    RD_KAFKA_RESP_ERR_TELEMETRY_TOO_LARGE = 118,
    /// The controller has considered the broker registration to be invalid.
    RD_KAFKA_RESP_ERR_INVALID_REGISTRATION = 119,
    /// The server encountered an error with the transaction.
    RD_KAFKA_RESP_ERR_TRANSACTION_ABORTABLE = 120,
    /// The record state is invalid.
    RD_KAFKA_RESP_ERR_INVALID_RECORD_STATE = 121,
    /// The share session was not found.
    RD_KAFKA_RESP_ERR_SHARE_SESSION_NOT_FOUND = 122,
    /// The share session epoch is invalid.
    RD_KAFKA_RESP_ERR_INVALID_SHARE_SESSION_EPOCH = 123,
    /// The share-group state epoch did not match.
    RD_KAFKA_RESP_ERR_FENCED_STATE_EPOCH = 124,
    /// The voter key doesn't match the receiving replica's key.
    RD_KAFKA_RESP_ERR_INVALID_VOTER_KEY = 125,
    /// The voter is already part of the set of voters.
    RD_KAFKA_RESP_ERR_DUPLICATE_VOTER = 126,
    /// The voter is not part of the set of voters.
    RD_KAFKA_RESP_ERR_VOTER_NOT_FOUND = 127,
    /// The regular expression is not valid.
    RD_KAFKA_RESP_ERR_INVALID_REGULAR_EXPRESSION = 128,
    /// Client metadata is stale, client should rebootstrap to obtain new metadata.
    RD_KAFKA_RESP_ERR_REBOOTSTRAP_REQUIRED = 129,
    /// The supplied topology is invalid.
    RD_KAFKA_RESP_ERR_STREAMS_INVALID_TOPOLOGY = 130,
    /// The supplied topology epoch is invalid.
    RD_KAFKA_RESP_ERR_STREAMS_INVALID_TOPOLOGY_EPOCH = 131,
    /// The supplied topology epoch is outdated.
    RD_KAFKA_RESP_ERR_STREAMS_TOPOLOGY_FENCED = 132,
    /// The limit of share sessions has been reached.
    RD_KAFKA_RESP_ERR_SHARE_SESSION_LIMIT_REACHED = 133,
    /// One more than the highest code; grows between releases.
    RD_KAFKA_RESP_ERR_END_ALL = 134,
}

/// Another name of the code.
pub const RD_KAFKA_RESP_ERR_NOT_LEADER_OR_FOLLOWER: RespErr =
    RespErr::named(rd_kafka_resp_err_t::RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION);
/// Another name of the code.
pub const RD_KAFKA_RESP_ERR_GROUP_LOAD_IN_PROGRESS: RespErr =
    RespErr::named(rd_kafka_resp_err_t::RD_KAFKA_RESP_ERR_COORDINATOR_LOAD_IN_PROGRESS);
/// Another name of the code.
pub const RD_KAFKA_RESP_ERR_GROUP_COORDINATOR_NOT_AVAILABLE: RespErr =
    RespErr::named(rd_kafka_resp_err_t::RD_KAFKA_RESP_ERR_COORDINATOR_NOT_AVAILABLE);
/// Another name of the code.
pub const RD_KAFKA_RESP_ERR_NOT_COORDINATOR_FOR_GROUP: RespErr =
    RespErr::named(rd_kafka_resp_err_t::RD_KAFKA_RESP_ERR_NOT_COORDINATOR);
