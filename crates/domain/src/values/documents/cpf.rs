//! CPF: a person's taxpayer number.

use super::check_digits::{confere_mod11, digitos, repetido, sem_mascara};
use super::document::{DocumentoInvalido, documento};

/// A CPF: 11 digits, the last two checking the rest.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cpf(String);

documento!(Cpf);

impl Cpf {
    /// Reads the digits, with or without the mask `000.000.000-00`.
    pub fn parse(texto: &str) -> Result<Self, DocumentoInvalido> {
        let nu = sem_mascara(texto);
        if !digitos(&nu, 11) {
            return Err(DocumentoInvalido::Forma("11 dígitos"));
        }
        if repetido(&nu) {
            return Err(DocumentoInvalido::Repetido);
        }
        if !confere_mod11(&nu, 2, 11) {
            return Err(DocumentoInvalido::Digito);
        }
        Ok(Self(nu))
    }
}
