//! `MockCluster`: a running mock cluster, as tests and the C interface hold it.
//!
//! Usable from any thread. Each method runs on the mock thread and returns when
//! its effect is there; only the constructor and `Drop` take system resources.

use std::io;
use std::sync::mpsc as std_mpsc;
use std::thread::JoinHandle;

use tokio::sync::mpsc;

use super::control::ControlResult;
use super::core::{MockCore, TrackedRequest};
use super::error_stack::PushedError;
use super::listener::{self, LogSink, Order, ReservedPort};
use super::partition_log::Retention;
use super::records::{self, StoredRecord};
use crate::base::time::Time;
use crate::error::ErrorCode;
use crate::sys::fork::ForkGeneration;

/// Address that all brokers listen on.
const HOST: &str = "127.0.0.1";

/// A running mock cluster. Dropping it closes all connections and waits for its
/// thread; in a child after `fork()`, which has no such thread, it does nothing.
pub struct MockCluster {
    orders: Option<mpsc::UnboundedSender<Order>>,
    thread: Option<JoinHandle<()>>,
    /// Tells the process that has the thread from its children.
    process: ForkGeneration,
    bootstraps: String,
    cluster_id: String,
}

impl MockCluster {
    /// Starts brokers 1 to `broker_count` on ports of the system's choice.
    pub fn new(broker_count: usize) -> io::Result<MockCluster> {
        MockCluster::start(&vec![0; broker_count], Box::new(|_| {}))
    }

    /// Starts one broker per element of `ports` (0: the system's choice), ids from
    /// 1 on. `log` is called on the mock thread.
    pub fn start(ports: &[u16], log: LogSink) -> io::Result<MockCluster> {
        let reserved = ports.iter().map(|port| ReservedPort::new(*port)).collect::<io::Result<Vec<_>>>()?;
        let core = MockCore::default();
        let cluster_id = core.cluster_id.clone();
        let (orders, received) = mpsc::unbounded_channel();
        let runtime = listener::runtime()?;
        let thread = crate::sys::thread::spawn("rdk:mock", move || {
            listener::run(&runtime, core, received, log);
        })?;
        let mut cluster = MockCluster {
            orders: Some(orders),
            thread: Some(thread),
            process: ForkGeneration::current(),
            bootstraps: String::new(),
            cluster_id,
        };
        let addresses: Vec<String> = reserved.iter().map(|r| format!("{HOST}:{}", r.port())).collect();
        cluster.bootstraps = addresses.join(",");
        for (id, reserved) in (1..).zip(reserved) {
            cluster.add(id, reserved)?;
        }
        Ok(cluster)
    }

    fn add(&self, id: i32, reserved: ReservedPort) -> io::Result<()> {
        let port = reserved.port();
        let known = self.call(move |core, _| core.add_broker(id, HOST, port));
        known.and_then(|r| r).map_err(|e| io::Error::other(e.description()))?;
        let (result, listening) = std_mpsc::sync_channel(1);
        let done = Box::new(move |outcome| {
            let _ = result.send(outcome);
        });
        let sent = self.send(Order::Add(id, reserved, done));
        let outcome = sent.and_then(|()| listening.recv().map_err(|_| ErrorCode::LOCAL_DESTROY));
        let listening = outcome.unwrap_or_else(|e| Err(io::Error::other(e.description())));
        if listening.is_err() {
            let _ = self.call(move |core, _| core.broker_decommission(id));
        }
        listening
    }

    fn send(&self, order: Order) -> ControlResult {
        if !self.process.is_current() {
            // The thread exists in the parent only.
            return Err(ErrorCode::LOCAL_STATE);
        }
        let orders = self.orders.as_ref().ok_or(ErrorCode::LOCAL_DESTROY)?;
        orders.send(order).map_err(|_| ErrorCode::LOCAL_DESTROY)
    }

    /// Runs `action` on the core between two requests and returns what it returns,
    /// after sockets have followed. `LOCAL_DESTROY` if the mock thread has ended,
    /// `LOCAL_STATE` in a child of `fork()`.
    pub fn call<T, F>(&self, action: F) -> Result<T, ErrorCode>
    where
        T: Send + 'static,
        F: FnOnce(&mut MockCore, Time) -> T + Send + 'static,
    {
        let (sender, result) = std_mpsc::sync_channel(1);
        self.send(Order::Run(Box::new(move |core, now| {
            let value = action(core, now);
            Box::new(move || {
                let _ = sender.send(value);
            })
        })))?;
        result.recv().map_err(|_| ErrorCode::LOCAL_DESTROY)
    }

    fn control<F>(&self, action: F) -> ControlResult
    where
        F: FnOnce(&mut MockCore) -> ControlResult + Send + 'static,
    {
        self.call(|core, _| action(core))?
    }

