//! The types of the C interface, from which the headers are generated.
//!
//! No behaviour lives here. One file per kind, so that the header tool can run
//! cbindgen over each with the style that it needs.

use std::ffi::c_int;
use std::marker::PhantomData;

use crate::error::ErrorCode;

mod callbacks;
mod constants;
mod enums;
mod mock;
mod opaque;
mod resp_err;
mod structs;

pub use callbacks::*;
pub use constants::*;
pub use enums::*;
pub use mock::*;
pub use opaque::*;
pub use resp_err::*;
pub use structs::*;

/// An enum `E` of the C interface as it crosses the boundary: any integer, since C code
/// can pass what it likes and a Rust enum with an unknown value would be undefined
/// behaviour. In the headers it stands as `E`.
#[repr(transparent)]
pub struct CEnum<E> {
    raw: c_int,
    kind: PhantomData<E>,
}

impl<E> CEnum<E> {
    /// The value `raw`, known or not.
    pub const fn from_raw(raw: c_int) -> CEnum<E> {
        CEnum { raw, kind: PhantomData }
    }

    /// The integer that C code passed or will get.
    pub const fn raw(self) -> c_int {
        self.raw
    }
}

impl<E> Clone for CEnum<E> {
    fn clone(&self) -> CEnum<E> {
        *self
    }
}

impl<E> Copy for CEnum<E> {}

impl<E> PartialEq for CEnum<E> {
    fn eq(&self, other: &CEnum<E>) -> bool {
        self.raw == other.raw
    }
}

impl<E> Eq for CEnum<E> {}

impl<E> std::fmt::Debug for CEnum<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.raw.fmt(f)
    }
}

/// `rd_kafka_resp_err_t` by value.
pub type RespErr = CEnum<rd_kafka_resp_err_t>;

impl RespErr {
    /// `RD_KAFKA_RESP_ERR_NO_ERROR`.
    pub const NO_ERROR: RespErr = RespErr::from_raw(0);

    /// The value of an enumerator.
    pub const fn named(value: rd_kafka_resp_err_t) -> RespErr {
        RespErr::from_raw(value as c_int)
    }

    /// The code as the rest of the crate knows it.
    pub const fn code(self) -> ErrorCode {
        ErrorCode(self.raw)
    }

    /// The value for `code`.
    pub const fn of(code: ErrorCode) -> RespErr {
        RespErr::from_raw(code.0)
    }
}

impl From<ErrorCode> for RespErr {
    fn from(code: ErrorCode) -> RespErr {
        RespErr::of(code)
    }
}

/// Gives each enum its by-value alias and the conversion from its named values.
macro_rules! by_value {
    ($($alias:ident = $enum:ident),* $(,)?) => {$(
        #[doc = concat!("`", stringify!($enum), "` by value.")]
        pub type $alias = CEnum<$enum>;

        impl From<$enum> for $alias {
            fn from(value: $enum) -> $alias {
                CEnum::from_raw(value as c_int)
            }
        }

        impl PartialEq<$enum> for $alias {
            fn eq(&self, other: &$enum) -> bool {
                self.raw == *other as c_int
            }
        }
    )*};
}

// The header tool reads these lines to learn which alias stands for which enum.
by_value! {
    ClientType = rd_kafka_type_t,
    TimestampType = rd_kafka_timestamp_type_t,
    VType = rd_kafka_vtype_t,
    MsgStatus = rd_kafka_msg_status_t,
    ConfRes = rd_kafka_conf_res_t,
    CertType = rd_kafka_cert_type_t,
    CertEnc = rd_kafka_cert_enc_t,
    AcknowledgeType = rd_kafka_share_AcknowledgeType_t,
    ConsumerGroupState = rd_kafka_consumer_group_state_t,
    ConsumerGroupType = rd_kafka_consumer_group_type_t,
    ThreadType = rd_kafka_thread_type_t,
    AdminOp = rd_kafka_admin_op_t,
    IsolationLevel = rd_kafka_IsolationLevel_t,
    AclOperation = rd_kafka_AclOperation_t,
    ConfigSource = rd_kafka_ConfigSource_t,
    ResourceType = rd_kafka_ResourceType_t,
    ResourcePatternType = rd_kafka_ResourcePatternType_t,
    AlterConfigOpType = rd_kafka_AlterConfigOpType_t,
    OffsetSpec = rd_kafka_OffsetSpec_t,
    ScramMechanism = rd_kafka_ScramMechanism_t,
    AclPermissionType = rd_kafka_AclPermissionType_t,
    ElectionType = rd_kafka_ElectionType_t,
}

/// Stands for `...` in the header: the functions that have it look at the machine's
/// argument registers themselves.
pub type Variadic = c_int;

#[cfg(test)]
mod tests {
    use std::mem::{align_of, offset_of, size_of};

    use super::*;

    #[test]
    fn layouts_are_those_of_the_interface() {
        assert_eq!((size_of::<RespErr>(), align_of::<RespErr>()), (4, 4));
        assert_eq!(size_of::<rd_kafka_resp_err_t>(), 4);
        assert_eq!(size_of::<rd_kafka_vu_t>(), 72);
        assert_eq!(offset_of!(rd_kafka_vu_s, u), 8);
        assert_eq!(size_of::<rd_kafka_message_t>(), 72);
        assert_eq!(size_of::<rd_kafka_topic_partition_t>(), 64);
        assert_eq!(offset_of!(rd_kafka_topic_partition_s, _private), 56);
        assert_eq!(size_of::<rd_kafka_metadata>(), 48);
        assert_eq!(size_of::<rd_kafka_group_info>(), 80);
    }

    #[test]
    fn error_enum_and_error_table_agree() {
        use crate::error::ERRORS;
        assert_eq!(rd_kafka_resp_err_t::RD_KAFKA_RESP_ERR__TRANSPORT as i32, ErrorCode::LOCAL_TRANSPORT.0);
        let last = ERRORS.last().map(|row| row.code.0);
        assert_eq!(last, Some(rd_kafka_resp_err_t::RD_KAFKA_RESP_ERR_END_ALL as i32 - 1));
    }
}
