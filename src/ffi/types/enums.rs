//! The enums of the C interface, for the headers and as named values.
//!
//! C code may pass any integer where one of these stands: functions therefore take
//! and return [`CEnum`](super::CEnum) values, never the enums themselves.

/// What a handle does.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum rd_kafka_type_t {
    /// Sends messages.
    RD_KAFKA_PRODUCER = 0,
    /// Receives messages.
    RD_KAFKA_CONSUMER = 1,
}

/// Who set the time of a message.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum rd_kafka_timestamp_type_t {
    /// The message has no timestamp.
    RD_KAFKA_TIMESTAMP_NOT_AVAILABLE = 0,
    /// Set by the producer, or by the application that produced.
    RD_KAFKA_TIMESTAMP_CREATE_TIME = 1,
    /// Set by the broker when it appended the message.
    RD_KAFKA_TIMESTAMP_LOG_APPEND_TIME = 2,
}

/// What an argument of `rd_kafka_producev()` or `rd_kafka_produceva()` holds.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum rd_kafka_vtype_t {
    /// Ends the argument list.
    RD_KAFKA_VTYPE_END = 0,
    /// `const char *`: name of the topic.
    RD_KAFKA_VTYPE_TOPIC = 1,
    /// `rd_kafka_topic_t *`: topic object.
    RD_KAFKA_VTYPE_RKT = 2,
    /// `int32_t`: partition.
    RD_KAFKA_VTYPE_PARTITION = 3,
    /// `void *`, `size_t`: payload.
    RD_KAFKA_VTYPE_VALUE = 4,
    /// `void *`, `size_t`: key.
    RD_KAFKA_VTYPE_KEY = 5,
    /// `void *`: pointer that comes back with the delivery report.
    RD_KAFKA_VTYPE_OPAQUE = 6,
    /// `int`: `RD_KAFKA_MSG_F_...` flags.
    RD_KAFKA_VTYPE_MSGFLAGS = 7,
    /// `int64_t`: milliseconds since the Unix epoch, 0 for now.
    RD_KAFKA_VTYPE_TIMESTAMP = 8,
    /// `const char *`, `const void *`, `ssize_t`: one header.
    RD_KAFKA_VTYPE_HEADER = 9,
    /// `rd_kafka_headers_t *`: all headers; the library owns them once the call succeeded.
    RD_KAFKA_VTYPE_HEADERS = 10,
}

/// Whether a produced message reached the log of its partition.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum rd_kafka_msg_status_t {
    /// It was never sent, or its sending certainly failed.
    RD_KAFKA_MSG_STATUS_NOT_PERSISTED = 0,
    /// It was sent, but no answer tells what became of it.
    RD_KAFKA_MSG_STATUS_POSSIBLY_PERSISTED = 1,
    /// The broker acknowledged it.
    RD_KAFKA_MSG_STATUS_PERSISTED = 2,
}

/// Outcome of reading or changing a configuration property.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum rd_kafka_conf_res_t {
    /// There is no such property.
    RD_KAFKA_CONF_UNKNOWN = -2,
    /// The value does not fit the property.
    RD_KAFKA_CONF_INVALID = -1,
    /// Done.
    RD_KAFKA_CONF_OK = 0,
}

/// Kind of a certificate passed to `rd_kafka_conf_set_ssl_cert()`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum rd_kafka_cert_type_t {
    /// The client's certificate.
    RD_KAFKA_CERT_PUBLIC_KEY = 0,
    /// The client's private key.
    RD_KAFKA_CERT_PRIVATE_KEY = 1,
    /// Certificates of the authorities to trust.
    RD_KAFKA_CERT_CA = 2,
    /// One more than the highest value; grows between releases.
    RD_KAFKA_CERT__CNT = 3,
}

/// Encoding of a certificate passed to `rd_kafka_conf_set_ssl_cert()`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum rd_kafka_cert_enc_t {
    /// PKCS#12.
    RD_KAFKA_CERT_ENC_PKCS12 = 0,
    /// DER (binary ASN.1).
    RD_KAFKA_CERT_ENC_DER = 1,
    /// PEM (text).
    RD_KAFKA_CERT_ENC_PEM = 2,
    /// One more than the highest value; grows between releases.
    RD_KAFKA_CERT_ENC__CNT = 3,
}

