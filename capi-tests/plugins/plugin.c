/* A plug-in that says what it sees and takes one property for itself. */
#include <librdkafka/rdkafka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static rd_kafka_conf_res_t on_set(rd_kafka_conf_t *conf, const char *name, const char *value,
                                  char *errstr, size_t errstr_size, void *opaque) {
  printf("  %s sees %s=%s\n", (char *)opaque, name, value ? value : "(null)");
  if (!strcmp(name, "plugin.takes"))
    return RD_KAFKA_CONF_OK;
  if (!strcmp(name, "plugin.refuses")) {
    snprintf(errstr, errstr_size, "%s will not have it", (char *)opaque);
    return RD_KAFKA_CONF_INVALID;
  }
  return RD_KAFKA_CONF_UNKNOWN;
}

static rd_kafka_resp_err_t on_dup(rd_kafka_conf_t *conf, const rd_kafka_conf_t *old,
                                  size_t filter_cnt, const char **filter, void *opaque) {
  printf("  %s: object duplicated, %zu left out\n", (char *)opaque, filter_cnt);
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

static rd_kafka_resp_err_t on_destroy(void *opaque) {
  printf("  %s: object destroyed\n", (char *)opaque);
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

rd_kafka_resp_err_t conf_init(rd_kafka_conf_t *conf, void **opaquep, char *errstr,
                              size_t errstr_size) {
  char id[64] = "", paths[8];
  size_t size = sizeof(id), paths_size = sizeof(paths);
  char *me = "plugin";
  rd_kafka_conf_get(conf, "client.id", id, &size);
  printf("  conf_init sees client.id %s, paths %d\n", id,
         rd_kafka_conf_get(conf, "plugin.library.paths", paths, &paths_size));
  if (!strcmp(id, "unwanted")) {
    snprintf(errstr, errstr_size, "no plug-in for %s", id);
    return RD_KAFKA_RESP_ERR__FAIL;
  }
  printf("  set %d", rd_kafka_conf_interceptor_add_on_conf_set(conf, me, on_set, me));
  printf(" dup %d", rd_kafka_conf_interceptor_add_on_conf_dup(conf, me, on_dup, me));
  printf(" destroy %d", rd_kafka_conf_interceptor_add_on_conf_destroy(conf, me, on_destroy, me));
  printf(" again %d\n", rd_kafka_conf_interceptor_add_on_conf_set(conf, me, on_set, me));
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}
