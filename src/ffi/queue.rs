//! Queues of events.

use std::ffi::{c_char, c_int, c_void};
use std::sync::{Arc, Weak};

use super::event::EventObject;
use super::guard::guard;
use super::handle::{HandleObject, deadline, live};
use super::own::{self, Handle, OwnedBox};
use super::serve;
use super::types::{rd_kafka_event_t, rd_kafka_queue_s, rd_kafka_queue_t, rd_kafka_t};
use crate::ops::{AppEvent, AppQueue};
use crate::queue::Notify;
use crate::sys::notify;

/// What `rd_kafka_queue_t` points to: a reference to a queue.
pub struct QueueObject {
    pub(super) queue: Arc<AppQueue>,
    handle: Weak<HandleObject>,
}

// SAFETY: pointers to queue references come from `give_box` here.
unsafe impl Handle for rd_kafka_queue_s {
    type Inner = QueueObject;
    type Ownership = OwnedBox;
}

impl QueueObject {
    fn give(handle: &HandleObject, queue: Arc<AppQueue>) -> *mut rd_kafka_queue_t {
        own::give_box(Box::new(QueueObject { queue, handle: handle.weak() }))
    }
}

/// Makes an empty queue; its reference is to be destroyed with `rd_kafka_queue_destroy()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_queue_new(rk: *mut rd_kafka_t) -> *mut rd_kafka_queue_t {
    guard("rd_kafka_queue_new", std::ptr::null_mut(), || {
        // SAFETY: the handle is NULL or alive.
        match unsafe { live(rk) } {
            Some((handle, _)) => QueueObject::give(handle, AppQueue::new()),
            None => std::ptr::null_mut(),
        }
    })
}

/// Destroys a reference to a queue; the queue itself goes with the last one. NULL does
/// nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_queue_destroy(rkqu: *mut rd_kafka_queue_t) {
    guard("rd_kafka_queue_destroy", (), || {
        // SAFETY: the caller gives the reference up.
        drop(unsafe { own::take_box(rkqu) });
    });
}

/// Returns a reference to the queue that `rd_kafka_poll()` serves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_queue_get_main(rk: *mut rd_kafka_t) -> *mut rd_kafka_queue_t {
    guard("rd_kafka_queue_get_main", std::ptr::null_mut(), || {
        // SAFETY: the handle is NULL or alive.
        match unsafe { live(rk) } {
            Some((handle, client)) => QueueObject::give(handle, client.events().clone()),
            None => std::ptr::null_mut(),
        }
    })
}

/// Returns a reference to the queue of the background thread, which passes the events in it
/// to the callback of `rd_kafka_conf_set_background_event_cb()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_queue_get_background(rk: *mut rd_kafka_t) -> *mut rd_kafka_queue_t {
    guard("rd_kafka_queue_get_background", std::ptr::null_mut(), || {
        // SAFETY: the handle is NULL or alive.
        match unsafe { live(rk) } {
            Some((handle, client)) => QueueObject::give(handle, client.background().clone()),
            None => std::ptr::null_mut(),
        }
    })
}

/// Returns a reference to the queue of a consumer group; NULL for a producer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_queue_get_consumer(_rk: *mut rd_kafka_t) -> *mut rd_kafka_queue_t {
    std::ptr::null_mut()
}

/// Returns a reference to the queue of a partition of a consumer; NULL for a producer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_queue_get_partition(
    _rk: *mut rd_kafka_t,
    _topic: *const c_char,
    _partition: i32,
) -> *mut rd_kafka_queue_t {
    std::ptr::null_mut()
}

/// Forwards what is in `src`, and what arrives there, to `dst`; NULL ends that. A circle is
/// refused without a word.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_queue_forward(src: *mut rd_kafka_queue_t, dst: *mut rd_kafka_queue_t) {
    guard("rd_kafka_queue_forward", (), || {
        // SAFETY: the references are NULL or alive.
        let (src, dst) = unsafe { (own::borrow(src.cast_const()), own::borrow(dst.cast_const())) };
        if let Some(src) = src {
            src.queue.forward(dst.map(|dst| dst.queue.clone()));
        }
    });
}

/// Returns the number of messages and other events in a queue.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_queue_length(rkqu: *mut rd_kafka_queue_t) -> usize {
    guard("rd_kafka_queue_length", 0, || {
        // SAFETY: the reference is NULL or alive.
        unsafe { own::borrow(rkqu.cast_const()) }.map_or(0, |object| object.queue.len())
    })
}

