/* What log shippers rely on: who owns what, which thread calls back when, ends that are
 * quick and complete. */
#include "check.h"

#include <malloc.h>
#include <sys/resource.h>

#define NOWHERE "127.0.0.1:1"

/* Plain free() of a fresh conf is what some do. */
static void free_conf(int argc, char **argv) {
  int i;
  for (i = 0; i < 1000; i++) {
    rd_kafka_conf_t *conf = rd_kafka_conf_new();
    CHECK(malloc_usable_size(conf) >= 8, "not from malloc");
    memset(conf, 0, 8);
    free(conf);
  }
}

/* A thread of its own that produces fine. */
static void *fine(void *arg) {
  rd_kafka_topic_t *rkt = arg;
  int res = rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_COPY, (void *)"x", 1, NULL, 0, NULL);
  CHECK(res == 0 && rd_kafka_last_error() == RD_KAFKA_RESP_ERR_NO_ERROR, "other thread: %d %s", res,
        rd_kafka_err2name(rd_kafka_last_error()));
  return NULL;
}

static void last_error(int argc, char **argv) {
  rd_kafka_conf_t *conf = conf_with("bootstrap.servers", NOWHERE, "message.max.bytes", "2000",
                                    "debug", "all", NULL);
  rd_kafka_t *rk = producer(conf);
  rd_kafka_topic_t *rkt = rd_kafka_topic_new(rk, "t", NULL);
  static char big[3000];
  pthread_t t;
  int res;
  res = rd_kafka_produce(rkt, RD_KAFKA_PARTITION_UA, RD_KAFKA_MSG_F_COPY, big, sizeof(big), NULL, 0,
                         NULL);
  CHECK(res == -1, "produce: %d", res);
  CHECK(errno == EMSGSIZE, "errno %d", errno);
  CHECK(!strcmp(rd_kafka_topic_name(rkt), "t"), "name");
  CHECK(rd_kafka_err2str(RD_KAFKA_RESP_ERR__QUEUE_FULL) != NULL, "text");
  CHECK(rd_kafka_name(rk) != NULL, "name");
  rd_kafka_outq_len(rk);
  rd_kafka_poll(rk, 0);
  CHECK(!pthread_create(&t, NULL, fine, rkt) && !pthread_join(t, NULL), "thread");
  usleep(200 * 1000); /* internal threads log and fail meanwhile */
  CHECK(rd_kafka_last_error() == RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE, "last_error: %s",
        rd_kafka_err2name(rd_kafka_last_error()));
  rd_kafka_topic_destroy(rkt);
  rd_kafka_purge(rk, RD_KAFKA_PURGE_F_QUEUE);
  rd_kafka_destroy(rk);
}

/* A conf that rd_kafka_new refuses stays the caller's and whole. */
static void new_fails(int argc, char **argv) {
  char errstr[512] = "", value[64];
  size_t size = sizeof(value);
  int i;
  rd_kafka_conf_t *conf = conf_with("linger.ms", "3000", "message.timeout.ms", "2000", "client.id",
                                    "mine", NULL);
  for (i = 0; i < 3; i++)
    CHECK(!rd_kafka_new(RD_KAFKA_PRODUCER, conf, errstr, sizeof(errstr)) && *errstr, "worked");
  CHECK(!rd_kafka_conf_get(conf, "client.id", value, &size) && !strcmp(value, "mine"), "changed");
  set(conf, "message.timeout.ms", "4000");
  rd_kafka_destroy(producer(conf));
}

static void *the_opaque = &lines;
static volatile int in_new, early, wrong, gone, late;

static void picky_log(const rd_kafka_t *rk, int level, const char *fac, const char *buf) {
  if (gone)
    late++;
  if (!rk || !rd_kafka_name(rk) || strncmp(rd_kafka_name(rk), "fluent-bit#producer-", 20) ||
      rd_kafka_opaque(rk) != the_opaque)
    wrong++;
  early += in_new;
  keep_log(rk, level, fac, buf);
}

static void picky_report(rd_kafka_t *rk, const rd_kafka_message_t *msg, void *opaque) {
  if (gone)
    late++;
  if (opaque != the_opaque)
    wrong++;
  keep_report(rk, msg, opaque);
}

