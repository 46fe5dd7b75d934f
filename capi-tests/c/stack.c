/* How much stack produce and poll use: they run on small coroutine stacks without a guard
 * page, as in Fluent Bit. Prints both; the limits hold for an optimised build. */
#include "check.h"

#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#define STACK_SIZE (256 * 1024)
#define PAINT 0xa5

static rd_kafka_t *rk;
static rd_kafka_topic_t *rkt;
static int reports;
static ucontext_t home, coroutine;
static unsigned char *stack;
static void (*volatile task)(void);

static void dr_msg_cb(rd_kafka_t *handle, const rd_kafka_message_t *message, void *opaque) {
        (void)handle, (void)opaque;
        CHECK(!message->err, "%s", rd_kafka_err2str(message->err));
        reports++;
}

static void body(void) {
        task();
}

/* Runs `what` on a fresh painted stack and returns the bytes that it touched. */
static size_t stack_use(void (*what)(void)) {
        size_t untouched = 0;
        memset(stack, PAINT, STACK_SIZE);
        CHECK(!getcontext(&coroutine), "getcontext");
        coroutine.uc_stack.ss_sp   = stack;
        coroutine.uc_stack.ss_size = STACK_SIZE;
        coroutine.uc_link          = &home;
        task                       = what;
        makecontext(&coroutine, body, 0);
        CHECK(!swapcontext(&home, &coroutine), "swapcontext");
        while (untouched < STACK_SIZE && stack[untouched] == PAINT)
                untouched++;
        return STACK_SIZE - untouched;
}

static void nothing(void) {
}

static void produce(void) {
        CHECK(!rd_kafka_produce(rkt, RD_KAFKA_PARTITION_UA, RD_KAFKA_MSG_F_COPY, "value", 5, "key", 3,
                                NULL),
              "%s", rd_kafka_err2str(rd_kafka_last_error()));
}

static void producev(void) {
        CHECK(!rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_VALUE("value", 5),
                                 RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY),
                                 RD_KAFKA_V_HEADER("name", "value", -1), RD_KAFKA_V_END),
              "producev");
}

static void poll(void) {
        rd_kafka_poll(rk, 10);
}

static size_t larger(size_t a, size_t b) {
        return a > b ? a : b;
}

int main(int argc, char **argv) {
        rd_kafka_conf_t *conf = rd_kafka_conf_new();
        size_t base, produce_max = 0, poll_max = 0;
        int i, produced = 0;

        set(conf, "test.mock.num.brokers", "1");
        set(conf, "linger.ms", "1");
        set(conf, "statistics.interval.ms", "50");
        rd_kafka_conf_set_dr_msg_cb(conf, dr_msg_cb);
        rk  = producer(conf);
        rkt = rd_kafka_topic_new(rk, "t", NULL);
        CHECK(rkt, "topic_new");
        stack = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        CHECK(stack != MAP_FAILED, "mmap");
        base = stack_use(nothing);
        for (i = 0; i < 300; i++) {
                produce_max = larger(produce_max, stack_use(i % 2 ? produce : producev));
                produced++;
                if (i % 10 == 9) {
                        usleep(5000);
                        poll_max = larger(poll_max, stack_use(poll));
                }
        }
        for (i = 0; i < 1000 && reports < produced; i++)
                poll_max = larger(poll_max, stack_use(poll));
        CHECK(reports == produced, "%d reports for %d messages", reports, produced);
        printf("produce %zu bytes, poll %zu bytes\n", produce_max - base, poll_max - base);
        if (argc > 2) {
                CHECK(produce_max - base <= (size_t)atoi(argv[1]), "produce uses %zu", produce_max - base);
                CHECK(poll_max - base <= (size_t)atoi(argv[2]), "poll uses %zu", poll_max - base);
        }
        rd_kafka_topic_destroy(rkt);
        rd_kafka_destroy(rk);
        return 0;
}
