use super::*;
use crate::producer::Delivery;
use crate::protocol::messages::metadata_request::MetadataRequestTopic;
use crate::protocol::messages::{MetadataRequest, MetadataResponse};
use crate::queue::Mailbox;
use crate::sys::net;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender as Channel, channel};
use std::time::{Duration, Instant};

/// How long a test waits for what must come.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

pub(super) struct Outlet {
    main: Mutex<Channel<MainOp>>,
    pub lines: Mutex<Vec<LogLine>>,
    events: AtomicUsize,
    pub deliveries: Mutex<Vec<Delivery>>,
}

impl BrokerOutlet for Outlet {
    fn main(&self, op: MainOp) {
        let _ = self.main.lock().unwrap().send(op);
    }
    fn event(&self, event: AppEvent) {
        match event {
            AppEvent::Delivery(delivery) => self.deliveries.lock().unwrap().push(*delivery),
            _ => drop(self.events.fetch_add(1, Ordering::Relaxed)),
        }
    }
    fn log(&self, thread: &str, line: LogLine) {
        assert!(line.text.starts_with(thread), "{line:?}");
        self.lines.lock().unwrap().push(line);
    }
}

/// A broker core with its driver on a thread of its own.
pub(super) struct Live {
    pub mailbox: Arc<Mailbox<BrokerOp>>,
    pub outlet: Arc<Outlet>,
    main: Receiver<MainOp>,
    pool: Option<BrokerPool>,
}

impl Live {
    fn start(settings: Arc<BrokerSettings>, host: &str, port: u16, sockets: SocketHooks) -> Live {
        let core = new_core(settings.clone(), host, port, Time::now());
        Live::of(core, settings, sockets, Mailbox::new())
    }

    pub fn of(
        core: BrokerCore,
        settings: Arc<BrokerSettings>,
        sockets: SocketHooks,
        mailbox: Arc<Mailbox<BrokerOp>>,
    ) -> Live {
        let (tx, main) = channel();
        let outlet = Arc::new(Outlet {
            main: Mutex::new(tx),
            lines: Mutex::default(),
            events: AtomicUsize::new(0),
            deliveries: Mutex::default(),
        });
        let pool = BrokerPool::new(1, ThreadHooks::default()).unwrap();
        let context = BrokerContext { settings, outlet: outlet.clone(), sockets };
        pool.spawn(core, mailbox.clone(), Arc::new(context)).unwrap();
        Live { mailbox, outlet, main, pool: Some(pool) }
    }

    fn request(&self, ms: u64, tag: u64) {
        assert!(self.mailbox.push(metadata_request(Time::now(), ms, tag, Retry::Transport)).is_ok());
    }

    /// Waits for a response.
    fn response(&self) -> Response {
        loop {
            if let MainOp::Response(response) = self.main.recv_timeout(PATIENCE).expect("no response") {
                return *response;
            }
        }
    }

    pub fn wait_for(&self, wanted: BrokerState) -> Option<Error> {
        loop {
            let op = self.main.recv_timeout(PATIENCE).expect("state never came");
            if let MainOp::BrokerState { state, error, .. } = op
                && state == wanted
            {
                return error;
            }
        }
    }

    pub fn has_line(&self, text: &str) -> bool {
        self.outlet.lines.lock().unwrap().iter().any(|line| line.text.contains(text))
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        let _ = self.mailbox.push(BrokerOp::Terminate(ErrorCode::LOCAL_DESTROY.into()));
        if std::thread::panicking() {
            return;
        }
        loop {
            match self.main.recv_timeout(PATIENCE).expect("the driver did not end") {
                MainOp::BrokerGone { .. } => break,
                _ => continue,
            }
        }
        assert!(self.mailbox.push(BrokerOp::Connect).is_err(), "the mailbox is closed");
        assert!(self.pool.take().unwrap().shutdown(PATIENCE), "the thread did not end");
    }
}

fn read_frame(stream: &mut TcpStream) -> Option<Vec<u8>> {
    let mut len = [0; 4];
    stream.read_exact(&mut len).ok()?;
    let mut frame = vec![0; u32::from_be_bytes(len) as usize];
    stream.read_exact(&mut frame).ok()?;
    frame.splice(0..0, len);
    Some(frame)
}

fn write_frame(stream: &mut TcpStream, frame: &[u8]) {
    stream.write_all(&(frame.len() as i32).to_be_bytes()).unwrap();
    stream.write_all(frame).unwrap();
}

