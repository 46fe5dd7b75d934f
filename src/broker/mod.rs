//! One broker: connection, requests and retries, produce and fetch traffic.
//!
//! [`BrokerCore`] decides, without I/O; `driver` moves bytes, one task per broker on
//! a thread of the [`BrokerPool`]; [`bootstrap`] reads the list that a client starts from.

mod address;
pub mod bootstrap;
mod connection;
mod core;
mod driver;
mod frames;
mod hooks;
mod io;
mod link;
mod pool;
mod report;
mod requests;
mod settings;
mod silence;
mod socket;
mod stats;
#[cfg(test)]
mod tests;
mod timers;
mod traffic;
mod versions;

pub use self::core::{BrokerCore, BrokerEffects, BrokerInit, Note, QueuedMessages, broker_name, nodename};
pub use hooks::{
    BrokerContext, BrokerOutlet, CloseHook, ConnectHook, NotedBroker, ResolveHook, SocketHook, SocketHooks,
};
pub use io::{CloseReason, ConnId, ConnectError, IoAction, IoEvent, address_text};
pub use pool::{BrokerPool, ThreadHook, ThreadHooks};
pub use requests::RequestNote;
pub use settings::BrokerSettings;
pub use stats::{BrokerIdentity, BrokerStats, Count};
