//! Hashes that map a key to a partition.
//!
//! Pure functions. Results are part of the interface: an application that moves from
//! another client must find its keys in the same partitions.

/// CRC-32 (IEEE 802.3), as in the `consistent` partitioners.
pub fn crc32(key: &[u8]) -> u32 {
    crc32fast::hash(key)
}

/// MurmurHash2, 32 bit, with the seed of Kafka's Java client.
pub fn murmur2(key: &[u8]) -> u32 {
    const MULTIPLIER: u32 = 0x5bd1_e995;
    const SEED: u32 = 0x9747_b28c;
    // Java's length is an i32; longer keys do not exist.
    let mut hash = SEED ^ key.len() as u32;
    let (words, tail) = key.as_chunks::<4>();
    for word in words {
        let mut k = u32::from_le_bytes(*word).wrapping_mul(MULTIPLIER);
        k ^= k >> 24;
        hash = hash.wrapping_mul(MULTIPLIER) ^ k.wrapping_mul(MULTIPLIER);
    }
    if !tail.is_empty() {
        for (i, byte) in tail.iter().enumerate() {
            hash ^= u32::from(*byte) << (8 * i);
        }
        hash = hash.wrapping_mul(MULTIPLIER);
    }
    hash ^= hash >> 13;
    hash = hash.wrapping_mul(MULTIPLIER);
    hash ^ (hash >> 15)
}

/// FNV-1a, 32 bit.
pub fn fnv1a(key: &[u8]) -> u32 {
    key.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// Partition of `key` for the `consistent` partitioners; `count` is at least 1.
pub fn crc32_partition(key: &[u8], count: u32) -> u32 {
    crc32(key) % count
}

/// Partition of `key` for the `murmur2` partitioners (Java's default for keys); `count`
/// is at least 1.
pub fn murmur2_partition(key: &[u8], count: u32) -> u32 {
    (murmur2(key) & 0x7fff_ffff) % count
}

/// Partition of `key` for the `fnv1a` partitioners (Sarama's default for keys): the hash
/// counts as a signed number whose sign is dropped. `count` is at least 1.
pub fn fnv1a_partition(key: &[u8], count: u32) -> u32 {
    (fnv1a(key) as i32).unsigned_abs() % count
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Key, count, then the partitions by crc32, murmur2 and fnv1a.
    const VECTORS: [(&[u8], u32, u32, u32, u32); 14] = [
        (b"fd7af248-ce5c-46a5-93d7-1c0c9005b99d", 32, 23, 26, 19),
        (b"354afe16-939a-4ea8-8e17-8bb0840b6886", 10, 9, 4, 5),
        (b"f562ac3b-2224-4e25-a0ab-56094e10c239", 10, 6, 5, 0),
        (b"TT0124", 15, 9, 10, 2),
        (b"kafka", 1_000_000, 77_399, 980_580, 496_545),
        (b"\xff\x80\x00abc", 1_000_003, 474_633, 107_401, 920_255),
        (b"a", 1_000_003, 344_195, 100_772, 963_672),
        (b"ab", 1_000_003, 395_908, 154_486, 268_064),
        (b"abc", 1_000_003, 565_905, 468_670, 919_011),
        (b"abcd", 1_000_003, 760_417, 831_631, 419_258),
        (b"abcde", 1_000_003, 265_765, 994_358, 362_268),
        (b"", 10, 0, 1, 5),
        (b"", 7, 0, 2, 2),
        (b"key", 1, 0, 0, 0),
    ];

    #[test]
    fn h02_keys_go_where_other_clients_put_them() {
        for (key, count, crc, murmur, fnv) in VECTORS {
            let text = String::from_utf8_lossy(key);
            assert_eq!(crc32_partition(key, count), crc, "crc32 {text}");
            assert_eq!(murmur2_partition(key, count), murmur, "murmur2 {text}");
            assert_eq!(fnv1a_partition(key, count), fnv, "fnv1a {text}");
        }
    }
}
