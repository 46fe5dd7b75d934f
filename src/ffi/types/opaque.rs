//! Types of which C code sees only pointers.
//!
//! The `_s` types are never constructed: a pointer to one is a pointer to the Rust
//! object that [`own`](crate::ffi::own) says it is.

use std::ffi::c_int;
use std::marker::{PhantomData, PhantomPinned};

/// Body of the opaque types: no size, neither `Send` nor `Sync` nor `Unpin`.
type Opaque = PhantomData<(*mut u8, PhantomPinned)>;

/// A client handle: one producer or one consumer, with its threads and connections. Made by
/// `rd_kafka_new()`, ended by `rd_kafka_destroy()`; may be used by any number of threads at once.
pub type rd_kafka_t = rd_kafka_s;

/// What `rd_kafka_t` points to; its content is private.
pub struct rd_kafka_s(Opaque);

/// A topic as a handle knows it. Reference counted: one `rd_kafka_topic_destroy()` for each
/// `rd_kafka_topic_new()`.
pub type rd_kafka_topic_t = rd_kafka_topic_s;

/// What `rd_kafka_topic_t` points to; its content is private.
pub struct rd_kafka_topic_s(Opaque);

/// Configuration of a handle to be. Belongs to one thread at a time, and to the library once
/// `rd_kafka_new()` succeeded.
pub type rd_kafka_conf_t = rd_kafka_conf_s;

/// What `rd_kafka_conf_t` points to; its content is private.
pub struct rd_kafka_conf_s(Opaque);

/// Configuration of a topic. Belongs to the library once `rd_kafka_topic_new()` succeeded.
pub type rd_kafka_topic_conf_t = rd_kafka_topic_conf_s;

/// What `rd_kafka_topic_conf_t` points to; its content is private.
pub struct rd_kafka_topic_conf_s(Opaque);

/// Reference to a queue of events.
pub type rd_kafka_queue_t = rd_kafka_queue_s;

/// What `rd_kafka_queue_t` points to; its content is private.
pub struct rd_kafka_queue_s(Opaque);

/// An event taken from a queue. The application destroys it, unless a function says otherwise.
pub type rd_kafka_event_t = rd_kafka_op_s;

/// What `rd_kafka_event_t` points to; its content is private.
pub struct rd_kafka_op_s(Opaque);

/// Outcome of an admin request for one topic.
pub type rd_kafka_topic_result_t = rd_kafka_topic_result_s;

/// What `rd_kafka_topic_result_t` points to; its content is private.
pub struct rd_kafka_topic_result_s(Opaque);

/// Membership of a consumer in its group, for transactional offset commits.
pub type rd_kafka_consumer_group_metadata_t = rd_kafka_consumer_group_metadata_s;

/// What `rd_kafka_consumer_group_metadata_t` points to; its content is private.
pub struct rd_kafka_consumer_group_metadata_s(Opaque);

/// An error: a code, a text and what to do about it. Functions that return one return NULL on success;
/// the application destroys it.
pub type rd_kafka_error_t = rd_kafka_error_s;

/// What `rd_kafka_error_t` points to; its content is private.
pub struct rd_kafka_error_s(Opaque);

/// The headers of a message, in order; a name may occur several times.
pub type rd_kafka_headers_t = rd_kafka_headers_s;

/// What `rd_kafka_headers_t` points to; its content is private.
pub struct rd_kafka_headers_s(Opaque);

/// Outcome of an admin request for one group.
pub type rd_kafka_group_result_t = rd_kafka_group_result_s;

/// What `rd_kafka_group_result_t` points to; its content is private.
pub struct rd_kafka_group_result_s(Opaque);

/// Outcome of the creation of one access rule.
pub type rd_kafka_acl_result_t = rd_kafka_acl_result_s;

/// What `rd_kafka_acl_result_t` points to; its content is private.
pub struct rd_kafka_acl_result_s(Opaque);

/// A 128 bit identifier, as Kafka gives to topics.
pub type rd_kafka_Uuid_t = rd_kafka_Uuid_s;

/// What `rd_kafka_Uuid_t` points to; its content is private.
pub struct rd_kafka_Uuid_s(Opaque);

/// Outcome of an admin request for one partition.
pub type rd_kafka_topic_partition_result_t = rd_kafka_topic_partition_result_s;

/// What `rd_kafka_topic_partition_result_t` points to; its content is private.
pub struct rd_kafka_topic_partition_result_s(Opaque);