/// What a share consumer says of a record it was given.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum rd_kafka_share_AcknowledgeType_s {
    /// Processed.
    RD_KAFKA_SHARE_ACKNOWLEDGE_TYPE_ACCEPT = 1,
    /// Not processed; deliver it again.
    RD_KAFKA_SHARE_ACKNOWLEDGE_TYPE_RELEASE = 2,
    /// Can not be processed; do not deliver it again.
    RD_KAFKA_SHARE_ACKNOWLEDGE_TYPE_REJECT = 3,
}

/// State of a consumer group as its coordinator reports it.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum rd_kafka_consumer_group_state_t {
    /// Not known to this library.
    RD_KAFKA_CONSUMER_GROUP_STATE_UNKNOWN = 0,
    /// Waits for its members to join.
    RD_KAFKA_CONSUMER_GROUP_STATE_PREPARING_REBALANCE = 1,
    /// Waits for the assignment.
    RD_KAFKA_CONSUMER_GROUP_STATE_COMPLETING_REBALANCE = 2,
    /// All members have their assignment.
    RD_KAFKA_CONSUMER_GROUP_STATE_STABLE = 3,
    /// The group is gone.
    RD_KAFKA_CONSUMER_GROUP_STATE_DEAD = 4,
    /// The group has offsets but no members.
    RD_KAFKA_CONSUMER_GROUP_STATE_EMPTY = 5,
    /// One more than the highest value; grows between releases.
    RD_KAFKA_CONSUMER_GROUP_STATE__CNT = 6,
}

/// Protocol that a consumer group speaks.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum rd_kafka_consumer_group_type_t {
    /// Not known to this library.
    RD_KAFKA_CONSUMER_GROUP_TYPE_UNKNOWN = 0,
    /// The protocol of KIP-848.
    RD_KAFKA_CONSUMER_GROUP_TYPE_CONSUMER = 1,
    /// The original protocol (JoinGroup, SyncGroup).
    RD_KAFKA_CONSUMER_GROUP_TYPE_CLASSIC = 2,
    /// One more than the highest value; grows between releases.
    RD_KAFKA_CONSUMER_GROUP_TYPE__CNT = 3,
}

/// Kind of an internal thread, told to thread interceptors.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum rd_kafka_thread_type_t {
    /// The handle's main thread.
    RD_KAFKA_THREAD_MAIN = 0,
    /// The thread that serves the background queue.
    RD_KAFKA_THREAD_BACKGROUND = 1,
    /// A thread that talks to brokers.
    RD_KAFKA_THREAD_BROKER = 2,
}

/// Admin request for which an options object is made.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum rd_kafka_admin_op_t {
    /// Any request.
    RD_KAFKA_ADMIN_OP_ANY = 0,
    /// `rd_kafka_CreateTopics()`.
    RD_KAFKA_ADMIN_OP_CREATETOPICS = 1,
    /// `rd_kafka_DeleteTopics()`.
    RD_KAFKA_ADMIN_OP_DELETETOPICS = 2,
    /// `rd_kafka_CreatePartitions()`.
    RD_KAFKA_ADMIN_OP_CREATEPARTITIONS = 3,
    /// `rd_kafka_AlterConfigs()`.
    RD_KAFKA_ADMIN_OP_ALTERCONFIGS = 4,
    /// `rd_kafka_DescribeConfigs()`.
    RD_KAFKA_ADMIN_OP_DESCRIBECONFIGS = 5,
    /// `rd_kafka_DeleteRecords()`.
    RD_KAFKA_ADMIN_OP_DELETERECORDS = 6,
    /// `rd_kafka_DeleteGroups()`.
    RD_KAFKA_ADMIN_OP_DELETEGROUPS = 7,
    /// `rd_kafka_DeleteConsumerGroupOffsets()`.
    RD_KAFKA_ADMIN_OP_DELETECONSUMERGROUPOFFSETS = 8,
    /// `rd_kafka_CreateAcls()`.
    RD_KAFKA_ADMIN_OP_CREATEACLS = 9,
    /// `rd_kafka_DescribeAcls()`.
    RD_KAFKA_ADMIN_OP_DESCRIBEACLS = 10,
    /// `rd_kafka_DeleteAcls()`.
    RD_KAFKA_ADMIN_OP_DELETEACLS = 11,
    /// `rd_kafka_ListConsumerGroups()`.
    RD_KAFKA_ADMIN_OP_LISTCONSUMERGROUPS = 12,
    /// `rd_kafka_DescribeConsumerGroups()`.
    RD_KAFKA_ADMIN_OP_DESCRIBECONSUMERGROUPS = 13,
    /// `rd_kafka_ListConsumerGroupOffsets()`.
    RD_KAFKA_ADMIN_OP_LISTCONSUMERGROUPOFFSETS = 14,
    /// `rd_kafka_AlterConsumerGroupOffsets()`.
    RD_KAFKA_ADMIN_OP_ALTERCONSUMERGROUPOFFSETS = 15,
    /// `rd_kafka_IncrementalAlterConfigs()`.
    RD_KAFKA_ADMIN_OP_INCREMENTALALTERCONFIGS = 16,
    /// `rd_kafka_DescribeUserScramCredentials()`.
    RD_KAFKA_ADMIN_OP_DESCRIBEUSERSCRAMCREDENTIALS = 17,
    /// `rd_kafka_AlterUserScramCredentials()`.
    RD_KAFKA_ADMIN_OP_ALTERUSERSCRAMCREDENTIALS = 18,
    /// `rd_kafka_DescribeTopics()`.
    RD_KAFKA_ADMIN_OP_DESCRIBETOPICS = 19,
    /// `rd_kafka_DescribeCluster()`.
    RD_KAFKA_ADMIN_OP_DESCRIBECLUSTER = 20,
    /// `rd_kafka_ListOffsets()`.
    RD_KAFKA_ADMIN_OP_LISTOFFSETS = 21,
    /// `rd_kafka_ElectLeaders()`.
    RD_KAFKA_ADMIN_OP_ELECTLEADERS = 22,
    /// One more than the highest value; grows between releases.
    RD_KAFKA_ADMIN_OP__CNT = 23,
}

