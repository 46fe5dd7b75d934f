//! The client: what `rd_kafka_t` stands for.
//!
//! Its methods run on application threads. They read shared pictures, or send an
//! op to the main core and wait for the reply; none holds a lock while it waits.

use super::background::Background;
use super::core::{MainCore, MainSettings, MainShared};
use super::fatal::Fatal;
use super::hooks::{Hooks, Reports};
use super::logger::Logger;
use super::main_thread::{self, MainThread};
use crate::base::log::{Debug, Level, LogFilter, LogLine};
use crate::base::time::Time;
use crate::broker::bootstrap;
use crate::conf::{ClientType, Conf, DnsLookup, Finalized, TopicConf};
use crate::error::{Error, ErrorCode};
use crate::metadata::{ClusterMetadata, MetadataScope};
use crate::mock::MockCluster;
use crate::ops::{AppQueue, MainOp};
use crate::producer::{ProducerShared, PurgeFlags, Sender};
use crate::queue::{Mailbox, ReplyReceiver, ReplySender, reply};
use crate::sys::fork::ForkGeneration;
use crate::sys::thread;
use crate::topic::{CustomPartitioner, Partitioner, Topic, TopicRegistry, TopicSettings};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// Numbers the handles of the process for their names, as programs expect.
static INSTANCES: AtomicUsize = AtomicUsize::new(0);

/// A client that is about to start.
pub struct Prepared {
    name: Arc<str>,
    kind: ClientType,
    finalized: Finalized,
}

impl Prepared {
    /// The name that the client will have.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }
}

/// A client. Dropping it without [`Client::terminate`] terminates it.
pub struct Client {
    name: Arc<str>,
    kind: ClientType,
    conf: Arc<Conf>,
    generation: ForkGeneration,
    shared: Arc<MainShared>,
    mailbox: Arc<Mailbox<MainOp>>,
    events: Arc<AppQueue>,
    background: Arc<AppQueue>,
    logger: Arc<Logger>,
    fatal: Arc<Fatal>,
    threads: Mutex<Option<(MainThread, Option<Background>)>>,
    mock: Option<Arc<MockCluster>>,
}

impl Client {
    /// Checks a configuration and gives the client to be its name.
    ///
    /// Errors: what the configuration check says (`_INVALID_ARG`).
    pub fn prepare(kind: ClientType, conf: &Conf) -> Result<Prepared, Error> {
        let finalized = conf.finalize(kind)?;
        let name = next_name(&finalized.conf.client_id, kind);
        Ok(Prepared { name, kind, finalized })
    }

    /// [`Client::prepare`] and [`Client::start`] in one.
    pub fn new(kind: ClientType, conf: &Conf, hooks: Hooks) -> Result<Client, Error> {
        Client::start(Client::prepare(kind, conf)?, hooks)
    }

