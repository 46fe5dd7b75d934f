//! From the call to the accumulator, and what waits for metadata.

use super::*;
use crate::sys::payload::testing::{handed_over, lent};
use crate::topic::Partitioner;

#[test]
fn checks_come_in_the_order_of_librdkafka() {
    let mut conf = Conf::default();
    conf.set("queue.buffering.max.messages", Some("2")).unwrap();
    let settings = TopicSettings { message_max_bytes: 1000, ..eager() };
    let world = World::with_conf(&conf, settings, 2);
    let long = "x".repeat(965);
    assert_eq!(world.produce(9, &long), Err(ErrorCode::MSG_SIZE_TOO_LARGE));
    assert_eq!(world.produce(9, "a"), Err(ErrorCode::LOCAL_UNKNOWN_PARTITION));
    assert_eq!(world.produce(-5, "a"), Err(ErrorCode::LOCAL_UNKNOWN_PARTITION));
    assert_eq!(world.shared.message_cnt(), 0);
    assert_eq!((world.produce(0, &long[..964]), world.produce(1, "b")), (Ok(()), Ok(())));
    assert_eq!(world.produce(9, "c"), Err(ErrorCode::LOCAL_QUEUE_FULL));
    assert_eq!((world.shared.message_cnt(), world.shared.limits.byte_cnt()), (2, 965));
    world.shared.refuse(ErrorCode::LOCAL_FATAL);
    assert_eq!(world.produce(9, &long), Err(ErrorCode::LOCAL_FATAL));
}

#[test]
fn header_sizes_count_against_the_message_size() {
    let world = World::new(TopicSettings { message_max_bytes: 1000, ..eager() }, 1);
    let headers: [(&[u8], Option<&[u8]>); 1] = [(b"hname", Some(b"v23"))];
    let value = "x".repeat(955);
    let too_long = NewMessage { headers: &headers, ..message(0, &value) };
    assert_eq!(world.shared.produce(&world.topic, too_long), Err(ErrorCode::MSG_SIZE_TOO_LARGE));
    let fits = NewMessage { headers: &headers, ..message(0, &value[..954]) };
    assert_eq!(world.shared.produce(&world.topic, fits), Ok(()));
}

#[test]
fn messages_wait_for_metadata_and_keep_their_order() {
    let mut world = World::new(eager(), 0);
    for i in 0..50 {
        world.produce(if i % 5 == 0 { 7 } else { i % 3 }, &i.to_string()).unwrap();
    }
    assert_eq!(world.mailbox.0.lock().unwrap().len(), 1, "main is told once");
    world.exists(4);
    let failed = world.reports();
    assert!(failed.iter().all(|(_, error, _, offset, partition)| {
        (*error, *offset, *partition) == (ErrorCode::LOCAL_UNKNOWN_PARTITION, -1001, 7)
    }));
    assert_eq!(failed.len(), 10);
    world.up();
    world.poll_after(0, 10);
    let (_, _, sent) = world.request();
    for (_, partition, values) in &sent {
        let wanted: Vec<String> =
            (0..50).filter(|i| i % 5 != 0 && i % 3 == *partition).map(|i| i.to_string()).collect();
        assert_eq!(*values, wanted);
    }
    assert_eq!(sent.len(), 3);
    assert!(world.topic.unassigned.lock().is_closed());
}

