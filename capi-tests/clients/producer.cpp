// A producer on librdkafka++: numbered messages with a header each, delivery
// reports counted, metadata printed. Arguments: bootstrap servers, topic, count.
#include <librdkafka/rdkafkacpp.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>

namespace {

class Reports : public RdKafka::DeliveryReportCb {
 public:
  int delivered = 0, failed = 0;
  void dr_cb(RdKafka::Message &message) override {
    if (message.err() == RdKafka::ERR_NO_ERROR && message.offset() >= 0 &&
        message.status() == RdKafka::Message::MSG_STATUS_PERSISTED &&
        message.msg_opaque() == this)
      delivered++;
    else
      failed++;
  }
};

class Events : public RdKafka::EventCb {
 public:
  void event_cb(RdKafka::Event &event) override {
    if (event.type() == RdKafka::Event::EVENT_ERROR)
      std::cerr << "error: " << event.str() << std::endl;
  }
};

void set(RdKafka::Conf &conf, const std::string &name, const std::string &value) {
  std::string errstr;
  if (conf.set(name, value, errstr) != RdKafka::Conf::CONF_OK) {
    std::cerr << errstr << std::endl;
    std::exit(1);
  }
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 4) {
    std::cerr << "usage: producer BOOTSTRAP TOPIC COUNT" << std::endl;
    return 2;
  }
  const std::string topic = argv[2];
  const int count = std::atoi(argv[3]);
  Reports reports;
  Events events;
  std::string errstr;

  std::unique_ptr<RdKafka::Conf> conf(RdKafka::Conf::create(RdKafka::Conf::CONF_GLOBAL));
  set(*conf, "bootstrap.servers", argv[1]);
  set(*conf, "acks", "all");
  if (conf->set("dr_cb", &reports, errstr) != RdKafka::Conf::CONF_OK ||
      conf->set("event_cb", &events, errstr) != RdKafka::Conf::CONF_OK) {
    std::cerr << errstr << std::endl;
    return 1;
  }
  std::unique_ptr<RdKafka::Producer> producer(RdKafka::Producer::create(conf.get(), errstr));
  if (!producer) {
    std::cerr << errstr << std::endl;
    return 1;
  }

  for (int i = 0; i < count; i++) {
    const std::string value = "cxx " + std::to_string(i);
    RdKafka::Headers *headers = RdKafka::Headers::create();
    headers->add("number", std::to_string(i));
    RdKafka::ErrorCode err;
    while ((err = producer->produce(topic, RdKafka::Topic::PARTITION_UA,
                                    RdKafka::Producer::RK_MSG_COPY,
                                    const_cast<char *>(value.data()), value.size(), nullptr, 0,
                                    0, headers, &reports)) == RdKafka::ERR__QUEUE_FULL)
      producer->poll(100);
    if (err != RdKafka::ERR_NO_ERROR) {
      std::cerr << RdKafka::err2str(err) << std::endl;
      delete headers;
      return 1;
    }
    producer->poll(0);
  }
  producer->flush(30000);

  RdKafka::Metadata *raw = nullptr;
  std::unique_ptr<RdKafka::Topic> handle(
      RdKafka::Topic::create(producer.get(), topic, nullptr, errstr));
  if (producer->metadata(false, handle.get(), &raw, 10000) == RdKafka::ERR_NO_ERROR) {
    std::unique_ptr<RdKafka::Metadata> metadata(raw);
    std::cout << "partitions " << metadata->topics()->front()->partitions()->size() << std::endl;
  }
  std::cout << "delivered " << reports.delivered << " failed " << reports.failed << " left "
            << producer->outq_len() << std::endl;
  handle.reset();
  producer.reset();
  return reports.failed != 0 || reports.delivered != count;
}
