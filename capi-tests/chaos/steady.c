/* Produces numbered messages at a steady pace and prints what an operator would see:
 * log lines, pauses between deliveries, and at the end the counts.
 *
 *     steady SECONDS MESSAGES_PER_SECOND TOPIC NAME=VALUE...
 */
#include <librdkafka/rdkafka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double started, delivered_at, longest_pause;
static long delivered, failed;

static double now(void) {
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static void on_log(const rd_kafka_t *rk, int level, const char *fac, const char *text) {
    printf("%.3f LOG %d %s %s\n", now() - started, level, fac, text);
    fflush(stdout);
}

static void on_report(rd_kafka_t *rk, const rd_kafka_message_t *m, void *opaque) {
    double at = now();
    if (m->err) {
        failed++;
        return;
    }
    if (delivered++ > 0 && at - delivered_at > longest_pause)
        longest_pause = at - delivered_at;
    delivered_at = at;
}

int main(int argc, char **argv) {
    char errstr[512];
    long count = 0;
    double seconds, rate, next;
    rd_kafka_conf_t *conf = rd_kafka_conf_new();
    rd_kafka_t *rk;
    int i;

    started = now();
    if (argc < 4)
        return 2;
    seconds = atof(argv[1]);
    rate = atof(argv[2]);
    for (i = 4; i < argc; i++) {
        char *value = strchr(argv[i], '=');
        if (!value)
            return 2;
        *value++ = '\0';
        if (rd_kafka_conf_set(conf, argv[i], value, errstr, sizeof(errstr))) {
            fprintf(stderr, "%s\n", errstr);
            return 2;
        }
    }
    rd_kafka_conf_set_log_cb(conf, on_log);
    rd_kafka_conf_set_dr_msg_cb(conf, on_report);
    rk = rd_kafka_new(RD_KAFKA_PRODUCER, conf, errstr, sizeof(errstr));
    if (!rk) {
        fprintf(stderr, "%s\n", errstr);
        return 1;
    }
    for (next = now(); now() - started < seconds;) {
        if (now() >= next) {
            char number[32];
            int len = snprintf(number, sizeof(number), "%ld", count);
            next += 1 / rate;
            if (!rd_kafka_producev(rk, RD_KAFKA_V_TOPIC(argv[3]), RD_KAFKA_V_PARTITION(0),
                                   RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY),
                                   RD_KAFKA_V_VALUE(number, (size_t)len), RD_KAFKA_V_END))
                count++;
        }
        rd_kafka_poll(rk, 5);
    }
    rd_kafka_flush(rk, 60 * 1000);
    printf("%.3f END produced=%ld delivered=%ld failed=%ld longest_pause=%.3f\n", now() - started,
           count, delivered, failed, longest_pause);
    rd_kafka_destroy(rk);
    return 0;
}
