//! Reads batches and records where they lie.

use super::batch::{LENGTH_END, MAGIC_AT, verify_checksum};
use super::{BATCH_HEADER_SIZE, BatchHeader, Codec, legacy};
use crate::protocol::wire::{DecodeError, DecodeProblem};

/// Smallest size of a record: length, attributes, two deltas, two lengths, a count.
const RECORD_MIN_SIZE: usize = 7;

/// The first entry of a `records` field, a batch or an old message, and its magic: all
/// formats have offset, length and magic in the same places. `None` when it is cut off.
pub(super) fn first_entry(rest: &[u8]) -> Result<Option<(u8, &[u8])>, DecodeProblem> {
    let Some(front) = rest.first_chunk::<LENGTH_END>() else { return Ok(None) };
    let [.., a, b, c, d] = *front;
    let Ok(length) = usize::try_from(i32::from_be_bytes([a, b, c, d])) else {
        return Err(DecodeProblem::NegativeLength);
    };
    let (magic, min_size) = match rest.get(MAGIC_AT) {
        // Cut off, or too short to be any format.
        None if length > MAGIC_AT - LENGTH_END => return Ok(None),
        None => return Err(DecodeProblem::InconsistentBatch),
        Some(0) => (0, legacy::V0_MIN_SIZE),
        Some(1) => (1, legacy::V1_MIN_SIZE),
        Some(2) => (2, BATCH_HEADER_SIZE),
        Some(_) => return Err(DecodeProblem::UnsupportedMagic),
    };
    if length < min_size - LENGTH_END {
        return Err(DecodeProblem::InconsistentBatch);
    }
    Ok(rest.get(..LENGTH_END + length).map(|entry| (magic, entry)))
}

/// Walks the batches of a `records` field. A batch that is cut off at the end, as
/// brokers send when a size limit is hit, ends the walk without an error.
pub struct RecordBatchReader<'a> {
    data: &'a [u8],
    pos: usize,
    failed: bool,
}

impl<'a> RecordBatchReader<'a> {
    /// Starts at the front of `data`.
    pub fn new(data: &'a [u8]) -> RecordBatchReader<'a> {
        RecordBatchReader { data, pos: 0, failed: false }
    }

    /// Bytes not consumed: after the walk, the size of a cut-off batch.
    pub fn remaining(&self) -> usize {
        self.data.len() - self.pos
    }

    fn next_batch(&mut self) -> Result<Option<RecordBatch<'a>>, DecodeError> {
        let rest = &self.data[self.pos..];
        let error = |problem| DecodeError::new(problem, self.pos);
        if rest.get(MAGIC_AT).is_some_and(|&magic| magic < 2) {
            return Err(error(DecodeProblem::UnsupportedMagic));
        }
        let Some((_, bytes)) = first_entry(rest).map_err(error)? else { return Ok(None) };
        let batch = RecordBatch::parse(bytes).map_err(error)?;
        self.pos += bytes.len();
        Ok(Some(batch))
    }
}

impl<'a> Iterator for RecordBatchReader<'a> {
    type Item = Result<RecordBatch<'a>, DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let next = self.next_batch();
        self.failed = next.is_err();
        next.transpose()
    }
}

/// One batch, borrowed from where it was received.
#[derive(Debug, Clone, Copy)]
pub struct RecordBatch<'a> {
    /// The fields of the header.
    pub header: BatchHeader,
    /// Records, compressed if the attributes say so.
    pub body: &'a [u8],
    /// Header and body as they are on the wire.
    pub bytes: &'a [u8],
}

