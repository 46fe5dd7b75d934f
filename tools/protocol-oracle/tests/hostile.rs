//! No frame makes a decoder allocate more than a small multiple of its size.
//!
//! A program of its own, without the test harness: the counters are those of the
//! whole process.

#![allow(dead_code, unused_imports, unused_macros)]

#[path = "../../../src/protocol/mod.rs"]
mod protocol;

use crate::protocol::messages::*;
use crate::protocol::record::{Codec, RecordBatchReader, decompress};
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
