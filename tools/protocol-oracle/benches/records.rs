//! How long records and control messages take to write and read, in ns.
//!
//! `cargo bench -p rdkafka-protocol-oracle`; best of several runs, one thread.

#![allow(dead_code, unused_imports, unused_macros)]

#[path = "../../../src/protocol/mod.rs"]
mod protocol;

use protocol::messages::{MetadataResponse, metadata_response};
use protocol::record::*;
use protocol::{Message, Reader, Writer};
use std::hint::black_box;
use std::time::Instant;

const RECORDS: usize = 10_000;

/// Best time of one of `count` items over some runs.
fn measure(name: &str, count: usize, mut run: impl FnMut()) {
    let best = (0..30)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed().as_nanos() as f64 / count as f64
        })
        .fold(f64::MAX, f64::min);
    println!("{name:<40} {best:8.1} ns");
}

fn records(key: Option<&[u8]>, value_len: usize, headers: &[(&[u8], Option<&[u8]>)]) {
    let value = vec![b'x'; value_len];
    let mut body = Vec::with_capacity(RECORDS * (value_len + 200));
    let name = format!("{value_len} B, key {}, {} headers", key.is_some(), headers.len());
    measure(&format!("encode {name}"), RECORDS, || {
        body.clear();
        for i in 0..RECORDS {
            let fields = RecordFields {
                timestamp_delta: (i / 100) as i64,
                offset_delta: i as i32,
                key: black_box(key),
                value: Some(black_box(&value)),
                headers: black_box(headers).iter().copied(),
            };
            if let Some(layout) = fields.layout() {
                fields.append(layout, &mut body);
            }
        }
        black_box(&body);
    });
    measure(&format!("decode {name}"), RECORDS, || {
        let mut sum = 0;
        for record in RecordIter::new(black_box(&body), RECORDS as i32) {
            let record = record.unwrap();
            sum += record.value.map_or(0, <[u8]>::len) + record.headers.count();
        }
        assert_eq!(black_box(sum), RECORDS * (value_len + headers.len()));
    });
    let header = BatchHeader { record_count: RECORDS as i32, ..BatchHeader::default() };
    measure(&format!("seal   {name}"), RECORDS, || {
        black_box(header.seal(std::iter::once(body.as_slice())));
    });
}

fn metadata() {
    let partition = |i| metadata_response::MetadataResponsePartition {
        partition_index: i,
        leader_id: i % 3,
        replica_nodes: vec![0, 1, 2],
        isr_nodes: vec![0, 1, 2],
        ..Default::default()
    };
    let topic = |t| metadata_response::MetadataResponseTopic {
        name: Some(format!("topic-{t}")),
        partitions: (0..10).map(partition).collect(),
        ..Default::default()
    };
    let message = MetadataResponse { topics: (0..100).map(topic).collect(), ..Default::default() };
    let mut bytes = Vec::new();
    measure("encode Metadata, per partition", 1000, || {
        let mut w = Writer::new();
        message.encode(&mut w, 12);
        bytes = w.finish().unwrap();
    });
    measure("decode Metadata, per partition", 1000, || {
        black_box(MetadataResponse::decode(&mut Reader::new(black_box(&bytes)), 12).unwrap());
    });
}

fn codecs() {
    let text: Vec<u8> =
        (0..20_000).flat_map(|i| format!("{{\"id\":{i},\"name\":\"n{}\"}}", i % 97).into_bytes()).collect();
    for codec in [Codec::Gzip, Codec::Snappy, Codec::Lz4, Codec::Zstd] {
        let mut out = Vec::new();
        measure(&format!("{} compress, per KiB", codec.name()), text.len() / 1024, || {
            out.clear();
            compress(codec, -1, black_box(&text), &mut out).unwrap();
        });
        measure(&format!("{} decompress, per KiB", codec.name()), text.len() / 1024, || {
            black_box(decompress(codec, black_box(&out), 1 << 30).unwrap());
        });
        let small = &text[..4096];
        measure(&format!("{} compress 4 KiB", codec.name()), 1, || {
            out.clear();
            compress(codec, -1, black_box(small), &mut out).unwrap();
        });
        measure(&format!("{} decompress 4 KiB", codec.name()), 1, || {
            black_box(decompress(codec, black_box(&out), 1 << 30).unwrap());
        });
    }
}

fn main() {
    records(None, 100, &[]);
    records(Some(b"key-0123456789"), 100, &[]);
    records(Some(b"key-0123456789"), 100, &[(b"trace", Some(b"abcdefgh")), (b"h2", None)]);
    records(None, 1000, &[]);
    metadata();
    codecs();
}