/// Which records of open and aborted transactions a read sees.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum rd_kafka_IsolationLevel_t {
    /// All records.
    RD_KAFKA_ISOLATION_LEVEL_READ_UNCOMMITTED = 0,
    /// Records of committed transactions, and those outside of transactions.
    RD_KAFKA_ISOLATION_LEVEL_READ_COMMITTED = 1,
}

/// Operation that an access rule speaks of.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum rd_kafka_AclOperation_t {
    /// Not known to this library.
    RD_KAFKA_ACL_OPERATION_UNKNOWN = 0,
    /// Matches every operation, in filters.
    RD_KAFKA_ACL_OPERATION_ANY = 1,
    /// All operations.
    RD_KAFKA_ACL_OPERATION_ALL = 2,
    /// Read.
    RD_KAFKA_ACL_OPERATION_READ = 3,
    /// Write.
    RD_KAFKA_ACL_OPERATION_WRITE = 4,
    /// Create.
    RD_KAFKA_ACL_OPERATION_CREATE = 5,
    /// Delete.
    RD_KAFKA_ACL_OPERATION_DELETE = 6,
    /// Alter.
    RD_KAFKA_ACL_OPERATION_ALTER = 7,
    /// Describe.
    RD_KAFKA_ACL_OPERATION_DESCRIBE = 8,
    /// Actions between brokers.
    RD_KAFKA_ACL_OPERATION_CLUSTER_ACTION = 9,
    /// Read configurations.
    RD_KAFKA_ACL_OPERATION_DESCRIBE_CONFIGS = 10,
    /// Change configurations.
    RD_KAFKA_ACL_OPERATION_ALTER_CONFIGS = 11,
    /// Idempotent produce.
    RD_KAFKA_ACL_OPERATION_IDEMPOTENT_WRITE = 12,
    /// One more than the highest value; grows between releases.
    RD_KAFKA_ACL_OPERATION__CNT = 13,
}

/// Where the value of a broker side configuration entry comes from.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum rd_kafka_ConfigSource_t {
    /// Not known.
    RD_KAFKA_CONFIG_SOURCE_UNKNOWN_CONFIG = 0,
    /// Set for this topic at run time.
    RD_KAFKA_CONFIG_SOURCE_DYNAMIC_TOPIC_CONFIG = 1,
    /// Set for this broker at run time.
    RD_KAFKA_CONFIG_SOURCE_DYNAMIC_BROKER_CONFIG = 2,
    /// Set for all brokers at run time.
    RD_KAFKA_CONFIG_SOURCE_DYNAMIC_DEFAULT_BROKER_CONFIG = 3,
    /// From the broker's properties file.
    RD_KAFKA_CONFIG_SOURCE_STATIC_BROKER_CONFIG = 4,
    /// Built-in default.
    RD_KAFKA_CONFIG_SOURCE_DEFAULT_CONFIG = 5,
    /// Set for this group at run time.
    RD_KAFKA_CONFIG_SOURCE_GROUP_CONFIG = 8,
    /// One more than the highest value; grows between releases.
    RD_KAFKA_CONFIG_SOURCE__CNT = 9,
}

