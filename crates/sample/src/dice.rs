//! Chance, seeded: the same seed and the same moment give the same data.
//!
//! ChaCha8 rather than the crate's standard generator: its sequence is part of its definition, so a seed
//! keeps its meaning when the crate is updated.

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// A seeded source of choices.
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// One independent sequence per (seed, stream): what one part draws does not shift another.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream);
        Self(rng)
    }

    /// A whole number of the range, both ends included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        self.0.random_range(low..=high.max(low))
    }

    /// The same as an i32, for the fields that hold one.
    pub fn small(&mut self, low: i32, high: i32) -> i32 {
        self.0.random_range(low..=high.max(low))
    }

    /// True in `percent` of 100 cases.
    pub fn percent(&mut self, percent: u32) -> bool {
        self.0.random_range(0..100) < percent
    }

    /// One of a list; the type's default when it is empty.
    pub fn pick<T: Copy + Default>(&mut self, list: &[T]) -> T {
        list.choose(&mut self.0).copied().unwrap_or_default()
    }

    /// One of a list by weight; the type's default when it is empty.
    pub fn weighted<T: Copy + Default>(&mut self, list: &[(T, u32)]) -> T {
        let total: u32 = list.iter().map(|(_, weight)| weight).sum();
        let mut left = if total == 0 { 0 } else { self.0.random_range(0..total) };
        for (item, weight) in list {
            if left < *weight {
                return *item;
            }
            left -= weight;
        }
        T::default()
    }

    /// One of a list, by reference.
    pub fn pick_ref<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.choose(&mut self.0)
    }

    /// `n` decimal digits.
    pub fn digits(&mut self, n: usize) -> Vec<u8> {
        (0..n).map(|_| self.0.random_range(0..=9)).collect()
    }

    /// `n` lower-case hexadecimal digits.
    pub fn hex(&mut self, n: usize) -> String {
        (0..n).filter_map(|_| char::from_digit(self.0.random_range(0..16), 16)).collect()
    }
}
