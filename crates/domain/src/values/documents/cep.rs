//! CEP: the Brazilian postal code.

use super::check_digits::{digits, without_mask};
use super::document::{InvalidDocument, document};

/// A CEP: 8 digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cep(String);

document!(Cep, 7..=8);

impl Cep {
    /// Reads the digits, with or without the mask `00000-000`.
    pub fn parse(text: &str) -> Result<Self, InvalidDocument> {
        let bare = without_mask(text);
        if digits(&bare, 8) { Ok(Self(bare)) } else { Err(InvalidDocument::Shape("8 dígitos")) }
    }
}
