//! What the main core wants done; its driver executes the list in order.

use crate::base::log::LogLine;
use crate::ops::{AppEvent, BrokerIndex, BrokerOp, BrokerSource};
use std::sync::Arc;

/// One effect.
pub enum MainEffect {
    /// Start a broker core.
    Spawn {
        /// Its index in the directory.
        index: BrokerIndex,
        /// Where it comes from.
        source: BrokerSource,
        /// Host name or address.
        host: Arc<str>,
        /// TCP port.
        port: u16,
        /// Node id, or -1.
        node_id: i32,
    },
    /// Hand an op to a broker core.
    ToBroker(BrokerIndex, BrokerOp),
    /// Tell the application.
    Event(AppEvent),
    /// Tell the operator.
    Log(LogLine),
    /// Build the statistics document and hand it to the application.
    EmitStatistics,
    /// Everything has ended: the thread may go.
    Ended,
}

/// Effects collected during one step.
#[derive(Default)]
pub struct MainEffects(pub Vec<MainEffect>);

impl MainEffects {
    /// Hands an op to a broker core.
    pub fn tell_broker(&mut self, index: BrokerIndex, op: BrokerOp) {
        self.0.push(MainEffect::ToBroker(index, op));
    }

    /// Tells the application.
    pub fn event(&mut self, event: AppEvent) {
        self.0.push(MainEffect::Event(event));
    }

    /// Tells the operator.
    pub fn log(&mut self, line: LogLine) {
        self.0.push(MainEffect::Log(line));
    }
}
