//! The handle: threads, main core, broker directory, termination.

mod directory;
mod effects;
mod lookups;
mod routes;
