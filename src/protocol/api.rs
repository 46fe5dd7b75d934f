//! Api keys, header versions, and whole frames of requests and responses.
//!
//! Pure functions, usable from any thread. A frame is a 4-byte length, a header, a
//! body; readers here get it without the length.

use super::messages::{RequestHeader, ResponseHeader};
use super::wire::{DecodeProblem, EncodeProblem};
use super::{DecodeError, EncodeError, Message, Reader, Writer};
use bytes::Bytes;

/// The number of a Kafka API. Unknown numbers are kept as they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ApiKey(pub i16);

/// Stands for "no flexible version" in the table.
const NEVER: i16 = i16::MAX;

/// One row per api: name as log lines show it, first flexible version.
macro_rules! api_table {
    ($(($konst:ident, $key:literal, $name:literal, $flexible:expr),)*) => {
        impl ApiKey {
            $(
                #[doc = concat!("Api key ", stringify!($key), ".")]
                pub const $konst: ApiKey = ApiKey($key);
            )*
            /// All known api keys, rising without gaps from 0.
            pub const ALL: &'static [ApiKey] = &[$(ApiKey::$konst,)*];
        }

        static TABLE: &[(&str, i16)] = &[$(($name, $flexible),)*];
    };
}

api_table! {
    (PRODUCE, 0, "Produce", 9),
    (FETCH, 1, "Fetch", 12),
    (LIST_OFFSETS, 2, "ListOffsets", 6),
    (METADATA, 3, "Metadata", 9),
    (LEADER_AND_ISR, 4, "LeaderAndIsr", 4),
    (STOP_REPLICA, 5, "StopReplica", 2),
    (UPDATE_METADATA, 6, "UpdateMetadata", 6),
    (CONTROLLED_SHUTDOWN, 7, "ControlledShutdown", 3),
    (OFFSET_COMMIT, 8, "OffsetCommit", 8),
    (OFFSET_FETCH, 9, "OffsetFetch", 6),
    (FIND_COORDINATOR, 10, "FindCoordinator", 3),
    (JOIN_GROUP, 11, "JoinGroup", 6),
    (HEARTBEAT, 12, "Heartbeat", 4),
    (LEAVE_GROUP, 13, "LeaveGroup", 4),
    (SYNC_GROUP, 14, "SyncGroup", 4),
    (DESCRIBE_GROUPS, 15, "DescribeGroups", 5),
    (LIST_GROUPS, 16, "ListGroups", 3),
    (SASL_HANDSHAKE, 17, "SaslHandshake", NEVER),
    (API_VERSIONS, 18, "ApiVersion", 3),
    (CREATE_TOPICS, 19, "CreateTopics", 5),
    (DELETE_TOPICS, 20, "DeleteTopics", 4),
    (DELETE_RECORDS, 21, "DeleteRecords", 2),
    (INIT_PRODUCER_ID, 22, "InitProducerId", 2),
    (OFFSET_FOR_LEADER_EPOCH, 23, "OffsetForLeaderEpoch", 4),
    (ADD_PARTITIONS_TO_TXN, 24, "AddPartitionsToTxn", 3),
    (ADD_OFFSETS_TO_TXN, 25, "AddOffsetsToTxn", 3),
    (END_TXN, 26, "EndTxn", 3),
    (WRITE_TXN_MARKERS, 27, "WriteTxnMarkers", 1),
    (TXN_OFFSET_COMMIT, 28, "TxnOffsetCommit", 3),
    (DESCRIBE_ACLS, 29, "DescribeAcls", 2),
    (CREATE_ACLS, 30, "CreateAcls", 2),
    (DELETE_ACLS, 31, "DeleteAcls", 2),
    (DESCRIBE_CONFIGS, 32, "DescribeConfigs", 4),
    (ALTER_CONFIGS, 33, "AlterConfigs", 2),
    (ALTER_REPLICA_LOG_DIRS, 34, "AlterReplicaLogDirs", 2),
    (DESCRIBE_LOG_DIRS, 35, "DescribeLogDirs", 2),
    (SASL_AUTHENTICATE, 36, "SaslAuthenticate", 2),
    (CREATE_PARTITIONS, 37, "CreatePartitions", 2),
    (CREATE_DELEGATION_TOKEN, 38, "CreateDelegationToken", 2),
    (RENEW_DELEGATION_TOKEN, 39, "RenewDelegationToken", 2),
    (EXPIRE_DELEGATION_TOKEN, 40, "ExpireDelegationToken", 2),
    (DESCRIBE_DELEGATION_TOKEN, 41, "DescribeDelegationToken", 2),
    (DELETE_GROUPS, 42, "DeleteGroups", 2),
    (ELECT_LEADERS, 43, "ElectLeadersRequest", 2),
    (INCREMENTAL_ALTER_CONFIGS, 44, "IncrementalAlterConfigsRequest", 1),
    (ALTER_PARTITION_REASSIGNMENTS, 45, "AlterPartitionReassignmentsRequest", 0),
    (LIST_PARTITION_REASSIGNMENTS, 46, "ListPartitionReassignmentsRequest", 0),
    (OFFSET_DELETE, 47, "OffsetDeleteRequest", NEVER),
    (DESCRIBE_CLIENT_QUOTAS, 48, "DescribeClientQuotasRequest", 1),
    (ALTER_CLIENT_QUOTAS, 49, "AlterClientQuotasRequest", 1),
    (DESCRIBE_USER_SCRAM_CREDENTIALS, 50, "DescribeUserScramCredentialsRequest", 0),
    (ALTER_USER_SCRAM_CREDENTIALS, 51, "AlterUserScramCredentialsRequest", 0),
    (VOTE, 52, "VoteRequest", 0),
    (BEGIN_QUORUM_EPOCH, 53, "BeginQuorumEpochRequest", 1),
    (END_QUORUM_EPOCH, 54, "EndQuorumEpochRequest", 1),
    (DESCRIBE_QUORUM, 55, "DescribeQuorumRequest", 0),
    (ALTER_PARTITION, 56, "AlterIsrRequest", 0),
    (UPDATE_FEATURES, 57, "UpdateFeaturesRequest", 0),
    (ENVELOPE, 58, "EnvelopeRequest", 0),
    (FETCH_SNAPSHOT, 59, "FetchSnapshot", 0),
    (DESCRIBE_CLUSTER, 60, "DescribeCluster", 0),
    (DESCRIBE_PRODUCERS, 61, "DescribeProducers", 0),
    (BROKER_REGISTRATION, 62, "BrokerRegistration", 0),
    (BROKER_HEARTBEAT, 63, "BrokerHeartbeat", 0),
    (UNREGISTER_BROKER, 64, "UnregisterBroker", 0),
    (DESCRIBE_TRANSACTIONS, 65, "DescribeTransactions", 0),
    (LIST_TRANSACTIONS, 66, "ListTransactions", 0),
    (ALLOCATE_PRODUCER_IDS, 67, "AllocateProducerIds", 0),
    (CONSUMER_GROUP_HEARTBEAT, 68, "ConsumerGroupHeartbeat", 0),
    (CONSUMER_GROUP_DESCRIBE, 69, "ConsumerGroupDescribe", 0),
    (CONTROLLER_REGISTRATION, 70, "ControllerRegistration", 0),
    (GET_TELEMETRY_SUBSCRIPTIONS, 71, "GetTelemetrySubscriptions", 0),
    (PUSH_TELEMETRY, 72, "PushTelemetry", 0),
    (ASSIGN_REPLICAS_TO_DIRS, 73, "AssignReplicasToDirs", 0),
    (LIST_CONFIG_RESOURCES, 74, "ListConfigResources", 0),
    (DESCRIBE_TOPIC_PARTITIONS, 75, "DescribeTopicPartitions", 0),
    (SHARE_GROUP_HEARTBEAT, 76, "ShareGroupHeartbeat", 0),
    (SHARE_GROUP_DESCRIBE, 77, "ShareGroupDescribe", 0),
    (SHARE_FETCH, 78, "ShareFetch", 0),
    (SHARE_ACKNOWLEDGE, 79, "ShareAcknowledge", 0),
    (ADD_RAFT_VOTER, 80, "AddRaftVoter", 0),
    (REMOVE_RAFT_VOTER, 81, "RemoveRaftVoter", 0),
    (UPDATE_RAFT_VOTER, 82, "UpdateRaftVoter", 0),
    (INITIALIZE_SHARE_GROUP_STATE, 83, "InitializeShareGroupState", 0),
    (READ_SHARE_GROUP_STATE, 84, "ReadShareGroupState", 0),
    (WRITE_SHARE_GROUP_STATE, 85, "WriteShareGroupState", 0),
    (DELETE_SHARE_GROUP_STATE, 86, "DeleteShareGroupState", 0),
    (READ_SHARE_GROUP_STATE_SUMMARY, 87, "ReadShareGroupStateSummary", 0),
    (STREAMS_GROUP_HEARTBEAT, 88, "StreamsGroupHeartbeat", 0),
    (STREAMS_GROUP_DESCRIBE, 89, "StreamsGroupDescribe", 0),
    (DESCRIBE_SHARE_GROUP_OFFSETS, 90, "DescribeShareGroupOffsets", 0),
    (ALTER_SHARE_GROUP_OFFSETS, 91, "AlterShareGroupOffsets", 0),
    (DELETE_SHARE_GROUP_OFFSETS, 92, "DeleteShareGroupOffsets", 0),
    (STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE, 93, "StreamsGroupTopologyDescriptionUpdate", 0),
    (UNREGISTER_CONTROLLER, 94, "UnregisterController", 0),
}

