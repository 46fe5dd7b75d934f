//! Logging.

use std::ffi::c_char;

use super::cstr;
use super::types::RD_KAFKA_DEBUG_CONTEXTS;

/// Returns the words that the property `debug` knows, separated by commas. The string is
/// static.
#[unsafe(no_mangle)]
pub extern "C" fn rd_kafka_get_debug_contexts() -> *const c_char {
    const SIZE: usize = RD_KAFKA_DEBUG_CONTEXTS.len() + 1;
    static TEXT: [u8; SIZE] = cstr::zero_ended(RD_KAFKA_DEBUG_CONTEXTS);
    TEXT.as_ptr().cast()
}
