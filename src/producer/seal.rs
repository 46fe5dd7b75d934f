//! From an open batch to the bytes of a record batch: compression, header, checksum.
//!
//! Runs on the thread of the broker, once per batch: retries send the same bytes.

use crate::base::log::{Level, LogLine};
use crate::conf::CompressionCodec;
use crate::protocol::record::{Attributes, BATCH_HEADER_SIZE, BatchHeader, Codec, compress};
use crate::topic::{Batch, TopicSettings, Wire};
use bytes::Bytes;

/// First Produce version whose brokers know zstd (KIP-110).
const ZSTD_VERSION_MIN: i16 = 7;

/// Who produces: for idempotence (KIP-98), which is not active yet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Identity {
    pub producer_id: i64,
    pub producer_epoch: i16,
    /// Sequence number of the batch's first message.
    pub base_sequence: i32,
}

impl Identity {
    /// A producer without an id.
    pub const NONE: Identity = Identity { producer_id: -1, producer_epoch: -1, base_sequence: -1 };
}

fn codec_of(settings: &TopicSettings) -> Codec {
    match settings.codec {
        CompressionCodec::None => Codec::None,
        CompressionCodec::Gzip => Codec::Gzip,
        CompressionCodec::Snappy => Codec::Snappy,
        CompressionCodec::Lz4 => Codec::Lz4,
        CompressionCodec::Zstd => Codec::Zstd,
    }
}

/// Makes the bytes that go out, unless they are made already. `version` is that of the
/// Produce request: brokers that are too old for the codec get the batch uncompressed.
pub(super) fn seal(
    batch: &mut Batch,
    settings: &TopicSettings,
    version: i16,
    identity: Identity,
    logs: &mut Vec<LogLine>,
) {
    if batch.wire.is_some() {
        return;
    }
    batch.finish();
    let mut codec = codec_of(settings);
    if codec == Codec::Zstd && version < ZSTD_VERSION_MIN {
        codec = Codec::None;
    }
    let compressed = if codec == Codec::None { None } else { compress_records(batch, codec, settings, logs) };
    let (codec, records) = match compressed {
        Some(bytes) => (codec, vec![bytes]),
        None => (Codec::None, batch.pieces().cloned().collect::<Vec<_>>()),
    };
    let (base_timestamp, max_timestamp) = batch.timestamps_ms();
    let header = BatchHeader {
        attributes: Attributes::new(codec, false),
        last_offset_delta: batch.len() as i32 - 1,
        base_timestamp,
        max_timestamp,
        producer_id: identity.producer_id,
        producer_epoch: identity.producer_epoch,
        base_sequence: identity.base_sequence,
        record_count: batch.len() as i32,
        ..BatchHeader::default()
    };
    let head = header.seal(records.iter().map(|part| &part[..]));
    let len = BATCH_HEADER_SIZE + records.iter().map(Bytes::len).sum::<usize>();
    let mut parts = Vec::with_capacity(records.len() + 1);
    parts.push(Bytes::copy_from_slice(&head));
    parts.extend(records);
    batch.wire = Some(Wire { parts, len });
}

/// The compressed records; none if that fails or saves nothing.
fn compress_records(
    batch: &Batch,
    codec: Codec,
    settings: &TopicSettings,
    logs: &mut Vec<LogLine>,
) -> Option<Bytes> {
    let mut pieces = batch.pieces();
    let first = pieces.next()?;
    let joined;
    let input: &[u8] = if pieces.next().is_none() {
        first
    } else {
        let mut all = Vec::with_capacity(batch.records_len());
        batch.pieces().for_each(|piece| all.extend_from_slice(piece));
        joined = all;
        &joined
    };
    let mut out = Vec::with_capacity(input.len() / 2);
    match compress(codec, settings.compression_level, input, &mut out) {
        Ok(()) if out.len() < input.len() => {
            out.shrink_to_fit();
            Some(Bytes::from(out))
        }
        Ok(()) => None,
        Err(error) => {
            logs.push(LogLine::new(Level::Err, "COMPRESS", format!("{error}: sending uncompressed")));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::Time;
    use crate::protocol::record::{RecordBatchReader, decompress};
    use crate::topic::{NewRecord, Value};

    #[test]
    fn every_codec_reads_back() {
        use CompressionCodec as C;
        for (codec, version, wanted) in [
            (C::None, 3, Codec::None),
            (C::Gzip, 3, Codec::Gzip),
            (C::Snappy, 3, Codec::Snappy),
            (C::Lz4, 3, Codec::Lz4),
            (C::Zstd, 7, Codec::Zstd),
            (C::Zstd, 6, Codec::None),
        ] {
            let settings = TopicSettings { codec, ..TopicSettings::default() };
            let mut batch = Batch::default();
            let value = vec![b'x'; 3000];
            for i in 0..50 {
                let record = NewRecord {
                    key: Some(b"k"),
                    value: Value::Copy(&value),
                    headers: &[],
                    timestamp_ms: 1000 + i,
                    opaque: 0,
                    enqueued: Time(1),
                };
                batch.append(record, 65_535);
            }
            seal(&mut batch, &settings, version, Identity::NONE, &mut Vec::new());
            let wire = batch.wire.unwrap().parts.concat();
            let read = RecordBatchReader::new(&wire).next().unwrap().unwrap();
            read.verify_checksum().unwrap();
            assert_eq!(read.codec().unwrap(), wanted);
            let body = decompress(wanted, read.body, 1 << 20).unwrap();
            let records: Vec<_> = read.records(&body).map(Result::unwrap).collect();
            assert_eq!((records.len(), read.header.max_timestamp), (50, 1049));
            assert!(records.iter().all(|r| r.value == Some(&value[..]) && r.key == Some(b"k")));
        }
    }

    #[test]
    fn compression_that_saves_nothing_is_left_out() {
        let settings = TopicSettings { codec: CompressionCodec::Gzip, ..TopicSettings::default() };
        let mut batch = Batch::default();
        let record = NewRecord {
            key: None,
            value: Value::Copy(b"a"),
            headers: &[],
            timestamp_ms: 0,
            opaque: 0,
            enqueued: Time(1),
        };
        batch.append(record, 65_535);
        seal(&mut batch, &settings, 9, Identity::NONE, &mut Vec::new());
        let wire = batch.wire.unwrap();
        assert_eq!(wire.len, wire.parts.concat().len());
        assert_eq!(wire.parts[0][22] & 7, 0);
    }
}
