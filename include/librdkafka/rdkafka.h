/*
 * librdkafka-rs: the C interface of librdkafka 2.16.0, provided by a Rust library.
 *
 * Generated from src/ffi by `cargo run -p rdkafka-headers`: do not edit.
 * Licence: MIT OR Apache-2.0.
 *
 * Unless a comment says otherwise: functions may be called from any thread, also at the
 * same time on one handle; pointers must be valid; strings end with a zero byte and are
 * UTF-8; times are in milliseconds, and a time-out of -1 means to wait without limit, 0
 * not to wait.
 */

#ifndef _RDKAFKA_H_
#define _RDKAFKA_H_

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct addrinfo;
struct sockaddr;

/** Version of this library, as opposed to that of the interface (`RD_KAFKA_VERSION`). */
#define LIBRDKAFKA_RS_VERSION "0.1.0"

/** Version of the interface: major, minor, revision, pre-release (0xff: a release). */
#define RD_KAFKA_VERSION 0x021000ff

/** Marks exported functions. */
#define RD_EXPORT

#if defined(__GNUC__)
/** Marks functions that are kept for old programs. */
#define RD_DEPRECATED __attribute__((deprecated))
/** Marks what may stay unused. */
#define RD_UNUSED __attribute__((unused))
/** Lets the compiler check the arguments of a function like printf(3). */
#define RD_FORMAT(KIND, TEXT, FIRST) __attribute__((format(KIND, TEXT, FIRST)))
/** Tells whether the compiler knows `({ ... })`. */
#define RD_HAS_STATEMENT_EXPRESSIONS 1
#else
#define RD_DEPRECATED
#define RD_UNUSED
#define RD_FORMAT(KIND, TEXT, FIRST)
#define RD_HAS_STATEMENT_EXPRESSIONS 0
#endif
/** Marks functions to be inlined. */
#define RD_INLINE __inline

/** Whether the `RD_KAFKA_V_...` macros check the types of their arguments: define as 0 or 1
 *  before including this header to choose. */
#ifndef LIBRDKAFKA_TYPECHECKS
#define LIBRDKAFKA_TYPECHECKS RD_HAS_STATEMENT_EXPRESSIONS
#endif

/** Words of the `debug` property, separated by commas. */
#define RD_KAFKA_DEBUG_CONTEXTS "all,generic,broker,topic,metadata,feature,queue,msg,protocol,cgrp,security,fetch,interceptor,plugin,consumer,admin,eos,mock,assignor,conf"

/** `rd_kafka_destroy_flags()`: do not close the consumer first. */
#define RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE 8

/** No partition: the partitioner chooses one. */
#define RD_KAFKA_PARTITION_UA (-1)

/** Start with the oldest message. */
#define RD_KAFKA_OFFSET_BEGINNING (-2)

/** Start with the next message. */
#define RD_KAFKA_OFFSET_END (-1)

/** Start with the offset that was committed. */
#define RD_KAFKA_OFFSET_STORED (-1000)

/** No offset. */
#define RD_KAFKA_OFFSET_INVALID (-1001)

/** Base of `RD_KAFKA_OFFSET_TAIL()`. */
#define RD_KAFKA_OFFSET_TAIL_BASE (-2000)

/**
 * The library frees the payload with free(3) once the message is done. Excludes
 * `RD_KAFKA_MSG_F_COPY`.
 */
#define RD_KAFKA_MSG_F_FREE 1

/** The library copies the payload at once. */
#define RD_KAFKA_MSG_F_COPY 2

/** Wait while the queue is full. Reports must be served by another thread meanwhile. */
#define RD_KAFKA_MSG_F_BLOCK 4

/** `rd_kafka_produce_batch()`: use the partition of each message. */
#define RD_KAFKA_MSG_F_PARTITION 8

/** `rd_kafka_purge()`: messages that wait to be sent. */
#define RD_KAFKA_PURGE_F_QUEUE 1

/** `rd_kafka_purge()`: messages that were sent and not answered. */
#define RD_KAFKA_PURGE_F_INFLIGHT 2

/** `rd_kafka_purge()`: do not wait for broker threads. */
#define RD_KAFKA_PURGE_F_NON_BLOCKING 4

/** No event. */
#define RD_KAFKA_EVENT_NONE 0

/** Delivery reports of produced messages. */
#define RD_KAFKA_EVENT_DR 1

/** Messages that were received. */
#define RD_KAFKA_EVENT_FETCH 2

/** A log line. */
#define RD_KAFKA_EVENT_LOG 4

/** An error of the handle. */
#define RD_KAFKA_EVENT_ERROR 8

/** A change of the assignment. */
#define RD_KAFKA_EVENT_REBALANCE 16

/** Outcome of an offset commit. */
#define RD_KAFKA_EVENT_OFFSET_COMMIT 32

/** Statistics. */
#define RD_KAFKA_EVENT_STATS 64

/** Result of `rd_kafka_CreateTopics()`. */
#define RD_KAFKA_EVENT_CREATETOPICS_RESULT 100

/** Result of `rd_kafka_DeleteTopics()`. */
#define RD_KAFKA_EVENT_DELETETOPICS_RESULT 101

/** Result of `rd_kafka_CreatePartitions()`. */
#define RD_KAFKA_EVENT_CREATEPARTITIONS_RESULT 102

/** Result of `rd_kafka_AlterConfigs()`. */
#define RD_KAFKA_EVENT_ALTERCONFIGS_RESULT 103

/** Result of `rd_kafka_DescribeConfigs()`. */
#define RD_KAFKA_EVENT_DESCRIBECONFIGS_RESULT 104

/** Result of `rd_kafka_DeleteRecords()`. */
#define RD_KAFKA_EVENT_DELETERECORDS_RESULT 105

/** Result of `rd_kafka_DeleteGroups()`. */
#define RD_KAFKA_EVENT_DELETEGROUPS_RESULT 106

/** Result of `rd_kafka_DeleteConsumerGroupOffsets()`. */
#define RD_KAFKA_EVENT_DELETECONSUMERGROUPOFFSETS_RESULT 107

/** A new OAUTHBEARER token is wanted. */
#define RD_KAFKA_EVENT_OAUTHBEARER_TOKEN_REFRESH 256

/** Turns on the background queue. */
#define RD_KAFKA_EVENT_BACKGROUND 512

/** Result of `rd_kafka_CreateAcls()`. */
#define RD_KAFKA_EVENT_CREATEACLS_RESULT 1024

/** Result of `rd_kafka_DescribeAcls()`. */
#define RD_KAFKA_EVENT_DESCRIBEACLS_RESULT 2048

/** Result of `rd_kafka_DeleteAcls()`. */
#define RD_KAFKA_EVENT_DELETEACLS_RESULT 4096

/** Result of `rd_kafka_ListConsumerGroups()`. */
#define RD_KAFKA_EVENT_LISTCONSUMERGROUPS_RESULT 8192

/** Result of `rd_kafka_DescribeConsumerGroups()`. */
#define RD_KAFKA_EVENT_DESCRIBECONSUMERGROUPS_RESULT 16384

/** Result of `rd_kafka_ListConsumerGroupOffsets()`. */
#define RD_KAFKA_EVENT_LISTCONSUMERGROUPOFFSETS_RESULT 32768

/** Result of `rd_kafka_AlterConsumerGroupOffsets()`. */
#define RD_KAFKA_EVENT_ALTERCONSUMERGROUPOFFSETS_RESULT 65536

/** Result of `rd_kafka_IncrementalAlterConfigs()`. */
#define RD_KAFKA_EVENT_INCREMENTALALTERCONFIGS_RESULT 131072

/** Result of `rd_kafka_DescribeUserScramCredentials()`. */
#define RD_KAFKA_EVENT_DESCRIBEUSERSCRAMCREDENTIALS_RESULT 262144

/** Result of `rd_kafka_AlterUserScramCredentials()`. */
#define RD_KAFKA_EVENT_ALTERUSERSCRAMCREDENTIALS_RESULT 524288

/** Result of `rd_kafka_DescribeTopics()`. */
#define RD_KAFKA_EVENT_DESCRIBETOPICS_RESULT 1048576

/** Result of `rd_kafka_DescribeCluster()`. */
#define RD_KAFKA_EVENT_DESCRIBECLUSTER_RESULT 2097152

/** Result of `rd_kafka_ListOffsets()`. */
#define RD_KAFKA_EVENT_LISTOFFSETS_RESULT 4194304

/** Result of `rd_kafka_ElectLeaders()`. */
#define RD_KAFKA_EVENT_ELECTLEADERS_RESULT 8388608
/** What a handle does. */
typedef enum rd_kafka_type_t {
        /** Sends messages. */
        RD_KAFKA_PRODUCER = 0,
        /** Receives messages. */
        RD_KAFKA_CONSUMER = 1
} rd_kafka_type_t;

/** Who set the time of a message. */
typedef enum rd_kafka_timestamp_type_t {
        /** The message has no timestamp. */
        RD_KAFKA_TIMESTAMP_NOT_AVAILABLE = 0,
        /** Set by the producer, or by the application that produced. */
        RD_KAFKA_TIMESTAMP_CREATE_TIME = 1,
        /** Set by the broker when it appended the message. */
        RD_KAFKA_TIMESTAMP_LOG_APPEND_TIME = 2
} rd_kafka_timestamp_type_t;

/** What an argument of `rd_kafka_producev()` or `rd_kafka_produceva()` holds. */
typedef enum rd_kafka_vtype_t {
        /** Ends the argument list. */
        RD_KAFKA_VTYPE_END = 0,
        /** `const char *`: name of the topic. */
        RD_KAFKA_VTYPE_TOPIC = 1,
        /** `rd_kafka_topic_t *`: topic object. */
        RD_KAFKA_VTYPE_RKT = 2,
        /** `int32_t`: partition. */
        RD_KAFKA_VTYPE_PARTITION = 3,
        /** `void *`, `size_t`: payload. */
        RD_KAFKA_VTYPE_VALUE = 4,
        /** `void *`, `size_t`: key. */
        RD_KAFKA_VTYPE_KEY = 5,
        /** `void *`: pointer that comes back with the delivery report. */
        RD_KAFKA_VTYPE_OPAQUE = 6,
        /** `int`: `RD_KAFKA_MSG_F_...` flags. */
        RD_KAFKA_VTYPE_MSGFLAGS = 7,
        /** `int64_t`: milliseconds since the Unix epoch, 0 for now. */
        RD_KAFKA_VTYPE_TIMESTAMP = 8,
        /** `const char *`, `const void *`, `ssize_t`: one header. */
        RD_KAFKA_VTYPE_HEADER = 9,
        /**
         * `rd_kafka_headers_t *`: all headers; the library owns them once the call succeeded.
         */
        RD_KAFKA_VTYPE_HEADERS = 10
} rd_kafka_vtype_t;

/** Whether a produced message reached the log of its partition. */
typedef enum rd_kafka_msg_status_t {
        /** It was never sent, or its sending certainly failed. */
        RD_KAFKA_MSG_STATUS_NOT_PERSISTED = 0,
        /** It was sent, but no answer tells what became of it. */
        RD_KAFKA_MSG_STATUS_POSSIBLY_PERSISTED = 1,
        /** The broker acknowledged it. */
        RD_KAFKA_MSG_STATUS_PERSISTED = 2
} rd_kafka_msg_status_t;

/** Outcome of reading or changing a configuration property. */
typedef enum rd_kafka_conf_res_t {
        /** There is no such property. */
        RD_KAFKA_CONF_UNKNOWN = -2,
        /** The value does not fit the property. */
        RD_KAFKA_CONF_INVALID = -1,
        /** Done. */
        RD_KAFKA_CONF_OK = 0
} rd_kafka_conf_res_t;

/** Kind of a certificate passed to `rd_kafka_conf_set_ssl_cert()`. */
typedef enum rd_kafka_cert_type_t {
        /** The client's certificate. */
        RD_KAFKA_CERT_PUBLIC_KEY = 0,
        /** The client's private key. */
        RD_KAFKA_CERT_PRIVATE_KEY = 1,
        /** Certificates of the authorities to trust. */
        RD_KAFKA_CERT_CA = 2,
        /** One more than the highest value; grows between releases. */
        RD_KAFKA_CERT__CNT = 3
} rd_kafka_cert_type_t;

/** Encoding of a certificate passed to `rd_kafka_conf_set_ssl_cert()`. */
typedef enum rd_kafka_cert_enc_t {
        /** PKCS#12. */
        RD_KAFKA_CERT_ENC_PKCS12 = 0,
        /** DER (binary ASN.1). */
        RD_KAFKA_CERT_ENC_DER = 1,
        /** PEM (text). */
        RD_KAFKA_CERT_ENC_PEM = 2,
        /** One more than the highest value; grows between releases. */
        RD_KAFKA_CERT_ENC__CNT = 3
} rd_kafka_cert_enc_t;

/** What a share consumer says of a record it was given. */
typedef enum rd_kafka_share_AcknowledgeType_s {
        /** Processed. */
        RD_KAFKA_SHARE_ACKNOWLEDGE_TYPE_ACCEPT = 1,
        /** Not processed; deliver it again. */
        RD_KAFKA_SHARE_ACKNOWLEDGE_TYPE_RELEASE = 2,
        /** Can not be processed; do not deliver it again. */
        RD_KAFKA_SHARE_ACKNOWLEDGE_TYPE_REJECT = 3
} rd_kafka_share_AcknowledgeType_s;

/** State of a consumer group as its coordinator reports it. */
typedef enum rd_kafka_consumer_group_state_t {
        /** Not known to this library. */
        RD_KAFKA_CONSUMER_GROUP_STATE_UNKNOWN = 0,
        /** Waits for its members to join. */
        RD_KAFKA_CONSUMER_GROUP_STATE_PREPARING_REBALANCE = 1,
        /** Waits for the assignment. */
        RD_KAFKA_CONSUMER_GROUP_STATE_COMPLETING_REBALANCE = 2,
        /** All members have their assignment. */
        RD_KAFKA_CONSUMER_GROUP_STATE_STABLE = 3,
        /** The group is gone. */
        RD_KAFKA_CONSUMER_GROUP_STATE_DEAD = 4,
        /** The group has offsets but no members. */
        RD_KAFKA_CONSUMER_GROUP_STATE_EMPTY = 5,
        /** One more than the highest value; grows between releases. */
        RD_KAFKA_CONSUMER_GROUP_STATE__CNT = 6
} rd_kafka_consumer_group_state_t;

/** Protocol that a consumer group speaks. */
typedef enum rd_kafka_consumer_group_type_t {
        /** Not known to this library. */
        RD_KAFKA_CONSUMER_GROUP_TYPE_UNKNOWN = 0,
        /** The protocol of KIP-848. */
        RD_KAFKA_CONSUMER_GROUP_TYPE_CONSUMER = 1,
        /** The original protocol (JoinGroup, SyncGroup). */
        RD_KAFKA_CONSUMER_GROUP_TYPE_CLASSIC = 2,
        /** One more than the highest value; grows between releases. */
        RD_KAFKA_CONSUMER_GROUP_TYPE__CNT = 3
} rd_kafka_consumer_group_type_t;

/** Kind of an internal thread, told to thread interceptors. */
typedef enum rd_kafka_thread_type_t {
        /** The handle's main thread. */
        RD_KAFKA_THREAD_MAIN = 0,
        /** The thread that serves the background queue. */
        RD_KAFKA_THREAD_BACKGROUND = 1,
        /** A thread that talks to brokers. */
        RD_KAFKA_THREAD_BROKER = 2
} rd_kafka_thread_type_t;

/** Admin request for which an options object is made. */
typedef enum rd_kafka_admin_op_t {
        /** Any request. */
        RD_KAFKA_ADMIN_OP_ANY = 0,
        /** `rd_kafka_CreateTopics()`. */
        RD_KAFKA_ADMIN_OP_CREATETOPICS = 1,
        /** `rd_kafka_DeleteTopics()`. */
        RD_KAFKA_ADMIN_OP_DELETETOPICS = 2,
        /** `rd_kafka_CreatePartitions()`. */
        RD_KAFKA_ADMIN_OP_CREATEPARTITIONS = 3,
        /** `rd_kafka_AlterConfigs()`. */
        RD_KAFKA_ADMIN_OP_ALTERCONFIGS = 4,
        /** `rd_kafka_DescribeConfigs()`. */
        RD_KAFKA_ADMIN_OP_DESCRIBECONFIGS = 5,
        /** `rd_kafka_DeleteRecords()`. */
        RD_KAFKA_ADMIN_OP_DELETERECORDS = 6,
        /** `rd_kafka_DeleteGroups()`. */
        RD_KAFKA_ADMIN_OP_DELETEGROUPS = 7,
        /** `rd_kafka_DeleteConsumerGroupOffsets()`. */
        RD_KAFKA_ADMIN_OP_DELETECONSUMERGROUPOFFSETS = 8,
        /** `rd_kafka_CreateAcls()`. */
        RD_KAFKA_ADMIN_OP_CREATEACLS = 9,
        /** `rd_kafka_DescribeAcls()`. */
        RD_KAFKA_ADMIN_OP_DESCRIBEACLS = 10,
        /** `rd_kafka_DeleteAcls()`. */
        RD_KAFKA_ADMIN_OP_DELETEACLS = 11,
        /** `rd_kafka_ListConsumerGroups()`. */
        RD_KAFKA_ADMIN_OP_LISTCONSUMERGROUPS = 12,
        /** `rd_kafka_DescribeConsumerGroups()`. */
        RD_KAFKA_ADMIN_OP_DESCRIBECONSUMERGROUPS = 13,
        /** `rd_kafka_ListConsumerGroupOffsets()`. */
        RD_KAFKA_ADMIN_OP_LISTCONSUMERGROUPOFFSETS = 14,
        /** `rd_kafka_AlterConsumerGroupOffsets()`. */
        RD_KAFKA_ADMIN_OP_ALTERCONSUMERGROUPOFFSETS = 15,
        /** `rd_kafka_IncrementalAlterConfigs()`. */
        RD_KAFKA_ADMIN_OP_INCREMENTALALTERCONFIGS = 16,
        /** `rd_kafka_DescribeUserScramCredentials()`. */
        RD_KAFKA_ADMIN_OP_DESCRIBEUSERSCRAMCREDENTIALS = 17,
        /** `rd_kafka_AlterUserScramCredentials()`. */
        RD_KAFKA_ADMIN_OP_ALTERUSERSCRAMCREDENTIALS = 18,
        /** `rd_kafka_DescribeTopics()`. */
        RD_KAFKA_ADMIN_OP_DESCRIBETOPICS = 19,
        /** `rd_kafka_DescribeCluster()`. */
        RD_KAFKA_ADMIN_OP_DESCRIBECLUSTER = 20,
        /** `rd_kafka_ListOffsets()`. */
        RD_KAFKA_ADMIN_OP_LISTOFFSETS = 21,
        /** `rd_kafka_ElectLeaders()`. */
        RD_KAFKA_ADMIN_OP_ELECTLEADERS = 22,
        /** One more than the highest value; grows between releases. */
        RD_KAFKA_ADMIN_OP__CNT = 23
} rd_kafka_admin_op_t;

