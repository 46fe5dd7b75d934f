//! The addresses behind a broker's name, tried in turn. Owned by the connection.

use crate::base::time::Time;
use std::net::SocketAddr;

/// Resolved addresses and where in the list we are.
#[derive(Debug, Default)]
pub struct AddressList {
    addrs: Vec<SocketAddr>,
    next: usize,
    resolved_at: Time,
}

impl AddressList {
    /// Takes in a fresh answer of the resolver; starts with its first address.
    pub fn refill(&mut self, now: Time, addrs: Vec<SocketAddr>) {
        *self = AddressList { addrs, next: 0, resolved_at: now };
    }

    /// The next address to try; none when every one was tried or the answer is
    /// older than `ttl_ms`: resolve again then.
    pub fn take_next(&mut self, now: Time, ttl_ms: u64) -> Option<SocketAddr> {
        if now >= self.resolved_at.after_ms(ttl_ms.max(1)) {
            self.next = self.addrs.len();
        }
        let addr = self.addrs.get(self.next).copied();
        self.next += usize::from(addr.is_some());
        addr
    }

    /// True if an address of this answer was not tried yet.
    pub fn has_untried(&self) -> bool {
        self.next < self.addrs.len()
    }

    /// Forgets everything: the name changed, or a round is over.
    pub fn clear(&mut self) {
        self.addrs.clear();
        self.next = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_once_and_never_a_stale_one() {
        let (a, b): (SocketAddr, SocketAddr) = ("127.0.0.1:1".parse().unwrap(), "[::1]:1".parse().unwrap());
        let mut list = AddressList::default();
        assert_eq!(list.take_next(Time(5), 1000), None);
        list.refill(Time(5), vec![a, b]);
        assert_eq!(list.take_next(Time(6), 1000), Some(a));
        assert!(list.has_untried());
        assert_eq!(list.take_next(Time(7), 1000), Some(b));
        assert_eq!(list.take_next(Time(8), 1000), None);
        assert!(!list.has_untried());
        list.refill(Time(5), vec![a, b]);
        assert_eq!(list.take_next(Time(1_000_005), 1000), None);
    }
}
