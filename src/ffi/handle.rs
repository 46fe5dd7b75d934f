//! Handles: making, serving and destroying them.

use std::collections::HashMap;
use std::ffi::{CString, c_char, c_int, c_void};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock, Weak};
use std::time::{Duration, Instant};

use super::conf::signatures::LogCb;
use super::conf::{Callbacks, ConfObject};
use super::cstr::{self, ErrStr};
use super::guard::{self, guard, guard_handle};
use super::hooks;
use super::interceptor::HandleInterceptors;
use super::mock::ClusterObject;
use super::own::{self, Handle, OwnedArc};
use super::serve;
use super::topic::TopicObject;
use super::topic_conf::TopicConfObject;
use super::types::rd_kafka_type_t::{RD_KAFKA_CONSUMER, RD_KAFKA_PRODUCER};
use super::types::{ClientType, rd_kafka_conf_t, rd_kafka_s, rd_kafka_t, rd_kafka_topic_t};
use crate::base::log::{Debug, Level, LogLine};
use crate::base::time::Time;
use crate::client::Client;
use crate::conf::ClientType as Kind;
use crate::error::{Error, ErrorCode};
use crate::sys::fork::ForkGeneration;
use crate::sys::malloc::{self, MallocBox};
use crate::topic::Topic;

/// What `rd_kafka_t` points to: the client and what only C knows of it.
pub struct HandleObject {
    me: Weak<HandleObject>,
    name: CString,
    kind: Kind,
    generation: ForkGeneration,
    /// Callbacks of the configuration, which never change.
    pub(super) callbacks: Callbacks,
    /// `enabled_events`: what the application takes from queues.
    pub(super) enabled_events: u32,
    only_errors: bool,
    /// The log callback, which `rd_kafka_set_logger()` replaces (K6).
    log_cb: RwLock<Option<LogCb>>,
    pub(super) interceptors: HandleInterceptors,
    /// Topic objects by the address of their topic.
    topics: Mutex<HashMap<usize, Arc<TopicObject>>>,
    client: OnceLock<Client>,
    conf: OnceLock<MallocBox<ConfObject>>,
    mock: OnceLock<Box<ClusterObject>>,
    child_told: AtomicBool,
    /// Whether the application was told that its time-out for flush is no time.
    pub(super) flush_told: AtomicBool,
}

// SAFETY: the raw pointers inside (opaque pointers) are only handed back to the
// application, which says itself which threads may use them.
unsafe impl Send for HandleObject {}
// SAFETY: as above; everything that changes is behind a lock.
unsafe impl Sync for HandleObject {}

// SAFETY: pointers to handles come from `give_arc` in `create` and from `HandleObject::rk`.
unsafe impl Handle for rd_kafka_s {
    type Inner = HandleObject;
    type Ownership = OwnedArc;
}

impl HandleObject {
    fn new(kind: Kind, name: &str, conf: &ConfObject) -> Arc<HandleObject> {
        Arc::new_cyclic(|me| HandleObject {
            me: me.clone(),
            name: CString::new(name).unwrap_or_default(),
            kind,
            generation: ForkGeneration::current(),
            callbacks: conf.callbacks,
            enabled_events: conf.conf.enabled_events,
            only_errors: conf.conf.delivery_report_only_error,
            log_cb: RwLock::new(conf.callbacks.log_cb),
            interceptors: HandleInterceptors::default(),
            topics: Mutex::default(),
            client: OnceLock::new(),
            conf: OnceLock::new(),
            mock: OnceLock::new(),
            child_told: AtomicBool::new(false),
            flush_told: AtomicBool::new(false),
        })
    }

    /// The handle as C sees it.
    pub fn rk(&self) -> *mut rd_kafka_t {
        std::ptr::from_ref(self).cast_mut().cast()
    }

    /// A reference that does not keep the handle alive.
    pub fn weak(&self) -> Weak<HandleObject> {
        self.me.clone()
    }

