//! A category as lists and single reads show it.

use domain::categoria_loja::CategoriaLoja;
use serde::Serialize;
use utoipa::ToSchema;

/// A category of the flat list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoriaComCaminho {
    #[serde(flatten)]
    pub categoria: CategoriaLoja,
    /// The names from the first level down to its own: `Parent > Child`.
    pub caminho_hierarquia: String,
}
