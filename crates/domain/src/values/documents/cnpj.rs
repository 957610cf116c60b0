//! CNPJ: a company's taxpayer number.

use super::check_digits::{confere_mod11, repetido, sem_mascara};
use super::document::{DocumentoInvalido, documento};

/// A CNPJ: twelve positions, since 2026 letters too, and two check digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cnpj(String);

documento!(Cnpj);

impl Cnpj {
    /// Reads the characters, with or without the mask `00.000.000/0000-00`; letters in any case.
    pub fn parse(texto: &str) -> Result<Self, DocumentoInvalido> {
        let nu = sem_mascara(texto);
        let forma = nu.len() == 14
            && nu.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase())
            && nu.bytes().skip(12).all(|b| b.is_ascii_digit());
        if !forma {
            return Err(DocumentoInvalido::Forma(
                "14 caracteres: 12 letras ou dígitos e 2 dígitos verificadores",
            ));
        }
        if repetido(&nu) {
            return Err(DocumentoInvalido::Repetido);
        }
        if !confere_mod11(&nu, 2, 9) {
            return Err(DocumentoInvalido::Digito);
        }
        Ok(Self(nu))
    }
}
