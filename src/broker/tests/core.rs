use super::world::World;
use super::*;
use crate::protocol::messages::MetadataResponse;

#[test]
fn connects_for_a_request_and_answers_it() {
    let mut w = World::new(settings(|_| {}));
    w.settle();
    assert!(w.actions().is_empty() && w.core.deadline(w.now) == Time::NEVER, "nothing to do");
    w.request(5_000, 1, Retry::Never);
    let conn = w.come_up();
    let (_, request) = w.sent();
    assert_eq!((request.api, request.version), (ApiKey::METADATA, 12));
    w.now = w.now.after_us(700);
    let body = MetadataResponse { throttle_time_ms: 25, ..Default::default() };
    w.io(conn, IoEvent::Frame(answer(&request, &body)));
    assert_eq!(w.responses(), [(1, ErrorCode::NO_ERROR)]);
    use BrokerState::*;
    assert_eq!(w.states(), [TryConnect, Connect, ApiVersionQuery, Up]);
    let traffic =
        w.logs.iter().map(|(_, line)| line).filter(|line| ["SEND", "RECV"].contains(&line.facility));
    let traffic: Vec<&str> = traffic.map(|line| line.text.split_once(": ").unwrap().1).collect();
    let [_, _, sent, received] = traffic[..] else { panic!("{traffic:?}") };
    assert!(sent.starts_with("Sent MetadataRequest (v12, "), "{sent}");
    assert!(received.starts_with("Received MetadataResponse (v12, "), "{received}");
    assert!(received.ends_with(&format!(" CorrId {}, rtt 0.70ms)", request.correlation_id)), "{received}");
    assert_eq!(w.lines(), []);
    assert!(matches!(w.events[..], [AppEvent::Throttle { throttle_ms: 25, broker_id: -1, .. }]));
    let notes = w.notes.iter().filter(|note| !matches!(note, Note::State(_))).count();
    assert_eq!(notes, 4, "{:?}", w.notes);
    assert!(w.notes.iter().any(|note| matches!(note, Note::ResponseReceived { rtt_us: 700, .. })));
}

#[test]
fn first_attempt_takes_no_time_at_all() {
    let mut w = World::new(settings(|_| {}));
    let start = w.now;
    w.request(5_000, 1, Retry::Never);
    w.come_up();
    w.sent();
    assert_eq!(w.now, start);
}

#[test]
fn h12_versions_are_asked_again_at_once_and_silently() {
    let mut w = World::new(settings(|_| {}));
    w.op(BrokerOp::Connect);
    let conn = w.accept();
    let (_, question) = w.sent();
    // As brokers before Kafka 2.4 refuse: version 0 of the answer, its own row in it.
    let mut refusal = question.correlation_id.to_be_bytes().to_vec();
    refusal.extend([0, 35, 0, 0, 0, 1, 0, 18, 0, 0, 0, 0]);
    let start = w.now;
    w.io(conn, IoEvent::Frame(refusal.into()));
    let (_, again) = w.sent();
    assert_eq!((again.api, again.version, w.now), (ApiKey::API_VERSIONS, 0, start));
    w.io(conn, IoEvent::Frame(versions_answer(&again)));
    assert_eq!(w.core.state(), BrokerState::Up);
    assert_eq!(w.lines(), []);
}

#[test]
fn requests_in_flight_are_sent_again_only_if_they_may() {
    let mut w = World::new(settings(|_| {}));
    w.request(20_000, 1, Retry::Never);
    let conn = w.come_up();
    w.sent();
    w.request(20_000, 2, Retry::Transport);
    w.sent();
    w.pass_ms(1_500);
    w.io(conn, IoEvent::Closed(CloseReason::Eof));
    assert_eq!(w.responses(), [(1, ErrorCode::LOCAL_TRANSPORT)]);
    let lines = w.lines();
    assert_eq!((lines[0].0, lines[0].1), (Level::Info, "FAIL"));
    assert!(lines[0].2.contains("Disconnected: connection closed by peer"), "{}", lines[0].2);
    assert!(lines[0].2.ends_with("(after 1500ms in state UP)"), "{}", lines[0].2);
    assert_eq!(w.error_events(), []);
    w.actions();
    w.pass_ms(200);
    w.come_up();
    w.pass_ms(200);
    let (conn, again) = w.sent();
    assert_eq!(again.api, ApiKey::METADATA);
    // An answer to the old connection's request is nobody's.
    let stale = Seen { correlation_id: again.correlation_id - 2, ..again.clone() };
    w.io(conn, IoEvent::Frame(answer(&stale, &MetadataResponse::default())));
    assert_eq!(w.responses(), []);
    w.io(conn, IoEvent::Frame(answer(&again, &MetadataResponse::default())));
    assert_eq!(w.responses(), [(2, ErrorCode::NO_ERROR)]);
}