/** Which records of open and aborted transactions a read sees. */
typedef enum rd_kafka_IsolationLevel_t {
        /** All records. */
        RD_KAFKA_ISOLATION_LEVEL_READ_UNCOMMITTED = 0,
        /** Records of committed transactions, and those outside of transactions. */
        RD_KAFKA_ISOLATION_LEVEL_READ_COMMITTED = 1
} rd_kafka_IsolationLevel_t;

/** Operation that an access rule speaks of. */
typedef enum rd_kafka_AclOperation_t {
        /** Not known to this library. */
        RD_KAFKA_ACL_OPERATION_UNKNOWN = 0,
        /** Matches every operation, in filters. */
        RD_KAFKA_ACL_OPERATION_ANY = 1,
        /** All operations. */
        RD_KAFKA_ACL_OPERATION_ALL = 2,
        /** Read. */
        RD_KAFKA_ACL_OPERATION_READ = 3,
        /** Write. */
        RD_KAFKA_ACL_OPERATION_WRITE = 4,
        /** Create. */
        RD_KAFKA_ACL_OPERATION_CREATE = 5,
        /** Delete. */
        RD_KAFKA_ACL_OPERATION_DELETE = 6,
        /** Alter. */
        RD_KAFKA_ACL_OPERATION_ALTER = 7,
        /** Describe. */
        RD_KAFKA_ACL_OPERATION_DESCRIBE = 8,
        /** Actions between brokers. */
        RD_KAFKA_ACL_OPERATION_CLUSTER_ACTION = 9,
        /** Read configurations. */
        RD_KAFKA_ACL_OPERATION_DESCRIBE_CONFIGS = 10,
        /** Change configurations. */
        RD_KAFKA_ACL_OPERATION_ALTER_CONFIGS = 11,
        /** Idempotent produce. */
        RD_KAFKA_ACL_OPERATION_IDEMPOTENT_WRITE = 12,
        /** One more than the highest value; grows between releases. */
        RD_KAFKA_ACL_OPERATION__CNT = 13
} rd_kafka_AclOperation_t;

/** Where the value of a broker side configuration entry comes from. */
typedef enum rd_kafka_ConfigSource_t {
        /** Not known. */
        RD_KAFKA_CONFIG_SOURCE_UNKNOWN_CONFIG = 0,
        /** Set for this topic at run time. */
        RD_KAFKA_CONFIG_SOURCE_DYNAMIC_TOPIC_CONFIG = 1,
        /** Set for this broker at run time. */
        RD_KAFKA_CONFIG_SOURCE_DYNAMIC_BROKER_CONFIG = 2,
        /** Set for all brokers at run time. */
        RD_KAFKA_CONFIG_SOURCE_DYNAMIC_DEFAULT_BROKER_CONFIG = 3,
        /** From the broker's properties file. */
        RD_KAFKA_CONFIG_SOURCE_STATIC_BROKER_CONFIG = 4,
        /** Built-in default. */
        RD_KAFKA_CONFIG_SOURCE_DEFAULT_CONFIG = 5,
        /** Set for this group at run time. */
        RD_KAFKA_CONFIG_SOURCE_GROUP_CONFIG = 8,
        /** One more than the highest value; grows between releases. */
        RD_KAFKA_CONFIG_SOURCE__CNT = 9
} rd_kafka_ConfigSource_t;

/** Kind of a broker side resource (configuration, access rules). */
typedef enum rd_kafka_ResourceType_t {
        /** Not known to this library. */
        RD_KAFKA_RESOURCE_UNKNOWN = 0,
        /** Matches every kind, in filters. */
        RD_KAFKA_RESOURCE_ANY = 1,
        /** A topic. */
        RD_KAFKA_RESOURCE_TOPIC = 2,
        /** A group. */
        RD_KAFKA_RESOURCE_GROUP = 3,
        /** A broker (configuration) or the cluster (access rules). */
        RD_KAFKA_RESOURCE_BROKER = 4,
        /** A transactional id. */
        RD_KAFKA_RESOURCE_TRANSACTIONAL_ID = 5,
        /** One more than the highest value; grows between releases. */
        RD_KAFKA_RESOURCE__CNT = 6
} rd_kafka_ResourceType_t;

/** How a resource name in an access rule is compared. */
typedef enum rd_kafka_ResourcePatternType_t {
        /** Not known to this library. */
        RD_KAFKA_RESOURCE_PATTERN_UNKNOWN = 0,
        /** Matches every pattern, in filters. */
        RD_KAFKA_RESOURCE_PATTERN_ANY = 1,
        /** Matches every rule that applies to the name, in filters. */
        RD_KAFKA_RESOURCE_PATTERN_MATCH = 2,
        /** The name itself. */
        RD_KAFKA_RESOURCE_PATTERN_LITERAL = 3,
        /** All names with this beginning. */
        RD_KAFKA_RESOURCE_PATTERN_PREFIXED = 4,
        /** One more than the highest value; grows between releases. */
        RD_KAFKA_RESOURCE_PATTERN_TYPE__CNT = 5
} rd_kafka_ResourcePatternType_t;

/** What an incremental configuration change does to an entry. */
typedef enum rd_kafka_AlterConfigOpType_t {
        /** Sets the value. */
        RD_KAFKA_ALTER_CONFIG_OP_TYPE_SET = 0,
        /** Goes back to the default. */
        RD_KAFKA_ALTER_CONFIG_OP_TYPE_DELETE = 1,
        /** Adds to a list. */
        RD_KAFKA_ALTER_CONFIG_OP_TYPE_APPEND = 2,
        /** Removes from a list. */
        RD_KAFKA_ALTER_CONFIG_OP_TYPE_SUBTRACT = 3,
        /** One more than the highest value; grows between releases. */
        RD_KAFKA_ALTER_CONFIG_OP_TYPE__CNT = 4
} rd_kafka_AlterConfigOpType_t;

/** Offset to look up in a ListOffsets request. */
typedef enum rd_kafka_OffsetSpec_t {
        /** The record with the highest timestamp. */
        RD_KAFKA_OFFSET_SPEC_MAX_TIMESTAMP = -3,
        /** The first record. */
        RD_KAFKA_OFFSET_SPEC_EARLIEST = -2,
        /** The end of the log. */
        RD_KAFKA_OFFSET_SPEC_LATEST = -1
} rd_kafka_OffsetSpec_t;

/** SCRAM mechanism of a stored credential. */
typedef enum rd_kafka_ScramMechanism_t {
        /** Not known to this library. */
        RD_KAFKA_SCRAM_MECHANISM_UNKNOWN = 0,
        /** SCRAM-SHA-256. */
        RD_KAFKA_SCRAM_MECHANISM_SHA_256 = 1,
        /** SCRAM-SHA-512. */
        RD_KAFKA_SCRAM_MECHANISM_SHA_512 = 2,
        /** One more than the highest value; grows between releases. */
        RD_KAFKA_SCRAM_MECHANISM__CNT = 3
} rd_kafka_ScramMechanism_t;

/** Whether an access rule allows or denies. */
typedef enum rd_kafka_AclPermissionType_t {
        /** Not known to this library. */
        RD_KAFKA_ACL_PERMISSION_TYPE_UNKNOWN = 0,
        /** Matches both, in filters. */
        RD_KAFKA_ACL_PERMISSION_TYPE_ANY = 1,
        /** Denies. */
        RD_KAFKA_ACL_PERMISSION_TYPE_DENY = 2,
        /** Allows. */
        RD_KAFKA_ACL_PERMISSION_TYPE_ALLOW = 3,
        /** One more than the highest value; grows between releases. */
        RD_KAFKA_ACL_PERMISSION_TYPE__CNT = 4
} rd_kafka_AclPermissionType_t;

/** Kind of leader election to start. */
typedef enum rd_kafka_ElectionType_t {
        /** Elects the preferred replica. */
        RD_KAFKA_ELECTION_TYPE_PREFERRED = 0,
        /** Elects any live replica, which may lose records. */
        RD_KAFKA_ELECTION_TYPE_UNCLEAN = 1
} rd_kafka_ElectionType_t;

/** What a share consumer says of a record it was given. */
typedef enum rd_kafka_share_AcknowledgeType_s rd_kafka_share_AcknowledgeType_t;
/**
 * Error codes. Those that start with `RD_KAFKA_RESP_ERR__` arise in the client and are
 * negative, the others come from brokers and are positive. Beside each stands the description
 * that `rd_kafka_err2str()` returns, without its first word.
 */
