//! UF: the two letters of a Brazilian state.

use super::document::{InvalidDocument, document};

/// One of the 26 states or the federal district.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Uf(String);

document!(Uf);

const UFS: [&str; 27] = [
    "AC", "AL", "AM", "AP", "BA", "CE", "DF", "ES", "GO", "MA", "MG", "MS", "MT", "PA", "PB", "PE", "PI",
    "PR", "RJ", "RN", "RO", "RR", "RS", "SC", "SE", "SP", "TO",
];

impl Uf {
    /// Reads the two letters in any case.
    pub fn parse(text: &str) -> Result<Self, InvalidDocument> {
        let abbreviation = text.trim().to_ascii_uppercase();
        if UFS.contains(&abbreviation.as_str()) {
            Ok(Self(abbreviation))
        } else {
            Err(InvalidDocument::Unknown("a sigla de uma unidade da federação (por exemplo, SP)"))
        }
    }
}
