/* Error codes, names, texts, and the channels that report them. */
#include "twin.h"

#include <errno.h>

static void error_object(const char *what, rd_kafka_error_t *error) {
  if (!error) {
    printf("%s: no error, code %s\n", what, name_of(rd_kafka_error_code(NULL)));
    return;
  }
  printf("%s: %s \"%s\" fatal %d retriable %d abort %d\n", what, rd_kafka_error_name(error),
         rd_kafka_error_string(error), rd_kafka_error_is_fatal(error),
         rd_kafka_error_is_retriable(error), rd_kafka_error_txn_requires_abort(error));
  rd_kafka_error_destroy(error);
}

int main(void) {
  const struct rd_kafka_err_desc *descs;
  static const int errnos[] = {0, EINVAL, EBUSY, ENOENT, ESRCH, ETIMEDOUT, EMSGSIZE, ENOBUFS,
                               EPIPE, ECANCELED, ENOMEM, 9999};
  size_t count, i, used = 0;
  char errstr[256];
  rd_kafka_t *rk;
  rd_kafka_topic_t *topic, *nameless;
  int code;

  for (code = -250; code <= 140; code++)
    printf("%d %s: %s\n", code, rd_kafka_err2name((rd_kafka_resp_err_t)code),
           rd_kafka_err2str((rd_kafka_resp_err_t)code));
  rd_kafka_get_err_descs(&descs, &count);
  for (i = 0; i < count; i++)
    if (descs[i].name)
      used++;
  printf("descs %zu used %zu\n", count, used);
  for (i = 0; i < COUNT(errnos); i++)
    printf("errno %d: %s\n", errnos[i], name_of(rd_kafka_errno2err(errnos[i])));

  error_object("new", rd_kafka_error_new(RD_KAFKA_RESP_ERR__FAIL, "no %s in %d", "way", 7));
  error_object("new plain", rd_kafka_error_new(RD_KAFKA_RESP_ERR__TIMED_OUT, NULL));

  rk = producer(conf_with("bootstrap.servers", "127.0.0.1:1", "log_level", "0", NULL));
  topic = rd_kafka_topic_new(rk, "t", NULL);
  printf("topic_new: %s\n", name_of(rd_kafka_last_error()));
  printf("topic name %s\n", rd_kafka_topic_name(topic));
  nameless = rd_kafka_topic_new(rk, "", NULL);
  printf("topic without name: %s\n", nameless ? "made" : "refused");
  printf("last error %s errno %d\n", name_of(rd_kafka_last_error()), rd_kafka_errno());
  {
    char *big = malloc(2000000);
    int r;
    memset(big, 'b', 2000000);
    r = rd_kafka_produce(topic, RD_KAFKA_PARTITION_UA, RD_KAFKA_MSG_F_COPY, big, 2000000, NULL, 0,
                         NULL);
    printf("too large: %d %s errno %d\n", r, name_of(rd_kafka_last_error()), errno);
    r = rd_kafka_produce(topic, -7, RD_KAFKA_MSG_F_COPY, big, 10, NULL, 0, NULL);
    printf("partition -7: %d %s\n", r, name_of(rd_kafka_last_error()));
    r = rd_kafka_produce(topic, RD_KAFKA_PARTITION_UA, RD_KAFKA_MSG_F_COPY, big, 10, NULL, 0, NULL);
    printf("fine: %d\n", r);
    printf("purge %s\n", name_of(rd_kafka_purge(rk, RD_KAFKA_PURGE_F_QUEUE)));
    printf("flush %s\n", name_of(rd_kafka_flush(rk, 1000)));
    free(big);
  }
  printf("fatal before: %s\n", name_of(rd_kafka_fatal_error(rk, errstr, sizeof(errstr))));
  printf("set fatal: %s\n",
         name_of(rd_kafka_test_fatal_error(rk, RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER,
                                           "it is only a test")));
  errstr[0] = '\0';
  code = rd_kafka_fatal_error(rk, errstr, sizeof(errstr));
  printf("fatal: %s \"%s\"\n", name_of((rd_kafka_resp_err_t)code), errstr);
  printf("set fatal again: %s\n",
         name_of(rd_kafka_test_fatal_error(rk, RD_KAFKA_RESP_ERR__STATE, "another")));
  code = rd_kafka_fatal_error(rk, errstr, sizeof(errstr));
  printf("fatal: %s \"%s\"\n", name_of((rd_kafka_resp_err_t)code), errstr);
  if (nameless)
    rd_kafka_topic_destroy(nameless);
  rd_kafka_topic_destroy(topic);
  rd_kafka_destroy(rk);
  wait_threads_gone();
  return 0;
}
