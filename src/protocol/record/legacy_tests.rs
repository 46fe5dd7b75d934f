//! Tests of the messages of before Kafka 0.11, and of reading all formats alike.

use super::compression::decompress_old;
use super::legacy::MAX_DEPTH;
use super::*;
use crate::protocol::wire::DecodeProblem;
use bytes::Bytes;
use proptest::prelude::*;

const LIMIT: usize = 1 << 20;
const APPEND_TIME: i8 = 8;

fn bytes_field(value: Option<&[u8]>, out: &mut Vec<u8>) {
    let len = value.map_or(-1, |value| value.len() as i32);
    out.extend_from_slice(&len.to_be_bytes());
    out.extend_from_slice(value.unwrap_or_default());
}

/// A message as its producer wrote it.
fn message(
    magic: u8,
    offset: i64,
    attributes: i8,
    timestamp: i64,
    key: Option<&[u8]>,
    value: Option<&[u8]>,
) -> Vec<u8> {
    let mut content = vec![magic, attributes as u8];
    if magic == 1 {
        content.extend_from_slice(&timestamp.to_be_bytes());
    }
    bytes_field(key, &mut content);
    bytes_field(value, &mut content);
    let mut out = offset.to_be_bytes().to_vec();
    out.extend_from_slice(&(content.len() as i32 + 4).to_be_bytes());
    out.extend_from_slice(&crc32fast::hash(&content).to_be_bytes());
    out.extend_from_slice(&content);
    out
}

/// The wrapper of `set` with the offset of its last message.
fn wrapper(magic: u8, offset: i64, codec: Codec, flags: i8, timestamp: i64, set: &[u8]) -> Vec<u8> {
    let mut value = Vec::new();
    compress(codec, -1, set, &mut value).unwrap();
    message(magic, offset, codec.id() as i8 | flags, timestamp, None, Some(&value))
}

fn batch(base_offset: i64, attributes: i16, values: &[&[u8]]) -> Vec<u8> {
    let mut batch = vec![0; BATCH_HEADER_SIZE];
    for (i, value) in values.iter().enumerate() {
        let fields = RecordFields::new(i as i64, i as i32, None, Some(value));
        fields.append(fields.layout().unwrap(), &mut batch);
    }
    let header = BatchHeader {
        base_offset,
        attributes: Attributes(attributes),
        last_offset_delta: values.len() as i32 - 1,
        base_timestamp: 5000,
        max_timestamp: 6000,
        record_count: values.len() as i32,
        ..BatchHeader::default()
    };
    header.seal_in_place(&mut batch);
    batch
}

/// What a consumer sees: offset, timestamp, who set it, key, value.
type Seen = (i64, i64, TimestampType, Option<Vec<u8>>, Option<Vec<u8>>);

fn read_with(data: &[u8], limit: usize, check_crcs: bool) -> Result<Vec<Seen>, DecodeProblem> {
    let mut seen = Vec::new();
    for batch in FetchedBatches::new(Bytes::copy_from_slice(data)) {
        let records = batch.and_then(|batch| batch.open(limit, check_crcs)).map_err(|e| e.problem)?;
        for record in &records {
            let r = record.map_err(|e| e.problem)?;
            let (key, value) = (r.key.map(<[u8]>::to_vec), r.value.map(<[u8]>::to_vec));
            seen.push((r.offset, r.timestamp, r.timestamp_type, key, value));
        }
    }
    Ok(seen)
}

fn read(data: &[u8]) -> Result<Vec<Seen>, DecodeProblem> {
    read_with(data, LIMIT, true)
}

fn offsets(data: &[u8]) -> Result<Vec<i64>, DecodeProblem> {
    Ok(read(data)?.iter().map(|seen| seen.0).collect())
}

fn some(value: &[u8]) -> Option<Vec<u8>> {
    Some(value.to_vec())
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap()).collect()
}

