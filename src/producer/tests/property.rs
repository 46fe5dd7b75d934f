//! Random histories: whatever happens to brokers and partitions, each accepted message is
//! reported exactly once, acknowledged ones keep their order, and the limits return to 0.

use super::*;
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};

#[derive(Debug, Clone)]
enum Op {
    Produce {
        partition: i32,
        len: usize,
    },
    Poll {
        slots: usize,
    },
    Written,
    /// Answer to the oldest request of a broker: the codes of the partitions in it.
    Answer {
        broker: usize,
        code: u8,
    },
    TimeOut {
        broker: usize,
    },
    Down {
        broker: usize,
    },
    Up {
        broker: usize,
    },
    Move {
        partition: i32,
        to: usize,
    },
    Purge {
        queue: bool,
        in_flight: bool,
    },
    Flush(bool),
    Later {
        ms: u64,
    },
    Grow,
    Missing,
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        12 => (-1..4i32, 0..3usize).prop_map(|(partition, len)| Op::Produce { partition, len }),
        8 => (0..4usize).prop_map(|slots| Op::Poll { slots }),
        6 => Just(Op::Written),
        8 => (0..2usize, 0..8u8).prop_map(|(broker, code)| Op::Answer { broker, code }),
        1 => (0..2usize).prop_map(|broker| Op::TimeOut { broker }),
        1 => (0..2usize).prop_map(|broker| Op::Down { broker }),
        2 => (0..2usize).prop_map(|broker| Op::Up { broker }),
        2 => (0..4i32, 0..2usize).prop_map(|(partition, to)| Op::Move { partition, to }),
        1 => (any::<bool>(), any::<bool>()).prop_map(|(queue, in_flight)| Op::Purge { queue, in_flight }),
        1 => any::<bool>().prop_map(Op::Flush),
        4 => (1..400u64).prop_map(|ms| Op::Later { ms }),
        1 => Just(Op::Grow),
        1 => Just(Op::Missing),
    ]
}

struct Broker {
    sender: Sender,
    /// Handed out and not answered, in order.
    requests: Vec<(ProduceId, i16, Vec<Sent>)>,
    unwritten: Vec<ProduceId>,
    up: bool,
    /// After an error, later batches of a partition that were on their way fail too, as
    /// those of an idempotent producer do: without that nobody can promise order.
    failing: HashMap<i32, ProduceId>,
}

struct Model {
    shared: Arc<ProducerShared>,
    topic: Arc<Topic>,
    mailboxes: [Arc<Mailbox>; 2],
    brokers: [Broker; 2],
    /// Where main wants each partition.
    home: HashMap<i32, usize>,
    partition_cnt: usize,
    now: Time,
    next: u32,
    accepted: HashSet<u32>,
    reported: HashSet<u32>,
    offsets: HashMap<i32, i64>,
    /// Acknowledged messages by partition: offset, number.
    acked: HashMap<i32, Vec<(i64, u32)>>,
}

impl Model {
    fn new(batch_num_messages: usize, message_timeout_us: Option<u64>) -> Model {
        let settings = TopicSettings {
            linger_us: 20_000,
            batch_num_messages,
            message_timeout_us,
            sticky_linger_us: 0,
            message_copy_max_bytes: 100,
            ..TopicSettings::default()
        };
        let shared = Arc::new(ProducerShared::new(&Conf::default()));
        let now = Time(1_000_000_000);
        let topic = Topic::new("t".into(), settings, shared.limits.clone(), None, now);
        let mailboxes = [Arc::new(Mailbox::default()), Arc::new(Mailbox::default())];
        let brokers = [0, 1].map(|index: usize| {
            let mut sender = Sender::new(shared.clone(), Some(mailboxes[index].clone()));
            sender.set_broker_id(index as i32);
            Broker { sender, requests: Vec::new(), unwritten: Vec::new(), up: false, failing: HashMap::new() }
        });
        Model {
            shared,
            topic,
            mailboxes,
            brokers,
            home: HashMap::new(),
            partition_cnt: 0,
            now,
            next: 0,
            accepted: HashSet::new(),
            reported: HashSet::new(),
            offsets: HashMap::new(),
            acked: HashMap::new(),
        }
    }

    fn exists(&mut self, partition_cnt: usize) {
        self.partition_cnt = self.partition_cnt.max(partition_cnt);
        let mut out = SenderOut::default();
        let leaders = vec![(0, 0); self.partition_cnt];
        for sender in self.topic.set_exists(self.now, &leaders, [7; 16], &mut out.deliveries) {
            let to = (sender.partition.id % 2) as usize;
            self.home.insert(sender.partition.id, to);
            self.brokers[to].sender.join(self.now, sender);
        }
        self.route(0, out);
    }

