//! Requests of one broker: correlation ids, what waits for the connection, what
//! waits for an answer, time-outs and retries. Owned by the broker core; knows
//! nothing of sockets, and of Produce only the id.

use crate::base::backoff::Backoff;
use crate::base::time::Time;
use crate::error::{Error, ErrorCode};
use crate::ops::{BrokerRequest, Retry};
use crate::producer::ProduceId;
use crate::protocol::{ApiKey, Writer};
use bytes::Bytes;
use fastrand::Rng;
use std::collections::VecDeque;

/// Whose request it is.
pub enum Owner {
    /// The connection's own question for versions.
    ApiVersions,
    /// A control request; how often it was sent before.
    Control(Box<BrokerRequest>, u32),
    /// A Produce request of the sender.
    Produce {
        /// The sender's name for it.
        id: ProduceId,
        /// Messages inside.
        messages: usize,
        /// Whether the broker answers (not with acks=0).
        answered: bool,
        /// How long the broker may rightly take, milliseconds.
        hold_ms: u64,
    },
    /// Nobody's any more: it timed out before it was written, and its frame is still
    /// in the driver's hands.
    Abandoned,
}

impl Owner {
    fn messages(&self) -> usize {
        if let Owner::Produce { messages, .. } = self { *messages } else { 0 }
    }
}

/// A request that went out.
pub struct Sent {
    /// Correlation id.
    pub correlation_id: i32,
    /// Which API.
    pub api: ApiKey,
    /// At which version.
    pub version: i16,
    /// Bytes of the frame.
    pub size: usize,
    /// Whose.
    pub owner: Owner,
    /// When it was made.
    pub made_at: Time,
    /// When it was written completely.
    pub written_at: Option<Time>,
    /// Until when the answer must be there.
    pub deadline: Time,
}

/// What is told about a request to those who watch the traffic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestNote {
    /// Which API.
    pub api: ApiKey,
    /// At which version.
    pub version: i16,
    /// Correlation id.
    pub correlation_id: i32,
    /// Bytes of the frame.
    pub size: usize,
}

impl Sent {
    /// What is told about it.
    pub fn note(&self) -> RequestNote {
        let Sent { api, version, correlation_id, size, .. } = *self;
        RequestNote { api, version, correlation_id, size }
    }

    fn abandoned(&self) -> Sent {
        Sent { owner: Owner::Abandoned, deadline: Time::NEVER, ..*self }
    }
}

/// A control request that waits for the connection, or for its backoff.
pub struct Waiting {
    /// The request.
    pub request: Box<BrokerRequest>,
    /// How often it was sent before.
    pub attempts: u32,
    /// Not before this time.
    pub not_before: Time,
}

/// The requests of one broker.
pub struct Requests {
    last_correlation_id: i32,
    sent: VecDeque<Sent>,
    /// The last so many of `sent` are not written yet.
    unwritten: usize,
    /// No deadline of `sent` is earlier; may be too early.
    earliest: Time,
    /// Messages in Produce requests that are not written, and that are.
    messages: (usize, usize),
    waiting: Vec<Waiting>,
    backoff: Backoff,
    rng: Rng,
}

impl Requests {
    /// None yet. `backoff` is that of retries.
    pub fn new(backoff: Backoff, rng: Rng) -> Requests {
        Requests {
            last_correlation_id: 0,
            sent: VecDeque::new(),
            unwritten: 0,
            earliest: Time::NEVER,
            messages: (0, 0),
            waiting: Vec::new(),
            backoff,
            rng,
        }
    }

    /// Requests that were made and neither answered nor failed.
    pub fn sent_cnt(&self) -> usize {
        self.sent.len()
    }

    /// Those of them that are not written completely.
    pub fn unwritten_cnt(&self) -> usize {
        self.unwritten
    }

    /// Control requests that wait.
    pub fn waiting_cnt(&self) -> usize {
        self.waiting.len()
    }

    /// Messages in Produce requests that are not written, and that wait for their answer.
    pub fn message_cnts(&self) -> (usize, usize) {
        self.messages
    }

    /// The request that waits longest for its answer.
    pub fn oldest(&self) -> Option<&Sent> {
        self.sent.front()
    }

