//! The cluster with its sockets, spoken to by a small blocking client.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use crate::error::ErrorCode;
use crate::mock::MockCluster;
use crate::mock::error_stack::PushedError;
use crate::mock::testing::*;
use crate::protocol::api::encode_request;
use crate::protocol::messages::fetch_request::{FetchPartition, FetchTopic};
use crate::protocol::messages::{ApiVersionsRequest, FetchRequest, MetadataRequest};
use crate::protocol::record::Codec;
use crate::protocol::{ApiKey, Request};

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(10);

struct Peer(TcpStream);

impl Peer {
    fn connect(cluster: &MockCluster, broker: usize) -> io::Result<Peer> {
        let address: SocketAddr = cluster.bootstraps().split(',').nth(broker - 1).unwrap().parse().unwrap();
        let stream = TcpStream::connect_timeout(&address, PATIENCE)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        Ok(Peer(stream))
    }

    fn send<R: Request>(&mut self, version: i16, request: &R) {
        let frame = encode_request(R::API, version, 42, Some("test"), request).unwrap();
        self.0.write_all(&frame).unwrap();
    }

    fn receive<R: Request>(&mut self, version: i16) -> io::Result<R::Response> {
        let mut frame = vec![0; 4];
        self.0.read_exact(&mut frame)?;
        let len = u32::from_be_bytes(frame[..4].try_into().unwrap());
        frame.resize(4 + len as usize, 0);
        self.0.read_exact(&mut frame[4..])?;
        Ok(decode::<R>(&frame, version))
    }

    fn call<R: Request>(&mut self, version: i16, request: &R) -> io::Result<R::Response> {
        self.send(version, request);
        self.receive::<R>(version)
    }

    fn api_versions(&mut self) -> io::Result<()> {
        self.call(0, &ApiVersionsRequest::default()).map(|_| ())
    }

    /// True once the broker has closed the connection.
    fn is_closed(&mut self) -> bool {
        match self.0.read(&mut [0; 1]) {
            Ok(n) => n == 0,
            Err(e) => matches!(e.kind(), ErrorKind::ConnectionReset | ErrorKind::BrokenPipe),
        }
    }
}

fn elapsed_ms(since: Instant) -> u128 {
    since.elapsed().as_millis()
}

#[test]
fn produce_and_read_back() {
    let cluster = MockCluster::new(2).unwrap();
    cluster.topic_create("t", 1, 1).unwrap();
    let mut peer = Peer::connect(&cluster, 1).unwrap();
    for codec in [Codec::None, Codec::Gzip, Codec::Snappy, Codec::Lz4, Codec::Zstd] {
        let request = produce_request("t", 0, compressed_batch(codec, 20, -1, -1, -1), -1);
        assert_eq!(only(peer.call(8, &request).unwrap()).error_code, 0);
    }
    let records = cluster.log_records("t", 0).unwrap();
    assert_eq!(records.len(), 100);
    for (i, record) in records.iter().enumerate() {
        assert_eq!(record.offset, i as i64);
        assert_eq!(record.value.as_deref(), Some((i % 20).to_string().as_bytes()));
        assert_eq!(record.timestamp, 1000 + (i % 20) as i64);
    }
    assert_eq!(cluster.watermarks("t", 0), Ok((0, 100)));
    cluster.partition_delete_records("t", 0, 95).unwrap();
    assert_eq!(cluster.log_records("t", 0).unwrap()[0].offset, 95);
    assert_eq!(cluster.log_records("t", 7), Err(ErrorCode::UNKNOWN_TOPIC_OR_PART));
}

