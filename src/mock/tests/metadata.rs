//! Metadata and the controls that show in it.

use crate::error::ErrorCode;
use crate::mock::core::{MockCore, Reply};
use crate::mock::testing::*;
use crate::protocol::Request;
use crate::protocol::messages::metadata_request::MetadataRequestTopic;
use crate::protocol::messages::metadata_response::MetadataResponseTopic;
use crate::protocol::messages::{MetadataRequest, MetadataResponse};

fn request(names: &[&str], create: bool) -> MetadataRequest {
    let topics = names
        .iter()
        .map(|name| MetadataRequestTopic { name: Some((*name).to_owned()), ..Default::default() })
        .collect();
    MetadataRequest { topics: Some(topics), allow_auto_topic_creation: create, ..Default::default() }
}

fn metadata(core: &mut MockCore, names: &[&str]) -> MetadataResponse {
    call(core, 1, 12, &request(names, true))
}

fn topic(core: &mut MockCore, name: &str) -> MetadataResponseTopic {
    metadata(core, &[name]).topics[0].clone()
}

fn broker_ids(core: &mut MockCore) -> Vec<i32> {
    metadata(core, &[]).brokers.iter().map(|b| b.node_id).collect()
}

#[test]
fn topics_appear_on_look_up() {
    let mut core = cluster(3);
    let response = metadata(&mut core, &["new"]);
    let brokers: Vec<_> = response.brokers.iter().map(|b| (b.node_id, b.port)).collect();
    assert_eq!(brokers, [(1, 9001), (2, 9002), (3, 9003)]);
    let id = response.cluster_id.unwrap();
    assert!(id.strip_prefix("mockCluster").unwrap().chars().all(|c| c.is_ascii_hexdigit()));
    let topic = &response.topics[0];
    assert_eq!((topic.error_code, topic.partitions.len()), (0, 4));
    assert_ne!(topic.topic_id, [0; 16]);
    for partition in &topic.partitions {
        assert_eq!(partition.replica_nodes.len(), 3);
        assert!(partition.replica_nodes.contains(&partition.leader_id));
    }
    let one = metadata(&mut cluster(1), &["t"]);
    assert_eq!(one.topics[0].partitions[0].replica_nodes, [1]);
}

#[test]
fn topics_do_not_appear_when_not_wanted() {
    let mut core = cluster(1);
    let refused: MetadataResponse = call(&mut core, 1, 12, &request(&["no"], false));
    assert_eq!(refused.topics[0].error_code, ErrorCode::UNKNOWN_TOPIC_OR_PART.0 as i16);
    assert_eq!(refused.topics[0].name.as_deref(), Some("no"));
    let bad: MetadataResponse = call(&mut core, 1, 12, &request(&["a/b", "", ".."], true));
    for topic in bad.topics {
        assert_eq!(topic.error_code, ErrorCode::TOPIC_EXCEPTION.0 as i16);
    }
    assert_eq!(core.topics.len(), 0);
}

#[test]
fn all_versions_answer() {
    let mut core = cluster(2);
    core.topic_create("t", 2, 1).unwrap();
    for version in 0..=12 {
        let all = MetadataRequest {
            topics: (version > 0).then_some(()).map_or(Some(Vec::new()), |()| None),
            allow_auto_topic_creation: true,
            ..Default::default()
        };
        let response: MetadataResponse = call(&mut core, 1, version, &all);
        assert_eq!(response.topics[0].name.as_deref(), Some("t"), "version {version}");
        assert_eq!(response.topics[0].partitions.len(), 2);
    }
    let none: MetadataResponse = call(&mut core, 1, 12, &request(&[], true));
    assert_eq!(none.topics.len(), 0, "an empty list asks for no topic");
}

#[test]
fn topic_ids() {
    let mut core = cluster(1);
    let id = topic(&mut core, "t").topic_id;
    let by_id = |id| MetadataRequest {
        topics: Some(vec![MetadataRequestTopic { topic_id: id, name: None }]),
        ..Default::default()
    };
    let found: MetadataResponse = call(&mut core, 1, 12, &by_id(id));
    assert_eq!(found.topics[0].name.as_deref(), Some("t"));
    let unknown: MetadataResponse = call(&mut core, 1, 12, &by_id([9; 16]));
    assert_eq!(unknown.topics[0].error_code, ErrorCode::UNKNOWN_TOPIC_ID.0 as i16);
    core.topic_delete("t").unwrap();
    assert_ne!(topic(&mut core, "t").topic_id, id, "a topic created again has another id");
}

