//! Compares the wire format with the crate `kafka-protocol`, byte for byte.

use crate::protocol::messages::*;
use crate::protocol::record::{
    Attributes, BATCH_HEADER_SIZE, BatchHeader, Codec, RecordBatchReader, RecordFields,
};
use crate::protocol::testing::{Gen, Random};
use crate::protocol::{Message, Writer};
use bytes::{Bytes, BytesMut};
use kafka_protocol::messages as theirs;
use kafka_protocol::protocol::{Decodable, Encodable, Message as TheirMessage, StrBytes};
use kafka_protocol::records;

/// Ours, decoded and encoded again by theirs, must be the same bytes. Returns the
/// number of versions that both know.
fn compare<O: Message + Random, T: TheirMessage + Encodable + Decodable>(low: i16, high: i16) -> usize {
    let (low, high) = (low.max(T::VERSIONS.min), high.min(T::VERSIONS.max));
    for version in low..=high {
        for seed in 0..50 {
            let mut w = Writer::new();
            O::random(&mut Gen::new(seed), version).encode(&mut w, version);
            let ours = w.finish().unwrap();
            let mut rest = Bytes::from(ours.clone());
            let decoded = T::decode(&mut rest, version);
            let decoded = decoded.unwrap_or_else(|e| panic!("{} v{version} seed {seed}: {e}", O::NAME));
            assert!(rest.is_empty(), "{} v{version} seed {seed}: {} bytes too many", O::NAME, rest.len());
            let mut again = BytesMut::new();
            decoded.encode(&mut again, version).unwrap();
            assert_eq!(ours, again, "{} v{version} seed {seed}", O::NAME);
        }
    }
    (low..=high).count()
}

#[test]
fn every_message_is_the_same_at_every_common_version() {
    let mut compared = 0;
    macro_rules! run {
        ($t:ident, $low:expr, $high:expr) => {
            compared += compare::<$t, theirs::$t>($low, $high);
        };
    }
    for_each_message!(run);
    assert!(compared > 100, "{compared}");
}

/// Made-up records as (timestamp, key, value, headers).
fn made_up(g: &mut Gen) -> Vec<records::Record> {
    let mut count = 0;
    g.array(|g| {
        let offset = count;
        count += 1;
        records::Record {
            transactional: false,
            control: false,
            delete_horizon: false,
            partition_leader_epoch: 3,
            producer_id: 77,
            producer_epoch: 5,
            timestamp_type: records::TimestampType::Creation,
            offset,
            sequence: 100 + offset as i32,
            timestamp: 1_700_000_000_000 + i64::from(g.i16()),
            key: g.nullable(true, |g| g.bytes().into()),
            value: g.nullable(true, |g| g.bytes().into()),
            headers: g
                .array(|g| (StrBytes::from_string(g.string()), g.nullable(true, |g| g.bytes().into())))
                .into_iter()
                .collect(),
        }
    })
}

fn encode_ours(records: &[records::Record]) -> Vec<u8> {
    let base = records[0].timestamp;
    let mut batch = vec![0; BATCH_HEADER_SIZE];
    for (i, record) in records.iter().enumerate() {
        let fields = RecordFields {
            timestamp_delta: record.timestamp - base,
            offset_delta: i as i32,
            key: record.key.as_deref(),
            value: record.value.as_deref(),
            headers: record.headers.iter().map(|(name, value)| (name.as_bytes(), value.as_deref())),
        };
        fields.append(fields.layout().unwrap(), &mut batch);
    }
    let header = BatchHeader {
        base_offset: 0,
        partition_leader_epoch: 3,
        attributes: Attributes::new(Codec::None, false),
        last_offset_delta: records.len() as i32 - 1,
        base_timestamp: base,
        max_timestamp: records.iter().map(|r| r.timestamp).max().unwrap(),
        producer_id: 77,
        producer_epoch: 5,
        base_sequence: 100,
        record_count: records.len() as i32,
    };
    header.seal_in_place(&mut batch);
    batch
}

#[test]
fn record_batches_are_read_by_both() {
    let mut compared = 0;
    for seed in 0..500 {
        let records = made_up(&mut Gen::new(seed));
        if records.is_empty() {
            continue;
        }
        let ours = encode_ours(&records);
        let set = records::RecordBatchDecoder::decode(&mut Bytes::from(ours)).unwrap();
        assert_eq!(set.records, records, "seed {seed}");

        let mut buf = BytesMut::new();
        let options = records::RecordEncodeOptions { version: 2, compression: records::Compression::None };
        records::RecordBatchEncoder::encode(&mut buf, &records, &options).unwrap();
        let batch = RecordBatchReader::new(&buf).next().unwrap().unwrap();
        batch.verify_checksum().unwrap();
        assert_eq!(batch.header.producer_id, 77);
        for (read, record) in batch.records(batch.body).zip(&records) {
            let read = read.unwrap();
            assert_eq!(batch.header.base_timestamp + read.timestamp_delta, record.timestamp);
            assert_eq!(batch.header.base_offset + i64::from(read.offset_delta), record.offset);
            assert_eq!(read.key, record.key.as_deref());
            assert_eq!(read.value, record.value.as_deref());
            let headers = record.headers.iter().map(|(name, value)| (name.as_bytes(), value.as_deref()));
            assert!(read.headers.eq(headers));
            compared += 1;
        }
    }
    assert!(compared > 500, "{compared}");
}
