//! Profiles: what the columns of another system's sheet are, as data.

use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::error::FileError;
use crate::heading::key;
use crate::kind::Kind;

/// A profile: how a sheet is recognised, and what its columns are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Profile {
    /// Its name, as it is asked for.
    pub nome: String,
    /// Its name as people read it.
    #[serde(default)]
    pub titulo: String,
    /// What the sheet holds: a [`Kind`]'s name. One of SKUs also serves for their stock and prices.
    pub tipo: String,
    /// Sets of headings; a sheet that has all of one set is recognised.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reconhece: Vec<Vec<String>>,
    /// Why such a sheet is refused, when it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recusa: Option<String>,
    /// The type of the channel that the orders are of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tipo_canal: Option<String>,
    /// The sign before decimals where the cells do not decide it: `,` or `.`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decimal: Option<char>,
    /// `precoPor` is a promotional price: where it is empty, `precoDe` is the price, and nothing is crossed
    /// out.
    #[serde(default)]
    pub promocional: bool,
    /// An order's total is the sum of its items when no column has it.
    #[serde(default)]
    pub soma: bool,
    /// Values of members that no column has.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub constantes: BTreeMap<String, String>,
    /// Rows that are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deixa: Vec<LeftOut>,
    /// What rows have of another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heranca: Option<Inheritance>,
    /// Headings of columns that are not to be taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignora: Vec<String>,
    /// The columns that mean something.
    pub colunas: Vec<ProfileColumn>,
}

/// Columns of a sheet that are one member.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProfileColumn {
    /// Their headings; `*` at the end stands for anything. Of several that hold one value the first that is
    /// not empty counts; lists are put together.
    pub de: Vec<String>,
    /// The member.
    pub para: String,
    /// The unit of its numbers, where the heading does not name it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unidade: Option<String>,
    /// What stands between the parts of a list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub separador: Option<String>,
    /// Words for values; `*` at a word's end stands for anything.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub palavras: BTreeMap<String, String>,
    /// Words that say nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vazio: Vec<String>,
    /// The attribute whose value it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub atributo: Option<String>,
    /// The heading of the column that names the attribute; `*` is what stands for `*` in `de`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nome_em: Option<String>,
    /// The amount is of the row's whole quantity.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub da_quantidade: bool,
}

/// Rows that are left out: those that have one of the words in a column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LeftOut {
    /// The heading.
    pub coluna: String,
    /// The words; `*` at the end stands for anything, and an empty one for an empty cell.
    pub palavras: Vec<String>,
}

/// What rows have of another one: of the first of their group, or of their parent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Inheritance {
    /// Headings of what rows of a group have in common; the first that is there counts.
    pub grupo: Vec<String>,
    /// Headings of the parent's own codes, where `grupo` names the parent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pai: Vec<String>,
    /// What of it is taken where a row's own cell is empty.
    pub colunas: Vec<String>,
    /// What is put together of all rows of the group.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub junta: Vec<String>,
}

macro_rules! shipped {
    ($($file:literal),+ $(,)?) => { &[$(include_str!(concat!("../profiles/", $file, ".toml"))),+] };
}

const SHIPPED: &[&str] = shipped![
    "bling",
    "bling-estoque",
    "tiny",
    "nuvemshop",
    "loja-integrada",
    "woocommerce",
    "shopify",
    "vtex",
    "magento",
    "google",
    "nfe",
    "mercado-livre",
    "shopee",
    "amazon",
    "shopify-pedidos",
    "olist",
];

static ALL: LazyLock<Vec<Profile>> =
    LazyLock::new(|| SHIPPED.iter().filter_map(|text| toml::from_str(text).ok()).collect());

/// The profiles that come with the project, in the order of what Brazilian stores leave.
pub fn profiles() -> &'static [Profile] {
    &ALL
}

/// Names of columns of many systems, by member; see `profiles/sinonimos.toml`.
static SYNONYMS: LazyLock<BTreeMap<String, BTreeMap<String, Vec<String>>>> =
    LazyLock::new(|| toml::from_str(include_str!("../profiles/sinonimos.toml")).unwrap_or_default());