#[test]
fn a_broker_that_is_down_refuses_and_keeps_its_port() {
    let cluster = MockCluster::new(2).unwrap();
    let mut peer = Peer::connect(&cluster, 1).unwrap();
    peer.api_versions().unwrap();
    for _ in 0..3 {
        cluster.broker_set_down(1).unwrap();
        assert!(peer.is_closed());
        let refused = Peer::connect(&cluster, 1).err().map(|e| e.kind());
        assert_eq!(refused, Some(ErrorKind::ConnectionRefused));
        let port: u16 = cluster.bootstraps().split([':', ',']).nth(1).unwrap().parse().unwrap();
        let other = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).unwrap();
        let taken = other.bind(&SocketAddr::from(([127, 0, 0, 1], port)).into());
        assert_eq!(taken.unwrap_err().kind(), ErrorKind::AddrInUse, "the port stays the broker's");
        cluster.broker_set_up(1).unwrap();
        peer = Peer::connect(&cluster, 1).unwrap();
        peer.api_versions().unwrap();
    }
    Peer::connect(&cluster, 2).unwrap().api_versions().unwrap();
}

#[test]
fn round_trip_times_overlap() {
    let cluster = MockCluster::new(1).unwrap();
    cluster.broker_set_rtt(1, 100).unwrap();
    let mut peer = Peer::connect(&cluster, 1).unwrap();
    let start = Instant::now();
    for _ in 0..3 {
        peer.send(0, &ApiVersionsRequest::default());
    }
    for _ in 0..3 {
        peer.receive::<ApiVersionsRequest>(0).unwrap();
    }
    let took = elapsed_ms(start);
    assert!((100..300).contains(&took), "{took} ms");
    cluster.broker_set_rtt(1, 0).unwrap();
    let extra = vec![PushedError { error: ErrorCode::NO_ERROR, rtt_ms: 50 }];
    cluster.broker_push_request_error_rtts(1, ApiKey::API_VERSIONS.0, extra).unwrap();
    let start = Instant::now();
    peer.api_versions().unwrap();
    assert!(elapsed_ms(start) >= 50);
}

fn fetch_from(offset: i64, max_wait_ms: i32) -> FetchRequest {
    FetchRequest {
        max_wait_ms,
        min_bytes: 1,
        max_bytes: 1 << 20,
        topics: vec![FetchTopic {
            topic: "t".into(),
            partitions: vec![FetchPartition {
                fetch_offset: offset,
                partition_max_bytes: 1 << 20,
                ..Default::default()
            }],
            ..Default::default()
        }],
        ..Default::default()
    }
}

