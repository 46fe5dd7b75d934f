/* Inputs that tripped users of Kafka clients: producing (H04, H05, H09, H12, H13),
 * and the first message of a new producer. */
#include "check.h"

#define API_PRODUCE 0
#define API_VERSIONS 18

/* A handle that owns a mock cluster of one broker; its log is nobody's business. */
static void no_log(const rd_kafka_t *rk, int level, const char *fac, const char *buf) {
}

static rd_kafka_t *cluster_owner(rd_kafka_mock_cluster_t **cluster) {
  rd_kafka_conf_t *conf = rd_kafka_conf_new();
  rd_kafka_t *rk;
  rd_kafka_conf_set_log_cb(conf, no_log);
  rk = producer(conf);
  *cluster = rd_kafka_mock_cluster_new(rk, 1);
  CHECK(*cluster, "no mock cluster");
  return rk;
}

static void h04(int argc, char **argv) {
  rd_kafka_conf_t *conf =
      conf_with("bootstrap.servers", "127.0.0.1:1", "message.timeout.ms", "4000", NULL);
  rd_kafka_t *rk;
  rd_kafka_resp_err_t err;
  int64_t t0, t1;
  rd_kafka_conf_set_dr_msg_cb(conf, keep_report);
  rk = producer(conf);
  t0 = now_us();
  CHECK(!send_text(rk, "t", RD_KAFKA_PARTITION_UA, "x", 1), "produce");
  t1 = now_us();
  err = rd_kafka_flush(rk, -1000);
  CHECK(err == RD_KAFKA_RESP_ERR__TIMED_OUT, "flush(-1000): %s", rd_kafka_err2name(err));
  CHECK(ms_since(t1) < 10, "flush(-1000) took %.1f ms", ms_since(t1));
  CHECK(rd_kafka_outq_len(rk) == 1, "outq_len %d", rd_kafka_outq_len(rk));
  rd_kafka_flush(rk, -1000);
  if (argc == 0) { /* librdkafka says nothing */
    usleep(100 * 1000);
    CHECK(lines_with(4, "-1000", "-1 ") + lines_with(4, "-1000", "-1)") >= 1 ||
              lines_with(4, "-1000", "infinite") >= 1,
          "no warning");
    CHECK(lines_with(4, "-1000", NULL) == 1, "%d warnings", lines_with(4, "-1000", NULL));
  }
  err = rd_kafka_flush(rk, -1);
  CHECK(!err, "flush(-1): %s", rd_kafka_err2name(err));
  CHECK(ms_since(t0) > 3900 && ms_since(t0) < 5600, "flush(-1) ended after %.0f ms", ms_since(t0));
  CHECK(rd_kafka_outq_len(rk) == 0, "outq_len %d", rd_kafka_outq_len(rk));
  CHECK(report_cnt == 1 && reports[0].err == RD_KAFKA_RESP_ERR__MSG_TIMED_OUT, "%d reports",
        report_cnt);
  rd_kafka_destroy(rk);
}

static void h05(int argc, char **argv) {
  rd_kafka_conf_t *conf = conf_with("test.mock.num.brokers", "1", NULL);
  rd_kafka_t *rk;
  rd_kafka_headers_t *hdrs = rd_kafka_headers_new(1);
  rd_kafka_error_t *error;
  rd_kafka_resp_err_t err;
  rd_kafka_vu_t vus[4];
  const void *value;
  size_t size;
  rd_kafka_conf_set_dr_msg_cb(conf, keep_report);
  rk = producer(conf);
  CHECK(!send_text(rk, "four", 3, "x", 1) && !rd_kafka_flush(rk, 10000), "partition 3");
  CHECK(report_cnt == 1 && !reports[0].err, "partition 3");

  memset(vus, 0, sizeof(vus));
  vus[0].vtype = RD_KAFKA_VTYPE_TOPIC;
  vus[0].u.cstr = "four";
  vus[1].vtype = RD_KAFKA_VTYPE_PARTITION;
  vus[1].u.i32 = 77;
  vus[2].vtype = RD_KAFKA_VTYPE_VALUE;
  vus[2].u.mem.ptr = (void *)"hi";
  vus[2].u.mem.size = 2;
  vus[3].vtype = RD_KAFKA_VTYPE_HEADER;
  vus[3].u.header.name = "n";
  vus[3].u.header.val = "v";
  vus[3].u.header.size = 1;
  error = rd_kafka_produceva(rk, vus, 4);
  CHECK(rd_kafka_error_code(error) == RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION, "(a) %s",
        rd_kafka_error_string(error));
  rd_kafka_error_destroy(error);

  rd_kafka_header_add(hdrs, "name", -1, "value", -1);
  vus[3].vtype = RD_KAFKA_VTYPE_HEADERS;
  vus[3].u.headers = hdrs;
  error = rd_kafka_produceva(rk, vus, 4);
  CHECK(rd_kafka_error_code(error) == RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION, "(b) %s",
        rd_kafka_error_string(error));
  rd_kafka_error_destroy(error);
  CHECK(!rd_kafka_header_get_last(hdrs, "name", &value, &size) && size == 5, "headers are gone");

  err = rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("four"), RD_KAFKA_V_PARTITION(77),
                          RD_KAFKA_V_VALUE((void *)"hi", 2), RD_KAFKA_V_HEADERS(hdrs),
                          RD_KAFKA_V_END);
  CHECK(err == RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION, "producev: %s", rd_kafka_err2name(err));
  CHECK(rd_kafka_header_cnt(hdrs) == 1, "headers are gone");
  rd_kafka_headers_destroy(hdrs);
  CHECK(rd_kafka_outq_len(rk) == 0, "outq_len %d", rd_kafka_outq_len(rk));
  rd_kafka_destroy(rk);
}

