//! Produce: what is stored, what is refused, in which order errors apply.

use crate::error::ErrorCode;
use crate::mock::core::{MockCore, Reply};
use crate::mock::error_stack::PushedError;
use crate::mock::testing::*;
use crate::protocol::messages::{InitProducerIdRequest, InitProducerIdResponse, ProduceResponse};

/// Broker 1 leads all four partitions of topic `t`.
fn core_with_leader_1() -> MockCore {
    let mut core = cluster(3);
    core.topic_create("t", 4, 3).unwrap();
    for partition in 0..4 {
        core.partition_set_leader("t", partition, 1).unwrap();
    }
    core
}

fn code(core: &mut MockCore, records: Vec<u8>) -> ErrorCode {
    let answer = only(call(core, 1, 8, &produce_request("t", 0, records, -1)));
    if answer.error_code != 0 {
        assert_eq!((answer.base_offset, answer.log_append_time_ms, answer.log_start_offset), (-1, -1, -1));
    }
    ErrorCode(i32::from(answer.error_code))
}

#[test]
fn offsets_rise_and_the_log_keeps_the_batches() {
    let mut core = core_with_leader_1();
    for (count, base) in [(2, 0), (3, 2), (1, 5)] {
        let answer = produce(&mut core, 1, "t", 0, count);
        assert_eq!((answer.error_code, answer.base_offset), (0, base));
        assert_eq!((answer.log_append_time_ms, answer.log_start_offset), (-1, 0));
    }
    let log = &core.partition("t", 0).unwrap().log;
    assert_eq!(log.end_offset(), 6);
    assert_eq!(core.partition("t", 1).unwrap().log.end_offset(), 0);
}

#[test]
fn all_versions_answer() {
    let mut core = core_with_leader_1();
    for version in 3..=10 {
        let request = produce_request("t", 0, batch(1, -1, -1, -1), 1);
        let answer = only(call(&mut core, 1, version, &request));
        assert_eq!((answer.error_code, answer.base_offset), (0, i64::from(version) - 3), "version {version}");
    }
    for version in [2, 11] {
        let mut frame = vec![0, 0, 0, version, 0, 0, 0, 1, 0xff, 0xff];
        frame.extend([0; 64]);
        let reply = core.request(NOW, 1, crate::mock::core::ConnId(1), &frame.into());
        assert!(matches!(reply, Reply::Close), "version {version}");
    }
    assert_eq!(core.take_log_lines().iter().filter(|l| l.text.contains("version")).count(), 2);
}

#[test]
fn bad_requests_are_refused() {
    let mut core = core_with_leader_1();
    let mut damaged = batch(2, -1, -1, -1);
    *damaged.last_mut().unwrap() ^= 1;
    assert_eq!(code(&mut core, damaged), ErrorCode::INVALID_MSG);
    assert_eq!(code(&mut core, Vec::new()), ErrorCode::INVALID_MSG);
    let mut two = batch(1, -1, -1, -1);
    two.extend(batch(1, -1, -1, -1));
    assert_eq!(code(&mut core, two), ErrorCode::INVALID_RECORD);
    let acks_7 = produce_request("t", 0, batch(1, -1, -1, -1), 7);
    assert_eq!(only(call(&mut core, 1, 8, &acks_7)).error_code, 21);
    assert_eq!(produce(&mut core, 1, "t", 9, 1).error_code, 3);
    assert_eq!(produce(&mut core, 1, "missing", 0, 1).error_code, 3);
    assert_eq!(produce(&mut core, 1, "t", -1, 1).error_code, 3);
    assert_eq!(core.partition("t", 0).unwrap().log.end_offset(), 0, "nothing was stored");
}

#[test]
fn wrong_leader_is_told_who_it_is() {
    let mut core = core_with_leader_1();
    let request = produce_request("t", 0, batch(1, -1, -1, -1), -1);
    let response: ProduceResponse = call(&mut core, 2, 10, &request);
    assert_eq!((response.node_endpoints[0].node_id, response.node_endpoints[0].port), (1, 9001));
    let answer = only(response);
    assert_eq!(answer.error_code, 6);
    assert_eq!((answer.current_leader.leader_id, answer.current_leader.leader_epoch), (1, 1));
}

#[test]
fn without_acknowledgements_nothing_is_said() {
    let mut core = core_with_leader_1();
    let good = produce_request("t", 0, batch(2, -1, -1, -1), 0);
    assert!(matches!(send(&mut core, NOW, 1, 8, &good), Reply::Nothing));
    assert_eq!(core.partition("t", 0).unwrap().log.end_offset(), 2);
    assert!(matches!(send(&mut core, NOW, 2, 8, &good), Reply::Close), "an error closes the connection");
}