typedef enum rd_kafka_resp_err_t {
        /** Start of the client side codes. */
        RD_KAFKA_RESP_ERR__BEGIN = -200,
        /** Bad message format. */
        RD_KAFKA_RESP_ERR__BAD_MSG = -199,
        /** Invalid compressed data. */
        RD_KAFKA_RESP_ERR__BAD_COMPRESSION = -198,
        /** Broker handle destroyed for termination. */
        RD_KAFKA_RESP_ERR__DESTROY = -197,
        /** Communication failure with broker. */
        RD_KAFKA_RESP_ERR__FAIL = -196,
        /** Broker transport failure. */
        RD_KAFKA_RESP_ERR__TRANSPORT = -195,
        /** Critical system resource failure. */
        RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE = -194,
        /** Host resolution failure. */
        RD_KAFKA_RESP_ERR__RESOLVE = -193,
        /** Message timed out. */
        RD_KAFKA_RESP_ERR__MSG_TIMED_OUT = -192,
        /** No more messages. */
        RD_KAFKA_RESP_ERR__PARTITION_EOF = -191,
        /** Unknown partition. */
        RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION = -190,
        /** File or filesystem error. */
        RD_KAFKA_RESP_ERR__FS = -189,
        /** Unknown topic. */
        RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC = -188,
        /** All broker connections are down. */
        RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN = -187,
        /** Invalid argument or configuration. */
        RD_KAFKA_RESP_ERR__INVALID_ARG = -186,
        /** Timed out. */
        RD_KAFKA_RESP_ERR__TIMED_OUT = -185,
        /** Queue full. */
        RD_KAFKA_RESP_ERR__QUEUE_FULL = -184,
        /** ISR count insufficient. */
        RD_KAFKA_RESP_ERR__ISR_INSUFF = -183,
        /** Broker node update. */
        RD_KAFKA_RESP_ERR__NODE_UPDATE = -182,
        /** SSL error. */
        RD_KAFKA_RESP_ERR__SSL = -181,
        /** Waiting for coordinator. */
        RD_KAFKA_RESP_ERR__WAIT_COORD = -180,
        /** Unknown group. */
        RD_KAFKA_RESP_ERR__UNKNOWN_GROUP = -179,
        /** Operation in progress. */
        RD_KAFKA_RESP_ERR__IN_PROGRESS = -178,
        /** Previous operation in progress. */
        RD_KAFKA_RESP_ERR__PREV_IN_PROGRESS = -177,
        /** Existing subscription. */
        RD_KAFKA_RESP_ERR__EXISTING_SUBSCRIPTION = -176,
        /** Assign partitions. */
        RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS = -175,
        /** Revoke partitions. */
        RD_KAFKA_RESP_ERR__REVOKE_PARTITIONS = -174,
        /** Conflicting use. */
        RD_KAFKA_RESP_ERR__CONFLICT = -173,
        /** Erroneous state. */
        RD_KAFKA_RESP_ERR__STATE = -172,
        /** Unknown protocol. */
        RD_KAFKA_RESP_ERR__UNKNOWN_PROTOCOL = -171,
        /** Not implemented. */
        RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED = -170,
        /** Authentication failure. */
        RD_KAFKA_RESP_ERR__AUTHENTICATION = -169,
        /** No offset stored. */
        RD_KAFKA_RESP_ERR__NO_OFFSET = -168,
        /** Outdated. */
        RD_KAFKA_RESP_ERR__OUTDATED = -167,
        /** Timed out in queue. */
        RD_KAFKA_RESP_ERR__TIMED_OUT_QUEUE = -166,
        /** Required feature not supported by broker. */
        RD_KAFKA_RESP_ERR__UNSUPPORTED_FEATURE = -165,
        /** Awaiting cache update. */
        RD_KAFKA_RESP_ERR__WAIT_CACHE = -164,
        /** Operation interrupted. */
        RD_KAFKA_RESP_ERR__INTR = -163,
        /** Key serialization error. */
        RD_KAFKA_RESP_ERR__KEY_SERIALIZATION = -162,
        /** Value serialization error. */
        RD_KAFKA_RESP_ERR__VALUE_SERIALIZATION = -161,
        /** Key deserialization error. */
        RD_KAFKA_RESP_ERR__KEY_DESERIALIZATION = -160,
        /** Value deserialization error. */
        RD_KAFKA_RESP_ERR__VALUE_DESERIALIZATION = -159,
        /** Partial response. */
        RD_KAFKA_RESP_ERR__PARTIAL = -158,
        /** Read-only object. */
        RD_KAFKA_RESP_ERR__READ_ONLY = -157,
        /** No such entry. */
        RD_KAFKA_RESP_ERR__NOENT = -156,
        /** Read underflow. */
        RD_KAFKA_RESP_ERR__UNDERFLOW = -155,
        /** Invalid type. */
        RD_KAFKA_RESP_ERR__INVALID_TYPE = -154,
        /** Retry operation. */
        RD_KAFKA_RESP_ERR__RETRY = -153,
        /** Purged in queue. */
        RD_KAFKA_RESP_ERR__PURGE_QUEUE = -152,
        /** Purged in flight. */
        RD_KAFKA_RESP_ERR__PURGE_INFLIGHT = -151,
        /** Fatal error. */
        RD_KAFKA_RESP_ERR__FATAL = -150,
        /** Inconsistent state. */
        RD_KAFKA_RESP_ERR__INCONSISTENT = -149,
        /** Gap-less ordering would not be guaranteed if proceeding. */
        RD_KAFKA_RESP_ERR__GAPLESS_GUARANTEE = -148,
        /** Maximum application poll interval (max.poll.interval.ms) exceeded. */
        RD_KAFKA_RESP_ERR__MAX_POLL_EXCEEDED = -147,
        /** Unknown broker. */
        RD_KAFKA_RESP_ERR__UNKNOWN_BROKER = -146,
        /** Functionality not configured. */
        RD_KAFKA_RESP_ERR__NOT_CONFIGURED = -145,
        /** This instance has been fenced by a newer instance. */
        RD_KAFKA_RESP_ERR__FENCED = -144,
        /** Application generated error. */
        RD_KAFKA_RESP_ERR__APPLICATION = -143,
        /** Group partition assignment lost. */
        RD_KAFKA_RESP_ERR__ASSIGNMENT_LOST = -142,
        /** No operation performed. */
        RD_KAFKA_RESP_ERR__NOOP = -141,
        /** No offset to automatically reset to. */
        RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET = -140,
        /** Partition log truncation detected. */
        RD_KAFKA_RESP_ERR__LOG_TRUNCATION = -139,
        /** an invalid record in the same batch caused the failure of this message too. */
        RD_KAFKA_RESP_ERR__INVALID_DIFFERENT_RECORD = -138,
        /** Broker handle destroyed without termination. */
        RD_KAFKA_RESP_ERR__DESTROY_BROKER = -137,
        /** End of the client side codes. */
        RD_KAFKA_RESP_ERR__END = -100,
        /** Unknown broker error. */
        RD_KAFKA_RESP_ERR_UNKNOWN = -1,
        /** Success. */
        RD_KAFKA_RESP_ERR_NO_ERROR = 0,
        /** Offset out of range. */
        RD_KAFKA_RESP_ERR_OFFSET_OUT_OF_RANGE = 1,
        /** Invalid message. */
        RD_KAFKA_RESP_ERR_INVALID_MSG = 2,
        /** Unknown topic or partition. */
        RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART = 3,
        /** Invalid message size. */
        RD_KAFKA_RESP_ERR_INVALID_MSG_SIZE = 4,
        /** Leader not available. */
        RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE = 5,
        /** Not leader for partition. */
        RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION = 6,
        /** Request timed out. */
        RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT = 7,
        /** Broker not available. */
        RD_KAFKA_RESP_ERR_BROKER_NOT_AVAILABLE = 8,
        /** Replica not available. */
        RD_KAFKA_RESP_ERR_REPLICA_NOT_AVAILABLE = 9,
        /** Message size too large. */
        RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE = 10,
        /** StaleControllerEpochCode. */
        RD_KAFKA_RESP_ERR_STALE_CTRL_EPOCH = 11,
        /** Offset metadata string too large. */
        RD_KAFKA_RESP_ERR_OFFSET_METADATA_TOO_LARGE = 12,
        /** Broker disconnected before response received. */
        RD_KAFKA_RESP_ERR_NETWORK_EXCEPTION = 13,
        /** Coordinator load in progress. */
        RD_KAFKA_RESP_ERR_COORDINATOR_LOAD_IN_PROGRESS = 14,
        /** Coordinator not available. */
        RD_KAFKA_RESP_ERR_COORDINATOR_NOT_AVAILABLE = 15,
        /** Not coordinator. */
        RD_KAFKA_RESP_ERR_NOT_COORDINATOR = 16,
        /** Invalid topic. */
        RD_KAFKA_RESP_ERR_TOPIC_EXCEPTION = 17,
        /** Message batch larger than configured server segment size. */
        RD_KAFKA_RESP_ERR_RECORD_LIST_TOO_LARGE = 18,
        /** Not enough in-sync replicas. */
        RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS = 19,
        /** Message(s) written to insufficient number of in-sync replicas. */
        RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS_AFTER_APPEND = 20,
        /** Invalid required acks value. */
        RD_KAFKA_RESP_ERR_INVALID_REQUIRED_ACKS = 21,
        /** Specified group generation id is not valid. */
        RD_KAFKA_RESP_ERR_ILLEGAL_GENERATION = 22,
        /** Inconsistent group protocol. */
        RD_KAFKA_RESP_ERR_INCONSISTENT_GROUP_PROTOCOL = 23,
        /** Invalid group.id. */
        RD_KAFKA_RESP_ERR_INVALID_GROUP_ID = 24,
        /** Unknown member. */
        RD_KAFKA_RESP_ERR_UNKNOWN_MEMBER_ID = 25,
        /** Invalid session timeout. */
        RD_KAFKA_RESP_ERR_INVALID_SESSION_TIMEOUT = 26,
        /** Group rebalance in progress. */
        RD_KAFKA_RESP_ERR_REBALANCE_IN_PROGRESS = 27,
        /** Commit offset data size is not valid. */
        RD_KAFKA_RESP_ERR_INVALID_COMMIT_OFFSET_SIZE = 28,
        /** Topic authorization failed. */
        RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED = 29,
        /** Group authorization failed. */
        RD_KAFKA_RESP_ERR_GROUP_AUTHORIZATION_FAILED = 30,
        /** Cluster authorization failed. */
        RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED = 31,
        /** Invalid timestamp. */
        RD_KAFKA_RESP_ERR_INVALID_TIMESTAMP = 32,
        /** Unsupported SASL mechanism. */
        RD_KAFKA_RESP_ERR_UNSUPPORTED_SASL_MECHANISM = 33,
        /** Request not valid in current SASL state. */
        RD_KAFKA_RESP_ERR_ILLEGAL_SASL_STATE = 34,
        /** API version not supported. */
        RD_KAFKA_RESP_ERR_UNSUPPORTED_VERSION = 35,
        /** Topic already exists. */
        RD_KAFKA_RESP_ERR_TOPIC_ALREADY_EXISTS = 36,
        /** Invalid number of partitions. */
        RD_KAFKA_RESP_ERR_INVALID_PARTITIONS = 37,
        /** Invalid replication factor. */
        RD_KAFKA_RESP_ERR_INVALID_REPLICATION_FACTOR = 38,
        /** Invalid replica assignment. */
        RD_KAFKA_RESP_ERR_INVALID_REPLICA_ASSIGNMENT = 39,
        /** Configuration is invalid. */
        RD_KAFKA_RESP_ERR_INVALID_CONFIG = 40,
        /** Not controller for cluster. */
        RD_KAFKA_RESP_ERR_NOT_CONTROLLER = 41,
        /** Invalid request. */
        RD_KAFKA_RESP_ERR_INVALID_REQUEST = 42,
        /** Message format on broker does not support request. */
        RD_KAFKA_RESP_ERR_UNSUPPORTED_FOR_MESSAGE_FORMAT = 43,
        /** Policy violation. */
        RD_KAFKA_RESP_ERR_POLICY_VIOLATION = 44,
        /** Broker received an out of order sequence number. */
        RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER = 45,
        /** Broker received a duplicate sequence number. */
        RD_KAFKA_RESP_ERR_DUPLICATE_SEQUENCE_NUMBER = 46,
        /** Producer attempted an operation with an old epoch. */
        RD_KAFKA_RESP_ERR_INVALID_PRODUCER_EPOCH = 47,
        /** Producer attempted a transactional operation in an invalid state. */
        RD_KAFKA_RESP_ERR_INVALID_TXN_STATE = 48,
        /**
         * Producer attempted to use a producer id which is not currently assigned to its transactional id.
         */
        RD_KAFKA_RESP_ERR_INVALID_PRODUCER_ID_MAPPING = 49,
        /**
         * Transaction timeout is larger than the maximum value allowed by the broker's max.transaction.timeout.ms.
         */
        RD_KAFKA_RESP_ERR_INVALID_TRANSACTION_TIMEOUT = 50,
        /**
         * Producer attempted to update a transaction while another concurrent operation on the same transaction was ongoing.
         */
        RD_KAFKA_RESP_ERR_CONCURRENT_TRANSACTIONS = 51,
        /**
         * Indicates that the transaction coordinator sending a WriteTxnMarker is no longer the current coordinator for a given producer.
         */
        RD_KAFKA_RESP_ERR_TRANSACTION_COORDINATOR_FENCED = 52,
        /** Transactional Id authorization failed. */
        RD_KAFKA_RESP_ERR_TRANSACTIONAL_ID_AUTHORIZATION_FAILED = 53,
        /** Security features are disabled. */
        RD_KAFKA_RESP_ERR_SECURITY_DISABLED = 54,
        /** Operation not attempted. */
        RD_KAFKA_RESP_ERR_OPERATION_NOT_ATTEMPTED = 55,
        /** Disk error when trying to access log file on disk. */
        RD_KAFKA_RESP_ERR_KAFKA_STORAGE_ERROR = 56,
        /** The user-specified log directory is not found in the broker config. */
        RD_KAFKA_RESP_ERR_LOG_DIR_NOT_FOUND = 57,
        /** SASL Authentication failed. */
        RD_KAFKA_RESP_ERR_SASL_AUTHENTICATION_FAILED = 58,
        /** Unknown Producer Id. */
        RD_KAFKA_RESP_ERR_UNKNOWN_PRODUCER_ID = 59,
        /** Partition reassignment is in progress. */
        RD_KAFKA_RESP_ERR_REASSIGNMENT_IN_PROGRESS = 60,
        /** Delegation Token feature is not enabled. */
        RD_KAFKA_RESP_ERR_DELEGATION_TOKEN_AUTH_DISABLED = 61,
        /** Delegation Token is not found on server. */
        RD_KAFKA_RESP_ERR_DELEGATION_TOKEN_NOT_FOUND = 62,
        /** Specified Principal is not valid Owner/Renewer. */
        RD_KAFKA_RESP_ERR_DELEGATION_TOKEN_OWNER_MISMATCH = 63,
        /** Delegation Token requests are not allowed on this connection. */
        RD_KAFKA_RESP_ERR_DELEGATION_TOKEN_REQUEST_NOT_ALLOWED = 64,
        /** Delegation Token authorization failed. */
        RD_KAFKA_RESP_ERR_DELEGATION_TOKEN_AUTHORIZATION_FAILED = 65,
        /** Delegation Token is expired. */
        RD_KAFKA_RESP_ERR_DELEGATION_TOKEN_EXPIRED = 66,
        /** Supplied principalType is not supported. */
        RD_KAFKA_RESP_ERR_INVALID_PRINCIPAL_TYPE = 67,
        /** The group is not empty. */
        RD_KAFKA_RESP_ERR_NON_EMPTY_GROUP = 68,
        /** The group id does not exist. */
        RD_KAFKA_RESP_ERR_GROUP_ID_NOT_FOUND = 69,
        /** The fetch session ID was not found. */
        RD_KAFKA_RESP_ERR_FETCH_SESSION_ID_NOT_FOUND = 70,
        /** The fetch session epoch is invalid. */
        RD_KAFKA_RESP_ERR_INVALID_FETCH_SESSION_EPOCH = 71,
        /** No matching listener. */
        RD_KAFKA_RESP_ERR_LISTENER_NOT_FOUND = 72,
        /** Topic deletion is disabled. */
        RD_KAFKA_RESP_ERR_TOPIC_DELETION_DISABLED = 73,
        /** Leader epoch is older than broker epoch. */
        RD_KAFKA_RESP_ERR_FENCED_LEADER_EPOCH = 74,
        /** Leader epoch is newer than broker epoch. */
        RD_KAFKA_RESP_ERR_UNKNOWN_LEADER_EPOCH = 75,
        /** Unsupported compression type. */
        RD_KAFKA_RESP_ERR_UNSUPPORTED_COMPRESSION_TYPE = 76,
        /** Broker epoch has changed. */
        RD_KAFKA_RESP_ERR_STALE_BROKER_EPOCH = 77,
        /** Leader high watermark is not caught up. */
        RD_KAFKA_RESP_ERR_OFFSET_NOT_AVAILABLE = 78,
        /** Group member needs a valid member ID. */
        RD_KAFKA_RESP_ERR_MEMBER_ID_REQUIRED = 79,
        /** Preferred leader was not available. */
        RD_KAFKA_RESP_ERR_PREFERRED_LEADER_NOT_AVAILABLE = 80,
        /** Consumer group has reached maximum size. */
        RD_KAFKA_RESP_ERR_GROUP_MAX_SIZE_REACHED = 81,
        /** Static consumer fenced by other consumer with same group.instance.id. */
        RD_KAFKA_RESP_ERR_FENCED_INSTANCE_ID = 82,
        /** Eligible partition leaders are not available. */
        RD_KAFKA_RESP_ERR_ELIGIBLE_LEADERS_NOT_AVAILABLE = 83,
        /** Leader election not needed for topic partition. */
        RD_KAFKA_RESP_ERR_ELECTION_NOT_NEEDED = 84,
        /** No partition reassignment is in progress. */
        RD_KAFKA_RESP_ERR_NO_REASSIGNMENT_IN_PROGRESS = 85,
        /** Deleting offsets of a topic while the consumer group is subscribed to it. */
        RD_KAFKA_RESP_ERR_GROUP_SUBSCRIBED_TO_TOPIC = 86,
        /** Broker failed to validate record. */
        RD_KAFKA_RESP_ERR_INVALID_RECORD = 87,
        /** There are unstable offsets that need to be cleared. */
        RD_KAFKA_RESP_ERR_UNSTABLE_OFFSET_COMMIT = 88,
        /** Throttling quota has been exceeded. */
        RD_KAFKA_RESP_ERR_THROTTLING_QUOTA_EXCEEDED = 89,
        /**
         * There is a newer producer with the same transactionalId which fences the current one.
         */
        RD_KAFKA_RESP_ERR_PRODUCER_FENCED = 90,
        /** Request illegally referred to resource that does not exist. */
        RD_KAFKA_RESP_ERR_RESOURCE_NOT_FOUND = 91,
        /** Request illegally referred to the same resource twice. */
        RD_KAFKA_RESP_ERR_DUPLICATE_RESOURCE = 92,
        /** Requested credential would not meet criteria for acceptability. */
        RD_KAFKA_RESP_ERR_UNACCEPTABLE_CREDENTIAL = 93,
        /**
         * Indicates that the either the sender or recipient of a voter-only request is not one of the expected voters.
         */
        RD_KAFKA_RESP_ERR_INCONSISTENT_VOTER_SET = 94,
        /** Invalid update version. */
        RD_KAFKA_RESP_ERR_INVALID_UPDATE_VERSION = 95,
        /** Unable to update finalized features due to server error. */
        RD_KAFKA_RESP_ERR_FEATURE_UPDATE_FAILED = 96,
        /** Request principal deserialization failed during forwarding. */
        RD_KAFKA_RESP_ERR_PRINCIPAL_DESERIALIZATION_FAILURE = 97,
        /** Unknown topic id. */
        RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_ID = 100,
        /** The log's topic ID did not match the topic ID in the request. */
        RD_KAFKA_RESP_ERR_INCONSISTENT_TOPIC_ID = 103,
        /** The member epoch is fenced by the group coordinator. */
        RD_KAFKA_RESP_ERR_FENCED_MEMBER_EPOCH = 110,
        /** The instance ID is still used by another member in the consumer group. */
        RD_KAFKA_RESP_ERR_UNRELEASED_INSTANCE_ID = 111,
        /** The assignor or its version range is not supported by the consumer group. */
        RD_KAFKA_RESP_ERR_UNSUPPORTED_ASSIGNOR = 112,
        /** The member epoch is stale. */
        RD_KAFKA_RESP_ERR_STALE_MEMBER_EPOCH = 113,
        /** The request was sent to an endpoint of the wrong type. */
        RD_KAFKA_RESP_ERR_MISMATCHED_ENDPOINT_TYPE = 114,
        /** This endpoint type is not supported yet. */
        RD_KAFKA_RESP_ERR_UNSUPPORTED_ENDPOINT_TYPE = 115,
        /** This controller ID is not known. */
        RD_KAFKA_RESP_ERR_UNKNOWN_CONTROLLER_ID = 116,
        /**
         * Client sent a push telemetry request with an invalid or outdated subscription ID.
         */
        RD_KAFKA_RESP_ERR_UNKNOWN_SUBSCRIPTION_ID = 117,
        /**
         * Client sent a push telemetry request larger than the maximum size the broker will accept.
         */
        RD_KAFKA_RESP_ERR_TELEMETRY_TOO_LARGE = 118,
        /** The controller has considered the broker registration to be invalid. */
        RD_KAFKA_RESP_ERR_INVALID_REGISTRATION = 119,
        /** The server encountered an error with the transaction. */
        RD_KAFKA_RESP_ERR_TRANSACTION_ABORTABLE = 120,
        /** The record state is invalid. */
        RD_KAFKA_RESP_ERR_INVALID_RECORD_STATE = 121,
        /** The share session was not found. */
        RD_KAFKA_RESP_ERR_SHARE_SESSION_NOT_FOUND = 122,
        /** The share session epoch is invalid. */
        RD_KAFKA_RESP_ERR_INVALID_SHARE_SESSION_EPOCH = 123,
        /** The share-group state epoch did not match. */
        RD_KAFKA_RESP_ERR_FENCED_STATE_EPOCH = 124,
        /** The voter key doesn't match the receiving replica's key. */
        RD_KAFKA_RESP_ERR_INVALID_VOTER_KEY = 125,
        /** The voter is already part of the set of voters. */
        RD_KAFKA_RESP_ERR_DUPLICATE_VOTER = 126,
        /** The voter is not part of the set of voters. */
        RD_KAFKA_RESP_ERR_VOTER_NOT_FOUND = 127,
        /** The regular expression is not valid. */
        RD_KAFKA_RESP_ERR_INVALID_REGULAR_EXPRESSION = 128,
        /** Client metadata is stale, client should rebootstrap to obtain new metadata. */
        RD_KAFKA_RESP_ERR_REBOOTSTRAP_REQUIRED = 129,
        /** The supplied topology is invalid. */
        RD_KAFKA_RESP_ERR_STREAMS_INVALID_TOPOLOGY = 130,
        /** The supplied topology epoch is invalid. */
        RD_KAFKA_RESP_ERR_STREAMS_INVALID_TOPOLOGY_EPOCH = 131,
        /** The supplied topology epoch is outdated. */
        RD_KAFKA_RESP_ERR_STREAMS_TOPOLOGY_FENCED = 132,
        /** The limit of share sessions has been reached. */
        RD_KAFKA_RESP_ERR_SHARE_SESSION_LIMIT_REACHED = 133,
        /** One more than the highest code; grows between releases. */
        RD_KAFKA_RESP_ERR_END_ALL = 134
} rd_kafka_resp_err_t;
/** Another name of `RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION`. */
#define RD_KAFKA_RESP_ERR_NOT_LEADER_OR_FOLLOWER RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION

/** Another name of `RD_KAFKA_RESP_ERR_COORDINATOR_LOAD_IN_PROGRESS`. */
#define RD_KAFKA_RESP_ERR_GROUP_LOAD_IN_PROGRESS RD_KAFKA_RESP_ERR_COORDINATOR_LOAD_IN_PROGRESS

/** Another name of `RD_KAFKA_RESP_ERR_COORDINATOR_NOT_AVAILABLE`. */
#define RD_KAFKA_RESP_ERR_GROUP_COORDINATOR_NOT_AVAILABLE RD_KAFKA_RESP_ERR_COORDINATOR_NOT_AVAILABLE

/** Another name of `RD_KAFKA_RESP_ERR_NOT_COORDINATOR`. */
#define RD_KAFKA_RESP_ERR_NOT_COORDINATOR_FOR_GROUP RD_KAFKA_RESP_ERR_NOT_COORDINATOR

/** What `rd_kafka_AclBinding_t` points to; its content is private. */
struct rd_kafka_AclBinding_s;

/** What `rd_kafka_AdminOptions_t` points to; its content is private. */
struct rd_kafka_AdminOptions_s;

/** What `rd_kafka_AlterConsumerGroupOffsets_t` points to; its content is private. */
struct rd_kafka_AlterConsumerGroupOffsets_s;

/**
 * What `rd_kafka_AlterUserScramCredentials_result_response_t` points to; its content is private.
 */
struct rd_kafka_AlterUserScramCredentials_result_response_s;

/** What `rd_kafka_ConfigEntry_t` points to; its content is private. */
struct rd_kafka_ConfigEntry_s;

/** What `rd_kafka_ConfigResource_t` points to; its content is private. */
struct rd_kafka_ConfigResource_s;

/** What `rd_kafka_ConsumerGroupDescription_t` points to; its content is private. */
struct rd_kafka_ConsumerGroupDescription_s;

/** What `rd_kafka_ConsumerGroupListing_t` points to; its content is private. */
struct rd_kafka_ConsumerGroupListing_s;

/** What `rd_kafka_DeleteAcls_result_response_t` points to; its content is private. */
struct rd_kafka_DeleteAcls_result_response_s;

/** What `rd_kafka_DeleteConsumerGroupOffsets_t` points to; its content is private. */
struct rd_kafka_DeleteConsumerGroupOffsets_s;

/** What `rd_kafka_DeleteGroup_t` points to; its content is private. */
struct rd_kafka_DeleteGroup_s;

/** What `rd_kafka_DeleteRecords_t` points to; its content is private. */
struct rd_kafka_DeleteRecords_s;

/** What `rd_kafka_DeleteTopic_t` points to; its content is private. */
struct rd_kafka_DeleteTopic_s;

/** What `rd_kafka_ElectLeaders_t` points to; its content is private. */
struct rd_kafka_ElectLeaders_s;

/** What `rd_kafka_ListConsumerGroupOffsets_t` points to; its content is private. */
struct rd_kafka_ListConsumerGroupOffsets_s;

/** What `rd_kafka_ListConsumerGroupsResult_t` points to; its content is private. */
struct rd_kafka_ListConsumerGroupsResult_s;

/** What `rd_kafka_ListOffsetsResultInfo_t` points to; its content is private. */
struct rd_kafka_ListOffsetsResultInfo_s;

/** What `rd_kafka_MemberAssignment_t` points to; its content is private. */
struct rd_kafka_MemberAssignment_s;

/** What `rd_kafka_MemberDescription_t` points to; its content is private. */
struct rd_kafka_MemberDescription_s;

/** What `rd_kafka_NewPartitions_t` points to; its content is private. */
struct rd_kafka_NewPartitions_s;

/** What `rd_kafka_NewTopic_t` points to; its content is private. */
struct rd_kafka_NewTopic_s;

/** What `rd_kafka_Node_t` points to; its content is private. */
struct rd_kafka_Node_s;

/** What `rd_kafka_ScramCredentialInfo_t` points to; its content is private. */
struct rd_kafka_ScramCredentialInfo_s;

/** What `rd_kafka_TopicCollection_t` points to; its content is private. */
struct rd_kafka_TopicCollection_s;

/** What `rd_kafka_TopicDescription_t` points to; its content is private. */
struct rd_kafka_TopicDescription_s;

/** What `rd_kafka_TopicPartitionInfo_t` points to; its content is private. */
struct rd_kafka_TopicPartitionInfo_s;

/** What `rd_kafka_UserScramCredentialAlteration_t` points to; its content is private. */
struct rd_kafka_UserScramCredentialAlteration_s;

/**
 * What `rd_kafka_UserScramCredentialsDescription_t` points to; its content is private.
 */
struct rd_kafka_UserScramCredentialsDescription_s;

/** What `rd_kafka_Uuid_t` points to; its content is private. */
struct rd_kafka_Uuid_s;

/** What `rd_kafka_acl_result_t` points to; its content is private. */
struct rd_kafka_acl_result_s;

/** What `rd_kafka_conf_t` points to; its content is private. */
struct rd_kafka_conf_s;

/** What `rd_kafka_consumer_group_metadata_t` points to; its content is private. */
struct rd_kafka_consumer_group_metadata_s;

/** What `rd_kafka_error_t` points to; its content is private. */
struct rd_kafka_error_s;

/** What `rd_kafka_group_result_t` points to; its content is private. */
struct rd_kafka_group_result_s;

/** What `rd_kafka_headers_t` points to; its content is private. */
struct rd_kafka_headers_s;

/** What `rd_kafka_messages_t` points to; its content is private. */
struct rd_kafka_messages_s;

/** What `rd_kafka_event_t` points to; its content is private. */
struct rd_kafka_op_s;

