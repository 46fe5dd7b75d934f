/* Wrong arguments, and what comes of them. Prints what both libraries say; with the
 * argument "more" also tries what librdkafka does not survive. */
#include "check.h"

#include <limits.h>
#include <stdint.h>

static rd_kafka_t *rk;
static rd_kafka_topic_t *rkt;

static void say(const char *what, rd_kafka_resp_err_t err) {
  printf("%s: %s\n", what, rd_kafka_err2name(err));
}

static void produced(const char *what, int result) {
  rd_kafka_resp_err_t err = rd_kafka_last_error();
  int number = errno;
  if (result == 0)
    printf("%s: taken\n", what);
  else
    printf("%s: %d %s errno %d\n", what, result, rd_kafka_err2name(err), number);
}

static void went(const char *what, rd_kafka_error_t *error) {
  printf("%s: %s\n", what, error ? rd_kafka_error_name(error) : "taken");
  rd_kafka_error_destroy(error);
}

static int produce(int32_t partition, int flags, const void *value, size_t len, const void *key,
                   size_t keylen) {
  return rd_kafka_produce(rkt, partition, flags, (void *)value, len, key, keylen, NULL);
}

static void produce_calls(void) {
  static char big[5000];
  produced("flags COPY|FREE", produce(0, RD_KAFKA_MSG_F_COPY | RD_KAFKA_MSG_F_FREE, "x", 1, NULL, 0));
  produced("no value", produce(0, RD_KAFKA_MSG_F_COPY, NULL, 0, NULL, 0));
  produced("empty value", produce(0, RD_KAFKA_MSG_F_COPY, "", 0, "", 0));
  produced("too large", produce(0, RD_KAFKA_MSG_F_COPY, big, sizeof(big), NULL, 0));
  produced("key too large", produce(0, RD_KAFKA_MSG_F_COPY, "x", 1, big, sizeof(big)));
  produced("2^31 bytes", produce(0, 0, big, (size_t)1 << 31, NULL, 0));
  produced("2^32 bytes", produce(0, 0, big, (size_t)1 << 32, NULL, 0));
  produced("2^32 bytes of key", produce(0, 0, "x", 1, big, (size_t)1 << 32));
  produced("partition 4", produce(4, RD_KAFKA_MSG_F_COPY, "x", 1, NULL, 0));
  produced("partition INT32_MAX", produce(INT32_MAX, RD_KAFKA_MSG_F_COPY, "x", 1, NULL, 0));
}

static void producev_calls(void) {
  static char big[5000];
  rd_kafka_headers_t *hdrs = rd_kafka_headers_new(1);
  say("producev without arguments", rd_kafka_producev(rk, RD_KAFKA_V_END));
  say("producev without topic",
      rd_kafka_producev(rk, RD_KAFKA_V_VALUE((void *)"x", 1), RD_KAFKA_V_END));
  say("producev with an unknown type",
      rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), (rd_kafka_vtype_t)4711, RD_KAFKA_V_END));
  say("producev too large", rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"),
                                              RD_KAFKA_V_VALUE(big, sizeof(big)), RD_KAFKA_V_END));
  say("producev to partition 99",
      rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_PARTITION(99), RD_KAFKA_V_END));
  say("producev with header and headers",
      rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_HEADER("a", "b", 1),
                        RD_KAFKA_V_HEADERS(hdrs), RD_KAFKA_V_END));
  CHECK(!rd_kafka_header_add(hdrs, "still", -1, "mine", -1), "headers are gone");
  rd_kafka_headers_destroy(hdrs);
}