    /// Starts a client: its threads, and connecting. Blocks for the start of the
    /// threads only; hooks may be called from here on.
    ///
    /// Errors: `_CRIT_SYS_RESOURCE` when a thread or a socket can not be had.
    pub fn start(prepared: Prepared, hooks: Hooks) -> Result<Client, Error> {
        let Prepared { name, kind, finalized } = prepared;
        let mut conf = finalized.conf;
        let filter = LogFilter::new(conf.log_level as u8, conf.debug);
        let logger =
            Arc::new(Logger::new(filter.clone(), conf.log_thread_name, conf.log_queue, hooks.log.clone()));
        logger.log("main", version_line());
        for line in finalized.lines {
            logger.log("app", line);
        }
        let mock = start_mock(&mut conf, &logger)?;
        let settings = main_settings(&conf, kind, &logger);
        let (events, mailbox) = (AppQueue::new(), Mailbox::new());
        let producer =
            (kind == ClientType::Producer).then(|| start_producer(&conf, &mailbox, &hooks.reports));
        let fatal = Arc::new(Fatal::new(events.clone(), logger.clone(), producer.clone()));
        let limits = producer.as_ref().map(|producer| producer.limits.clone()).unwrap_or_default();
        let shared = Arc::new(MainShared {
            topics: Arc::new(TopicRegistry::new(limits, Some(mailbox.clone()))),
            producer,
            cluster: RwLock::default(),
            any_up: AtomicBool::new(false),
            log: filter,
        });
        let conf = Arc::new(conf);
        let (now, rng) = (Time::now(), fastrand::Rng::new());
        let leaderless = shared
            .producer
            .as_ref()
            .map_or_else(Sender::default, |producer| Sender::new(producer.clone(), Some(mailbox.clone())));
        let core = MainCore::new(settings, shared.clone(), leaderless, now, rng);
        let context = main_thread::Context {
            name: name.clone(),
            kind,
            conf: conf.clone(),
            shared: shared.clone(),
            mailbox: mailbox.clone(),
            events: events.clone(),
            logger: logger.clone(),
            fatal: fatal.clone(),
            hooks: hooks.clone(),
        };
        let background = AppQueue::new();
        let background_thread = Background::start(&background, &hooks)?;
        let main = match MainThread::start(core, context) {
            Ok(main) => main,
            Err(error) => {
                if let Some(background) = background_thread {
                    background.join();
                }
                return Err(error);
            }
        };
        Ok(Client {
            name,
            kind,
            conf,
            generation: ForkGeneration::current(),
            shared,
            mailbox,
            events,
            background,
            logger,
            fatal,
            threads: Mutex::new(Some((main, background_thread))),
            mock,
        })
    }

    /// `<client.id>#producer-N` or `#consumer-N`.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Producer or consumer.
    pub fn kind(&self) -> ClientType {
        self.kind
    }

    /// The configuration that the client works with.
    pub fn conf(&self) -> &Arc<Conf> {
        &self.conf
    }

    /// The queue that `rd_kafka_poll()` serves.
    pub fn events(&self) -> &Arc<AppQueue> {
        &self.events
    }

    /// The queue that the background thread serves.
    pub fn background(&self) -> &Arc<AppQueue> {
        &self.background
    }

    /// The logger.
    pub fn logger(&self) -> &Arc<Logger> {
        &self.logger
    }

    /// The producer's part; a consumer has none.
    pub fn producer(&self) -> Option<&Arc<ProducerShared>> {
        self.shared.producer.as_ref()
    }

    /// The mock cluster that `test.mock.num.brokers` started.
    pub fn mock(&self) -> Option<&Arc<MockCluster>> {
        self.mock.as_ref()
    }

    /// True in a child process that inherited the handle by fork(2): nothing but
    /// dropping it works there (H10).
    pub fn is_inherited(&self) -> bool {
        !self.generation.is_current()
    }

    /// The error that calls on an inherited handle return.
    pub fn inherited_error() -> Error {
        Error::new(
            ErrorCode::LOCAL_STATE,
            "This handle belongs to the parent process: a handle can not be used after fork(), \
             create a new one in the child",
        )
    }

    /// Raises a fatal error; false if there was one already. The application gets an
    /// error event, and messages are refused from now on.
    pub fn raise_fatal(&self, code: ErrorCode, reason: &str) -> bool {
        self.fatal.raise(code, reason)
    }

    /// `rd_kafka_test_fatal_error()`: as [`Client::raise_fatal`], but a producer without
    /// idempotence goes on, as in librdkafka.
    pub fn test_fatal(&self, code: ErrorCode, reason: &str) -> bool {
        self.fatal.announce(code, reason)
    }

    /// After an internal error: a fatal error, and a report for each message that is
    /// outstanding.
    pub fn fail(&self, reason: &str) {
        self.raise_fatal(ErrorCode::LOCAL_STATE, reason);
        // A client that has gone has nothing outstanding.
        let _ = self.purge(PurgeFlags { queue: true, in_flight: true }, false);
    }