    /// All that were sent and not answered, oldest first.
    pub fn all_sent(&self) -> impl Iterator<Item = &Sent> {
        self.sent.iter()
    }

    /// Adds a control request to those that wait.
    pub fn wait(&mut self, request: Box<BrokerRequest>) {
        self.waiting.push(Waiting { request, attempts: 0, not_before: Time::ZERO });
    }

    /// The next control request whose time has come, in order.
    pub fn next_ready(&mut self, now: Time) -> Option<Waiting> {
        let at = self.waiting.iter().position(|waiting| waiting.not_before <= now)?;
        Some(self.waiting.remove(at))
    }

    /// A correlation id for the next request.
    pub fn next_correlation_id(&mut self) -> i32 {
        self.last_correlation_id = self.last_correlation_id.checked_add(1).unwrap_or(1);
        self.last_correlation_id
    }

    /// Notes a request of `api` and version that goes out now, in a frame of `size` bytes.
    pub fn send(
        &mut self,
        now: Time,
        correlation_id: i32,
        api: (ApiKey, i16),
        size: usize,
        owner: Owner,
        deadline: Time,
    ) {
        self.messages.0 += owner.messages();
        self.sent.push_back(Sent {
            correlation_id,
            api: api.0,
            version: api.1,
            size,
            owner,
            made_at: now,
            written_at: None,
            deadline,
        });
        self.unwritten += 1;
        self.earliest = self.earliest.min(deadline);
    }

    /// The oldest unwritten request is written now, and waits for its answer if one
    /// follows (not with acks=0).
    pub fn on_written(&mut self, now: Time) -> Option<Written> {
        if self.unwritten == 0 {
            return None;
        }
        let at = self.sent.len() - self.unwritten;
        self.unwritten -= 1;
        let sent = &mut self.sent[at];
        sent.written_at = Some(now);
        let latency_us = now.us_since(sent.made_at);
        let messages = sent.owner.messages();
        self.messages.0 -= messages;
        let note = sent.note();
        let (produce, answer_follows) = match sent.owner {
            Owner::Produce { id, answered, .. } => (Some(id), answered),
            Owner::Abandoned => (None, false),
            _ => (None, true),
        };
        if answer_follows {
            self.messages.1 += messages;
        } else {
            self.sent.remove(at);
            self.settle_earliest();
        }
        Some(Written { note, latency_us, produce })
    }

    /// Takes the request that an answer belongs to.
    pub fn answered(&mut self, correlation_id: i32) -> Option<Sent> {
        // Brokers answer in order, so this is the first one. What is not written can
        // not have been answered.
        let written = self.sent.len() - self.unwritten;
        let mut candidates = self.sent.iter().take(written);
        let at = candidates.position(|sent| sent.correlation_id == correlation_id)?;
        let sent = self.sent.remove(at)?;
        self.messages.1 -= sent.owner.messages();
        self.settle_earliest();
        Some(sent)
    }

    fn settle_earliest(&mut self) {
        if self.sent.is_empty() {
            self.earliest = Time::NEVER;
        }
    }

    /// Takes what timed out: requests whose answer did not come.
    pub fn take_timed_out(&mut self, now: Time) -> Vec<Sent> {
        if now < self.earliest {
            return Vec::new();
        }
        let written = self.sent.len() - self.unwritten;
        let mut out = Vec::new();
        self.earliest = Time::NEVER;
        for (at, sent) in std::mem::take(&mut self.sent).into_iter().enumerate() {
            if sent.deadline > now {
                self.earliest = self.earliest.min(sent.deadline);
                self.sent.push_back(sent);
                continue;
            }
            let messages = sent.owner.messages();
            if at < written {
                self.messages.1 -= messages;
            } else {
                self.messages.0 -= messages;
                self.sent.push_back(sent.abandoned());
            }
            out.push(sent);
        }
        out
    }

    /// The connection is gone: takes everything that was sent, oldest first.
    pub fn take_sent(&mut self) -> Vec<Sent> {
        self.unwritten = 0;
        self.messages = (0, 0);
        self.earliest = Time::NEVER;
        let abandoned = |sent: &Sent| matches!(sent.owner, Owner::Abandoned);
        std::mem::take(&mut self.sent).into_iter().filter(|sent| !abandoned(sent)).collect()
    }

