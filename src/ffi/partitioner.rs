//! The built-in partitioners, callable from partitioners of the application.
//!
//! All take the topic object, the key and the number of partitions, ignore the opaque
//! pointers, and return a partition from 0 to `partition_cnt` - 1. Without partitions they
//! return `RD_KAFKA_PARTITION_UA`.

use std::ffi::c_void;

use super::own;
use super::types::{RD_KAFKA_PARTITION_UA, rd_kafka_topic_t};
use crate::base::hash;

/// The key, `None` for NULL (which is not the same as an empty key).
///
/// # Safety
/// `key` is NULL or readable for `keylen` bytes.
unsafe fn key_bytes<'a>(key: *const c_void, keylen: usize) -> Option<&'a [u8]> {
    // SAFETY: as the caller promises.
    (!key.is_null())
        .then(|| unsafe { std::slice::from_raw_parts(key.cast(), keylen.min(isize::MAX as usize)) })
}

/// Partition of the key by `hash`; of the empty key if there is none.
fn by_hash(key: Option<&[u8]>, partition_cnt: i32, hash: fn(&[u8], u32) -> u32) -> i32 {
    match u32::try_from(partition_cnt) {
        Ok(count) if count > 0 => hash(key.unwrap_or_default(), count) as i32,
        _ => RD_KAFKA_PARTITION_UA,
    }
}

/// A random partition; if it has no leader, another try, since sending to one of those
/// that have is better.
fn random(rkt: *const rd_kafka_topic_t, partition_cnt: i32) -> i32 {
    if partition_cnt <= 0 {
        return RD_KAFKA_PARTITION_UA;
    }
    let first = fastrand::i32(0..partition_cnt);
    if is_available(rkt, first) { first } else { fastrand::i32(0..partition_cnt) }
}

/// Whether the partition has a leader, as far as the topic object tells.
fn is_available(rkt: *const rd_kafka_topic_t, partition: i32) -> bool {
    // SAFETY: the topic is NULL or alive.
    unsafe { own::borrow(rkt) }.is_none_or(|object| object.topic.partition_available(partition))
}

/// Chooses any partition, with equal chances.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_msg_partitioner_random(
    rkt: *const rd_kafka_topic_t,
    _key: *const c_void,
    _keylen: usize,
    partition_cnt: i32,
    _rkt_opaque: *mut c_void,
    _msg_opaque: *mut c_void,
) -> i32 {
    random(rkt, partition_cnt)
}

/// Chooses by the CRC-32 of the key; all messages without a key or with an empty one go
/// to the same partition.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_msg_partitioner_consistent(
    _rkt: *const rd_kafka_topic_t,
    key: *const c_void,
    keylen: usize,
    partition_cnt: i32,
    _rkt_opaque: *mut c_void,
    _msg_opaque: *mut c_void,
) -> i32 {
    // SAFETY: the key is NULL or has the length given.
    by_hash(unsafe { key_bytes(key, keylen) }, partition_cnt, hash::crc32_partition)
}

/// Chooses by the CRC-32 of the key, and any partition for messages without a key or with
/// an empty one. The default of the property `partitioner`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_msg_partitioner_consistent_random(
    rkt: *const rd_kafka_topic_t,
    key: *const c_void,
    keylen: usize,
    partition_cnt: i32,
    _rkt_opaque: *mut c_void,
    _msg_opaque: *mut c_void,
) -> i32 {
    // SAFETY: the key is NULL or has the length given.
    match unsafe { key_bytes(key, keylen) } {
        Some(key) if !key.is_empty() => by_hash(Some(key), partition_cnt, hash::crc32_partition),
        _ => random(rkt, partition_cnt),
    }
}

/// Chooses by the MurmurHash2 of the key, as the Java client does for keys; no key counts
/// as an empty one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_msg_partitioner_murmur2(
    _rkt: *const rd_kafka_topic_t,
    key: *const c_void,
    keylen: usize,
    partition_cnt: i32,
    _rkt_opaque: *mut c_void,
    _msg_opaque: *mut c_void,
) -> i32 {
    // SAFETY: the key is NULL or has the length given.
    by_hash(unsafe { key_bytes(key, keylen) }, partition_cnt, hash::murmur2_partition)
}

