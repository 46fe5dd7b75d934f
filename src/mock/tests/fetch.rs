//! Fetch and ListOffsets: positions, limits, waiting, followers.

use crate::base::time::Time;
use crate::mock::core::{ConnId, MockCore, Reply};
use crate::mock::testing::*;
use crate::protocol::messages::fetch_request::{FetchPartition, FetchTopic};
use crate::protocol::messages::fetch_response::PartitionData;
use crate::protocol::messages::list_offsets_request::{ListOffsetsPartition, ListOffsetsTopic};
use crate::protocol::messages::{FetchRequest, FetchResponse, ListOffsetsRequest, ListOffsetsResponse};

/// Broker 1 leads partition 0 of `t`, which holds batches of 2, 3 and 1 records.
fn core_with_records() -> MockCore {
    let mut core = cluster(3);
    core.topic_create("t", 1, 3).unwrap();
    core.partition_set_leader("t", 0, 1).unwrap();
    for count in [2, 3, 1] {
        produce(&mut core, 1, "t", 0, count);
    }
    core
}

fn request(offset: i64, max_wait_ms: i32) -> FetchRequest {
    FetchRequest {
        max_wait_ms,
        min_bytes: 1,
        max_bytes: 1 << 20,
        topics: vec![FetchTopic {
            topic: "t".into(),
            partitions: vec![FetchPartition {
                fetch_offset: offset,
                partition_max_bytes: 1 << 20,
                ..Default::default()
            }],
            ..Default::default()
        }],
        ..Default::default()
    }
}

fn only(response: FetchResponse) -> PartitionData {
    response.responses[0].partitions[0].clone()
}

fn fetch(core: &mut MockCore, broker: i32, offset: i64) -> PartitionData {
    only(call(core, broker, 11, &request(offset, 500)))
}

/// Base offsets of the batches in a response.
fn bases(data: &PartitionData) -> Vec<i64> {
    let bytes = data.records.as_ref().unwrap().to_bytes();
    let mut at = 0;
    let mut found = Vec::new();
    while at < bytes.len() {
        found.push(i64::from_be_bytes(bytes[at..at + 8].try_into().unwrap()));
        at += 12 + i32::from_be_bytes(bytes[at + 8..at + 12].try_into().unwrap()) as usize;
    }
    found
}

#[test]
fn reads_from_the_batch_of_the_offset() {
    let mut core = core_with_records();
    let data = fetch(&mut core, 1, 0);
    assert_eq!((data.error_code, data.high_watermark, data.last_stable_offset), (0, 6, 6));
    assert_eq!((data.log_start_offset, data.preferred_read_replica), (0, -1));
    assert_eq!(bases(&data), [0, 2, 5]);
    assert_eq!(bases(&fetch(&mut core, 1, 3)), [2, 5]);
}

#[test]
fn all_versions_answer() {
    let mut core = core_with_records();
    let id = core.topics["t"].id;
    for version in 4..=16 {
        let mut asked = request(2, 0);
        if version >= 13 {
            asked.topics[0].topic = String::new();
            asked.topics[0].topic_id = id;
        }
        let data = only(call(&mut core, 1, version, &asked));
        assert_eq!(bases(&data), [2, 5], "version {version}");
    }
    let mut unknown = request(2, 500);
    unknown.topics[0].topic = String::new();
    unknown.topics[0].topic_id = [9; 16];
    assert_eq!(only(call(&mut core, 1, 13, &unknown)).error_code, 100);
}

#[test]
fn limits_let_one_batch_through() {
    let mut core = core_with_records();
    let mut asked = request(0, 0);
    asked.max_bytes = 1;
    assert_eq!(bases(&only(call(&mut core, 1, 11, &asked))), [0]);
    asked.max_bytes = 1 << 20;
    asked.topics[0].partitions[0].partition_max_bytes = 1;
    assert_eq!(bases(&only(call(&mut core, 1, 11, &asked))), [0]);
    asked.max_bytes = -1;
    asked.topics[0].partitions[0].partition_max_bytes = -1;
    assert_eq!(bases(&only(call(&mut core, 1, 11, &asked))), [0]);
}

#[test]
fn errors_come_at_once() {
    let mut core = core_with_records();
    assert_eq!(fetch(&mut core, 1, 7).error_code, 1);
    assert_eq!(fetch(&mut core, 1, -5).error_code, 1);
    assert_eq!(fetch(&mut core, 2, 0).error_code, 6);
    let mut asked = request(0, 500);
    asked.topics[0].partitions[0].partition = 4;
    assert_eq!(only(call(&mut core, 1, 11, &asked)).error_code, 3);
    let mut asked = request(0, 500);
    asked.topics[0].partitions[0].current_leader_epoch = 0;
    assert_eq!(only(call(&mut core, 1, 11, &asked)).error_code, 74);
    asked.topics[0].partitions[0].current_leader_epoch = 9;
    assert_eq!(only(call(&mut core, 1, 11, &asked)).error_code, 75);
    core.push_errors(1, &[crate::error::ErrorCode(5)]);
    let response: FetchResponse = call(&mut core, 1, 11, &request(0, 500));
    assert_eq!(response.error_code, 5);
    assert_eq!(only(response).error_code, 5);
    let mut asked = request(0, 500);
    asked.topics[0].topic = String::new();
    asked.topics[0].topic_id = core.topics["t"].id;
    let moved: FetchResponse = call(&mut core, 3, 16, &asked);
    assert_eq!((moved.node_endpoints[0].node_id, moved.node_endpoints[0].port), (1, 9001));
    assert_eq!(only(moved).current_leader.leader_id, 1);
}