/// Kind of a broker side resource (configuration, access rules).
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum rd_kafka_ResourceType_t {
    /// Not known to this library.
    RD_KAFKA_RESOURCE_UNKNOWN = 0,
    /// Matches every kind, in filters.
    RD_KAFKA_RESOURCE_ANY = 1,
    /// A topic.
    RD_KAFKA_RESOURCE_TOPIC = 2,
    /// A group.
    RD_KAFKA_RESOURCE_GROUP = 3,
    /// A broker (configuration) or the cluster (access rules).
    RD_KAFKA_RESOURCE_BROKER = 4,
    /// A transactional id.
    RD_KAFKA_RESOURCE_TRANSACTIONAL_ID = 5,
    /// One more than the highest value; grows between releases.
    RD_KAFKA_RESOURCE__CNT = 6,
}

/// How a resource name in an access rule is compared.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum rd_kafka_ResourcePatternType_t {
    /// Not known to this library.
    RD_KAFKA_RESOURCE_PATTERN_UNKNOWN = 0,
    /// Matches every pattern, in filters.
    RD_KAFKA_RESOURCE_PATTERN_ANY = 1,
    /// Matches every rule that applies to the name, in filters.
    RD_KAFKA_RESOURCE_PATTERN_MATCH = 2,
    /// The name itself.
    RD_KAFKA_RESOURCE_PATTERN_LITERAL = 3,
    /// All names with this beginning.
    RD_KAFKA_RESOURCE_PATTERN_PREFIXED = 4,
    /// One more than the highest value; grows between releases.
    RD_KAFKA_RESOURCE_PATTERN_TYPE__CNT = 5,
}

/// What an incremental configuration change does to an entry.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum rd_kafka_AlterConfigOpType_t {
    /// Sets the value.
    RD_KAFKA_ALTER_CONFIG_OP_TYPE_SET = 0,
    /// Goes back to the default.
    RD_KAFKA_ALTER_CONFIG_OP_TYPE_DELETE = 1,
    /// Adds to a list.
    RD_KAFKA_ALTER_CONFIG_OP_TYPE_APPEND = 2,
    /// Removes from a list.
    RD_KAFKA_ALTER_CONFIG_OP_TYPE_SUBTRACT = 3,
    /// One more than the highest value; grows between releases.
    RD_KAFKA_ALTER_CONFIG_OP_TYPE__CNT = 4,
}

/// Offset to look up in a ListOffsets request.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum rd_kafka_OffsetSpec_t {
    /// The record with the highest timestamp.
    RD_KAFKA_OFFSET_SPEC_MAX_TIMESTAMP = -3,
    /// The first record.
    RD_KAFKA_OFFSET_SPEC_EARLIEST = -2,
    /// The end of the log.
    RD_KAFKA_OFFSET_SPEC_LATEST = -1,
}

/// SCRAM mechanism of a stored credential.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum rd_kafka_ScramMechanism_t {
    /// Not known to this library.
    RD_KAFKA_SCRAM_MECHANISM_UNKNOWN = 0,
    /// SCRAM-SHA-256.
    RD_KAFKA_SCRAM_MECHANISM_SHA_256 = 1,
    /// SCRAM-SHA-512.
    RD_KAFKA_SCRAM_MECHANISM_SHA_512 = 2,
    /// One more than the highest value; grows between releases.
    RD_KAFKA_SCRAM_MECHANISM__CNT = 3,
}

/// Whether an access rule allows or denies.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum rd_kafka_AclPermissionType_t {
    /// Not known to this library.
    RD_KAFKA_ACL_PERMISSION_TYPE_UNKNOWN = 0,
    /// Matches both, in filters.
    RD_KAFKA_ACL_PERMISSION_TYPE_ANY = 1,
    /// Denies.
    RD_KAFKA_ACL_PERMISSION_TYPE_DENY = 2,
    /// Allows.
    RD_KAFKA_ACL_PERMISSION_TYPE_ALLOW = 3,
    /// One more than the highest value; grows between releases.
    RD_KAFKA_ACL_PERMISSION_TYPE__CNT = 4,
}

/// Kind of leader election to start.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum rd_kafka_ElectionType_t {
    /// Elects the preferred replica.
    RD_KAFKA_ELECTION_TYPE_PREFERRED = 0,
    /// Elects any live replica, which may lose records.
    RD_KAFKA_ELECTION_TYPE_UNCLEAN = 1,
}

/// What a share consumer says of a record it was given.
pub type rd_kafka_share_AcknowledgeType_t = rd_kafka_share_AcknowledgeType_s;