    /// What a sender wants done.
    fn route(&mut self, broker: usize, out: SenderOut) {
        for request in out.requests {
            self.brokers[broker].unwritten.push(request.id);
            self.brokers[broker].requests.push((request.id, request.version, decode(&request)));
        }
        for partition in out.returned {
            let to = self.home[&partition.partition.id];
            self.brokers[to].sender.join(self.now, partition);
        }
        for mut delivery in out.deliveries {
            while let Some(report) = delivery.get(0) {
                let text = String::from_utf8(report.value.unwrap().to_vec()).unwrap();
                let number: u32 = text.trim_end_matches('.').parse().unwrap();
                assert!(self.reported.insert(number), "{number} is reported twice");
                if report.error.is_ok() {
                    let entry = (report.offset, number);
                    self.acked.entry(delivery.partition()).or_default().push(entry);
                }
                delivery.mark_served(1);
            }
        }
    }

    fn answer(&mut self, broker: usize, code: u8) {
        let target = &mut self.brokers[broker];
        if target.requests.is_empty() {
            return;
        }
        let (id, version, sent) = target.requests.remove(0);
        target.unwritten.retain(|other| *other != id);
        let last = target.requests.last().map_or(id, |(id, ..)| *id);
        let mut answer = ProduceResponse::default();
        for (index, one) in sent.iter().enumerate() {
            target.failing.retain(|_, until| until.0 >= id.0);
            // Codes hit single partitions of a request.
            let code = match (code, target.failing.contains_key(&one.1)) {
                (_, true) => ErrorCode::NOT_LEADER_FOR_PARTITION,
                (0, _) if index == 0 => ErrorCode::NOT_LEADER_FOR_PARTITION,
                (1, _) if index == 0 => ErrorCode::REQUEST_TIMED_OUT,
                (2, _) if index == 0 => ErrorCode::MSG_SIZE_TOO_LARGE,
                (3, _) if index == 0 => ErrorCode::INVALID_RECORD,
                _ => ErrorCode::NO_ERROR,
            };
            if !code.is_ok() && code != ErrorCode::INVALID_RECORD {
                target.failing.insert(one.1, last);
            }
            let offset = self.offsets.entry(one.1).or_default();
            let part = response(std::slice::from_ref(one), code, *offset).responses.remove(0);
            if code.is_ok() {
                *offset += one.2.len() as i64;
            }
            match answer.responses.last_mut() {
                Some(topic) => topic.partition_responses.extend(part.partition_responses),
                None => answer.responses.push(part),
            }
        }
        let mut w = Writer::new();
        answer.encode(&mut w, version);
        let body = Bytes::from(w.finish().unwrap());
        let mut out = SenderOut::default();
        self.brokers[broker].sender.on_response(self.now, id, Ok((version, body)), &mut out);
        self.route(broker, out);
    }

    fn poll(&mut self, slots: usize) {
        for broker in 0..2 {
            for partition in std::mem::take(&mut *self.mailboxes[broker].0.lock().unwrap()) {
                self.brokers[broker].sender.ready(self.now, &partition);
            }
            let mut out = SenderOut::default();
            self.brokers[broker].sender.poll(self.now, slots, &mut out);
            self.route(broker, out);
        }
    }