/// A share consumer (KIP-932).
pub type rd_kafka_share_t = rd_kafka_share_s;

/// What `rd_kafka_share_t` points to; its content is private.
pub struct rd_kafka_share_s(Opaque);

/// Messages that a share consumer received in one go.
pub type rd_kafka_messages_t = rd_kafka_messages_s;

/// What `rd_kafka_messages_t` points to; its content is private.
pub struct rd_kafka_messages_s(Opaque);

/// Acknowledged offsets of one partition of a share group.
pub type rd_kafka_share_partition_offsets_t = rd_kafka_share_partition_offsets_s;

/// What `rd_kafka_share_partition_offsets_t` points to; its content is private.
pub struct rd_kafka_share_partition_offsets_s(Opaque);

/// Acknowledged offsets of several partitions of a share group.
pub type rd_kafka_share_partition_offsets_list_t = rd_kafka_share_partition_offsets_list_s;

/// What `rd_kafka_share_partition_offsets_list_t` points to; its content is private.
pub struct rd_kafka_share_partition_offsets_list_s(Opaque);

/// A broker in the answer to an admin request.
pub type rd_kafka_Node_t = rd_kafka_Node_s;

/// What `rd_kafka_Node_t` points to; its content is private.
pub struct rd_kafka_Node_s(Opaque);

/// Options of an admin request.
pub type rd_kafka_AdminOptions_t = rd_kafka_AdminOptions_s;

/// What `rd_kafka_AdminOptions_t` points to; its content is private.
pub struct rd_kafka_AdminOptions_s(Opaque);

/// A topic to be created.
pub type rd_kafka_NewTopic_t = rd_kafka_NewTopic_s;

/// What `rd_kafka_NewTopic_t` points to; its content is private.
pub struct rd_kafka_NewTopic_s(Opaque);

/// A topic to be deleted.
pub type rd_kafka_DeleteTopic_t = rd_kafka_DeleteTopic_s;

/// What `rd_kafka_DeleteTopic_t` points to; its content is private.
pub struct rd_kafka_DeleteTopic_s(Opaque);

/// Partitions to be added to a topic.
pub type rd_kafka_NewPartitions_t = rd_kafka_NewPartitions_s;

/// What `rd_kafka_NewPartitions_t` points to; its content is private.
pub struct rd_kafka_NewPartitions_s(Opaque);

/// One entry of a broker side configuration.
pub type rd_kafka_ConfigEntry_t = rd_kafka_ConfigEntry_s;

/// What `rd_kafka_ConfigEntry_t` points to; its content is private.
pub struct rd_kafka_ConfigEntry_s(Opaque);

/// A broker side resource with its configuration.
pub type rd_kafka_ConfigResource_t = rd_kafka_ConfigResource_s;

/// What `rd_kafka_ConfigResource_t` points to; its content is private.
pub struct rd_kafka_ConfigResource_s(Opaque);

/// Partitions and the offsets before which records are to be deleted.
pub type rd_kafka_DeleteRecords_t = rd_kafka_DeleteRecords_s;

/// What `rd_kafka_DeleteRecords_t` points to; its content is private.
pub struct rd_kafka_DeleteRecords_s(Opaque);

/// Topics to be described.
pub type rd_kafka_TopicCollection_t = rd_kafka_TopicCollection_s;

/// What `rd_kafka_TopicCollection_t` points to; its content is private.
pub struct rd_kafka_TopicCollection_s(Opaque);

/// A partition in a topic description.
pub type rd_kafka_TopicPartitionInfo_t = rd_kafka_TopicPartitionInfo_s;

/// What `rd_kafka_TopicPartitionInfo_t` points to; its content is private.
pub struct rd_kafka_TopicPartitionInfo_s(Opaque);

/// Description of a topic.
pub type rd_kafka_TopicDescription_t = rd_kafka_TopicDescription_s;

/// What `rd_kafka_TopicDescription_t` points to; its content is private.
pub struct rd_kafka_TopicDescription_s(Opaque);

/// A group in a listing.
pub type rd_kafka_ConsumerGroupListing_t = rd_kafka_ConsumerGroupListing_s;

/// What `rd_kafka_ConsumerGroupListing_t` points to; its content is private.
pub struct rd_kafka_ConsumerGroupListing_s(Opaque);

