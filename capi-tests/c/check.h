/* Assertions and time for the test programs here. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <librdkafka/rdkafka.h>

#define CHECK(cond, ...)                                                                  \
        do {                                                                              \
                if (!(cond)) {                                                            \
                        fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #cond);        \
                        fprintf(stderr, __VA_ARGS__);                                     \
                        fprintf(stderr, "\n");                                            \
                        exit(1);                                                          \
                }                                                                         \
        } while (0)

static inline double now_ms(void) {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static inline void set(rd_kafka_conf_t *conf, const char *name, const char *value) {
        char errstr[256];
        CHECK(rd_kafka_conf_set(conf, name, value, errstr, sizeof(errstr)) == RD_KAFKA_CONF_OK,
              "%s=%s: %s", name, value, errstr);
}

static inline rd_kafka_t *producer(rd_kafka_conf_t *conf) {
        char errstr[256];
        rd_kafka_t *rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, errstr, sizeof(errstr));
        CHECK(rk, "%s", errstr);
        return rk;
}

#endif
