//! The cluster changes under a running producer: leaders, partitions, topics, brokers.

use super::{producer, wait_for};
use crate::base::time::Time;
use crate::error::ErrorCode;
use crate::mock::MockCluster;
use crate::protocol::ApiKey;

const OK: ErrorCode = ErrorCode::NO_ERROR;

fn values(cluster: &MockCluster, topic: &str, partition: i32) -> Vec<String> {
    let records = cluster.log_records(topic, partition).unwrap();
    records
        .iter()
        .map(|r| String::from_utf8_lossy(r.value.as_deref().unwrap_or_default()).into_owned())
        .collect()
}

#[test]
fn messages_follow_a_leader_that_moves_and_keep_their_order() {
    let p = producer(&[("test.mock.num.brokers", "3"), ("linger.ms", "0")]);
    let mock = p.client.mock().unwrap();
    mock.topic_create("t", 1, 3).unwrap();
    for n in 0..300 {
        if n % 50 == 25 {
            mock.partition_set_leader("t", 0, n as i32 / 50 % 3 + 1).unwrap();
        }
        p.produce("t", 0, &n.to_string(), n).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let reports = p.reports(300, 10_000);
    assert_eq!(reports, (0..300).map(|n| (n, OK)).collect::<Vec<_>>(), "{}", p.log());
    let expected: Vec<String> = (0..300).map(|n| n.to_string()).collect();
    assert_eq!(values(mock, "t", 0), expected);
}

#[test]
fn a_topic_that_is_slow_to_appear_gets_its_messages() {
    let p = producer(&[("test.mock.num.brokers", "1"), ("linger.ms", "0")]);
    let mock = p.client.mock().unwrap();
    mock.topic_set_error("late", ErrorCode::UNKNOWN_TOPIC_OR_PART).unwrap();
    for n in 0..10 {
        p.produce("late", -1, &n.to_string(), n).unwrap();
    }
    assert_eq!(p.reports(1, 300), []);
    mock.topic_set_error("late", OK).unwrap();
    assert_eq!(p.reports(10, 5000).len(), 10, "{}", p.log());
}

#[test]
fn a_topic_that_never_appears_fails_its_messages_after_the_propagation_time() {
    let conf =
        [("test.mock.num.brokers", "1"), ("linger.ms", "0"), ("topic.metadata.propagation.max.ms", "400")];
    let p = producer(&conf);
    p.client.mock().unwrap().topic_set_error("never", ErrorCode::UNKNOWN_TOPIC_OR_PART).unwrap();
    let start = Time::now();
    p.produce("never", 3, "x", 7).unwrap();
    assert_eq!(p.reports(1, 5000), [(7, ErrorCode::UNKNOWN_TOPIC_OR_PART)]);
    assert!(Time::now().ms_since(start) >= 400);
    assert_eq!(p.produce("never", 3, "x", 8), Err(ErrorCode::LOCAL_UNKNOWN_TOPIC));
    // It comes after all: the refused attempt made the client look.
    p.client.mock().unwrap().topic_set_error("never", OK).unwrap();
    wait_for(5000, || p.produce("never", 3, "y", 9).is_ok());
    assert_eq!(p.reports(1, 5000), [(9, OK)]);
}

#[test]
fn a_topic_may_be_deleted_and_created_anew() {
    let conf = [
        ("test.mock.num.brokers", "1"),
        ("linger.ms", "0"),
        ("topic.metadata.refresh.interval.ms", "200"),
        ("message.timeout.ms", "3000"),
    ];
    let p = producer(&conf);
    let mock = p.client.mock().unwrap();
    mock.topic_create("t", 2, 1).unwrap();
    p.produce("t", 1, "old", 1).unwrap();
    assert_eq!(p.reports(1, 5000), [(1, OK)]);
    mock.topic_delete("t").unwrap();
    mock.topic_set_error("t", ErrorCode::UNKNOWN_TOPIC_OR_PART).unwrap();
    wait_for(5000, || p.produce("t", 1, "lost", 2) == Err(ErrorCode::LOCAL_UNKNOWN_TOPIC));
    mock.topic_set_error("t", OK).unwrap();
    wait_for(5000, || p.produce("t", 3, "new", 3).is_ok());
    let reports = p.reports(usize::MAX, 2000);
    assert!(reports.contains(&(3, OK)), "{reports:?} {}", p.log());
    assert_eq!(values(mock, "t", 3), ["new"]);
}

#[test]
fn partitions_beyond_the_count_are_refused() {
    let p = producer(&[("test.mock.num.brokers", "1"), ("linger.ms", "0")]);
    p.produce("t", 77, "early", 1).unwrap();
    assert_eq!(p.reports(1, 5000), [(1, ErrorCode::LOCAL_UNKNOWN_PARTITION)]);
    assert_eq!(p.produce("t", 77, "late", 2), Err(ErrorCode::LOCAL_UNKNOWN_PARTITION));
    assert_eq!(p.produce("t", 4, "late", 2), Err(ErrorCode::LOCAL_UNKNOWN_PARTITION));
    assert_eq!(p.produce("t", 3, "fits", 3), Ok(()));
    assert_eq!(p.reports(1, 5000), [(3, OK)]);
}

#[test]
fn a_decommissioned_broker_is_let_go_and_its_messages_go_elsewhere() {
    let p = producer(&[("test.mock.num.brokers", "2"), ("linger.ms", "0")]);
    let mock = p.client.mock().unwrap();
    mock.topic_create("t", 1, 2).unwrap();
    mock.partition_set_leader("t", 0, 2).unwrap();
    p.produce("t", 0, "0", 0).unwrap();
    assert_eq!(p.reports(1, 5000), [(0, OK)]);
    mock.broker_decommission(2).unwrap();
    for n in 1..20 {
        p.produce("t", 0, &n.to_string(), n).unwrap();
    }
    assert_eq!(p.reports(19, 10_000), (1..20).map(|n| (n, OK)).collect::<Vec<_>>(), "{}", p.log());
    assert_eq!(values(mock, "t", 0).len(), 20);
}

#[test]
fn h12_a_broker_that_only_speaks_api_versions_0_delivers_at_once() {
    let p = producer(&[("test.mock.num.brokers", "1"), ("linger.ms", "0")]);
    p.client.mock().unwrap().set_apiversion(ApiKey::API_VERSIONS.0, 0, 0).unwrap();
    // A second client meets the cluster as it is now.
    let servers = p.client.mock().unwrap().bootstraps().to_owned();
    let q = producer(&[("bootstrap.servers", &servers), ("linger.ms", "0")]);
    let start = Time::now();
    q.produce("t", 0, "x", 1).unwrap();
    assert_eq!(q.reports(1, 5000), [(1, OK)]);
    assert!(Time::now().ms_since(start) < 200);
    assert_eq!(q.log(), "");
}

#[test]
fn brokers_as_old_as_kafka_2_1_are_spoken_to_in_their_versions() {
    let owner = producer(&[("test.mock.num.brokers", "2")]);
    let mock = owner.client.mock().unwrap();
    // The ranges of Kafka 2.1.
    let ranges = [
        (ApiKey::PRODUCE, 7),
        (ApiKey::FETCH, 10),
        (ApiKey::LIST_OFFSETS, 4),
        (ApiKey::METADATA, 7),
        (ApiKey::FIND_COORDINATOR, 2),
        (ApiKey::API_VERSIONS, 2),
        (ApiKey::INIT_PRODUCER_ID, 1),
    ];
    for (api, max) in ranges {
        mock.set_apiversion(api.0, 0, max).unwrap();
    }
    let servers = mock.bootstraps().to_owned();
    for codec in ["none", "gzip", "snappy", "lz4"] {
        let conf =
            [("bootstrap.servers", servers.as_str()), ("linger.ms", "1"), ("compression.codec", codec)];
        let p = producer(&conf);
        for n in 0..50 {
            p.produce(codec, 1, &n.to_string(), n).unwrap();
        }
        assert_eq!(p.reports(50, 5000), (0..50).map(|n| (n, OK)).collect::<Vec<_>>(), "{}", p.log());
        assert_eq!(values(mock, codec, 1).len(), 50);
        let deadline = Time::now().after_ms(5000);
        assert_eq!(p.client.list_offsets(codec, 1, &[-2, -1], deadline), Ok(vec![0, 50]));
        assert_eq!(p.log(), "");
    }
}

#[test]
fn h13_a_batch_that_the_broker_finds_too_large_is_split() {
    let p = producer(&[("test.mock.num.brokers", "1"), ("linger.ms", "100")]);
    let mock = p.client.mock().unwrap();
    mock.push_request_errors(ApiKey::PRODUCE.0, vec![ErrorCode::MSG_SIZE_TOO_LARGE]).unwrap();
    for n in 0..5 {
        p.produce("t", 0, &n.to_string(), n).unwrap();
    }
    assert_eq!(p.reports(5, 5000), (0..5).map(|n| (n, OK)).collect::<Vec<_>>());
    assert_eq!(values(mock, "t", 0), ["0", "1", "2", "3", "4"]);
}

#[test]
fn one_metadata_request_for_a_new_topic() {
    let p = producer(&[("test.mock.num.brokers", "1"), ("linger.ms", "0")]);
    let mock = p.client.mock().unwrap();
    // The connection and the list of brokers come first.
    assert!(p.client.cluster(Time::now().after_ms(5000)).is_some());
    mock.start_request_tracking().unwrap();
    p.produce("t", 0, "x", 1).unwrap();
    assert_eq!(p.reports(1, 5000), [(1, OK)]);
    let requests = mock.requests().unwrap();
    let keys: Vec<i16> = requests.iter().map(|request| request.api_key).collect();
    assert_eq!(keys, [ApiKey::METADATA.0, ApiKey::PRODUCE.0]);
}

#[test]
fn statistics_that_nobody_takes_do_not_pile_up() {
    let p = producer(&[("bootstrap.servers", "127.0.0.1:1"), ("statistics.interval.ms", "1")]);
    let events = p.client.events();
    let drain = || {
        let mut documents = 0;
        while let Some(event) = events.pop(Time::ZERO) {
            documents += usize::from(matches!(event, crate::ops::AppEvent::Stats(_)));
        }
        documents
    };
    wait_for(10_000, || events.len() >= 100);
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert_eq!(drain(), 100);
    // Those that are taken make room.
    wait_for(10_000, || drain() > 0);
}

#[test]
fn statistics_have_all_documented_fields() {
    let p =
        producer(&[("test.mock.num.brokers", "2"), ("linger.ms", "0"), ("statistics.interval.ms", "300")]);
    p.produce("t", 0, "x", 1).unwrap();
    let deadline = Time::now().after_ms(5000);
    let mut documents = Vec::new();
    while documents.len() < 2 {
        match p.client.events().pop(deadline) {
            Some(crate::ops::AppEvent::Stats(json)) => documents.push(json),
            Some(_) => {}
            None => panic!("no statistics"),
        }
    }
    let document: serde_json::Value = serde_json::from_str(&documents[1]).unwrap();
    let fields = include_str!("../../../capi-tests/abi/stats.tsv");
    for line in fields.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let (path, kind, emitted_by) = (columns[0], columns[1], columns[6]);
        // A map may be empty; request counts are named by API.
        if !emitted_by.contains("producer") {
            continue;
        }
        assert!(has(&document, path, kind), "{path} ({kind}) is not in {}", documents[1]);
    }
    assert_eq!(document["topics"]["t"]["partitions"]["0"]["txmsgs"], 1);
    assert_eq!(document["msg_cnt"], 0);
}