/** What `rd_kafka_queue_t` points to; its content is private. */
struct rd_kafka_queue_s;

/** What `rd_kafka_t` points to; its content is private. */
struct rd_kafka_s;

/** What `rd_kafka_share_partition_offsets_list_t` points to; its content is private. */
struct rd_kafka_share_partition_offsets_list_s;

/** What `rd_kafka_share_partition_offsets_t` points to; its content is private. */
struct rd_kafka_share_partition_offsets_s;

/** What `rd_kafka_share_t` points to; its content is private. */
struct rd_kafka_share_s;

/** What `rd_kafka_topic_conf_t` points to; its content is private. */
struct rd_kafka_topic_conf_s;

/** What `rd_kafka_topic_partition_result_t` points to; its content is private. */
struct rd_kafka_topic_partition_result_s;

/** What `rd_kafka_topic_result_t` points to; its content is private. */
struct rd_kafka_topic_result_s;

/** What `rd_kafka_topic_t` points to; its content is private. */
struct rd_kafka_topic_s;

/**
 * A client handle: one producer or one consumer, with its threads and connections. Made by
 * `rd_kafka_new()`, ended by `rd_kafka_destroy()`; may be used by any number of threads at once.
 */
typedef struct rd_kafka_s rd_kafka_t;

/**
 * A topic as a handle knows it. Reference counted: one `rd_kafka_topic_destroy()` for each
 * `rd_kafka_topic_new()`.
 */
typedef struct rd_kafka_topic_s rd_kafka_topic_t;

/**
 * Configuration of a handle to be. Belongs to one thread at a time, and to the library once
 * `rd_kafka_new()` succeeded.
 */
typedef struct rd_kafka_conf_s rd_kafka_conf_t;

/**
 * Configuration of a topic. Belongs to the library once `rd_kafka_topic_new()` succeeded.
 */
typedef struct rd_kafka_topic_conf_s rd_kafka_topic_conf_t;

/** Reference to a queue of events. */
typedef struct rd_kafka_queue_s rd_kafka_queue_t;

/**
 * An event taken from a queue. The application destroys it, unless a function says otherwise.
 */
typedef struct rd_kafka_op_s rd_kafka_event_t;

/** Outcome of an admin request for one topic. */
typedef struct rd_kafka_topic_result_s rd_kafka_topic_result_t;

/** Membership of a consumer in its group, for transactional offset commits. */
typedef struct rd_kafka_consumer_group_metadata_s rd_kafka_consumer_group_metadata_t;

/**
 * An error: a code, a text and what to do about it. Functions that return one return NULL on success;
 * the application destroys it.
 */
typedef struct rd_kafka_error_s rd_kafka_error_t;

/** The headers of a message, in order; a name may occur several times. */
typedef struct rd_kafka_headers_s rd_kafka_headers_t;

/** Outcome of an admin request for one group. */
typedef struct rd_kafka_group_result_s rd_kafka_group_result_t;

/** Outcome of the creation of one access rule. */
typedef struct rd_kafka_acl_result_s rd_kafka_acl_result_t;

/** A 128 bit identifier, as Kafka gives to topics. */
typedef struct rd_kafka_Uuid_s rd_kafka_Uuid_t;

/** Outcome of an admin request for one partition. */
typedef struct rd_kafka_topic_partition_result_s rd_kafka_topic_partition_result_t;

/** A share consumer (KIP-932). */
typedef struct rd_kafka_share_s rd_kafka_share_t;

/** Messages that a share consumer received in one go. */
typedef struct rd_kafka_messages_s rd_kafka_messages_t;

/** Acknowledged offsets of one partition of a share group. */
typedef struct rd_kafka_share_partition_offsets_s rd_kafka_share_partition_offsets_t;

/** Acknowledged offsets of several partitions of a share group. */
typedef struct rd_kafka_share_partition_offsets_list_s rd_kafka_share_partition_offsets_list_t;

/** A broker in the answer to an admin request. */
typedef struct rd_kafka_Node_s rd_kafka_Node_t;

/** Options of an admin request. */
typedef struct rd_kafka_AdminOptions_s rd_kafka_AdminOptions_t;

/** A topic to be created. */
typedef struct rd_kafka_NewTopic_s rd_kafka_NewTopic_t;

/** A topic to be deleted. */
typedef struct rd_kafka_DeleteTopic_s rd_kafka_DeleteTopic_t;

/** Partitions to be added to a topic. */
typedef struct rd_kafka_NewPartitions_s rd_kafka_NewPartitions_t;

/** One entry of a broker side configuration. */
typedef struct rd_kafka_ConfigEntry_s rd_kafka_ConfigEntry_t;

/** A broker side resource with its configuration. */
typedef struct rd_kafka_ConfigResource_s rd_kafka_ConfigResource_t;

/** Partitions and the offsets before which records are to be deleted. */
typedef struct rd_kafka_DeleteRecords_s rd_kafka_DeleteRecords_t;

/** Topics to be described. */
typedef struct rd_kafka_TopicCollection_s rd_kafka_TopicCollection_t;

/** A partition in a topic description. */
typedef struct rd_kafka_TopicPartitionInfo_s rd_kafka_TopicPartitionInfo_t;

/** Description of a topic. */
typedef struct rd_kafka_TopicDescription_s rd_kafka_TopicDescription_t;

/** A group in a listing. */
typedef struct rd_kafka_ConsumerGroupListing_s rd_kafka_ConsumerGroupListing_t;

/** Groups and errors of a listing. */
typedef struct rd_kafka_ListConsumerGroupsResult_s rd_kafka_ListConsumerGroupsResult_t;

/** Description of a group. */
typedef struct rd_kafka_ConsumerGroupDescription_s rd_kafka_ConsumerGroupDescription_t;

/** A member in a group description. */
typedef struct rd_kafka_MemberDescription_s rd_kafka_MemberDescription_t;

/** Partitions of a member in a group description. */
typedef struct rd_kafka_MemberAssignment_s rd_kafka_MemberAssignment_t;

/** A group to be deleted. */
typedef struct rd_kafka_DeleteGroup_s rd_kafka_DeleteGroup_t;

/** A group whose committed offsets are wanted. */
typedef struct rd_kafka_ListConsumerGroupOffsets_s rd_kafka_ListConsumerGroupOffsets_t;

/** A group whose committed offsets are to be changed. */
typedef struct rd_kafka_AlterConsumerGroupOffsets_s rd_kafka_AlterConsumerGroupOffsets_t;

/** A group whose committed offsets are to be deleted. */
typedef struct rd_kafka_DeleteConsumerGroupOffsets_s rd_kafka_DeleteConsumerGroupOffsets_t;

/** Offset and timestamp that were looked up for one partition. */
typedef struct rd_kafka_ListOffsetsResultInfo_s rd_kafka_ListOffsetsResultInfo_t;

/** Mechanism and iterations of a stored SCRAM credential. */
typedef struct rd_kafka_ScramCredentialInfo_s rd_kafka_ScramCredentialInfo_t;

/** The SCRAM credentials of one user. */
typedef struct rd_kafka_UserScramCredentialsDescription_s rd_kafka_UserScramCredentialsDescription_t;

/** A change of one user's SCRAM credential. */
typedef struct rd_kafka_UserScramCredentialAlteration_s rd_kafka_UserScramCredentialAlteration_t;

/** Outcome of a SCRAM credential change for one user. */
typedef struct rd_kafka_AlterUserScramCredentials_result_response_s rd_kafka_AlterUserScramCredentials_result_response_t;

/** An access rule. */
typedef struct rd_kafka_AclBinding_s rd_kafka_AclBinding_t;

/** Access rules that one filter deleted. */
typedef struct rd_kafka_DeleteAcls_result_response_s rd_kafka_DeleteAcls_result_response_t;

/** A leader election to be started. */
typedef struct rd_kafka_ElectLeaders_s rd_kafka_ElectLeaders_t;

/** Result event of `rd_kafka_CreateTopics()`. */
typedef rd_kafka_event_t rd_kafka_CreateTopics_result_t;

/** Result event of `rd_kafka_DeleteTopics()`. */
typedef rd_kafka_event_t rd_kafka_DeleteTopics_result_t;

/** Result event of `rd_kafka_CreateAcls()`. */
typedef rd_kafka_event_t rd_kafka_CreateAcls_result_t;

/** Result event of `rd_kafka_DescribeAcls()`. */
typedef rd_kafka_event_t rd_kafka_DescribeAcls_result_t;

/** Result event of `rd_kafka_DeleteAcls()`. */
typedef rd_kafka_event_t rd_kafka_DeleteAcls_result_t;

/** Result event of `rd_kafka_CreatePartitions()`. */
typedef rd_kafka_event_t rd_kafka_CreatePartitions_result_t;

/** Result event of `rd_kafka_AlterConfigs()`. */
typedef rd_kafka_event_t rd_kafka_AlterConfigs_result_t;

/** Result event of `rd_kafka_IncrementalAlterConfigs()`. */
typedef rd_kafka_event_t rd_kafka_IncrementalAlterConfigs_result_t;

/** Result event of `rd_kafka_DescribeConfigs()`. */
typedef rd_kafka_event_t rd_kafka_DescribeConfigs_result_t;

/** Result event of `rd_kafka_DeleteRecords()`. */
typedef rd_kafka_event_t rd_kafka_DeleteRecords_result_t;

/** Result event of `rd_kafka_ListConsumerGroups()`. */
typedef rd_kafka_event_t rd_kafka_ListConsumerGroups_result_t;

/** Result event of `rd_kafka_DescribeConsumerGroups()`. */
typedef rd_kafka_event_t rd_kafka_DescribeConsumerGroups_result_t;

/** Result event of `rd_kafka_DeleteGroups()`. */
typedef rd_kafka_event_t rd_kafka_DeleteGroups_result_t;

/** Result event of `rd_kafka_DeleteConsumerGroupOffsets()`. */
typedef rd_kafka_event_t rd_kafka_DeleteConsumerGroupOffsets_result_t;

/** Result event of `rd_kafka_AlterConsumerGroupOffsets()`. */
typedef rd_kafka_event_t rd_kafka_AlterConsumerGroupOffsets_result_t;

/** Result event of `rd_kafka_ListConsumerGroupOffsets()`. */
typedef rd_kafka_event_t rd_kafka_ListConsumerGroupOffsets_result_t;

/** Result event of `rd_kafka_DescribeTopics()`. */
typedef rd_kafka_event_t rd_kafka_DescribeTopics_result_t;

/** Result event of `rd_kafka_DescribeCluster()`. */
typedef rd_kafka_event_t rd_kafka_DescribeCluster_result_t;

/** Result event of `rd_kafka_DescribeUserScramCredentials()`. */
typedef rd_kafka_event_t rd_kafka_DescribeUserScramCredentials_result_t;

/** Result event of `rd_kafka_AlterUserScramCredentials()`. */
typedef rd_kafka_event_t rd_kafka_AlterUserScramCredentials_result_t;

/** Result event of `rd_kafka_ListOffsets()`. */
typedef rd_kafka_event_t rd_kafka_ListOffsets_result_t;

/** Result event of `rd_kafka_ElectLeaders()`. */
typedef rd_kafka_event_t rd_kafka_ElectLeaders_result_t;

/** An access rule used as a filter: absent parts match everything. */
typedef rd_kafka_AclBinding_t rd_kafka_AclBindingFilter_t;

/** Type of an event, one of the `RD_KAFKA_EVENT_...` values. */
typedef int rd_kafka_event_type_t;

/** One row of the table that `rd_kafka_get_err_descs()` returns. */
struct rd_kafka_err_desc {
        /** The code, 0 in unused rows. */
        rd_kafka_resp_err_t code;
        /** Short name without `RD_KAFKA_RESP_ERR_`, NULL in unused rows. */
        const char *name;
        /** Description, NULL in unused rows and for the markers of the ranges. */
        const char *desc;
};

/** A topic and partition with an offset: an element of a list. */
struct rd_kafka_topic_partition_s {
        /** Name of the topic. */
        char *topic;
        /** The partition. */
        int32_t partition;
        /** An offset, or one of the `RD_KAFKA_OFFSET_...` values. */
        int64_t offset;
        /** Metadata of a committed offset, from malloc(3); may be NULL. */
        void *metadata;
        /** Length of `metadata` in bytes. */
        size_t metadata_size;
        /** For use by the application. */
        void *opaque;
        /** Outcome for this partition, of the calls that set it. */
        rd_kafka_resp_err_t err;
        /** For use by the library: initialise to NULL, leave alone afterwards. */
        void *_private;
};

/** A topic and partition with an offset: an element of a list. */
typedef struct rd_kafka_topic_partition_s rd_kafka_topic_partition_t;

/** A growing list of topic partitions. */
struct rd_kafka_topic_partition_list_s {
        /** Number of elements. */
        int cnt;
        /** Number of elements that fit into `elems` before it grows. */
        int size;
        /** The elements. */
        rd_kafka_topic_partition_t *elems;
};

/** A growing list of topic partitions. */
typedef struct rd_kafka_topic_partition_list_s rd_kafka_topic_partition_list_t;

/** Memory that an argument of `rd_kafka_produceva()` points to. */
struct rd_kafka_vu_mem {
        /** Start. */
        void *ptr;
        /** Length in bytes. */
        size_t size;
};

/** A header as an argument of `rd_kafka_produceva()`. */
struct rd_kafka_vu_header {
        /** Name, ends with a zero byte. */
        const char *name;
        /** Value, NULL for none. */
        const void *val;
        /** Length of the value in bytes, -1 if it ends with a zero byte. */
        ssize_t size;
};

/** Value of an argument of `rd_kafka_produceva()`: the type says which field holds it. */
union rd_kafka_vu_u {
        /** `RD_KAFKA_VTYPE_TOPIC`. */
        const char *cstr;
        /** `RD_KAFKA_VTYPE_RKT`. */
        rd_kafka_topic_t *rkt;
        /** `RD_KAFKA_VTYPE_MSGFLAGS`. */
        int i;
        /** `RD_KAFKA_VTYPE_PARTITION`. */
        int32_t i32;
        /** `RD_KAFKA_VTYPE_TIMESTAMP`. */
        int64_t i64;
        /** `RD_KAFKA_VTYPE_VALUE`, `RD_KAFKA_VTYPE_KEY`. */
        struct rd_kafka_vu_mem mem;
        /** `RD_KAFKA_VTYPE_HEADER`. */
        struct rd_kafka_vu_header header;
        /** `RD_KAFKA_VTYPE_HEADERS`. */
        rd_kafka_headers_t *headers;
        /** `RD_KAFKA_VTYPE_OPAQUE`. */
        void *ptr;
        /** Room for later types. */
        char _pad[64];
};

/** An argument of `rd_kafka_produceva()`: a type and its value. */
struct rd_kafka_vu_s {
        /** What the argument is. */
        rd_kafka_vtype_t vtype;
        /** Its value. */
        union rd_kafka_vu_u u;
};

/** An argument of `rd_kafka_produceva()`: a type and its value. */
typedef struct rd_kafka_vu_s rd_kafka_vu_t;

/**
 * A message: one that was received, the report of one that was produced, or an element
 * of `rd_kafka_produce_batch()`.
 */
struct rd_kafka_message_s {
        /**
         * 0, or why the message was not delivered. For a consumer: not 0 makes this an error
         * event whose payload is a text.
         */
        rd_kafka_resp_err_t err;
        /** The topic. */
        rd_kafka_topic_t *rkt;
        /** The partition. */
        int32_t partition;
        /** The payload, NULL for none. */
        void *payload;
        /** Length of the payload in bytes. */
        size_t len;
        /** The key, NULL for none. */
        void *key;
        /** Length of the key in bytes. */
        size_t key_len;
        /** Offset in the log, `RD_KAFKA_OFFSET_INVALID` if not known. */
        int64_t offset;
        /** Producer: the message's opaque pointer. Consumer: for use by the library. */
        void *_private;
};

/**
 * A message: one that was received, the report of one that was produced, or an element
 * of `rd_kafka_produce_batch()`.
 */
typedef struct rd_kafka_message_s rd_kafka_message_t;

/** A broker of the cluster. */
struct rd_kafka_metadata_broker {
        /** Broker id. */
        int32_t id;
        /** Host name. */
        char *host;
        /** Port. */
        int port;
};

/** A broker of the cluster. */
typedef struct rd_kafka_metadata_broker rd_kafka_metadata_broker_t;

/** A partition of a topic. */
struct rd_kafka_metadata_partition {
        /** Partition id. */
        int32_t id;
        /** The broker's view of the partition. */
        rd_kafka_resp_err_t err;
        /** Id of the leader, -1 for none. */
        int32_t leader;
        /** Number of replicas. */
        int replica_cnt;
        /** Ids of the brokers that hold a replica. */
        int32_t *replicas;
        /** Number of replicas in sync. */
        int isr_cnt;
        /** Ids of the brokers whose replicas are in sync. */
        int32_t *isrs;
};

/** A partition of a topic. */
typedef struct rd_kafka_metadata_partition rd_kafka_metadata_partition_t;

/** A topic. */
struct rd_kafka_metadata_topic {
        /** Name. */
        char *topic;
        /** Number of partitions. */
        int partition_cnt;
        /** The partitions, in order of their ids. */
        struct rd_kafka_metadata_partition *partitions;
        /** The broker's view of the topic. */
        rd_kafka_resp_err_t err;
};

/** A topic. */
typedef struct rd_kafka_metadata_topic rd_kafka_metadata_topic_t;

/** The cluster as a broker described it, from `rd_kafka_metadata()`. */
struct rd_kafka_metadata {
        /** Number of brokers. */
        int broker_cnt;
        /** The brokers. */
        struct rd_kafka_metadata_broker *brokers;
        /** Number of topics. */
        int topic_cnt;
        /** The topics. */
        struct rd_kafka_metadata_topic *topics;
        /** Id of the broker that answered. */
        int32_t orig_broker_id;
        /** Name of the broker that answered. */
        char *orig_broker_name;
};

/** The cluster as a broker described it, from `rd_kafka_metadata()`. */
typedef struct rd_kafka_metadata rd_kafka_metadata_t;

/** A member in a group listing. */
struct rd_kafka_group_member_info {
        /** Id that the coordinator gave to the member. */
        char *member_id;
        /** The member's `client.id`. */
        char *client_id;
        /** Host that it connects from. */
        char *client_host;
        /** Subscription in the format of the group's protocol. */
        void *member_metadata;
        /** Length of the subscription in bytes. */
        int member_metadata_size;
        /** Assignment in the format of the group's protocol. */
        void *member_assignment;
        /** Length of the assignment in bytes. */
        int member_assignment_size;
};

/** A group in a listing. */
struct rd_kafka_group_info {
        /** The broker that reported the group. */
        struct rd_kafka_metadata_broker broker;
        /** Name of the group. */
        char *group;
        /** The broker's view of the group. */
        rd_kafka_resp_err_t err;
        /** State, in words. */
        char *state;
        /** Protocol type. */
        char *protocol_type;
        /** Protocol. */
        char *protocol;
        /** The members. */
        struct rd_kafka_group_member_info *members;
        /** Number of members. */
        int member_cnt;
};

