/* Shows what an outage looks like from inside a program. It sends a message every few
 * milliseconds and prints one line a second; stop the brokers meanwhile and start them
 * again, and watch the queue grow and drain. Nothing in here reacts to the outage: the
 * library reconnects and delivers by itself.
 *
 *   outage BROKERS TOPIC [PER_SECOND] [SECONDS]
 *   outage --mock [PER_SECOND] [SECONDS]      with an embedded cluster whose broker goes
 *                                             down for a third of the time
 *
 * Build: cc outage.c $(pkg-config --cflags --libs rdkafka)
 */
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static volatile sig_atomic_t stop;
static long sent, refused, delivered, failed, disordered;
static int64_t begin_us, longest_us, last_report_us;
static long last_number = -1;

static int64_t now_us(void) {
  struct timespec ts;
  clock_gettime(CLOCK_MONOTONIC, &ts);
  return (int64_t)ts.tv_sec * 1000000 + ts.tv_nsec / 1000;
}

static double elapsed_s(void) {
  return (double)(now_us() - begin_us) / 1e6;
}

static void on_signal(int sig) {
  stop = sig;
}

static void on_delivery(rd_kafka_t *rk, const rd_kafka_message_t *msg, void *opaque) {
  long number = (long)(size_t)msg->_private;
  int64_t now = now_us();
  (void)rk;
  (void)opaque;
  if (msg->err) {
    failed++;
    return;
  }
  delivered++;
  if (number < last_number)
    disordered++;
  last_number = number;
  if (last_report_us && now - last_report_us > longest_us)
    longest_us = now - last_report_us;
  last_report_us = now;
}

/* Any thread of the library may call this. */
static void on_log(const rd_kafka_t *rk, int level, const char *facility, const char *text) {
  (void)rk;
  fprintf(stderr, "%7.2f s  log %d %s %s\n", elapsed_s(), level, facility, text);
}

/* Called by rd_kafka_poll(). ALL_BROKERS_DOWN is for information, like the others. */
static void on_error(rd_kafka_t *rk, int err, const char *reason, void *opaque) {
  (void)rk;
  (void)opaque;
  fprintf(stderr, "%7.2f s  event %s: %s\n", elapsed_s(),
          rd_kafka_err2name((rd_kafka_resp_err_t)err), reason);
}

static void set(rd_kafka_conf_t *conf, const char *name, const char *value) {
  char errstr[512];
  if (rd_kafka_conf_set(conf, name, value, errstr, sizeof(errstr))) {
    fprintf(stderr, "%s\n", errstr);
    exit(2);
  }
}

static void send_one(rd_kafka_t *rk, const char *topic) {
  char value[32];
  int len = snprintf(value, sizeof(value), "message %ld", sent);
  /* One partition, so that the order of all reports can be checked. */
  rd_kafka_resp_err_t err =
      rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_PARTITION(0),
                        RD_KAFKA_V_VALUE(value, (size_t)len), RD_KAFKA_V_OPAQUE((void *)(size_t)sent),
                        RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END);
  if (err)
    refused++; /* the queue is full: a real program would wait or drop */
  else
    sent++;
}

/* Takes the broker of the embedded cluster down for the middle third. */
static void steer(rd_kafka_mock_cluster_t *mock, double second, double seconds) {
  static int down;
  int want = second > seconds / 3 && second < seconds * 2 / 3;
  if (!mock || want == down)
    return;
  down = want;
  fprintf(stderr, "%7.2f s  --- the broker goes %s ---\n", elapsed_s(), down ? "down" : "up");
  if (down)
    rd_kafka_mock_broker_set_down(mock, 1);
  else
    rd_kafka_mock_broker_set_up(mock, 1);
}

int main(int argc, char **argv) {
  rd_kafka_conf_t *conf;
  rd_kafka_t *rk;
  rd_kafka_mock_cluster_t *mock = NULL;
  char errstr[512];
  int embedded, first;
  long per_second, seconds, due;
  int64_t next_line_us;
  const char *topic;

  embedded = argc > 1 && !strcmp(argv[1], "--mock");
  if (argc < 2 || (!embedded && argc < 3)) {
    fprintf(stderr, "usage: outage BROKERS TOPIC | --mock  [PER_SECOND] [SECONDS]\n");
    return 2;
  }
  first = embedded ? 2 : 3;
  topic = embedded ? "outage" : argv[2];
  per_second = argc > first ? atol(argv[first]) : 1000;
  seconds = argc > first + 1 ? atol(argv[first + 1]) : embedded ? 15 : 120;
  if (per_second < 1 || seconds < 1)
    return 2;

  conf = rd_kafka_conf_new();
  if (embedded)
    set(conf, "test.mock.num.brokers", "1");
  else
    set(conf, "bootstrap.servers", argv[1]);
  set(conf, "queue.buffering.max.messages", "1000000"); /* room for the outage */
  rd_kafka_conf_set_dr_msg_cb(conf, on_delivery);
  rd_kafka_conf_set_log_cb(conf, on_log);
  rd_kafka_conf_set_error_cb(conf, on_error);
  begin_us = now_us();
  rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, errstr, sizeof(errstr));
  if (!rk) {
    rd_kafka_conf_destroy(conf);
    fprintf(stderr, "%s\n", errstr);
    return 2;
  }
  if (embedded)
    mock = rd_kafka_handle_mock_cluster(rk);
  signal(SIGINT, on_signal);
  signal(SIGTERM, on_signal);

  next_line_us = begin_us + 1000000;
  while (!stop && elapsed_s() < (double)seconds) {
    due = (long)(elapsed_s() * (double)per_second);
    while (sent + refused < due)
      send_one(rk, topic);
    rd_kafka_poll(rk, 5);
    steer(mock, elapsed_s(), (double)seconds);
    if (now_us() >= next_line_us) {
      next_line_us += 1000000;
      printf("%7.2f s  sent %ld, delivered %ld, queued %d, failed %ld\n", elapsed_s(), sent,
             delivered, rd_kafka_outq_len(rk), failed);
      fflush(stdout);
    }
  }
  rd_kafka_flush(rk, 30000);
  printf("sent %ld, delivered %ld, failed %ld, refused %ld, left %d, out of order %ld, longest "
         "pause between reports %.2f s\n",
         sent, delivered, failed, refused, rd_kafka_outq_len(rk), disordered,
         (double)longest_us / 1e6);
  rd_kafka_destroy(rk);
  return delivered != sent || disordered;
}
