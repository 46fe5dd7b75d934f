/* Prints what the functions without a handle return: the same under every librdkafka. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations" /* they are tested as well */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <librdkafka/rdkafka.h>

static void errors(void) {
        static const int codes[] = {-195, 0, 3, -200, -100, 134, 12345};
        size_t i, cnt;
        int e;
        const struct rd_kafka_err_desc *descs;
        rd_kafka_error_t *error;
        char longer[1001];

        for (i = 0; i < sizeof(codes) / sizeof(*codes); i++) {
                rd_kafka_resp_err_t code = (rd_kafka_resp_err_t)codes[i];
                printf("code %d: %s, %s\n", codes[i], rd_kafka_err2name(code),
                       rd_kafka_err2str(code));
                error = rd_kafka_error_new(code, NULL);
                printf("  %d %s: %s\n", rd_kafka_error_code(error), rd_kafka_error_name(error),
                       rd_kafka_error_string(error));
                rd_kafka_error_destroy(error);
        }
        rd_kafka_get_err_descs(&descs, &cnt);
        printf("table of %zu\n", cnt);
        for (i = 0; i < cnt; i++)
                printf("%d %s %s\n", descs[i].code, descs[i].name ? descs[i].name : "-",
                       descs[i].desc ? descs[i].desc : "-");

        error = rd_kafka_error_new(RD_KAFKA_RESP_ERR__STATE, "%d %s %.2f %" PRId64 " %c %g %d %d",
                                   -1, "two", 3.25, INT64_C(1) << 40, '5', 0.5, 7, 8);
        printf("formatted: %s, fatal %d, retriable %d, abort %d\n", rd_kafka_error_string(error),
               rd_kafka_error_is_fatal(error), rd_kafka_error_is_retriable(error),
               rd_kafka_error_txn_requires_abort(error));
        rd_kafka_error_destroy(error);
        memset(longer, 'x', sizeof(longer) - 1);
        longer[sizeof(longer) - 1] = '\0';
        error = rd_kafka_error_new(RD_KAFKA_RESP_ERR__STATE, "%.300s", longer);
        printf("length %zu\n", strlen(rd_kafka_error_string(error)));
        rd_kafka_error_destroy(error);
        printf("NULL: %d [%s] [%s] %d\n", rd_kafka_error_code(NULL), rd_kafka_error_name(NULL),
               rd_kafka_error_string(NULL), rd_kafka_error_is_fatal(NULL));
        rd_kafka_error_destroy(NULL);

        for (e = 0; e < 140; e++)
                if (rd_kafka_errno2err(e) != RD_KAFKA_RESP_ERR__FAIL)
                        printf("errno %d is %d\n", e, rd_kafka_errno2err(e));
        errno = EBUSY;
        printf("errno %d, last error %d\n", rd_kafka_errno() == EBUSY, rd_kafka_last_error());
}

static void print_value(rd_kafka_resp_err_t err, const void *value, size_t size) {
        if (err)
                printf("%s\n", rd_kafka_err2name(err));
        else if (!value)
                printf("NULL\n");
        else
                printf("[%.*s] %zu, then %d\n", (int)size, (const char *)value, size,
                       ((const char *)value)[size]);
}