static void picky_error(rd_kafka_t *rk, int err, const char *reason, void *opaque) {
  if (gone)
    late++;
  if (opaque != the_opaque)
    wrong++;
}

static int picky_stats(rd_kafka_t *rk, char *json, size_t len, void *opaque) {
  if (gone)
    late++;
  return 0;
}

static rd_kafka_conf_t *picky_conf(const char *brokers, const char *debug) {
  rd_kafka_conf_t *conf = conf_with("bootstrap.servers", brokers, "client.id", "fluent-bit",
                                    "statistics.interval.ms", "10", "reconnect.backoff.ms", "1",
                                    "reconnect.backoff.max.ms", "5", NULL);
  if (debug)
    set(conf, "debug", debug);
  rd_kafka_conf_set_log_cb(conf, picky_log);
  rd_kafka_conf_set_dr_msg_cb(conf, picky_report);
  rd_kafka_conf_set_error_cb(conf, picky_error);
  rd_kafka_conf_set_stats_cb(conf, picky_stats);
  rd_kafka_conf_set_opaque(conf, the_opaque);
  return conf;
}

/* Name and opaque in log_cb from the first line on; nothing after destroy. */
static void callbacks_end(int argc, char **argv) {
  int i, j;
  char name[64];
  for (i = 0; i < 20; i++) {
    rd_kafka_t *rk;
    rd_kafka_conf_t *conf = picky_conf(NOWHERE, "all");
    in_new = 1;
    rk = producer(conf);
    in_new = 0;
    CHECK(early > 0, "no line during rd_kafka_new");
    snprintf(name, sizeof(name), "fluent-bit#producer-%d", i + 1);
    CHECK(!strcmp(rd_kafka_name(rk), name), "%s is not %s", rd_kafka_name(rk), name);
    for (j = 0; j < 10; j++)
      send_text(rk, "t", RD_KAFKA_PARTITION_UA, "x", j);
    usleep((useconds_t)i * 7000);
    rd_kafka_poll(rk, 0);
    rd_kafka_destroy(rk);
    gone = 1;
    usleep(20 * 1000);
    CHECK(!late, "%d callbacks after destroy", late);
    gone = 0;
    line_cnt = 0;
  }
  gone = 1;
  usleep(300 * 1000);
  CHECK(!late, "%d callbacks after destroy", late);
  CHECK(!wrong, "%d callbacks with a wrong handle, name or opaque", wrong);
}

/* destroy with queued messages: quick, one line that counts them, no reports. */
static void queued(int argc, char **argv) {
  rd_kafka_t *rk = producer(picky_conf(NOWHERE, NULL));
  int i;
  int64_t t0;
  for (i = 0; i < 567; i++)
    CHECK(!send_text(rk, "t", RD_KAFKA_PARTITION_UA, "x", i), "produce");
  usleep(100 * 1000);
  t0 = now_us();
  rd_kafka_destroy(rk);
  gone = 1;
  CHECK(ms_since(t0) < 1000, "destroy took %.0f ms", ms_since(t0));
  CHECK(lines_with(4, "TERMINATE", "567") == 1, "%d TERMINATE lines",
        lines_with(4, "TERMINATE", "567"));
  CHECK(report_cnt == 0, "%d reports", report_cnt);
  usleep(100 * 1000);
  CHECK(!late, "%d callbacks after destroy", late);
  printf("destroy took %.1f ms\n", ms_since(t0) - 100);
}

static void *in_thread(void *arg) {
  rd_kafka_poll(arg, 1000);
  return NULL;
}

/* Reports come from poll and flush alone, in the thread that calls them; flush does not
 * wait for linger. */
