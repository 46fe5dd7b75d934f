//! What all threads of a producing handle share: settings, limits, flush state.

/// Shared state of the producer.
pub struct ProducerShared {}
