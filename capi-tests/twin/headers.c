/* Lists of message headers. */
#include "twin.h"

static void list(const char *what, const rd_kafka_headers_t *h) {
  size_t i, size;
  const char *name;
  const void *value;
  printf("%s: %zu\n", what, rd_kafka_header_cnt(h));
  for (i = 0; !rd_kafka_header_get_all(h, i, &name, &value, &size); i++)
    printf("  %zu \"%s\" %s %zu, zero after it %d\n", i, shows(name), show(value, size), size,
           value ? ((const char *)value)[size] == '\0' : -1);
  printf("  after the last: %s\n", name_of(rd_kafka_header_get_all(h, i, &name, &value, &size)));
}

static void find(const rd_kafka_headers_t *h, const char *name) {
  const void *value = "untouched";
  size_t size = 9, i;
  rd_kafka_resp_err_t err = rd_kafka_header_get_last(h, name, &value, &size);
  printf("last \"%s\": %s", name, name_of(err));
  if (!err)
    printf(" %s %zu", show(value, size), size);
  printf("\n");
  for (i = 0; i < 4; i++) {
    err = rd_kafka_header_get(h, i, name, &value, &size);
    printf("  %zu: %s", i, name_of(err));
    if (!err)
      printf(" %s %zu", show(value, size), size);
    printf("\n");
  }
}

int main(void) {
  static const char *const names[] = {"one", "two", "three", "", "none", "ON", "onetwo"};
  rd_kafka_headers_t *h = rd_kafka_headers_new(2), *copy;
  size_t i;

  list("new", h);
  printf("add %s\n", name_of(rd_kafka_header_add(h, "one", -1, "1", -1)));
  printf("add %s\n", name_of(rd_kafka_header_add(h, "two", 3, NULL, 0)));
  printf("add %s\n", name_of(rd_kafka_header_add(h, "onetwo", 3, "cut", 2)));
  printf("add %s\n", name_of(rd_kafka_header_add(h, "three", -1, "", 0)));
  printf("add %s\n", name_of(rd_kafka_header_add(h, "", -1, "no name", -1)));
  printf("add %s\n", name_of(rd_kafka_header_add(h, "bin", -1, "a\0b", 3)));
  printf("add %s\n", name_of(rd_kafka_header_add(h, "null", -1, NULL, -1)));
  for (i = 0; i < 5; i++) {
    char value[16];
    snprintf(value, sizeof(value), "value %zu", i);
    printf("add %s\n", name_of(rd_kafka_header_add(h, i % 2 ? "two" : "three", -1, value, -1)));
  }
  list("filled", h);
  for (i = 0; i < COUNT(names); i++)
    find(h, names[i]);
  copy = rd_kafka_headers_copy(h);
  printf("remove %s\n", name_of(rd_kafka_header_remove(h, "three")));
  printf("remove %s\n", name_of(rd_kafka_header_remove(h, "three")));
  printf("remove %s\n", name_of(rd_kafka_header_remove(h, "nobody")));
  printf("remove %s\n", name_of(rd_kafka_header_remove(h, "")));
  list("rest", h);
  list("copy", copy);
  rd_kafka_headers_destroy(h);
  rd_kafka_headers_destroy(copy);
  h = rd_kafka_headers_new(0);
  for (i = 0; i < 300; i++)
    rd_kafka_header_add(h, "many", -1, "x", 1);
  printf("many %zu\n", rd_kafka_header_cnt(h));
  printf("remove %s, left %zu\n", name_of(rd_kafka_header_remove(h, "many")),
         rd_kafka_header_cnt(h));
  rd_kafka_headers_destroy(h);
  return 0;
}
