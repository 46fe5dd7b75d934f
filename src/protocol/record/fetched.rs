//! What a Fetch answer holds, alike for all three formats.
//!
//! Pure functions over shared bytes. A consumer walks the batches, decides by their
//! headers which it wants, opens those, and takes their records: each batch is
//! decompressed once, and keys and values point into the frame or into the decompressed
//! buffer.

use super::legacy::{self, MessageRun, OldMessage};
use super::read::{RecordBatch, first_entry};
use super::{BATCH_HEADER_SIZE, BatchHeader, Codec, Headers, RecordIter, decompress};
use crate::protocol::wire::{DecodeError, DecodeProblem};
use bytes::Bytes;

/// `rd_kafka_timestamp_type_t`: who set a timestamp.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimestampType {
    /// There is none.
    NotAvailable = 0,
    /// The application, or the call that produced.
    CreateTime = 1,
    /// The broker.
    LogAppendTime = 2,
}

/// Walks a `records` field whose batches and old messages may be mixed, as brokers send
/// them after an upgrade. One that is cut off at the end, as happens when a size limit is
/// hit, ends the walk without an error; an error ends it too.
#[derive(Debug)]
pub struct FetchedBatches {
    data: Bytes,
    pos: usize,
    failed: bool,
}

impl FetchedBatches {
    /// Starts at the front of `records`.
    pub fn new(records: Bytes) -> FetchedBatches {
        FetchedBatches { data: records, pos: 0, failed: false }
    }

    /// Bytes not consumed: after the walk, the size of what is there of a cut-off batch.
    pub fn remaining(&self) -> usize {
        self.data.len() - self.pos
    }

    fn next_batch(&mut self) -> Result<Option<FetchedBatch>, DecodeError> {
        let at = |problem| DecodeError::new(problem, self.pos);
        let Some((magic, entry)) = first_entry(&self.data[self.pos..]).map_err(at)? else { return Ok(None) };
        let header = match magic {
            2 => RecordBatch::parse(entry).map_err(at)?.header,
            _ => {
                let inside = |e: DecodeError| DecodeError::new(e.problem, self.pos + e.offset as usize);
                header_of(&OldMessage::parse(entry).map_err(inside)?)
            }
        };
        let end = self.pos + entry.len();
        let bytes = self.data.slice(self.pos..end);
        self.pos = end;
        Ok(Some(FetchedBatch { magic, header, bytes }))
    }
}

impl Iterator for FetchedBatches {
    type Item = Result<FetchedBatch, DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let next = self.next_batch();
        self.failed = next.is_err();
        next.transpose()
    }
}

/// The header that a batch of this one message would have.
fn header_of(message: &OldMessage<'_>) -> BatchHeader {
    BatchHeader {
        base_offset: message.offset,
        attributes: message.attributes,
        last_offset_delta: 0,
        base_timestamp: message.timestamp,
        max_timestamp: message.timestamp,
        record_count: i32::from(message.attributes.codec() == Some(Codec::None)),
        ..BatchHeader::default()
    }
}

/// A batch, or an old message (which may wrap a set), not yet decompressed. Shares the
/// memory of the frame.
#[derive(Debug, Clone)]
pub struct FetchedBatch {
    /// The format: 2, or 0 and 1 of before Kafka 0.11.
    pub magic: u8,
    /// For an old message the header that it would have as a batch: without producer and
    /// leader epoch, [`BatchHeader::last_offset`] right. When it wraps a set, where that
    /// begins is not known before it is opened: then the base offset is the last one too,
    /// and the number of records 0.
    pub header: BatchHeader,
    bytes: Bytes,
}

impl FetchedBatch {
    /// The batch as it is on the wire.
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// Makes the records readable: decompresses them, at most `limit` bytes (over all
    /// levels of an old set). `check_crcs` (`check.crcs`) compares the checksum of the
    /// batch, and those of the messages in an old set, first.
    ///
    /// # Errors
    /// Anything wrong with checksums, codec or compressed data, and with lengths and
    /// offsets in an old set. A wrong record of a batch is an error when its turn comes.
    pub fn open(&self, limit: usize, check_crcs: bool) -> Result<FetchedRecords, DecodeError> {
        if self.magic < 2 {
            let runs = legacy::unpack(&self.bytes, limit, check_crcs)?;
            return Ok(FetchedRecords { runs: runs.into_iter().map(Run::Messages).collect() });
        }
        let inconsistent = |problem| DecodeError::new(problem, 0);
        let batch = RecordBatch::parse(&self.bytes).map_err(inconsistent)?;
        if check_crcs {
            batch.verify_checksum()?;
        }
        let body = match batch.codec()? {
            Codec::None => self.bytes.slice(BATCH_HEADER_SIZE..),
            // Cut to size: it lives as long as the records.
            codec => decompress(codec, batch.body, limit)?.into_boxed_slice().into(),
        };
        Ok(FetchedRecords { runs: vec![Run::Batch { body, header: batch.header }] })
    }
}

/// Records whose buffer they lie in has one form.
#[derive(Debug, Clone)]
enum Run {
    /// The decompressed body of a batch.
    Batch { body: Bytes, header: BatchHeader },
    /// Old messages.
    Messages(MessageRun),
}

/// The records of a batch that was opened: owns, or shares with the frame, the memory
/// that they lie in.
#[derive(Debug, Clone)]
pub struct FetchedRecords {
    runs: Vec<Run>,
}

