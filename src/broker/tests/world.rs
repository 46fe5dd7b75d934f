//! A core under virtual time.

use super::*;

/// One core with everything that it said so far.
pub(super) struct World {
    pub core: BrokerCore,
    pub now: Time,
    pub io: Vec<IoAction>,
    pub main: Vec<MainOp>,
    pub events: Vec<AppEvent>,
    pub logs: Vec<(Time, LogLine)>,
    pub notes: Vec<Note>,
    pub ended: bool,
}

impl World {
    pub fn new(settings: Arc<BrokerSettings>) -> World {
        let now = Time(10_000_000);
        World::of(new_core(settings, "kafka", 9092, now), now)
    }

    pub fn of(core: BrokerCore, now: Time) -> World {
        World {
            core,
            now,
            io: Vec::new(),
            main: Vec::new(),
            events: Vec::new(),
            logs: Vec::new(),
            notes: Vec::new(),
            ended: false,
        }
    }

    pub fn settle(&mut self) {
        self.core.poll(self.now);
        let fx = self.core.take_effects();
        self.io.extend(fx.io);
        self.main.extend(fx.main);
        self.events.extend(fx.events);
        self.logs.extend(fx.logs.into_iter().map(|line| (self.now, line)));
        self.notes.extend(fx.notes);
        self.ended |= fx.ended;
    }

    pub fn op(&mut self, op: BrokerOp) {
        self.core.on_op(self.now, op);
        self.settle();
    }

    pub fn io(&mut self, conn: ConnId, event: IoEvent) {
        self.core.on_io(self.now, conn, event);
        self.settle();
    }

    pub fn request(&mut self, ms: u64, tag: u64, retry: Retry) {
        self.op(metadata_request(self.now, ms, tag, retry));
    }

    /// Lets time pass, deadline by deadline.
    pub fn pass_ms(&mut self, ms: u64) {
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
    pub fn actions(&mut self) -> Vec<IoAction> {
        std::mem::take(&mut self.io)
    }

    pub fn one_action(&mut self) -> IoAction {
        let mut actions = self.actions();
        assert_eq!(actions.len(), 1, "{actions:?}");
        actions.remove(0)
    }

    /// Expects a frame to be sent; tells that it was written.
    pub fn sent(&mut self) -> (ConnId, Seen) {
        match self.one_action() {
            IoAction::Send { conn, frame } => {
                self.io(conn, IoEvent::Written { frames: 1 });
                (conn, seen(&frame))
            }
            other => panic!("{other:?}"),
        }
    }

    /// Answers the resolver and the connect; returns the attempt.
    pub fn accept(&mut self) -> ConnId {
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
    pub fn come_up(&mut self) -> ConnId {
        let conn = self.accept();
        let (_, question) = self.sent();
        assert_eq!((question.api, question.version), (ApiKey::API_VERSIONS, 3));
        self.io(conn, IoEvent::Frame(versions_answer(&question)));
        assert_eq!(self.core.state(), BrokerState::Up);
        conn
    }

    pub fn states(&mut self) -> Vec<BrokerState> {
        let states = self.main.iter().filter_map(|op| match op {
            MainOp::BrokerState { state, .. } => Some(*state),
            _ => None,
        });
        states.collect()
    }

    /// Responses so far: tag and error code.
    pub fn responses(&mut self) -> Vec<(u64, ErrorCode)> {
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
    pub fn lines(&mut self) -> Vec<(Level, &'static str, String)> {
        let lines = std::mem::take(&mut self.logs).into_iter().map(|(_, line)| line);
        let shown = lines.filter(|line| line.level != Level::Debug);
        shown.map(|line| (line.level, line.facility, line.text)).collect()
    }

    pub fn error_events(&mut self) -> Vec<(ErrorCode, String)> {
        let events = std::mem::take(&mut self.events).into_iter().filter_map(|event| match event {
            AppEvent::Error { code, reason, .. } => Some((code, reason)),
            _ => None,
        });
        events.collect()
    }
}