#[test]
fn brokers_down_removed_and_decommissioned() {
    let mut core = cluster(3);
    core.topic_create("t", 3, 1).unwrap();
    core.broker_set_up(2, false).unwrap();
    assert_eq!(broker_ids(&mut core), [1, 3]);
    assert_eq!(topic(&mut core, "t").partitions[1].leader_id, 2, "leaders stay where they are");
    core.broker_set_up(-1, true).unwrap();
    assert_eq!(broker_ids(&mut core), [1, 2, 3]);

    core.broker_remove_from_metadata(2).unwrap();
    assert_eq!(broker_ids(&mut core), [1, 3]);
    let moved = topic(&mut core, "t");
    assert!(moved.partitions.iter().all(|p| p.leader_id != 2 && p.leader_epoch == 1));

    core.broker_decommission(3).unwrap();
    assert_eq!(broker_ids(&mut core), [1]);
    assert!(topic(&mut core, "t").partitions.iter().all(|p| p.leader_id == 1));
    assert_eq!(core.broker_decommission(3), Err(ErrorCode::BROKER_NOT_AVAILABLE));

    core.add_broker(7, "127.0.0.1", 9007).unwrap();
    assert_eq!(core.add_broker(7, "127.0.0.1", 1), Err(ErrorCode::LOCAL_INVALID_ARG));
    assert_eq!(broker_ids(&mut core), [1, 7]);
}

#[test]
fn leaders_and_claimed_leaders() {
    let mut core = cluster(3);
    core.partition_set_leader("t", 0, 3).unwrap();
    core.partition_set_leader("t", 1, -1).unwrap();
    core.partition_push_leader_response("t", 0, 2, 77).unwrap();
    let leader = |core: &mut MockCore, p: usize| {
        let partition = topic(core, "t").partitions[p].clone();
        (partition.leader_id, partition.leader_epoch)
    };
    assert_eq!(leader(&mut core, 0), (2, 77), "the pushed one");
    assert_eq!(leader(&mut core, 0), (3, 1), "is said once");
    assert_eq!(leader(&mut core, 1), (-1, 1));
    assert_eq!(core.partition_set_leader("t", 0, 9), Err(ErrorCode::BROKER_NOT_AVAILABLE));
    assert_eq!(core.partition_set_leader("t", 9, 1), Err(ErrorCode::UNKNOWN_TOPIC_OR_PART));
}

#[test]
fn names_racks_controller_and_topic_errors() {
    let mut core = cluster(2);
    core.broker_set_rack(1, Some("r1")).unwrap();
    core.broker_set_host_port(2, "elsewhere", 99).unwrap();
    core.set_controller_id(2);
    core.topic_set_error("t", ErrorCode::TOPIC_AUTHORIZATION_FAILED);
    let response = metadata(&mut core, &["t"]);
    assert_eq!(response.brokers[0].rack.as_deref(), Some("r1"));
    assert_eq!((response.brokers[1].host.as_str(), response.brokers[1].port), ("elsewhere", 99));
    assert_eq!(response.controller_id, 2);
    assert_eq!(response.topics[0].error_code, 29);
}

#[test]
fn pushed_errors_only_delay_or_close() {
    let mut core = cluster(1);
    let api = MetadataRequest::API.0;
    core.push_errors(api, &[ErrorCode::NOT_LEADER_FOR_PARTITION, ErrorCode::LOCAL_TRANSPORT]);
    assert_eq!(topic(&mut core, "t").error_code, 0);
    assert!(matches!(send(&mut core, NOW, 1, 12, &request(&["t"], true)), Reply::Close));
    assert_eq!(topic(&mut core, "t").error_code, 0);
}

#[test]
fn topic_create_checks_its_arguments() {
    let mut core = cluster(3);
    core.topic_create("t", 5, 2).unwrap();
    assert_eq!(core.topic_create("t", 5, 2), Err(ErrorCode::TOPIC_ALREADY_EXISTS));
    assert_eq!(core.topic_create("u", -1, 1), Err(ErrorCode::LOCAL_INVALID_ARG));
    assert_eq!(core.topic_create("u", i32::MAX, 1), Err(ErrorCode::LOCAL_INVALID_ARG));
    assert_eq!(core.topic_create("u", 1, -1), Err(ErrorCode::LOCAL_INVALID_ARG));
    assert_eq!(core.topic_delete("u"), Err(ErrorCode::UNKNOWN_TOPIC_OR_PART));
    core.topic_create("none", 1, 0).unwrap();
    assert_eq!(topic(&mut core, "none").partitions[0].leader_id, -1);
    core.topic_create("many", 1, i32::MAX).unwrap();
    assert_eq!(topic(&mut core, "many").partitions[0].replica_nodes.len(), 3);
}
