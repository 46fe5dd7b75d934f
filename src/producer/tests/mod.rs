//! Tests of the producing side in virtual time, without sockets.

mod bench;
mod enqueue;
mod property;
mod sender;
mod threads;

use super::*;
use crate::base::time::Time;
use crate::conf::Conf;
use crate::error::ErrorCode;
use crate::protocol::messages::produce_response::{PartitionProduceResponse, TopicProduceResponse};
use crate::protocol::messages::{ProduceRequest as WireRequest, ProduceResponse};
use crate::protocol::record::RecordBatchReader;
use crate::protocol::{Message, Reader, Writer};
use crate::topic::{BatchOwner, Partition, Topic, TopicSettings, Value};
use bytes::Bytes;
use std::sync::{Arc, Mutex};

/// A mailbox that remembers.
#[derive(Default)]
struct Mailbox(Mutex<Vec<Arc<Partition>>>);

impl BatchOwner for Mailbox {
    fn ready(&self, partition: &Arc<Partition>) {
        self.0.lock().unwrap().push(partition.clone());
    }
}

/// A producer with one topic and one broker.
struct World {
    shared: Arc<ProducerShared>,
    topic: Arc<Topic>,
    mailbox: Arc<Mailbox>,
    sender: Sender,
    out: SenderOut,
    now: Time,
}

/// What one batch of a request holds: topic, partition, values.
type Sent = (String, i32, Vec<String>);

impl World {
    fn new(settings: TopicSettings, partition_cnt: usize) -> World {
        World::with_conf(&Conf::default(), settings, partition_cnt)
    }

    /// With `partition_cnt` 0 the topic stays unknown.
    fn with_conf(conf: &Conf, settings: TopicSettings, partition_cnt: usize) -> World {
        let shared = Arc::new(ProducerShared::new(conf));
        let mailbox = Arc::new(Mailbox::default());
        // Time of the process: produce reads the clock.
        let now = Time::now();
        let topic = Topic::new("t".into(), settings, shared.limits.clone(), Some(mailbox.clone()), now);
        let mut sender = Sender::new(shared.clone(), Some(mailbox.clone()));
        sender.set_broker_id(1);
        let mut world = World { shared, topic, mailbox, sender, out: SenderOut::default(), now };
        if partition_cnt > 0 {
            world.exists(partition_cnt);
        }
        world
    }

    /// Metadata: the topic has this many partitions, the broker leads them all.
    fn exists(&mut self, partition_cnt: usize) {
        let leaders = vec![(1, 0); partition_cnt];
        for sender in self.topic.set_exists(self.now, &leaders, [7; 16], &mut self.out.deliveries) {
            self.sender.join(self.now, sender);
        }
    }

    /// Connects, and has the broker prove that it takes batches.
    fn up(&mut self) {
        self.sender.connection_up(self.now, 12, &mut self.out);
        for at in 0..self.sender.partition_cnt() {
            self.sender.proved(at);
        }
    }

    fn produce(&self, partition: i32, value: &str) -> Result<(), ErrorCode> {
        self.shared.produce(&self.topic, message(partition, value))
    }

    /// Serves the mailbox and polls, `ms` later. `now` never lags behind the clock.
    fn poll_after(&mut self, ms: u64, slots: usize) {
        self.now = self.now.after_ms(ms).max(Time::now());
        for partition in std::mem::take(&mut *self.mailbox.0.lock().unwrap()) {
            self.sender.ready(self.now, &partition);
        }
        self.sender.poll(self.now, slots, &mut self.out);
    }

    /// The oldest request that was made, decoded, and marked as written.
    fn request(&mut self) -> (ProduceId, i16, Vec<Sent>) {
        assert!(!self.out.requests.is_empty(), "no request");
        let request = self.out.requests.remove(0);
        self.sender.on_written(self.now, request.id, &mut self.out);
        let sent = decode(&request);
        (request.id, request.version, sent)
    }

    fn answer(&mut self, id: ProduceId, version: i16, sent: &[Sent], code: ErrorCode, base_offset: i64) {
        let response = response(sent, code, base_offset);
        self.respond(id, version, &response);
    }

    fn respond(&mut self, id: ProduceId, version: i16, response: &ProduceResponse) {
        let body = body_of(response, version);
        self.sender.on_response(self.now, id, Ok((version, body)), &mut self.out);
    }

    /// Reports so far: value, error, status, offset, partition.
    fn reports(&mut self) -> Vec<(String, ErrorCode, MessageStatus, i64, i32)> {
        let mut all = Vec::new();
        for delivery in self.out.deliveries.drain(..) {
            for report in delivery.iter() {
                let value = String::from_utf8(report.value.unwrap_or_default().to_vec()).unwrap();
                all.push((value, report.error, report.status, report.offset, delivery.partition()));
            }
        }
        all
    }

    fn errors(&mut self) -> Vec<(String, ErrorCode)> {
        self.reports().into_iter().map(|(value, error, ..)| (value, error)).collect()
    }
}

fn message(partition: i32, value: &str) -> NewMessage<'_> {
    NewMessage {
        partition,
        key: None,
        value: Value::Copy(value.as_bytes()),
        headers: &[],
        timestamp_ms: 0,
        opaque: 0,
        block: false,
    }
}

/// Settings without linger.
fn eager() -> TopicSettings {
    TopicSettings { linger_us: 0, sticky_linger_us: 0, ..TopicSettings::default() }
}

fn decode(request: &ProduceRequest) -> Vec<Sent> {
    let body = Bytes::from(request.body.concat());
    let mut reader = Reader::shared(&body);
    let decoded = WireRequest::decode(&mut reader, request.version).unwrap();
    assert_eq!(reader.remaining(), 0);
    let mut sent = Vec::new();
    for topic in decoded.topic_data {
        for partition in topic.partition_data {
            let records = partition.records.unwrap().to_bytes();
            let batch = RecordBatchReader::new(&records).next().unwrap().unwrap();
            batch.verify_checksum().unwrap();
            let values = batch
                .records(batch.body)
                .map(|record| String::from_utf8(record.unwrap().value.unwrap().to_vec()).unwrap())
                .collect();
            sent.push((topic.name.clone(), partition.index, values));
        }
    }
    sent
}

fn body_of(response: &ProduceResponse, version: i16) -> Bytes {
    let mut w = Writer::new();
    response.encode(&mut w, version);
    Bytes::from(w.finish().unwrap())
}

fn response(sent: &[Sent], code: ErrorCode, base_offset: i64) -> ProduceResponse {
    let partition_responses = sent
        .iter()
        .map(|(_, index, _)| PartitionProduceResponse {
            index: *index,
            error_code: code.0 as i16,
            base_offset: if code.is_ok() { base_offset } else { -1 },
            log_append_time_ms: -1,
            ..PartitionProduceResponse::default()
        })
        .collect();
    let topic = TopicProduceResponse {
        name: sent.first().map(|(name, ..)| name.clone()).unwrap_or_default(),
        partition_responses,
        ..TopicProduceResponse::default()
    };
    ProduceResponse { responses: vec![topic], ..ProduceResponse::default() }
}
