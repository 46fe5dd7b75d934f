/* A producer inside an event loop: no thread of ours ever waits in the library. Delivery
 * reports, errors and logs come as events on one queue, which writes to a descriptor when
 * it has something; epoll waits for that, for a timer and for signals.
 *
 *   events_epoll BROKERS TOPIC [MESSAGES] [PER_SECOND]
 *
 * Build: cc events_epoll.c $(pkg-config --cflags --libs rdkafka)
 */
#include <librdkafka/rdkafka.h>

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

struct app {
  rd_kafka_t *rk;
  rd_kafka_queue_t *queue;
  const char *topic;
  long count, next, delivered, failed;
  int per_tick;
  int stopping;
};

static void watch(int epoll, int fd) {
  struct epoll_event event;
  memset(&event, 0, sizeof(event));
  event.events = EPOLLIN;
  event.data.fd = fd;
  if (fd < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event)) {
    perror("epoll");
    exit(1);
  }
}

static void drain(int fd) {
  uint64_t value;
  if (read(fd, &value, sizeof(value)) < 0)
    return; /* somebody was quicker: nothing to do */
}

/* One event: it belongs to us until destroyed, the messages in it belong to it. */
static void on_event(struct app *app, rd_kafka_event_t *event) {
  const rd_kafka_message_t *msg;
  const char *facility, *text;
  int level;
  switch (rd_kafka_event_type(event)) {
  case RD_KAFKA_EVENT_DR:
    while ((msg = rd_kafka_event_message_next(event))) {
      if (msg->err) {
        app->failed++;
        fprintf(stderr, "message %ld: %s\n", (long)(size_t)msg->_private,
                rd_kafka_err2str(msg->err));
      } else {
        app->delivered++;
      }
    }
    break;
  case RD_KAFKA_EVENT_ERROR:
    fprintf(stderr, "%s: %s\n", rd_kafka_err2name(rd_kafka_event_error(event)),
            rd_kafka_event_error_string(event));
    break;
  case RD_KAFKA_EVENT_LOG:
    if (!rd_kafka_event_log(event, &facility, &text, &level))
      fprintf(stderr, "log %d %s: %s\n", level, facility, text);
    break;
  default:
    break;
  }
  rd_kafka_event_destroy(event);
}

/* Takes all that is there. The queue signals once when it stops being empty, so a
 * wake-up must not leave events behind. */
static void serve(struct app *app) {
  rd_kafka_event_t *event;
  while ((event = rd_kafka_queue_poll(app->queue, 0)))
    on_event(app, event);
}

static void produce_some(struct app *app) {
  char value[32];
  int i, len;
  rd_kafka_resp_err_t err;
  for (i = 0; i < app->per_tick && app->next < app->count && !app->stopping; i++) {
    len = snprintf(value, sizeof(value), "message %ld", app->next);
    err = rd_kafka_producev(app->rk, RD_KAFKA_V_TOPIC(app->topic),
                            RD_KAFKA_V_VALUE(value, (size_t)len),
                            RD_KAFKA_V_OPAQUE((void *)(size_t)app->next),
                            RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END);
    if (err == RD_KAFKA_RESP_ERR__QUEUE_FULL)
      return; /* at the next tick */
    if (err) {
      fprintf(stderr, "%s\n", rd_kafka_err2str(err));
      app->failed++;
    }
    app->next++;
  }
}

static void loop(struct app *app) {
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  int wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  int tick = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  const uint64_t one = 1;
  struct itimerspec every_10_ms = {{0, 10000000}, {0, 10000000}};
  struct epoll_event events[4];
  sigset_t signals;
  int signal_fd, n, i;

  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigprocmask(SIG_BLOCK, &signals, NULL);
  signal_fd = signalfd(-1, &signals, SFD_NONBLOCK | SFD_CLOEXEC);
  timerfd_settime(tick, 0, &every_10_ms, NULL);
  watch(epoll, wake);
  watch(epoll, tick);
  watch(epoll, signal_fd);
  /* What the queue writes when it gets its first event: an eventfd takes 8 bytes. */
  rd_kafka_queue_io_event_enable(app->queue, wake, &one, sizeof(one));

  while (app->delivered + app->failed < (app->stopping ? app->next : app->count)) {
    n = epoll_wait(epoll, events, 4, -1);
    for (i = 0; i < n; i++) {
      if (events[i].data.fd == wake) {
        drain(wake);
        serve(app);
      } else if (events[i].data.fd == tick) {
        drain(tick);
        produce_some(app);
      } else {
        struct signalfd_siginfo info;
        if (read(signal_fd, &info, sizeof(info)) > 0) {
          if (app->stopping)
            rd_kafka_purge(app->rk, RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT);
          app->stopping = 1; /* no new messages; those queued are still delivered */
        }
      }
    }
  }
  rd_kafka_queue_io_event_enable(app->queue, -1, NULL, 0);
  close(signal_fd);
  close(tick);
  close(wake);
  close(epoll);
}

int main(int argc, char **argv) {
  struct app app;
  rd_kafka_conf_t *conf;
  char errstr[512];
  long per_second;

  if (argc < 3) {
    fprintf(stderr, "usage: events_epoll BROKERS TOPIC [MESSAGES] [PER_SECOND]\n");
    return 2;
  }
  memset(&app, 0, sizeof(app));
  app.topic = argv[2];
  app.count = argc > 3 ? atol(argv[3]) : 1000;
  per_second = argc > 4 ? atol(argv[4]) : 1000;
  app.per_tick = per_second > 100 ? (int)(per_second / 100) : 1;

  conf = rd_kafka_conf_new();
  if (rd_kafka_conf_set(conf, "bootstrap.servers", argv[1], errstr, sizeof(errstr)) ||
      rd_kafka_conf_set(conf, "log.queue", "true", errstr, sizeof(errstr))) {
    fprintf(stderr, "%s\n", errstr);
    return 2;
  }
  /* Events instead of callbacks. */
  rd_kafka_conf_set_events(conf, RD_KAFKA_EVENT_DR | RD_KAFKA_EVENT_ERROR | RD_KAFKA_EVENT_LOG);
  app.rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, errstr, sizeof(errstr));
  if (!app.rk) {
    rd_kafka_conf_destroy(conf);
    fprintf(stderr, "%s\n", errstr);
    return 2;
  }
  app.queue = rd_kafka_queue_get_main(app.rk);
  rd_kafka_set_log_queue(app.rk, app.queue);

  loop(&app);

  printf("%ld delivered, %ld failed, %d left\n", app.delivered, app.failed,
         rd_kafka_outq_len(app.rk));
  rd_kafka_queue_destroy(app.queue);
  rd_kafka_destroy(app.rk);
  return app.failed || app.delivered != app.next;
}
