/* The controls of the mock cluster: what they return, and what a client sees of them.
 * The client is a socket: its requests are spelled out here. */
#include "twin.h"

#include <librdkafka/rdkafka_mock.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

static rd_kafka_mock_cluster_t *cluster;

#define SHOW(call) printf("%s: %s\n", #call, name_of(rd_kafka_mock_##call))

/* A connection to the broker at place `index` of the bootstrap servers, -1 if refused. */
static int dial(int index) {
  const char *at = rd_kafka_mock_cluster_bootstraps(cluster);
  struct sockaddr_in sin = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct timeval patience = {.tv_sec = 10};
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  while (index--)
    at = strchr(at, ',') + 1;
  sin.sin_port = htons((uint16_t)atoi(strchr(at, ':') + 1));
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  if (!connect(fd, (struct sockaddr *)&sin, sizeof(sin)))
    return fd;
  close(fd);
  return -1;
}

static int receive(int fd, void *to, size_t len) {
  size_t got = 0;
  while (got < len) {
    ssize_t n = read(fd, (char *)to + got, len - got);
    if (n <= 0)
      return -1;
    got += (size_t)n;
  }
  return 0;
}

static unsigned char response[65536];
static size_t at;

/* Sends a request with `body`; 0 if a response came. It starts behind the correlation id. */
static int call(int fd, int api, int version, const void *body, size_t len) {
  unsigned char head[14] = {0, 0, 0, (unsigned char)(10 + len), 0, (unsigned char)api,
                            0, (unsigned char)version, 0, 0, 0, 1, 0xff, 0xff};
  uint32_t size;
  if (fd < 0 || write(fd, head, sizeof(head)) < 0 || (len && write(fd, body, len) < 0) ||
      receive(fd, &size, 4) || ntohl(size) > sizeof(response) ||
      receive(fd, response, ntohl(size)))
    return -1;
  at = 4;
  return 0;
}

static int i16(void) {
  at += 2;
  return (int16_t)(response[at - 2] << 8 | response[at - 1]);
}

static int i32(void) {
  int high = i16();
  return (int)((unsigned)high << 16 | (uint16_t)i16());
}

static int boolean(void) {
  return response[at++];
}

static const char *string(void) {
  int len = i16();
  at += len > 0 ? (size_t)len : 0;
  return len < 0 ? "(null)" : show(response + at - len, (size_t)len);
}

/* The errors of `count` ApiVersions requests to broker 1, - where it hangs up. */
static void api_versions(const char *what, int count) {
  int fd = dial(0), i;
  printf("%s:", what);
  for (i = 0; i < count; i++) {
    if (!call(fd, 18, 0, NULL, 0)) {
      printf(" %d", i16());
      continue;
    }
    printf(" -");
    close(fd);
    fd = dial(0);
  }
  printf("\n");
  close(fd);
}

/* What Metadata version 1 says about a topic; leaders of its first partitions. */
static void metadata(const char *topic, int leaders) {
  unsigned char body[64] = {0, 0, 0, 1, 0, (unsigned char)strlen(topic)};
  int fd = dial(0), n, i;
  memcpy(body + 6, topic, strlen(topic));
  if (call(fd, 3, 1, body, 6 + strlen(topic)))
    die("no metadata");
  n = i32();
  printf("%s: brokers", topic);
  for (i = 0; i < n; i++) {
    printf(" %d", i32());
    string();
    i32();
    printf("(%s)", string());
  }
  printf(" controller %d", i32());
  i32();
  printf(" error %d", i16());
  printf(" name %s", string());
  boolean();
  n = i32();
  printf(" partitions %d leaders", n);
  for (i = 0; i < n; i++) {
    int err = i16(), id = i32(), leader = i32(), r;
    if (id < leaders)
      printf(" %d:%d:%d", id, err, leader);
    for (r = i32(), at += 4 * (size_t)r, r = i32(), at += 4 * (size_t)r; 0;)
      ;
  }
  printf("\n");
  close(fd);
}

static void topics(void) {
  SHOW(topic_create(cluster, "t", 4, 3));
  SHOW(topic_create(cluster, "t", 4, 3));
  SHOW(topic_create(cluster, "none", 0, 1));
  SHOW(topic_delete(cluster, "none"));
  SHOW(topic_delete(cluster, "none"));
  SHOW(partition_set_leader(cluster, "t", 0, 3));
  SHOW(partition_set_leader(cluster, "t", 1, -1));
  SHOW(partition_set_leader(cluster, "t", 0, 9));
  SHOW(partition_set_leader(cluster, "t", 9, 1));
  SHOW(partition_set_leader(cluster, "made", 3, 2));
  SHOW(partition_set_leader(cluster, "made", 4, 2));
  metadata("t", 2);
  metadata("looked-up", 0);
  SHOW(partition_push_leader_response(cluster, "t", 0, 2, 77));
  SHOW(partition_push_leader_response(cluster, "t", 9, 2, 77));
  metadata("t", 2);
  metadata("t", 2);
  SHOW(partition_set_follower(cluster, "t", 0, 2));
  SHOW(partition_set_follower(cluster, "t", 9, 2));
  SHOW(partition_set_follower_wmarks(cluster, "t", 0, 1, 5));
  SHOW(partition_set_follower_wmarks(cluster, "t", 9, 1, 5));
  SHOW(partition_delete_records(cluster, "t", 0, 0));
  SHOW(partition_delete_records(cluster, "t", 0, 1));
  SHOW(partition_delete_records(cluster, "t", 9, 0));
  SHOW(partition_push_request_errors(cluster, "t", 0, 0, 2, 7, 7));
  SHOW(partition_push_request_errors(cluster, "t", 9, 0, 2, 7, 7));
  rd_kafka_mock_topic_set_error(cluster, "t", RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED);
  metadata("t", 2);
  rd_kafka_mock_topic_set_error(cluster, "t", RD_KAFKA_RESP_ERR_NO_ERROR);
}

