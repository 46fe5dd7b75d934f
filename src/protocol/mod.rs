//! The wire format of Kafka: primitives, messages, record batches.

/// A Kafka API, by its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ApiKey(pub i16);

/// Builds a message body.
#[derive(Default)]
pub struct Writer(Vec<u8>);

/// A message body that can be written and read.
pub trait Message: Sized {
    /// Appends the body at `version`.
    fn encode(&self, w: &mut Writer, version: i16);
}
