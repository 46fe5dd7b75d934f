//! The part of the broker core that writes requests and reads answers.

use super::core::{BrokerCore, Note};
use super::io::IoAction;
use super::link::Failure;
use super::requests::{Owner, Sent, Waiting, frame, frame_front};
use super::versions::{ApiVersions, VersionAnswer};
use crate::base::log::{Debug, Level};
use crate::base::time::Time;
use crate::error::{Error, ErrorCode};
use crate::ops::{AppEvent, BrokerState, MainOp};
use crate::producer::ProduceRequest;
use crate::protocol::messages::ApiVersionsRequest;
use crate::protocol::{ApiKey, Message, Reader, Writer, api};
use bytes::Bytes;

impl BrokerCore {
    /// Asks the broker which versions it speaks, in words of `version`.
    pub(super) fn ask_versions(&mut self, now: Time, version: i16) {
        let body = ApiVersionsRequest {
            client_software_name: self.settings.software_name.clone(),
            client_software_version: self.settings.software_version.clone(),
            ..ApiVersionsRequest::default()
        };
        let correlation_id = self.requests.next_correlation_id();
        let api = (ApiKey::API_VERSIONS, version);
        let frame = frame(api, correlation_id, &self.settings.client_id, |w| body.encode(w, version));
        match frame {
            Ok(frame) => {
                let deadline = now.after_ms(self.settings.api_version_timeout_ms);
                self.send(now, correlation_id, api, vec![frame], Owner::ApiVersions, deadline);
            }
            Err(error) => self.fail(now, Failure::new(Level::Err, error.code, error.reason)),
        }
    }

    /// Hands a frame to the driver and notes the request.
    fn send(
        &mut self,
        now: Time,
        correlation_id: i32,
        api: (ApiKey, i16),
        frame: Vec<Bytes>,
        owner: Owner,
        deadline: Time,
    ) {
        let size = frame.iter().map(Bytes::len).sum();
        self.stats.count_request(api.0);
        self.requests.send(now, correlation_id, api, size, owner, deadline);
        self.fx.io.push(IoAction::Send { conn: self.conn.id(), frame });
    }

    /// True while the broker wants to be left alone.
    pub(super) fn is_throttled(&self, now: Time) -> bool {
        now < self.throttled_until
    }

    /// Sends control requests whose time has come.
    pub(super) fn send_control(&mut self, now: Time) {
        while self.conn.is_up()
            && !self.is_throttled(now)
            && self.requests.sent_cnt() < self.settings.max_in_flight
            && let Some(waiting) = self.requests.next_ready(now)
        {
            self.send_one_control(now, waiting);
        }
    }

    fn send_one_control(&mut self, now: Time, waiting: Waiting) {
        let Waiting { request, attempts, .. } = waiting;
        let picked = self.conn.versions().pick(request.api, request.version_min, request.version_max);
        let correlation_id = self.requests.next_correlation_id();
        let frame = picked.and_then(|version| {
            let client_id = &self.settings.client_id;
            let encode = |w: &mut Writer| request.body.encode_body(w, version);
            let frame = frame((request.api, version), correlation_id, client_id, encode)?;
            Ok((version, frame))
        });
        match frame {
            Ok((version, frame)) => {
                let deadline = now.after_ms(request.timeout_ms).min(request.deadline);
                let api = (request.api, version);
                let owner = Owner::Control(request, attempts);
                self.send(now, correlation_id, api, vec![frame], owner, deadline);
            }
            Err(error) => {
                self.stats.txerrs.add(1);
                self.respond(&request, Err(error));
            }
        }
    }

    /// How many Produce requests may be made now.
    pub(super) fn free_slots(&self, now: Time) -> usize {
        if !self.conn.is_up() || self.is_throttled(now) {
            return 0;
        }
        // How many may wait for the socket is the sender's affair.
        self.settings.max_in_flight.saturating_sub(self.requests.sent_cnt())
    }

