//! Consumer group metadata: what a transaction says of the group whose offsets it
//! commits (KIP-447). Objects that programs make, hand around and store; the calls that
//! use them come with groups and transactions.

use std::ffi::{CStr, CString, c_char, c_void};

use super::error::give_result;
use super::guard::guard;
use super::own::{self, Handle, OwnedBox};
use super::types::{
    rd_kafka_consumer_group_metadata_s, rd_kafka_consumer_group_metadata_t, rd_kafka_error_t,
};
use crate::error::{Error, ErrorCode};
use crate::sys::malloc;

/// First bytes of the serialised form: name and version of the format.
const MAGIC: &[u8] = b"CGMDv2:";
/// Magic, generation, two empty strings, flag.
const SIZE_MIN: usize = MAGIC.len() + 4 + 1 + 1 + 1;

/// What `rd_kafka_consumer_group_metadata_t` points to.
pub struct GroupMetadata {
    group: CString,
    generation: i32,
    member: CString,
    instance: Option<CString>,
}

// SAFETY: pointers to these objects come from `give_box`.
unsafe impl Handle for rd_kafka_consumer_group_metadata_s {
    type Inner = GroupMetadata;
    type Ownership = OwnedBox;
}

impl GroupMetadata {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&self.generation.to_le_bytes());
        bytes.extend_from_slice(self.group.as_bytes_with_nul());
        bytes.extend_from_slice(self.member.as_bytes_with_nul());
        bytes.push(u8::from(self.instance.is_none()));
        if let Some(instance) = &self.instance {
            bytes.extend_from_slice(instance.as_bytes_with_nul());
        }
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<GroupMetadata, Error> {
        let bad = |what: &str| Error::new(ErrorCode::LOCAL_BAD_MSG, format!("Input buffer {what}"));
        if bytes.len() < SIZE_MIN {
            return Err(bad("is too short"));
        }
        let rest = bytes
            .strip_prefix(MAGIC)
            .ok_or_else(|| bad("is not a serialized consumer group metadata object"))?;
        let (generation, mut rest) = rest.split_first_chunk::<4>().ok_or_else(|| bad("is too short"))?;
        let text = |rest: &mut &[u8], name: &str| {
            let text = CStr::from_bytes_until_nul(rest).map_err(|_| bad("bad length"))?.to_owned();
            *rest = &rest[text.as_bytes_with_nul().len()..];
            // Such objects travel between programs: only what prints is let in.
            let prints = |byte: &u8| byte.is_ascii_graphic() || *byte == b' ';
            if !text.as_bytes().iter().all(prints) {
                return Err(bad(&format!("{name} is not safe")));
            }
            Ok(text)
        };
        let (group, member) = (text(&mut rest, "group id")?, text(&mut rest, "member id")?);
        let (is_null, mut rest) = rest.split_first().ok_or_else(|| bad("bad length"))?;
        let instance = if *is_null == 0 { Some(text(&mut rest, "group instance id")?) } else { None };
        if !rest.is_empty() {
            return Err(bad("bad length"));
        }
        let generation = i32::from_le_bytes(*generation);
        Ok(GroupMetadata { group, generation, member, instance })
    }
}

/// Makes metadata of a group of which only the id is known; NULL if `group_id` is NULL. To be
/// destroyed with `rd_kafka_consumer_group_metadata_destroy()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_consumer_group_metadata_new(
    group_id: *const c_char,
) -> *mut rd_kafka_consumer_group_metadata_t {
    // SAFETY: strings are the caller's, and end with a zero byte.
    unsafe { rd_kafka_consumer_group_metadata_new_with_genid(group_id, -1, c"".as_ptr(), std::ptr::null()) }
}

/// Makes metadata of a member of a group: generation, member id, and group instance id (NULL
/// without static membership). NULL if `group_id` or `member_id` is NULL. To be destroyed with
/// `rd_kafka_consumer_group_metadata_destroy()`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_consumer_group_metadata_new_with_genid(
    group_id: *const c_char,
    generation_id: i32,
    member_id: *const c_char,
    group_instance_id: *const c_char,
) -> *mut rd_kafka_consumer_group_metadata_t {
    guard("rd_kafka_consumer_group_metadata_new_with_genid", std::ptr::null_mut(), || {
        // SAFETY: the string is NULL or ends with a zero byte.
        let own = |text: *const c_char| (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_owned());
        let (Some(group), Some(member)) = (own(group_id), own(member_id)) else {
            return std::ptr::null_mut();
        };
        let (generation, instance) = (generation_id, own(group_instance_id));
        own::give_box(Box::new(GroupMetadata { group, generation, member, instance }))
    })
}

/// Destroys group metadata; NULL does nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_consumer_group_metadata_destroy(
    group_metadata: *mut rd_kafka_consumer_group_metadata_t,
) {
    guard("rd_kafka_consumer_group_metadata_destroy", (), || {
        // SAFETY: the caller owns the object and gives it up.
        drop(unsafe { own::take_box(group_metadata) });
    });
}

