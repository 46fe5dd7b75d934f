//! [`Writer`]: appends primitive values to a frame.

use super::{Records, Uuid};
use crate::protocol::ApiKey;
use bytes::Bytes;

/// Pieces of record data from this size on stay out of the frame's own buffer when
/// gathering; below, a copy is cheaper than another entry in a vectored write.
const GATHER_MIN_BYTES: usize = 4096;

/// Why a message can not be written at the wanted version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EncodeProblem {
    /// A field that the version lacks, and that must not be dropped silently, is set.
    #[error("field {0} is not supported by this version")]
    Unsupported(&'static str),
    /// Null in a field that is not nullable at the version.
    #[error("null is not allowed by this version")]
    UnexpectedNull,
    /// A string, array or frame longer than its length field can say.
    #[error("value too long")]
    TooLong,
}

/// An [`EncodeProblem`] with the request or response it happened in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{api} version {version}: {problem}")]
pub struct EncodeError {
    /// The api of the request or response.
    pub api: ApiKey,
    /// The version asked for.
    pub version: i16,
    /// What is wrong.
    pub problem: EncodeProblem,
}

/// A growing frame. Values are appended without a result each; the first problem is
/// kept and comes out of [`Writer::finish`]. `flexible` selects the compact forms of
/// KIP-482.
#[derive(Default)]
pub struct Writer {
    buf: Vec<u8>,
    /// Record data outside `buf`: position in `buf` it goes before, data.
    gathered: Vec<(usize, Bytes)>,
    gathering: bool,
    problem: Option<EncodeProblem>,
}

impl Writer {
    /// Writes everything into one buffer.
    pub fn new() -> Writer {
        Writer::default()
    }

    /// Keeps large record data by reference, for [`Writer::finish_parts`].
    pub fn gathering() -> Writer {
        Writer { gathering: true, ..Writer::default() }
    }

    /// Continues behind the content of `buf`.
    pub fn from_vec(buf: Vec<u8>) -> Writer {
        Writer { buf, ..Writer::default() }
    }

    /// Bytes written so far, gathered record data included.
    pub fn len(&self) -> usize {
        self.buf.len() + self.gathered.iter().map(|(_, data)| data.len()).sum::<usize>()
    }

    /// True before the first byte.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The written bytes in one buffer, or the first problem met.
    pub fn finish(self) -> Result<Vec<u8>, EncodeProblem> {
        if !self.gathered.is_empty() {
            return Ok(self.finish_parts()?.concat());
        }
        match self.problem {
            Some(problem) => Err(problem),
            None => Ok(self.buf),
        }
    }

    /// The written bytes in order for a vectored write, or the first problem met.
    pub fn finish_parts(self) -> Result<Vec<Bytes>, EncodeProblem> {
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        let own = Bytes::from(self.buf);
        let mut parts = Vec::with_capacity(2 * self.gathered.len() + 1);
        let mut done = 0;
        for (at, data) in self.gathered {
            if at > done {
                parts.push(own.slice(done..at));
            }
            parts.push(data);
            done = at;
        }
        if done < own.len() {
            parts.push(own.slice(done..));
        }
        Ok(parts)
    }

    /// Notes that `field` is set but does not exist at this version.
    #[cold]
    pub fn unsupported(&mut self, field: &'static str) {
        self.fail(EncodeProblem::Unsupported(field));
    }

    #[cold]
    pub(crate) fn fail(&mut self, problem: EncodeProblem) {
        self.problem.get_or_insert(problem);
    }

    /// Overwrites four bytes at `at`, which must have been written already.
    pub(crate) fn patch_i32(&mut self, at: usize, value: i32) {
        self.buf[at..at + 4].copy_from_slice(&value.to_be_bytes());
    }

    /// Bytes as they are, without a length.
    pub fn raw(&mut self, data: &[u8]) {
        self.buf.extend_from_slice(data);
    }

    /// `BOOLEAN`.
    pub fn bool(&mut self, value: bool) {
        self.buf.push(u8::from(value));
    }

    /// `INT8`.
    pub fn i8(&mut self, value: i8) {
        self.buf.push(value as u8);
    }

    /// `INT16`.
    pub fn i16(&mut self, value: i16) {
        self.raw(&value.to_be_bytes());
    }

    /// `INT32`.
    pub fn i32(&mut self, value: i32) {
        self.raw(&value.to_be_bytes());
    }

    /// `INT64`.
    pub fn i64(&mut self, value: i64) {
        self.raw(&value.to_be_bytes());
    }

    /// `UINT16`.
    pub fn u16(&mut self, value: u16) {
        self.raw(&value.to_be_bytes());
    }

    /// `UINT32`.
    pub fn u32(&mut self, value: u32) {
        self.raw(&value.to_be_bytes());
    }

    /// `FLOAT64`.
    pub fn f64(&mut self, value: f64) {
        self.raw(&value.to_be_bytes());
    }

    /// `UUID`.
    pub fn uuid(&mut self, value: &Uuid) {
        self.raw(value);
    }

