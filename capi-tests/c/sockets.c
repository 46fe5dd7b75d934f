/* The application's own socket, connect, resolve and close functions. */
#include "check.h"

#include <errno.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <librdkafka/rdkafka_mock.h>

static int sockets, connects, closes, resolved, freed, reports;
static char opaque_target;

static int socket_cb(int domain, int type, int protocol, void *opaque) {
        CHECK(opaque == &opaque_target, "opaque");
        __sync_fetch_and_add(&sockets, 1);
        return socket(domain, type, protocol);
}

static int connect_cb(int fd, const struct sockaddr *addr, int addrlen, const char *id, void *opaque) {
        CHECK(opaque == &opaque_target, "opaque");
        CHECK(strchr(id, ':'), "%s", id);
        __sync_fetch_and_add(&connects, 1);
        return connect(fd, addr, (socklen_t)addrlen) ? errno : 0;
}

static int closesocket_cb(int fd, void *opaque) {
        CHECK(opaque == &opaque_target, "opaque");
        __sync_fetch_and_add(&closes, 1);
        return close(fd);
}

/* `kafka.test` is where the mock cluster is */
static int resolve_cb(const char *node, const char *service, const struct addrinfo *hints,
                      struct addrinfo **res, void *opaque) {
        CHECK(opaque == &opaque_target, "opaque");
        if (!node) {
                __sync_fetch_and_add(&freed, 1);
                freeaddrinfo(*res);
                return 0;
        }
        CHECK(service && atoi(service) > 0, "%s", service);
        __sync_fetch_and_add(&resolved, 1);
        if (!strcmp(node, "nowhere.test"))
                return EAI_NONAME;
        return getaddrinfo(strcmp(node, "kafka.test") ? node : "127.0.0.1", service, hints, res);
}

static void dr_msg_cb(rd_kafka_t *rk, const rd_kafka_message_t *message, void *opaque) {
        (void)rk, (void)opaque;
        CHECK(!message->err, "%s", rd_kafka_err2str(message->err));
        reports++;
}

int main(void) {
        rd_kafka_conf_t *conf            = rd_kafka_conf_new();
        rd_kafka_mock_cluster_t *cluster = rd_kafka_mock_cluster_new(NULL, 1);
        rd_kafka_t *rk;
        char servers[100];

        CHECK(cluster, "cluster");
        snprintf(servers, sizeof(servers), "nowhere.test:1,kafka.test:%s",
                 strrchr(rd_kafka_mock_cluster_bootstraps(cluster), ':') + 1);
        set(conf, "bootstrap.servers", servers);
        rd_kafka_conf_set_opaque(conf, &opaque_target);
        rd_kafka_conf_set_dr_msg_cb(conf, dr_msg_cb);
        rd_kafka_conf_set_socket_cb(conf, socket_cb);
        rd_kafka_conf_set_connect_cb(conf, connect_cb);
        rd_kafka_conf_set_closesocket_cb(conf, closesocket_cb);
        rd_kafka_conf_set_resolve_cb(conf, resolve_cb);
        rk = producer(conf);
        CHECK(!rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_VALUE("v", 1), RD_KAFKA_V_END),
              "producev");
        CHECK(!rd_kafka_flush(rk, 10000), "flush");
        CHECK(reports == 1, "%d reports", reports);
        rd_kafka_destroy(rk);
        CHECK(resolved > 0 && freed > 0 && freed <= resolved, "%d resolved, %d freed", resolved, freed);
        CHECK(sockets > 0 && connects == sockets, "%d sockets, %d connects", sockets, connects);
        CHECK(closes == sockets, "%d sockets, %d closed", sockets, closes);
        rd_kafka_mock_cluster_destroy(cluster);
        return 0;
}