#[test]
fn known_messages() {
    use TimestampType::*;
    // Made with the protocol guide, zlib's crc32, gzip(1) and lz4(1).
    let v0 = hex("0000000000000005000000101fecd70a0000000000016b0000000176");
    let v1 = hex("00000000000000070000001b2d6e8541010800000000000003e8ffffffff0000000568656c6c6f");
    let gzip = hex("000000000000000c0000005f6597a542010100000000000003ebffffffff000000491f8b0800\
        00000000020363608003a9b2738e868c500ef34b20c1980862e5e7a542054192621d0c27d7c355bdfa0f0530012016\
        f73bc2de0157f11aa42f19c40400fea4491f6b000000");
    // The checksum of this frame's header (0c) covers its magic number.
    let lz4 = hex("000000000000002a00000055f500f4440003ffffffff0000004704224d1864400c3400000012\
        0001009128000000124d193dac0f00910161000000036f6e650e003000002a1e0040a83036d80d00a0000162000000\
        0374776f0000000010d4e5f0");
    assert_eq!(read(&v0).unwrap(), [(5, -1, NotAvailable, some(b"k"), some(b"v"))]);
    assert_eq!(read(&v1).unwrap(), [(7, 1000, LogAppendTime, None, some(b"hello"))]);
    // Relative offsets 0, 1, 3 in a wrapper with offset 12.
    let three = [
        (9, 1001, CreateTime, some(b"a"), some(b"one")),
        (10, 1002, CreateTime, None, None),
        (12, 1003, CreateTime, some(b"c"), some(b"")),
    ];
    assert_eq!(read(&gzip).unwrap(), three);
    let two =
        [(40, -1, NotAvailable, some(b"a"), some(b"one")), (42, -1, NotAvailable, some(b"b"), some(b"two"))];
    assert_eq!(read(&lz4).unwrap(), two);
    // What the other tests build is the same.
    assert_eq!(message(0, 5, 0, 0, Some(b"k"), Some(b"v")), v0);
    assert_eq!(message(1, 7, APPEND_TIME, 1000, None, Some(b"hello")), v1);
}

#[test]
fn formats_may_be_mixed() {
    let set = [message(1, 0, 0, 1, None, Some(b"c")), message(1, 1, 0, 2, None, Some(b"d"))].concat();
    let data = [
        message(0, 10, 0, 0, None, Some(b"a")),
        message(1, 11, 0, 7, None, Some(b"b")),
        wrapper(1, 13, Codec::Gzip, 0, 2, &set),
        batch(14, 0, &[b"e", b"f"]),
        message(0, 16, 0, 0, None, Some(b"g")),
        batch(17, APPEND_TIME.into(), &[b"h", b"i"]),
    ]
    .concat();
    let seen = read(&data).unwrap();
    let values: Vec<u8> = seen.iter().flat_map(|seen| seen.4.clone().unwrap()).collect();
    assert_eq!(values, b"abcdefghi");
    assert!(seen.iter().map(|seen| seen.0).eq(10..19));
    let times: Vec<i64> = seen.iter().map(|seen| seen.1).collect();
    assert_eq!(times, [-1, 7, 1, 2, 5000, 5001, -1, 6000, 6000]);
    let headers: Vec<(u8, i64, i32)> = FetchedBatches::new(data.into())
        .map(Result::unwrap)
        .map(|batch| (batch.magic, batch.header.last_offset(), batch.header.record_count))
        .collect();
    assert_eq!(headers, [(0, 10, 1), (1, 11, 1), (1, 13, 0), (2, 15, 2), (0, 16, 1), (2, 18, 2)]);
}

#[test]
fn flags_of_batches_mean_nothing_in_messages() {
    for (magic, attributes) in [(0, 0x78), (1, 0x70)] {
        let data = message(magic, 1, attributes, 9, None, None);
        let batch = FetchedBatches::new(data.into()).next().unwrap().unwrap();
        assert_eq!(batch.header.attributes, Attributes(0));
        assert_eq!((batch.header.producer_id, batch.header.partition_leader_epoch), (-1, -1));
        let records = batch.open(0, true).unwrap();
        let record = records.iter().next().unwrap().unwrap();
        assert_ne!(record.timestamp_type, TimestampType::LogAppendTime);
    }
}

