//! Tests of the batch: what goes in comes out, however it is cut.

use super::batch::*;
use crate::base::time::Time;
use crate::protocol::record::RecordIter;
use crate::sys::payload::testing::{handed_over, lent};
use proptest::prelude::*;

fn record(value: Value<'_>, age_us: u64) -> NewRecord<'_> {
    NewRecord {
        key: Some(b"key"),
        value,
        headers: &[],
        timestamp_ms: 1_700_000_000_000 + age_us as i64 / 1000,
        opaque: age_us as usize,
        enqueued: Time(1_000_000 + age_us),
    }
}

/// The whole batch as one body, as the wire sees it.
fn body(batch: &mut Batch) -> Vec<u8> {
    batch.finish();
    let body: Vec<u8> = batch.pieces().flat_map(|piece| piece.to_vec()).collect();
    assert_eq!(body.len(), batch.records_len());
    body
}

#[test]
fn overhead_per_queued_message_is_small() {
    let value = [b'v'; 100];
    let mut batch = Batch::default();
    for i in 0..9000 {
        batch.append(record(Value::Copy(&value), i), 65_535);
    }
    let per_message = batch.memory_size() / batch.len() - value.len();
    assert!(per_message <= 60, "{per_message} bytes");
    // Also for batches that stay small, in topics with many partitions.
    let mut batch = Batch::default();
    for i in 0..40 {
        batch.append(record(Value::Copy(&value), i), 65_535);
    }
    batch.finish_to_wait();
    let per_message = batch.memory_size() / batch.len() - value.len();
    assert!(per_message <= 60, "{per_message} bytes");
}

#[test]
fn room_ends_with_size_count_and_age() {
    let mut batch = Batch::default();
    let new = || record(Value::Copy(&[0; 100]), 0);
    let (size, at) = (new().size_hint(), new().enqueued);
    assert!(batch.has_room(size, at, 10, 1), "the first message always fits");
    batch.append(new(), 1000);
    assert!(batch.has_room(size, at, 400, 2) && !batch.has_room(size, at, 400, 1));
    assert!(!batch.has_room(size, at, 200, 2));
    assert!(!batch.has_room(size, at.after_us(1 << 33), 1000, 10));
    assert_eq!(batch.message(0).size_hint(), size);
}

#[test]
fn a_cut_keeps_pieces_and_pointers() {
    let mut batch = Batch::default();
    let large = handed_over(&[b'l'; 3000]);
    let pointers = [large.as_slice().as_ptr(), lent(b"lent").as_slice().as_ptr()];
    batch.append(record(Value::Copy(b"first"), 1), 1000);
    batch.append(record(Value::Own(large), 2), 1000);
    batch.append(record(Value::Own(lent(b"lent")), 3), 1000);
    batch.append(record(Value::Null, 4), 1000);
    batch.order = 50;
    let bytes = batch.payload_bytes();
    let (front, rest) = batch.split(1);
    assert_eq!((front.len(), rest.len(), front.order, rest.order), (1, 3, 50, 51));
    assert_eq!(front.payload_bytes() + rest.payload_bytes(), bytes);
    assert_eq!(rest.message(0).value.unwrap().as_ptr(), pointers[0]);
    assert_eq!(rest.message(1).value.unwrap().as_ptr(), pointers[1]);
    assert_eq!((rest.message(2).value, rest.message(2).opaque), (None, 4));
    let (front, rest) = rest.split(2);
    assert_eq!((front.len(), rest.len()), (2, 1));
    assert_eq!(front.message(0).value.unwrap().as_ptr(), pointers[0]);
    assert_eq!(rest.first_enqueued(), Time(1_000_004));
}

#[derive(Debug, Clone)]
struct Spec {
    key: Option<Vec<u8>>,
    value: Option<Vec<u8>>,
    /// 0 copy, 1 handed over.
    how: u8,
    headers: Vec<(Vec<u8>, Option<Vec<u8>>)>,
    timestamp_ms: i64,
    later_us: u64,
}

fn spec() -> impl Strategy<Value = Spec> {
    let bytes = |max: usize| prop::collection::vec(any::<u8>(), 0..max);
    let size = prop_oneof![5 => 0usize..200, 1 => 2000usize..30_000];
    let value = (size, any::<u8>()).prop_map(|(len, byte)| vec![byte; len]);
    (
        prop::option::of(bytes(20)),
        prop::option::of(value),
        0..2u8,
        prop::collection::vec((bytes(8), prop::option::of(bytes(8))), 0..3),
        any::<i32>(),
        0..1000u64,
    )
        .prop_map(|(key, value, how, headers, timestamp, later_us)| Spec {
            key,
            value,
            how,
            headers,
            timestamp_ms: i64::from(timestamp),
            later_us,
        })
}

fn append_all(batch: &mut Batch, specs: &[Spec]) {
    let mut at = Time(5_000_000);
    for (opaque, spec) in specs.iter().enumerate() {
        at = at.after_us(spec.later_us);
        let headers: Vec<Header<'_>> = spec.headers.iter().map(|(n, v)| (&n[..], v.as_deref())).collect();
        let value = match (&spec.value, spec.how) {
            (None, _) => Value::Null,
            (Some(value), 0) => Value::Copy(value),
            (Some(value), _) => Value::Own(handed_over(value)),
        };
        let new = NewRecord {
            key: spec.key.as_deref(),
            value,
            headers: &headers,
            timestamp_ms: spec.timestamp_ms,
            opaque,
            enqueued: at,
        };
        batch.append(new, 1000);
    }
}

fn check(batch: &mut Batch, specs: &[Spec], first_opaque: usize) -> Result<(), TestCaseError> {
    prop_assert_eq!(batch.len(), specs.len());
    let body = body(batch);
    let (base, max) = batch.timestamps_ms();
    prop_assert_eq!(max, specs.iter().map(|s| s.timestamp_ms).max().unwrap_or(base));
    let wire: Vec<_> = RecordIter::new(&body, specs.len() as i32).collect();
    prop_assert_eq!(wire.len(), specs.len());
    for (index, (spec, on_wire)) in specs.iter().zip(wire).enumerate() {
        let on_wire = on_wire.unwrap();
        let message = batch.message(index);
        for (key, value, timestamp) in [
            (message.key, message.value, message.timestamp_ms),
            (on_wire.key, on_wire.value, base + on_wire.timestamp_delta),
        ] {
            prop_assert_eq!(key, spec.key.as_deref());
            prop_assert_eq!(value, spec.value.as_deref());
            prop_assert_eq!(timestamp, spec.timestamp_ms);
        }
        prop_assert_eq!(on_wire.offset_delta as usize, index);
        let wanted: Vec<Header<'_>> = spec.headers.iter().map(|(n, v)| (&n[..], v.as_deref())).collect();
        prop_assert_eq!(message.headers.collect::<Vec<_>>(), wanted.clone());
        prop_assert_eq!(on_wire.headers.collect::<Vec<_>>(), wanted);
        prop_assert_eq!(message.opaque, first_opaque + index);
    }
    let bytes: usize = specs.iter().filter_map(|s| s.value.as_ref()).map(Vec::len).sum();
    prop_assert_eq!(batch.payload_bytes(), bytes as u64);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn batches_read_back_whole_and_cut(specs in prop::collection::vec(spec(), 1..60), cut in any::<prop::sample::Index>()) {
        let mut batch = Batch::default();
        append_all(&mut batch, &specs);
        // Readable while open, and afterwards.
        for (index, spec) in specs.iter().enumerate() {
            prop_assert_eq!(batch.message(index).value, spec.value.as_deref());
        }
        check(&mut batch, &specs, 0)?;
        let cut = cut.index(specs.len());
        let enqueued: Vec<Time> = (0..batch.len()).map(|index| batch.enqueued(index)).collect();
        prop_assert_eq!(batch.produced_until(enqueued[cut]), enqueued.iter().filter(|t| **t <= enqueued[cut]).count());
        let (mut front, mut rest) = batch.split(cut);
        check(&mut front, &specs[..cut], 0)?;
        check(&mut rest, &specs[cut..], cut)?;
        let again: Vec<Time> = (0..cut).map(|index| front.enqueued(index))
            .chain((0..rest.len()).map(|index| rest.enqueued(index))).collect();
        prop_assert_eq!(again, enqueued);
    }
}
