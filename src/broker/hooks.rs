//! What the world around a driver supplies: where effects go, and the socket and
//! resolver callbacks of the application. Shared by all brokers of a handle.

use super::core::Note;
use super::settings::BrokerSettings;
use crate::base::log::LogLine;
use crate::ops::{AppEvent, MainOp};
use std::io;
use std::net::SocketAddr;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::sync::Arc;

/// Where effects of broker cores go. Called on broker threads; must not block for
/// long (a log callback may).
pub trait BrokerOutlet: Send + Sync {
    /// To the main core.
    fn main(&self, op: MainOp);
    /// To the application's queue.
    fn event(&self, event: AppEvent);
    /// To the logger; `thread` is the broker's name, for the `[thrd:NAME]` prefix.
    fn log(&self, thread: &str, line: LogLine);
    /// To interceptors, if there are any. `socket` is the descriptor, -1 without one.
    fn note(&self, broker: NotedBroker<'_>, note: &Note) {
        let _ = (broker, note);
    }
}

/// Which broker a [`Note`] is about.
#[derive(Debug, Clone, Copy)]
pub struct NotedBroker<'a> {
    /// `host:port/id`.
    pub name: &'a str,
    /// Node id, -1 for a bootstrap broker.
    pub node_id: i32,
    /// Descriptor of the connection, -1 without one.
    pub socket: i32,
}

/// `socket_cb`: makes a socket of this domain, type and protocol.
pub type SocketHook = Arc<dyn Fn(i32, i32, i32) -> io::Result<OwnedFd> + Send + Sync>;
/// `connect_cb`: connects the socket to the address; the text is the broker's name.
pub type ConnectHook = Arc<dyn Fn(BorrowedFd<'_>, SocketAddr, &str) -> io::Result<()> + Send + Sync>;
/// `closesocket_cb`: closes the socket.
pub type CloseHook = Arc<dyn Fn(OwnedFd) + Send + Sync>;
/// `resolve_cb`: addresses of a host and port, or the error's text.
pub type ResolveHook = Arc<dyn Fn(&str, u16) -> Result<Vec<SocketAddr>, String> + Send + Sync>;

/// Callbacks of the application in place of system calls. All but the last may block:
/// they run on threads of their own.
#[derive(Clone, Default)]
pub struct SocketHooks {
    /// In place of `socket()`.
    pub socket: Option<SocketHook>,
    /// In place of `connect()`.
    pub connect: Option<ConnectHook>,
    /// In place of the resolver.
    pub resolve: Option<ResolveHook>,
    /// In place of `close()`.
    pub close: Option<CloseHook>,
}

/// What all drivers of a handle share.
pub struct BrokerContext {
    /// Settings; those of the cores.
    pub settings: Arc<BrokerSettings>,
    /// Where effects go.
    pub outlet: Arc<dyn BrokerOutlet>,
    /// Socket callbacks.
    pub sockets: SocketHooks,
}
