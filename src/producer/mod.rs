//! The producing side: limits, partitioners, accumulator, sender, delivery.

mod delivery;
mod sender;
mod shared;

pub use delivery::Delivery;
pub use sender::{LeaderHint, PartitionSender, ProduceId, ProduceRequest, PurgeFlags, Sender, SenderOut};
pub use shared::ProducerShared;
