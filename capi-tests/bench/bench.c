/* A producer for measuring and for load: numbered messages at full speed or at a
 * given rate, delivery reports counted and checked, one JSON line of figures.
 *
 *   bench -b BROKERS -t TOPIC [-n COUNT] [-s SIZE] [-p PARTITIONS] [-r RATE]
 *         [-w WARMUP] [-d] [-v] [-X NAME=VALUE]...
 *
 * A message starts with its number in decimal, padded with 'x' to SIZE bytes.
 * -p N sends round robin to partitions 0..N-1, otherwise the partitioner decides.
 * -d keeps the reports per message out (only counted), -v prints errors and logs.
 */
#include <librdkafka/rdkafka.h>

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define PARTITIONS_MAX 1024

static volatile sig_atomic_t stop;
static long delivered, failed, disordered, queue_full, logs;
static int64_t *sent_us; /* when each message was produced */
static int64_t last_offset[PARTITIONS_MAX];
static uint32_t *latency_us; /* of each delivered message */
static long latencies;
static int verbose;
static int64_t start_us;
static int64_t first_report_us; /* of the measured messages */
static int64_t longest_gap_us, last_report_us;

static int64_t clock_us(clockid_t id) {
  struct timespec ts;
  clock_gettime(id, &ts);
  return (int64_t)ts.tv_sec * 1000000 + ts.tv_nsec / 1000;
}

static int64_t now_us(void) {
  return clock_us(CLOCK_MONOTONIC);
}

static void on_signal(int sig) {
  stop = sig;
}

static void on_report(rd_kafka_t *rk, const rd_kafka_message_t *msg, void *opaque) {
  size_t i = (size_t)msg->_private;
  int64_t now;
  if (msg->err) {
    if (verbose && failed < 10)
      fprintf(stderr, "message %zu: %s\n", i, rd_kafka_err2str(msg->err));
    failed++;
    return;
  }
  delivered++;
  if (msg->partition >= 0 && msg->partition < PARTITIONS_MAX) {
    if (msg->offset >= 0 && msg->offset <= last_offset[msg->partition])
      disordered++;
    last_offset[msg->partition] = msg->offset;
  }
  if (!sent_us || !i)
    return;
  now = now_us();
  if (!first_report_us)
    first_report_us = now;
  else if (now - last_report_us > longest_gap_us)
    longest_gap_us = now - last_report_us;
  last_report_us = now;
  latency_us[latencies++] = (uint32_t)(now - sent_us[i]);
}

static void on_log(const rd_kafka_t *rk, int level, const char *fac, const char *buf) {
  __sync_fetch_and_add(&logs, 1);
  if (verbose)
    fprintf(stderr, "%.3f %%%d|%s|%s: %s\n", (double)(now_us() - start_us) / 1e6, level, fac,
            rk ? rd_kafka_name(rk) : "-", buf);
}

