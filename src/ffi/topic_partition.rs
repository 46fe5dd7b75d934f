//! Topic partitions and lists of them.
//!
//! Both structs are public, so they live in malloc'ed memory as C code expects: names
//! and metadata are blocks of their own.

use std::cmp::Ordering;
use std::ffi::{CStr, c_char, c_int, c_void};

use super::cstr;
use super::guard::guard;
use super::types::{
    RD_KAFKA_OFFSET_INVALID, RespErr, rd_kafka_topic_partition_list_t, rd_kafka_topic_partition_t,
};
use crate::error::ErrorCode;
use crate::sys::malloc::{self, MallocBox};

/// What `_private` of an element points to.
#[derive(Clone)]
struct Private {
    leader_epoch: i32,
}

const NO_LEADER_EPOCH: i32 = -1;

/// The elements of a list.
///
/// # Safety
/// The list is alive and not changed for `'a`.
unsafe fn elements<'a>(list: *const rd_kafka_topic_partition_list_t) -> &'a [rd_kafka_topic_partition_t] {
    // SAFETY: `elems` holds `cnt` elements; a list without any may have no block.
    unsafe {
        match list.as_ref() {
            Some(list) if !list.elems.is_null() => {
                std::slice::from_raw_parts(list.elems, usize::try_from(list.cnt).unwrap_or(0))
            }
            _ => &[],
        }
    }
}

/// The elements of a list, to change; none for NULL.
///
/// # Safety
/// The list is NULL or alive, and nobody else uses it for `'a`.
pub(super) unsafe fn elements_mut<'a>(
    list: *mut rd_kafka_topic_partition_list_t,
) -> &'a mut [rd_kafka_topic_partition_t] {
    // SAFETY: as the caller promises; `elems` holds `cnt` elements.
    unsafe {
        match list.as_mut() {
            Some(list) if !list.elems.is_null() => {
                std::slice::from_raw_parts_mut(list.elems, usize::try_from(list.cnt).unwrap_or(0))
            }
            _ => &mut [],
        }
    }
}

/// Releases what an element owns.
///
/// # Safety
/// The element is not used again.
unsafe fn clear(element: &mut rd_kafka_topic_partition_t) {
    // SAFETY: name, metadata and private part are from malloc or NULL, and the element's.
    unsafe {
        malloc::free(element.topic.cast());
        malloc::free(element.metadata);
        if !element._private.is_null() {
            drop(MallocBox::<Private>::from_raw(element._private.cast()));
        }
    }
}

/// Gives the list room for one more element.
fn grow(list: &mut rd_kafka_topic_partition_list_t) {
    if list.cnt < list.size {
        return;
    }
    // The first two come one by one: lists of one are frequent.
    let more = if list.size < 2 { 1 } else { list.size.max(32) };
    let size = list.size.saturating_add(more);
    let bytes = size as usize * size_of::<rd_kafka_topic_partition_t>();
    let block = malloc::malloc(bytes).cast::<rd_kafka_topic_partition_t>().as_ptr();
    if !list.elems.is_null() {
        // SAFETY: the new block is larger than the old one, which holds `cnt` elements
        // and came from malloc.
        unsafe {
            block.copy_from_nonoverlapping(list.elems, list.cnt as usize);
            malloc::free(list.elems.cast());
        }
    }
    list.elems = block;
    list.size = size;
}

/// Room that a new list has at most.
const SIZE_HINT_MAX: c_int = 1 << 20;

/// A new list with room for `size` elements.
pub fn new_list(size: c_int) -> *mut rd_kafka_topic_partition_list_t {
    // The size is a hint of the caller: nonsense must not exhaust memory.
    let size = if size > SIZE_HINT_MAX { 0 } else { size.max(0) };
    let elems = if size > 0 {
        malloc::malloc(size as usize * size_of::<rd_kafka_topic_partition_t>()).as_ptr().cast()
    } else {
        std::ptr::null_mut()
    };
    MallocBox::into_raw(MallocBox::new(rd_kafka_topic_partition_list_t { cnt: 0, size, elems }))
}

