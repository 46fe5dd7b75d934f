//! Structs whose fields C code reads and writes: layouts are part of the interface.

use std::ffi::{c_char, c_int, c_void};

use libc::ssize_t;

use super::{RespErr, VType};
use super::{rd_kafka_headers_t, rd_kafka_topic_t};

/// One row of the table that `rd_kafka_get_err_descs()` returns.
#[repr(C)]
pub struct rd_kafka_err_desc {
    /// The code, 0 in unused rows.
    pub code: RespErr,
    /// Short name without `RD_KAFKA_RESP_ERR_`, NULL in unused rows.
    pub name: *const c_char,
    /// Description, NULL in unused rows and for the markers of the ranges.
    pub desc: *const c_char,
}

/// A topic and partition with an offset: an element of a list.
pub type rd_kafka_topic_partition_t = rd_kafka_topic_partition_s;

/// A topic and partition with an offset: an element of a list.
#[repr(C)]
pub struct rd_kafka_topic_partition_s {
    /// Name of the topic.
    pub topic: *mut c_char,
    /// The partition.
    pub partition: i32,
    /// An offset, or one of the `RD_KAFKA_OFFSET_...` values.
    pub offset: i64,
    /// Metadata of a committed offset, from malloc(3); may be NULL.
    pub metadata: *mut c_void,
    /// Length of `metadata` in bytes.
    pub metadata_size: usize,
    /// For use by the application.
    pub opaque: *mut c_void,
    /// Outcome for this partition, of the calls that set it.
    pub err: RespErr,
    /// For use by the library: initialise to NULL, leave alone afterwards.
    pub _private: *mut c_void,
}

/// A growing list of topic partitions.
pub type rd_kafka_topic_partition_list_t = rd_kafka_topic_partition_list_s;

/// A growing list of topic partitions.
#[repr(C)]
pub struct rd_kafka_topic_partition_list_s {
    /// Number of elements.
    pub cnt: c_int,
    /// Number of elements that fit into `elems` before it grows.
    pub size: c_int,
    /// The elements.
    pub elems: *mut rd_kafka_topic_partition_t,
}

/// Memory that an argument of `rd_kafka_produceva()` points to.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct rd_kafka_vu_mem {
    /// Start.
    pub ptr: *mut c_void,
    /// Length in bytes.
    pub size: usize,
}

/// A header as an argument of `rd_kafka_produceva()`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct rd_kafka_vu_header {
    /// Name, ends with a zero byte.
    pub name: *const c_char,
    /// Value, NULL for none.
    pub val: *const c_void,
    /// Length of the value in bytes, -1 if it ends with a zero byte.
    pub size: ssize_t,
}

/// Value of an argument of `rd_kafka_produceva()`: the type says which field holds it.
#[repr(C)]
#[derive(Clone, Copy)]
pub union rd_kafka_vu_u {
    /// `RD_KAFKA_VTYPE_TOPIC`.
    pub cstr: *const c_char,
    /// `RD_KAFKA_VTYPE_RKT`.
    pub rkt: *mut rd_kafka_topic_t,
    /// `RD_KAFKA_VTYPE_MSGFLAGS`.
    pub i: c_int,
    /// `RD_KAFKA_VTYPE_PARTITION`.
    pub i32: i32,
    /// `RD_KAFKA_VTYPE_TIMESTAMP`.
    pub i64: i64,
    /// `RD_KAFKA_VTYPE_VALUE`, `RD_KAFKA_VTYPE_KEY`.
    pub mem: rd_kafka_vu_mem,
    /// `RD_KAFKA_VTYPE_HEADER`.
    pub header: rd_kafka_vu_header,
    /// `RD_KAFKA_VTYPE_HEADERS`.
    pub headers: *mut rd_kafka_headers_t,
    /// `RD_KAFKA_VTYPE_OPAQUE`.
    pub ptr: *mut c_void,
    /// Room for later types.
    pub _pad: [c_char; 64],
}

/// An argument of `rd_kafka_produceva()`: a type and its value.
pub type rd_kafka_vu_t = rd_kafka_vu_s;

/// An argument of `rd_kafka_produceva()`: a type and its value.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct rd_kafka_vu_s {
    /// What the argument is.
    pub vtype: VType,
    /// Its value.
    pub u: rd_kafka_vu_u,
}

/// A message: one that was received, the report of one that was produced, or an element
/// of `rd_kafka_produce_batch()`.
pub type rd_kafka_message_t = rd_kafka_message_s;

