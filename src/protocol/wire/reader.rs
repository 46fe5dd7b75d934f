//! [`Reader`]: takes primitive values off the front of a frame.

use super::{DecodeError, DecodeProblem, Records, Uuid};
use bytes::Bytes;

type Result<T> = std::result::Result<T, DecodeError>;

/// A cursor over one frame. Every method either consumes a whole value or fails;
/// none reads or allocates beyond the bytes that are there. `flexible` selects the
/// compact forms of KIP-482.
#[derive(Clone)]
pub struct Reader<'a> {
    data: &'a [u8],
    pos: usize,
    shared: Option<&'a Bytes>,
}

impl<'a> Reader<'a> {
    /// Reads from `data`; `records` fields are copied out of it.
    pub fn new(data: &'a [u8]) -> Reader<'a> {
        Reader { data, pos: 0, shared: None }
    }

    /// Reads from a reference-counted frame; `records` fields point into it.
    pub fn shared(frame: &'a Bytes) -> Reader<'a> {
        Reader { data: frame, pos: 0, shared: Some(frame) }
    }

    /// Bytes not yet read.
    pub fn remaining(&self) -> usize {
        self.data.len() - self.pos
    }

    /// Bytes read so far.
    pub fn position(&self) -> usize {
        self.pos
    }

    #[cold]
    fn error<T>(&self, problem: DecodeProblem) -> Result<T> {
        Err(DecodeError::new(problem, self.pos))
    }

    #[inline]
    fn fixed<const N: usize>(&mut self) -> Result<[u8; N]> {
        match self.data[self.pos..].first_chunk::<N>() {
            Some(chunk) => {
                self.pos += N;
                Ok(*chunk)
            }
            None => self.error(DecodeProblem::Truncated),
        }
    }

    /// The next `len` bytes, borrowed from the frame.
    pub fn take(&mut self, len: usize) -> Result<&'a [u8]> {
        if len > self.remaining() {
            return self.error(DecodeProblem::LengthTooLarge);
        }
        let taken = &self.data[self.pos..self.pos + len];
        self.pos += len;
        Ok(taken)
    }

    /// `BOOLEAN`: any byte but 0 is true.
    pub fn bool(&mut self) -> Result<bool> {
        Ok(self.i8()? != 0)
    }

    /// `INT8`.
    pub fn i8(&mut self) -> Result<i8> {
        self.fixed().map(i8::from_be_bytes)
    }

    /// `INT16`.
    pub fn i16(&mut self) -> Result<i16> {
        self.fixed().map(i16::from_be_bytes)
    }

    /// `INT32`.
    pub fn i32(&mut self) -> Result<i32> {
        self.fixed().map(i32::from_be_bytes)
    }

    /// `INT64`.
    pub fn i64(&mut self) -> Result<i64> {
        self.fixed().map(i64::from_be_bytes)
    }

    /// `UINT16`.
    pub fn u16(&mut self) -> Result<u16> {
        self.fixed().map(u16::from_be_bytes)
    }

    /// `UINT32`.
    pub fn u32(&mut self) -> Result<u32> {
        self.fixed().map(u32::from_be_bytes)
    }

    /// `FLOAT64`.
    pub fn f64(&mut self) -> Result<f64> {
        self.fixed().map(f64::from_be_bytes)
    }

    /// `UUID`.
    pub fn uuid(&mut self) -> Result<Uuid> {
        self.fixed()
    }

    /// `UNSIGNED_VARINT`, at most 5 bytes.
    pub fn unsigned_varint(&mut self) -> Result<u32> {
        let mut value = 0u32;
        for shift in [0, 7, 14, 21, 28] {
            let [byte] = self.fixed()?;
            if shift == 28 && byte > 0x0f {
                break;
            }
            value |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        self.error(DecodeProblem::VarintTooLong)
    }

    /// `VARINT`: zigzag, at most 5 bytes.
    pub fn varint(&mut self) -> Result<i32> {
        let raw = self.unsigned_varint()?;
        Ok((raw >> 1) as i32 ^ -((raw & 1) as i32))
    }

    /// `VARLONG`: zigzag, at most 10 bytes.
    pub fn varlong(&mut self) -> Result<i64> {
        let mut raw = 0u64;
        for shift in (0..70).step_by(7) {
            let [byte] = self.fixed()?;
            if shift == 63 && byte > 1 {
                break;
            }
            raw |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok((raw >> 1) as i64 ^ -((raw & 1) as i64));
            }
        }
        self.error(DecodeProblem::VarintTooLong)
    }

    /// A length whose null is -1 (compact: 0), compared with the bytes left when each
    /// counted unit takes at least `min_size` bytes.
    fn length(&mut self, raw: i64, min_size: usize) -> Result<Option<usize>> {
        match usize::try_from(raw) {
            Ok(len) if len <= self.remaining() / min_size.max(1) => Ok(Some(len)),
            Ok(_) => self.error(DecodeProblem::LengthTooLarge),
            Err(_) if raw == -1 => Ok(None),
            Err(_) => self.error(DecodeProblem::NegativeLength),
        }
    }

    fn length16(&mut self, flexible: bool) -> Result<Option<usize>> {
        let raw = if flexible { i64::from(self.unsigned_varint()?) - 1 } else { i64::from(self.i16()?) };
        self.length(raw, 1)
    }

    fn length32(&mut self, flexible: bool, min_size: usize) -> Result<Option<usize>> {
        let raw = if flexible { i64::from(self.unsigned_varint()?) - 1 } else { i64::from(self.i32()?) };
        self.length(raw, min_size)
    }

    fn required<T>(&self, value: Option<T>) -> Result<T> {
        match value {
            Some(value) => Ok(value),
            None => self.error(DecodeProblem::UnexpectedNull),
        }
    }

    fn optional<T>(&self, value: Option<T>, nullable: bool) -> Result<Option<T>> {
        if value.is_none() && !nullable { self.error(DecodeProblem::UnexpectedNull) } else { Ok(value) }
    }

    /// `NULLABLE_STRING`; null is an error unless `nullable`.
    pub fn nullable_string(&mut self, flexible: bool, nullable: bool) -> Result<Option<String>> {
        let Some(len) = self.length16(flexible)? else { return self.optional(None, nullable) };
        let start = self.pos;
        match std::str::from_utf8(self.take(len)?) {
            Ok(text) => Ok(Some(text.to_owned())),
            Err(_) => Err(DecodeError::new(DecodeProblem::InvalidUtf8, start)),
        }
    }

    /// `STRING`.
    pub fn string(&mut self, flexible: bool) -> Result<String> {
        let value = self.nullable_string(flexible, false)?;
        self.required(value)
    }

    /// `NULLABLE_BYTES`; null is an error unless `nullable`.
    pub fn nullable_bytes(&mut self, flexible: bool, nullable: bool) -> Result<Option<Vec<u8>>> {
        match self.length32(flexible, 1)? {
            Some(len) => Ok(Some(self.take(len)?.to_vec())),
            None => self.optional(None, nullable),
        }
    }

    /// `BYTES`.
    pub fn bytes(&mut self, flexible: bool) -> Result<Vec<u8>> {
        let value = self.nullable_bytes(flexible, false)?;
        self.required(value)
    }

    /// `RECORDS`; null is an error unless `nullable`. The content is not looked at.
    pub fn nullable_records(&mut self, flexible: bool, nullable: bool) -> Result<Option<Records>> {
        let Some(len) = self.length32(flexible, 1)? else { return self.optional(None, nullable) };
        let data = self.take(len)?;
        let part = match self.shared {
            Some(frame) => frame.slice_ref(data),
            None => Bytes::copy_from_slice(data),
        };
        Ok(Some(Records::from(part)))
    }

    /// `RECORDS` that must not be null.
    pub fn records(&mut self, flexible: bool) -> Result<Records> {
        let value = self.nullable_records(flexible, false)?;
        self.required(value)
    }

    /// `ARRAY` of elements that take at least `min_size` bytes each; null is an error
    /// unless `nullable`.
    pub fn nullable_array<T>(
        &mut self,
        flexible: bool,
        nullable: bool,
        min_size: usize,
        mut element: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Option<Vec<T>>> {
        let Some(len) = self.length32(flexible, min_size)? else { return self.optional(None, nullable) };
        let mut elements = Vec::with_capacity(len);
        for _ in 0..len {
            elements.push(element(self)?);
        }
        Ok(Some(elements))
    }

    /// `ARRAY` that must not be null.
    pub fn array<T>(
        &mut self,
        flexible: bool,
        min_size: usize,
        element: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let value = self.nullable_array(flexible, false, min_size, element)?;
        self.required(value)
    }

    /// A struct behind its presence byte (negative: null, KIP-893); null is an error
    /// unless `nullable`.
    pub fn nullable_struct<T>(
        &mut self,
        nullable: bool,
        value: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<Option<T>> {
        if self.i8()? < 0 { self.optional(None, nullable) } else { value(self).map(Some) }
    }

    /// The tagged fields at the end of a flexible struct: `field` gets each tag and a
    /// reader bounded by that field; what it leaves unread is skipped.
    pub fn tagged_fields(&mut self, mut field: impl FnMut(u32, &mut Self) -> Result<()>) -> Result<()> {
        let count = self.unsigned_varint()?;
        // Tag and size take a byte each.
        if count as usize > self.remaining() / 2 {
            return self.error(DecodeProblem::LengthTooLarge);
        }
        for _ in 0..count {
            let tag = self.unsigned_varint()?;
            let size = self.unsigned_varint()? as usize;
            if size > self.remaining() {
                return self.error(DecodeProblem::LengthTooLarge);
            }
            let (frame, end) = (self.data, self.pos + size);
            self.data = &frame[..end];
            let outcome = field(tag, self);
            self.data = frame;
            outcome?;
            self.pos = end;
        }
        Ok(())
    }

    /// Tagged fields of which none is known.
    pub fn skip_tagged_fields(&mut self) -> Result<()> {
        self.tagged_fields(|_, _| Ok(()))
    }
}