#[test]
fn a_fetch_waits_for_what_another_connection_produces() {
    let cluster = MockCluster::new(1).unwrap();
    cluster.topic_create("t", 1, 1).unwrap();
    let mut consumer = Peer::connect(&cluster, 1).unwrap();
    let mut producer = Peer::connect(&cluster, 1).unwrap();
    consumer.send(11, &fetch_from(0, 20_000));
    // Behind the parked fetch: answered after it, in order.
    consumer.send(0, &ApiVersionsRequest::default());
    producer.api_versions().unwrap();
    producer.call(8, &produce_request("t", 0, batch(3, -1, -1, -1), -1)).unwrap();
    let fetched = consumer.receive::<FetchRequest>(11).unwrap();
    let data = &fetched.responses[0].partitions[0];
    assert!(!data.records.as_ref().unwrap().is_empty());
    consumer.receive::<ApiVersionsRequest>(0).unwrap();

    let start = Instant::now();
    let empty = consumer.call(11, &fetch_from(3, 80)).unwrap();
    assert!(empty.responses[0].partitions[0].records.as_ref().unwrap().is_empty());
    assert!((80..2000).contains(&elapsed_ms(start)));

    // A consumer that goes away while it waits is forgotten at once.
    consumer.send(11, &fetch_from(3, i32::MAX));
    drop(consumer);
    let deadline = Instant::now() + PATIENCE;
    while cluster.call(|core, _| core.deadline()).unwrap() != crate::base::time::Time::NEVER {
        assert!(Instant::now() < deadline, "the fetch is still parked");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn brokers_come_and_go() {
    let cluster = MockCluster::new(1).unwrap();
    assert_eq!(cluster.broker_add(1), Err(ErrorCode::LOCAL_INVALID_ARG));
    assert_eq!(cluster.broker_add(-1), Err(ErrorCode::LOCAL_INVALID_ARG));
    cluster.broker_add(5).unwrap();
    let mut peer = Peer::connect(&cluster, 1).unwrap();
    let metadata = peer.call(1, &MetadataRequest { topics: Some(vec![]), ..Default::default() }).unwrap();
    let added = metadata.brokers.iter().find(|b| b.node_id == 5).expect("the new broker is named");
    let address: SocketAddr = format!("{}:{}", added.host, added.port).parse().unwrap();
    let mut new = Peer(TcpStream::connect_timeout(&address, PATIENCE).unwrap());
    new.api_versions().unwrap();
    cluster.broker_decommission(5).unwrap();
    assert!(new.is_closed());
    assert!(TcpStream::connect_timeout(&address, PATIENCE).is_err());
    assert_eq!(cluster.broker_set_down(5), Err(ErrorCode::BROKER_NOT_AVAILABLE));
}

#[test]
fn hostile_bytes_close_the_connection() {
    let cluster = MockCluster::new(1).unwrap();
    let hostile: [&[u8]; 5] = [
        &(-5i32).to_be_bytes(),
        &i32::MAX.to_be_bytes(),
        &[0, 0, 0, 0],
        &[0, 0, 0, 3, 1, 2, 3],
        b"GET / HTTP/1.1\r\n\r\n",
    ];
    for bytes in hostile {
        let mut peer = Peer::connect(&cluster, 1).unwrap();
        peer.0.write_all(bytes).unwrap();
        assert!(peer.is_closed(), "{bytes:?}");
    }
    // A promise of 100 MiB that is not kept costs nothing and hurts nobody.
    let mut slow = Peer::connect(&cluster, 1).unwrap();
    slow.0.write_all(&(100i32 << 20).to_be_bytes()).unwrap();
    Peer::connect(&cluster, 1).unwrap().api_versions().unwrap();
}

#[test]
fn destroy_closes_everything() {
    let cluster = MockCluster::new(3).unwrap();
    let mut peers: Vec<_> = (1..=3).map(|b| Peer::connect(&cluster, b).unwrap()).collect();
    peers.iter_mut().for_each(|p| p.api_versions().unwrap());
    let address: SocketAddr = cluster.bootstraps().split(',').next().unwrap().parse().unwrap();
    peers[0].send(11, &fetch_from(0, i32::MAX));
    let start = Instant::now();
    drop(cluster);
    assert!(elapsed_ms(start) < 1000);
    assert!(TcpStream::connect_timeout(&address, PATIENCE).is_err());
    assert!(peers[1].is_closed() && peers[2].is_closed());
}

#[test]
fn clusters_are_independent() {
    let (one, two) = (MockCluster::new(1).unwrap(), MockCluster::new(0).unwrap());
    assert_ne!(one.cluster_id(), two.cluster_id());
    assert_eq!(two.bootstraps(), "");
    two.broker_add(1).unwrap();
    one.topic_create("t", 1, 1).unwrap();
    assert_eq!(two.topics(), Ok(vec![]));
    assert_eq!(one.topics(), Ok(vec![("t".to_owned(), 1)]));
}

#[test]
fn requests_are_tracked_over_connections() {
    let cluster = MockCluster::new(2).unwrap();
    cluster.start_request_tracking().unwrap();
    Peer::connect(&cluster, 2).unwrap().api_versions().unwrap();
    Peer::connect(&cluster, 1).unwrap().api_versions().unwrap();
    let seen: Vec<_> = cluster.requests().unwrap().iter().map(|r| (r.broker_id, r.api_key)).collect();
    assert_eq!(seen, [(2, 18), (1, 18)]);
}
