//! The header of a record batch (magic 2), read in place.
//!
//! Pure functions over bytes that a client sent: every length is checked.
//! Source: the record batch chapter of Kafka's protocol documentation.

use crate::error::ErrorCode;

/// Bytes before the first record.
pub const HEADER_LEN: usize = 61;

/// Bytes that the batch length field does not count: base offset and itself.
const LENGTH_STARTS_AT: usize = 12;

/// Fields of the header that the mock cluster looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchHeader {
    /// Offset of the last record relative to the first.
    pub last_offset_delta: i32,
    /// Largest timestamp, milliseconds since the epoch.
    pub max_timestamp: i64,
    /// Producer id or -1.
    pub producer_id: i64,
    /// Producer epoch or -1.
    pub producer_epoch: i16,
    /// Sequence number of the first record or -1.
    pub base_sequence: i32,
    /// Number of records.
    pub record_count: i32,
    /// The batch belongs to a transaction.
    pub transactional: bool,
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at + N)?.try_into().ok()
}

fn int32(bytes: &[u8], at: usize) -> Option<i32> {
    array(bytes, at).map(i32::from_be_bytes)
}

fn int64(bytes: &[u8], at: usize) -> Option<i64> {
    array(bytes, at).map(i64::from_be_bytes)
}

fn int16(bytes: &[u8], at: usize) -> Option<i16> {
    array(bytes, at).map(i16::from_be_bytes)
}

impl BatchHeader {
    /// Checks the batch at the start of `bytes` as a broker does on arrival:
    /// length, format, checksum, number of records. Returns it with its length
    /// in bytes. Errors: `INVALID_MSG` for a wrong checksum or length,
    /// `UNSUPPORTED_VERSION` for message sets of before Kafka 0.11,
    /// `INVALID_RECORD` for impossible counts.
    pub fn check(bytes: &[u8]) -> Result<(BatchHeader, usize), ErrorCode> {
        let (header, len) = BatchHeader::parse(bytes).ok_or(ErrorCode::INVALID_MSG)??;
        if header.record_count < 1 || header.last_offset_delta != header.record_count - 1 {
            return Err(ErrorCode::INVALID_RECORD);
        }
        Ok((header, len))
    }

    fn parse(bytes: &[u8]) -> Option<Result<(BatchHeader, usize), ErrorCode>> {
        if *bytes.get(16)? != 2 {
            return Some(Err(ErrorCode::UNSUPPORTED_VERSION));
        }
        let length = usize::try_from(int32(bytes, 8)?).ok()?;
        let len = length.checked_add(LENGTH_STARTS_AT)?;
        let batch = bytes.get(..len).filter(|b| b.len() >= HEADER_LEN)?;
        let crc = array(batch, 17).map(u32::from_be_bytes)?;
        if crc32c::crc32c(&batch[21..]) != crc {
            return Some(Err(ErrorCode::INVALID_MSG));
        }
        let header = BatchHeader {
            transactional: int16(batch, 21)? & 0x10 != 0,
            last_offset_delta: int32(batch, 23)?,
            max_timestamp: int64(batch, 35)?,
            producer_id: int64(batch, 43)?,
            producer_epoch: int16(batch, 51)?,
            base_sequence: int32(batch, 53)?,
            record_count: int32(batch, 57)?,
        };
        Some(Ok((header, len)))
    }

    /// Writes offset and leader epoch into a batch that passed [`BatchHeader::check`].
    pub fn assign(batch: &mut [u8], base_offset: i64, leader_epoch: i32) {
        if batch.len() >= HEADER_LEN {
            batch[0..8].copy_from_slice(&base_offset.to_be_bytes());
            batch[12..16].copy_from_slice(&leader_epoch.to_be_bytes());
        }
    }
}

#[cfg(test)]
pub mod testing {
    //! Batches for tests of the mock cluster.

    use super::HEADER_LEN;

    /// A batch of `count` records "0", "1", ... without keys, timestamps 1000 + i.
    pub fn batch(count: i32, producer_id: i64, epoch: i16, sequence: i32) -> Vec<u8> {
        let mut body = Vec::new();
        body.extend(0i16.to_be_bytes());
        body.extend((count - 1).to_be_bytes());
        body.extend(1000i64.to_be_bytes());
        body.extend((1000 + i64::from(count) - 1).to_be_bytes());
        body.extend(producer_id.to_be_bytes());
        body.extend(epoch.to_be_bytes());
        body.extend(sequence.to_be_bytes());
        body.extend(count.to_be_bytes());
        for i in 0..count {
            let value = i.to_string();
            // Length, attributes, deltas, key -1, value, no headers: zigzag
            // varints of one byte each as long as count stays below 64.
            let small = |n: usize| (n * 2) as u8;
            body.extend([small(6 + value.len()), 0, small(i as usize), small(i as usize), 1]);
            body.push(small(value.len()));
            body.extend(value.as_bytes());
            body.push(0);
        }
        let mut batch = Vec::with_capacity(HEADER_LEN + body.len());
        batch.extend(0i64.to_be_bytes());
        batch.extend((9 + body.len() as i32).to_be_bytes());
        batch.extend(0i32.to_be_bytes());
        batch.push(2);
        batch.extend(crc32c::crc32c(&body).to_be_bytes());
        batch.extend(body);
        batch
    }
}

#[cfg(test)]
mod tests {
    use super::testing::batch;
    use super::*;

    #[test]
    fn good_batch() {
        let bytes = batch(3, 7, 1, 40);
        let (header, len) = BatchHeader::check(&bytes).unwrap();
        assert_eq!(len, bytes.len());
        assert_eq!((header.last_offset_delta, header.record_count), (2, 3));
        assert_eq!((header.producer_id, header.producer_epoch, header.base_sequence), (7, 1, 40));
        assert_eq!(header.max_timestamp, 1002);
        assert!(!header.transactional);
    }

    #[test]
    fn every_damage_is_refused() {
        let good = batch(3, -1, -1, -1);
        for cut in 0..good.len() {
            assert!(BatchHeader::check(&good[..cut]).is_err(), "cut at {cut}");
        }
        // Base offset and leader epoch are the broker's to set; the rest counts.
        for at in (8..12).chain(16..good.len()) {
            let mut bad = good.clone();
            bad[at] ^= 0x40;
            assert!(BatchHeader::check(&bad).is_err(), "flipped byte {at}");
        }
        let mut old = good.clone();
        old[16] = 1;
        assert_eq!(BatchHeader::check(&old), Err(ErrorCode::UNSUPPORTED_VERSION));
        let mut huge = good;
        huge[8..12].copy_from_slice(&i32::MAX.to_be_bytes());
        assert_eq!(BatchHeader::check(&huge), Err(ErrorCode::INVALID_MSG));
        assert_eq!(BatchHeader::check(&batch(0, -1, -1, -1)), Err(ErrorCode::INVALID_RECORD));
    }
}
