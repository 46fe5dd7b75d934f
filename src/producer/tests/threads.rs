//! Real threads: producing ones, a broker's with its mailbox, and the one that serves
//! reports. A lost wake-up would leave messages behind.

use super::*;
use crate::ops::BrokerOp;
use crate::queue::{Mailbox as Ops, ThreadWaker};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Answers each request at once; sleeps without a deadline when nothing is to do.
fn broker(mut sender: Sender, mailbox: Arc<Ops<BrokerOp>>, reports: mpsc::Sender<Delivery>) {
    mailbox.set_waker(Arc::new(ThreadWaker(std::thread::current())));
    let (mut ops, mut out) = (Vec::new(), SenderOut::default());
    sender.connection_up(Time::now(), 12, &mut out);
    loop {
        mailbox.take(&mut ops);
        let now = Time::now();
        for op in ops.drain(..) {
            match op {
                BrokerOp::Ready(partition) => sender.ready(now, &partition),
                BrokerOp::FlushChanged => sender.flush_changed(now),
                BrokerOp::Terminate(_) => return,
                _ => unreachable!("nobody sends that here"),
            }
        }
        sender.poll(now, 3, &mut out);
        for request in std::mem::take(&mut out.requests) {
            sender.on_written(now, request.id, &mut out);
            let sent = decode(&request);
            let mut w = Writer::new();
            response(&sent, ErrorCode::NO_ERROR, 0).encode(&mut w, request.version);
            let body = Bytes::from(w.finish().unwrap());
            sender.on_response(now, request.id, Ok((request.version, body)), &mut out);
        }
        for delivery in out.deliveries.drain(..) {
            reports.send(delivery).unwrap();
        }
        let deadline = sender.deadline();
        if deadline > Time::now() && mailbox.prepare_sleep() {
            match deadline.duration_from(Time::now()) {
                Some(left) => std::thread::park_timeout(left),
                None => std::thread::park_timeout(Duration::from_secs(30)),
            }
            mailbox.awake();
        }
    }
}

fn run(settings: TopicSettings, per_thread: usize, flush: bool) {
    let shared = Arc::new(ProducerShared::new(&Conf::default()));
    let mailbox: Arc<Ops<BrokerOp>> = Ops::new();
    let topic = Topic::new("t".into(), settings, shared.limits.clone(), None, Time::now());
    let mut sender = Sender::new(shared.clone(), Some(mailbox.clone()));
    for partition in topic.set_exists(Time::now(), &[(1, 0); 3], [7; 16], &mut Vec::new()) {
        sender.join(Time::now(), partition);
    }
    let (tx, reports) = mpsc::channel();
    let thread = {
        let mailbox = mailbox.clone();
        std::thread::spawn(move || broker(sender, mailbox, tx))
    };
    let producers: Vec<_> = (0..2)
        .map(|_| {
            let (shared, topic) = (shared.clone(), topic.clone());
            std::thread::spawn(move || {
                for i in 0..per_thread {
                    let new = NewMessage { block: true, ..message((i % 3) as i32, "value") };
                    shared.produce(&topic, new).unwrap();
                    if i % 100 == 0 {
                        std::thread::sleep(Duration::from_micros(200));
                    }
                }
            })
        })
        .collect();
    let producing = std::thread::spawn(move || producers.into_iter().for_each(|p| p.join().unwrap()));
    let start = Instant::now();
    let mut left = 2 * per_thread;
    while left > 0 {
        if flush && producing.is_finished() && !shared.is_flushing() {
            shared.flush_begin();
            assert!(mailbox.push(BrokerOp::FlushChanged).is_ok());
        }
        if let Ok(delivery) = reports.recv_timeout(Duration::from_millis(50)) {
            left -= delivery.len();
        }
        assert!(start.elapsed() < Duration::from_secs(20), "{left} messages were left behind");
    }
    producing.join().unwrap();
    assert_eq!(shared.message_cnt(), 0);
    assert!(mailbox.push(BrokerOp::Terminate(ErrorCode::LOCAL_DESTROY.into())).is_ok());
    thread.join().unwrap();
}

#[test]
fn no_message_is_left_behind_without_linger() {
    run(eager(), 10_000, false);
}

#[test]
fn no_message_is_left_behind_with_linger() {
    let settings = TopicSettings { linger_us: 2000, batch_num_messages: 50, ..eager() };
    run(settings, 10_000, false);
}

#[test]
fn a_flush_sends_what_would_linger_for_long() {
    run(TopicSettings { linger_us: 60_000_000, batch_num_messages: 64, ..eager() }, 5000, true);
}
