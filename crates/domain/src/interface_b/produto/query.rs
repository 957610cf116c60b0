//! How a product is named, and what is wanted of it.

use crate::reading::words::enumeration;

/// What an identifier is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum IdentifierKind {
    /// The SKU's code.
    Sku,
    /// The service's number of the SKU.
    ProdutoVarianteId,
    /// The service's number of the group.
    ProdutoId,
}

enumeration!(IdentifierKind { Sku, ProdutoVarianteId, ProdutoId });

/// A product as a client names it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Identifier {
    /// By the SKU's code.
    Sku(String),
    /// By the SKU's number.
    Variante(i64),
    /// By the number of the group: its first SKU.
    Produto(i64),
}

impl IdentifierKind {
    /// What the text names; `None` when no product can be named so, because it should be a number.
    pub fn identify(self, text: &str) -> Option<Identifier> {
        Some(match self {
            Self::Sku => Identifier::Sku(text.to_owned()),
            Self::ProdutoVarianteId => Identifier::Variante(number(text)?),
            Self::ProdutoId => Identifier::Produto(number(text)?),
        })
    }
}

fn number(text: &str) -> Option<i64> {
    text.trim().parse().ok().filter(|_| !text.contains('+'))
}

/// What may be added to a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ExtraField {
    /// Wholesale prices.
    Atacado,
    /// Stock.
    Estoque,
    /// Attributes.
    Atributo,
    /// Descriptions.
    Informacao,
    /// Prices of channels.
    TabelaPreco,
    /// Known to clients, not to this service: adds nothing.
    Imagem,
}

enumeration!(ExtraField { Atacado, Estoque, Atributo, Informacao, TabelaPreco, Imagem });

/// Which additions were asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Fields {
    /// Wholesale prices.
    pub atacado: bool,
    /// Stock.
    pub estoque: bool,
    /// Attributes.
    pub atributo: bool,
    /// Descriptions.
    pub informacao: bool,
    /// Prices of channels.
    pub tabela_preco: bool,
}

impl FromIterator<ExtraField> for Fields {
    fn from_iter<I: IntoIterator<Item = ExtraField>>(pedidos: I) -> Self {
        let mut fields = Self::default();
        for field in pedidos {
            match field {
                ExtraField::Atacado => fields.atacado = true,
                ExtraField::Estoque => fields.estoque = true,
                ExtraField::Atributo => fields.atributo = true,
                ExtraField::Informacao => fields.informacao = true,
                ExtraField::TabelaPreco => fields.tabela_preco = true,
                ExtraField::Imagem => {}
            }
        }
        fields
    }
}
