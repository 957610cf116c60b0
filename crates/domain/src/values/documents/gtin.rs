//! GTIN (EAN, UPC): a product's number in world trade.

use super::check_digits::digits;
use super::document::{InvalidDocument, document};

/// A GTIN of 8, 12, 13 or 14 digits, or the words `SEM GTIN` of a product that has none.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Gtin(String);

// of those that lose zeros nearly all are of 12
document!(Gtin, 9..=12);

/// Digits that it may have, and the most of them.
const SIZES: [usize; 4] = [8, 12, 13, DIGITS];
const DIGITS: usize = 14;

/// What a product without a number is given, in the words of the Brazilian invoice.
const NO_GTIN: &str = "SEM GTIN";

impl Gtin {
    /// Reads the digits, or `SEM GTIN` in any case.
    pub fn parse(text: &str) -> Result<Self, InvalidDocument> {
        let bare = text.trim();
        if bare.eq_ignore_ascii_case(NO_GTIN) {
            return Ok(Self(NO_GTIN.to_owned()));
        }
        if !SIZES.iter().any(|n| digits(bare, *n)) {
            return Err(InvalidDocument::Shape("8, 12, 13 ou 14 dígitos, ou ser SEM GTIN, ou ficar vazio"));
        }
        if !check_mod10(bare) {
            return Err(InvalidDocument::Digit);
        }
        Ok(Self(bare.to_owned()))
    }
}

/// The digits of a GTIN with zeros before them: those of 8, 12, 13 and 14 digits are one number. Any other text as it
/// is.
pub fn gtin_digits(text: &str) -> String {
    let digits = (1..=DIGITS).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    if digits { format!("{text:0>DIGITS$}") } else { text.to_owned() }
}

/// How a GTIN may be written, with and without zeros before it.
pub fn gtin_spellings(text: &str) -> Vec<String> {
    let whole = gtin_digits(text.trim());
    let cut = |digits: usize| {
        let (zeros, rest) = whole.split_at_checked(whole.len().checked_sub(digits)?)?;
        zeros.bytes().all(|b| b == b'0').then(|| rest.to_owned())
    };
    if whole.len() == DIGITS { SIZES.iter().filter_map(|digits| cut(*digits)).collect() } else { vec![whole] }
}

/// Every digit, the check digit included, weighted 1, 3, 1 … from the right, adds up to a multiple of 10.
fn check_mod10(text: &str) -> bool {
    let sum: u32 =
        text.bytes().rev().zip([1, 3].into_iter().cycle()).map(|(b, w)| u32::from(b - b'0') * w).sum();
    sum.is_multiple_of(10)
}