/// Answers ApiVersions, and Metadata with `metadata`, until the peer closes.
fn serve(mut stream: TcpStream, metadata: &MetadataResponse) {
    stream.set_nodelay(true).unwrap();
    while let Some(frame) = read_frame(&mut stream) {
        let seen = seen(&[frame.into()]);
        let answer = match seen.api {
            ApiKey::API_VERSIONS => versions_answer(&seen),
            _ => answer(&seen, metadata),
        };
        write_frame(&mut stream, &answer);
    }
}

fn listen() -> (TcpListener, u16) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    (listener, port)
}

#[test]
fn a_cold_broker_answers_within_milliseconds() {
    let (listener, port) = listen();
    let server =
        std::thread::spawn(move || serve(listener.accept().unwrap().0, &MetadataResponse::default()));
    let live = Live::start(settings(|_| {}), "127.0.0.1", port, SocketHooks::default());
    let start = Instant::now();
    live.request(10_000, 1);
    assert!(live.response().result.is_ok());
    let cold = start.elapsed();
    assert!(cold < Duration::from_millis(500), "{cold:?}");
    let mut best = PATIENCE;
    for tag in 2..200 {
        let start = Instant::now();
        live.request(10_000, tag);
        assert_eq!(live.response().tag, RequestTag::Metadata(tag));
        best = best.min(start.elapsed());
    }
    assert!(best < Duration::from_millis(2), "{best:?}");
    drop(live);
    server.join().unwrap();
}

#[test]
fn comes_back_by_itself_after_refusals() {
    let (listener, port) = listen();
    drop(listener);
    let live = Live::start(settings(|_| {}), "localhost", port, SocketHooks::default());
    live.request(30_000, 1);
    let error = live.wait_for(BrokerState::Down).unwrap();
    assert_eq!(error.code, ErrorCode::LOCAL_TRANSPORT);
    assert!(error.reason.contains("Connection refused (after "), "{}", error.reason);
    std::thread::sleep(Duration::from_millis(300));
    let listener = TcpListener::bind(("127.0.0.1", port)).unwrap();
    let start = Instant::now();
    let server = std::thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        serve(stream, &MetadataResponse::default());
    });
    assert!(live.response().result.is_ok());
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    assert!(live.outlet.events.load(Ordering::Relaxed) >= 1);
    drop(live);
    server.join().unwrap();
}

#[test]
fn a_peer_that_closes_or_lies_is_left() {
    let (listener, port) = listen();
    let server = std::thread::spawn(move || {
        // Closed right after the first request.
        let (mut stream, _) = listener.accept().unwrap();
        read_frame(&mut stream).unwrap();
        drop(stream);
        // An impossible size.
        let (mut stream, _) = listener.accept().unwrap();
        read_frame(&mut stream).unwrap();
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").unwrap();
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
        serve(listener.accept().unwrap().0, &MetadataResponse::default());
    });
    let live = Live::start(settings(|_| {}), "127.0.0.1", port, SocketHooks::default());
    live.request(30_000, 1);
    assert!(live.response().result.is_ok());
    assert!(live.has_line("Disconnected: connection closed by peer"));
    assert!(live.has_line("Invalid response size 1213486160 (0..100000000)"));
    drop(live);
    server.join().unwrap();
}

#[test]
fn large_frames_pass_both_ways() {
    let (listener, port) = listen();
    let metadata = MetadataResponse { cluster_id: Some("x".repeat(3_000_000)), ..Default::default() };
    let server = std::thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        // Slow down the writer, so that it meets a full socket.
        std::thread::sleep(Duration::from_millis(50));
        serve(stream, &metadata);
    });
    let small = settings(|s| (s.send_buffer_bytes, s.receive_buffer_bytes) = (8_192, 8_192));
    let live = Live::start(small, "127.0.0.1", port, SocketHooks::default());
    for tag in 0..3 {
        let topic = MetadataRequestTopic { name: Some("t".repeat(5_000)), ..Default::default() };
        let body = MetadataRequest { topics: Some(vec![topic; 400]), ..Default::default() };
        let request = BrokerRequest {
            api: ApiKey::METADATA,
            version_min: 9,
            version_max: 12,
            body: Box::new(body),
            timeout_ms: 20_000,
            deadline: Time::now().after_ms(20_000),
            retry: Retry::Never,
            tag: RequestTag::Metadata(tag),
        };
        assert!(live.mailbox.push(BrokerOp::Request(Box::new(request))).is_ok());
    }
    for _ in 0..3 {
        let (_, body) = live.response().result.unwrap();
        assert!(body.len() > 3_000_000);
    }
    drop(live);
    server.join().unwrap();
}