/// The member that a heading is a synonym of, in files of a kind.
pub fn synonym(kind: Kind, heading: &str) -> Option<&'static str> {
    let of_kind = match kind {
        Kind::Skus | Kind::Estoque | Kind::Precos => "skus",
        Kind::Pedidos => "pedidos",
        Kind::Categorias => "categorias",
    };
    let found = SYNONYMS.get(of_kind)?.iter();
    let mut found = found.filter(|(_, names)| names.iter().any(|name| key(name) == heading));
    found.next().map(|(member, _)| member.as_str())
}

/// True for a word that is one of a profile's: compared as headings are, with `*` at the end for anything.
pub fn is_word(pattern: &str, text: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => key(text).starts_with(&key(start)),
        None => key(pattern) == key(text),
    }
}

impl Profile {
    /// Reads one that was saved; refused when it names what there is not.
    pub fn from_json(text: &str) -> Result<Self, FileError> {
        let profile: Self = serde_json::from_str(text)?;
        profile.check()?;
        Ok(profile)
    }

    /// Refuses a profile of an unknown kind or with unknown members.
    pub fn check(&self) -> Result<(), FileError> {
        let kind = Kind::from_name(&self.tipo).ok_or_else(|| FileError::NoMember(self.tipo.clone()))?;
        let members = self.colunas.iter().map(|column| &column.para).chain(self.constantes.keys());
        for member in members {
            if kind.column(member).is_none() {
                return Err(FileError::NoMember(member.clone()));
            }
        }
        Ok(())
    }

    /// True when it serves for files of a kind.
    pub fn serves(&self, kind: Kind) -> bool {
        let of_skus = matches!(kind, Kind::Estoque | Kind::Precos) && self.tipo == Kind::Skus.name();
        self.tipo == kind.name() || of_skus
    }

    /// The headings that it names, whatever for.
    pub fn named(&self) -> impl Iterator<Item = &str> {
        let columns = self.colunas.iter().flat_map(|column| column.de.iter().chain(&column.nome_em));
        let groups = self.heranca.iter().flat_map(|one| one.grupo.iter().chain(&one.pai));
        let others = self.deixa.iter().map(|one| &one.coluna).chain(&self.ignora);
        columns.chain(groups).chain(others).map(String::as_str)
    }

    /// How many headings of a set that is there whole it knows the sheet by.
    pub fn recognises(&self, headings: &HashSet<String>) -> usize {
        let whole =
            |set: &&Vec<String>| !set.is_empty() && set.iter().all(|one| headings.contains(&key(one)));
        self.reconhece.iter().filter(whole).map(Vec::len).max().unwrap_or(0)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]
mod tests {
    use super::*;

    #[test]
    fn all_that_come_with_the_project_can_be_read() {
        for text in SHIPPED {
            let profile: Profile = toml::from_str(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
            profile.check().unwrap_or_else(|e| panic!("{}: {e}", profile.nome));
            let again = Profile::from_json(&serde_json::to_string(&profile).unwrap()).unwrap();
            assert_eq!(again, profile);
        }
        assert_eq!(profiles().len(), SHIPPED.len());
    }

    #[test]
    fn synonyms_name_members() {
        assert!(!SYNONYMS.is_empty());
        for (of, kind) in [("skus", Kind::Skus), ("pedidos", Kind::Pedidos), ("categorias", Kind::Categorias)]
        {
            for (member, names) in &SYNONYMS[of] {
                let of_stock = |kind: Kind| of == "skus" && kind.column(member).is_some();
                assert!(
                    kind.column(member).is_some()
                        || of_stock(Kind::Estoque)
                        || of_stock(Kind::Precos)
                        || member == "promocional",
                    "{member}"
                );
                for name in names {
                    let of_others =
                        SYNONYMS[of].iter().filter(|(_, names)| names.iter().any(|n| key(n) == key(name)));
                    assert_eq!(of_others.count(), 1, "{name}");
                }
            }
        }
    }
}
