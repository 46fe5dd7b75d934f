/* Several threads do everything that a producer can do, while brokers go and come back and
 * leaders move: each accepted message is reported once, nothing hangs, nothing is left.
 *
 *   stress SECONDS SEED [NAME=VALUE]...
 */
#include "check.h"

#define THREADS 4
#define MESSAGES_MAX 2000000
#define TOPICS 3
#define PARTITIONS 4

static rd_kafka_t *rk;
static rd_kafka_mock_cluster_t *cluster;
static volatile int stop;
static int64_t accepted_cnt, reported_cnt, purged_cnt, errors_cnt;
static unsigned char state[MESSAGES_MAX]; /* 1: accepted, 2: reported as well */
static int64_t next_number;
static volatile int calls[16]; /* what each thread is doing, for who looks at a hang */
static const char *topics[] = {"alpha", "beta", "gamma"};

static void on_report(rd_kafka_t *handle, const rd_kafka_message_t *msg, void *opaque) {
  int64_t nr = (int64_t)(intptr_t)msg->_private;
  unsigned char was = __atomic_fetch_add(&state[nr], 2, __ATOMIC_RELAXED);
  CHECK(was < 2, "message %" PRId64 " is reported twice", nr);
  __atomic_add_fetch(&reported_cnt, 1, __ATOMIC_RELAXED);
  if (msg->err == RD_KAFKA_RESP_ERR__PURGE_QUEUE || msg->err == RD_KAFKA_RESP_ERR__PURGE_INFLIGHT)
    __atomic_add_fetch(&purged_cnt, 1, __ATOMIC_RELAXED);
  else if (msg->err)
    __atomic_add_fetch(&errors_cnt, 1, __ATOMIC_RELAXED);
}

static int on_stats(rd_kafka_t *handle, char *json, size_t len, void *opaque) {
  CHECK(len > 100 && json[0] == '{' && json[len - 1] == '}' && strlen(json) == len, "%zu", len);
  return 0;
}

static void on_error(rd_kafka_t *handle, int err, const char *reason, void *opaque) {
  CHECK(err != RD_KAFKA_RESP_ERR__FATAL, "fatal: %s", reason);
}

static void quiet(const rd_kafka_t *handle, int level, const char *fac, const char *buf) {
  /* Panics are logged as emergencies. */
  CHECK(level > 2, "%s %s", fac, buf);
}

/* A number for a message, or -1 when there are enough. */
static int64_t number(void) {
  int64_t nr = __atomic_fetch_add(&next_number, 1, __ATOMIC_RELAXED);
  return nr < MESSAGES_MAX ? nr : -1;
}

static void accepted(int64_t nr) {
  __atomic_fetch_add(&state[nr], 1, __ATOMIC_RELAXED);
  __atomic_add_fetch(&accepted_cnt, 1, __ATOMIC_RELAXED);
}

static const char *any_topic(unsigned *seed) {
  return topics[rand_r(seed) % TOPICS];
}

static int32_t any_partition(unsigned *seed) {
  return rand_r(seed) % 3 ? RD_KAFKA_PARTITION_UA : rand_r(seed) % (PARTITIONS + 1);
}

