//! The texts that the cells of a workbook share, close together.

use crate::bounds::{SHARED_COUNT_MAX, SHARED_MAX};
use crate::error::SheetError;

/// Shared texts, one behind the other, and where each ends.
#[derive(Debug, Default)]
pub struct Shared {
    text: String,
    ends: Vec<u32>,
}

impl Shared {
    /// Room for so many bytes, so that growing does not copy them.
    pub fn with_room(bytes: usize) -> Self {
        Self { text: String::with_capacity(bytes.min(SHARED_MAX)), ends: Vec::new() }
    }

    /// A text by its number.
    pub fn get(&self, number: usize) -> Option<&str> {
        let end = *self.ends.get(number)? as usize;
        let begin = match number.checked_sub(1) {
            Some(before) => *self.ends.get(before)? as usize,
            None => 0,
        };
        self.text.get(begin..end)
    }

    /// The next text.
    pub fn push(&mut self, text: &str) -> Result<(), SheetError> {
        let length = self.text.len() + text.len();
        let end =
            u32::try_from(length).ok().filter(|_| length <= SHARED_MAX && self.ends.len() < SHARED_COUNT_MAX);
        self.ends.push(end.ok_or_else(too_large)?);
        self.text.push_str(text);
        Ok(())
    }
}

/// More shared text than is kept in memory.
pub fn too_large() -> SheetError {
    SheetError::Large { what: "the text of its cells", most: (SHARED_MAX >> 20) as u64 }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_by_their_numbers() {
        let mut shared = Shared::default();
        for text in ["a", "", "ção"] {
            shared.push(text).unwrap();
        }
        assert_eq!(
            [shared.get(0), shared.get(1), shared.get(2), shared.get(3)],
            [Some("a"), Some(""), Some("ção"), None]
        );
        assert!(shared.push(&"x".repeat(SHARED_MAX)).is_err());
    }
}
