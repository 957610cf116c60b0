//! GTIN (EAN, UPC): a product's number in world trade.

use super::check_digits::digits;
use super::document::{InvalidDocument, document};

/// A GTIN of 8, 12, 13 or 14 digits, or the words `SEM GTIN` of a product that has none.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Gtin(String);

document!(Gtin);

/// What a product without a number is given, in the words of the Brazilian invoice.
const NO_GTIN: &str = "SEM GTIN";

impl Gtin {
    /// Reads the digits, or `SEM GTIN` in any case.
    pub fn parse(text: &str) -> Result<Self, InvalidDocument> {
        let bare = text.trim();
        if bare.eq_ignore_ascii_case(NO_GTIN) {
            return Ok(Self(NO_GTIN.to_owned()));
        }
        if ![8, 12, 13, 14].iter().any(|n| digits(bare, *n)) {
            return Err(InvalidDocument::Shape("8, 12, 13 ou 14 dígitos, ou ser SEM GTIN, ou ficar vazio"));
        }
        if !check_mod10(bare) {
            return Err(InvalidDocument::Digit);
        }
        Ok(Self(bare.to_owned()))
    }
}

/// Every digit, the check digit included, weighted 1, 3, 1 … from the right, adds up to a multiple of 10.
fn check_mod10(text: &str) -> bool {
    let sum: u32 =
        text.bytes().rev().zip([1, 3].into_iter().cycle()).map(|(b, w)| u32::from(b - b'0') * w).sum();
    sum.is_multiple_of(10)
}