/// Where in [`FetchedRecords`] the next record lies: keeps the place between calls
/// without a borrow.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RecordCursor {
    run: usize,
    pos: usize,
    taken: i32,
}

impl FetchedRecords {
    /// All records in order.
    pub fn iter(&self) -> RecordsIter<'_> {
        RecordsIter { records: self, at: RecordCursor::default() }
    }

    /// The record at `at`, which moves on; `None` at the end, and after an error. A
    /// cursor of other records gives an error or wrong records, nothing worse.
    #[inline]
    pub fn next(&self, at: &mut RecordCursor) -> Option<Result<FetchedRecord<'_>, DecodeError>> {
        loop {
            let next = match self.runs.get(at.run)? {
                Run::Batch { body, header } => next_of_batch(body, header, at),
                Run::Messages(run) => next_message(run, at),
            };
            match next {
                Some(Ok(record)) => return Some(Ok(record)),
                Some(Err(e)) => {
                    at.run = usize::MAX;
                    return Some(Err(e));
                }
                None => *at = RecordCursor { run: at.run + 1, pos: 0, taken: 0 },
            }
        }
    }
}

impl<'a> IntoIterator for &'a FetchedRecords {
    type Item = Result<FetchedRecord<'a>, DecodeError>;
    type IntoIter = RecordsIter<'a>;

    fn into_iter(self) -> RecordsIter<'a> {
        self.iter()
    }
}

/// Iterator of [`FetchedRecords::iter`]; ends with the first error.
#[derive(Debug, Clone)]
pub struct RecordsIter<'a> {
    records: &'a FetchedRecords,
    at: RecordCursor,
}

impl<'a> Iterator for RecordsIter<'a> {
    type Item = Result<FetchedRecord<'a>, DecodeError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.records.next(&mut self.at)
    }
}

#[inline]
fn next_of_batch<'a>(
    body: &'a Bytes,
    header: &BatchHeader,
    at: &mut RecordCursor,
) -> Option<Result<FetchedRecord<'a>, DecodeError>> {
    let mut records = RecordIter::resume(body, at.pos, header.record_count.saturating_sub(at.taken));
    let next = records.next()?;
    at.pos = records.position();
    at.taken = at.taken.saturating_add(1);
    Some(next.map(|record| {
        let (timestamp, timestamp_type) = if header.attributes.is_log_append_time() {
            (header.max_timestamp, TimestampType::LogAppendTime)
        } else {
            (header.base_timestamp.wrapping_add(record.timestamp_delta), TimestampType::CreateTime)
        };
        FetchedRecord {
            offset: header.base_offset.wrapping_add(i64::from(record.offset_delta)),
            timestamp,
            timestamp_type,
            key: record.key,
            value: record.value,
            headers: record.headers,
            buffer: body,
        }
    }))
}

fn next_message<'a>(
    run: &'a MessageRun,
    at: &mut RecordCursor,
) -> Option<Result<FetchedRecord<'a>, DecodeError>> {
    if at.pos >= run.data.len() {
        return None;
    }
    Some(message_at(run, &mut at.pos))
}

fn message_at<'a>(run: &'a MessageRun, pos: &mut usize) -> Result<FetchedRecord<'a>, DecodeError> {
    let (magic, entry) = legacy::entry_at(&run.data, *pos)?;
    if magic > 1 {
        return Err(DecodeError::new(DecodeProblem::UnsupportedMagic, *pos));
    }
    let message = OldMessage::parse(entry)?;
    *pos += entry.len();
    let (timestamp, timestamp_type) = match (magic, run.append_time) {
        (0, _) => (-1, TimestampType::NotAvailable),
        (_, Some(time)) => (time, TimestampType::LogAppendTime),
        _ if message.attributes.is_log_append_time() => (message.timestamp, TimestampType::LogAppendTime),
        _ => (message.timestamp, TimestampType::CreateTime),
    };
    Ok(FetchedRecord {
        offset: legacy::absolute(run.base_offset, message.offset)?,
        timestamp,
        timestamp_type,
        key: message.key,
        value: message.value,
        headers: Headers::default(),
        buffer: &run.data,
    })
}

/// One record of any format, borrowed from its [`FetchedRecords`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FetchedRecord<'a> {
    /// Offset in the partition. A compacted batch has gaps, and a batch may begin before
    /// the offset that was asked for.
    pub offset: i64,
    /// In ms since 1970, -1 when there is none.
    pub timestamp: i64,
    /// Who set the timestamp.
    pub timestamp_type: TimestampType,
    /// Key, if any.
    pub key: Option<&'a [u8]>,
    /// Payload, null for a tombstone.
    pub value: Option<&'a [u8]>,
    /// Headers in order; old messages have none.
    pub headers: Headers<'a>,
    buffer: &'a Bytes,
}

impl FetchedRecord<'_> {
    /// Shares the memory of `part`, which is the key, the value or something in a header
    /// of this record: no copy, but the whole buffer of the batch lives as long. Anything
    /// else is copied.
    pub fn share(&self, part: &[u8]) -> Bytes {
        let start = (part.as_ptr() as usize).wrapping_sub(self.buffer.as_ptr() as usize);
        match start.checked_add(part.len()) {
            Some(end) if end <= self.buffer.len() => self.buffer.slice(start..end),
            _ => Bytes::copy_from_slice(part),
        }
    }
}
