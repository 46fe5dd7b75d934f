//! The wire format of Kafka: primitives, api table, messages, record batches.
//!
//! Bytes in, values out and back; no I/O, no state, usable from any thread.
//! [`messages`] is written by `tools/protocol-gen`; [`record`] is written by hand.

pub mod api;
pub mod messages;
pub mod record;
pub mod wire;

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

pub use api::ApiKey;
pub use wire::{DecodeError, EncodeError, Reader, Records, Uuid, Writer};

use std::ops::RangeInclusive;

/// A message, or a struct inside one, that can be written and read at any of its versions.
pub trait Message: Sized {
    /// Kafka's name of the schema.
    const NAME: &'static str;

    /// Appends the fields that `version` has. Fields it lacks are dropped where Kafka
    /// calls them ignorable; otherwise, when set, the writer notes the problem.
    fn encode(&self, w: &mut Writer, version: i16);

    /// Reads what [`Message::encode`] writes; fields that `version` lacks get their default.
    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError>;
}

/// A request and the response that belongs to it.
pub trait Request: Message {
    /// The api key of both.
    const API: ApiKey;
    /// Versions that can be written and read: all stable ones Kafka still specifies.
    const VERSIONS: RangeInclusive<i16>;
    /// What the broker answers, at the same version.
    type Response: Message;

    /// True from the first version with compact lengths and tagged fields on (KIP-482).
    fn is_flexible(version: i16) -> bool;
}