    /// For functions that call the application or wait: a callback, or another thread, may
    /// destroy the handle before they return.
    pub(super) fn keep_alive(&self) -> Option<Arc<HandleObject>> {
        self.me.upgrade()
    }

    /// The client; `None` while `rd_kafka_new()` is at work.
    pub fn client(&self) -> Option<&Client> {
        self.client.get()
    }

    /// Producer or consumer.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// What the application gets as `opaque`.
    pub fn opaque(&self) -> *mut c_void {
        self.callbacks.opaque
    }

    /// True in a child process that inherited the handle by fork(2).
    #[inline]
    pub fn is_inherited(&self) -> bool {
        !self.generation.is_current()
    }

    /// The error of all calls on an inherited handle. Says so once in the log as well,
    /// for those that return a bare code.
    #[cold]
    pub fn inherited_error(&self) -> Error {
        let error = Client::inherited_error();
        if !self.child_told.swap(true, Ordering::Relaxed) {
            self.write_log(&LogLine::new(Level::Err, "FORK", error.reason.clone()));
        }
        error
    }

    fn topics(&self) -> MutexGuard<'_, HashMap<usize, Arc<TopicObject>>> {
        self.topics.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The object that stands for a topic in C: always the same one.
    pub fn topic_object(&self, topic: &Arc<Topic>) -> Arc<TopicObject> {
        let key = Arc::as_ptr(topic) as usize;
        let mut topics = self.topics();
        topics.entry(key).or_insert_with(|| Arc::new(TopicObject::new(self, topic))).clone()
    }

    /// The same as a pointer that lives as long as the handle.
    pub fn topic_pointer(&self, topic: &Arc<Topic>) -> *mut rd_kafka_topic_t {
        own::lend_arc(&self.topic_object(topic))
    }

    /// Hands a finished line to the log callback.
    pub fn write_log(&self, line: &LogLine) {
        let Some(log_cb) = *self.log_cb.read().unwrap_or_else(PoisonError::into_inner) else { return };
        let (facility, text) = (cstr::c_text(line.facility), cstr::c_text(&line.text));
        // SAFETY: the callback was given for this; the strings live through the call.
        unsafe { log_cb(self.rk(), line.level as c_int, facility.as_ptr(), text.as_ptr()) };
    }

    /// Replaces the log callback.
    pub(super) fn set_log_cb(&self, log_cb: Option<LogCb>) {
        *self.log_cb.write().unwrap_or_else(PoisonError::into_inner) = log_cb;
    }

    /// Only failures are reported (`delivery.report.only.error`).
    pub(super) fn only_errors(&self) -> bool {
        self.only_errors
    }

    /// The configuration of topics that are made without one.
    pub(super) fn default_topic(&self) -> Option<&TopicConfObject> {
        self.conf.get()?.default_topic.as_deref()
    }

    /// The mock cluster of `test.mock.num.brokers`.
    pub(super) fn mock(&self) -> Option<&ClusterObject> {
        let cluster = self.client()?.mock()?;
        Some(self.mock.get_or_init(|| Box::new(ClusterObject::new(cluster.clone(), self.rk(), true))))
    }

    /// The event mask contains `event`.
    pub(super) fn takes_events(&self, event: c_int) -> bool {
        self.enabled_events & event.cast_unsigned() != 0
    }
}

/// The handle and its client, for functions that need both. `None`: NULL, not started yet,
/// or inherited from a parent process.
///
/// # Safety
/// `rk` is NULL or alive for `'a`.
pub(super) unsafe fn live<'a>(rk: *const rd_kafka_t) -> Option<(&'a HandleObject, &'a Client)> {
    // SAFETY: as the caller promises.
    let handle = unsafe { own::borrow(rk) }?;
    if handle.is_inherited() {
        handle.inherited_error();
        return None;
    }
    Some((handle, handle.client()?))
}

