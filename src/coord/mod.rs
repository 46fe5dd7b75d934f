//! Coordinator look-up and the requests bound to a coordinator.
