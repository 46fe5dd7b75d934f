/* The log lines and error events of outages, as level, facility and kind, each kind once:
 * how often a line comes is each library's own business. */
#include "twin.h"

#include <librdkafka/rdkafka_mock.h>

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char seen[64][80];
static size_t seen_count;
static int delivered, failures;

static int by_text(const void *a, const void *b) {
  return strcmp(a, b);
}

static void note(const char *text) {
  size_t i;
  pthread_mutex_lock(&lock);
  for (i = 0; i < seen_count && strcmp(seen[i], text); i++)
    ;
  if (i == seen_count && seen_count < COUNT(seen))
    snprintf(seen[seen_count++], sizeof(seen[0]), "%s", text);
  pthread_mutex_unlock(&lock);
}

static const char *kind(const char *buf) {
  static const char *const kinds[][2] = {
      {"Disconnected", "Disconnected"},
      {"Connect to ipv4#", "Connect to ipv4#... failed"},
      {"Failed to resolve", "Failed to resolve"},
      {"brokers are down", "brokers are down"},
      {"Connection setup timed out", "Connection setup timed out"},
      {"terminating with", "terminating with messages in queue"},
      {"Connection closed", "Connection closed"},
  };
  size_t i;
  for (i = 0; i < COUNT(kinds); i++)
    if (strstr(buf, kinds[i][0]))
      return kinds[i][1];
  return NULL;
}

static void on_log(const rd_kafka_t *rk, int level, const char *fac, const char *buf) {
  char text[80];
  const char *k = kind(buf);
  if (!rk || strncmp(rd_kafka_name(rk), "twin#producer-", 14))
    note("log without a handle of ours");
  /* What ours says in addition (that it is connected again) is not compared, nor
   * the repetition of a line with the facility ERROR. */
  if (!k || !strcmp(fac, "ERROR"))
    return;
  snprintf(text, sizeof(text), "log %d %s: %s", level, fac, k);
  note(text);
}

static void on_error(rd_kafka_t *rk, int err, const char *reason, void *opaque) {
  char text[80];
  if (strstr(reason, "Disconnected"))
    return; /* librdkafka reports it or not, as its threads happen to run */
  snprintf(text, sizeof(text), "error %s: %s", name_of((rd_kafka_resp_err_t)err),
           kind(reason) ? kind(reason) : reason);
  note(text);
  (void)rk, (void)opaque;
}

static void on_report(rd_kafka_t *rk, const rd_kafka_message_t *m, void *opaque) {
  if (m->err)
    failures++;
  else
    delivered++;
  (void)rk, (void)opaque;
}

static void show_seen(const char *what) {
  size_t i;
  pthread_mutex_lock(&lock);
  printf("-- %s: delivered %d failed %d\n", what, delivered, failures);
  qsort(seen, seen_count, sizeof(seen[0]), by_text);
  for (i = 0; i < seen_count; i++)
    printf("  %s\n", seen[i]);
  seen_count = 0;
  delivered = failures = 0;
  pthread_mutex_unlock(&lock);
}

static rd_kafka_t *start(rd_kafka_conf_t *conf) {
  char errstr[256];
  rd_kafka_conf_set(conf, "client.id", "twin", errstr, sizeof(errstr));
  rd_kafka_conf_set_log_cb(conf, on_log);
  rd_kafka_conf_set_error_cb(conf, on_error);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  return producer(conf);
}

static void serve(rd_kafka_t *rk, int ms) {
  int64_t end = now_ms() + ms;
  while (now_ms() < end)
    rd_kafka_poll(rk, 20);
}

static void produce(rd_kafka_t *rk, int n) {
  while (n--)
    if (rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_PARTITION(0),
                          RD_KAFKA_V_VALUE((void *)"m", 1), RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY),
                          RD_KAFKA_V_END))
      die("produce");
}

static void mocked(int brokers) {
  char count[8], what[80];
  rd_kafka_t *rk;
  rd_kafka_mock_cluster_t *mock;
  int i, left;
  snprintf(count, sizeof(count), "%d", brokers);
  rk = start(conf_with("test.mock.num.brokers", count, "reconnect.backoff.max.ms", "1000", NULL));
  mock = rd_kafka_handle_mock_cluster(rk);
  if (!mock)
    die("no mock cluster");
  rd_kafka_mock_topic_create(mock, "t", 1, 1);
  rd_kafka_mock_partition_set_leader(mock, "t", 0, 1);
  produce(rk, 10);
  left = rd_kafka_flush(rk, 10000);
  printf("flush %s\n", name_of((rd_kafka_resp_err_t)left));
  snprintf(what, sizeof(what), "%d up", brokers);
  show_seen(what);
  for (i = 1; i <= brokers; i++)
    rd_kafka_mock_broker_set_down(mock, i);
  produce(rk, 10);
  serve(rk, 2500);
  snprintf(what, sizeof(what), "%d down", brokers);
  show_seen(what);
  for (i = 1; i <= brokers; i++)
    rd_kafka_mock_broker_set_up(mock, i);
  left = rd_kafka_flush(rk, 10000);
  printf("flush %s\n", name_of((rd_kafka_resp_err_t)left));
  pthread_mutex_lock(&lock);
  seen_count = 0;
  pthread_mutex_unlock(&lock);
  snprintf(what, sizeof(what), "%d up again", brokers);
  show_seen(what);
  rd_kafka_destroy(rk);
}

int main(void) {
  rd_kafka_t *rk;

  rk = start(conf_with("bootstrap.servers", "127.0.0.1:1", NULL));
  produce(rk, 3);
  serve(rk, 1500);
  show_seen("refused");
  rd_kafka_destroy(rk);
  show_seen("destroyed with messages");

  rk = start(conf_with("bootstrap.servers", "no-such-host.invalid:9092", NULL));
  produce(rk, 3);
  serve(rk, 1500);
  show_seen("no such name");
  rd_kafka_purge(rk, RD_KAFKA_PURGE_F_QUEUE);
  rd_kafka_flush(rk, 1000);
  rd_kafka_destroy(rk);
  show_seen("purged and destroyed");

  mocked(1);
  mocked(3);
  wait_threads_gone();
  return 0;
}
