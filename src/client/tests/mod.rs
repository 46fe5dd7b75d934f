//! The whole client on the embedded mock cluster: threads, sockets and all.

mod faults;
mod panics;
mod topology;

use super::{Client, Hooks};
use crate::base::time::Time;
use crate::conf::{ClientType, Conf};
use crate::error::ErrorCode;
use crate::metadata::MetadataScope;
use crate::ops::AppEvent;
use crate::producer::NewMessage;
use crate::topic::Value;
use std::sync::{Arc, Mutex};

struct Producer {
    client: Client,
    lines: Arc<Mutex<Vec<String>>>,
}

fn producer(properties: &[(&str, &str)]) -> Producer {
    producer_with(properties, |_| {})
}

fn producer_with(properties: &[(&str, &str)], change: impl FnOnce(&mut Hooks)) -> Producer {
    let mut conf = Conf::new();
    for (name, value) in properties {
        conf.set(name, Some(value)).unwrap();
    }
    let lines = Arc::new(Mutex::new(Vec::new()));
    let into = lines.clone();
    let mut hooks = Hooks::with_log(Arc::new(move |line| {
        into.lock().unwrap().push(format!("{:?} {} {}", line.level, line.facility, line.text));
    }));
    change(&mut hooks);
    Producer { client: Client::new(ClientType::Producer, &conf, hooks).unwrap(), lines }
}

