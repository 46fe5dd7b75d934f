//! A fault inside the library, or in a callback, ends the handle and not the process.

use super::{Producer, producer_with, wait_for};
use crate::base::time::Time;
use crate::error::ErrorCode;
use crate::ops::AppEvent;
use crate::topic::CustomPartitioner;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;

/// The handle is fatal: the application got one error event, every message a report,
/// later ones are refused, and the end comes soon.
fn assert_fatal(p: &Producer, messages: usize) {
    wait_for(5000, || p.client.fatal().is_some());
    let (mut fatal_events, mut reports) = (0, 0);
    let deadline = Time::now().after_ms(5000);
    while reports < messages || fatal_events == 0 {
        match p.client.events().pop(deadline) {
            Some(AppEvent::Delivery(delivery)) => {
                assert!(delivery.iter().all(|report| report.error == ErrorCode::LOCAL_FATAL));
                reports += delivery.len();
            }
            Some(AppEvent::Error { fatal: true, reason, .. }) => {
                assert!(reason.contains("on purpose"), "{reason}");
                fatal_events += 1;
            }
            Some(_) => {}
            None => panic!("{reports} reports, {fatal_events} fatal events: {}", p.log()),
        }
    }
    assert_eq!((reports, fatal_events), (messages, 1));
    assert_eq!(p.produce("t", 0, "late", 9), Err(ErrorCode::LOCAL_FATAL));
    assert!(p.log().contains("Emerg FATAL"), "{}", p.log());
    let start = Time::now();
    p.client.terminate();
    assert!(Time::now().ms_since(start) < 4000);
}

#[test]
fn a_panic_on_a_broker_thread_makes_the_handle_fatal() {
    let p = producer_with(&[("test.mock.num.brokers", "1"), ("linger.ms", "0")], |hooks| {
        hooks.note = Some(Arc::new(|_, note| {
            if let crate::broker::Note::RequestSent(request) = note {
                assert!(request.api != crate::protocol::ApiKey::PRODUCE, "on purpose");
            }
        }));
    });
    p.produce("t", 0, "x", 1).unwrap();
    assert_fatal(&p, 1);
}

#[test]
fn a_panic_on_a_broker_thread_fails_what_waits_elsewhere_too() {
    let p = producer_with(&[("test.mock.num.brokers", "3")], |hooks| {
        let requests = AtomicUsize::new(0);
        hooks.note = Some(Arc::new(move |_, note| {
            if let crate::broker::Note::RequestSent(request) = note
                && request.api == crate::protocol::ApiKey::METADATA
            {
                assert!(requests.fetch_add(1, SeqCst) < 3, "on purpose");
            }
        }));
    });
    // Asked for again and again.
    p.client.mock().unwrap().topic_set_error("unknown", ErrorCode::UNKNOWN_TOPIC_OR_PART).unwrap();
    p.produce("unknown", -1, "x", 1).unwrap();
    assert_fatal(&p, 1);
}

#[test]
fn a_panic_on_the_main_thread_makes_the_handle_fatal() {
    let p = producer_with(&[("test.mock.num.brokers", "2"), ("linger.ms", "60000")], |_| {});
    let mock = p.client.mock().unwrap();
    // Messages at a broker, without a leader, and without metadata.
    mock.topic_create("t", 2, 1).unwrap();
    mock.topic_set_error("unknown", ErrorCode::UNKNOWN_TOPIC_OR_PART).unwrap();
    mock.partition_set_leader("t", 1, -1).unwrap();
    p.produce("t", 0, "x", 1).unwrap();
    p.produce("t", 1, "x", 2).unwrap();
    p.produce("unknown", -1, "x", 3).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(100));
    p.client.panic();
    assert_fatal(&p, 3);
}

#[test]
fn a_partitioner_that_panics_gives_a_bad_answer() {
    let p = producer_with(&[("test.mock.num.brokers", "1"), ("linger.ms", "0")], |_| {});
    let partitioner: CustomPartitioner = Arc::new(|_, _, _, _| panic!("on purpose"));
    p.client.topic("t", None, Some(partitioner), 0).unwrap();
    p.produce("t", -1, "x", 1).unwrap();
    assert_eq!(p.reports(1, 5000), [(1, ErrorCode::LOCAL_UNKNOWN_PARTITION)]);
    assert!(p.client.fatal().is_none());
}
