//! A batch: records encoded as they are appended, and what each needs for its report.
//!
//! Filled by application threads under the accumulator's lock (K3), then owned by one
//! broker thread. Memory grows in pieces, so that neither doubling nor copying wastes
//! much: per message the encoded record and 16 bytes. Records are never cut by a piece
//! boundary, except that a large value handed over by the application is a piece of its
//! own.

use crate::base::time::Time;
use crate::protocol::Reader;
use crate::protocol::record::{BATCH_HEADER_SIZE, Headers, RecordFields, RecordIter};
use crate::sys::payload::Payload;
use bytes::Bytes;

/// A message header as the application gives it: name (need not be UTF-8) and value.
pub type Header<'a> = (&'a [u8], Option<&'a [u8]>);

/// Most bytes that a record adds to its key, value and headers: what the check against
/// `message.max.bytes` adds to these.
pub const RECORD_OVERHEAD_MAX: usize = 5 + 1 + 10 + 5 + 5 + 5 + 5;

/// Up to this size the piece being filled is enlarged; from there on pieces are added.
const GROW_MAX: usize = 16 * 1024;
/// Largest piece, unless one record is larger.
const PIECE_MAX: usize = 64 * 1024;
/// Smallest piece.
const PIECE_MIN: usize = 256;

/// Set in [`Meta::position`]: the value's own memory is in `retained`.
const RETAINED: u32 = 1 << 31;
/// Largest size of all records of a batch, so that positions leave room for the flag.
const RECORDS_MAX: usize = (1 << 31) - 1;
/// Longest time between the first and the last message of a batch, in microseconds.
const AGE_MAX_US: u64 = u32::MAX as u64;

/// What a report needs beyond the encoded record.
#[derive(Clone, Copy)]
struct Meta {
    opaque: usize,
    /// Where the record begins, counted over all pieces; the top bit is [`RETAINED`].
    position: u32,
    /// Microseconds between the batch's first message and this one.
    age_us: u32,
}

/// The value of a message on its way in.
#[derive(Debug)]
pub enum Value<'a> {
    /// No value: a tombstone.
    Null,
    /// Copied.
    Copy(&'a [u8]),
    /// The application's own memory, see [`Payload`].
    Own(Payload),
}

impl Value<'_> {
    /// The bytes.
    pub fn as_slice(&self) -> Option<&[u8]> {
        match self {
            Value::Null => None,
            Value::Copy(bytes) => Some(bytes),
            Value::Own(payload) => Some(payload.as_slice()),
        }
    }
}

/// A message to append.
pub struct NewRecord<'a> {
    /// Key.
    pub key: Option<&'a [u8]>,
    /// Value.
    pub value: Value<'a>,
    /// Headers in order.
    pub headers: &'a [Header<'a>],
    /// CreateTime, milliseconds since the epoch.
    pub timestamp_ms: i64,
    /// `msg_opaque` of the application.
    pub opaque: usize,
    /// When the application produced it.
    pub enqueued: Time,
}

/// An upper bound of the encoded size of a usual record: close enough, and cheap.
fn size_hint<'a>(
    key: Option<&[u8]>,
    value: Option<&[u8]>,
    headers: impl Iterator<Item = Header<'a>>,
) -> usize {
    let headers: usize = headers.map(|(name, value)| name.len() + value.map_or(0, <[u8]>::len) + 10).sum();
    24 + key.map_or(0, <[u8]>::len) + value.map_or(0, <[u8]>::len) + headers
}

impl NewRecord<'_> {
    /// About how much room the record takes, never much less.
    pub fn size_hint(&self) -> usize {
        size_hint(self.key, self.value.as_slice(), self.headers.iter().copied())
    }
}

impl BatchMessage<'_> {
    /// About how much room the message takes in another batch, never much less.
    pub fn size_hint(&self) -> usize {
        size_hint(self.key, self.value, self.headers)
    }
}

