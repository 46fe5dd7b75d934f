//! Controls of the mock cluster: what the `rd_kafka_mock_*` functions do.
//!
//! Methods of [`MockCore`], called on the mock thread. Errors are the codes that
//! the C functions return. Broker id -1 stands for all brokers where noted.

use super::api;
use super::core::{Broker, MockCore, SocketChange, TrackedRequest};
use super::error_stack::{ErrorStacks, PushedError};
use super::partition_log::{Retention, StoredBatch};
use super::topic::Partition;
use crate::error::ErrorCode;
use crate::protocol::ApiKey;

/// What a control call comes to.
pub type ControlResult = Result<(), ErrorCode>;

/// Most partitions a topic may have here.
const MAX_PARTITIONS: i32 = 100_000;

/// Longest delay, milliseconds.
const MAX_RTT_MS: i32 = 3_600_000;

impl MockCore {
    /// Adds a broker that listens on `port`; the driver has the socket already.
    pub fn add_broker(&mut self, id: i32, host: &str, port: u16) -> ControlResult {
        if id < 0 || self.brokers.contains_key(&id) {
            return Err(ErrorCode::LOCAL_INVALID_ARG);
        }
        let broker = Broker {
            host: host.to_owned(),
            port,
            rack: None,
            rtt_ms: 0,
            up: true,
            listed: true,
            errors: ErrorStacks::default(),
        };
        self.brokers.insert(id, broker);
        Ok(())
    }

    fn each_broker(&mut self, id: i32, mut change: impl FnMut(i32, &mut Broker)) -> ControlResult {
        if id == -1 {
            self.brokers.iter_mut().for_each(|(id, broker)| change(*id, broker));
            return Ok(());
        }
        change(id, self.brokers.get_mut(&id).ok_or(ErrorCode::BROKER_NOT_AVAILABLE)?);
        Ok(())
    }

    /// Takes a broker (-1: all) down or up. Down: connections are closed and new
    /// ones refused, the port stays its own, Metadata leaves it out.
    pub fn broker_set_up(&mut self, id: i32, up: bool) -> ControlResult {
        let mut changes = Vec::new();
        self.each_broker(id, |id, broker| {
            if broker.up != up {
                broker.up = up;
                changes.push(if up { SocketChange::Listen(id) } else { SocketChange::Refuse(id) });
            }
        })?;
        self.socket_changes.extend(changes);
        Ok(())
    }

    /// The socket of a broker that was to come up could not be opened: it stays down, and
    /// may be taken up again.
    pub fn listen_failed(&mut self, id: i32, why: impl std::fmt::Display) {
        if let Some(broker) = self.brokers.get_mut(&id) {
            broker.up = false;
        }
        self.refuse(id, format!("can not listen again: {why}"));
    }

    /// Delays each response of a broker (-1: all) by `rtt_ms`; below 0 is 0.
    pub fn broker_set_rtt(&mut self, id: i32, rtt_ms: i32) -> ControlResult {
        self.each_broker(id, |_, broker| broker.rtt_ms = rtt_ms.clamp(0, MAX_RTT_MS) as u32)
    }

    /// Sets or removes the rack of a broker (-1: all).
    pub fn broker_set_rack(&mut self, id: i32, rack: Option<&str>) -> ControlResult {
        self.each_broker(id, |_, broker| broker.rack = rack.map(str::to_owned))
    }

    /// Changes the address that the cluster names for a broker, not where it listens.
    pub fn broker_set_host_port(&mut self, id: i32, host: &str, port: u16) -> ControlResult {
        self.each_broker(id, |_, broker| {
            broker.host = host.to_owned();
            broker.port = port;
        })
    }

    /// Metadata no longer names the broker and its partitions move to the others;
    /// it goes on serving what it still gets.
    pub fn broker_remove_from_metadata(&mut self, id: i32) -> ControlResult {
        self.brokers.get_mut(&id).ok_or(ErrorCode::BROKER_NOT_AVAILABLE)?.listed = false;
        self.reassign_partitions();
        Ok(())
    }

    /// Removes a broker for good: its partitions move to the others.
    pub fn broker_decommission(&mut self, id: i32) -> ControlResult {
        self.brokers.remove(&id).ok_or(ErrorCode::BROKER_NOT_AVAILABLE)?;
        self.socket_changes.push(SocketChange::Remove(id));
        self.reassign_partitions();
        Ok(())
    }

