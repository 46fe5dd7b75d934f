/* Sends each line of standard input to a topic.
 *
 *   producer BROKERS TOPIC [OPTION]... < lines
 *
 *   -X NAME=VALUE   a configuration property, for instance -X compression.type=lz4
 *   -k CHAR         what stands before CHAR in a line is the message's key
 *   -p              show progress on standard error, and figures at the end
 *   -q              no line per failed message
 *
 * Ctrl-C stops reading; what was read is still delivered. A second Ctrl-C gives up.
 * The exit status is 0 if every line was acknowledged.
 *
 * Build: cc producer.c $(pkg-config --cflags --libs rdkafka)
 */
#include <librdkafka/rdkafka.h>

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* How many latencies are kept for the figures: a ring of the latest. */
#define LATENCIES 1000000

static volatile sig_atomic_t interrupts;

static struct {
  long sent, delivered, failed;
  int quiet;
  uint32_t *latency_us;
  long latencies;
} stats;

static void on_interrupt(int sig) {
  (void)sig;
  interrupts++;
}

static int64_t now_us(void) {
  struct timespec ts;
  clock_gettime(CLOCK_MONOTONIC, &ts);
  return (int64_t)ts.tv_sec * 1000000 + ts.tv_nsec / 1000;
}

/* Called once for each message, by rd_kafka_poll() and rd_kafka_flush() in the thread
 * that calls them. What `msg` points to is valid during the call only. */
static void on_delivery(rd_kafka_t *rk, const rd_kafka_message_t *msg, void *opaque) {
  (void)rk;
  (void)opaque;
  if (msg->err) {
    stats.failed++;
    if (!stats.quiet)
      fprintf(stderr, "not delivered: %s\n", rd_kafka_err2str(msg->err));
    return;
  }
  stats.delivered++;
  if (stats.latency_us)
    stats.latency_us[stats.latencies++ % LATENCIES] = (uint32_t)rd_kafka_message_latency(msg);
}

/* Errors that need no action: the library goes on by itself. */
static void on_error(rd_kafka_t *rk, int err, const char *reason, void *opaque) {
  char text[512];
  (void)opaque;
  if (err == RD_KAFKA_RESP_ERR__FATAL) {
    rd_kafka_fatal_error(rk, text, sizeof(text));
    fprintf(stderr, "fatal: %s\n", text);
    interrupts = 2;
  } else {
    fprintf(stderr, "\n%s: %s\n", rd_kafka_err2name((rd_kafka_resp_err_t)err), reason);
  }
}

static void progress(int64_t since_us, int last) {
  double secs = (double)(now_us() - since_us) / 1e6;
  fprintf(stderr, "\r%ld sent, %ld delivered, %ld failed, %.0f/s   %s", stats.sent,
          stats.delivered, stats.failed, secs > 0 ? (double)stats.delivered / secs : 0,
          last ? "\n" : "");
}

static int by_value(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void figures(int64_t since_us) {
  double secs = (double)(now_us() - since_us) / 1e6;
  long n = stats.latencies < LATENCIES ? stats.latencies : LATENCIES;
  progress(since_us, 1);
  if (!n)
    return;
  qsort(stats.latency_us, (size_t)n, sizeof(*stats.latency_us), by_value);
  fprintf(stderr, "%ld messages in %.2f s: %.0f/s, latency p50 %.1f ms, p99 %.1f ms\n",
          stats.delivered, secs, (double)stats.delivered / secs,
          stats.latency_us[n / 2] / 1000.0, stats.latency_us[(long)((double)(n - 1) * 0.99)] / 1000.0);
}

/* Queues one line; waits for room when the queue is full. */
static int send_line(rd_kafka_t *rk, const char *topic, char *line, size_t len, int separator) {
  char *value = line, *key = NULL, *at;
  size_t key_len = 0;
  rd_kafka_resp_err_t err;
  if (separator && (at = (char *)memchr(line, separator, len))) {
    key = line;
    key_len = (size_t)(at - line);
    value = at + 1;
    len -= key_len + 1;
  }
  for (;;) {
    err = rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_KEY(key, key_len),
                            RD_KAFKA_V_VALUE(value, len),
                            RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END);
    if (!err) {
      stats.sent++;
      return 0;
    }
    if (err != RD_KAFKA_RESP_ERR__QUEUE_FULL) {
      fprintf(stderr, "not queued: %s\n", rd_kafka_err2str(err));
      stats.failed++;
      return err == RD_KAFKA_RESP_ERR__FATAL;
    }
    if (interrupts > 1)
      return 1;
    rd_kafka_poll(rk, 100);
  }
}

