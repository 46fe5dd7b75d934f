//! ApiVersions, InitProducerId, FindCoordinator, tracking, hostile bytes.

use bytes::Bytes;

use crate::error::ErrorCode;
use crate::mock::core::{ConnId, MockCore, Reply, SocketChange};
use crate::mock::testing::*;
use crate::protocol::messages::{
    ApiVersionsRequest, ApiVersionsResponse, FindCoordinatorRequest, FindCoordinatorResponse,
    InitProducerIdRequest, InitProducerIdResponse, MetadataRequest,
};
use crate::protocol::{ApiKey, Request};

fn versions(core: &mut MockCore) -> Vec<(i16, i16, i16)> {
    let response: ApiVersionsResponse = call(core, 1, 0, &ApiVersionsRequest::default());
    response.api_keys.iter().map(|k| (k.api_key, k.min_version, k.max_version)).collect()
}

#[test]
fn served_versions() {
    let mut core = cluster(1);
    let all = [(0, 3, 10), (1, 4, 16), (2, 1, 7), (3, 0, 12), (10, 0, 3), (18, 0, 2), (22, 0, 4)];
    assert_eq!(versions(&mut core), all);
    core.set_api_version(0, 5, 99).unwrap();
    core.set_api_version(1, -1, -1).unwrap();
    core.set_api_version(2, 90, 99).unwrap();
    assert_eq!(versions(&mut core)[..2], [(0, 5, 10), (3, 0, 12)], "narrowed, hidden, impossible");
    for bad in [-1, 99, i16::MAX] {
        assert_eq!(core.set_api_version(bad, 0, 0), Err(ErrorCode::LOCAL_INVALID_ARG));
    }
    let hidden = produce_request("t", 0, Vec::new(), -1);
    assert!(matches!(send(&mut core, NOW, 1, 3, &hidden), Reply::Close));
}

#[test]
fn h12_unsupported_api_versions_request_gets_the_range() {
    let mut core = cluster(1);
    core.set_api_version(18, 0, 0).unwrap();
    for version in 1..=4 {
        let request =
            ApiVersionsRequest { client_software_name: "c".into(), ..ApiVersionsRequest::default() };
        let request = if version < 3 { ApiVersionsRequest::default() } else { request };
        let Reply::Respond { frame, .. } = send(&mut core, NOW, 1, version, &request) else {
            panic!("no response to version {version}")
        };
        let response: ApiVersionsResponse = decode::<ApiVersionsRequest>(&frame, 0);
        assert_eq!(response.error_code, ErrorCode::UNSUPPORTED_VERSION.0 as i16);
        let key = &response.api_keys[0];
        assert_eq!((key.api_key, key.min_version, key.max_version), (18, 0, 0));
    }
}

#[test]
fn producer_ids() {
    let mut core = cluster(3);
    let ask = |core: &mut MockCore, broker, id: Option<&str>| {
        let request = InitProducerIdRequest { transactional_id: id.map(str::to_owned), ..Default::default() };
        let r: InitProducerIdResponse = call(core, broker, 4, &request);
        (r.error_code, r.producer_id, r.producer_epoch)
    };
    let first = ask(&mut core, 1, None);
    let second = ask(&mut core, 2, None);
    assert_eq!((first.0, first.2, second.0), (0, 0, 0));
    assert_ne!(first.1, second.1);
    assert_eq!(ask(&mut core, 1, Some("")), (42, -1, -1));
    core.coordinator_set("transaction", "tx", 2).unwrap();
    assert_eq!(ask(&mut core, 1, Some("tx")), (16, -1, -1));
    assert_eq!(ask(&mut core, 2, Some("tx")).0, 0);
    core.push_errors(22, &[ErrorCode::COORDINATOR_NOT_AVAILABLE]);
    assert_eq!(ask(&mut core, 1, None), (15, -1, -1));
}