fn parked_answer(core: &mut MockCore) -> Option<(PartitionData, Time)> {
    let answer = core.take_answers().pop()?;
    assert_eq!(answer.conn, ConnId(1));
    let Reply::Respond { frame, at } = answer.reply else { panic!("no response") };
    Some((only(decode::<FetchRequest>(&frame, 11)), at))
}

#[test]
fn waits_for_records() {
    let mut core = core_with_records();
    assert!(matches!(send(&mut core, NOW, 1, 11, &request(6, 500)), Reply::Parked));
    assert_eq!(core.deadline(), NOW.after_ms(500));
    produce(&mut core, 1, "t", 0, 2);
    let (data, at) = parked_answer(&mut core).expect("new records end the wait");
    assert_eq!((bases(&data), at), (vec![6], NOW));
    assert_eq!(core.deadline(), Time::NEVER);
}

#[test]
fn waits_no_longer_than_asked() {
    let mut core = core_with_records();
    core.broker_set_rtt(1, 200).unwrap();
    assert!(matches!(send(&mut core, NOW, 1, 11, &request(6, 500)), Reply::Parked));
    core.on_timer(NOW.after_ms(499));
    assert!(parked_answer(&mut core).is_none());
    core.on_timer(NOW.after_ms(500));
    let (data, at) = parked_answer(&mut core).unwrap();
    assert_eq!((bases(&data), data.error_code), (vec![], 0));
    assert_eq!(at, NOW.after_ms(500), "the round trip runs beside the wait");
    // A client that went away is forgotten.
    assert!(matches!(send(&mut core, NOW, 1, 11, &request(6, 500)), Reply::Parked));
    core.disconnected(ConnId(1));
    assert_eq!(core.deadline(), Time::NEVER);
}

#[test]
fn min_bytes_is_honoured() {
    let mut core = core_with_records();
    let mut asked = request(5, 500);
    asked.min_bytes = 100_000;
    assert!(matches!(send(&mut core, NOW, 1, 11, &asked), Reply::Parked));
    produce(&mut core, 1, "t", 0, 1);
    assert!(parked_answer(&mut core).is_none());
    core.on_timer(NOW.after_ms(500));
    assert_eq!(bases(&parked_answer(&mut core).unwrap().0), [5, 6]);
}

#[test]
fn followers() {
    let mut core = core_with_records();
    core.partition_set_follower("t", 0, 2).unwrap();
    let at_leader = fetch(&mut core, 1, 0);
    assert_eq!((at_leader.preferred_read_replica, bases(&at_leader)), (2, vec![]));
    assert_eq!(bases(&fetch(&mut core, 2, 0)), [0, 2, 5]);
    core.partition_set_follower_wmarks("t", 0, 2, 5).unwrap();
    assert_eq!(fetch(&mut core, 2, 0).error_code, 1, "before the follower's start");
    let data = fetch(&mut core, 2, 2);
    assert_eq!((data.log_start_offset, data.high_watermark, bases(&data)), (2, 5, vec![2]));
    assert_eq!(fetch(&mut core, 2, 6).error_code, 1, "beyond the follower's end");
    core.partition_set_follower("t", 0, -1).unwrap();
    assert_eq!(bases(&fetch(&mut core, 1, 0)), [0, 2, 5]);
    assert_eq!(fetch(&mut core, 2, 0).error_code, 6);
}

fn list(core: &mut MockCore, broker: i32, version: i16, timestamp: i64) -> (i16, i64, i64) {
    let asked = ListOffsetsRequest {
        topics: vec![ListOffsetsTopic {
            name: "t".into(),
            partitions: vec![ListOffsetsPartition { timestamp, ..Default::default() }],
        }],
        ..Default::default()
    };
    let response: ListOffsetsResponse = call(core, broker, version, &asked);
    let answer = &response.topics[0].partitions[0];
    (answer.error_code, answer.timestamp, answer.offset)
}

#[test]
fn offsets_of_ends_and_timestamps() {
    let mut core = core_with_records();
    for version in 1..=7 {
        assert_eq!(list(&mut core, 1, version, -1), (0, -1, 6), "version {version}");
        assert_eq!(list(&mut core, 1, version, -2), (0, -1, 0));
        assert_eq!(list(&mut core, 2, version, -1), (6, -1, -1));
    }
    // Batches of 2, 3 and 1 records, each from timestamp 1000 on.
    assert_eq!(list(&mut core, 1, 7, 1001), (0, 1001, 1));
    assert_eq!(list(&mut core, 1, 7, 1002), (0, 1002, 4));
    assert_eq!(list(&mut core, 1, 7, 0), (0, 1000, 0));
    assert_eq!(list(&mut core, 1, 7, -3), (0, 1002, 4), "the newest");
    core.partition_delete_records("t", 0, 3).unwrap();
    assert_eq!(list(&mut core, 1, 7, -2), (0, -1, 3));
    assert_eq!(fetch(&mut core, 1, 2).error_code, 1);
    assert_eq!(core.partition_delete_records("t", 0, 7), Err(crate::error::ErrorCode::OFFSET_OUT_OF_RANGE));
    assert_eq!(list(&mut core, 1, 7, 5000), (0, -1, -1));
}
