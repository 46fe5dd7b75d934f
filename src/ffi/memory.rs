//! Memory that the library and the application pass to each other.

use std::ffi::c_void;

use super::types::rd_kafka_t;

/// Allocates zeroed memory for `num` objects of `size` bytes with the allocator that the
/// library uses towards the application, calloc(3). `rk` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mem_calloc(_rk: *mut rd_kafka_t, num: usize, size: usize) -> *mut c_void {
    // SAFETY: calloc has no preconditions.
    unsafe { libc::calloc(num, size) }
}

/// Allocates `size` bytes with the allocator that the library uses towards the
/// application, malloc(3). `rk` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mem_malloc(_rk: *mut rd_kafka_t, size: usize) -> *mut c_void {
    // SAFETY: malloc has no preconditions.
    unsafe { libc::malloc(size) }
}

/// Frees memory that a function of this library returned and for which it has no other
/// function. `rk` may be NULL, so may `ptr`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_mem_free(_rk: *mut rd_kafka_t, ptr: *mut c_void) {
    // SAFETY: the memory came from malloc and the caller gives it up.
    unsafe { libc::free(ptr) }
}
