//! Tests of batches, records and codecs.

use super::*;
use crate::protocol::wire::DecodeProblem;
use proptest::prelude::*;

type OwnedHeaders = Vec<(Vec<u8>, Option<Vec<u8>>)>;

#[derive(Debug, Clone, PartialEq)]
struct Owned {
    timestamp_delta: i64,
    key: Option<Vec<u8>>,
    value: Option<Vec<u8>>,
    headers: OwnedHeaders,
}

impl Owned {
    fn append(&self, offset_delta: i32, out: &mut Vec<u8>) -> RecordLayout {
        let fields = self.fields(offset_delta);
        let layout = fields.layout().unwrap();
        fields.append(layout, out);
        layout
    }

    fn fields(
        &self,
        offset_delta: i32,
    ) -> RecordFields<'_, impl Iterator<Item = (&[u8], Option<&[u8]>)> + Clone> {
        RecordFields {
            timestamp_delta: self.timestamp_delta,
            offset_delta,
            key: self.key.as_deref(),
            value: self.value.as_deref(),
            headers: self.headers.iter().map(|(name, value)| (name.as_slice(), value.as_deref())),
        }
    }
}

impl From<&Record<'_>> for Owned {
    fn from(record: &Record<'_>) -> Owned {
        Owned {
            timestamp_delta: record.timestamp_delta,
            key: record.key.map(<[u8]>::to_vec),
            value: record.value.map(<[u8]>::to_vec),
            headers: record.headers.map(|(n, v)| (n.to_vec(), v.map(<[u8]>::to_vec))).collect(),
        }
    }
}

fn bytes(max: usize) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..max)
}

fn record() -> impl Strategy<Value = Owned> {
    let headers = prop::collection::vec((bytes(20), prop::option::of(bytes(200))), 0..4);
    (any::<i64>(), prop::option::of(bytes(100)), prop::option::of(bytes(300)), headers)
        .prop_map(|(timestamp_delta, key, value, headers)| Owned { timestamp_delta, key, value, headers })
}

fn batch_of(records: &[Owned], codec: Codec) -> Vec<u8> {
    let mut body = Vec::new();
    for (i, record) in records.iter().enumerate() {
        record.append(i as i32, &mut body);
    }
    let mut batch = vec![0; BATCH_HEADER_SIZE];
    compress(codec, -1, &body, &mut batch).unwrap();
    let header = BatchHeader {
        attributes: Attributes::new(codec, false),
        last_offset_delta: records.len() as i32 - 1,
        record_count: records.len() as i32,
        ..BatchHeader::default()
    };
    header.seal_in_place(&mut batch);
    batch
}

/// One record "k" => "value" with header "h" => null, at ms 1000, from producer 77.
const KNOWN_BATCH: [u8; 77] = [
    0, 0, 0, 0, 0, 0, 0, 0, // base offset
    0, 0, 0, 65, // length
    0xff, 0xff, 0xff, 0xff, // leader epoch
    2,    // magic
    0x96, 0x7f, 0xf5, 0xcf, // crc32c
    0, 0x10, // transactional
    0, 0, 0, 0, // last offset delta
    0, 0, 0, 0, 0, 0, 0x03, 0xe8, // base timestamp
    0, 0, 0, 0, 0, 0, 0x03, 0xe8, // max timestamp
    0, 0, 0, 0, 0, 0, 0, 77, // producer id
    0, 3, // producer epoch
    0, 0, 0, 9, // base sequence
    0, 0, 0, 1, // count
    30, 0, 0, 0, 2, b'k', 10, b'v', b'a', b'l', b'u', b'e', 2, 2, b'h', 1,
];

