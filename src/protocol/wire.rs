//! Primitive types of the Kafka protocol: reading, writing, and their errors.
//!
//! Pure functions over byte slices, usable from any thread. Nothing here trusts a
//! length: each is compared with what is left of the frame before memory is asked for.

mod reader;
mod writer;

pub use reader::Reader;
pub use writer::{EncodeError, EncodeProblem, Writer};

use bytes::Bytes;

/// Topic or directory id: 16 bytes in network order, all zero when absent (KIP-516).
pub type Uuid = [u8; 16];

/// Why a frame could not be decoded, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{problem} at byte {offset}")]
pub struct DecodeError {
    /// What is wrong.
    pub problem: DecodeProblem,
    /// Position in the frame, in bytes from where the reader started.
    pub offset: u32,
}

/// What was wrong with the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DecodeProblem {
    /// The frame ends inside a value.
    #[error("frame ends early")]
    Truncated,
    /// A length or count is larger than the rest of the frame can hold.
    #[error("length exceeds the frame")]
    LengthTooLarge,
    /// A length or count below -1.
    #[error("negative length")]
    NegativeLength,
    /// Null where the version does not allow it.
    #[error("unexpected null")]
    UnexpectedNull,
    /// More than 5 (or 10) bytes, or bits beyond 32 (or 64), in a variable-length integer.
    #[error("variable-length integer too long")]
    VarintTooLong,
    /// A string that is not UTF-8.
    #[error("string is not UTF-8")]
    InvalidUtf8,
    /// Embedded data of a version that there can not be.
    #[error("unknown version")]
    UnknownVersion,
    /// A record batch with a magic byte that is not known, or not allowed there.
    #[error("unsupported record batch magic")]
    UnsupportedMagic,
    /// The checksum of a record batch does not match its content.
    #[error("record batch checksum mismatch")]
    ChecksumMismatch,
    /// Lengths or counts inside a record batch contradict each other.
    #[error("inconsistent record batch")]
    InconsistentBatch,
    /// Compressed messages inside compressed messages, too many levels of them.
    #[error("compressed messages nested too deep")]
    NestedTooDeep,
    /// A codec id that is not known.
    #[error("unknown compression codec")]
    UnknownCodec,
    /// Compressed data that its codec rejects.
    #[error("corrupt compressed data")]
    CorruptCompression,
    /// Compressed data that would exceed the caller's limit.
    #[error("decompressed size exceeds the limit")]
    DecompressedTooLarge,
}

impl DecodeError {
    /// An error at `offset` bytes.
    #[cold]
    pub fn new(problem: DecodeProblem, offset: usize) -> DecodeError {
        DecodeError { problem, offset: u32::try_from(offset).unwrap_or(u32::MAX) }
    }
}

/// The bytes of a `records` field, in pieces so that batches need not be copied into
/// a request. Decoding from a shared frame yields one piece that points into it.
#[derive(Debug, Clone, Default)]
pub struct Records {
    parts: Vec<Bytes>,
}

impl Records {
    /// Record data made of `parts` in order.
    pub fn from_parts(parts: Vec<Bytes>) -> Records {
        Records { parts }
    }

    /// The pieces in order.
    pub fn parts(&self) -> &[Bytes] {
        &self.parts
    }

    /// Size in bytes over all pieces.
    pub fn len(&self) -> usize {
        self.parts.iter().map(Bytes::len).sum()
    }

    /// True without any byte.
    pub fn is_empty(&self) -> bool {
        self.parts.iter().all(Bytes::is_empty)
    }

    /// One contiguous buffer: free for a single piece, otherwise a copy.
    pub fn to_bytes(&self) -> Bytes {
        match self.parts.as_slice() {
            [] => Bytes::new(),
            [one] => one.clone(),
            many => many.concat().into(),
        }
    }
}

impl From<Bytes> for Records {
    fn from(part: Bytes) -> Records {
        Records { parts: vec![part] }
    }
}

impl From<Vec<u8>> for Records {
    fn from(part: Vec<u8>) -> Records {
        Records::from(Bytes::from(part))
    }
}

impl PartialEq for Records {
    /// Equal content, however it is cut into pieces.
    fn eq(&self, other: &Records) -> bool {
        self.len() == other.len() && self.parts.iter().flatten().eq(other.parts.iter().flatten())
    }
}