static void produceva_calls(void) {
  rd_kafka_vu_t vus[3];
  memset(vus, 0, sizeof(vus));
  went("produceva of nothing", rd_kafka_produceva(rk, vus, 0));
  vus[0].vtype = RD_KAFKA_VTYPE_VALUE;
  vus[0].u.mem.ptr = (void *)"x";
  vus[0].u.mem.size = 1;
  went("produceva without topic", rd_kafka_produceva(rk, vus, 1));
  vus[1].vtype = RD_KAFKA_VTYPE_TOPIC;
  vus[1].u.cstr = "t";
  vus[2].vtype = (rd_kafka_vtype_t)99;
  went("produceva with an unknown type", rd_kafka_produceva(rk, vus, 3));
  vus[2].vtype = RD_KAFKA_VTYPE_PARTITION;
  vus[2].u.i32 = 1000;
  went("produceva to partition 1000", rd_kafka_produceva(rk, vus, 3));
  vus[2].vtype = RD_KAFKA_VTYPE_MSGFLAGS;
  vus[2].u.i = RD_KAFKA_MSG_F_COPY | RD_KAFKA_MSG_F_FREE;
  went("produceva with COPY|FREE", rd_kafka_produceva(rk, vus, 3));
}

static void batches(void) {
  static char big[5000];
  rd_kafka_message_t msgs[4];
  int i, n;
  memset(msgs, 0, sizeof(msgs));
  for (i = 0; i < 4; i++) {
    msgs[i].payload = big;
    msgs[i].len = i == 2 ? sizeof(big) : 10;
    msgs[i].partition = i == 1 ? 77 : 0;
  }
  printf("batch of none: %d\n", rd_kafka_produce_batch(rkt, 0, RD_KAFKA_MSG_F_COPY, msgs, 0));
  n = rd_kafka_produce_batch(rkt, 0, RD_KAFKA_MSG_F_COPY | RD_KAFKA_MSG_F_PARTITION, msgs, 4);
  printf("batch: %d taken\n", n);
  for (i = 0; i < 4; i++)
    say("  ", msgs[i].err);
}

static void topics(void) {
  char name[600], errstr[128];
  rd_kafka_topic_t *t, *again;
  rd_kafka_topic_conf_t *tconf = rd_kafka_topic_conf_new();
  rd_kafka_conf_t *conf;
  memset(name, 'n', sizeof(name));
  name[sizeof(name) - 1] = '\0';
  t = rd_kafka_topic_new(rk, name, NULL);
  printf("long topic name: %s %s\n", t ? "taken" : "refused",
         t ? "" : rd_kafka_err2name(rd_kafka_last_error()));
  if (t)
    rd_kafka_topic_destroy(t);
  t = rd_kafka_topic_new(rk, "", NULL);
  printf("empty topic name: %s %s\n", t ? "taken" : "refused",
         t ? "" : rd_kafka_err2name(rd_kafka_last_error()));
  if (t)
    rd_kafka_topic_destroy(t);
  t = rd_kafka_topic_new(rk, "twice", NULL);
  rd_kafka_topic_conf_set(tconf, "acks", "1", errstr, sizeof(errstr));
  again = rd_kafka_topic_new(rk, "twice", tconf);
  printf("topic twice: %s\n", t == again ? "the same" : "another");
  rd_kafka_topic_destroy(t);
  rd_kafka_topic_destroy(again);
  printf("available: %d %d\n", !!rd_kafka_topic_partition_available(rkt, 77),
         !!rd_kafka_topic_partition_available(rkt, -1));

  conf = conf_with("enable.idempotence", "false", NULL);
  tconf = rd_kafka_topic_conf_new();
  rd_kafka_topic_conf_set(tconf, "message.timeout.ms", "10", errstr, sizeof(errstr));
  rd_kafka_conf_set_default_topic_conf(conf, tconf);
  rd_kafka_conf_set_default_topic_conf(conf, NULL);
  rd_kafka_conf_destroy(conf);
}

