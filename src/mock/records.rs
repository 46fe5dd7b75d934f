//! What the mock cluster does with record batches: checks them on arrival, numbers
//! them, reads them back.
//!
//! Pure functions over bytes that a client sent; the format is [`record`]'s.

use super::partition_log::StoredBatch;
use crate::error::ErrorCode;
use crate::protocol::record::{BATCH_HEADER_SIZE, BatchHeader, Codec, RecordBatchReader, decompress};
use crate::protocol::wire::DecodeProblem;
use crate::protocol::{DecodeError, record};

/// Most bytes that reading a stored batch back may decompress to.
const MAX_DECOMPRESSED_BYTES: usize = 256 * 1024 * 1024;

/// A stored record, read back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRecord {
    /// Offset in its partition.
    pub offset: i64,
    /// Milliseconds since the epoch.
    pub timestamp: i64,
    /// Key, if any.
    pub key: Option<Vec<u8>>,
    /// Value, if any.
    pub value: Option<Vec<u8>>,
    /// Names and values of the headers in order.
    pub headers: Vec<(Vec<u8>, Option<Vec<u8>>)>,
}

/// Checks the records of one partition in a Produce request as a broker does on
/// arrival. Errors: `INVALID_MSG` for wrong lengths or a wrong checksum,
/// `UNSUPPORTED_VERSION` for message sets of before Kafka 0.11, `INVALID_RECORD`
/// for impossible counts and for anything but exactly one batch.
pub fn check(bytes: &[u8]) -> Result<BatchHeader, ErrorCode> {
    let mut batches = RecordBatchReader::new(bytes);
    let batch = match batches.next() {
        Some(Ok(batch)) => batch,
        Some(Err(e)) if e.problem == DecodeProblem::UnsupportedMagic => {
            return Err(ErrorCode::UNSUPPORTED_VERSION);
        }
        _ => return Err(ErrorCode::INVALID_MSG),
    };
    batch.verify_checksum().map_err(|_| ErrorCode::INVALID_MSG)?;
    let header = batch.header;
    let consistent = header.record_count > 0 && header.last_offset_delta == header.record_count - 1;
    if consistent && batches.remaining() == 0 { Ok(header) } else { Err(ErrorCode::INVALID_RECORD) }
}

/// Writes offset and leader epoch into a batch that passed [`check`]. The checksum
/// covers neither.
pub fn assign(batch: &mut [u8], base_offset: i64, leader_epoch: i32) {
    if batch.len() >= BATCH_HEADER_SIZE {
        batch[0..8].copy_from_slice(&base_offset.to_be_bytes());
        batch[12..16].copy_from_slice(&leader_epoch.to_be_bytes());
    }
}

/// Reads the records of a stored batch and shows them to `each` in order, until it
/// returns false.
pub fn for_each(
    stored: &StoredBatch,
    mut each: impl FnMut(i64, i64, &record::Record<'_>) -> bool,
) -> Result<(), DecodeError> {
    for batch in RecordBatchReader::new(&stored.bytes) {
        let batch = batch?;
        let unpacked;
        let body = match batch.codec()? {
            Codec::None => batch.body,
            codec => {
                unpacked = decompress(codec, batch.body, MAX_DECOMPRESSED_BYTES)?;
                &unpacked
            }
        };
        for record in batch.records(body) {
            let record = record?;
            let offset = stored.base_offset + i64::from(record.offset_delta);
            let timestamp = batch.header.base_timestamp.wrapping_add(record.timestamp_delta);
            if !each(offset, timestamp, &record) {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The records of a stored batch from `start_offset` on.
pub fn read(stored: &StoredBatch, start_offset: i64) -> Result<Vec<StoredRecord>, DecodeError> {
    let mut records = Vec::new();
    for_each(stored, |offset, timestamp, record| {
        if offset >= start_offset {
            records.push(StoredRecord {
                offset,
                timestamp,
                key: record.key.map(<[u8]>::to_vec),
                value: record.value.map(<[u8]>::to_vec),
                headers: record.headers.map(|(n, v)| (n.to_vec(), v.map(<[u8]>::to_vec))).collect(),
            });
        }
        true
    })?;
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mock::testing::batch;

    #[test]
    fn good_batch() {
        let header = check(&batch(3, 7, 1, 40)).unwrap();
        assert_eq!((header.last_offset_delta, header.record_count), (2, 3));
        assert_eq!((header.producer_id, header.producer_epoch, header.base_sequence), (7, 1, 40));
        assert_eq!(header.max_timestamp, 1002);
    }

    #[test]
    fn every_damage_is_refused() {
        let good = batch(3, -1, -1, -1);
        for cut in 0..good.len() {
            assert!(check(&good[..cut]).is_err(), "cut at {cut}");
        }
        // Base offset and leader epoch are the broker's to set; the rest counts.
        for at in (8..12).chain(16..good.len()) {
            let mut bad = good.clone();
            bad[at] ^= 0x40;
            assert!(check(&bad).is_err(), "flipped byte {at}");
        }
        let mut old = good.clone();
        old[16] = 1;
        assert_eq!(check(&old), Err(ErrorCode::UNSUPPORTED_VERSION));
        let mut huge = good.clone();
        huge[8..12].copy_from_slice(&i32::MAX.to_be_bytes());
        assert_eq!(check(&huge), Err(ErrorCode::INVALID_MSG));
        assert_eq!(check(&batch(0, -1, -1, -1)), Err(ErrorCode::INVALID_RECORD));
        assert_eq!(check(&[good.clone(), good].concat()), Err(ErrorCode::INVALID_RECORD));
    }
}
