//! The kinds of adjustments of a line, by their words and by their numbers.

use crate::reading::words::enumeration;

/// What an adjustment comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TipoAjuste {
    /// Freight.
    Frete,
    /// A discount.
    Promocao,
    /// Interest, or what the payment came to be more than the parts.
    FormaPagamento,
}

enumeration!(TipoAjuste { Frete, Promocao, FormaPagamento });

impl TipoAjuste {
    /// Its number in the field's list of kinds, most of which no order here has.
    pub const fn number(self) -> i64 {
        match self {
            Self::Frete => 1,
            Self::Promocao => 6,
            Self::FormaPagamento => 9,
        }
    }

    /// The kind of a number.
    pub fn from_number(number: i64) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.number() == number)
    }
}

/// Of one or the other, as the store's profile has it.
#[cfg(feature = "openapi")]
pub(super) fn schema() -> utoipa::openapi::Schema {
    use utoipa::openapi::{ObjectBuilder, OneOfBuilder, schema::Type};
    let words = TipoAjuste::ALL.iter().map(|kind| serde_json::Value::from(kind.name()));
    let numbers = TipoAjuste::ALL.iter().map(|kind| serde_json::Value::from(kind.number()));
    let either = OneOfBuilder::new()
        .item(ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words)))
        .item(ObjectBuilder::new().schema_type(Type::Integer).enum_values(Some(numbers)))
        .description(Some("Its word; in the profile `compativel` its number."))
        .build();
    utoipa::openapi::Schema::OneOf(either)
}
