//! The access key of an electronic invoice (NF-e).

use super::check_digits::{confere_mod11, repetido, sem_mascara};
use super::document::{DocumentoInvalido, documento};

/// An NF-e access key: 44 characters, the last one checking the rest.
///
/// They are digits, but for the twelve that repeat the issuer's CNPJ and so may be letters since 2026.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ChaveNfe(String);

documento!(ChaveNfe);

const TAMANHO: usize = 44;
const CNPJ: std::ops::Range<usize> = 6..18;

impl ChaveNfe {
    /// Reads the characters; the spaces of the printed form are dropped.
    pub fn parse(texto: &str) -> Result<Self, DocumentoInvalido> {
        let nu = sem_mascara(texto);
        let forma = nu.len() == TAMANHO
            && nu
                .bytes()
                .enumerate()
                .all(|(i, b)| b.is_ascii_digit() || CNPJ.contains(&i) && b.is_ascii_uppercase());
        if !forma {
            return Err(DocumentoInvalido::Forma("44 dígitos"));
        }
        if repetido(&nu) {
            return Err(DocumentoInvalido::Repetido);
        }
        if !confere_mod11(&nu, 1, 9) {
            return Err(DocumentoInvalido::Digito);
        }
        Ok(Self(nu))
    }
}