/// The point in time at which a call with this time-out ends.
pub(super) fn deadline(timeout_ms: c_int) -> Time {
    match u64::try_from(timeout_ms) {
        Ok(0) => Time::ZERO,
        Ok(ms) => Time::now().after_ms(ms),
        Err(_) => Time::NEVER,
    }
}

/// Handles of this process that were not destroyed yet.
/// Not behind a lock, which a forked child could find taken for ever.
static HANDLES: AtomicUsize = AtomicUsize::new(0);

/// How often the number is looked at by who waits for the last to go.
const HANDLES_LOOK: Duration = Duration::from_millis(5);

/// Where a caught panic ends: in the log at EMERG, and as the fatal error of the handle.
fn on_panic(rk: *const rd_kafka_t, function: &'static str, text: &str) {
    let reason = format!("{function}(): internal error: {text}");
    // SAFETY: guards pass the pointer of the call they guard, which is alive.
    match unsafe { own::borrow(rk) }.and_then(HandleObject::client) {
        Some(client) => client.fail(&reason),
        None => eprintln!("%0|PANIC|rdkafka| {reason}"),
    }
}

/// Makes a handle.
///
/// `conf` belongs to the library once the call succeeded (NULL stands for defaults), to
/// the caller otherwise. On failure NULL is returned, `errstr` holds the reason, and
/// `rd_kafka_last_error()` the code. The library's threads block all signals.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_new(
    r#type: ClientType,
    conf: *mut rd_kafka_conf_t,
    errstr: *mut c_char,
    errstr_size: usize,
) -> *mut rd_kafka_t {
    guard("rd_kafka_new", std::ptr::null_mut(), || {
        guard::set_panic_hook(on_panic);
        let kind = if r#type == RD_KAFKA_PRODUCER {
            Ok(Kind::Producer)
        } else if r#type == RD_KAFKA_CONSUMER {
            Ok(Kind::Consumer)
        } else {
            Err(Error::new(ErrorCode::LOCAL_INVALID_ARG, format!("Invalid client type {}", r#type.raw())))
        };
        // SAFETY: `conf` is NULL or the caller's.
        match kind.and_then(|kind| unsafe { create(kind, conf) }) {
            Ok(rk) => rk,
            Err(error) => {
                // SAFETY: the buffer is the caller's.
                unsafe { ErrStr::new(errstr, errstr_size) }.write(&error.reason);
                guard::set_last_error(error.code, libc::EINVAL);
                std::ptr::null_mut()
            }
        }
    })
}

/// # Safety
/// `conf` is NULL or the caller's; it is ours after `Ok`.
unsafe fn create(kind: Kind, conf: *mut rd_kafka_conf_t) -> Result<*mut rd_kafka_t, Error> {
    if conf.is_null() {
        let defaults: *mut rd_kafka_conf_t = own::give_malloc(MallocBox::new(ConfObject::default()));
        // SAFETY: the object was just made.
        let result = unsafe { create(kind, defaults) };
        if result.is_err() {
            // SAFETY: still ours.
            drop(unsafe { own::take_malloc(defaults) });
        }
        return result;
    }
    // SAFETY: the caller's object is alive, and nobody changes it meanwhile.
    let Some(object) = (unsafe { own::borrow(conf) }) else {
        return Err(ErrorCode::LOCAL_INVALID_ARG.into());
    };
    let prepared = Client::prepare(kind, &object.values())?;
    let handle = HandleObject::new(kind, prepared.name(), object);
    let lines = object.debug_lines();
    super::interceptor::run_on_new(&handle, conf, &object.interceptors.on_new);
    let client = match Client::start(prepared, hooks::hooks(&handle, object)) {
        Ok(client) => client,
        Err(error) => {
            handle.interceptors.run_on_destroy(handle.rk());
            return Err(error);
        }
    };
    if client.logger().filter().enabled(Debug::Conf) {
        log_conf(&client, lines);
    }
    // SAFETY: the client runs, so the object is ours from here on.
    if let Some(mut object) = unsafe { own::take_malloc(conf) } {
        object.replace_values(client.conf().as_ref().clone());
        let _ = handle.conf.set(object);
    }
    let _ = handle.client.set(client);
    hooks::on_send_changed(&handle);
    HANDLES.fetch_add(1, Ordering::SeqCst);
    Ok(own::give_arc(handle))
}

/// The lines of the debug context `conf`.
fn log_conf(client: &Client, lines: Vec<String>) {
    for line in lines {
        client.logger().log("app", LogLine::debug(Debug::Conf, "CONF", line));
    }
}

/// Destroys a handle: closes its connections and ends its threads before it returns.
///
/// Messages that were not delivered are dropped without a report, and a log line counts
/// them: call `rd_kafka_flush()` before. NULL does nothing. Not to be called in a callback
/// of the handle. In a child process that inherited the handle it returns at once and
/// leaves the parent's handle alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_destroy(rk: *mut rd_kafka_t) {
    // SAFETY: as the caller promises.
    guard("rd_kafka_destroy", (), || unsafe { destroy(rk) });
}

