//! The codecs of record batches.
//!
//! Contexts of snappy and zstd are kept per thread; nothing else is shared.

use crate::protocol::wire::{DecodeError, DecodeProblem};
use std::cell::RefCell;
use std::io::{Read, Write};
use zstd::zstd_safe;

/// How the body of a batch is compressed. The values are the ids on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Codec {
    /// Not at all.
    None = 0,
    /// Deflate in a gzip envelope; levels 0-9, default 6.
    Gzip = 1,
    /// Snappy: written as one raw block, read in the framing of snappy-java too; no levels.
    Snappy = 2,
    /// LZ4 frame; levels 0-12, default 0.
    Lz4 = 3,
    /// Zstandard frame (KIP-110); levels 1-22, default 3.
    Zstd = 4,
}

/// A codec failed on its side: memory, or input too large for it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{codec:?} compression failed: {reason}")]
pub struct CompressError {
    /// The codec.
    pub codec: Codec,
    /// The library's words.
    pub reason: String,
}

impl Codec {
    /// The codec with this id.
    pub fn from_id(id: i16) -> Option<Codec> {
        [Codec::None, Codec::Gzip, Codec::Snappy, Codec::Lz4, Codec::Zstd].into_iter().find(|c| c.id() == id)
    }

    /// The id on the wire.
    pub fn id(self) -> i16 {
        self as i16
    }

    /// The word of the property `compression.codec`.
    pub fn name(self) -> &'static str {
        match self {
            Codec::None => "none",
            Codec::Gzip => "gzip",
            Codec::Snappy => "snappy",
            Codec::Lz4 => "lz4",
            Codec::Zstd => "zstd",
        }
    }

    /// Moves `level` into the range of the codec; -1 is its default.
    fn level(self, level: i32) -> i32 {
        let (low, high, default) = match self {
            Codec::Gzip => (0, 9, 6),
            Codec::Lz4 => (0, 12, 0),
            Codec::Zstd => (1, 22, 3),
            Codec::None | Codec::Snappy => return 0,
        };
        if level == -1 { default } else { level.clamp(low, high) }
    }
}

/// How the framing of snappy-java starts; two version numbers follow, then blocks.
const XERIAL_MAGIC: &[u8] = b"\x82SNAPPY\0";
const XERIAL_HEADER_SIZE: usize = 16;

thread_local! {
    static SNAPPY: RefCell<snap::raw::Encoder> = RefCell::new(snap::raw::Encoder::new());
    static ZSTD_COMPRESS: RefCell<Option<zstd_safe::CCtx<'static>>> = const { RefCell::new(None) };
    static ZSTD_DECOMPRESS: RefCell<Option<zstd_safe::DCtx<'static>>> = const { RefCell::new(None) };
}

/// Appends `input`, compressed, to `out`. A `level` outside the codec's range counts
/// as its nearest end, -1 as its default.
///
/// # Errors
/// When the codec can not; `out` then has unspecified bytes behind its old content.
pub fn compress(codec: Codec, level: i32, input: &[u8], out: &mut Vec<u8>) -> Result<(), CompressError> {
    let level = codec.level(level);
    let outcome = match codec {
        Codec::None => {
            out.extend_from_slice(input);
            Ok(())
        }
        Codec::Gzip => gzip_compress(level as u32, input, out).map_err(|e| e.to_string()),
        Codec::Snappy => snappy_compress(input, out).map_err(|e| e.to_string()),
        Codec::Lz4 => lz4_compress(level as u32, input, out).map_err(|e| e.to_string()),
        Codec::Zstd => zstd_compress(level, input, out),
    };
    outcome.map_err(|reason| CompressError { codec, reason })
}

/// Decompresses `input`, at most `limit` bytes.
///
/// # Errors
/// [`DecodeProblem::CorruptCompression`], or [`DecodeProblem::DecompressedTooLarge`].
pub fn decompress(codec: Codec, input: &[u8], limit: usize) -> Result<Vec<u8>, DecodeError> {
    let outcome = match codec {
        Codec::None if input.len() > limit => Err(DecodeProblem::DecompressedTooLarge),
        Codec::None => Ok(input.to_vec()),
        Codec::Gzip => read_bounded(flate2::read::MultiGzDecoder::new(input), input.len(), limit),
        Codec::Snappy => snappy_decompress(input, limit),
        Codec::Lz4 => lz4_decompress(input, limit),
        Codec::Zstd => zstd_decompress(input, limit),
    };
    outcome.map_err(|problem| DecodeError::new(problem, 0))
}