/// Appends an element to a list.
///
/// # Safety
/// The list is alive and the caller's alone.
pub unsafe fn add<'a>(
    list: *mut rd_kafka_topic_partition_list_t,
    topic: &[u8],
    partition: i32,
) -> &'a mut rd_kafka_topic_partition_t {
    // SAFETY: the list is alive, and grow made room for one more element.
    unsafe {
        grow(&mut *list);
        let element = (*list).elems.add((*list).cnt as usize);
        element.write(rd_kafka_topic_partition_t {
            topic: malloc::duplicate_bytes_zero_ended(topic),
            partition,
            offset: RD_KAFKA_OFFSET_INVALID.into(),
            metadata: std::ptr::null_mut(),
            metadata_size: 0,
            opaque: std::ptr::null_mut(),
            err: RespErr::NO_ERROR,
            _private: std::ptr::null_mut(),
        });
        (*list).cnt += 1;
        &mut *element
    }
}

/// Appends a copy of an element.
///
/// # Safety
/// The list is alive and the caller's alone, the element's pointers are valid.
unsafe fn add_copy(list: *mut rd_kafka_topic_partition_list_t, from: &rd_kafka_topic_partition_t) {
    // SAFETY: as the caller promises; the private part is ours.
    unsafe {
        let to = add(list, cstr::bytes(from.topic).unwrap_or_default(), from.partition);
        to.offset = from.offset;
        to.opaque = from.opaque;
        to.err = from.err;
        if !from.metadata.is_null() && from.metadata_size > 0 {
            let bytes = std::slice::from_raw_parts(from.metadata.cast::<u8>(), from.metadata_size);
            to.metadata = malloc::duplicate(bytes).as_ptr();
            to.metadata_size = from.metadata_size;
        }
        if let Some(private) = from._private.cast::<Private>().as_ref() {
            to._private = MallocBox::into_raw(MallocBox::new(private.clone())).cast();
        }
    }
}

/// Place of an element in a list.
///
/// # Safety
/// The list is NULL or alive, the topic NULL or zero-ended.
unsafe fn find(
    list: *const rd_kafka_topic_partition_list_t,
    topic: *const c_char,
    partition: i32,
) -> Option<usize> {
    // SAFETY: as the caller promises; names of elements are zero-ended.
    unsafe {
        let topic = cstr::bytes(topic)?;
        elements(list)
            .iter()
            .position(|e| e.partition == partition && cstr::bytes(e.topic).is_some_and(|t| t == topic))
    }
}

/// Removes the element at `index`, which exists.
///
/// # Safety
/// The list is alive and the caller's alone.
unsafe fn remove(list: &mut rd_kafka_topic_partition_list_t, index: usize) {
    // SAFETY: index is less than cnt.
    unsafe {
        let element = list.elems.add(index);
        clear(&mut *element);
        element.copy_from(element.add(1), list.cnt as usize - index - 1);
    }
    list.cnt -= 1;
}

/// Destroys a topic partition that a function returned alone; NULL does nothing. Not for
/// elements of a list.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_partition_destroy(rktpar: *mut rd_kafka_topic_partition_t) {
    guard("rd_kafka_topic_partition_destroy", (), || {
        // SAFETY: the object is the caller's, in a block from malloc, and given up.
        unsafe {
            if let Some(element) = rktpar.as_mut() {
                clear(element);
                malloc::free(rktpar.cast());
            }
        }
    });
}

/// Sets the leader epoch of an element, -1 for none: that of the offset's record, by which
/// the broker can tell a truncated log.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_partition_set_leader_epoch(
    rktpar: *mut rd_kafka_topic_partition_t,
    leader_epoch: i32,
) {
    guard("rd_kafka_topic_partition_set_leader_epoch", (), || {
        // SAFETY: the element is the caller's; its private part is NULL or ours.
        unsafe {
            let Some(element) = rktpar.as_mut() else { return };
            match element._private.cast::<Private>().as_mut() {
                Some(private) => private.leader_epoch = leader_epoch,
                // No need to store the default.
                None if leader_epoch == NO_LEADER_EPOCH => {}
                None => {
                    element._private = MallocBox::into_raw(MallocBox::new(Private { leader_epoch })).cast();
                }
            }
        }
    });
}

