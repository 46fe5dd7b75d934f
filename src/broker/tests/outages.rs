//! What a core does, and says, while its broker can not be reached or says nothing.

use super::world::World;
use super::*;
use crate::conf::Conf;
use crate::producer::{NewMessage, ProducerShared};
use crate::protocol::messages::MetadataResponse;
use crate::topic::{Topic, TopicSettings, Value};

#[test]
fn a_refused_connection_is_told_once_and_tried_often() {
    let mut w = World::new(settings(|_| {}));
    w.request(40_000, 1, Retry::Never);
    let (start, mut attempts) = (w.now, 0);
    while w.now < start.after_ms(30_000) {
        match w.actions().pop() {
            Some(IoAction::Resolve { conn, .. }) => w.io(conn, IoEvent::Resolved(vec![addr(1)])),
            Some(IoAction::Connect { conn, .. }) => {
                attempts += 1;
                let error = ConnectError { refused: true, reset: false, text: "Connection refused".into() };
                w.io(conn, IoEvent::ConnectFailed(error));
            }
            _ => {
                let next = w.core.deadline(w.now);
                assert!(next.us_since(w.now) <= 500_000, "no stall: {next:?}");
                w.pass_ms(next.us_since(w.now).div_ceil(1000));
            }
        }
    }
    assert!((60..250).contains(&attempts), "{attempts}");
    let lines = w.lines();
    assert!((2..=12).contains(&lines.len()), "{lines:#?}");
    assert_eq!(
        lines[0],
        (
            Level::Err,
            "FAIL",
            "kafka:9092/bootstrap: Connect to ipv4#127.0.0.1:1 failed: Connection refused (after 0ms in state \
             CONNECT)"
                .to_owned()
        )
    );
    assert!(lines[1].2.contains("identical error(s) suppressed)"), "{}", lines[1].2);
    let events = w.error_events();
    assert_eq!(events.len(), lines.len());
    assert_eq!(events[0], (ErrorCode::LOCAL_TRANSPORT, lines[0].2.clone()));
    // And back.
    if w.io.is_empty() {
        w.now = w.core.deadline(w.now);
        w.settle();
    }
    w.come_up();
    w.pass_ms(2_000);
    let lines = w.lines();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert_eq!((lines[0].0, lines[0].1), (Level::Info, "CONNECTED"));
    assert!(lines[0].2.contains("connected again after 30 s, 7 messages queued"), "{}", lines[0].2);
}

#[test]
fn a_name_that_does_not_resolve_is_asked_again_with_backoff() {
    let mut w = World::new(settings(|_| {}));
    w.request(60_000, 1, Retry::Never);
    let (start, mut attempts) = (w.now, 0);
    while w.now < start.after_ms(30_000) {
        if let Some(IoAction::Resolve { conn, .. }) = w.actions().pop() {
            attempts += 1;
            w.io(conn, IoEvent::ResolveFailed("Name or service not known".into()));
        }
        let next = w.core.deadline(w.now);
        w.pass_ms(next.us_since(w.now).div_ceil(1000));
    }
    assert!((10..60).contains(&attempts), "{attempts}");
    let lines = w.lines();
    assert!((2..=10).contains(&lines.len()), "{lines:?}");
    assert!(lines[0].2.starts_with(
        "kafka:9092/bootstrap: Failed to resolve 'kafka:9092': Name or service not known (after 0ms in state CONNECT)"
    ));
    assert_eq!(w.error_events()[0].0, ErrorCode::LOCAL_RESOLVE);
}

#[test]
fn a_backend_that_resets_every_connection_is_not_stormed() {
    let mut w = World::new(settings(|_| {}));
    w.request(60_000, 1, Retry::Never);
    let (start, mut attempts) = (w.now, 0);
    while w.now < start.after_ms(30_000) {
        match w.actions().pop() {
            Some(IoAction::Resolve { conn, .. }) => w.io(conn, IoEvent::Resolved(vec![addr(1), addr(2)])),
            Some(IoAction::Connect { conn, .. }) => {
                attempts += 1;
                w.io(conn, IoEvent::Connected);
                w.io(conn, IoEvent::Closed(CloseReason::Reset));
                w.io.retain(|action| !matches!(action, IoAction::Send { .. }));
            }
            _ => {
                let next = w.core.deadline(w.now);
                w.pass_ms(next.us_since(w.now).div_ceil(1000));
            }
        }
    }
    assert!((8..=25).contains(&attempts), "{attempts}");
    let lines = w.lines();
    assert!(lines.len() <= 12, "{lines:?}");
    assert_eq!(lines[0].0, Level::Info);
    assert!(
        lines[0].2.contains("Disconnected: connection reset by peer (after 0ms in state APIVERSION_QUERY)")
    );
    assert_eq!(w.error_events(), []);
}

