//! Tests of the broker core under virtual time, and of the driver on loopback.

mod core;
mod driver;
mod outages;
mod produce;
mod random;
mod world;

use super::*;
use crate::base::log::{Level, LogFilter, LogLine};
use crate::base::time::Time;
use crate::error::{Error, ErrorCode};
use crate::ops::*;
use crate::producer::Sender;
use crate::protocol::messages::api_versions_response::ApiVersion;
use crate::protocol::messages::{ApiVersionsResponse, MetadataRequest};
use crate::protocol::{ApiKey, Reader, api};
use bytes::Bytes;
use std::net::SocketAddr;
use std::sync::Arc;

/// Settings with small times, to be changed by each test.
fn settings(change: impl FnOnce(&mut BrokerSettings)) -> Arc<BrokerSettings> {
    let mut settings = BrokerSettings::default();
    change(&mut settings);
    Arc::new(settings)
}

fn new_core(settings: Arc<BrokerSettings>, host: &str, port: u16, now: Time) -> BrokerCore {
    BrokerCore::new(init(settings, host, port, Sender::default()), now)
}

fn init(settings: Arc<BrokerSettings>, host: &str, port: u16, sender: Sender) -> BrokerInit {
    BrokerInit {
        settings,
        index: BrokerIndex(0),
        source: BrokerSource::Configured,
        host: host.into(),
        port,
        node_id: -1,
        sender,
        filter: LogFilter::new(7, 0xff),
        stats: BrokerStats::new(true),
        queued: Some(Arc::new(|| 7)),
        notes: true,
        seed: 42,
    }
}

/// A metadata request of `tag` with a deadline `ms` from `now`.
fn metadata_request(now: Time, ms: u64, tag: u64, retry: Retry) -> BrokerOp {
    BrokerOp::Request(Box::new(BrokerRequest {
        api: ApiKey::METADATA,
        version_min: 1,
        version_max: 12,
        body: Box::new(MetadataRequest::default()),
        timeout_ms: 60_000,
        deadline: now.after_ms(ms),
        retry,
        tag: RequestTag::Metadata(tag),
    }))
}

/// A request as a broker sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Seen {
    api: ApiKey,
    version: i16,
    correlation_id: i32,
}

/// Reads the header of a frame with its length in front.
fn seen(frame: &[Bytes]) -> Seen {
    let flat = frame.concat();
    assert_eq!(flat.len() - 4, i32::from_be_bytes(*flat.first_chunk().unwrap()) as usize);
    let header = api::decode_request_header(&mut Reader::new(&flat[4..])).unwrap();
    assert_eq!(header.client_id.as_deref(), Some("rdkafka"));
    Seen {
        api: ApiKey(header.request_api_key),
        version: header.request_api_version,
        correlation_id: header.correlation_id,
    }
}

/// An ApiVersions answer for a broker that speaks what this library does.
fn versions_answer(seen: &Seen) -> Bytes {
    let mut body = ApiVersionsResponse::default();
    for (api_key, max_version) in [(0, 9), (3, 12), (18, 3)] {
        body.api_keys.push(ApiVersion { api_key, max_version, ..Default::default() });
    }
    answer(seen, &body)
}

/// Any answer, without its length.
fn answer<M: crate::protocol::Message>(seen: &Seen, body: &M) -> Bytes {
    let frame = api::encode_response(seen.api, seen.version, seen.correlation_id, body).unwrap();
    Bytes::from(frame).slice(4..)
}

fn addr(port: u16) -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], port))
}
