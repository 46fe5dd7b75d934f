//! The handle: threads, main core, broker directory, termination.
#![allow(dead_code)] // until the threads that drive the core are here

mod core;
mod directory;
mod effects;
mod fatal;
mod logger;
mod lookups;
mod routes;
