/* What the twin programs share. They print facts that must not depend on who
 * implements the interface: no addresses, ports, times or random numbers. */
#ifndef TWIN_H
#define TWIN_H

#include <librdkafka/rdkafka.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static inline void die(const char *what) {
  printf("fatal: %s\n", what);
  exit(1);
}

static inline int64_t now_ms(void) {
  struct timespec ts;
  clock_gettime(CLOCK_MONOTONIC, &ts);
  return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

/* Sets name, value, name, value, ... up to NULL; ends the program on an error. */
static inline rd_kafka_conf_t *conf_with(const char *name, ...) {
  rd_kafka_conf_t *conf = rd_kafka_conf_new();
  char errstr[512];
  va_list ap;
  va_start(ap, name);
  for (; name; name = va_arg(ap, const char *)) {
    const char *value = va_arg(ap, const char *);
    if (rd_kafka_conf_set(conf, name, value, errstr, sizeof(errstr)))
      die(errstr);
  }
  va_end(ap);
  return conf;
}

static inline void ignore_log(const rd_kafka_t *rk, int level, const char *fac, const char *buf) {
  (void)rk, (void)level, (void)fac, (void)buf;
}

static inline rd_kafka_t *producer(rd_kafka_conf_t *conf) {
  char errstr[512];
  rd_kafka_t *rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, errstr, sizeof(errstr));
  if (!rk)
    die(errstr);
  return rk;
}

/* A string with what is not printable as \xNN, NULL as (null). */
static inline const char *show(const void *data, size_t len) {
  static char ring[8][600];
  static int next;
  char *out = ring[next++ % 8], *p = out;
  size_t i;
  if (!data)
    return "(null)";
  for (i = 0; i < len && p < out + 590; i++) {
    unsigned char c = ((const unsigned char *)data)[i];
    if (c >= 0x20 && c < 0x7f && c != '\\')
      *p++ = (char)c;
    else
      p += sprintf(p, "\\x%02x", c);
  }
  *p = '\0';
  return out;
}

static inline const char *shows(const char *s) {
  return show(s, s ? strlen(s) : 0);
}

static inline const char *name_of(rd_kafka_resp_err_t err) {
  return rd_kafka_err2name(err);
}

/* The thread counter goes to zero within a second after the last handle. */
static inline void wait_threads_gone(void) {
  int64_t end = now_ms() + 3000;
  while (rd_kafka_thread_cnt() && now_ms() < end)
    usleep(10000);
  printf("threads left: %d\n", rd_kafka_thread_cnt());
}

#endif