/// Destroys a handle with flags: `RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE` leaves out the closing
/// of a consumer. Otherwise as `rd_kafka_destroy()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_destroy_flags(rk: *mut rd_kafka_t, _flags: c_int) {
    // SAFETY: as the caller promises.
    guard("rd_kafka_destroy_flags", (), || unsafe { destroy(rk) });
}

/// # Safety
/// `rk` is NULL or a handle that the caller gives up.
unsafe fn destroy(rk: *mut rd_kafka_t) {
    // SAFETY: as the caller promises.
    let Some(handle) = (unsafe { own::take_arc(rk) }) else { return };
    if handle.is_inherited() {
        // Locks may be held for ever and threads are missing: touch nothing.
        std::mem::forget(handle);
        HANDLES.fetch_sub(1, Ordering::SeqCst);
        return;
    }
    handle.interceptors.run_on_destroy(rk);
    if let Some(client) = handle.client() {
        client.terminate();
    }
    handle.topics().clear();
    HANDLES.fetch_sub(1, Ordering::SeqCst);
    // Other references are weak, or end with calls that should not be running: here, or
    // with the last of those, the configuration goes, and its interceptors hear of it.
    drop(handle);
}

/// Returns the name of a handle: `<client.id>#producer-N` or `#consumer-N`, where N counts
/// the handles of the process. It lives as long as the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_name(rk: *const rd_kafka_t) -> *const c_char {
    // SAFETY: the handle is NULL or alive.
    unsafe { own::borrow(rk) }.map_or(c"".as_ptr(), |handle| handle.name.as_ptr())
}

/// Returns what `rk` is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_type(rk: *const rd_kafka_t) -> ClientType {
    // SAFETY: the handle is NULL or alive.
    match unsafe { own::borrow(rk) }.map(|handle| handle.kind) {
        Some(Kind::Consumer) => RD_KAFKA_CONSUMER.into(),
        _ => RD_KAFKA_PRODUCER.into(),
    }
}

/// Returns the configuration that `rk` works with, with values that follow from others
/// filled in. It belongs to the handle and must not be changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf(rk: *mut rd_kafka_t) -> *const rd_kafka_conf_t {
    // SAFETY: the handle is NULL or alive.
    let object = unsafe { own::borrow(rk) }.and_then(|handle| handle.conf.get());
    object.map_or(std::ptr::null(), |object| own::lend::<super::types::rd_kafka_conf_s>(object).cast_const())
}

/// Returns the pointer that `rd_kafka_conf_set_opaque()` set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_opaque(rk: *const rd_kafka_t) -> *mut c_void {
    // SAFETY: the handle is NULL or alive.
    unsafe { own::borrow(rk) }.map_or(std::ptr::null_mut(), HandleObject::opaque)
}

