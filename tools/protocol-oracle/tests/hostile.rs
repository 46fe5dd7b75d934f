//! No frame makes a decoder allocate more than a small multiple of its size.
//!
//! A program of its own, without the test harness: the counters are those of the
//! whole process.

#![allow(dead_code, unused_imports, unused_macros)]

#[path = "../../../src/protocol/mod.rs"]
mod protocol;

use crate::protocol::messages::*;
use crate::protocol::record::{Codec, FetchedBatches, RecordBatchReader, compress, decompress};
use crate::protocol::testing::{Gen, Random};
use crate::protocol::{Message, Reader, Writer};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Structs are larger than their smallest encoding: up to 17 times in these frames.
const BYTES_PER_FRAME_BYTE: usize = 24;

fn allocated(decode: impl FnOnce()) -> usize {
    let region = Region::new(ALLOCATOR);
    decode();
    region.change().bytes_allocated
}

/// Frames that claim much in few bytes: real ones with a stretch overwritten by bytes
/// that make large lengths and counts.
fn hostile_frames<M: Message + Random>(seed: u64, version: i16) -> Vec<Vec<u8>> {
    let mut w = Writer::new();
    M::random(&mut Gen::new(seed), version).encode(&mut w, version);
    let good = w.finish().unwrap();
    let mut frames = Vec::new();
    for pattern in [&[0x7f, 0xff, 0xff, 0xff][..], &[0xff, 0xff, 0xff, 0xff, 0x0f], &[0x7f], &[0x00, 0x10]] {
        for at in 0..good.len().min(60) {
            let mut frame = good.clone();
            let end = (at + pattern.len()).min(frame.len());
            frame.splice(at..end, pattern.iter().copied());
            frames.push(frame);
        }
    }
    frames.push(vec![1; 2000]);
    frames.push(vec![0; 2000]);
    frames
}

fn main() {
    messages();
    record_batches();
    fetched_batches();
    compressed_bodies();
    println!("allocation is bounded by the frame ... ok");
}

fn messages() {
    let mut tried = 0;
    macro_rules! run {
        ($t:ident, $low:expr, $high:expr) => {
            for version in $low..=$high {
                for seed in 0..3 {
                    for frame in hostile_frames::<$t>(seed, version) {
                        let bytes = allocated(|| {
                            let _ = $t::decode(&mut Reader::new(&frame), version);
                        });
                        let most = frame.len() * BYTES_PER_FRAME_BYTE + 1024;
                        let name = <$t as Message>::NAME;
                        assert!(bytes <= most, "{name} v{version}: {bytes} bytes for {frame:x?}");
                        tried += 1;
                    }
                }
            }
        };
    }
    for_each_message!(run);
    assert!(tried > 10_000, "{tried}");
}

fn record_batches() {
    for seed in 0..20_000 {
        let mut g = Gen::new(seed);
        let mut frame = g.bytes();
        if frame.len() > 20 {
            let length = frame.len() as i32 - 12;
            frame[8..12].copy_from_slice(&length.to_be_bytes());
            frame[16] = 2;
        }
        let bytes = allocated(|| {
            for batch in RecordBatchReader::new(&frame).flatten() {
                batch.records(batch.body).map_while(Result::ok).for_each(drop);
            }
        });
        assert!(bytes <= 1024, "{bytes} for {frame:x?}");
    }
}

/// Opening takes a list of buffers, and at most the limit for what is decompressed.
fn fetched_batches() {
    const LIMIT: usize = 4096;
    let mut opened = 0;
    for seed in 0..20_000 {
        let mut g = Gen::new(seed);
        let mut frame = g.bytes();
        if frame.len() < 30 {
            continue;
        }
        let length = frame.len() as i32 - 12;
        frame[8..12].copy_from_slice(&length.to_be_bytes());
        frame[16] = (seed % 3) as u8;
        // Snappy: its decoder has no memory of its own.
        if frame[16] == 2 {
            frame[21..23].copy_from_slice(&[0, 2]);
        } else {
            frame[17] = 2;
            // No key, and the rest as the value: a block of some claimed size.
            let at = 18 + 8 * usize::from(frame[16]);
            if frame.len() < at + 12 {
                continue;
            }
            let rest = (frame.len() - at - 8) as i32;
            frame[at..at + 4].fill(0xff);
            frame[at + 4..at + 8].copy_from_slice(&rest.to_be_bytes());
        }
        let size = frame.len();
        let frame = bytes::Bytes::from(frame);
        let bytes = allocated(|| {
            for batch in FetchedBatches::new(frame).flatten() {
                let Ok(records) = batch.open(LIMIT, false) else { continue };
                records.iter().map_while(Result::ok).for_each(drop);
            }
            opened += 1;
        });
        assert!(bytes <= LIMIT + 2048, "{bytes} for {size} bytes, seed {seed}");
    }
    assert!(opened > 500, "{opened}");
    deep_sets();
}

/// Sets that alternate between a message and a small set make the longest list.
fn deep_sets() {
    let mut set = Vec::new();
    for _ in 0..200 {
        set.extend(old_message(0, b""));
        let mut inner = Vec::new();
        compress(Codec::Snappy, -1, &old_message(0, b"x"), &mut inner).unwrap();
        set.extend(old_message(2, &inner));
    }
    let mut value = Vec::new();
    compress(Codec::Snappy, -1, &set, &mut value).unwrap();
    let frame = bytes::Bytes::from(old_message(2, &value));
    let limit = 4 * set.len();
    let mut records = 0;
    let bytes = allocated(|| {
        for batch in FetchedBatches::new(frame).map(Result::unwrap) {
            records += batch.open(limit, true).unwrap().iter().map(Result::unwrap).count();
        }
    });
    assert_eq!(records, 400);
    assert!(bytes <= 16 * set.len(), "{bytes} for {}", set.len());
}

/// A message of magic 0 without key.
fn old_message(attributes: u8, value: &[u8]) -> Vec<u8> {
    let mut content = vec![0, attributes, 0xff, 0xff, 0xff, 0xff];
    content.extend((value.len() as i32).to_be_bytes());
    content.extend(value);
    let mut out = vec![0; 8];
    out.extend((content.len() as i32 + 4).to_be_bytes());
    out.extend(crc32fast::hash(&content).to_be_bytes());
    out.extend(content);
    out
}

fn compressed_bodies() {
    // Decoders have contexts and windows of their own, up to a few hundred KiB.
    let frames: [(Codec, &[u8]); 4] = [
        (Codec::Snappy, b"\xff\xff\xff\xff\x07abcdefgh"),
        (Codec::Zstd, b"\x28\xb5\x2f\xfd\xa4\xff\xff\xff\x7f\x01\0\0"),
        (Codec::Lz4, b"\x04\x22\x4d\x18\x70\x73\x2d\xff\xff\xff\x7f"),
        (Codec::Gzip, b"\x1f\x8b\x08\0\0\0\0\0\0\x03\xff\xff"),
    ];
    for (codec, frame) in frames {
        let bytes = allocated(|| assert!(decompress(codec, frame, usize::MAX).is_err()));
        assert!(bytes <= 1 << 20, "{codec:?}: {bytes}");
    }
}
