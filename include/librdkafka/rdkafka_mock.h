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

/*
 * The mock cluster
 */

/**
 * Takes a broker down: its connections are closed, new ones are refused, metadata leaves
 * it out, but it keeps its port. -1 means all brokers.
 *
 * Returns `BROKER_NOT_AVAILABLE` if there is no such broker.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_mock_broker_set_down(rd_kafka_mock_cluster_t *mcluster,
                                                  int32_t broker_id);

/**
 * Takes a broker up again, on the port it had. -1 means all brokers.
 *
 * Returns `BROKER_NOT_AVAILABLE` if there is no such broker.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_mock_broker_set_up(rd_kafka_mock_cluster_t *mcluster,
                                                int32_t broker_id);

/**
 * Delays every response of a broker by `rtt_ms` milliseconds from the arrival of its
 * request on; this holds for connection set-up too. -1 means all brokers.
 *
 * Returns `BROKER_NOT_AVAILABLE` if there is no such broker.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_mock_broker_set_rtt(rd_kafka_mock_cluster_t *mcluster,
                                                 int32_t broker_id,
                                                 int rtt_ms);

/**
 * Sets the rack of a broker, or removes it if `rack` is NULL. -1 means all brokers.
 *
 * Returns `BROKER_NOT_AVAILABLE` if there is no such broker.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_mock_broker_set_rack(rd_kafka_mock_cluster_t *mcluster,
                                                  int32_t broker_id,
                                                  const char *rack);

/**
 * Makes the cluster name another address for a broker. The broker itself stays where it
 * listens.
 */
RD_EXPORT
void rd_kafka_mock_broker_set_host_port(rd_kafka_mock_cluster_t *mcluster,
                                        int32_t broker_id,
                                        const char *host,
                                        int port);

/**
 * Adds a broker that listens on a port of the system's choice.
 *
 * Returns `_INVALID_ARG` if the id is negative or taken.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_mock_broker_add(rd_kafka_mock_cluster_t *mcluster,
                                             int32_t broker_id);

/**
 * Removes a broker for good: its connections are closed and its partitions move to the
 * brokers that are left.
 *
 * Returns `BROKER_NOT_AVAILABLE` if there is no such broker.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_mock_broker_decommission(rd_kafka_mock_cluster_t *cluster,
                                                      int32_t broker_id);

/**
 * Makes metadata leave a broker out and moves its partitions to the others; the broker
 * goes on answering.
 *
 * Returns `BROKER_NOT_AVAILABLE` if there is no such broker.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_mock_broker_remove_from_metadata(rd_kafka_mock_cluster_t *mcluster,
                                                              int32_t broker_id);

/**
 * Pushes `cnt` errors, arguments of type `rd_kafka_resp_err_t`, for the next requests of
 * an API to any broker: one per request, in order. `RD_KAFKA_RESP_ERR_NO_ERROR` lets a
 * request through, `RD_KAFKA_RESP_ERR__TRANSPORT` closes its connection. Errors of a
 * broker come before these, errors of a partition after. Metadata takes closed
 * connections only; for errors of topics see `rd_kafka_mock_topic_set_error()`.
 */
RD_EXPORT
void rd_kafka_mock_push_request_errors(rd_kafka_mock_cluster_t *mcluster,
                                       int16_t ApiKey,
                                       size_t cnt,
                                       ...);

/** Does what `rd_kafka_mock_push_request_errors()` does, with the errors in an array. */
RD_EXPORT
void rd_kafka_mock_push_request_errors_array(rd_kafka_mock_cluster_t *mcluster,
                                             int16_t ApiKey,
                                             size_t cnt,
                                             const rd_kafka_resp_err_t *errors);

/**
 * Forgets the errors that `rd_kafka_mock_push_request_errors()` pushed for an API and no
 * request has taken yet. Those of brokers and partitions stay.
 */
RD_EXPORT
void rd_kafka_mock_clear_request_errors(rd_kafka_mock_cluster_t *mcluster,
                                        int16_t ApiKey);

