/* H10: a child that inherited a handle by fork() learns at once that it can not use it, and
 * the parent goes on unharmed. */
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

static int reports, log_lines;

static void dr_msg_cb(rd_kafka_t *rk, const rd_kafka_message_t *message, void *opaque) {
        (void)rk, (void)opaque;
        CHECK(message->err == RD_KAFKA_RESP_ERR_NO_ERROR, "%s", rd_kafka_err2str(message->err));
        reports++;
}

static void log_cb(const rd_kafka_t *rk, int level, const char *fac, const char *buf) {
        (void)rk, (void)level;
        if (!strcmp(fac, "FORK"))
                log_lines++;
        else
                fprintf(stderr, "%s: %s\n", fac, buf);
}

static rd_kafka_resp_err_t produce(rd_kafka_t *rk) {
        return rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_VALUE("v", 1), RD_KAFKA_V_END);
}

static void child(rd_kafka_t *rk, rd_kafka_topic_t *rkt) {
        rd_kafka_vu_t vu[1];
        rd_kafka_error_t *error;
        rd_kafka_conf_t *conf;
        rd_kafka_queue_t *queue;
        const struct rd_kafka_metadata *metadata;
        double start = now_ms();

        CHECK(produce(rk) == RD_KAFKA_RESP_ERR__STATE, "producev");
        vu[0].vtype  = RD_KAFKA_VTYPE_TOPIC;
        vu[0].u.cstr = "t";
        error        = rd_kafka_produceva(rk, vu, 1);
        CHECK(error && strstr(rd_kafka_error_string(error), "parent process"), "%s",
              rd_kafka_error_string(error));
        rd_kafka_error_destroy(error);
        CHECK(rd_kafka_produce(rkt, 0, RD_KAFKA_MSG_F_COPY, "v", 1, NULL, 0, NULL) == -1, "produce");
        CHECK(rd_kafka_last_error() == RD_KAFKA_RESP_ERR__STATE, "%d", rd_kafka_last_error());
        CHECK(rd_kafka_flush(rk, 5000) == RD_KAFKA_RESP_ERR__STATE, "flush");
        CHECK(rd_kafka_purge(rk, RD_KAFKA_PURGE_F_QUEUE) == RD_KAFKA_RESP_ERR__STATE, "purge");
        CHECK(rd_kafka_poll(rk, 1000) == 0, "poll");
        CHECK(rd_kafka_outq_len(rk) == 0, "outq_len");
        CHECK(rd_kafka_metadata(rk, 1, NULL, &metadata, 1000) == RD_KAFKA_RESP_ERR__STATE, "metadata");
        CHECK(!rd_kafka_topic_new(rk, "other", NULL), "topic_new");
        CHECK(!rd_kafka_clusterid(rk, 1000), "clusterid");
        CHECK(log_lines == 1, "%d lines", log_lines);
        queue = rd_kafka_queue_get_main(rk);
        CHECK(!queue, "queue");
        rd_kafka_topic_destroy(rkt);
        rd_kafka_destroy(rk);
        CHECK(now_ms() - start < 100, "%.0f ms", now_ms() - start);
        CHECK(rd_kafka_thread_cnt() == 0, "%d threads", rd_kafka_thread_cnt());
        CHECK(!rd_kafka_wait_destroyed(100), "wait_destroyed");

        /* a handle of its own works */
        conf = rd_kafka_conf_new();
        set(conf, "test.mock.num.brokers", "1");
        rd_kafka_conf_set_dr_msg_cb(conf, dr_msg_cb);
        rk = producer(conf);
        CHECK(produce(rk) == RD_KAFKA_RESP_ERR_NO_ERROR, "producev");
        CHECK(rd_kafka_flush(rk, 10000) == RD_KAFKA_RESP_ERR_NO_ERROR, "flush");
        CHECK(reports == 1, "%d reports", reports);
        rd_kafka_destroy(rk);
        CHECK(!rd_kafka_wait_destroyed(100), "wait_destroyed");
        _exit(0);
}

int main(void) {
        rd_kafka_conf_t *conf = rd_kafka_conf_new();
        rd_kafka_t *rk;
        rd_kafka_topic_t *rkt;
        pid_t pid;
        int status;

        set(conf, "test.mock.num.brokers", "1");
        set(conf, "message.timeout.ms", "10000");
        rd_kafka_conf_set_dr_msg_cb(conf, dr_msg_cb);
        rd_kafka_conf_set_log_cb(conf, log_cb);
        rk  = producer(conf);
        rkt = rd_kafka_topic_new(rk, "t", NULL);
        CHECK(rkt, "topic_new");
        fflush(NULL);
        pid = fork();
        CHECK(pid >= 0, "fork");
        if (!pid)
                child(rk, rkt);
        CHECK(waitpid(pid, &status, 0) == pid, "waitpid");
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "child ended with %d", status);
        CHECK(produce(rk) == RD_KAFKA_RESP_ERR_NO_ERROR, "producev");
        CHECK(rd_kafka_flush(rk, 10000) == RD_KAFKA_RESP_ERR_NO_ERROR, "flush");
        CHECK(reports == 1 && log_lines == 0, "%d reports", reports);
        rd_kafka_topic_destroy(rkt);
        rd_kafka_destroy(rk);
        return 0;
}
