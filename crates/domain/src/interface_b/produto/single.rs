//! Parts of a product that are sent by themselves, as interface B's clients read them.

use serde::Serialize;

use super::parts::{EstoqueProduto, TabelaPreco};
use crate::values::dates::Data;
use crate::values::money::Dinheiro;

/// The prices of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct PrecoProduto {
    /// "From" price; 0 = none.
    pub preco_de: Dinheiro,
    /// Selling price.
    pub preco_por: Dinheiro,
    /// Always 1: prices are per unit.
    pub fator_multiplicador_preco: i32,
}

/// Every price of a product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct PrecosProduto<'a> {
    /// Number of the SKU.
    pub produto_variante_id: i64,
    /// The SKU's code.
    pub sku: &'a str,
    /// Cost; 0 when the store has not told it.
    pub preco_custo: Dinheiro,
    /// "From" price; 0 = none.
    pub preco_de: Dinheiro,
    /// Selling price.
    pub preco_por: Dinheiro,
    /// Always 1: prices are per unit.
    pub fator_multiplicador_preco: i32,
    /// The store's own price list, then the channels in which it has a price of its own.
    pub precos_tabela_preco: Vec<PrecoTabelaPreco>,
}

/// The price of a product in a price list, by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct PrecoTabelaPreco {
    /// Number of the SKU.
    pub produto_variante_id: i64,
    /// Number of the channel; 0 of the store's own list.
    pub tabela_preco_id: i32,
    /// Name of the channel; `Loja` of the store's own list.
    pub nome: String,
    /// "From" price; 0 = none.
    pub preco_de: Dinheiro,
    /// Selling price.
    pub preco_por: Dinheiro,
}

/// The stock of a product, added up and by distribution centre.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct EstoqueTotal {
    /// What is there.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub estoque_fisico: i32,
    /// Of that, what is promised already.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub estoque_reservado: i32,
    /// By distribution centre.
    pub list_produto_variante_centro_distribuicao_estoque: Vec<EstoqueCentro>,
}

/// The stock of a product in a distribution centre, by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct EstoqueCentro {
    /// The distribution centre.
    pub centro_distribuicao_id: i32,
    /// Its name.
    pub nome: String,
    /// What is there.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub estoque_fisico: i32,
    /// Of that, what is promised already.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub estoque_reservado: i32,
}

/// An image of a product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ImagemProduto<'a> {
    /// Its number, which follows from its address and stays as long as it is there.
    pub id_imagem: i64,
    /// The last part of its address, without parameters.
    pub nome_arquivo: &'a str,
    /// Its address.
    pub url: &'a str,
    /// Its place, from 1.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub ordem: usize,
    /// Always false: not a print.
    pub estampa: bool,
    /// Always true: shown among the thumbnails.
    pub exibir_miniatura: bool,
}

/// Another SKU of the same group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProdutoRelacionado {
    /// Number of the group.
    pub produto_id: i64,
    /// The same number.
    pub parent_id: i64,
    /// Number of the SKU.
    pub produto_variante_id: i64,
    /// The SKU's code.
    pub sku: String,
}

/// Prices and stock of a product that has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct AlteracaoProduto<'a> {
    /// Number of the SKU.
    pub produto_variante_id: i64,
    /// Number of its group; its own when it has none.
    pub produto_id: i64,
    /// The group's identifier in the caller's system; null without a group.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub id_pai_externo: Option<&'a str>,
    /// The SKU's code.
    pub sku: &'a str,
    /// Cost; 0 when the store has not told it.
    pub preco_custo: Dinheiro,
    /// "From" price; 0 = none.
    pub preco_de: Dinheiro,
    /// Selling price.
    pub preco_por: Dinheiro,
    /// Always 1: prices are per unit.
    pub fator_multiplicador_preco: i32,
    /// Extra days of dispatch.
    pub prazo_entrega: i32,
    /// The SKU is active.
    pub valido: bool,
    /// Shown on the site: whenever it is active.
    pub exibir_site: bool,
    /// It can be bought: active, and not all of its stock is promised.
    pub disponivel: bool,
    /// When it last changed.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub data_atualizacao: Data,
    /// Stock by distribution centre.
    pub estoque: Vec<EstoqueProduto>,
    /// The store's own price list, then the channels in which it has a price of its own.
    pub tabelas_preco: Vec<TabelaPreco>,
}

/// A place that goods are sent from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct CentroDistribuicao {
    /// Its number; 1 is the one that every store has.
    pub id: i32,
    /// Its name.
    pub nome: String,
    /// Its postal code without leading zeros; 0 when nobody has said it.
    pub cep: i64,
    /// True of the one that every store has.
    pub padrao: bool,
}
