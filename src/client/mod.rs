//! The handle: threads, main core, broker directory, termination.
