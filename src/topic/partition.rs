//! One partition as all threads of the handle share it.

use super::Accumulator;
use std::sync::{Arc, Mutex};

/// A partition: identity and the accumulator (K3) that application threads fill.
/// What works on the partition (see [`crate::producer::PartitionSender`]) is a
/// separate value with one owner.
pub struct Partition {
    /// Topic name.
    pub topic: Arc<str>,
    /// Partition id, -1 for messages whose partition is not decided yet.
    pub id: i32,
    /// Lock level K3.
    pub accumulator: Mutex<Accumulator>,
}
