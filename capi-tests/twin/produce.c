/* Producing with every flag; what the delivery reports say.
 * twin: topics a=1 b=4 */
#include "twin.h"

#include <errno.h>

#define MAX 200

struct report {
  int done;
  char text[400];
};

static struct report reports[MAX];
static int next_id, done;

/* What a report says, but for offsets and times. */
static void on_report(rd_kafka_t *rk, const rd_kafka_message_t *m, void *opaque) {
  size_t id = (size_t)m->_private;
  rd_kafka_timestamp_type_t tstype;
  int64_t ts = rd_kafka_message_timestamp(m, &tstype);
  rd_kafka_headers_t *h;
  size_t headers = 0;
  (void)opaque;
  if (!rd_kafka_message_headers(m, &h))
    headers = rd_kafka_header_cnt(h);
  done++;
  if (id >= MAX) {
    printf("report with a strange id\n");
    return;
  }
  reports[id].done++;
  snprintf(reports[id].text, sizeof(reports[id].text),
           "%s [%d] key %s value %s len %zu offset %s ts %s %s headers %zu status %d latency %s "
           "broker %d",
           name_of(m->err), m->partition, show(m->key, m->key_len),
           show(m->payload, m->len < 20 ? m->len : 20), m->len, m->offset >= 0 ? "yes" : "none",
           tstype == RD_KAFKA_TIMESTAMP_CREATE_TIME ? "create" : "other",
           ts == 1234567890123 ? "given" : ts > 1600000000000 ? "now" : "odd", headers,
           rd_kafka_message_status(m), rd_kafka_message_latency(m) >= 0 ? "yes" : "none",
           rd_kafka_message_broker_id(m));
  (void)rk;
}

static void *id(void) {
  return (void *)(size_t)next_id++;
}

static void step(rd_kafka_t *rk, const char *what) {
  int64_t end = now_ms() + 3000;
  int i;
  /* librdkafka goes on counting messages that a batch refused, so that the length of
   * its queue does not come back to 0: it is enough that no report comes any more. */
  while (rd_kafka_outq_len(rk) && now_ms() < end)
    if (rd_kafka_poll(rk, 50))
      end = now_ms() + 3000;
  printf("-- %s\n", what);
  for (i = 0; i < next_id; i++) {
    if (reports[i].done)
      printf("  %d: %dx %s\n", i, reports[i].done, reports[i].text);
    else
      printf("  %d: no report\n", i);
  }
  memset(reports, 0, sizeof(reports));
  next_id = 0;
}

static void said(int r) {
  if (r)
    printf("  -> %d %s errno %d\n", r, name_of(rd_kafka_last_error()), errno);
  else
    printf("  -> 0\n");
}

static void verror(rd_kafka_error_t *e) {
  if (!e) {
    printf("  -> none\n");
    return;
  }
  printf("  -> %s \"%s\"\n", rd_kafka_error_name(e), rd_kafka_error_string(e));
  rd_kafka_error_destroy(e);
}

static void plain(rd_kafka_t *rk, rd_kafka_topic_t *a, rd_kafka_topic_t *b) {
  char buf[64] = "volatile", *owned;
  said(rd_kafka_produce(a, 0, RD_KAFKA_MSG_F_COPY, buf, 8, "key", 3, id()));
  memset(buf, '#', sizeof(buf));
  owned = malloc(10);
  memcpy(owned, "freed late", 10);
  said(rd_kafka_produce(a, 0, RD_KAFKA_MSG_F_FREE, owned, 10, NULL, 0, id()));
  said(rd_kafka_produce(a, 0, 0, (void *)"borrowed", 8, "", 0, id()));
  said(rd_kafka_produce(a, 0, RD_KAFKA_MSG_F_COPY, NULL, 0, "tomb", 4, id()));
  said(rd_kafka_produce(a, 0, RD_KAFKA_MSG_F_COPY, (void *)"", 0, NULL, 0, id()));
  said(rd_kafka_produce(a, RD_KAFKA_PARTITION_UA, RD_KAFKA_MSG_F_COPY, (void *)"any", 3, NULL, 0, id()));
  said(rd_kafka_produce(b, RD_KAFKA_PARTITION_UA, RD_KAFKA_MSG_F_COPY, (void *)"by key", 6, "k", 1, id()));
  said(rd_kafka_produce(b, 3, RD_KAFKA_MSG_F_COPY | RD_KAFKA_MSG_F_PARTITION, (void *)"three", 5, NULL, 0, id()));
  step(rk, "produce");
  /* The topic is known now. */
  said(rd_kafka_produce(b, 77, RD_KAFKA_MSG_F_COPY, (void *)"beyond", 6, NULL, 0, id()));
  owned = malloc(4);
  memcpy(owned, "mine", 4);
  said(rd_kafka_produce(b, 77, RD_KAFKA_MSG_F_FREE, owned, 4, NULL, 0, id()));
  printf("still mine: %.4s\n", owned);
  free(owned);
  step(rk, "refused");
}

