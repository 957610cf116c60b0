//! Price lists as interface B shows them: the store's own prices and those of its channels.

use serde::Serialize;

use super::produto::{LoteMember, NAME_OF_OWN_PRICE_LIST, OWN_PRICE_LIST, PrecoChange, read_prices};
use crate::reading::json::{FromJson, InputValue};
use crate::reading::problems::Problems;
use crate::values::dates::Data;
use crate::values::ids::SkuId;
use crate::values::money::Dinheiro;

/// A price list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = TabelaPrecos))]
pub struct Tabela {
    /// 0: the store's own list; else the number of the channel whose prices it holds.
    pub tabela_preco_id: i32,
    /// Name of the channel.
    pub nome: String,
    /// Always null: prices hold until they are changed.
    #[cfg_attr(feature = "openapi", schema(required, value_type = Option<String>))]
    pub data_inicial: Option<Data>,
    /// Always null.
    #[cfg_attr(feature = "openapi", schema(required, value_type = Option<String>))]
    pub data_final: Option<Data>,
    /// The channel is active.
    pub ativo: bool,
    /// It is the store's own list.
    pub is_site: bool,
}

impl Tabela {
    /// The store's own list.
    pub fn own() -> Self {
        Self { is_site: true, ..Self::of_canal(OWN_PRICE_LIST, NAME_OF_OWN_PRICE_LIST.to_owned(), true) }
    }

    /// The list of a channel.
    pub fn of_canal(tabela_preco_id: i32, nome: String, ativo: bool) -> Self {
        Self { tabela_preco_id, nome, data_inicial: None, data_final: None, ativo, is_site: false }
    }
}

/// A price in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PrecoTabela {
    /// Number of the SKU: it has one price in a list.
    pub tabela_preco_produto_variante_id: i64,
    /// Number of the list.
    pub tabela_preco_id: i32,
    /// The SKU's code.
    pub sku: String,
    /// Number of the SKU.
    pub produto_variante_id: i64,
    /// "From" price; 0 = none.
    pub preco_de: Dinheiro,
    /// Selling price.
    pub preco_por: Dinheiro,
}

/// A price that is to be set in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPrecoTabela {
    /// The SKU.
    pub sku: SkuId,
    /// Its prices.
    pub change: PrecoChange,
    /// Members that were read and cannot be kept.
    pub not_taken: Vec<&'static str>,
}

impl LoteMember for NewPrecoTabela {
    const KEY: &'static str = "sku";
}

impl FromJson for NewPrecoTabela {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        // where it is missing, the item says so already
        let sku = obj.optional::<SkuId>("sku", p)?;
        let change = read_prices(&obj, p);
        let not_taken =
            ["dataInicio", "dataFim"].into_iter().filter(|name| obj.raw(name).is_some()).collect();
        Some(Self { sku: sku?, change: change?, not_taken })
    }
}