/// Returns the leader epoch of an element, -1 for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_partition_get_leader_epoch(
    rktpar: *const rd_kafka_topic_partition_t,
) -> i32 {
    // SAFETY: the element is NULL or alive; its private part is NULL or ours.
    unsafe {
        rktpar
            .as_ref()
            .and_then(|element| element._private.cast::<Private>().as_ref())
            .map_or(NO_LEADER_EPOCH, |private| private.leader_epoch)
    }
}

/// Makes an empty list with room for `size` elements (it grows by itself), to be destroyed
/// with `rd_kafka_topic_partition_list_destroy()`.
#[unsafe(no_mangle)]
pub extern "C" fn rd_kafka_topic_partition_list_new(size: c_int) -> *mut rd_kafka_topic_partition_list_t {
    guard("rd_kafka_topic_partition_list_new", std::ptr::null_mut(), || new_list(size))
}

/// Destroys a list with its elements; NULL does nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_partition_list_destroy(
    rkparlist: *mut rd_kafka_topic_partition_list_t,
) {
    guard("rd_kafka_topic_partition_list_destroy", (), || {
        // SAFETY: the list is the caller's, its blocks are from malloc, and it is given up.
        unsafe {
            let Some(list) = rkparlist.as_mut() else { return };
            for index in 0..usize::try_from(list.cnt).unwrap_or(0) {
                clear(&mut *list.elems.add(index));
            }
            malloc::free(list.elems.cast());
            malloc::free(rkparlist.cast());
        }
    });
}

/// Appends a partition to a list; its offset is `RD_KAFKA_OFFSET_INVALID`. Returns the new
/// element, valid until the list changes, or NULL without a list or a topic.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_partition_list_add(
    rktparlist: *mut rd_kafka_topic_partition_list_t,
    topic: *const c_char,
    partition: i32,
) -> *mut rd_kafka_topic_partition_t {
    guard("rd_kafka_topic_partition_list_add", std::ptr::null_mut(), || {
        // SAFETY: the list is the caller's, the topic ends with a zero byte.
        unsafe {
            match cstr::bytes(topic) {
                Some(topic) if !rktparlist.is_null() => add(rktparlist, topic, partition),
                _ => std::ptr::null_mut(),
            }
        }
    })
}

/// Appends the partitions from `start` to `stop`, both included.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_partition_list_add_range(
    rktparlist: *mut rd_kafka_topic_partition_list_t,
    topic: *const c_char,
    start: i32,
    stop: i32,
) {
    guard("rd_kafka_topic_partition_list_add_range", (), || {
        // SAFETY: the list is the caller's, the topic ends with a zero byte.
        unsafe {
            if let Some(topic) = cstr::bytes(topic)
                && !rktparlist.is_null()
            {
                for partition in start..=stop {
                    add(rktparlist, topic, partition);
                }
            }
        }
    });
}

/// Removes a partition from a list. Returns 1 if it was there, else 0. Other elements move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_partition_list_del(
    rktparlist: *mut rd_kafka_topic_partition_list_t,
    topic: *const c_char,
    partition: i32,
) -> c_int {
    guard("rd_kafka_topic_partition_list_del", 0, || {
        // SAFETY: the list is the caller's, the topic ends with a zero byte.
        unsafe {
            match find(rktparlist, topic, partition) {
                Some(index) => {
                    remove(&mut *rktparlist, index);
                    1
                }
                None => 0,
            }
        }
    })
}

/// Removes the element at `idx` of `elems`. Returns 1 if there is one, else 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_partition_list_del_by_idx(
    rktparlist: *mut rd_kafka_topic_partition_list_t,
    idx: c_int,
) -> c_int {
    guard("rd_kafka_topic_partition_list_del_by_idx", 0, || {
        // SAFETY: the list is the caller's; the index is checked.
        unsafe {
            match (rktparlist.as_mut(), usize::try_from(idx)) {
                (Some(list), Ok(index)) if idx < list.cnt => {
                    remove(list, index);
                    1
                }
                _ => 0,
            }
        }
    })
}

