//! Application threads that wait for an answer from the cluster: metadata calls,
//! cluster and controller id, offsets by time.
//!
//! Owned by the main core. Each look-up has the deadline of its caller and is
//! dropped then (the caller has gone by itself).

use crate::base::backoff::Backoff;
use crate::base::time::Time;
use crate::error::{Error, ErrorCode};
use crate::metadata::{ClusterMetadata, MetadataScope};
use crate::queue::ReplySender;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A `rd_kafka_metadata()` call.
pub struct MetadataCall {
    /// Topics asked for.
    pub scope: MetadataScope,
    /// When the caller stops waiting.
    pub deadline: Time,
    /// True while a request for it is on its way.
    pub in_flight: bool,
    /// The waiting caller.
    pub reply: ReplySender<Result<Arc<ClusterMetadata>, Error>>,
}

/// One timestamp of one partition to look up.
pub struct OffsetCall {
    /// Topic name.
    pub topic: Arc<str>,
    /// Partition id.
    pub partition: i32,
    /// -1 latest, -2 earliest, or milliseconds.
    pub timestamp: i64,
    /// When the caller stops waiting.
    pub deadline: Time,
    /// True while a request for it is on its way.
    pub in_flight: bool,
    /// Not before this time (backoff).
    pub due: Time,
    attempts: u32,
    /// Which of the caller's offsets this is, and the caller.
    slot: usize,
    job: u64,
}

struct OffsetJob {
    offsets: Vec<Option<i64>>,
    reply: Option<ReplySender<Result<Vec<i64>, Error>>>,
}

/// All waiting callers.
pub struct Lookups {
    next_id: u64,
    metadata: BTreeMap<u64, MetadataCall>,
    views: Vec<(Time, ReplySender<Arc<ClusterMetadata>>)>,
    offsets: BTreeMap<u64, OffsetCall>,
    jobs: BTreeMap<u64, OffsetJob>,
    backoff: Backoff,
    rng: fastrand::Rng,
}

impl Lookups {
    /// Nobody waits.
    pub fn new(backoff: Backoff, rng: fastrand::Rng) -> Lookups {
        Lookups {
            // Clear of the numbers of the refresh policy, which share the tag.
            next_id: 1 << 32,
            metadata: BTreeMap::new(),
            views: Vec::new(),
            offsets: BTreeMap::new(),
            jobs: BTreeMap::new(),
            backoff,
            rng,
        }
    }

    fn id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    /// Notes a metadata call.
    pub fn add_metadata(
        &mut self,
        scope: MetadataScope,
        deadline: Time,
        reply: ReplySender<Result<Arc<ClusterMetadata>, Error>>,
    ) {
        let id = self.id();
        self.metadata.insert(id, MetadataCall { scope, deadline, in_flight: false, reply });
    }

    /// Metadata calls that no request is on its way for.
    pub fn unsent_metadata(&mut self) -> impl Iterator<Item = (u64, &mut MetadataCall)> {
        self.metadata.iter_mut().filter(|(_, call)| !call.in_flight).map(|(id, call)| (*id, call))
    }

    /// The call of a request, if its caller still waits.
    pub fn take_metadata(&mut self, id: u64) -> Option<MetadataCall> {
        self.metadata.remove(&id)
    }

    /// The request failed: another broker may do better.
    pub fn retry_metadata(&mut self, id: u64) {
        if let Some(call) = self.metadata.get_mut(&id) {
            call.in_flight = false;
        }
    }

    /// Notes a caller that waits for the cluster picture.
    pub fn add_view(&mut self, deadline: Time, reply: ReplySender<Arc<ClusterMetadata>>) {
        self.views.push((deadline, reply));
    }

    /// A new picture: all who wait for one get it.
    pub fn on_view(&mut self, view: &Arc<ClusterMetadata>) {
        for (_, reply) in self.views.drain(..) {
            reply.send(view.clone());
        }
    }

    /// Notes a call for offsets.
    pub fn add_offsets(
        &mut self,
        topic: &Arc<str>,
        partition: i32,
        timestamps: &[i64],
        deadline: Time,
        reply: ReplySender<Result<Vec<i64>, Error>>,
    ) {
        let job = self.id();
        self.jobs.insert(job, OffsetJob { offsets: vec![None; timestamps.len()], reply: Some(reply) });
        for (slot, timestamp) in timestamps.iter().enumerate() {
            let id = self.id();
            let call = OffsetCall {
                topic: topic.clone(),
                partition,
                timestamp: *timestamp,
                deadline,
                in_flight: false,
                due: Time::ZERO,
                attempts: 0,
                slot,
                job,
            };
            self.offsets.insert(id, call);
        }
    }