/// Takes an event from a queue, waiting for it up to `timeout_ms`. The caller destroys it
/// with `rd_kafka_event_destroy()`. NULL: nothing came in time. What is no event is passed
/// to its callback meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_queue_poll(
    rkqu: *mut rd_kafka_queue_t,
    timeout_ms: c_int,
) -> *mut rd_kafka_event_t {
    guard("rd_kafka_queue_poll", std::ptr::null_mut(), || {
        // SAFETY: the reference is NULL or alive.
        let Some(object) = (unsafe { own::borrow(rkqu.cast_const()) }) else { return std::ptr::null_mut() };
        let until = deadline(timeout_ms);
        while let Some(event) = object.queue.pop(until) {
            let handle = object.handle.upgrade();
            if let AppEvent::Throttle { .. } = event {
                if let Some(handle) = handle {
                    serve::one(&handle, &object.queue, event);
                }
                continue;
            }
            return own::give_box(Box::new(EventObject::new(handle.as_deref(), event)));
        }
        if let Some(handle) = object.handle.upgrade() {
            serve::all_served(&handle);
        }
        std::ptr::null_mut()
    })
}

/// Serves a queue through callbacks, as `rd_kafka_poll()` serves the main one. Returns the
/// number of events served.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_queue_poll_callback(
    rkqu: *mut rd_kafka_queue_t,
    timeout_ms: c_int,
) -> c_int {
    guard("rd_kafka_queue_poll_callback", 0, || {
        // SAFETY: the reference is NULL or alive.
        let Some(object) = (unsafe { own::borrow(rkqu.cast_const()) }) else { return 0 };
        match object.handle.upgrade() {
            Some(handle) => serve::callbacks(&handle, &object.queue, deadline(timeout_ms)),
            None => 0,
        }
    })
}

/// Makes a call that waits for `rkqu` return, or the next one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_queue_yield(rkqu: *mut rd_kafka_queue_t) {
    guard("rd_kafka_queue_yield", (), || {
        // SAFETY: the reference is NULL or alive.
        if let Some(object) = unsafe { own::borrow(rkqu.cast_const()) } {
            object.queue.yield_now();
        }
    });
}

/// Writes the `size` bytes of `payload` to the file descriptor `fd` whenever an event arrives
/// in the empty queue, so that poll(2) and its like see it. The descriptor should not
/// block. -1 ends that. Replaces `rd_kafka_queue_cb_event_enable()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_queue_io_event_enable(
    rkqu: *mut rd_kafka_queue_t,
    fd: c_int,
    payload: *const c_void,
    size: usize,
) {
    guard("rd_kafka_queue_io_event_enable", (), || {
        // SAFETY: the reference is NULL or alive, the payload has the size given.
        let (object, payload) = unsafe {
            let payload = super::headers::sized_bytes(payload, isize::try_from(size).unwrap_or(0));
            (own::borrow(rkqu.cast_const()), payload.unwrap_or_default().to_vec())
        };
        let Some(object) = object else { return };
        let notify: Option<Notify> =
            (fd != -1).then(|| Arc::new(move || notify::write(fd, &payload)) as Notify);
        object.queue.set_notify(notify);
    });
}

/// Calls `event_cb` whenever an event arrives in the empty queue, in the thread that brings
/// it: the callback must not block nor serve the queue. NULL ends that. Replaces
/// `rd_kafka_queue_io_event_enable()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_queue_cb_event_enable(
    rkqu: *mut rd_kafka_queue_t,
    event_cb: Option<unsafe extern "C" fn(rk: *mut rd_kafka_t, qev_opaque: *mut c_void)>,
    qev_opaque: *mut c_void,
) {
    guard("rd_kafka_queue_cb_event_enable", (), || {
        // SAFETY: the reference is NULL or alive.
        let Some(object) = (unsafe { own::borrow(rkqu.cast_const()) }) else { return };
        let (handle, opaque) = (object.handle.clone(), qev_opaque as usize);
        let notify = event_cb.map(|event_cb| {
            Arc::new(move || {
                if let Some(handle) = handle.upgrade() {
                    // SAFETY: the callback was given for this.
                    unsafe { event_cb(handle.rk(), opaque as *mut c_void) };
                }
            }) as Notify
        });
        object.queue.set_notify(notify);
    });
}
