/*
 * librdkafka-rs: the C interface of librdkafka 2.16.0, provided by a Rust library.
 *
 * Generated from src/ffi by `cargo run -p rdkafka-headers`: do not edit.
 * Licence: MIT OR Apache-2.0.
 *
 * Unless a comment says otherwise: functions may be called from any thread, also at the
 * same time on one handle; pointers must be valid; strings end with a zero byte and are
 * UTF-8; times are in milliseconds, and a time-out of -1 means to wait without limit, 0
 * not to wait.
 */

#ifndef _RDKAFKA_H_
#define _RDKAFKA_H_

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct addrinfo;
struct sockaddr;

/** Version of this library, as opposed to that of the interface (`RD_KAFKA_VERSION`). */
#define LIBRDKAFKA_RS_VERSION "@OWN_VERSION@"

/** Version of the interface: major, minor, revision, pre-release (0xff: a release). */
#define RD_KAFKA_VERSION 0x021000ff

/** Marks exported functions. */
#define RD_EXPORT

#if defined(__GNUC__)
/** Marks functions that are kept for old programs. */
#define RD_DEPRECATED __attribute__((deprecated))
/** Marks what may stay unused. */
#define RD_UNUSED __attribute__((unused))
/** Lets the compiler check the arguments of a function like printf(3). */
#define RD_FORMAT(KIND, TEXT, FIRST) __attribute__((format(KIND, TEXT, FIRST)))
/** Tells whether the compiler knows `({ ... })`. */
#define RD_HAS_STATEMENT_EXPRESSIONS 1
#else
#define RD_DEPRECATED
#define RD_UNUSED
#define RD_FORMAT(KIND, TEXT, FIRST)
#define RD_HAS_STATEMENT_EXPRESSIONS 0
#endif
/** Marks functions to be inlined. */
#define RD_INLINE __inline

/** Whether the `RD_KAFKA_V_...` macros check the types of their arguments: define as 0 or 1
 *  before including this header to choose. */
#ifndef LIBRDKAFKA_TYPECHECKS
#define LIBRDKAFKA_TYPECHECKS RD_HAS_STATEMENT_EXPRESSIONS
#endif

