//! The task around a broker core: carries ops and bytes to it and its effects out.
//! Runs on the broker's thread, next to the tasks of other brokers of that thread.

use super::core::{BrokerCore, BrokerEffects};
use super::hooks::{BrokerContext, NotedBroker};
use super::io::{CloseReason, ConnId, IoAction, IoEvent};
use super::pool::Callbacks;
use super::socket::{self, BrokerSocket};
use super::timers::{Timer, Timers};
use crate::base::log::{Level, LogLine};
use crate::base::panic::panic_text;
use crate::base::time::Time;
use crate::error::{Error, ErrorCode};
use crate::ops::{AppEvent, BrokerOp, BrokerState, MainOp};
use crate::queue::{Mailbox, Wake};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

/// Rounds without a pause after which other tasks of the thread get a turn.
const ROUNDS_MAX: u32 = 32;
/// A deadline in the past that brings no work this often is put off by a millisecond:
/// a wrong deadline may cost time, but not a whole CPU.
const IDLE_ROUNDS_MAX: u32 = 64;

/// Attempts under way at once. A core has two at most; what it gave up is dropped.
const LINKS_MAX: usize = 4;

/// Runs a core until it ends. The mailbox is closed then, and the main core gets
/// [`MainOp::BrokerGone`].
pub async fn run(
    core: BrokerCore,
    mailbox: Arc<Mailbox<BrokerOp>>,
    context: Arc<BrokerContext>,
    timers: Timers,
    callbacks: Callbacks,
) {
    let inbox = Arc::new(Inbox::default());
    mailbox.set_waker(inbox.clone());
    let mut driver = Driver {
        core,
        mailbox,
        context,
        inbox,
        callbacks,
        timer: Timer::new(timers),
        ops: Vec::new(),
        links: Vec::new(),
        idle_rounds: 0,
        deadline: Time::ZERO,
        ended: false,
    };
    let mut rounds = 0;
    loop {
        let stepped = catch_unwind(AssertUnwindSafe(|| driver.step()));
        if let Err(panic) = stepped {
            driver.bury(panic.as_ref());
        }
        if driver.ended {
            break;
        }
        let mut slept = false;
        std::future::poll_fn(|cx| driver.poll_wait(cx, &mut slept)).await;
        rounds = if slept { 0 } else { rounds + 1 };
        if rounds >= ROUNDS_MAX {
            rounds = 0;
            tokio::task::yield_now().await;
        }
    }
    driver.finish();
}

/// What other threads leave for a driver, and how they wake it.
#[derive(Default)]
struct Inbox {
    state: Mutex<InboxState>,
}

#[derive(Default)]
struct InboxState {
    waker: Option<Waker>,
    rung: bool,
    results: Vec<(ConnId, BlockingResult)>,
}

/// What a blocking thread found.
enum BlockingResult {
    Event(IoEvent),
    Socket(OwnedFd),
}

impl Inbox {
    fn lock(&self) -> std::sync::MutexGuard<'_, InboxState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn deliver(&self, conn: ConnId, result: BlockingResult) {
        self.lock().results.push((conn, result));
        self.wake();
    }
}

