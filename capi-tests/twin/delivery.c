/* Which thread serves delivery reports, in what order, from which calls.
 * twin: topics one=1 four=4 */
#include "twin.h"

#include <pthread.h>
#include <sys/syscall.h>

#define N 2000

static pid_t expected;
static int wrong_thread, in_order = 1, count[4];
static int64_t last_offset[4] = {-1, -1, -1, -1};
static size_t last_id[4];

static pid_t tid(void) {
  return (pid_t)syscall(SYS_gettid);
}

static void on_report(rd_kafka_t *rk, const rd_kafka_message_t *m, void *opaque) {
  size_t id = (size_t)m->_private;
  if (tid() != expected)
    wrong_thread++;
  if (m->err || m->partition < 0 || m->partition > 3) {
    printf("report %s [%d]\n", name_of(m->err), m->partition);
    return;
  }
  if (m->offset != last_offset[m->partition] + 1 && last_offset[m->partition] >= 0)
    in_order = 0;
  if (id <= last_id[m->partition])
    in_order = 0;
  if (strcmp(opaque, "handle's") || strcmp(rd_kafka_opaque(rk), "handle's"))
    printf("opaque lost\n");
  last_offset[m->partition] = m->offset;
  last_id[m->partition] = id;
  count[m->partition]++;
}

static void sent_some(rd_kafka_topic_t *t, int partitions) {
  size_t i;
  for (i = 0; i < N; i++)
    if (rd_kafka_produce(t, (int32_t)(i % (size_t)partitions), RD_KAFKA_MSG_F_COPY, (void *)"x", 1,
                         NULL, 0, (void *)(i + 1)))
      die("produce");
}

static void summary(rd_kafka_t *rk, const char *what) {
  printf("%s: %d %d %d %d in order %d wrong thread %d left %d\n", what, count[0], count[1], count[2],
         count[3], in_order, wrong_thread, rd_kafka_outq_len(rk));
  memset(count, 0, sizeof(count));
  memset(last_id, 0, sizeof(last_id));
}

static void *poller(void *arg) {
  rd_kafka_t *rk = arg;
  int64_t end = now_ms() + 15000;
  expected = tid();
  while (rd_kafka_outq_len(rk) && now_ms() < end)
    rd_kafka_poll(rk, 20);
  return NULL;
}

int main(int argc, char **argv) {
  char one[200], four[200];
  rd_kafka_conf_t *conf;
  rd_kafka_t *rk;
  rd_kafka_topic_t *t1, *t4;
  rd_kafka_queue_t *queue;
  pthread_t thread;
  int r, polled;
  int64_t end;
  if (argc != 3)
    return 2;
  snprintf(one, sizeof(one), "%s-one", argv[2]);
  snprintf(four, sizeof(four), "%s-four", argv[2]);
  conf = conf_with("bootstrap.servers", argv[1], NULL);
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  rd_kafka_conf_set_opaque(conf, (void *)"handle's");
  rk = producer(conf);
  t1 = rd_kafka_topic_new(rk, one, NULL);
  t4 = rd_kafka_topic_new(rk, four, NULL);

  expected = tid();
  sent_some(t1, 1);
  printf("before a poll: %d reports, outq %d\n", count[0], rd_kafka_outq_len(rk));
  printf("flush %s\n", name_of(rd_kafka_flush(rk, 15000)));
  summary(rk, "flush, one partition");

  sent_some(t4, 4);
  end = now_ms() + 15000;
  polled = 0;
  while (rd_kafka_outq_len(rk) && now_ms() < end)
    polled += rd_kafka_poll(rk, 100);
  printf("poll served %d\n", polled == N ? N : polled);
  summary(rk, "poll, four partitions");

  sent_some(t4, 4);
  pthread_create(&thread, NULL, poller, rk);
  pthread_join(thread, NULL);
  summary(rk, "poll in another thread");

  expected = tid();
  sent_some(t1, 1);
  queue = rd_kafka_queue_get_main(rk);
  end = now_ms() + 15000;
  polled = 0;
  while (rd_kafka_outq_len(rk) && now_ms() < end)
    polled += rd_kafka_queue_poll_callback(queue, 100);
  printf("queue_poll_callback served %d\n", polled);
  summary(rk, "queue_poll_callback");
  rd_kafka_queue_destroy(queue);

  printf("poll with nothing: %d\n", rd_kafka_poll(rk, 0));
  end = now_ms();
  r = rd_kafka_poll(rk, 200);
  end = now_ms() - end;
  printf("poll of 200 ms with nothing: %d, waited %d\n", r, end >= 190 && end < 600);
  rd_kafka_topic_destroy(t1);
  rd_kafka_topic_destroy(t4);
  rd_kafka_destroy(rk);
  wait_threads_gone();
  return 0;
}