/// Size in bytes of `value` as an unsigned varint: 1 to 5.
pub const fn unsigned_varint_len(value: u32) -> usize {
    (38 - (value | 1).leading_zeros() as usize) / 7
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn varint_sizes() {
        for (value, size) in [(0, 1), (127, 1), (128, 2), (16383, 2), (16384, 3), (u32::MAX, 5)] {
            assert_eq!(unsigned_varint_len(value), size, "{value}");
            let mut w = Writer::new();
            w.unsigned_varint(value);
            assert_eq!(w.finish().unwrap().len(), size);
        }
    }

    #[test]
    fn varint_bytes_are_those_of_protobuf() {
        let mut w = Writer::new();
        w.unsigned_varint(300);
        w.varint(-1);
        w.varint(150);
        w.varlong(i64::MIN);
        let bytes = w.finish().unwrap();
        assert_eq!(bytes[..5], [0xac, 0x02, 0x01, 0xac, 0x02]);
        assert_eq!(bytes[5..], [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]);
    }

    #[test]
    fn too_long_varints_are_refused() {
        let six = [0x80, 0x80, 0x80, 0x80, 0x80, 0x01];
        assert_eq!(Reader::new(&six).unsigned_varint().unwrap_err().problem, DecodeProblem::VarintTooLong);
        let overflow = [0xff, 0xff, 0xff, 0xff, 0x1f];
        assert_eq!(
            Reader::new(&overflow).unsigned_varint().unwrap_err().problem,
            DecodeProblem::VarintTooLong
        );
        assert_eq!(Reader::new(&[0x80; 11]).varlong().unwrap_err().problem, DecodeProblem::VarintTooLong);
        assert_eq!(Reader::new(&[0x80]).unsigned_varint().unwrap_err().problem, DecodeProblem::Truncated);
    }

    #[test]
    fn hostile_lengths_are_refused_before_allocation() {
        let huge = [0x7f, 0xff, 0xff, 0xff, 0, 0, 0];
        let err = Reader::new(&huge).array(false, 1, |r| r.i8()).unwrap_err();
        assert_eq!(err, DecodeError { problem: DecodeProblem::LengthTooLarge, offset: 4 });
        assert_eq!(Reader::new(&huge).bytes(false).unwrap_err().problem, DecodeProblem::LengthTooLarge);
        let compact = [0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0];
        assert_eq!(Reader::new(&compact).string(true).unwrap_err().problem, DecodeProblem::LengthTooLarge);
        assert_eq!(
            Reader::new(&[0xff, 0xfe]).string(false).unwrap_err().problem,
            DecodeProblem::NegativeLength
        );
        assert_eq!(
            Reader::new(&[0xff, 0xff]).string(false).unwrap_err().problem,
            DecodeProblem::UnexpectedNull
        );
        assert_eq!(Reader::new(&[0, 1, 0xff]).string(false).unwrap_err().problem, DecodeProblem::InvalidUtf8);
    }

    #[test]
    fn tagged_fields_stay_inside_their_bounds() {
        // One tag (5) of 2 bytes whose handler wants 4: must not read past the field.
        let bytes = [1, 5, 2, 0xaa, 0xbb, 0xcc, 0xdd];
        let mut r = Reader::new(&bytes);
        let err = r.tagged_fields(|_, r| r.i32().map(|_| ())).unwrap_err();
        assert_eq!(err.problem, DecodeProblem::Truncated);
        // Unknown tags are skipped, the rest of the frame is untouched.
        let mut r = Reader::new(&bytes);
        r.skip_tagged_fields().unwrap();
        assert_eq!(r.remaining(), 2);
        // A size beyond the frame.
        assert_eq!(
            Reader::new(&[1, 5, 9, 0]).skip_tagged_fields().unwrap_err().problem,
            DecodeProblem::LengthTooLarge
        );
        // A count beyond the frame.
        assert_eq!(
            Reader::new(&[0xff, 0xff, 0xff, 0xff, 0x0f]).skip_tagged_fields().unwrap_err().problem,
            DecodeProblem::LengthTooLarge
        );
    }

    #[test]
    fn long_strings_do_not_fit_short_lengths() {
        let mut w = Writer::new();
        w.string(&"x".repeat(40_000), false);
        assert_eq!(w.finish().unwrap_err(), EncodeProblem::TooLong);
        let mut w = Writer::new();
        w.string(&"x".repeat(40_000), true);
        assert_eq!(w.finish().unwrap().len(), 40_003);
    }

    #[test]
    fn record_pieces_are_kept_apart_only_when_asked() {
        let big = Bytes::from(vec![7u8; 10_000]);
        let records = Records::from_parts(vec![Bytes::from_static(b"head"), big.clone()]);
        let mut w = Writer::new();
        w.nullable_records(Some(&records), true, true);
        w.i8(1);
        let flat = w.finish().unwrap();
        let mut w = Writer::gathering();
        w.nullable_records(Some(&records), true, true);
        w.i8(1);
        let parts = w.finish_parts().unwrap();
        assert_eq!(parts.len(), 3);
        assert_eq!(parts[1].as_ptr(), big.as_ptr());
        assert_eq!(parts.concat(), flat);
        let frame = Bytes::from(flat);
        let mut r = Reader::shared(&frame);
        let back = r.nullable_records(true, true).unwrap().unwrap();
        assert_eq!(back, records);
        assert_eq!(back.parts()[0].as_ptr(), frame[2..].as_ptr());
    }

    proptest! {
        #[test]
        fn varints_round_trip(a in any::<u32>(), b in any::<i32>(), c in any::<i64>()) {
            let mut w = Writer::new();
            w.unsigned_varint(a);
            w.varint(b);
            w.varlong(c);
            let bytes = w.finish().unwrap();
            let mut r = Reader::new(&bytes);
            prop_assert_eq!(r.unsigned_varint().unwrap(), a);
            prop_assert_eq!(r.varint().unwrap(), b);
            prop_assert_eq!(r.varlong().unwrap(), c);
            prop_assert_eq!(r.remaining(), 0);
        }
    }
}
