/* Configuration objects: set, get, dup, dump, what a handle makes of them. */
#include "twin.h"

static const char *const results[] = {"OK", "INVALID", "UNKNOWN"};

/* The text of a success is unspecified, that of an unknown name may give hints. */
static const char *text_of(rd_kafka_conf_res_t r, const char *errstr) {
  return r == RD_KAFKA_CONF_INVALID ? errstr : "";
}

static void set(rd_kafka_conf_t *conf, const char *name, const char *value) {
  char errstr[512] = "";
  rd_kafka_conf_res_t r = rd_kafka_conf_set(conf, name, value, errstr, sizeof(errstr));
  printf("set %s=%s: %s \"%s\"\n", name, value ? value : "(null)", results[-r],
         text_of(r, errstr));
}

static void tset(rd_kafka_topic_conf_t *conf, const char *name, const char *value) {
  char errstr[512] = "";
  rd_kafka_conf_res_t r = rd_kafka_topic_conf_set(conf, name, value, errstr, sizeof(errstr));
  printf("topic set %s=%s: %s \"%s\"\n", name, value ? value : "(null)", results[-r],
         text_of(r, errstr));
}

static void get(const rd_kafka_conf_t *conf, const char *name) {
  char buf[512];
  size_t size = 0;
  rd_kafka_conf_res_t r = rd_kafka_conf_get(conf, name, NULL, &size);
  if (r != RD_KAFKA_CONF_OK) {
    printf("get %s: %s\n", name, results[-r]);
    return;
  }
  size = sizeof(buf);
  r = rd_kafka_conf_get(conf, name, buf, &size);
  printf("get %s: %s \"%s\" size %zu\n", name, results[-r], buf, size);
  /* A list of flags that is cut is as long as it is cut in librdkafka. */
  if (!strcmp(name, "debug"))
    return;
  size = 3;
  memset(buf, '#', sizeof(buf));
  r = rd_kafka_conf_get(conf, name, buf, &size);
  printf("  in 3 bytes: %s \"%.3s\" size %zu\n", results[-r], shows(buf), size);
}

/* Ours has properties of its own, builds have other features, end of life moves on. */
static int own_business(const char *name) {
  static const char *const skip[] = {"builtin.features", "broker.threads", "message.copy.max.bytes",
                                     "commit.timeout.ms", "default_topic_conf"};
  size_t i;
  for (i = 0; i < COUNT(skip); i++)
    if (!strcmp(name, skip[i]))
      return 1;
  return strstr(name, "_cb") != NULL;
}

static void dump(const char *what, const char **kv, size_t cnt) {
  size_t i;
  printf("dump of %s, even %d\n", what, cnt % 2 == 0);
  for (i = 0; i + 1 < cnt; i += 2)
    if (!own_business(kv[i]))
      printf("  %s=%s\n", kv[i], kv[i + 1]);
  rd_kafka_conf_dump_free(kv, cnt);
}

static void refused(const char *name, ...) {
  rd_kafka_conf_t *conf = rd_kafka_conf_new();
  char errstr[512] = "", text[512] = "", value[64];
  size_t size = sizeof(value);
  rd_kafka_t *rk;
  va_list ap;
  va_start(ap, name);
  for (; name; name = va_arg(ap, const char *)) {
    const char *v = va_arg(ap, const char *);
    snprintf(text + strlen(text), sizeof(text) - strlen(text), " %s=%s", name, v);
    if (rd_kafka_conf_set(conf, name, v, errstr, sizeof(errstr)))
      die(errstr);
  }
  va_end(ap);
  rd_kafka_conf_set_log_cb(conf, ignore_log);
  rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, errstr, sizeof(errstr));
  printf("new with%s: %s \"%s\"\n", text, rk ? "made" : "refused", rk ? "" : errstr);
  if (rk) {
    rd_kafka_destroy(rk);
    return;
  }
  printf("  last error %s\n", name_of(rd_kafka_last_error()));
  /* It is still ours and whole. */
  printf("  client.id %d\n", rd_kafka_conf_get(conf, "client.id", value, &size));
  rd_kafka_conf_destroy(conf);
}