#[test]
fn a_missing_topic_fails_what_waits_and_what_comes() {
    let mut world = World::new(eager(), 0);
    world.produce(0, "a").unwrap();
    world.produce(-1, "b").unwrap();
    world.topic.set_missing(world.now, ErrorCode::UNKNOWN_TOPIC_OR_PART, &mut world.out.deliveries);
    let reports = world.reports();
    let got: Vec<_> = reports.iter().map(|r| (r.0.as_str(), r.1, r.4)).collect();
    let code = ErrorCode::UNKNOWN_TOPIC_OR_PART;
    assert_eq!(got, [("a", code, 0), ("b", code, -1)]);
    assert_eq!(world.produce(0, "c"), Err(ErrorCode::LOCAL_UNKNOWN_TOPIC));
    assert_eq!(world.shared.message_cnt(), 0);
    // It comes (back) into being.
    world.exists(1);
    assert_eq!(world.produce(0, "d"), Ok(()));
    // It is deleted: what has a partition fails when its owner looks.
    world.poll_after(0, 1);
    assert!(world.sender.deadline() > world.now.after_ms(1000) && world.reports().is_empty());
    world.topic.set_missing(world.now, ErrorCode::UNKNOWN_TOPIC_OR_PART, &mut world.out.deliveries);
    world.poll_after(0, 1);
    assert_eq!(world.errors(), [("d".to_owned(), code)]);
    // Created anew with fewer partitions.
    world.exists(3);
    world.produce(2, "e").unwrap();
    world.exists(2);
    world.poll_after(0, 1);
    assert_eq!(world.errors(), [("e".to_owned(), ErrorCode::LOCAL_UNKNOWN_PARTITION)]);
    assert_eq!(world.produce(2, "f"), Err(ErrorCode::LOCAL_UNKNOWN_PARTITION));
}

#[test]
fn unassigned_messages_expire_and_are_purged() {
    let mut world = World::new(TopicSettings { message_timeout_us: Some(50_000), ..eager() }, 0);
    world.produce(3, "a").unwrap();
    std::thread::sleep(std::time::Duration::from_millis(5));
    world.produce(-1, "b").unwrap();
    let first = world.topic.unassigned.first_enqueued().unwrap();
    assert_eq!(world.topic.unassigned_deadline(), first.after_ms(50));
    world.topic.expire_unassigned(first.after_ms(49), &mut world.out.deliveries);
    assert!(world.reports().is_empty());
    world.topic.expire_unassigned(first.after_ms(50), &mut world.out.deliveries);
    assert_eq!(world.errors(), [("a".to_owned(), ErrorCode::LOCAL_MSG_TIMED_OUT)]);
    world.topic.fail_unassigned(world.now, ErrorCode::LOCAL_PURGE_QUEUE, &mut world.out.deliveries);
    assert_eq!(world.errors(), [("b".to_owned(), ErrorCode::LOCAL_PURGE_QUEUE)]);
    assert_eq!((world.shared.message_cnt(), world.topic.unassigned_deadline()), (0, Time::NEVER));
}

