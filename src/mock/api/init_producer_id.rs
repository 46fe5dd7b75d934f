//! InitProducerId: ids for idempotent and transactional producers (KIP-98).

use super::{Outcome, Serve, wire};
use crate::error::ErrorCode;
use crate::mock::core::{Call, MockCore, TransactionalProducer};
use crate::protocol::messages::{InitProducerIdRequest, InitProducerIdResponse};

/// Key type of transactions in FindCoordinator.
const KEY_TYPE_TRANSACTION: i8 = 1;

impl Serve for InitProducerIdRequest {
    const MAX_VERSION: i16 = 4;

    fn serve(core: &mut MockCore, call: &Call, request: Self) -> Outcome<InitProducerIdResponse> {
        let result = match call.pushed {
            Some(error) if !error.is_ok() => Err(error),
            _ => init(core, call, &request),
        };
        Outcome::Respond(match result {
            Ok(producer) => InitProducerIdResponse {
                producer_id: producer.producer_id,
                producer_epoch: producer.epoch,
                ..Default::default()
            },
            Err(error) => InitProducerIdResponse {
                error_code: wire(error),
                producer_id: -1,
                producer_epoch: -1,
                ..Default::default()
            },
        })
    }
}

fn init(
    core: &mut MockCore,
    call: &Call,
    request: &InitProducerIdRequest,
) -> Result<TransactionalProducer, ErrorCode> {
    let Some(id) = &request.transactional_id else {
        return Ok(TransactionalProducer { producer_id: new_id(core), epoch: 0 });
    };
    if id.is_empty() {
        return Err(ErrorCode::INVALID_REQUEST);
    }
    if core.coordinator(KEY_TYPE_TRANSACTION, id) != Some(call.broker_id) {
        return Err(ErrorCode::NOT_COORDINATOR);
    }
    let producer = match core.transactional.get(id).copied() {
        None => TransactionalProducer { producer_id: new_id(core), epoch: 0 },
        // A client that asks for its next epoch must have the current one (KIP-360).
        Some(known)
            if request.producer_id >= 0
                && (request.producer_id, request.producer_epoch) != (known.producer_id, known.epoch) =>
        {
            return Err(ErrorCode::INVALID_PRODUCER_EPOCH);
        }
        Some(known) if known.epoch == i16::MAX => {
            TransactionalProducer { producer_id: new_id(core), epoch: 0 }
        }
        Some(known) => TransactionalProducer { epoch: known.epoch + 1, ..known },
    };
    core.transactional.insert(id.clone(), producer);
    Ok(producer)
}

fn new_id(core: &mut MockCore) -> i64 {
    let id = core.next_producer_id;
    core.next_producer_id += 1;
    id
}