/// Returns the member id of a consumer in its group, to be released with
/// `rd_kafka_mem_free()`; NULL for a producer, and without a group.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_memberid(_rk: *const rd_kafka_t) -> *mut c_char {
    std::ptr::null_mut()
}

/// Returns the cluster id, waiting for it up to `timeout_ms`; to be released with
/// `rd_kafka_mem_free()`. NULL: no broker told it in time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_clusterid(rk: *mut rd_kafka_t, timeout_ms: c_int) -> *mut c_char {
    guard_handle(rk, "rd_kafka_clusterid", std::ptr::null_mut(), || {
        // SAFETY: the handle is NULL or alive.
        let Some((_, client)) = (unsafe { live(rk) }) else { return std::ptr::null_mut() };
        let cluster = client.cluster(deadline(timeout_ms));
        let id = cluster.as_ref().and_then(|cluster| cluster.cluster_id.as_deref());
        id.map_or(std::ptr::null_mut(), malloc::duplicate_str)
    })
}

/// Returns the broker id of the controller, waiting for it up to `timeout_ms`; -1 if no
/// broker told it in time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_controllerid(rk: *mut rd_kafka_t, timeout_ms: c_int) -> i32 {
    guard_handle(rk, "rd_kafka_controllerid", -1, || {
        // SAFETY: the handle is NULL or alive.
        let Some((_, client)) = (unsafe { live(rk) }) else { return -1 };
        client.cluster(deadline(timeout_ms)).map_or(-1, |cluster| cluster.controller_id)
    })
}

/// Adds brokers (`host:port`, separated by commas) to those that are asked for the cluster's
/// brokers. Returns how many were added.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_brokers_add(rk: *mut rd_kafka_t, brokerlist: *const c_char) -> c_int {
    guard_handle(rk, "rd_kafka_brokers_add", 0, || {
        // SAFETY: the handle is NULL or alive, the list ends with a zero byte.
        match unsafe { (live(rk), cstr::utf8(brokerlist)) } {
            (Some((_, client)), Some(list)) => {
                c_int::try_from(client.brokers_add(list)).unwrap_or(c_int::MAX)
            }
            _ => 0,
        }
    })
}

/// Returns the ids of the brokers that the cluster named, `*cntp` of them, to be released
/// with free(3). NULL for a missing argument.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_brokers_learned_ids(rk: *mut rd_kafka_t, cntp: *mut usize) -> *mut i32 {
    guard_handle(rk, "rd_kafka_brokers_learned_ids", std::ptr::null_mut(), || {
        // SAFETY: the handle is NULL or alive, the pointer NULL or writable.
        let (Some((_, client)), Some(cntp)) = (unsafe { (live(rk), cntp.as_mut()) }) else {
            return std::ptr::null_mut();
        };
        let cluster = client.cluster(Time::ZERO);
        let brokers = cluster.as_ref().map_or(&[][..], |cluster| &cluster.brokers);
        let block = malloc::malloc(size_of_val(brokers)).as_ptr().cast::<i32>();
        for (index, broker) in brokers.iter().enumerate() {
            // SAFETY: the block has room for one more than an id per broker.
            unsafe { block.add(index).write(broker.id) };
        }
        *cntp = brokers.len();
        block
    })
}

/// Returns how many messages and events wait: messages that were produced and whose report
/// was not served, and other events for the application.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_outq_len(rk: *mut rd_kafka_t) -> c_int {
    guard_handle(rk, "rd_kafka_outq_len", 0, || {
        // SAFETY: the handle is NULL or alive.
        let Some((_, client)) = (unsafe { live(rk) }) else { return 0 };
        let (messages, reports) =
            client.producer().map_or((0, 0), |p| (p.message_cnt(), p.waiting_report_cnt()));
        // Reports in the queue were counted with their messages.
        let others = client.events().len().saturating_sub(reports) + client.background().len();
        c_int::try_from(messages + others).unwrap_or(c_int::MAX)
    })
}

