//! The access key of an electronic invoice (NF-e).

use super::check_digits::{check_mod11, repeated, without_mask};
use super::document::{InvalidDocument, document};

/// An NF-e access key: 44 characters, the last one checking the rest.
///
/// They are digits, but for the twelve that repeat the issuer's CNPJ and so may be letters since 2026.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NfeKey(String);

document!(NfeKey, 0..=0);

const SIZE: usize = 44;
const CNPJ: std::ops::Range<usize> = 6..18;

impl NfeKey {
    /// Reads the characters; the spaces of the printed form are dropped, and the `NFe` before a key in XML.
    pub fn parse(text: &str) -> Result<Self, InvalidDocument> {
        let text = without_mask(text);
        let bare = text.strip_prefix("NFE").unwrap_or(&text).to_owned();
        let forma = bare.len() == SIZE
            && bare
                .bytes()
                .enumerate()
                .all(|(i, b)| b.is_ascii_digit() || CNPJ.contains(&i) && b.is_ascii_uppercase());
        if !forma {
            return Err(InvalidDocument::Shape("44 dígitos"));
        }
        if repeated(&bare) {
            return Err(InvalidDocument::Repeated);
        }
        if !check_mod11(&bare, 1, 9) {
            return Err(InvalidDocument::Digit);
        }
        Ok(Self(bare))
    }
}