#[test]
fn a_silent_broker_is_told_of_once_and_given_up_after_the_timeout() {
    let mut w = World::new(settings(|_| {}));
    w.request(300_000, 1, Retry::Never);
    w.come_up();
    w.sent();
    w.pass_ms(4_900);
    assert_eq!(w.lines(), []);
    w.pass_ms(50_000);
    let lines = w.lines();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert_eq!((lines[0].0, lines[0].1), (Level::Warning, "REQTMOUT"));
    assert!(lines[0].2.contains("No response for 5000ms to MetadataRequest: 1 request(s)"), "{}", lines[0].2);
    w.pass_ms(6_000);
    assert_eq!(w.responses(), [(1, ErrorCode::LOCAL_TIMED_OUT)]);
    assert_eq!(w.core.state(), BrokerState::Down);
    assert!(w.actions().iter().any(|action| matches!(action, IoAction::Close { .. })));
    let lines = w.lines();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].2.contains("Timed out 1 in-flight, 0 retry-queued, 0 out-queue, 0 partially-sent"));
}

#[test]
fn a_broker_that_speaks_again_in_time_is_told_of_too() {
    let mut w = World::new(settings(|_| {}));
    w.request(300_000, 1, Retry::Never);
    let conn = w.come_up();
    let (_, request) = w.sent();
    w.pass_ms(30_000);
    assert_eq!(w.lines().len(), 1);
    w.io(conn, IoEvent::Frame(answer(&request, &MetadataResponse::default())));
    assert_eq!(w.responses(), [(1, ErrorCode::NO_ERROR)]);
    let lines = w.lines();
    assert_eq!((lines.len(), lines[0].0), (1, Level::Info));
    assert!(lines[0].2.contains("responding again after 30 s"), "{}", lines[0].2);
}

/// Lets a request go unanswered until the second connection stands; returns both.
fn silent_world(change: impl FnOnce(&mut BrokerSettings)) -> (World, ConnId, ConnId, Seen) {
    let mut w = World::new(settings(change));
    w.request(300_000, 1, Retry::Transport);
    let first = w.come_up();
    let (_, request) = w.sent();
    w.pass_ms(5_000);
    let second = w.accept();
    let (on, question) = w.sent();
    assert_eq!((on, question.api), (second, ApiKey::API_VERSIONS));
    assert!(second > first);
    w.io(second, IoEvent::Frame(versions_answer(&question)));
    assert_eq!(w.actions(), []);
    w.pass_ms(1_500);
    assert_eq!(w.actions(), [IoAction::QueryRetransmits { conn: first }]);
    (w, first, second, request)
}

#[test]
fn a_connection_whose_bytes_do_not_move_is_replaced_by_one_that_works() {
    let (mut w, first, second, request) = silent_world(|_| {});
    w.io(first, IoEvent::Retransmits(2));
    assert_eq!(w.actions(), []);
    w.pass_ms(1_500);
    assert_eq!(w.one_action(), IoAction::QueryRetransmits { conn: first });
    w.io(first, IoEvent::Retransmits(3));
    assert_eq!(w.actions(), [IoAction::Close { conn: first }]);
    assert_eq!(w.core.state(), BrokerState::Up);
    assert!(!w.states().contains(&BrokerState::Down), "the broker was never down");
    w.pass_ms(200);
    let (on, again) = w.sent();
    assert_eq!((on, again.api), (second, request.api));
    w.io(second, IoEvent::Frame(answer(&again, &MetadataResponse::default())));
    assert_eq!(w.responses(), [(1, ErrorCode::NO_ERROR)]);
    w.pass_ms(2_000);
    let lines: Vec<_> = w.lines().into_iter().map(|(level, _, text)| (level, text)).collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[1].0 == Level::Warning && lines[1].1.contains("replacing the connection"), "{lines:?}");
    assert!(lines[2].0 == Level::Info && lines[2].1.contains("connected again after 8."), "{lines:?}");
}

