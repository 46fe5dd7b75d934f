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