#[test]
fn a_known_batch() {
    let fields = RecordFields {
        timestamp_delta: 0,
        offset_delta: 0,
        key: Some(b"k".as_slice()),
        value: Some(b"value".as_slice()),
        headers: [(b"h".as_slice(), None)].into_iter(),
    };
    let layout = fields.layout().unwrap();
    let mut batch = vec![0; BATCH_HEADER_SIZE];
    fields.append(layout, &mut batch);
    let header = BatchHeader {
        attributes: Attributes::new(Codec::None, true),
        last_offset_delta: 0,
        base_timestamp: 1000,
        max_timestamp: 1000,
        producer_id: 77,
        producer_epoch: 3,
        base_sequence: 9,
        record_count: 1,
        ..BatchHeader::default()
    };
    header.seal_in_place(&mut batch);
    assert_eq!(batch, KNOWN_BATCH);
    let read = RecordBatchReader::new(&KNOWN_BATCH).next().unwrap().unwrap();
    assert_eq!(read.header, header);
    read.verify_checksum().unwrap();
}

#[test]
fn header_in_pieces_has_the_same_checksum() {
    let body = b"some records";
    let header = BatchHeader { record_count: 1, ..BatchHeader::default() };
    let whole = header.seal(std::iter::once(body.as_slice()));
    assert_eq!(whole, header.seal([&body[..4], &body[4..4], &body[4..]].into_iter()));
}

#[test]
fn the_value_may_stay_elsewhere() {
    let record = Owned {
        timestamp_delta: 5,
        key: Some(b"key".to_vec()),
        value: Some(vec![7; 70_000]),
        headers: vec![(b"h".to_vec(), Some(b"v".to_vec()))],
    };
    let mut whole = Vec::new();
    record.append(3, &mut whole);
    let (mut around, fields) = (Vec::new(), record.fields(3));
    let at = fields.append_around_value(fields.layout().unwrap(), &mut around);
    around.splice(at..at, record.value.clone().unwrap());
    assert_eq!(around, whole);
}

#[test]
fn cut_off_batches_end_the_walk() {
    let record = Owned { timestamp_delta: 0, key: None, value: Some(b"x".to_vec()), headers: Vec::new() };
    let one = batch_of(&[record.clone(), record], Codec::None);
    let two = [one.clone(), one.clone()].concat();
    for len in 0..two.len() {
        let mut reader = RecordBatchReader::new(&two[..len]);
        let whole = reader.by_ref().map(Result::unwrap).count();
        assert_eq!(whole, len / one.len());
        assert_eq!(reader.remaining(), len % one.len());
    }
}

#[test]
fn broken_batches_are_errors() {
    let record = Owned { timestamp_delta: 0, key: None, value: Some(b"x".to_vec()), headers: Vec::new() };
    let good = batch_of(&[record], Codec::None);
    let problem = |at: usize, bytes: &[u8]| {
        let mut batch = good.clone();
        batch[at..at + bytes.len()].copy_from_slice(bytes);
        let mut reader = RecordBatchReader::new(&batch);
        let problem = match reader.next() {
            Some(Err(e)) => Some(e.problem),
            Some(Ok(batch)) => {
                let checksum = batch.verify_checksum();
                let records: Result<Vec<_>, _> = batch.records(batch.body).collect();
                checksum.err().or(records.err()).map(|e| e.problem)
            }
            None => None,
        };
        assert!(reader.next().is_none(), "the walk ends with an error");
        problem
    };
    assert_eq!(problem(0, &[]), None);
    assert_eq!(problem(8, &[0xff, 0, 0, 0]), Some(DecodeProblem::NegativeLength));
    assert_eq!(problem(8, &[0, 0, 0, 3]), Some(DecodeProblem::InconsistentBatch));
    assert_eq!(problem(16, &[1]), Some(DecodeProblem::UnsupportedMagic));
    assert_eq!(problem(57, &[0xff]), Some(DecodeProblem::InconsistentBatch));
    assert_eq!(problem(57, &[0x7f]), Some(DecodeProblem::ChecksumMismatch));
    assert_eq!(problem(60, &[0]), Some(DecodeProblem::ChecksumMismatch));
    assert_eq!(problem(good.len() - 1, &[9]), Some(DecodeProblem::ChecksumMismatch));
}

