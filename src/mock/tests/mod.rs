//! Tests of the core: requests in, replies out; and of the sockets around it.

mod fetch;
mod listener;
mod metadata;
mod others;
mod produce;