static void headers(void) {
        static const char *const names[] = {"a", "ab", "e", "", "nosuch"};
        rd_kafka_headers_t *h = rd_kafka_headers_new(8), *copy;
        const char *name;
        const void *value = NULL;
        size_t size       = 0, i, j;
        rd_kafka_resp_err_t err;

        rd_kafka_header_add(h, "a", -1, "1", -1);
        rd_kafka_header_add(h, "abc", 2, "12345", 3);
        rd_kafka_header_add(h, "n", -1, NULL, -1);
        rd_kafka_header_add(h, "n0", -1, NULL, 5);
        rd_kafka_header_add(h, "e", -1, "", -1);
        rd_kafka_header_add(h, "e", -1, "xyz", 0);
        rd_kafka_header_add(h, "", -1, "empty name", -1);
        rd_kafka_header_add(h, "zz", 0, "a\0b", 3);
        for (i = 0; !rd_kafka_header_get_all(h, i, &name, &value, &size); i++) {
                printf("header %zu [%s] ", i, name);
                print_value(RD_KAFKA_RESP_ERR_NO_ERROR, value, size);
        }
        for (i = 0; i < sizeof(names) / sizeof(*names); i++) {
                err = rd_kafka_header_get_last(h, names[i], &value, &size);
                printf("last [%s] ", names[i]);
                print_value(err, value, size);
                for (j = 0; j < 3; j++) {
                        err = rd_kafka_header_get(h, j, names[i], &value, &size);
                        printf("%zu [%s] ", j, names[i]);
                        print_value(err, value, size);
                }
        }
        copy = rd_kafka_headers_copy(h);
        printf("remove %d", rd_kafka_header_remove(h, "e"));
        printf(" %d\n", rd_kafka_header_remove(h, "e"));
        printf("counts %zu %zu\n", rd_kafka_header_cnt(h), rd_kafka_header_cnt(copy));
        rd_kafka_headers_destroy(h);
        rd_kafka_headers_destroy(copy);
}

static void show(const char *what, const rd_kafka_topic_partition_list_t *l) {
        int i;
        printf("%s: %d of %d:", what, l->cnt, l->size);
        for (i = 0; i < l->cnt; i++)
                printf(" %s/%" PRId32 "@%" PRId64 " err %d meta %zu opaque %d epoch %d;",
                       l->elems[i].topic, l->elems[i].partition, l->elems[i].offset,
                       l->elems[i].err, l->elems[i].metadata_size, !!l->elems[i].opaque,
                       rd_kafka_topic_partition_get_leader_epoch(&l->elems[i]));
        printf("\n");
}

static int by_partition_down(const void *a, const void *b, void *opaque) {
        const rd_kafka_topic_partition_t *x = a, *y = b;
        *(int *)opaque += 1;
        return y->partition - x->partition;
}

static void lists(void) {
        static const int starts[] = {0, 1, 2, 10, -1};
        rd_kafka_topic_partition_list_t *l, *copy;
        rd_kafka_topic_partition_t *e;
        size_t i;
        int j, calls = 0;

        for (i = 0; i < sizeof(starts) / sizeof(*starts); i++) {
                l = rd_kafka_topic_partition_list_new(starts[i]);
                printf("from %d:", starts[i]);
                for (j = 0; j < 80; j++) {
                        rd_kafka_topic_partition_list_add(l, "x", j);
                        if (j < 4 || j == 10 || j == 40 || j == 79)
                                printf(" %d", l->size);
                }
                printf("\n");
                rd_kafka_topic_partition_list_destroy(l);
        }
        l = rd_kafka_topic_partition_list_new(3);
        rd_kafka_topic_partition_list_add(l, "b", 2);
        rd_kafka_topic_partition_list_add(l, "a", 10);
        rd_kafka_topic_partition_list_add(l, "b", -1);
        rd_kafka_topic_partition_list_add(l, "a", 2);
        rd_kafka_topic_partition_list_add(l, "B", 0);
        rd_kafka_topic_partition_list_add(l, "b", 2);
        rd_kafka_topic_partition_list_add_range(l, "r", 3, 5);
        rd_kafka_topic_partition_list_add_range(l, "s", 5, 3);
        show("added", l);
        printf("find %d %d %d\n", !!rd_kafka_topic_partition_list_find(l, "b", 2),
               !!rd_kafka_topic_partition_list_find(l, "c", 2),
               !!rd_kafka_topic_partition_list_find(l, "b", 3));
        printf("offset %d", rd_kafka_topic_partition_list_set_offset(l, "b", 2, 55));
        printf(" %d\n", rd_kafka_topic_partition_list_set_offset(l, "nosuch", 2, 1));
        printf("del %d", rd_kafka_topic_partition_list_del(l, "b", 2));
        printf(" %d", rd_kafka_topic_partition_list_del(l, "nosuch", 2));
        printf(" %d", rd_kafka_topic_partition_list_del_by_idx(l, 0));
        printf(" %d", rd_kafka_topic_partition_list_del_by_idx(l, 100));
        printf(" %d\n", rd_kafka_topic_partition_list_del_by_idx(l, -1));
        show("deleted", l);
        rd_kafka_topic_partition_list_sort(l, NULL, NULL);
        show("sorted", l);
        rd_kafka_topic_partition_list_sort(l, by_partition_down, &calls);
        show("by partition", l);
        printf("compared %d\n", calls > 0);
        e                = &l->elems[0];
        e->metadata      = strdup("meta");
        e->metadata_size = 4;
        e->opaque        = e;
        e->err           = RD_KAFKA_RESP_ERR_INVALID_TXN_STATE;
        rd_kafka_topic_partition_set_leader_epoch(e, -1);
        printf("private %d\n", !!e->_private);
        rd_kafka_topic_partition_set_leader_epoch(e, 7);
        copy = rd_kafka_topic_partition_list_copy(l);
        show("copy", copy);
        rd_kafka_topic_partition_set_leader_epoch(e, -1);
        show("original", l);
        rd_kafka_topic_partition_list_destroy(copy);
        rd_kafka_topic_partition_list_destroy(l);
}