static void brokers(void) {
  int i;
  SHOW(broker_set_down(cluster, 2));
  printf("dial 2: %s\n", dial(1) < 0 ? "refused" : "connected");
  metadata("t", 0);
  SHOW(broker_set_up(cluster, 2));
  printf("dial 2: %s\n", dial(1) < 0 ? "refused" : "connected");
  SHOW(broker_set_down(cluster, 9));
  SHOW(broker_set_up(cluster, 9));
  SHOW(broker_set_down(cluster, -1));
  for (i = 0; i < 3; i++)
    printf("dial %d: %s\n", i + 1, dial(i) < 0 ? "refused" : "connected");
  SHOW(broker_set_up(cluster, -1));
  SHOW(broker_set_rack(cluster, 1, "here"));
  SHOW(broker_set_rack(cluster, 9, "here"));
  SHOW(broker_set_rtt(cluster, 9, 10));
  SHOW(broker_add(cluster, 1));
  SHOW(broker_add(cluster, 7));
  metadata("t", 0);
  SHOW(broker_decommission(cluster, 7));
  SHOW(broker_decommission(cluster, 7));
  SHOW(broker_remove_from_metadata(cluster, 3));
  SHOW(broker_remove_from_metadata(cluster, 9));
  rd_kafka_mock_set_controller_id(cluster, 2);
  metadata("t", 0);
}

static void errors(void) {
  rd_kafka_resp_err_t array[] = {41, 0, 43};
  size_t waiting = 0;
  rd_kafka_mock_push_request_errors(cluster, 18, 8, 1, 2, RD_KAFKA_RESP_ERR__TRANSPORT, 4, 5, 6, 7, 8);
  api_versions("pushed", 9);
  rd_kafka_mock_push_request_errors_array(cluster, 18, 3, array);
  api_versions("array", 2);
  rd_kafka_mock_clear_request_errors(cluster, 18);
  api_versions("cleared", 2);
  SHOW(broker_push_request_error_rtts(cluster, 1, 18, 3, 10, 0, 11, 300, 12, 0));
  SHOW(broker_push_request_error_rtts(cluster, 9, 18, 1, 10, 0));
  SHOW(broker_error_stack_cnt(cluster, 1, 18, &waiting));
  printf("%zu errors wait\n", waiting);
  api_versions("of broker 1", 1);
  {
    int64_t before = now_ms(), took;
    api_versions("delayed", 1);
    took = now_ms() - before;
    printf("%s\n", took >= 300 && took < 3000 ? "about 300 ms" : "another time");
  }
  api_versions("the last", 2);
  SHOW(broker_error_stack_cnt(cluster, 1, 18, &waiting));
  printf("%zu errors wait\n", waiting);
  SHOW(broker_error_stack_cnt(cluster, 9, 18, &waiting));
  SHOW(coordinator_set(cluster, "group", "g", 2));
  SHOW(coordinator_set(cluster, "transaction", "g", 2));
  SHOW(coordinator_set(cluster, "else", "g", 2));
  SHOW(set_apiversion(cluster, 0, 3, 5));
  SHOW(set_apiversion(cluster, 3, -1, -1));
  SHOW(set_apiversion(cluster, -1, 0, 0));
  SHOW(set_apiversion(cluster, 1000, 0, 0));
}

static void tracking(void) {
  rd_kafka_mock_request_t **requests;
  int64_t last = 0;
  size_t count = 7, i;
  rd_kafka_mock_start_request_tracking(cluster);
  requests = rd_kafka_mock_get_requests(cluster, &count);
  printf("none: %zu %s\n", count, requests ? "array" : "NULL");
  api_versions("tracked", 2);
  requests = rd_kafka_mock_get_requests(cluster, &count);
  for (i = 0; i < count; i++) {
    int64_t when = rd_kafka_mock_request_timestamp(requests[i]);
    printf("request to %d of api %d, %s\n", rd_kafka_mock_request_id(requests[i]),
           rd_kafka_mock_request_api_key(requests[i]), when >= last ? "in order" : "out of order");
    last = when;
  }
  rd_kafka_mock_request_destroy_array(requests, count);
  rd_kafka_mock_clear_requests(cluster);
  api_versions("after clear", 1);
  requests = rd_kafka_mock_get_requests(cluster, &count);
  printf("%zu\n", count);
  rd_kafka_mock_request_destroy_array(requests, count);
  rd_kafka_mock_stop_request_tracking(cluster);
  requests = rd_kafka_mock_get_requests(cluster, &count);
  printf("stopped: %zu %s\n", count, requests ? "array" : "NULL");
}

int main(void) {
  rd_kafka_conf_t *conf = conf_with("bootstrap.servers", "127.0.0.1:9", NULL);
  rd_kafka_t *rk;
  rd_kafka_conf_set_log_cb(conf, ignore_log);
  rk = producer(conf);
  cluster = rd_kafka_mock_cluster_new(rk, 3);
  printf("handle: %s\n", rd_kafka_mock_cluster_handle(cluster) == rk ? "the same" : "another");
  printf("of the client: %s\n", rd_kafka_handle_mock_cluster(rk) ? "one" : "none");
  topics();
  brokers();
  errors();
  tracking();
  rd_kafka_mock_cluster_destroy(cluster);
  rd_kafka_destroy(rk);
  wait_threads_gone();
  return 0;
}
