/*
 * librdkafka-rs: a Kafka cluster inside the process, for tests.
 *
 * Generated from src/ffi by `cargo run -p rdkafka-headers`: do not edit.
 * Licence: MIT OR Apache-2.0.
 *
 * This interface is for tests of applications and may change between releases.
 */

#ifndef _RDKAFKA_MOCK_H_
#define _RDKAFKA_MOCK_H_

#ifndef _RDKAFKA_H_
#include "rdkafka.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/**
 * What `rd_kafka_mock_cgrp_consumer_target_assignment_t` points to; its content is private.
 */
struct rd_kafka_mock_cgrp_consumer_target_assignment_s;

/** What `rd_kafka_mock_cluster_t` points to; its content is private. */
struct rd_kafka_mock_cluster_s;

/** What `rd_kafka_mock_request_t` points to; its content is private. */
struct rd_kafka_mock_request_s;

/** A cluster of brokers inside this process, for tests. */
typedef struct rd_kafka_mock_cluster_s rd_kafka_mock_cluster_t;

/** A request that a mock broker received. */
typedef struct rd_kafka_mock_request_s rd_kafka_mock_request_t;

/** Partitions that a mock group coordinator is to hand out. */
typedef struct rd_kafka_mock_cgrp_consumer_target_assignment_s rd_kafka_mock_cgrp_consumer_target_assignment_t;

#ifdef __cplusplus
}
#endif

#endif /* _RDKAFKA_MOCK_H_ */