#[test]
fn broken_records_are_errors() {
    fn walk(body: &[u8], count: i32) -> Result<Vec<Record<'_>>, DecodeProblem> {
        RecordIter::new(body, count).collect::<Result<_, _>>().map_err(|e| e.problem)
    }
    // Length, attributes, timestamp, offset, key, value, headers.
    assert_eq!(walk(&[12, 0, 0, 0, 1, 1, 0], 1).unwrap().len(), 1);
    assert_eq!(walk(&[12, 0, 0, 0, 1, 1, 0], 2), Err(DecodeProblem::Truncated));
    assert_eq!(walk(&[12, 0, 0, 0, 1, 1, 0, 9], 1), Err(DecodeProblem::InconsistentBatch));
    assert_eq!(walk(&[14, 0, 0, 0, 1, 1, 0, 9], 1), Err(DecodeProblem::InconsistentBatch));
    assert_eq!(walk(&[12, 0, 0, 0, 1, 2, 0], 1), Err(DecodeProblem::Truncated));
    assert_eq!(walk(&[12, 0, 0, 0, 1, 1, 1], 1), Err(DecodeProblem::NegativeLength));
    assert_eq!(walk(&[12, 0, 0, 0, 0x7e, 1, 0], 1), Err(DecodeProblem::LengthTooLarge));
    assert_eq!(walk(&[0x80; 12], 1), Err(DecodeProblem::VarintTooLong));
    // 2^31 - 1 headers in three bytes.
    let body = [20, 0, 0, 0, 1, 1, 0xfe, 0xff, 0xff, 0xff, 0x0f];
    assert_eq!(walk(&body, 1), Err(DecodeProblem::Truncated));
    // 2^31 - 1 records: the hint does not believe it.
    assert!(RecordIter::new(&[0; 70], i32::MAX).size_hint().1.unwrap() <= 11);
}

#[test]
fn unknown_codecs_are_errors() {
    let mut batch = batch_of(&[], Codec::None);
    batch[22] = 5;
    let read = RecordBatchReader::new(&batch).next().unwrap().unwrap();
    assert_eq!(read.codec().unwrap_err().problem, DecodeProblem::UnknownCodec);
}

const CODECS: [Codec; 5] = [Codec::None, Codec::Gzip, Codec::Snappy, Codec::Lz4, Codec::Zstd];

#[test]
fn codecs_at_all_levels() {
    let text = b"the quick brown fox jumps over the lazy dog. ".repeat(5000);
    for codec in CODECS {
        for level in -1..=23 {
            let mut out = b"head".to_vec();
            compress(codec, level, &text, &mut out).unwrap();
            assert_eq!(&out[..4], b"head");
            let back = decompress(codec, &out[4..], text.len()).unwrap();
            assert!(back == text, "{codec:?} {level}");
            let err = decompress(codec, &out[4..], text.len() - 1).unwrap_err();
            assert_eq!(err.problem, DecodeProblem::DecompressedTooLarge, "{codec:?} {level}");
        }
        let mut empty = Vec::new();
        compress(codec, -1, &[], &mut empty).unwrap();
        assert_eq!(decompress(codec, &empty, 0).unwrap(), [0u8; 0], "{codec:?}");
    }
}

#[test]
fn snappy_framing() {
    let mut out = Vec::new();
    compress(Codec::Snappy, -1, b"abc", &mut out).unwrap();
    assert_eq!(out, b"\x03\x08abc");
    // The framing of snappy-java, also of joined streams, is read too.
    let framed = b"\x82SNAPPY\0\0\0\0\x01\0\0\0\x01\0\0\0\x05\x03\x08abc";
    assert_eq!(decompress(Codec::Snappy, framed, 3).unwrap(), b"abc");
    assert_eq!(decompress(Codec::Snappy, &framed.repeat(2), 6).unwrap(), b"abcabc");
    assert!(decompress(Codec::Snappy, &framed[..22], 6).is_err());
    // A block that claims 4 GiB.
    let err = decompress(Codec::Snappy, b"\xff\xff\xff\xff\x0fabc", usize::MAX).unwrap_err();
    assert_eq!(err.problem, DecodeProblem::CorruptCompression);
}