impl ApiKey {
    fn row(self) -> Option<&'static (&'static str, i16)> {
        usize::try_from(self.0).ok().and_then(|key| TABLE.get(key))
    }

    /// The name that log lines and statistics show, for example `Produce`.
    pub fn name(self) -> std::borrow::Cow<'static, str> {
        match self.row() {
            Some((name, _)) => (*name).into(),
            None => format!("Unknown-{}?", self.0).into(),
        }
    }

    /// True if `version` of this api uses compact lengths and tagged fields (KIP-482).
    pub fn is_flexible(self, version: i16) -> bool {
        self.row().is_some_and(|(_, first)| version >= *first)
    }

    /// Header version of a request: 1, or 2 when flexible; 0 for ControlledShutdown 0.
    pub fn request_header_version(self, version: i16) -> i16 {
        match (self, version) {
            (ApiKey::CONTROLLED_SHUTDOWN, 0) => 0,
            _ => 1 + i16::from(self.is_flexible(version)),
        }
    }

    /// Header version of a response: 0, or 1 when flexible. ApiVersions always answers
    /// with 0, so that a client can read the refusal of a version it guessed (KIP-511).
    pub fn response_header_version(self, version: i16) -> i16 {
        i16::from(self != ApiKey::API_VERSIONS && self.is_flexible(version))
    }
}

