/* H09: delivery reports as events that nobody takes: the queue fills up, one line says why,
 * and after they were taken everything goes on. */
#include "check.h"

#include <unistd.h>

static int warnings;

static void log_cb(const rd_kafka_t *rk, int level, const char *fac, const char *buf) {
        (void)rk;
        if (level == 4 && strstr(buf, "delivery report")) {
                CHECK(strstr(buf, "2000") && strstr(buf, "rd_kafka_queue_poll()"), "%s: %s", fac, buf);
                warnings++;
        }
}

int main(void) {
        rd_kafka_conf_t *conf = rd_kafka_conf_new();
        rd_kafka_queue_t *queue;
        rd_kafka_event_t *event;
        rd_kafka_t *rk;
        int i, accepted = 0, full = 0, taken = 0;
        double start;

        set(conf, "test.mock.num.brokers", "1");
        set(conf, "queue.buffering.max.messages", "2000");
        rd_kafka_conf_set_events(conf, RD_KAFKA_EVENT_DR);
        rd_kafka_conf_set_log_cb(conf, log_cb);
        rk = producer(conf);
        for (i = 0; i < 3000; i++) {
                rd_kafka_resp_err_t err = rd_kafka_producev(
                    rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_VALUE("v", 1), RD_KAFKA_V_END);
                if (!err)
                        accepted++;
                else if (err == RD_KAFKA_RESP_ERR__QUEUE_FULL)
                        full++;
        }
        CHECK(accepted == 2000 && full == 1000, "%d accepted, %d refused", accepted, full);
        for (start = now_ms(); !warnings && now_ms() - start < 3000;)
                usleep(20000);
        usleep(500000);
        CHECK(warnings == 1, "%d warnings", warnings);
        queue = rd_kafka_queue_get_main(rk);
        while (taken < accepted && (event = rd_kafka_queue_poll(queue, 3000))) {
                const rd_kafka_message_t *message;
                while ((message = rd_kafka_event_message_next(event))) {
                        CHECK(!message->err, "%s", rd_kafka_err2str(message->err));
                        taken++;
                }
                rd_kafka_event_destroy(event);
        }
        CHECK(taken == 2000, "%d taken", taken);
        CHECK(rd_kafka_outq_len(rk) == 0, "%d", rd_kafka_outq_len(rk));
        CHECK(!rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_VALUE("v", 1), RD_KAFKA_V_END),
              "producev");
        rd_kafka_queue_destroy(queue);
        rd_kafka_destroy(rk);
        return 0;
}
