//! 128 bit identifiers.

use std::ffi::{CString, c_char};

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;

use super::guard::guard;
use super::own::{self, Handle, OwnedBox};
use super::types::{rd_kafka_Uuid_s, rd_kafka_Uuid_t};

/// What `rd_kafka_Uuid_t` points to.
pub struct Uuid {
    most_significant: i64,
    least_significant: i64,
    base64: CString,
}

impl Uuid {
    /// The identifier with these halves.
    pub fn new(most_significant: i64, least_significant: i64) -> Uuid {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&most_significant.to_be_bytes());
        bytes[8..].copy_from_slice(&least_significant.to_be_bytes());
        let base64 = CString::new(STANDARD_NO_PAD.encode(bytes)).unwrap_or_default();
        Uuid { most_significant, least_significant, base64 }
    }
}

// SAFETY: pointers to identifiers come from `give_box`, or `lend` for those inside of
// other objects.
unsafe impl Handle for rd_kafka_Uuid_s {
    type Inner = Uuid;
    type Ownership = OwnedBox;
}

/// Makes an identifier of its upper and lower 64 bits; to be destroyed with
/// `rd_kafka_Uuid_destroy()`.
#[unsafe(no_mangle)]
pub extern "C" fn rd_kafka_Uuid_new(
    most_significant_bits: i64,
    least_significant_bits: i64,
) -> *mut rd_kafka_Uuid_t {
    guard("rd_kafka_Uuid_new", std::ptr::null_mut(), || {
        own::give_box(Box::new(Uuid::new(most_significant_bits, least_significant_bits)))
    })
}

/// Returns a copy of `uuid`, to be destroyed with `rd_kafka_Uuid_destroy()`; NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_Uuid_copy(uuid: *const rd_kafka_Uuid_t) -> *mut rd_kafka_Uuid_t {
    guard("rd_kafka_Uuid_copy", std::ptr::null_mut(), || {
        // SAFETY: the identifier is NULL or alive.
        match unsafe { own::borrow(uuid) } {
            Some(uuid) => own::give_box(Box::new(Uuid::new(uuid.most_significant, uuid.least_significant))),
            None => std::ptr::null_mut(),
        }
    })
}

/// Destroys an identifier; NULL does nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_Uuid_destroy(uuid: *mut rd_kafka_Uuid_t) {
    guard("rd_kafka_Uuid_destroy", (), || {
        // SAFETY: the caller owns the identifier and gives it up.
        drop(unsafe { own::take_box(uuid) });
    });
}

/// Returns `uuid` in base64 without padding (22 characters), NULL for NULL. The string
/// lives as long as the object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_Uuid_base64str(uuid: *const rd_kafka_Uuid_t) -> *const c_char {
    // SAFETY: the identifier is NULL or alive.
    unsafe { own::borrow(uuid) }.map_or(std::ptr::null(), |uuid| uuid.base64.as_ptr())
}

/// Returns the lower 64 bits of `uuid`, 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_Uuid_least_significant_bits(uuid: *const rd_kafka_Uuid_t) -> i64 {
    // SAFETY: the identifier is NULL or alive.
    unsafe { own::borrow(uuid) }.map_or(0, |uuid| uuid.least_significant)
}

/// Returns the upper 64 bits of `uuid`, 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_Uuid_most_significant_bits(uuid: *const rd_kafka_Uuid_t) -> i64 {
    // SAFETY: the identifier is NULL or alive.
    unsafe { own::borrow(uuid) }.map_or(0, |uuid| uuid.most_significant)
}
