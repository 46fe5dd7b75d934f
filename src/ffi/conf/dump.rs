//! Lists of properties for C.

use std::ffi::{CString, c_char, c_void};

use libc::FILE;

use crate::conf::DumpLine;
use crate::ffi::guard::guard;
use crate::sys::malloc;

/// An array of `*count` C strings, names and values in turn, all from malloc(3).
///
/// # Safety
/// `count` is NULL or valid.
pub(in crate::ffi) unsafe fn give(lines: &[DumpLine], count: *mut usize) -> *mut *const c_char {
    let texts: Vec<&str> = lines.iter().flat_map(|(name, value)| [*name, value]).collect();
    let array = malloc::malloc(texts.len() * size_of::<*const c_char>()).as_ptr().cast::<*const c_char>();
    for (index, text) in texts.iter().enumerate() {
        // SAFETY: the block has room for as many pointers as there are texts.
        unsafe { array.add(index).write(malloc::duplicate_str(text)) };
    }
    // SAFETY: as the caller promises.
    if let Some(count) = unsafe { count.as_mut() } {
        *count = texts.len();
    }
    array
}

/// Releases the list of `cnt` texts that `rd_kafka_conf_dump()` or
/// `rd_kafka_topic_conf_dump()` returned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_dump_free(arr: *mut *const c_char, cnt: usize) {
    guard("rd_kafka_conf_dump_free", (), || {
        if arr.is_null() {
            return;
        }
        for index in 0..cnt {
            // SAFETY: `give` made the array with cnt texts, each from malloc(3).
            unsafe { malloc::free((*arr.add(index)).cast_mut().cast::<c_void>()) };
        }
        // SAFETY: `give` made the array with malloc(3).
        unsafe { malloc::free(arr.cast()) };
    });
}

/// Prints all properties as a Markdown table: names, ranges, defaults, what they are for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_conf_properties_show(fp: *mut FILE) {
    guard("rd_kafka_conf_properties_show", (), || {
        let text = CString::new(crate::conf::property_list()).unwrap_or_default();
        if !fp.is_null() {
            // SAFETY: fp is an open stream of the caller, the text ends with NUL.
            unsafe { libc::fputs(text.as_ptr(), fp) };
        }
    });
}
