//! `rd_kafka_producev()` and `rd_kafka_produceva()`: messages described by tagged arguments.

use std::ffi::{c_char, c_int, c_void};
use std::sync::Arc;

use super::super::error::give_error;
use super::super::guard::guard_handle;
use super::super::handle::HandleObject;
use super::super::headers::sized_bytes;
use super::super::topic;
use super::super::types::rd_kafka_vtype_t::*;
use super::super::types::{
    RD_KAFKA_MSG_F_BLOCK, RD_KAFKA_PARTITION_UA, RespErr, VType, Variadic, rd_kafka_error_t,
    rd_kafka_headers_t, rd_kafka_t, rd_kafka_topic_t, rd_kafka_vu_header, rd_kafka_vu_mem, rd_kafka_vu_t,
};
use super::super::{cstr, own};
use super::{acknowledge_failure, is_after_on_send, key, value};
use crate::base::headers::Headers;
use crate::error::{Error, ErrorCode};
use crate::producer::NewMessage;
use crate::sys::va_list::{VaList, variadic};
use crate::topic::{Header, Topic};

/// The arguments of a message, put together one by one.
struct Arguments<'a> {
    topic_name: Option<&'a [u8]>,
    topic: Option<&'a Arc<Topic>>,
    partition: i32,
    payload: rd_kafka_vu_mem,
    key: rd_kafka_vu_mem,
    opaque: usize,
    msgflags: c_int,
    timestamp_ms: i64,
    /// Headers given one by one.
    headers: Vec<Header<'a>>,
    /// Headers given as a list, which is the library's if the call succeeds.
    list: *mut rd_kafka_headers_t,
}

fn invalid(text: impl Into<String>) -> Error {
    Error::new(ErrorCode::LOCAL_INVALID_ARG, text)
}

impl<'a> Arguments<'a> {
    fn new() -> Arguments<'a> {
        let nothing = rd_kafka_vu_mem { ptr: std::ptr::null_mut(), size: 0 };
        Arguments {
            topic_name: None,
            topic: None,
            partition: RD_KAFKA_PARTITION_UA,
            payload: nothing,
            key: nothing,
            opaque: 0,
            msgflags: 0,
            timestamp_ms: 0,
            headers: Vec::new(),
            list: std::ptr::null_mut(),
        }
    }

    /// # Safety
    /// `rkt` is NULL or alive for `'a`.
    unsafe fn set_topic(&mut self, rkt: *mut rd_kafka_topic_t) -> Result<(), Error> {
        // SAFETY: as the caller promises.
        match unsafe { own::borrow(rkt.cast_const()) } {
            Some(object) => self.topic = Some(&object.topic),
            None => return Err(invalid("Topic object is NULL")),
        }
        Ok(())
    }

    /// # Safety
    /// Name and value are NULL or readable as the size says, for `'a`.
    unsafe fn add_header(&mut self, header: rd_kafka_vu_header) -> Result<(), Error> {
        if !self.list.is_null() {
            return Err(conflict("VTYPE_HEADER and VTYPE_HEADERS are mutually exclusive"));
        }
        // SAFETY: as the caller promises.
        unsafe {
            let Some(name) = cstr::bytes(header.name) else { return Err(invalid("Header name is NULL")) };
            self.headers.push((name, sized_bytes(header.val, header.size)));
        }
        Ok(())
    }

    fn set_headers(&mut self, list: *mut rd_kafka_headers_t) -> Result<(), Error> {
        if !self.headers.is_empty() {
            return Err(conflict("VTYPE_HEADERS and VTYPE_HEADER are mutually exclusive"));
        }
        self.list = list;
        Ok(())
    }

    /// Queues the message.
    ///
    /// # Safety
    /// All pointers are as `rd_kafka_producev()` demands.
    unsafe fn produce(self, handle: &HandleObject) -> Result<(), Error> {
        let named;
        let topic = match (self.topic, self.topic_name) {
            (Some(topic), _) => topic,
            (None, Some(name)) => {
                let name = std::str::from_utf8(name).map_err(|_| invalid("Topic name is not UTF-8"))?;
                named = topic::find_or_make(handle, name, None)?;
                &named
            }
            (None, None) => return Err(invalid("Topic name or object required")),
        };
        let Some(producer) = handle.client().and_then(|client| client.producer()) else {
            return Err(Error::new(ErrorCode::LOCAL_NOT_IMPLEMENTED, "Only a producer can produce"));
        };
        // SAFETY: the list is NULL or the caller's.
        let list: Vec<Header<'_>> = match unsafe { own::borrow(self.list.cast_const()) } {
            Some(headers) => headers.iter().collect(),
            None => Vec::new(),
        };
        let make = || NewMessage {
            partition: self.partition,
            // SAFETY: key and payload have the lengths given.
            key: unsafe { key(self.key.ptr, self.key.size) },
            // SAFETY: as above.
            value: unsafe { value(self.payload.ptr, self.payload.size, self.msgflags) },
            headers: if self.list.is_null() { &self.headers } else { &list },
            timestamp_ms: self.timestamp_ms,
            opaque: self.opaque,
            block: self.msgflags & RD_KAFKA_MSG_F_BLOCK != 0,
        };
        if let Err(code) = producer.produce(topic, make()) {
            if is_after_on_send(code) {
                acknowledge_failure(handle, topic, &make(), code);
            }
            return Err(refused(code));
        }
        // SAFETY: the call succeeds, so the list is ours; it was copied into the record.
        drop::<Option<Box<Headers>>>(unsafe { own::take_box(self.list) });
        Ok(())
    }
}

