//! Messages of before Kafka 0.11: magic 0, and magic 1 with timestamps (KIP-32) and
//! relative offsets (KIP-31).
//!
//! Pure functions over bytes. A set is messages one after another, each with its own
//! offset and checksum; a compressed set is the value of one message, the wrapper.

use super::Attributes;
use super::compression::{Codec, decompress_old};
use super::read::first_entry;
use crate::protocol::wire::{DecodeError, DecodeProblem, Reader};
use bytes::Bytes;

/// Smallest message of magic 0, with offset and length: checksum, magic, attributes,
/// two lengths.
pub(super) const V0_MIN_SIZE: usize = 26;
/// Smallest message of magic 1: a timestamp more.
pub(super) const V1_MIN_SIZE: usize = V0_MIN_SIZE + 8;

/// Position of the checksum; it covers what follows.
const CHECKSUM_AT: usize = 12;
const CHECKSUM_END: usize = 16;

/// Levels of wrappers that are followed. Brokers write one.
pub(super) const MAX_DEPTH: usize = 3;

/// A message where it lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct OldMessage<'a> {
    /// Absolute, except in wrappers of magic 1.
    pub offset: i64,
    pub magic: u8,
    /// The codec, and in magic 1 who set the timestamp.
    pub attributes: Attributes,
    /// In ms since 1970; -1 in magic 0.
    pub timestamp: i64,
    pub key: Option<&'a [u8]>,
    pub value: Option<&'a [u8]>,
}

impl<'a> OldMessage<'a> {
    /// Reads a whole entry of magic 0 or 1.
    pub(super) fn parse(entry: &'a [u8]) -> Result<OldMessage<'a>, DecodeError> {
        let mut r = Reader::new(entry);
        let offset = r.i64()?;
        let (_length, _checksum) = (r.i32()?, r.u32()?);
        let (magic, attributes) = (u8::from(r.i8()? == 1), i16::from(r.i8()?));
        // Other bits mean nothing here, but something in a batch.
        let known = if magic == 0 { 0x07 } else { 0x0f };
        let message = OldMessage {
            offset,
            magic,
            attributes: Attributes(attributes & known),
            timestamp: if magic == 0 { -1 } else { r.i64()? },
            key: nullable(&mut r)?,
            value: nullable(&mut r)?,
        };
        match r.remaining() {
            0 => Ok(message),
            _ => Err(DecodeError::new(DecodeProblem::InconsistentBatch, r.position())),
        }
    }

    /// Codec of the value, if it is a set.
    pub(super) fn codec(&self) -> Result<Codec, DecodeError> {
        let unknown = || DecodeError::new(DecodeProblem::UnknownCodec, CHECKSUM_END + 1);
        self.attributes.codec().ok_or_else(unknown)
    }
}

fn nullable<'a>(r: &mut Reader<'a>) -> Result<Option<&'a [u8]>, DecodeError> {
    let len = r.i32()?;
    match usize::try_from(len) {
        Ok(len) => r.take(len).map(Some),
        Err(_) if len == -1 => Ok(None),
        Err(_) => Err(DecodeError::new(DecodeProblem::NegativeLength, r.position())),
    }
}

/// Compares the checksum of a message with its content.
pub(super) fn verify_checksum(entry: &[u8]) -> Result<(), DecodeError> {
    let stored = entry.get(CHECKSUM_AT..CHECKSUM_END).and_then(|bytes| bytes.try_into().ok());
    match (stored.map(u32::from_be_bytes), entry.get(CHECKSUM_END..)) {
        (Some(stored), Some(covered)) if stored == crc32fast::hash(covered) => Ok(()),
        _ => Err(DecodeError::new(DecodeProblem::ChecksumMismatch, CHECKSUM_AT)),
    }
}

/// Messages one after another, none of them compressed.
#[derive(Debug, Clone)]
pub(super) struct MessageRun {
    pub data: Bytes,
    /// What to add to their offsets.
    pub base_offset: i64,
    /// The timestamp of all of them, when a broker set it on the wrapper.
    pub append_time: Option<i64>,
}

