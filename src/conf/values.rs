//! Types of property values that are more than a number or a text.
//!
//! Pure data: enums for properties with a fixed vocabulary, and the words of the
//! flag properties.

use super::property::FlagWord;
use crate::base::log::Debug;

/// A text with a default. Defaults are borrowed, so that an untouched object owns no memory.
pub type Text = std::borrow::Cow<'static, str>;

/// Defines the values of a property with a fixed vocabulary. The first word of a
/// variant is the one it reads back as.
macro_rules! choice {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal $(| $other:literal)*),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {
            $($(#[$doc])* #[doc = concat!("`", $word, "`")] $variant),+
        }

        impl $name {
            /// All words, synonyms included.
            pub const WORDS: &'static [&'static str] = &[$($word $(, $other)*),+];

            /// The word it reads back as.
            pub fn as_str(self) -> &'static str {
                match self {
                    $($name::$variant => $word),+
                }
            }

            /// The value that `word` stands for, in upper or lower case.
            pub fn parse(word: &str) -> Option<$name> {
                $(
                    if word.eq_ignore_ascii_case($word) $(|| word.eq_ignore_ascii_case($other))* {
                        return Some($name::$variant);
                    }
                )+
                None
            }
        }
    };
}

choice! {
    /// `metadata.recovery.strategy`
    MetadataRecoveryStrategy { None = "none", Rebootstrap = "rebootstrap" }
}
choice! {
    /// `broker.address.family`
    AddressFamily { Any = "any", V4 = "v4", V6 = "v6" }
}
choice! {
    /// `security.protocol`
    SecurityProtocol {
        Plaintext = "plaintext",
        Ssl = "ssl",
        SaslPlaintext = "sasl_plaintext",
        SaslSsl = "sasl_ssl",
    }
}
choice! {
    /// `ssl.endpoint.identification.algorithm`
    EndpointIdentification { None = "none", Https = "https" }
}
choice! {
    /// `sasl.oauthbearer.method`
    OauthMethod { Default = "default", Oidc = "oidc" }
}
choice! {
    /// `sasl.oauthbearer.grant.type`
    OauthGrantType {
        ClientCredentials = "client_credentials",
        JwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer",
    }
}
choice! {
    /// `sasl.oauthbearer.assertion.algorithm`
    AssertionAlgorithm { Rs256 = "RS256", Es256 = "ES256" }
}
choice! {
    /// `sasl.oauthbearer.metadata.authentication.type`
    MetadataAuthentication { None = "none", AzureImds = "azure_imds", AwsIam = "aws_iam" }
}
choice! {
    /// `group.protocol`
    GroupProtocol { Classic = "classic", Consumer = "consumer" }
}
choice! {
    /// `offset.store.method` of the global object
    OffsetStoreMethod { None = "none", File = "file", Broker = "broker" }
}
choice! {
    /// `isolation.level`
    IsolationLevel { ReadUncommitted = "read_uncommitted", ReadCommitted = "read_committed" }
}
choice! {
    /// `compression.codec` of the global object
    CompressionCodec { None = "none", Gzip = "gzip", Snappy = "snappy", Lz4 = "lz4", Zstd = "zstd" }
}
choice! {
    /// `client.dns.lookup`
    DnsLookup {
        UseAllDnsIps = "use_all_dns_ips",
        ResolveCanonicalBootstrapServersOnly = "resolve_canonical_bootstrap_servers_only",
    }
}
choice! {
    /// `queuing.strategy`
    QueuingStrategy { Fifo = "fifo", Lifo = "lifo" }
}
choice! {
    /// `compression.codec` of a topic
    TopicCompression {
        None = "none",
        Gzip = "gzip",
        Snappy = "snappy",
        Lz4 = "lz4",
        Zstd = "zstd",
        Inherit = "inherit",
    }
}
choice! {
    /// `auto.offset.reset`
    AutoOffsetReset {
        Smallest = "smallest" | "earliest" | "beginning",
        Largest = "largest" | "latest" | "end",
        Error = "error",
    }
}
choice! {
    /// `offset.store.method` of a topic
    TopicOffsetStoreMethod { File = "file", Broker = "broker" }
}
choice! {
    /// `partitioner`: the built-in ones
    BuiltinPartitioner {
        Random = "random",
        Consistent = "consistent",
        ConsistentRandom = "consistent_random",
        Murmur2 = "murmur2",
        Murmur2Random = "murmur2_random",
        Fnv1a = "fnv1a",
        Fnv1aRandom = "fnv1a_random",
    }
}

