/* What the C test programs share: checks that say what they saw, a record of the
 * log lines and reports, and short ways to make handles. One program, one main();
 * everything here is static.
 *
 * A check that fails prints one line and ends the program with status 1.
 */
#ifndef CHECK_H
#define CHECK_H

#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define UNUSED __attribute__((unused))

#define CHECK(cond, ...)                                                      \
  do {                                                                        \
    if (!(cond)) {                                                            \
      fprintf(stderr, "%s:%d: not so: %s: ", __FILE__, __LINE__, #cond);      \
      fprintf(stderr, __VA_ARGS__);                                           \
      fprintf(stderr, "\n");                                                  \
      fails();                                                                \
    }                                                                         \
  } while (0)

#define LINES_MAX 4000

struct line {
  int level;
  char fac[32];
  char text[900];
};

static struct line lines[LINES_MAX];
static int line_cnt;
static pthread_mutex_t lines_lock = PTHREAD_MUTEX_INITIALIZER;

/* The last log lines are part of what was seen. */
UNUSED static void fails(void) {
  int i;
  fflush(stdout);
  for (i = line_cnt > 40 ? line_cnt - 40 : 0; i < line_cnt; i++)
    fprintf(stderr, "  log %d %s %s\n", lines[i].level, lines[i].fac, lines[i].text);
  _exit(1);
}

/* A log_cb that keeps the lines. */
UNUSED static void keep_log(const rd_kafka_t *rk, int level, const char *fac, const char *buf) {
  pthread_mutex_lock(&lines_lock);
  if (line_cnt < LINES_MAX) {
    struct line *l = &lines[line_cnt++];
    l->level = level;
    snprintf(l->fac, sizeof(l->fac), "%s", fac);
    snprintf(l->text, sizeof(l->text), "%s", buf);
  }
  pthread_mutex_unlock(&lines_lock);
}

/* Number of kept lines of `level` (-1: any) or more severe whose facility or
 * text contains each of the words (NULL: no condition). */
UNUSED static int lines_with(int level, const char *a, const char *b) {
  int i, n = 0;
  pthread_mutex_lock(&lines_lock);
  for (i = 0; i < line_cnt; i++) {
    const struct line *l = &lines[i];
    if ((level < 0 || l->level <= level) &&
        (!a || strstr(l->fac, a) || strcasestr(l->text, a)) &&
        (!b || strstr(l->fac, b) || strcasestr(l->text, b)))
      n++;
  }
  pthread_mutex_unlock(&lines_lock);
  return n;
}

UNUSED static void forget_lines(void) {
  pthread_mutex_lock(&lines_lock);
  line_cnt = 0;
  pthread_mutex_unlock(&lines_lock);
}

UNUSED static int64_t clock_us(clockid_t id) {
  struct timespec ts;
  clock_gettime(id, &ts);
  return (int64_t)ts.tv_sec * 1000000 + ts.tv_nsec / 1000;
}

UNUSED static int64_t now_us(void) {
  return clock_us(CLOCK_MONOTONIC);
}

UNUSED static double ms_since(int64_t since_us) {
  return (double)(now_us() - since_us) / 1000.0;
}

UNUSED static void set(rd_kafka_conf_t *conf, const char *name, const char *value) {
  char errstr[512] = "";
  rd_kafka_conf_res_t res = rd_kafka_conf_set(conf, name, value, errstr, sizeof(errstr));
  CHECK(res == RD_KAFKA_CONF_OK, "%s=%s: %d %s", name, value, res, errstr);
}

/* A conf with name, value, ..., NULL set, and keep_log as log callback. */
UNUSED static rd_kafka_conf_t *conf_with(const char *name, ...) {
  rd_kafka_conf_t *conf = rd_kafka_conf_new();
  va_list ap;
  va_start(ap, name);
  while (name) {
    const char *value = va_arg(ap, const char *);
    set(conf, name, value);
    name = va_arg(ap, const char *);
  }
  va_end(ap);
  rd_kafka_conf_set_log_cb(conf, keep_log);
  return conf;
}

UNUSED static rd_kafka_t *producer(rd_kafka_conf_t *conf) {
  char errstr[512] = "";
  rd_kafka_t *rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, errstr, sizeof(errstr));
  CHECK(rk, "rd_kafka_new: %s", errstr);
  return rk;
}

/* Delivery reports, in their order. */
struct report {
  rd_kafka_resp_err_t err;
  int32_t partition;
  int64_t offset;
  intptr_t nr; /* the message's opaque */
  int64_t at_us;
  pthread_t thread;
};

#define REPORTS_MAX 20000

static struct report reports[REPORTS_MAX];
static int report_cnt;

/* A dr_msg_cb that keeps the reports. */
UNUSED static void keep_report(rd_kafka_t *rk, const rd_kafka_message_t *msg, void *opaque) {
  struct report *r;
  if (report_cnt == REPORTS_MAX)
    return;
  r = &reports[report_cnt++];
  r->err = msg->err;
  r->partition = msg->partition;
  r->offset = msg->offset;
  r->nr = (intptr_t)msg->_private;
  r->at_us = now_us();
  r->thread = pthread_self();
}

/* Produces a copy of a text with an opaque number. */
UNUSED static rd_kafka_resp_err_t send_text(rd_kafka_t *rk, const char *topic, int32_t partition,
                                            const char *text, intptr_t nr) {
  return rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_PARTITION(partition),
                           RD_KAFKA_V_VALUE((void *)text, strlen(text)),
                           RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY),
                           RD_KAFKA_V_OPAQUE((void *)nr), RD_KAFKA_V_END);
}

/* Entries of a directory of /proc/self: "task" counts threads, "fd" descriptors. */
UNUSED static int proc_self(const char *what) {
  char path[64];
  DIR *d;
  int n = 0;
  const struct dirent *e;
  snprintf(path, sizeof(path), "/proc/self/%s", what);
  d = opendir(path);
  CHECK(d, "%s", path);
  while ((e = readdir(d)))
    if (e->d_name[0] != '.')
      n++;
  closedir(d);
  return n - (strcmp(what, "fd") == 0); /* without the directory's own */
}

/* The test cases of a program: main() runs the one named by the first argument. */
struct test_case {
  const char *name;
  void (*run)(int argc, char **argv);
};

UNUSED static int run_case(const struct test_case *cases, int argc, char **argv) {
  for (; cases->name; cases++)
    if (argc > 1 && !strcmp(cases->name, argv[1])) {
      cases->run(argc - 2, argv + 2);
      return 0;
    }
  fprintf(stderr, "no such case\n");
  return 2;
}

#endif
