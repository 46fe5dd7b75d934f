/* The built-in partitioners, called directly and through produce. */
#include "twin.h"

typedef int32_t partitioner_t(const rd_kafka_topic_t *, const void *, size_t, int32_t, void *, void *);

static const struct {
  const char *name;
  partitioner_t *fn;
  int random_null, random_empty;
} all[] = {
    {"random", rd_kafka_msg_partitioner_random, 1, 1},
    {"consistent", rd_kafka_msg_partitioner_consistent, 0, 0},
    {"consistent_random", rd_kafka_msg_partitioner_consistent_random, 1, 1},
    {"murmur2", rd_kafka_msg_partitioner_murmur2, 0, 0},
    {"murmur2_random", rd_kafka_msg_partitioner_murmur2_random, 1, 0},
    {"fnv1a", rd_kafka_msg_partitioner_fnv1a, 0, 0},
    {"fnv1a_random", rd_kafka_msg_partitioner_fnv1a_random, 1, 0},
};

int main(void) {
  static const char *const keys[] = {"", "a", "kafka", "TT0124", "fd7af248-ce5c-46a5-93d7-1c0c9005b99d",
                                     "354afe16-939a-4ea8-8e17-8bb0840b6886", "\xc3\xa9t\xc3\xa9",
                                     "21", "abc", "0123456789", "a longer key than the others have"};
  static const int32_t counts[] = {1, 2, 3, 7, 10, 12, 15, 32, 100, 1000, 2147483647};
  char binary[300];
  size_t p, k, c, len;
  rd_kafka_t *rk = producer(conf_with("log_level", "0", NULL));
  rd_kafka_topic_t *topic = rd_kafka_topic_new(rk, "t", NULL);

  for (c = 0; c < sizeof(binary); c++)
    binary[c] = (char)(c * 7 + 3);
  for (p = 0; p < COUNT(all); p++) {
    for (k = 0; k < COUNT(keys); k++) {
      printf("%s \"%s\":", all[p].name, shows(keys[k]));
      for (c = 0; c < COUNT(counts); c++) {
        int32_t r = all[p].fn(topic, keys[k], strlen(keys[k]), counts[c], NULL, NULL);
        if (p == 0 || (!keys[k][0] && all[p].random_empty))
          printf(" %s", r >= 0 && r < counts[c] ? "in" : "OUT");
        else
          printf(" %d", r);
      }
      printf("\n");
    }
    printf("%s NULL:", all[p].name);
    for (c = 0; c < COUNT(counts); c++) {
      int32_t r = all[p].fn(topic, NULL, 0, counts[c], NULL, NULL);
      if (all[p].random_null)
        printf(" %s", r >= 0 && r < counts[c] ? "in" : "OUT");
      else
        printf(" %d", r);
    }
    printf("\n");
    if (p == 0)
      continue;
    printf("%s binary:", all[p].name);
    for (len = 1; len < sizeof(binary); len += len < 20 ? 1 : 31)
      printf(" %d", all[p].fn(topic, binary, len, 1 << 20, NULL, NULL));
    printf("\n");
  }
  /* Those said to be random do spread. */
  for (p = 0; p < COUNT(all); p++) {
    int seen[8] = {0}, used = 0;
    if (!all[p].random_null)
      continue;
    for (c = 0; c < 1000; c++)
      seen[all[p].fn(topic, NULL, 0, 8, NULL, NULL)]++;
    for (c = 0; c < 8; c++)
      used += seen[c] > 50;
    printf("%s spreads over %d of 8\n", all[p].name, used);
  }
  printf("available: %d\n", rd_kafka_topic_partition_available(topic, 0));
  rd_kafka_topic_destroy(topic);
  rd_kafka_destroy(rk);
  return 0;
}