/// A message of a batch, read back.
#[derive(Clone)]
pub struct BatchMessage<'a> {
    /// Key.
    pub key: Option<&'a [u8]>,
    /// Value, at the application's own address if it was not copied.
    pub value: Option<&'a [u8]>,
    /// Headers in order.
    pub headers: Headers<'a>,
    /// CreateTime, milliseconds since the epoch.
    pub timestamp_ms: i64,
    /// `msg_opaque` of the application.
    pub opaque: usize,
    /// When the application produced it.
    pub enqueued: Time,
}

/// Everything but the value.
struct Rest<'a> {
    key: Option<&'a [u8]>,
    timestamp_ms: i64,
    opaque: usize,
    enqueued: Time,
}

/// Messages of one partition that travel together.
#[derive(Default)]
pub struct Batch {
    /// Finished pieces with the position of their first byte.
    pieces: Vec<(u32, Bytes)>,
    /// The piece being filled.
    tail: Vec<u8>,
    /// Where `tail` begins.
    tail_start: usize,
    metas: Vec<Meta>,
    /// The application's own values that were copied into the batch all the same.
    retained: Vec<(u32, Payload)>,
    /// Wanted partitions, only in the unassigned accumulator of a topic.
    wanted: Vec<i32>,
    first: Time,
    timestamp_base_ms: i64,
    timestamp_max_ms: i64,
    payload_bytes: u64,
    /// Sending attempts that count against `retries`.
    pub retries: u32,
    /// All attempts that failed, for the backoff.
    pub attempts: u32,
    /// An earlier attempt may have stored the messages.
    pub maybe_stored: bool,
    /// Position of the batch among those of its partition; retries keep it.
    pub order: u64,
    /// The bytes that go out, once they were made: retries send the same ones.
    pub wire: Option<Wire>,
}

/// A batch as it goes over the wire.
#[derive(Clone)]
pub struct Wire {
    /// Header and records.
    pub parts: Vec<Bytes>,
    /// Their size.
    pub len: usize,
}

impl Batch {
    /// Number of messages.
    pub fn len(&self) -> usize {
        self.metas.len()
    }

    /// True without any message.
    pub fn is_empty(&self) -> bool {
        self.metas.is_empty()
    }

    /// Size of all values in bytes: what the queue limit counts.
    pub fn payload_bytes(&self) -> u64 {
        self.payload_bytes
    }

    /// Size of the encoded records in bytes.
    pub fn records_len(&self) -> usize {
        self.tail_start + self.tail.len()
    }

    /// Memory that the batch holds in bytes, unused room included; values in the
    /// application's memory are not counted.
    pub fn memory_size(&self) -> usize {
        let pieces: usize = self.pieces().map(Bytes::len).sum();
        let tables = self.metas.capacity() * size_of::<Meta>()
            + self.pieces.capacity() * size_of::<(u32, Bytes)>()
            + self.retained.capacity() * size_of::<(u32, Payload)>()
            + self.wanted.capacity() * size_of::<i32>();
        size_of::<Batch>() + tables + pieces + self.tail.capacity()
    }

    /// When the first message was produced; [`Time::ZERO`] if there is none.
    pub fn first_enqueued(&self) -> Time {
        self.first
    }

    /// Timestamps of the first message and the highest of all, milliseconds.
    pub fn timestamps_ms(&self) -> (i64, i64) {
        (self.timestamp_base_ms, self.timestamp_max_ms)
    }

    /// True if one more message of about `size` bytes ([`NewRecord::size_hint`]) fits:
    /// `batch_size_max` counts the header too, and does not apply to the first message.
    pub fn has_room(&self, size: usize, enqueued: Time, batch_size_max: usize, cnt_max: usize) -> bool {
        self.is_empty()
            || (self.len() < cnt_max
                && BATCH_HEADER_SIZE + self.records_len() + size <= batch_size_max.min(RECORDS_MAX)
                && enqueued.us_since(self.first) < AGE_MAX_US)
    }

