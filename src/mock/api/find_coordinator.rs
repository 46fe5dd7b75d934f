//! FindCoordinator: which broker coordinates a group or a transaction.

use super::{Outcome, Serve, wire};
use crate::error::ErrorCode;
use crate::mock::core::{Call, MockCore};
use crate::protocol::messages::{FindCoordinatorRequest, FindCoordinatorResponse};

impl Serve for FindCoordinatorRequest {
    const MAX_VERSION: i16 = 3;

    fn serve(core: &mut MockCore, call: &Call, request: Self) -> Outcome<FindCoordinatorResponse> {
        let error = call.pushed.filter(|error| !error.is_ok());
        let found = core
            .coordinator(request.key_type, &request.key)
            .and_then(|id| core.brokers.get(&id).map(|broker| (id, broker)))
            .filter(|_| error.is_none());
        Outcome::Respond(match found {
            Some((id, broker)) => FindCoordinatorResponse {
                node_id: id,
                host: broker.host.clone(),
                port: i32::from(broker.port),
                ..Default::default()
            },
            None => {
                let error = error.unwrap_or(ErrorCode::COORDINATOR_NOT_AVAILABLE);
                FindCoordinatorResponse {
                    error_code: wire(error),
                    error_message: Some(error.description()),
                    node_id: -1,
                    port: -1,
                    ..Default::default()
                }
            }
        })
    }
}