fn conflict(text: &str) -> Error {
    Error::new(ErrorCode::LOCAL_CONFLICT, text)
}

#[cold]
fn refused(code: ErrorCode) -> Error {
    // Whether it failed before or after the look for a partition.
    let what = if is_after_on_send(code) { "enqueue" } else { "produce" };
    Error::new(code, format!("Failed to {what} message: {}", code.description()))
}

/// The handle that is to produce, if it can.
///
/// # Safety
/// `rk` is NULL or alive for `'a`.
unsafe fn producing<'a>(rk: *mut rd_kafka_t) -> Result<&'a HandleObject, Error> {
    // SAFETY: as the caller promises.
    match unsafe { own::borrow(rk.cast_const()) } {
        Some(handle) if handle.is_inherited() => Err(handle.inherited_error()),
        Some(handle) => Ok(handle),
        None => Err(invalid("Handle is NULL")),
    }
}

/// Queues a message that the arguments describe: `RD_KAFKA_V_...` macros, ended by
/// `RD_KAFKA_V_END`. See `rd_kafka_produce()` for flags and ownership; a topic, by name or
/// object, must be among them. Returns 0 or the code of the failure.
#[unsafe(no_mangle)]
#[unsafe(naked)]
pub unsafe extern "C" fn rd_kafka_producev(rk: *mut rd_kafka_t, args: Variadic) -> RespErr {
    variadic!(1, producev)
}

unsafe extern "C" fn producev(rk: *mut rd_kafka_t, args: *mut VaList) -> RespErr {
    guard_handle(rk, "rd_kafka_producev", ErrorCode::LOCAL_FAIL.into(), || {
        // SAFETY: the arguments are what the caller passed.
        let result = unsafe {
            producing(rk).and_then(|handle| from_va_list(&mut *args).and_then(|args| args.produce(handle)))
        };
        result.map_or_else(|error| error.code.into(), |()| RespErr::NO_ERROR)
    })
}