/** A listing of groups. */
struct rd_kafka_group_list {
        /** The groups. */
        struct rd_kafka_group_info *groups;
        /** Number of groups. */
        int group_cnt;
};
/**
 * Entry function of a plug-in, named `conf_init`: called when `plugin.library.paths` names
 * its library. `*plug_opaquep` is the plug-in's to set. A return value other than 0
 * makes the property fail with the text in `errstr`.
 */
typedef rd_kafka_resp_err_t (rd_kafka_plugin_f_conf_init_t)(rd_kafka_conf_t *conf,
                                                             void **plug_opaquep,
                                                             char *errstr,
                                                             size_t errstr_size);

/**
 * A property is about to be set. `RD_KAFKA_CONF_OK`: the interceptor took it;
 * `RD_KAFKA_CONF_UNKNOWN`: it is not one of the interceptor's; `RD_KAFKA_CONF_INVALID`: it
 * is, but the value is wrong.
 */
typedef rd_kafka_conf_res_t (rd_kafka_interceptor_f_on_conf_set_t)(rd_kafka_conf_t *conf,
                                                                    const char *name,
                                                                    const char *val,
                                                                    char *errstr,
                                                                    size_t errstr_size,
                                                                    void *ic_opaque);

/**
 * A configuration was duplicated. Interceptors are not copied by themselves: this is
 * where one adds itself to the new object. `filter` names the properties left out.
 */
typedef rd_kafka_resp_err_t (rd_kafka_interceptor_f_on_conf_dup_t)(rd_kafka_conf_t *new_conf,
                                                                    const rd_kafka_conf_t *old_conf,
                                                                    size_t filter_cnt,
                                                                    const char **filter,
                                                                    void *ic_opaque);

/** A configuration is destroyed. */
typedef rd_kafka_resp_err_t (rd_kafka_interceptor_f_on_conf_destroy_t)(void *ic_opaque);

/**
 * A handle was made, and its threads have not started: the place to add the other
 * interceptors. Called once per handle.
 */
typedef rd_kafka_resp_err_t (rd_kafka_interceptor_f_on_new_t)(rd_kafka_t *rk,
                                                               const rd_kafka_conf_t *conf,
                                                               void *ic_opaque,
                                                               char *errstr,
                                                               size_t errstr_size);

/** A handle is destroyed. */
typedef rd_kafka_resp_err_t (rd_kafka_interceptor_f_on_destroy_t)(rd_kafka_t *rk,
                                                                   void *ic_opaque);

/**
 * A message was accepted and is not partitioned yet. Called in the thread that produces.
 */
typedef rd_kafka_resp_err_t (rd_kafka_interceptor_f_on_send_t)(rd_kafka_t *rk,
                                                                rd_kafka_message_t *rkmessage,
                                                                void *ic_opaque);

/** A message was delivered or failed, right before its report. */
typedef rd_kafka_resp_err_t (rd_kafka_interceptor_f_on_acknowledgement_t)(rd_kafka_t *rk,
                                                                           rd_kafka_message_t *rkmessage,
                                                                           void *ic_opaque);

/** A message is about to be handed to the application. */
typedef rd_kafka_resp_err_t (rd_kafka_interceptor_f_on_consume_t)(rd_kafka_t *rk,
                                                                   rd_kafka_message_t *rkmessage,
                                                                   void *ic_opaque);

/** Offsets were committed, or could not be. */
typedef rd_kafka_resp_err_t (rd_kafka_interceptor_f_on_commit_t)(rd_kafka_t *rk,
                                                                  const rd_kafka_topic_partition_list_t *offsets,
                                                                  rd_kafka_resp_err_t err,
                                                                  void *ic_opaque);

/**
 * A request was written to a broker's socket; `size` counts bytes with the length field.
 * Called in an internal thread, as are the rest.
 */
typedef rd_kafka_resp_err_t (rd_kafka_interceptor_f_on_request_sent_t)(rd_kafka_t *rk,
                                                                        int sockfd,
                                                                        const char *brokername,
                                                                        int32_t brokerid,
                                                                        int16_t ApiKey,
                                                                        int16_t ApiVersion,
                                                                        int32_t CorrId,
                                                                        size_t size,
                                                                        void *ic_opaque);

/**
 * A response was received, or its request failed (`err`); `rtt` is in microseconds, -1 if
 * not known.
 */
typedef rd_kafka_resp_err_t (rd_kafka_interceptor_f_on_response_received_t)(rd_kafka_t *rk,
                                                                             int sockfd,
                                                                             const char *brokername,
                                                                             int32_t brokerid,
                                                                             int16_t ApiKey,
                                                                             int16_t ApiVersion,
                                                                             int32_t CorrId,
                                                                             size_t size,
                                                                             int64_t rtt,
                                                                             rd_kafka_resp_err_t err,
                                                                             void *ic_opaque);

/** An internal thread started; called in that thread. */
typedef rd_kafka_resp_err_t (rd_kafka_interceptor_f_on_thread_start_t)(rd_kafka_t *rk,
                                                                        rd_kafka_thread_type_t thread_type,
                                                                        const char *thread_name,
                                                                        void *ic_opaque);

/** An internal thread ends; called in that thread. */
typedef rd_kafka_resp_err_t (rd_kafka_interceptor_f_on_thread_exit_t)(rd_kafka_t *rk,
                                                                       rd_kafka_thread_type_t thread_type,
                                                                       const char *thread_name,
                                                                       void *ic_opaque);

/** The connection to a broker changed its state. */
typedef rd_kafka_resp_err_t (rd_kafka_interceptor_f_on_broker_state_change_t)(rd_kafka_t *rk,
                                                                               int32_t broker_id,
                                                                               const char *secproto,
                                                                               const char *name,
                                                                               int port,
                                                                               const char *state,
                                                                               void *ic_opaque);

/*
 * Arguments of rd_kafka_producev(), ended by RD_KAFKA_V_END
 */

#if LIBRDKAFKA_TYPECHECKS
/** `RET`, after the compiler has seen that `ARG` converts to `TYPE`. */
#define _LRK_TYPECHECK(RET, TYPE, ARG)                                                   \
        __extension__({                                                                  \
                if (0) {                                                                 \
                        TYPE _lrk_first RD_UNUSED = (ARG);                               \
                }                                                                        \
                RET;                                                                     \
        })
/** The same for two arguments. */
#define _LRK_TYPECHECK2(RET, TYPE, ARG, TYPE2, ARG2)                                     \
        __extension__({                                                                  \
                if (0) {                                                                 \
                        TYPE _lrk_first RD_UNUSED   = (ARG);                             \
                        TYPE2 _lrk_second RD_UNUSED = (ARG2);                            \
                }                                                                        \
                RET;                                                                     \
        })
/** The same for three arguments. */
#define _LRK_TYPECHECK3(RET, TYPE, ARG, TYPE2, ARG2, TYPE3, ARG3)                        \
        __extension__({                                                                  \
                if (0) {                                                                 \
                        TYPE _lrk_first RD_UNUSED   = (ARG);                             \
                        TYPE2 _lrk_second RD_UNUSED = (ARG2);                            \
                        TYPE3 _lrk_third RD_UNUSED  = (ARG3);                            \
                }                                                                        \
                RET;                                                                     \
        })
#else
#define _LRK_TYPECHECK(RET, TYPE, ARG) RET
#define _LRK_TYPECHECK2(RET, TYPE, ARG, TYPE2, ARG2) RET
#define _LRK_TYPECHECK3(RET, TYPE, ARG, TYPE2, ARG2, TYPE3, ARG3) RET
#endif

/** Ends the arguments. */
#define RD_KAFKA_V_END RD_KAFKA_VTYPE_END

/** Name of the topic (`const char *`). */
#define RD_KAFKA_V_TOPIC(topic)                                                          \
        _LRK_TYPECHECK(RD_KAFKA_VTYPE_TOPIC, const char *, topic), (const char *)(topic)

/** Topic object (`rd_kafka_topic_t *`). */
#define RD_KAFKA_V_RKT(rkt)                                                              \
        _LRK_TYPECHECK(RD_KAFKA_VTYPE_RKT, rd_kafka_topic_t *, rkt),                     \
            (rd_kafka_topic_t *)(rkt)

/** Partition (`int32_t`), default `RD_KAFKA_PARTITION_UA`. */
#define RD_KAFKA_V_PARTITION(partition)                                                  \
        _LRK_TYPECHECK(RD_KAFKA_VTYPE_PARTITION, int32_t, partition), (int32_t)(partition)

/** Payload (`void *`, `size_t`). */
#define RD_KAFKA_V_VALUE(VALUE, LEN)                                                     \
        _LRK_TYPECHECK2(RD_KAFKA_VTYPE_VALUE, void *, VALUE, size_t, LEN),               \
            (void *)(VALUE), (size_t)(LEN)

/** Key (`const void *`, `size_t`). */
#define RD_KAFKA_V_KEY(KEY, LEN)                                                         \
        _LRK_TYPECHECK2(RD_KAFKA_VTYPE_KEY, const void *, KEY, size_t, LEN),             \
            (void *)(KEY), (size_t)(LEN)

/** Pointer that comes back with the delivery report (`void *`). */
#define RD_KAFKA_V_OPAQUE(msg_opaque)                                                    \
        _LRK_TYPECHECK(RD_KAFKA_VTYPE_OPAQUE, void *, msg_opaque), (void *)(msg_opaque)

/** `RD_KAFKA_MSG_F_...` flags (`int`). */
#define RD_KAFKA_V_MSGFLAGS(msgflags)                                                    \
        _LRK_TYPECHECK(RD_KAFKA_VTYPE_MSGFLAGS, int, msgflags), (int)(msgflags)

/** Milliseconds since the Unix epoch (`int64_t`), 0 for now. */
#define RD_KAFKA_V_TIMESTAMP(timestamp)                                                  \
        _LRK_TYPECHECK(RD_KAFKA_VTYPE_TIMESTAMP, int64_t, timestamp), (int64_t)(timestamp)

/** One header (`const char *`, `const void *`, `ssize_t`): length -1 means that the value
 *  ends with a zero byte; may be given several times, not together with
 *  `RD_KAFKA_V_HEADERS`. */
#define RD_KAFKA_V_HEADER(NAME, VALUE, LEN)                                              \
        _LRK_TYPECHECK3(RD_KAFKA_VTYPE_HEADER, const char *, NAME, const void *, VALUE,  \
                        ssize_t, LEN),                                                   \
            (const char *)(NAME), (const void *)(VALUE), (ssize_t)(LEN)

/** All headers (`rd_kafka_headers_t *`): they are the library's once the call succeeded,
 *  the caller's otherwise. */
#define RD_KAFKA_V_HEADERS(HDRS)                                                         \
        _LRK_TYPECHECK(RD_KAFKA_VTYPE_HEADERS, rd_kafka_headers_t *, HDRS),              \
            (rd_kafka_headers_t *)(HDRS)

/** Start `CNT` messages before the end. */
#define RD_KAFKA_OFFSET_TAIL(CNT) (RD_KAFKA_OFFSET_TAIL_BASE - (CNT))

/*
 * Version of the interface
 */

/**
 * Returns the version of the librdkafka interface that the library provides, in the
 * format of `RD_KAFKA_VERSION`: with that macro, the version compiled against.
 */
RD_EXPORT int rd_kafka_version(void);

/**
 * Returns the version of the librdkafka interface that the library provides, as text.
 * The string is static.
 */
RD_EXPORT const char *rd_kafka_version_str(void);

/*
 * Error codes, error objects, and the per-thread error of the older functions
 */

/**
 * Points `errdescs` to the table of all error codes and sets `cntp` to its number of rows.
 * Rows between the known codes have code 0 and no name. The table is static.
 */
RD_EXPORT
void rd_kafka_get_err_descs(const struct rd_kafka_err_desc **errdescs,
                            size_t *cntp);

/**
 * Returns a description of `err` for humans. The string is static; for unknown codes it
 * belongs to the thread and stays for its next few calls.
 */
RD_EXPORT const char *rd_kafka_err2str(rd_kafka_resp_err_t err);

/**
 * Returns the name of `err` without `RD_KAFKA_RESP_ERR_`. The string is static; for
 * unknown codes it belongs to the thread and stays for its next few calls.
 */
RD_EXPORT const char *rd_kafka_err2name(rd_kafka_resp_err_t err);

/**
 * Returns the error of this thread's last call of one of the functions that say that they
 * set it: `rd_kafka_produce()`, `rd_kafka_topic_new()` and the legacy consumer functions.
 */
RD_EXPORT rd_kafka_resp_err_t rd_kafka_last_error(void);

/**
 * Returns the code that the value of errno(3) after an older function stands for. Use
 * `rd_kafka_last_error()` instead.
 */
RD_EXPORT RD_DEPRECATED rd_kafka_resp_err_t rd_kafka_errno2err(int errnox);

/**
 * Returns errno(3) of this thread, for languages that can not read it themselves. Use
 * `rd_kafka_last_error()` instead.
 */
RD_EXPORT RD_DEPRECATED int rd_kafka_errno(void);

/**
 * Makes an error object of `code` whose text is that of the printf(3) format `fmt`; with
 * NULL or an empty text it is the description of the code. To be destroyed with
 * `rd_kafka_error_destroy()`.
 */
RD_EXPORT
rd_kafka_error_t *rd_kafka_error_new(rd_kafka_resp_err_t code,
                                     const char *fmt,
                                     ...)
RD_FORMAT(printf, 2, 3);

/** Destroys an error object; NULL does nothing. */
RD_EXPORT void rd_kafka_error_destroy(rd_kafka_error_t *error);

/** Returns the code of `error`, `RD_KAFKA_RESP_ERR_NO_ERROR` for NULL. */
RD_EXPORT rd_kafka_resp_err_t rd_kafka_error_code(const rd_kafka_error_t *error);

/** Returns the name of the code of `error`, the empty string for NULL. */
RD_EXPORT const char *rd_kafka_error_name(const rd_kafka_error_t *error);

/**
 * Returns the text of `error`, the empty string for NULL. It lives as long as the error.
 */
RD_EXPORT const char *rd_kafka_error_string(const rd_kafka_error_t *error);

/** Tells (1 or 0) whether `error` makes the handle unusable. */
RD_EXPORT int rd_kafka_error_is_fatal(const rd_kafka_error_t *error);

/** Tells (1 or 0) whether the call that returned `error` may succeed when repeated. */
RD_EXPORT int rd_kafka_error_is_retriable(const rd_kafka_error_t *error);

/**
 * Tells (1 or 0) whether the current transaction has to be aborted because of `error`.
 */
RD_EXPORT int rd_kafka_error_txn_requires_abort(const rd_kafka_error_t *error);

/**
 * Returns the code of the fatal error of a handle and writes its text to `errstr`;
 * `RD_KAFKA_RESP_ERR_NO_ERROR`, and `errstr` as it is, if there is none.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_fatal_error(rd_kafka_t *rk,
                                         char *errstr,
                                         size_t errstr_size);

/**
 * Raises a fatal error with this code and text, for tests of applications. Returns
 * `RD_KAFKA_RESP_ERR__PREV_IN_PROGRESS` if the handle has one already.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_test_fatal_error(rd_kafka_t *rk,
                                              rd_kafka_resp_err_t err,
                                              const char *reason);

/*
 * Names of the values of enums
 */

/** Returns the name of a source of broker configuration. The string is static. */
RD_EXPORT const char *rd_kafka_ConfigSource_name(rd_kafka_ConfigSource_t confsource);

/** Returns the name of a resource type. The string is static. */
RD_EXPORT const char *rd_kafka_ResourceType_name(rd_kafka_ResourceType_t restype);

/** Returns the name of a pattern type. The string is static. */
RD_EXPORT
const char *rd_kafka_ResourcePatternType_name(rd_kafka_ResourcePatternType_t resource_pattern_type);

/** Returns the name of an operation of access rules. The string is static. */
RD_EXPORT const char *rd_kafka_AclOperation_name(rd_kafka_AclOperation_t acl_operation);

/** Returns the name of a permission of access rules. The string is static. */
RD_EXPORT
const char *rd_kafka_AclPermissionType_name(rd_kafka_AclPermissionType_t acl_permission_type);

/** Returns the name of a group state, NULL for unknown values. The string is static. */
RD_EXPORT
const char *rd_kafka_consumer_group_state_name(rd_kafka_consumer_group_state_t state);

/**
 * Returns the group state called `name`, in upper or lower case, or
 * `RD_KAFKA_CONSUMER_GROUP_STATE_UNKNOWN`.
 */
RD_EXPORT
rd_kafka_consumer_group_state_t rd_kafka_consumer_group_state_code(const char *name);

/** Returns the name of a group type, NULL for unknown values. The string is static. */
RD_EXPORT
const char *rd_kafka_consumer_group_type_name(rd_kafka_consumer_group_type_t type);

/**
 * Returns the group type called `name`, in upper or lower case, or
 * `RD_KAFKA_CONSUMER_GROUP_TYPE_UNKNOWN`.
 */
RD_EXPORT
rd_kafka_consumer_group_type_t rd_kafka_consumer_group_type_code(const char *name);

/*
 * Configuration of a client
 */

/**
 * Makes a configuration object with the default of every property.
 *
 * The object belongs to the caller, who passes it to `rd_kafka_new()` or destroys it with
 * `rd_kafka_conf_destroy()`. It is the start of a block from malloc(3).
 */
RD_EXPORT rd_kafka_conf_t *rd_kafka_conf_new(void);

/**
 * Destroys a configuration object that no handle took over. NULL does nothing.
 *
 * Interceptors of the object are told by their on_conf_destroy function.
 */
RD_EXPORT void rd_kafka_conf_destroy(rd_kafka_conf_t *conf);

/**
 * Makes a copy of a configuration object.
 *
 * Callbacks and the opaque pointer are copied. Interceptors are not: their on_conf_dup
 * function is called with the new object, to which they may add themselves; plug-ins are
 * loaded again. The copy belongs to the caller.
 */
RD_EXPORT rd_kafka_conf_t *rd_kafka_conf_dup(const rd_kafka_conf_t *conf);

/**
 * Makes a copy of a configuration object without the properties whose names begin with
 * one of the `filter_cnt` texts in `filter`. Otherwise as `rd_kafka_conf_dup()`.
 */
RD_EXPORT
rd_kafka_conf_t *rd_kafka_conf_dup_filter(const rd_kafka_conf_t *conf,
                                          size_t filter_cnt,
                                          const char **filter);

/**
 * Sets a property. `name` may be an alias, and a topic property, which goes to the default
 * topic configuration.
 *
 * A `value` of NULL or an empty one sets a text property back to its default.
 * `errstr` is set to the reason on failure and to the empty text on success.
 * Returns `RD_KAFKA_CONF_OK`, `RD_KAFKA_CONF_UNKNOWN` if there is no such property, or
 * `RD_KAFKA_CONF_INVALID` if the value can not be taken; the object is unchanged then.
 */
