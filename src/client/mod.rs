//! The handle: threads, main core, broker directory, termination.

#![allow(dead_code)] // the main core that uses all this follows

mod directory;
mod effects;
mod lookups;
mod routes;