#[test]
fn coordinators() {
    let mut core = cluster(3);
    let mut find = |set: Option<i32>, key: &str, key_type: i8| {
        if let Some(broker) = set {
            core.coordinator_set("group", key, broker).unwrap();
        }
        let request = FindCoordinatorRequest { key: key.into(), key_type, ..Default::default() };
        let r: FindCoordinatorResponse = call(&mut core, 1, 3, &request);
        (r.error_code, r.node_id, r.port)
    };
    // crc32("a") % 3 = 0, crc32("b") % 3 = 2
    assert_eq!(find(None, "a", 0), (0, 1, 9001));
    assert_eq!(find(None, "b", 1), (0, 3, 9003));
    assert_eq!(find(Some(2), "a", 0), (0, 2, 9002));
    assert_eq!(find(None, "a", 1), (0, 1, 9001), "set for groups only");
    assert_eq!(find(Some(9), "a", 0), (15, -1, -1));
    assert_eq!(find(None, "", 0), (15, -1, -1));
    assert_eq!(core.coordinator_set("share", "a", 1), Err(ErrorCode::LOCAL_INVALID_ARG));
}

#[test]
fn tracking() {
    let mut core = cluster(2);
    let any = MetadataRequest::default();
    send(&mut core, NOW, 1, 12, &any);
    assert_eq!(core.tracked_requests(), []);
    core.track_requests(true);
    core.push_errors(MetadataRequest::API.0, &[ErrorCode::LOCAL_TRANSPORT]);
    send(&mut core, NOW, 2, 12, &any);
    send(&mut core, NOW.after_ms(5), 1, 12, &any);
    let seen: Vec<_> =
        core.tracked_requests().iter().map(|r| (r.broker_id, r.api_key, r.timestamp_us)).collect();
    assert_eq!(seen, [(2, 3, 1_000_000), (1, 3, 1_005_000)]);
    core.clear_tracked_requests();
    assert_eq!(core.tracked_requests(), []);
    send(&mut core, NOW, 1, 12, &any);
    assert_eq!(core.tracked_requests().len(), 1);
    core.track_requests(false);
    assert_eq!(core.tracked_requests(), []);
}

#[test]
fn sockets_follow_the_controls() {
    let mut core = cluster(2);
    core.broker_set_up(1, true).unwrap();
    assert_eq!(core.take_socket_changes(), [], "nothing to do");
    core.broker_set_up(-1, false).unwrap();
    core.broker_set_up(2, true).unwrap();
    core.broker_decommission(1).unwrap();
    let changes = core.take_socket_changes();
    let expected =
        [SocketChange::Refuse(1), SocketChange::Refuse(2), SocketChange::Listen(2), SocketChange::Remove(1)];
    assert_eq!(changes, expected);
    assert_eq!(core.broker_set_up(1, true), Err(ErrorCode::BROKER_NOT_AVAILABLE));
    core.listen_failed(2, "no descriptors");
    core.broker_set_up(2, true).unwrap();
    assert_eq!(core.take_socket_changes(), [SocketChange::Listen(2)], "it may be tried again");
}

#[test]
fn hostile_frames_close_the_connection() {
    let mut core = cluster(1);
    let mut random = fastrand::Rng::with_seed(1);
    for api in ApiKey::ALL {
        for version in 0..20i16 {
            let mut frame = Vec::new();
            frame.extend(api.0.to_be_bytes());
            frame.extend(version.to_be_bytes());
            frame.extend([0, 0, 0, 1, 0xff, 0xff]);
            for body in [&[0xff; 40][..], &[0x7f; 40], &[]] {
                let mut hostile = frame.clone();
                hostile.extend(body);
                core.request(NOW, 1, ConnId(1), &Bytes::from(hostile));
            }
            let mut noise = frame.clone();
            noise.extend(std::iter::repeat_with(|| random.u8(..)).take(64));
            core.request(NOW, 1, ConnId(1), &Bytes::from(noise));
        }
    }
    for len in 0..12 {
        let reply = core.request(NOW, 1, ConnId(1), &Bytes::from(vec![0; len]));
        assert!(matches!(reply, Reply::Close), "{len} bytes");
    }
}