    /// The fatal error, if one was raised.
    pub fn fatal(&self) -> Option<&Error> {
        self.fatal.get()
    }

    /// The topic of this name, if the client uses it.
    pub fn known_topic(&self, name: &str) -> Option<Arc<Topic>> {
        self.shared.topics.get(name)
    }

    /// The topic of this name, made when it is not known yet. `conf` (else the
    /// default topic configuration), the application's `partitioner` and `opaque` apply
    /// only then, as in librdkafka.
    pub fn topic(
        &self,
        name: &str,
        conf: Option<&TopicConf>,
        partitioner: Option<CustomPartitioner>,
        opaque: usize,
    ) -> Result<Arc<Topic>, Error> {
        if let Some(topic) = self.shared.topics.get(name) {
            return Ok(topic);
        }
        let default = self.conf.default_topic.as_deref();
        let conf = conf.or(default).cloned().unwrap_or_default();
        let finalized = conf.finalize(&self.conf, self.kind).map_err(|text| {
            self.logger.log("app", LogLine::new(Level::Err, "TOPICCONF", format!("{name}: {text}")));
            Error::new(ErrorCode::LOCAL_INVALID_ARG, text)
        })?;
        for line in finalized.lines {
            self.logger.log("app", line);
        }
        let settings = || {
            let mut settings = TopicSettings::new(&self.conf, &finalized.conf);
            settings.opaque = opaque;
            if let Some(partitioner) = partitioner {
                settings.partitioner = Partitioner::Custom(partitioner);
            }
            settings
        };
        let (topic, new) = self.shared.topics.get_or_create(name, Time::now(), settings);
        if new {
            // Metadata is fetched ahead of the first message.
            let _ = self.mailbox.push(MainOp::TopicWanted(topic.clone()));
        }
        Ok(topic)
    }

    /// Fresh metadata from a broker.
    ///
    /// Errors: `_TRANSPORT` when no broker could be reached in time, `_TIMED_OUT`
    /// when one was reached and did not answer.
    pub fn metadata(&self, scope: MetadataScope, deadline: Time) -> Result<Arc<ClusterMetadata>, Error> {
        let receiver = self.ask(|reply| MainOp::Metadata { scope, deadline, reply })?;
        match receiver.wait_until(deadline) {
            Some(result) => result,
            None if self.any_up() => Err(ErrorCode::LOCAL_TIMED_OUT.into()),
            None => Err(ErrorCode::LOCAL_TRANSPORT.into()),
        }
    }

    /// True if there is a broker that could be asked.
    pub fn any_up(&self) -> bool {
        self.shared.any_up.load(Ordering::Relaxed)
    }

    /// Names of all topics that the handle uses: the scope of a metadata call that
    /// names none.
    pub fn known_topics(&self) -> MetadataScope {
        MetadataScope::Topics(self.shared.topics.all().iter().map(|topic| topic.name.clone()).collect())
    }

    /// The cluster picture, waiting for the first one until `deadline`.
    pub fn cluster(&self, deadline: Time) -> Option<Arc<ClusterMetadata>> {
        let known = self.shared.cluster();
        if !known.brokers.is_empty() || deadline == Time::ZERO {
            return (!known.brokers.is_empty()).then_some(known);
        }
        self.ask(|reply| MainOp::ClusterView { deadline, reply }).ok()?.wait_until(deadline)
    }

    /// Offsets by timestamp (-1 latest, -2 earliest) of one partition.
    ///
    /// Errors: the broker's, or `_TIMED_OUT`.
    pub fn list_offsets(
        &self,
        topic: &str,
        partition: i32,
        timestamps: &[i64],
        deadline: Time,
    ) -> Result<Vec<i64>, Error> {
        let receiver = self.ask(|reply| MainOp::ListOffsets {
            topic: topic.into(),
            partition,
            timestamps: timestamps.to_vec(),
            deadline,
            reply,
        })?;
        receiver.wait_until(deadline).unwrap_or_else(|| Err(ErrorCode::LOCAL_TIMED_OUT.into()))
    }

