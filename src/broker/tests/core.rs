use super::*;
use crate::protocol::messages::MetadataResponse;

/// One core with everything that it said so far.
struct World {
    core: BrokerCore,
    now: Time,
    io: Vec<IoAction>,
    main: Vec<MainOp>,
    events: Vec<AppEvent>,
    logs: Vec<(Time, LogLine)>,
    notes: Vec<Note>,
    ended: bool,
}

impl World {
    fn new(settings: Arc<BrokerSettings>) -> World {
        let now = Time(10_000_000);
        World {
            core: new_core(settings, "kafka", 9092, now),
            now,
            io: Vec::new(),
            main: Vec::new(),
            events: Vec::new(),
            logs: Vec::new(),
            notes: Vec::new(),
            ended: false,
        }
    }

    fn settle(&mut self) {
        self.core.poll(self.now);
        let fx = self.core.take_effects();
        self.io.extend(fx.io);
        self.main.extend(fx.main);
        self.events.extend(fx.events);
        self.logs.extend(fx.logs.into_iter().map(|line| (self.now, line)));
        self.notes.extend(fx.notes);
        self.ended |= fx.ended;
    }

    fn op(&mut self, op: BrokerOp) {
        self.core.on_op(self.now, op);
        self.settle();
    }

    fn io(&mut self, conn: ConnId, event: IoEvent) {
        self.core.on_io(self.now, conn, event);
        self.settle();
    }

    fn request(&mut self, ms: u64, tag: u64, retry: Retry) {
        self.op(metadata_request(self.now, ms, tag, retry));
    }

    /// Lets time pass, deadline by deadline.
    fn pass_ms(&mut self, ms: u64) {
        let until = self.now.after_ms(ms);
        loop {
            let next = self.core.deadline(self.now);
            if next > until {
                break;
            }
            assert!(next > self.now || self.core.has_ended(), "deadline in the past: would spin");
            self.now = next;
            self.settle();
        }
        self.now = until;
    }

    /// The actions since the last call.
    fn actions(&mut self) -> Vec<IoAction> {
        std::mem::take(&mut self.io)
    }

    fn one_action(&mut self) -> IoAction {
        let mut actions = self.actions();
        assert_eq!(actions.len(), 1, "{actions:?}");
        actions.remove(0)
    }

    /// Expects a frame to be sent; tells that it was written.
    fn sent(&mut self) -> (ConnId, Seen) {
        match self.one_action() {
            IoAction::Send { conn, frame } => {
                self.io(conn, IoEvent::Written { frames: 1 });
                (conn, seen(&frame))
            }
            other => panic!("{other:?}"),
        }
    }

    /// Answers the resolver and the connect; returns the attempt.
    fn accept(&mut self) -> ConnId {
        let mut action = self.one_action();
        if let IoAction::Resolve { conn, host, port } = action {
            assert_eq!((&*host, port), ("kafka", 9092));
            self.io(conn, IoEvent::Resolved(vec![addr(1)]));
            action = self.one_action();
        }
        let IoAction::Connect { conn, .. } = action else { panic!("{action:?}") };
        self.io(conn, IoEvent::Connected);
        conn
    }

    /// All the way to UP.
    fn come_up(&mut self) -> ConnId {
        let conn = self.accept();
        let (_, question) = self.sent();
        assert_eq!((question.api, question.version), (ApiKey::API_VERSIONS, 3));
        self.io(conn, IoEvent::Frame(versions_answer(&question)));
        assert_eq!(self.core.state(), BrokerState::Up);
        conn
    }

    fn states(&mut self) -> Vec<BrokerState> {
        let states = self.main.iter().filter_map(|op| match op {
            MainOp::BrokerState { state, .. } => Some(*state),
            _ => None,
        });
        states.collect()
    }

    /// Responses so far: tag and error code.
    fn responses(&mut self) -> Vec<(u64, ErrorCode)> {
        let mut out = Vec::new();
        self.main.retain(|op| match op {
            MainOp::Response(response) => {
                let RequestTag::Metadata(tag) = response.tag else { panic!("not ours") };
                let code = response.result.as_ref().map_or_else(|error| error.code, |_| ErrorCode::NO_ERROR);
                out.push((tag, code));
                false
            }
            _ => true,
        });
        out
    }

    /// Lines above debug so far.
    fn lines(&mut self) -> Vec<(Level, &'static str, String)> {
        let lines = std::mem::take(&mut self.logs).into_iter().map(|(_, line)| line);
        let shown = lines.filter(|line| line.level != Level::Debug);
        shown.map(|line| (line.level, line.facility, line.text)).collect()
    }

    fn error_events(&mut self) -> Vec<(ErrorCode, String)> {
        let events = std::mem::take(&mut self.events).into_iter().filter_map(|event| match event {
            AppEvent::Error { code, reason, .. } => Some((code, reason)),
            _ => None,
        });
        events.collect()
    }
}

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
