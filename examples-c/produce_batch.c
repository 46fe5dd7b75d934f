/* Hands many messages to the library in one call, and sees which were taken.
 *
 *   produce_batch BROKERS TOPIC [COUNT]
 *
 * Build: cc produce_batch.c $(pkg-config --cflags --libs rdkafka)
 */
#include <librdkafka/rdkafka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BATCH 1000
#define VALUE_SIZE 32

static long delivered, failed;

static void on_delivery(rd_kafka_t *rk, const rd_kafka_message_t *msg, void *opaque) {
  (void)rk;
  (void)opaque;
  if (msg->err) {
    failed++;
    fprintf(stderr, "message %ld: %s\n", (long)(size_t)msg->_private, rd_kafka_err2str(msg->err));
  } else {
    delivered++;
  }
}

/* Moves the messages that were not taken to the front; returns how many there are. A
 * message that can never be taken (too large, no such partition) is dropped. */
static int keep_refused(rd_kafka_message_t *messages, int count) {
  int i, kept = 0;
  for (i = 0; i < count; i++) {
    if (messages[i].err == RD_KAFKA_RESP_ERR__QUEUE_FULL) {
      messages[kept++] = messages[i];
    } else if (messages[i].err) {
      failed++;
      fprintf(stderr, "message %ld refused: %s\n", (long)(size_t)messages[i]._private,
              rd_kafka_err2str(messages[i].err));
    }
  }
  return kept;
}

int main(int argc, char **argv) {
  static char values[BATCH][VALUE_SIZE];
  static rd_kafka_message_t messages[BATCH];
  rd_kafka_conf_t *conf;
  rd_kafka_t *rk;
  rd_kafka_topic_t *topic;
  char errstr[512];
  long count, next = 0;
  int i, n, waiting;

  if (argc < 3) {
    fprintf(stderr, "usage: produce_batch BROKERS TOPIC [COUNT]\n");
    return 2;
  }
  count = argc > 3 ? atol(argv[3]) : 100000;
  conf = rd_kafka_conf_new();
  if (rd_kafka_conf_set(conf, "bootstrap.servers", argv[1], errstr, sizeof(errstr))) {
    fprintf(stderr, "%s\n", errstr);
    return 2;
  }
  rd_kafka_conf_set_dr_msg_cb(conf, on_delivery);
  rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, errstr, sizeof(errstr));
  if (!rk) {
    rd_kafka_conf_destroy(conf);
    fprintf(stderr, "%s\n", errstr);
    return 2;
  }
  topic = rd_kafka_topic_new(rk, argv[2], NULL);
  if (!topic) {
    fprintf(stderr, "%s\n", rd_kafka_err2str(rd_kafka_last_error()));
    rd_kafka_destroy(rk);
    return 2;
  }

  while (next < count) {
    n = count - next < BATCH ? (int)(count - next) : BATCH;
    memset(messages, 0, sizeof(messages));
    for (i = 0; i < n; i++) {
      messages[i].payload = values[i];
      messages[i].len = (size_t)snprintf(values[i], VALUE_SIZE, "message %ld", next + i);
      messages[i]._private = (void *)(size_t)(next + i);
    }
    next += n;
    /* F_COPY: the values may be written over as soon as the call returns. */
    waiting = n;
    while (waiting) {
      if (rd_kafka_produce_batch(topic, RD_KAFKA_PARTITION_UA, RD_KAFKA_MSG_F_COPY, messages,
                                 waiting) < waiting)
        waiting = keep_refused(messages, waiting);
      else
        waiting = 0;
      rd_kafka_poll(rk, waiting ? 100 : 0);
    }
  }
  rd_kafka_flush(rk, 60000);
  printf("%ld delivered, %ld failed, %d left\n", delivered, failed, rd_kafka_outq_len(rk));
  rd_kafka_topic_destroy(topic);
  rd_kafka_destroy(rk);
  return delivered != count;
}
