//! What a client calls back: closures around the application's functions.
//!
//! They take a count of the handle only while a function runs: one for ever would keep the
//! handle alive, and none would leave a function that does not return in time without it.

use std::ffi::{CString, c_int, c_void};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd, OwnedFd};
use std::sync::Arc;

use super::conf::signatures::{ConnectCb, ResolveCb};
use super::conf::{Callbacks, ConfObject};
use super::cstr::c_text;
use super::event::EventObject;
use super::handle::HandleObject;
use super::message::MessageObject;
use super::own;
use super::types::{RD_KAFKA_EVENT_DR, RD_KAFKA_EVENT_ERROR};
use crate::broker::SocketHooks;
use crate::client::{Hooks, NoteHook, Reports, ThreadHook};
use crate::error::ErrorCode;
use crate::producer::ReportsWanted;

/// A pointer of the application for its own callbacks.
#[derive(Clone, Copy)]
struct Opaque(*mut c_void);

// SAFETY: the pointer is only handed back to the application.
unsafe impl Send for Opaque {}
// SAFETY: as above.
unsafe impl Sync for Opaque {}

impl Opaque {
    fn get(self) -> *mut c_void {
        self.0
    }
}

/// The hooks of a new handle.
pub fn hooks(handle: &Arc<HandleObject>, conf: &ConfObject) -> Hooks {
    let secproto = conf.conf.security_protocol.as_str();
    let me = handle.weak();
    let note: NoteHook = Arc::new(move |broker, note| {
        if let Some(handle) = me.upgrade() {
            handle.interceptors.run_on_note(handle.rk(), secproto, broker, note);
        }
    });
    let thread = |starts: bool| -> ThreadHook {
        let me = handle.weak();
        Arc::new(move |kind, name| {
            if let Some(handle) = me.upgrade() {
                handle.interceptors.run_on_thread(handle.rk(), starts, kind, name);
            }
        })
    };
    let log_to = handle.weak();
    let serve = handle.weak();
    let callbacks = &handle.callbacks;
    Hooks {
        log: Arc::new(move |line| {
            if let Some(handle) = log_to.upgrade() {
                handle.write_log(line);
            }
        }),
        thread_start: Some(thread(true)),
        thread_exit: Some(thread(false)),
        sockets: sockets(callbacks),
        note: handle.interceptors.wants_notes().then_some(note),
        reports: reports(handle),
        errors_wanted: callbacks.error_cb.is_some() || handle.takes_events(RD_KAFKA_EVENT_ERROR),
        background: callbacks.background_event_cb.map(|event_cb| {
            Arc::new(move |event| {
                let Some(handle) = serve.upgrade() else { return };
                let event = own::give_box(Box::new(EventObject::new(Some(&handle), event)));
                // SAFETY: the callback was given for this; the event is the callback's now.
                unsafe { event_cb(handle.rk(), event, handle.opaque()) };
            }) as _
        }),
    }
}

/// Which delivery reports the application takes, and by which call.
fn reports(handle: &HandleObject) -> Reports {
    let callbacks = &handle.callbacks;
    let by_callback = callbacks.dr_msg_cb.is_some() || callbacks.dr_cb.is_some();
    let by_event = handle.takes_events(RD_KAFKA_EVENT_DR);
    let intercepted = !handle.interceptors.on_acknowledgement().is_empty();
    let wanted = match (by_callback || by_event, intercepted) {
        (_, true) => ReportsWanted::All,
        (true, false) if handle.only_errors() => ReportsWanted::Errors,
        (true, false) => ReportsWanted::All,
        (false, false) => ReportsWanted::None,
    };
    let served_by = if by_event && !by_callback { "rd_kafka_queue_poll()" } else { "rd_kafka_poll()" };
    Reports { wanted, served_by }
}

/// Has the producer call `on_send` interceptors, once there are any.
pub fn on_send_changed(handle: &HandleObject) {
    let Some(producer) = handle.client().and_then(|client| client.producer()) else { return };
    if !handle.interceptors.has_on_send() {
        return;
    }
    let me = handle.weak();
    producer.set_on_send(Arc::new(move |topic, message| {
        let Some(handle) = me.upgrade() else { return };
        let mut object = MessageObject::of_new(message, handle.topic_pointer(topic), ErrorCode::NO_ERROR);
        handle.interceptors.run_on_send(handle.rk(), object.as_mut_ptr());
    }));
}

