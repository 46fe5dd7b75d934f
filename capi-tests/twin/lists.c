/* Lists of topic partitions, uuids, memory. */
#include "twin.h"

static void list(const char *what, const rd_kafka_topic_partition_list_t *l) {
  int i;
  printf("%s: cnt %d\n", what, l->cnt);
  for (i = 0; i < l->cnt; i++)
    printf("  %s [%d] offset %" PRId64 " metadata %s opaque %d err %s\n", l->elems[i].topic,
           l->elems[i].partition, l->elems[i].offset,
           show(l->elems[i].metadata, l->elems[i].metadata_size), l->elems[i].opaque != NULL,
           name_of(l->elems[i].err));
}

static int by_partition_down(const void *a, const void *b, void *opaque) {
  const rd_kafka_topic_partition_t *x = a, *y = b;
  ++*(int *)opaque;
  return y->partition - x->partition;
}

int main(void) {
  rd_kafka_topic_partition_list_t *l = rd_kafka_topic_partition_list_new(1), *copy;
  rd_kafka_topic_partition_t *p;
  int calls = 0, i;

  list("new", l);
  p = rd_kafka_topic_partition_list_add(l, "b", 3);
  printf("added %s %d\n", p->topic, p->partition);
  p->metadata = strdup("hello");
  p->metadata_size = 5;
  p->opaque = l;
  rd_kafka_topic_partition_list_add(l, "a", 10);
  rd_kafka_topic_partition_list_add(l, "a", 2);
  rd_kafka_topic_partition_list_add(l, "a", RD_KAFKA_PARTITION_UA);
  rd_kafka_topic_partition_list_add_range(l, "c", 4, 7);
  list("filled", l);
  printf("set %s\n", name_of(rd_kafka_topic_partition_list_set_offset(l, "a", 2, 42)));
  printf("set %s\n", name_of(rd_kafka_topic_partition_list_set_offset(l, "a", 99, 42)));
  printf("find %d %d %d\n", rd_kafka_topic_partition_list_find(l, "a", 2) != NULL,
         rd_kafka_topic_partition_list_find(l, "a", 99) != NULL,
         rd_kafka_topic_partition_list_find(l, "A", 2) != NULL);
  copy = rd_kafka_topic_partition_list_copy(l);
  rd_kafka_topic_partition_list_sort(l, NULL, NULL);
  list("sorted", l);
  rd_kafka_topic_partition_list_sort(l, by_partition_down, &calls);
  printf("comparator called %d\n", calls > 5);
  list("sorted down", l);
  printf("del %d\n", rd_kafka_topic_partition_list_del(l, "c", 5));
  printf("del %d\n", rd_kafka_topic_partition_list_del(l, "c", 5));
  printf("del_by_idx %d\n", rd_kafka_topic_partition_list_del_by_idx(l, 0));
  printf("del_by_idx %d\n", rd_kafka_topic_partition_list_del_by_idx(l, 99));
  printf("del_by_idx %d\n", rd_kafka_topic_partition_list_del_by_idx(l, -1));
  list("rest", l);
  list("copy", copy);
  rd_kafka_topic_partition_list_destroy(l);
  rd_kafka_topic_partition_list_destroy(copy);
  l = rd_kafka_topic_partition_list_new(0);
  for (i = 0; i < 1000; i++)
    rd_kafka_topic_partition_list_add(l, "grow", 999 - i);
  rd_kafka_topic_partition_list_sort(l, NULL, NULL);
  for (i = 0; i < l->cnt && l->elems[i].partition == i; i++)
    ;
  printf("in order: %d of %d\n", i, l->cnt);
  rd_kafka_topic_partition_list_destroy(l);
  return 0;
}
