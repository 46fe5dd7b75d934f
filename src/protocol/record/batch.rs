//! The header of a record batch.

use super::Codec;
use crate::protocol::wire::{DecodeError, DecodeProblem};

/// Size of a batch header in bytes.
pub const BATCH_HEADER_SIZE: usize = 61;

/// Bytes in front of what the length field counts: base offset and the length itself.
pub(super) const LENGTH_END: usize = 12;
/// Position of the magic byte, the same in all formats ever used.
pub(super) const MAGIC_AT: usize = 16;
/// First byte that the checksum covers: the attributes.
const CHECKSUM_START: usize = 21;

/// Attribute bits of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Attributes(pub i16);

impl Attributes {
    const LOG_APPEND_TIME: i16 = 1 << 3;
    const TRANSACTIONAL: i16 = 1 << 4;
    const CONTROL: i16 = 1 << 5;

    /// Attributes of a batch to produce.
    pub fn new(codec: Codec, transactional: bool) -> Attributes {
        Attributes(codec.id() | if transactional { Attributes::TRANSACTIONAL } else { 0 })
    }

    /// Codec of the body; `None` when the id is not known.
    pub fn codec(self) -> Option<Codec> {
        Codec::from_id(self.0 & 7)
    }

    /// Timestamps were set by the broker: all records have the batch's largest one.
    pub fn is_log_append_time(self) -> bool {
        self.0 & Attributes::LOG_APPEND_TIME != 0
    }

    /// The batch belongs to a transaction.
    pub fn is_transactional(self) -> bool {
        self.0 & Attributes::TRANSACTIONAL != 0
    }

    /// The batch holds a commit or abort marker instead of messages.
    pub fn is_control(self) -> bool {
        self.0 & Attributes::CONTROL != 0
    }
}

/// Fields of a batch header; length, magic and checksum are derived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchHeader {
    /// Offset of the first record; 0 when producing.
    pub base_offset: i64,
    /// Set by the broker; -1 when producing.
    pub partition_leader_epoch: i32,
    /// Codec and flags.
    pub attributes: Attributes,
    /// Offset of the last record, relative to the base offset.
    pub last_offset_delta: i32,
    /// Timestamp of the first record, in ms since 1970.
    pub base_timestamp: i64,
    /// Largest timestamp, in ms since 1970.
    pub max_timestamp: i64,
    /// Id of the idempotent or transactional producer, -1 without one.
    pub producer_id: i64,
    /// Epoch of the producer, -1 without one.
    pub producer_epoch: i16,
    /// Sequence number of the first record, -1 without a producer id.
    pub base_sequence: i32,
    /// Number of records.
    pub record_count: i32,
}

impl Default for BatchHeader {
    /// The header of an empty batch of a producer without id.
    fn default() -> BatchHeader {
        BatchHeader {
            base_offset: 0,
            partition_leader_epoch: -1,
            attributes: Attributes(0),
            last_offset_delta: -1,
            base_timestamp: 0,
            max_timestamp: 0,
            producer_id: -1,
            producer_epoch: -1,
            base_sequence: -1,
            record_count: 0,
        }
    }
}

impl BatchHeader {
    /// The header's bytes for a body of `parts` in order: computes length and
    /// checksum. The body must stay below 2 GiB.
    pub fn seal<'a>(&self, parts: impl Iterator<Item = &'a [u8]> + Clone) -> [u8; BATCH_HEADER_SIZE] {
        let body_len: usize = parts.clone().map(<[u8]>::len).sum();
        debug_assert!(body_len <= i32::MAX as usize - BATCH_HEADER_SIZE);
        let length = (BATCH_HEADER_SIZE - LENGTH_END + body_len) as i32;
        let mut bytes = [0; BATCH_HEADER_SIZE];
        let mut put = |at: usize, value: &[u8]| bytes[at..at + value.len()].copy_from_slice(value);
        put(0, &self.base_offset.to_be_bytes());
        put(8, &length.to_be_bytes());
        put(12, &self.partition_leader_epoch.to_be_bytes());
        put(16, &[2]);
        put(21, &self.attributes.0.to_be_bytes());
        put(23, &self.last_offset_delta.to_be_bytes());
        put(27, &self.base_timestamp.to_be_bytes());
        put(35, &self.max_timestamp.to_be_bytes());
        put(43, &self.producer_id.to_be_bytes());
        put(51, &self.producer_epoch.to_be_bytes());
        put(53, &self.base_sequence.to_be_bytes());
        put(57, &self.record_count.to_be_bytes());
        let mut crc = crc32c::crc32c(&bytes[CHECKSUM_START..]);
        for part in parts {
            crc = crc32c::crc32c_append(crc, part);
        }
        bytes[17..21].copy_from_slice(&crc.to_be_bytes());
        bytes
    }

    /// Seals a batch built in one buffer whose first [`BATCH_HEADER_SIZE`] bytes were
    /// kept free for the header.
    pub fn seal_in_place(&self, batch: &mut [u8]) {
        if let Some((header, body)) = batch.split_first_chunk_mut::<BATCH_HEADER_SIZE>() {
            *header = self.seal(std::iter::once(&*body));
        }
    }

    /// Reads the fields of a header. Does not look at length, magic and checksum.
    pub(super) fn parse(bytes: &[u8; BATCH_HEADER_SIZE]) -> BatchHeader {
        BatchHeader {
            base_offset: i64::from_be_bytes(chunk(bytes, 0)),
            partition_leader_epoch: i32::from_be_bytes(chunk(bytes, 12)),
            attributes: Attributes(i16::from_be_bytes(chunk(bytes, 21))),
            last_offset_delta: i32::from_be_bytes(chunk(bytes, 23)),
            base_timestamp: i64::from_be_bytes(chunk(bytes, 27)),
            max_timestamp: i64::from_be_bytes(chunk(bytes, 35)),
            producer_id: i64::from_be_bytes(chunk(bytes, 43)),
            producer_epoch: i16::from_be_bytes(chunk(bytes, 51)),
            base_sequence: i32::from_be_bytes(chunk(bytes, 53)),
            record_count: i32::from_be_bytes(chunk(bytes, 57)),
        }
    }

    /// Offset of the last record.
    pub fn last_offset(&self) -> i64 {
        self.base_offset.wrapping_add(i64::from(self.last_offset_delta))
    }
}

fn chunk<const N: usize>(bytes: &[u8; BATCH_HEADER_SIZE], at: usize) -> [u8; N] {
    let mut out = [0; N];
    out.copy_from_slice(&bytes[at..at + N]);
    out
}

/// Compares the checksum in `batch` (header and body) with its content.
pub(super) fn verify_checksum(batch: &[u8]) -> Result<(), DecodeError> {
    let stored = batch.get(17..21).and_then(|bytes| bytes.try_into().ok()).map(u32::from_be_bytes);
    match batch.get(CHECKSUM_START..) {
        Some(covered) if stored == Some(crc32c::crc32c(covered)) => Ok(()),
        _ => Err(DecodeError::new(DecodeProblem::ChecksumMismatch, 17)),
    }
}