    /// Offset calls that a request may be sent for now.
    pub fn unsent_offsets(&mut self, now: Time) -> impl Iterator<Item = (u64, &mut OffsetCall)> {
        let due = move |call: &OffsetCall| !call.in_flight && call.due <= now;
        self.offsets.iter_mut().filter(move |(_, call)| due(call)).map(|(id, call)| (*id, call))
    }

    /// New metadata: calls that waited for a leader go on if there is one now, and
    /// fail if the topic has no such partition.
    pub fn on_leaders(&mut self, now: Time, cluster: &ClusterMetadata) {
        let mut unknown = Vec::new();
        for (id, call) in self.offsets.iter_mut().filter(|(_, call)| call.due == Time::NEVER) {
            if cluster.leader(&call.topic, call.partition).is_some() {
                call.due = Time::ZERO;
            } else if cluster.topic(&call.topic).is_some_and(|topic| !topic.has_partition(call.partition)) {
                unknown.push(*id);
            }
        }
        for id in unknown {
            self.on_offset(now, id, Err(ErrorCode::LOCAL_UNKNOWN_PARTITION.into()));
        }
    }

    /// True if a caller waits for the leader of a partition of this topic.
    pub fn wants_topic(&self, topic: &str) -> bool {
        self.offsets.values().any(|call| call.topic.as_ref() == topic && !call.in_flight)
    }

    /// An offset, or the reason why there is none. Retriable errors are tried
    /// again after a pause; the topic is returned then, since its leader may have
    /// moved.
    pub fn on_offset(&mut self, now: Time, id: u64, result: Result<i64, Error>) -> Option<Arc<str>> {
        let call = self.offsets.get_mut(&id)?;
        call.in_flight = false;
        if result.as_ref().is_err_and(|error| error.retriable) {
            call.due = now.after_us(self.backoff.delay_us(call.attempts, &mut self.rng));
            call.attempts += 1;
            return Some(call.topic.clone());
        }
        let call = self.offsets.remove(&id)?;
        let job = self.jobs.get_mut(&call.job)?;
        match result {
            Ok(offset) => job.offsets[call.slot] = Some(offset),
            Err(error) => {
                if let Some(reply) = job.reply.take() {
                    reply.send(Err(error));
                }
            }
        }
        if let Some(offsets) = job.offsets.iter().copied().collect::<Option<Vec<i64>>>() {
            if let Some(reply) = job.reply.take() {
                reply.send(Ok(offsets));
            }
            self.jobs.remove(&call.job);
        }
        None
    }

    /// True if somebody waits for an answer that any broker can give.
    pub fn wants_broker(&self) -> bool {
        !self.views.is_empty() || self.metadata.values().any(|call| !call.in_flight)
    }

    /// Drops the calls whose callers have gone.
    pub fn expire(&mut self, now: Time) {
        self.metadata.retain(|_, call| call.deadline > now);
        self.views.retain(|(deadline, _)| *deadline > now);
        let jobs = &mut self.jobs;
        self.offsets.retain(|_, call| {
            let keep = call.deadline > now;
            if !keep {
                jobs.remove(&call.job);
            }
            keep
        });
    }

    /// Ends all calls: the handle goes.
    pub fn terminate(&mut self) {
        for (_, call) in std::mem::take(&mut self.metadata) {
            call.reply.send(Err(ErrorCode::LOCAL_DESTROY.into()));
        }
        self.views.clear();
        self.offsets.clear();
        self.jobs.clear();
    }

    /// When [`Lookups::expire`] or a retry is due.
    pub fn deadline(&self) -> Time {
        let metadata = self.metadata.values().map(|call| call.deadline);
        let views = self.views.iter().map(|(deadline, _)| *deadline);
        let retry =
            |call: &OffsetCall| if call.in_flight { call.deadline } else { call.due.min(call.deadline) };
        metadata.chain(views).chain(self.offsets.values().map(retry)).min().unwrap_or(Time::NEVER)
    }
}