    /// Addresses of the brokers it was started with, for `bootstrap.servers`.
    pub fn bootstraps(&self) -> &str {
        &self.bootstraps
    }

    /// The cluster id: `mockCluster` and 12 hexadecimal digits.
    pub fn cluster_id(&self) -> &str {
        &self.cluster_id
    }

    /// Adds and starts a broker. `LOCAL_INVALID_ARG` for an id that is taken or
    /// negative, `LOCAL_CRIT_SYS_RESOURCE` without a port.
    pub fn broker_add(&self, id: i32) -> ControlResult {
        if id < 0 || self.call(move |core, _| core.broker_ids().contains(&id))? {
            return Err(ErrorCode::LOCAL_INVALID_ARG);
        }
        let reserved = ReservedPort::new(0).map_err(|_| ErrorCode::LOCAL_CRIT_SYS_RESOURCE)?;
        self.add(id, reserved).map_err(|_| ErrorCode::LOCAL_CRIT_SYS_RESOURCE)
    }

    /// Takes a broker (-1: all) down: connections are closed, new ones refused.
    pub fn broker_set_down(&self, id: i32) -> ControlResult {
        self.control(move |core| core.broker_set_up(id, false))
    }

    /// Takes a broker (-1: all) up again, on the port it had.
    pub fn broker_set_up(&self, id: i32) -> ControlResult {
        self.control(move |core| core.broker_set_up(id, true))
    }

    /// [`MockCore::broker_set_rtt`].
    pub fn broker_set_rtt(&self, id: i32, rtt_ms: i32) -> ControlResult {
        self.control(move |core| core.broker_set_rtt(id, rtt_ms))
    }

    /// [`MockCore::broker_set_rack`].
    pub fn broker_set_rack(&self, id: i32, rack: Option<&str>) -> ControlResult {
        let rack = rack.map(str::to_owned);
        self.control(move |core| core.broker_set_rack(id, rack.as_deref()))
    }

    /// [`MockCore::broker_set_host_port`].
    pub fn broker_set_host_port(&self, id: i32, host: &str, port: u16) -> ControlResult {
        let host = host.to_owned();
        self.control(move |core| core.broker_set_host_port(id, &host, port))
    }

    /// [`MockCore::broker_remove_from_metadata`].
    pub fn broker_remove_from_metadata(&self, id: i32) -> ControlResult {
        self.control(move |core| core.broker_remove_from_metadata(id))
    }

    /// [`MockCore::broker_decommission`].
    pub fn broker_decommission(&self, id: i32) -> ControlResult {
        self.control(move |core| core.broker_decommission(id))
    }

    /// Pushes errors with extra delay for the next requests to one broker.
    pub fn broker_push_request_error_rtts(
        &self,
        id: i32,
        api_key: i16,
        errors: Vec<PushedError>,
    ) -> ControlResult {
        self.control(move |core| core.broker_push_errors(id, api_key, &errors))
    }

    /// Number of errors that wait at one broker.
    pub fn broker_error_stack_cnt(&self, id: i32, api_key: i16) -> Result<usize, ErrorCode> {
        self.call(move |core, _| core.broker_error_count(id, api_key))?
    }

    /// Pushes errors for the next requests to any broker.
    pub fn push_request_errors(&self, api_key: i16, errors: Vec<ErrorCode>) -> ControlResult {
        self.call(move |core, _| core.push_errors(api_key, &errors))
    }

    /// Forgets what [`MockCluster::push_request_errors`] pushed.
    pub fn clear_request_errors(&self, api_key: i16) -> ControlResult {
        self.call(move |core, _| core.clear_errors(api_key))
    }

    /// [`MockCore::topic_create`].
    pub fn topic_create(&self, name: &str, partitions: i32, replication_factor: i32) -> ControlResult {
        let name = name.to_owned();
        self.control(move |core| core.topic_create(&name, partitions, replication_factor))
    }

    /// [`MockCore::topic_delete`].
    pub fn topic_delete(&self, name: &str) -> ControlResult {
        let name = name.to_owned();
        self.control(move |core| core.topic_delete(&name))
    }

    /// [`MockCore::topic_set_error`].
    pub fn topic_set_error(&self, name: &str, error: ErrorCode) -> ControlResult {
        let name = name.to_owned();
        self.call(move |core, _| core.topic_set_error(&name, error))
    }

    /// [`MockCore::partition_set_leader`].
    pub fn partition_set_leader(&self, topic: &str, partition: i32, broker_id: i32) -> ControlResult {
        let topic = topic.to_owned();
        self.control(move |core| core.partition_set_leader(&topic, partition, broker_id))
    }

