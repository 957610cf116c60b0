//! CNPJ: a company's taxpayer number.

use super::check_digits::{check_mod11, repeated, without_mask};
use super::document::{InvalidDocument, document};

/// A CNPJ: twelve positions, since 2026 letters too, and two check digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cnpj(String);

document!(Cnpj, 1..=14);

impl Cnpj {
    /// Reads the characters, with or without the mask `00.000.000/0000-00`; letters in any case.
    pub fn parse(text: &str) -> Result<Self, InvalidDocument> {
        let bare = without_mask(text);
        let forma = bare.len() == 14
            && bare.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase())
            && bare.bytes().skip(12).all(|b| b.is_ascii_digit());
        if !forma {
            return Err(InvalidDocument::Shape(
                "14 caracteres: 12 letras ou dígitos e 2 dígitos verificadores",
            ));
        }
        if repeated(&bare) {
            return Err(InvalidDocument::Repeated);
        }
        if !check_mod11(&bare, 2, 9) {
            return Err(InvalidDocument::Digit);
        }
        Ok(Self(bare))
    }
}
