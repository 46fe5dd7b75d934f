//! What all threads of a producing handle share: limits, flush state, hooks.

use super::{Delivery, NewMessage};
use crate::base::time::{Time, wall_ms};
use crate::conf::Conf;
use crate::error::ErrorCode;
use crate::topic::{Limits, Topic};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicI64, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, OnceLock};

/// Called for each message before it gets a partition (`on_send` interceptors), on the
/// producing thread.
pub type OnSend = Arc<dyn Fn(&Arc<Topic>, &NewMessage<'_>) + Send + Sync>;

/// Called when messages are refused with `_QUEUE_FULL`, on the producing thread, not for
/// each of them; must not block.
pub type OnQueueFull = Arc<dyn Fn() + Send + Sync>;

/// Called when a message is refused since its topic does not exist, on the producing
/// thread, at most once a second per topic: it may exist by now. Must not block.
pub type OnTopicMissing = Arc<dyn Fn(&Arc<Topic>) + Send + Sync>;

/// Which delivery reports the application gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum ReportsWanted {
    /// None: no callback is set and no events are asked for.
    None,
    /// Failures only (`delivery.report.only.error`).
    Errors,
    /// All.
    All,
}

/// Shortest pause between two calls of the `_QUEUE_FULL` hook.
const QUEUE_FULL_PAUSE_US: u64 = 100_000;

/// How often the wall clock is read again, at most: in between it follows the
/// monotonic one.
const WALL_CHECK_US: u64 = 50_000;

/// Shared state of the producer.
pub struct ProducerShared {
    /// `queue.buffering.max.messages` and `.kbytes`.
    pub limits: Arc<Limits>,
    /// Produce requests that may wait for the socket before more is batched instead
    /// (`queue.buffering.backpressure.threshold`).
    pub backpressure_threshold: usize,
    /// Longest wait for an answer (`socket.timeout.ms`).
    pub socket_timeout_ms: u64,
    /// `txmsgs` of the statistics: messages sent, retries included.
    pub tx_msgs: AtomicU64,
    /// `txmsg_bytes`: size of the values of these, bytes.
    pub tx_msg_bytes: AtomicU64,
    flushing: AtomicUsize,
    reports: AtomicU8,
    refusal: AtomicI32,
    reports_warned: AtomicBool,
    report_call: OnceLock<&'static str>,
    on_send: OnceLock<OnSend>,
    on_queue_full: OnceLock<OnQueueFull>,
    queue_full_told: AtomicU64,
    on_topic_missing: OnceLock<OnTopicMissing>,
    wall_offset_ms: AtomicI64,
    wall_checked_us: AtomicU64,
}

impl ProducerShared {
    /// State that follows from the configuration; reports are wanted, no hooks are set.
    pub fn new(conf: &Conf) -> ProducerShared {
        let bytes = u64::from(conf.queue_buffering_max_kbytes) * 1024;
        ProducerShared {
            limits: Arc::new(Limits::new(u64::from(conf.queue_buffering_max_messages), bytes)),
            backpressure_threshold: conf.queue_buffering_backpressure_threshold as usize,
            socket_timeout_ms: u64::from(conf.socket_timeout_ms),
            tx_msgs: AtomicU64::new(0),
            tx_msg_bytes: AtomicU64::new(0),
            flushing: AtomicUsize::new(0),
            reports: AtomicU8::new(ReportsWanted::All as u8),
            refusal: AtomicI32::new(0),
            reports_warned: AtomicBool::new(false),
            report_call: OnceLock::new(),
            on_send: OnceLock::new(),
            on_queue_full: OnceLock::new(),
            queue_full_told: AtomicU64::new(0),
            on_topic_missing: OnceLock::new(),
            wall_offset_ms: AtomicI64::new(0),
            wall_checked_us: AtomicU64::new(0),
        }
    }

    /// Which reports the application gets; before the first message.
    pub fn set_reports_wanted(&self, wanted: ReportsWanted) {
        self.reports.store(wanted as u8, Relaxed);
    }

    /// Hands a report on, or serves it at once when nobody wants it.
    pub(super) fn report(&self, delivery: Delivery, to: &mut Vec<Delivery>) {
        let wanted = self.reports.load(Relaxed);
        if wanted == ReportsWanted::All as u8
            || (wanted == ReportsWanted::Errors as u8 && !delivery.outcome().error.is_ok())
        {
            to.push(delivery);
        }
    }

