//! The body of a Produce request.

use crate::protocol::messages::ProduceRequest;
use crate::protocol::messages::produce_request::{PartitionProduceData, TopicProduceData};
use crate::protocol::wire::Records;
use crate::protocol::{Message, Writer};
use crate::topic::{Topic, Wire};
use bytes::Bytes;
use std::collections::HashMap;
use std::sync::Arc;

/// One batch of a request.
pub(super) struct Entry {
    pub topic: Arc<Topic>,
    pub topic_id: [u8; 16],
    pub partition: i32,
    pub wire: Wire,
}

/// Encodes the body in segments; large batches are referenced, not copied.
pub(super) fn encode(entries: Vec<Entry>, version: i16, acks: i16, timeout_ms: u32) -> Vec<Bytes> {
    let mut topic_data: Vec<TopicProduceData> = Vec::new();
    // Of each topic its place in the request; several with one name can not be.
    let mut places: HashMap<*const Topic, usize> = HashMap::new();
    for Entry { topic, topic_id, partition, wire } in entries {
        let data = PartitionProduceData { index: partition, records: Some(Records::from_parts(wire.parts)) };
        let place = *places.entry(Arc::as_ptr(&topic)).or_insert_with(|| {
            topic_data.push(TopicProduceData {
                name: topic.name.to_string(),
                topic_id,
                partition_data: Vec::new(),
            });
            topic_data.len() - 1
        });
        topic_data[place].partition_data.push(data);
    }
    let body = ProduceRequest { transactional_id: None, acks, timeout_ms: timeout_ms as i32, topic_data };
    let mut w = Writer::gathering();
    body.encode(&mut w, version);
    // Topic names come from the application and are checked there; lengths are bounded by
    // `message.max.bytes`. Should a problem be possible all the same, the broker answers
    // the empty request with an error.
    w.finish_parts().unwrap_or_default()
}
