//! Tests over all generated messages: round trips, hostile input, known bytes.

use super::api::*;
use super::messages::*;
use super::testing::{Gen, Random};
use super::*;
use proptest::prelude::*;

fn bytes_of<M: Message>(message: &M, version: i16) -> Vec<u8> {
    let mut w = Writer::new();
    message.encode(&mut w, version);
    w.finish().unwrap()
}

fn round_trip<M: Message + Random + PartialEq + std::fmt::Debug>(seed: u64, low: i16, high: i16) {
    for version in low..=high {
        let message = M::random(&mut Gen::new(seed), version);
        let bytes = bytes_of(&message, version);
        let mut r = Reader::new(&bytes);
        assert_eq!(M::decode(&mut r, version).as_ref(), Ok(&message), "{} v{version}", M::NAME);
        assert_eq!(r.remaining(), 0, "{} v{version}", M::NAME);
    }
}

fn truncations_fail<M: Message + Random>(seed: u64, low: i16, high: i16) {
    for version in low..=high {
        let bytes = bytes_of(&M::random(&mut Gen::new(seed), version), version);
        for len in 0..bytes.len() {
            assert!(M::decode(&mut Reader::new(&bytes[..len]), version).is_err(), "{} v{version}", M::NAME);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn every_message_round_trips_at_every_version(seed: u64) {
        macro_rules! run { ($t:ty, $low:expr, $high:expr) => { round_trip::<$t>(seed, $low, $high) } }
        for_each_message!(run);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10))]

    #[test]
    fn truncated_messages_are_errors(seed: u64) {
        macro_rules! run { ($t:ty, $low:expr, $high:expr) => { truncations_fail::<$t>(seed, $low, $high) } }
        for_each_message!(run);
    }

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        macro_rules! run { ($t:ty, $low:expr, $high:expr) => {
            for version in $low..=$high {
                let _ = <$t>::decode(&mut Reader::new(&bytes), version);
            }
        } }
        for_each_message!(run);
    }

    #[test]
    fn flipped_bytes_never_panic(seed: u64, at: prop::sample::Index, value: u8) {
        macro_rules! run { ($t:ty, $low:expr, $high:expr) => {
            for version in $low..=$high {
                let mut bytes = bytes_of(&<$t>::random(&mut Gen::new(seed), version), version);
                if !bytes.is_empty() {
                    let at = at.index(bytes.len());
                    bytes[at] = value;
                }
                let _ = <$t>::decode(&mut Reader::new(&bytes), version);
            }
        } }
        for_each_message!(run);
    }
}

#[test]
fn a_huge_array_count_is_refused() {
    // Nine bytes that promise 2^31 - 1 api keys.
    let hostile = [0, 0, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0];
    let err = ApiVersionsResponse::decode(&mut Reader::new(&hostile), 0).unwrap_err();
    assert_eq!(err.to_string(), "length exceeds the frame at byte 6");
}

#[test]
fn api_versions_bytes() {
    let request = ApiVersionsRequest {
        client_software_name: "librdkafka".into(),
        client_software_version: "2.16.0".into(),
        ..Default::default()
    };
    let frame = encode_request(ApiKey::API_VERSIONS, 3, 1, Some("rdkafka"), &request).unwrap();
    let mut expected = vec![0, 0, 0, 37, 0, 18, 0, 3, 0, 0, 0, 1, 0, 7];
    expected.extend_from_slice(b"rdkafka\x00\x0blibrdkafka\x072.16.0\x00");
    assert_eq!(frame, expected);

    let response = [0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 3, 0, 13, 0, 0, 0, 0, 5, 0];
    let mut r = Reader::new(&response);
    let header = decode_response_header(&mut r, ApiKey::API_VERSIONS, 3).unwrap();
    assert_eq!(header.correlation_id, 1);
    let body = ApiVersionsResponse::decode(&mut r, 3).unwrap();
    assert_eq!((body.api_keys[0].api_key, body.api_keys[0].max_version), (0, 13));
    assert_eq!((body.throttle_time_ms, body.finalized_features_epoch), (5, -1));
    assert_eq!(encode_response(ApiKey::API_VERSIONS, 3, 1, &body).unwrap()[4..], response);
}

