/* flush, purge, destroy, with messages that cannot be delivered and with some that can.
 * twin: topics t=1 */
#include "twin.h"

static int ok, failed[400], reports;

static void on_report(rd_kafka_t *rk, const rd_kafka_message_t *m, void *opaque) {
  reports++;
  if (m->err)
    failed[-m->err]++;
  else
    ok++;
  (void)rk, (void)opaque;
}

static void summary(const char *what) {
  size_t i;
  printf("%s: ok %d", what, ok);
  for (i = 0; i < COUNT(failed); i++)
    if (failed[i])
      printf(" %s %d", name_of((rd_kafka_resp_err_t) - (int)i), failed[i]);
  printf("\n");
  ok = reports = 0;
  memset(failed, 0, sizeof(failed));
}

static rd_kafka_t *unreachable(const char *timeout) {
  rd_kafka_conf_t *conf = conf_with("bootstrap.servers", "127.0.0.1:1", "message.timeout.ms", timeout, NULL);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_conf_set_log_cb(conf, ignore_log);
  return producer(conf);
}

static void produce(rd_kafka_topic_t *t, int n) {
  while (n--)
    if (rd_kafka_produce(t, RD_KAFKA_PARTITION_UA, RD_KAFKA_MSG_F_COPY, (void *)"m", 1, NULL, 0, NULL))
      die("produce");
}

static const char *took(int64_t since, int from, int to) {
  static char text[64];
  int64_t ms = now_ms() - since;
  if (ms >= from && ms <= to)
    return "in time";
  snprintf(text, sizeof(text), "not in time (%d ms)", (int)ms);
  return text;
}

int main(int argc, char **argv) {
  char name[200];
  rd_kafka_conf_t *conf;
  rd_kafka_t *rk;
  rd_kafka_topic_t *t;
  int64_t t0;
  int i;
  if (argc != 3)
    return 2;
  snprintf(name, sizeof(name), "%s-t", argv[2]);

  rk = unreachable("60000");
  t = rd_kafka_topic_new(rk, "t", NULL);
  printf("flush of nothing %s\n", name_of(rd_kafka_flush(rk, 0)));
  produce(t, 7);
  t0 = now_ms();
  printf("flush 0 %s\n", name_of(rd_kafka_flush(rk, 0)));
  printf("  %s\n", took(t0, 0, 100));
  t0 = now_ms();
  printf("flush 300 %s\n", name_of(rd_kafka_flush(rk, 300)));
  printf("  %s, outq %d\n", took(t0, 280, 700), rd_kafka_outq_len(rk));
  printf("purge nothing chosen %s\n", name_of(rd_kafka_purge(rk, 0)));
  printf("purge in flight %s\n", name_of(rd_kafka_purge(rk, RD_KAFKA_PURGE_F_INFLIGHT)));
  rd_kafka_poll(rk, 200);
  summary("after purging what is in flight");
  printf("purge queue %s\n", name_of(rd_kafka_purge(rk, RD_KAFKA_PURGE_F_QUEUE)));
  printf("flush %s\n", name_of(rd_kafka_flush(rk, 1000)));
  summary("after purging the queue");
  produce(t, 3);
  printf("purge nonblocking %s\n",
         name_of(rd_kafka_purge(rk, RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_NON_BLOCKING)));
  printf("flush %s\n", name_of(rd_kafka_flush(rk, 1000)));
  summary("after purging without blocking");
  produce(t, 4);
  t0 = now_ms();
  rd_kafka_topic_destroy(t);
  rd_kafka_destroy(rk);
  printf("destroy with 4 queued: %s\n", took(t0, 0, 1000));
  summary("reports at destroy");
  wait_threads_gone();

  rk = unreachable("500");
  t = rd_kafka_topic_new(rk, "t", NULL);
  produce(t, 5);
  t0 = now_ms();
  printf("flush until timed out %s\n", name_of(rd_kafka_flush(rk, 10000)));
  printf("  %s\n", took(t0, 400, 2500));
  summary("timed out");
  rd_kafka_topic_destroy(t);
  t0 = now_ms();
  rd_kafka_destroy_flags(rk, RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE);
  printf("destroy_flags: %s\n", took(t0, 0, 500));

  /* A topic that stays referenced keeps nothing from ending. */
  rk = unreachable("60000");
  t = rd_kafka_topic_new(rk, "t", NULL);
  printf("same object again: %d\n", rd_kafka_topic_new(rk, "t", NULL) != NULL);
  rd_kafka_topic_destroy(t);
  rd_kafka_topic_destroy(t);
  rd_kafka_destroy(rk);

  conf = conf_with("bootstrap.servers", argv[1], "linger.ms", "60000", NULL);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rk = producer(conf);
  t = rd_kafka_topic_new(rk, name, NULL);
  produce(t, 20);
  t0 = now_ms();
  printf("flush overrides linger: %s\n", name_of(rd_kafka_flush(rk, 10000)));
  printf("  %s\n", took(t0, 0, 3000));
  summary("flushed");
  produce(t, 2);
  rd_kafka_poll(rk, 300);
  summary("linger holds");
  printf("flush %s\n", name_of(rd_kafka_flush(rk, 10000)));
  summary("flushed again");
  rd_kafka_topic_destroy(t);
  rd_kafka_destroy(rk);

  /* Many in a row leave nothing behind. */
  for (i = 0; i < 20; i++) {
    conf = conf_with("bootstrap.servers", argv[1], NULL);
    rk = producer(conf);
    rd_kafka_destroy(rk);
  }
  wait_threads_gone();
  return 0;
}
