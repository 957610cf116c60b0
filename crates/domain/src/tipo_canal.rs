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
