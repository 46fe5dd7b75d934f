//! What the socket libraries do not offer: name resolution with its real error
//! texts, and whether the system still hears from a peer.

use std::ffi::{CStr, CString};
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::os::fd::{AsRawFd, BorrowedFd};

/// Which addresses are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Both kinds.
    Any,
    /// IPv4 alone.
    V4,
    /// IPv6 alone.
    V6,
}

/// Addresses of `host` in the order of the system's preference (RFC 6724). Blocks,
/// possibly for many seconds.
///
/// # Errors
/// The resolver's text, for example `Name or service not known`.
pub fn resolve(host: &str, port: u16, family: Family) -> Result<Vec<SocketAddr>, String> {
    let Ok(node) = CString::new(host) else { return Err("Name or service not known".to_owned()) };
    // SAFETY: all-zero is a valid addrinfo (null pointers, zero numbers).
    let mut hints: libc::addrinfo = unsafe { std::mem::zeroed() };
    hints.ai_family = match family {
        Family::Any => libc::AF_UNSPEC,
        Family::V4 => libc::AF_INET,
        Family::V6 => libc::AF_INET6,
    };
    hints.ai_socktype = libc::SOCK_STREAM;
    hints.ai_protocol = libc::IPPROTO_TCP;
    hints.ai_flags = libc::AI_ADDRCONFIG;
    let mut list = std::ptr::null_mut();
    // SAFETY: `node` and `hints` live through the call, a null service is allowed,
    // `list` is valid for writes.
    let rc = unsafe { libc::getaddrinfo(node.as_ptr(), std::ptr::null(), &hints, &mut list) };
    if rc != 0 {
        return Err(resolver_text(rc));
    }
    // SAFETY: getaddrinfo succeeded, so `list` is the list that it made.
    let addrs = unsafe { read_addrinfo(list, port) };
    // SAFETY: the list came from getaddrinfo and is freed once.
    unsafe { libc::freeaddrinfo(list) };
    Ok(addrs)
}

/// Text of a getaddrinfo error code.
pub fn resolver_text(rc: i32) -> String {
    if rc == libc::EAI_SYSTEM {
        return error_text(&io::Error::last_os_error());
    }
    // SAFETY: gai_strerror returns a string that is never freed, for any code.
    unsafe { CStr::from_ptr(libc::gai_strerror(rc)) }.to_string_lossy().into_owned()
}

/// Copies the IPv4 and IPv6 addresses out of a list that a resolver made, all with
/// `port`, each once.
///
/// # Safety
/// `list` is null or an addrinfo list as getaddrinfo makes it, alive during the call.
pub unsafe fn read_addrinfo(list: *const libc::addrinfo, port: u16) -> Vec<SocketAddr> {
    let mut out = Vec::new();
    let mut next = list;
    while !next.is_null() {
        // SAFETY: not null, so by the caller's promise an addrinfo.
        let info = unsafe { &*next };
        next = info.ai_next;
        if info.ai_addr.is_null() {
            continue;
        }
        let addr = match info.ai_family {
            libc::AF_INET if info.ai_addrlen as usize >= size_of::<libc::sockaddr_in>() => {
                // SAFETY: family and length say that it is a sockaddr_in.
                let sin = unsafe { info.ai_addr.cast::<libc::sockaddr_in>().read_unaligned() };
                let ip = Ipv4Addr::from(u32::from_be(sin.sin_addr.s_addr));
                SocketAddr::V4(SocketAddrV4::new(ip, port))
            }
            libc::AF_INET6 if info.ai_addrlen as usize >= size_of::<libc::sockaddr_in6>() => {
                // SAFETY: family and length say that it is a sockaddr_in6.
                let sin = unsafe { info.ai_addr.cast::<libc::sockaddr_in6>().read_unaligned() };
                let ip = Ipv6Addr::from(sin.sin6_addr.s6_addr);
                SocketAddr::V6(SocketAddrV6::new(ip, port, sin.sin6_flowinfo, sin.sin6_scope_id))
            }
            _ => continue,
        };
        if !out.contains(&addr) {
            out.push(addr);
        }
    }
    out
}

/// Canonical name of an address, for
/// `client.dns.lookup=resolve_canonical_bootstrap_servers_only`. Blocks.
pub fn canonical_name(addr: &SocketAddr) -> Option<String> {
    let addr = socket2::SockAddr::from(*addr);
    let mut host = [0 as libc::c_char; 1025];
    // SAFETY: the address is valid for its length, the buffer for writes of its size;
    // a null service of length 0 is allowed.
    let rc = unsafe {
        libc::getnameinfo(
            addr.as_ptr().cast(),
            addr.len(),
            host.as_mut_ptr(),
            host.len() as libc::socklen_t,
            std::ptr::null_mut(),
            0,
            libc::NI_NAMEREQD,
        )
    };
    // SAFETY: on success the buffer holds a terminated string.
    (rc == 0).then(|| unsafe { CStr::from_ptr(host.as_ptr()) }.to_string_lossy().into_owned())
}

/// How often in a row the system has sent the same segment of a TCP socket again
/// without hearing from the peer's system; 0 while the peer acknowledges, a full
/// receive window included.
///
/// # Errors
/// When it is not a TCP socket.
pub fn retransmits(socket: BorrowedFd<'_>) -> io::Result<u32> {
    // SAFETY: all-zero is a valid tcp_info: it holds numbers only.
    let mut info: libc::tcp_info = unsafe { std::mem::zeroed() };
    let mut len = size_of::<libc::tcp_info>() as libc::socklen_t;
    // SAFETY: `info` is valid for writes of `len` bytes, and so is `len` itself.
    let rc = unsafe {
        libc::getsockopt(
            socket.as_raw_fd(),
            libc::IPPROTO_TCP,
            libc::TCP_INFO,
            (&raw mut info).cast(),
            &mut len,
        )
    };
    if rc != 0 {
        return Err(io::Error::last_os_error());
    }
    // Without a segment on the way it is the receiver's window that is closed.
    Ok(if info.tcpi_unacked > 0 { info.tcpi_retransmits.into() } else { 0 })
}

/// The system's text of an error, without the number that std appends.
pub fn error_text(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(at) if error.raw_os_error().is_some() => text[..at].to_owned(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::os::fd::AsFd;

    #[test]
    fn resolves_addresses_and_says_why_not() {
        let local: SocketAddr = "127.0.0.1:9092".parse().unwrap();
        assert_eq!(resolve("127.0.0.1", 9092, Family::Any).unwrap(), [local]);
        assert!(resolve("localhost", 9092, Family::V4).unwrap().contains(&local));
        assert!(resolve("no-such-host.invalid", 1, Family::Any).is_err());
        assert!(resolve("a\0b", 1, Family::Any).is_err());
        assert!(!resolver_text(libc::EAI_NONAME).is_empty());
    }

    #[test]
    fn error_texts_are_those_of_strerror() {
        assert_eq!(error_text(&io::Error::from_raw_os_error(libc::ECONNREFUSED)), "Connection refused");
        assert_eq!(error_text(&io::Error::other("x (os error 1)")), "x (os error 1)");
    }

    #[test]
    fn a_peer_that_does_not_read_is_no_dead_peer() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let mut ours = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (_theirs, _) = listener.accept().unwrap();
        ours.set_nonblocking(true).unwrap();
        while ours.write(&[0; 65536]).is_ok() {}
        std::thread::sleep(std::time::Duration::from_millis(700));
        assert_eq!(retransmits(ours.as_fd()).unwrap(), 0);
        assert!(retransmits(std::io::stdin().as_fd()).is_err());
    }
}