    /// Carries out what the sender wants.
    pub(super) fn route_sender(&mut self, now: Time) {
        let out = &mut self.sender_out;
        let requests = std::mem::take(&mut out.requests);
        let throttle_ms = out.throttle_ms.take();
        self.fx.logs.append(&mut out.logs);
        let deliveries = out.deliveries.drain(..);
        self.fx.events.extend(deliveries.map(|delivery| AppEvent::Delivery(Box::new(delivery))));
        let hints = out.leader_hints.drain(..).map(MainOp::LeaderHint);
        self.fx.main.extend(hints);
        self.leaving = self.leaving.saturating_sub(out.returned.len());
        let broker = self.index;
        let returned = out.returned.drain(..).map(|partition| MainOp::Returned { broker, partition });
        self.fx.main.extend(returned);
        for request in requests {
            self.send_produce(now, request);
        }
        if let Some(throttle_ms) = throttle_ms {
            self.throttle(now, throttle_ms, true);
        }
    }

    fn send_produce(&mut self, now: Time, request: ProduceRequest) {
        if self.stats.windows {
            self.stats.int_latency.record(now.us_since(request.first_enqueued));
        }
        let ProduceRequest { id, version, body, expects_response, timeout_ms, hold_ms, message_cnt, .. } =
            request;
        let correlation_id = self.requests.next_correlation_id();
        let body_len = body.iter().map(Bytes::len).sum();
        let api = (ApiKey::PRODUCE, version);
        let front = frame_front(api, correlation_id, &self.settings.client_id, body_len);
        let frame = match front {
            Ok(front) if self.conn.is_up() => {
                let mut frame = Vec::with_capacity(body.len() + 1);
                frame.push(front);
                frame.extend(body);
                frame
            }
            failed => {
                let down = || Error::new(ErrorCode::LOCAL_TRANSPORT, "Not connected");
                let error = failed.err().unwrap_or_else(down);
                self.sender.on_response(now, id, Err(error), &mut self.sender_out);
                return;
            }
        };
        let owner = Owner::Produce { id, messages: message_cnt, answered: expects_response, hold_ms };
        let deadline = now.after_ms(timeout_ms);
        self.send(now, correlation_id, api, frame, owner, deadline);
    }

    /// The driver has written further frames.
    pub(super) fn on_written(&mut self, now: Time, frames: usize) {
        self.active_at = now;
        for _ in 0..frames {
            let Some(written) = self.requests.on_written(now) else { return };
            self.stats.tx.add(1);
            self.stats.txbytes.add(written.note.size as u64);
            self.stats.tx_last.set(now.0);
            if self.stats.windows {
                self.stats.outbuf_latency.record(written.latency_us);
            }
            let note = &written.note;
            self.debug(Debug::Protocol, "SEND", || {
                let (api, version, size) = (note.api.name(), note.version, note.size);
                format!("Sent {api}Request (v{version}, {size} bytes, CorrId {})", note.correlation_id)
            });
            if self.notes {
                self.fx.notes.push(Note::RequestSent(written.note));
            }
            if let Some(id) = written.produce {
                self.sender.on_written(now, id, &mut self.sender_out);
            }
        }
    }

    /// An answer came.
    pub(super) fn on_frame(&mut self, now: Time, frame: Bytes) {
        self.stats.rx.add(1);
        self.stats.rxbytes.add(frame.len() as u64 + 4);
        self.stats.rx_last.set(now.0);
        self.heard(now);
        let Some(correlation_id) = frame.first_chunk::<4>().map(|id| i32::from_be_bytes(*id)) else {
            return self.malformed(now, "response without header");
        };
        let Some(sent) = self.requests.answered(correlation_id) else {
            self.stats.rxcorriderrs.add(1);
            self.debug(Debug::Broker, "RESPONSE", || {
                format!("Response for unknown CorrId {correlation_id} ({} bytes)", frame.len())
            });
            return;
        };
        self.timeouts_in_row = 0;
        let mut reader = Reader::new(&frame);
        if api::decode_response_header(&mut reader, sent.api, sent.version).is_err() {
            let error = Error::new(ErrorCode::LOCAL_BAD_MSG, "Malformed response header");
            let text = format!("{}Request v{}: malformed response header", sent.api, sent.version);
            self.give_back(now, sent, &error);
            return self.malformed(now, &text);
        }
        let body = frame.slice(reader.position()..);
        self.note_answer(now, &sent, frame.len(), ErrorCode::NO_ERROR);
        let (api, version) = (sent.api, sent.version);
        match sent.owner {
            Owner::ApiVersions => self.on_versions(now, version, &body),
            Owner::Control(request, _) => {
                if let Some(throttle_ms) = throttle_time(api, version, &body) {
                    self.throttle(now, throttle_ms, client_throttles(api, version));
                }
                self.respond(&request, Ok((version, body)));
            }
            Owner::Produce { id, .. } => {
                self.sender.on_response(now, id, Ok((version, body)), &mut self.sender_out);
            }
            Owner::Abandoned => {}
        }
    }

