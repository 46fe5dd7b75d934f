//! The embedded mock cluster: brokers on loopback that store what is produced and
//! fail on command.
//!
//! [`core::MockCore`] is the state (sans-I/O), [`control`] what tests do to it,
//! [`api`] what clients do to it. All of it runs on the thread `rdk:mock`.

pub mod api;
pub mod batch;
pub mod control;
pub mod core;
pub mod error_stack;
pub mod partition_log;
pub mod producer_state;
pub mod topic;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
