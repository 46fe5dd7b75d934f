//! Which API versions a broker speaks, as its ApiVersions answer says (KIP-35,
//! KIP-511). Plain data, owned by the connection.

use crate::error::{Error, ErrorCode};
use crate::protocol::messages::{ApiVersionsResponse, ProduceRequest};
use crate::protocol::{ApiKey, Message, Reader, Request};

/// The ApiVersions version asked for first: newer ones add nothing that is used
/// here, and brokers before Kafka 2.4 name their own version in the refusal.
pub const FIRST_VERSION: i16 = 3;

/// Version ranges by API.
#[derive(Debug, Clone, Default)]
pub struct ApiVersions(Vec<(i16, i16, i16)>);

/// What an ApiVersions answer means.
#[derive(Debug)]
pub enum VersionAnswer {
    /// The versions, and the throttle time in milliseconds.
    Versions(ApiVersions, i32),
    /// Ask again at this version.
    AskAgain(i16),
    /// The broker refused, with this code.
    Refused(ErrorCode),
    /// Not an ApiVersions answer.
    Malformed,
}

impl ApiVersions {
    /// What Kafka 2.1, the oldest supported broker, speaks: for
    /// `api.version.request=false`.
    pub fn oldest_supported() -> ApiVersions {
        let highest =
            [7, 10, 4, 7, -1, -1, -1, -1, 6, 5, 2, 3, 2, 2, 2, 2, 2, 1, 2, 3, 3, 1, 1, 2, 1, 1, 1, -1, 2];
        let known = highest.iter().enumerate().filter(|(_, max)| **max >= 0);
        ApiVersions(known.map(|(api, max)| (api as i16, 0, *max)).collect())
    }

    /// Reads the answer to an ApiVersions request that went out at `version`;
    /// `body` is what follows the response header.
    pub fn read_answer(body: &[u8], version: i16) -> VersionAnswer {
        let Ok(code) = Reader::new(body).i16() else { return VersionAnswer::Malformed };
        let code = ErrorCode(code.into());
        if code == ErrorCode::UNSUPPORTED_VERSION {
            // The refusal is written at version 0 whatever was asked, and may name
            // the range of ApiVersions itself.
            let named = ApiVersionsResponse::decode(&mut Reader::new(body), 0)
                .ok()
                .and_then(|answer| answer.api_keys.iter().find(|a| a.api_key == 18).map(|a| a.max_version))
                .unwrap_or(0);
            let again = named.clamp(0, FIRST_VERSION).min(version - 1);
            return if again >= 0 { VersionAnswer::AskAgain(again) } else { VersionAnswer::Refused(code) };
        }
        if !code.is_ok() {
            return VersionAnswer::Refused(code);
        }
        match ApiVersionsResponse::decode(&mut Reader::new(body), version) {
            Ok(answer) if !answer.api_keys.is_empty() => {
                let rows = answer.api_keys.iter().map(|a| (a.api_key, a.min_version, a.max_version));
                VersionAnswer::Versions(ApiVersions(rows.collect()), answer.throttle_time_ms)
            }
            _ => VersionAnswer::Malformed,
        }
    }

    /// The highest version that the broker and a caller who can use `min..=max`
    /// have in common.
    ///
    /// # Errors
    /// `_UNSUPPORTED_FEATURE`, with both ranges in the text.
    pub fn pick(&self, api: ApiKey, min: i16, max: i16) -> Result<i16, Error> {
        let Some((_, low, high)) = self.0.iter().find(|row| row.0 == api.0) else {
            let text = format!("{api}Request is not supported by the broker");
            return Err(Error::new(ErrorCode::LOCAL_UNSUPPORTED_FEATURE, text));
        };
        let version = max.min(*high);
        if version < min || version < *low {
            let text = format!(
                "{api}Request versions {min}..{max} are not supported by the broker, which has {low}..{high}"
            );
            return Err(Error::new(ErrorCode::LOCAL_UNSUPPORTED_FEATURE, text));
        }
        Ok(version)
    }

    /// Highest Produce version in common.
    ///
    /// # Errors
    /// As [`ApiVersions::pick`].
    pub fn produce(&self) -> Result<i16, Error> {
        let ours = <ProduceRequest as Request>::VERSIONS;
        self.pick(ApiKey::PRODUCE, *ours.start(), *ours.end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(rows: &[[i16; 3]]) -> Vec<u8> {
        let mut body = vec![0, 35];
        body.extend((rows.len() as i32).to_be_bytes());
        body.extend(rows.iter().flatten().flat_map(|v| v.to_be_bytes()));
        body
    }

    #[test]
    fn a_refusal_names_the_next_version_or_0() {
        let again = |body: &[u8], version| match ApiVersions::read_answer(body, version) {
            VersionAnswer::AskAgain(version) => version,
            other => panic!("{other:?}"),
        };
        assert_eq!(again(&refusal(&[[18, 0, 2]]), 3), 2);
        assert_eq!(again(&refusal(&[]), 3), 0);
        assert_eq!(again(&[0, 35], 3), 0);
        assert_eq!(again(&refusal(&[[18, 0, 9]]), 3), 2);
        let end = ApiVersions::read_answer(&refusal(&[[18, 0, 0]]), 0);
        assert!(matches!(end, VersionAnswer::Refused(ErrorCode::UNSUPPORTED_VERSION)));
        assert!(matches!(ApiVersions::read_answer(&[0], 3), VersionAnswer::Malformed));
        let hostile = [0, 0, 0xff, 0xff, 0xff, 0xff, 0x0f, 1];
        assert!(matches!(ApiVersions::read_answer(&hostile, 3), VersionAnswer::Malformed));
    }

    #[test]
    fn pick_takes_the_lower_maximum() {
        let versions = ApiVersions(vec![(0, 3, 7), (3, 4, 12)]);
        assert_eq!(versions.pick(ApiKey::METADATA, 0, 9).unwrap(), 9);
        assert_eq!(versions.pick(ApiKey::PRODUCE, 3, 12).unwrap(), 7);
        let error = versions.pick(ApiKey::METADATA, 0, 3).unwrap_err();
        assert_eq!(error.code, ErrorCode::LOCAL_UNSUPPORTED_FEATURE);
        assert!(versions.pick(ApiKey::FETCH, 0, 99).is_err());
        assert_eq!(ApiVersions::oldest_supported().pick(ApiKey::METADATA, 1, 12).unwrap(), 7);
        assert_eq!(ApiVersions::oldest_supported().produce().unwrap(), 7);
    }
}
