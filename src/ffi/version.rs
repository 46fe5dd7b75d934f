//! Version of the interface.

use std::ffi::{c_char, c_int};

/// Version of the interface: `0xMMmmrrpp`, major, minor, revision, pre-release (`0xff` for
/// a release).
pub const INTERFACE_VERSION: c_int = 0x0210_00ff;

/// Returns the version of the librdkafka interface that the library provides, in the
/// format of `RD_KAFKA_VERSION`: with that macro, the version compiled against.
#[unsafe(no_mangle)]
pub extern "C" fn rd_kafka_version() -> c_int {
    INTERFACE_VERSION
}

/// Returns the version of the librdkafka interface that the library provides, as text.
/// The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn rd_kafka_version_str() -> *const c_char {
    c"2.16.0".as_ptr()
}
