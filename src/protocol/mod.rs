//! The wire format of Kafka: primitives, messages, record batches.