static void reports_come(int argc, char **argv) {
  rd_kafka_conf_t *conf = conf_with("bootstrap.servers", argv[0], NULL);
  rd_kafka_t *rk;
  pthread_t t;
  int64_t t0;
  int i;
  rd_kafka_conf_set_dr_msg_cb(conf, keep_report);
  rk = producer(conf);
  CHECK(!send_text(rk, argv[1], 0, "x", 0), "produce");
  usleep(1000 * 1000);
  CHECK(report_cnt == 0, "%d reports before a poll", report_cnt);
  CHECK(!pthread_create(&t, NULL, in_thread, rk) && !pthread_join(t, NULL), "thread");
  CHECK(report_cnt == 1 && pthread_equal(reports[0].thread, t), "%d reports, not in the thread",
        report_cnt);
  for (i = 0; i < 10; i++)
    send_text(rk, argv[1], 0, "x", i);
  usleep(300 * 1000);
  CHECK(report_cnt == 1, "%d reports without a poll", report_cnt);
  CHECK(!rd_kafka_flush(rk, 5000) && report_cnt == 11, "%d reports", report_cnt);
  CHECK(pthread_equal(reports[10].thread, pthread_self()), "not in the flushing thread");
  rd_kafka_destroy(rk);

  report_cnt = 0;
  conf = conf_with("bootstrap.servers", argv[0], "linger.ms", "20000", NULL);
  rd_kafka_conf_set_dr_msg_cb(conf, keep_report);
  rk = producer(conf);
  for (i = 0; i < 100; i++)
    send_text(rk, argv[1], RD_KAFKA_PARTITION_UA, "x", i);
  t0 = now_us();
  CHECK(!rd_kafka_flush(rk, 10000) && report_cnt == 100, "%d reports", report_cnt);
  CHECK(ms_since(t0) < 1000, "flush took %.0f ms", ms_since(t0));
  printf("flush of a cold producer with linger took %.1f ms\n", ms_since(t0));
  rd_kafka_destroy(rk);
}

static long rss_kb(void) {
  long pages = 0, rss = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  if (!f || fscanf(f, "%ld %ld", &pages, &rss) != 2)
    rss = 0;
  if (f)
    fclose(f);
  return rss * (sysconf(_SC_PAGESIZE) / 1024);
}

/* Hot reloads: threads, descriptors and memory come back to where they were. */
static void cycles(int argc, char **argv) {
  int i, n = argc > 2 ? atoi(argv[2]) : 200, threads = 0, fds = 0;
  long rss = 0;
  int64_t t0 = now_us();
  for (i = 0; i < n; i++) {
    rd_kafka_conf_t *conf = conf_with("bootstrap.servers", argv[0], "linger.ms", "0", NULL);
    rd_kafka_t *rk;
    rd_kafka_topic_t *rkt;
    rd_kafka_conf_set_dr_msg_cb(conf, keep_report);
    rk = producer(conf);
    rkt = rd_kafka_topic_new(rk, argv[1], NULL);
    report_cnt = 0;
    rd_kafka_produce(rkt, RD_KAFKA_PARTITION_UA, RD_KAFKA_MSG_F_COPY, (void *)"x", 1, NULL, 0,
                     NULL);
    if (i % 4) { /* every fourth is destroyed with its message */
      CHECK(!rd_kafka_flush(rk, 10000) && report_cnt == 1 && !reports[0].err, "cycle %d", i);
    }
    rd_kafka_topic_destroy(rkt);
    rd_kafka_destroy(rk);
    line_cnt = 0;
    if (i == n / 4) {
      usleep(100 * 1000);
      threads = proc_self("task");
      fds = proc_self("fd");
      rss = rss_kb();
    }
  }
  printf("%.1f ms a cycle\n", ms_since(t0) / n);
  usleep(200 * 1000);
  CHECK(threads == 1 && proc_self("task") == 1, "%d, then %d threads", threads, proc_self("task"));
  CHECK(proc_self("fd") == fds, "%d, then %d descriptors", fds, proc_self("fd"));
  CHECK(rss_kb() - rss < 4096, "%ld, then %ld kB", rss, rss_kb());
  CHECK(rd_kafka_thread_cnt() == 0, "thread_cnt %d", rd_kafka_thread_cnt());
}

static void allow_descriptors(int n) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = (rlim_t)n;
  CHECK(!setrlimit(RLIMIT_NOFILE, &limit), "%s", strerror(errno));
}

/* Without descriptors rd_kafka_new says so and leaves nothing behind; with too few to connect
 * it goes on once there are more. */
