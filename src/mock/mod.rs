//! The embedded mock cluster: brokers on loopback that store what is produced and
//! fail on command.
//!
//! [`core::MockCore`] is the state (sans-I/O), [`control`] what tests do to it,
//! [`api`] what clients do to it; [`listener`] drives it on the thread `rdk:mock`,
//! and [`MockCluster`] is the handle that other threads use.

pub mod api;
pub mod cluster;
pub mod console;
pub mod control;
pub mod core;
pub mod error_stack;
pub mod listener;
pub mod partition_log;
pub mod producer_state;
pub mod records;
pub mod topic;

pub use cluster::MockCluster;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
