//! The embedded mock cluster.