    fn reassign_partitions(&mut self) {
        let brokers = self.placeable();
        self.topics.values_mut().for_each(|topic| topic.reassign(&brokers));
    }

    /// Pushes errors with extra delay for the next requests to one broker.
    pub fn broker_push_errors(&mut self, id: i32, api_key: i16, errors: &[PushedError]) -> ControlResult {
        let broker = self.brokers.get_mut(&id).ok_or(ErrorCode::LOCAL_UNKNOWN_BROKER)?;
        broker.errors.push(api_key, errors.iter().copied());
        Ok(())
    }

    /// Number of errors that wait at one broker for `api_key`.
    pub fn broker_error_count(&self, id: i32, api_key: i16) -> Result<usize, ErrorCode> {
        Ok(self.brokers.get(&id).ok_or(ErrorCode::LOCAL_UNKNOWN_BROKER)?.errors.len(api_key))
    }

    /// Pushes errors for the next requests to any broker.
    pub fn push_errors(&mut self, api_key: i16, errors: &[ErrorCode]) {
        self.errors.push(api_key, errors.iter().map(|e| PushedError::new(*e)));
    }

    /// Forgets what [`MockCore::push_errors`] pushed for `api_key`.
    pub fn clear_errors(&mut self, api_key: i16) {
        self.errors.clear(api_key);
    }

    /// Creates a topic. `TOPIC_ALREADY_EXISTS` if it exists.
    pub fn topic_create(&mut self, name: &str, partitions: i32, replication_factor: i32) -> ControlResult {
        if !(0..=MAX_PARTITIONS).contains(&partitions) || replication_factor < 0 {
            return Err(ErrorCode::LOCAL_INVALID_ARG);
        }
        if self.topics.contains_key(name) {
            return Err(ErrorCode::TOPIC_ALREADY_EXISTS);
        }
        self.insert_topic(name, partitions as usize, replication_factor as usize);
        Ok(())
    }

    /// Deletes a topic with what it stores.
    pub fn topic_delete(&mut self, name: &str) -> ControlResult {
        self.topics.remove(name).map(|_| ()).ok_or(ErrorCode::UNKNOWN_TOPIC_OR_PART)
    }

    /// Sets the error that Metadata gives for a topic, creating the topic if need be.
    pub fn topic_set_error(&mut self, name: &str, error: ErrorCode) {
        self.topic_or_create(name).error = error;
    }

    fn control_partition(&mut self, topic: &str, partition: i32) -> Result<&mut Partition, ErrorCode> {
        self.topic_or_create(topic);
        self.partition_mut(topic, partition).ok_or(ErrorCode::UNKNOWN_TOPIC_OR_PART)
    }

    /// Makes a broker the leader; -1 leaves the partition without one.
    pub fn partition_set_leader(&mut self, topic: &str, partition: i32, broker_id: i32) -> ControlResult {
        if broker_id != -1 && !self.brokers.contains_key(&broker_id) {
            return Err(ErrorCode::BROKER_NOT_AVAILABLE);
        }
        let leader = (broker_id != -1).then_some(broker_id);
        self.control_partition(topic, partition)?.set_leader(leader);
        Ok(())
    }

    /// Makes the leader send consumers to this broker; -1 ends that.
    pub fn partition_set_follower(&mut self, topic: &str, partition: i32, broker_id: i32) -> ControlResult {
        self.control_partition(topic, partition)?.follower = (broker_id != -1).then_some(broker_id);
        Ok(())
    }

    /// Sets the watermarks of the follower; -1 means those of the leader.
    pub fn partition_set_follower_wmarks(
        &mut self,
        topic: &str,
        partition: i32,
        low: i64,
        high: i64,
    ) -> ControlResult {
        self.control_partition(topic, partition)?.follower_watermarks = Some((low, high));
        Ok(())
    }

    /// Makes one future Metadata answer name this leader and epoch.
    pub fn partition_push_leader_response(
        &mut self,
        topic: &str,
        partition: i32,
        leader_id: i32,
        leader_epoch: i32,
    ) -> ControlResult {
        self.control_partition(topic, partition)?.leader_responses.push_back((leader_id, leader_epoch));
        Ok(())
    }