impl Wake for Inbox {
    fn wake(&self) {
        let waker = {
            let mut state = self.lock();
            state.rung = true;
            state.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

/// One attempt's socket.
struct Link {
    conn: ConnId,
    stage: Stage,
}

enum Stage {
    /// A blocking thread resolves, or makes the socket.
    Blocking,
    Connecting(BrokerSocket),
    Open(BrokerSocket),
}

struct Driver {
    core: BrokerCore,
    mailbox: Arc<Mailbox<BrokerOp>>,
    context: Arc<BrokerContext>,
    inbox: Arc<Inbox>,
    callbacks: Callbacks,
    timer: Timer,
    ops: Vec<BrokerOp>,
    links: Vec<Link>,
    idle_rounds: u32,
    /// When the core wants to be polled again, as it said after it was polled last. Not
    /// asked anew while waiting: what has come due meanwhile must not look as done.
    deadline: Time,
    ended: bool,
}

impl Driver {
    /// Does everything that can be done now.
    fn step(&mut self) {
        let mut now = Time::now();
        self.mailbox.awake();
        self.mailbox.take(&mut self.ops);
        let mut worked = !self.ops.is_empty();
        let mut ops = std::mem::take(&mut self.ops);
        for op in ops.drain(..) {
            self.core.on_op(now, op);
        }
        self.ops = ops;
        let results = std::mem::take(&mut self.inbox.lock().results);
        worked |= !results.is_empty();
        for (conn, result) in results {
            self.on_blocking_result(now, conn, result);
        }
        worked |= self.read_all(now);
        worked |= self.poll_core(now);
        // What was written makes room for more.
        while !self.ended && self.write_all(now) {
            worked = true;
            now = Time::now();
            if !self.poll_core(now) {
                break;
            }
        }
        self.idle_rounds = if worked { 0 } else { self.idle_rounds.saturating_add(1) };
    }

    /// Polls the core and carries out what it wants; true if it wanted something.
    fn poll_core(&mut self, now: Time) -> bool {
        self.core.poll(now);
        let worked = self.carry_out(now);
        self.deadline = self.core.deadline(now);
        worked
    }

    /// Hands an event to the core and carries out what follows at once.
    fn tell(&mut self, now: Time, conn: ConnId, event: IoEvent) {
        self.core.on_io(now, conn, event);
        self.carry_out(now);
    }

    fn on_blocking_result(&mut self, now: Time, conn: ConnId, result: BlockingResult) {
        let known = self.links.iter().any(|link| link.conn == conn);
        match result {
            BlockingResult::Event(event) if known => {
                // The name is known, or connecting failed: nothing blocks any more.
                self.links.retain(|link| link.conn != conn);
                self.tell(now, conn, event);
            }
            BlockingResult::Event(_) => {}
            BlockingResult::Socket(fd) if known => self.on_socket(now, conn, fd),
            BlockingResult::Socket(fd) => socket::close(&self.context, fd),
        }
    }

    fn on_socket(&mut self, now: Time, conn: ConnId, fd: OwnedFd) {
        match BrokerSocket::new(fd, self.context.settings.receive_max_bytes) {
            Ok(socket) => self.set_stage(conn, Stage::Connecting(socket)),
            Err(error) => {
                self.links.retain(|link| link.conn != conn);
                self.tell(now, conn, IoEvent::ConnectFailed(socket::connect_error(&error)));
            }
        }
    }

    fn set_stage(&mut self, conn: ConnId, stage: Stage) {
        match self.links.iter_mut().find(|link| link.conn == conn) {
            Some(link) => link.stage = stage,
            None => self.links.push(Link { conn, stage }),
        }
    }

    fn open_socket(&mut self, conn: ConnId) -> Option<&mut BrokerSocket> {
        self.links.iter_mut().find(|link| link.conn == conn).and_then(|link| match &mut link.stage {
            Stage::Open(socket) => Some(socket),
            _ => None,
        })
    }

    /// The attempts that are under way: the connection and a second one, seldom more.
    fn conns(&self) -> [Option<ConnId>; LINKS_MAX] {
        std::array::from_fn(|at| self.links.get(at).map(|link| link.conn))
    }

    /// Reads from all connections; true if something happened.
    fn read_all(&mut self, now: Time) -> bool {
        let mut worked = false;
        for conn in self.conns().into_iter().flatten() {
            worked |= self.finish_connecting(now, conn);
            let mut closed = None;
            while let Some(socket) = self.open_socket(conn) {
                match socket.read() {
                    Ok(true) => worked = true,
                    Ok(false) => break,
                    Err(reason) => closed = Some(reason),
                }
                if !self.tell_frames(now, conn) || closed.is_some() {
                    break;
                }
            }
            if let Some(reason) = closed {
                self.lose(now, conn, reason);
                worked = true;
            }
        }
        worked
    }

    /// Hands the frames that were read to the core; false if the connection ended.
    fn tell_frames(&mut self, now: Time, conn: ConnId) -> bool {
        while let Some(socket) = self.open_socket(conn) {
            match socket.reader().next_frame() {
                Ok(Some(frame)) => self.tell(now, conn, IoEvent::Frame(frame)),
                Ok(None) => return true,
                Err(size) => {
                    self.lose(now, conn, CloseReason::FrameSize(size));
                    return false;
                }
            }
        }
        false
    }

    /// The connection is gone.
    fn lose(&mut self, now: Time, conn: ConnId, reason: CloseReason) {
        if self.links.iter().any(|link| link.conn == conn) {
            self.tell(now, conn, IoEvent::Closed(reason));
            self.drop_link(conn);
        }
    }

    fn drop_link(&mut self, conn: ConnId) {
        if let Some(at) = self.links.iter().position(|link| link.conn == conn)
            && let Stage::Connecting(socket) | Stage::Open(socket) = self.links.swap_remove(at).stage
        {
            socket.close(&self.context);
        }
    }

    /// Looks whether a socket that connects has arrived.
    fn finish_connecting(&mut self, now: Time, conn: ConnId) -> bool {
        let Some(link) = self.links.iter_mut().find(|link| link.conn == conn) else { return false };
        let Stage::Connecting(socket) = &link.stage else { return false };
        let mut cx = Context::from_waker(Waker::noop());
        if socket.stream().poll_write_ready(&mut cx).is_pending() {
            return false;
        }
        let event = match socket.connected() {
            Ok(()) => {
                if let Stage::Connecting(socket) = std::mem::replace(&mut link.stage, Stage::Blocking) {
                    link.stage = Stage::Open(socket);
                }
                IoEvent::Connected
            }
            Err(error) => IoEvent::ConnectFailed(socket::connect_error(&error)),
        };
        let failed = event != IoEvent::Connected;
        self.tell(now, conn, event);
        if failed {
            self.drop_link(conn);
        }
        true
    }

    /// Writes what waits; true if frames were completed or a connection was lost.
    fn write_all(&mut self, now: Time) -> bool {
        let mut worked = false;
        for conn in self.conns().into_iter().flatten() {
            let Some(socket) = self.open_socket(conn).filter(|socket| socket.has_writes()) else {
                continue;
            };
            match socket.flush() {
                Ok(0) => {}
                Ok(frames) => {
                    worked = true;
                    self.tell(now, conn, IoEvent::Written { frames });
                }
                Err(reason) => {
                    worked = true;
                    self.lose(now, conn, reason);
                }
            }
        }
        worked
    }

    /// Carries out the core's effects; true if there were any.
    fn carry_out(&mut self, now: Time) -> bool {
        let effects = self.core.take_effects();
        if effects.is_empty() {
            return false;
        }
        let BrokerEffects { io, main, events, logs, notes, purged, ended } = effects;
        for action in io {
            self.act(now, action);
        }
        let context = self.context.clone();
        let outlet = &context.outlet;
        for line in logs {
            outlet.log(self.core.name(), line);
        }
        for event in events {
            outlet.event(event);
        }
        for op in main {
            outlet.main(op);
        }
        for note in &notes {
            let broker = NotedBroker {
                name: self.core.name(),
                node_id: self.core.node_id(),
                socket: self.descriptor(),
            };
            outlet.note(broker, note);
        }
        drop(purged);
        self.ended |= ended;
        true
    }

    fn descriptor(&self) -> i32 {
        let sockets = self.links.iter().filter_map(|link| match &link.stage {
            Stage::Open(socket) => Some(socket.stream().as_raw_fd()),
            _ => None,
        });
        sockets.last().unwrap_or(-1)
    }

    fn act(&mut self, now: Time, action: IoAction) {
        match action {
            IoAction::Resolve { conn, host, port } => {
                let literal = socket::literal(&host, port).filter(|_| self.context.sockets.resolve.is_none());
                let context = self.context.clone();
                let resolve = move || match socket::resolve(&context, &host, port) {
                    Ok(addrs) => BlockingResult::Event(IoEvent::Resolved(addrs)),
                    Err(text) => BlockingResult::Event(IoEvent::ResolveFailed(text)),
                };
                self.set_stage(conn, Stage::Blocking);
                if literal.is_some() {
                    self.inbox.deliver(conn, resolve());
                } else {
                    let calls_back = self.context.sockets.resolve.is_some();
                    self.on_blocking_thread(conn, calls_back, resolve);
                }
            }
            IoAction::Connect { conn, addr } => {
                let (context, name) = (self.context.clone(), self.core.name().clone());
                let connect = move || match socket::connect(&context, addr, &name) {
                    Ok(fd) => BlockingResult::Socket(fd),
                    Err(error) => {
                        BlockingResult::Event(IoEvent::ConnectFailed(socket::connect_error(&error)))
                    }
                };
                self.set_stage(conn, Stage::Blocking);
                let hooks = &self.context.sockets;
                if hooks.socket.is_some() || hooks.connect.is_some() {
                    self.on_blocking_thread(conn, true, connect);
                } else {
                    self.inbox.deliver(conn, connect());
                }
            }
            IoAction::Send { conn, frame } => {
                if let Some(socket) = self.open_socket(conn) {
                    socket.writes().push(frame);
                }
            }
            IoAction::QueryRetransmits { conn } => {
                if let Some(times) = self.open_socket(conn).map(|socket| socket.retransmits()) {
                    self.tell(now, conn, IoEvent::Retransmits(times));
                }
            }
            IoAction::Close { conn } => self.drop_link(conn),
        }
    }

    /// Runs what may block on another thread (`calls_back`: code of the application); its result comes through the inbox. A
    /// panic there (a callback of the application) fails the attempt.
    fn on_blocking_thread(
        &self,
        conn: ConnId,
        calls_back: bool,
        work: impl FnOnce() -> BlockingResult + Send + 'static,
    ) {
        let failed = |text: &str| {
            let error = io::Error::other(text.to_owned());
            BlockingResult::Event(IoEvent::ConnectFailed(socket::connect_error(&error)))
        };
        let inbox = self.inbox.clone();
        let running = calls_back.then(|| self.callbacks.begin());
        let task = move || {
            let _running = running;
            let result = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| failed("callback panicked"));
            inbox.deliver(conn, result);
        };
        // The runtime panics when the system has no thread left: a later attempt may get one.
        if catch_unwind(AssertUnwindSafe(|| tokio::task::spawn_blocking(task))).is_err() {
            self.inbox.deliver(conn, failed("no thread to connect on"));
        }
    }

    /// Ready when there is something to do; otherwise whoever brings work wakes us.
    fn poll_wait(&mut self, cx: &mut Context<'_>, slept: &mut bool) -> Poll<()> {
        // The waker must be in place before the last look at the mailbox: an op that
        // is pushed after that look finds it.
        {
            let mut inbox = self.inbox.lock();
            if std::mem::take(&mut inbox.rung) || !inbox.results.is_empty() {
                return Poll::Ready(());
            }
            inbox.waker = Some(cx.waker().clone());
        }
        if !self.mailbox.prepare_sleep() {
            return Poll::Ready(());
        }
        let now = Time::now();
        let mut deadline = self.deadline;
        if self.idle_rounds >= IDLE_ROUNDS_MAX {
            deadline = deadline.max(now.after_ms(1));
        }
        if deadline <= now {
            return Poll::Ready(());
        }
        for link in &self.links {
            if poll_link(link, cx).is_ready() {
                return Poll::Ready(());
            }
        }
        self.timer.set(now, deadline, cx.waker());
        *slept = true;
        Poll::Pending
    }

    /// The core panicked: everything of it ends, the rest of the handle learns of it.
    fn bury(&mut self, panic: &(dyn std::any::Any + Send)) {
        let what = panic_text(panic);
        let text = format!("{}: internal error: {what}", self.core.name());
        let error = Error::new(ErrorCode::LOCAL_FATAL, text.clone()).fatal();
        let outlet = self.context.outlet.clone();
        outlet.log(self.core.name(), LogLine::new(Level::Emerg, "PANIC", text));
        // Report what can be reported; if that panics too, the rest is lost.
        let now = Time::now();
        let ending = catch_unwind(AssertUnwindSafe(|| {
            self.core.on_op(now, BrokerOp::Terminate(error.clone()));
            self.carry_out(now);
        }));
        if ending.is_err() {
            outlet.log(self.core.name(), LogLine::new(Level::Emerg, "PANIC", "messages were lost"));
        }
        let broker = self.core.index();
        outlet.main(MainOp::BrokerState { broker, state: BrokerState::Down, error: Some(error.clone()) });
        outlet.event(AppEvent::Error { code: error.code, reason: error.reason, fatal: true });
        self.ended = true;
    }

    fn finish(mut self) {
        let unread = self.mailbox.close();
        while let Some(conn) = self.links.first().map(|link| link.conn) {
            self.drop_link(conn);
        }
        for (_, result) in std::mem::take(&mut self.inbox.lock().results) {
            if let BlockingResult::Socket(fd) = result {
                socket::close(&self.context, fd);
            }
        }
        let ending = catch_unwind(AssertUnwindSafe(|| {
            self.core.abandon(unread);
            self.carry_out(Time::now());
        }));
        if ending.is_err() {
            // A core that panicked before: the main core must learn of the end anyway.
            self.context.outlet.main(MainOp::BrokerGone { broker: self.core.index(), unread: Vec::new() });
        }
    }
}

/// Ready if the socket of a link can be used; registers for it otherwise.
fn poll_link(link: &Link, cx: &mut Context<'_>) -> Poll<()> {
    match &link.stage {
        Stage::Blocking => Poll::Pending,
        Stage::Connecting(socket) => socket.stream().poll_write_ready(cx).map(|_| ()),
        Stage::Open(socket) => {
            if !socket.has_writes() {
                return socket.stream().poll_read_ready(cx).map(|_| ());
            }
            match socket.stream().poll_write_ready(cx) {
                Poll::Ready(_) => Poll::Ready(()),
                Poll::Pending => socket.stream().poll_read_ready(cx).map(|_| ()),
            }
        }
    }
}
