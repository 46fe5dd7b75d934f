/* A handle that is inherited by fork() (H10). */
#include "check.h"

#include <sys/wait.h>

/* A new handle works in the child as anywhere. */
static void anew(void) {
  rd_kafka_conf_t *conf = conf_with("test.mock.num.brokers", "1", NULL);
  rd_kafka_t *rk;
  rd_kafka_conf_set_dr_msg_cb(conf, keep_report);
  report_cnt = 0;
  rk = producer(conf);
  CHECK(!send_text(rk, "t", RD_KAFKA_PARTITION_UA, "child", 1), "produce in the child");
  CHECK(!rd_kafka_flush(rk, 10000) && report_cnt == 1 && !reports[0].err, "%d reports", report_cnt);
  rd_kafka_destroy(rk);
}

static void in_child(rd_kafka_t *rk) {
  int64_t t0 = now_us();
  rd_kafka_vu_t vus[2];
  rd_kafka_error_t *error;
  rd_kafka_resp_err_t err = send_text(rk, "t", RD_KAFKA_PARTITION_UA, "x", 2);
  CHECK(err, "producev has no objection");
  CHECK(ms_since(t0) < 50, "producev took %.1f ms", ms_since(t0));
  memset(vus, 0, sizeof(vus));
  vus[0].vtype = RD_KAFKA_VTYPE_TOPIC;
  vus[0].u.cstr = "t";
  vus[1].vtype = RD_KAFKA_VTYPE_VALUE;
  vus[1].u.mem.ptr = (void *)"x";
  vus[1].u.mem.size = 1;
  error = rd_kafka_produceva(rk, vus, 2);
  CHECK(error && rd_kafka_error_code(error) == err, "produceva: %s",
        rd_kafka_err2name(rd_kafka_error_code(error)));
  CHECK(strstr(rd_kafka_error_string(error), "parent") ||
            strstr(rd_kafka_error_string(error), "fork"),
        "\"%s\"", rd_kafka_error_string(error));
  printf("child is told: %s: %s\n", rd_kafka_err2name(err), rd_kafka_error_string(error));
  fflush(stdout);
  rd_kafka_error_destroy(error);

  t0 = now_us();
  rd_kafka_flush(rk, 5000);
  CHECK(ms_since(t0) < 100, "flush took %.1f ms", ms_since(t0));
  t0 = now_us();
  rd_kafka_poll(rk, 1000);
  CHECK(ms_since(t0) < 100, "poll took %.1f ms", ms_since(t0));
  CHECK(report_cnt == 0, "%d reports in the child", report_cnt);
  t0 = now_us();
  rd_kafka_destroy(rk);
  CHECK(ms_since(t0) < 100, "destroy took %.1f ms", ms_since(t0));
  anew();
}

static void h10(int argc, char **argv) {
  rd_kafka_conf_t *conf =
      conf_with("bootstrap.servers", "127.0.0.1:1", "message.timeout.ms", "2000", NULL);
  rd_kafka_t *rk;
  int64_t t0;
  int status;
  pid_t pid;
  rd_kafka_conf_set_dr_msg_cb(conf, keep_report);
  rk = producer(conf);
  CHECK(!send_text(rk, "t", RD_KAFKA_PARTITION_UA, "x", 1), "produce");
  usleep(200 * 1000);
  t0 = now_us();
  pid = fork();
  if (pid == 0) {
    in_child(rk);
    _exit(0);
  }
  CHECK(pid > 0 && waitpid(pid, &status, 0) == pid, "%s", strerror(errno));
  CHECK(status == 0, "the child ends with status %x", status);
  CHECK(ms_since(t0) < 3000, "the child took %.0f ms", ms_since(t0));

  CHECK(!send_text(rk, "t", RD_KAFKA_PARTITION_UA, "x", 3), "the parent can not produce");
  CHECK(!rd_kafka_flush(rk, 10000), "the parent can not flush");
  CHECK(report_cnt == 2 && reports[0].err == RD_KAFKA_RESP_ERR__MSG_TIMED_OUT &&
            reports[0].nr == 1 && reports[1].nr == 3,
        "%d reports", report_cnt);
  t0 = now_us();
  rd_kafka_destroy(rk);
  CHECK(ms_since(t0) < 1000, "destroy took %.1f ms", ms_since(t0));
}

int main(int argc, char **argv) {
  static const struct test_case cases[] = {{"h10", h10}, {NULL, NULL}};
  return run_case(cases, argc, argv);
}
