//! The batch that application threads are filling, one accumulator per partition.

/// Open and full batches that no broker thread has taken yet.
#[derive(Default)]
pub struct Accumulator {}