RD_EXPORT
rd_kafka_conf_res_t rd_kafka_conf_set(rd_kafka_conf_t *conf,
                                      const char *name,
                                      const char *value,
                                      char *errstr,
                                      size_t errstr_size);

/**
 * Reads a property, by its name or alias; a topic property from the default topic
 * configuration, if there is one.
 *
 * `*dest_size` is the size of `dest`; the value is cut to fit. It becomes the size that
 * the whole value needs, its zero byte included. `dest` may be NULL to learn that size.
 * Returns `RD_KAFKA_CONF_OK`, or `RD_KAFKA_CONF_UNKNOWN` if the property does not exist or is not set.
 */
RD_EXPORT
rd_kafka_conf_res_t rd_kafka_conf_get(const rd_kafka_conf_t *conf,
                                      const char *name,
                                      char *dest,
                                      size_t *dest_size);

/**
 * Lists all properties of an object that have a value: `*cntp` texts, names and values in
 * turn. To be released with `rd_kafka_conf_dump_free()`.
 */
RD_EXPORT const char **rd_kafka_conf_dump(rd_kafka_conf_t *conf, size_t *cntp);

/**
 * Makes `tconf` the configuration of topics that are made without one of their own. It
 * belongs to `conf` from now on; the one before is destroyed. NULL removes it.
 */
RD_EXPORT
void rd_kafka_conf_set_default_topic_conf(rd_kafka_conf_t *conf,
                                          rd_kafka_topic_conf_t *tconf);

/**
 * Returns the configuration of topics that are made without one of their own, or NULL. It
 * stays with `conf` and may be changed; it is valid until it is replaced or `conf` is destroyed.
 */
RD_EXPORT
rd_kafka_topic_conf_t *rd_kafka_conf_get_default_topic_conf(rd_kafka_conf_t *conf);

/**
 * Sets the delivery report callback of the older kind: payload, size, result and the message's
 * own pointer. See `rd_kafka_conf_set_dr_msg_cb()`, which has all about the message and is used
 * alone if both are set.
 */
RD_EXPORT
void rd_kafka_conf_set_dr_cb(rd_kafka_conf_t *conf,
                             void (*dr_cb)(rd_kafka_t *rk,
                                           void *payload,
                                           size_t len,
                                           rd_kafka_resp_err_t err,
                                           void *opaque,
                                           void *msg_opaque));

/**
 * Sets the delivery report callback: called once for each message, when it is delivered or has
 * failed for good (`rkmessage->err`). The message is valid during the call.
 *
 * Runs in the thread that calls `rd_kafka_poll()` or `rd_kafka_flush()`. NULL removes it.
 */
RD_EXPORT
void rd_kafka_conf_set_dr_msg_cb(rd_kafka_conf_t *conf,
                                 void (*dr_msg_cb)(rd_kafka_t *rk,
                                                   const rd_kafka_message_t *rkmessage,
                                                   void *opaque));

/**
 * Sets the callback that gets consumed messages in `rd_kafka_consumer_poll()`, instead of its
 * return value. The message is valid during the call. Runs in the polling thread.
 */
RD_EXPORT
void rd_kafka_conf_set_consume_cb(rd_kafka_conf_t *conf,
                                  void (*consume_cb)(rd_kafka_message_t *rkmessage,
                                                     void *opaque));

/**
 * Sets the callback that applies a group's assignment itself: it must call `rd_kafka_assign()` or
 * its incremental kind. `err` is `RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS` or
 * `RD_KAFKA_RESP_ERR__REVOKE_PARTITIONS`; the list is valid during the call. Runs in the polling
 * thread. Without it the library assigns by itself.
 */
RD_EXPORT
void rd_kafka_conf_set_rebalance_cb(rd_kafka_conf_t *conf,
                                    void (*rebalance_cb)(rd_kafka_t *rk,
                                                         rd_kafka_resp_err_t err,
                                                         rd_kafka_topic_partition_list_t *partitions,
                                                         void *opaque));

/**
 * Sets the callback that is told the outcome of offset commits: `err` for the request, and one
 * in each element of `offsets`, which is valid during the call. Runs in the polling thread.
 */
RD_EXPORT
void rd_kafka_conf_set_offset_commit_cb(rd_kafka_conf_t *conf,
                                        void (*offset_commit_cb)(rd_kafka_t *rk,
                                                                 rd_kafka_resp_err_t err,
                                                                 rd_kafka_topic_partition_list_t *offsets,
                                                                 void *opaque));

/**
 * Sets the callback for errors of the client as a whole, most of which it recovers from by itself.
 * `err` is a `rd_kafka_resp_err_t`; for `RD_KAFKA_RESP_ERR__FATAL` see `rd_kafka_fatal_error()`.
 *
 * Runs in the thread that polls. Without it errors are logged.
 */
RD_EXPORT
void rd_kafka_conf_set_error_cb(rd_kafka_conf_t *conf,
                                void (*error_cb)(rd_kafka_t *rk,
                                                 int err,
                                                 const char *reason,
                                                 void *opaque));

/**
 * Sets the callback that is told when a broker slows the client down for its quota, and when it
 * stops doing so (0 ms). Runs in the thread that polls.
 */
RD_EXPORT
void rd_kafka_conf_set_throttle_cb(rd_kafka_conf_t *conf,
                                   void (*throttle_cb)(rd_kafka_t *rk,
                                                       const char *broker_name,
                                                       int32_t broker_id,
                                                       int throttle_time_ms,
                                                       void *opaque));

/**
 * Sets the callback for log lines: syslog(3) level, facility, text. The default prints to stderr;
 * NULL drops all lines.
 *
 * Runs in internal threads, and in the application's during its calls, unless `log.queue` is set.
 * It must not call the library except for `rd_kafka_name()` and `rd_kafka_opaque()`.
 */
RD_EXPORT
void rd_kafka_conf_set_log_cb(rd_kafka_conf_t *conf,
                              void (*log_cb)(const rd_kafka_t *rk,
                                             int level,
                                             const char *fac,
                                             const char *buf));

/**
 * Sets the callback for the statistics document, called every `statistics.interval.ms` in the
 * thread that polls. Return 0 for the library to free `json`, 1 to keep it and free() it later.
 */
RD_EXPORT
void rd_kafka_conf_set_stats_cb(rd_kafka_conf_t *conf,
                                int (*stats_cb)(rd_kafka_t *rk,
                                                char *json,
                                                size_t json_len,
                                                void *opaque));

/**
 * Sets the callback that serves events in a thread of the library: those of the background queue,
 * see `rd_kafka_queue_get_background()`, and of types without a callback of their own that
 * `rd_kafka_conf_set_events()` asks for. It must call `rd_kafka_event_destroy()`.
 */
RD_EXPORT
void rd_kafka_conf_set_background_event_cb(rd_kafka_conf_t *conf,
                                           void (*event_cb)(rd_kafka_t *rk,
                                                            rd_kafka_event_t *rkev,
                                                            void *opaque));

/**
 * Sets the callback that makes sockets: as socket(2), returns a descriptor, or -1 and errno. Should
 * set close-on-exec, as the default (NULL) does. Runs in internal threads.
 */
RD_EXPORT
void rd_kafka_conf_set_socket_cb(rd_kafka_conf_t *conf,
                                 int (*socket_cb)(int domain,
                                                  int type,
                                                  int protocol,
                                                  void *opaque));

/**
 * Sets the callback that connects a socket to a broker, called `id` in logs: returns 0 when it is
 * connected or on its way, else an errno value. The socket does not block. Runs in internal threads.
 */
RD_EXPORT
void rd_kafka_conf_set_connect_cb(rd_kafka_conf_t *conf,
                                  int (*connect_cb)(int sockfd,
                                                    const struct sockaddr *addr,
                                                    int addrlen,
                                                    const char *id,
                                                    void *opaque));

/**
 * Sets the callback that closes the sockets which the socket callback made. Runs in internal threads.
 */
RD_EXPORT
void rd_kafka_conf_set_closesocket_cb(rd_kafka_conf_t *conf,
                                      int (*closesocket_cb)(int sockfd, void *opaque));

/**
 * Sets the callback that opens files: as open(2), returns a descriptor, or -1 and errno. Should set
 * close-on-exec, as the default (NULL) does.
 */
RD_EXPORT
void rd_kafka_conf_set_open_cb(rd_kafka_conf_t *conf,
                               int (*open_cb)(const char *pathname,
                                              int flags,
                                              mode_t mode,
                                              void *opaque));

/**
 * Sets the callback that resolves names: as getaddrinfo(3), returns 0 and `*res`, or an `EAI_` code.
 * A call with `node` NULL frees the `*res` that an earlier one returned.
 * May block; runs in internal threads. NULL is getaddrinfo itself.
 */
RD_EXPORT
void rd_kafka_conf_set_resolve_cb(rd_kafka_conf_t *conf,
                                  int (*resolve_cb)(const char *node,
                                                    const char *service,
                                                    const struct addrinfo *hints,
                                                    struct addrinfo **res,
                                                    void *opaque));

/** Sets the pointer that callbacks get as `opaque`, and `rd_kafka_opaque()` returns. */
RD_EXPORT void rd_kafka_conf_set_opaque(rd_kafka_conf_t *conf, void *opaque);

/**
 * Chooses the events that the application takes from queues with `rd_kafka_queue_poll()`: bits
 * `RD_KAFKA_EVENT_...`. What has a callback and is not chosen goes to the callback.
 */
RD_EXPORT
void rd_kafka_conf_set_events(rd_kafka_conf_t *conf,
                              int events);

/**
 * Releases the list of `cnt` texts that `rd_kafka_conf_dump()` or
 * `rd_kafka_topic_conf_dump()` returned.
 */
RD_EXPORT void rd_kafka_conf_dump_free(const char **arr, size_t cnt);

/**
 * Prints all properties as a Markdown table: names, ranges, defaults, what they are for.
 */
RD_EXPORT void rd_kafka_conf_properties_show(FILE *fp);

/**
 * Adds a function that sees every property that is set from now on, and may take it for
 * itself. Interceptors are asked in the order of adding, before the library looks.
 *
 * `ic_name` names the interceptor. Returns `RD_KAFKA_RESP_ERR__CONFLICT` if it has such a
 * function on this object already, `RD_KAFKA_RESP_ERR__INVALID_ARG` for a NULL argument.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_conf_interceptor_add_on_conf_set(rd_kafka_conf_t *conf,
                                                              const char *ic_name,
                                                              rd_kafka_interceptor_f_on_conf_set_t * on_conf_set,
                                                              void *ic_opaque);

/**
 * Adds a function that is called when the object is duplicated: interceptors are not
 * copied, they add themselves to the new object there. Returns as
 * `rd_kafka_conf_interceptor_add_on_conf_set()`.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_conf_interceptor_add_on_conf_dup(rd_kafka_conf_t *conf,
                                                              const char *ic_name,
                                                              rd_kafka_interceptor_f_on_conf_dup_t * on_conf_dup,
                                                              void *ic_opaque);

/**
 * Adds a function that is called when the object is destroyed, or the handle that took it.
 * One interceptor may add several. Returns `RD_KAFKA_RESP_ERR__INVALID_ARG` for a NULL argument.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_conf_interceptor_add_on_conf_destroy(rd_kafka_conf_t *conf,
                                                                  const char *ic_name,
                                                                  rd_kafka_interceptor_f_on_conf_destroy_t * on_conf_destroy,
                                                                  void *ic_opaque);

/**
 * Adds a function that is called once by `rd_kafka_new()`, in which the other interceptor
 * functions are added to the handle. Returns as `rd_kafka_conf_interceptor_add_on_conf_set()`.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_conf_interceptor_add_on_new(rd_kafka_conf_t *conf,
                                                         const char *ic_name,
                                                         rd_kafka_interceptor_f_on_new_t * on_new,
                                                         void *ic_opaque);

/*
 * Configuration of a topic
 */

/**
 * Makes a topic configuration with the default of every property. It belongs to the caller,
 * who passes it to `rd_kafka_topic_new()` or `rd_kafka_conf_set_default_topic_conf()`, or
 * destroys it with `rd_kafka_topic_conf_destroy()`.
 */
RD_EXPORT
rd_kafka_topic_conf_t *rd_kafka_topic_conf_new(void);

/**
 * Makes a copy of a topic configuration, callbacks and pointers included. It belongs to the caller.
 */
RD_EXPORT
rd_kafka_topic_conf_t *rd_kafka_topic_conf_dup(const rd_kafka_topic_conf_t *conf);

/**
 * Makes a copy of the default topic configuration of `rk`, or a topic configuration with the
 * default of every property if it has none. It belongs to the caller. NULL for a NULL handle.
 */
RD_EXPORT
rd_kafka_topic_conf_t *rd_kafka_default_topic_conf_dup(rd_kafka_t *rk);

/** Destroys a topic configuration that nothing took over. NULL does nothing. */
RD_EXPORT void rd_kafka_topic_conf_destroy(rd_kafka_topic_conf_t *topic_conf);

/**
 * Sets a topic property; `name` may be an alias and may begin with `topic.`. Otherwise as
 * `rd_kafka_conf_set()`.
 */
RD_EXPORT
rd_kafka_conf_res_t rd_kafka_topic_conf_set(rd_kafka_topic_conf_t *conf,
                                            const char *name,
                                            const char *value,
                                            char *errstr,
                                            size_t errstr_size);

/** Reads a topic property, by its name or alias. Otherwise as `rd_kafka_conf_get()`. */
RD_EXPORT
rd_kafka_conf_res_t rd_kafka_topic_conf_get(const rd_kafka_topic_conf_t *conf,
                                            const char *name,
                                            char *dest,
                                            size_t *dest_size);

/**
 * Lists all properties of a topic configuration that have a value: `*cntp` texts, names and
 * values in turn. To be released with `rd_kafka_conf_dump_free()`.
 */
RD_EXPORT
const char **rd_kafka_topic_conf_dump(rd_kafka_topic_conf_t *conf,
                                      size_t *cntp);

/**
 * Sets the pointer that the partitioner gets as `rkt_opaque`, and `rd_kafka_topic_opaque()` returns.
 */
RD_EXPORT
void rd_kafka_topic_conf_set_opaque(rd_kafka_topic_conf_t *conf,
                                    void *rkt_opaque);

/**
 * Sets the partitioner: returns the partition, below `partition_cnt`, for a message with the
 * key at `keydata`, or `RD_KAFKA_PARTITION_UA` if it can not; the message fails then.
 *
 * Called in the thread that produces, and in internal threads for messages that were produced
 * before the topic was known. It must not block or call the library, except for
 * `rd_kafka_topic_partition_available()` and the `rd_kafka_msg_partitioner_...` functions.
 */
RD_EXPORT
void rd_kafka_topic_conf_set_partitioner_cb(rd_kafka_topic_conf_t *topic_conf,
                                            int32_t (*partitioner)(const rd_kafka_topic_t *rkt,
                                                                   const void *keydata,
                                                                   size_t keylen,
                                                                   int32_t partition_cnt,
                                                                   void *rkt_opaque,
                                                                   void *msg_opaque));

/**
 * Sets the order in which queued messages of a partition are sent, as a comparison; the default
 * is the order of producing. Experimental, as `queuing.strategy`.
 */
RD_EXPORT
void rd_kafka_topic_conf_set_msg_order_cmp(rd_kafka_topic_conf_t *topic_conf,
                                           int (*msg_order_cmp)(const rd_kafka_message_t *a,
                                                                const rd_kafka_message_t *b));

/*
 * The built-in partitioners, callable from partitioners of the application
 */

/** Chooses any partition, with equal chances. */
RD_EXPORT
int32_t rd_kafka_msg_partitioner_random(const rd_kafka_topic_t *rkt,
                                        const void *key,
                                        size_t keylen,
                                        int32_t partition_cnt,
                                        void *rkt_opaque,
                                        void *msg_opaque);

/**
 * Chooses by the CRC-32 of the key; all messages without a key or with an empty one go
 * to the same partition.
 */
RD_EXPORT
int32_t rd_kafka_msg_partitioner_consistent(const rd_kafka_topic_t *rkt,
                                            const void *key,
                                            size_t keylen,
                                            int32_t partition_cnt,
                                            void *rkt_opaque,
                                            void *msg_opaque);

/**
 * Chooses by the CRC-32 of the key, and any partition for messages without a key or with
 * an empty one. The default of the property `partitioner`.
 */
RD_EXPORT
int32_t rd_kafka_msg_partitioner_consistent_random(const rd_kafka_topic_t *rkt,
                                                   const void *key,
                                                   size_t keylen,
                                                   int32_t partition_cnt,
                                                   void *rkt_opaque,
                                                   void *msg_opaque);

/**
 * Chooses by the MurmurHash2 of the key, as the Java client does for keys; no key counts
 * as an empty one.
 */
RD_EXPORT
int32_t rd_kafka_msg_partitioner_murmur2(const rd_kafka_topic_t *rkt,
                                         const void *key,
                                         size_t keylen,
                                         int32_t partition_cnt,
                                         void *rkt_opaque,
                                         void *msg_opaque);

/**
 * Chooses by the MurmurHash2 of the key, empty keys included, and any partition for
 * messages without a key.
 */
RD_EXPORT
int32_t rd_kafka_msg_partitioner_murmur2_random(const rd_kafka_topic_t *rkt,
                                                const void *key,
                                                size_t keylen,
                                                int32_t partition_cnt,
                                                void *rkt_opaque,
                                                void *msg_opaque);

/**
 * Chooses by the FNV-1a hash of the key, as Sarama does; no key counts as an empty one.
 */
RD_EXPORT
int32_t rd_kafka_msg_partitioner_fnv1a(const rd_kafka_topic_t *rkt,
                                       const void *key,
                                       size_t keylen,
                                       int32_t partition_cnt,
                                       void *rkt_opaque,
                                       void *msg_opaque);

/**
 * Chooses by the FNV-1a hash of the key, empty keys included, and any partition for
 * messages without a key.
 */
RD_EXPORT
int32_t rd_kafka_msg_partitioner_fnv1a_random(const rd_kafka_topic_t *rkt,
                                              const void *key,
                                              size_t keylen,
                                              int32_t partition_cnt,
                                              void *rkt_opaque,
                                              void *msg_opaque);

/*
 * Handles: making, serving and destroying them
 */

/**
 * Makes a handle.
 *
 * `conf` belongs to the library once the call succeeded (NULL stands for defaults), to
 * the caller otherwise. On failure NULL is returned, `errstr` holds the reason, and
 * `rd_kafka_last_error()` the code. The library's threads block all signals.
 */
RD_EXPORT
rd_kafka_t *rd_kafka_new(rd_kafka_type_t type,
                         rd_kafka_conf_t *conf,
                         char *errstr,
                         size_t errstr_size);

/**
 * Destroys a handle: closes its connections and ends its threads before it returns.
 *
 * Messages that were not delivered are dropped without a report, and a log line counts
 * them: call `rd_kafka_flush()` before. NULL does nothing. Not to be called in a callback
 * of the handle. In a child process that inherited the handle it returns at once and
 * leaves the parent's handle alone.
 */
RD_EXPORT void rd_kafka_destroy(rd_kafka_t *rk);

