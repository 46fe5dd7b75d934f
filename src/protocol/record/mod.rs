//! Record batches, magic 2 (KIP-98), and the messages of before Kafka 0.11, magic 0 and
//! 1 (read only): by hand, in place.
//!
//! Pure functions over bytes; thread-local codec contexts are the only state. A batch
//! is a header of [`BATCH_HEADER_SIZE`] bytes and a body: records one after another,
//! compressed as a whole when the attributes name a codec. Who consumes reads all three
//! alike through [`FetchedBatches`].

mod batch;
mod compression;
mod encode;
mod fetched;
mod legacy;
#[cfg(test)]
mod legacy_tests;
mod read;
#[cfg(test)]
mod tests;

pub use batch::{Attributes, BATCH_HEADER_SIZE, BatchHeader};
pub use compression::{Codec, CompressError, compress, decompress};
pub use encode::{NoHeaders, RecordFields, RecordLayout};
pub use fetched::{
    FetchedBatch, FetchedBatches, FetchedRecord, FetchedRecords, RecordCursor, RecordsIter, TimestampType,
};
pub use read::{Headers, Record, RecordBatch, RecordBatchReader, RecordIter};
