//! How a product is named, and what is wanted of it.

use crate::reading::words::enumeracao;

/// What an identifier is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum TipoIdentificador {
    /// The SKU's code.
    Sku,
    /// The service's number of the SKU.
    ProdutoVarianteId,
    /// The service's number of the group.
    ProdutoId,
}

enumeracao!(TipoIdentificador { Sku, ProdutoVarianteId, ProdutoId });

/// A product as a client names it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Identificador {
    /// By the SKU's code.
    Sku(String),
    /// By the SKU's number.
    Variante(i64),
    /// By the number of the group: its first SKU.
    Produto(i64),
}

impl TipoIdentificador {
    /// What the text names; `None` when no product can be named so, because it should be a number.
    pub fn identificar(self, texto: &str) -> Option<Identificador> {
        Some(match self {
            Self::Sku => Identificador::Sku(texto.to_owned()),
            Self::ProdutoVarianteId => Identificador::Variante(numero(texto)?),
            Self::ProdutoId => Identificador::Produto(numero(texto)?),
        })
    }
}

fn numero(texto: &str) -> Option<i64> {
    texto.trim().parse().ok().filter(|_| !texto.contains('+'))
}

/// What may be added to a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum CampoAdicional {
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

enumeracao!(CampoAdicional { Atacado, Estoque, Atributo, Informacao, TabelaPreco, Imagem });

/// Which additions were asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Campos {
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

impl FromIterator<CampoAdicional> for Campos {
    fn from_iter<I: IntoIterator<Item = CampoAdicional>>(pedidos: I) -> Self {
        let mut campos = Self::default();
        for campo in pedidos {
            match campo {
                CampoAdicional::Atacado => campos.atacado = true,
                CampoAdicional::Estoque => campos.estoque = true,
                CampoAdicional::Atributo => campos.atributo = true,
                CampoAdicional::Informacao => campos.informacao = true,
                CampoAdicional::TabelaPreco => campos.tabela_preco = true,
                CampoAdicional::Imagem => {}
            }
        }
        campos
    }
}
