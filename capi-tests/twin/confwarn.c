/* What rd_kafka_new() says about a configuration: refusals, warnings, values that follow
 * from others. What is not built yet (security, idempotence) is left out. */
#include "twin.h"

static void log_cb(const rd_kafka_t *rk, int level, const char *fac, const char *buf) {
  const char *text = strstr(buf, "]: ");
  /* Behind it stands the description of the property. */
  const char *end = strstr(buf, " is deprecated");
  if (!end)
    end = strstr(buf, " is experimental");
  if (strcmp(fac, "CONFWARN"))
    return;
  text = text && text < buf + 20 ? text + 3 : buf;
  printf("  %d %s %.*s\n", level, fac, end ? (int)(end - text) + 14 : 1000, text);
}

static int stats_cb(rd_kafka_t *rk, char *json, size_t json_len, void *opaque) {
  return 0;
}

static void dr_msg_cb(rd_kafka_t *rk, const rd_kafka_message_t *rkmessage, void *opaque) {
}

static void get(const rd_kafka_conf_t *conf, const char *name) {
  char value[256];
  size_t size = sizeof(value);
  if (rd_kafka_conf_get(conf, name, value, &size))
    printf("  %s is not set\n", name);
  else
    printf("  %s=%s\n", name, value);
}

/* Makes a handle of a type with name=value ..., and prints the values of the names that
 * have no value. */
static void make(rd_kafka_type_t type, const char *settings) {
  static const char *const follow[] = {
      "queue.buffering.max.ms", "sticky.partitioning.linger.ms", "fetch.max.bytes",
      "receive.message.max.bytes", "metadata.max.age.ms", "topic.metadata.refresh.fast.interval.ms",
      "allow.auto.create.topics", "log_level", "client.software.name", "client.software.version",
      "retry.backoff.ms", "debug"};
  char errstr[512] = "", copy[512], *save, *setting;
  rd_kafka_conf_t *conf = rd_kafka_conf_new();
  rd_kafka_t *rk;
  size_t i;

  printf("%s: %s\n", type == RD_KAFKA_PRODUCER ? "producer" : "consumer", settings);
  snprintf(copy, sizeof(copy), "%s", settings);
  rd_kafka_conf_set_log_cb(conf, log_cb);
  for (setting = strtok_r(copy, " ", &save); setting; setting = strtok_r(NULL, " ", &save)) {
    char *value = strchr(setting, '=');
    if (!strcmp(setting, "stats_cb"))
      rd_kafka_conf_set_stats_cb(conf, stats_cb);
    else if (!strcmp(setting, "dr_msg_cb"))
      rd_kafka_conf_set_dr_msg_cb(conf, dr_msg_cb);
    else if (!strcmp(setting, "default_topic_conf"))
      rd_kafka_conf_set_default_topic_conf(conf, rd_kafka_topic_conf_new());
    else {
      *value++ = 0;
      if (rd_kafka_conf_set(conf, setting, value, errstr, sizeof(errstr)))
        die(errstr);
    }
  }
  *errstr = 0;
  rk = rd_kafka_new(type, conf, errstr, sizeof(errstr));
  if (!rk) {
    printf("  refused: %s (%s)\n", errstr, rd_kafka_err2name(rd_kafka_last_error()));
    rd_kafka_conf_destroy(conf);
    return;
  }
  for (i = 0; i < COUNT(follow); i++)
    get(rd_kafka_conf(rk), follow[i]);
  rd_kafka_destroy(rk);
}

int main(void) {
  static const char *const both[] = {
      "client.id=c",
      "group.id=g linger.ms=3 acks=1 dr_msg_cb stats_cb auto.offset.reset=earliest",
      "socket.blocking.max.ms=5 reconnect.backoff.jitter.ms=3 queuing.strategy=lifo",
      "retry.backoff.ms=2000 topic.metadata.refresh.fast.interval.ms=5000",
      "retry.backoff.ms=50",
      "sasl.mechanism=PLAIN sasl.username=u",
      "acks=1 default_topic_conf",
      "default_topic_conf acks=1",
      "reconnect.backoff.ms=1000 reconnect.backoff.max.ms=500",
      "partition.assignment.strategy=foo",
      "partition.assignment.strategy=range,cooperative-sticky",
      "partition.assignment.strategy=range,roundrobin",
      "https.ca.location=/ https.ca.pem=x",
      "https.ca.location=/no/such/file",
      "topic.metadata.refresh.interval.ms=1000",
      "topic.metadata.refresh.interval.ms=-1",
      "topic.metadata.refresh.interval.ms=1000 metadata.max.age.ms=500",
      "client.software.name=--a_b@ client.software.version=1@2",
      "log_level=3",
      "message.max.bytes=200000000",
      "fetch.max.bytes=1000",
      "fetch.max.bytes=100000000",
      "fetch.max.bytes=3999489 receive.message.max.bytes=4000000",
      "fetch.max.bytes=3999488 receive.message.max.bytes=4000000",
      "fetch.min.bytes=0",
      "fetch.min.bytes=100000001",
      "max.poll.interval.ms=1000 session.timeout.ms=2000",
      "socket.timeout.ms=1499",
      "socket.timeout.ms=1500",
      "linger.ms=300000 message.timeout.ms=300000",
      "queue.buffering.max.ms=300000 delivery.timeout.ms=300000",
      "message.timeout.ms=1",
      "message.timeout.ms=5",
      "message.timeout.ms=6",
      "linger.ms=300000",
      "linger.ms=900000 message.timeout.ms=0",
      "linger.ms=0.4",
      "linger.ms=1.8",
      "linger.ms=50 sticky.partitioning.linger.ms=7",
      "enable.gapless.guarantee=true",
      "enable.idempotence=true acks=1",
      "enable.idempotence=true max.in.flight=6",
      "enable.idempotence=true retries=0",
      "enable.idempotence=true queuing.strategy=lifo",
      "transactional.id=t enable.idempotence=false",
      "transactional.id=t socket.timeout.ms=100000",
      "transactional.id=t message.timeout.ms=300000",
  };
  static const char *const consumer[] = {
      "group.id=g group.protocol=consumer session.timeout.ms=2000",
      "group.id=g group.protocol=consumer heartbeat.interval.ms=2000",
      "group.id=g group.protocol=consumer partition.assignment.strategy=range",
      "group.id=g group.protocol=consumer group.protocol.type=x",
      "group.id=g enable.auto.commit=false offset.store.method=file",
  };
  size_t i;

  for (i = 0; i < COUNT(both); i++) {
    make(RD_KAFKA_PRODUCER, both[i]);
    make(RD_KAFKA_CONSUMER, both[i]);
  }
  for (i = 0; i < COUNT(consumer); i++)
    make(RD_KAFKA_CONSUMER, consumer[i]);
  return 0;
}