/**
 * Pushes `cnt` pairs of an error (`rd_kafka_resp_err_t`) and a delay in milliseconds
 * (`int`) for the next requests of an API to one broker. The delay is added to the
 * broker's own.
 *
 * Returns `_UNKNOWN_BROKER` if there is no such broker.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_mock_broker_push_request_error_rtts(rd_kafka_mock_cluster_t *mcluster,
                                                                 int32_t broker_id,
                                                                 int16_t ApiKey,
                                                                 size_t cnt,
                                                                 ...);

/**
 * Sets `cntp` to the number of errors that wait at a broker for requests of an API.
 *
 * Returns `_UNKNOWN_BROKER` if there is no such broker.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_mock_broker_error_stack_cnt(rd_kafka_mock_cluster_t *mcluster,
                                                         int32_t broker_id,
                                                         int16_t ApiKey,
                                                         size_t *cntp);

/**
 * Pushes `cnt` errors, arguments of type `rd_kafka_resp_err_t`, for the next requests of
 * an API that name a partition, which is created if need be. They apply to requests for
 * which neither the broker nor the cluster has an error.
 *
 * Returns `UNKNOWN_TOPIC_OR_PART` if the topic has no such partition.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_mock_partition_push_request_errors(rd_kafka_mock_cluster_t *mcluster,
                                                                const char *topic,
                                                                int32_t partition,
                                                                int16_t ApiKey,
                                                                size_t cnt,
                                                                ...);

/**
 * Starts a cluster of `broker_cnt` brokers with the ids 1 to `broker_cnt` on ports of
 * 127.0.0.1 that the system chooses. It serves any client that is given
 * `rd_kafka_mock_cluster_bootstraps()`, in this process or another. Topics appear when
 * clients look them up, with four partitions. `rk` is what
 * `rd_kafka_mock_cluster_handle()` returns; destroy the cluster before it. Returns NULL if
 * `broker_cnt` is negative or the system has no ports or threads left.
 */
RD_EXPORT
rd_kafka_mock_cluster_t *rd_kafka_mock_cluster_new(rd_kafka_t *rk,
                                                   int broker_cnt);

/**
 * Stops a cluster: closes its connections, frees its ports and what it stores. NULL does
 * nothing, nor does the cluster of `rd_kafka_handle_mock_cluster()`, which ends with its
 * client.
 */
RD_EXPORT void rd_kafka_mock_cluster_destroy(rd_kafka_mock_cluster_t *mcluster);

/**
 * Returns the cluster that a client made for itself because of `test.mock.num.brokers`, NULL if
 * there is none. It ends with the client.
 */
RD_EXPORT
rd_kafka_mock_cluster_t *rd_kafka_handle_mock_cluster(const rd_kafka_t *rk);

/** Returns the client that the cluster was made with. */
RD_EXPORT
rd_kafka_t *rd_kafka_mock_cluster_handle(const rd_kafka_mock_cluster_t *mcluster);

/**
 * Returns the addresses of the brokers that the cluster was made with, for the property
 * `bootstrap.servers`. The string lives as long as the cluster.
 */
RD_EXPORT
const char *rd_kafka_mock_cluster_bootstraps(const rd_kafka_mock_cluster_t *mcluster);

/**
 * Makes `broker_id` the coordinator of the group or the transactional id `key`;
 * `key_type` is `"group"` or `"transaction"`. Without it the coordinator follows from the
 * checksum of the key.
 *
 * Returns `_INVALID_ARG` for another `key_type`.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_mock_coordinator_set(rd_kafka_mock_cluster_t *mcluster,
                                                  const char *key_type,
                                                  const char *key,
                                                  int32_t broker_id);

/**
 * Limits the versions of an API that the brokers serve, or hides it if both versions are
 * -1. Versions that the cluster does not know are never offered.
 *
 * Returns `_INVALID_ARG` for an unknown `ApiKey`.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_mock_set_apiversion(rd_kafka_mock_cluster_t *mcluster,
                                                 int16_t ApiKey,
                                                 int16_t MinVersion,
                                                 int16_t MaxVersion);

/** Sets the controller that the brokers name. */
RD_EXPORT
void rd_kafka_mock_set_controller_id(rd_kafka_mock_cluster_t *mcluster,
                                     int32_t controller_id);

/**
 * Starts recording the requests that the brokers get; what was recorded before is
 * forgotten.
 */
RD_EXPORT void rd_kafka_mock_start_request_tracking(rd_kafka_mock_cluster_t *mcluster);

/** Stops recording requests and forgets those recorded. */
RD_EXPORT void rd_kafka_mock_stop_request_tracking(rd_kafka_mock_cluster_t *mcluster);

/** Forgets the requests recorded so far and goes on recording. */
RD_EXPORT void rd_kafka_mock_clear_requests(rd_kafka_mock_cluster_t *mcluster);

/**
 * Returns the requests recorded so far, oldest first, and sets `cntp` to their number. The
 * array and what it holds are copies, to be destroyed with
 * `rd_kafka_mock_request_destroy_array()`. NULL if there are none.
 */
