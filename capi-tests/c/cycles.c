/* Many handles in one process, several threads on one: threads and descriptors come back to
 * where they were. */
#include "check.h"

#include <dirent.h>
#include <pthread.h>

#define CYCLES 20
#define THREADS 4
#define MESSAGES 500

static int entries(const char *path) {
        DIR *dir = opendir(path);
        int n    = 0;
        CHECK(dir, "%s", path);
        while (readdir(dir))
                n++;
        closedir(dir);
        return n;
}

static void *work(void *arg) {
        rd_kafka_t *rk = arg;
        int i;
        for (i = 0; i < MESSAGES; i++) {
                while (rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_VALUE("value", 5),
                                         RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_OPAQUE(rk),
                                         RD_KAFKA_V_END))
                        rd_kafka_poll(rk, 10);
                rd_kafka_poll(rk, 0);
        }
        return NULL;
}

static void dr_msg_cb(rd_kafka_t *rk, const rd_kafka_message_t *message, void *opaque) {
        CHECK(message->_private == rk, "opaque");
        CHECK(!message->err, "%s", rd_kafka_err2str(message->err));
        __sync_fetch_and_add((int *)opaque, 1);
}

int main(void) {
        int cycle, i, descriptors = 0, threads = 0;
        for (cycle = 0; cycle < CYCLES; cycle++) {
                rd_kafka_conf_t *conf = rd_kafka_conf_new();
                pthread_t workers[THREADS];
                rd_kafka_t *rk;
                int reports = 0;
                set(conf, "test.mock.num.brokers", "2");
                set(conf, "queue.buffering.max.messages", "300");
                rd_kafka_conf_set_opaque(conf, &reports);
                rd_kafka_conf_set_dr_msg_cb(conf, dr_msg_cb);
                rk = producer(conf);
                for (i = 0; i < THREADS; i++)
                        CHECK(!pthread_create(&workers[i], NULL, work, rk), "pthread_create");
                for (i = 0; i < THREADS; i++)
                        CHECK(!pthread_join(workers[i], NULL), "pthread_join");
                CHECK(!rd_kafka_flush(rk, 20000), "flush");
                CHECK(reports == THREADS * MESSAGES, "%d reports", reports);
                rd_kafka_destroy(rk);
                CHECK(rd_kafka_thread_cnt() == 0, "%d threads", rd_kafka_thread_cnt());
                CHECK(!rd_kafka_wait_destroyed(0), "wait_destroyed");
                if (cycle == 1) {
                        descriptors = entries("/proc/self/fd");
                        threads     = entries("/proc/self/task");
                }
        }
        CHECK(entries("/proc/self/fd") == descriptors, "%d descriptors", entries("/proc/self/fd"));
        CHECK(entries("/proc/self/task") == threads, "%d threads", entries("/proc/self/task"));
        return 0;
}