static void handle_calls(void) {
  rd_kafka_queue_t *q;
  rd_kafka_event_t *ev;
  say("purge of nothing", rd_kafka_purge(rk, 0));
  say("purge with wrong flags", rd_kafka_purge(rk, 0x1000));
  printf("brokers_add of nothing: %d\n", rd_kafka_brokers_add(rk, ""));
  printf("brokers_add of commas: %d\n", rd_kafka_brokers_add(rk, ",,,"));
  rd_kafka_set_log_level(rk, -100);
  rd_kafka_set_log_level(rk, 100);
  rd_kafka_set_log_level(rk, 6);
  printf("outq_len: %d\n", rd_kafka_outq_len(rk) >= 0);
  printf("type: %d, opaque: %d\n", rd_kafka_type(rk), rd_kafka_opaque(rk) != NULL);
  q = rd_kafka_queue_new(rk);
  ev = rd_kafka_queue_poll(q, 0);
  printf("empty queue: %d, length %d\n", ev != NULL, (int)rd_kafka_queue_length(q));
  rd_kafka_queue_forward(q, NULL);
  rd_kafka_queue_io_event_enable(q, -1, NULL, 0);
  rd_kafka_queue_cb_event_enable(q, NULL, NULL);
  rd_kafka_queue_destroy(q);
  rd_kafka_event_destroy(NULL);
  printf("no event: %d %s\n", rd_kafka_event_type(NULL), rd_kafka_event_name(NULL));
  rd_kafka_error_destroy(NULL);
  printf("no error: %s, fatal %d\n", rd_kafka_err2name(rd_kafka_error_code(NULL)),
         rd_kafka_error_is_fatal(NULL));
  say("no fatal error", rd_kafka_fatal_error(rk, NULL, 0));
  printf("thread_cnt: %d\n", rd_kafka_thread_cnt() > 0);
}

static void lookups(void) {
  const struct rd_kafka_metadata *md = NULL;
  int64_t lo = -2, hi = -2;
  rd_kafka_resp_err_t err = rd_kafka_metadata(rk, 0, NULL, &md, 5000);
  printf("metadata of local topics: %s %d\n", rd_kafka_err2name(err), md ? md->broker_cnt : -1);
  if (md)
    rd_kafka_metadata_destroy(md);
  say("offsets of an unknown partition",
      rd_kafka_query_watermark_offsets(rk, "t", 1000, &lo, &hi, 3000));
  printf("%d %d\n", (int)lo, (int)hi);

}

static void mock_calls(void) {
  rd_kafka_mock_cluster_t *c = rd_kafka_handle_mock_cluster(rk);
  say("unknown broker down", rd_kafka_mock_broker_set_down(c, 999));
  say("unknown broker up", rd_kafka_mock_broker_set_up(c, 999));
  say("unknown broker's delay", rd_kafka_mock_broker_set_rtt(c, 999, 10));
  say("topic of no partitions", rd_kafka_mock_topic_create(c, "zero", 0, 1));
  say("topic once", rd_kafka_mock_topic_create(c, "new", 2, 1));
  say("topic twice", rd_kafka_mock_topic_create(c, "new", 2, 1));
  say("too many replicas", rd_kafka_mock_topic_create(c, "many", 2, 100));
  say("unknown leader", rd_kafka_mock_partition_set_leader(c, "new", 0, 77));
  say("unknown partition", rd_kafka_mock_partition_set_leader(c, "new", 70, 1));
  say("wrong versions", rd_kafka_mock_set_apiversion(c, -1, 0, 0));
  say("wrong versions", rd_kafka_mock_set_apiversion(c, 10000, 0, 0));
  say("wrong coordinator", rd_kafka_mock_coordinator_set(c, "nonsense", "k", 1));
  rd_kafka_mock_push_request_errors(c, 0, 0);
}

static void creation(void) {
  char errstr[8];
  rd_kafka_conf_t *conf = rd_kafka_conf_new();
  rd_kafka_t *other = rd_kafka_new(RD_KAFKA_PRODUCER, NULL, NULL, 0);
  printf("no conf: %d\n", other != NULL);
  if (other)
    rd_kafka_destroy(other);
  rd_kafka_conf_set(conf, "linger.ms", "5000", NULL, 0);
  rd_kafka_conf_set(conf, "message.timeout.ms", "1000", NULL, 0);
  rd_kafka_conf_set(conf, "no.such.name", "1000", NULL, 0);
  memset(errstr, '#', sizeof(errstr));
  other = rd_kafka_new(RD_KAFKA_PRODUCER, conf, errstr, sizeof(errstr));
  printf("small text: %d %d\n", other != NULL, (int)strnlen(errstr, sizeof(errstr)));
  other = rd_kafka_new(RD_KAFKA_PRODUCER, conf, NULL, 0);
  printf("no text: %d\n", other != NULL);
  rd_kafka_conf_destroy(conf);
}

