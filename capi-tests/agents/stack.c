/* A producer driven from a coroutine, as log shippers do: produce, poll and the
 * callbacks run on a small malloc'ed stack without guard page.
 *
 *   stack SIZE     prints what each call used of it, in bytes
 */
#include "check.h"

#include <ucontext.h>

#define PAINT 0xa5
#define MARGIN 128 /* below the coroutine's frame while it is suspended */

enum call { PRODUCE, POLL, FLUSH, QUEUE_FULL, POLL_REPORTS, ERRORS, CALLS };
static const char *names[CALLS] = {"produce", "poll", "flush", "queue-full", "poll-reports",
                                   "last-error"};

static ucontext_t outside, inside;
static unsigned char *stack;
static size_t stack_size;
static unsigned char *frame; /* where the coroutine stands */
static enum call call;
static int done;
static rd_kafka_t *rk;
static rd_kafka_topic_t *rkt;
static int on_stack, off_stack, stats;

static void note_stack(void) {
  unsigned char here;
  if (&here > stack && &here < stack + stack_size)
    on_stack++;
  else
    off_stack++;
}

static void on_report(rd_kafka_t *handle, const rd_kafka_message_t *msg, void *opaque) {
  note_stack();
  keep_report(handle, msg, opaque);
}

static int on_stats(rd_kafka_t *handle, char *json, size_t len, void *opaque) {
  note_stack();
  stats++;
  return 0;
}

static void coroutine(void) {
  unsigned char here;
  frame = &here;
  for (;;) {
    swapcontext(&inside, &outside);
    if (done)
      return;
    switch (call) {
    case PRODUCE:
    case QUEUE_FULL: {
      static char key[] = "key", value[200];
      rd_kafka_produce(rkt, RD_KAFKA_PARTITION_UA, RD_KAFKA_MSG_F_COPY, value, sizeof(value), key,
                       sizeof(key), NULL);
      break;
    }
    case POLL:
    case POLL_REPORTS:
      rd_kafka_poll(rk, 0);
      break;
    case FLUSH:
      rd_kafka_flush(rk, 5000);
      break;
    case ERRORS:
      rd_kafka_err2str(rd_kafka_last_error());
      break;
    default:
      break;
    }
  }
}

/* Runs a call in the coroutine: bytes of its stack that it used. */
static size_t run(enum call what) {
  unsigned char *p;
  memset(stack, PAINT, (size_t)(frame - MARGIN - stack));
  call = what;
  swapcontext(&outside, &inside);
  for (p = stack; p < frame && *p == PAINT; p++)
    ;
  CHECK(p > stack + 64, "%s used all of the stack", names[what]);
  return (size_t)(frame - p);
}

int main(int argc, char **argv) {
  size_t used[CALLS], n;
  int i;
  rd_kafka_conf_t *conf =
      conf_with("test.mock.num.brokers", "1", "statistics.interval.ms", "100", "linger.ms", "0",
                "queue.buffering.max.messages", "1000", "client.id", "fluent-bit", NULL);
  memset(used, 0, sizeof(used));
  stack_size = argc > 1 ? (size_t)atoi(argv[1]) : 0;
  CHECK(stack_size >= 16384, "size?");
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_conf_set_stats_cb(conf, on_stats);
  rk = producer(conf);
  rkt = rd_kafka_topic_new(rk, "logs", NULL);
  CHECK(rkt, "topic");

  stack = malloc(stack_size);
  getcontext(&inside);
  inside.uc_stack.ss_sp = stack;
  inside.uc_stack.ss_size = stack_size;
  inside.uc_link = &outside;
  makecontext(&inside, coroutine, 0);
  swapcontext(&outside, &inside);

#define USE(what)               \
  do {                          \
    n = run(what);              \
    if (n > used[what])         \
      used[what] = n;           \
  } while (0)
  for (i = 0; i < 400; i++) {
    USE(PRODUCE);
    if (i % 10 == 0)
      usleep(5000);
    USE(POLL);
  }
  /* The first report finds the topic's metadata; then many reports in one go. */
  USE(FLUSH);
  for (i = 0; i < 1100; i++)
    USE(QUEUE_FULL);
  USE(ERRORS);
  for (i = 0; i < 50 && rd_kafka_outq_len(rk) > 0; i++) {
    usleep(20000);
    USE(POLL_REPORTS);
  }
  USE(FLUSH);
  done = 1;
  swapcontext(&outside, &inside);
  CHECK(rd_kafka_outq_len(rk) == 0, "outq_len %d", rd_kafka_outq_len(rk));
  CHECK(report_cnt == 1400, "%d reports", report_cnt);
  CHECK(stats > 0, "no statistics");
  CHECK(off_stack == 0 && on_stack == report_cnt + stats, "%d callbacks ran elsewhere", off_stack);
  rd_kafka_topic_destroy(rkt);
  rd_kafka_destroy(rk);
  free(stack);
  for (i = 0; i < CALLS; i++)
    printf("%s %zu\n", names[i], used[i]);
  return 0;
}