    /// One offset by timestamp for each of several partitions, asked for at the same
    /// time. Errors of each: the broker's, or `_TIMED_OUT`.
    pub fn offsets_for_times(&self, wanted: &[(&str, i32, i64)], deadline: Time) -> Vec<Result<i64, Error>> {
        let asked: Vec<_> = wanted
            .iter()
            .map(|(topic, partition, timestamp)| {
                self.ask(|reply| MainOp::ListOffsets {
                    topic: (*topic).into(),
                    partition: *partition,
                    timestamps: vec![*timestamp],
                    deadline,
                    reply,
                })
            })
            .collect();
        let timed_out = || Err(ErrorCode::LOCAL_TIMED_OUT.into());
        asked
            .into_iter()
            .map(|receiver| receiver?.wait_until(deadline).unwrap_or_else(timed_out))
            .map(|offsets| Ok(offsets?.first().copied().unwrap_or(-1)))
            .collect()
    }

    /// Adds bootstrap servers; returns how many the list named.
    pub fn brokers_add(&self, list: &str) -> usize {
        let servers = parse_servers(list, &self.conf, &self.logger);
        let count = servers.len();
        let _ = self.mailbox.push(MainOp::BrokersAdd(servers));
        count
    }

    /// Fails messages, as `rd_kafka_purge()`. With `wait` it returns when the
    /// reports are in the queue.
    pub fn purge(&self, flags: PurgeFlags, wait: bool) -> Result<(), Error> {
        let receiver = self.ask(|reply| MainOp::Purge(flags, reply))?;
        if wait {
            receiver.wait_until(Time::now().after_ms(10_000));
        }
        Ok(())
    }

    /// Tells brokers that a flush began or ended (after the producer's shared
    /// state was changed).
    pub fn flush_changed(&self) {
        let _ = self.mailbox.push(MainOp::FlushChanged);
    }

    fn ask<T>(&self, op: impl FnOnce(ReplySender<T>) -> MainOp) -> Result<ReplyReceiver<T>, Error> {
        if self.is_inherited() {
            return Err(Client::inherited_error());
        }
        let (sender, receiver) = reply();
        match self.mailbox.push(op(sender)) {
            Ok(()) => Ok(receiver),
            Err(_) => Err(ErrorCode::LOCAL_DESTROY.into()),
        }
    }

    /// Ends the client: closes connections, ends its threads, and returns when
    /// they have gone. Messages still inside are dropped, with a line that counts
    /// them. In a forked child it returns at once.
    pub fn terminate(&self) {
        if self.is_inherited() {
            // Its threads are the parent's: there is nothing to join, and what they
            // own, locks included, must stay untouched.
            return;
        }
        let threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some((main, background)) = threads else { return };
        if let Some(producer) = self.producer() {
            producer.refuse(ErrorCode::LOCAL_DESTROY);
        }
        self.log_undelivered();
        let _ = self.mailbox.push(MainOp::Terminate);
        if thread::is_internal() {
            // Called from a callback on one of these threads: it can not wait for itself.
            return;
        }
        main.join();
        if let Some(background) = background {
            background.join();
        }
        self.events.disable();
        self.background.disable();
        if let Some(queue) = self.logger.queue() {
            queue.disable();
        }
    }

    /// Makes the main thread panic.
    #[cfg(test)]
    pub(super) fn panic(&self) {
        let _ = self.mailbox.push(MainOp::Panic);
    }