static void few_descriptors(int argc, char **argv) {
  int spare, fds = proc_self("fd"), refusals = 0;
  for (spare = 0; spare < 30; spare++) {
    int mock;
    for (mock = 0; mock < 2; mock++) {
      rd_kafka_conf_t *conf = conf_with("bootstrap.servers", argv[0], "linger.ms", "0", NULL);
      char errstr[512] = "";
      rd_kafka_t *rk;
      if (mock)
        set(conf, "test.mock.num.brokers", "2");
      rd_kafka_conf_set_dr_msg_cb(conf, keep_report);
      report_cnt = 0;
      allow_descriptors(fds + spare);
      rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, errstr, sizeof(errstr));
      if (!rk) {
        allow_descriptors(1000);
        CHECK(strstr(errstr, "open files"), "\"%s\"", errstr);
        rd_kafka_conf_destroy(conf);
        refusals++;
      } else {
        int64_t cpu;
        send_text(rk, argv[1], RD_KAFKA_PARTITION_UA, "x", 1);
        cpu = clock_us(CLOCK_PROCESS_CPUTIME_ID);
        rd_kafka_flush(rk, 300);
        cpu = clock_us(CLOCK_PROCESS_CPUTIME_ID) - cpu;
        CHECK(cpu < 150000, "%" PRId64 " us of CPU time without descriptors", cpu);
        allow_descriptors(1000);
        CHECK(!rd_kafka_flush(rk, 10000) && report_cnt == 1 && !reports[0].err,
              "%d spare: not delivered", spare);
        rd_kafka_destroy(rk);
      }
      CHECK(proc_self("task") == 1 && proc_self("fd") == fds, "%d threads, %d descriptors left",
            proc_self("task"), proc_self("fd"));
    }
  }
  CHECK(refusals > 4 && refusals < 50, "%d refusals", refusals);
}

#define WORKERS 4
#define EACH 4000

static int64_t worker_reports;

static void count_report(rd_kafka_t *rk, const rd_kafka_message_t *msg, void *opaque) {
  if (!msg->err)
    __atomic_add_fetch(&worker_reports, 1, __ATOMIC_RELAXED);
}

static const char *worker_topic;

static void *worker(void *arg) {
  rd_kafka_t *rk = arg;
  rd_kafka_topic_t *rkt = rd_kafka_topic_new(rk, worker_topic, NULL);
  int i;
  for (i = 0; i < EACH; i++) {
    while (rd_kafka_produce(rkt, RD_KAFKA_PARTITION_UA, RD_KAFKA_MSG_F_COPY, (void *)"payload", 7,
                            NULL, 0, NULL)) {
      CHECK(rd_kafka_last_error() == RD_KAFKA_RESP_ERR__QUEUE_FULL, "%s",
            rd_kafka_err2name(rd_kafka_last_error()));
      rd_kafka_poll(rk, 10);
    }
    rd_kafka_poll(rk, 0);
  }
  rd_kafka_topic_destroy(rkt);
  return NULL;
}

/* Several threads on one handle, with a queue that is often full. */
static void workers(int argc, char **argv) {
  rd_kafka_conf_t *conf = conf_with("bootstrap.servers", argv[0], "queue.buffering.max.messages",
                                    "500", "linger.ms", "1", NULL);
  rd_kafka_t *rk;
  pthread_t t[WORKERS];
  int i;
  worker_topic = argv[1];
  rd_kafka_conf_set_dr_msg_cb(conf, count_report);
  rk = producer(conf);
  for (i = 0; i < WORKERS; i++)
    CHECK(!pthread_create(&t[i], NULL, worker, rk), "thread");
  for (i = 0; i < WORKERS; i++)
    pthread_join(t[i], NULL);
  CHECK(!rd_kafka_flush(rk, 10000), "flush");
  CHECK(worker_reports == WORKERS * EACH, "%" PRId64 " reports", worker_reports);
  rd_kafka_destroy(rk);
}

int main(int argc, char **argv) {
  static const struct test_case cases[] = {
      {"free-conf", free_conf}, {"last-error", last_error},       {"new-fails", new_fails},
      {"queued", queued},       {"callbacks-end", callbacks_end}, {"reports", reports_come},
      {"cycles", cycles},       {"workers", workers},     {"few-descriptors", few_descriptors}, {NULL, NULL}};
  return run_case(cases, argc, argv);
}