    /// Appends a message. Values larger than `copy_max` that were handed over are
    /// referenced; lent ones are copied, since a purge may return them to the
    /// application while the connection still reads.
    pub fn append(&mut self, record: NewRecord<'_>, copy_max: usize) {
        let rest = Rest {
            key: record.key,
            timestamp_ms: record.timestamp_ms,
            opaque: record.opaque,
            enqueued: record.enqueued,
        };
        let headers = record.headers.iter().copied();
        match record.value {
            Value::Null => self.push(rest, headers, None, None, false),
            Value::Copy(bytes) => self.push(rest, headers, Some(bytes), None, false),
            Value::Own(mut payload) => {
                payload.accept();
                if payload.is_handed_over() && payload.as_slice().len() > copy_max {
                    let piece = Bytes::from_owner(payload);
                    self.push(rest, headers, Some(&piece), Some(piece.clone()), false);
                } else {
                    self.push(rest, headers, Some(payload.as_slice()), None, true);
                    self.retained.push((self.len() as u32 - 1, payload));
                }
            }
        }
    }

    /// Appends a message to the unassigned accumulator, its partition still open.
    pub fn append_wanting(&mut self, record: NewRecord<'_>, copy_max: usize, partition: i32) {
        self.append(record, copy_max);
        self.wanted.push(partition);
    }

