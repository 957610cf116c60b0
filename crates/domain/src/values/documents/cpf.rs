//! CPF: a person's taxpayer number.

use super::check_digits::{check_mod11, digits, repeated, without_mask};
use super::document::{InvalidDocument, document};

/// A CPF: 11 digits, the last two checking the rest.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cpf(String);

document!(Cpf, 1..=11);

impl Cpf {
    /// Reads the digits, with or without the mask `000.000.000-00`.
    pub fn parse(text: &str) -> Result<Self, InvalidDocument> {
        let bare = without_mask(text);
        if !digits(&bare, 11) {
            return Err(InvalidDocument::Shape("11 dígitos"));
        }
        if repeated(&bare) {
            return Err(InvalidDocument::Repeated);
        }
        if !check_mod11(&bare, 2, 11) {
            return Err(InvalidDocument::Digit);
        }
        Ok(Self(bare))
    }
}
