//! Bytes of a connection to frames and back. No I/O of its own: the caller says how
//! to read and write.

use bytes::{Buf, Bytes, BytesMut};
use std::collections::VecDeque;
use std::io::{self, IoSlice};

/// How much is read at once.
const READ_BYTES: usize = 64 * 1024;
/// Pieces handed to one write.
const WRITE_PIECES: usize = 64;

/// Cuts a stream of bytes into response frames.
pub struct FrameReader {
    buf: BytesMut,
    max: usize,
}

impl FrameReader {
    /// Accepts frames of up to `max` bytes (`receive.message.max.bytes`).
    pub fn new(max: usize) -> FrameReader {
        FrameReader { buf: BytesMut::new(), max }
    }

    /// Where to append what is read; has room.
    pub fn buffer(&mut self) -> &mut BytesMut {
        let wanted = self.missing().max(READ_BYTES / 4);
        if self.buf.capacity() - self.buf.len() < wanted.min(READ_BYTES) {
            self.buf.reserve(wanted.max(READ_BYTES));
        }
        &mut self.buf
    }

    /// Bytes that the frame in the making still lacks.
    fn missing(&self) -> usize {
        match self.announced() {
            Some(size) if size >= 0 && size as usize <= self.max => {
                (size as usize + 4).saturating_sub(self.buf.len())
            }
            _ => 0,
        }
    }

    fn announced(&self) -> Option<i32> {
        self.buf.first_chunk::<4>().map(|size| i32::from_be_bytes(*size))
    }

    /// The next whole frame, without its length and without a copy.
    ///
    /// # Errors
    /// The announced size, when no frame can have it.
    pub fn next_frame(&mut self) -> Result<Option<Bytes>, i32> {
        let Some(size) = self.announced() else { return Ok(None) };
        if size < 0 || size as usize > self.max {
            return Err(size);
        }
        if self.buf.len() < size as usize + 4 {
            return Ok(None);
        }
        self.buf.advance(4);
        Ok(Some(self.buf.split_to(size as usize).freeze()))
    }
}

/// Frames that wait for the socket, in order.
#[derive(Default)]
pub struct WriteQueue {
    /// Pieces that are left of each frame.
    frames: VecDeque<VecDeque<Bytes>>,
}

impl WriteQueue {
    /// Appends a frame.
    pub fn push(&mut self, frame: Vec<Bytes>) {
        self.frames.push_back(frame.into());
    }

    /// True if everything was written.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// Writes as much as `write` takes; returns how many frames were completed.
    ///
    /// # Errors
    /// Those of `write`, but `WouldBlock`.
    pub fn flush(&mut self, mut write: impl FnMut(&[IoSlice<'_>]) -> io::Result<usize>) -> io::Result<usize> {
        let mut completed = 0;
        while !self.frames.is_empty() {
            let pieces = self.frames.iter().flatten().take(WRITE_PIECES);
            let slices: Vec<IoSlice<'_>> = pieces.map(|piece| IoSlice::new(piece)).collect();
            let wanted: usize = slices.iter().map(|slice| slice.len()).sum();
            let written = match write(&slices) {
                Ok(written) => written,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                // What was completed before is lost with the connection anyway.
                Err(error) => return Err(error),
            };
            if written == 0 && wanted > 0 {
                return Err(io::ErrorKind::WriteZero.into());
            }
            completed += self.advance(written);
        }
        Ok(completed)
    }

    /// Takes `written` bytes off the front.
    fn advance(&mut self, mut written: usize) -> usize {
        let mut completed = 0;
        while let Some(frame) = self.frames.front_mut() {
            while let Some(piece) = frame.front_mut()
                && piece.len() <= written
            {
                written -= piece.len();
                frame.pop_front();
            }
            match frame.front_mut() {
                Some(piece) => {
                    piece.advance(written);
                    break;
                }
                None => {
                    self.frames.pop_front();
                    completed += 1;
                }
            }
        }
        completed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn impossible_sizes_are_refused_before_memory_is_asked_for() {
        for size in [-1, i32::MIN, 1001, i32::MAX] {
            let mut reader = FrameReader::new(1000);
            reader.buffer().extend_from_slice(&size.to_be_bytes());
            assert_eq!(reader.next_frame(), Err(size));
            assert!(reader.buffer().capacity() <= 2 * READ_BYTES);
        }
        let mut reader = FrameReader::new(1000);
        reader.buffer().extend_from_slice(&[0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(reader.next_frame(), Ok(Some(Bytes::new())));
        assert_eq!(reader.next_frame(), Ok(None));
    }

    proptest! {
        #[test]
        fn frames_survive_any_cutting(
            frames in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..300), 0..12),
            cuts in proptest::collection::vec(1usize..90, 1..50),
        ) {
            let mut stream = Vec::new();
            let mut queue = WriteQueue::default();
            for frame in &frames {
                let whole = Bytes::from([&(frame.len() as i32).to_be_bytes()[..], frame].concat());
                // In pieces, an empty one among them.
                let at = whole.len() / 3;
                queue.push(vec![whole.slice(..at), Bytes::new(), whole.slice(at..)]);
            }
            let mut turns = cuts.iter().cycle();
            let mut completed = 0;
            while !queue.is_empty() {
                let mut budget = *turns.next().unwrap();
                completed += queue.flush(|slices| {
                    if budget == 0 {
                        return Err(io::ErrorKind::WouldBlock.into());
                    }
                    let flat: Vec<u8> = slices.iter().flat_map(|s| s.iter().copied()).collect();
                    let n = flat.len().min(budget);
                    budget -= n;
                    stream.extend_from_slice(&flat[..n]);
                    Ok(n)
                }).unwrap();
            }
            prop_assert_eq!(completed, frames.len());
            let mut reader = FrameReader::new(300);
            let (mut got, mut rest) = (Vec::new(), &stream[..]);
            while !rest.is_empty() {
                let n = (*turns.next().unwrap()).min(rest.len());
                reader.buffer().extend_from_slice(&rest[..n]);
                rest = &rest[n..];
                while let Some(frame) = reader.next_frame().unwrap() {
                    got.push(frame.to_vec());
                }
            }
            prop_assert_eq!(got, frames);
        }
    }
}
