//! Message values that belong to the C application: handed over (`RD_KAFKA_MSG_F_FREE`)
//! or lent until the report (no flag).
//!
//! Created by the C interface, carried through batches, given back in delivery reports;
//! any thread.

use std::ptr::NonNull;

/// A value by its address. As long as [`Payload::accept`] was not called, dropping it
/// does nothing: a refused message leaves the memory with the application.
pub struct Payload {
    data: NonNull<u8>,
    len: usize,
    free: bool,
    accepted: bool,
}

// SAFETY: the memory is only read through `as_slice`, and whoever created the value
// promised that nobody writes to it.
unsafe impl Send for Payload {}
// SAFETY: as above; reading from several threads is fine.
unsafe impl Sync for Payload {}

impl Payload {
    /// The value of `len` bytes at `data`; none if `data` is NULL. With `free` the block
    /// is released with free(3) when the accepted message is gone.
    ///
    /// # Safety
    /// `data` is NULL or readable for `len` bytes, and not written to, until the value is
    /// dropped. With `free` it came from malloc(3), and nobody else releases it once
    /// accepted.
    pub unsafe fn new(data: *mut u8, len: usize, free: bool) -> Option<Payload> {
        NonNull::new(data).map(|data| Payload { data, len, free, accepted: false })
    }

    /// The message is accepted: from here on the block is ours, if it was handed over.
    pub fn accept(&mut self) {
        self.accepted = true;
    }

    /// True if the block was handed over, false if it is lent.
    pub fn is_handed_over(&self) -> bool {
        self.free
    }

    /// The bytes; their address is the one that the application gave.
    pub fn as_slice(&self) -> &[u8] {
        // SAFETY: `new` was promised a readable block of this length.
        unsafe { std::slice::from_raw_parts(self.data.as_ptr(), self.len) }
    }
}

impl AsRef<[u8]> for Payload {
    fn as_ref(&self) -> &[u8] {
        self.as_slice()
    }
}

impl std::fmt::Debug for Payload {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Payload({} bytes, free: {})", self.len, self.free)
    }
}

impl Drop for Payload {
    fn drop(&mut self) {
        if self.free && self.accepted {
            // SAFETY: the block came from malloc and was handed over with the accepted message.
            unsafe { super::malloc::free(self.data.as_ptr().cast()) };
        }
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::Payload;

    /// A malloc'ed copy of `bytes` that is handed over.
    pub fn handed_over(bytes: &[u8]) -> Payload {
        let block = crate::sys::malloc::duplicate(bytes).as_ptr().cast();
        // SAFETY: a fresh block of that length from malloc.
        unsafe { Payload::new(block, bytes.len(), true) }.unwrap()
    }

    /// Frees what [`handed_over`] made and nobody accepted.
    pub fn release(block: *mut u8) {
        // SAFETY: tests pass the address of a refused value, which is still theirs.
        unsafe { crate::sys::malloc::free(block.cast()) };
    }

    /// A lent value.
    pub fn lent(bytes: &'static [u8]) -> Payload {
        // SAFETY: static memory, never written to.
        unsafe { Payload::new(bytes.as_ptr().cast_mut(), bytes.len(), false) }.unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepted_is_freed_refused_is_left() {
        let mut accepted = testing::handed_over(b"abc");
        accepted.accept();
        assert_eq!(accepted.as_slice(), b"abc");
        drop(accepted);
        let refused = testing::handed_over(b"abc");
        let block = refused.as_slice().as_ptr().cast_mut();
        drop(refused);
        // SAFETY: refused, so the block is still ours.
        unsafe { crate::sys::malloc::free(block.cast()) };
        // SAFETY: NULL is allowed.
        assert!(unsafe { Payload::new(std::ptr::null_mut(), 3, true) }.is_none());
    }
}
