/* A producer for tests of faults: numbered messages at a given rate, and everything that
 * happens as lines of text with a monotonic time in us.
 *
 *   feeder -b BROKERS -t TOPIC [-r RATE] [-n COUNT] [-w FLUSH_S] [-s SIZE] [-e] [-X NAME=VALUE]...
 *
 *   D TIME NUMBER ERROR           a delivery report
 *   L TIME LEVEL FACILITY TEXT    a log line
 *   E TIME ERROR TEXT             an error event (with -e; else they are logged)
 *   T TIME BROKER MS              a throttle event
 *   END TAKEN DELIVERED FAILED LEFT CPU_MS PEAK_KB
 *
 * SIGUSR1 makes name look-ups fail, SIGUSR2 makes them work again, SIGTERM ends it.
 */
#include "check.h"

#include <netdb.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>

static volatile sig_atomic_t stop, no_names;
static long delivered, failed, refused;

static void on_signal(int sig) {
  if (sig == SIGTERM)
    stop = 1;
  else
    no_names = sig == SIGUSR1;
}

static void on_report(rd_kafka_t *rk, const rd_kafka_message_t *msg, void *opaque) {
  if (msg->err)
    failed++;
  else
    delivered++;
  printf("D %" PRId64 " %d %s\n", now_us(), (int)(intptr_t)msg->_private,
         msg->err ? rd_kafka_err2name(msg->err) : "-");
}

static void on_log(const rd_kafka_t *rk, int level, const char *fac, const char *text) {
  printf("L %" PRId64 " %d %s %s\n", now_us(), level, fac, text);
}

static void on_error(rd_kafka_t *rk, int err, const char *reason, void *opaque) {
  printf("E %" PRId64 " %s %s\n", now_us(), rd_kafka_err2name((rd_kafka_resp_err_t)err), reason);
}

static void on_throttle(rd_kafka_t *rk, const char *name, int32_t id, int ms, void *opaque) {
  printf("T %" PRId64 " %s %d\n", now_us(), name, ms);
}

static int resolve(const char *node, const char *service, const struct addrinfo *hints,
                   struct addrinfo **res, void *opaque) {
  if (!node && !service && !hints) {
    freeaddrinfo(*res);
    return 0;
  }
  return no_names ? EAI_NONAME : getaddrinfo(node, service, hints, res);
}

int main(int argc, char **argv) {
  rd_kafka_conf_t *conf = conf_with("client.id", "feeder", NULL);
  const char *topic = NULL;
  int opt, rate = 100, count = 1000000000, flush_s = 30, size = 20, i = 0;
  int64_t t0;
  rd_kafka_t *rk;
  struct rusage usage;
  char *value;
  setvbuf(stdout, NULL, _IOLBF, 0);
  rd_kafka_conf_set_log_cb(conf, on_log);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_conf_set_throttle_cb(conf, on_throttle);
  rd_kafka_conf_set_resolve_cb(conf, resolve);
  while ((opt = getopt(argc, argv, "b:t:r:n:w:s:eX:")) != -1) {
    char *eq;
    switch (opt) {
    case 'b':
      set(conf, "bootstrap.servers", optarg);
      break;
    case 't':
      topic = optarg;
      break;
    case 'r':
      rate = atoi(optarg);
      break;
    case 'n':
      count = atoi(optarg);
      break;
    case 'w':
      flush_s = atoi(optarg);
      break;
    case 's':
      size = atoi(optarg);
      break;
    case 'e':
      rd_kafka_conf_set_error_cb(conf, on_error);
      break;
    case 'X':
      eq = strchr(optarg, '=');
      CHECK(eq, "-X %s", optarg);
      *eq = '\0';
      set(conf, optarg, eq + 1);
      break;
    default:
      return 2;
    }
  }
  CHECK(topic && size >= 12, "usage: see the source");
  value = calloc(1, (size_t)size + 16);
  signal(SIGTERM, on_signal);
  signal(SIGUSR1, on_signal);
  signal(SIGUSR2, on_signal);
  rk = producer(conf);
  t0 = now_us();
  for (i = 0; i < count && !stop; i++) {
    int64_t due = t0 + (int64_t)i * 1000000 / rate, left;
    memset(value, 'x', (size_t)size);
    value[snprintf(value, (size_t)size, "%d", i)] = ' ';
    if (rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_VALUE(value, (size_t)size),
                          RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY | RD_KAFKA_MSG_F_BLOCK),
                          RD_KAFKA_V_OPAQUE((void *)(intptr_t)i), RD_KAFKA_V_END))
      refused++;
    while ((left = due - now_us()) > 0 && !stop)
      rd_kafka_poll(rk, (int)((left + 999) / 1000));
    rd_kafka_poll(rk, 0);
  }
  rd_kafka_flush(rk, flush_s * 1000);
  opt = rd_kafka_outq_len(rk);
  rd_kafka_destroy(rk);
  getrusage(RUSAGE_SELF, &usage);
  printf("END %ld %ld %ld %d %ld %ld\n", i - refused, delivered, failed, opt,
         (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000 +
             (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000,
         usage.ru_maxrss);
  free(value);
  return 0;
}