#[test]
fn callbacks_of_the_application_make_and_close_sockets() {
    let (listener, port) = listen();
    let server =
        std::thread::spawn(move || serve(listener.accept().unwrap().0, &MetadataResponse::default()));
    let calls: Arc<Mutex<Vec<String>>> = Arc::default();
    let note = |what: &'static str| {
        let calls = calls.clone();
        move |detail: String| calls.lock().unwrap().push(format!("{what} {detail}"))
    };
    let (resolved, made, connected, closed) =
        (note("resolve"), note("socket"), note("connect"), note("close"));
    let hooks = SocketHooks {
        resolve: Some(Arc::new(move |host, port| {
            resolved(host.to_owned());
            std::thread::sleep(Duration::from_millis(20));
            Ok(vec![addr(port)])
        })),
        socket: Some(Arc::new(move |domain, kind, protocol| {
            made(String::new());
            let socket = socket2::Socket::new(domain.into(), kind.into(), Some(protocol.into()))?;
            Ok(OwnedFd::from(socket))
        })),
        connect: Some(Arc::new(move |fd, addr, name| {
            connected(name.to_owned());
            socket2::SockRef::from(&fd).connect(&addr.into())
        })),
        close: Some(Arc::new(move |fd| {
            closed(String::new());
            drop(fd);
        })),
    };
    let live = Live::start(settings(|_| {}), "made.up", port, hooks);
    live.request(10_000, 1);
    assert!(live.response().result.is_ok());
    drop(live);
    server.join().unwrap();
    let name = format!("connect made.up:{port}/bootstrap");
    assert_eq!(*calls.lock().unwrap(), ["resolve made.up", "socket ", &name, "close "]);
}

#[test]
fn deadlines_are_kept_to_less_than_a_millisecond() {
    // Nobody listens, so requests end at their deadline. The best of many shows the
    // resolution of the clock; single ones suffer from a busy machine.
    let (listener, port) = listen();
    drop(listener);
    let live = Live::start(settings(|_| {}), "127.0.0.1", port, SocketHooks::default());
    let mut best = PATIENCE;
    for tag in 0..40 {
        let start = Instant::now();
        live.request(3, tag);
        assert!(live.response().result.is_err());
        let late = start.elapsed().checked_sub(Duration::from_micros(2_900)).expect("too early");
        best = best.min(late);
    }
    assert!(best < Duration::from_micros(900), "{best:?}");
}

#[test]
fn an_idle_driver_sleeps() {
    let (listener, port) = listen();
    let server =
        std::thread::spawn(move || serve(listener.accept().unwrap().0, &MetadataResponse::default()));
    let live = Live::start(settings(|_| {}), "127.0.0.1", port, SocketHooks::default());
    live.request(10_000, 1);
    assert!(live.response().result.is_ok());
    std::thread::sleep(Duration::from_millis(50));
    let before = thread_cpu(&live);
    std::thread::sleep(Duration::from_millis(400));
    let spent = thread_cpu(&live) - before;
    assert!(spent <= Duration::from_millis(20), "{spent:?}");
    drop(live);
    server.join().unwrap();
}

/// CPU time of all `rdk:broker` threads of the process is more than this test's own,
/// so ask its thread itself: a task on it reads the thread's clock.
fn thread_cpu(live: &Live) -> Duration {
    let (tx, rx) = channel();
    live.pool.as_ref().unwrap().on_thread(move || {
        let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
        let nanos = stat.split(' ').next().unwrap().parse().unwrap();
        let _ = tx.send(Duration::from_nanos(nanos));
    });
    rx.recv_timeout(PATIENCE).unwrap()
}

#[test]
fn a_panic_in_a_callback_fails_the_attempt_only() {
    let (listener, port) = listen();
    let server =
        std::thread::spawn(move || serve(listener.accept().unwrap().0, &MetadataResponse::default()));
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = calls.clone();
    let hooks = SocketHooks {
        resolve: Some(Arc::new(move |_, port| {
            assert!(counted.fetch_add(1, Ordering::Relaxed) > 0, "first call");
            net::resolve("127.0.0.1", port, net::Family::V4)
        })),
        ..SocketHooks::default()
    };
    let live = Live::start(settings(|_| {}), "kafka", port, hooks);
    live.request(20_000, 1);
    assert!(live.response().result.is_ok());
    assert!(calls.load(Ordering::Relaxed) >= 2);
    drop(live);
    server.join().unwrap();
}