/// Chooses by the MurmurHash2 of the key, empty keys included, and any partition for
/// messages without a key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_msg_partitioner_murmur2_random(
    rkt: *const rd_kafka_topic_t,
    key: *const c_void,
    keylen: usize,
    partition_cnt: i32,
    _rkt_opaque: *mut c_void,
    _msg_opaque: *mut c_void,
) -> i32 {
    // SAFETY: the key is NULL or has the length given.
    match unsafe { key_bytes(key, keylen) } {
        Some(key) => by_hash(Some(key), partition_cnt, hash::murmur2_partition),
        None => random(rkt, partition_cnt),
    }
}

/// Chooses by the FNV-1a hash of the key, as Sarama does; no key counts as an empty one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_msg_partitioner_fnv1a(
    _rkt: *const rd_kafka_topic_t,
    key: *const c_void,
    keylen: usize,
    partition_cnt: i32,
    _rkt_opaque: *mut c_void,
    _msg_opaque: *mut c_void,
) -> i32 {
    // SAFETY: the key is NULL or has the length given.
    by_hash(unsafe { key_bytes(key, keylen) }, partition_cnt, hash::fnv1a_partition)
}

/// Chooses by the FNV-1a hash of the key, empty keys included, and any partition for
/// messages without a key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rd_kafka_msg_partitioner_fnv1a_random(
    rkt: *const rd_kafka_topic_t,
    key: *const c_void,
    keylen: usize,
    partition_cnt: i32,
    _rkt_opaque: *mut c_void,
    _msg_opaque: *mut c_void,
) -> i32 {
    // SAFETY: the key is NULL or has the length given.
    match unsafe { key_bytes(key, keylen) } {
        Some(key) => by_hash(Some(key), partition_cnt, hash::fnv1a_partition),
        None => random(rkt, partition_cnt),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::ptr::{null, null_mut};

    type Partitioner = unsafe extern "C" fn(
        *const rd_kafka_topic_t,
        *const c_void,
        usize,
        i32,
        *mut c_void,
        *mut c_void,
    ) -> i32;

    fn partition(partitioner: Partitioner, key: Option<&[u8]>, count: i32) -> i32 {
        let (start, len) = key.map_or((null(), 0), |key| (key.as_ptr().cast(), key.len()));
        // SAFETY: the key has the length given, the topic may be NULL.
        unsafe { partitioner(null(), start, len, count, null_mut(), null_mut()) }
    }

    fn spread(partitioner: Partitioner, key: Option<&[u8]>, count: i32) -> usize {
        (0..500).map(|_| partition(partitioner, key, count)).collect::<HashSet<_>>().len()
    }

    #[test]
    fn h02_exported_partitioners() {
        for (key, count, murmur2, crc32, fnv1a) in [
            ("fd7af248-ce5c-46a5-93d7-1c0c9005b99d", 32, 26, 23, 19),
            ("354afe16-939a-4ea8-8e17-8bb0840b6886", 10, 4, 9, 5),
            ("f562ac3b-2224-4e25-a0ab-56094e10c239", 10, 5, 6, 0),
            ("TT0124", 15, 10, 9, 2),
        ] {
            let key = Some(key.as_bytes());
            assert_eq!(partition(rd_kafka_msg_partitioner_murmur2, key, count), murmur2);
            assert_eq!(partition(rd_kafka_msg_partitioner_murmur2_random, key, count), murmur2);
            assert_eq!(partition(rd_kafka_msg_partitioner_consistent, key, count), crc32);
            assert_eq!(partition(rd_kafka_msg_partitioner_consistent_random, key, count), crc32);
            assert_eq!(partition(rd_kafka_msg_partitioner_fnv1a, key, count), fnv1a);
            assert_eq!(partition(rd_kafka_msg_partitioner_fnv1a_random, key, count), fnv1a);
        }
    }

    #[test]
    fn h03_empty_keys_and_none() {
        let empty = Some(&b""[..]);
        assert_eq!(spread(rd_kafka_msg_partitioner_consistent_random, empty, 10), 10);
        assert_eq!(partition(rd_kafka_msg_partitioner_consistent, empty, 10), 0);
        assert_eq!(partition(rd_kafka_msg_partitioner_murmur2_random, empty, 10), 1);
        assert_eq!(partition(rd_kafka_msg_partitioner_murmur2_random, empty, 7), 2);
        assert_eq!(partition(rd_kafka_msg_partitioner_murmur2, None, 10), 1);
        assert_eq!(spread(rd_kafka_msg_partitioner_murmur2_random, None, 10), 10);
        assert_eq!(spread(rd_kafka_msg_partitioner_fnv1a_random, None, 10), 10);
        assert_eq!(partition(rd_kafka_msg_partitioner_random, None, 0), RD_KAFKA_PARTITION_UA);
    }
}
