//! Headers of a message: an ordered list of names and optional values.
//!
//! Pure data. Each name and value is followed by a zero byte in memory, since C programs
//! read them as strings; the zero byte is never part of the value.

/// Bytes with a zero byte behind them.
#[derive(Clone, PartialEq, Eq)]
struct ZeroEnded(Box<[u8]>);

impl ZeroEnded {
    fn new(bytes: &[u8]) -> ZeroEnded {
        let mut copy = Vec::with_capacity(bytes.len() + 1);
        copy.extend_from_slice(bytes);
        copy.push(0);
        ZeroEnded(copy.into_boxed_slice())
    }

    fn bytes(&self) -> &[u8] {
        &self.0[..self.0.len() - 1]
    }
}

#[derive(Clone, PartialEq, Eq)]
struct Header {
    name: ZeroEnded,
    value: Option<ZeroEnded>,
}

/// The headers of one message (KIP-82). Names may repeat; order is kept.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Headers {
    list: Vec<Header>,
    /// Bytes of names and values, without their zero bytes.
    size: usize,
}

impl Headers {
    /// No headers yet, with room for `capacity`.
    pub fn with_capacity(capacity: usize) -> Headers {
        // The hint comes from the application: take it for what it is worth.
        Headers { list: Vec::with_capacity(capacity.min(1024)), size: 0 }
    }

    /// Appends a header; `None` is Kafka's null value.
    pub fn add(&mut self, name: &[u8], value: Option<&[u8]>) {
        self.size += name.len() + value.map_or(0, <[u8]>::len);
        self.list.push(Header { name: ZeroEnded::new(name), value: value.map(ZeroEnded::new) });
    }

    /// Removes all headers of this name; tells how many there were.
    pub fn remove(&mut self, name: &[u8]) -> usize {
        let before = self.list.len();
        self.list.retain(|header| header.name.bytes() != name);
        self.size = self.iter().map(|(name, value)| name.len() + value.map_or(0, <[u8]>::len)).sum();
        before - self.list.len()
    }

    /// Number of headers.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// True if there is no header.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Bytes of all names and values.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Name and value of the header at `index`.
    pub fn get(&self, index: usize) -> Option<(&[u8], Option<&[u8]>)> {
        self.list.get(index).map(|header| (header.name.bytes(), header.value.as_ref().map(ZeroEnded::bytes)))
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&[u8], Option<&[u8]>)> + '_ {
        self.list.iter().map(|header| (header.name.bytes(), header.value.as_ref().map(ZeroEnded::bytes)))
    }

    /// Values of this name, in order.
    pub fn values<'a>(&'a self, name: &'a [u8]) -> impl DoubleEndedIterator<Item = Option<&'a [u8]>> + 'a {
        self.iter().filter(move |(n, _)| *n == name).map(|(_, value)| value)
    }
}

impl std::fmt::Debug for Headers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map()
            .entries(self.iter().map(|(name, value)| {
                (String::from_utf8_lossy(name).into_owned(), value.map(String::from_utf8_lossy))
            }))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_duplicates_and_nulls_are_kept() {
        let mut headers = Headers::with_capacity(0);
        headers.add(b"n", None);
        headers.add(b"e", Some(b""));
        headers.add(b"d", Some(b"1"));
        headers.add(b"d", Some(b"2"));
        headers.add(b"bin", Some(b"a\0b"));
        assert_eq!((headers.len(), headers.size()), (5, 12));
        assert_eq!(headers.get(0), Some((&b"n"[..], None)));
        assert_eq!(headers.get(1), Some((&b"e"[..], Some(&b""[..]))));
        assert_eq!(headers.values(b"d").collect::<Vec<_>>(), [Some(&b"1"[..]), Some(&b"2"[..])]);
        assert_eq!(headers.values(b"bin").next_back(), Some(Some(&b"a\0b"[..])));
        assert_eq!((headers.remove(b"d"), headers.remove(b"d"), headers.size()), (2, 0, 8));
    }
}