/* Each way to produce, with each kind of ownership of the value. */
static void produce(unsigned *seed) {
  static char lent[300];
  int64_t nr = number();
  int kind = rand_r(seed) % 4, flags = RD_KAFKA_MSG_F_COPY;
  size_t len = rand_r(seed) % sizeof(lent);
  void *value = lent;
  int32_t partition = any_partition(seed);
  rd_kafka_resp_err_t err;
  if (nr < 0)
    return;
  if (rand_r(seed) % 3 == 0) {
    flags = RD_KAFKA_MSG_F_FREE;
    value = malloc(len + 1);
    memset(value, 'v', len + 1);
  } else if (rand_r(seed) % 2) {
    flags = 0;
  }
  if (rand_r(seed) % 50 == 0)
    flags |= RD_KAFKA_MSG_F_BLOCK;
  if (kind == 0) {
    rd_kafka_topic_t *rkt = rd_kafka_topic_new(rk, any_topic(seed), NULL);
    err = rd_kafka_produce(rkt, partition, flags, value, len, lent, rand_r(seed) % 20,
                           (void *)(intptr_t)nr)
              ? rd_kafka_last_error()
              : RD_KAFKA_RESP_ERR_NO_ERROR;
    rd_kafka_topic_destroy(rkt);
  } else if (kind == 1) {
    rd_kafka_message_t msgs[3];
    rd_kafka_topic_t *rkt = rd_kafka_topic_new(rk, any_topic(seed), NULL);
    int i;
    memset(msgs, 0, sizeof(msgs));
    for (i = 0; i < 3; i++) {
      msgs[i].payload = i ? lent : value;
      msgs[i].len = len;
      msgs[i].partition = partition;
      msgs[i]._private = (void *)(intptr_t)(i ? number() : nr);
    }
    if (flags & RD_KAFKA_MSG_F_FREE) {
      free(value);
      msgs[0].payload = lent;
    }
    if ((intptr_t)msgs[1]._private >= 0 && (intptr_t)msgs[2]._private >= 0) {
      rd_kafka_produce_batch(rkt, RD_KAFKA_PARTITION_UA,
                             RD_KAFKA_MSG_F_COPY | RD_KAFKA_MSG_F_PARTITION, msgs, 3);
      for (i = 0; i < 3; i++)
        if (!msgs[i].err)
          accepted((intptr_t)msgs[i]._private);
    }
    rd_kafka_topic_destroy(rkt);
    return;
  } else if (kind == 2) {
    rd_kafka_headers_t *hdrs = rd_kafka_headers_new(2);
    rd_kafka_header_add(hdrs, "name", -1, "value", -1);
    rd_kafka_header_add(hdrs, "none", -1, NULL, 0);
    err = rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(any_topic(seed)),
                            RD_KAFKA_V_PARTITION(partition), RD_KAFKA_V_MSGFLAGS(flags),
                            RD_KAFKA_V_VALUE(value, len), RD_KAFKA_V_HEADERS(hdrs),
                            RD_KAFKA_V_OPAQUE((void *)(intptr_t)nr), RD_KAFKA_V_END);
    if (err)
      rd_kafka_headers_destroy(hdrs);
  } else {
    err = rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(any_topic(seed)),
                            RD_KAFKA_V_PARTITION(partition), RD_KAFKA_V_MSGFLAGS(flags),
                            RD_KAFKA_V_VALUE(value, len), RD_KAFKA_V_KEY(lent, 5),
                            RD_KAFKA_V_HEADER("one", "1", 1), RD_KAFKA_V_TIMESTAMP(12345),
                            RD_KAFKA_V_OPAQUE((void *)(intptr_t)nr), RD_KAFKA_V_END);
  }
  if (!err)
    accepted(nr);
  else if (flags & RD_KAFKA_MSG_F_FREE)
    free(value);
}

static void look(unsigned *seed) {
  const struct rd_kafka_metadata *md = NULL;
  int64_t lo, hi;
  char *id;
  switch (rand_r(seed) % 7) {
  case 0:
    if (!rd_kafka_metadata(rk, rand_r(seed) % 2, NULL, &md, rand_r(seed) % 100))
      rd_kafka_metadata_destroy(md);
    break;
  case 1:
    rd_kafka_query_watermark_offsets(rk, any_topic(seed), 0, &lo, &hi, rand_r(seed) % 100);
    break;
  case 2:
    if ((id = rd_kafka_clusterid(rk, rand_r(seed) % 50)))
      rd_kafka_mem_free(rk, id);
    break;
  case 3:
    rd_kafka_controllerid(rk, rand_r(seed) % 50);
    break;
  case 4:
    rd_kafka_set_log_level(rk, 5 + rand_r(seed) % 3);
    break;
  case 5:
    rd_kafka_brokers_add(rk, "127.0.0.1:1");
    break;
  default:
    CHECK(rd_kafka_outq_len(rk) >= 0 && rd_kafka_thread_cnt() > 0, "counts");
  }
}

