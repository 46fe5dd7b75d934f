//! What internal threads tell the application.

use crate::base::log::LogLine;
use crate::error::ErrorCode;
use crate::producer::Delivery;
use crate::queue::Weigh;
use std::sync::Arc;

/// An event for the application, served by poll functions on its own threads.
pub enum AppEvent {
    /// Delivery reports of messages of one partition.
    Delivery(Box<Delivery>),
    /// For the error callback.
    Error {
        /// The code.
        code: ErrorCode,
        /// What happened.
        reason: String,
        /// The handle can not be used any more.
        fatal: bool,
    },
    /// For the log callback, when `log.queue` is set. The text is complete.
    Log(LogLine),
    /// The statistics document. Shared, so that its maker knows whether it still waits.
    Stats(Arc<str>),
    /// For the throttle callback.
    Throttle {
        /// Name of the broker, `host:port/id`.
        broker_name: String,
        /// Node id of the broker.
        broker_id: i32,
        /// How long the broker throttles, milliseconds; 0 when it ended.
        throttle_ms: i32,
    },
}

impl Weigh for AppEvent {
    fn weight(&self) -> usize {
        match self {
            AppEvent::Delivery(delivery) => delivery.len(),
            _ => 1,
        }
    }
}

/// `rd_kafka_queue_t`'s inside.
pub type AppQueue = crate::queue::AppQueue<AppEvent>;