/// A message: one that was received, the report of one that was produced, or an element
/// of `rd_kafka_produce_batch()`.
#[repr(C)]
pub struct rd_kafka_message_s {
    /// 0, or why the message was not delivered. For a consumer: not 0 makes this an error
    /// event whose payload is a text.
    pub err: RespErr,
    /// The topic.
    pub rkt: *mut rd_kafka_topic_t,
    /// The partition.
    pub partition: i32,
    /// The payload, NULL for none.
    pub payload: *mut c_void,
    /// Length of the payload in bytes.
    pub len: usize,
    /// The key, NULL for none.
    pub key: *mut c_void,
    /// Length of the key in bytes.
    pub key_len: usize,
    /// Offset in the log, `RD_KAFKA_OFFSET_INVALID` if not known.
    pub offset: i64,
    /// Producer: the message's opaque pointer. Consumer: for use by the library.
    pub _private: *mut c_void,
}

/// A broker of the cluster.
pub type rd_kafka_metadata_broker_t = rd_kafka_metadata_broker;

/// A broker of the cluster.
#[repr(C)]
pub struct rd_kafka_metadata_broker {
    /// Broker id.
    pub id: i32,
    /// Host name.
    pub host: *mut c_char,
    /// Port.
    pub port: c_int,
}

/// A partition of a topic.
pub type rd_kafka_metadata_partition_t = rd_kafka_metadata_partition;

/// A partition of a topic.
#[repr(C)]
pub struct rd_kafka_metadata_partition {
    /// Partition id.
    pub id: i32,
    /// The broker's view of the partition.
    pub err: RespErr,
    /// Id of the leader, -1 for none.
    pub leader: i32,
    /// Number of replicas.
    pub replica_cnt: c_int,
    /// Ids of the brokers that hold a replica.
    pub replicas: *mut i32,
    /// Number of replicas in sync.
    pub isr_cnt: c_int,
    /// Ids of the brokers whose replicas are in sync.
    pub isrs: *mut i32,
}

/// A topic.
pub type rd_kafka_metadata_topic_t = rd_kafka_metadata_topic;

/// A topic.
#[repr(C)]
pub struct rd_kafka_metadata_topic {
    /// Name.
    pub topic: *mut c_char,
    /// Number of partitions.
    pub partition_cnt: c_int,
    /// The partitions, in order of their ids.
    pub partitions: *mut rd_kafka_metadata_partition,
    /// The broker's view of the topic.
    pub err: RespErr,
}

/// The cluster as a broker described it, from `rd_kafka_metadata()`.
pub type rd_kafka_metadata_t = rd_kafka_metadata;

/// The cluster as a broker described it, from `rd_kafka_metadata()`.
#[repr(C)]
pub struct rd_kafka_metadata {
    /// Number of brokers.
    pub broker_cnt: c_int,
    /// The brokers.
    pub brokers: *mut rd_kafka_metadata_broker,
    /// Number of topics.
    pub topic_cnt: c_int,
    /// The topics.
    pub topics: *mut rd_kafka_metadata_topic,
    /// Id of the broker that answered.
    pub orig_broker_id: i32,
    /// Name of the broker that answered.
    pub orig_broker_name: *mut c_char,
}

/// A member in a group listing.
#[repr(C)]
pub struct rd_kafka_group_member_info {
    /// Id that the coordinator gave to the member.
    pub member_id: *mut c_char,
    /// The member's `client.id`.
    pub client_id: *mut c_char,
    /// Host that it connects from.
    pub client_host: *mut c_char,
    /// Subscription in the format of the group's protocol.
    pub member_metadata: *mut c_void,
    /// Length of the subscription in bytes.
    pub member_metadata_size: c_int,
    /// Assignment in the format of the group's protocol.
    pub member_assignment: *mut c_void,
    /// Length of the assignment in bytes.
    pub member_assignment_size: c_int,
}

/// A group in a listing.
#[repr(C)]
pub struct rd_kafka_group_info {
    /// The broker that reported the group.
    pub broker: rd_kafka_metadata_broker,
    /// Name of the group.
    pub group: *mut c_char,
    /// The broker's view of the group.
    pub err: RespErr,
    /// State, in words.
    pub state: *mut c_char,
    /// Protocol type.
    pub protocol_type: *mut c_char,
    /// Protocol.
    pub protocol: *mut c_char,
    /// The members.
    pub members: *mut rd_kafka_group_member_info,
    /// Number of members.
    pub member_cnt: c_int,
}

/// A listing of groups.
#[repr(C)]
pub struct rd_kafka_group_list {
    /// The groups.
    pub groups: *mut rd_kafka_group_info,
    /// Number of groups.
    pub group_cnt: c_int,
}