    /// Pushes errors for the next requests of `api_key` that name the partition.
    pub fn partition_push_errors(
        &mut self,
        topic: &str,
        partition: i32,
        api_key: i16,
        errors: &[ErrorCode],
    ) -> ControlResult {
        let errors = errors.iter().map(|e| PushedError::new(*e));
        self.control_partition(topic, partition)?.errors.push(api_key, errors);
        Ok(())
    }

    /// Deletes records before an offset. `OFFSET_OUT_OF_RANGE` beyond the end.
    pub fn partition_delete_records(&mut self, topic: &str, partition: i32, before: i64) -> ControlResult {
        let partition = self.partition_mut(topic, partition).ok_or(ErrorCode::UNKNOWN_TOPIC_OR_PART)?;
        if before > partition.log.end_offset() {
            return Err(ErrorCode::OFFSET_OUT_OF_RANGE);
        }
        partition.log.delete_before(before);
        Ok(())
    }

    /// Sets the coordinator of a `group` or `transaction`.
    pub fn coordinator_set(&mut self, key_type: &str, key: &str, broker_id: i32) -> ControlResult {
        let key_type = match key_type {
            "group" => 0,
            "transaction" => 1,
            _ => return Err(ErrorCode::LOCAL_INVALID_ARG),
        };
        self.coordinators.insert((key_type, key.to_owned()), broker_id);
        Ok(())
    }

    /// Narrows the versions of an API; -1 for both hides it.
    pub fn set_api_version(&mut self, api_key: i16, min: i16, max: i16) -> ControlResult {
        if !ApiKey::ALL.contains(&ApiKey(api_key)) {
            return Err(ErrorCode::LOCAL_INVALID_ARG);
        }
        self.api_versions.insert(api_key, (min >= 0 && max >= 0).then_some((min, max)));
        Ok(())
    }

    /// Sets the controller that Metadata names.
    pub fn set_controller_id(&mut self, id: i32) {
        self.controller_id = id;
    }

    /// Sets how much every log keeps, present and future ones.
    pub fn set_retention(&mut self, retention: Retention) {
        self.retention = retention;
        for partition in self.topics.values_mut().flat_map(|t| &mut t.partitions) {
            partition.log.set_retention(retention);
        }
    }

    /// Starts recording requests anew, or stops and forgets them.
    pub fn track_requests(&mut self, on: bool) {
        self.tracked = on.then(Vec::new);
    }

    /// Requests recorded so far.
    pub fn tracked_requests(&self) -> Vec<TrackedRequest> {
        self.tracked.clone().unwrap_or_default()
    }

    /// Forgets the recorded requests and goes on recording.
    pub fn clear_tracked_requests(&mut self) {
        if let Some(tracked) = &mut self.tracked {
            tracked.clear();
        }
    }

    /// First offset and next offset of a partition, as its leader has them.
    pub fn watermarks(&self, topic: &str, partition: i32) -> Result<(i64, i64), ErrorCode> {
        let partition = self.partition(topic, partition).ok_or(ErrorCode::UNKNOWN_TOPIC_OR_PART)?;
        Ok((partition.log.start_offset(), partition.log.end_offset()))
    }

    /// The stored batches of a partition, oldest first, and its first offset; use
    /// [`super::records::read`] to look inside.
    pub fn stored_batches(&self, topic: &str, partition: i32) -> Result<(i64, Vec<StoredBatch>), ErrorCode> {
        let partition = self.partition(topic, partition).ok_or(ErrorCode::UNKNOWN_TOPIC_OR_PART)?;
        Ok((partition.log.start_offset(), partition.log.batches().cloned().collect()))
    }

    /// Names and partition counts of all topics.
    pub fn topics(&self) -> Vec<(String, usize)> {
        self.topics.values().map(|t| (t.name.clone(), t.partitions.len())).collect()
    }

    /// Key and versions of every API served now.
    pub fn served_apis(&self) -> Vec<(ApiKey, i16, i16)> {
        api::HANDLERS
            .iter()
            .filter_map(|h| self.served_versions(h).map(|(min, max)| (h.api, min, max)))
            .collect()
    }
}
