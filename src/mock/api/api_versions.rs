//! ApiVersions: which APIs at which versions (KIP-35, KIP-511).

use super::{Outcome, Serve, respond_as, wire};
use crate::error::ErrorCode;
use crate::mock::core::{Call, MockCore, Reply};
use crate::protocol::ApiKey;
use crate::protocol::messages::api_versions_response::ApiVersion;
use crate::protocol::messages::{ApiVersionsRequest, ApiVersionsResponse};

impl Serve for ApiVersionsRequest {
    const MAX_VERSION: i16 = 2;

    fn serve(core: &mut MockCore, call: &Call, _: Self) -> Outcome<ApiVersionsResponse> {
        let error = call.pushed.unwrap_or(ErrorCode::NO_ERROR);
        Outcome::Respond(ApiVersionsResponse {
            error_code: wire(error),
            api_keys: keys(core, |_| true),
            ..Default::default()
        })
    }
}

fn keys(core: &MockCore, wanted: impl Fn(ApiKey) -> bool) -> Vec<ApiVersion> {
    core.served_apis()
        .into_iter()
        .filter(|(api, ..)| wanted(*api))
        .map(|(api, min_version, max_version)| ApiVersion { api_key: api.0, min_version, max_version })
        .collect()
}

/// Answers an ApiVersions request of a version that is not served: in the layout
/// of version 0, with the versions that are, so that the client can try again.
pub fn refuse_version(core: &mut MockCore, call: &Call) -> Reply {
    let response = ApiVersionsResponse {
        error_code: wire(ErrorCode::UNSUPPORTED_VERSION),
        api_keys: keys(core, |api| api == ApiKey::API_VERSIONS),
        ..Default::default()
    };
    respond_as(core, call, 0, &response)
}
