//! Tests of `src/protocol` that need more than the library's own tests should depend
//! on: a second implementation of the wire format, and (in `tests/`) a counting
//! allocator.
//!
//! `cargo test -p rdkafka-protocol-oracle`

#![cfg(test)]
#![allow(dead_code, unused_imports)]

mod oracle;
#[path = "../../../src/protocol/mod.rs"]
mod protocol;