#[test]
fn a_connection_that_is_slow_is_kept_as_long_as_the_broker_may_take() {
    // An answer on the first connection ends the second one.
    let (mut w, first, second, request) = silent_world(|_| {});
    w.io(first, IoEvent::Frame(answer(&request, &MetadataResponse::default())));
    assert_eq!(w.actions(), [IoAction::Close { conn: second }]);
    assert_eq!(w.responses(), [(1, ErrorCode::NO_ERROR)]);
    // All bytes arrived: the broker has its time, twice that of a silence for metadata.
    let (mut w, first, second, _) = silent_world(|_| {});
    w.io(first, IoEvent::Retransmits(0));
    for _ in 0..4 {
        assert_eq!(w.actions(), []);
        w.pass_ms(1_500);
        assert_eq!(w.one_action(), IoAction::QueryRetransmits { conn: first });
        w.io(first, IoEvent::Retransmits(0));
    }
    assert!(w.actions().contains(&IoAction::Close { conn: first }));
    // The one that took its place gets no answer either: it stays.
    w.pass_ms(6_000);
    let mut third = 0;
    for _ in 0..40 {
        for action in w.actions() {
            match action {
                IoAction::Resolve { conn, .. } => w.io(conn, IoEvent::Resolved(vec![addr(1)])),
                IoAction::Connect { conn, .. } => w.io(conn, IoEvent::Connected),
                IoAction::Send { conn, frame } if conn != second => {
                    third += 1;
                    w.io(conn, IoEvent::Frame(versions_answer(&seen(&frame))));
                }
                IoAction::QueryRetransmits { conn } => w.io(conn, IoEvent::Retransmits(0)),
                IoAction::Close { conn } => assert_ne!(conn, second),
                _ => {}
            }
        }
        w.pass_ms(500);
    }
    assert_eq!(third, 1);
}

#[test]
fn a_second_connection_that_gets_no_answer_changes_nothing() {
    let mut w = World::new(settings(|_| {}));
    w.request(300_000, 1, Retry::Never);
    let first = w.come_up();
    w.sent();
    w.pass_ms(5_000);
    let mut tries = 0;
    while w.core.state() == BrokerState::Up {
        for action in w.actions() {
            match action {
                IoAction::Resolve { conn, .. } => {
                    tries += 1;
                    w.io(conn, IoEvent::Resolved(vec![addr(1)]));
                }
                IoAction::Close { conn } => assert_ne!(conn, first),
                _ => {}
            }
        }
        let wait = w.core.deadline(w.now).us_since(w.now) / 1000;
        w.pass_ms(wait);
    }
    assert!((15..25).contains(&tries), "{tries}");
    assert_eq!(w.responses(), [(1, ErrorCode::LOCAL_TIMED_OUT)]);
}

#[test]
fn a_connect_without_any_answer_is_begun_anew() {
    let mut w = World::new(settings(|_| {}));
    w.request(300_000, 1, Retry::Never);
    let IoAction::Resolve { conn, .. } = w.one_action() else { panic!() };
    w.io(conn, IoEvent::Resolved(vec![addr(1), addr(2)]));
    let mut tried = Vec::new();
    for _ in 0..4 {
        let Some(IoAction::Connect { addr, .. }) = w.actions().pop() else { panic!() };
        tried.push(addr.port());
        w.pass_ms(3_000);
    }
    assert_eq!(tried, [1, 2, 2, 2]);
    assert_eq!(w.lines(), []);
    w.pass_ms(18_000);
    assert!(w.lines()[0].2.contains("Connection setup timed out in state CONNECT (after 30000ms"));
}

#[test]
fn an_idle_connection_is_closed_without_a_word() {
    let mut w = World::new(settings(|s| s.idle_max_ms = 5_000));
    w.op(BrokerOp::Connect);
    let conn = w.come_up();
    w.pass_ms(4_999);
    assert_eq!(w.core.state(), BrokerState::Up);
    w.pass_ms(1);
    assert_eq!(w.core.state(), BrokerState::Init);
    assert_eq!(w.actions(), [IoAction::Close { conn }]);
    assert!(w.logs.iter().any(|(_, line)| line.text.contains("Connection max idle time exceeded (5000ms")));
    assert_eq!((w.lines(), w.error_events()), (vec![], vec![]));
    assert!(w.main.iter().all(|op| !matches!(op, MainOp::BrokerState { error: Some(_), .. })));
    assert_eq!(w.core.deadline(w.now), Time::NEVER);
    // Work connects again at once.
    w.request(1_000, 1, Retry::Never);
    w.come_up();
    w.sent();
    assert_eq!(w.lines(), []);
}

#[test]
fn a_broker_that_closes_an_idle_connection_is_not_down() {
    let mut w = World::new(settings(|_| {}));
    w.op(BrokerOp::Connect);
    let conn = w.come_up();
    w.pass_ms(600_000);
    w.io(conn, IoEvent::Closed(CloseReason::Eof));
    assert_eq!((w.core.state(), w.error_events()), (BrokerState::Init, vec![]));
    assert!(w.main.iter().all(|op| !matches!(op, MainOp::BrokerState { error: Some(_), .. })));
    let lines = w.lines();
    assert_eq!((lines.len(), lines[0].0), (1, Level::Info));
    w.actions();
    w.request(1_000, 1, Retry::Never);
    w.come_up();
    w.pass_ms(500);
    assert_eq!(w.lines(), []);
}