    fn apply(&mut self, op: &Op) {
        let mut out = SenderOut::default();
        match *op {
            Op::Produce { partition, len } => {
                let text = format!("{}{}", self.next, ".".repeat([1, 50, 3000][len]));
                let value = match len {
                    2 => Value::Own(crate::sys::payload::testing::handed_over(text.as_bytes())),
                    _ => Value::Copy(text.as_bytes()),
                };
                let pointer = value.as_slice().unwrap().as_ptr();
                let new = NewMessage { value, ..message(partition, "") };
                match self.shared.produce_when(self.now, &self.topic, new) {
                    Ok(()) => assert!(self.accepted.insert(self.next)),
                    Err(_) if len == 2 => crate::sys::payload::testing::release(pointer.cast_mut()),
                    Err(_) => {}
                }
                self.next += 1;
                self.now = self.now.after_us(100);
            }
            Op::Poll { slots } => self.poll(slots),
            Op::Written => {
                for broker in 0..2 {
                    for id in std::mem::take(&mut self.brokers[broker].unwritten) {
                        let mut out = SenderOut::default();
                        self.brokers[broker].sender.on_written(self.now, id, &mut out);
                        self.route(broker, out);
                    }
                }
            }
            Op::Answer { broker, code } => self.answer(broker, code),
            Op::TimeOut { broker } => {
                // All of them: the ones behind would not be answered either.
                self.brokers[broker].unwritten.clear();
                for (id, ..) in std::mem::take(&mut self.brokers[broker].requests) {
                    let error = Err(ErrorCode::LOCAL_TIMED_OUT.into());
                    self.brokers[broker].sender.on_response(self.now, id, error, &mut out);
                }
                self.route(broker, out);
            }
            Op::Down { broker } => {
                let target = &mut self.brokers[broker];
                target.up = false;
                target.requests.clear();
                target.unwritten.clear();
                target.failing.clear();
                target.sender.connection_down(self.now, &mut out);
                self.route(broker, out);
            }
            Op::Up { broker } => {
                if !self.brokers[broker].up {
                    self.brokers[broker].up = true;
                    self.brokers[broker].sender.connection_up(self.now, 12, &mut out);
                    self.route(broker, out);
                }
            }
            Op::Move { partition, to } => {
                if let Some(from) = self.home.insert(partition, to)
                    && from != to
                {
                    let name = self.topic.name.clone();
                    for broker in 0..2 {
                        let mut out = SenderOut::default();
                        self.brokers[broker].sender.leave(self.now, &name, partition, &mut out);
                        self.route(broker, out);
                    }
                } else if (partition as usize) >= self.partition_cnt {
                    self.home.remove(&partition);
                }
            }
            Op::Purge { queue, in_flight } => {
                for broker in 0..2 {
                    let mut out = SenderOut::default();
                    self.brokers[broker].sender.purge(self.now, PurgeFlags { queue, in_flight }, &mut out);
                    self.route(broker, out);
                }
            }
            Op::Flush(on) => {
                if on && !self.shared.is_flushing() {
                    self.shared.flush_begin();
                } else if !on && self.shared.is_flushing() {
                    self.shared.flush_end();
                }
                self.brokers.iter_mut().for_each(|broker| broker.sender.flush_changed(self.now));
            }
            Op::Later { ms } => {
                self.now = self.now.after_ms(ms);
                self.topic.expire_unassigned(self.now, &mut out.deliveries);
                self.route(0, out);
            }
            Op::Grow => self.exists((self.partition_cnt + 1).min(4)),
            Op::Missing => {
                if self.partition_cnt > 0 {
                    let code = ErrorCode::UNKNOWN_TOPIC_OR_PART;
                    self.topic.set_missing(self.now, code, &mut out.deliveries);
                    self.route(0, out);
                    self.poll(0);
                    self.exists(self.partition_cnt);
                }
            }
        }
    }

    /// Everything is up again and answers: all that can be delivered is.
    fn settle(&mut self) {
        self.apply(&Op::Flush(true));
        self.exists(4);
        for broker in 0..2 {
            self.apply(&Op::Up { broker });
        }
        for _ in 0..4 * self.next as usize + 200 {
            self.apply(&Op::Later { ms: 1500 });
            self.apply(&Op::Poll { slots: 5 });
            self.apply(&Op::Written);
            for broker in 0..2 {
                for _ in 0..5 {
                    self.answer(broker, 99);
                }
            }
            if self.reported.len() == self.accepted.len() {
                break;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_message_is_reported_once_and_in_order(
        ops in prop::collection::vec(op(), 1..200),
        batch in 1..6usize,
        expires in any::<bool>(),
    ) {
        let mut model = Model::new(batch, expires.then_some(1_000_000));
        for op in &ops {
            model.apply(op);
        }
        model.settle();
        prop_assert_eq!(&model.reported, &model.accepted);
        prop_assert_eq!((model.shared.message_cnt(), model.shared.limits.byte_cnt()), (0, 0));
        prop_assert_eq!(model.shared.waiting_report_cnt(), 0);
        for (partition, mut acked) in model.acked {
            acked.sort_unstable();
            let numbers: Vec<u32> = acked.iter().map(|(_, number)| *number).collect();
            prop_assert!(numbers.is_sorted(), "[{}] {:?}", partition, numbers);
        }
        for partition in &model.topic.view().partitions {
            use std::sync::atomic::Ordering::Relaxed;
            let stats = &partition.stats;
            let gauges = [&stats.xmit_msgs, &stats.xmit_bytes, &stats.in_flight_msgs].map(|g| g.load(Relaxed));
            prop_assert_eq!(gauges, [0; 3]);
        }
    }
}
