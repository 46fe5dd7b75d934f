//! Collects the statistics document. Runs on the main thread, once an interval.

use super::core::MainCore;
use super::launch::Launcher;
use super::main_thread::Context;
use crate::base::time::{Time, wall_ms};
use crate::broker::BrokerStats;
use crate::conf::ClientType;
use crate::metadata::ClusterMetadata;
use crate::protocol::ApiKey;
use crate::stats::{BrokerDoc, Document, EosDoc, Named, PartitionDoc, PartitionRef, TopicDoc};
use crate::topic::{Partition, Topic};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// The document at this moment.
pub(super) fn collect(context: &Context, launcher: &Launcher, core: &MainCore) -> Document {
    let now = Time::now();
    let cluster = context.shared.cluster();
    let mut served: HashMap<i32, Vec<(String, PartitionRef)>> = HashMap::new();
    let topics = Named(
        context
            .shared
            .topics
            .all()
            .iter()
            .map(|topic| (topic.name.to_string(), topic_doc(now, topic, core, &mut served)))
            .collect(),
    );
    let mut document = Document {
        name: context.name.clone(),
        client_id: context.conf.client_id.clone().into_owned(),
        kind: context.kind.as_str(),
        ts: now.0,
        time: wall_ms() / 1000,
        age: now.us_since(core.started()),
        replyq: context.events.len(),
        metadata_cache_cnt: cached_topics(&cluster),
        topics,
        eos: (context.kind == ClientType::Producer).then(EosDoc::idle),
        ..Document::default()
    };
    if let Some(producer) = &context.shared.producer {
        let (message_max, byte_max) = producer.limits.maxima();
        document.msg_cnt = producer.message_cnt();
        document.msg_size = producer.limits.byte_cnt() as usize;
        document.msg_max = message_max as usize;
        document.msg_size_max = byte_max as usize;
        document.txmsgs = producer.tx_msgs.load(Relaxed);
        document.txmsg_bytes = producer.tx_msg_bytes.load(Relaxed);
    }
    for stats in launcher.stats() {
        let broker = broker_doc(now, stats, &mut served);
        document.tx += broker.tx;
        document.tx_bytes += broker.txbytes;
        document.rx += broker.rx;
        document.rx_bytes += broker.rxbytes;
        document.brokers.0.push((broker.name.to_string(), broker));
    }
    document
}

fn cached_topics(cluster: &ClusterMetadata) -> usize {
    cluster.topics.len()
}

/// Microseconds since a time noted as a number, -1 if it never was.
fn idle_us(now: Time, noted: u64) -> i64 {
    if noted == 0 { -1 } else { now.us_since(Time(noted)) as i64 }
}

fn broker_doc(
    now: Time,
    stats: &BrokerStats,
    served: &mut HashMap<i32, Vec<(String, PartitionRef)>>,
) -> BrokerDoc {
    let who = stats.identity();
    let toppars = if who.node_id >= 0 { served.remove(&who.node_id) } else { None };
    BrokerDoc {
        name: who.name,
        nodeid: who.node_id,
        nodename: who.nodename,
        source: who.source.name(),
        state: who.state.name(),
        stateage: now.us_since(who.state_since),
        outbuf_cnt: stats.outbuf_cnt.get(),
        outbuf_msg_cnt: stats.outbuf_msg_cnt.get(),
        waitresp_cnt: stats.waitresp_cnt.get(),
        waitresp_msg_cnt: stats.waitresp_msg_cnt.get(),
        tx: stats.tx.get(),
        txbytes: stats.txbytes.get(),
        txerrs: stats.txerrs.get(),
        txretries: stats.txretries.get(),
        txidle: idle_us(now, stats.tx_last.get()),
        req_timeouts: stats.req_timeouts.get(),
        rx: stats.rx.get(),
        rxbytes: stats.rxbytes.get(),
        rxerrs: stats.rxerrs.get(),
        rxcorriderrs: stats.rxcorriderrs.get(),
        rxpartial: 0,
        rxidle: idle_us(now, stats.rx_last.get()),
        zbuf_grow: 0,
        buf_grow: 0,
        wakeups: stats.wakeups.get(),
        connects: stats.connects.get(),
        disconnects: stats.disconnects.get(),
        int_latency: stats.int_latency.take().into(),
        outbuf_latency: stats.outbuf_latency.take().into(),
        rtt: stats.rtt.take().into(),
        throttle: stats.throttle.take().into(),
        req: request_counts(stats),
        toppars: Named(toppars.unwrap_or_default()),
    }
}

/// Requests by API: those that a client without groups sends are always listed.
fn request_counts(stats: &BrokerStats) -> Named<u64> {
    let always = [ApiKey::PRODUCE, ApiKey::LIST_OFFSETS, ApiKey::METADATA, ApiKey::API_VERSIONS];
    let counts = ApiKey::ALL.iter().zip(&stats.req);
    let listed = counts.filter(|(api, count)| count.get() > 0 || always.contains(api));
    Named(listed.map(|(api, count)| (api.name().into_owned(), count.get())).collect())
}

fn topic_doc(
    now: Time,
    topic: &Arc<Topic>,
    core: &MainCore,
    served: &mut HashMap<i32, Vec<(String, PartitionRef)>>,
) -> TopicDoc {
    let view = topic.view();
    let mut partitions = Vec::with_capacity(view.partitions.len() + 1);
    for (id, partition) in view.partitions.iter().enumerate() {
        let broker = partition.stats.broker_id();
        let name = format!("{}-{id}", topic.name);
        let reference = PartitionRef { topic: topic.name.clone(), partition: partition.id };
        served.entry(broker).or_default().push((name, reference));
        let unknown = id >= view.partition_cnt;
        partitions.push((id.to_string(), PartitionDoc { unknown, ..partition_doc(partition) }));
    }
    partitions.push(("-1".to_owned(), partition_doc(&topic.unassigned)));
    let metadata_age = core.topic_metadata_at(&topic.name).map_or(0, |at| now.ms_since(at));
    TopicDoc {
        topic: topic.name.clone(),
        age: now.ms_since(topic.created),
        metadata_age,
        batchsize: topic.stats.batch_size.take().into(),
        batchcnt: topic.stats.batch_cnt.take().into(),
        partitions: Named(partitions),
    }
}

fn partition_doc(partition: &Partition) -> PartitionDoc {
    let stats = &partition.stats;
    let (msgq_cnt, msgq_bytes) = {
        let accumulator = partition.lock();
        (accumulator.len() as u64, accumulator.payload_bytes())
    };
    let waiting = msgq_cnt + stats.xmit_msgs.load(Relaxed) + stats.in_flight_msgs.load(Relaxed);
    PartitionDoc {
        partition: partition.id,
        broker: stats.broker_id(),
        leader: partition.leader_id(),
        msgq_cnt,
        msgq_bytes,
        xmit_msgq_cnt: stats.xmit_msgs.load(Relaxed),
        xmit_msgq_bytes: stats.xmit_bytes.load(Relaxed),
        leader_epoch: partition.leader_epoch(),
        txmsgs: stats.tx_msgs.load(Relaxed),
        txbytes: stats.tx_bytes.load(Relaxed),
        msgs: stats.tx_msgs.load(Relaxed) + waiting,
        msgs_inflight: stats.in_flight_msgs.load(Relaxed),
        ..PartitionDoc::default()
    }
}