    /// `UNSIGNED_VARINT`.
    pub fn unsigned_varint(&mut self, mut value: u32) {
        while value >= 0x80 {
            self.buf.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.buf.push(value as u8);
    }

    /// `VARINT`: zigzag.
    pub fn varint(&mut self, value: i32) {
        self.unsigned_varint(((value << 1) ^ (value >> 31)) as u32);
    }

    /// `VARLONG`: zigzag.
    pub fn varlong(&mut self, value: i64) {
        let mut raw = ((value << 1) ^ (value >> 63)) as u64;
        while raw >= 0x80 {
            self.buf.push(raw as u8 | 0x80);
            raw >>= 7;
        }
        self.buf.push(raw as u8);
    }

    fn compact_length(&mut self, len: usize) {
        match u32::try_from(len) {
            Ok(len) if len < i32::MAX as u32 => self.unsigned_varint(len + 1),
            _ => self.fail(EncodeProblem::TooLong),
        }
    }

    fn length16(&mut self, len: usize, flexible: bool) {
        match i16::try_from(len) {
            _ if flexible => self.compact_length(len),
            Ok(len) => self.i16(len),
            Err(_) => self.fail(EncodeProblem::TooLong),
        }
    }

    fn length32(&mut self, len: usize, flexible: bool) {
        match i32::try_from(len) {
            _ if flexible => self.compact_length(len),
            Ok(len) => self.i32(len),
            Err(_) => self.fail(EncodeProblem::TooLong),
        }
    }

    /// Checks that null is allowed; the caller writes it.
    fn null(&mut self, nullable: bool) {
        if !nullable {
            self.fail(EncodeProblem::UnexpectedNull);
        }
    }

    fn null32(&mut self, flexible: bool, nullable: bool) {
        self.null(nullable);
        if flexible { self.unsigned_varint(0) } else { self.i32(-1) }
    }

    /// `STRING`.
    pub fn string(&mut self, value: &str, flexible: bool) {
        self.length16(value.len(), flexible);
        self.raw(value.as_bytes());
    }

    /// `NULLABLE_STRING`; null is a problem unless `nullable`.
    pub fn nullable_string(&mut self, value: Option<&str>, flexible: bool, nullable: bool) {
        match value {
            Some(value) => self.string(value, flexible),
            None => {
                self.null(nullable);
                if flexible { self.unsigned_varint(0) } else { self.i16(-1) }
            }
        }
    }

    /// `BYTES`.
    pub fn bytes(&mut self, value: &[u8], flexible: bool) {
        self.length32(value.len(), flexible);
        self.raw(value);
    }

    /// `NULLABLE_BYTES`; null is a problem unless `nullable`.
    pub fn nullable_bytes(&mut self, value: Option<&[u8]>, flexible: bool, nullable: bool) {
        match value {
            Some(value) => self.bytes(value, flexible),
            None => self.null32(flexible, nullable),
        }
    }

    /// `RECORDS`.
    pub fn records(&mut self, value: &Records, flexible: bool) {
        self.length32(value.len(), flexible);
        for part in value.parts() {
            if self.gathering && part.len() >= GATHER_MIN_BYTES {
                self.gathered.push((self.buf.len(), part.clone()));
            } else {
                self.raw(part);
            }
        }
    }

    /// `RECORDS`; null is a problem unless `nullable`.
    pub fn nullable_records(&mut self, value: Option<&Records>, flexible: bool, nullable: bool) {
        match value {
            Some(value) => self.records(value, flexible),
            None => self.null32(flexible, nullable),
        }
    }

    /// `ARRAY`, each element written by `element`.
    pub fn array<T>(&mut self, value: &[T], flexible: bool, mut element: impl FnMut(&mut Self, &T)) {
        self.length32(value.len(), flexible);
        for item in value {
            element(self, item);
        }
    }

    /// `ARRAY`; null is a problem unless `nullable`.
    pub fn nullable_array<T>(
        &mut self,
        value: Option<&[T]>,
        flexible: bool,
        nullable: bool,
        element: impl FnMut(&mut Self, &T),
    ) {
        match value {
            Some(value) => self.array(value, flexible, element),
            None => self.null32(flexible, nullable),
        }
    }

    /// A struct behind its presence byte (KIP-893); null is a problem unless `nullable`.
    pub fn nullable_struct<T>(
        &mut self,
        value: Option<&T>,
        nullable: bool,
        fields: impl FnOnce(&mut Self, &T),
    ) {
        match value {
            Some(value) => {
                self.i8(1);
                fields(self, value);
            }
            None => {
                self.null(nullable);
                self.i8(-1);
            }
        }
    }

    /// Ends a flexible struct that has no tagged fields.
    pub fn no_tagged_fields(&mut self) {
        self.unsigned_varint(0);
    }

    /// Starts the tagged fields of a struct; returns the mark for [`Writer::tagged_field`].
    pub fn start_tagged_fields(&mut self) -> usize {
        // The count stays below 128, as tags do: one byte, counted up in place.
        self.buf.push(0);
        self.buf.len() - 1
    }

    /// Adds one tagged field; tags must rise.
    pub fn tagged_field(&mut self, mark: usize, tag: u32, content: impl FnOnce(&mut Self)) {
        self.buf[mark] += 1;
        self.unsigned_varint(tag);
        let start = self.buf.len();
        // Positions of gathered data would not survive the insertion below.
        let gathering = std::mem::replace(&mut self.gathering, false);
        content(self);
        self.gathering = gathering;
        let size = (self.buf.len() - start) as u32;
        let end = self.buf.len();
        self.unsigned_varint(size);
        let prefix = self.buf.len() - end;
        self.buf[start..].rotate_right(prefix);
    }
}
