/* Loads plug-ins into configuration objects, and says what comes of it.
 * Arguments: path of a plug-in without suffix, path of a library that is none. */
#include <librdkafka/rdkafka.h>

#include <stdio.h>
#include <string.h>

static void set(rd_kafka_conf_t *conf, const char *name, const char *value) {
  char errstr[512] = "";
  int result = rd_kafka_conf_set(conf, name, value, errstr, sizeof(errstr));
  printf("set %s: %d %s\n", name, result, result ? errstr : "");
}

static void paths(const rd_kafka_conf_t *conf) {
  char value[512];
  size_t size = sizeof(value);
  int result = rd_kafka_conf_get(conf, "plugin.library.paths", value, &size);
  printf("paths: %s\n", result ? "not set" : "set");
}

int main(int argc, char **argv) {
  const char *plugin = argv[1], *other = argv[2];
  const char *filter[] = {"plugin", "linger"};
  rd_kafka_conf_t *conf = rd_kafka_conf_new(), *copy;
  char list[1024];

  if (argc != 3)
    return 2;
  setvbuf(stdout, NULL, _IONBF, 0);
  set(conf, "client.id", "early");
  set(conf, "plugin.library.paths", "");
  set(conf, "plugin.library.paths", other);
  set(conf, "plugin.library.paths", "/no/such/plugin");
  paths(conf);

  set(conf, "client.id", "unwanted");
  set(conf, "plugin.library.paths", plugin);
  paths(conf);
  set(conf, "client.id", NULL);
  snprintf(list, sizeof(list), "%s.so;", plugin);
  set(conf, "plugin.library.paths", list);
  paths(conf);

  set(conf, "plugin.takes", "1");
  set(conf, "plugin.refuses", "1");
  set(conf, "no.such.property", NULL);
  set(conf, "batch.size", "1000");
  set(conf, "batch.size", "x");

  puts("duplicate");
  copy = rd_kafka_conf_dup(conf);
  paths(copy);
  set(copy, "batch.num.messages", "7");
  puts("destroy the copy");
  rd_kafka_conf_destroy(copy);

  puts("duplicate without plug-in");
  copy = rd_kafka_conf_dup_filter(conf, 2, filter);
  paths(copy);
  set(copy, "plugin.takes", "1");
  rd_kafka_conf_destroy(copy);

  puts("destroy");
  rd_kafka_conf_destroy(conf);
  return 0;
}
