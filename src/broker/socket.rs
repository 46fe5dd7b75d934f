//! Resolving, connecting and closing, with the application's callbacks where it set
//! them. Plain system calls: what may block is called on blocking threads.

use super::frames::{FrameReader, WriteQueue};
use super::hooks::BrokerContext;
use super::io::{CloseReason, ConnectError};
use super::settings::BrokerSettings;
use crate::conf::AddressFamily;
use crate::sys::net;
use socket2::{Domain, Protocol, SockRef, Socket, Type};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::os::fd::{AsFd, OwnedFd};
use tokio::io::Interest;
use tokio::net::TcpStream;

/// The address that `host` is, if it is no name.
pub fn literal(host: &str, port: u16) -> Option<SocketAddr> {
    host.parse::<IpAddr>().ok().map(|ip| SocketAddr::new(ip, port))
}

/// Addresses of a name. Blocks.
pub fn resolve(context: &BrokerContext, host: &str, port: u16) -> Result<Vec<SocketAddr>, String> {
    let family = context.settings.address_family;
    let mut addrs = match &context.sockets.resolve {
        Some(hook) => hook(host, port)?,
        None => match literal(host, port) {
            Some(addr) => vec![addr],
            None => net::resolve(host, port, system_family(family))?,
        },
    };
    addrs.retain(|addr| match family {
        AddressFamily::Any => true,
        AddressFamily::V4 => addr.is_ipv4(),
        AddressFamily::V6 => addr.is_ipv6(),
    });
    if addrs.is_empty() { Err("Address family for hostname not supported".to_owned()) } else { Ok(addrs) }
}

pub(super) fn system_family(family: AddressFamily) -> net::Family {
    match family {
        AddressFamily::Any => net::Family::Any,
        AddressFamily::V4 => net::Family::V4,
        AddressFamily::V6 => net::Family::V6,
    }
}

/// Makes a socket and begins to connect it. Blocks only in callbacks.
pub fn connect(context: &BrokerContext, addr: SocketAddr, broker: &str) -> io::Result<OwnedFd> {
    let domain = Domain::for_address(addr);
    let hooks = &context.sockets;
    let socket = match &hooks.socket {
        Some(hook) => Socket::from(hook(domain.into(), Type::STREAM.into(), Protocol::TCP.into())?),
        None => Socket::new(domain, Type::STREAM, Some(Protocol::TCP))?,
    };
    let result = configure(&socket, &context.settings).and_then(|()| match &hooks.connect {
        Some(hook) => hook(socket.as_fd(), addr, broker),
        None => socket.connect(&addr.into()),
    });
    match result {
        Ok(()) => {}
        Err(error) if in_progress(&error) => {}
        Err(error) => {
            close(context, socket.into());
            return Err(error);
        }
    }
    Ok(socket.into())
}

fn in_progress(error: &io::Error) -> bool {
    error.raw_os_error() == Some(libc::EINPROGRESS) || error.kind() == io::ErrorKind::WouldBlock
}

/// Options that fail are not worth failing for, but a blocking socket is.
fn configure(socket: &Socket, settings: &BrokerSettings) -> io::Result<()> {
    socket.set_nonblocking(true)?;
    if settings.nagle_disable {
        let _ = socket.set_tcp_nodelay(true);
    }
    if settings.keepalive {
        let _ = socket.set_keepalive(true);
    }
    if settings.send_buffer_bytes > 0 {
        let _ = socket.set_send_buffer_size(settings.send_buffer_bytes);
    }
    if settings.receive_buffer_bytes > 0 {
        let _ = socket.set_recv_buffer_size(settings.receive_buffer_bytes);
    }
    Ok(())
}

/// Closes a descriptor, with the application's callback if there is one.
pub fn close(context: &BrokerContext, fd: OwnedFd) {
    match &context.sockets.close {
        Some(hook) => hook(fd),
        None => drop(fd),
    }
}

/// A connection error as the core understands it.
pub fn connect_error(error: &io::Error) -> ConnectError {
    ConnectError {
        refused: error.kind() == io::ErrorKind::ConnectionRefused,
        reset: error.kind() == io::ErrorKind::ConnectionReset,
        text: net::error_text(error),
    }
}

/// A socket that connects, or is connected.
pub struct BrokerSocket {
    stream: TcpStream,
    reader: FrameReader,
    writes: WriteQueue,
}

impl BrokerSocket {
    /// Takes over a socket on which connecting has begun. Call inside the runtime.
    ///
    /// # Errors
    /// When the runtime can not watch it; the descriptor is closed then.
    pub fn new(fd: OwnedFd, receive_max_bytes: usize) -> io::Result<BrokerSocket> {
        let stream = TcpStream::from_std(fd.into())?;
        let reader = FrameReader::new(receive_max_bytes);
        Ok(BrokerSocket { stream, reader, writes: WriteQueue::default() })
    }

    /// The stream, to wait on.
    pub fn stream(&self) -> &TcpStream {
        &self.stream
    }

    /// What became of connecting, once the socket is writable.
    pub fn connected(&self) -> io::Result<()> {
        match self.stream.take_error()? {
            Some(error) => Err(error),
            None => self.stream.peer_addr().map(|_| ()),
        }
    }

    /// True if frames wait for the socket.
    pub fn has_writes(&self) -> bool {
        !self.writes.is_empty()
    }

    /// The frames that wait for the socket.
    pub fn writes(&mut self) -> &mut WriteQueue {
        &mut self.writes
    }

    /// Writes what the socket takes; returns the number of frames completed.
    ///
    /// # Errors
    /// Why the connection is gone.
    pub fn flush(&mut self) -> Result<usize, CloseReason> {
        let stream = &self.stream;
        let write = |slices: &[io::IoSlice<'_>]| {
            stream.try_io(Interest::WRITABLE, || {
                SockRef::from(stream).send_vectored_with_flags(slices, libc::MSG_NOSIGNAL)
            })
        };
        self.writes.flush(write).map_err(|error| close_reason(&error))
    }

    /// Reads what is there; true if something came.
    ///
    /// # Errors
    /// Why the connection is gone.
    pub fn read(&mut self) -> Result<bool, CloseReason> {
        let buffer = self.reader.buffer();
        let room = buffer.capacity() - buffer.len();
        match self.stream.try_read_buf(buffer) {
            Ok(0) => Err(CloseReason::Eof),
            Ok(read) => {
                if read < room {
                    // Nothing is left, so spare the system call that says so: what comes
                    // now is a new event. (The runtime's own reads do the same.)
                    let drained = || Err::<(), _>(io::ErrorKind::WouldBlock.into());
                    let _ = self.stream.try_io(Interest::READABLE, drained);
                }
                Ok(true)
            }
            Err(error) if would_block(&error) => Ok(false),
            Err(error) => Err(close_reason(&error)),
        }
    }

    /// The frames in what was read.
    pub fn reader(&mut self) -> &mut FrameReader {
        &mut self.reader
    }

    /// How often in a row the same bytes were sent again without a sign of the peer.
    pub fn retransmits(&self) -> u32 {
        net::retransmits(self.stream.as_fd()).unwrap_or(0)
    }

    /// Closes.
    pub fn close(self, context: &BrokerContext) {
        // The runtime lets go of the descriptor without closing it.
        if let Ok(stream) = self.stream.into_std() {
            close(context, stream.into());
        }
    }
}

fn would_block(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

fn close_reason(error: &io::Error) -> CloseReason {
    match error.kind() {
        io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe => CloseReason::Reset,
        _ => CloseReason::System(net::error_text(error)),
    }
}