#[test]
fn custom_partitioner_and_its_bad_answers() {
    let answer = Arc::new(std::sync::atomic::AtomicI32::new(1));
    let reads = answer.clone();
    let custom: crate::topic::CustomPartitioner = Arc::new(move |topic, key, cnt, opaque| {
        assert_eq!((&*topic.name, key, cnt, opaque), ("t", Some(&b"k"[..]), 2, 5));
        reads.load(std::sync::atomic::Ordering::Relaxed)
    });
    let settings = TopicSettings { partitioner: Partitioner::Custom(custom), ..eager() };
    let world = World::new(settings, 2);
    let produce =
        || world.shared.produce(&world.topic, NewMessage { key: Some(b"k"), opaque: 5, ..message(-1, "v") });
    assert_eq!(produce(), Ok(()));
    assert_eq!(world.topic.view().partitions[1].lock().len(), 1);
    for bad in [2, -1, -7] {
        answer.store(bad, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(produce(), Err(ErrorCode::LOCAL_UNKNOWN_PARTITION));
    }
    assert_eq!(world.shared.message_cnt(), 1);
}

#[test]
fn sticky_partitioning_fills_one_partition() {
    let world = World::new(TopicSettings { sticky_linger_us: 10_000_000, ..eager() }, 8);
    for _ in 0..100 {
        world.produce(-1, "v").unwrap();
    }
    let counts: Vec<usize> = world.topic.view().partitions.iter().map(|p| p.lock().len()).collect();
    assert_eq!(counts.iter().filter(|cnt| **cnt > 0).count(), 1);
    let world = World::new(TopicSettings { sticky_linger_us: 0, ..eager() }, 8);
    for _ in 0..200 {
        world.produce(-1, "v").unwrap();
    }
    let spread = world.topic.view().partitions.iter().filter(|p| !p.lock().is_empty()).count();
    assert!(spread > 4, "{spread}");
}

#[test]
fn batches_of_messages_keep_order_and_results() {
    let world = World::new(eager(), 2);
    let parts = [0, 1, 9, 0, 1, 0];
    let texts: Vec<String> = (0..6).map(|i| i.to_string()).collect();
    let messages = parts.iter().zip(&texts).map(|(part, text)| message(*part, text)).collect();
    let results = world.shared.produce_batch(&world.topic, messages);
    let ok: Vec<bool> = results.iter().map(Result::is_ok).collect();
    assert_eq!(ok, [true, true, false, true, true, true]);
    assert_eq!(results[2], Err(ErrorCode::LOCAL_UNKNOWN_PARTITION));
    let batch = world.topic.view().partitions[0].lock().take_any().unwrap();
    let values: Vec<&[u8]> = (0..3).map(|i| batch.message(i).value.unwrap()).collect();
    assert_eq!(values, [b"0", b"3", b"5"]);
    assert_eq!(world.shared.message_cnt(), 5);
}

#[test]
fn reports_give_back_the_pointers() {
    let mut world = World::new(TopicSettings { message_copy_max_bytes: 1000, ..eager() }, 1);
    let small = handed_over(b"small");
    let large = handed_over(&[b'l'; 5000]);
    let borrowed = lent(b"borrowed");
    let pointers = [&small, &large, &borrowed].map(|payload| payload.as_slice().as_ptr());
    let headers: [(&[u8], Option<&[u8]>); 2] = [(b"h", Some(b"1")), (b"h", None)];
    for (opaque, payload) in [small, large, borrowed].into_iter().enumerate() {
        let value = Value::Own(payload);
        let message = NewMessage { key: Some(b"k"), value, headers: &headers, opaque, ..message(0, "") };
        world.shared.produce(&world.topic, message).unwrap();
    }
    world.produce(0, "copy").unwrap();
    world.up();
    world.poll_after(0, 1);
    let (id, version, sent) = world.request();
    assert_eq!(sent[0].2, ["small", &"l".repeat(5000), "borrowed", "copy"]);
    world.answer(id, version, &sent, ErrorCode::NO_ERROR, 40);
    let delivery = world.out.deliveries.pop().unwrap();
    for (report, (opaque, pointer)) in delivery.iter().zip(pointers.into_iter().enumerate()) {
        assert_eq!((report.value.unwrap().as_ptr(), report.opaque), (pointer, opaque));
        assert_eq!((report.key, report.offset), (Some(&b"k"[..]), 40 + opaque as i64));
        assert_eq!(report.headers.collect::<Vec<_>>(), headers);
    }
    assert_eq!(delivery.get(3).unwrap().value, Some(&b"copy"[..]));
}

#[test]
fn a_refused_value_stays_the_applications() {
    let world = World::new(eager(), 1);
    let payload = handed_over(b"mine");
    let pointer = payload.as_slice().as_ptr().cast_mut();
    let message = NewMessage { value: Value::Own(payload), ..message(5, "") };
    assert!(world.shared.produce(&world.topic, message).is_err());
    crate::sys::payload::testing::release(pointer);
}

#[test]
fn a_blocked_call_goes_on_when_a_report_is_served() {
    let mut conf = Conf::default();
    conf.set("queue.buffering.max.messages", Some("1")).unwrap();
    let mut world = World::with_conf(&conf, eager(), 1);
    world.produce(0, "a").unwrap();
    let (shared, topic) = (world.shared.clone(), world.topic.clone());
    let blocked =
        std::thread::spawn(move || shared.produce(&topic, NewMessage { block: true, ..message(0, "b") }));
    std::thread::sleep(std::time::Duration::from_millis(20));
    assert!(!blocked.is_finished());
    world.sender.purge(world.now, PurgeFlags { queue: true, in_flight: false }, &mut world.out);
    assert_eq!(world.errors(), [("a".to_owned(), ErrorCode::LOCAL_PURGE_QUEUE)]);
    assert_eq!(blocked.join().unwrap(), Ok(()));
    let (shared, topic) = (world.shared.clone(), world.topic.clone());
    let blocked =
        std::thread::spawn(move || shared.produce(&topic, NewMessage { block: true, ..message(0, "c") }));
    std::thread::sleep(std::time::Duration::from_millis(20));
    world.shared.refuse(ErrorCode::LOCAL_DESTROY);
    assert_eq!(blocked.join().unwrap(), Err(ErrorCode::LOCAL_DESTROY));
}

#[test]
fn a_blocking_batch_larger_than_the_queue_goes_through() {
    let mut conf = Conf::default();
    conf.set("queue.buffering.max.messages", Some("2")).unwrap();
    let mut world = World::with_conf(&conf, eager(), 1);
    let (shared, topic) = (world.shared.clone(), world.topic.clone());
    let blocked = std::thread::spawn(move || {
        let messages = (0..7).map(|_| NewMessage { block: true, ..message(0, "x") }).collect();
        shared.produce_batch(&topic, messages)
    });
    let mut failed = 0;
    while failed < 7 {
        world.sender.purge(world.now, PurgeFlags { queue: true, in_flight: false }, &mut world.out);
        failed += world.errors().len();
        std::thread::yield_now();
    }
    assert!(blocked.join().unwrap().iter().all(Result::is_ok));
    assert_eq!(world.shared.message_cnt(), 0);
}

#[test]
fn h09_reports_that_wait_are_counted_apart() {
    let mut world = World::new(eager(), 1);
    for _ in 0..3 {
        world.produce(0, "a").unwrap();
    }
    assert_eq!((world.shared.waiting_broker_cnt(), world.shared.waiting_report_cnt()), (3, 0));
    world.up();
    world.poll_after(0, 1);
    let (id, version, sent) = world.request();
    world.answer(id, version, &sent, ErrorCode::NO_ERROR, 0);
    assert_eq!((world.shared.waiting_broker_cnt(), world.shared.waiting_report_cnt()), (0, 3));
    assert!(world.shared.mark_reports_warned() && !world.shared.mark_reports_warned());
    world.out.deliveries[0].mark_served(2);
    world.shared.reports_served();
    assert_eq!((world.shared.message_cnt(), world.out.deliveries[0].len()), (1, 1));
    assert!(!world.shared.mark_reports_warned());
    world.out.deliveries.clear();
    world.shared.reports_served();
    assert_eq!((world.shared.message_cnt(), world.shared.limits.byte_cnt()), (0, 0));
    assert!(world.shared.mark_reports_warned());
}

/// Many threads produce while main hands the waiting messages over: nothing is lost and
/// no thread's messages change their order.
#[test]
fn hand_over_loses_and_reorders_nothing() {
    for _ in 0..20 {
        let mut world = World::new(TopicSettings { batch_num_messages: 7, ..eager() }, 0);
        let threads: Vec<_> = (0..3)
            .map(|thread| {
                let (shared, topic) = (world.shared.clone(), world.topic.clone());
                std::thread::spawn(move || {
                    for i in 0..300 {
                        let value = format!("{thread}-{i}");
                        shared.produce(&topic, message(0, &value)).unwrap();
                    }
                })
            })
            .collect();
        std::thread::yield_now();
        world.exists(1);
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        let partition = world.topic.view().partitions[0].clone();
        let mut next = [0; 3];
        let take = || partition.lock().take_any();
        while let Some(batch) = take() {
            for index in 0..batch.len() {
                let value = String::from_utf8(batch.message(index).value.unwrap().to_vec()).unwrap();
                let (thread, i) = value.split_once('-').unwrap();
                let next = &mut next[thread.parse::<usize>().unwrap()];
                assert_eq!(i.parse::<i32>().unwrap(), *next);
                *next += 1;
            }
        }
        assert_eq!(next, [300; 3]);
    }
}
