/* Which thread runs what, and what the internal threads look like from outside. */
#include "check.h"

#include <signal.h>

/* All that a thread can block: not SIGKILL, SIGSTOP and libc's own two. */
#define ALL_SIGNALS 0xfffffffe7ffbfeffULL

static pthread_t poller;
static int here[4], elsewhere[4]; /* report, error, stats, throttle */
static const char *kinds[] = {"report", "error", "stats", "throttle"};

static void came(int kind) {
  if (pthread_equal(pthread_self(), poller))
    here[kind]++;
  else
    elsewhere[kind]++;
}

static void on_report(rd_kafka_t *rk, const rd_kafka_message_t *msg, void *opaque) {
  came(0);
}

static void on_error(rd_kafka_t *rk, int err, const char *reason, void *opaque) {
  came(1);
}

static int on_stats(rd_kafka_t *rk, char *json, size_t len, void *opaque) {
  came(2);
  return 0;
}

static void on_throttle(rd_kafka_t *rk, const char *name, int32_t id, int ms, void *opaque) {
  came(3);
}

static rd_kafka_conf_t *conf_for(const char *brokers) {
  rd_kafka_conf_t *conf = conf_with("bootstrap.servers", brokers, "statistics.interval.ms", "100",
                                    "linger.ms", "0", NULL);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_conf_set_error_cb(conf, on_error);
  rd_kafka_conf_set_stats_cb(conf, on_stats);
  rd_kafka_conf_set_throttle_cb(conf, on_throttle);
  return conf;
}

/* threads callbacks BROKERS TOPIC: some brokers refuse, one answers. */
static void callbacks(int argc, char **argv) {
  rd_kafka_t *rk;
  int i;
  int64_t t0 = now_us();
  poller = pthread_self();
  rk = producer(conf_for("127.0.0.1:1"));
  while (!here[1] && ms_since(t0) < 5000)
    rd_kafka_poll(rk, 100);
  rd_kafka_destroy(rk);
  CHECK(here[1], "no error event");
  rk = producer(conf_for(argv[0]));
  for (i = 0; i < 50; i++) {
    send_text(rk, argv[1], RD_KAFKA_PARTITION_UA, "x", i);
    usleep(10000);
  }
  CHECK(!here[0], "reports without a poll");
  while (here[0] < 50 && ms_since(t0) < 10000)
    rd_kafka_poll(rk, 100);
  CHECK(here[0] == 50 && here[2], "%d reports, %d statistics", here[0], here[2]);
  if (argc > 2)
    CHECK(here[3], "not throttled");
  rd_kafka_destroy(rk);
  for (i = 0; i < 4; i++)
    CHECK(!elsewhere[i], "%d %s callbacks in other threads", elsewhere[i], kinds[i]);
}

/* Name and blocked signals of each thread but the main one. */
static int look_at_threads(int print) {
  DIR *d = opendir("/proc/self/task");
  const struct dirent *e;
  int n = 0;
  CHECK(d, "/proc/self/task");
  while ((e = readdir(d))) {
    char path[300], line[256], name[64] = "";
    unsigned long long blocked = 0;
    FILE *f;
    if (e->d_name[0] == '.' || atoi(e->d_name) == getpid())
      continue;
    snprintf(path, sizeof(path), "/proc/self/task/%s/status", e->d_name);
    if (!(f = fopen(path, "r")))
      continue;
    while (fgets(line, sizeof(line), f)) {
      sscanf(line, "Name: %63[^\n]", name);
      sscanf(line, "SigBlk: %llx", &blocked);
    }
    fclose(f);
    if (print)
      printf("%s %llx\n", name, blocked);
    CHECK(!strncmp(name, "rdk:", 4), "a thread is named \"%s\"", name);
    CHECK((blocked & ALL_SIGNALS) == ALL_SIGNALS, "%s blocks %llx only", name, blocked);
    n++;
  }
  closedir(d);
  return n;
}

/* threads look BROKERS TOPIC */
static void look(int argc, char **argv) {
  rd_kafka_t *rk, *mock;
  int64_t t0;
  int n, i;
  poller = pthread_self();
  CHECK(rd_kafka_thread_cnt() == 0, "thread_cnt %d", rd_kafka_thread_cnt());
  rk = producer(conf_for(argv[0]));
  mock = producer(conf_with("test.mock.num.brokers", "2", NULL));
  for (i = 0; i < 20; i++) {
    send_text(rk, argv[1], RD_KAFKA_PARTITION_UA, "x", i);
    send_text(mock, argv[1], RD_KAFKA_PARTITION_UA, "x", i);
    rd_kafka_poll(rk, 10);
    usleep(10000);
    look_at_threads(0);
  }
  CHECK(!rd_kafka_flush(rk, 5000) && !rd_kafka_flush(mock, 5000), "flush");
  n = look_at_threads(1);
  CHECK(n >= 6, "%d internal threads", n);
  CHECK(rd_kafka_thread_cnt() >= 6, "thread_cnt %d of %d", rd_kafka_thread_cnt(), n);
  rd_kafka_destroy(mock);
  rd_kafka_destroy(rk);
  t0 = now_us();
  while (rd_kafka_thread_cnt() && ms_since(t0) < 1000)
    usleep(1000);
  CHECK(rd_kafka_thread_cnt() == 0, "thread_cnt %d after a second", rd_kafka_thread_cnt());
  CHECK(proc_self("task") == 1, "%d threads are left", proc_self("task"));
}

static int starts, exits, types[4];
static pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER;

static rd_kafka_resp_err_t on_start(rd_kafka_t *rk, rd_kafka_thread_type_t type, const char *name,
                                    void *opaque) {
  pthread_mutex_lock(&count_lock);
  starts++;
  types[type & 3]++;
  pthread_mutex_unlock(&count_lock);
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

static rd_kafka_resp_err_t on_exit_(rd_kafka_t *rk, rd_kafka_thread_type_t type, const char *name,
                                    void *opaque) {
  pthread_mutex_lock(&count_lock);
  exits++;
  pthread_mutex_unlock(&count_lock);
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

static rd_kafka_resp_err_t on_new(rd_kafka_t *rk, const rd_kafka_conf_t *conf, void *opaque,
                                  char *errstr, size_t size) {
  rd_kafka_interceptor_add_on_thread_start(rk, "count", on_start, NULL);
  rd_kafka_interceptor_add_on_thread_exit(rk, "count", on_exit_, NULL);
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

/* At least three threads tell of their start, and as many of their end before destroy
 * returns. */
static void interceptors(int argc, char **argv) {
  rd_kafka_conf_t *conf = conf_for(argv[0]);
  rd_kafka_t *rk;
  CHECK(!rd_kafka_conf_interceptor_add_on_new(conf, "count", on_new, NULL), "on_new");
  rk = producer(conf);
  poller = pthread_self();
  send_text(rk, argv[1], RD_KAFKA_PARTITION_UA, "x", 1);
  CHECK(!rd_kafka_flush(rk, 5000), "flush");
  rd_kafka_destroy(rk);
  printf("%d main, %d background, %d broker threads\n", types[0], types[1], types[2]);
  CHECK(starts >= 3 && types[0] == 1 && types[2] >= 2, "%d starts", starts);
  CHECK(exits == starts, "%d starts, %d exits", starts, exits);
}

int main(int argc, char **argv) {
  static const struct test_case cases[] = {{"callbacks", callbacks},
                                           {"look", look},
                                           {"interceptors", interceptors},
                                           {NULL, NULL}};
  return run_case(cases, argc, argv);
}
