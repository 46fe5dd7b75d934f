//! The driver of the mock cluster: sockets and timers around [`MockCore`].
//!
//! Runs on the thread `rdk:mock`, a tokio current-thread runtime that owns all
//! brokers of one cluster. Other threads reach it through [`Command`]s only.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::future::poll_fn;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};
use std::pin::pin;
use std::rc::Rc;
use std::task::Poll;
use std::time::Duration;

use bytes::{Buf, Bytes, BytesMut};
use socket2::{Domain, Protocol, Socket, Type};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{ReadHalf, WriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::task::{JoinHandle, LocalSet, spawn_local};

use super::core::{Answer, ConnId, MockCore, Reply, SocketChange};
use crate::base::log::LogLine;
use crate::base::time::Time;

/// Largest request taken, as in a real broker (`socket.request.max.bytes`).
const MAX_FRAME_BYTES: usize = 100 * 1024 * 1024;

/// Read at most so far ahead while a request of the connection is parked.
const READ_AHEAD_BYTES: usize = 1024 * 1024;

/// Space made for reading at a time: memory grows with what arrives, not with
/// what a length field promises.
const READ_CHUNK_BYTES: usize = 64 * 1024;

/// Responses of a connection that wait for their time; further requests are
/// read once there is room.
const MAX_PENDING_RESPONSES: usize = 1000;

/// Connections that may wait to be accepted.
const BACKLOG: i32 = 128;

/// Pause after a failed accept, for example for lack of descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Work for the mock thread: runs between requests and must not block.
pub type Command = Box<dyn FnOnce(&mut MockCore, Time) -> Done + Send>;

/// Called once the sockets have followed the command.
pub type Done = Box<dyn FnOnce()>;

/// Where log lines go; called on the mock thread.
pub type LogSink = Box<dyn Fn(LogLine) + Send>;

/// A request to the driver.
pub enum Order {
    /// Run this on the core.
    Run(Command),
    /// Start a broker whose port is reserved already.
    Add(i32, ReservedPort, Box<dyn FnOnce(io::Result<()>) + Send>),
}

/// A port of 127.0.0.1 that stays this broker's while it is down: bound, never
/// listening. The listening socket is a second one on the same port, which
/// SO_REUSEADDR allows on both as long as the first does not listen.
#[derive(Debug)]
pub struct ReservedPort {
    _socket: Socket,
    port: u16,
}

impl ReservedPort {
    /// Reserves `port`, or one of the system's choice for 0.
    pub fn new(port: u16) -> io::Result<ReservedPort> {
        let socket = bound(port)?;
        let address = socket.local_addr()?.as_socket().ok_or(io::ErrorKind::AddrNotAvailable)?;
        Ok(ReservedPort { _socket: socket, port: address.port() })
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    fn listen(&self) -> io::Result<std::net::TcpListener> {
        let socket = bound(self.port)?;
        socket.listen(BACKLOG)?;
        socket.set_nonblocking(true)?;
        Ok(socket.into())
    }
}

fn bound(port: u16) -> io::Result<Socket> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, Some(Protocol::TCP))?;
    socket.set_reuse_address(true)?;
    socket.bind(&SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::LOCALHOST, port)).into())?;
    Ok(socket)
}

struct Port {
    reserved: ReservedPort,
    accepting: Option<JoinHandle<()>>,
}

struct Connection {
    broker_id: i32,
    task: Option<JoinHandle<()>>,
    /// Gets the answer to its parked request.
    parked: Option<oneshot::Sender<Reply>>,
}

struct Driver {
    core: RefCell<MockCore>,
    ports: RefCell<HashMap<i32, Port>>,
    connections: RefCell<HashMap<ConnId, Connection>>,
    next_conn: Cell<u64>,
    /// What the timer waits for, and how it learns that this has changed.
    deadline: Cell<Time>,
    deadline_changed: Notify,
    log: LogSink,
}

/// What [`run`] runs on. Fails if the system has no descriptors left.
pub fn runtime() -> io::Result<Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()
}

/// Runs a cluster until the sending side of `orders` is gone. Returns once all
/// sockets are closed.
pub fn run(runtime: &Runtime, core: MockCore, mut orders: mpsc::UnboundedReceiver<Order>, log: LogSink) {
    let local = LocalSet::new();
    let driver = Rc::new(Driver {
        core: RefCell::new(core),
        ports: RefCell::default(),
        connections: RefCell::default(),
        next_conn: Cell::new(1),
        deadline: Cell::new(Time::NEVER),
        deadline_changed: Notify::new(),
        log,
    });
    local.block_on(runtime, async {
        let timers = spawn_local(driver.clone().run_timers());
        while let Some(order) = orders.recv().await {
            driver.obey(order).await;
        }
        timers.abort();
    });
    // Dropping the tasks closes what they hold.
    drop(local);
}