    /// Sets the hook of `on_send` interceptors; once.
    pub fn set_on_send(&self, hook: OnSend) {
        let _ = self.on_send.set(hook);
    }

    /// Sets what happens when a message is refused with `_QUEUE_FULL`; once.
    pub fn set_on_queue_full(&self, hook: OnQueueFull) {
        let _ = self.on_queue_full.set(hook);
    }

    /// Sets what happens when a message is refused for lack of its topic; once.
    pub fn set_on_topic_missing(&self, hook: OnTopicMissing) {
        let _ = self.on_topic_missing.set(hook);
    }

    /// A message was refused since its topic does not exist.
    pub(super) fn topic_missing(&self, topic: &Arc<Topic>, now: Time) {
        if let Some(hook) = self.on_topic_missing.get().filter(|_| topic.may_ask_again(now)) {
            hook(topic);
        }
    }

    pub(super) fn on_send(&self) -> Option<&OnSend> {
        self.on_send.get()
    }

    pub(super) fn queue_full(&self) {
        let Some(hook) = self.on_queue_full.get() else { return };
        // An application may try again and again without a pause.
        let (now, told) = (Time::now(), self.queue_full_told.load(Relaxed));
        if told == 0 || now.0.saturating_sub(told) >= QUEUE_FULL_PAUSE_US {
            self.queue_full_told.store(now.0, Relaxed);
            hook();
        }
    }

    /// From now on every message is refused with `code` (`_FATAL`, `_DESTROY`): a fatal
    /// error was raised, or the handle goes. Blocked producers wake.
    pub fn refuse(&self, code: ErrorCode) {
        self.refusal.store(code.0, SeqCst);
        self.limits.stop();
    }

    /// Why every message is refused, if so.
    #[inline]
    pub fn refusal(&self) -> Option<ErrorCode> {
        match self.refusal.load(Relaxed) {
            0 => None,
            code => Some(ErrorCode(code)),
        }
    }

    /// A flush begins: batches do not linger. Tell the broker cores
    /// ([`crate::ops::MainOp::FlushChanged`]).
    pub fn flush_begin(&self) {
        self.flushing.fetch_add(1, SeqCst);
    }

    /// A flush ended.
    pub fn flush_end(&self) {
        self.flushing.fetch_sub(1, SeqCst);
    }

    /// True while any flush goes on.
    pub fn is_flushing(&self) -> bool {
        self.flushing.load(SeqCst) > 0
    }

    /// Messages held, those whose report waits included: the producer's part of
    /// `rd_kafka_outq_len()`.
    pub fn message_cnt(&self) -> usize {
        self.limits.message_cnt() as usize
    }

    /// Messages that wait for a broker or its answer.
    pub fn waiting_broker_cnt(&self) -> usize {
        self.limits.message_cnt().saturating_sub(self.limits.reported_cnt()) as usize
    }

    /// Messages whose report waits for the application.
    pub fn waiting_report_cnt(&self) -> usize {
        self.limits.reported_cnt() as usize
    }

    /// Notes that the application was warned of waiting reports; false if it was
    /// before and has not served them all since.
    pub fn mark_reports_warned(&self) -> bool {
        !self.reports_warned.swap(true, SeqCst)
    }

    /// The call that serves delivery reports: depends on whether the application
    /// has a callback or takes events.
    pub fn report_call_name(&self) -> &'static str {
        self.report_call.get().copied().unwrap_or("rd_kafka_poll()")
    }

    /// Sets [`ProducerShared::report_call_name`]; once.
    pub fn set_report_call_name(&self, name: &'static str) {
        let _ = self.report_call.set(name);
    }

    /// The application served all reports: a later pile-up is news again. Called by poll
    /// functions when they find nothing (more) to serve.
    pub fn reports_served(&self) {
        if self.reports_warned.load(Relaxed) && self.limits.reported_cnt() == 0 {
            self.reports_warned.store(false, Relaxed);
        }
    }

    /// The wall clock in milliseconds, derived from the monotonic time that the caller
    /// has read anyway.
    pub(super) fn wall_ms_at(&self, now: Time) -> i64 {
        let checked = self.wall_checked_us.load(Relaxed);
        if checked == 0 || now.0.abs_diff(checked) > WALL_CHECK_US {
            let wall = wall_ms();
            self.wall_offset_ms.store(wall - (now.0 / 1000) as i64, Relaxed);
            self.wall_checked_us.store(now.0, Relaxed);
            return wall;
        }
        self.wall_offset_ms.load(Relaxed) + (now.0 / 1000) as i64
    }
}
