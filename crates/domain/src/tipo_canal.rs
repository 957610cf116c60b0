//! Channel types: what kinds of marketplace a channel can connect to, and what each asks for.

mod catalogue;

use serde::{Deserialize, Serialize};

pub use catalogue::{InvalidCatalogue, TypeCatalogue};

use crate::values::dates::DateLimit;
use crate::values::money::Dinheiro;

/// A kind of channel. Wire form: interface A's TipoCanal; `dimensoesMinimas` is this project's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TipoCanal {
    /// Code, used when creating a channel.
    pub codigo: String,
    /// Display name.
    pub titulo: String,
    /// Extra settings that a channel of this type takes.
    #[serde(default)]
    pub configuracoes_adicionais: Vec<Configuracao>,
    /// The smallest parcel that the marketplace accepts.
    #[serde(default)]
    pub dimensoes_minimas: Dimensoes,
    /// The hub itself works channels of this type; false: an outside program carries offers and orders.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub conector: bool,
    /// Whether its channels need somebody's consent at the marketplace. No client sees it.
    #[serde(skip)]
    pub consentimento: Consentimento,
}

/// Whether a connection needs somebody's consent at the marketplace (OAuth).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Consentimento {
    /// No: its settings are its access.
    #[default]
    NotNeeded,
    /// Yes, and this server has no application of its operator at the marketplace.
    NoApplication,
    /// Yes, at this address, in which `{estado}`, `{desafio}` and settings are to be [`filled`] in.
    At(String),
}

/// An address with its placeholders `{name}` replaced. A value must consist of letters, digits, `-` and `_`, so that it
/// cannot become another host or path; the error is the name of one that does not, or is missing.
pub fn filled<'t, 'v>(template: &'t str, value: impl Fn(&str) -> Option<&'v str>) -> Result<String, &'t str> {
    let good = |text: &&str| {
        !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
    };
    let (mut address, mut rest) = (String::new(), template);
    while let Some((before, (name, after))) =
        rest.split_once('{').and_then(|(before, behind)| Some((before, behind.split_once('}')?)))
    {
        address.push_str(before);
        address.push_str(value(name).filter(good).ok_or(name)?);
        rest = after;
    }
    Ok(address + rest)
}

/// One setting of a channel type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Configuracao {
    /// Code, used when creating a channel.
    pub codigo: String,
    /// True when a channel cannot do without it.
    #[serde(default)]
    pub obrigatorio: bool,
    /// Display name.
    pub nome: String,
    /// Short description.
    #[serde(default)]
    pub descricao: String,
    /// How the value is written.
    pub tipo: TipoConfiguracao,
    /// The allowed values, when limited.
    #[serde(default)]
    pub opcoes: Option<Vec<String>>,
    /// True when the value is never shown again (own addition).
    #[serde(default)]
    pub segredo: bool,
}

/// How a setting's value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum TipoConfiguracao {
    /// `true` or `false`.
    Boolean,
    /// ISO 8601 date-time.
    Datetime,
    /// Any text.
    String,
    /// A whole number.
    Int,
    /// A decimal number.
    Decimal,
}

/// Sizes of a parcel: centimetres and grams; 0 = not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Dimensoes {
    /// Width, centimetres.
    #[serde(default)]
    pub largura: i32,
    /// Height, centimetres.
    #[serde(default)]
    pub altura: i32,
    /// Length, centimetres.
    #[serde(default)]
    pub comprimento: i32,
    /// Weight, grams.
    #[serde(default)]
    pub peso: i32,
}

impl TipoCanal {
    /// The setting with exactly this code.
    pub fn configuracao(&self, code: &str) -> Option<&Configuracao> {
        self.configuracoes_adicionais.iter().find(|c| c.codigo == code)
    }
}

impl TipoConfiguracao {
    /// True when a text is a value of this type.
    pub fn accepts(self, value: &str) -> bool {
        match self {
            Self::Boolean => matches!(value, "true" | "false"),
            Self::Datetime => DateLimit::iso(value).is_ok(),
            Self::String => true,
            Self::Int => value.parse::<i64>().is_ok(),
            Self::Decimal => value.parse::<Dinheiro>().is_ok(),
        }
    }

    /// The message for a value that is not of this type.
    pub(crate) const fn requirement(self) -> &'static str {
        match self {
            Self::Boolean => "deve ser true ou false",
            Self::Datetime => "deve ser uma data e hora ISO 8601 (yyyy-MM-ddTHH:mm:ssZ)",
            Self::String => "deve ser um texto",
            Self::Int => "deve ser um número inteiro",
            Self::Decimal => "deve ser um número decimal com no máximo 4 casas",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_value_leads_to_another_host() {
        let value = |loja: &'static str| {
            filled("https://{loja}.example/{a}?x={a}", move |name| {
                Some(if name == "a" { "1_-b" } else { loja })
            })
        };
        assert_eq!(value("minha-loja"), Ok("https://minha-loja.example/1_-b?x=1_-b".to_owned()));
        for bad in ["", "a.b", "evil.example/", "a b", "a@b", "é", "a:1", "{a}"] {
            assert_eq!(value(bad), Err("loja"), "{bad}");
        }
        assert_eq!(filled("https://a/{b", |_| None), Ok("https://a/{b".to_owned()));
        assert_eq!(filled("https://{b}", |_| None), Err("b"));
    }
}