    /// Takes control requests that waited beyond their deadline.
    #[allow(clippy::vec_box)] // they stay boxed on their way
    pub fn take_expired(&mut self, now: Time) -> Vec<Box<BrokerRequest>> {
        if self.waiting.iter().all(|waiting| waiting.request.deadline > now) {
            return Vec::new();
        }
        let (out, keep): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.waiting).into_iter().partition(|w| w.request.deadline <= now);
        self.waiting = keep;
        out.into_iter().map(|waiting| waiting.request).collect()
    }

    /// Takes all control requests that wait.
    #[allow(clippy::vec_box)]
    pub fn take_waiting(&mut self) -> Vec<Box<BrokerRequest>> {
        std::mem::take(&mut self.waiting).into_iter().map(|waiting| waiting.request).collect()
    }

    /// Puts a control request that failed in transport back into line, with backoff.
    /// Gives it back if it may not be repeated, or has no time left.
    pub fn retry(
        &mut self,
        now: Time,
        request: Box<BrokerRequest>,
        attempts: u32,
    ) -> Result<(), Box<BrokerRequest>> {
        let not_before = now.after_us(self.backoff.delay_us(attempts, &mut self.rng));
        if request.retry == Retry::Never || not_before >= request.deadline {
            return Err(request);
        }
        self.waiting.push(Waiting { request, attempts: attempts + 1, not_before });
        Ok(())
    }

    /// When [`Requests::take_timed_out`] or [`Requests::take_expired`] have work at
    /// the latest, and, with `connected`, when a backoff ends.
    pub fn deadline(&self, now: Time, connected: bool) -> Time {
        let waiting = self.waiting.iter().map(|waiting| {
            let backoff =
                if connected && waiting.not_before > now { waiting.not_before } else { Time::NEVER };
            waiting.request.deadline.min(backoff)
        });
        waiting.min().unwrap_or(Time::NEVER).min(self.earliest)
    }
}

/// What [`Requests::on_written`] found.
pub struct Written {
    /// What it was.
    pub note: RequestNote,
    /// From making to written, microseconds.
    pub latency_us: u64,
    /// The Produce request that it is.
    pub produce: Option<ProduceId>,
}

/// The front of a frame: length of the whole, request header. The body of
/// `body_len` bytes follows.
///
/// # Errors
/// `_BAD_MSG` when the frame would be too large for its length.
pub fn frame_front(
    api: (ApiKey, i16),
    correlation_id: i32,
    client_id: &str,
    body_len: usize,
) -> Result<Bytes, Error> {
    let w = header(api, correlation_id, client_id, 64);
    finish(api, w, body_len)
}

/// The whole frame of a small request, whose body `encode` writes.
///
/// # Errors
/// `_INVALID_ARG` when the body can not be said at this version, `_BAD_MSG` when it is
/// too large.
pub fn frame(
    api: (ApiKey, i16),
    correlation_id: i32,
    client_id: &str,
    encode: impl FnOnce(&mut Writer),
) -> Result<Bytes, Error> {
    let mut w = header(api, correlation_id, client_id, 256);
    encode(&mut w);
    finish(api, w, 0)
}

fn header((api, version): (ApiKey, i16), correlation_id: i32, client_id: &str, capacity: usize) -> Writer {
    let mut w = Writer::from_vec(Vec::with_capacity(capacity));
    w.i32(0);
    w.i16(api.0);
    w.i16(version);
    w.i32(correlation_id);
    // Even header version 2 has a client id of the old kind (KIP-482).
    w.nullable_string(Some(client_id), false, true);
    if api.request_header_version(version) >= 2 {
        w.no_tagged_fields();
    }
    w
}

fn finish((api, version): (ApiKey, i16), mut w: Writer, more: usize) -> Result<Bytes, Error> {
    let Ok(len) = i32::try_from(w.len() - 4 + more) else {
        return Err(Error::new(ErrorCode::LOCAL_BAD_MSG, format!("{api}Request is too large")));
    };
    w.patch_i32(0, len);
    let text = |problem| format!("{api}Request v{version}: {problem}");
    w.finish().map(Bytes::from).map_err(|problem| Error::new(ErrorCode::LOCAL_INVALID_ARG, text(problem)))
}
