//! Requests, answers, retries, moves.

use super::*;
use crate::error::Error;
use crate::protocol::messages::produce_response::{
    BatchIndexAndErrorMessage, LeaderIdAndEpoch, NodeEndpoint,
};

const OK: ErrorCode = ErrorCode::NO_ERROR;

/// Produces `values` to partition 0 of a world that is up and polls.
fn world_with(settings: TopicSettings, values: &[&str]) -> World {
    let mut world = World::new(settings, 1);
    world.up();
    values.iter().for_each(|value| world.produce(0, value).unwrap());
    world.poll_after(0, 10);
    world
}

fn values(sent: &[Sent]) -> Vec<&str> {
    sent.iter().flat_map(|(_, _, values)| values).map(String::as_str).collect()
}

#[test]
fn delivered_with_offsets_time_and_broker() {
    let mut world = world_with(eager(), &["a", "b"]);
    let (id, version, sent) = world.request();
    assert_eq!((version, values(&sent)), (12, vec!["a", "b"]));
    world.now = world.now.after_ms(3);
    let mut response = response(&sent, OK, 100);
    response.responses[0].partition_responses[0].log_append_time_ms = 77;
    response.throttle_time_ms = 5;
    world.respond(id, version, &response);
    let delivery = &world.out.deliveries[0];
    let second = delivery.get(1).unwrap();
    assert_eq!((second.offset, second.status, second.broker_id), (101, MessageStatus::Persisted, 1));
    assert_eq!((second.timestamp_ms, second.timestamp_type), (77, TimestampType::LogAppendTime));
    assert!(second.latency_us >= 3000);
    assert_eq!(world.out.throttle_ms, Some(5));
    let partition = &world.topic.view().partitions[0];
    let stats = &partition.stats;
    use std::sync::atomic::Ordering::Relaxed;
    assert_eq!(stats.tx_msgs.load(Relaxed), 2);
    assert_eq!((stats.in_flight_msgs.load(Relaxed), stats.xmit_msgs.load(Relaxed)), (0, 0));
    assert_eq!((stats.broker_id(), partition.lock().appended_cnt()), (1, 2));
}

#[test]
fn lingers_until_time_count_or_flush() {
    let settings = TopicSettings { linger_us: 500_000, batch_num_messages: 3, ..eager() };
    let mut world = world_with(settings, &["a", "b"]);
    assert!(world.out.requests.is_empty() && world.sender.wants_connection());
    let first = world.topic.view().partitions[0].first_enqueued().unwrap();
    assert_eq!(world.sender.deadline(), first.after_ms(500));
    assert_eq!(world.mailbox.0.lock().unwrap().len(), 0);
    world.produce(0, "c").unwrap(); // full
    assert_eq!(world.mailbox.0.lock().unwrap().len(), 1);
    world.poll_after(0, 10);
    assert_eq!(values(&world.request().2), ["a", "b", "c"]);
    world.produce(0, "d").unwrap();
    world.poll_after(1, 10);
    assert!(world.out.requests.is_empty());
    world.shared.flush_begin();
    world.sender.flush_changed(world.now);
    world.poll_after(0, 10);
    assert_eq!(values(&world.request().2), ["d"]);
    world.shared.flush_end();
    world.produce(0, "e").unwrap();
    world.poll_after(1, 10);
    assert!(world.out.requests.is_empty());
    world.poll_after(500, 10);
    assert_eq!(values(&world.request().2), ["e"]);
}

#[test]
fn one_request_for_all_partitions_and_back_pressure() {
    let mut world = World::new(eager(), 4);
    world.up();
    (0..4).for_each(|partition| world.produce(partition, "x").unwrap());
    world.poll_after(0, 10);
    assert_eq!(world.out.requests.len(), 1);
    world.produce(0, "y").unwrap();
    world.poll_after(1, 10);
    assert_eq!(world.out.requests.len(), 1, "the first one is not written yet");
    let (_, _, sent) = world.request();
    assert_eq!(sent.len(), 4);
    world.poll_after(0, 0);
    assert!(world.out.requests.is_empty(), "no slot");
    world.poll_after(0, 1);
    assert_eq!(values(&world.request().2), ["y"]);
}

