//! The main core under virtual time: a broker of a few lines answers it.

use super::*;
use crate::conf::{ClientType, Conf};
use crate::ops::{BrokerRequest, BrokerState};
use crate::protocol::messages::metadata_response::{
    MetadataResponse, MetadataResponseBroker, MetadataResponsePartition, MetadataResponseTopic,
};
use crate::protocol::messages::{MetadataRequest, list_offsets_response};
use crate::protocol::{ApiKey, Message, Reader, Request, Writer};
use crate::queue::reply;
use bytes::Bytes;

const NOW: Time = Time(1_000_000);

struct World {
    core: MainCore,
    sent: Vec<(BrokerIndex, BrokerOp)>,
    spawned: Vec<String>,
    errors: Vec<String>,
    logs: Vec<LogLine>,
}

impl World {
    fn new(servers: &[&str]) -> World {
        let bootstrap = servers.iter().map(|host| (Arc::from(*host), 9092)).collect();
        let settings = MainSettings::from_conf(&Conf::new(), ClientType::Consumer, bootstrap);
        let shared = Arc::new(MainShared {
            topics: Arc::default(),
            producer: None,
            cluster: RwLock::default(),
            any_up: AtomicBool::new(false),
            log: LogFilter::new(6, 0),
        });
        let core = MainCore::new(settings, shared, Sender::default(), NOW, fastrand::Rng::with_seed(3));
        let mut world = World { core, sent: vec![], spawned: vec![], errors: vec![], logs: vec![] };
        world.step(NOW);
        world
    }

    fn step(&mut self, now: Time) {
        self.core.poll(now);
        for effect in self.core.take_effects() {
            match effect {
                MainEffect::Spawn { host, node_id, .. } => self.spawned.push(format!("{host}/{node_id}")),
                MainEffect::ToBroker(index, op) => self.sent.push((index, op)),
                MainEffect::Event(AppEvent::Error { reason, .. }) => self.errors.push(reason),
                MainEffect::Log(line) => self.logs.push(line),
                _ => {}
            }
        }
    }

    fn op(&mut self, now: Time, op: MainOp) {
        self.core.on_op(now, op);
        self.step(now);
    }

    fn state(&mut self, now: Time, broker: u32, state: BrokerState, error: Option<ErrorCode>) {
        let error = error.map(Error::from);
        self.op(now, MainOp::BrokerState { broker: BrokerIndex(broker), state, error });
    }

    /// Takes out the requests of an API that were sent.
    fn requests(&mut self, api: ApiKey) -> Vec<(BrokerIndex, Box<BrokerRequest>)> {
        let (mut taken, mut kept) = (Vec::new(), Vec::new());
        for (index, op) in std::mem::take(&mut self.sent) {
            match op {
                BrokerOp::Request(request) if request.api == api => taken.push((index, request)),
                op => kept.push((index, op)),
            }
        }
        self.sent = kept;
        taken
    }

    fn connects(&mut self) -> Vec<u32> {
        let all = std::mem::take(&mut self.sent);
        all.iter().filter(|(_, op)| matches!(op, BrokerOp::Connect)).map(|(index, _)| index.0).collect()
    }

    fn answer(&mut self, now: Time, broker: BrokerIndex, tag: RequestTag, version: i16, body: &impl Message) {
        let mut w = Writer::new();
        body.encode(&mut w, version);
        let result = Ok((version, Bytes::from(w.finish().unwrap())));
        self.op(now, MainOp::Response(Box::new(Response { broker, tag, result })));
    }
}

fn cluster(brokers: &[(i32, &str)], topics: &[(&str, &[i32])]) -> MetadataResponse {
    MetadataResponse {
        cluster_id: Some("c".into()),
        controller_id: 1,
        brokers: brokers
            .iter()
            .map(|(node_id, host)| MetadataResponseBroker {
                node_id: *node_id,
                host: (*host).to_owned(),
                port: 9092,
                ..Default::default()
            })
            .collect(),
        topics: topics
            .iter()
            .map(|(name, leaders)| MetadataResponseTopic {
                name: Some((*name).to_owned()),
                partitions: (0..)
                    .zip(*leaders)
                    .map(|(partition_index, leader_id)| MetadataResponsePartition {
                        partition_index,
                        leader_id: *leader_id,
                        ..Default::default()
                    })
                    .collect(),
                ..Default::default()
            })
            .collect(),
        ..Default::default()
    }
}

fn metadata_body(request: &BrokerRequest) -> MetadataRequest {
    let mut w = Writer::new();
    request.body.encode_body(&mut w, 12);
    MetadataRequest::decode(&mut Reader::new(&w.finish().unwrap()), 12).unwrap()
}