#[test]
fn an_address_that_fails_while_another_one_works_is_not_told() {
    let mut w = World::new(settings(|_| {}));
    w.request(10_000, 1, Retry::Never);
    let IoAction::Resolve { conn, .. } = w.one_action() else { panic!() };
    w.io(conn, IoEvent::Resolved(vec!["[::1]:1".parse().unwrap(), addr(1)]));
    let IoAction::Connect { conn, .. } = w.one_action() else { panic!() };
    let refused = ConnectError { refused: true, reset: false, text: "Connection refused".into() };
    w.io(conn, IoEvent::ConnectFailed(refused.clone()));
    let actions = w.actions();
    let [IoAction::Close { conn: closed }, IoAction::Connect { conn: next, addr: to }] = actions[..] else {
        panic!("{actions:?}")
    };
    assert_eq!((closed, to), (conn, addr(1)));
    use BrokerState::*;
    assert_eq!((w.states(), w.lines()), (vec![TryConnect, Connect], vec![]));
    w.io(next, IoEvent::ConnectFailed(refused));
    assert_eq!(w.core.state(), TryConnect);
    let lines = w.lines();
    assert_eq!(lines.len(), 1);
    assert!(lines[0].2.contains("Connect to ipv4#127.0.0.1:1 failed: Connection refused (after 0ms"));
}

#[test]
fn a_silent_broker_hands_over_to_those_who_lead_by_now() {
    let shared = Arc::new(ProducerShared::new(&Conf::default()));
    // Messages carry the time of the process.
    let now = Time::now();
    let sender = Sender::new(shared.clone(), None);
    let mut w = World::of(BrokerCore::new(init(settings(|_| {}), "kafka", 9092, sender), now), now);
    let eager = TopicSettings { linger_us: 0, sticky_linger_us: 0, ..TopicSettings::default() };
    let topic = Topic::new("t".into(), eager, shared.limits.clone(), None, now);
    for partition in topic.set_exists(now, &[(1, 0); 2], [0; 16], &mut Vec::new()) {
        w.op(BrokerOp::Join(partition));
    }
    let message = NewMessage {
        partition: 0,
        key: None,
        value: Value::Copy(b"m"),
        headers: &[],
        timestamp_ms: 0,
        opaque: 0,
        block: false,
    };
    shared.produce(&topic, message).unwrap();
    w.now = Time::now();
    w.op(BrokerOp::Ready(topic.view().partitions[0].clone()));
    w.come_up();
    let (conn, request) = w.sent();
    assert_eq!(request.api, ApiKey::PRODUCE);
    w.main.clear();
    w.pass_ms(9_900);
    // Not one to ask, and others are asked about the topic, again and again.
    assert_eq!(w.states(), [BrokerState::Update]);
    let hints = w.main.iter().filter(|op| matches!(op, MainOp::LeaderHint(hint) if &*hint.topic == "t"));
    assert_eq!(hints.count(), 1);
    w.main.clear();
    // The idle partition may go at once; the other one has something in flight.
    w.op(BrokerOp::Leave { topic: "t".into(), partition: 1 });
    w.op(BrokerOp::Leave { topic: "t".into(), partition: 0 });
    let returned = |w: &World| w.main.iter().filter(|op| matches!(op, MainOp::Returned { .. })).count();
    assert_eq!((returned(&w), w.core.state()), (1, BrokerState::Up));
    w.pass_ms(50);
    assert_eq!(w.core.state(), BrokerState::Up);
    w.pass_ms(50);
    assert_eq!((returned(&w), w.core.state()), (2, BrokerState::Down));
    assert!(w.actions().contains(&IoAction::Close { conn }));
    assert!(w.lines()[1].2.contains("and other brokers lead its partitions"));
    // Nobody needs it any more.
    w.pass_ms(60_000);
    assert_eq!(w.core.deadline(w.now), Time::NEVER);
}

#[test]
fn a_silent_broker_that_the_cluster_drops_gets_a_last_word() {
    let mut w = World::new(settings(|_| {}));
    w.request(300_000, 1, Retry::Never);
    w.come_up();
    w.sent();
    w.pass_ms(9_000);
    w.op(BrokerOp::Retire);
    assert_eq!(w.responses(), [(1, ErrorCode::LOCAL_DESTROY_BROKER)]);
    let lines = w.lines();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[1].2.contains("nothing received for 9000ms and the cluster has dropped the broker"));
    // Without trouble there is nothing to say.
    let mut w = World::new(settings(|_| {}));
    w.op(BrokerOp::Connect);
    w.come_up();
    w.op(BrokerOp::Retire);
    assert_eq!((w.lines(), w.ended), (vec![], true));
}
