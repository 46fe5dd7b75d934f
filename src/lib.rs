//! librdkafka rewritten in Rust: a safe core under the C interface of librdkafka.
//!
//! Modules stand in layer order: each may use the ones above it, never the ones
//! below. `unsafe` is allowed in [`sys`] and [`ffi`] only. See ARCHITECTURE.md.

#![deny(unsafe_code)]

/// Release of librdkafka whose C interface this library provides.
pub const INTERFACE_VERSION: &str = "2.16.0";

pub mod error;

pub mod base;

#[allow(unsafe_code)]
pub mod sys;

pub mod protocol;

pub mod conf;

pub mod queue;

pub mod topic;

pub mod producer;

pub mod metadata;

pub mod consumer;

pub mod ops;

pub mod broker;

pub mod stats;

pub mod mock;

pub mod client;

pub mod selftest;

#[allow(unsafe_code, non_camel_case_types)]
pub mod ffi;