#[test]
fn what_can_not_be_sent_fails_at_its_deadline_with_the_cause() {
    let mut w = World::new(settings(|_| {}));
    w.request(1_000, 1, Retry::Transport);
    let IoAction::Resolve { conn, .. } = w.one_action() else { panic!() };
    w.io(conn, IoEvent::ResolveFailed("Temporary failure in name resolution".into()));
    let start = w.now;
    while w.responses().is_empty() {
        w.now = w.core.deadline(w.now);
        w.settle();
        if let Some(IoAction::Resolve { conn, .. }) = w.actions().pop() {
            w.io(conn, IoEvent::ResolveFailed("Temporary failure in name resolution".into()));
        }
        assert!(w.now <= start.after_ms(1_000));
        if w.now == start.after_ms(1_000) {
            assert_eq!(w.responses(), [(1, ErrorCode::LOCAL_RESOLVE)]);
            break;
        }
    }
    // Nobody wants the broker any more: no further attempt.
    w.pass_ms(30_000);
    assert_eq!(w.actions(), []);
    assert_eq!(w.core.deadline(w.now), Time::NEVER);
}

#[test]
fn setting_up_and_the_question_for_versions_are_bounded() {
    let mut w = World::new(settings(|s| s.setup_timeout_ms = 1_000));
    w.request(300_000, 1, Retry::Never);
    let IoAction::Resolve { conn, .. } = w.one_action() else { panic!() };
    w.io(conn, IoEvent::Resolved(vec![addr(1)]));
    w.pass_ms(1_000);
    let lines = w.lines();
    assert_eq!(lines[0].0, Level::Warning);
    assert!(
        lines[0].2.contains("Connection setup timed out in state CONNECT (after 1000ms in state CONNECT)")
    );
    assert_eq!(w.error_events(), []);

    let mut w = World::new(settings(|s| s.api_version_timeout_ms = 2_000));
    w.request(300_000, 1, Retry::Never);
    w.accept();
    w.sent();
    w.pass_ms(2_000);
    let lines = w.lines();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].2.contains("ApiVersionRequest failed: Local: Timed out"), "{}", lines[0].2);
    assert!(!lines[0].2.contains("0.10"));
    assert_eq!(w.core.state(), BrokerState::TryConnect);
}

#[test]
fn without_sparse_connections_the_broker_connects_by_itself() {
    let mut w = World::new(settings(|s| s.sparse_connections = false));
    w.settle();
    let conn = w.come_up();
    w.io(conn, IoEvent::Closed(CloseReason::Eof));
    w.actions();
    w.pass_ms(150);
    w.come_up();
}

#[test]
fn hostile_frames_end_the_connection_with_a_clear_error() {
    let cases: [(&[u8], &str); 2] = [
        (&[1, 2, 3], "Receive failed: response without header"),
        (&[0, 0, 0, 1], "ApiVersionRequest failed: the response is not one of a Kafka broker"),
    ];
    for (frame, text) in cases {
        let mut w = World::new(settings(|_| {}));
        w.request(9_000, 1, Retry::Never);
        let conn = w.accept();
        let (_, question) = w.sent();
        assert_eq!(question.correlation_id, 1);
        w.io(conn, IoEvent::Frame(Bytes::copy_from_slice(frame)));
        assert!(w.actions().contains(&IoAction::Close { conn }), "{text}");
        let lines = w.lines();
        assert!(lines[0].2.contains(text), "{lines:?}");
    }
    let mut w = World::new(settings(|_| {}));
    w.request(9_000, 1, Retry::Never);
    let conn = w.accept();
    w.sent();
    w.io(conn, IoEvent::Closed(CloseReason::FrameSize(1_213_486_160)));
    assert_eq!(w.error_events()[0].0, ErrorCode::LOCAL_BAD_MSG);
    assert!(w.lines()[0].2.contains(
        "Receive failed: Invalid response size 1213486160 (0..100000000): increase receive.message.max.bytes"
    ));
    // An unknown correlation id is counted and nothing else.
    let mut w = World::new(settings(|_| {}));
    w.op(BrokerOp::Connect);
    let conn = w.come_up();
    w.io(conn, IoEvent::Frame(Bytes::from_static(&[0, 0, 9, 9, 0])));
    assert_eq!((w.core.state(), w.lines()), (BrokerState::Up, vec![]));
}

