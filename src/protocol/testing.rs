//! Made-up messages for tests.

use super::{Records, Uuid};

/// A value that is valid at `version`: fields the version lacks keep their default.
pub(crate) trait Random {
    fn random(g: &mut Gen, version: i16) -> Self;
}

/// Source of made-up values; the same seed gives the same ones.
pub(crate) struct Gen(fastrand::Rng);

impl Gen {
    pub(crate) fn new(seed: u64) -> Gen {
        Gen(fastrand::Rng::with_seed(seed))
    }

    pub(crate) fn bool(&mut self) -> bool {
        self.0.bool()
    }

    pub(crate) fn i8(&mut self) -> i8 {
        self.0.i8(..)
    }

    pub(crate) fn i16(&mut self) -> i16 {
        self.0.i16(..)
    }

    pub(crate) fn i32(&mut self) -> i32 {
        self.0.i32(..)
    }

    pub(crate) fn i64(&mut self) -> i64 {
        self.0.i64(..)
    }

    #[allow(dead_code)]
    pub(crate) fn u16(&mut self) -> u16 {
        self.0.u16(..)
    }

    #[allow(dead_code)]
    pub(crate) fn f64(&mut self) -> f64 {
        self.0.f64()
    }

    pub(crate) fn uuid(&mut self) -> Uuid {
        self.0.u128(..).to_be_bytes()
    }

    pub(crate) fn string(&mut self) -> String {
        let len = self.length();
        (0..len).map(|_| self.0.char('a'..'\u{2000}')).collect()
    }

    #[allow(dead_code)]
    pub(crate) fn bytes(&mut self) -> Vec<u8> {
        let len = self.length();
        (0..len).map(|_| self.0.u8(..)).collect()
    }

    pub(crate) fn records(&mut self) -> Records {
        Records::from(self.bytes())
    }

    pub(crate) fn array<T>(&mut self, mut element: impl FnMut(&mut Gen) -> T) -> Vec<T> {
        (0..self.0.usize(0..4)).map(|_| element(self)).collect()
    }

    pub(crate) fn nullable<T>(&mut self, nullable: bool, value: impl FnOnce(&mut Gen) -> T) -> Option<T> {
        if nullable && self.0.u8(0..4) == 0 { None } else { Some(value(self)) }
    }

    /// Mostly short, at times longer than one byte of varint can say.
    fn length(&mut self) -> usize {
        if self.0.u8(0..16) == 0 { self.0.usize(120..300) } else { self.0.usize(0..8) }
    }
}