/// [`decompress`] for messages of magic 0 and 1. Clients of that time put a checksum
/// into the LZ4 frame header that covers the frame's magic number too; whichever stands
/// there is replaced by the right one: the message has a checksum of its own.
///
/// # Errors
/// As [`decompress`].
pub(super) fn decompress_old(codec: Codec, input: &[u8], limit: usize) -> Result<Vec<u8>, DecodeError> {
    if codec != Codec::Lz4 {
        return decompress(codec, input, limit);
    }
    let outcome = match lz4_header(input) {
        Some((header, len)) => lz4_frame(header[..len].chain(&input[len..]), input.len(), limit),
        None => Err(DecodeProblem::CorruptCompression),
    };
    outcome.map_err(|problem| DecodeError::new(problem, 0))
}

/// Reads to the end, starting with room for four times the input.
fn read_bounded(reader: impl Read, input_len: usize, limit: usize) -> Result<Vec<u8>, DecodeProblem> {
    let mut out = Vec::with_capacity(input_len.saturating_mul(4).min(limit));
    reader
        .take((limit as u64).saturating_add(1))
        .read_to_end(&mut out)
        .map_err(|_| DecodeProblem::CorruptCompression)?;
    if out.len() > limit { Err(DecodeProblem::DecompressedTooLarge) } else { Ok(out) }
}

fn gzip_compress(level: u32, input: &[u8], out: &mut Vec<u8>) -> std::io::Result<()> {
    let mut encoder = flate2::write::GzEncoder::new(out, flate2::Compression::new(level));
    encoder.write_all(input)?;
    encoder.finish()?;
    Ok(())
}

/// One raw block, as librdkafka writes it; the Java client reads both forms.
fn snappy_compress(input: &[u8], out: &mut Vec<u8>) -> Result<(), snap::Error> {
    SNAPPY.with_borrow_mut(|encoder| {
        let at = out.len();
        out.resize(at + snap::raw::max_compress_len(input.len()), 0);
        let len = encoder.compress(input, &mut out[at..])?;
        out.truncate(at + len);
        Ok(())
    })
}

fn snappy_decompress(input: &[u8], limit: usize) -> Result<Vec<u8>, DecodeProblem> {
    let mut out = Vec::new();
    if !input.starts_with(XERIAL_MAGIC) {
        snappy_block(input, limit, &mut out)?;
        return Ok(out);
    }
    let mut rest = input;
    while !rest.is_empty() {
        // Once in front, and again where a writer joined streams.
        if rest.starts_with(XERIAL_MAGIC) {
            rest = rest.get(XERIAL_HEADER_SIZE..).ok_or(DecodeProblem::CorruptCompression)?;
            continue;
        }
        let (len, data) = rest.split_first_chunk::<4>().ok_or(DecodeProblem::CorruptCompression)?;
        let len = usize::try_from(i32::from_be_bytes(*len)).map_err(|_| DecodeProblem::CorruptCompression)?;
        let block = data.get(..len).ok_or(DecodeProblem::CorruptCompression)?;
        snappy_block(block, limit, &mut out)?;
        rest = &data[len..];
    }
    Ok(out)
}

/// Appends one raw block. Snappy copies at most 64 bytes per 2 bytes of input, so a
/// block that claims more is corrupt: known before its memory is asked for.
fn snappy_block(block: &[u8], limit: usize, out: &mut Vec<u8>) -> Result<(), DecodeProblem> {
    let len = snap::raw::decompress_len(block).map_err(|_| DecodeProblem::CorruptCompression)?;
    if len / 32 > block.len() {
        return Err(DecodeProblem::CorruptCompression);
    }
    let at = out.len();
    if len > limit - at {
        return Err(DecodeProblem::DecompressedTooLarge);
    }
    out.resize(at + len, 0);
    match snap::raw::Decoder::new().decompress(block, &mut out[at..]) {
        Ok(written) if written == len => Ok(()),
        _ => Err(DecodeProblem::CorruptCompression),
    }
}

fn lz4_compress(level: u32, input: &[u8], out: &mut Vec<u8>) -> std::io::Result<()> {
    // Kafka's own reader knows independent blocks only.
    let mut encoder = lz4::EncoderBuilder::new()
        .level(level)
        .block_mode(lz4::BlockMode::Independent)
        .block_size(lz4::BlockSize::Max64KB)
        .block_checksum(lz4::liblz4::BlockChecksum::NoBlockChecksum)
        .checksum(lz4::ContentChecksum::NoChecksum)
        .build(out)?;
    encoder.write_all(input)?;
    encoder.finish().1
}

fn lz4_decompress(input: &[u8], limit: usize) -> Result<Vec<u8>, DecodeProblem> {
    lz4_frame(input, input.len(), limit)
}

fn lz4_frame(input: impl Read, input_len: usize, limit: usize) -> Result<Vec<u8>, DecodeProblem> {
    let mut decoder = lz4::Decoder::new(input).map_err(|_| DecodeProblem::CorruptCompression)?;
    let out = read_bounded(&mut decoder, input_len, limit)?;
    match decoder.finish() {
        (_, Ok(())) => Ok(out),
        // The end of input is not the end of the frame.
        (_, Err(_)) => Err(DecodeProblem::CorruptCompression),
    }
}

