/* Events instead of callbacks: types, contents, queues, a descriptor to wait on.
 * twin: topics t=2 */
#include "twin.h"

#include <poll.h>

static void show_event(rd_kafka_event_t *ev) {
  const rd_kafka_message_t *m;
  size_t count = rd_kafka_event_message_count(ev), n = 0, i;
  const rd_kafka_message_t *array[100];
  const char *fac, *str;
  int level;
  printf("event %s type %d messages %zu error %s\n", rd_kafka_event_name(ev),
         rd_kafka_event_type(ev), count, name_of(rd_kafka_event_error(ev)));
  if (rd_kafka_event_type(ev) == RD_KAFKA_EVENT_LOG) {
    printf("  log: %d\n", rd_kafka_event_log(ev, &fac, &str, &level));
    return;
  }
  printf("  not a log: %d\n", rd_kafka_event_log(ev, &fac, &str, &level));
  printf("  list: %s, partition: %s\n", rd_kafka_event_topic_partition_list(ev) ? "yes" : "none",
         rd_kafka_event_topic_partition(ev) ? "yes" : "none");
  if (count % 2 == 0) {
    n = rd_kafka_event_message_array(ev, array, COUNT(array));
    for (i = 0; i < n; i++)
      printf("  [%d] %s %s private %zu\n", array[i]->partition, name_of(array[i]->err),
             show(array[i]->payload, array[i]->len), (size_t)array[i]->_private);
    printf("  then %s\n", rd_kafka_event_message_next(ev) ? "more" : "none");
  } else {
    while ((m = rd_kafka_event_message_next(ev)))
      printf("  [%d] %s %s private %zu\n", m->partition, name_of(m->err), show(m->payload, m->len),
             (size_t)m->_private);
    n = rd_kafka_event_message_array(ev, array, COUNT(array));
    printf("  then %zu\n", n);
  }
}

/* Waits for an event of that type, passing over others. */
static rd_kafka_event_t *wait_for(rd_kafka_queue_t *q, int type, int ms) {
  int64_t end = now_ms() + ms;
  while (now_ms() < end) {
    rd_kafka_event_t *ev = rd_kafka_queue_poll(q, 100);
    if (!ev)
      continue;
    if (rd_kafka_event_type(ev) == type)
      return ev;
    rd_kafka_event_destroy(ev);
  }
  return NULL;
}

static int background_reports;
static char background_opaque[] = "background";

static void on_background(rd_kafka_t *rk, rd_kafka_event_t *ev, void *opaque) {
  if (opaque == background_opaque && rd_kafka_event_type(ev) == RD_KAFKA_EVENT_DR)
    __sync_fetch_and_add(&background_reports, (int)rd_kafka_event_message_count(ev));
  rd_kafka_event_destroy(ev);
  (void)rk;
}

