//! Mutated frames through every decoder: nothing panics, and what decodes can be
//! encoded and decoded again to the same value.
//!
//! Runs for two seconds, or `FUZZ_SECONDS`; the seed is printed and can be given as
//! `FUZZ_SEED`.

#![allow(dead_code, unused_imports, unused_macros)]

#[path = "../../../src/protocol/mod.rs"]
mod protocol;

use protocol::messages::*;
use protocol::record::{
    BATCH_HEADER_SIZE, BatchHeader, Codec, FetchedBatches, RecordBatchReader, RecordFields, compress,
    decompress,
};
use protocol::testing::{Gen, Random};
use protocol::{Message, Reader, Writer};
use std::time::{Duration, Instant};

fn from_env(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Overwrites, inserts, removes and repeats bytes at a few places.
fn mutate(rng: &mut fastrand::Rng, frame: &mut Vec<u8>) {
    const TELLING: [u8; 8] = [0, 1, 2, 0x7f, 0x80, 0xff, 0xfe, 0x0f];
    for _ in 0..rng.usize(1..5) {
        let at = rng.usize(0..=frame.len());
        let len = rng.usize(0..=(frame.len() - at).min(8));
        match rng.u8(0..5) {
            0 => frame[at..at + len].iter_mut().for_each(|b| *b = rng.u8(..)),
            1 => frame[at..at + len].iter_mut().for_each(|b| *b = TELLING[rng.usize(0..8)]),
            2 => frame.insert(at, TELLING[rng.usize(0..8)]),
            3 => drop(frame.drain(at..at + len)),
            _ => {
                let piece = frame[at..at + len].to_vec();
                frame.splice(at..at, piece);
            }
        }
    }
}

fn message<M: Message + Random + PartialEq + std::fmt::Debug>(seed: u64, low: i16, high: i16) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let version = rng.i16(low..=high);
    let mut w = Writer::new();
    M::random(&mut Gen::new(seed), version).encode(&mut w, version);
    let mut frame = w.finish().unwrap();
    mutate(&mut rng, &mut frame);
    let Ok(decoded) = M::decode(&mut Reader::new(&frame), version) else { return };
    let mut w = Writer::new();
    decoded.encode(&mut w, version);
    let again = w.finish().unwrap();
    assert_eq!(M::decode(&mut Reader::new(&again), version), Ok(decoded), "{} v{version}", M::NAME);
}

fn batch(seed: u64) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut g = Gen::new(seed);
    let mut body = Vec::new();
    let count = rng.i32(0..5);
    for i in 0..count {
        let (key, value) = (g.bytes(), g.bytes());
        let fields = RecordFields {
            timestamp_delta: i64::from(i),
            offset_delta: i,
            key: Some(key.as_slice()),
            value: Some(value.as_slice()),
            headers: [(key.as_slice(), None), (b"name".as_slice(), Some(value.as_slice()))].into_iter(),
        };
        fields.append(fields.layout().unwrap(), &mut body);
    }
    if rng.bool() {
        mutate(&mut rng, &mut body);
    }
    let codec = Codec::from_id(rng.i16(0..5)).unwrap();
    let mut bytes = vec![0; BATCH_HEADER_SIZE];
    compress(codec, -1, &body, &mut bytes).unwrap();
    BatchHeader { record_count: count, ..BatchHeader::default() }.seal_in_place(&mut bytes);
    mutate(&mut rng, &mut bytes);
    for batch in RecordBatchReader::new(&bytes).flatten() {
        let _ = batch.verify_checksum();
        for codec in [Codec::None, codec] {
            let Ok(body) = decompress(codec, batch.body, 1 << 20) else { continue };
            for record in batch.records(&body).flatten() {
                let headers = record.headers.len();
                assert_eq!(record.headers.count(), headers, "checked headers can be walked");
            }
        }
    }
    // The same as any format.
    if let Some(magic) = bytes.get_mut(16) {
        *magic = rng.u8(0..4);
    }
    for batch in FetchedBatches::new(bytes.into()).flatten() {
        let Ok(records) = batch.open(1 << 20, false) else { continue };
        for record in records.iter().flatten() {
            let value = record.value.unwrap_or_default();
            assert_eq!(record.share(value), value);
        }
    }
}

fn main() {
    let seconds = from_env("FUZZ_SECONDS").unwrap_or(2);
    let first = from_env("FUZZ_SEED").unwrap_or_else(|| fastrand::u64(..));
    println!("FUZZ_SEED={first}");
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut seed = first;
    while Instant::now() < end {
        macro_rules! run {
            ($t:ty, $low:expr, $high:expr) => {
                message::<$t>(seed, $low, $high);
            };
        }
        for_each_message!(run);
        batch(seed);
        seed = seed.wrapping_add(1);
    }
    println!("{} rounds of mutated frames ... ok", seed.wrapping_sub(first));
    assert_ne!(seed, first);
}