#[test]
fn errors_of_broker_cluster_and_partition_in_this_order() {
    let mut core = core_with_leader_1();
    let e = ErrorCode;
    core.partition_push_errors("t", 0, 0, &[e(29), e(87)]).unwrap();
    core.push_errors(0, &[e(5), e(0), e(20)]);
    let delayed = [PushedError { error: e(10), rtt_ms: 0 }, PushedError { error: e(7), rtt_ms: 300 }];
    core.broker_push_errors(1, 0, &delayed).unwrap();
    assert_eq!(core.broker_error_count(1, 0), Ok(2));
    let mut seen = Vec::new();
    for _ in 0..9 {
        let request = produce_request("t", 0, batch(1, -1, -1, -1), -1);
        let (response, delay_ms) = call_timed(&mut core, 1, 8, &request);
        let answer = only(response);
        seen.push((answer.error_code, delay_ms, answer.base_offset));
    }
    let expected = [
        (10, 0, -1),
        (7, 300, -1),
        (5, 0, -1),
        (0, 0, 0), // NO_ERROR takes a request
        (20, 0, -1),
        (29, 0, -1),
        (87, 0, -1),
        (0, 0, 1),
        (0, 0, 2),
    ];
    assert_eq!(seen, expected);
    assert_eq!(core.broker_error_count(1, 0), Ok(0));
    assert_eq!(core.broker_error_count(9, 0), Err(ErrorCode::LOCAL_UNKNOWN_BROKER));
}

#[test]
fn transport_errors_close_and_cleared_errors_are_gone() {
    let mut core = core_with_leader_1();
    let request = produce_request("t", 0, batch(1, -1, -1, -1), -1);
    core.push_errors(0, &[ErrorCode::LOCAL_TRANSPORT]);
    assert!(matches!(send(&mut core, NOW, 1, 8, &request), Reply::Close));
    core.partition_push_errors("t", 0, 0, &[ErrorCode::LOCAL_TRANSPORT]).unwrap();
    assert!(matches!(send(&mut core, NOW, 1, 8, &request), Reply::Close));
    core.push_errors(0, &[ErrorCode::REQUEST_TIMED_OUT]);
    core.clear_errors(0);
    assert_eq!(produce(&mut core, 1, "t", 0, 1).error_code, 0);
    assert_eq!(core.partition("t", 0).unwrap().log.end_offset(), 1);
}

#[test]
fn a_batch_sent_again_is_stored_once() {
    let mut core = core_with_leader_1();
    let init = InitProducerIdRequest { transactional_id: None, ..Default::default() };
    let init: InitProducerIdResponse = call(&mut core, 1, 4, &init);
    assert_eq!(init.error_code, 0);
    let id = init.producer_id;
    let mut send = |first: i32, count: i32| {
        let request = produce_request("t", 0, batch(count, id, 0, first), -1);
        let answer = only(call(&mut core, 1, 8, &request));
        (answer.error_code, answer.base_offset)
    };
    assert_eq!(send(0, 3), (0, 0));
    assert_eq!(send(0, 3), (0, 0), "acknowledged with the same offset");
    assert_eq!(send(4, 1), (45, -1), "a gap");
    assert_eq!(send(3, 2), (0, 3));
    assert_eq!(core.partition("t", 0).unwrap().log.end_offset(), 5);
}

#[test]
fn transactional_producers_are_known_by_their_id() {
    let mut core = core_with_leader_1();
    let coordinator = core.coordinator(1, "tx").unwrap();
    let init = InitProducerIdRequest { transactional_id: Some("tx".into()), ..Default::default() };
    let first: InitProducerIdResponse = call(&mut core, coordinator, 4, &init);
    let second: InitProducerIdResponse = call(&mut core, coordinator, 4, &init);
    assert_eq!(first.producer_id, second.producer_id);
    assert_eq!((first.producer_epoch, second.producer_epoch), (0, 1));
    let mut send = |transactional_id: &str, id: i64, epoch: i16| {
        let mut request = produce_request("t", 0, batch(1, id, epoch, 0), -1);
        request.transactional_id = Some(transactional_id.to_owned());
        only(call(&mut core, 1, 8, &request)).error_code
    };
    let id = first.producer_id;
    assert_eq!(send("tx", id, 0), 47, "the older instance is fenced");
    assert_eq!(send("tx", id + 1, 1), 49);
    assert_eq!(send("other", id, 1), 49);
    assert_eq!(send("tx", id, 1), 0);
}