int main(int argc, char **argv) {
  char topic_name[200], byte[64];
  rd_kafka_conf_t *conf;
  rd_kafka_t *rk;
  rd_kafka_topic_t *t;
  rd_kafka_queue_t *q, *own;
  rd_kafka_event_t *ev;
  struct pollfd pfd;
  int fds[2], i;
  int64_t end;
  if (argc != 3)
    return 2;
  snprintf(topic_name, sizeof(topic_name), "%s-t", argv[2]);
  printf("name of no event: %s, type %d\n", rd_kafka_event_name(NULL), rd_kafka_event_type(NULL));

  conf = conf_with("bootstrap.servers", argv[1], "linger.ms", "100", NULL);
  rd_kafka_conf_set_events(conf, RD_KAFKA_EVENT_DR | RD_KAFKA_EVENT_ERROR | RD_KAFKA_EVENT_STATS);
  rk = producer(conf);
  t = rd_kafka_topic_new(rk, topic_name, NULL);
  q = rd_kafka_queue_get_main(rk);
  ev = rd_kafka_queue_poll(q, 0);
  printf("nothing yet: %d\n", ev == NULL);
  rd_kafka_event_destroy(NULL);

  for (i = 0; i < 3; i++)
    rd_kafka_produce(t, 0, RD_KAFKA_MSG_F_COPY, (void *)"odd", 3, NULL, 0, (void *)(size_t)i);
  ev = wait_for(q, RD_KAFKA_EVENT_DR, 15000);
  if (!ev)
    die("no report");
  show_event(ev);
  printf("outq with the event in hand: %d\n", rd_kafka_outq_len(rk) >= 0);
  rd_kafka_event_destroy(ev);
  printf("outq after: %d\n", rd_kafka_outq_len(rk));
  for (i = 0; i < 4; i++)
    rd_kafka_produce(t, 1, RD_KAFKA_MSG_F_COPY, (void *)"even", 4, NULL, 0, (void *)(size_t)i);
  ev = wait_for(q, RD_KAFKA_EVENT_DR, 15000);
  if (!ev)
    die("no report");
  show_event(ev);
  rd_kafka_event_destroy(ev);

  /* A descriptor becomes readable when something arrives. */
  if (pipe(fds))
    die("pipe");
  rd_kafka_queue_io_event_enable(q, fds[1], "!!", 2);
  pfd.fd = fds[0];
  pfd.events = POLLIN;
  printf("readable at once: %d\n", poll(&pfd, 1, 0));
  rd_kafka_produce(t, 0, RD_KAFKA_MSG_F_COPY, (void *)"wake", 4, NULL, 0, NULL);
  printf("readable: %d\n", poll(&pfd, 1, 10000));
  memset(byte, 0, sizeof(byte));
  i = (int)read(fds[0], byte, sizeof(byte));
  printf("read %d \"%s\"\n", i, byte);
  printf("queue length %zu\n", rd_kafka_queue_length(q));
  ev = wait_for(q, RD_KAFKA_EVENT_DR, 1000);
  printf("event after it: %s\n", ev ? rd_kafka_event_name(ev) : "none");
  rd_kafka_event_destroy(ev);
  rd_kafka_queue_io_event_enable(q, -1, NULL, 0);

  /* Forwarded to a queue of our own, and back. */
  own = rd_kafka_queue_new(rk);
  rd_kafka_queue_forward(q, own);
  rd_kafka_produce(t, 0, RD_KAFKA_MSG_F_COPY, (void *)"forward", 7, NULL, 0, NULL);
  ev = wait_for(own, RD_KAFKA_EVENT_DR, 10000);
  printf("on our own queue: %s\n", ev ? rd_kafka_event_name(ev) : "none");
  rd_kafka_event_destroy(ev);
  rd_kafka_queue_forward(q, NULL);
  rd_kafka_produce(t, 0, RD_KAFKA_MSG_F_COPY, (void *)"back", 4, NULL, 0, NULL);
  ev = wait_for(q, RD_KAFKA_EVENT_DR, 10000);
  printf("on the main queue: %s\n", ev ? rd_kafka_event_name(ev) : "none");
  rd_kafka_event_destroy(ev);
  rd_kafka_queue_destroy(own);

  /* flush waits for the application to take the events. */
  rd_kafka_produce(t, 0, RD_KAFKA_MSG_F_COPY, (void *)"flushed", 7, NULL, 0, NULL);
  printf("flush without taking events: %s\n", name_of(rd_kafka_flush(rk, 1500)));
  ev = wait_for(q, RD_KAFKA_EVENT_DR, 10000);
  rd_kafka_event_destroy(ev);
  printf("flush after: %s\n", name_of(rd_kafka_flush(rk, 1500)));
  rd_kafka_queue_destroy(q);
  rd_kafka_topic_destroy(t);
  rd_kafka_destroy(rk);

  /* Errors and logs as events. */
  conf = conf_with("bootstrap.servers", "127.0.0.1:1", "log.queue", "true",
                   "reconnect.backoff.ms", "100", NULL);
  rd_kafka_conf_set_events(conf, RD_KAFKA_EVENT_ERROR | RD_KAFKA_EVENT_LOG);
  rk = producer(conf);
  q = rd_kafka_queue_get_main(rk);
  printf("set_log_queue %s\n", name_of(rd_kafka_set_log_queue(rk, q)));
  t = rd_kafka_topic_new(rk, topic_name, NULL);
  rd_kafka_produce(t, 0, RD_KAFKA_MSG_F_COPY, (void *)"lost", 4, NULL, 0, NULL);
  {
    int logs = 0, transport = 0, all_down = 0;
    end = now_ms() + 8000;
    while (now_ms() < end && !(logs && transport && all_down)) {
      const char *fac, *str;
      int level;
      ev = rd_kafka_queue_poll(q, 100);
      if (!ev)
        continue;
      if (rd_kafka_event_type(ev) == RD_KAFKA_EVENT_LOG && !rd_kafka_event_log(ev, &fac, &str, &level))
        logs = 1;
      else if (rd_kafka_event_error(ev) == RD_KAFKA_RESP_ERR__TRANSPORT)
        transport = 1;
      else if (rd_kafka_event_error(ev) == RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN)
        all_down = 1;
      rd_kafka_event_destroy(ev);
    }
    printf("logs %d, transport error %d, all brokers down %d\n", logs, transport, all_down);
  }
  rd_kafka_purge(rk, RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT);
  rd_kafka_queue_destroy(q);
  rd_kafka_topic_destroy(t);
  rd_kafka_destroy(rk);

  /* A background callback needs no polling. */
  conf = conf_with("bootstrap.servers", argv[1], NULL);
  rd_kafka_conf_set_events(conf, RD_KAFKA_EVENT_DR);
  rd_kafka_conf_set_background_event_cb(conf, on_background);
  rd_kafka_conf_set_opaque(conf, background_opaque);
  rk = producer(conf);
  t = rd_kafka_topic_new(rk, topic_name, NULL);
  q = rd_kafka_queue_get_background(rk);
  own = rd_kafka_queue_get_main(rk);
  rd_kafka_queue_forward(own, q);
  for (i = 0; i < 10; i++)
    rd_kafka_produce(t, 0, RD_KAFKA_MSG_F_COPY, (void *)"bg", 2, NULL, 0, NULL);
  end = now_ms() + 10000;
  while (background_reports < 10 && now_ms() < end)
    usleep(10000);
  printf("background reports %d, outq %d\n", background_reports, rd_kafka_outq_len(rk));
  rd_kafka_queue_destroy(own);
  rd_kafka_queue_destroy(q);
  rd_kafka_topic_destroy(t);
  rd_kafka_destroy(rk);
  wait_threads_gone();
  return 0;
}
