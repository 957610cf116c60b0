//! CEP: the Brazilian postal code.

use super::check_digits::{digitos, sem_mascara};
use super::document::{DocumentoInvalido, documento};

/// A CEP: 8 digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cep(String);

documento!(Cep);

impl Cep {
    /// Reads the digits, with or without the mask `00000-000`.
    pub fn parse(texto: &str) -> Result<Self, DocumentoInvalido> {
        let nu = sem_mascara(texto);
        if digitos(&nu, 8) { Ok(Self(nu)) } else { Err(DocumentoInvalido::Forma("8 dígitos")) }
    }
}
