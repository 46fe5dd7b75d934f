/* A partitioner of the application: what it gets, and what becomes of its answers. The same
 * under every librdkafka. */
#include "check.h"

#include <unistd.h>

static char topic_opaque, other_opaque;
static int asked, asked_by_key[3], wrong;

static int32_t partitioner(const rd_kafka_topic_t *rkt, const void *key, size_t keylen, int32_t cnt,
                           void *rkt_opaque, void *msg_opaque) {
        __sync_fetch_and_add(&asked, 1);
        if (strcmp(rd_kafka_topic_name(rkt), "t") || rkt_opaque != &topic_opaque || cnt != 4 ||
            rd_kafka_topic_opaque(rkt) != &topic_opaque)
                __sync_fetch_and_add(&wrong, 1);
        if (!key)
                return 3;
        __sync_fetch_and_add(&asked_by_key[keylen ? 1 : 0], 1);
        if ((long)msg_opaque == 1)
                return rd_kafka_topic_partition_available(rkt, 2) ? 2 : 0;
        return (int32_t)(long)msg_opaque;
}

static void dr_msg_cb(rd_kafka_t *rk, const rd_kafka_message_t *message, void *opaque) {
        (void)rk, (void)opaque;
        /* without a key the library chooses, by chance */
        printf("report %s opaque %ld in %d\n", rd_kafka_err2name(message->err), (long)message->_private,
               message->key ? message->partition : -1);
}

static void produce(rd_kafka_topic_t *rkt, const char *key, long opaque) {
        int result = rd_kafka_produce(rkt, RD_KAFKA_PARTITION_UA, RD_KAFKA_MSG_F_COPY, "v", 1, key,
                                      key ? strlen(key) : 0, (void *)opaque);
        printf("produce %d %s\n", result, result ? rd_kafka_err2name(rd_kafka_last_error()) : "");
}

int main(void) {
        rd_kafka_conf_t *conf        = rd_kafka_conf_new();
        rd_kafka_topic_conf_t *tconf = rd_kafka_topic_conf_new();
        const struct rd_kafka_metadata *metadata;
        rd_kafka_topic_t *rkt, *same;
        rd_kafka_t *rk;

        set(conf, "test.mock.num.brokers", "1");
        rd_kafka_conf_set_dr_msg_cb(conf, dr_msg_cb);
        rk = producer(conf);
        rd_kafka_topic_conf_set_partitioner_cb(tconf, partitioner);
        rd_kafka_topic_conf_set_opaque(tconf, &topic_opaque);
        rkt = rd_kafka_topic_new(rk, "t", tconf);
        CHECK(rkt, "topic_new");
        tconf = rd_kafka_topic_conf_new();
        rd_kafka_topic_conf_set_opaque(tconf, &other_opaque);
        same = rd_kafka_topic_new(rk, "t", tconf);
        CHECK(same == rkt && rd_kafka_topic_opaque(same) == &topic_opaque, "the first one holds");
        rd_kafka_topic_destroy(same);

        /* the partitioner has to wait for metadata */
        produce(rkt, "key", 1);
        CHECK(!rd_kafka_flush(rk, 10000), "flush");
        CHECK(!rd_kafka_metadata(rk, 0, rkt, &metadata, 10000), "metadata");
        printf("%d topic with %d partitions\n", metadata->topic_cnt, metadata->topics[0].partition_cnt);
        rd_kafka_metadata_destroy(metadata);
        produce(rkt, NULL, 7);
        CHECK(!rd_kafka_flush(rk, 10000), "flush");
        produce(rkt, "", 0);
        CHECK(!rd_kafka_flush(rk, 10000), "flush");
        produce(rkt, "key", 4);
        produce(rkt, "key", -5);
        CHECK(!rd_kafka_flush(rk, 10000), "flush");
        printf("asked %d, with key %d, with an empty one %d, wrong %d\n", asked, asked_by_key[1],
               asked_by_key[0], wrong);
        rd_kafka_topic_destroy(rkt);
        rd_kafka_destroy(rk);
        return 0;
}