    /// Appends a record. With `piece` the value is not copied: it is all of that.
    fn push<'h>(
        &mut self,
        rest: Rest<'h>,
        headers: impl Iterator<Item = Header<'h>> + Clone,
        value: Option<&'h [u8]>,
        piece: Option<Bytes>,
        retained: bool,
    ) {
        if self.metas.is_empty() {
            self.first = rest.enqueued;
            self.timestamp_base_ms = rest.timestamp_ms;
            self.timestamp_max_ms = rest.timestamp_ms;
        }
        self.timestamp_max_ms = self.timestamp_max_ms.max(rest.timestamp_ms);
        let value_len = value.map_or(0, <[u8]>::len);
        self.payload_bytes += value_len as u64;
        let fields = RecordFields {
            timestamp_delta: rest.timestamp_ms.wrapping_sub(self.timestamp_base_ms),
            offset_delta: self.metas.len() as i32,
            key: rest.key,
            value,
            headers,
        };
        let Some(layout) = fields.layout() else {
            // Far above what `message.max.bytes` can be: refused before it gets here.
            unreachable!("message larger than the format allows");
        };
        let position;
        match piece {
            None => {
                self.reserve(layout.size());
                position = self.records_len();
                fields.append(layout, &mut self.tail);
            }
            Some(piece) => {
                self.reserve(layout.size() - value_len);
                position = self.records_len();
                let value_at = fields.append_around_value(layout, &mut self.tail);
                let behind = self.tail.split_off(value_at);
                self.push_piece(piece);
                self.tail = behind;
            }
        }
        let age_us = rest.enqueued.us_since(self.first).min(AGE_MAX_US) as u32;
        let flag = if retained { RETAINED } else { 0 };
        if self.metas.len() == self.metas.capacity() {
            self.metas.reserve_exact((self.metas.len() / 4).max(4));
        }
        self.metas.push(Meta { opaque: rest.opaque, position: position as u32 | flag, age_us });
    }

    /// Makes room for a record, so that it is not cut.
    fn reserve(&mut self, size: usize) {
        let (used, capacity) = (self.tail.len(), self.tail.capacity());
        if capacity - used >= size {
            return;
        }
        if used + size <= GROW_MAX {
            let more = size.max(capacity / 2).max(PIECE_MIN - PIECE_MIN.min(used));
            self.tail.reserve_exact(more);
        } else {
            self.finish_piece();
            let piece = (self.tail_start / 8).clamp(GROW_MAX, PIECE_MAX);
            self.tail.reserve_exact(piece.max(size));
        }
    }

    /// Closes the piece being filled.
    fn finish_piece(&mut self) {
        if !self.tail.is_empty() {
            let start = self.tail_start as u32;
            self.tail_start += self.tail.len();
            self.pieces.push((start, Bytes::from(std::mem::take(&mut self.tail))));
        }
    }

    /// Adds a value as a piece of its own.
    fn push_piece(&mut self, bytes: Bytes) {
        self.finish_piece();
        let start = self.tail_start as u32;
        self.tail_start += bytes.len();
        self.pieces.push((start, bytes));
    }

    /// No more messages come: makes all records readable as [`Bytes`].
    pub fn finish(&mut self) {
        self.finish_piece();
    }

    /// No more messages come, and the batch has to wait: gives back unused memory, if that
    /// is much of it.
    pub fn finish_to_wait(&mut self) {
        if self.tail.capacity() - self.tail.len() > self.records_len() / 8 {
            self.tail.shrink_to_fit();
        }
        self.finish_piece();
        self.pieces.shrink_to_fit();
    }

    /// The encoded records, in pieces; complete after [`Batch::finish`].
    pub fn pieces(&self) -> impl Iterator<Item = &Bytes> {
        self.pieces.iter().map(|(_, bytes)| bytes)
    }

    /// The record at `position` up to the end of its piece, and the next piece.
    fn record_at(&self, position: usize) -> (&[u8], &[u8], &[u8]) {
        if position >= self.tail_start {
            return (&self.tail[position - self.tail_start..], &[], &[]);
        }
        let index = self.pieces.partition_point(|(start, _)| *start as usize <= position) - 1;
        let (start, bytes) = &self.pieces[index];
        let piece = |index: usize| match self.pieces.get(index) {
            Some((_, bytes)) => &bytes[..],
            None if index == self.pieces.len() => &self.tail[..],
            None => &[],
        };
        (&bytes[position - *start as usize..], piece(index + 1), piece(index + 2))
    }

    /// Message number `index`, which must be below [`Batch::len`].
    pub fn message(&self, index: usize) -> BatchMessage<'_> {
        let meta = self.metas[index];
        let (record, next, after) = self.record_at((meta.position & !RETAINED) as usize);
        let (timestamp_delta, key, mut value, headers) = match RecordIter::new(record, 1).next() {
            Some(Ok(record)) => (record.timestamp_delta, record.key, record.value, record.headers),
            // The value is a piece of its own, so the record goes on behind that.
            _ => read_around(record, next, after),
        };
        if meta.position & RETAINED != 0
            && let Some(payload) = self.retained_value(index)
        {
            value = Some(payload.as_slice());
        }
        BatchMessage {
            key,
            value,
            headers,
            timestamp_ms: self.timestamp_base_ms.wrapping_add(timestamp_delta),
            opaque: meta.opaque,
            enqueued: self.enqueued(index),
        }
    }

    fn retained_value(&self, index: usize) -> Option<&Payload> {
        let at = self.retained.binary_search_by_key(&(index as u32), |(index, _)| *index).ok()?;
        Some(&self.retained[at].1)
    }

    /// When message number `index` was produced.
    pub fn enqueued(&self, index: usize) -> Time {
        self.first.after_us(self.metas.get(index).map_or(0, |meta| u64::from(meta.age_us)))
    }

    /// How many messages at the front were produced at or before `time`.
    pub fn produced_until(&self, time: Time) -> usize {
        match time.0.checked_sub(self.first.0) {
            Some(age_us) => self.metas.partition_point(|meta| u64::from(meta.age_us) <= age_us),
            None => 0,
        }
    }

    /// The partition that all messages asked for, if it is the same one; -1 for any.
    pub fn wanted_by_all(&self) -> Option<i32> {
        let first = self.wanted.first().copied().unwrap_or(-1);
        self.wanted.iter().all(|wanted| *wanted == first).then_some(first)
    }

    /// Cuts the batch in two behind message number `cnt`: the first part keeps its
    /// encoding, the rest is encoded anew. Both keep what is known of their attempts.
    pub fn split(mut self, cnt: usize) -> (Batch, Batch) {
        self.finish();
        let cnt = cnt.min(self.len());
        let retained_at = self.retained.partition_point(|(index, _)| (*index as usize) < cnt);
        let mut retained = self.retained.split_off(retained_at).into_iter();
        let mut rest = Batch {
            retries: self.retries,
            attempts: self.attempts,
            maybe_stored: self.maybe_stored,
            order: self.order + cnt as u64,
            ..Batch::default()
        };
        for index in cnt..self.len() {
            let payload = self.is_retained(index).then(|| retained.next()).flatten();
            rest.push_again(&self, index, payload.map(|(_, payload)| payload));
        }
        if !self.wanted.is_empty() {
            rest.wanted = self.wanted.split_off(cnt);
        }
        self.payload_bytes -= rest.payload_bytes;
        self.truncate(cnt);
        (self, rest)
    }

    /// Hands all messages in order to `place`, together with the wanted partition and
    /// what [`Batch::push_moved`] needs.
    pub fn take_apart(mut self, mut place: impl FnMut(&Batch, MovedMessage)) {
        self.finish();
        let mut retained = std::mem::take(&mut self.retained).into_iter();
        for index in 0..self.len() {
            let payload = self.is_retained(index).then(|| retained.next()).flatten();
            let wanted = self.wanted.get(index).copied().unwrap_or(-1);
            place(&self, MovedMessage { index, wanted, payload: payload.map(|(_, payload)| payload) });
        }
    }

    /// Appends a message that [`Batch::take_apart`] of `from` handed out.
    pub fn push_moved(&mut self, from: &Batch, moved: MovedMessage) {
        self.push_again(from, moved.index, moved.payload);
    }

    fn is_retained(&self, index: usize) -> bool {
        self.metas[index].position & RETAINED != 0
    }

    /// Appends message `index` of another, finished batch.
    fn push_again(&mut self, from: &Batch, index: usize, payload: Option<Payload>) {
        let message = from.message(index);
        let rest = Rest {
            key: message.key,
            timestamp_ms: message.timestamp_ms,
            opaque: message.opaque,
            enqueued: message.enqueued,
        };
        match payload {
            Some(payload) => {
                self.push(rest, message.headers, Some(payload.as_slice()), None, true);
                self.retained.push((self.len() as u32 - 1, payload));
            }
            None => {
                let piece = message.value.and_then(|value| from.whole_piece(value));
                self.push(rest, message.headers, message.value, piece, false);
            }
        }
    }

    /// The piece that consists of exactly this value, if it is one.
    fn whole_piece(&self, value: &[u8]) -> Option<Bytes> {
        let is_it = |bytes: &&Bytes| bytes.as_ptr() == value.as_ptr() && bytes.len() == value.len();
        // Small values are never pieces of their own, except when copy_max is small: then
        // copying them is right as well.
        if value.len() < PIECE_MIN {
            return None;
        }
        self.pieces().find(is_it).cloned()
    }

    /// Forgets the messages from number `cnt` on; finished batches only.
    fn truncate(&mut self, cnt: usize) {
        let Some(meta) = self.metas.get(cnt) else { return };
        let end = (meta.position & !RETAINED) as usize;
        self.metas.truncate(cnt);
        self.pieces.retain(|(start, _)| (*start as usize) < end);
        if let Some((start, bytes)) = self.pieces.last_mut() {
            bytes.truncate(end - *start as usize);
        }
        self.tail_start = end;
        self.wire = None;
        self.timestamp_max_ms =
            (0..cnt).map(|index| self.message(index).timestamp_ms).max().unwrap_or(self.timestamp_base_ms);
    }
}

/// A message on its way from one batch to another.
pub struct MovedMessage {
    /// Its number in the old batch.
    pub index: usize,
    /// The partition that the application asked for, -1 for any.
    pub wanted: i32,
    payload: Option<Payload>,
}

type Parts<'a> = (i64, Option<&'a [u8]>, Option<&'a [u8]>, Headers<'a>);

/// Reads a record whose value is a piece of its own: `front` ends with the length of the
/// value, `behind` begins with the headers. Only reads what this module wrote.
fn read_around<'a>(front: &'a [u8], value: &'a [u8], behind: &'a [u8]) -> Parts<'a> {
    let mut r = Reader::new(front);
    let mut read = || {
        r.varint()?;
        r.i8()?;
        let timestamp_delta = r.varlong()?;
        r.varint()?;
        let key = match r.varint()? {
            -1 => None,
            len => Some(r.take(len as usize)?),
        };
        Ok::<_, crate::protocol::DecodeError>((timestamp_delta, key))
    };
    let (timestamp_delta, key) = read().unwrap_or_default();
    (timestamp_delta, key, Some(value), Headers::read(behind).unwrap_or_default())
}
