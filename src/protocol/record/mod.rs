//! Record batches, magic 2 (KIP-98): written and read by hand, in place.
//!
//! Pure functions over bytes; thread-local codec contexts are the only state. A batch
//! is a header of [`BATCH_HEADER_SIZE`] bytes and a body: records one after another,
//! compressed as a whole when the attributes name a codec.

mod batch;
mod compression;
mod encode;
mod read;
#[cfg(test)]
mod tests;

pub use batch::{Attributes, BATCH_HEADER_SIZE, BatchHeader};
pub use compression::{Codec, CompressError, compress, decompress};
pub use encode::{NoHeaders, RecordFields, RecordLayout};
pub use read::{Headers, Record, RecordBatch, RecordBatchReader, RecordIter};