impl std::fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}({})", self.name(), self.0)
    }
}

impl std::fmt::Display for ApiKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name())
    }
}

/// A request as one frame with its length in front.
///
/// # Errors
/// When `body` holds what `version` can not say.
pub fn encode_request<M: Message>(
    api: ApiKey,
    version: i16,
    correlation_id: i32,
    client_id: Option<&str>,
    body: &M,
) -> Result<Vec<u8>, EncodeError> {
    encode_request_with(api, version, correlation_id, client_id, |w| body.encode(w, version))
}

/// [`encode_request`] for a body whose type is not known here: `body` appends it.
///
/// # Errors
/// When the body holds what `version` can not say.
pub fn encode_request_with(
    api: ApiKey,
    version: i16,
    correlation_id: i32,
    client_id: Option<&str>,
    body: impl FnOnce(&mut Writer),
) -> Result<Vec<u8>, EncodeError> {
    let mut w = Writer::from_vec(Vec::with_capacity(256));
    start_request(&mut w, api, version, correlation_id, client_id);
    body(&mut w);
    finish_length(&mut w);
    w.finish().map_err(|problem| EncodeError { api, version, problem })
}

/// The frame of [`encode_request`] in pieces for a vectored write: large record data
/// of `body` is referenced, not copied.
///
/// # Errors
/// When `body` holds what `version` can not say.
pub fn encode_request_parts<M: Message>(
    api: ApiKey,
    version: i16,
    correlation_id: i32,
    client_id: Option<&str>,
    body: &M,
) -> Result<Vec<Bytes>, EncodeError> {
    let mut w = Writer::gathering();
    start_request(&mut w, api, version, correlation_id, client_id);
    body.encode(&mut w, version);
    finish_length(&mut w);
    w.finish_parts().map_err(|problem| EncodeError { api, version, problem })
}