impl<'a> RecordBatch<'a> {
    /// Reads the header of `bytes`, a whole entry of magic 2.
    pub(super) fn parse(bytes: &'a [u8]) -> Result<RecordBatch<'a>, DecodeProblem> {
        let Some((header, body)) = bytes.split_first_chunk::<BATCH_HEADER_SIZE>() else {
            return Err(DecodeProblem::InconsistentBatch);
        };
        let header = BatchHeader::parse(header);
        if header.record_count < 0 || header.last_offset_delta < -1 {
            return Err(DecodeProblem::InconsistentBatch);
        }
        Ok(RecordBatch { header, body, bytes })
    }

    /// Compares the checksum with the content.
    pub fn verify_checksum(&self) -> Result<(), DecodeError> {
        verify_checksum(self.bytes)
    }

    /// Codec of the body.
    pub fn codec(&self) -> Result<Codec, DecodeError> {
        let unknown = || DecodeError::new(DecodeProblem::UnknownCodec, 21);
        self.header.attributes.codec().ok_or_else(unknown)
    }

    /// The records in `body`: [`RecordBatch::body`], or what it decompresses to.
    pub fn records<'b>(&self, body: &'b [u8]) -> RecordIter<'b> {
        RecordIter::new(body, self.header.record_count)
    }
}

/// Walks the records of a decompressed body. Ends after the promised number, or with
/// the first error; bytes behind the last record are an error.
pub struct RecordIter<'a> {
    cursor: Cursor<'a>,
    left: u32,
}

impl<'a> RecordIter<'a> {
    /// Starts at the front of `body`, which holds `record_count` records.
    pub fn new(body: &'a [u8], record_count: i32) -> RecordIter<'a> {
        RecordIter { cursor: Cursor { data: body, pos: 0 }, left: u32::try_from(record_count).unwrap_or(0) }
    }

    /// Goes on at `pos`, where an iterator over the same body stood with `left` records
    /// to come.
    pub(super) fn resume(body: &'a [u8], pos: usize, left: i32) -> RecordIter<'a> {
        let pos = pos.min(body.len());
        RecordIter { cursor: Cursor { data: body, pos }, left: u32::try_from(left).unwrap_or(0) }
    }

    /// Where the next record starts.
    pub(super) fn position(&self) -> usize {
        self.cursor.pos
    }

    fn next_record(&mut self) -> Result<Record<'a>, DecodeError> {
        let len = self.cursor.length()?;
        let end = self.cursor.pos + len;
        let mut fields = Cursor { data: &self.cursor.data[..end], pos: self.cursor.pos };
        let [_attributes] = *fields.take_array::<1>()?;
        let record = Record {
            timestamp_delta: fields.varlong()?,
            offset_delta: fields.varint()?,
            key: fields.nullable()?,
            value: fields.nullable()?,
            headers: fields.headers()?,
        };
        if fields.pos != end {
            return Err(fields.error(DecodeProblem::InconsistentBatch));
        }
        self.cursor.pos = end;
        Ok(record)
    }
}

impl<'a> Iterator for RecordIter<'a> {
    type Item = Result<Record<'a>, DecodeError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            if self.cursor.pos == self.cursor.data.len() {
                return None;
            }
            let error = self.cursor.error(DecodeProblem::InconsistentBatch);
            self.cursor.pos = self.cursor.data.len();
            return Some(Err(error));
        }
        self.left -= 1;
        let next = self.next_record();
        if next.is_err() {
            self.left = 0;
            self.cursor.pos = self.cursor.data.len();
        }
        Some(next)
    }

    /// Never more than the body has room for, whatever count it claims.
    fn size_hint(&self) -> (usize, Option<usize>) {
        let room = (self.cursor.data.len() - self.cursor.pos) / RECORD_MIN_SIZE;
        let upper = room.min(self.left as usize);
        (0, Some(upper + 1))
    }
}

/// One record, borrowed from the body of its batch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Record<'a> {
    /// Timestamp minus the base timestamp of the batch, in ms.
    pub timestamp_delta: i64,
    /// Offset minus the base offset of the batch.
    pub offset_delta: i32,
    /// Key, if any.
    pub key: Option<&'a [u8]>,
    /// Payload, null for a tombstone.
    pub value: Option<&'a [u8]>,
    /// Headers in order.
    pub headers: Headers<'a>,
}

/// The headers of a record: an iterator over name and value, checked beforehand.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Headers<'a> {
    data: &'a [u8],
    left: u32,
}