/// The socket callbacks of the application, where they are not the defaults.
fn sockets(callbacks: &Callbacks) -> SocketHooks {
    let default = Callbacks::default();
    let opaque = Opaque(callbacks.opaque);
    let mut hooks = SocketHooks::default();
    let same = |a: Option<*const c_void>, b: Option<*const c_void>| a == b;
    if let Some(socket_cb) = callbacks.socket_cb
        && !same(Some(socket_cb as *const c_void), default.socket_cb.map(|cb| cb as *const c_void))
    {
        hooks.socket = Some(Arc::new(move |domain, kind, protocol| {
            // SAFETY: the callback was given for this.
            owned(unsafe { socket_cb(domain, kind, protocol, opaque.get()) })
        }));
    }
    if let Some(connect_cb) = callbacks.connect_cb {
        hooks.connect = Some(Arc::new(move |fd, addr, broker| {
            connect(connect_cb, fd.as_raw_fd(), addr, broker, opaque.get())
        }));
    }
    if let Some(resolve_cb) = callbacks.resolve_cb {
        hooks.resolve = Some(Arc::new(move |host, port| resolve(resolve_cb, host, port, opaque.get())));
    }
    if let Some(closesocket_cb) = callbacks.closesocket_cb {
        hooks.close = Some(Arc::new(move |fd: OwnedFd| {
            // SAFETY: the callback was given for this, and closes the descriptor.
            unsafe { closesocket_cb(fd.into_raw_fd(), opaque.get()) };
        }));
    }
    hooks
}

/// The descriptor that a callback returned.
fn owned(fd: c_int) -> io::Result<OwnedFd> {
    if fd < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the callback made the descriptor for us.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

fn connect(
    connect_cb: ConnectCb,
    fd: c_int,
    addr: SocketAddr,
    broker: &str,
    opaque: *mut c_void,
) -> io::Result<()> {
    let addr = socket2::SockAddr::from(addr);
    let name = c_text(broker);
    // SAFETY: the callback was given for this; address and name live through the call.
    let result = unsafe { connect_cb(fd, addr.as_ptr().cast(), addr.len() as c_int, name.as_ptr(), opaque) };
    // The callback returns 0 or a value of errno(3).
    if result == 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(result)) }
}

fn resolve(
    resolve_cb: ResolveCb,
    host: &str,
    port: u16,
    opaque: *mut c_void,
) -> Result<Vec<SocketAddr>, String> {
    let (node, service) = (c_text(host), CString::new(port.to_string()).unwrap_or_default());
    // SAFETY: a zeroed addrinfo is valid: no pointers, no flags.
    let mut hints: libc::addrinfo = unsafe { std::mem::zeroed() };
    hints.ai_family = libc::AF_UNSPEC;
    hints.ai_socktype = libc::SOCK_STREAM;
    hints.ai_protocol = libc::IPPROTO_TCP;
    hints.ai_flags = libc::AI_ADDRCONFIG;
    let mut list: *mut libc::addrinfo = std::ptr::null_mut();
    // SAFETY: the callback was given for this; it fills the list, and frees it again when
    // called without a name.
    unsafe {
        let result = resolve_cb(node.as_ptr(), service.as_ptr(), &hints, &mut list, opaque);
        if result != 0 {
            let text = std::ffi::CStr::from_ptr(libc::gai_strerror(result));
            return Err(text.to_string_lossy().into_owned());
        }
        let addrs = addresses(list);
        resolve_cb(std::ptr::null(), std::ptr::null(), std::ptr::null(), &mut list, opaque);
        Ok(addrs)
    }
}

/// The addresses in a list.
///
/// # Safety
/// `list` is NULL or a list as getaddrinfo(3) makes it.
unsafe fn addresses(mut list: *const libc::addrinfo) -> Vec<SocketAddr> {
    let mut addrs = Vec::new();
    // SAFETY: as the caller promises; the family says what an address is.
    unsafe {
        while let Some(entry) = list.as_ref() {
            list = entry.ai_next;
            if entry.ai_addr.is_null() {
                continue;
            }
            match i32::from((*entry.ai_addr).sa_family) {
                libc::AF_INET => {
                    let addr = entry.ai_addr.cast::<libc::sockaddr_in>().read_unaligned();
                    let ip = Ipv4Addr::from(u32::from_be(addr.sin_addr.s_addr));
                    addrs.push(SocketAddr::new(IpAddr::V4(ip), u16::from_be(addr.sin_port)));
                }
                libc::AF_INET6 => {
                    let addr = entry.ai_addr.cast::<libc::sockaddr_in6>().read_unaligned();
                    let ip = Ipv6Addr::from(addr.sin6_addr.s6_addr);
                    addrs.push(SocketAddr::new(IpAddr::V6(ip), u16::from_be(addr.sin6_port)));
                }
                _ => {}
            }
        }
    }
    addrs
}