static int usage(void) {
  fprintf(stderr, "usage: producer BROKERS TOPIC [-X NAME=VALUE]... [-k CHAR] [-p] [-q] < lines\n");
  return 2;
}

int main(int argc, char **argv) {
  rd_kafka_conf_t *conf = rd_kafka_conf_new();
  rd_kafka_t *rk;
  struct sigaction action;
  char errstr[512], *line = NULL, *eq;
  const char *brokers, *topic;
  size_t capacity = 0;
  ssize_t len;
  int opt, separator = 0, show = 0;
  int64_t begin, shown = 0;

  if (argc < 3 || argv[1][0] == '-' || argv[2][0] == '-')
    return usage();
  brokers = argv[1];
  topic = argv[2];
  if (rd_kafka_conf_set(conf, "bootstrap.servers", brokers, errstr, sizeof(errstr))) {
    fprintf(stderr, "%s\n", errstr);
    return 2;
  }
  optind = 3;
  while ((opt = getopt(argc, argv, "X:k:pq")) != -1) {
    switch (opt) {
    case 'X':
      if (!(eq = strchr(optarg, '=')))
        return usage();
      *eq = '\0';
      if (rd_kafka_conf_set(conf, optarg, eq + 1, errstr, sizeof(errstr))) {
        fprintf(stderr, "%s\n", errstr);
        return 2;
      }
      break;
    case 'k':
      separator = optarg[0];
      break;
    case 'p':
      show = 1;
      break;
    case 'q':
      stats.quiet = 1;
      break;
    default:
      return usage();
    }
  }
  rd_kafka_conf_set_dr_msg_cb(conf, on_delivery);
  rd_kafka_conf_set_error_cb(conf, on_error);
  rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, errstr, sizeof(errstr));
  if (!rk) {
    /* The configuration is still ours then. */
    rd_kafka_conf_destroy(conf);
    fprintf(stderr, "%s\n", errstr);
    return 2;
  }
  if (show)
    stats.latency_us = (uint32_t *)malloc(LATENCIES * sizeof(*stats.latency_us));

  /* Without SA_RESTART, so that an interrupt ends the wait for input. */
  memset(&action, 0, sizeof(action));
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);

  begin = now_us();
  while (!interrupts && (len = getline(&line, &capacity, stdin)) != -1) {
    if (len && line[len - 1] == '\n')
      len--;
    if (send_line(rk, topic, line, (size_t)len, separator))
      break;
    rd_kafka_poll(rk, 0);
    if (show && now_us() - shown > 200000) {
      progress(begin, 0);
      shown = now_us();
    }
  }
  if (!interrupts && ferror(stdin))
    fprintf(stderr, "reading: %s\n", strerror(errno));

  /* Deliver what is queued. Each message ends by itself at message.timeout.ms. */
  while (interrupts < 2 && rd_kafka_outq_len(rk) > 0) {
    rd_kafka_flush(rk, 200);
    if (show)
      progress(begin, 0);
  }
  if (show)
    figures(begin);
  if (rd_kafka_outq_len(rk) > 0)
    fprintf(stderr, "%d messages given up\n", rd_kafka_outq_len(rk));
  rd_kafka_destroy(rk);
  free(line);
  free(stats.latency_us);
  return stats.failed || stats.delivered != stats.sent;
}
