/* Metadata, cluster id, controller, watermark offsets, and what they say without a broker.
 * twin: topics one=1 four=4 */
#include "twin.h"

#include <librdkafka/rdkafka_mock.h>

static void show_metadata(const char *what, rd_kafka_resp_err_t err, const struct rd_kafka_metadata *md,
                          const char *prefix) {
  static const char *const suffixes[] = {"-one", "-four", "-none"};
  size_t k;
  int i, j;
  printf("%s: %s\n", what, name_of(err));
  if (err)
    return;
  /* The answer may come over the bootstrap connection, before the broker's id is known. */
  printf("  brokers %d, from a known broker %d, named %d\n", md->broker_cnt,
         md->orig_broker_id == 1 || md->orig_broker_id == -1,
         md->orig_broker_name && *md->orig_broker_name);
  for (i = 0; i < md->broker_cnt; i++)
    printf("  broker %d host %s port %d\n", md->brokers[i].id, md->brokers[i].host,
           md->brokers[i].port > 0);
  /* Brokers list topics in any order. */
  for (k = 0; k < COUNT(suffixes); k++)
    for (i = 0; i < md->topic_cnt; i++) {
      const rd_kafka_metadata_topic_t *t = &md->topics[i];
      if (strncmp(t->topic, prefix, strlen(prefix)) || strcmp(t->topic + strlen(prefix), suffixes[k]))
        continue;
      printf("  topic %s partitions %d err %s\n", suffixes[k], t->partition_cnt, name_of(t->err));
      for (j = 0; j < t->partition_cnt; j++)
        printf("    %d leader %d replicas %d isrs %d err %s\n", t->partitions[j].id,
               t->partitions[j].leader, t->partitions[j].replica_cnt, t->partitions[j].isr_cnt,
               name_of(t->partitions[j].err));
    }
  rd_kafka_metadata_destroy(md);
}

int main(int argc, char **argv) {
  char one[200], four[200], none[200];
  const struct rd_kafka_metadata *md = NULL;
  rd_kafka_resp_err_t err;
  rd_kafka_t *rk;
  rd_kafka_topic_t *t;
  rd_kafka_topic_partition_list_t *list;
  int64_t low = -5, high = -5, t0;
  char *id;
  if (argc != 3)
    return 2;
  snprintf(one, sizeof(one), "%s-one", argv[2]);
  snprintf(four, sizeof(four), "%s-four", argv[2]);
  snprintf(none, sizeof(none), "%s-none", argv[2]);

  rk = producer(conf_with("bootstrap.servers", argv[1], "allow.auto.create.topics", "false", NULL));
  t = rd_kafka_topic_new(rk, four, NULL);
  err = rd_kafka_metadata(rk, 0, t, &md, 10000);
  show_metadata("one topic", err, md, argv[2]);
  err = rd_kafka_metadata(rk, 1, NULL, &md, 10000);
  show_metadata("all topics", err, md, argv[2]);
  err = rd_kafka_metadata(rk, 0, NULL, &md, 10000);
  show_metadata("known topics", err, md, argv[2]);
  id = rd_kafka_clusterid(rk, 10000);
  printf("cluster id %d\n", id && strlen(id) == 22);
  rd_kafka_mem_free(rk, id);
  printf("controller %d\n", rd_kafka_controllerid(rk, 10000));
  rd_kafka_produce(t, 1, RD_KAFKA_MSG_F_COPY, (void *)"x", 1, NULL, 0, NULL);
  rd_kafka_produce(t, 1, RD_KAFKA_MSG_F_COPY, (void *)"x", 1, NULL, 0, NULL);
  printf("flush %s\n", name_of(rd_kafka_flush(rk, 10000)));
  err = rd_kafka_query_watermark_offsets(rk, four, 1, &low, &high, 10000);
  printf("watermarks %s %d %d\n", name_of(err), (int)low, (int)high);
  err = rd_kafka_query_watermark_offsets(rk, four, 0, &low, &high, 10000);
  printf("watermarks %s %d %d\n", name_of(err), (int)low, (int)high);
  err = rd_kafka_query_watermark_offsets(rk, four, 99, &low, &high, 3000);
  printf("watermarks of partition 99: %s\n", name_of(err));
  rd_kafka_topic_destroy(t);
  t = rd_kafka_topic_new(rk, none, NULL);
  err = rd_kafka_metadata(rk, 0, t, &md, 5000);
  show_metadata("no such topic", err, md, argv[2]);
  rd_kafka_topic_destroy(t);
  printf("brokers added %d\n", rd_kafka_brokers_add(rk, "127.0.0.1:2,127.0.0.1:3"));
  rd_kafka_destroy(rk);

  rk = producer(conf_with("bootstrap.servers", "127.0.0.1:1", "log_level", "0", NULL));
  t0 = now_ms();
  err = rd_kafka_metadata(rk, 1, NULL, &md, 500);
  printf("without broker: %s, in time %d\n", name_of(err), now_ms() - t0 < 1500);
  t0 = now_ms();
  id = rd_kafka_clusterid(rk, 200);
  printf("cluster id %s, in time %d\n", id ? id : "none", now_ms() - t0 < 1000);
  printf("controller %d\n", rd_kafka_controllerid(rk, 200));
  t0 = now_ms();
  err = rd_kafka_query_watermark_offsets(rk, "t", 0, &low, &high, 500);
  printf("watermarks %s, in time %d\n", name_of(err), now_ms() - t0 < 1500);
  rd_kafka_destroy(rk);

  /* The broker is known, and away. */
  rk = producer(conf_with("test.mock.num.brokers", "1", "log_level", "0", NULL));
  err = rd_kafka_metadata(rk, 1, NULL, &md, 10000);
  printf("with a broker: %s\n", name_of(err));
  if (!err)
    rd_kafka_metadata_destroy(md);
  rd_kafka_mock_broker_set_down(rd_kafka_handle_mock_cluster(rk), 1);
  err = rd_kafka_metadata(rk, 1, NULL, &md, 500);
  printf("when it is down: %s\n", name_of(err));
  err = rd_kafka_query_watermark_offsets(rk, "t", 0, &low, &high, 500);
  printf("watermarks then: %s\n", name_of(err));
  list = rd_kafka_topic_partition_list_new(1);
  rd_kafka_topic_partition_list_add(list, "t", 0)->offset = 1;
  err = rd_kafka_offsets_for_times(rk, list, 500);
  printf("offsets for times then: %s\n", name_of(err));
  rd_kafka_topic_partition_list_destroy(list);
  rd_kafka_destroy(rk);
  wait_threads_gone();
  return 0;
}