static void h09(int argc, char **argv) {
  rd_kafka_conf_t *conf = conf_with("test.mock.num.brokers", "1", "queue.buffering.max.messages",
                                    "2000", NULL);
  rd_kafka_t *rk;
  rd_kafka_queue_t *queue;
  int64_t t0, lo = -1, hi = -1;
  int i, accepted = 0, full = 0, drained = 0;
  rd_kafka_resp_err_t err;
  rd_kafka_conf_set_events(conf, RD_KAFKA_EVENT_DR);
  rk = producer(conf);
  queue = rd_kafka_queue_get_main(rk);
  t0 = now_us();
  for (i = 0; i < 3000; i++) {
    err = send_text(rk, "t", 0, "payload", i);
    accepted += !err;
    full += err == RD_KAFKA_RESP_ERR__QUEUE_FULL;
  }
  CHECK(accepted == 2000 && full == 1000, "%d accepted, %d full", accepted, full);
  usleep(2000 * 1000);
  err = rd_kafka_query_watermark_offsets(rk, "t", 0, &lo, &hi, 5000);
  CHECK(!err && lo == 0 && hi == 2000, "%s, stored %" PRId64 " to %" PRId64, rd_kafka_err2name(err),
        lo, hi);
  /* librdkafka also counts the event that carries the reports. */
  CHECK(rd_kafka_outq_len(rk) >= 2000, "outq_len %d", rd_kafka_outq_len(rk));
  while (ms_since(t0) < 3000)
    usleep(10 * 1000);
  if (argc == 0) {
    CHECK(lines_with(4, "2000", "rd_kafka_") == 1, "%d warnings that name a call",
          lines_with(4, "2000", "rd_kafka_"));
    CHECK(lines_with(4, "deliver", NULL) == 1, "%d warnings", lines_with(4, "deliver", NULL));
  }
  t0 = now_us();
  while (drained < 2000 && ms_since(t0) < 5000) {
    rd_kafka_event_t *ev = rd_kafka_queue_poll(queue, 100);
    const rd_kafka_message_t *msg;
    if (!ev)
      continue;
    CHECK(rd_kafka_event_type(ev) == RD_KAFKA_EVENT_DR, "%s", rd_kafka_event_name(ev));
    while ((msg = rd_kafka_event_message_next(ev))) {
      CHECK(!msg->err && msg->offset == drained && (intptr_t)msg->_private == drained,
            "report %d: %s, offset %" PRId64, drained, rd_kafka_err2name(msg->err), msg->offset);
      drained++;
    }
    rd_kafka_event_destroy(ev);
  }
  CHECK(drained == 2000, "%d reports", drained);
  CHECK(rd_kafka_outq_len(rk) == 0, "outq_len %d", rd_kafka_outq_len(rk));
  CHECK(!send_text(rk, "t", 0, "again", 0), "produce after that");
  t0 = now_us();
  while (rd_kafka_outq_len(rk) && ms_since(t0) < 5000)
    rd_kafka_event_destroy(rd_kafka_queue_poll(queue, 100));
  CHECK(rd_kafka_outq_len(rk) == 0, "outq_len %d", rd_kafka_outq_len(rk));
  rd_kafka_queue_destroy(queue);
  rd_kafka_destroy(rk);
}