/// Returns the group id; it lives as long as the object. NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_consumer_group_metadata_group_id(
    group_metadata: *const rd_kafka_consumer_group_metadata_t,
) -> *const c_char {
    // SAFETY: the object is NULL or alive.
    unsafe { own::borrow(group_metadata) }.map_or(std::ptr::null(), |object| object.group.as_ptr())
}

/// Returns the generation of the group, -1 if none is known (also for NULL).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_consumer_group_metadata_generation_id(
    group_metadata: *const rd_kafka_consumer_group_metadata_t,
) -> i32 {
    // SAFETY: the object is NULL or alive.
    unsafe { own::borrow(group_metadata) }.map_or(-1, |object| object.generation)
}

/// Returns the member id, empty if none is known; it lives as long as the object. NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_consumer_group_metadata_member_id(
    group_metadata: *const rd_kafka_consumer_group_metadata_t,
) -> *const c_char {
    // SAFETY: the object is NULL or alive.
    unsafe { own::borrow(group_metadata) }.map_or(std::ptr::null(), |object| object.member.as_ptr())
}

/// Returns the group instance id, NULL if there is none; it lives as long as the object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_consumer_group_metadata_group_instance_id(
    group_metadata: *const rd_kafka_consumer_group_metadata_t,
) -> *const c_char {
    // SAFETY: the object is NULL or alive.
    let object = unsafe { own::borrow(group_metadata) };
    let instance = object.and_then(|object| object.instance.as_ref());
    instance.map_or(std::ptr::null(), |text| text.as_ptr())
}

/// Serialises group metadata into a block from malloc, which the caller frees with
/// `rd_kafka_mem_free()`; `*bufferp` and `*sizep` say where and how much. The form is the same
/// as librdkafka's. Returns NULL, or an error that the caller destroys.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_consumer_group_metadata_write(
    cgmd: *const rd_kafka_consumer_group_metadata_t,
    bufferp: *mut *mut c_void,
    sizep: *mut usize,
) -> *mut rd_kafka_error_t {
    guard("rd_kafka_consumer_group_metadata_write", std::ptr::null_mut(), || {
        // SAFETY: the object is NULL or alive, the pointers are NULL or writable.
        let (object, buffer, size) = unsafe { (own::borrow(cgmd), bufferp.as_mut(), sizep.as_mut()) };
        let (Some(object), Some(buffer), Some(size)) = (object, buffer, size) else {
            return give_result(Err(Error::new(ErrorCode::LOCAL_INVALID_ARG, "Invalid arguments")));
        };
        let bytes = object.to_bytes();
        *buffer = malloc::duplicate(&bytes).as_ptr();
        *size = bytes.len();
        std::ptr::null_mut()
    })
}

/// Makes group metadata from what `rd_kafka_consumer_group_metadata_write()` wrote: `*cgmdp` is
/// the caller's to destroy. Returns NULL, or an error (`RD_KAFKA_RESP_ERR__BAD_MSG`) that the
/// caller destroys.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_consumer_group_metadata_read(
    cgmdp: *mut *mut rd_kafka_consumer_group_metadata_t,
    buffer: *const c_void,
    size: usize,
) -> *mut rd_kafka_error_t {
    guard("rd_kafka_consumer_group_metadata_read", std::ptr::null_mut(), || {
        // SAFETY: the pointer is NULL or writable.
        let place = unsafe { cgmdp.as_mut() };
        let Some(place) = place.filter(|_| !buffer.is_null()) else {
            return give_result(Err(Error::new(ErrorCode::LOCAL_INVALID_ARG, "Invalid arguments")));
        };
        // SAFETY: the buffer holds `size` bytes.
        let bytes = unsafe { std::slice::from_raw_parts(buffer.cast::<u8>(), size) };
        give_result(GroupMetadata::from_bytes(bytes).map(|object| *place = own::give_box(Box::new(object))))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_is_librdkafkas_and_reads_back() {
        let object = GroupMetadata {
            group: c"g".to_owned(),
            generation: 7,
            member: c"mem".to_owned(),
            instance: None,
        };
        let bytes = object.to_bytes();
        assert_eq!(bytes, b"CGMDv2:\x07\0\0\0g\0mem\0\x01");
        for cut in 0..bytes.len() {
            assert!(GroupMetadata::from_bytes(&bytes[..cut]).is_err(), "{cut}");
        }
        let again = GroupMetadata::from_bytes(&bytes).unwrap();
        assert_eq!((again.generation, again.instance), (7, None));
        let longer = GroupMetadata::from_bytes(&[&bytes[..], b"x"].concat());
        assert_eq!(longer.err().unwrap().reason, "Input buffer bad length");
        let unsafe_id = GroupMetadata::from_bytes(b"CGMDv2:\0\0\0\0g\xc3\0\0\x01");
        assert_eq!(unsafe_id.err().unwrap().reason, "Input buffer group id is not safe");
    }
}
