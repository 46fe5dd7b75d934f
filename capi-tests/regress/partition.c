/* Inputs that tripped users of Kafka clients: partitioners (H02, H03). */
#include "check.h"

typedef int32_t partitioner(const rd_kafka_topic_t *, const void *, size_t, int32_t, void *,
                            void *);

static int32_t call(partitioner *p, const rd_kafka_topic_t *rkt, const char *key, int32_t cnt) {
  return p(rkt, key, key ? strlen(key) : 0, cnt, NULL, NULL);
}

static void h02(int argc, char **argv) {
  static const struct {
    const char *key;
    int32_t cnt, murmur2, consistent, fnv1a;
  } rows[] = {
      {"fd7af248-ce5c-46a5-93d7-1c0c9005b99d", 32, 26, 23, 19},
      {"354afe16-939a-4ea8-8e17-8bb0840b6886", 10, 4, 9, 5},
      {"f562ac3b-2224-4e25-a0ab-56094e10c239", 10, 5, 6, 0},
      {"TT0124", 15, 10, 9, 2},
  };
  size_t i;
  for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
    int32_t got[] = {
        call(rd_kafka_msg_partitioner_murmur2, NULL, rows[i].key, rows[i].cnt),
        call(rd_kafka_msg_partitioner_murmur2_random, NULL, rows[i].key, rows[i].cnt),
        call(rd_kafka_msg_partitioner_consistent, NULL, rows[i].key, rows[i].cnt),
        call(rd_kafka_msg_partitioner_consistent_random, NULL, rows[i].key, rows[i].cnt),
        call(rd_kafka_msg_partitioner_fnv1a, NULL, rows[i].key, rows[i].cnt),
        call(rd_kafka_msg_partitioner_fnv1a_random, NULL, rows[i].key, rows[i].cnt),
    };
    int32_t want[] = {rows[i].murmur2,    rows[i].murmur2, rows[i].consistent,
                      rows[i].consistent, rows[i].fnv1a,   rows[i].fnv1a};
    int j;
    for (j = 0; j < 6; j++)
      CHECK(got[j] == want[j], "%s: partitioner %d gives %d, not %d", rows[i].key, j, got[j],
            want[j]);
  }
}

/* What the partitioners say when called as the library calls them. */
static int32_t seen[6][400];
static int calls;

static int32_t watch(const rd_kafka_topic_t *rkt, const void *key, size_t len, int32_t cnt,
                     void *rkt_opaque, void *msg_opaque) {
  static partitioner *all[] = {
      rd_kafka_msg_partitioner_consistent_random, rd_kafka_msg_partitioner_consistent,
      rd_kafka_msg_partitioner_murmur2_random,    rd_kafka_msg_partitioner_murmur2,
      rd_kafka_msg_partitioner_fnv1a_random,      rd_kafka_msg_partitioner_random,
  };
  int i;
  CHECK(cnt == 10 && len == 0, "%d partitions, key of %zu", cnt, len);
  for (i = 0; i < 6; i++)
    seen[i][calls] = all[i](rkt, key, len, cnt, rkt_opaque, msg_opaque);
  calls++;
  return 0;
}

static int distinct(const int32_t *list, int cnt) {
  int bits = 0, i, n = 0;
  for (i = 0; i < cnt; i++)
    bits |= 1 << list[i];
  for (; bits; bits >>= 1)
    n += bits & 1;
  return n;
}

/* Messages with this key, through the partitioner of that name: the partitions used. */
static void produce_keys(const char *name, const void *key, int32_t *parts, int cnt) {
  rd_kafka_conf_t *conf = conf_with("test.mock.num.brokers", "1", "linger.ms", "0", NULL);
  rd_kafka_topic_conf_t *tconf = rd_kafka_topic_conf_new();
  char errstr[256];
  rd_kafka_t *rk;
  rd_kafka_topic_t *rkt;
  int i;
  rd_kafka_conf_set_dr_msg_cb(conf, keep_report);
  /* Each message for itself: no batch that sticks to one partition. */
  set(conf, "sticky.partitioning.linger.ms", "0");
  rk = producer(conf);
  rd_kafka_mock_topic_create(rd_kafka_handle_mock_cluster(rk), "ten", 10, 1);
  if (name)
    rd_kafka_topic_conf_set(tconf, "partitioner", name, errstr, sizeof(errstr));
  else
    rd_kafka_topic_conf_set_partitioner_cb(tconf, watch);
  rkt = rd_kafka_topic_new(rk, "ten", tconf);
  report_cnt = 0;
  for (i = 0; i < cnt; i++)
    CHECK(rd_kafka_produce(rkt, RD_KAFKA_PARTITION_UA, RD_KAFKA_MSG_F_COPY, (void *)"v", 1, key, 0,
                           NULL) == 0,
          "%s", rd_kafka_err2str(rd_kafka_last_error()));
  CHECK(!rd_kafka_flush(rk, 10000) && report_cnt == cnt, "%d of %d reports", report_cnt, cnt);
  for (i = 0; i < cnt; i++) {
    CHECK(!reports[i].err, "%s", rd_kafka_err2str(reports[i].err));
    parts[i] = reports[i].partition;
  }
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
}

static void h03(int argc, char **argv) {
  int32_t parts[400];
  int i;
  CHECK(rd_kafka_msg_partitioner_consistent(NULL, "", 0, 10, NULL, NULL) == 0, "consistent");
  CHECK(rd_kafka_msg_partitioner_murmur2_random(NULL, "", 0, 10, NULL, NULL) == 1, "of 10");
  CHECK(rd_kafka_msg_partitioner_murmur2_random(NULL, "", 0, 7, NULL, NULL) == 2, "of 7");
  CHECK(rd_kafka_msg_partitioner_murmur2(NULL, NULL, 0, 10, NULL, NULL) == 1, "NULL key");

  produce_keys("consistent_random", "", parts, 400);
  CHECK(distinct(parts, 400) == 10, "empty key, consistent_random: %d partitions",
        distinct(parts, 400));
  produce_keys("consistent", "", parts, 20);
  for (i = 0; i < 20; i++)
    CHECK(parts[i] == 0, "empty key, consistent: partition %d", parts[i]);
  produce_keys("murmur2_random", "", parts, 20);
  for (i = 0; i < 20; i++)
    CHECK(parts[i] == 1, "empty key, murmur2_random: partition %d", parts[i]);
  produce_keys("murmur2", NULL, parts, 20);
  for (i = 0; i < 20; i++)
    CHECK(parts[i] == 1, "NULL key, murmur2: partition %d", parts[i]);
  produce_keys("murmur2_random", NULL, parts, 400);
  CHECK(distinct(parts, 400) == 10, "NULL key, murmur2_random: %d partitions",
        distinct(parts, 400));

  calls = 0;
  produce_keys(NULL, "", parts, 400);
  CHECK(calls == 400, "%d calls of the partitioner", calls);
  CHECK(distinct(seen[0], 400) == 10, "consistent_random spreads over %d", distinct(seen[0], 400));
  CHECK(distinct(seen[5], 400) == 10, "random spreads over %d", distinct(seen[5], 400));
  for (i = 0; i < 400; i++)
    CHECK(seen[1][i] == 0 && seen[2][i] == 1 && seen[3][i] == 1 && seen[4][i] == seen[4][0],
          "%d %d %d %d", seen[1][i], seen[2][i], seen[3][i], seen[4][i]);
}

int main(int argc, char **argv) {
  static const struct test_case cases[] = {{"h02", h02}, {"h03", h03}, {NULL, NULL}};
  return run_case(cases, argc, argv);
}