static int by_value(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static double percentile_ms(double p) {
  if (!latencies)
    return 0;
  return latency_us[(size_t)((double)(latencies - 1) * p)] / 1000.0;
}

static void set(rd_kafka_conf_t *conf, const char *name, const char *value) {
  char errstr[512];
  if (rd_kafka_conf_set(conf, name, value, errstr, sizeof(errstr)) != RD_KAFKA_CONF_OK) {
    fprintf(stderr, "bench: %s\n", errstr);
    exit(2);
  }
}

static void produce(rd_kafka_t *rk, rd_kafka_topic_t *topic, int32_t partition, char *payload,
                    size_t size, long number, size_t id) {
  char digits[24];
  int n = snprintf(digits, sizeof(digits), "%ld ", number);
  memcpy(payload, digits, (size_t)n < size ? (size_t)n : size);
  while (rd_kafka_produce(topic, partition, RD_KAFKA_MSG_F_COPY, payload, size, NULL, 0,
                          (void *)id) == -1) {
    if (rd_kafka_last_error() != RD_KAFKA_RESP_ERR__QUEUE_FULL) {
      fprintf(stderr, "bench: produce: %s\n", rd_kafka_err2str(rd_kafka_last_error()));
      exit(1);
    }
    queue_full++;
    rd_kafka_poll(rk, 10);
    if (stop)
      return;
  }
}

/* Sleeps until message i of a steady rate is due, serving reports meanwhile. */
static void pace(rd_kafka_t *rk, int64_t begin, long i, long rate) {
  int64_t due = begin + (int64_t)((double)i * 1e6 / (double)rate);
  int64_t left;
  while (!stop && (left = due - now_us()) > 0) {
    if (left > 1500)
      rd_kafka_poll(rk, (int)(left / 1000));
    else
      usleep((useconds_t)left);
  }
}

int main(int argc, char **argv) {
  const char *topic_name = "bench";
  long count = 1000000, size = 100, partitions = 0, rate = 0, warmup = 0, i;
  int opt, plain = 0;
  char errstr[512], *payload, *eq;
  rd_kafka_conf_t *conf = rd_kafka_conf_new();
  rd_kafka_t *rk;
  rd_kafka_topic_t *topic;
  rd_kafka_resp_err_t err;
  struct rusage ru0, ru1;
  int64_t t0, t1, c0, c1;
  double cpu_ns, user_ns, sys_ns, secs;
  long burst;

  start_us = now_us();
  while ((opt = getopt(argc, argv, "b:t:n:s:p:r:w:dvX:")) != -1) {
    switch (opt) {
    case 'b': set(conf, "bootstrap.servers", optarg); break;
    case 't': topic_name = optarg; break;
    case 'n': count = atol(optarg); break;
    case 's': size = atol(optarg); break;
    case 'p': partitions = atol(optarg); break;
    case 'r': rate = atol(optarg); break;
    case 'w': warmup = atol(optarg); break;
    case 'd': plain = 1; break;
    case 'v': verbose = 1; break;
    case 'X':
      if (!(eq = strchr(optarg, '='))) {
        fprintf(stderr, "bench: -X NAME=VALUE\n");
        return 2;
      }
      *eq = '\0';
      set(conf, optarg, eq + 1);
      break;
    default:
      fprintf(stderr, "bench: see the head of bench.c for its options\n");
      return 2;
    }
  }
  if (count < 1 || size < 1 || partitions < 0 || partitions > PARTITIONS_MAX) {
    fprintf(stderr, "bench: bad count, size or partitions\n");
    return 2;
  }
  burst = rate > 1000 ? rate / 1000 : 1;
  signal(SIGINT, on_signal);
  signal(SIGTERM, on_signal);
  memset(last_offset, 0xff, sizeof(last_offset));
  payload = malloc((size_t)size);
  memset(payload, 'x', (size_t)size);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_conf_set_log_cb(conf, on_log);
  rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, errstr, sizeof(errstr));
  if (!rk) {
    fprintf(stderr, "bench: %s\n", errstr);
    return 2;
  }
  topic = rd_kafka_topic_new(rk, topic_name, NULL);

  /* The first messages pay for connections and metadata. */
  for (i = 0; i < warmup && !stop; i++) {
    produce(rk, topic, partitions ? (int32_t)(i % partitions) : RD_KAFKA_PARTITION_UA, payload,
            (size_t)size, -1, 0);
    rd_kafka_poll(rk, 0);
  }
  if (warmup && (err = rd_kafka_flush(rk, 30000))) {
    fprintf(stderr, "bench: warm-up: %s\n", rd_kafka_err2str(err));
    return 1;
  }
  memset(payload, 'x', (size_t)size);
  delivered = failed = queue_full = 0;
  if (!plain) {
    sent_us = calloc((size_t)count + 1, sizeof(*sent_us));
    latency_us = calloc((size_t)count + 1, sizeof(*latency_us));
  }

  getrusage(RUSAGE_SELF, &ru0);
  c0 = clock_us(CLOCK_PROCESS_CPUTIME_ID);
  t0 = now_us();
  for (i = 0; i < count && !stop; i++) {
    if (rate && i % burst == 0)
      pace(rk, t0, i, rate);
    if (sent_us)
      sent_us[i + 1] = now_us();
    produce(rk, topic, partitions ? (int32_t)(i % partitions) : RD_KAFKA_PARTITION_UA, payload,
            (size_t)size, i, (size_t)i + 1);
    if (i % 64 == 0)
      rd_kafka_poll(rk, 0);
  }
  count = i;
  err = rd_kafka_flush(rk, 120000);
  t1 = now_us();
  c1 = clock_us(CLOCK_PROCESS_CPUTIME_ID);
  getrusage(RUSAGE_SELF, &ru1);

  secs = (double)(t1 - t0) / 1e6;
  cpu_ns = (double)(c1 - c0) * 1e3 / (double)(count ? count : 1);
  user_ns = ((double)(ru1.ru_utime.tv_sec - ru0.ru_utime.tv_sec) * 1e9 +
             (double)(ru1.ru_utime.tv_usec - ru0.ru_utime.tv_usec) * 1e3) /
            (double)(count ? count : 1);
  sys_ns = cpu_ns - user_ns;
  if (latency_us)
    qsort(latency_us, (size_t)latencies, sizeof(*latency_us), by_value);
  printf("{\"version\": \"%s\", \"messages\": %ld, \"bytes\": %ld, \"seconds\": %.4f, "
         "\"per_second\": %.0f, \"cpu_ns\": %.1f, \"user_ns\": %.1f, \"sys_ns\": %.1f, "
         "\"p50_ms\": %.3f, \"p99_ms\": %.3f, \"max_ms\": %.3f, \"longest_gap_ms\": %.1f, "
         "\"delivered\": %ld, \"failed\": %ld, \"disordered\": %ld, \"queue_full\": %ld, "
         "\"left\": %d, \"logs\": %ld, \"rss_kib\": %ld, \"flush\": \"%s\"}\n",
         rd_kafka_version_str(), count, size, secs, (double)count / secs, cpu_ns, user_ns, sys_ns,
         percentile_ms(0.50), percentile_ms(0.99), percentile_ms(1.0),
         (double)longest_gap_us / 1e3, delivered, failed, disordered, queue_full,
         rd_kafka_outq_len(rk), logs, ru1.ru_maxrss, rd_kafka_err2name(err));
  rd_kafka_topic_destroy(topic);
  rd_kafka_destroy(rk);
  free(payload);
  free(sent_us);
  free(latency_us);
  return delivered == count && !failed && !disordered ? 0 : 1;
}
