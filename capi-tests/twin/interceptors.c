/* Interceptors: which are called, in what order, on copies and at the end.
 * twin: topics t=1 */
#include "twin.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int threads_started, threads_ended, requests, responses;

static const char *who(void *opaque) {
  return opaque;
}

static rd_kafka_conf_res_t on_conf_set(rd_kafka_conf_t *conf, const char *name, const char *val,
                                       char *errstr, size_t errstr_size, void *opaque) {
  printf("%s on_conf_set %s=%s\n", who(opaque), name, val ? val : "(null)");
  if (!strcmp(name, "my.own"))
    return RD_KAFKA_CONF_OK;
  if (!strcmp(name, "my.bad")) {
    snprintf(errstr, errstr_size, "do not say that");
    return RD_KAFKA_CONF_INVALID;
  }
  (void)conf;
  return RD_KAFKA_CONF_UNKNOWN;
}

static rd_kafka_resp_err_t on_send(rd_kafka_t *rk, rd_kafka_message_t *m, void *opaque) {
  printf("%s on_send %s [%d]\n", who(opaque), show(m->payload, m->len), m->partition);
  (void)rk;
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

static rd_kafka_resp_err_t on_ack(rd_kafka_t *rk, rd_kafka_message_t *m, void *opaque) {
  pthread_mutex_lock(&lock);
  printf("%s on_acknowledgement %s [%d] %s\n", who(opaque), show(m->payload, m->len), m->partition,
         name_of(m->err));
  pthread_mutex_unlock(&lock);
  (void)rk;
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

static rd_kafka_resp_err_t on_destroy(rd_kafka_t *rk, void *opaque) {
  printf("%s on_destroy\n", who(opaque));
  (void)rk;
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

static rd_kafka_resp_err_t on_start(rd_kafka_t *rk, rd_kafka_thread_type_t type, const char *name,
                                    void *opaque) {
  __sync_fetch_and_add(&threads_started, 1);
  (void)rk, (void)type, (void)name, (void)opaque;
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

static rd_kafka_resp_err_t on_exit_(rd_kafka_t *rk, rd_kafka_thread_type_t type, const char *name,
                                    void *opaque) {
  __sync_fetch_and_add(&threads_ended, 1);
  (void)rk, (void)type, (void)name, (void)opaque;
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

static rd_kafka_resp_err_t on_request(rd_kafka_t *rk, int sockfd, const char *brokername, int32_t brokerid,
                                      int16_t key, int16_t version, int32_t corrid, size_t size,
                                      void *opaque) {
  if (key == 0)
    __sync_fetch_and_add(&requests, 1);
  (void)rk, (void)sockfd, (void)brokername, (void)brokerid, (void)version, (void)corrid;
  (void)size, (void)opaque;
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

static rd_kafka_resp_err_t on_response(rd_kafka_t *rk, int sockfd, const char *brokername, int32_t brokerid,
                                       int16_t key, int16_t version, int32_t corrid, size_t size,
                                       int64_t rtt, rd_kafka_resp_err_t err, void *opaque) {
  if (key == 0)
    __sync_fetch_and_add(&responses, 1);
  (void)rk, (void)sockfd, (void)brokername, (void)brokerid, (void)version, (void)corrid;
  (void)size, (void)rtt, (void)err, (void)opaque;
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

static rd_kafka_resp_err_t on_new(rd_kafka_t *rk, const rd_kafka_conf_t *conf, void *opaque, char *errstr,
                                  size_t errstr_size) {
  printf("%s on_new %d\n", who(opaque), conf != NULL);
  printf("add %s\n", name_of(rd_kafka_interceptor_add_on_send(rk, who(opaque), on_send, opaque)));
  printf("add %s\n", name_of(rd_kafka_interceptor_add_on_acknowledgement(rk, who(opaque), on_ack, opaque)));
  printf("add %s\n", name_of(rd_kafka_interceptor_add_on_acknowledgement(rk, who(opaque), on_ack, opaque)));
  printf("add %s\n", name_of(rd_kafka_interceptor_add_on_destroy(rk, who(opaque), on_destroy, opaque)));
  rd_kafka_interceptor_add_on_thread_start(rk, who(opaque), on_start, opaque);
  rd_kafka_interceptor_add_on_thread_exit(rk, who(opaque), on_exit_, opaque);
  rd_kafka_interceptor_add_on_request_sent(rk, who(opaque), on_request, opaque);
  rd_kafka_interceptor_add_on_response_received(rk, who(opaque), on_response, opaque);
  (void)errstr, (void)errstr_size;
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

static rd_kafka_resp_err_t on_conf_destroy(void *opaque) {
  printf("%s on_conf_destroy\n", who(opaque));
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

static rd_kafka_resp_err_t on_conf_dup(rd_kafka_conf_t *to, const rd_kafka_conf_t *from, size_t filters,
                                       const char **filter, void *opaque) {
  printf("%s on_conf_dup filters %zu\n", who(opaque), filters);
  printf("add %s\n", name_of(rd_kafka_conf_interceptor_add_on_new(to, who(opaque), on_new, opaque)));
  printf("add %s\n", name_of(rd_kafka_conf_interceptor_add_on_conf_destroy(to, who(opaque), on_conf_destroy, opaque)));
  (void)from, (void)filter;
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

static void add(rd_kafka_conf_t *conf, const char *name) {
  printf("add %s\n", name_of(rd_kafka_conf_interceptor_add_on_conf_set(conf, name, on_conf_set, (void *)name)));
  printf("add %s\n", name_of(rd_kafka_conf_interceptor_add_on_conf_dup(conf, name, on_conf_dup, (void *)name)));
  printf("add %s\n", name_of(rd_kafka_conf_interceptor_add_on_conf_destroy(conf, name, on_conf_destroy, (void *)name)));
  printf("add %s\n", name_of(rd_kafka_conf_interceptor_add_on_new(conf, name, on_new, (void *)name)));
  printf("add %s\n", name_of(rd_kafka_conf_interceptor_add_on_new(conf, name, on_new, (void *)name)));
}

int main(int argc, char **argv) {
  rd_kafka_conf_t *conf = rd_kafka_conf_new(), *copy;
  char errstr[256] = "", topic[200];
  rd_kafka_t *rk;
  rd_kafka_resp_err_t err;
  int i;
  if (argc != 3)
    return 2;
  snprintf(topic, sizeof(topic), "%s-t", argv[2]);
  add(conf, "first");
  add(conf, "second");
  /* No property of the global scope: librdkafka calls twice for one. */
  printf("set %d\n", rd_kafka_conf_set(conf, "my.own", "x", errstr, sizeof(errstr)));
  printf("set %d\n", rd_kafka_conf_set(conf, "acks", "all", errstr, sizeof(errstr)));
  printf("set %d", rd_kafka_conf_set(conf, "my.bad", "x", errstr, sizeof(errstr)));
  printf(" %s\n", errstr);
  copy = rd_kafka_conf_dup(conf);
  printf("destroying the original\n");
  rd_kafka_conf_destroy(conf);
  /* Not through the interceptors: they were not asked to watch the copy. */
  rd_kafka_conf_set(copy, "bootstrap.servers", argv[1], errstr, sizeof(errstr));
  rk = producer(copy);
  for (i = 0; i < 2; i++) {
    err = rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_PARTITION(0),
                            RD_KAFKA_V_VALUE((void *)(i ? "two" : "one"), 3),
                            RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END);
    printf("produce %s\n", name_of(err));
    printf("flush %s\n", name_of(rd_kafka_flush(rk, 10000)));
  }
  err = rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(topic), RD_KAFKA_V_PARTITION(44),
                          RD_KAFKA_V_VALUE((void *)"bad", 3), RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY),
                          RD_KAFKA_V_END);
  printf("produce %s\n", name_of(err));
  rd_kafka_flush(rk, 1000);
  printf("destroying\n");
  rd_kafka_destroy(rk);
  printf("threads: at least 3 started %d, all ended %d\n", threads_started / 2 >= 3,
         threads_started == threads_ended);
  printf("produce requests %d, responses %d\n", requests == 4, responses == 4);
  wait_threads_gone();
  return 0;
}