    fn log_undelivered(&self) {
        let Some(producer) = self.producer() else { return };
        let (messages, bytes) = (producer.waiting_broker_cnt(), producer.limits.byte_cnt());
        if messages > 0 {
            let s = |n: u64| if n > 1 { "s" } else { "" };
            let text = format!(
                "Producer terminating with {messages} message{} ({bytes} byte{}) still in queue or transit: \
                 use flush() to wait for outstanding message delivery",
                s(messages as u64),
                s(bytes)
            );
            self.logger.log("app", LogLine::new(Level::Warning, "TERMINATE", text));
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.terminate();
    }
}

fn next_name(client_id: &str, kind: ClientType) -> Arc<str> {
    let number = INSTANCES.fetch_add(1, Ordering::Relaxed) + 1;
    format!("{client_id}#{}-{number}", kind.as_str()).into()
}

/// The first debug line: who we are and whose interface we speak.
fn version_line() -> LogLine {
    let text = format!(
        "librdkafka-rs v{} (interface of librdkafka v{})",
        env!("CARGO_PKG_VERSION"),
        crate::INTERFACE_VERSION
    );
    LogLine::debug(Debug::Generic, "INIT", text)
}

fn parse_servers(list: &str, conf: &Conf, logger: &Logger) -> Vec<(Arc<str>, u16)> {
    let (mut servers, problem) = bootstrap::parse(list, conf.security_protocol.as_str());
    if let Some(line) = problem {
        logger.log("app", line);
    }
    if conf.client_dns_lookup == DnsLookup::ResolveCanonicalBootstrapServersOnly {
        servers = bootstrap::canonical(servers, conf.broker_address_family);
    }
    servers.into_iter().map(|(host, port)| (Arc::from(host), port)).collect()
}

/// The producer's shared state, with the ways by which it reaches the main core.
fn start_producer(conf: &Conf, mailbox: &Arc<Mailbox<MainOp>>, reports: &Reports) -> Arc<ProducerShared> {
    let producer = ProducerShared::new(conf);
    producer.set_reports_wanted(reports.wanted);
    producer.set_report_call_name(reports.served_by);
    let main = mailbox.clone();
    producer.set_on_queue_full(Arc::new(move || {
        let _ = main.push(MainOp::QueueFull);
    }));
    let main = mailbox.clone();
    producer.set_on_topic_missing(Arc::new(move |topic| {
        let _ = main.push(MainOp::TopicWanted(topic.clone()));
    }));
    Arc::new(producer)
}

/// `test.mock.num.brokers`: the cluster replaces bootstrap servers and security
/// protocol.
fn start_mock(conf: &mut Conf, logger: &Arc<Logger>) -> Result<Option<Arc<MockCluster>>, Error> {
    if conf.test_mock_num_brokers == 0 {
        return Ok(None);
    }
    let count = conf.test_mock_num_brokers as usize;
    let cluster_logger = logger.clone();
    let log = Box::new(move |line| cluster_logger.log("mock", line));
    let cluster = MockCluster::start(&vec![0; count], log).map_err(|error| {
        let text = format!("Unable to create the mock cluster: {error}");
        Error::new(ErrorCode::LOCAL_CRIT_SYS_RESOURCE, text)
    })?;
    if conf.test_mock_broker_rtt > 0 {
        for id in 1..=count as i32 {
            // The brokers were just made: the calls can not fail.
            let _ = cluster.broker_set_rtt(id, conf.test_mock_broker_rtt as i32);
        }
    }
    let bootstraps = cluster.bootstraps().to_owned();
    let text = format!(
        "Mock cluster enabled: original bootstrap.servers and security.protocol ignored and replaced with {bootstraps}"
    );
    logger.log("app", LogLine::new(Level::Notice, "MOCK", text));
    conf.metadata_broker_list = Some(bootstraps);
    Ok(Some(Arc::new(cluster)))
}

fn main_settings(conf: &Conf, kind: ClientType, logger: &Logger) -> MainSettings {
    let bootstrap = parse_servers(conf.metadata_broker_list.as_deref().unwrap_or(""), conf, logger);
    MainSettings::from_conf(conf, kind, bootstrap)
}
