//! A category as lists and single reads show it.

use domain::categoria_loja::CategoriaLoja;
use serde::Serialize;
use utoipa::ToSchema;

/// A category that a product names.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code, reason = "for the document alone")]
pub struct CategoriaDoProduto {
    #[serde(flatten)]
    pub categoria: CategoriaComCaminho,
    /// It is the one that the product names first.
    pub categoria_principal: bool,
}

/// A category of the flat list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoriaComCaminho {
    #[serde(flatten)]
    pub categoria: CategoriaLoja,
    /// The names from the first level down to its own: `Parent > Child`.
    pub caminho_hierarquia: String,
}