static void batch(rd_kafka_t *rk, rd_kafka_topic_t *b) {
  rd_kafka_message_t m[8];
  int i, r;
  char *big = calloc(1, 1500000);
  for (i = 0; i < 8; i++) {
    memset(&m[i], 0, sizeof(m[i]));
    m[i].payload = (void *)"batch";
    m[i].len = 5;
    m[i].partition = i;
    m[i]._private = id();
  }
  m[1].key = (void *)"key";
  m[1].key_len = 3;
  m[2].payload = big;
  m[2].len = 1500000;
  r = rd_kafka_produce_batch(b, 0, RD_KAFKA_MSG_F_COPY | RD_KAFKA_MSG_F_PARTITION, m, 8);
  printf("batch with partitions: %d\n", r);
  for (i = 0; i < 8; i++)
    printf("  %d %s\n", i, name_of(m[i].err));
  step(rk, "batch with partitions");
  for (i = 0; i < 4; i++) {
    m[i].payload = (void *)"batch2";
    m[i].len = 6;
    m[i].partition = 55;
    m[i]._private = id();
    m[i].err = 0;
  }
  r = rd_kafka_produce_batch(b, 2, RD_KAFKA_MSG_F_COPY, m, 4);
  printf("batch to one: %d\n", r);
  for (i = 0; i < 4; i++)
    printf("  %d %s\n", i, name_of(m[i].err));
  printf("empty batch: %d\n", rd_kafka_produce_batch(b, 2, RD_KAFKA_MSG_F_COPY, m, 0));
  step(rk, "batch to one");
  free(big);
}

static void variadic(rd_kafka_t *rk, const char *name, rd_kafka_topic_t *a) {
  rd_kafka_headers_t *h = rd_kafka_headers_new(2);
  rd_kafka_resp_err_t err;
  rd_kafka_vu_t vus[8];
  char *owned = malloc(5);
  memcpy(owned, "owned", 5);
  rd_kafka_header_add(h, "h", -1, "1", -1);
  err = rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(name), RD_KAFKA_V_PARTITION(0),
                          RD_KAFKA_V_VALUE((void *)"v", 1), RD_KAFKA_V_KEY((void *)"k", 1),
                          RD_KAFKA_V_HEADERS(h), RD_KAFKA_V_TIMESTAMP(1234567890123),
                          RD_KAFKA_V_OPAQUE(id()), RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY),
                          RD_KAFKA_V_END);
  printf("producev: %s\n", name_of(err));
  err = rd_kafka_producev(rk, RD_KAFKA_V_RKT(a), RD_KAFKA_V_HEADER("one", "1", -1),
                          RD_KAFKA_V_HEADER("two", NULL, 0), RD_KAFKA_V_VALUE(owned, 5),
                          RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_FREE), RD_KAFKA_V_OPAQUE(id()),
                          RD_KAFKA_V_END);
  printf("producev rkt: %s\n", name_of(err));
  err = rd_kafka_producev(rk, RD_KAFKA_V_VALUE((void *)"v", 1), RD_KAFKA_V_END);
  printf("producev without topic: %s\n", name_of(err));
  h = rd_kafka_headers_new(1);
  rd_kafka_header_add(h, "kept", -1, "x", -1);
  err = rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(name), RD_KAFKA_V_PARTITION(77),
                          RD_KAFKA_V_HEADERS(h), RD_KAFKA_V_VALUE((void *)"v", 1),
                          RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END);
  printf("producev partition 77: %s, headers still ours: %zu\n", name_of(err),
         rd_kafka_header_cnt(h));
  err = rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(name), RD_KAFKA_V_HEADERS(h),
                          RD_KAFKA_V_HEADER("b", "b", 1), RD_KAFKA_V_END);
  printf("producev both kinds of headers: %s\n", name_of(err));
  rd_kafka_headers_destroy(h);

  memset(vus, 0, sizeof(vus));
  vus[0].vtype = RD_KAFKA_VTYPE_TOPIC;
  vus[0].u.cstr = name;
  vus[1].vtype = RD_KAFKA_VTYPE_PARTITION;
  vus[1].u.i32 = 0;
  vus[2].vtype = RD_KAFKA_VTYPE_VALUE;
  vus[2].u.mem.ptr = (void *)"produceva";
  vus[2].u.mem.size = 9;
  vus[3].vtype = RD_KAFKA_VTYPE_MSGFLAGS;
  vus[3].u.i = RD_KAFKA_MSG_F_COPY;
  vus[4].vtype = RD_KAFKA_VTYPE_HEADER;
  vus[4].u.header.name = "va";
  vus[4].u.header.val = "1";
  vus[4].u.header.size = 1;
  vus[5].vtype = RD_KAFKA_VTYPE_OPAQUE;
  vus[5].u.ptr = id();
  verror(rd_kafka_produceva(rk, vus, 6));
  /* Without the header: librdkafka frees it twice when the partition is unknown. */
  vus[1].u.i32 = 77;
  verror(rd_kafka_produceva(rk, vus, 4));
  vus[1].vtype = (rd_kafka_vtype_t)99;
  verror(rd_kafka_produceva(rk, vus, 5));
  verror(rd_kafka_produceva(rk, vus + 2, 1));
  step(rk, "producev and produceva");
}

