//! Messages through core and driver to the embedded cluster, with outages.

use super::driver::{Live, PATIENCE};
use super::*;
use crate::conf::Conf;
use crate::mock::MockCluster;
use crate::producer::{NewMessage, ProducerShared};
use crate::queue::Mailbox;
use crate::topic::{Topic, TopicSettings, Value};
use std::time::{Duration, Instant};

const PARTITIONS: usize = 3;

/// A producer with one topic whose partitions are all led by the cluster's one broker.
struct Producer {
    cluster: MockCluster,
    shared: Arc<ProducerShared>,
    topic: Arc<Topic>,
    live: Live,
}

impl Producer {
    fn new(topic_settings: TopicSettings) -> Producer {
        Producer::with(topic_settings, Conf::default())
    }

    fn with(topic_settings: TopicSettings, conf: Conf) -> Producer {
        let cluster = MockCluster::new(1).unwrap();
        cluster.topic_create("t", PARTITIONS as i32, 1).unwrap();
        let port: u16 = cluster.bootstraps().rsplit(':').next().unwrap().parse().unwrap();
        let settings = Arc::new(BrokerSettings::from_conf(&conf, "0"));
        let shared = Arc::new(ProducerShared::new(&conf));
        let mailbox: Arc<Mailbox<BrokerOp>> = Mailbox::new();
        let sender = Sender::new(shared.clone(), Some(mailbox.clone()));
        let waiting = shared.clone();
        let init = BrokerInit {
            node_id: 1,
            queued: Some(Arc::new(move || waiting.waiting_broker_cnt())),
            ..init(settings.clone(), "127.0.0.1", port, sender)
        };
        let core = BrokerCore::new(init, Time::now());
        let live = Live::of(core, settings, SocketHooks::default(), mailbox.clone());
        let topic = Topic::new("t".into(), topic_settings, shared.limits.clone(), None, Time::now());
        for partition in topic.set_exists(Time::now(), &[(1, 0); PARTITIONS], [0; 16], &mut Vec::new()) {
            assert!(mailbox.push(BrokerOp::Join(partition)).is_ok());
        }
        Producer { cluster, shared, topic, live }
    }

    fn produce(&self, number: usize) {
        let value = number.to_string();
        let message = NewMessage {
            partition: (number % PARTITIONS) as i32,
            key: None,
            value: Value::Copy(value.as_bytes()),
            headers: &[],
            timestamp_ms: 0,
            opaque: number,
            block: false,
        };
        self.shared.produce(&self.topic, message).unwrap();
    }

    /// Waits until so many messages were reported; returns numbers and errors.
    fn reports(&self, count: usize) -> Vec<(usize, ErrorCode)> {
        let start = Instant::now();
        loop {
            let deliveries = self.live.outlet.deliveries.lock().unwrap();
            if deliveries.iter().map(|delivery| delivery.len()).sum::<usize>() >= count {
                let reports = deliveries.iter().flat_map(|d| d.iter().map(|r| (r.opaque, r.error)));
                return reports.collect();
            }
            drop(deliveries);
            assert!(start.elapsed() < PATIENCE, "{} of {count} reports", self.count());
            std::thread::sleep(Duration::from_micros(200));
        }
    }

    fn count(&self) -> usize {
        self.live.outlet.deliveries.lock().unwrap().iter().map(|delivery| delivery.len()).sum()
    }

    /// What the cluster stored, by partition.
    fn stored(&self) -> Vec<Vec<usize>> {
        let number = |value: &[u8]| std::str::from_utf8(value).unwrap().parse().unwrap();
        let of = |partition| {
            let records = self.cluster.log_records("t", partition).unwrap();
            records.iter().map(|record| number(record.value.as_deref().unwrap())).collect()
        };
        (0..PARTITIONS as i32).map(of).collect()
    }

    /// All of `0..count` were acknowledged and stored once and in order.
    fn expect_all(&self, count: usize) {
        let mut reports = self.reports(count);
        reports.sort_by_key(|report| report.0);
        let wanted: Vec<(usize, ErrorCode)> = (0..count).map(|n| (n, ErrorCode::NO_ERROR)).collect();
        assert_eq!(reports, wanted);
        let wanted: Vec<Vec<usize>> =
            (0..PARTITIONS).map(|p| (p..count).step_by(PARTITIONS).collect()).collect();
        assert_eq!(self.stored(), wanted);
    }
}