/// True if a path (`{}` stands for any key) leads to a value of this kind.
fn has(value: &serde_json::Value, path: &str, kind: &str) -> bool {
    let Some((first, rest)) = path.split_once('.').map(|(a, b)| (a, Some(b))).or(Some((path, None))) else {
        return false;
    };
    let Some(object) = value.as_object() else { return false };
    let mut found = object.iter().filter(|(key, _)| first == "{}" || *key == first).map(|(_, value)| value);
    match rest {
        Some(rest) => found.any(|value| has(value, rest, kind)),
        None => found.any(|value| match kind {
            "string" => value.is_string(),
            "integer" => value.is_i64() || value.is_u64(),
            "boolean" => value.is_boolean(),
            _ => value.is_object(),
        }),
    }
}

#[test]
fn all_threads_end_with_the_handle_and_soon() {
    let p = producer(&[("bootstrap.servers", "127.0.0.1:1"), ("message.timeout.ms", "60000")]);
    for n in 0..100 {
        p.produce("t", 0, "x", n).unwrap();
    }
    std::thread::sleep(std::time::Duration::from_millis(100));
    let start = Time::now();
    p.client.terminate();
    assert!(Time::now().ms_since(start) < 1000, "{} ms", Time::now().ms_since(start));
    assert!(p.log().contains("100 messages (100 bytes)"), "{}", p.log());
    assert_eq!(p.produce("t", 0, "x", 1), Err(ErrorCode::LOCAL_DESTROY));
}
