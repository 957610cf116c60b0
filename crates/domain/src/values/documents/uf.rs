//! UF: the two letters of a Brazilian state.

use super::document::{InvalidDocument, document};
use crate::values::search_text::fold;

/// One of the 26 states or the federal district.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Uf(String);

document!(Uf, 0..=0);

const UFS: [&str; 27] = [
    "AC", "AL", "AM", "AP", "BA", "CE", "DF", "ES", "GO", "MA", "MG", "MS", "MT", "PA", "PB", "PE", "PI",
    "PR", "RJ", "RN", "RO", "RR", "RS", "SC", "SE", "SP", "TO",
];

/// The names of the states as they are compared.
const NAMES: [(&str, &str); 27] = [
    ("acre", "AC"),
    ("alagoas", "AL"),
    ("amapa", "AP"),
    ("amazonas", "AM"),
    ("bahia", "BA"),
    ("ceara", "CE"),
    ("distrito federal", "DF"),
    ("espirito santo", "ES"),
    ("goias", "GO"),
    ("maranhao", "MA"),
    ("mato grosso", "MT"),
    ("mato grosso do sul", "MS"),
    ("minas gerais", "MG"),
    ("para", "PA"),
    ("paraiba", "PB"),
    ("parana", "PR"),
    ("pernambuco", "PE"),
    ("piaui", "PI"),
    ("rio de janeiro", "RJ"),
    ("rio grande do norte", "RN"),
    ("rio grande do sul", "RS"),
    ("rondonia", "RO"),
    ("roraima", "RR"),
    ("santa catarina", "SC"),
    ("sao paulo", "SP"),
    ("sergipe", "SE"),
    ("tocantins", "TO"),
];

impl Uf {
    /// Reads the two letters in any case, or the name as marketplaces send it, with or without accents.
    pub fn parse(text: &str) -> Result<Self, InvalidDocument> {
        let abbreviation = text.trim().to_ascii_uppercase();
        if UFS.contains(&abbreviation.as_str()) {
            Ok(Self(abbreviation))
        } else if let Some((_, uf)) = NAMES.iter().find(|(name, _)| *name == fold(text.trim())) {
            Ok(Self((*uf).to_owned()))
        } else {
            Err(InvalidDocument::Unknown("a sigla de uma unidade da federação (por exemplo, SP)"))
        }
    }
}