/**
 * Destroys a handle with flags: `RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE` leaves out the closing
 * of a consumer. Otherwise as `rd_kafka_destroy()`.
 */
RD_EXPORT
void rd_kafka_destroy_flags(rd_kafka_t *rk,
                            int flags);

/**
 * Returns the name of a handle: `<client.id>#producer-N` or `#consumer-N`, where N counts
 * the handles of the process. It lives as long as the handle.
 */
RD_EXPORT const char *rd_kafka_name(const rd_kafka_t *rk);

/** Returns what `rk` is. */
RD_EXPORT rd_kafka_type_t rd_kafka_type(const rd_kafka_t *rk);

/**
 * Returns the configuration that `rk` works with, with values that follow from others
 * filled in. It belongs to the handle and must not be changed.
 */
RD_EXPORT const rd_kafka_conf_t *rd_kafka_conf(rd_kafka_t *rk);

/** Returns the pointer that `rd_kafka_conf_set_opaque()` set. */
RD_EXPORT void *rd_kafka_opaque(const rd_kafka_t *rk);

/**
 * Returns the member id of a consumer in its group, to be released with
 * `rd_kafka_mem_free()`; NULL for a producer, and without a group.
 */
RD_EXPORT char *rd_kafka_memberid(const rd_kafka_t *rk);

/**
 * Returns the cluster id, waiting for it up to `timeout_ms`; to be released with
 * `rd_kafka_mem_free()`. NULL: no broker told it in time.
 */
RD_EXPORT char *rd_kafka_clusterid(rd_kafka_t *rk, int timeout_ms);

/**
 * Returns the broker id of the controller, waiting for it up to `timeout_ms`; -1 if no
 * broker told it in time.
 */
RD_EXPORT int32_t rd_kafka_controllerid(rd_kafka_t *rk, int timeout_ms);

/**
 * Adds brokers (`host:port`, separated by commas) to those that are asked for the cluster's
 * brokers. Returns how many were added.
 */
RD_EXPORT
int rd_kafka_brokers_add(rd_kafka_t *rk,
                         const char *brokerlist);

/**
 * Returns the ids of the brokers that the cluster named, `*cntp` of them, to be released
 * with free(3). NULL for a missing argument.
 */
RD_EXPORT int32_t *rd_kafka_brokers_learned_ids(rd_kafka_t *rk, size_t *cntp);

/**
 * Returns how many messages and events wait: messages that were produced and whose report
 * was not served, and other events for the application.
 */
RD_EXPORT int rd_kafka_outq_len(rd_kafka_t *rk);

/**
 * Serves the handle: calls the callbacks for what has happened, in the calling thread.
 *
 * Waits up to `timeout_ms` for something to happen (0: not at all, -1: without limit).
 * Returns the number of events served. To be called regularly: without it there are no
 * delivery reports, and the queue of a producer fills up.
 */
RD_EXPORT int rd_kafka_poll(rd_kafka_t *rk, int timeout_ms);

/**
 * Makes the poll function that called the current callback return when the callback does.
 * Only for callbacks.
 */
RD_EXPORT void rd_kafka_yield(rd_kafka_t *rk);

/**
 * Returns the number of threads that the library runs in this process, over all handles.
 */
RD_EXPORT int rd_kafka_thread_cnt(void);

/**
 * Waits up to `timeout_ms` until all handles of the process are destroyed. Returns 0, or -1
 * after the time-out.
 */
RD_EXPORT
int rd_kafka_wait_destroyed(int timeout_ms);

/** Prints the state of a handle for debugging. The format may change. */
RD_EXPORT void rd_kafka_dump(FILE *fp, rd_kafka_t *rk);

/*
 * Topics of a handle
 */

/**
 * Returns the object of a topic, which the handle begins to use if it did not yet.
 *
 * `conf` (NULL for the default topic configuration) applies only to a topic that is new to
 * the handle; it belongs to the library if the call succeeds, to the caller otherwise.
 * Each call needs its `rd_kafka_topic_destroy()`. Returns NULL on failure, with the code in
 * `rd_kafka_last_error()`: `RD_KAFKA_RESP_ERR__INVALID_ARG` for a bad name or conflicting
 * properties.
 */
RD_EXPORT
rd_kafka_topic_t *rd_kafka_topic_new(rd_kafka_t *rk,
                                     const char *topic,
                                     rd_kafka_topic_conf_t *conf);

/** Gives a topic object back; NULL does nothing. The handle goes on using the topic. */
RD_EXPORT void rd_kafka_topic_destroy(rd_kafka_topic_t *rkt);

/** Returns the name of a topic. It lives as long as the object. */
RD_EXPORT const char *rd_kafka_topic_name(const rd_kafka_topic_t *rkt);

/**
 * Returns the pointer that `rd_kafka_topic_conf_set_opaque()` set on the configuration that
 * the topic was made with.
 */
RD_EXPORT
void *rd_kafka_topic_opaque(const rd_kafka_topic_t *rkt);

/**
 * Tells (1 or 0) whether a partition has a leader. For partitioners of the application.
 */
RD_EXPORT
int rd_kafka_topic_partition_available(const rd_kafka_topic_t *rkt,
                                       int32_t partition);

/*
 * `rd_kafka_producev()` and `rd_kafka_produceva()`: messages described by tagged arguments
 */

/**
 * Queues a message that the arguments describe: `RD_KAFKA_V_...` macros, ended by
 * `RD_KAFKA_V_END`. See `rd_kafka_produce()` for flags and ownership; a topic, by name or
 * object, must be among them. Returns 0 or the code of the failure.
 */
RD_EXPORT rd_kafka_resp_err_t rd_kafka_producev(rd_kafka_t *rk, ...);

/**
 * Queues a message that the `cnt` elements of `vus` describe, as `rd_kafka_producev()` does.
 * Returns NULL, or an error for the caller to destroy.
 */
RD_EXPORT
rd_kafka_error_t *rd_kafka_produceva(rd_kafka_t *rk,
                                     const rd_kafka_vu_t *vus,
                                     size_t cnt);

/**
 * Waits until all messages are delivered or have failed, serving callbacks as
 * `rd_kafka_poll()` does; batches do not linger meanwhile.
 *
 * Waits up to `timeout_ms` (-1: without limit, other negative values: not at all). If
 * delivery reports are taken as events another thread has to take them.
 * Returns `RD_KAFKA_RESP_ERR__TIMED_OUT` if messages are left.
 */
RD_EXPORT rd_kafka_resp_err_t rd_kafka_flush(rd_kafka_t *rk, int timeout_ms);

/**
 * Gives up messages: those that wait to be sent (`RD_KAFKA_PURGE_F_QUEUE`) fail with
 * `RD_KAFKA_RESP_ERR__PURGE_QUEUE`, those in flight (`RD_KAFKA_PURGE_F_INFLIGHT`) with
 * `RD_KAFKA_RESP_ERR__PURGE_INFLIGHT`, although they may be in the log. Their reports wait for
 * the next poll when the function returns, unless `RD_KAFKA_PURGE_F_NON_BLOCKING` is given.
 * Other flags make it return `RD_KAFKA_RESP_ERR__INVALID_ARG` and do nothing.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_purge(rd_kafka_t *rk,
                                   int purge_flags);

/**
 * Queues a message for sending, and returns at once.
 *
 * `partition` is `RD_KAFKA_PARTITION_UA` to have the partitioner choose. `payload` and `key` may
 * be NULL. The key is copied; `msgflags` says of the payload: `RD_KAFKA_MSG_F_COPY` copies it
 * at once; `RD_KAFKA_MSG_F_FREE` gives it, from malloc(3), to the library if the call
 * succeeds; without either it must stay as it is until the delivery report.
 * `RD_KAFKA_MSG_F_BLOCK` waits while the queue is full. `msg_opaque` comes back with the report.
 *
 * Returns 0, or -1 with the code in `rd_kafka_last_error()`: `RD_KAFKA_RESP_ERR__QUEUE_FULL`,
 * `RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE`, `RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION`,
 * `RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC`, `RD_KAFKA_RESP_ERR__FATAL`, or `RD_KAFKA_RESP_ERR__STATE` in a
 * child process that inherited the handle. The payload is the caller's then.
 */
RD_EXPORT
int rd_kafka_produce(rd_kafka_topic_t *rkt,
                     int32_t partition,
                     int msgflags,
                     void *payload,
                     size_t len,
                     const void *key,
                     size_t keylen,
                     void *msg_opaque);

/**
 * Queues `message_cnt` messages of one topic in one go.
 *
 * Of each element the payload, key, opaque pointer (`_private`) and, with
 * `RD_KAFKA_MSG_F_PARTITION`, the partition count; the other flags apply to all, as for
 * `rd_kafka_produce()`. Sets `err` of each, and returns how many were queued.
 */
RD_EXPORT
int rd_kafka_produce_batch(rd_kafka_topic_t *rkt,
                           int32_t partition,
                           int msgflags,
                           rd_kafka_message_t *rkmessages,
                           int message_cnt);

/*
 * Messages as the application sees them
 */

/**
 * Destroys a message that a consumer function returned. Messages in delivery reports and
 * events belong to the library: for them it does nothing, as for NULL.
 */
RD_EXPORT void rd_kafka_message_destroy(rd_kafka_message_t *rkmessage);

/**
 * Returns the error text of a message: NULL if it has no error, the payload for the error
 * event of a consumer. It lives as long as the message.
 */
RD_EXPORT const char *rd_kafka_message_errstr(const rd_kafka_message_t *rkmessage);

/**
 * Returns the broker's words on why a produced message failed, NULL if it gave none. They
 * live as long as the message.
 */
RD_EXPORT
const char *rd_kafka_message_produce_errstr(const rd_kafka_message_t *rkmessage);

/**
 * Returns the time of a message in milliseconds since the Unix epoch, -1 if there is none,
 * and in `*tstype` (unless NULL) who set it.
 */
RD_EXPORT
int64_t rd_kafka_message_timestamp(const rd_kafka_message_t *rkmessage,
                                   rd_kafka_timestamp_type_t *tstype);

/**
 * Returns the time between the call that produced a message and its outcome, in
 * microseconds; -1 if not known.
 */
RD_EXPORT int64_t rd_kafka_message_latency(const rd_kafka_message_t *rkmessage);

/** Returns the id of the broker that a message went to or came from, -1 if not known. */
RD_EXPORT int32_t rd_kafka_message_broker_id(const rd_kafka_message_t *rkmessage);

/** Tells whether a produced message is in the log. Of use in delivery reports. */
RD_EXPORT
rd_kafka_msg_status_t rd_kafka_message_status(const rd_kafka_message_t *rkmessage);

/**
 * Returns the leader epoch of a consumed message, -1 if not known and for delivery reports.
 */
RD_EXPORT
int32_t rd_kafka_message_leader_epoch(const rd_kafka_message_t *rkmessage);

/**
 * Returns how often a share consumer was given this message, 0 for all other messages.
 */
RD_EXPORT int16_t rd_kafka_message_delivery_count(const rd_kafka_message_t *rkmessage);

/**
 * Points `*hdrsp` to the headers of a message, which belong to it and are valid until the
 * message goes or its headers are replaced. Returns `RD_KAFKA_RESP_ERR__NOENT` if it has none.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_message_headers(const rd_kafka_message_t *rkmessage,
                                             rd_kafka_headers_t **hdrsp);

/**
 * Like `rd_kafka_message_headers()`, but the headers are the caller's from then on, who
 * destroys them.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_message_detach_headers(rd_kafka_message_t *rkmessage,
                                                    rd_kafka_headers_t **hdrsp);

/**
 * Replaces the headers of a message with `hdrs`, which belong to the message from then on;
 * NULL removes them.
 */
RD_EXPORT
void rd_kafka_message_set_headers(rd_kafka_message_t *rkmessage,
                                  rd_kafka_headers_t *hdrs);

/*
 * Headers of a message
 */

/** Makes an empty header list with room for `initial_count` headers (a hint). */
RD_EXPORT rd_kafka_headers_t *rd_kafka_headers_new(size_t initial_count);

/** Destroys a header list; NULL does nothing. Not for lists that belong to a message. */
RD_EXPORT void rd_kafka_headers_destroy(rd_kafka_headers_t *hdrs);

/**
 * Returns a copy of `src`, to be destroyed with `rd_kafka_headers_destroy()`; NULL for NULL.
 */
RD_EXPORT
rd_kafka_headers_t *rd_kafka_headers_copy(const rd_kafka_headers_t *src);

/**
 * Appends a header with copies of `name` and `value`. A size of -1 means that the string
 * ends with a zero byte; `value` NULL is Kafka's null value. Returns
 * `RD_KAFKA_RESP_ERR__INVALID_ARG` without a list or a name.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_header_add(rd_kafka_headers_t *hdrs,
                                        const char *name,
                                        ssize_t name_size,
                                        const void *value,
                                        ssize_t value_size);

/**
 * Removes all headers called `name`. Returns `RD_KAFKA_RESP_ERR__NOENT` if there is none.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_header_remove(rd_kafka_headers_t *hdrs,
                                           const char *name);

/** Returns the number of headers. */
RD_EXPORT size_t rd_kafka_header_cnt(const rd_kafka_headers_t *hdrs);

/**
 * Finds the last header called `name`. `*valuep` points to its value, behind which stands
 * a zero byte that `*sizep` does not count, or is NULL for a null value; it is valid until
 * the list changes. Returns `RD_KAFKA_RESP_ERR__NOENT` if there is none.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_header_get_last(const rd_kafka_headers_t *hdrs,
                                             const char *name,
                                             const void **valuep,
                                             size_t *sizep);

/**
 * Finds the header number `idx`, counted from 0, among those called `name`: see
 * `rd_kafka_header_get_last()`.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_header_get(const rd_kafka_headers_t *hdrs,
                                        size_t idx,
                                        const char *name,
                                        const void **valuep,
                                        size_t *sizep);

/**
 * Returns header number `idx` of all, counted from 0, with its name in `*namep`: for
 * loops. See `rd_kafka_header_get_last()` for the value.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_header_get_all(const rd_kafka_headers_t *hdrs,
                                            size_t idx,
                                            const char **namep,
                                            const void **valuep,
                                            size_t *sizep);

/*
 * Topic partitions and lists of them
 */

/**
 * Destroys a topic partition that a function returned alone; NULL does nothing. Not for
 * elements of a list.
 */
RD_EXPORT void rd_kafka_topic_partition_destroy(rd_kafka_topic_partition_t *rktpar);

/**
 * Sets the leader epoch of an element, -1 for none: that of the offset's record, by which
 * the broker can tell a truncated log.
 */
RD_EXPORT
void rd_kafka_topic_partition_set_leader_epoch(rd_kafka_topic_partition_t *rktpar,
                                               int32_t leader_epoch);

/** Returns the leader epoch of an element, -1 for none. */
RD_EXPORT
int32_t rd_kafka_topic_partition_get_leader_epoch(const rd_kafka_topic_partition_t *rktpar);

/**
 * Makes an empty list with room for `size` elements (it grows by itself), to be destroyed
 * with `rd_kafka_topic_partition_list_destroy()`.
 */
RD_EXPORT rd_kafka_topic_partition_list_t *rd_kafka_topic_partition_list_new(int size);

/** Destroys a list with its elements; NULL does nothing. */
RD_EXPORT
void rd_kafka_topic_partition_list_destroy(rd_kafka_topic_partition_list_t *rkparlist);

/**
 * Appends a partition to a list; its offset is `RD_KAFKA_OFFSET_INVALID`. Returns the new
 * element, valid until the list changes, or NULL without a list or a topic.
 */
RD_EXPORT
rd_kafka_topic_partition_t *rd_kafka_topic_partition_list_add(rd_kafka_topic_partition_list_t *rktparlist,
                                                              const char *topic,
                                                              int32_t partition);

/** Appends the partitions from `start` to `stop`, both included. */
RD_EXPORT
void rd_kafka_topic_partition_list_add_range(rd_kafka_topic_partition_list_t *rktparlist,
                                             const char *topic,
                                             int32_t start,
                                             int32_t stop);

/**
 * Removes a partition from a list. Returns 1 if it was there, else 0. Other elements move.
 */
RD_EXPORT
int rd_kafka_topic_partition_list_del(rd_kafka_topic_partition_list_t *rktparlist,
                                      const char *topic,
                                      int32_t partition);

/** Removes the element at `idx` of `elems`. Returns 1 if there is one, else 0. */
RD_EXPORT
int rd_kafka_topic_partition_list_del_by_idx(rd_kafka_topic_partition_list_t *rktparlist,
                                             int idx);

/**
 * Returns a copy of `src` with all that the elements hold (opaque pointers as they are),
 * NULL for NULL.
 */
RD_EXPORT
rd_kafka_topic_partition_list_t *rd_kafka_topic_partition_list_copy(const rd_kafka_topic_partition_list_t *src);

/**
 * Sets the offset of a partition in a list. Returns
 * `RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION` if it is not there.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_topic_partition_list_set_offset(rd_kafka_topic_partition_list_t *rktparlist,
                                                             const char *topic,
                                                             int32_t partition,
                                                             int64_t offset);

/**
 * Returns the first element of a list with this topic and partition, NULL if there is none.
 * It is valid until the list changes.
 */
RD_EXPORT
rd_kafka_topic_partition_t *rd_kafka_topic_partition_list_find(const rd_kafka_topic_partition_list_t *rktparlist,
                                                               const char *topic,
                                                               int32_t partition);

/**
 * Sorts a list in place: with `cmp` in its order (as for qsort(3); it gets pointers to two
 * elements and `cmp_opaque`), with NULL by topic and partition.
 */
RD_EXPORT
void rd_kafka_topic_partition_list_sort(rd_kafka_topic_partition_list_t *rktparlist,
                                        int (*cmp)(const void *a,
                                                   const void *b,
                                                   void *cmp_opaque),
                                        void *cmp_opaque);

/*
 * Cluster metadata
 */

/**
 * Asks a broker about the cluster: with `all_topics` 1 about all topics, else about
 * `only_rkt`, or with NULL about the topics that the handle uses.
 *
 * On success `*metadatap` points to the answer, for the caller to release with
 * `rd_kafka_metadata_destroy()`. Returns `RD_KAFKA_RESP_ERR__TRANSPORT` if no broker could be
 * reached within `timeout_ms`, `RD_KAFKA_RESP_ERR__TIMED_OUT` if one did not answer in time.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_metadata(rd_kafka_t *rk,
                                      int all_topics,
                                      rd_kafka_topic_t *only_rkt,
                                      const struct rd_kafka_metadata **metadatap,
                                      int timeout_ms);

/** Releases what `rd_kafka_metadata()` returned; NULL does nothing. */
RD_EXPORT void rd_kafka_metadata_destroy(const struct rd_kafka_metadata *metadata);

/*
 * Queues of events
 */

/**
 * Makes an empty queue; its reference is to be destroyed with `rd_kafka_queue_destroy()`.
 */
RD_EXPORT rd_kafka_queue_t *rd_kafka_queue_new(rd_kafka_t *rk);