impl TopicCompression {
    /// The codec of a topic when the global object says `global`.
    pub fn or_inherited(self, global: CompressionCodec) -> CompressionCodec {
        match self {
            TopicCompression::None => CompressionCodec::None,
            TopicCompression::Gzip => CompressionCodec::Gzip,
            TopicCompression::Snappy => CompressionCodec::Snappy,
            TopicCompression::Lz4 => CompressionCodec::Lz4,
            TopicCompression::Zstd => CompressionCodec::Zstd,
            TopicCompression::Inherit => global,
        }
    }
}

impl SecurityProtocol {
    /// True if connections are encrypted.
    pub fn is_ssl(self) -> bool {
        matches!(self, SecurityProtocol::Ssl | SecurityProtocol::SaslSsl)
    }

    /// True if clients authenticate with SASL.
    pub fn is_sasl(self) -> bool {
        matches!(self, SecurityProtocol::SaslPlaintext | SecurityProtocol::SaslSsl)
    }
}

const fn flag(word: &'static str, bits: u32) -> FlagWord {
    FlagWord { word, bits, available: true }
}

const ALL_CONTEXTS: u32 = Debug::Telemetry as u32 * 2 - 1;

/// Words of `debug`, in bit order.
pub const DEBUG_CONTEXTS: [FlagWord; 21] = [
    flag("generic", Debug::Generic as u32),
    flag("broker", Debug::Broker as u32),
    flag("topic", Debug::Topic as u32),
    flag("metadata", Debug::Metadata as u32),
    flag("feature", Debug::Feature as u32),
    flag("queue", Debug::Queue as u32),
    flag("msg", Debug::Msg as u32),
    flag("protocol", Debug::Protocol as u32),
    flag("cgrp", Debug::Cgrp as u32),
    flag("security", Debug::Security as u32),
    flag("fetch", Debug::Fetch as u32),
    flag("interceptor", Debug::Interceptor as u32),
    flag("plugin", Debug::Plugin as u32),
    flag("consumer", Debug::Consumer as u32),
    flag("admin", Debug::Admin as u32),
    flag("eos", Debug::Eos as u32),
    flag("mock", Debug::Mock as u32),
    flag("assignor", Debug::Assignor as u32),
    flag("conf", Debug::Conf as u32),
    flag("telemetry", Debug::Telemetry as u32),
    flag("all", ALL_CONTEXTS),
];

/// Bit `index` of `builtin.features`.
const fn feature(word: &'static str, index: u32, available: bool) -> FlagWord {
    FlagWord { word, bits: 1 << index, available }
}

/// Words of `builtin.features`: every feature that librdkafka knows, and whether we have it.
pub const FEATURES: [FlagWord; 14] = [
    feature("gzip", 0, true),
    feature("snappy", 1, true),
    feature("ssl", 2, false),
    feature("sasl", 3, false),
    feature("regex", 4, false),
    feature("lz4", 5, true),
    feature("sasl_gssapi", 6, false),
    feature("sasl_plain", 7, false),
    feature("sasl_scram", 8, false),
    feature("plugins", 9, true),
    feature("zstd", 10, true),
    feature("sasl_oauthbearer", 11, false),
    feature("http", 12, false),
    feature("oidc", 13, false),
];

/// Default of `builtin.features`: what this build has.
pub const BUILTIN_FEATURES: u32 = {
    let mut bits = 0;
    let mut index = 0;
    while index < FEATURES.len() {
        if FEATURES[index].available {
            bits |= FEATURES[index].bits;
        }
        index += 1;
    }
    bits
};

/// Default of `sasl.kerberos.kinit.cmd`.
pub(super) const KINIT_COMMAND: &str = "kinit -R -t \"%{sasl.kerberos.keytab}\" -k %{sasl.kerberos.principal} || \
     kinit -t \"%{sasl.kerberos.keytab}\" -k %{sasl.kerberos.principal}";