/// Groups and errors of a listing.
pub type rd_kafka_ListConsumerGroupsResult_t = rd_kafka_ListConsumerGroupsResult_s;

/// What `rd_kafka_ListConsumerGroupsResult_t` points to; its content is private.
pub struct rd_kafka_ListConsumerGroupsResult_s(Opaque);

/// Description of a group.
pub type rd_kafka_ConsumerGroupDescription_t = rd_kafka_ConsumerGroupDescription_s;

/// What `rd_kafka_ConsumerGroupDescription_t` points to; its content is private.
pub struct rd_kafka_ConsumerGroupDescription_s(Opaque);

/// A member in a group description.
pub type rd_kafka_MemberDescription_t = rd_kafka_MemberDescription_s;

/// What `rd_kafka_MemberDescription_t` points to; its content is private.
pub struct rd_kafka_MemberDescription_s(Opaque);

/// Partitions of a member in a group description.
pub type rd_kafka_MemberAssignment_t = rd_kafka_MemberAssignment_s;

/// What `rd_kafka_MemberAssignment_t` points to; its content is private.
pub struct rd_kafka_MemberAssignment_s(Opaque);

/// A group to be deleted.
pub type rd_kafka_DeleteGroup_t = rd_kafka_DeleteGroup_s;

/// What `rd_kafka_DeleteGroup_t` points to; its content is private.
pub struct rd_kafka_DeleteGroup_s(Opaque);

/// A group whose committed offsets are wanted.
pub type rd_kafka_ListConsumerGroupOffsets_t = rd_kafka_ListConsumerGroupOffsets_s;

/// What `rd_kafka_ListConsumerGroupOffsets_t` points to; its content is private.
pub struct rd_kafka_ListConsumerGroupOffsets_s(Opaque);

/// A group whose committed offsets are to be changed.
pub type rd_kafka_AlterConsumerGroupOffsets_t = rd_kafka_AlterConsumerGroupOffsets_s;

/// What `rd_kafka_AlterConsumerGroupOffsets_t` points to; its content is private.
pub struct rd_kafka_AlterConsumerGroupOffsets_s(Opaque);

/// A group whose committed offsets are to be deleted.
pub type rd_kafka_DeleteConsumerGroupOffsets_t = rd_kafka_DeleteConsumerGroupOffsets_s;

/// What `rd_kafka_DeleteConsumerGroupOffsets_t` points to; its content is private.
pub struct rd_kafka_DeleteConsumerGroupOffsets_s(Opaque);

/// Offset and timestamp that were looked up for one partition.
pub type rd_kafka_ListOffsetsResultInfo_t = rd_kafka_ListOffsetsResultInfo_s;

/// What `rd_kafka_ListOffsetsResultInfo_t` points to; its content is private.
pub struct rd_kafka_ListOffsetsResultInfo_s(Opaque);

/// Mechanism and iterations of a stored SCRAM credential.
pub type rd_kafka_ScramCredentialInfo_t = rd_kafka_ScramCredentialInfo_s;

/// What `rd_kafka_ScramCredentialInfo_t` points to; its content is private.
pub struct rd_kafka_ScramCredentialInfo_s(Opaque);

/// The SCRAM credentials of one user.
pub type rd_kafka_UserScramCredentialsDescription_t = rd_kafka_UserScramCredentialsDescription_s;

/// What `rd_kafka_UserScramCredentialsDescription_t` points to; its content is private.
pub struct rd_kafka_UserScramCredentialsDescription_s(Opaque);

/// A change of one user's SCRAM credential.
pub type rd_kafka_UserScramCredentialAlteration_t = rd_kafka_UserScramCredentialAlteration_s;

/// What `rd_kafka_UserScramCredentialAlteration_t` points to; its content is private.
pub struct rd_kafka_UserScramCredentialAlteration_s(Opaque);

/// Outcome of a SCRAM credential change for one user.
pub type rd_kafka_AlterUserScramCredentials_result_response_t =
    rd_kafka_AlterUserScramCredentials_result_response_s;

/// What `rd_kafka_AlterUserScramCredentials_result_response_t` points to; its content is private.
pub struct rd_kafka_AlterUserScramCredentials_result_response_s(Opaque);

/// An access rule.
pub type rd_kafka_AclBinding_t = rd_kafka_AclBinding_s;

/// What `rd_kafka_AclBinding_t` points to; its content is private.
pub struct rd_kafka_AclBinding_s(Opaque);

