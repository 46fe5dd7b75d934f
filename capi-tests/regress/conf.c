/* Inputs that tripped users of Kafka clients: configuration (H01, H11, H15, H16). */
#include "check.h"

/* A topic property, a value, and what it reads back as. */
static const char *topic_properties[][3] = {
    {"request.required.acks", "all", "-1"},
    {"acks", "1", "1"},
    {"request.timeout.ms", "29000", "29000"},
    {"message.timeout.ms", "1000", "1000"},
    {"delivery.timeout.ms", "2000", "2000"},
    {"queuing.strategy", "lifo", "lifo"},
    {"produce.offset.report", "true", "true"},
    {"partitioner", "murmur2", "murmur2"},
    {"compression.codec", "gzip", "gzip"},
    {"compression.type", "lz4", "lz4"},
    {"compression.level", "3", "3"},
    {"auto.commit.enable", "false", "false"},
    {"enable.auto.commit", "false", "false"},
    {"auto.commit.interval.ms", "70000", "70000"},
    {"auto.offset.reset", "earliest", "smallest"},
    {"auto.offset.reset", "beginning", "smallest"},
    {"auto.offset.reset", "latest", "largest"},
    {"auto.offset.reset", "end", "largest"},
    {"offset.store.path", "/nowhere", "/nowhere"},
    {"offset.store.sync.interval.ms", "1000", "1000"},
    {"offset.store.method", "file", "file"},
    {"consume.callback.max.messages", "10", "10"},
};

static void h01(int argc, char **argv) {
  size_t i;
  rd_kafka_conf_t *conf = rd_kafka_conf_new();
  for (i = 0; i < sizeof(topic_properties) / sizeof(*topic_properties); i++) {
    const char *name = topic_properties[i][0], *value = topic_properties[i][1];
    char errstr[256] = "untouched", back[64] = "";
    size_t size = sizeof(back);
    rd_kafka_conf_res_t res = rd_kafka_conf_set(conf, name, value, errstr, sizeof(errstr));
    CHECK(res == RD_KAFKA_CONF_OK, "%s=%s: %d %s", name, value, res, errstr);
    CHECK(!*errstr || !strcmp(errstr, "untouched"), "%s=%s: OK, but \"%s\"", name, value, errstr);
    /* Who starts with an empty text must not find anything in it. */
    *errstr = '\0';
    rd_kafka_conf_set(conf, name, value, errstr, sizeof(errstr));
    CHECK(!*errstr, "%s=%s: OK, but \"%s\"", name, value, errstr);
    res = rd_kafka_conf_get(conf, name, back, &size);
    CHECK(res == RD_KAFKA_CONF_OK && !strcmp(back, topic_properties[i][2]), "%s reads back as %s",
          name, back);
  }
  rd_kafka_conf_destroy(conf);
}

/* Whether rd_kafka_new takes the conf; the text if not. */
static int works(rd_kafka_conf_t *conf, char *errstr, size_t size) {
  rd_kafka_t *rk;
  *errstr = '\0';
  rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, errstr, size);
  if (rk)
    rd_kafka_destroy(rk);
  else
    rd_kafka_conf_destroy(conf);
  return rk != NULL;
}

static void h11(int argc, char **argv) {
  static const char *lingers[] = {"linger.ms", "queue.buffering.max.ms"};
  static const char *timeouts[] = {"message.timeout.ms", "delivery.timeout.ms"};
  char errstr[512];
  int i;
  for (i = 0; i < 4; i++) {
    rd_kafka_conf_t *conf = conf_with(lingers[i & 1], "300000", timeouts[i >> 1], "300000", NULL);
    CHECK(!works(conf, errstr, sizeof(errstr)), "%s with %s", lingers[i & 1], timeouts[i >> 1]);
    CHECK(strstr(errstr, "linger.ms") && strstr(errstr, "message.timeout.ms"), "\"%s\"", errstr);
  }
  CHECK(works(conf_with("message.timeout.ms", "1", NULL), errstr, sizeof(errstr)), "%s", errstr);
  CHECK(works(conf_with("linger.ms", "300000", NULL), errstr, sizeof(errstr)), "%s", errstr);
}

