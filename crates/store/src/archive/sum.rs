//! A checksum of a table's rows, whatever their order.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

/// The SHA-256 of every row, added up: each database reads a table in the order that costs it least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sum([u64; 4]);

impl Sum {
    /// Adds a row: its line in the archive without the line's end.
    pub(super) fn add(&mut self, row: &[u8]) {
        let hash = Sha256::digest(row);
        let (words, _) = hash.as_slice().as_chunks::<8>();
        for (sum, word) in self.0.iter_mut().zip(words) {
            *sum = sum.wrapping_add(u64::from_be_bytes(*word));
        }
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|word| write!(f, "{word:016x}"))
    }
}

impl FromStr for Sum {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "a checksum has 64 hexadecimal digits".to_owned();
        let mut words = [0; 4];
        if text.len() != 64 || !text.is_ascii() {
            return Err(wrong());
        }
        for (place, word) in words.iter_mut().enumerate() {
            let digits = text.get(place * 16..place * 16 + 16).ok_or_else(wrong)?;
            *word = u64::from_str_radix(digits, 16).map_err(|_| wrong())?;
        }
        Ok(Self(words))
    }
}

impl Serialize for Sum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Sum {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn of(rows: &[&str]) -> Sum {
        let mut sum = Sum::default();
        rows.iter().for_each(|row| sum.add(row.as_bytes()));
        sum
    }

    #[test]
    fn the_order_of_rows_does_not_matter_and_nothing_else_is_overlooked() {
        assert_eq!(of(&["[1]", "[2]"]), of(&["[2]", "[1]"]));
        for other in [&["[1]", "[3]"][..], &["[1]"], &["[1]", "[2]", "[2]"], &["[12]"]] {
            assert_ne!(of(&["[1]", "[2]"]), of(other));
        }
        let sum = of(&["[1]"]);
        assert_eq!(sum.to_string().parse::<Sum>().unwrap(), sum);
        assert!("é".repeat(32).parse::<Sum>().is_err());
    }
}
