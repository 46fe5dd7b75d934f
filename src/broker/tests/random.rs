use super::*;
use proptest::prelude::*;

/// One thing that happens to a core, for the current attempt or a past one.
#[derive(Debug, Clone)]
enum Happening {
    Request {
        ms: u64,
        again: bool,
    },
    Connect,
    ReconnectNow,
    Rename(u16),
    Resolved(u8),
    ResolveFailed,
    Connected,
    ConnectFailed(bool),
    Written(usize),
    Closed(u8),
    Retransmits(u32),
    Garbage(Vec<u8>),
    /// Answers a request of the last ones sent, rightly or with a wrong body.
    Answer {
        which: usize,
        right: bool,
    },
    Stale,
    Pass(u64),
    ToDeadline,
    Retire,
}

fn happening() -> impl Strategy<Value = Happening> {
    use Happening::*;
    prop_oneof![
        4 => (1u64..20_000, any::<bool>()).prop_map(|(ms, again)| Request { ms, again }),
        1 => Just(Connect),
        1 => Just(ReconnectNow),
        1 => (1u16..4).prop_map(Rename),
        4 => (0u8..4).prop_map(Resolved),
        1 => Just(ResolveFailed),
        6 => Just(Connected),
        1 => any::<bool>().prop_map(ConnectFailed),
        4 => (0usize..4).prop_map(Written),
        1 => (0u8..4).prop_map(Closed),
        2 => (0u32..8).prop_map(Retransmits),
        1 => proptest::collection::vec(any::<u8>(), 0..40).prop_map(Garbage),
        8 => (0usize..3, prop::bool::weighted(0.9)).prop_map(|(which, right)| Answer { which, right }),
        1 => Just(Stale),
        3 => (0u64..70_000).prop_map(Pass),
        6 => Just(ToDeadline),
        1 => prop::bool::weighted(0.05).prop_map(|end| if end { Retire } else { Connect }),
    ]
}

struct Chaos {
    core: BrokerCore,
    now: Time,
    conn: ConnId,
    sent: Vec<Seen>,
    asked: u64,
    answered: Vec<u64>,
    lines: u64,
    /// Attempts that are open by what was ordered.
    open: Vec<ConnId>,
}

impl Chaos {
    fn settle(&mut self) {
        self.core.poll(self.now);
        let fx = self.core.take_effects();
        for action in fx.io {
            match action {
                IoAction::Resolve { conn, .. } | IoAction::Connect { conn, .. } => {
                    self.conn = conn;
                    if !self.open.contains(&conn) {
                        self.open.push(conn);
                    }
                }
                IoAction::Send { conn, frame } => {
                    assert!(self.open.contains(&conn), "sends on an open connection only");
                    self.sent.push(seen(&frame));
                }
                IoAction::QueryRetransmits { conn } => assert!(self.open.contains(&conn)),
                IoAction::Close { conn } => self.open.retain(|open| *open != conn),
            }
        }
        for op in fx.main {
            if let MainOp::Response(response) = op {
                let RequestTag::Metadata(tag) = response.tag else { panic!() };
                assert!(!self.answered.contains(&tag), "answered twice");
                self.answered.push(tag);
            }
        }
        self.lines += fx.logs.iter().filter(|line| line.level != Level::Debug).count() as u64;
    }

    fn happen(&mut self, what: &Happening) {
        use Happening::*;
        let (now, conn) = (self.now, self.conn);
        let event = match what {
            Request { ms, again } => {
                self.asked += 1;
                let retry = if *again { Retry::Transport } else { Retry::Never };
                self.core.on_op(now, metadata_request(now, *ms, self.asked, retry));
                return;
            }
            Connect => return self.core.on_op(now, BrokerOp::Connect),
            ReconnectNow => return self.core.on_op(now, BrokerOp::ReconnectNow),
            Rename(port) => {
                let node_id = i32::from(*port) - 2;
                let op = BrokerOp::Address { host: "kafka".into(), port: *port, node_id };
                return self.core.on_op(now, op);
            }
            Retire => return self.core.on_op(now, BrokerOp::Retire),
            Pass(ms) => {
                self.now = now.after_ms(*ms);
                return;
            }
            ToDeadline => {
                let deadline = self.core.deadline(now);
                if deadline != Time::NEVER {
                    self.now = deadline.max(now);
                }
                return;
            }
            Stale => {
                let stale = ConnId(conn.0.wrapping_sub(1));
                return self.core.on_io(now, stale, IoEvent::Closed(CloseReason::Eof));
            }
            Resolved(count) => IoEvent::Resolved((0..*count).map(|at| addr(at.into())).collect()),
            ResolveFailed => IoEvent::ResolveFailed("no".into()),
            Connected => IoEvent::Connected,
            ConnectFailed(refused) => IoEvent::ConnectFailed(ConnectError {
                refused: *refused,
                reset: !*refused,
                text: "no".into(),
            }),
            Written(frames) => IoEvent::Written { frames: *frames },
            Closed(0) => IoEvent::Closed(CloseReason::Eof),
            Closed(1) => IoEvent::Closed(CloseReason::Reset),
            Closed(2) => IoEvent::Closed(CloseReason::System("Connection timed out".into())),
            Closed(_) => IoEvent::Closed(CloseReason::FrameSize(-7)),
            Retransmits(times) => IoEvent::Retransmits(*times),
            Garbage(bytes) => IoEvent::Frame(Bytes::from(bytes.clone())),
            Answer { which, right } => {
                let Some(seen) = self.sent.iter().rev().nth(*which) else { return };
                let frame = match (right, seen.api) {
                    (true, ApiKey::API_VERSIONS) => versions_answer(seen),
                    (true, _) => answer(seen, &crate::protocol::messages::MetadataResponse::default()),
                    (false, _) => Bytes::copy_from_slice(&seen.correlation_id.to_be_bytes()),
                };
                IoEvent::Frame(frame)
            }
        };
        self.core.on_io(now, conn, event);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// Whatever happens in whatever order: no panic, every request is answered exactly
    /// once and in time, a past deadline is worked off, lines stay within their budget.
    #[test]
    fn any_order_of_events(happenings in proptest::collection::vec(happening(), 1..120), seed in 0u64..4) {
        let start = Time(10_000_000);
        let settings = settings(|s| {
            s.sparse_connections = seed != 1;
            s.idle_max_ms = if seed == 2 { 3_000 } else { 0 };
            s.socket_max_fails = if seed == 3 { 0 } else { 1 };
            s.socket_timeout_ms = 5_000;
        });
        let mut chaos = Chaos {
            core: new_core(settings, "kafka", 1, start),
            now: start,
            conn: ConnId(0),
            sent: Vec::new(),
            asked: 0,
            answered: Vec::new(),
            lines: 0,
            open: Vec::new(),
        };
        for what in &happenings {
            chaos.happen(what);
            chaos.settle();
            // At most a few rounds at one point in time, then the deadline lies ahead.
            for _ in 0..4 {
                if chaos.core.deadline(chaos.now) > chaos.now {
                    break;
                }
                chaos.settle();
            }
            prop_assert!(chaos.core.deadline(chaos.now) > chaos.now, "spins after {what:?}");
            prop_assert!(chaos.open.len() <= 2);
        }
        chaos.now = chaos.now.after_ms(600_000);
        chaos.settle();
        prop_assert_eq!(chaos.answered.len() as u64, chaos.asked);
        let seconds = chaos.now.us_since(start) / 1_000_000;
        prop_assert!(chaos.lines <= seconds + 4, "{} lines in {seconds} s", chaos.lines);
    }
}
