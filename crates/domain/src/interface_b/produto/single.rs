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
    /// Prices of the channels in which it has one of its own.
    pub tabelas_preco: &'a [TabelaPreco],
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
    /// By distribution centre; always one.
    pub list_produto_variante_centro_distribuicao_estoque: Vec<EstoqueCentro>,
}

/// The stock of a product in a distribution centre, by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct EstoqueCentro {
    /// The distribution centre; always 1.
    pub centro_distribuicao_id: i32,
    /// Its name.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub nome: &'static str,
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
    /// The group's identifier in the caller's system.
    pub parent_id: String,
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
    /// It can be bought: active, and not all of its stock is promised.
    pub disponivel: bool,
    /// When it last changed.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub data_atualizacao: Data,
    /// Stock by distribution centre.
    pub estoque: Vec<EstoqueProduto>,
    /// Prices of the channels in which it has one of its own.
    pub tabelas_preco: &'a [TabelaPreco],
}

/// A place that goods are sent from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct CentroDistribuicao {
    /// Its number; always 1.
    pub id: i32,
    /// Its name.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub nome: &'static str,
    /// Its postal code; empty when the operator has not set it.
    pub cep: String,
    /// Always true: goods are sent from here.
    pub padrao: bool,
}