#[test]
fn offsets_in_wrappers() {
    let set = |magic, offsets: &[i64]| -> Vec<u8> {
        offsets.iter().flat_map(|&offset| message(magic, offset, 0, 0, None, Some(b"x"))).collect()
    };
    let gzip = |magic, offset, set: &[u8]| wrapper(magic, offset, Codec::Gzip, 0, 0, set);
    // Absolute in magic 0, whatever the wrapper says.
    assert_eq!(offsets(&gzip(0, 0, &set(0, &[7, 9]))).unwrap(), [7, 9]);
    // Relative in magic 1; compaction leaves gaps, also in front.
    assert_eq!(offsets(&gzip(1, 102, &set(1, &[0, 1, 2]))).unwrap(), [100, 101, 102]);
    assert_eq!(offsets(&gzip(1, 105, &set(1, &[2, 5]))).unwrap(), [102, 105]);
    // Absolute ones come out right as well.
    assert_eq!(offsets(&gzip(1, 9, &set(1, &[7, 9]))).unwrap(), [7, 9]);
    // A wrapper of nothing.
    assert_eq!(offsets(&gzip(1, 9, &[])).unwrap(), [0i64; 0]);
    // Before the beginning, and beyond the end.
    assert_eq!(offsets(&gzip(1, 1, &set(1, &[0, 1, 2]))), Err(DecodeProblem::InconsistentBatch));
    assert_eq!(offsets(&gzip(1, i64::MIN, &set(1, &[1]))), Err(DecodeProblem::InconsistentBatch));
    let beyond = set(1, &[i64::MAX, 0]);
    assert_eq!(offsets(&gzip(1, 5, &beyond)), Err(DecodeProblem::InconsistentBatch));
}

#[test]
fn timestamps_of_a_broker_hold_for_the_set() {
    use TimestampType::*;
    let set = [message(1, 0, 0, 1, None, None), message(1, 1, APPEND_TIME, 2, None, None)].concat();
    let times = |data: &[u8]| -> Vec<_> { read(data).unwrap().iter().map(|seen| (seen.1, seen.2)).collect() };
    let created = wrapper(1, 1, Codec::Snappy, 0, 77, &set);
    assert_eq!(times(&created), [(1, CreateTime), (2, LogAppendTime)]);
    let appended = wrapper(1, 1, Codec::Snappy, APPEND_TIME, 77, &set);
    assert_eq!(times(&appended), [(77, LogAppendTime), (77, LogAppendTime)]);
    let outer = wrapper(1, 1, Codec::Gzip, APPEND_TIME, 99, &appended);
    assert_eq!(times(&outer), [(99, LogAppendTime), (99, LogAppendTime)]);
}

#[test]
fn wrappers_in_wrappers() {
    // Between two messages, so that the set is in three runs.
    let inner = [message(1, 0, 0, 0, None, Some(b"b")), message(1, 1, 0, 0, None, Some(b"c"))].concat();
    let middle = [
        message(1, 0, 0, 0, None, Some(b"a")),
        wrapper(1, 2, Codec::Lz4, 0, 0, &inner),
        message(1, 3, 0, 0, None, Some(b"d")),
    ]
    .concat();
    let data = wrapper(1, 53, Codec::Gzip, 0, 0, &middle);
    let seen = read(&data).unwrap();
    let values: Vec<u8> = seen.iter().flat_map(|seen| seen.4.clone().unwrap()).collect();
    assert_eq!(values, b"abcd");
    assert!(seen.iter().map(|seen| seen.0).eq(50..54));
    // The limit is that of all levels together.
    assert!(read_with(&data, middle.len() + inner.len(), true).is_ok());
    let less = read_with(&data, middle.len() + inner.len() - 1, true);
    assert_eq!(less, Err(DecodeProblem::DecompressedTooLarge));

    let mut nested = message(0, 4, 0, 0, None, Some(b"x"));
    for depth in 1..=MAX_DEPTH + 1 {
        nested = wrapper(0, 4, Codec::Snappy, 0, 0, &nested);
        let expected = if depth <= MAX_DEPTH { Ok(vec![4]) } else { Err(DecodeProblem::NestedTooDeep) };
        assert_eq!(offsets(&nested), expected, "{depth}");
    }
}

#[test]
fn all_codecs_and_snappy_framing() {
    let set = message(0, 3, 0, 0, Some(b"key"), Some(&[7; 5000]));
    for codec in [Codec::Gzip, Codec::Snappy, Codec::Lz4, Codec::Zstd] {
        assert_eq!(offsets(&wrapper(0, 3, codec, 0, 0, &set)), Ok(vec![3]), "{codec:?}");
    }
    let mut block = Vec::new();
    compress(Codec::Snappy, -1, &set, &mut block).unwrap();
    let mut framed = b"\x82SNAPPY\0\0\0\0\x01\0\0\0\x01".to_vec();
    framed.extend_from_slice(&(block.len() as i32).to_be_bytes());
    framed.extend_from_slice(&block);
    let data = message(0, 3, Codec::Snappy.id() as i8, 0, None, Some(&framed));
    assert_eq!(offsets(&data), Ok(vec![3]));
    assert_eq!(offsets(&message(0, 3, 5, 0, None, Some(&framed))), Err(DecodeProblem::UnknownCodec));
    assert_eq!(offsets(&message(0, 3, 1, 0, None, None)), Err(DecodeProblem::InconsistentBatch));
}

