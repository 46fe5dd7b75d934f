//! The C interface: names, raw pointers, callbacks and errors as C programs know them.
//!
//! The only module that knows C. Each function translates its arguments, calls the Rust
//! interface below and translates the result; it decides nothing itself. Functions run
//! on the caller's thread. Bodies that do more than read a field stand in [`guard::guard`].

// The contract of each function stands in its documentation, which becomes the header's:
// pointers are valid or, where it says so, NULL.
#![allow(clippy::missing_safety_doc)]
// Names of functions and parameters are those of the C interface.
#![allow(non_snake_case)]

pub mod conf;
pub mod cstr;
pub mod guard;
mod hooks;
pub mod own;
mod serve;
pub mod topic_conf;
pub mod types;

pub mod error;
pub mod event;
pub mod group_metadata;
pub mod handle;
pub mod headers;
pub mod interceptor;
pub mod log;
pub mod memory;
pub mod message;
pub mod metadata;
pub mod mock;
pub mod names;
pub mod offsets;
pub mod partitioner;
pub mod producer;
pub mod queue;
pub mod topic;
pub mod topic_partition;
pub mod unittest;
pub mod uuid;
pub mod version;

#[cfg(test)]
mod tests;
