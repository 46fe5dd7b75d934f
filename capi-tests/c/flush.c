/* H04: flush() with a negative time-out other than -1 does not wait and says so, flush(-1)
 * waits until the message has timed out. */
#include "check.h"

static int warnings, reports;

static void log_cb(const rd_kafka_t *rk, int level, const char *fac, const char *buf) {
        (void)rk;
        if (level == 4 && strstr(buf, "-1000") && strstr(buf, "-1 (infinite)"))
                warnings++;
        (void)fac;
}

static void dr_msg_cb(rd_kafka_t *rk, const rd_kafka_message_t *message, void *opaque) {
        (void)rk, (void)opaque;
        CHECK(message->err == RD_KAFKA_RESP_ERR__MSG_TIMED_OUT, "%s", rd_kafka_err2str(message->err));
        reports++;
}

int main(void) {
        rd_kafka_conf_t *conf = rd_kafka_conf_new();
        rd_kafka_t *rk;
        double start;

        set(conf, "bootstrap.servers", "127.0.0.1:1");
        set(conf, "message.timeout.ms", "4000");
        rd_kafka_conf_set_log_cb(conf, log_cb);
        rd_kafka_conf_set_dr_msg_cb(conf, dr_msg_cb);
        rk = producer(conf);
        CHECK(!rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_VALUE("v", 1), RD_KAFKA_V_END),
              "producev");
        start = now_ms();
        CHECK(rd_kafka_flush(rk, -1000) == RD_KAFKA_RESP_ERR__TIMED_OUT, "flush(-1000)");
        CHECK(now_ms() - start < 10, "%.1f ms", now_ms() - start);
        CHECK(rd_kafka_outq_len(rk) == 1, "%d", rd_kafka_outq_len(rk));
        CHECK(warnings == 1, "%d warnings", warnings);
        start = now_ms();
        CHECK(rd_kafka_flush(rk, -1) == RD_KAFKA_RESP_ERR_NO_ERROR, "flush(-1)");
        CHECK(now_ms() - start > 3000 && now_ms() - start < 6000, "%.0f ms", now_ms() - start);
        CHECK(rd_kafka_outq_len(rk) == 0 && reports == 1, "%d", rd_kafka_outq_len(rk));
        rd_kafka_destroy(rk);
        return 0;
}
