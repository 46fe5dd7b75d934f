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