#[test]
fn topic_ids_from_version_13_on() {
    let mut world = World::new(eager(), 1);
    world.sender.connection_up(world.now, 13, &mut world.out);
    world.produce(0, "a").unwrap();
    world.poll_after(0, 1);
    let (id, version, mut sent) = world.request();
    assert_eq!((version, sent[0].0.as_str()), (13, ""));
    let mut answer = response(&sent, OK, 1);
    answer.responses[0].topic_id = [7; 16];
    world.respond(id, version, &answer);
    assert_eq!(world.errors(), [("a".to_owned(), OK)]);
    // The topic is created anew while a request is on its way: the answer names the old id.
    world.produce(0, "c").unwrap();
    world.poll_after(0, 1);
    let (id, version, sent_before) = world.request();
    world.topic.set_exists(world.now, &[(1, 0)], [8; 16], &mut world.out.deliveries);
    let mut answer = response(&sent_before, ErrorCode::UNKNOWN_TOPIC_ID, -1);
    answer.responses[0].topic_id = [7; 16];
    world.respond(id, version, &answer);
    assert_eq!(world.out.leader_hints.pop().unwrap().code, ErrorCode::UNKNOWN_TOPIC_ID);
    world.poll_after(130, 1);
    let (id, version, sent_again) = world.request();
    let mut answer = response(&sent_again, OK, 0);
    answer.responses[0].topic_id = [8; 16];
    world.respond(id, version, &answer);
    assert_eq!(world.errors(), [("c".to_owned(), OK)]);
    // Without an id the name must do.
    world.topic.set_exists(world.now, &[(1, 0)], [0; 16], &mut world.out.deliveries);
    world.produce(0, "b").unwrap();
    world.poll_after(0, 1);
    let version;
    (_, version, sent) = world.request();
    assert_eq!((version, sent[0].0.as_str()), (12, "t"));
}

#[test]
fn errors_are_sorted_as_in_librdkafka() {
    use ErrorCode as E;
    let again = [
        E::LEADER_NOT_AVAILABLE,
        E::NOT_LEADER_FOR_PARTITION,
        E::UNKNOWN_TOPIC_OR_PART,
        E::KAFKA_STORAGE_ERROR,
        E::NOT_ENOUGH_REPLICAS,
        E::NOT_ENOUGH_REPLICAS_AFTER_APPEND,
        E::REQUEST_TIMED_OUT,
        E::INVALID_MSG,
    ];
    let final_ones = [
        (E::INVALID_RECORD, MessageStatus::NotPersisted),
        (E::MSG_SIZE_TOO_LARGE, MessageStatus::NotPersisted),
        (E::TOPIC_AUTHORIZATION_FAILED, MessageStatus::NotPersisted),
        (E::UNKNOWN, MessageStatus::NotPersisted),
        (E::NETWORK_EXCEPTION, MessageStatus::NotPersisted),
        (E::OUT_OF_ORDER_SEQUENCE_NUMBER, MessageStatus::PossiblyPersisted),
    ];
    for code in again {
        let mut world = world_with(eager(), &["a"]);
        let (id, version, sent) = world.request();
        world.answer(id, version, &sent, code, -1);
        assert!(world.reports().is_empty(), "{code:?}");
        world.poll_after(0, 10);
        assert!(world.out.requests.is_empty(), "{code:?} is not sent again without a pause");
        world.poll_after(121, 10);
        let (id, version, again) = world.request();
        assert_eq!(sent, again);
        world.answer(id, version, &again, OK, 4);
        let reports = world.reports();
        assert_eq!((reports[0].2, reports[0].3), (MessageStatus::Persisted, 4));
    }
    for (code, status) in final_ones {
        let mut world = world_with(eager(), &["a"]);
        let (id, version, sent) = world.request();
        world.answer(id, version, &sent, code, -1);
        assert_eq!(world.reports(), [("a".to_owned(), code, status, -1, 0)]);
    }
}