/// Waits until `condition` holds.
fn wait_for(wait_ms: u64, condition: impl Fn() -> bool) {
    let deadline = Time::now().after_ms(wait_ms);
    while !condition() {
        assert!(Time::now() < deadline, "still not so after {wait_ms} ms");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

impl Producer {
    /// All log lines so far.
    fn log(&self) -> String {
        self.lines.lock().unwrap().join("\n")
    }

    fn produce(&self, topic: &str, partition: i32, value: &str, opaque: usize) -> Result<(), ErrorCode> {
        let topic = self.client.topic(topic, None, None, 0).unwrap();
        let message = NewMessage {
            partition,
            key: None,
            value: Value::Copy(value.as_bytes()),
            headers: &[],
            timestamp_ms: 0,
            opaque,
            block: false,
        };
        self.client.producer().unwrap().produce(&topic, message)
    }

    /// Serves reports until `cnt` messages are reported or `wait_ms` is over: opaque and error of each.
    fn reports(&self, cnt: usize, wait_ms: u64) -> Vec<(usize, ErrorCode)> {
        let deadline = Time::now().after_ms(wait_ms);
        let mut reports = Vec::new();
        while reports.len() < cnt {
            match self.client.events().pop(deadline) {
                Some(AppEvent::Delivery(delivery)) => {
                    reports.extend(delivery.iter().map(|report| (report.opaque, report.error)));
                }
                Some(_) => {}
                None => break,
            }
        }
        reports
    }
}

#[test]
fn messages_reach_the_cluster_and_are_reported_in_order() {
    let p = producer(&[("test.mock.num.brokers", "3"), ("linger.ms", "1")]);
    for n in 0..1000 {
        p.produce("t", 0, &format!("m{n}"), n).unwrap();
    }
    let reports = p.reports(1000, 10_000);
    let lines = p.lines.lock().unwrap().join("\n");
    assert_eq!(reports.len(), 1000, "{lines}");
    assert!(reports.iter().enumerate().all(|(n, report)| *report == (n, ErrorCode::NO_ERROR)));
    let stored = p.client.mock().unwrap().log_records("t", 0).unwrap();
    assert_eq!(stored.len(), 1000);
    assert!(stored.iter().enumerate().all(|(n, r)| r.value.as_deref() == Some(format!("m{n}").as_bytes())));
    let said: Vec<&str> = lines.lines().filter(|line| !line.starts_with("Notice MOCK ")).collect();
    assert_eq!(said, Vec::<&str>::new(), "a good run has nothing to say but that the cluster is a mock");
}

#[test]
fn first_message_of_a_cold_producer_is_acknowledged_within_ten_milliseconds() {
    let mut times = Vec::new();
    for _ in 0..5 {
        let p = producer(&[("test.mock.num.brokers", "1"), ("linger.ms", "0")]);
        let start = Time::now();
        p.produce("t", 0, "x", 1).unwrap();
        assert_eq!(p.reports(1, 5000), [(1, ErrorCode::NO_ERROR)]);
        times.push(Time::now().us_since(start));
    }
    times.sort_unstable();
    eprintln!("cold first message, microseconds: {times:?}");
    assert!(times[0] < 10_000, "{times:?}");
}

#[test]
fn a_broker_that_was_down_gets_everything_when_it_is_back() {
    let p = producer(&[("test.mock.num.brokers", "1"), ("linger.ms", "0")]);
    p.produce("t", 0, "0", 0).unwrap();
    assert_eq!(p.reports(1, 5000).len(), 1);
    let mock = p.client.mock().unwrap();
    mock.broker_set_down(1).unwrap();
    for n in 1..=100 {
        p.produce("t", 0, &n.to_string(), n).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    mock.broker_set_up(1).unwrap();
    let back = Time::now();
    let reports = p.reports(100, 5000);
    let took_ms = Time::now().ms_since(back);
    let lines = p.lines.lock().unwrap().join("\n");
    assert!(reports.iter().zip(1..).all(|(report, n)| *report == (n, ErrorCode::NO_ERROR)), "{reports:?}");
    assert_eq!(mock.log_records("t", 0).unwrap().len(), 101);
    eprintln!("delivered {took_ms} ms after the broker was back; lines:\n{lines}");
    assert!(took_ms < 1000 && reports.len() == 100, "{lines}");
}

#[test]
fn a_leader_that_metadata_left_out_for_a_while_gets_its_messages() {
    let p = producer(&[("test.mock.num.brokers", "2"), ("linger.ms", "0")]);
    let mock = p.client.mock().unwrap();
    mock.topic_create("t", 1, 2).unwrap();
    mock.partition_set_leader("t", 0, 2).unwrap();
    p.produce("t", 0, "0", 0).unwrap();
    assert_eq!(p.reports(1, 5000).len(), 1);
    mock.broker_set_down(2).unwrap();
    // The other broker answers that there is but one broker: the partition is homeless.
    let deadline = Time::now().after_ms(5000);
    let known = || p.client.cluster(deadline).map_or(0, |cluster| cluster.brokers.len());
    while known() != 1 {
        assert!(Time::now() < deadline, "the client does not learn of it");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    p.produce("t", 0, "1", 1).unwrap();
    mock.broker_set_up(2).unwrap();
    let reports = p.reports(1, 5000);
    assert_eq!(reports, [(1, ErrorCode::NO_ERROR)], "{}", p.lines.lock().unwrap().join("\n"));
}

#[test]
fn metadata_and_offsets_are_looked_up() {
    let p = producer(&[("test.mock.num.brokers", "2")]);
    let deadline = Time::now().after_ms(5000);
    p.client.mock().unwrap().topic_create("t", 3, 1).unwrap();
    let metadata = p.client.metadata(MetadataScope::AllTopics, deadline).unwrap();
    assert_eq!((metadata.brokers.len(), metadata.topic("t").unwrap().partitions.len()), (2, 3));
    assert_eq!(p.client.list_offsets("t", 1, &[-2, -1], deadline), Ok(vec![0, 0]));
    p.produce("t", 1, "x", 1).unwrap();
    assert_eq!(p.reports(1, 5000).len(), 1);
    assert_eq!(p.client.list_offsets("t", 1, &[-2, -1], deadline), Ok(vec![0, 1]));
    let missing = p.client.list_offsets("t", 9, &[-1], deadline).unwrap_err();
    assert_eq!(missing.code, ErrorCode::LOCAL_UNKNOWN_PARTITION);
}