/// # Safety
/// The list holds the tagged arguments that `rd_kafka_producev()` demands.
unsafe fn from_va_list<'a>(list: &mut VaList) -> Result<Arguments<'a>, Error> {
    let mut args = Arguments::new();
    // SAFETY: each tag is followed by the values of its type.
    unsafe {
        loop {
            let tag = VType::from_raw(list.next_int());
            match tag {
                _ if tag == RD_KAFKA_VTYPE_END => return Ok(args),
                _ if tag == RD_KAFKA_VTYPE_TOPIC => args.topic_name = cstr::bytes(list.next_ptr()),
                _ if tag == RD_KAFKA_VTYPE_RKT => args.set_topic(list.next_ptr())?,
                _ if tag == RD_KAFKA_VTYPE_PARTITION => args.partition = list.next_int(),
                _ if tag == RD_KAFKA_VTYPE_VALUE => args.payload = next_mem(list),
                _ if tag == RD_KAFKA_VTYPE_KEY => args.key = next_mem(list),
                _ if tag == RD_KAFKA_VTYPE_OPAQUE => args.opaque = list.next_ptr::<u8>() as usize,
                _ if tag == RD_KAFKA_VTYPE_MSGFLAGS => args.msgflags = list.next_int(),
                _ if tag == RD_KAFKA_VTYPE_TIMESTAMP => args.timestamp_ms = list.next_u64().cast_signed(),
                _ if tag == RD_KAFKA_VTYPE_HEADER => {
                    let name = list.next_ptr::<c_char>().cast_const();
                    let val = list.next_ptr::<c_void>().cast_const();
                    let size = list.next_u64() as isize;
                    args.add_header(rd_kafka_vu_header { name, val, size })?;
                }
                _ if tag == RD_KAFKA_VTYPE_HEADERS => args.set_headers(list.next_ptr())?,
                _ => return Err(unsupported(tag)),
            }
        }
    }
}

/// # Safety
/// A pointer and a size come next.
unsafe fn next_mem(list: &mut VaList) -> rd_kafka_vu_mem {
    // SAFETY: as the caller promises.
    unsafe { rd_kafka_vu_mem { ptr: list.next_ptr(), size: list.next_u64() as usize } }
}

fn unsupported(tag: VType) -> Error {
    invalid(format!("Unsupported VTYPE {}", tag.raw()))
}

/// Queues a message that the `cnt` elements of `vus` describe, as `rd_kafka_producev()` does.
/// Returns NULL, or an error for the caller to destroy.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_produceva(
    rk: *mut rd_kafka_t,
    vus: *const rd_kafka_vu_t,
    cnt: usize,
) -> *mut rd_kafka_error_t {
    guard_handle(rk, "rd_kafka_produceva", std::ptr::null_mut(), || {
        // SAFETY: the array has `cnt` elements, each as its type says.
        let result = unsafe {
            producing(rk).and_then(|handle| {
                let vus = if vus.is_null() { &[] } else { std::slice::from_raw_parts(vus, cnt) };
                from_array(vus).and_then(|args| args.produce(handle))
            })
        };
        result.map_or_else(give_error, |()| std::ptr::null_mut())
    })
}

/// # Safety
/// Each element holds the value that its type says.
unsafe fn from_array<'a>(vus: &[rd_kafka_vu_t]) -> Result<Arguments<'a>, Error> {
    let mut args = Arguments::new();
    for vu in vus {
        let (tag, u) = (vu.vtype, vu.u);
        // SAFETY: the type says which field holds the value.
        unsafe {
            match tag {
                _ if tag == RD_KAFKA_VTYPE_TOPIC => args.topic_name = cstr::bytes(u.cstr),
                _ if tag == RD_KAFKA_VTYPE_RKT => args.set_topic(u.rkt)?,
                _ if tag == RD_KAFKA_VTYPE_PARTITION => args.partition = u.i32,
                _ if tag == RD_KAFKA_VTYPE_VALUE => args.payload = u.mem,
                _ if tag == RD_KAFKA_VTYPE_KEY => args.key = u.mem,
                _ if tag == RD_KAFKA_VTYPE_OPAQUE => args.opaque = u.ptr as usize,
                _ if tag == RD_KAFKA_VTYPE_MSGFLAGS => args.msgflags = u.i,
                _ if tag == RD_KAFKA_VTYPE_TIMESTAMP => args.timestamp_ms = u.i64,
                _ if tag == RD_KAFKA_VTYPE_HEADER => args.add_header(u.header)?,
                _ if tag == RD_KAFKA_VTYPE_HEADERS => args.set_headers(u.headers)?,
                _ => return Err(unsupported(tag)),
            }
        }
    }
    Ok(args)
}