int main(int argc, char **argv) {
  char a_name[200], b_name[200];
  rd_kafka_conf_t *conf;
  rd_kafka_t *rk;
  rd_kafka_topic_t *a, *b;
  if (argc != 3)
    return 2;
  snprintf(a_name, sizeof(a_name), "%s-a", argv[2]);
  snprintf(b_name, sizeof(b_name), "%s-b", argv[2]);
  conf = conf_with("bootstrap.servers", argv[1], "message.timeout.ms", "15000", NULL);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rk = producer(conf);
  a = rd_kafka_topic_new(rk, a_name, NULL);
  b = rd_kafka_topic_new(rk, b_name, NULL);
  plain(rk, a, b);
  batch(rk, b);
  variadic(rk, a_name, a);
  rd_kafka_topic_destroy(a);
  rd_kafka_topic_destroy(b);
  rd_kafka_destroy(rk);

  /* The queue's limit, and that F_BLOCK waits for room. */
  conf = conf_with("bootstrap.servers", argv[1], "queue.buffering.max.messages", "10",
                   "linger.ms", "200", NULL);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rk = producer(conf);
  a = rd_kafka_topic_new(rk, a_name, NULL);
  {
    int i, ok = 0;
    for (i = 0; i < 15; i++)
      ok += rd_kafka_produce(a, 0, RD_KAFKA_MSG_F_COPY, (void *)"full", 4, NULL, 0, id()) == 0;
    printf("accepted %d, then %s errno %d\n", ok, name_of(rd_kafka_last_error()), errno);
    printf("outq %d\n", rd_kafka_outq_len(rk));
    next_id = 10;
    step(rk, "queue limit");
  }
  rd_kafka_topic_destroy(a);
  rd_kafka_destroy(rk);

  /* Only errors are reported if asked so; acks=0 reports without offset. */
  conf = conf_with("bootstrap.servers", argv[1], "delivery.report.only.error", "true", NULL);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rk = producer(conf);
  a = rd_kafka_topic_new(rk, a_name, NULL);
  said(rd_kafka_produce(a, 0, RD_KAFKA_MSG_F_COPY, (void *)"quiet", 5, NULL, 0, id()));
  printf("flush %s\n", name_of(rd_kafka_flush(rk, 10000)));
  step(rk, "only errors");
  rd_kafka_topic_destroy(a);
  rd_kafka_destroy(rk);

  conf = conf_with("bootstrap.servers", argv[1], "acks", "0", NULL);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rk = producer(conf);
  a = rd_kafka_topic_new(rk, a_name, NULL);
  said(rd_kafka_produce(a, 0, RD_KAFKA_MSG_F_COPY, (void *)"no ack", 6, NULL, 0, id()));
  printf("flush %s\n", name_of(rd_kafka_flush(rk, 10000)));
  step(rk, "acks=0");
  rd_kafka_topic_destroy(a);
  rd_kafka_destroy(rk);
  wait_threads_gone();
  return 0;
}
