//! Checks of the built library on the machine that it runs on, for `rd_kafka_unittest()`:
//! what depends on the processor, the compiler or linked C code, against known answers.
//!
//! Any thread; takes a few milliseconds.

use crate::base::hash;
use crate::base::headers::Headers;
use crate::base::time::Time;
use crate::conf::Conf;
use crate::error::{ERRORS, ErrorCode};
use crate::protocol::messages::MetadataRequest;
use crate::protocol::record::{
    Attributes, BATCH_HEADER_SIZE, BatchHeader, Codec, RecordBatchReader, RecordFields, compress, decompress,
};
use crate::protocol::{Message, Reader, Request, Writer};
use crate::queue::{AppQueue, Weigh};

/// The outcome of a test: what was wrong.
pub type Outcome = Result<(), String>;

/// A self test.
pub type Test = fn() -> Outcome;

/// All tests with their names.
pub const TESTS: [(&str, Test); 8] = [
    ("partitioners", partitioners),
    ("checksums", checksums),
    ("codecs", codecs),
    ("record batches", record_batches),
    ("messages", messages),
    ("configuration", configuration),
    ("error table", error_table),
    ("queues", queues),
];

fn equal<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Outcome {
    if found == expected { Ok(()) } else { Err(format!("{what}: {found:?} instead of {expected:?}")) }
}

fn partitioners() -> Outcome {
    equal("crc32", hash::crc32(b"123456789"), 0xcbf4_3926)?;
    equal("murmur2", hash::murmur2_partition(b"kafka", 1_000_000), 980_580)?;
    equal("fnv1a", hash::fnv1a(b"a"), 0xe40c_292c)
}

fn checksums() -> Outcome {
    // RFC 3720, appendix B.4.
    equal("crc32c of zeroes", crc32c::crc32c(&[0; 32]), 0x8a91_36aa)?;
    equal("crc32c of ones", crc32c::crc32c(&[0xff; 32]), 0x62a8_ab43)?;
    // Long and unaligned, where another path of the code runs.
    let bytes: Vec<u8> = (0..10_000u32).map(|i| (i * 7) as u8).collect();
    let (head, tail) = bytes.split_at(4567);
    equal("crc32c in two parts", crc32c::crc32c_append(crc32c::crc32c(head), tail), crc32c::crc32c(&bytes))
}

fn codecs() -> Outcome {
    let text: Vec<u8> = (0..20_000u32).flat_map(|i| (i / 100).to_string().into_bytes()).collect();
    for codec in [Codec::None, Codec::Gzip, Codec::Snappy, Codec::Lz4, Codec::Zstd] {
        let name = codec.name();
        let mut packed = Vec::new();
        compress(codec, -1, &text, &mut packed).map_err(|error| format!("{name}: {error}"))?;
        let unpacked = decompress(codec, &packed, text.len()).map_err(|error| format!("{name}: {error}"))?;
        if unpacked != text {
            return Err(format!("{name}: what comes out is not what went in"));
        }
        if codec != Codec::None && packed.len() >= text.len() / 2 {
            return Err(format!("{name}: {} bytes of {}", packed.len(), text.len()));
        }
    }
    Ok(())
}

fn record_batches() -> Outcome {
    let mut batch = vec![0; BATCH_HEADER_SIZE];
    for delta in 0..3 {
        let record = RecordFields::new(i64::from(delta), delta, Some(b"key"), Some(b"value"));
        let layout = record.layout().ok_or("record has no layout")?;
        record.append(layout, &mut batch);
    }
    let header = BatchHeader {
        attributes: Attributes::new(Codec::None, false),
        last_offset_delta: 2,
        base_timestamp: 1000,
        max_timestamp: 1002,
        record_count: 3,
        ..BatchHeader::default()
    };
    header.seal_in_place(&mut batch);
    let mut reader = RecordBatchReader::new(&batch);
    let read = reader.next().ok_or("no batch")?.map_err(|error| error.to_string())?;
    read.verify_checksum().map_err(|error| error.to_string())?;
    let records =
        read.records(read.body).collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
    equal("records", records.len(), 3)?;
    equal("value", records[2].value, Some(&b"value"[..]))?;
    batch[BATCH_HEADER_SIZE + 3] ^= 1;
    let changed =
        RecordBatchReader::new(&batch).next().ok_or("no batch")?.map_err(|error| error.to_string())?;
    match changed.verify_checksum() {
        Err(_) => Ok(()),
        Ok(()) => Err("a changed bit goes unnoticed".to_owned()),
    }
}

fn messages() -> Outcome {
    let request = MetadataRequest { allow_auto_topic_creation: true, ..MetadataRequest::default() };
    for version in MetadataRequest::VERSIONS {
        let mut writer = Writer::new();
        request.encode(&mut writer, version);
        let bytes = writer.finish().map_err(|error| error.to_string())?;
        let mut reader = Reader::new(&bytes);
        let read = MetadataRequest::decode(&mut reader, version).map_err(|error| error.to_string())?;
        equal("topics", read.topics.map(|topics| topics.len()), request.topics.as_ref().map(Vec::len))?;
    }
    Ok(())
}

fn configuration() -> Outcome {
    let mut conf = Conf::new();
    conf.set("compression.type", Some("lz4")).map_err(|error| error.to_string())?;
    equal("alias", conf.get("compression.codec"), Some("lz4".to_owned()))?;
    match conf.set("message.max.bytes", Some("-1")) {
        Err(_) => Ok(()),
        Ok(()) => Err("a value out of range is taken".to_owned()),
    }
}

fn error_table() -> Outcome {
    if !ERRORS.windows(2).all(|pair| pair[0].code < pair[1].code) {
        return Err("codes are out of order".to_owned());
    }
    equal("name", ErrorCode::LOCAL_QUEUE_FULL.name(), "_QUEUE_FULL".to_owned())
}

fn queues() -> Outcome {
    struct One(u8);
    impl Weigh for One {
        fn weight(&self) -> usize {
            1
        }
    }
    let (queue, target) = (AppQueue::new(), AppQueue::new());
    queue.forward(Some(target.clone()));
    let pusher = queue.clone();
    let thread = std::thread::spawn(move || pusher.push(One(5)).is_ok());
    let taken = target.pop(Time::now().after_ms(10_000)).map(|one| one.0);
    let pushed = thread.join().unwrap_or(false);
    equal("event", (pushed, taken), (true, Some(5)))?;
    let mut headers = Headers::with_capacity(1);
    headers.add(b"name", None);
    equal("headers", headers.len(), 1)
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_pass() {
        for (name, test) in super::TESTS {
            assert_eq!(test(), Ok(()), "{name}");
        }
    }
}