#[test]
fn lz4_headers_of_old_clients() {
    let text = b"hello hello hello hello\n";
    // lz4(1); and one with the content size, whose header is longer.
    let plain = hex("04224d186440a70f0000006968656c6c6f20060050656c6c6f0a00000000e2ff0342");
    let sized = {
        let mut frame = Vec::new();
        let mut encoder =
            lz4::EncoderBuilder::new().content_size(text.len() as u64).build(&mut frame).unwrap();
        std::io::Write::write_all(&mut encoder, text).unwrap();
        encoder.finish().1.unwrap();
        frame
    };
    assert_ne!(sized[4] & 8, 0);
    for (frame, at) in [(plain, 6), (sized, 14)] {
        assert_eq!(decompress(Codec::Lz4, &frame, 100).unwrap(), text);
        for checksum in 0..=255 {
            let mut old = frame.clone();
            old[at] = checksum;
            assert_eq!(decompress_old(Codec::Lz4, &old, 100).unwrap(), text);
            // Batches are strict.
            assert_eq!(decompress(Codec::Lz4, &old, 100).is_ok(), old == frame);
        }
        for len in 0..frame.len() {
            assert!(decompress_old(Codec::Lz4, &frame[..len], 100).is_err(), "cut at {len}");
        }
        let err = decompress_old(Codec::Lz4, &frame, text.len() - 1).unwrap_err();
        assert_eq!(err.problem, DecodeProblem::DecompressedTooLarge);
    }
}

#[test]
fn keys_and_values_share_the_buffer() {
    let set =
        [message(1, 0, 0, 0, Some(b"key"), Some(b"value")), message(1, 1, 0, 0, None, Some(b""))].concat();
    let frame =
        Bytes::from([message(1, 0, 0, 0, Some(b"key"), Some(b"value")), batch(1, 0, &[b"v"])].concat());
    for batch in FetchedBatches::new(frame.clone()).map(Result::unwrap) {
        for record in &batch.open(0, true).unwrap() {
            let record = record.unwrap();
            let value = record.value.unwrap();
            assert!(frame.as_ptr_range().contains(&value.as_ptr()), "not decompressed: in the frame");
            let shared = record.share(value);
            assert_eq!((shared.as_ptr(), shared.len()), (value.as_ptr(), value.len()));
        }
    }
    let data = wrapper(1, 1, Codec::Gzip, 0, 0, &set);
    let batch = FetchedBatches::new(data.into()).next().unwrap().unwrap();
    let records = batch.open(LIMIT, true).unwrap();
    drop(batch);
    let all: Vec<FetchedRecord<'_>> = records.iter().map(Result::unwrap).collect();
    let (key, value) = (all[0].key.unwrap(), all[0].value.unwrap());
    let (shared_key, shared_value) = (all[0].share(key), all[0].share(value));
    assert_eq!((shared_key.as_ptr(), shared_value.as_ptr()), (key.as_ptr(), value.as_ptr()));
    let stranger = b"not of this record".to_vec();
    assert_eq!(all[0].share(&stranger), stranger);
    // A cursor keeps its place without a borrow.
    let mut at = RecordCursor::default();
    assert_eq!(records.next(&mut at).unwrap().unwrap(), all[0]);
    let kept = at;
    assert_eq!(records.next(&mut at).unwrap().unwrap(), all[1]);
    assert!(records.next(&mut at).is_none());
    assert!(records.next(&mut at).is_none());
    assert_eq!(records.clone().next(&mut { kept }).unwrap().unwrap(), all[1]);
    drop(records);
    assert_eq!((&shared_key[..], &shared_value[..]), (&b"key"[..], &b"value"[..]));
}