/// The messages in `entry`, a whole message: itself, or what it wraps on all levels.
/// Decompresses at most `limit` bytes.
pub(super) fn unpack(entry: &Bytes, limit: usize, check_crcs: bool) -> Result<Vec<MessageRun>, DecodeError> {
    if check_crcs {
        verify_checksum(entry)?;
    }
    let message = OldMessage::parse(entry)?;
    if message.codec()? == Codec::None {
        return Ok(vec![MessageRun { data: entry.clone(), base_offset: 0, append_time: None }]);
    }
    let mut unpacker = Unpacker { limit, check_crcs, runs: Vec::new() };
    unpacker.wrapper(&message, message.offset, None, 1)?;
    Ok(unpacker.runs)
}

struct Unpacker {
    /// Bytes that may still be decompressed.
    limit: usize,
    check_crcs: bool,
    runs: Vec<MessageRun>,
}

impl Unpacker {
    /// Adds what is in `wrapper`, whose absolute offset is `offset`. A timestamp that a
    /// broker set on a wrapper holds for all that is inside.
    fn wrapper(
        &mut self,
        wrapper: &OldMessage<'_>,
        offset: i64,
        append_time: Option<i64>,
        depth: usize,
    ) -> Result<(), DecodeError> {
        if depth > MAX_DEPTH {
            return Err(DecodeError::new(DecodeProblem::NestedTooDeep, 0));
        }
        let Some(value) = wrapper.value else {
            return Err(DecodeError::new(DecodeProblem::InconsistentBatch, 0));
        };
        let own = wrapper.attributes.is_log_append_time().then_some(wrapper.timestamp);
        let append_time = append_time.or(own);
        let data = Bytes::from(decompress_old(wrapper.codec()?, value, self.limit)?.into_boxed_slice());
        self.limit -= data.len();
        let base_offset = match (wrapper.magic, last_offset(&data)?) {
            // The wrapper has the absolute offset of the last message inside.
            (1, Some(last)) => {
                let base = offset.checked_sub(last).filter(|&base| base >= 0);
                base.ok_or(DecodeError::new(DecodeProblem::InconsistentBatch, 0))?
            }
            _ => 0,
        };
        let (mut pos, mut start) = (0, 0);
        while pos < data.len() {
            let (magic, entry) = entry_at(&data, pos)?;
            let at = |e: DecodeError| DecodeError::new(e.problem, pos + e.offset as usize);
            if magic != wrapper.magic {
                return Err(DecodeError::new(DecodeProblem::UnsupportedMagic, pos));
            }
            if self.check_crcs {
                verify_checksum(entry).map_err(at)?;
            }
            let message = OldMessage::parse(entry).map_err(at)?;
            let end = pos + entry.len();
            if message.codec().map_err(at)? != Codec::None {
                self.run(data.slice(start..pos), base_offset, append_time);
                start = end;
                let offset = absolute(base_offset, message.offset).map_err(at)?;
                self.wrapper(&message, offset, append_time, depth + 1)?;
            }
            pos = end;
        }
        self.run(data.slice(start..), base_offset, append_time);
        Ok(())
    }

    fn run(&mut self, data: Bytes, base_offset: i64, append_time: Option<i64>) {
        if !data.is_empty() {
            self.runs.push(MessageRun { data, base_offset, append_time });
        }
    }
}

/// A message's offset in the partition.
pub(super) fn absolute(base_offset: i64, offset: i64) -> Result<i64, DecodeError> {
    let overflow = || DecodeError::new(DecodeProblem::InconsistentBatch, 0);
    base_offset.checked_add(offset).ok_or_else(overflow)
}

/// The message at `pos` of a decompressed set, where none may be cut off.
pub(super) fn entry_at(data: &[u8], pos: usize) -> Result<(u8, &[u8]), DecodeError> {
    let rest = data.get(pos..).unwrap_or_default();
    match first_entry(rest) {
        Ok(Some(entry)) => Ok(entry),
        Ok(None) => Err(DecodeError::new(DecodeProblem::Truncated, pos)),
        Err(problem) => Err(DecodeError::new(problem, pos)),
    }
}

/// The offset field of the last message in a decompressed set.
fn last_offset(data: &[u8]) -> Result<Option<i64>, DecodeError> {
    let (mut pos, mut last) = (0, None);
    while pos < data.len() {
        let (_, entry) = entry_at(data, pos)?;
        last = entry.first_chunk().copied().map(i64::from_be_bytes);
        pos += entry.len();
    }
    Ok(last)
}