/// Returns a copy of `src` with all that the elements hold (opaque pointers as they are),
/// NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_partition_list_copy(
    src: *const rd_kafka_topic_partition_list_t,
) -> *mut rd_kafka_topic_partition_list_t {
    guard("rd_kafka_topic_partition_list_copy", std::ptr::null_mut(), || {
        // SAFETY: the list is NULL or alive, and nobody changes it meanwhile.
        unsafe {
            let Some(from) = src.as_ref() else { return std::ptr::null_mut() };
            let to = new_list(from.size);
            for element in elements(src) {
                add_copy(to, element);
            }
            to
        }
    })
}

/// Sets the offset of a partition in a list. Returns
/// `RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION` if it is not there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_partition_list_set_offset(
    rktparlist: *mut rd_kafka_topic_partition_list_t,
    topic: *const c_char,
    partition: i32,
    offset: i64,
) -> RespErr {
    guard("rd_kafka_topic_partition_list_set_offset", ErrorCode::LOCAL_FAIL.into(), || {
        // SAFETY: the list is the caller's, the topic ends with a zero byte.
        unsafe {
            match find(rktparlist, topic, partition) {
                Some(index) => {
                    (*(*rktparlist).elems.add(index)).offset = offset;
                    RespErr::NO_ERROR
                }
                None => ErrorCode::LOCAL_UNKNOWN_PARTITION.into(),
            }
        }
    })
}

/// Returns the first element of a list with this topic and partition, NULL if there is none.
/// It is valid until the list changes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_partition_list_find(
    rktparlist: *const rd_kafka_topic_partition_list_t,
    topic: *const c_char,
    partition: i32,
) -> *mut rd_kafka_topic_partition_t {
    guard("rd_kafka_topic_partition_list_find", std::ptr::null_mut(), || {
        // SAFETY: the list is NULL or alive, the topic ends with a zero byte.
        unsafe {
            match find(rktparlist, topic, partition) {
                Some(index) => (*rktparlist).elems.add(index),
                None => std::ptr::null_mut(),
            }
        }
    })
}

/// The order of lists: topic, then partition.
unsafe extern "C" fn compare(a: *const c_void, b: *const c_void, _opaque: *mut c_void) -> c_int {
    // SAFETY: qsort_r passes elements of the list, whose names end with a zero byte.
    let (a, b) =
        unsafe { (&*a.cast::<rd_kafka_topic_partition_t>(), &*b.cast::<rd_kafka_topic_partition_t>()) };
    let name = |element: &rd_kafka_topic_partition_t| {
        // SAFETY: as above.
        (!element.topic.is_null()).then(|| unsafe { CStr::from_ptr(element.topic) })
    };
    match name(a).cmp(&name(b)).then(a.partition.cmp(&b.partition)) {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    }
}

/// Sorts a list in place: with `cmp` in its order (as for qsort(3); it gets pointers to two
/// elements and `cmp_opaque`), with NULL by topic and partition.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_topic_partition_list_sort(
    rktparlist: *mut rd_kafka_topic_partition_list_t,
    cmp: Option<unsafe extern "C" fn(a: *const c_void, b: *const c_void, cmp_opaque: *mut c_void) -> c_int>,
    cmp_opaque: *mut c_void,
) {
    guard("rd_kafka_topic_partition_list_sort", (), || {
        // SAFETY: the list is the caller's. libc's sort bears comparisons that are not
        // consistent, which Rust's answers with a panic.
        unsafe {
            if let Some(list) = rktparlist.as_mut()
                && list.cnt > 1
            {
                libc::qsort_r(
                    list.elems.cast(),
                    list.cnt as usize,
                    size_of::<rd_kafka_topic_partition_t>(),
                    Some(cmp.unwrap_or(compare)),
                    cmp_opaque,
                );
            }
        }
    });
}