#[test]
fn connects_asks_for_brokers_and_learns_them() {
    let mut world = World::new(&["one", "two"]);
    assert_eq!(world.spawned, ["one/-1", "two/-1"]);
    assert_eq!(world.connects().len(), 1, "one of the bootstrap servers is enough");
    world.state(NOW, 0, BrokerState::Up, None);
    let requests = world.requests(MetadataRequest::API);
    let [(broker, request)] = &requests[..] else { panic!("one request, not {}", requests.len()) };
    assert_eq!(metadata_body(request).topics, Some(vec![]));
    let answer = cluster(&[(1, "one"), (3, "three")], &[]);
    world.answer(NOW, *broker, request.tag, 12, &answer);
    assert_eq!(world.spawned[2..], ["three/3"]);
    assert!(world.sent.iter().any(|(index, op)| *index == BrokerIndex(0)
        && matches!(op, BrokerOp::Address { node_id: 1, .. })));
    let view = world.core.shared.cluster();
    assert_eq!((view.brokers.len(), view.controller_id), (2, 1));
}

#[test]
fn the_next_broker_is_tried_and_all_down_is_said_once() {
    let mut world = World::new(&["one", "two"]);
    let first = world.connects()[0];
    let transport = Some(ErrorCode::LOCAL_TRANSPORT);
    world.state(NOW, first, BrokerState::Down, transport);
    let second = world.connects()[0];
    assert_ne!(first, second);
    world.state(NOW, second, BrokerState::Down, transport);
    assert_eq!(world.errors, ["2/2 brokers are down"]);
    assert_eq!(world.connects().len(), 2, "then all are tried, each at its own pace");
    world.state(NOW, first, BrokerState::Down, transport);
    assert_eq!(world.connects(), [first]);
    assert_eq!(world.errors.len(), 1);
    world.state(NOW, second, BrokerState::Up, None);
    assert_eq!(world.requests(MetadataRequest::API).len(), 1);
    world.state(NOW, second, BrokerState::Down, transport);
    assert_eq!(world.errors.len(), 1, "not twice within a second");
    world.step(NOW.after_ms(1000));
    assert_eq!(world.errors.len(), 2, "a new transition is said again");
    world.state(NOW.after_ms(1100), second, BrokerState::Up, None);
    world.state(NOW.after_ms(1200), second, BrokerState::Down, transport);
    world.state(NOW.after_ms(1300), second, BrokerState::Up, None);
    world.step(NOW.after_ms(2000));
    assert_eq!(world.errors.len(), 2, "it is over before it is told");
}

#[test]
fn a_failed_request_that_is_heard_of_after_the_broker_is_asked_again() {
    let mut world = World::new(&["one"]);
    world.connects();
    world.state(NOW, 0, BrokerState::Up, None);
    let (broker, request) = world.requests(MetadataRequest::API).remove(0);
    // Both are read in one go: the pause after the failure is what counts then.
    let error = Some(Error::from(ErrorCode::LOCAL_TRANSPORT));
    world.core.on_op(NOW, MainOp::BrokerState { broker, state: BrokerState::Down, error });
    let result = Err(ErrorCode::LOCAL_TRANSPORT.into());
    world.op(NOW, MainOp::Response(Box::new(Response { broker, tag: request.tag, result })));
    let due = world.core.deadline();
    assert!(due > NOW && due < NOW.after_ms(1000), "{due:?}");
    assert!(world.connects().is_empty());
    world.step(due);
    assert_eq!(world.connects(), [0]);
    assert!(world.core.deadline() > due.after_ms(1000), "no busy loop while it connects");
}

#[test]
fn metadata_calls_survive_a_broker_that_fails() {
    let mut world = World::new(&["one"]);
    world.state(NOW, 0, BrokerState::Up, None);
    world.requests(MetadataRequest::API);
    let (sender, receiver) = reply();
    let (scope, deadline) = (MetadataScope::AllTopics, NOW.after_ms(5000));
    world.op(NOW, MainOp::Metadata { scope, deadline, reply: sender });
    let (broker, request) = world.requests(MetadataRequest::API).remove(0);
    assert_eq!(metadata_body(&request).topics, None);
    let result = Err(ErrorCode::LOCAL_TRANSPORT.into());
    world.op(NOW, MainOp::Response(Box::new(Response { broker, tag: request.tag, result })));
    let (broker, request) = world.requests(MetadataRequest::API).remove(0);
    world.answer(NOW, broker, request.tag, 12, &cluster(&[(1, "one")], &[("t", &[1, 1])]));
    let answer = receiver.wait_until(Time::NEVER).unwrap().unwrap();
    assert_eq!(answer.topics[0].partitions.len(), 2);
}

#[test]
fn offsets_are_asked_of_the_leader_and_again_when_it_moved() {
    let mut world = World::new(&["one"]);
    world.state(NOW, 0, BrokerState::Up, None);
    world.requests(MetadataRequest::API);
    let (sender, receiver) = reply();
    let deadline = NOW.after_ms(5000);
    let timestamps = vec![-2];
    world.op(
        NOW,
        MainOp::ListOffsets { topic: "t".into(), partition: 0, timestamps, deadline, reply: sender },
    );
    let (broker, request) = world.requests(MetadataRequest::API).remove(0);
    world.answer(NOW, broker, request.tag, 12, &cluster(&[(1, "one")], &[("t", &[1])]));
    let mut now = NOW;
    let answers = [(ErrorCode::NOT_LEADER_FOR_PARTITION, -1), (ErrorCode::NO_ERROR, 42)];
    for (code, offset) in answers {
        let (broker, request) = world.requests(crate::protocol::messages::ListOffsetsRequest::API).remove(0);
        let partition = list_offsets_response::ListOffsetsPartitionResponse {
            error_code: code.0 as i16,
            offset,
            ..Default::default()
        };
        let topic =
            list_offsets_response::ListOffsetsTopicResponse { name: "t".into(), partitions: vec![partition] };
        let body = list_offsets_response::ListOffsetsResponse { topics: vec![topic], ..Default::default() };
        world.answer(now, broker, request.tag, 5, &body);
        now = now.after_ms(1000);
        world.step(now);
    }
    assert_eq!(receiver.wait_until(Time::NEVER).unwrap().unwrap(), [42]);
}