#[test]
fn retries_end_and_pauses_double() {
    let settings = TopicSettings { retries_max: 2, ..eager() };
    let mut world = world_with(settings, &["a"]);
    for pause_ms in [(80, 120), (160, 240)] {
        let (id, version, sent) = world.request();
        world.answer(id, version, &sent, ErrorCode::REQUEST_TIMED_OUT, -1);
        world.poll_after(0, 10);
        let pause_us = world.sender.deadline().us_since(world.now);
        assert!((pause_ms.0 * 1000..=pause_ms.1 * 1000).contains(&pause_us), "{pause_us}");
        world.poll_after(pause_ms.1 + 1, 10);
    }
    let (id, version, sent) = world.request();
    world.answer(id, version, &sent, ErrorCode::REQUEST_TIMED_OUT, -1);
    let code = ErrorCode::REQUEST_TIMED_OUT;
    assert_eq!(world.reports(), [("a".to_owned(), code, MessageStatus::PossiblyPersisted, -1, 0)]);
    // Refusals that can not have stored anything do not count.
    let settings = TopicSettings { retries_max: 0, ..eager() };
    let mut world = world_with(settings, &["a"]);
    let (id, version, sent) = world.request();
    world.answer(id, version, &sent, ErrorCode::NOT_LEADER_FOR_PARTITION, -1);
    assert!(world.reports().is_empty());
}

#[test]
fn the_answer_names_the_new_leader() {
    let mut world = world_with(eager(), &["a"]);
    let (id, version, sent) = world.request();
    let mut answer = response(&sent, ErrorCode::NOT_LEADER_FOR_PARTITION, -1);
    answer.responses[0].partition_responses[0].current_leader =
        LeaderIdAndEpoch { leader_id: 3, leader_epoch: 9 };
    answer.node_endpoints = vec![NodeEndpoint { node_id: 3, host: "h".into(), port: 9092, rack: None }];
    world.respond(id, version, &answer);
    let hint = world.out.leader_hints.pop().unwrap();
    assert_eq!((&*hint.topic, hint.partition, hint.leader), ("t", 0, Some((3, 9))));
    assert_eq!(hint.endpoint, Some(("h".into(), 9092)));
    // Main moves the partition: the batch goes to the new broker at once, first.
    world.produce(0, "b").unwrap();
    world.sender.leave(world.now, &"t".into(), 0, &mut world.out);
    let partition = world.out.returned.pop().unwrap();
    let mut other = Sender::new(world.shared.clone(), Some(world.mailbox.clone()));
    other.connection_up(world.now, 12, &mut world.out);
    other.join(world.now, partition);
    other.poll(world.now, 10, &mut world.out);
    assert_eq!(values(&decode(&world.out.requests[0])), ["a"]);
    // Nothing overtakes it, should the new leader not know yet that it is.
    let id = world.out.requests[0].id;
    other.on_written(world.now, id, &mut world.out);
    world.out.requests.clear();
    other.poll(world.now, 10, &mut world.out);
    assert!(world.out.requests.is_empty());
    let stored = body_of(&response(&sent, OK, 0), version);
    other.on_response(world.now, id, Ok((version, stored)), &mut world.out);
    other.poll(world.now, 10, &mut world.out);
    assert_eq!(values(&decode(&world.out.requests[0])), ["b"]);
}

#[test]
fn one_batch_at_a_time_until_one_is_stored() {
    let settings = TopicSettings { batch_num_messages: 1, ..eager() };
    let mut world = World::new(settings, 1);
    world.sender.connection_up(world.now, 12, &mut world.out);
    ["a", "b", "c"].iter().for_each(|value| world.produce(0, value).unwrap());
    world.poll_after(0, 10);
    let (id, version, sent) = world.request();
    assert_eq!(values(&sent), ["a"]);
    world.poll_after(0, 10);
    assert!(world.out.requests.is_empty(), "nobody knows yet whether a is stored");
    // A broker that starts: it refuses at first. Without the pause b would be in before a.
    world.answer(id, version, &sent, ErrorCode::NOT_LEADER_FOR_PARTITION, -1);
    world.poll_after(1000, 10);
    let (id, version, sent) = world.request();
    world.poll_after(0, 10);
    assert_eq!((values(&sent), world.out.requests.len()), (vec!["a"], 0));
    world.answer(id, version, &sent, OK, 0);
    // From now on as many as there are.
    for value in ["b", "c"] {
        world.poll_after(0, 10);
        assert_eq!(values(&world.request().2), [value]);
    }
}