impl Driver {
    async fn obey(self: &Rc<Self>, order: Order) {
        match order {
            Order::Run(command) => {
                let done = command(&mut self.core.borrow_mut(), Time::now());
                self.settle();
                let changes = self.core.borrow_mut().take_socket_changes();
                for change in changes {
                    self.change_socket(change).await;
                }
                done();
            }
            Order::Add(id, reserved, done) => {
                self.ports.borrow_mut().insert(id, Port { reserved, accepting: None });
                done(self.listen(id));
            }
        }
    }

    async fn change_socket(self: &Rc<Self>, change: SocketChange) {
        match change {
            SocketChange::Listen(id) => {
                if let Err(e) = self.listen(id) {
                    self.core.borrow_mut().listen_failed(id, e);
                    self.settle();
                }
            }
            SocketChange::Refuse(id) => self.close_broker(id).await,
            SocketChange::Remove(id) => {
                self.close_broker(id).await;
                self.ports.borrow_mut().remove(&id);
            }
        }
    }

    fn listen(self: &Rc<Self>, id: i32) -> io::Result<()> {
        let mut ports = self.ports.borrow_mut();
        let port = ports.get_mut(&id).ok_or(io::ErrorKind::NotFound)?;
        let listener = TcpListener::from_std(port.reserved.listen()?)?;
        port.accepting = Some(spawn_local(self.clone().accept(id, listener)));
        Ok(())
    }

    /// Closes listener and connections of a broker; they are closed on return.
    async fn close_broker(&self, id: i32) {
        let mut tasks = Vec::new();
        if let Some(port) = self.ports.borrow_mut().get_mut(&id) {
            tasks.extend(port.accepting.take());
        }
        for connection in self.connections.borrow_mut().values_mut() {
            if connection.broker_id == id {
                tasks.extend(connection.task.take());
            }
        }
        for task in tasks {
            task.abort();
            // Only when the task is gone, its socket is.
            let _ = task.await;
        }
    }

