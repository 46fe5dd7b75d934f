//! Serving events to the application through its callbacks.
//!
//! Runs on the thread that called a poll function; nothing is locked while a callback
//! runs.

use std::cell::Cell;
use std::ffi::c_int;
use std::sync::Arc;

use super::cstr::c_text;
use super::handle::HandleObject;
use super::message::MessageObject;
use super::own;
use crate::base::log::{Level, LogLine};
use crate::base::time::Time;
use crate::error::ErrorCode;
use crate::ops::{AppEvent, AppQueue};
use crate::producer::{Delivery, Report};
use crate::queue::Weigh;
use crate::sys::malloc;

thread_local! {
    static YIELDED: Cell<bool> = const { Cell::new(false) };
}

/// Asks the poll function that runs on this thread to return.
pub fn yield_now() {
    YIELDED.set(true);
}

/// Serves what waits in `queue`, waiting for a first event until `deadline`. What arrives
/// meanwhile is left for the next call, so that callbacks which produce can not keep the
/// call busy for ever. Returns the number of events.
pub fn callbacks(handle: &HandleObject, queue: &Arc<AppQueue>, deadline: Time) -> c_int {
    YIELDED.set(false);
    let Some(first) = queue.pop(deadline) else {
        all_served(handle);
        return 0;
    };
    let mut left = queue.len();
    one(handle, queue, first);
    let mut count: c_int = 1;
    while left > 0 && !YIELDED.get() {
        let Some(event) = queue.pop(Time::ZERO) else { break };
        left = left.saturating_sub(event.weight());
        one(handle, queue, event);
        count = count.saturating_add(1);
    }
    all_served(handle);
    count
}

/// Nothing (more) waits: a later pile-up of reports is news again.
pub fn all_served(handle: &HandleObject) {
    if let Some(producer) = handle.client().and_then(|client| client.producer()) {
        producer.reports_served();
    }
}

/// Serves one event. `queue` takes back what is left of it after a yield.
pub fn one(handle: &HandleObject, queue: &Arc<AppQueue>, event: AppEvent) {
    let callbacks = &handle.callbacks;
    match event {
        AppEvent::Delivery(delivery) => deliver(handle, queue, delivery),
        AppEvent::Error { code, reason, fatal } => error(handle, code, &reason, fatal),
        AppEvent::Log(line) => handle.write_log(&line),
        AppEvent::Stats(json) => stats(handle, &json),
        AppEvent::Throttle { broker_name, broker_id, throttle_ms } => {
            if let Some(throttle_cb) = callbacks.throttle_cb {
                let name = c_text(&broker_name);
                // SAFETY: the callback was given for this; the name lives through the call.
                unsafe { throttle_cb(handle.rk(), name.as_ptr(), broker_id, throttle_ms, callbacks.opaque) };
            }
        }
    }
}

fn error(handle: &HandleObject, code: ErrorCode, reason: &str, fatal: bool) {
    let Some(error_cb) = handle.callbacks.error_cb else {
        if let Some(client) = handle.client()
            && !fatal
        {
            client.logger().log("main", LogLine::new(Level::Err, "ERROR", reason));
        }
        return;
    };
    let (code, text) = if fatal {
        (ErrorCode::LOCAL_FATAL, c_text(&format!("Fatal error: {}: {reason}", code.description())))
    } else {
        (code, c_text(reason))
    };
    // SAFETY: the callback was given for this; the text lives through the call.
    unsafe { error_cb(handle.rk(), code.0, text.as_ptr(), handle.opaque()) };
}

fn stats(handle: &HandleObject, json: &str) {
    let Some(stats_cb) = handle.callbacks.stats_cb else { return };
    let text = malloc::duplicate_str(json);
    // SAFETY: the callback was given for this; the text is from malloc, and the callback's
    // if it says so.
    unsafe {
        if stats_cb(handle.rk(), text, json.len(), handle.opaque()) != 1 {
            malloc::free(text.cast());
        }
    }
}

/// Calls the delivery report callback for each message of a batch.
fn deliver(handle: &HandleObject, queue: &Arc<AppQueue>, mut delivery: Box<Delivery>) {
    let callbacks = &handle.callbacks;
    let interceptors = handle.interceptors.on_acknowledgement();
    if callbacks.dr_msg_cb.is_none() && callbacks.dr_cb.is_none() && interceptors.is_empty() {
        return; // dropped, which serves it
    }
    // Kept alive: a callback may destroy the handle, and its topic objects with it.
    let topic = handle.topic_object(delivery.topic());
    let rkt = own::lend_arc(&topic);
    while let Some(report) = delivery.get(0) {
        let mut message = MessageObject::of_report(&report, rkt, delivery.partition());
        interceptors.run(handle.rk(), message.as_mut_ptr());
        report_one(handle, &report, &message);
        drop(message);
        delivery.mark_served(1);
        if YIELDED.get() && !delivery.is_empty() {
            queue.push_front(AppEvent::Delivery(delivery));
            return;
        }
    }
}

fn report_one(handle: &HandleObject, report: &Report<'_>, message: &MessageObject) {
    let callbacks = &handle.callbacks;
    if report.error.is_ok() && handle.only_errors() {
        return;
    }
    if let Some(dr_msg_cb) = callbacks.dr_msg_cb {
        // SAFETY: the callback was given for this; the message lives through the call.
        unsafe { dr_msg_cb(handle.rk(), message.as_ptr(), callbacks.opaque) };
    } else if let Some(dr_cb) = callbacks.dr_cb {
        let public = message.public();
        // SAFETY: the callback was given for this; the payload lives through the call.
        unsafe {
            dr_cb(handle.rk(), public.payload, public.len, public.err, callbacks.opaque, public._private);
        }
    }
}