#[test]
fn leaving_waits_for_what_is_in_flight() {
    let mut world = world_with(eager(), &["a"]);
    let (id, version, sent) = world.request();
    world.produce(0, "b").unwrap();
    world.sender.leave(world.now, &"t".into(), 0, &mut world.out);
    world.poll_after(1, 10);
    assert!(world.out.returned.is_empty() && world.out.requests.is_empty());
    world.answer(id, version, &sent, OK, 0);
    assert_eq!((world.out.returned.len(), world.sender.partition_cnt()), (1, 0));
    // Nobody is told of messages until the next broker joins; that one looks.
    world.produce(0, "c").unwrap();
    assert!(world.mailbox.0.lock().unwrap().len() <= 1);
    let partition = world.out.returned.pop().unwrap();
    world.sender.join(world.now, partition);
    world.poll_after(0, 10);
    assert_eq!(values(&world.request().2), ["b", "c"]);
}

#[test]
fn a_lost_connection_puts_batches_back_in_order() {
    let settings = TopicSettings { batch_num_messages: 1, ..eager() };
    let mut world = world_with(settings, &["a"]);
    let first = world.request();
    for value in ["b", "c"] {
        world.produce(0, value).unwrap();
        world.poll_after(0, 10);
    }
    // a and b were written, c was not handed out yet: one unwritten request at a time.
    world.sender.on_written(world.now, world.out.requests[0].id, &mut world.out);
    world.out.requests.clear();
    world.poll_after(0, 10);
    assert_eq!(values(&first.2), ["a"]);
    world.produce(0, "d").unwrap();
    world.sender.connection_down(world.now, &mut world.out);
    world.out.requests.clear();
    world.poll_after(5000, 10);
    assert!(world.out.requests.is_empty() && world.sender.wants_connection());
    assert!(world.reports().is_empty());
    world.up();
    let mut order = Vec::new();
    for _ in 0..4 {
        world.poll_after(0, 10);
        let (id, version, sent) = world.request();
        order.extend(values(&sent).into_iter().map(str::to_owned));
        world.answer(id, version, &sent, OK, 0);
    }
    assert_eq!(order, ["a", "b", "c", "d"]);
    // A late answer to a request of the old connection changes nothing.
    world.answer(first.0, first.1, &first.2, OK, 0);
    assert_eq!(world.reports().len(), 4);
}

#[test]
fn status_tells_whether_a_lost_message_was_written() {
    for (written, status) in [(true, MessageStatus::PossiblyPersisted), (false, MessageStatus::NotPersisted)]
    {
        let mut world = World::new(TopicSettings { message_timeout_us: Some(1_000_000), ..eager() }, 1);
        world.up();
        world.produce(0, "a").unwrap();
        world.poll_after(0, 1);
        if written {
            world.request();
        }
        world.sender.connection_down(world.now, &mut world.out);
        world.poll_after(1001, 1);
        let code = ErrorCode::LOCAL_MSG_TIMED_OUT;
        assert_eq!(world.reports(), [("a".to_owned(), code, status, -1001, 0)]);
        assert_eq!(world.shared.message_cnt(), 0);
    }
}

#[test]
fn messages_expire_one_by_one_and_the_rest_is_sent() {
    let settings = TopicSettings { message_timeout_us: Some(100_000), ..eager() };
    let mut world = World::new(settings, 1);
    world.produce(0, "a").unwrap();
    std::thread::sleep(std::time::Duration::from_millis(4));
    world.produce(0, "b").unwrap();
    let first = world.topic.view().partitions[0].first_enqueued().unwrap();
    world.poll_after(0, 0);
    assert_eq!(world.sender.deadline(), first.after_ms(100));
    world.now = first.after_ms(100);
    world.sender.poll(world.now, 0, &mut world.out);
    assert_eq!(world.errors(), [("a".to_owned(), ErrorCode::LOCAL_MSG_TIMED_OUT)]);
    world.up();
    world.sender.poll(world.now, 1, &mut world.out);
    let timeout_ms = world.out.requests[0].timeout_ms;
    assert!((1..100).contains(&timeout_ms), "{timeout_ms}");
    assert_eq!(values(&world.request().2), ["b"]);
    // Also when they are to be sent again: the retry has fewer messages then.
    let settings = TopicSettings { message_timeout_us: Some(300_000), ..eager() };
    let mut world = World::new(settings, 1);
    world.up();
    world.produce(0, "a").unwrap();
    std::thread::sleep(std::time::Duration::from_millis(4));
    world.produce(0, "b").unwrap();
    let first = world.topic.view().partitions[0].first_enqueued().unwrap();
    world.poll_after(0, 1);
    let (id, version, sent) = world.request();
    world.answer(id, version, &sent, ErrorCode::REQUEST_TIMED_OUT, -1);
    world.now = first.after_ms(301);
    world.sender.poll(world.now, 1, &mut world.out);
    assert_eq!(world.reports()[0].2, MessageStatus::PossiblyPersisted);
    assert_eq!(values(&world.request().2), ["b"]);
}