/* What ends the process with librdkafka. */
static void more(void) {
  rd_kafka_vu_t vus[2];
  rd_kafka_conf_t *conf = rd_kafka_conf_new();
  produced("SIZE_MAX bytes", produce(0, 0, "x", SIZE_MAX, NULL, 0));
  produced("SIZE_MAX bytes of key", produce(0, 0, "x", 1, "x", SIZE_MAX));
  produced("both", produce(0, 0, "x", SIZE_MAX, "x", SIZE_MAX));
  produced("partition -2", produce(-2, RD_KAFKA_MSG_F_COPY, "x", 1, NULL, 0));
  produced("partition INT32_MIN", produce(INT32_MIN, RD_KAFKA_MSG_F_COPY, "x", 1, NULL, 0));
  produced("NULL with a length", produce(0, RD_KAFKA_MSG_F_COPY, NULL, 10, NULL, 10));
  printf("NULL topic name: %s\n", rd_kafka_topic_new(rk, NULL, NULL) ? "taken" : "refused");
  say("NULL topic", rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(NULL), RD_KAFKA_V_END));
  say("NULL topic object", rd_kafka_producev(rk, RD_KAFKA_V_RKT(NULL), RD_KAFKA_V_END));
  say("NULL header name", rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"),
                                            RD_KAFKA_V_HEADER(NULL, "x", 1), RD_KAFKA_V_END));
  memset(vus, 0, sizeof(vus));
  went("NULL arguments", rd_kafka_produceva(rk, NULL, 3));
  say("NULL in the watermarks", rd_kafka_query_watermark_offsets(rk, NULL, 0, NULL, NULL, 100));
  printf("topic names of nobody: %s\n", rd_kafka_topic_name(NULL) ? "one" : "none");
  rd_kafka_destroy(NULL);
  rd_kafka_topic_destroy(NULL);
  rd_kafka_conf_destroy(NULL);
  rd_kafka_topic_conf_destroy(NULL);
  rd_kafka_queue_destroy(NULL);
  rd_kafka_headers_destroy(NULL);
  rd_kafka_message_destroy(NULL);
  rd_kafka_metadata_destroy(NULL);
  rd_kafka_topic_partition_list_destroy(NULL);
  printf("poll of nobody: %d\n", rd_kafka_poll(NULL, 0));
  say("flush of nobody", rd_kafka_flush(NULL, 0));
  say("purge of nobody", rd_kafka_purge(NULL, RD_KAFKA_PURGE_F_QUEUE));
  printf("outq_len of nobody: %d\n", rd_kafka_outq_len(NULL));
  printf("name of nobody: %s\n", rd_kafka_name(NULL) ? "one" : "none");
  printf("set without name: %d\n", rd_kafka_conf_set(conf, NULL, "x", NULL, 0));
  rd_kafka_conf_destroy(conf);
  printf("set without conf: %d\n", rd_kafka_conf_set(NULL, "linger.ms", "1", NULL, 0));
}

int main(int argc, char **argv) {
  rd_kafka_conf_t *conf = conf_with("test.mock.num.brokers", "1", "message.max.bytes", "2000",
                                    "client.id", "wrong", NULL);
  setvbuf(stdout, NULL, _IONBF, 0);
  rd_kafka_conf_set_dr_msg_cb(conf, keep_report);
  rk = producer(conf);
  rkt = rd_kafka_topic_new(rk, "t", NULL);
  CHECK(rkt && !produce(0, RD_KAFKA_MSG_F_COPY, "x", 1, NULL, 0) && !rd_kafka_flush(rk, 10000),
        "a plain message");
  if (argc > 1) {
    more();
  } else {
    produce_calls();
    producev_calls();
    produceva_calls();
    batches();
    topics();
    handle_calls();
    lookups();
    mock_calls();
    creation();
  }
  /* librdkafka's flush may wait for something else here. */
  rd_kafka_flush(rk, 3000);
  printf("%d reports\n", report_cnt);
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
  return 0;
}