#[test]
fn what_is_cut_off_ends_the_walk() {
    let entries = [
        message(0, 1, 0, 0, Some(b"k"), Some(b"v")),
        wrapper(1, 2, Codec::Gzip, 0, 0, &message(1, 0, 0, 0, None, Some(b"w"))),
        batch(3, 0, &[b"x"]),
        message(1, 4, 0, 0, None, None),
    ];
    let data = Bytes::from(entries.concat());
    for len in 0..=data.len() {
        let mut walk = FetchedBatches::new(data.slice(..len));
        let whole = walk.by_ref().map(Result::unwrap).count();
        let mut end = 0;
        let ends = entries.iter().map(|entry| {
            end += entry.len();
            end
        });
        let ends: Vec<usize> = ends.filter(|&end| end <= len).collect();
        assert_eq!((whole, walk.remaining()), (ends.len(), len - ends.last().unwrap_or(&0)));
    }
    // Inside a wrapper nothing may be cut off.
    let set = [message(0, 1, 0, 0, None, Some(b"a")), message(0, 2, 0, 0, None, Some(b"b"))].concat();
    let first = message(0, 1, 0, 0, None, Some(b"a")).len();
    for len in 1..set.len() {
        let outcome = offsets(&wrapper(0, 2, Codec::Snappy, 0, 0, &set[..len]));
        let expected = if len == first { Ok(vec![1]) } else { Err(DecodeProblem::Truncated) };
        assert_eq!(outcome, expected, "{len}");
    }
}

#[test]
fn broken_messages_are_errors() {
    let good = message(1, 1, 0, 5, Some(b"k"), Some(b"v"));
    let problem = |at: usize, bytes: &[u8]| {
        let mut data = good.clone();
        data[at..at + bytes.len()].copy_from_slice(bytes);
        let mut walk = FetchedBatches::new(data.into());
        let first = walk.next();
        if first.as_ref().is_some_and(Result::is_err) {
            assert!(walk.next().is_none(), "the walk ends with an error");
        }
        first.map(|batch| batch.and_then(|batch| batch.open(0, true)).err().map(|e| e.problem))
    };
    let error = |problem| Some(Some(problem));
    assert_eq!(problem(0, &[]), Some(None));
    assert_eq!(problem(8, &[0xff]), error(DecodeProblem::NegativeLength));
    assert_eq!(problem(8, &[0x7f, 0xff, 0xff, 0xff]), None, "more than is there: cut off");
    for len in 0..22 {
        assert_eq!(problem(8, &[0, 0, 0, len]), error(DecodeProblem::InconsistentBatch), "{len}");
    }
    assert_eq!(problem(16, &[3]), error(DecodeProblem::UnsupportedMagic));
    // As magic 0 the timestamp would be two lengths.
    assert_eq!(problem(16, &[0]), error(DecodeProblem::InconsistentBatch));
    for (i, byte) in good[12..16].iter().enumerate() {
        assert_eq!(problem(12 + i, &[byte ^ 1]), error(DecodeProblem::ChecksumMismatch));
    }
    assert_eq!(problem(25, &[6]), error(DecodeProblem::ChecksumMismatch), "the timestamp is covered");
    // Key and value: lengths -2, beyond the message, and so that bytes are left.
    assert_eq!(problem(26, &[0xff, 0xff, 0xff, 0xfe]), error(DecodeProblem::NegativeLength));
    assert_eq!(problem(26, &[0x7f, 0xff, 0xff, 0xff]), error(DecodeProblem::LengthTooLarge));
    assert_eq!(problem(31, &[0, 0, 0, 2]), error(DecodeProblem::LengthTooLarge));
    assert_eq!(problem(31, &[0, 0, 0, 0]), error(DecodeProblem::InconsistentBatch));
}

#[test]
fn checksums_on_all_levels() {
    let mut set = message(1, 0, 0, 5, None, Some(b"value"));
    let last = set.len() - 1;
    set[last] ^= 1;
    let inner = wrapper(1, 0, Codec::Gzip, 0, 5, &set);
    let outer = wrapper(1, 0, Codec::Gzip, 0, 5, &inner);
    for data in [&set, &inner, &outer] {
        assert_eq!(read(data), Err(DecodeProblem::ChecksumMismatch));
        // check.crcs=false takes it as it is.
        assert_eq!(read_with(data, LIMIT, false).unwrap()[0].4, some(b"valud"));
    }
    let mut v2 = batch(0, 0, &[b"value"]);
    *v2.get_mut(BATCH_HEADER_SIZE + 6).unwrap() ^= 1;
    assert_eq!(read(&v2), Err(DecodeProblem::ChecksumMismatch));
    assert!(read_with(&v2, LIMIT, false).is_ok());
}