#[test]
fn a_request_that_times_out_is_sent_again() {
    let mut world = world_with(eager(), &["a"]);
    let (id, ..) = world.request();
    world.sender.on_response(world.now, id, Err(ErrorCode::LOCAL_TIMED_OUT.into()), &mut world.out);
    world.poll_after(130, 1);
    assert_eq!(values(&world.request().2), ["a"]);
    let settings = TopicSettings { retries_max: 0, ..eager() };
    let mut world = world_with(settings, &["a"]);
    let (id, ..) = world.request();
    world.sender.on_response(world.now, id, Err(ErrorCode::LOCAL_TIMED_OUT.into()), &mut world.out);
    let code = ErrorCode::LOCAL_MSG_TIMED_OUT;
    assert_eq!(world.reports(), [("a".to_owned(), code, MessageStatus::PossiblyPersisted, -1001, 0)]);
}

#[test]
fn h13_an_oversize_batch_is_split() {
    let mut world = world_with(eager(), &["a", "b", "c", "d", "e"]);
    let (id, version, sent) = world.request();
    assert_eq!(values(&sent).len(), 5);
    world.answer(id, version, &sent, ErrorCode::MSG_SIZE_TOO_LARGE, -1);
    world.produce(0, "f").unwrap();
    let mut order = Vec::new();
    for offset in [0, 2, 5] {
        world.poll_after(0, 10);
        let (id, version, sent) = world.request();
        order.push(values(&sent).join(""));
        world.answer(id, version, &sent, OK, offset);
    }
    assert_eq!(order, ["ab", "cde", "f"]);
    let offsets: Vec<i64> = world.reports().iter().map(|report| report.3).collect();
    assert_eq!(offsets, [0, 1, 2, 3, 4, 5]);
}

#[test]
fn kip467_names_the_guilty_record() {
    let mut world = world_with(eager(), &["a", "b"]);
    let (id, version, sent) = world.request();
    let mut answer = response(&sent, ErrorCode::INVALID_RECORD, -1);
    let partition = &mut answer.responses[0].partition_responses[0];
    partition.error_message = Some("batch".into());
    let guilty = BatchIndexAndErrorMessage { batch_index: 1, batch_index_error_message: Some("bad".into()) };
    partition.record_errors = vec![guilty];
    world.respond(id, version, &answer);
    let delivery = &world.out.deliveries[0];
    let (first, second) = (delivery.get(0).unwrap(), delivery.get(1).unwrap());
    assert_eq!((first.error, first.reason), (ErrorCode::LOCAL_INVALID_DIFFERENT_RECORD, None));
    assert_eq!((second.error, second.reason), (ErrorCode::INVALID_RECORD, Some("bad")));
}

#[test]
fn acks_0_reports_when_written() {
    let mut world = world_with(TopicSettings { acks: 0, ..eager() }, &["a"]);
    assert!(!world.out.requests[0].expects_response && world.reports().is_empty());
    world.request();
    assert_eq!(world.reports(), [("a".to_owned(), OK, MessageStatus::PossiblyPersisted, -1001, 0)]);
}

#[test]
fn purge_takes_what_it_is_told() {
    let settings = TopicSettings { batch_num_messages: 1, ..eager() };
    let mut world = world_with(settings, &["a"]);
    let (id, version, sent) = world.request();
    world.produce(0, "b").unwrap();
    world.sender.purge(world.now, PurgeFlags { queue: true, in_flight: false }, &mut world.out);
    let code = ErrorCode::LOCAL_PURGE_QUEUE;
    assert_eq!(world.reports(), [("b".to_owned(), code, MessageStatus::NotPersisted, -1001, 0)]);
    world.sender.purge(world.now, PurgeFlags { queue: false, in_flight: true }, &mut world.out);
    let code = ErrorCode::LOCAL_PURGE_INFLIGHT;
    assert_eq!(world.reports(), [("a".to_owned(), code, MessageStatus::PossiblyPersisted, -1001, 0)]);
    world.answer(id, version, &sent, OK, 0);
    assert!(world.reports().is_empty());
    world.produce(0, "c").unwrap();
    world.poll_after(0, 1);
    assert_eq!(values(&world.request().2), ["c"]);
}