/// Serves the handle: calls the callbacks for what has happened, in the calling thread.
///
/// Waits up to `timeout_ms` for something to happen (0: not at all, -1: without limit).
/// Returns the number of events served. To be called regularly: without it there are no
/// delivery reports, and the queue of a producer fills up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_poll(rk: *mut rd_kafka_t, timeout_ms: c_int) -> c_int {
    guard_handle(rk, "rd_kafka_poll", 0, || {
        // SAFETY: the handle is NULL or alive.
        match unsafe { live(rk) } {
            Some((handle, client)) => {
                let _alive = handle.keep_alive();
                serve::callbacks(handle, client.events(), deadline(timeout_ms))
            }
            None => 0,
        }
    })
}

/// Makes the poll function that called the current callback return when the callback does.
/// Only for callbacks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_yield(_rk: *mut rd_kafka_t) {
    serve::yield_now();
}

/// Returns the number of threads that the library runs in this process, over all handles.
#[unsafe(no_mangle)]
pub extern "C" fn rd_kafka_thread_cnt() -> c_int {
    crate::sys::thread::live()
}

/// Waits up to `timeout_ms` until all handles of the process are destroyed. Returns 0, or -1
/// after the time-out.
#[unsafe(no_mangle)]
pub extern "C" fn rd_kafka_wait_destroyed(timeout_ms: c_int) -> c_int {
    guard("rd_kafka_wait_destroyed", -1, || {
        let limit = u64::try_from(timeout_ms).map_or(Duration::MAX, Duration::from_millis);
        let start = Instant::now();
        while HANDLES.load(Ordering::SeqCst) > 0 {
            let left = limit.saturating_sub(start.elapsed());
            if left.is_zero() {
                guard::set_last_error(ErrorCode::LOCAL_TIMED_OUT, libc::ETIMEDOUT);
                return -1;
            }
            std::thread::sleep(left.min(HANDLES_LOOK));
        }
        0
    })
}

/// Prints the state of a handle for debugging. The format may change.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_dump(fp: *mut libc::FILE, rk: *mut rd_kafka_t) {
    guard_handle(rk, "rd_kafka_dump", (), || {
        // SAFETY: the handle is NULL or alive.
        let Some((handle, client)) = (unsafe { live(rk) }) else { return };
        let text = dump(handle, client);
        if !fp.is_null() {
            // SAFETY: the stream is open; the text has the length given.
            unsafe { libc::fwrite(text.as_ptr().cast(), 1, text.len(), fp) };
        }
    });
}

fn dump(handle: &HandleObject, client: &Client) -> String {
    use std::fmt::Write;
    let mut out = format!("rd_kafka_t {:p}: {}\n", handle.rk(), client.name());
    if let Some(producer) = client.producer() {
        let _ = writeln!(
            out,
            " producer: {} messages ({} bytes), {} of them wait for brokers, {} reports for the application",
            producer.message_cnt(),
            producer.limits.byte_cnt(),
            producer.waiting_broker_cnt(),
            producer.waiting_report_cnt()
        );
    }
    let _ = writeln!(out, " queue: {} events", client.events().len());
    if let Some(error) = client.fatal() {
        let _ = writeln!(out, " fatal error: {}: {error}", error.code.name());
    }
    let cluster = client.cluster(Time::ZERO).unwrap_or_default();
    let id = cluster.cluster_id.as_deref().unwrap_or("unknown");
    let _ = writeln!(out, " cluster: {id}, controller {}", cluster.controller_id);
    for broker in &cluster.brokers {
        let _ = writeln!(out, "  broker {}: {}:{}", broker.id, broker.host, broker.port);
    }
    let _ = writeln!(out, " topics:");
    for topic in handle.topics().values() {
        let view = topic.topic.view();
        let _ = writeln!(out, "  {}: {:?}, {} partitions", topic.topic.name, view.state, view.partition_cnt);
    }
    out
}