    /// [`MockCore::partition_set_follower`].
    pub fn partition_set_follower(&self, topic: &str, partition: i32, broker_id: i32) -> ControlResult {
        let topic = topic.to_owned();
        self.control(move |core| core.partition_set_follower(&topic, partition, broker_id))
    }

    /// [`MockCore::partition_set_follower_wmarks`].
    pub fn partition_set_follower_wmarks(
        &self,
        topic: &str,
        partition: i32,
        low: i64,
        high: i64,
    ) -> ControlResult {
        let topic = topic.to_owned();
        self.control(move |core| core.partition_set_follower_wmarks(&topic, partition, low, high))
    }

    /// [`MockCore::partition_push_leader_response`].
    pub fn partition_push_leader_response(
        &self,
        topic: &str,
        partition: i32,
        leader_id: i32,
        leader_epoch: i32,
    ) -> ControlResult {
        let topic = topic.to_owned();
        self.control(move |core| {
            core.partition_push_leader_response(&topic, partition, leader_id, leader_epoch)
        })
    }

    /// [`MockCore::partition_push_errors`].
    pub fn partition_push_request_errors(
        &self,
        topic: &str,
        partition: i32,
        api_key: i16,
        errors: Vec<ErrorCode>,
    ) -> ControlResult {
        let topic = topic.to_owned();
        self.control(move |core| core.partition_push_errors(&topic, partition, api_key, &errors))
    }

    /// [`MockCore::partition_delete_records`].
    pub fn partition_delete_records(&self, topic: &str, partition: i32, before: i64) -> ControlResult {
        let topic = topic.to_owned();
        self.control(move |core| core.partition_delete_records(&topic, partition, before))
    }

    /// [`MockCore::coordinator_set`].
    pub fn coordinator_set(&self, key_type: &str, key: &str, broker_id: i32) -> ControlResult {
        let (key_type, key) = (key_type.to_owned(), key.to_owned());
        self.control(move |core| core.coordinator_set(&key_type, &key, broker_id))
    }

    /// [`MockCore::set_api_version`].
    pub fn set_apiversion(&self, api_key: i16, min: i16, max: i16) -> ControlResult {
        self.control(move |core| core.set_api_version(api_key, min, max))
    }

    /// [`MockCore::set_controller_id`].
    pub fn set_controller_id(&self, id: i32) -> ControlResult {
        self.call(move |core, _| core.set_controller_id(id))
    }

    /// [`MockCore::set_retention`].
    pub fn set_retention(&self, retention: Retention) -> ControlResult {
        self.call(move |core, _| core.set_retention(retention))
    }

    /// Starts recording requests anew.
    pub fn start_request_tracking(&self) -> ControlResult {
        self.call(|core, _| core.track_requests(true))
    }

    /// Stops recording requests and forgets them.
    pub fn stop_request_tracking(&self) -> ControlResult {
        self.call(|core, _| core.track_requests(false))
    }

    /// The requests recorded since tracking started or was cleared, oldest first.
    pub fn requests(&self) -> Result<Vec<TrackedRequest>, ErrorCode> {
        self.call(|core, _| core.tracked_requests())
    }

    /// Forgets the recorded requests and goes on recording.
    pub fn clear_requests(&self) -> ControlResult {
        self.call(|core, _| core.clear_tracked_requests())
    }

    /// Names and partition counts of all topics.
    pub fn topics(&self) -> Result<Vec<(String, usize)>, ErrorCode> {
        self.call(|core, _| core.topics())
    }

    /// The records that a partition stores, in order of offset. Decompresses on the
    /// calling thread. `LOCAL_BAD_MSG` if a batch does not hold what it promises.
    pub fn log_records(&self, topic: &str, partition: i32) -> Result<Vec<StoredRecord>, ErrorCode> {
        let topic = topic.to_owned();
        let (start, batches) = self.call(move |core, _| core.stored_batches(&topic, partition))??;
        let mut found = Vec::new();
        for batch in &batches {
            found.extend(records::read(batch, start).map_err(|_| ErrorCode::LOCAL_BAD_MSG)?);
        }
        Ok(found)
    }

    /// First offset and next offset of a partition.
    pub fn watermarks(&self, topic: &str, partition: i32) -> Result<(i64, i64), ErrorCode> {
        let topic = topic.to_owned();
        self.call(move |core, _| core.watermarks(&topic, partition))?
    }
}

impl Drop for MockCluster {
    fn drop(&mut self) {
        if !self.process.is_current() {
            // A copy made by fork(): no thread to wait for, and waking the channel
            // could block on a lock that the parent's thread held.
            std::mem::forget(self.orders.take());
            std::mem::forget(self.thread.take());
            return;
        }
        drop(self.orders.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
