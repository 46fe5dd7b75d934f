//! Constants of the C interface that are not enumerators.

use std::ffi::c_int;

/// `rd_kafka_destroy_flags()`: do not close the consumer first.
pub const RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE: c_int = 0x8;
/// No partition: the partitioner chooses one.
pub const RD_KAFKA_PARTITION_UA: i32 = -1;
/// Start with the oldest message.
pub const RD_KAFKA_OFFSET_BEGINNING: c_int = -2;
/// Start with the next message.
pub const RD_KAFKA_OFFSET_END: c_int = -1;
/// Start with the offset that was committed.
pub const RD_KAFKA_OFFSET_STORED: c_int = -1000;
/// No offset.
pub const RD_KAFKA_OFFSET_INVALID: c_int = -1001;
/// Base of `RD_KAFKA_OFFSET_TAIL()`.
pub const RD_KAFKA_OFFSET_TAIL_BASE: c_int = -2000;
/// The library frees the payload with free(3) once the message is done. Excludes
/// `RD_KAFKA_MSG_F_COPY`.
pub const RD_KAFKA_MSG_F_FREE: c_int = 0x1;
/// The library copies the payload at once.
pub const RD_KAFKA_MSG_F_COPY: c_int = 0x2;
/// Wait while the queue is full. Reports must be served by another thread meanwhile.
pub const RD_KAFKA_MSG_F_BLOCK: c_int = 0x4;
/// `rd_kafka_produce_batch()`: use the partition of each message.
pub const RD_KAFKA_MSG_F_PARTITION: c_int = 0x8;
/// `rd_kafka_purge()`: messages that wait to be sent.
pub const RD_KAFKA_PURGE_F_QUEUE: c_int = 0x1;
/// `rd_kafka_purge()`: messages that were sent and not answered.
pub const RD_KAFKA_PURGE_F_INFLIGHT: c_int = 0x2;
/// `rd_kafka_purge()`: do not wait for broker threads.
pub const RD_KAFKA_PURGE_F_NON_BLOCKING: c_int = 0x4;
/// No event.
pub const RD_KAFKA_EVENT_NONE: c_int = 0;
/// Delivery reports of produced messages.
pub const RD_KAFKA_EVENT_DR: c_int = 1;
/// Messages that were received.
pub const RD_KAFKA_EVENT_FETCH: c_int = 2;
/// A log line.
pub const RD_KAFKA_EVENT_LOG: c_int = 4;
/// An error of the handle.
pub const RD_KAFKA_EVENT_ERROR: c_int = 8;
/// A change of the assignment.
pub const RD_KAFKA_EVENT_REBALANCE: c_int = 0x10;
/// Outcome of an offset commit.
pub const RD_KAFKA_EVENT_OFFSET_COMMIT: c_int = 0x20;
/// Statistics.
pub const RD_KAFKA_EVENT_STATS: c_int = 0x40;
/// Result of `rd_kafka_CreateTopics()`.
pub const RD_KAFKA_EVENT_CREATETOPICS_RESULT: c_int = 100;
/// Result of `rd_kafka_DeleteTopics()`.
pub const RD_KAFKA_EVENT_DELETETOPICS_RESULT: c_int = 101;
/// Result of `rd_kafka_CreatePartitions()`.
pub const RD_KAFKA_EVENT_CREATEPARTITIONS_RESULT: c_int = 102;
/// Result of `rd_kafka_AlterConfigs()`.
pub const RD_KAFKA_EVENT_ALTERCONFIGS_RESULT: c_int = 103;
/// Result of `rd_kafka_DescribeConfigs()`.
pub const RD_KAFKA_EVENT_DESCRIBECONFIGS_RESULT: c_int = 104;
/// Result of `rd_kafka_DeleteRecords()`.
pub const RD_KAFKA_EVENT_DELETERECORDS_RESULT: c_int = 105;
/// Result of `rd_kafka_DeleteGroups()`.
pub const RD_KAFKA_EVENT_DELETEGROUPS_RESULT: c_int = 106;
/// Result of `rd_kafka_DeleteConsumerGroupOffsets()`.
pub const RD_KAFKA_EVENT_DELETECONSUMERGROUPOFFSETS_RESULT: c_int = 107;
/// A new OAUTHBEARER token is wanted.
pub const RD_KAFKA_EVENT_OAUTHBEARER_TOKEN_REFRESH: c_int = 0x100;
/// Turns on the background queue.
pub const RD_KAFKA_EVENT_BACKGROUND: c_int = 0x200;
/// Result of `rd_kafka_CreateAcls()`.
pub const RD_KAFKA_EVENT_CREATEACLS_RESULT: c_int = 0x400;
/// Result of `rd_kafka_DescribeAcls()`.
pub const RD_KAFKA_EVENT_DESCRIBEACLS_RESULT: c_int = 0x800;
/// Result of `rd_kafka_DeleteAcls()`.
pub const RD_KAFKA_EVENT_DELETEACLS_RESULT: c_int = 0x1000;
/// Result of `rd_kafka_ListConsumerGroups()`.
pub const RD_KAFKA_EVENT_LISTCONSUMERGROUPS_RESULT: c_int = 0x2000;
/// Result of `rd_kafka_DescribeConsumerGroups()`.
pub const RD_KAFKA_EVENT_DESCRIBECONSUMERGROUPS_RESULT: c_int = 0x4000;
/// Result of `rd_kafka_ListConsumerGroupOffsets()`.
pub const RD_KAFKA_EVENT_LISTCONSUMERGROUPOFFSETS_RESULT: c_int = 0x8000;
/// Result of `rd_kafka_AlterConsumerGroupOffsets()`.
pub const RD_KAFKA_EVENT_ALTERCONSUMERGROUPOFFSETS_RESULT: c_int = 0x10000;
/// Result of `rd_kafka_IncrementalAlterConfigs()`.
pub const RD_KAFKA_EVENT_INCREMENTALALTERCONFIGS_RESULT: c_int = 0x20000;
/// Result of `rd_kafka_DescribeUserScramCredentials()`.
pub const RD_KAFKA_EVENT_DESCRIBEUSERSCRAMCREDENTIALS_RESULT: c_int = 0x40000;
/// Result of `rd_kafka_AlterUserScramCredentials()`.
pub const RD_KAFKA_EVENT_ALTERUSERSCRAMCREDENTIALS_RESULT: c_int = 0x80000;
/// Result of `rd_kafka_DescribeTopics()`.
pub const RD_KAFKA_EVENT_DESCRIBETOPICS_RESULT: c_int = 0x100000;
/// Result of `rd_kafka_DescribeCluster()`.
pub const RD_KAFKA_EVENT_DESCRIBECLUSTER_RESULT: c_int = 0x200000;
/// Result of `rd_kafka_ListOffsets()`.
pub const RD_KAFKA_EVENT_LISTOFFSETS_RESULT: c_int = 0x400000;
/// Result of `rd_kafka_ElectLeaders()`.
pub const RD_KAFKA_EVENT_ELECTLEADERS_RESULT: c_int = 0x800000;
/// Words of the `debug` property, separated by commas.
pub const RD_KAFKA_DEBUG_CONTEXTS: &str = "all,generic,broker,topic,metadata,feature,queue,msg,protocol,cgrp,security,fetch,interceptor,plugin,consumer,admin,eos,mock,assignor,conf";