#[test]
fn metadata_bytes() {
    let topic = metadata_request::MetadataRequestTopic { name: Some("t1".into()), ..Default::default() };
    let request = MetadataRequest { topics: Some(vec![topic]), ..Default::default() };
    let frame = encode_request(ApiKey::METADATA, 4, 2, Some("c"), &request).unwrap();
    let expected = [0, 0, 0, 20, 0, 3, 0, 4, 0, 0, 0, 2, 0, 1, b'c', 0, 0, 0, 1, 0, 2, b't', b'1', 1];
    assert_eq!(frame, expected);
    let frame = encode_request(ApiKey::METADATA, 12, 2, None, &request).unwrap();
    let mut expected = vec![0, 0, 0, 35, 0, 3, 0, 12, 0, 0, 0, 2, 0xff, 0xff, 0, 2];
    expected.extend_from_slice(&[0; 16]);
    expected.extend_from_slice(&[3, b't', b'1', 0, 1, 0, 0]);
    assert_eq!(frame, expected);

    let mut r = Reader::new(&frame[4..]);
    let header = decode_request_header(&mut r).unwrap();
    assert_eq!((header.request_api_version, header.client_id), (12, None));
    assert_eq!(MetadataRequest::decode(&mut r, 12).unwrap(), request);

    // All topics is null, which version 0 can not say.
    let all = MetadataRequest { topics: None, ..Default::default() };
    let err = encode_request(ApiKey::METADATA, 0, 2, None, &all).unwrap_err();
    assert_eq!(err.to_string(), "Metadata version 0: null is not allowed by this version");
}

#[test]
fn produce_bytes() {
    let request = ProduceRequest {
        acks: -1,
        timeout_ms: 1500,
        topic_data: vec![produce_request::TopicProduceData {
            name: "topic".into(),
            topic_id: [9; 16],
            partition_data: vec![produce_request::PartitionProduceData {
                index: 7,
                records: Some(Records::from(vec![0xab; 3])),
            }],
        }],
        ..Default::default()
    };
    let by_name = bytes_of(&request, 7);
    let mut expected = vec![0xff, 0xff, 0xff, 0xff, 0, 0, 0x05, 0xdc, 0, 0, 0, 1, 0, 5];
    expected.extend_from_slice(b"topic");
    expected.extend_from_slice(&[0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0, 3, 0xab, 0xab, 0xab]);
    assert_eq!(by_name, expected);
    let by_id = bytes_of(&request, 13);
    let mut expected = vec![0, 0xff, 0xff, 0, 0, 0x05, 0xdc, 2];
    expected.extend_from_slice(&[9; 16]);
    expected.extend_from_slice(&[2, 0, 0, 0, 7, 4, 0xab, 0xab, 0xab, 0, 0, 0]);
    assert_eq!(by_id, expected);
}

#[test]
fn set_fields_are_not_dropped_silently() {
    let request = FetchRequest {
        forgotten_topics_data: vec![fetch_request::ForgottenTopic::default()],
        ..Default::default()
    };
    let err = encode_request(ApiKey::FETCH, 4, 2, None, &request).unwrap_err();
    assert_eq!(
        err.to_string(),
        "Fetch version 4: field ForgottenTopicsData is not supported by this version"
    );
    // Ignorable ones are.
    let request = FetchRequest { rack_id: "r".into(), session_epoch: 3, ..Default::default() };
    assert!(encode_request(ApiKey::FETCH, 4, 2, None, &request).is_ok());
}

#[test]
fn schema_defaults_are_kept() {
    assert_eq!(FetchRequest::default().max_bytes, i32::MAX);
    assert!(MetadataRequest::default().allow_auto_topic_creation);
    assert_eq!(InitProducerIdRequest::VERSIONS, 0..=5, "version 6 is not stable");
    assert_eq!(ProduceRequest::VERSIONS, 3..=13);
    for version in ProduceRequest::VERSIONS {
        assert_eq!(ProduceRequest::is_flexible(version), ApiKey::PRODUCE.is_flexible(version));
    }
}

