//! Kafka's messages. Written by tools/protocol-gen: do not edit.

#![allow(clippy::field_reassign_with_default)]

pub mod api_versions_request;
pub mod api_versions_response;
pub mod fetch_request;
pub mod fetch_response;
pub mod find_coordinator_request;
pub mod find_coordinator_response;
pub mod init_producer_id_request;
pub mod init_producer_id_response;
pub mod list_offsets_request;
pub mod list_offsets_response;
pub mod metadata_request;
pub mod metadata_response;
pub mod produce_request;
pub mod produce_response;
pub mod request_header;
pub mod response_header;

pub use api_versions_request::ApiVersionsRequest;
pub use api_versions_response::ApiVersionsResponse;
pub use fetch_request::FetchRequest;
pub use fetch_response::FetchResponse;
pub use find_coordinator_request::FindCoordinatorRequest;
pub use find_coordinator_response::FindCoordinatorResponse;
pub use init_producer_id_request::InitProducerIdRequest;
pub use init_producer_id_response::InitProducerIdResponse;
pub use list_offsets_request::ListOffsetsRequest;
pub use list_offsets_response::ListOffsetsResponse;
pub use metadata_request::MetadataRequest;
pub use metadata_response::MetadataResponse;
pub use produce_request::ProduceRequest;
pub use produce_response::ProduceResponse;
pub use request_header::RequestHeader;
pub use response_header::ResponseHeader;

/// Calls `$call!(Type, lowest version, highest version);` for each message.
#[cfg(test)]
macro_rules! for_each_message {
    ($call:ident) => {
        $call!(ApiVersionsRequest, 0, 5);
        $call!(ApiVersionsResponse, 0, 5);
        $call!(FetchRequest, 4, 18);
        $call!(FetchResponse, 4, 18);
        $call!(FindCoordinatorRequest, 0, 6);
        $call!(FindCoordinatorResponse, 0, 6);
        $call!(InitProducerIdRequest, 0, 5);
        $call!(InitProducerIdResponse, 0, 5);
        $call!(ListOffsetsRequest, 1, 11);
        $call!(ListOffsetsResponse, 1, 11);
        $call!(MetadataRequest, 0, 13);
        $call!(MetadataResponse, 0, 13);
        $call!(ProduceRequest, 3, 13);
        $call!(ProduceResponse, 3, 13);
        $call!(RequestHeader, 1, 2);
        $call!(ResponseHeader, 0, 1);
    };
}
#[cfg(test)]
pub(crate) use for_each_message;