/**
 * Destroys a reference to a queue; the queue itself goes with the last one. NULL does
 * nothing.
 */
RD_EXPORT void rd_kafka_queue_destroy(rd_kafka_queue_t *rkqu);

/** Returns a reference to the queue that `rd_kafka_poll()` serves. */
RD_EXPORT rd_kafka_queue_t *rd_kafka_queue_get_main(rd_kafka_t *rk);

/**
 * Returns a reference to the queue of the background thread, which passes the events in it
 * to the callback of `rd_kafka_conf_set_background_event_cb()`.
 */
RD_EXPORT
rd_kafka_queue_t *rd_kafka_queue_get_background(rd_kafka_t *rk);

/** Returns a reference to the queue of a consumer group; NULL for a producer. */
RD_EXPORT rd_kafka_queue_t *rd_kafka_queue_get_consumer(rd_kafka_t *rk);

/** Returns a reference to the queue of a partition of a consumer; NULL for a producer. */
RD_EXPORT
rd_kafka_queue_t *rd_kafka_queue_get_partition(rd_kafka_t *rk,
                                               const char *topic,
                                               int32_t partition);

/**
 * Forwards what is in `src`, and what arrives there, to `dst`; NULL ends that. A circle is
 * refused without a word.
 */
RD_EXPORT
void rd_kafka_queue_forward(rd_kafka_queue_t *src,
                            rd_kafka_queue_t *dst);

/** Returns the number of messages and other events in a queue. */
RD_EXPORT size_t rd_kafka_queue_length(rd_kafka_queue_t *rkqu);

/**
 * Takes an event from a queue, waiting for it up to `timeout_ms`. The caller destroys it
 * with `rd_kafka_event_destroy()`. NULL: nothing came in time. What is no event is passed
 * to its callback meanwhile.
 */
RD_EXPORT rd_kafka_event_t *rd_kafka_queue_poll(rd_kafka_queue_t *rkqu, int timeout_ms);

/**
 * Serves a queue through callbacks, as `rd_kafka_poll()` serves the main one. Returns the
 * number of events served.
 */
RD_EXPORT int rd_kafka_queue_poll_callback(rd_kafka_queue_t *rkqu, int timeout_ms);

/** Makes a call that waits for `rkqu` return, or the next one. */
RD_EXPORT void rd_kafka_queue_yield(rd_kafka_queue_t *rkqu);

/**
 * Writes the `size` bytes of `payload` to the file descriptor `fd` whenever an event arrives
 * in the empty queue, so that poll(2) and its like see it. The descriptor should not
 * block. -1 ends that. Replaces `rd_kafka_queue_cb_event_enable()`.
 */
RD_EXPORT
void rd_kafka_queue_io_event_enable(rd_kafka_queue_t *rkqu,
                                    int fd,
                                    const void *payload,
                                    size_t size);

/**
 * Calls `event_cb` whenever an event arrives in the empty queue, in the thread that brings
 * it: the callback must not block nor serve the queue. NULL ends that. Replaces
 * `rd_kafka_queue_io_event_enable()`.
 */
RD_EXPORT
void rd_kafka_queue_cb_event_enable(rd_kafka_queue_t *rkqu,
                                    void (*event_cb)(rd_kafka_t *rk, void *qev_opaque),
                                    void *qev_opaque);

/*
 * Events taken from queues
 */

/**
 * Returns the type of an event, one of `RD_KAFKA_EVENT_...`; `RD_KAFKA_EVENT_NONE` for NULL.
 */
RD_EXPORT
rd_kafka_event_type_t rd_kafka_event_type(const rd_kafka_event_t *rkev);

/** Returns the name of the type of an event, `(NONE)` for NULL. The string is static. */
RD_EXPORT const char *rd_kafka_event_name(const rd_kafka_event_t *rkev);

/**
 * Destroys an event with all that it holds, the messages of a delivery report included.
 * NULL does nothing.
 */
RD_EXPORT void rd_kafka_event_destroy(rd_kafka_event_t *rkev);

/**
 * Takes the next message of an event (`RD_KAFKA_EVENT_DR`): NULL after the last. The message
 * belongs to the event and lives as long.
 */
RD_EXPORT
const rd_kafka_message_t *rd_kafka_event_message_next(rd_kafka_event_t *rkev);

/**
 * Takes up to `size` messages of an event, as `rd_kafka_event_message_next()`, and returns
 * how many.
 */
RD_EXPORT
size_t rd_kafka_event_message_array(rd_kafka_event_t *rkev,
                                    const rd_kafka_message_t **rkmessages,
                                    size_t size);

/** Returns the number of messages of an event that were not taken yet. */
RD_EXPORT size_t rd_kafka_event_message_count(rd_kafka_event_t *rkev);

/** Returns NULL: for events of a consumer's configuration callbacks only. */
RD_EXPORT const char *rd_kafka_event_config_string(rd_kafka_event_t *rkev);

/** Returns the code of an error event, `RD_KAFKA_RESP_ERR_NO_ERROR` for other events. */
RD_EXPORT rd_kafka_resp_err_t rd_kafka_event_error(rd_kafka_event_t *rkev);

/**
 * Returns the text of an error event, or the description of its code. It lives as long as
 * the event.
 */
RD_EXPORT const char *rd_kafka_event_error_string(rd_kafka_event_t *rkev);

/**
 * Tells (1 or 0) whether an error event says that the handle can not be used any more.
 */
RD_EXPORT int rd_kafka_event_error_is_fatal(rd_kafka_event_t *rkev);

/**
 * Returns the pointer that the application gave with a request, in the event of its
 * result; NULL for other events.
 */
RD_EXPORT void *rd_kafka_event_opaque(rd_kafka_event_t *rkev);

/**
 * Reads a log event: facility, text and syslog(3) level. Pointers may be NULL; the strings
 * live as long as the event. Returns 0, or -1 if it is no log event.
 */
RD_EXPORT
int rd_kafka_event_log(rd_kafka_event_t *rkev,
                       const char **fac,
                       const char **str,
                       int *level);

/**
 * Writes the words of the `debug` property that a log event belongs to, separated by commas,
 * to the `dstsize` bytes at `dst`. Returns 0, or -1 if it is no log event.
 */
RD_EXPORT
int rd_kafka_event_debug_contexts(rd_kafka_event_t *rkev,
                                  char *dst,
                                  size_t dstsize);

/**
 * Returns the JSON document of a statistics event, NULL for other events. It lives as long
 * as the event.
 */
RD_EXPORT
const char *rd_kafka_event_stats(rd_kafka_event_t *rkev);

/**
 * Returns the partitions of a rebalance or offset commit event, NULL for other events.
 */
RD_EXPORT
rd_kafka_topic_partition_list_t *rd_kafka_event_topic_partition_list(rd_kafka_event_t *rkev);

/**
 * Returns the partition that an error event is about, to be destroyed with
 * `rd_kafka_topic_partition_destroy()`; NULL if it is about none.
 */
RD_EXPORT
rd_kafka_topic_partition_t *rd_kafka_event_topic_partition(rd_kafka_event_t *rkev);

/*
 * Logging
 */

/**
 * Returns the words that the property `debug` knows, separated by commas. The string is
 * static.
 */
RD_EXPORT const char *rd_kafka_get_debug_contexts(void);

/**
 * Sets the highest syslog(3) level of lines that are logged, 0 to 7. The property `debug`
 * sets it to 7.
 */
RD_EXPORT void rd_kafka_set_log_level(rd_kafka_t *rk, int level);

/**
 * Replaces the log callback; NULL turns logging off. Use `rd_kafka_conf_set_log_cb()`.
 */
RD_EXPORT
RD_DEPRECATED
void rd_kafka_set_logger(rd_kafka_t *rk,
                         void (*func)(const rd_kafka_t *rk,
                                      int level,
                                      const char *fac,
                                      const char *buf));

/**
 * With `log.queue=true` log lines wait in a queue of their own: this forwards it to `rkqu`,
 * NULL to the main queue, which `rd_kafka_poll()` serves. Returns
 * `RD_KAFKA_RESP_ERR__NOT_CONFIGURED` if the property is not set.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_set_log_queue(rd_kafka_t *rk,
                                           rd_kafka_queue_t *rkqu);

/** Log callback that prints to stderr: the default. */
RD_EXPORT
void rd_kafka_log_print(const rd_kafka_t *rk,
                        int level,
                        const char *fac,
                        const char *buf);

/** Log callback that passes lines to syslog(3). */
RD_EXPORT
void rd_kafka_log_syslog(const rd_kafka_t *rk,
                         int level,
                         const char *fac,
                         const char *buf);

/*
 * Interceptors of a handle
 */

/**
 * Adds a function that is called when the handle is destroyed. To be called in `on_new`,
 * like its siblings; each interceptor, called `ic_name`, has one function of a kind.
 *
 * Returns `RD_KAFKA_RESP_ERR__CONFLICT` if it has one already, `RD_KAFKA_RESP_ERR__INVALID_ARG` for
 * a NULL argument.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_interceptor_add_on_destroy(rd_kafka_t *rk,
                                                        const char *ic_name,
                                                        rd_kafka_interceptor_f_on_destroy_t * on_destroy,
                                                        void *ic_opaque);

/**
 * Adds a function that sees every message that is produced, in the producing thread, before
 * it gets a partition. Returns as `rd_kafka_interceptor_add_on_destroy()`.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_interceptor_add_on_send(rd_kafka_t *rk,
                                                     const char *ic_name,
                                                     rd_kafka_interceptor_f_on_send_t * on_send,
                                                     void *ic_opaque);

/**
 * Adds a function that sees every message whose outcome is known, in the polling thread,
 * before its delivery report. Returns as `rd_kafka_interceptor_add_on_destroy()`.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_interceptor_add_on_acknowledgement(rd_kafka_t *rk,
                                                                const char *ic_name,
                                                                rd_kafka_interceptor_f_on_acknowledgement_t * on_acknowledgement,
                                                                void *ic_opaque);

/**
 * Adds a function that sees every message before the consuming application does. Returns
 * as `rd_kafka_interceptor_add_on_destroy()`.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_interceptor_add_on_consume(rd_kafka_t *rk,
                                                        const char *ic_name,
                                                        rd_kafka_interceptor_f_on_consume_t * on_consume,
                                                        void *ic_opaque);

/**
 * Adds a function that is told of the outcome of offset commits. Returns as
 * `rd_kafka_interceptor_add_on_destroy()`.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_interceptor_add_on_commit(rd_kafka_t *rk,
                                                       const char *ic_name,
                                                       rd_kafka_interceptor_f_on_commit_t * on_commit,
                                                       void *ic_opaque);

/**
 * Adds a function that is told, in an internal thread, of every request that was written
 * to a broker. Returns as `rd_kafka_interceptor_add_on_destroy()`.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_interceptor_add_on_request_sent(rd_kafka_t *rk,
                                                             const char *ic_name,
                                                             rd_kafka_interceptor_f_on_request_sent_t * on_request_sent,
                                                             void *ic_opaque);

/**
 * Adds a function that is told, in an internal thread, of every response and of every
 * request that failed. Returns as `rd_kafka_interceptor_add_on_destroy()`.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_interceptor_add_on_response_received(rd_kafka_t *rk,
                                                                  const char *ic_name,
                                                                  rd_kafka_interceptor_f_on_response_received_t * on_response_received,
                                                                  void *ic_opaque);

/**
 * Adds a function that is called by each internal thread as its first act. Returns as
 * `rd_kafka_interceptor_add_on_destroy()`.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_interceptor_add_on_thread_start(rd_kafka_t *rk,
                                                             const char *ic_name,
                                                             rd_kafka_interceptor_f_on_thread_start_t * on_thread_start,
                                                             void *ic_opaque);

/**
 * Adds a function that is called by each internal thread as its last act. Returns as
 * `rd_kafka_interceptor_add_on_destroy()`.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_interceptor_add_on_thread_exit(rd_kafka_t *rk,
                                                            const char *ic_name,
                                                            rd_kafka_interceptor_f_on_thread_exit_t * on_thread_exit,
                                                            void *ic_opaque);

/**
 * Adds a function that is told, in an internal thread, when the connection to a broker
 * changes its state. Returns as `rd_kafka_interceptor_add_on_destroy()`.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_interceptor_add_on_broker_state_change(rd_kafka_t *rk,
                                                                    const char *ic_name,
                                                                    rd_kafka_interceptor_f_on_broker_state_change_t * on_broker_state_change,
                                                                    void *ic_opaque);

/*
 * Consumer group metadata: what a transaction says of the group whose offsets it
 */

/**
 * Makes metadata of a group of which only the id is known; NULL if `group_id` is NULL. To be
 * destroyed with `rd_kafka_consumer_group_metadata_destroy()`.
 */
RD_EXPORT
rd_kafka_consumer_group_metadata_t *rd_kafka_consumer_group_metadata_new(const char *group_id);

/**
 * Makes metadata of a member of a group: generation, member id, and group instance id (NULL
 * without static membership). NULL if `group_id` or `member_id` is NULL. To be destroyed with
 * `rd_kafka_consumer_group_metadata_destroy()`.
 */
RD_EXPORT
rd_kafka_consumer_group_metadata_t *rd_kafka_consumer_group_metadata_new_with_genid(const char *group_id,
                                                                                    int32_t generation_id,
                                                                                    const char *member_id,
                                                                                    const char *group_instance_id);

/** Destroys group metadata; NULL does nothing. */
RD_EXPORT
void rd_kafka_consumer_group_metadata_destroy(rd_kafka_consumer_group_metadata_t *group_metadata);

/** Returns the group id; it lives as long as the object. NULL for NULL. */
RD_EXPORT
const char *rd_kafka_consumer_group_metadata_group_id(const rd_kafka_consumer_group_metadata_t *group_metadata);

/** Returns the generation of the group, -1 if none is known (also for NULL). */
RD_EXPORT
int32_t rd_kafka_consumer_group_metadata_generation_id(const rd_kafka_consumer_group_metadata_t *group_metadata);

/**
 * Returns the member id, empty if none is known; it lives as long as the object. NULL for NULL.
 */
RD_EXPORT
const char *rd_kafka_consumer_group_metadata_member_id(const rd_kafka_consumer_group_metadata_t *group_metadata);

/**
 * Returns the group instance id, NULL if there is none; it lives as long as the object.
 */
RD_EXPORT
const char *rd_kafka_consumer_group_metadata_group_instance_id(const rd_kafka_consumer_group_metadata_t *group_metadata);

/**
 * Serialises group metadata into a block from malloc, which the caller frees with
 * `rd_kafka_mem_free()`; `*bufferp` and `*sizep` say where and how much. The form is the same
 * as librdkafka's. Returns NULL, or an error that the caller destroys.
 */
RD_EXPORT
rd_kafka_error_t *rd_kafka_consumer_group_metadata_write(const rd_kafka_consumer_group_metadata_t *cgmd,
                                                         void **bufferp,
                                                         size_t *sizep);

/**
 * Makes group metadata from what `rd_kafka_consumer_group_metadata_write()` wrote: `*cgmdp` is
 * the caller's to destroy. Returns NULL, or an error (`RD_KAFKA_RESP_ERR__BAD_MSG`) that the
 * caller destroys.
 */
RD_EXPORT
rd_kafka_error_t *rd_kafka_consumer_group_metadata_read(rd_kafka_consumer_group_metadata_t **cgmdp,
                                                        const void *buffer,
                                                        size_t size);

/*
 * Memory that the library and the application pass to each other
 */

/**
 * Allocates zeroed memory for `num` objects of `size` bytes with the allocator that the
 * library uses towards the application, calloc(3). `rk` may be NULL.
 */
RD_EXPORT void *rd_kafka_mem_calloc(rd_kafka_t *rk, size_t num, size_t size);

/**
 * Allocates `size` bytes with the allocator that the library uses towards the
 * application, malloc(3). `rk` may be NULL.
 */
RD_EXPORT void *rd_kafka_mem_malloc(rd_kafka_t *rk, size_t size);

/**
 * Frees memory that a function of this library returned and for which it has no other
 * function. `rk` may be NULL, so may `ptr`.
 */
RD_EXPORT void rd_kafka_mem_free(rd_kafka_t *rk, void *ptr);

/*
 * Offsets of partitions
 */

/**
 * Asks the leader of a partition for the offsets of its oldest message (`*low`) and of its
 * next one (`*high`). Returns the broker's error, `RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION`,
 * `RD_KAFKA_RESP_ERR__TIMED_OUT` after `timeout_ms`, or `RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN` if no
 * broker could be reached until then.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_query_watermark_offsets(rd_kafka_t *rk,
                                                     const char *topic,
                                                     int32_t partition,
                                                     int64_t *low,
                                                     int64_t *high,
                                                     int timeout_ms);

/**
 * Looks up offsets by time: each element's `offset` holds a timestamp in milliseconds (-1 the
 * end, -2 the beginning), and is replaced by the offset of the first message at or after it, -1
 * if there is none. An element's `err` says what failed for it; its offset stays then.
 *
 * Blocks for `timeout_ms` at most. Returns `RD_KAFKA_RESP_ERR__INVALID_ARG` for an empty list,
 * `RD_KAFKA_RESP_ERR__TIMED_OUT` if no partition could be asked in time, and
 * `RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN` if that is because no broker can be reached.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_offsets_for_times(rd_kafka_t *rk,
                                               rd_kafka_topic_partition_list_t *offsets,
                                               int timeout_ms);

/*
 * Self tests
 */

/**
 * Runs the library's built-in self tests, prints a line to stderr for each that fails, and
 * returns their number.
 */
RD_EXPORT
int rd_kafka_unittest(void);

/*
 * 128 bit identifiers
 */

/**
 * Makes an identifier of its upper and lower 64 bits; to be destroyed with
 * `rd_kafka_Uuid_destroy()`.
 */
RD_EXPORT
rd_kafka_Uuid_t *rd_kafka_Uuid_new(int64_t most_significant_bits,
                                   int64_t least_significant_bits);

/**
 * Returns a copy of `uuid`, to be destroyed with `rd_kafka_Uuid_destroy()`; NULL for NULL.
 */
RD_EXPORT
rd_kafka_Uuid_t *rd_kafka_Uuid_copy(const rd_kafka_Uuid_t *uuid);

/** Destroys an identifier; NULL does nothing. */
RD_EXPORT void rd_kafka_Uuid_destroy(rd_kafka_Uuid_t *uuid);

/**
 * Returns `uuid` in base64 without padding (22 characters), NULL for NULL. The string
 * lives as long as the object.
 */
RD_EXPORT const char *rd_kafka_Uuid_base64str(const rd_kafka_Uuid_t *uuid);

/** Returns the lower 64 bits of `uuid`, 0 for NULL. */
RD_EXPORT int64_t rd_kafka_Uuid_least_significant_bits(const rd_kafka_Uuid_t *uuid);

/** Returns the upper 64 bits of `uuid`, 0 for NULL. */
RD_EXPORT int64_t rd_kafka_Uuid_most_significant_bits(const rd_kafka_Uuid_t *uuid);

#ifdef __cplusplus
}
#endif

#endif /* _RDKAFKA_H_ */