#[test]
fn frames_that_others_write() {
    // gzip(1), lz4(1) and zstd(1) of "hello hello hello hello\n"; zstd from a pipe, so
    // without the content size, and with a checksum.
    let text = b"hello hello hello hello\n";
    let gzip = hex("1f8b0800000000000003cb48cdc9c957c84027b9000088590b18000000");
    let lz4 = hex("04224d186440a70f0000006968656c6c6f20060050656c6c6f0a00000000e2ff0342");
    let zstd = hex("28b52ffd04586d00003868656c6c6f200a0100994b11a87c2ea8");
    for (codec, frame) in [(Codec::Gzip, gzip), (Codec::Lz4, lz4), (Codec::Zstd, zstd)] {
        let back = decompress(codec, &frame, 100);
        assert_eq!(back.as_deref(), Ok(text.as_slice()), "{codec:?}");
        for len in 0..frame.len() {
            assert!(decompress(codec, &frame[..len], 100).is_err(), "{codec:?} cut at {len}");
        }
    }
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap()).collect()
}

#[test]
fn a_compression_bomb_stops_at_the_limit() {
    let zeros = vec![0; 64 << 20];
    for codec in [Codec::Gzip, Codec::Lz4, Codec::Zstd] {
        let mut bomb = Vec::new();
        compress(codec, 1, &zeros, &mut bomb).unwrap();
        let err = decompress(codec, &bomb, 1 << 20).unwrap_err();
        assert_eq!(err.problem, DecodeProblem::DecompressedTooLarge, "{codec:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn batches_round_trip(records in prop::collection::vec(record(), 0..20), codec in 0usize..5) {
        let codec = CODECS[codec];
        let bytes = batch_of(&records, codec);
        let mut reader = RecordBatchReader::new(&bytes);
        let batch = reader.next().unwrap().unwrap();
        prop_assert_eq!(reader.remaining(), 0);
        batch.verify_checksum().unwrap();
        prop_assert_eq!(batch.codec().unwrap(), codec);
        let body = decompress(codec, batch.body, 1 << 20).unwrap();
        let mut read = Vec::new();
        for (i, record) in batch.records(&body).enumerate() {
            let record = record.unwrap();
            prop_assert_eq!(record.offset_delta, i as i32);
            read.push(Owned::from(&record));
        }
        prop_assert_eq!(read, records);
    }

    #[test]
    fn sizes_are_known_beforehand(record in record(), offset_delta: i32) {
        let mut out = Vec::new();
        let layout = record.append(offset_delta, &mut out);
        prop_assert_eq!(out.len(), layout.size());
    }

    #[test]
    fn hostile_batches_never_panic(mut bytes in bytes(300), count: i32, flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4)) {
        let _ = RecordIter::new(&bytes, count).collect::<Result<Vec<_>, _>>();
        for codec in CODECS {
            let _ = decompress(codec, &bytes, 1 << 16);
        }
        if bytes.len() > MAGIC {
            bytes[MAGIC] = 2;
        }
        for batch in RecordBatchReader::new(&bytes).flatten() {
            let _ = batch.verify_checksum();
            let _ = batch.records(batch.body).map_while(Result::ok).map(|r| r.headers.count()).sum::<usize>();
        }
        let text = bytes.repeat(3);
        for codec in CODECS {
            let mut out = Vec::new();
            compress(codec, -1, &text, &mut out).unwrap();
            for (at, value) in &flips {
                let at = at.index(out.len().max(1)).min(out.len().saturating_sub(1));
                if let Some(byte) = out.get_mut(at) { *byte = *value; }
            }
            if let Ok(back) = decompress(codec, &out, 1 << 16) {
                prop_assert!(back.len() <= 1 << 16);
            }
        }
    }
}

const MAGIC: usize = 16;