fn eager() -> TopicSettings {
    TopicSettings { linger_us: 0, sticky_linger_us: 0, ..TopicSettings::default() }
}

#[test]
fn the_first_message_of_a_cold_producer_takes_milliseconds() {
    // The best of a few: one may meet a busy machine.
    let mut best = PATIENCE;
    for _ in 0..5 {
        let producer = Producer::new(eager());
        let start = Instant::now();
        producer.produce(0);
        producer.reports(1);
        best = best.min(start.elapsed());
        producer.expect_all(1);
    }
    assert!(best < Duration::from_millis(10), "{best:?}");
}

#[test]
fn many_messages_arrive_once_and_in_order() {
    let producer = Producer::new(TopicSettings { linger_us: 1_000, ..TopicSettings::default() });
    for number in 0..20_000 {
        producer.produce(number);
    }
    producer.expect_all(20_000);
    assert_eq!(
        producer.live.outlet.lines.lock().unwrap().iter().filter(|l| l.level < Level::Info).count(),
        0
    );
}

#[test]
fn without_acknowledgements_messages_are_done_once_written() {
    let producer = Producer::new(TopicSettings { acks: 0, ..eager() });
    for number in 0..500 {
        producer.produce(number);
    }
    let reports = producer.reports(500);
    assert!(reports.iter().all(|(_, error)| error.is_ok()));
    let start = Instant::now();
    while producer.stored().iter().map(Vec::len).sum::<usize>() < 500 {
        assert!(start.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn an_outage_loses_nothing_and_needs_nobody() {
    let producer = Producer::new(eager());
    let mut number = 0;
    let mut produce = |count: usize, pause_us: u64| {
        for _ in 0..count {
            producer.produce(number);
            number += 1;
            std::thread::sleep(Duration::from_micros(pause_us));
        }
    };
    produce(200, 500);
    producer.reports(200);
    producer.cluster.broker_set_down(1).unwrap();
    produce(300, 3_000);
    assert!(producer.count() < 500);
    producer.cluster.broker_set_up(1).unwrap();
    let back = Instant::now();
    let before = producer.count();
    while producer.count() == before {
        assert!(back.elapsed() < Duration::from_secs(5), "no delivery");
        std::thread::sleep(Duration::from_millis(1));
    }
    let first = back.elapsed();
    produce(100, 200);
    producer.expect_all(600);
    assert!(first < Duration::from_millis(1_500), "{first:?}");
    let start = Instant::now();
    while !producer.live.has_line("connected again after") {
        assert!(start.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(10));
    }
    let lines = producer.live.outlet.lines.lock().unwrap().clone();
    let shown: Vec<_> = lines.iter().filter(|line| line.level <= Level::Info).collect();
    assert!(shown.iter().any(|line| line.text.contains("Connection refused (after ")), "{shown:?}");
    assert!((2..=5).contains(&shown.len()), "{shown:#?}");
}

#[test]
fn a_broker_that_hangs_up_on_requests_gets_them_again_in_order() {
    let producer = Producer::new(eager());
    producer.produce(0);
    producer.reports(1);
    // Closes the connection instead of answering, four times.
    let errors = vec![ErrorCode::LOCAL_TRANSPORT; 4];
    producer.cluster.push_request_errors(ApiKey::PRODUCE.0, errors).unwrap();
    for number in 1..60 {
        producer.produce(number);
    }
    producer.expect_all(60);
}

#[test]
fn messages_time_out_while_the_broker_is_away() {
    let producer = Producer::new(TopicSettings { message_timeout_us: Some(300_000), ..eager() });
    producer.cluster.broker_set_down(1).unwrap();
    let start = Instant::now();
    for number in 0..30 {
        producer.produce(number);
    }
    let reports = producer.reports(30);
    assert!(reports.iter().all(|(_, error)| *error == ErrorCode::LOCAL_MSG_TIMED_OUT), "{reports:?}");
    assert!(start.elapsed() >= Duration::from_millis(300));
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
}
