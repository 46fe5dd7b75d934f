//! Tests of the core without sockets: requests in, replies out.

mod fetch;
mod metadata;
mod others;
mod produce;