static void refused(rd_kafka_conf_t *conf, const char *name, const char *value, int want,
                    const char *word) {
  char errstr[512] = "";
  rd_kafka_conf_res_t res = rd_kafka_conf_set(conf, name, value, errstr, sizeof(errstr));
  CHECK((int)res == want, "%s=%s: %d %s", name, value, res, errstr);
  CHECK(strstr(errstr, word), "%s=%s: \"%s\" does not say %s", name, value, errstr, word);
}

static void reads(rd_kafka_conf_t *conf, const char *name, const char *want) {
  char value[256] = "";
  size_t size = sizeof(value);
  rd_kafka_conf_res_t res = rd_kafka_conf_get(conf, name, value, &size);
  CHECK(res == RD_KAFKA_CONF_OK && !strcmp(value, want), "%s reads %d %s", name, res, value);
}

static void h15(int argc, char **argv) {
  rd_kafka_conf_t *conf = conf_with("message.timeout.ms", "5 min", "linger.ms", "5ms",
                                    "statistics.interval.ms", "1s", NULL);
  char errstr[512], before[32];
  size_t size = sizeof(before);
  reads(conf, "message.timeout.ms", "5");
  reads(conf, "linger.ms", "5");
  reads(conf, "statistics.interval.ms", "1");
  rd_kafka_conf_get(conf, "message.max.bytes", before, &size);
  refused(conf, "queue.buffering.max.messages", "99999999999", RD_KAFKA_CONF_INVALID,
          "99999999999");
  refused(conf, "message.max.bytes", "4294968296", RD_KAFKA_CONF_INVALID, "4294968296");
  reads(conf, "message.max.bytes", before);
  /* 5 ms of both would conflict. */
  set(conf, "linger.ms", "4ms");
  CHECK(works(conf, errstr, sizeof(errstr)), "%s", errstr);
  CHECK(lines_with(4, "message.timeout.ms", " min") == 1, "no warning of message.timeout.ms");
  CHECK(lines_with(4, "linger.ms", "ms\"") + lines_with(4, "queue.buffering.max.ms", "ms\"") >= 1,
        "no warning of linger.ms");
  CHECK(lines_with(4, "statistics.interval.ms", "s") == 1, "no warning of statistics.interval.ms");
}

static void h16(int argc, char **argv) {
  rd_kafka_conf_t *conf = rd_kafka_conf_new();
  rd_kafka_topic_conf_t *topic = rd_kafka_topic_conf_new();
  char errstr[512] = "";
  refused(conf, "bootstrap.server", "x", RD_KAFKA_CONF_UNKNOWN, "bootstrap.servers");
  refused(conf, "sasl.user", "x", RD_KAFKA_CONF_UNKNOWN, "sasl.username");
  refused(conf, "acks.all", "x", RD_KAFKA_CONF_UNKNOWN, "\"acks\"");
  CHECK(rd_kafka_topic_conf_set(topic, "message.timeout", "1", errstr, sizeof(errstr)) ==
            RD_KAFKA_CONF_UNKNOWN,
        "message.timeout");
  CHECK(strstr(errstr, "message.timeout.ms"), "\"%s\"", errstr);
  set(conf, "debug", "topic");
  refused(conf, "debug", "broker,nonsense,msg", RD_KAFKA_CONF_INVALID, "nonsense");
  reads(conf, "debug", "topic");
  rd_kafka_topic_conf_destroy(topic);
  rd_kafka_conf_destroy(conf);
}

int main(int argc, char **argv) {
  static const struct test_case cases[] = {
      {"h01", h01}, {"h11", h11}, {"h15", h15}, {"h16", h16}, {NULL, NULL}};
  return run_case(cases, argc, argv);
}