#[test]
fn a_connection_that_is_dead_is_replaced_while_it_stands() {
    let (listener, port) = listen();
    let server = std::thread::spawn(move || {
        // Reads everything and, but for the versions, answers nothing.
        let (mut dead, _) = listener.accept().unwrap();
        let question = seen(&[read_frame(&mut dead).unwrap().into()]);
        write_frame(&mut dead, &versions_answer(&question));
        let silent = std::thread::spawn(move || while read_frame(&mut dead).is_some() {});
        serve(listener.accept().unwrap().0, &MetadataResponse::default());
        silent.join().unwrap();
    });
    let live = Live::start(settings(|s| s.silence_ms = 200), "127.0.0.1", port, SocketHooks::default());
    let start = Instant::now();
    live.request(60_000, 1);
    assert!(live.response().result.is_ok());
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert!(live.has_line("No response for ") && live.has_line("replacing the connection"));
    drop(live);
    server.join().unwrap();
}

#[test]
fn a_panic_inside_becomes_a_fatal_error_of_the_handle() {
    struct Bomb;
    impl EncodeBody for Bomb {
        fn encode_body(&self, _: &mut crate::protocol::Writer, _: i16) {
            panic!("a fault of ours");
        }
    }
    let (listener, port) = listen();
    let server =
        std::thread::spawn(move || serve(listener.accept().unwrap().0, &MetadataResponse::default()));
    let live = Live::start(settings(|_| {}), "127.0.0.1", port, SocketHooks::default());
    live.request(20_000, 1);
    assert!(live.response().result.is_ok());
    let bomb = BrokerRequest {
        api: ApiKey::METADATA,
        version_min: 1,
        version_max: 12,
        body: Box::new(Bomb),
        timeout_ms: 1_000,
        deadline: Time::NEVER,
        retry: Retry::Never,
        tag: RequestTag::Metadata(2),
    };
    assert!(live.mailbox.push(BrokerOp::Request(Box::new(bomb))).is_ok());
    let error = live.wait_for(BrokerState::Down).unwrap_or_else(|| live.wait_for(BrokerState::Down).unwrap());
    assert!(error.fatal && error.code == ErrorCode::LOCAL_FATAL, "{error:?}");
    assert!(error.reason.contains("a fault of ours"));
    assert!(live.outlet.lines.lock().unwrap().iter().any(|line| line.level == Level::Emerg));
    drop(live);
    server.join().unwrap();
}

#[test]
fn the_end_waits_for_a_callback_that_runs() {
    let begun = Arc::new(AtomicUsize::new(0));
    let (begins, done) = (begun.clone(), Arc::new(AtomicUsize::new(0)));
    let ends = done.clone();
    let hooks = SocketHooks {
        resolve: Some(Arc::new(move |_, _| {
            begins.fetch_add(1, Ordering::SeqCst);
            std::thread::sleep(Duration::from_millis(400));
            ends.fetch_add(1, Ordering::SeqCst);
            Err("late".to_owned())
        })),
        ..SocketHooks::default()
    };
    let live = Live::start(settings(|_| {}), "kafka", 1, hooks);
    live.request(20_000, 1);
    let start = Instant::now();
    while begun.load(Ordering::SeqCst) == 0 {
        assert!(start.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(1));
    }
    drop(live);
    assert_eq!(done.load(Ordering::SeqCst), 1);
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn threads_start_and_end_with_their_hooks() {
    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    let hook = |what: &'static str| -> Option<ThreadHook> {
        let seen = seen.clone();
        Some(Arc::new(move |name| seen.lock().unwrap().push(format!("{what} {name}"))))
    };
    let pool = BrokerPool::new(2, ThreadHooks { start: hook("start"), exit: hook("exit") }).unwrap();
    assert_eq!(pool.thread_cnt(), 2);
    assert!(pool.shutdown(PATIENCE));
    let mut seen = seen.lock().unwrap().clone();
    seen.sort();
    assert_eq!(seen, ["exit rdk:broker0", "exit rdk:broker1", "start rdk:broker0", "start rdk:broker1"]);
}
