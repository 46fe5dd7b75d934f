//! Random faults of a cluster for a while, then none: what was accepted is reported
//! once, stored, and in order.

use super::{Producer, producer};
use crate::base::time::Time;
use crate::error::ErrorCode;
use crate::mock::MockCluster;
use crate::mock::error_stack::PushedError;
use crate::protocol::ApiKey;
use std::collections::HashSet;
use std::time::Duration;

const PARTITIONS: i32 = 4;

/// Errors that a producer is to get over, `_TRANSPORT` being a closed connection.
const PASSING: [ErrorCode; 6] = [
    ErrorCode::NOT_LEADER_FOR_PARTITION,
    ErrorCode::REQUEST_TIMED_OUT,
    ErrorCode::LOCAL_TRANSPORT,
    ErrorCode::NOT_ENOUGH_REPLICAS,
    ErrorCode::LEADER_NOT_AVAILABLE,
    ErrorCode::UNKNOWN_TOPIC_OR_PART,
];

fn disturb(mock: &MockCluster, rng: &mut fastrand::Rng) {
    let broker = rng.i32(1..=3);
    let partition = rng.i32(0..PARTITIONS);
    let error = PASSING[rng.usize(..PASSING.len())];
    let done = match rng.u8(0..12) {
        0 => mock.broker_set_down(broker),
        1 | 2 => mock.broker_set_up(-1),
        3 => mock.partition_set_leader("t", partition, broker),
        4 => mock.push_request_errors(ApiKey::PRODUCE.0, vec![error]),
        5 => {
            let slow = vec![PushedError { error: ErrorCode::NO_ERROR, rtt_ms: 50 }];
            mock.broker_push_request_error_rtts(broker, ApiKey::PRODUCE.0, slow)
        }
        6 => mock.push_request_errors(ApiKey::METADATA.0, vec![ErrorCode::LOCAL_TRANSPORT]),
        7 => mock.push_request_errors(ApiKey::API_VERSIONS.0, vec![ErrorCode::LOCAL_TRANSPORT]),
        8 => mock.broker_set_rtt(broker, rng.i32(0..30)),
        // Old news about a leader.
        9 => mock.partition_push_leader_response("t", partition, broker, rng.i32(-1..=0)),
        _ => Ok(()),
    };
    assert_eq!(done, Ok(()));
}

fn repair(mock: &MockCluster) {
    mock.broker_set_up(-1).unwrap();
    mock.broker_set_rtt(-1, 0).unwrap();
    for api in [ApiKey::PRODUCE, ApiKey::METADATA, ApiKey::API_VERSIONS] {
        mock.clear_request_errors(api.0).unwrap();
    }
}

/// Numbers in the log of a partition, without those that were stored before.
fn first_copies(mock: &MockCluster, partition: i32) -> Vec<usize> {
    let mut seen = HashSet::new();
    let numbers = mock.log_records("t", partition).unwrap().into_iter().map(|record| {
        let value = String::from_utf8(record.value.unwrap()).unwrap();
        value.parse::<usize>().unwrap()
    });
    numbers.filter(|number| seen.insert(*number)).collect()
}

fn check(p: &Producer, mock: &MockCluster, accepted: usize) {
    let reports = p.reports(accepted, 10_000);
    let lines = || p.lines.lock().unwrap().join("\n");
    assert_eq!(reports.len(), accepted, "stalled after the repair; {}", lines());
    let failed = reports.iter().find(|(_, error)| !error.is_ok());
    assert_eq!(failed, None, "{}", lines());
    let distinct: HashSet<usize> = reports.iter().map(|(number, _)| *number).collect();
    assert_eq!(distinct.len(), accepted, "a message was reported twice");
    let mut stored = 0;
    for partition in 0..PARTITIONS {
        let numbers = first_copies(mock, partition);
        assert!(numbers.is_sorted(), "partition {partition} is out of order");
        stored += numbers.len();
    }
    assert_eq!(stored, accepted, "a message was reported but not stored");
}

fn run(seed: u64) {
    let p = producer(&[
        ("test.mock.num.brokers", "3"),
        ("linger.ms", "2"),
        // One at a time: without idempotence that keeps the order over retries.
        ("max.in.flight", "1"),
        ("retry.backoff.ms", "10"),
        ("retry.backoff.max.ms", "100"),
        ("reconnect.backoff.ms", "10"),
        ("reconnect.backoff.max.ms", "200"),
        ("message.timeout.ms", "60000"),
    ]);
    let mock = p.client.mock().unwrap();
    mock.topic_create("t", PARTITIONS, 3).unwrap();
    let mut rng = fastrand::Rng::with_seed(seed);
    let end = Time::now().after_ms(1500);
    let mut accepted = 0;
    while Time::now() < end {
        for _ in 0..rng.usize(1..200) {
            let partition = accepted as i32 % PARTITIONS;
            p.produce("t", partition, &accepted.to_string(), accepted).unwrap();
            accepted += 1;
        }
        disturb(mock, &mut rng);
        std::thread::sleep(Duration::from_millis(rng.u64(1..30)));
    }
    repair(mock);
    check(&p, mock, accepted);
}

#[test]
fn random_faults_lose_nothing_and_keep_the_order() {
    // Timing differs from run to run; the seeds only choose the faults.
    (1..=3).for_each(run);
}
