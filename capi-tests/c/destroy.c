/* A handle is destroyed at a bad moment: by a callback, or while another thread waits in a
 * call on it. Nothing hangs, and (under valgrind) nothing is used that is gone. */
#include "check.h"

#include <pthread.h>
#include <unistd.h>

#include <librdkafka/rdkafka_mock.h>

#define MESSAGES 10

static int reports, destroyed;

static void dr_msg_cb(rd_kafka_t *rk, const rd_kafka_message_t *message, void *opaque) {
        reports++;
        CHECK(!strcmp(rd_kafka_topic_name(message->rkt), "t"), "the message's topic");
        if (!destroyed) {
                destroyed = 1;
                rd_kafka_destroy(rk);
        }
}

static rd_kafka_t *some_messages(rd_kafka_conf_t *conf) {
        rd_kafka_t *rk;
        int i;
        set(conf, "test.mock.num.brokers", "1");
        set(conf, "linger.ms", "50");
        rk = producer(conf);
        for (i = 0; i < MESSAGES; i++)
                CHECK(!rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_PARTITION(0),
                                         RD_KAFKA_V_VALUE("value", 5), RD_KAFKA_V_END),
                      "producev");
        return rk;
}

/* What was reported in one go is still reported; the call returns. */
static void in_a_callback(int flush) {
        rd_kafka_conf_t *conf = rd_kafka_conf_new();
        rd_kafka_t *rk;
        double end = now_ms() + 20000;
        rd_kafka_conf_set_dr_msg_cb(conf, dr_msg_cb);
        rk        = some_messages(conf);
        destroyed = reports = 0;
        if (flush)
                rd_kafka_flush(rk, 20000);
        while (!destroyed && now_ms() < end)
                rd_kafka_poll(rk, 1000);
        CHECK(destroyed, "no report came");
        CHECK(reports <= MESSAGES, "%d reports", reports);
}

static void *poll_for_ever(void *rk) {
        rd_kafka_poll(rk, -1);
        return NULL;
}

static void *flush_for_ever(void *rk) {
        rd_kafka_flush(rk, -1);
        return NULL;
}

static void while_another_thread_waits(void *(*waits)(void *)) {
        rd_kafka_conf_t *conf = rd_kafka_conf_new();
        rd_kafka_mock_cluster_t *mock;
        rd_kafka_t *rk;
        pthread_t thread;
        set(conf, "test.mock.num.brokers", "1");
        set(conf, "log_level", "2");
        rk   = producer(conf);
        mock = rd_kafka_handle_mock_cluster(rk);
        CHECK(!rd_kafka_mock_broker_set_down(mock, 1), "set_down");
        CHECK(!rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_VALUE("value", 5), RD_KAFKA_V_END),
              "producev");
        CHECK(!pthread_create(&thread, NULL, waits, rk), "pthread_create");
        usleep(300000);
        rd_kafka_destroy(rk);
        CHECK(!pthread_join(thread, NULL), "pthread_join");
}

int main(void) {
        alarm(100);
        in_a_callback(0);
        in_a_callback(1);
        while_another_thread_waits(poll_for_ever);
        while_another_thread_waits(flush_for_ever);
        CHECK(rd_kafka_thread_cnt() == 0, "%d threads", rd_kafka_thread_cnt());
        return 0;
}
