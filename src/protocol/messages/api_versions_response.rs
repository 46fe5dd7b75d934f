//! `ApiVersionsResponse`, versions 0-5. Written by tools/protocol-gen: do not edit.

use crate::protocol::{DecodeError, Message, Reader, Writer};

/// Message `ApiVersionsResponse`, versions 0-5.
#[derive(Debug, Clone, PartialEq)]
pub struct ApiVersionsResponse {
    /// Field `ErrorCode`.
    pub error_code: i16,
    /// Field `ApiKeys`.
    pub api_keys: Vec<ApiVersion>,
    /// Field `ThrottleTimeMs`, versions 1+.
    pub throttle_time_ms: i32,
    /// Field `SupportedFeatures`, versions 3+, tag 0.
    pub supported_features: Vec<SupportedFeatureKey>,
    /// Field `FinalizedFeaturesEpoch`, versions 3+, tag 1.
    pub finalized_features_epoch: i64,
    /// Field `FinalizedFeatures`, versions 3+, tag 2.
    pub finalized_features: Vec<FinalizedFeatureKey>,
    /// Field `ZkMigrationReady`, versions 3+, tag 3.
    pub zk_migration_ready: bool,
}

impl Default for ApiVersionsResponse {
    fn default() -> Self {
        ApiVersionsResponse {
            error_code: 0,
            api_keys: Vec::new(),
            throttle_time_ms: 0,
            supported_features: Vec::new(),
            finalized_features_epoch: -1,
            finalized_features: Vec::new(),
            zk_migration_ready: false,
        }
    }
}

impl Message for ApiVersionsResponse {
    const NAME: &'static str = "ApiVersionsResponse";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 3;
        w.i16(self.error_code);
        w.array(&self.api_keys, flexible, |w, v| v.encode(w, version));
        if version >= 1 {
            w.i32(self.throttle_time_ms);
        }
        if flexible {
            let mark = w.start_tagged_fields();
            if !self.supported_features.is_empty() {
                w.tagged_field(mark, 0, |w| {
                    w.array(&self.supported_features, flexible, |w, v| v.encode(w, version))
                });
            }
            if self.finalized_features_epoch != -1 {
                w.tagged_field(mark, 1, |w| w.i64(self.finalized_features_epoch));
            }
            if !self.finalized_features.is_empty() {
                w.tagged_field(mark, 2, |w| {
                    w.array(&self.finalized_features, flexible, |w, v| v.encode(w, version))
                });
            }
            if self.zk_migration_ready {
                w.tagged_field(mark, 3, |w| w.bool(self.zk_migration_ready));
            }
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 3;
        m.error_code = r.i16()?;
        m.api_keys = r.array(flexible, 6, |r| ApiVersion::decode(r, version))?;
        if version >= 1 {
            m.throttle_time_ms = r.i32()?;
        }
        if flexible {
            r.tagged_fields(|tag, r| {
                match tag {
                    0 => {
                        m.supported_features =
                            r.array(flexible, 6, |r| SupportedFeatureKey::decode(r, version))?
                    }
                    1 => m.finalized_features_epoch = r.i64()?,
                    2 => {
                        m.finalized_features =
                            r.array(flexible, 6, |r| FinalizedFeatureKey::decode(r, version))?
                    }
                    3 => m.zk_migration_ready = r.bool()?,
                    _ => {}
                }
                Ok(())
            })?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for ApiVersionsResponse {
    fn random(g: &mut crate::protocol::testing::Gen, version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.error_code = g.i16();
        m.api_keys = g.array(|g| ApiVersion::random(g, version));
        if version >= 1 {
            m.throttle_time_ms = g.i32();
        }
        if version >= 3 {
            m.supported_features = g.array(|g| SupportedFeatureKey::random(g, version));
            m.finalized_features_epoch = g.i64();
            m.finalized_features = g.array(|g| FinalizedFeatureKey::random(g, version));
            m.zk_migration_ready = g.bool();
        }
        m
    }
}

/// Struct `ApiVersion`, versions 0-5.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ApiVersion {
    /// Field `ApiKey`.
    pub api_key: i16,
    /// Field `MinVersion`.
    pub min_version: i16,
    /// Field `MaxVersion`.
    pub max_version: i16,
}

impl Message for ApiVersion {
    const NAME: &'static str = "ApiVersion";

    fn encode(&self, w: &mut Writer, version: i16) {
        let flexible = version >= 3;
        w.i16(self.api_key);
        w.i16(self.min_version);
        w.i16(self.max_version);
        if flexible {
            w.no_tagged_fields();
        }
    }

    fn decode(r: &mut Reader<'_>, version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        let flexible = version >= 3;
        m.api_key = r.i16()?;
        m.min_version = r.i16()?;
        m.max_version = r.i16()?;
        if flexible {
            r.skip_tagged_fields()?;
        }
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for ApiVersion {
    fn random(g: &mut crate::protocol::testing::Gen, _version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.api_key = g.i16();
        m.min_version = g.i16();
        m.max_version = g.i16();
        m
    }
}

/// Struct `SupportedFeatureKey`, versions 3-5.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SupportedFeatureKey {
    /// Field `Name`.
    pub name: String,
    /// Field `MinVersion`.
    pub min_version: i16,
    /// Field `MaxVersion`.
    pub max_version: i16,
}

impl Message for SupportedFeatureKey {
    const NAME: &'static str = "SupportedFeatureKey";

    fn encode(&self, w: &mut Writer, _version: i16) {
        w.string(&self.name, true);
        w.i16(self.min_version);
        w.i16(self.max_version);
        w.no_tagged_fields();
    }

    fn decode(r: &mut Reader<'_>, _version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        m.name = r.string(true)?;
        m.min_version = r.i16()?;
        m.max_version = r.i16()?;
        r.skip_tagged_fields()?;
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for SupportedFeatureKey {
    fn random(g: &mut crate::protocol::testing::Gen, _version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.name = g.string();
        m.min_version = g.i16();
        m.max_version = g.i16();
        m
    }
}

/// Struct `FinalizedFeatureKey`, versions 3-5.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FinalizedFeatureKey {
    /// Field `Name`.
    pub name: String,
    /// Field `MaxVersionLevel`.
    pub max_version_level: i16,
    /// Field `MinVersionLevel`.
    pub min_version_level: i16,
}

impl Message for FinalizedFeatureKey {
    const NAME: &'static str = "FinalizedFeatureKey";

    fn encode(&self, w: &mut Writer, _version: i16) {
        w.string(&self.name, true);
        w.i16(self.max_version_level);
        w.i16(self.min_version_level);
        w.no_tagged_fields();
    }

    fn decode(r: &mut Reader<'_>, _version: i16) -> Result<Self, DecodeError> {
        let mut m = Self::default();
        m.name = r.string(true)?;
        m.max_version_level = r.i16()?;
        m.min_version_level = r.i16()?;
        r.skip_tagged_fields()?;
        Ok(m)
    }
}

#[cfg(test)]
impl crate::protocol::testing::Random for FinalizedFeatureKey {
    fn random(g: &mut crate::protocol::testing::Gen, _version: i16) -> Self {
        #[allow(unused_mut)]
        let mut m = Self::default();
        m.name = g.string();
        m.max_version_level = g.i16();
        m.min_version_level = g.i16();
        m
    }
}