static void h12(int argc, char **argv) {
  rd_kafka_mock_cluster_t *cluster;
  rd_kafka_t *owner = cluster_owner(&cluster), *rk;
  rd_kafka_conf_t *conf;
  int64_t t0;
  double took;
  rd_kafka_mock_set_apiversion(cluster, API_VERSIONS, 0, 0);
  conf = conf_with("bootstrap.servers", rd_kafka_mock_cluster_bootstraps(cluster), NULL);
  rd_kafka_conf_set_dr_msg_cb(conf, keep_report);
  t0 = now_us();
  rk = producer(conf);
  CHECK(!send_text(rk, "t", RD_KAFKA_PARTITION_UA, "x", 1), "produce");
  CHECK(!rd_kafka_flush(rk, 10000), "flush");
  took = ms_since(t0);
  CHECK(report_cnt == 1 && !reports[0].err, "%d reports", report_cnt);
  printf("delivered after %.1f ms\n", took);
  CHECK(took < 200, "took %.1f ms", took);
  CHECK(lines_with(6, NULL, NULL) == 0, "%d log lines", lines_with(6, NULL, NULL));
  rd_kafka_destroy(rk);
  rd_kafka_mock_cluster_destroy(cluster);
  rd_kafka_destroy(owner);
}

/* Five messages in one batch that the broker finds too large; 0 when the library has no
 * idempotence yet and says so. */
static int too_large(const char *idempotence) {
  char errstr[512];
  rd_kafka_mock_cluster_t *cluster;
  rd_kafka_t *owner = cluster_owner(&cluster), *rk;
  rd_kafka_conf_t *conf =
      conf_with("bootstrap.servers", rd_kafka_mock_cluster_bootstraps(cluster), "linger.ms", "200",
                "enable.idempotence", idempotence, NULL);
  int i, was = report_cnt;
  char text[32], topic[32];
  int64_t lo, hi;
  rd_kafka_conf_set_dr_msg_cb(conf, keep_report);
  rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, errstr, sizeof(errstr));
  if (!rk) {
    CHECK(!strcmp(idempotence, "true") && strstr(errstr, "enable.idempotence"), "%s", errstr);
    rd_kafka_conf_destroy(conf);
    rd_kafka_mock_cluster_destroy(cluster);
    rd_kafka_destroy(owner);
    return 0;
  }
  snprintf(topic, sizeof(topic), "split-%s", idempotence);
  rd_kafka_mock_topic_create(cluster, topic, 1, 1);
  rd_kafka_mock_push_request_errors(cluster, API_PRODUCE, 1,
                                    RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE);
  for (i = 0; i < 5; i++) {
    snprintf(text, sizeof(text), "message %d", i);
    CHECK(!send_text(rk, topic, 0, text, i), "produce");
  }
  CHECK(!rd_kafka_flush(rk, 10000), "flush");
  CHECK(report_cnt == was + 5, "%d reports", report_cnt - was);
  for (i = 0; i < 5; i++) {
    const struct report *r = &reports[was + i];
    CHECK(!r->err && r->nr == i && r->offset == i, "report %d: message %d, offset %" PRId64 ", %s",
          i, (int)r->nr, r->offset, rd_kafka_err2name(r->err));
  }
  CHECK(!rd_kafka_query_watermark_offsets(rk, topic, 0, &lo, &hi, 5000) && hi == 5,
        "stored %" PRId64, hi);
  rd_kafka_destroy(rk);
  rd_kafka_mock_cluster_destroy(cluster);
  rd_kafka_destroy(owner);
  return 1;
}

static void h13(int argc, char **argv) {
  CHECK(too_large("false"), "without idempotence");
  printf("with idempotence: %s\n", too_large("true") ? "split" : "refused");
}

/* How long the first message of a new producer takes, in ms. */
static void cold(int argc, char **argv) {
  rd_kafka_conf_t *conf = conf_with("bootstrap.servers", argv[0], "linger.ms", "0", NULL);
  int64_t t0;
  rd_kafka_t *rk;
  rd_kafka_conf_set_dr_msg_cb(conf, keep_report);
  t0 = now_us();
  rk = producer(conf);
  CHECK(!send_text(rk, argv[1], RD_KAFKA_PARTITION_UA, "first", 1), "produce");
  while (!report_cnt && ms_since(t0) < 10000)
    rd_kafka_poll(rk, 1000);
  CHECK(report_cnt == 1 && !reports[0].err, "%d reports", report_cnt);
  printf("%.3f\n", (double)(reports[0].at_us - t0) / 1000.0);
  rd_kafka_destroy(rk);
}

int main(int argc, char **argv) {
  static const struct test_case cases[] = {{"h04", h04}, {"h05", h05},   {"h09", h09}, {"h12", h12},
                                           {"h13", h13}, {"cold", cold}, {NULL, NULL}};
  return run_case(cases, argc, argv);
}
