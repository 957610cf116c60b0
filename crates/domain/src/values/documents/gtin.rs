//! GTIN (EAN, UPC): a product's number in world trade.

use super::check_digits::digitos;
use super::document::{DocumentoInvalido, documento};

/// A GTIN of 8, 12, 13 or 14 digits, or the words `SEM GTIN` of a product that has none.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Gtin(String);

documento!(Gtin);

/// What a product without a number is given, in the words of the Brazilian invoice.
const SEM_GTIN: &str = "SEM GTIN";

impl Gtin {
    /// Reads the digits, or `SEM GTIN` in any case.
    pub fn parse(texto: &str) -> Result<Self, DocumentoInvalido> {
        let nu = texto.trim();
        if nu.eq_ignore_ascii_case(SEM_GTIN) {
            return Ok(Self(SEM_GTIN.to_owned()));
        }
        if ![8, 12, 13, 14].iter().any(|n| digitos(nu, *n)) {
            return Err(DocumentoInvalido::Forma("8, 12, 13 ou 14 dígitos, ou ser SEM GTIN, ou ficar vazio"));
        }
        if !confere_mod10(nu) {
            return Err(DocumentoInvalido::Digito);
        }
        Ok(Self(nu.to_owned()))
    }
}

/// Every digit, the check digit included, weighted 1, 3, 1 … from the right, adds up to a multiple of 10.
fn confere_mod10(texto: &str) -> bool {
    let soma: u32 =
        texto.bytes().rev().zip([1, 3].into_iter().cycle()).map(|(b, w)| u32::from(b - b'0') * w).sum();
    soma.is_multiple_of(10)
}