/// Largest header of an LZ4 frame: magic number, two bytes of flags, content size,
/// dictionary id, checksum.
const LZ4_HEADER_MAX: usize = 19;

/// The header of the LZ4 frame in `input` with the right checksum, and its size.
fn lz4_header(input: &[u8]) -> Option<([u8; LZ4_HEADER_MAX], usize)> {
    let flags = *input.get(4)?;
    let content_size = if flags & 0x08 != 0 { 8 } else { 0 };
    let dictionary_id = if flags & 0x01 != 0 { 4 } else { 0 };
    let len = 7 + content_size + dictionary_id;
    let mut header = [0; LZ4_HEADER_MAX];
    header[..len].copy_from_slice(input.get(..len)?);
    header[len - 1] = (xxh32_short(&header[4..len - 1]) >> 8) as u8;
    Some((header, len))
}

/// XXH32 with seed 0 of less than 16 bytes; liblz4 keeps its own to itself.
fn xxh32_short(input: &[u8]) -> u32 {
    const PRIMES: [u32; 5] = [0x9e37_79b1, 0x85eb_ca77, 0xc2b2_ae3d, 0x27d4_eb2f, 0x1656_67b1];
    let mut hash = PRIMES[4].wrapping_add(input.len() as u32);
    let (lanes, rest) = input.as_chunks::<4>();
    for lane in lanes {
        hash = hash.wrapping_add(u32::from_le_bytes(*lane).wrapping_mul(PRIMES[2]));
        hash = hash.rotate_left(17).wrapping_mul(PRIMES[3]);
    }
    for &byte in rest {
        hash = hash.wrapping_add(u32::from(byte).wrapping_mul(PRIMES[4]));
        hash = hash.rotate_left(11).wrapping_mul(PRIMES[0]);
    }
    hash = (hash ^ (hash >> 15)).wrapping_mul(PRIMES[1]);
    hash = (hash ^ (hash >> 13)).wrapping_mul(PRIMES[2]);
    hash ^ (hash >> 16)
}

fn zstd_compress(level: i32, input: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
    ZSTD_COMPRESS.with_borrow_mut(|context| {
        if context.is_none() {
            *context = zstd_safe::CCtx::try_create();
        }
        let context = context.as_mut().ok_or("no memory for a context")?;
        let at = out.len();
        out.resize(at + zstd_safe::compress_bound(input.len()), 0);
        match context.compress(&mut out[at..], input, level) {
            Ok(len) => {
                out.truncate(at + len);
                Ok(())
            }
            Err(code) => Err(zstd_safe::get_error_name(code).to_owned()),
        }
    })
}

fn zstd_decompress(input: &[u8], limit: usize) -> Result<Vec<u8>, DecodeProblem> {
    ZSTD_DECOMPRESS.with_borrow_mut(|context| {
        if context.is_none() {
            *context = zstd_safe::DCtx::try_create();
        }
        let context = context.as_mut().ok_or(DecodeProblem::CorruptCompression)?;
        let outcome = zstd_stream(context, input, limit);
        if outcome.is_err() {
            // Whatever state it is in now, the next batch deserves a fresh one.
            let _ = context.reset(zstd_safe::ResetDirective::SessionOnly);
        }
        outcome
    })
}

fn zstd_stream(
    context: &mut zstd_safe::DCtx<'static>,
    input: &[u8],
    limit: usize,
) -> Result<Vec<u8>, DecodeProblem> {
    const CORRUPT: DecodeProblem = DecodeProblem::CorruptCompression;
    // The size in the frame is only a claim: start small where it is far from the input.
    let plausible = input.len().saturating_mul(32).max(64 * 1024);
    let claimed = match zstd_safe::get_frame_content_size(input) {
        Ok(Some(size)) => usize::try_from(size).unwrap_or(usize::MAX),
        Ok(None) => input.len().saturating_mul(4),
        Err(_) => return Err(CORRUPT),
    };
    // One byte more than allowed, to see whether there is more.
    let ceiling = limit.saturating_add(1);
    let mut out: Vec<u8> = Vec::with_capacity(claimed.min(plausible).min(ceiling));
    let mut source = zstd_safe::InBuffer::around(input);
    loop {
        let (at, consumed) = (out.len(), source.pos());
        let mut target = zstd_safe::OutBuffer::around_pos(&mut out, at);
        let hint = context.decompress_stream(&mut target, &mut source).map_err(|_| CORRUPT)?;
        if out.len() > limit {
            return Err(DecodeProblem::DecompressedTooLarge);
        }
        if source.pos() == input.len() && hint == 0 {
            return Ok(out);
        }
        if out.len() == out.capacity() {
            out.reserve_exact(out.len().max(4096).min(ceiling - out.len()));
        } else if out.len() == at && source.pos() == consumed {
            // Room, but no progress: the input ends inside a frame.
            return Err(CORRUPT);
        }
    }
}
