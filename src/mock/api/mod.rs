//! One handler per API that the mock cluster serves.
//!
//! Called by [`MockCore::request`] on the mock thread. To add an API: implement
//! [`Serve`] for its request in a file of its own and list it in [`HANDLERS`].

pub mod api_versions;
pub mod fetch;
mod find_coordinator;
mod init_producer_id;
mod list_offsets;
mod metadata;
mod produce;

use super::core::{Call, MockCore, Reply};
use crate::error::ErrorCode;
use crate::protocol::api::encode_response;
use crate::protocol::messages::{
    ApiVersionsRequest, FetchRequest, FindCoordinatorRequest, InitProducerIdRequest, ListOffsetsRequest,
    MetadataRequest, ProduceRequest,
};
use crate::protocol::{ApiKey, Message, Reader, Request};

/// How one API is served.
pub struct Handler {
    /// The API.
    pub api: ApiKey,
    /// Lowest and highest version served.
    pub versions: (i16, i16),
    /// Decodes the body, acts, encodes the answer.
    pub run: fn(&mut MockCore, &Call, &mut Reader<'_>) -> Reply,
}

/// Every API served.
pub static HANDLERS: &[Handler] = &[
    entry::<ProduceRequest>(),
    entry::<FetchRequest>(),
    entry::<ListOffsetsRequest>(),
    entry::<MetadataRequest>(),
    entry::<FindCoordinatorRequest>(),
    entry::<ApiVersionsRequest>(),
    entry::<InitProducerIdRequest>(),
];

/// What a request comes to.
enum Outcome<R> {
    /// This answer, after the round-trip time.
    Respond(R),
    /// Anything else.
    Reply(Reply),
}

/// A request that the mock cluster serves.
trait Serve: Request {
    /// Highest version served: that of librdkafka's mock cluster.
    const MAX_VERSION: i16;

    /// Does what the request asks for.
    fn serve(core: &mut MockCore, call: &Call, request: Self) -> Outcome<Self::Response>;
}

const fn entry<R: Serve>() -> Handler {
    Handler { api: R::API, versions: (*R::VERSIONS.start(), R::MAX_VERSION), run: run::<R> }
}

/// The handler of `api`, if it is served.
pub fn handler(api: ApiKey) -> Option<&'static Handler> {
    HANDLERS.iter().find(|h| h.api == api)
}

fn run<R: Serve>(core: &mut MockCore, call: &Call, reader: &mut Reader<'_>) -> Reply {
    let request = match R::decode(reader, call.version) {
        Ok(request) => request,
        Err(e) => return core.refuse(call.broker_id, format!("unreadable {}: {e}", R::NAME)),
    };
    match R::serve(core, call, request) {
        Outcome::Respond(response) => respond(core, call, &response),
        Outcome::Reply(reply) => reply,
    }
}

/// Encodes the answer to `call`.
fn respond<M: Message>(core: &mut MockCore, call: &Call, response: &M) -> Reply {
    respond_as(core, call, call.version, response)
}

fn respond_as<M: Message>(core: &mut MockCore, call: &Call, version: i16, response: &M) -> Reply {
    match encode_response(call.api, version, call.correlation_id, response) {
        Ok(frame) => Reply::Respond { frame, at: call.received.after_ms(call.rtt_ms) },
        Err(e) => core.refuse(call.broker_id, format!("{}: {e}", M::NAME)),
    }
}

/// An error code as the protocol carries it.
fn wire(error: ErrorCode) -> i16 {
    error.0 as i16
}

/// The error for one partition of a request: the broker's or cluster's if there
/// was one, else the partition's own. A pushed `NO_ERROR` counts as taken.
/// `LOCAL_TRANSPORT` is for the caller: it closes the connection.
fn partition_error(core: &mut MockCore, call: &Call, topic: &str, partition: i32) -> ErrorCode {
    if let Some(pushed) = call.pushed {
        return pushed;
    }
    core.partition_mut(topic, partition)
        .and_then(|p| p.errors.next(call.api.0))
        .map_or(ErrorCode::NO_ERROR, |pushed| pushed.error)
}