    async fn accept(self: Rc<Self>, broker_id: i32, listener: TcpListener) {
        loop {
            match listener.accept().await {
                Ok((stream, _)) => self.connect(broker_id, stream),
                Err(e) => {
                    self.core.borrow_mut().debug(format!("Broker {broker_id}: accept failed: {e}"));
                    self.settle();
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }

    fn connect(self: &Rc<Self>, broker_id: i32, stream: TcpStream) {
        let conn = ConnId(self.next_conn.replace(self.next_conn.get() + 1));
        // Registered first: the task removes its entry when it ends.
        let entry = Connection { broker_id, task: None, parked: None };
        self.connections.borrow_mut().insert(conn, entry);
        let task = spawn_local(self.clone().serve(broker_id, conn, stream));
        if let Some(entry) = self.connections.borrow_mut().get_mut(&conn) {
            entry.task = Some(task);
        }
    }

    async fn serve(self: Rc<Self>, broker_id: i32, conn: ConnId, mut stream: TcpStream) {
        let _gone = Gone { driver: self.clone(), conn };
        // Without it small responses wait for the peer's delayed acknowledgement.
        let _ = stream.set_nodelay(true);
        let (reader, writer) = stream.split();
        let (responses, due) = mpsc::channel(MAX_PENDING_RESPONSES);
        race(self.read_requests(broker_id, conn, reader, responses), write_responses(writer, due)).await;
    }

    async fn read_requests(
        &self,
        broker_id: i32,
        conn: ConnId,
        reader: ReadHalf<'_>,
        responses: mpsc::Sender<(Vec<u8>, Time)>,
    ) {
        let mut frames = Frames { reader, buffer: BytesMut::new() };
        loop {
            let frame = match frames.next().await {
                Ok(Some(frame)) => frame,
                Ok(None) => return,
                Err(e) => {
                    self.core.borrow_mut().debug(format!("Broker {broker_id}: connection closed: {e}"));
                    return self.settle();
                }
            };
            let mut reply = self.core.borrow_mut().request(Time::now(), broker_id, conn, &frame);
            if matches!(reply, Reply::Parked) {
                let (sender, answer) = oneshot::channel();
                if let Some(entry) = self.connections.borrow_mut().get_mut(&conn) {
                    entry.parked = Some(sender);
                }
                self.settle();
                match race(answer, frames.closed()).await {
                    First::Left(answer) => reply = answer.unwrap_or(Reply::Close),
                    First::Right(()) => return,
                }
            } else {
                self.settle();
            }
            match reply {
                Reply::Respond { frame, at } => {
                    if responses.send((frame, at)).await.is_err() {
                        return;
                    }
                }
                Reply::Nothing => {}
                Reply::Parked | Reply::Close => return,
            }
        }
    }

    /// Passes on what the core has to say beside its reply.
    fn settle(&self) {
        let (answers, lines) = {
            let mut core = self.core.borrow_mut();
            (core.take_answers(), core.take_log_lines())
        };
        for Answer { conn, reply } in answers {
            let waiting = self.connections.borrow_mut().get_mut(&conn).and_then(|c| c.parked.take());
            if let Some(waiting) = waiting {
                // The receiver is gone only if the connection is being closed.
                let _ = waiting.send(reply);
            }
        }
        lines.into_iter().for_each(|line| (self.log)(line));
        let deadline = self.core.borrow().deadline();
        if self.deadline.replace(deadline) != deadline {
            self.deadline_changed.notify_one();
        }
    }

    async fn run_timers(self: Rc<Self>) {
        loop {
            let due = async {
                match self.deadline.get().duration_from(Time::now()) {
                    Some(left) => tokio::time::sleep(left).await,
                    None => std::future::pending().await,
                }
            };
            if let First::Left(()) = race(due, self.deadline_changed.notified()).await {
                self.core.borrow_mut().on_timer(Time::now());
                self.settle();
            }
        }
    }
}

/// Which of two futures was ready first.
enum First<A, B> {
    Left(A),
    Right(B),
}

/// Waits for the first of two futures and drops the other.
async fn race<A, B>(left: impl Future<Output = A>, right: impl Future<Output = B>) -> First<A, B> {
    let (mut left, mut right) = (pin!(left), pin!(right));
    poll_fn(|cx| match left.as_mut().poll(cx) {
        Poll::Ready(value) => Poll::Ready(First::Left(value)),
        Poll::Pending => right.as_mut().poll(cx).map(First::Right),
    })
    .await
}

/// Removes a connection's entry when its task ends, however it ends.
struct Gone {
    driver: Rc<Driver>,
    conn: ConnId,
}

impl Drop for Gone {
    fn drop(&mut self) {
        self.driver.connections.borrow_mut().remove(&self.conn);
        self.driver.core.borrow_mut().disconnected(self.conn);
    }
}

async fn write_responses(mut writer: WriteHalf<'_>, mut due: mpsc::Receiver<(Vec<u8>, Time)>) {
    while let Some((frame, at)) = due.recv().await {
        let now = Time::now();
        if at > now {
            tokio::time::sleep(at - now).await;
        }
        if writer.write_all(&frame).await.is_err() {
            return;
        }
    }
    // The reader has ended; it ends the connection.
}

/// Cuts the byte stream of a connection into frames.
struct Frames<'a> {
    reader: ReadHalf<'a>,
    buffer: BytesMut,
}

impl Frames<'_> {
    /// The next frame without its length; `None` when the peer has closed.
    async fn next(&mut self) -> io::Result<Option<Bytes>> {
        loop {
            if let Some(length) = self.buffer.first_chunk::<4>() {
                let length = i32::from_be_bytes(*length);
                let length = usize::try_from(length)
                    .ok()
                    .filter(|n| *n <= MAX_FRAME_BYTES)
                    .ok_or_else(|| io::Error::other(format!("frame length {length}")))?;
                if self.buffer.len() >= 4 + length {
                    self.buffer.advance(4);
                    return Ok(Some(self.buffer.split_to(length).freeze()));
                }
            }
            self.buffer.reserve(READ_CHUNK_BYTES);
            if self.reader.read_buf(&mut self.buffer).await? == 0 {
                return Ok(None);
            }
        }
    }

    /// Ends when the peer closes; reads on a little meanwhile to notice.
    async fn closed(&mut self) {
        while self.buffer.len() < READ_AHEAD_BYTES {
            self.buffer.reserve(READ_CHUNK_BYTES);
            if !matches!(self.reader.read_buf(&mut self.buffer).await, Ok(n) if n > 0) {
                return;
            }
        }
        std::future::pending().await
    }
}
