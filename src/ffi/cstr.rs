//! Strings across the boundary: in, out, and into buffers of the caller.
//!
//! Runs on the caller's thread.

use std::cell::{Cell, UnsafeCell};
use std::ffi::{CStr, CString, c_char};

/// The bytes of a C string, without its zero byte; `None` for NULL.
///
/// # Safety
/// `text` is NULL or ends with a zero byte and stays unchanged for `'a`.
pub unsafe fn bytes<'a>(text: *const c_char) -> Option<&'a [u8]> {
    // SAFETY: as the caller promises.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_bytes())
}

/// A C string as text; `None` for NULL and for what is not UTF-8.
///
/// # Safety
/// As [`bytes`].
pub unsafe fn utf8<'a>(text: *const c_char) -> Option<&'a str> {
    // SAFETY: as the caller promises.
    unsafe { bytes(text) }.and_then(|bytes| std::str::from_utf8(bytes).ok())
}

/// A C string as text, with U+FFFD for what is not UTF-8; `None` for NULL.
///
/// # Safety
/// As [`bytes`].
pub unsafe fn lossy(text: *const c_char) -> Option<String> {
    // SAFETY: as the caller promises.
    unsafe { bytes(text) }.map(|bytes| String::from_utf8_lossy(bytes).into_owned())
}

/// A copy of `text` for C, up to its first zero byte.
pub fn c_text(text: &str) -> CString {
    let bytes: Vec<u8> = text.bytes().take_while(|&byte| byte != 0).collect();
    CString::new(bytes).unwrap_or_default()
}

/// `text` with a zero byte behind it; `N` is one more than its length.
pub const fn zero_ended<const N: usize>(text: &str) -> [u8; N] {
    assert!(text.len() + 1 == N);
    let mut bytes = [0; N];
    let mut i = 0;
    while i < text.len() {
        bytes[i] = text.as_bytes()[i];
        i += 1;
    }
    bytes
}

/// A buffer for a text that the caller provides (`errstr`, `errstr_size`).
#[derive(Clone, Copy)]
pub struct ErrStr {
    start: *mut c_char,
    size: usize,
}

impl ErrStr {
    /// The buffer at `start`; NULL or size 0 mean that no text is wanted.
    ///
    /// # Safety
    /// `start` is NULL or has room for `size` bytes as long as the value is used.
    pub unsafe fn new(start: *mut c_char, size: usize) -> ErrStr {
        ErrStr { start, size: if start.is_null() { 0 } else { size } }
    }

    /// Writes `text`, cut to fit (never inside a character), with its zero byte.
    pub fn write(self, text: &str) {
        if self.size == 0 {
            return;
        }
        let mut length = text.len().min(self.size - 1);
        while !text.is_char_boundary(length) {
            length -= 1;
        }
        // SAFETY: the buffer has room for size bytes, and length is less than that.
        unsafe {
            self.start.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), length);
            self.start.add(length).write(0);
        }
    }

    /// Writes the empty text.
    pub fn clear(self) {
        self.write("");
    }
}

const RING_TEXTS: usize = 8;
const RING_TEXT_SIZE: usize = 64;

thread_local! {
    // No destructor: usable while a thread's other storage is being torn down.
    static RING: Ring = const {
        Ring { next: Cell::new(0), texts: [const { UnsafeCell::new([0; RING_TEXT_SIZE]) }; RING_TEXTS] }
    };
}

struct Ring {
    next: Cell<usize>,
    texts: [UnsafeCell<[u8; RING_TEXT_SIZE]>; RING_TEXTS],
}

/// Keeps a short text for the calling thread and returns it as a C string: valid until
/// the thread's eighth such call from now, or its end. For names of unknown codes.
pub fn thread_text(text: &str) -> *const c_char {
    RING.with(|ring| {
        let index = ring.next.get();
        ring.next.set((index + 1) % RING_TEXTS);
        let start = ring.texts[index].get().cast::<c_char>();
        // SAFETY: the slot has RING_TEXT_SIZE bytes and only this thread writes to it.
        unsafe { ErrStr::new(start, RING_TEXT_SIZE) }.write(text);
        start.cast_const()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_to_the_buffer() {
        let mut buffer = [1 as c_char; 6];
        // SAFETY: the size is the buffer's.
        let errstr = unsafe { ErrStr::new(buffer.as_mut_ptr(), 4) };
        errstr.write("abcdef");
        assert_eq!(buffer, [97, 98, 99, 0, 1, 1]);
        errstr.write("ab\u{e9}");
        assert_eq!(buffer[..4], [97, 98, 0, 0]);
        errstr.clear();
        assert_eq!(buffer[0], 0);
        // SAFETY: nothing is written through NULL or with size 0.
        unsafe {
            ErrStr::new(std::ptr::null_mut(), 10).write("x");
            ErrStr::new(buffer.as_mut_ptr(), 0).write("x");
        }
        assert_eq!(buffer[0], 0);
    }

    #[test]
    fn thread_texts_stay_a_while() {
        let first = thread_text("one");
        for _ in 0..RING_TEXTS - 1 {
            thread_text("other");
        }
        // SAFETY: thread_text returns a zero-terminated string of this thread.
        assert_eq!(unsafe { CStr::from_ptr(first) }.to_bytes(), b"one");
    }
}