impl<'a> Headers<'a> {
    /// Reads headers at the front of `data`, their number first; what follows is ignored.
    pub fn read(data: &'a [u8]) -> Result<Headers<'a>, DecodeError> {
        Cursor { data, pos: 0 }.headers()
    }
}

impl<'a> Iterator for Headers<'a> {
    type Item = (&'a [u8], Option<&'a [u8]>);

    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let mut cursor = Cursor { data: self.data, pos: 0 };
        let header = cursor.header().ok()?;
        self.data = &self.data[cursor.pos..];
        Some(header)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for Headers<'_> {}

/// Reads the zigzag values that records are made of.
struct Cursor<'a> {
    data: &'a [u8],
    pos: usize,
}

impl<'a> Cursor<'a> {
    #[cold]
    fn error(&self, problem: DecodeProblem) -> DecodeError {
        DecodeError::new(problem, self.pos)
    }

    #[inline]
    fn take_array<const N: usize>(&mut self) -> Result<&'a [u8; N], DecodeError> {
        match self.data[self.pos..].first_chunk::<N>() {
            Some(chunk) => {
                self.pos += N;
                Ok(chunk)
            }
            None => Err(self.error(DecodeProblem::Truncated)),
        }
    }

    #[inline]
    fn varint(&mut self) -> Result<i32, DecodeError> {
        // Nearly all values in a batch fit one byte or two.
        if let Some(&byte) = self.data.get(self.pos)
            && byte < 0x80
        {
            self.pos += 1;
            return Ok(i32::from(byte >> 1) ^ -i32::from(byte & 1));
        }
        match i32::try_from(self.varlong()?) {
            Ok(value) => Ok(value),
            Err(_) => Err(self.error(DecodeProblem::VarintTooLong)),
        }
    }

    #[inline]
    fn varlong(&mut self) -> Result<i64, DecodeError> {
        let mut raw = 0u64;
        let mut shift = 0;
        for (i, &byte) in self.data[self.pos..].iter().enumerate() {
            if shift == 63 && byte > 1 {
                return Err(self.error(DecodeProblem::VarintTooLong));
            }
            raw |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                self.pos += i + 1;
                return Ok((raw >> 1) as i64 ^ -((raw & 1) as i64));
            }
            shift += 7;
        }
        Err(self.error(DecodeProblem::Truncated))
    }

    /// A length that must fit what is left.
    #[inline]
    fn length(&mut self) -> Result<usize, DecodeError> {
        match usize::try_from(self.varint()?) {
            Ok(len) if len <= self.data.len() - self.pos => Ok(len),
            Ok(_) => Err(self.error(DecodeProblem::LengthTooLarge)),
            Err(_) => Err(self.error(DecodeProblem::NegativeLength)),
        }
    }

    #[inline]
    fn nullable(&mut self) -> Result<Option<&'a [u8]>, DecodeError> {
        let Ok(len) = usize::try_from(self.varint()?) else { return Ok(None) };
        match self.data[self.pos..].get(..len) {
            Some(value) => {
                self.pos += len;
                Ok(Some(value))
            }
            None => Err(self.error(DecodeProblem::LengthTooLarge)),
        }
    }

    fn header(&mut self) -> Result<(&'a [u8], Option<&'a [u8]>), DecodeError> {
        let len = self.length()?;
        let name = &self.data[self.pos..self.pos + len];
        self.pos += len;
        Ok((name, self.nullable()?))
    }

    #[inline]
    fn headers(&mut self) -> Result<Headers<'a>, DecodeError> {
        let count = self.varint()?;
        if count == 0 {
            return Ok(Headers { data: &[], left: 0 });
        }
        let Ok(left) = u32::try_from(count) else {
            return Err(self.error(DecodeProblem::NegativeLength));
        };
        let data = &self.data[self.pos..];
        for _ in 0..left {
            self.header()?;
        }
        Ok(Headers { data, left })
    }
}