/* Now and then, so that there is something between. */
static void purge(unsigned *seed) {
  static int64_t last;
  int64_t was = __atomic_load_n(&last, __ATOMIC_RELAXED), now = now_us();
  if (now - was > 300000 &&
      __atomic_compare_exchange_n(&last, &was, now, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    rd_kafka_purge(rk, rand_r(seed) % 8);
}

static void *worker(void *arg) {
  int me = (int)(intptr_t)arg;
  unsigned seed = (unsigned)me * 7919u + (unsigned)calls[15];
  while (!stop) {
    int what = rand_r(&seed) % 1000;
    calls[me] = what + 1;
    if (what < 900)
      produce(&seed);
    else if (what < 985)
      rd_kafka_poll(rk, rand_r(&seed) % 3);
    else if (what < 990)
      rd_kafka_flush(rk, rand_r(&seed) % 30);
    else if (what < 993)
      purge(&seed);
    else
      look(&seed);
    calls[me] = 0;
  }
  return NULL;
}

static void *trouble(void *arg) {
  unsigned seed = (unsigned)calls[15] + 99;
  while (!stop) {
    int32_t broker = 1 + rand_r(&seed) % 3;
    switch (rand_r(&seed) % 5) {
    case 0:
      rd_kafka_mock_broker_set_down(cluster, broker);
      usleep(rand_r(&seed) % 300000);
      rd_kafka_mock_broker_set_up(cluster, broker);
      break;
    case 1:
      rd_kafka_mock_partition_set_leader(cluster, any_topic(&seed),
                                         rand_r(&seed) % PARTITIONS, broker);
      break;
    case 2:
      rd_kafka_mock_push_request_errors(cluster, 0, 3, RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION,
                                        RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT,
                                        RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE);
      break;
    case 3:
      rd_kafka_mock_push_request_errors(cluster, 0, 2, RD_KAFKA_RESP_ERR__TRANSPORT,
                                        RD_KAFKA_RESP_ERR_INVALID_MSG);
      break;
    default:
      rd_kafka_mock_broker_set_rtt(cluster, broker, rand_r(&seed) % 50);
    }
    usleep(rand_r(&seed) % 100000);
  }
  return NULL;
}

int main(int argc, char **argv) {
  rd_kafka_conf_t *conf =
      conf_with("test.mock.num.brokers", "3", "queue.buffering.max.messages", "3000",
                "message.timeout.ms", "20000", "linger.ms", "1", "batch.num.messages", "50",
                "statistics.interval.ms", "20", "reconnect.backoff.ms", "5",
                "reconnect.backoff.max.ms", "100", "compression.codec", "lz4", NULL);
  pthread_t threads[THREADS], breaker;
  int i;
  int64_t t0, seen;
  CHECK(argc >= 3, "usage: stress SECONDS SEED [NAME=VALUE]...");
  calls[15] = atoi(argv[2]);
  for (i = 3; i < argc; i++) {
    char *eq = strchr(argv[i], '=');
    CHECK(eq, "%s", argv[i]);
    *eq = '\0';
    set(conf, argv[i], eq + 1);
  }
  rd_kafka_conf_set_log_cb(conf, quiet);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_conf_set_stats_cb(conf, on_stats);
  rd_kafka_conf_set_error_cb(conf, on_error);
  rk = producer(conf);
  cluster = rd_kafka_handle_mock_cluster(rk);
  for (i = 0; i < TOPICS; i++)
    rd_kafka_mock_topic_create(cluster, topics[i], PARTITIONS, 3);
  for (i = 0; i < THREADS; i++)
    CHECK(!pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)i), "thread");
  CHECK(!pthread_create(&breaker, NULL, trouble, NULL), "thread");
  t0 = now_us();
  while (ms_since(t0) < 1000 * atof(argv[1]))
    rd_kafka_poll(rk, 10);
  stop = 1;
  pthread_join(breaker, NULL);
  for (i = 0; i < THREADS; i++) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 25;
    /* A call that blocks may need reports to be served. */
    while (pthread_tryjoin_np(threads[i], NULL)) {
      rd_kafka_poll(rk, 10);
      CHECK(ms_since(t0) < 1000 * atof(argv[1]) + 25000, "thread %d hangs in call %d", i, calls[i]);
    }
  }
  t0 = now_us();
  CHECK(!rd_kafka_flush(rk, 30000), "flush: %d left of %" PRId64, rd_kafka_outq_len(rk),
        accepted_cnt);
  printf("%" PRId64 " messages, %" PRId64 " purged, %" PRId64 " failed, flush took %.0f ms\n",
         accepted_cnt, purged_cnt, errors_cnt, ms_since(t0));
  seen = reported_cnt;
  CHECK(seen == accepted_cnt, "%" PRId64 " reports for %" PRId64 " messages", seen, accepted_cnt);
  for (i = 0; i < MESSAGES_MAX; i++)
    CHECK(state[i] == 0 || state[i] == 3, "message %d: state %d", i, state[i]);
  CHECK(purged_cnt + errors_cnt < accepted_cnt, "nothing was delivered");
  t0 = now_us();
  rd_kafka_destroy(rk);
  CHECK(ms_since(t0) < 2000, "destroy took %.0f ms", ms_since(t0));
  CHECK(proc_self("task") == 1, "%d threads are left", proc_self("task"));
  return 0;
}
