//! Types of the mock cluster interface (`rdkafka_mock.h`).

use std::marker::{PhantomData, PhantomPinned};

type Opaque = PhantomData<(*mut u8, PhantomPinned)>;

/// A cluster of brokers inside this process, for tests.
pub type rd_kafka_mock_cluster_t = rd_kafka_mock_cluster_s;

/// What `rd_kafka_mock_cluster_t` points to; its content is private.
pub struct rd_kafka_mock_cluster_s(Opaque);

/// A request that a mock broker received.
pub type rd_kafka_mock_request_t = rd_kafka_mock_request_s;

/// What `rd_kafka_mock_request_t` points to; its content is private.
pub struct rd_kafka_mock_request_s(Opaque);

/// Partitions that a mock group coordinator is to hand out.
pub type rd_kafka_mock_cgrp_consumer_target_assignment_t = rd_kafka_mock_cgrp_consumer_target_assignment_s;

/// What `rd_kafka_mock_cgrp_consumer_target_assignment_t` points to; its content is private.
pub struct rd_kafka_mock_cgrp_consumer_target_assignment_s(Opaque);