static void uuids(void) {
        static const int64_t halves[][2] = {
            {0, 0}, {-1, -1}, {1, 2}, {INT64_C(0x0123456789abcdef), -0x1234567}};
        size_t i;
        for (i = 0; i < sizeof(halves) / sizeof(*halves); i++) {
                rd_kafka_Uuid_t *uuid = rd_kafka_Uuid_new(halves[i][0], halves[i][1]);
                rd_kafka_Uuid_t *copy = rd_kafka_Uuid_copy(uuid);
                printf("uuid %s %" PRId64 " %" PRId64 "\n", rd_kafka_Uuid_base64str(copy),
                       rd_kafka_Uuid_most_significant_bits(copy),
                       rd_kafka_Uuid_least_significant_bits(uuid));
                rd_kafka_Uuid_destroy(uuid);
                rd_kafka_Uuid_destroy(copy);
        }
}

static void partitioners(void) {
        static const struct {
                const char *key;
                int32_t cnt;
        } keys[] = {{"fd7af248-ce5c-46a5-93d7-1c0c9005b99d", 32}, {"TT0124", 15}, {"", 10},
                    {"", 7}, {"a", 1000003}, {"\xff\x80", 1000003}, {NULL, 10}};
        size_t i;
        for (i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
                const char *key = keys[i].key;
                int32_t cnt     = keys[i].cnt;
                size_t len      = key ? strlen(key) : 0;
                printf("key [%zu] of %" PRId32 ": %" PRId32 " %" PRId32 " %" PRId32, len, cnt,
                       rd_kafka_msg_partitioner_consistent(NULL, key, len, cnt, NULL, NULL),
                       rd_kafka_msg_partitioner_murmur2(NULL, key, len, cnt, NULL, NULL),
                       rd_kafka_msg_partitioner_fnv1a(NULL, key, len, cnt, NULL, NULL));
                if (key)
                        printf(
                            " %" PRId32 " %" PRId32,
                            rd_kafka_msg_partitioner_murmur2_random(NULL, key, len, cnt, NULL, NULL),
                            rd_kafka_msg_partitioner_fnv1a_random(NULL, key, len, cnt, NULL, NULL));
                if (len)
                        printf(" %" PRId32, rd_kafka_msg_partitioner_consistent_random(
                                                NULL, key, len, cnt, NULL, NULL));
                printf("\n");
        }
}

int main(void) {
        void *memory;
        printf("version %s 0x%08x\n", rd_kafka_version_str(), rd_kafka_version());
        printf("debug %s\n", rd_kafka_get_debug_contexts());
        errors();
        headers();
        lists();
        uuids();
        partitioners();
        memory = rd_kafka_mem_calloc(NULL, 3, 5);
        printf("memory %d\n", memory && ((char *)memory)[14] == 0);
        rd_kafka_mem_free(NULL, memory);
        free(rd_kafka_mem_malloc(NULL, 10));
        return 0;
}