    fn malformed(&mut self, now: Time, text: &str) {
        self.stats.rxerrs.add(1);
        let text = format!("Receive failed: {text}");
        self.fail(now, Failure::new(Level::Err, ErrorCode::LOCAL_BAD_MSG, text));
    }

    fn note_answer(&mut self, now: Time, sent: &Sent, size: usize, error: ErrorCode) {
        let rtt_us = sent.written_at.map(|at| now.us_since(at));
        if let Some(rtt_us) = rtt_us.filter(|_| self.stats.windows && error.is_ok()) {
            self.stats.rtt.record(rtt_us);
        }
        self.debug(Debug::Protocol, "RECV", || {
            let (api, version, id) = (sent.api.name(), sent.version, sent.correlation_id);
            match (rtt_us, error.is_ok()) {
                (Some(us), true) => {
                    let ms = us as f64 / 1000.0;
                    format!("Received {api}Response (v{version}, {size} bytes, CorrId {id}, rtt {ms:.2}ms)")
                }
                _ => format!("No {api}Response (v{version}, CorrId {id}): {}", error.name()),
            }
        });
        if self.notes {
            let mut request = sent.note();
            request.size = size;
            let rtt_us = rtt_us.filter(|_| error.is_ok()).map_or(-1, |us| us as i64);
            self.fx.notes.push(Note::ResponseReceived { request, rtt_us, error });
        }
    }

    fn on_versions(&mut self, now: Time, version: i16, body: &[u8]) {
        if self.conn.state() != BrokerState::ApiVersionQuery {
            return;
        }
        match ApiVersions::read_answer(body, version) {
            VersionAnswer::Versions(versions, throttle_ms) => {
                self.conn.set_versions(versions);
                self.on_up(now);
                self.throttle(now, throttle_ms, client_throttles(ApiKey::API_VERSIONS, version));
            }
            VersionAnswer::AskAgain(again) => {
                self.debug(Debug::Broker, "APIVERSION", || {
                    format!(
                        "ApiVersionRequest v{version} failed due to UNSUPPORTED_VERSION: retrying with v{again}"
                    )
                });
                self.ask_versions(now, again);
            }
            VersionAnswer::Refused(code) => {
                let text = format!("ApiVersionRequest failed: {code}");
                self.fail(now, Failure::new(Level::Warning, ErrorCode::LOCAL_TRANSPORT, text));
            }
            VersionAnswer::Malformed => {
                self.stats.rxerrs.add(1);
                let text = "ApiVersionRequest failed: the response is not one of a Kafka broker";
                self.fail(now, Failure::new(Level::Warning, ErrorCode::LOCAL_BAD_MSG, text));
            }
        }
    }

    /// Hands a request that was sent back to its owner, since the connection is gone
    /// or the request timed out.
    pub(super) fn give_back(&mut self, now: Time, sent: Sent, error: &Error) {
        self.note_answer(now, &sent, 0, error.code);
        match sent.owner {
            Owner::Control(request, attempts) => match self.requests.retry(now, request, attempts) {
                Ok(()) => self.stats.txretries.add(1),
                Err(request) => self.respond(&request, Err(error.clone())),
            },
            Owner::Produce { id, .. } if error.code == ErrorCode::LOCAL_TIMED_OUT => {
                self.sender.on_response(now, id, Err(error.clone()), &mut self.sender_out);
            }
            // The sender takes back what was in flight when it hears that the
            // connection is down.
            Owner::Produce { .. } | Owner::ApiVersions | Owner::Abandoned => {}
        }
    }

