//! The producing side: limits, partitioners, accumulator, sender, delivery.

mod answers;
mod assign;
mod delivery;
mod enqueue;
mod partition_sender;
mod partitioner;
mod request;
mod seal;
mod sender;
mod shared;
#[cfg(test)]
mod tests;

pub use delivery::{Delivery, MessageStatus, OFFSET_INVALID, Outcome, Report, TimestampType};
pub use enqueue::NewMessage;
pub use partition_sender::PartitionSender;
pub use sender::{LeaderHint, ProduceId, ProduceRequest, PurgeFlags, Sender, SenderOut};
pub use shared::{OnQueueFull, OnSend, ProducerShared, ReportsWanted};
