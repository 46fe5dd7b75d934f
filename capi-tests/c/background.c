/* The background queue: events forwarded to it come to its callback, in a thread of the
 * library. A queue that notifies a file descriptor. */
#include "check.h"

#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static pthread_t main_thread;
static int reports, events, started, exited;

static void event_cb(rd_kafka_t *rk, rd_kafka_event_t *event, void *opaque) {
        const rd_kafka_message_t *message;
        CHECK(opaque == &reports, "opaque");
        CHECK(!pthread_equal(pthread_self(), main_thread), "thread");
        CHECK(!strncmp(rd_kafka_name(rk), "rdkafka#producer-", 17), "%s", rd_kafka_name(rk));
        CHECK(rd_kafka_event_type(event) == RD_KAFKA_EVENT_DR, "%s", rd_kafka_event_name(event));
        while ((message = rd_kafka_event_message_next(event)))
                __sync_fetch_and_add(&reports, message->err == RD_KAFKA_RESP_ERR_NO_ERROR);
        __sync_fetch_and_add(&events, 1);
        rd_kafka_event_destroy(event);
}

static rd_kafka_resp_err_t on_thread(rd_kafka_t *rk, rd_kafka_thread_type_t type, const char *name,
                                     void *opaque) {
        (void)rk, (void)name;
        if (type == RD_KAFKA_THREAD_BACKGROUND)
                __sync_fetch_and_add((int *)opaque, 1);
        return RD_KAFKA_RESP_ERR_NO_ERROR;
}

static rd_kafka_resp_err_t on_new(rd_kafka_t *rk, const rd_kafka_conf_t *conf, void *opaque, char *errstr,
                                  size_t size) {
        (void)conf, (void)opaque, (void)errstr, (void)size;
        CHECK(!rd_kafka_interceptor_add_on_thread_start(rk, "t", on_thread, &started), "start");
        CHECK(!rd_kafka_interceptor_add_on_thread_exit(rk, "t", on_thread, &exited), "exit");
        return RD_KAFKA_RESP_ERR_NO_ERROR;
}

static rd_kafka_conf_t *conf_for_events(void) {
        rd_kafka_conf_t *conf = rd_kafka_conf_new();
        set(conf, "test.mock.num.brokers", "1");
        set(conf, "linger.ms", "0");
        rd_kafka_conf_set_events(conf, RD_KAFKA_EVENT_DR);
        return conf;
}

static void produce(rd_kafka_t *rk, int n) {
        while (n--)
                CHECK(!rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_VALUE("v", 1), RD_KAFKA_V_END),
                      "producev");
}

static void background(void) {
        rd_kafka_conf_t *conf = conf_for_events();
        rd_kafka_queue_t *from, *to;
        rd_kafka_t *rk;
        main_thread = pthread_self();
        rd_kafka_conf_set_opaque(conf, &reports);
        rd_kafka_conf_set_background_event_cb(conf, event_cb);
        CHECK(!rd_kafka_conf_interceptor_add_on_new(conf, "t", on_new, NULL), "on_new");
        rk   = producer(conf);
        from = rd_kafka_queue_get_main(rk);
        to   = rd_kafka_queue_get_background(rk);
        CHECK(from && to, "queues");
        rd_kafka_queue_forward(from, to);
        produce(rk, 100);
        CHECK(!rd_kafka_flush(rk, 10000), "flush");
        CHECK(__sync_fetch_and_add(&reports, 0) == 100, "%d reports", reports);
        rd_kafka_queue_destroy(from);
        rd_kafka_queue_destroy(to);
        rd_kafka_destroy(rk);
        CHECK(started == 1 && exited == 1, "%d threads started, %d ended", started, exited);
}

static void descriptor(void) {
        rd_kafka_t *rk          = producer(conf_for_events());
        rd_kafka_queue_t *queue = rd_kafka_queue_get_main(rk);
        rd_kafka_event_t *event;
        struct pollfd pfd;
        char bytes[16];
        int ends[2], taken = 0;
        CHECK(!pipe(ends), "pipe");
        rd_kafka_queue_io_event_enable(queue, ends[1], "1", 1);
        pfd.fd     = ends[0];
        pfd.events = POLLIN;
        CHECK(poll(&pfd, 1, 20) == 0, "nothing happened yet");
        produce(rk, 10);
        while (taken < 10) {
                CHECK(poll(&pfd, 1, 10000) == 1, "%d taken", taken);
                CHECK(read(ends[0], bytes, sizeof(bytes)) > 0, "read");
                while ((event = rd_kafka_queue_poll(queue, 0))) {
                        taken += (int)rd_kafka_event_message_count(event);
                        rd_kafka_event_destroy(event);
                }
        }
        /* a reader that has gone raises no SIGPIPE */
        close(ends[0]);
        produce(rk, 1);
        event = rd_kafka_queue_poll(queue, 10000);
        CHECK(event, "event");
        rd_kafka_event_destroy(event);
        close(ends[1]);
        rd_kafka_queue_io_event_enable(queue, -1, NULL, 0);
        rd_kafka_queue_destroy(queue);
        rd_kafka_destroy(rk);
}

int main(void) {
        background();
        descriptor();
        return 0;
}
