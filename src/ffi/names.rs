//! Names of the values of enums.

use std::ffi::{CStr, c_char};

use super::cstr;
use super::types::{
    AclOperation, AclPermissionType, ConfigSource, ConsumerGroupState, ConsumerGroupType,
    ResourcePatternType, ResourceType,
};

/// The name at the place of `value`, else `other`.
fn name(names: &'static [&'static CStr], value: i32, other: Option<&'static CStr>) -> *const c_char {
    let found = usize::try_from(value).ok().and_then(|value| names.get(value).copied());
    found.or(other).map_or(std::ptr::null(), CStr::as_ptr)
}

/// The place of the name `text`, whatever its case; 0 if there is none.
///
/// # Safety
/// `text` is NULL or ends with a zero byte.
unsafe fn place(names: &[&CStr], text: *const c_char) -> i32 {
    // SAFETY: as the caller promises.
    let Some(text) = (unsafe { cstr::bytes(text) }) else { return 0 };
    names.iter().position(|name| name.to_bytes().eq_ignore_ascii_case(text)).map_or(0, |i| i as i32)
}

const UNSUPPORTED: Option<&CStr> = Some(c"UNSUPPORTED");

const CONFIG_SOURCES: [&CStr; 9] = [
    c"UNKNOWN_CONFIG",
    c"DYNAMIC_TOPIC_CONFIG",
    c"DYNAMIC_BROKER_CONFIG",
    c"DYNAMIC_DEFAULT_BROKER_CONFIG",
    c"STATIC_BROKER_CONFIG",
    c"DEFAULT_CONFIG",
    c"DYNAMIC_BROKER_LOGGER_CONFIG",
    c"CLIENT_METRICS_CONFIG",
    c"GROUP_CONFIG",
];

const RESOURCE_TYPES: [&CStr; 6] = [c"UNKNOWN", c"ANY", c"TOPIC", c"GROUP", c"BROKER", c"TRANSACTIONAL_ID"];

const PATTERN_TYPES: [&CStr; 5] = [c"UNKNOWN", c"ANY", c"MATCH", c"LITERAL", c"PREFIXED"];

const ACL_OPERATIONS: [&CStr; 13] = [
    c"UNKNOWN",
    c"ANY",
    c"ALL",
    c"READ",
    c"WRITE",
    c"CREATE",
    c"DELETE",
    c"ALTER",
    c"DESCRIBE",
    c"CLUSTER_ACTION",
    c"DESCRIBE_CONFIGS",
    c"ALTER_CONFIGS",
    c"IDEMPOTENT_WRITE",
];

const ACL_PERMISSIONS: [&CStr; 4] = [c"UNKNOWN", c"ANY", c"DENY", c"ALLOW"];

const GROUP_STATES: [&CStr; 6] =
    [c"Unknown", c"PreparingRebalance", c"CompletingRebalance", c"Stable", c"Dead", c"Empty"];

const GROUP_TYPES: [&CStr; 3] = [c"Unknown", c"Consumer", c"Classic"];

/// Returns the name of a source of broker configuration. The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn rd_kafka_ConfigSource_name(confsource: ConfigSource) -> *const c_char {
    name(&CONFIG_SOURCES, confsource.raw(), UNSUPPORTED)
}

/// Returns the name of a resource type. The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn rd_kafka_ResourceType_name(restype: ResourceType) -> *const c_char {
    name(&RESOURCE_TYPES, restype.raw(), UNSUPPORTED)
}

/// Returns the name of a pattern type. The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn rd_kafka_ResourcePatternType_name(
    resource_pattern_type: ResourcePatternType,
) -> *const c_char {
    name(&PATTERN_TYPES, resource_pattern_type.raw(), UNSUPPORTED)
}

/// Returns the name of an operation of access rules. The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn rd_kafka_AclOperation_name(acl_operation: AclOperation) -> *const c_char {
    name(&ACL_OPERATIONS, acl_operation.raw(), UNSUPPORTED)
}

/// Returns the name of a permission of access rules. The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn rd_kafka_AclPermissionType_name(acl_permission_type: AclPermissionType) -> *const c_char {
    name(&ACL_PERMISSIONS, acl_permission_type.raw(), UNSUPPORTED)
}

/// Returns the name of a group state, NULL for unknown values. The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn rd_kafka_consumer_group_state_name(state: ConsumerGroupState) -> *const c_char {
    name(&GROUP_STATES, state.raw(), None)
}

/// Returns the group state called `name`, in upper or lower case, or
/// `RD_KAFKA_CONSUMER_GROUP_STATE_UNKNOWN`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_consumer_group_state_code(name: *const c_char) -> ConsumerGroupState {
    // SAFETY: the name is NULL or ends with a zero byte.
    ConsumerGroupState::from_raw(unsafe { place(&GROUP_STATES, name) })
}

/// Returns the name of a group type, NULL for unknown values. The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn rd_kafka_consumer_group_type_name(r#type: ConsumerGroupType) -> *const c_char {
    name(&GROUP_TYPES, r#type.raw(), None)
}

/// Returns the group type called `name`, in upper or lower case, or
/// `RD_KAFKA_CONSUMER_GROUP_TYPE_UNKNOWN`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_consumer_group_type_code(name: *const c_char) -> ConsumerGroupType {
    // SAFETY: the name is NULL or ends with a zero byte.
    ConsumerGroupType::from_raw(unsafe { place(&GROUP_TYPES, name) })
}
