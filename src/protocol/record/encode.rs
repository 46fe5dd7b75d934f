//! Appends records to the body of a batch.

use crate::protocol::wire::unsigned_varint_len;

/// A header of a record: name and value.
type HeaderRef<'a> = (&'a [u8], Option<&'a [u8]>);

/// Headers of a record that has none.
pub type NoHeaders = std::iter::Empty<(&'static [u8], Option<&'static [u8]>)>;

/// One record to write. Headers are walked twice: once to measure, once to write.
#[derive(Clone)]
pub struct RecordFields<'a, H> {
    /// Timestamp minus the base timestamp of the batch, in ms.
    pub timestamp_delta: i64,
    /// Position in the batch, from 0.
    pub offset_delta: i32,
    /// Key, if any.
    pub key: Option<&'a [u8]>,
    /// Payload; null is a tombstone.
    pub value: Option<&'a [u8]>,
    /// Names and values in order; a name may repeat.
    pub headers: H,
}

/// Measures of a record, from [`RecordFields::layout`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordLayout {
    body: u32,
    header_count: u32,
    total: usize,
}

impl RecordLayout {
    /// Bytes the record takes in the batch, its own length field included.
    pub fn size(&self) -> usize {
        self.total
    }
}

const fn zigzag32(value: i32) -> u32 {
    ((value << 1) ^ (value >> 31)) as u32
}

const fn zigzag64(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)) as u64
}

const fn varlong_len(value: i64) -> usize {
    (70 - (zigzag64(value) | 1).leading_zeros() as usize) / 7
}

/// Size of a length of something that is at most 1 GiB (larger ones are refused by
/// [`RecordFields::layout`]), as zigzag varint.
fn length_len(len: usize) -> usize {
    unsigned_varint_len((len as u32) << 1)
}

fn optional_len(value: Option<&[u8]>) -> usize {
    // Null is -1, one byte.
    value.map_or(1, |value| length_len(value.len()) + value.len())
}

/// A few varints on the stack, appended in one go: cheaper than a push for each byte.
struct Prefix {
    bytes: [u8; 32],
    len: usize,
}

impl Prefix {
    fn new() -> Prefix {
        Prefix { bytes: [0; 32], len: 0 }
    }

    #[inline]
    fn put(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes[self.len & 31] = value as u8 | 0x80;
            self.len += 1;
            value >>= 7;
        }
        self.bytes[self.len & 31] = value as u8;
        self.len += 1;
    }

    #[inline]
    fn put_length(&mut self, value: Option<&[u8]>) {
        self.put(value.map_or(1, |value| (value.len() as u64) << 1));
    }

    fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.len.min(32)]
    }
}

impl<'a> RecordFields<'a, NoHeaders> {
    /// A record without headers.
    pub fn new(
        timestamp_delta: i64,
        offset_delta: i32,
        key: Option<&'a [u8]>,
        value: Option<&'a [u8]>,
    ) -> RecordFields<'a, NoHeaders> {
        RecordFields { timestamp_delta, offset_delta, key, value, headers: std::iter::empty() }
    }
}

impl<'a, H> RecordFields<'a, H>
where
    H: Iterator<Item = HeaderRef<'a>> + Clone,
{
    /// Measures the record; `None` when it is too large for the format (1 GiB).
    #[inline]
    pub fn layout(&self) -> Option<RecordLayout> {
        let mut body = 1
            + varlong_len(self.timestamp_delta)
            + unsigned_varint_len(zigzag32(self.offset_delta))
            + optional_len(self.key)
            + optional_len(self.value);
        let mut header_count = 0u32;
        for (name, value) in self.headers.clone() {
            body += length_len(name.len()) + name.len() + optional_len(value);
            header_count = header_count.checked_add(1)?;
        }
        body += length_len(header_count as usize);
        if body > 1 << 30 {
            return None;
        }
        Some(RecordLayout { body: body as u32, header_count, total: length_len(body) + body })
    }

    /// Appends the record to `out`. `layout` must be its own.
    #[inline]
    pub fn append(&self, layout: RecordLayout, out: &mut Vec<u8>) {
        out.reserve(layout.total);
        let end = out.len() + layout.total;
        self.append_head(layout, out);
        if let Some(value) = self.value {
            out.extend_from_slice(value);
        }
        self.append_tail(layout, out);
        debug_assert_eq!(out.len(), end);
    }

    /// Appends the record without the bytes of its value, for a payload that stays in
    /// the caller's memory; returns the position in `out` that the value belongs at.
    pub fn append_around_value(&self, layout: RecordLayout, out: &mut Vec<u8>) -> usize {
        self.append_head(layout, out);
        let value_at = out.len();
        self.append_tail(layout, out);
        value_at
    }

    /// Everything up to the length of the value.
    #[inline]
    fn append_head(&self, layout: RecordLayout, out: &mut Vec<u8>) {
        let mut prefix = Prefix::new();
        prefix.put(u64::from(layout.body) << 1);
        prefix.put(0); // attributes of a record: none are defined
        prefix.put(zigzag64(self.timestamp_delta));
        prefix.put(u64::from(zigzag32(self.offset_delta)));
        prefix.put_length(self.key);
        if let Some(key) = self.key {
            out.extend_from_slice(prefix.as_slice());
            out.extend_from_slice(key);
            prefix.len = 0;
        }
        prefix.put_length(self.value);
        out.extend_from_slice(prefix.as_slice());
    }

    /// Everything behind the value.
    #[inline]
    fn append_tail(&self, layout: RecordLayout, out: &mut Vec<u8>) {
        if layout.header_count == 0 {
            out.push(0);
            return;
        }
        let mut prefix = Prefix::new();
        prefix.put(u64::from(layout.header_count) << 1);
        for (name, value) in self.headers.clone() {
            prefix.put_length(Some(name));
            out.extend_from_slice(prefix.as_slice());
            out.extend_from_slice(name);
            prefix.len = 0;
            prefix.put_length(value);
            out.extend_from_slice(prefix.as_slice());
            out.extend_from_slice(value.unwrap_or_default());
            prefix.len = 0;
        }
    }
}