/// Access rules that one filter deleted.
pub type rd_kafka_DeleteAcls_result_response_t = rd_kafka_DeleteAcls_result_response_s;

/// What `rd_kafka_DeleteAcls_result_response_t` points to; its content is private.
pub struct rd_kafka_DeleteAcls_result_response_s(Opaque);

/// A leader election to be started.
pub type rd_kafka_ElectLeaders_t = rd_kafka_ElectLeaders_s;

/// What `rd_kafka_ElectLeaders_t` points to; its content is private.
pub struct rd_kafka_ElectLeaders_s(Opaque);

/// Result event of `rd_kafka_CreateTopics()`.
pub type rd_kafka_CreateTopics_result_t = rd_kafka_event_t;

/// Result event of `rd_kafka_DeleteTopics()`.
pub type rd_kafka_DeleteTopics_result_t = rd_kafka_event_t;

/// Result event of `rd_kafka_CreateAcls()`.
pub type rd_kafka_CreateAcls_result_t = rd_kafka_event_t;

/// Result event of `rd_kafka_DescribeAcls()`.
pub type rd_kafka_DescribeAcls_result_t = rd_kafka_event_t;

/// Result event of `rd_kafka_DeleteAcls()`.
pub type rd_kafka_DeleteAcls_result_t = rd_kafka_event_t;

/// Result event of `rd_kafka_CreatePartitions()`.
pub type rd_kafka_CreatePartitions_result_t = rd_kafka_event_t;

/// Result event of `rd_kafka_AlterConfigs()`.
pub type rd_kafka_AlterConfigs_result_t = rd_kafka_event_t;

/// Result event of `rd_kafka_IncrementalAlterConfigs()`.
pub type rd_kafka_IncrementalAlterConfigs_result_t = rd_kafka_event_t;

/// Result event of `rd_kafka_DescribeConfigs()`.
pub type rd_kafka_DescribeConfigs_result_t = rd_kafka_event_t;

/// Result event of `rd_kafka_DeleteRecords()`.
pub type rd_kafka_DeleteRecords_result_t = rd_kafka_event_t;

/// Result event of `rd_kafka_ListConsumerGroups()`.
pub type rd_kafka_ListConsumerGroups_result_t = rd_kafka_event_t;

/// Result event of `rd_kafka_DescribeConsumerGroups()`.
pub type rd_kafka_DescribeConsumerGroups_result_t = rd_kafka_event_t;

/// Result event of `rd_kafka_DeleteGroups()`.
pub type rd_kafka_DeleteGroups_result_t = rd_kafka_event_t;

/// Result event of `rd_kafka_DeleteConsumerGroupOffsets()`.
pub type rd_kafka_DeleteConsumerGroupOffsets_result_t = rd_kafka_event_t;

/// Result event of `rd_kafka_AlterConsumerGroupOffsets()`.
pub type rd_kafka_AlterConsumerGroupOffsets_result_t = rd_kafka_event_t;

/// Result event of `rd_kafka_ListConsumerGroupOffsets()`.
pub type rd_kafka_ListConsumerGroupOffsets_result_t = rd_kafka_event_t;

/// Result event of `rd_kafka_DescribeTopics()`.
pub type rd_kafka_DescribeTopics_result_t = rd_kafka_event_t;

/// Result event of `rd_kafka_DescribeCluster()`.
pub type rd_kafka_DescribeCluster_result_t = rd_kafka_event_t;

/// Result event of `rd_kafka_DescribeUserScramCredentials()`.
pub type rd_kafka_DescribeUserScramCredentials_result_t = rd_kafka_event_t;

/// Result event of `rd_kafka_AlterUserScramCredentials()`.
pub type rd_kafka_AlterUserScramCredentials_result_t = rd_kafka_event_t;

/// Result event of `rd_kafka_ListOffsets()`.
pub type rd_kafka_ListOffsets_result_t = rd_kafka_event_t;

/// Result event of `rd_kafka_ElectLeaders()`.
pub type rd_kafka_ElectLeaders_result_t = rd_kafka_event_t;

/// An access rule used as a filter: absent parts match everything.
pub type rd_kafka_AclBindingFilter_t = rd_kafka_AclBinding_t;

/// Type of an event, one of the `RD_KAFKA_EVENT_...` values.
pub type rd_kafka_event_type_t = c_int;