    /// Fails what timed out, in flight or waiting.
    pub(super) fn check_requests(&mut self, now: Time) {
        for request in self.requests.take_expired(now) {
            let error = match &self.last_failure {
                Some(failure) if !self.conn.is_up() => failure.clone(),
                _ => Error::new(
                    ErrorCode::LOCAL_TIMED_OUT_QUEUE,
                    format!("{}: {}Request timed out in queue", self.name, request.api),
                ),
            };
            self.stats.req_timeouts.add(1);
            self.respond(&request, Err(error));
        }
        let timed_out = self.requests.take_timed_out(now);
        if timed_out.is_empty() {
            return;
        }
        self.stats.req_timeouts.add(timed_out.len() as u64);
        self.timeouts_in_row = self.timeouts_in_row.saturating_add(timed_out.len() as u32);
        let versions = timed_out.iter().any(|sent| matches!(sent.owner, Owner::ApiVersions));
        let in_flight = timed_out.iter().filter(|sent| sent.written_at.is_some()).count();
        let (first, age_ms) = (timed_out[0].api, now.ms_since(timed_out[0].made_at));
        if !versions && self.reporter.spend(now) {
            self.outage_told = true;
            let unsent = timed_out.len() - in_flight;
            self.log(
                Level::Warning,
                "REQTMOUT",
                &format!(
                    "Timed out {in_flight} in-flight, 0 retry-queued, {unsent} out-queue, 0 partially-sent \
                     requests: first was {first}Request after {age_ms}ms"
                ),
            );
        }
        let error = Error::new(ErrorCode::LOCAL_TIMED_OUT, format!("{}: request timed out", self.name));
        for sent in timed_out {
            self.give_back(now, sent, &error);
        }
        let max = self.settings.socket_max_fails;
        if versions {
            let text = format!(
                "ApiVersionRequest failed: {}: the connection stands but nothing answers on it",
                ErrorCode::LOCAL_TIMED_OUT
            );
            self.fail(now, Failure::new(Level::Warning, ErrorCode::LOCAL_TIMED_OUT, text));
        } else if max > 0 && self.timeouts_in_row >= max && self.conn.is_active() {
            let text = format!("{} request(s) timed out: disconnect", self.timeouts_in_row);
            self.fail(now, Failure::new(Level::Debug, ErrorCode::LOCAL_TIMED_OUT, text));
        }
    }

    /// The broker told a throttle time. `waits`: by KIP-219 it answers at once and
    /// trusts the client to keep quiet for that long.
    fn throttle(&mut self, now: Time, throttle_ms: i32, waits: bool) {
        let throttle_ms = throttle_ms.max(0);
        if self.stats.windows && throttle_ms > 0 {
            self.stats.throttle.record(throttle_ms as u64);
        }
        if waits && throttle_ms > 0 {
            self.throttled_until = self.throttled_until.max(now.after_ms(throttle_ms as u64));
        }
        if throttle_ms == 0 && self.throttle_ms == 0 {
            return;
        }
        self.throttle_ms = throttle_ms;
        self.fx.events.push(AppEvent::Throttle {
            broker_name: self.name.to_string(),
            broker_id: self.node_id,
            throttle_ms,
        });
    }
}

/// Throttle time of an answer whose body starts with it, milliseconds.
fn throttle_time(api: ApiKey, version: i16, body: &[u8]) -> Option<i32> {
    let since = match api {
        ApiKey::METADATA | ApiKey::OFFSET_COMMIT | ApiKey::OFFSET_FETCH => 3,
        ApiKey::LIST_OFFSETS | ApiKey::CREATE_TOPICS | ApiKey::JOIN_GROUP => 2,
        ApiKey::FIND_COORDINATOR | ApiKey::HEARTBEAT | ApiKey::LEAVE_GROUP | ApiKey::SYNC_GROUP => 1,
        ApiKey::INIT_PRODUCER_ID => 0,
        _ => return None,
    };
    (version >= since).then(|| Reader::new(body).i32().ok()).flatten()
}

/// From which version on brokers answer first and expect the client to wait (KIP-219).
fn client_throttles(api: ApiKey, version: i16) -> bool {
    let since = match api {
        ApiKey::PRODUCE | ApiKey::METADATA => 6,
        ApiKey::FETCH => 8,
        ApiKey::LIST_OFFSETS | ApiKey::HEARTBEAT | ApiKey::LEAVE_GROUP | ApiKey::SYNC_GROUP => {
            if api == ApiKey::LIST_OFFSETS { 3 } else { 2 }
        }
        ApiKey::OFFSET_COMMIT | ApiKey::OFFSET_FETCH | ApiKey::JOIN_GROUP => 4,
        ApiKey::FIND_COORDINATOR | ApiKey::API_VERSIONS => 2,
        ApiKey::INIT_PRODUCER_ID => 1,
        _ => return false,
    };
    version >= since
}