#[test]
fn garbage_and_incomplete_answers_fail_the_batch() {
    let mut world = world_with(eager(), &["a"]);
    let (id, version, _) = world.request();
    let garbage = Bytes::from_static(&[0xff; 9]);
    world.sender.on_response(world.now, id, Ok((version, garbage)), &mut world.out);
    let code = ErrorCode::LOCAL_BAD_MSG;
    assert_eq!(world.reports(), [("a".to_owned(), code, MessageStatus::PossiblyPersisted, -1001, 0)]);
    world.produce(0, "b").unwrap();
    world.poll_after(0, 1);
    let (id, version, _) = world.request();
    world.respond(id, version, &ProduceResponse::default());
    assert_eq!(world.errors(), [("b".to_owned(), code)]);
}

#[test]
fn unwanted_reports_are_served_at_once() {
    let mut world = World::new(eager(), 1);
    world.up();
    for (wanted, code, cnt) in [
        (ReportsWanted::None, ErrorCode::UNKNOWN, 0),
        (ReportsWanted::Errors, OK, 0),
        (ReportsWanted::Errors, ErrorCode::UNKNOWN, 1),
        (ReportsWanted::All, OK, 1),
    ] {
        world.shared.set_reports_wanted(wanted);
        world.produce(0, "a").unwrap();
        world.poll_after(0, 1);
        let (id, version, sent) = world.request();
        world.answer(id, version, &sent, code, 0);
        assert_eq!(world.shared.message_cnt(), cnt);
        assert_eq!(world.reports().len(), cnt);
        assert_eq!(world.shared.message_cnt(), 0);
    }
}

#[test]
fn terminate_fails_everything_once() {
    let settings = TopicSettings { batch_num_messages: 1, ..eager() };
    let mut world = world_with(settings, &["a"]);
    world.request();
    world.produce(0, "b").unwrap();
    let error = Error::from(ErrorCode::LOCAL_DESTROY);
    world.sender.terminate(world.now, &error, &mut world.out);
    let code = ErrorCode::LOCAL_DESTROY;
    assert_eq!(world.errors(), [("a".to_owned(), code), ("b".to_owned(), code)]);
    assert_eq!((world.shared.message_cnt(), world.sender.partition_cnt()), (0, 0));
    assert_eq!((world.sender.deadline(), world.sender.wants_connection()), (Time::NEVER, false));
}

#[test]
fn different_acks_go_into_different_requests() {
    let mut world = world_with(eager(), &[]);
    let other = TopicSettings { acks: 1, ..eager() };
    let topic = Topic::new("u".into(), other, world.shared.limits.clone(), None, world.now);
    for sender in topic.set_exists(world.now, &[(1, 0)], [8; 16], &mut world.out.deliveries) {
        world.sender.join(world.now, sender);
    }
    world.shared.produce(&topic, message(0, "b")).unwrap();
    world.produce(0, "a").unwrap();
    world.poll_after(0, 10);
    let first = world.request();
    world.poll_after(0, 10);
    let second = world.request();
    let mut topics = [first.2[0].0.as_str(), second.2[0].0.as_str()];
    topics.sort_unstable();
    assert_eq!((topics, first.2.len(), second.2.len()), (["t", "u"], 1, 1));
}

#[test]
fn lifo_sends_the_newest_batch_first() {
    let settings = TopicSettings { batch_num_messages: 2, lifo: true, ..eager() };
    let mut world = World::new(settings, 1);
    ["a", "b", "c", "d", "e", "f"].iter().for_each(|value| world.produce(0, value).unwrap());
    world.up();
    let mut order = Vec::new();
    for _ in 0..3 {
        world.poll_after(0, 10);
        order.push(values(&world.request().2).join(""));
    }
    assert_eq!(order, ["ef", "cd", "ab"]);
}

#[test]
fn requests_are_bounded_but_single_batches_are_not() {
    let mut world = World::new(eager(), 4);
    world.up();
    let value = "v".repeat(400_000);
    (0..4).for_each(|partition| world.produce(partition, &value).unwrap());
    let mut sizes = Vec::new();
    while sizes.iter().sum::<usize>() < 4 {
        world.poll_after(0, 10);
        sizes.push(world.request().2.len());
    }
    assert_eq!(sizes, [2, 2]);
}