#[test]
fn requests_that_the_broker_can_not_answer_fail_clearly() {
    let mut w = World::new(settings(|_| {}));
    w.op(BrokerOp::Connect);
    w.come_up();
    w.op(BrokerOp::Request(Box::new(BrokerRequest {
        api: ApiKey::LIST_OFFSETS,
        version_min: 1,
        version_max: 7,
        body: Box::new(MetadataRequest::default()),
        timeout_ms: 1_000,
        deadline: w.now.after_ms(1_000),
        retry: Retry::Transport,
        tag: RequestTag::Metadata(4),
    })));
    assert_eq!(w.responses(), [(4, ErrorCode::LOCAL_UNSUPPORTED_FEATURE)]);
    assert_eq!(w.actions(), []);
}

#[test]
fn a_throttled_client_keeps_quiet_for_as_long_as_it_was_told() {
    let mut w = World::new(settings(|_| {}));
    w.request(9_000, 1, Retry::Never);
    let conn = w.come_up();
    let (_, request) = w.sent();
    let body = MetadataResponse { throttle_time_ms: 300, ..Default::default() };
    w.io(conn, IoEvent::Frame(answer(&request, &body)));
    w.request(9_000, 2, Retry::Never);
    w.pass_ms(299);
    assert_eq!(w.actions(), []);
    w.pass_ms(1);
    let (_, request) = w.sent();
    w.io(conn, IoEvent::Frame(answer(&request, &MetadataResponse::default())));
    let throttles: Vec<i32> = w
        .events
        .iter()
        .filter_map(|event| match event {
            AppEvent::Throttle { throttle_ms, .. } => Some(*throttle_ms),
            _ => None,
        })
        .collect();
    assert_eq!(throttles, [300, 0]);
}

#[test]
fn metadata_names_the_broker_and_may_move_it() {
    let mut w = World::new(settings(|_| {}));
    w.op(BrokerOp::Connect);
    let conn = w.come_up();
    w.op(BrokerOp::Address { host: "kafka".into(), port: 9092, node_id: 3 });
    assert_eq!((&**w.core.name(), w.core.state()), ("kafka:9092/3", BrokerState::Up));
    w.op(BrokerOp::Address { host: "::1".into(), port: 9093, node_id: 3 });
    assert_eq!((&**w.core.name(), w.core.state()), ("[::1]:9093/3", BrokerState::Down));
    assert_eq!(w.actions(), [IoAction::Close { conn }]);
    assert!(w.logs.iter().any(|(_, line)| line.text.contains("Nodename changed")));
    assert_eq!(w.lines(), []);
    w.request(1_000, 1, Retry::Never);
    assert!(matches!(w.one_action(), IoAction::Resolve { host, port: 9093, .. } if &*host == "::1"));
}

#[test]
fn the_end_answers_everything() {
    let mut w = World::new(settings(|_| {}));
    w.request(9_000, 1, Retry::Transport);
    let conn = w.come_up();
    w.sent();
    w.op(BrokerOp::Terminate(ErrorCode::LOCAL_DESTROY.into()));
    assert!(w.ended && w.core.has_ended());
    assert!(w.actions().contains(&IoAction::Close { conn }));
    w.request(9_000, 2, Retry::Transport);
    assert_eq!(w.responses(), [(1, ErrorCode::LOCAL_DESTROY), (2, ErrorCode::LOCAL_DESTROY)]);
    let late = metadata_request(w.now, 100, 3, Retry::Never);
    w.core.abandon(vec![late, BrokerOp::Connect]);
    w.settle();
    assert_eq!(w.responses(), [(3, ErrorCode::LOCAL_DESTROY)]);
    let Some(MainOp::BrokerGone { unread, .. }) = w.main.pop() else { panic!() };
    assert_eq!(unread.len(), 1);
    assert_eq!(w.core.deadline(w.now), Time::NEVER);
}

#[test]
fn time_outs_close_the_connection_only_after_socket_max_fails() {
    let mut w = World::new(settings(|s| s.socket_max_fails = 0));
    w.request(2_000, 1, Retry::Never);
    let conn = w.come_up();
    let (_, old) = w.sent();
    w.pass_ms(2_000);
    assert_eq!(w.responses(), [(1, ErrorCode::LOCAL_TIMED_OUT)]);
    assert_eq!(w.core.state(), BrokerState::Up);
    // The late answer is nobody's.
    w.io(conn, IoEvent::Frame(answer(&old, &MetadataResponse::default())));
    assert_eq!((w.responses(), w.core.state()), (vec![], BrokerState::Up));
}
