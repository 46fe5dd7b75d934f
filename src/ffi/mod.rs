//! The C interface: names, raw pointers, callbacks and errors as C programs know them.
//!
//! The only module that knows C. Each function translates its arguments, calls the Rust
//! interface below and translates the result; it decides nothing itself. Functions run
//! on the caller's thread. Every function body stands in [`guard::guard`].

// The contract of each function stands in its documentation, which becomes the header's:
// pointers are valid or, where it says so, NULL.
#![allow(clippy::missing_safety_doc)]
// Names of functions and parameters are those of the C interface.
#![allow(non_snake_case)]

pub mod conf;
pub mod cstr;
pub mod guard;
pub mod own;
pub mod topic_conf;
pub mod types;

pub mod error;
pub mod headers;
pub mod log;
pub mod memory;
pub mod mock;
pub mod names;
pub mod partitioner;
pub mod topic_partition;
pub mod uuid;
pub mod version;