#[test]
fn other_formats_in_a_wrapper_are_errors() {
    for (magic, inside) in [
        (0, message(1, 1, 0, 0, None, None)),
        (1, message(0, 1, 0, 0, None, None)),
        (1, batch(1, 0, &[b"x"])),
    ] {
        let data = wrapper(magic, 1, Codec::Gzip, 0, 0, &inside);
        assert_eq!(read(&data), Err(DecodeProblem::UnsupportedMagic));
    }
}

#[test]
fn a_wrong_record_of_a_batch_ends_its_records() {
    let mut data = batch(0, 0, &[b"a", b"b", b"c"]);
    // The second record claims more than there is.
    let second = BATCH_HEADER_SIZE + (data.len() - BATCH_HEADER_SIZE) / 3;
    data[second] = 0x7e;
    let batch = FetchedBatches::new(data.into()).next().unwrap().unwrap();
    let records = batch.open(LIMIT, false).unwrap();
    let seen: Vec<bool> = records.iter().map(|record| record.is_ok()).collect();
    assert_eq!(seen, [true, false]);
}

/// Relative offset steps, keys and values of a set.
type Made = Vec<(u8, Option<Vec<u8>>, Option<Vec<u8>>)>;

fn made() -> impl Strategy<Value = Made> {
    let data = |max| prop::option::of(prop::collection::vec(any::<u8>(), 0..max));
    prop::collection::vec((1u8..5, data(30), data(200)), 1..12)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn sets_come_out_as_they_went_in(
        made in made(), magic in 0u8..2, codec in 0i16..5, base in 0i64..1 << 60, cut: prop::sample::Index,
    ) {
        let codec = Codec::from_id(codec).unwrap();
        let mut expected = Vec::new();
        let mut offset = base;
        for (step, key, value) in &made {
            let (time, kind) = match magic {
                0 => (-1, TimestampType::NotAvailable),
                _ => (offset ^ 3, TimestampType::CreateTime),
            };
            expected.push((offset, time, kind, key.clone(), value.clone()));
            offset += i64::from(*step);
        }
        let last = expected.last().unwrap().0;
        let relative = magic == 1 && codec != Codec::None;
        let mut set = Vec::new();
        for (offset, _, _, key, value) in &expected {
            let written = if relative { offset - base } else { *offset };
            set.extend(message(magic, written, 0, offset ^ 3, key.as_deref(), value.as_deref()));
        }
        let data = match codec {
            Codec::None => set,
            _ => wrapper(magic, last, codec, 0, 0, &set),
        };
        prop_assert_eq!(read(&data).unwrap(), expected.clone());
        // Cut off it is the beginning of the same.
        let seen = read(&data[..cut.index(data.len())]).unwrap();
        prop_assert!(expected.starts_with(&seen) && seen.len() < expected.len());
    }

    #[test]
    fn hostile_sets_never_panic(
        made in made(), magic in 0u8..2, codec in 1i16..5, levels in 0usize..4, limit in 0usize..4000,
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let codec = Codec::from_id(codec).unwrap();
        let mut data = Vec::new();
        for (i, (_, key, value)) in made.iter().enumerate() {
            data.extend(message(magic, i as i64, 0, 0, key.as_deref(), value.as_deref()));
        }
        // Bytes are changed on each level, the checksums of the outer ones are right.
        for level in 0..=levels {
            for (at, value) in &flips {
                let at = at.index(data.len());
                data[at] = *value;
            }
            if level < levels {
                data = wrapper(magic, 100, codec, 0, 0, &data);
            }
        }
        let _ = read(&data);
        for batch in FetchedBatches::new(data.into()).flatten() {
            if let Ok(records) = batch.open(limit, false) {
                let all: Vec<_> = records.iter().map_while(Result::ok).collect();
                let size: usize = all.iter().map(|r| r.value.map_or(0, <[u8]>::len)).sum();
                prop_assert!(size <= limit.max(batch.bytes().len()));
            }
        }
    }

    #[test]
    fn random_bytes_never_panic(mut data in prop::collection::vec(any::<u8>(), 26..300), magic in 0u8..4) {
        let length = data.len() as i32 - 12;
        data[8..12].copy_from_slice(&length.to_be_bytes());
        data[16] = magic;
        let _ = read(&data);
        let _ = read_with(&data, LIMIT, false);
        data[18..26].fill(0xff);
        let _ = read_with(&data, LIMIT, false);
    }
}