fn start_request(w: &mut Writer, api: ApiKey, version: i16, correlation_id: i32, client_id: Option<&str>) {
    w.i32(0);
    let header = RequestHeader {
        request_api_key: api.0,
        request_api_version: version,
        correlation_id,
        client_id: client_id.map(str::to_owned),
    };
    header.encode(w, api.request_header_version(version));
}

/// A response as one frame with its length in front.
///
/// # Errors
/// When `body` holds what `version` can not say.
pub fn encode_response<M: Message>(
    api: ApiKey,
    version: i16,
    correlation_id: i32,
    body: &M,
) -> Result<Vec<u8>, EncodeError> {
    let mut w = Writer::from_vec(Vec::with_capacity(256));
    w.i32(0);
    ResponseHeader { correlation_id }.encode(&mut w, api.response_header_version(version));
    body.encode(&mut w, version);
    finish_length(&mut w);
    w.finish().map_err(|problem| EncodeError { api, version, problem })
}

/// Data that travels inside a `bytes` field of a request and names its own version in
/// front, as the subscriptions and assignments of group members do.
///
/// # Errors
/// When `body` holds what `version` can not say.
pub fn encode_embedded<M: Message>(version: i16, body: &M) -> Result<Vec<u8>, EncodeProblem> {
    let mut w = Writer::new();
    w.i16(version);
    body.encode(&mut w, version);
    w.finish()
}

/// Reads what [`encode_embedded`] writes, and its version. Versions newer than known
/// only append fields; what follows the known ones is ignored.
///
/// # Errors
/// When it is cut off or malformed; [`DecodeProblem::UnknownVersion`] below version 0.
pub fn decode_embedded<M: Message>(bytes: &[u8]) -> Result<(i16, M), DecodeError> {
    let mut r = Reader::new(bytes);
    let version = r.i16()?;
    if version < 0 {
        return Err(DecodeError::new(DecodeProblem::UnknownVersion, 0));
    }
    Ok((version, M::decode(&mut r, version)?))
}

/// Puts the length of the frame into its first four bytes.
fn finish_length(w: &mut Writer) {
    match i32::try_from(w.len() - 4) {
        Ok(len) => w.patch_i32(0, len),
        Err(_) => w.fail(EncodeProblem::TooLong),
    }
}

/// The header at the front of a request frame; the body follows in `r`.
pub fn decode_request_header(r: &mut Reader<'_>) -> Result<RequestHeader, DecodeError> {
    // Key and version stand in front in every header version and name it.
    let mut ahead = r.clone();
    let (api, version) = (ApiKey(ahead.i16()?), ahead.i16()?);
    RequestHeader::decode(r, api.request_header_version(version))
}

/// The header at the front of the response to a request of `api` at `version`; the
/// body follows in `r`.
pub fn decode_response_header(
    r: &mut Reader<'_>,
    api: ApiKey,
    version: i16,
) -> Result<ResponseHeader, DecodeError> {
    ResponseHeader::decode(r, api.response_header_version(version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_header_versions() {
        for (i, api) in ApiKey::ALL.iter().enumerate() {
            assert_eq!(i16::try_from(i).unwrap(), api.0);
        }
        assert_eq!(ApiKey::PRODUCE.name(), "Produce");
        assert_eq!(ApiKey::API_VERSIONS.name(), "ApiVersion");
        assert_eq!(ApiKey(-3).name(), "Unknown--3?");
        assert_eq!(ApiKey(999).to_string(), "Unknown-999?");
        assert_eq!(ApiKey::METADATA.request_header_version(8), 1);
        assert_eq!(ApiKey::METADATA.request_header_version(9), 2);
        assert_eq!(ApiKey::METADATA.response_header_version(9), 1);
        assert_eq!(ApiKey::API_VERSIONS.request_header_version(3), 2);
        assert_eq!(ApiKey::API_VERSIONS.response_header_version(3), 0);
        assert_eq!(ApiKey::SASL_HANDSHAKE.request_header_version(1), 1);
        assert_eq!(ApiKey::CONTROLLED_SHUTDOWN.request_header_version(0), 0);
        assert_eq!(ApiKey(999).request_header_version(5), 1);
    }
}