#[test]
fn subscription_bytes() {
    let subscription = ConsumerProtocolSubscription {
        topics: vec!["t1".into(), "b".into()],
        user_data: Some(vec![0xab]),
        owned_partitions: vec![consumer_protocol_subscription::TopicPartition {
            topic: "b".into(),
            partitions: vec![0, 7],
        }],
        generation_id: 5,
        rack_id: Some("r".into()),
    };
    let mut expected = vec![0, 3, 0, 0, 0, 2, 0, 2, b't', b'1', 0, 1, b'b', 0, 0, 0, 1, 0xab];
    expected.extend_from_slice(&[0, 0, 0, 1, 0, 1, b'b', 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 7]);
    expected.extend_from_slice(&[0, 0, 0, 5, 0, 1, b'r']);
    assert_eq!(encode_embedded(3, &subscription).unwrap(), expected);
    assert_eq!(decode_embedded(&expected), Ok((3, subscription.clone())));
    // Version 0 ends behind the user data; what it lacks has its default.
    let first = encode_embedded(0, &subscription).unwrap();
    assert_eq!(first[2..], expected[2..18]);
    let (version, read) = decode_embedded::<ConsumerProtocolSubscription>(&first).unwrap();
    assert_eq!((version, read.generation_id, read.owned_partitions.len(), read.rack_id), (0, -1, 0, None));
    // A version of the future has fields behind the known ones.
    expected[1] = 9;
    expected.extend_from_slice(&[1, 2, 3]);
    assert_eq!(decode_embedded(&expected), Ok((9, subscription)));
    expected[0] = 0xff;
    let err = decode_embedded::<ConsumerProtocolSubscription>(&expected).unwrap_err();
    assert_eq!(err.problem, wire::DecodeProblem::UnknownVersion);
    assert!(decode_embedded::<ConsumerProtocolAssignment>(&[0]).is_err());
}

#[test]
fn group_bytes() {
    let assignment = ConsumerProtocolAssignment {
        assigned_partitions: vec![consumer_protocol_assignment::TopicPartition {
            topic: "t".into(),
            partitions: vec![3],
        }],
        user_data: None,
    };
    let embedded = [0, 0, 0, 0, 0, 1, 0, 1, b't', 0, 0, 0, 1, 0, 0, 0, 3, 0xff, 0xff, 0xff, 0xff];
    assert_eq!(encode_embedded(0, &assignment).unwrap(), embedded);
    let request = JoinGroupRequest {
        group_id: "g".into(),
        session_timeout_ms: 6000,
        rebalance_timeout_ms: 300_000,
        protocol_type: "consumer".into(),
        protocols: vec![join_group_request::JoinGroupRequestProtocol {
            name: "range".into(),
            metadata: vec![0, 0],
        }],
        ..Default::default()
    };
    let mut expected = b"\0\x01g\0\0\x17\x70\0\x04\x93\xe0\0\0\0\x08consumer\0\0\0\x01\0\x05range".to_vec();
    expected.extend_from_slice(&[0, 0, 0, 2, 0, 0]);
    assert_eq!(bytes_of(&request, 4), expected);
    // With compact lengths, a group instance id and a reason (KIP-800).
    let request = JoinGroupRequest { reason: Some("why".into()), ..request };
    let mut expected = b"\x02g\0\0\x17\x70\0\x04\x93\xe0\x01\0\x09consumer\x02\x06range".to_vec();
    expected.extend_from_slice(b"\x03\0\0\0\x04why\0");
    assert_eq!(bytes_of(&request, 9), expected);

    let sync = [0, 0, 0, 9, 0, 0, 9, b'c', b'o', b'n', b's', b'u', b'm', b'e', b'r', 6];
    let sync = [&sync[..], b"range", &[22], &embedded, &[0]].concat();
    let response = SyncGroupResponse::decode(&mut Reader::new(&sync), 5).unwrap();
    assert_eq!((response.throttle_time_ms, response.protocol_name.as_deref()), (9, Some("range")));
    assert_eq!(decode_embedded(&response.assignment), Ok((0, assignment)));

    // Offsets of one group before version 8, of several from there on.
    let one = [0, 0, 0, 1, 0, 1, b't', 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 42];
    let one = [&[0, 0, 0, 0][..], &one, &[0, 0, 0, 3, 0, 1, b'm', 0, 0, 0, 16]].concat();
    let response = OffsetFetchResponse::decode(&mut Reader::new(&one), 5).unwrap();
    let partition = &response.topics[0].partitions[0];
    assert_eq!((partition.partition_index, partition.committed_offset), (2, 42));
    assert_eq!((partition.committed_leader_epoch, partition.metadata.as_deref()), (3, Some("m")));
    assert_eq!((response.error_code, response.groups.len()), (16, 0));
}
