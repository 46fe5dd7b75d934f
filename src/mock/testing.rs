//! A client without sockets for the tests of the core.

use bytes::Bytes;

use super::core::{ConnId, MockCore, Reply};
use crate::base::time::Time;
use crate::protocol::api::{decode_response_header, encode_request};
use crate::protocol::messages::produce_request::{PartitionProduceData, TopicProduceData};
use crate::protocol::messages::produce_response::PartitionProduceResponse;
use crate::protocol::messages::{ProduceRequest, ProduceResponse};
use crate::protocol::record::{Attributes, BATCH_HEADER_SIZE, BatchHeader, Codec, RecordFields, compress};
use crate::protocol::{Message, Reader, Records, Request};

/// The time at which tests send their requests.
pub const NOW: Time = Time(1_000_000);

/// A core of `brokers` brokers, ports 9001 and up.
pub fn cluster(brokers: i32) -> MockCore {
    let mut core = MockCore::new(7);
    for id in 1..=brokers {
        core.add_broker(id, "127.0.0.1", 9000 + id as u16).unwrap();
    }
    core
}

/// Sends a request on connection 1 and returns whatever the core says.
pub fn send<R: Request>(core: &mut MockCore, now: Time, broker: i32, version: i16, request: &R) -> Reply {
    let frame = encode_request(R::API, version, 42, Some("test"), request).unwrap();
    core.request(now, broker, ConnId(1), &Bytes::from(frame[4..].to_vec()))
}

/// Decodes the frame of a reply.
pub fn decode<R: Request>(frame: &[u8], version: i16) -> R::Response {
    let frame = Bytes::from(frame[4..].to_vec());
    let mut reader = Reader::shared(&frame);
    let header = decode_response_header(&mut reader, R::API, version).unwrap();
    assert_eq!(header.correlation_id, 42);
    let response = R::Response::decode(&mut reader, version).unwrap();
    assert_eq!(reader.remaining(), 0);
    response
}

/// Sends a request and returns the response with its delay in milliseconds.
pub fn call_timed<R: Request>(
    core: &mut MockCore,
    broker: i32,
    version: i16,
    request: &R,
) -> (R::Response, u64) {
    match send(core, NOW, broker, version, request) {
        Reply::Respond { frame, at } => (decode::<R>(&frame, version), at.ms_since(NOW)),
        other => panic!("expected a response, got {other:?}"),
    }
}

/// Sends a request that is answered at once.
pub fn call<R: Request>(core: &mut MockCore, broker: i32, version: i16, request: &R) -> R::Response {
    let (response, delay_ms) = call_timed(core, broker, version, request);
    assert_eq!(delay_ms, 0);
    response
}

/// A Produce request for one partition.
pub fn produce_request(topic: &str, index: i32, records: Vec<u8>, acks: i16) -> ProduceRequest {
    ProduceRequest {
        acks,
        timeout_ms: 1000,
        topic_data: vec![TopicProduceData {
            name: topic.to_owned(),
            partition_data: vec![PartitionProduceData { index, records: Some(Records::from(records)) }],
            ..Default::default()
        }],
        ..Default::default()
    }
}

/// The only partition of a Produce response.
pub fn only(response: ProduceResponse) -> PartitionProduceResponse {
    response.responses[0].partition_responses[0].clone()
}

/// Produces a batch of `count` records at the version real clients use most.
pub fn produce(
    core: &mut MockCore,
    broker: i32,
    topic: &str,
    index: i32,
    count: i32,
) -> PartitionProduceResponse {
    let request = produce_request(topic, index, batch(count, -1, -1, -1), -1);
    only(call(core, broker, 8, &request))
}

/// A batch of `count` records "0", "1", ... without keys, timestamps 1000 and up.
pub fn batch(count: i32, producer_id: i64, epoch: i16, sequence: i32) -> Vec<u8> {
    compressed_batch(Codec::None, count, producer_id, epoch, sequence)
}

/// The same, compressed.
pub fn compressed_batch(codec: Codec, count: i32, producer_id: i64, epoch: i16, sequence: i32) -> Vec<u8> {
    let mut body = Vec::new();
    for i in 0..count {
        let value = i.to_string();
        let record = RecordFields::new(i64::from(i), i, None, Some(value.as_bytes()));
        record.append(record.layout().unwrap(), &mut body);
    }
    let mut bytes = vec![0; BATCH_HEADER_SIZE];
    if codec == Codec::None {
        bytes.extend(body);
    } else {
        compress(codec, -1, &body, &mut bytes).unwrap();
    }
    let header = BatchHeader {
        attributes: Attributes::new(codec, false),
        last_offset_delta: count - 1,
        base_timestamp: 1000,
        max_timestamp: 1000 + i64::from(count) - 1,
        producer_id,
        producer_epoch: epoch,
        base_sequence: sequence,
        record_count: count,
        ..Default::default()
    };
    header.seal_in_place(&mut bytes);
    bytes
}
