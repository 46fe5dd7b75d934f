//! What a broker core and its driver say to each other. Plain values.

use bytes::Bytes;
use std::net::SocketAddr;
use std::sync::Arc;

/// One attempt to reach the broker, from name resolution to close. Rises over the
/// life of a core; what belongs to a past attempt is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConnId(pub u32);

/// What a core wants of the network, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IoAction {
    /// Look up the addresses of a name.
    Resolve {
        /// For which attempt.
        conn: ConnId,
        /// Host name or address.
        host: Arc<str>,
        /// TCP port.
        port: u16,
    },
    /// Open a connection.
    Connect {
        /// For which attempt.
        conn: ConnId,
        /// Where to.
        addr: SocketAddr,
    },
    /// Write one frame, in pieces.
    Send {
        /// On which connection.
        conn: ConnId,
        /// The pieces.
        frame: Vec<Bytes>,
    },
    /// Say whether the peer's system still acknowledges: [`IoEvent::Retransmits`].
    QueryRetransmits {
        /// Of which connection.
        conn: ConnId,
    },
    /// Close, and forget what is not written. Nothing is reported for this attempt
    /// afterwards.
    Close {
        /// Which connection or attempt.
        conn: ConnId,
    },
}

/// Why a connection attempt failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectError {
    /// Somebody answered that nobody listens there (ECONNREFUSED).
    pub refused: bool,
    /// Somebody took the connection and dropped it at once (ECONNRESET).
    pub reset: bool,
    /// Text of the system error.
    pub text: String,
}

/// Why a connection is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CloseReason {
    /// The peer closed.
    Eof,
    /// The peer reset the connection (ECONNRESET, EPIPE).
    Reset,
    /// Another system error, as text.
    System(String),
    /// The peer announced a response of an impossible size.
    FrameSize(i32),
}

/// What happened on the network, for one attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IoEvent {
    /// The addresses of the name; at least one.
    Resolved(Vec<SocketAddr>),
    /// The name has no address, with the resolver's text.
    ResolveFailed(String),
    /// The connection stands.
    Connected,
    /// It could not be made.
    ConnectFailed(ConnectError),
    /// A response frame, without its length.
    Frame(Bytes),
    /// So many further frames were handed to the system completely.
    Written {
        /// Number of frames.
        frames: usize,
    },
    /// How often in a row the same bytes were sent again without a sign of the peer's
    /// system.
    Retransmits(u32),
    /// The connection is gone.
    Closed(CloseReason),
}

/// `ipv4#127.0.0.1:9092`, as log lines show an address.
pub fn address_text(addr: &SocketAddr) -> String {
    let family = if addr.is_ipv4() { "ipv4" } else { "ipv6" };
    format!("{family}#{addr}")
}
