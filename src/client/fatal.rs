//! The first fatal error of a handle; later ones change nothing.

use super::logger::Logger;
use super::push_event;
use crate::base::log::{Level, LogLine};
use crate::error::{Error, ErrorCode};
use crate::ops::{AppEvent, AppQueue};
use crate::producer::ProducerShared;
use std::sync::{Arc, OnceLock};

/// Holds the fatal error, and knows who must hear of it.
pub struct Fatal {
    error: OnceLock<Error>,
    events: Arc<AppQueue>,
    logger: Arc<Logger>,
    producer: Option<Arc<ProducerShared>>,
}

impl Fatal {
    /// No error yet.
    pub fn new(events: Arc<AppQueue>, logger: Arc<Logger>, producer: Option<Arc<ProducerShared>>) -> Fatal {
        Fatal { error: OnceLock::new(), events, logger, producer }
    }

    /// Raises a fatal error: messages are refused from now on, the operator gets a
    /// line and the application an error event. False if there was one already.
    pub fn raise(&self, code: ErrorCode, reason: &str) -> bool {
        let raised = self.announce(code, reason);
        if let Some(producer) = &self.producer
            && raised
        {
            producer.refuse(ErrorCode::LOCAL_FATAL);
        }
        raised
    }

    /// The same, but messages are not refused: a test of the application's error
    /// handling, after which a producer without idempotence goes on in librdkafka.
    pub fn announce(&self, code: ErrorCode, reason: &str) -> bool {
        if self.error.set(Error::new(code, reason).fatal()).is_err() {
            return false;
        }
        let text = format!("Fatal error: {code}: {reason}");
        self.logger.log("main", LogLine::new(Level::Emerg, "FATAL", text));
        push_event(&self.events, AppEvent::Error { code, reason: reason.to_owned(), fatal: true });
        true
    }

    /// The fatal error, if there is one.
    pub fn get(&self) -> Option<&Error> {
        self.error.get()
    }
}
