/* H05: headers of a message that is refused: the library frees its own copies, and a list
 * stays the caller's. H06, as far as reports show it: empty is not NULL. */
#include "check.h"

static int reports;

static void dr_msg_cb(rd_kafka_t *rk, const rd_kafka_message_t *message, void *opaque) {
        static const char *const names[]  = {"n", "e", "d", "d", "bin"};
        static const char *const values[] = {NULL, "", "1", "2", "a\0b"};
        static const size_t sizes[]       = {0, 0, 1, 1, 3};
        rd_kafka_headers_t *hdrs          = NULL;
        const char *name;
        const void *value;
        size_t size, i;
        (void)rk, (void)opaque;

        CHECK(message->err == RD_KAFKA_RESP_ERR_NO_ERROR, "%s", rd_kafka_err2str(message->err));
        reports++;
        if (!message->_private) {
                CHECK(!message->payload && !message->key, "NULL payload and key");
                CHECK(rd_kafka_message_headers(message, &hdrs) == RD_KAFKA_RESP_ERR__NOENT, "headers");
                return;
        }
        CHECK(message->payload && message->len == 0, "empty payload");
        CHECK(message->key && message->key_len == 0, "empty key");
        CHECK(!rd_kafka_message_headers(message, &hdrs), "headers");
        CHECK(rd_kafka_header_cnt(hdrs) == 5, "%zu headers", rd_kafka_header_cnt(hdrs));
        for (i = 0; i < 5; i++) {
                CHECK(!rd_kafka_header_get_all(hdrs, i, &name, &value, &size), "header %zu", i);
                CHECK(!strcmp(name, names[i]), "%s", name);
                CHECK(!value == !values[i], "header %zu", i);
                CHECK(size == sizes[i] && (!size || !memcmp(value, values[i], size)), "header %zu", i);
        }
        CHECK(!rd_kafka_message_detach_headers((rd_kafka_message_t *)message, &hdrs), "detach");
        CHECK(rd_kafka_header_cnt(hdrs) == 5, "%zu headers", rd_kafka_header_cnt(hdrs));
        rd_kafka_headers_destroy(hdrs);
        CHECK(rd_kafka_message_headers(message, &hdrs) == RD_KAFKA_RESP_ERR__NOENT, "headers are gone");
}

static rd_kafka_resp_err_t take(rd_kafka_error_t *error) {
        rd_kafka_resp_err_t code = rd_kafka_error_code(error);
        rd_kafka_error_destroy(error);
        return code;
}

int main(void) {
        rd_kafka_conf_t *conf = rd_kafka_conf_new();
        rd_kafka_headers_t *hdrs;
        rd_kafka_vu_t vus[3];
        rd_kafka_t *rk;
        int i;

        set(conf, "test.mock.num.brokers", "1");
        set(conf, "linger.ms", "0");
        rd_kafka_conf_set_dr_msg_cb(conf, dr_msg_cb);
        rk = producer(conf);

        hdrs = rd_kafka_headers_new(5);
        rd_kafka_header_add(hdrs, "n", -1, NULL, 0);
        rd_kafka_header_add(hdrs, "e", -1, "", 0);
        rd_kafka_header_add(hdrs, "d", -1, "1", -1);
        rd_kafka_header_add(hdrs, "d", -1, "2", 1);
        rd_kafka_header_add(hdrs, "bin", 3, "a\0b", 3);
        CHECK(!rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_VALUE("", 0),
                                 RD_KAFKA_V_KEY("", 0), RD_KAFKA_V_HEADERS(hdrs),
                                 RD_KAFKA_V_OPAQUE(&reports), RD_KAFKA_V_END),
              "producev");
        CHECK(!rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_VALUE(NULL, 0),
                                 RD_KAFKA_V_KEY(NULL, 0), RD_KAFKA_V_END),
              "producev");
        CHECK(!rd_kafka_flush(rk, 10000) && reports == 2, "%d reports", reports);

        /* the topic is known now: partition 77 is refused at once */
        vus[0].vtype         = RD_KAFKA_VTYPE_TOPIC;
        vus[0].u.cstr        = "t";
        vus[1].vtype         = RD_KAFKA_VTYPE_PARTITION;
        vus[1].u.i32         = 77;
        vus[2].vtype         = RD_KAFKA_VTYPE_HEADER;
        vus[2].u.header.name = "a";
        vus[2].u.header.val  = "b";
        vus[2].u.header.size = -1;
        CHECK(take(rd_kafka_produceva(rk, vus, 3)) == RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION, "header");
        hdrs = rd_kafka_headers_new(1);
        rd_kafka_header_add(hdrs, "a", -1, "b", -1);
        vus[2].vtype     = RD_KAFKA_VTYPE_HEADERS;
        vus[2].u.headers = hdrs;
        for (i = 0; i < 3; i++)
                CHECK(take(rd_kafka_produceva(rk, vus, 3)) == RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION,
                      "headers");
        CHECK(rd_kafka_producev(rk, RD_KAFKA_V_TOPIC("t"), RD_KAFKA_V_PARTITION(77),
                                RD_KAFKA_V_HEADERS(hdrs),
                                RD_KAFKA_V_END) == RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION,
              "producev");
        CHECK(rd_kafka_header_cnt(hdrs) == 1, "the list is still the caller's");
        rd_kafka_headers_destroy(hdrs);
        rd_kafka_destroy(rk);
        return 0;
}
