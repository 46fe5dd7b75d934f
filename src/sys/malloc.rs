//! Memory from malloc(3): for what C code frees with plain free(3), or hands to us so.
//!
//! Runs on any thread. The only failure is lack of memory, which ends the process as it
//! does for every other allocation in Rust.

use std::alloc::{Layout, handle_alloc_error};
use std::ffi::{c_char, c_void};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// Allocates `size` bytes (at least one) that free(3) releases; contents undefined.
pub fn malloc(size: usize) -> NonNull<c_void> {
    // SAFETY: malloc has no preconditions.
    let memory = unsafe { libc::malloc(size.max(1)) };
    match NonNull::new(memory) {
        Some(memory) => memory,
        None => match Layout::from_size_align(size.max(1), 1) {
            Ok(layout) => handle_alloc_error(layout),
            Err(_) => handle_alloc_error(Layout::new::<u8>()),
        },
    }
}

/// A copy of `bytes`.
pub fn duplicate(bytes: &[u8]) -> NonNull<c_void> {
    let memory = malloc(bytes.len());
    // SAFETY: the block was just allocated with room for `bytes`.
    unsafe { memory.as_ptr().cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    memory
}

/// A copy of `text` that ends with a zero byte. Zero bytes inside cut it short for C.
pub fn duplicate_str(text: &str) -> *mut c_char {
    duplicate_bytes_zero_ended(text.as_bytes())
}

/// A copy of `bytes` with a zero byte behind.
pub fn duplicate_bytes_zero_ended(bytes: &[u8]) -> *mut c_char {
    let memory = malloc(bytes.len() + 1).as_ptr().cast::<u8>();
    // SAFETY: the block was just allocated with room for the text and its zero byte.
    unsafe {
        memory.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
        memory.add(bytes.len()).write(0);
    }
    memory.cast()
}

/// Releases a block from malloc(3); NULL does nothing.
///
/// # Safety
/// `memory` is NULL or came from malloc(3) and is not used again.
pub unsafe fn free(memory: *mut c_void) {
    // SAFETY: as the caller promises.
    unsafe { libc::free(memory) }
}

/// A `T` at the start of a block from malloc(3), so that C code may release the bare
/// block with free(3) (what the object owns beyond it is lost then).
pub struct MallocBox<T>(NonNull<T>);

impl<T> MallocBox<T> {
    /// Moves `value` into a block of its own.
    pub fn new(value: T) -> MallocBox<T> {
        const { assert!(align_of::<T>() <= align_of::<libc::max_align_t>()) }
        let memory = malloc(size_of::<T>()).cast::<T>();
        // SAFETY: the block has room for a T and malloc's alignment fits it.
        unsafe { memory.as_ptr().write(value) };
        MallocBox(memory)
    }

    /// Gives the block away.
    pub fn into_raw(this: MallocBox<T>) -> *mut T {
        let pointer = this.0.as_ptr();
        std::mem::forget(this);
        pointer
    }

    /// Takes a block back.
    ///
    /// # Safety
    /// `pointer` came from [`MallocBox::into_raw`] and is not used again.
    pub unsafe fn from_raw(pointer: *mut T) -> MallocBox<T> {
        // SAFETY: into_raw never returns NULL.
        MallocBox(unsafe { NonNull::new_unchecked(pointer) })
    }

    /// Moves the value out and releases the block.
    pub fn into_inner(this: MallocBox<T>) -> T {
        let pointer = MallocBox::into_raw(this);
        // SAFETY: the block holds a T; it is read once and then released.
        unsafe {
            let value = pointer.read();
            libc::free(pointer.cast());
            value
        }
    }
}

impl<T> Deref for MallocBox<T> {
    type Target = T;
    fn deref(&self) -> &T {
        // SAFETY: the block holds a T as long as self lives.
        unsafe { self.0.as_ref() }
    }
}

impl<T> DerefMut for MallocBox<T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: the block holds a T as long as self lives, and self is borrowed alone.
        unsafe { self.0.as_mut() }
    }
}

impl<T> Drop for MallocBox<T> {
    fn drop(&mut self) {
        // SAFETY: the block holds a T that nobody uses any more.
        unsafe {
            self.0.as_ptr().drop_in_place();
            libc::free(self.0.as_ptr().cast());
        }
    }
}

// SAFETY: a MallocBox owns its T as a Box does.
unsafe impl<T: Send> Send for MallocBox<T> {}
// SAFETY: a MallocBox owns its T as a Box does.
unsafe impl<T: Sync> Sync for MallocBox<T> {}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;
    use std::sync::Arc;

    use super::*;

    #[test]
    fn strings_end_with_zero() {
        let copy = duplicate_str("abc");
        // SAFETY: duplicate_str returns a zero-terminated string from malloc.
        unsafe {
            assert_eq!(CStr::from_ptr(copy).to_bytes(), b"abc");
            free(copy.cast());
        }
    }

    #[test]
    fn a_box_drops_its_value_once() {
        let counter = Arc::new(());
        let held = MallocBox::new(counter.clone());
        assert_eq!(Arc::strong_count(&counter), 2);
        drop(held);
        assert_eq!(Arc::strong_count(&counter), 1);
        let moved = MallocBox::into_inner(MallocBox::new(counter.clone()));
        assert_eq!(Arc::strong_count(&counter), 2);
        drop(moved);
        assert_eq!(Arc::strong_count(&counter), 1);
    }
}