RD_EXPORT
rd_kafka_mock_request_t **rd_kafka_mock_get_requests(rd_kafka_mock_cluster_t *mcluster,
                                                     size_t *cntp);

/** Destroys one request that was taken out of its array; NULL does nothing. */
RD_EXPORT void rd_kafka_mock_request_destroy(rd_kafka_mock_request_t *mreq);

/**
 * Destroys the `mreq_cnt` requests of `rd_kafka_mock_get_requests()` and their array; NULL
 * does nothing.
 */
RD_EXPORT
void rd_kafka_mock_request_destroy_array(rd_kafka_mock_request_t **mreqs,
                                         size_t mreq_cnt);

/** Returns the id of the broker that got the request. */
RD_EXPORT int32_t rd_kafka_mock_request_id(rd_kafka_mock_request_t *mreq);

/** Returns the API of the request. */
RD_EXPORT int16_t rd_kafka_mock_request_api_key(rd_kafka_mock_request_t *mreq);

/** Returns when the request came in: microseconds of a clock that never goes back. */
RD_EXPORT int64_t rd_kafka_mock_request_timestamp(rd_kafka_mock_request_t *mreq);

/**
 * Creates a topic.
 *
 * Returns `TOPIC_ALREADY_EXISTS` if it exists and `_INVALID_ARG` for negative numbers.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_mock_topic_create(rd_kafka_mock_cluster_t *mcluster,
                                               const char *topic,
                                               int partition_cnt,
                                               int replication_factor);

/**
 * Deletes a topic with all that it stores. It appears anew, with another id, when a
 * client looks it up.
 *
 * Returns `UNKNOWN_TOPIC_OR_PART` if there is no such topic.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_mock_topic_delete(rd_kafka_mock_cluster_t *mcluster,
                                               const char *topic);

/**
 * Sets the error that metadata gives for a topic, which is created if need be;
 * `RD_KAFKA_RESP_ERR_NO_ERROR` ends it.
 */
RD_EXPORT
void rd_kafka_mock_topic_set_error(rd_kafka_mock_cluster_t *mcluster,
                                   const char *topic,
                                   rd_kafka_resp_err_t err);

/**
 * Makes a broker the leader of a partition in a new leader epoch; -1 leaves the partition
 * without a leader. The topic is created if need be.
 *
 * Returns `BROKER_NOT_AVAILABLE` if there is no such broker and `UNKNOWN_TOPIC_OR_PART` if
 * the topic has no such partition.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_mock_partition_set_leader(rd_kafka_mock_cluster_t *mcluster,
                                                       const char *topic,
                                                       int32_t partition,
                                                       int32_t broker_id);

/**
 * Makes the leader of a partition send consumers to another broker, the preferred replica;
 * -1 ends that. The topic is created if need be.
 *
 * Returns `UNKNOWN_TOPIC_OR_PART` if the topic has no such partition.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_mock_partition_set_follower(rd_kafka_mock_cluster_t *mcluster,
                                                         const char *topic,
                                                         int32_t partition,
                                                         int32_t broker_id);

/**
 * Sets the low and high watermark of the preferred replica; -1 means the leader's.
 *
 * Returns `UNKNOWN_TOPIC_OR_PART` if the topic has no such partition.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_mock_partition_set_follower_wmarks(rd_kafka_mock_cluster_t *mcluster,
                                                                const char *topic,
                                                                int32_t partition,
                                                                int64_t lo,
                                                                int64_t hi);

/**
 * Makes one future metadata answer claim this leader and leader epoch for a partition,
 * whatever is true. Several claims are used up in order.
 *
 * Returns `UNKNOWN_TOPIC_OR_PART` if the topic has no such partition.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_mock_partition_push_leader_response(rd_kafka_mock_cluster_t *mcluster,
                                                                 const char *topic,
                                                                 int partition,
                                                                 int32_t leader_id,
                                                                 int32_t leader_epoch);

/**
 * Deletes the records of a partition before an offset.
 *
 * Returns `OFFSET_OUT_OF_RANGE` for an offset beyond the end and `UNKNOWN_TOPIC_OR_PART` if
 * there is no such partition.
 */
RD_EXPORT
rd_kafka_resp_err_t rd_kafka_mock_partition_delete_records(rd_kafka_mock_cluster_t *mcluster,
                                                           const char *topic,
                                                           int32_t partition,
                                                           int64_t before_offset);

#ifdef __cplusplus
}
#endif

#endif /* _RDKAFKA_MOCK_H_ */