#[test]
fn termination_waits_for_the_brokers_but_not_for_ever() {
    let mut world = World::new(&["one"]);
    world.op(NOW, MainOp::Terminate);
    assert!(world.sent.iter().any(|(_, op)| matches!(op, BrokerOp::Terminate(_))));
    assert_eq!(world.core.deadline(), NOW.after_ms(TERMINATE_MS_MAX));
    world.core.on_op(NOW, MainOp::BrokerGone { broker: BrokerIndex(0), unread: vec![] });
    world.core.poll(NOW);
    assert!(world.core.take_effects().iter().any(|effect| matches!(effect, MainEffect::Ended)));
}

/// What `topic.blacklist` matches does not exist for the client, but whoever asks for
/// metadata gets the broker's answer.
#[test]
fn blacklisted_topics_are_left_out_of_the_picture() {
    let mut world = World::new(&["one"]);
    let mut conf = Conf::new();
    assert_eq!(conf.set("topic.blacklist", Some("^bad,worse$")), Ok(()));
    world.core.settings.topic_blacklist = conf.topic_blacklist_patterns().into();
    world.state(NOW, 0, BrokerState::Up, None);
    world.requests(MetadataRequest::API);
    let (sender, receiver) = reply();
    let (scope, deadline) = (MetadataScope::AllTopics, NOW.after_ms(5000));
    world.op(NOW, MainOp::Metadata { scope, deadline, reply: sender });
    let (broker, request) = world.requests(MetadataRequest::API).remove(0);
    let topics: [(&str, &[i32]); 4] = [("bad1", &[1]), ("good", &[1]), ("not-bad", &[1]), ("worse", &[1])];
    world.answer(NOW, broker, request.tag, 12, &cluster(&[(1, "one")], &topics));
    assert_eq!(receiver.wait_until(Time::NEVER).unwrap().unwrap().topics.len(), 4);
    let view = world.core.shared.cluster();
    let names: Vec<&str> = view.topics.iter().map(|topic| &*topic.name).collect();
    assert_eq!(names, ["good", "not-bad"]);
}

/// `metadata.max.age.ms` bounds the periodic refresh, and stands in for it when it is off.
#[test]
fn what_is_known_of_topics_does_not_grow_too_old() {
    for (interval, age, expected) in [("-1", "5000", 5000), ("4000", "5000", 4000), ("6000", "5000", 5000)] {
        let mut conf = Conf::new();
        assert_eq!(conf.set("topic.metadata.refresh.interval.ms", Some(interval)), Ok(()));
        assert_eq!(conf.set("metadata.max.age.ms", Some(age)), Ok(()));
        let conf = conf.finalize(ClientType::Producer).unwrap().conf;
        let settings = MainSettings::from_conf(&conf, ClientType::Producer, Vec::new());
        assert_eq!(settings.refresh.interval_ms, Some(expected));
        assert!(settings.allow_auto_create);
    }
    let mut conf = Conf::new();
    assert_eq!(conf.set("allow.auto.create.topics", Some("false")), Ok(()));
    let conf = conf.finalize(ClientType::Producer).unwrap().conf;
    assert!(!MainSettings::from_conf(&conf, ClientType::Producer, Vec::new()).allow_auto_create);
}

#[test]
fn what_arrives_while_the_handle_ends_starts_nothing() {
    let mut world = World::new(&["one"]);
    world.state(NOW, 0, BrokerState::Up, None);
    let (broker, request) = world.requests(MetadataRequest::API).remove(0);
    world.op(NOW, MainOp::Terminate);
    // An answer that was on its way names a broker; another server is added; the
    // connection that ends is the last one.
    world.answer(NOW, broker, request.tag, 12, &cluster(&[(1, "one"), (2, "two")], &[]));
    world.op(NOW, MainOp::BrokersAdd(vec![("three".into(), 9092)]));
    world.state(NOW, 0, BrokerState::Down, Some(ErrorCode::LOCAL_DESTROY));
    assert_eq!((world.spawned.len(), world.errors.len()), (1, 0));
    world.core.on_op(NOW, MainOp::BrokerGone { broker: BrokerIndex(0), unread: vec![] });
    world.core.poll(NOW);
    assert!(world.core.take_effects().iter().any(|effect| matches!(effect, MainEffect::Ended)));
}