int main(void) {
  static const char *const probes[][2] = {
      {"bootstrap.servers", "a:1,b"}, {"client.id", ""},        {"client.id", NULL},
      {"linger.ms", "2.5"},           {"linger.ms", "-1"},      {"linger.ms", "900001"},
      {"linger.ms", ""},              {"linger.ms", NULL},      {"linger.ms", "abc"},
      {"queue.buffering.max.ms", "7"}, {"acks", "all"},         {"acks", "1001"},
      {"request.required.acks", "1"}, {"compression.type", "zstd"}, {"compression.codec", "lzo"},
      {"enable.idempotence", "TRUE"}, {"enable.idempotence", "t"}, {"enable.idempotence", "0"},
      {"enable.idempotence", "perhaps"}, {"message.max.bytes", "999"}, {"retries", "2147483647"},
      {"debug", "broker,msg"},  {"debug", "all"},
      {"topic.blacklist", "a,b"},     {"partitioner", "murmur2_random"}, {"partitioner", "x"},
      {"auto.offset.reset", "beginning"}, {"auto.offset.reset", "never"},
      {"broker.address.family", "v6"}, {"broker.address.family", "v5"}, {"dr_cb", "x"},
      {"opaque", NULL},               {"", "x"},                {"security.protocol", "SSL"},
      {"ssl.key.password", "secret"}, {"sasl.mechanisms", "PLAIN"}, {"interceptors", "x"},
      {"socket.timeout.ms", "0x100"}, {"socket.timeout.ms", " 70"}, {"statistics.interval.ms", "0"},
      {"message.timeout.ms", "0"},    {"queue.buffering.max.kbytes", "2147483647"},
      {"batch.num.messages", "0"},    {"metadata.broker.list", ""}, {"log_level", "8"},
      {"client.rack", "r1"},          {"reconnect.backoff.ms", "50"}, {"compression.level", "13"},
  };
  rd_kafka_conf_t *conf = rd_kafka_conf_new(), *copy;
  rd_kafka_topic_conf_t *tconf = rd_kafka_topic_conf_new(), *tcopy;
  const char **kv;
  size_t cnt, i;
  char errstr[512], buf[256], tiny[8];
  rd_kafka_t *rk;

  kv = rd_kafka_conf_dump(conf, &cnt);
  dump("defaults", kv, cnt);
  kv = rd_kafka_topic_conf_dump(tconf, &cnt);
  dump("topic defaults", kv, cnt);

  for (i = 0; i < COUNT(probes); i++) {
    set(conf, probes[i][0], probes[i][1]);
    if (probes[i][0][0])
      get(conf, probes[i][0]);
  }
  memset(tiny, '#', sizeof(tiny));
  printf("short errstr: %d", rd_kafka_conf_set(conf, "linger.ms", "x", tiny, sizeof(tiny)));
  printf(" \"%s\"\n", shows(tiny));
  tset(tconf, "acks", "-1");
  tset(tconf, "request.timeout.ms", "0");
  tset(tconf, "compression.codec", "inherit");
  tset(tconf, "linger.ms", "5");
  tset(tconf, "partitioner", "fnv1a");
  tset(tconf, "consume.callback.max.messages", "5");
  i = sizeof(buf);
  printf("topic get: %d \"%s\"\n", rd_kafka_topic_conf_get(tconf, "partitioner", buf, &i), buf);

  copy = rd_kafka_conf_dup(conf);
  kv = rd_kafka_conf_dump(copy, &cnt);
  dump("copy", kv, cnt);
  tcopy = rd_kafka_topic_conf_dup(tconf);
  kv = rd_kafka_topic_conf_dump(tcopy, &cnt);
  dump("topic copy", kv, cnt);
  rd_kafka_conf_destroy(copy);
  rd_kafka_topic_conf_destroy(tcopy);
  rd_kafka_conf_destroy(conf);

  conf = rd_kafka_conf_new();
  printf("default topic conf: %s\n", rd_kafka_conf_get_default_topic_conf(conf) ? "yes" : "none");
  set(conf, "acks", "1");
  printf("default topic conf: %s\n", rd_kafka_conf_get_default_topic_conf(conf) ? "yes" : "none");
  rd_kafka_conf_set_default_topic_conf(conf, tconf);
  get(conf, "partitioner");
  get(conf, "acks");
  set(conf, "client.id", "twin");
  set(conf, "bootstrap.servers", "127.0.0.1:1");
  rd_kafka_conf_set_log_cb(conf, ignore_log);
  rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, errstr, sizeof(errstr));
  if (!rk)
    die(errstr);
  get(rd_kafka_conf(rk), "client.id");
  get(rd_kafka_conf(rk), "acks");
  printf("name %s type %d\n", rd_kafka_name(rk), rd_kafka_type(rk));
  tconf = rd_kafka_default_topic_conf_dup(rk);
  i = sizeof(buf);
  printf("default topic conf of the handle: %d \"%s\"\n",
         rd_kafka_topic_conf_get(tconf, "partitioner", buf, &i), buf);
  rd_kafka_topic_conf_destroy(tconf);
  rd_kafka_destroy(rk);

  refused("linger.ms", "1000", "message.timeout.ms", "1000", NULL);
  refused("queue.buffering.max.ms", "300000", "message.timeout.ms", "300000", NULL);
  refused("message.timeout.ms", "1", NULL);
  refused("linger.ms", "300000", NULL);
  refused("partition.assignment.strategy", "nobody", NULL);
  refused("retry.backoff.ms", "5000", "retry.backoff.max.ms", "1000", NULL);
  refused("bootstrap.servers", "", NULL);
  refused("message.max.bytes", "1000", "batch.size", "2147483647", NULL);
  wait_threads_gone();
  return 0;
}
