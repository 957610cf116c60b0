//! A category and how its attribute matrix is shown.

use serde::{Deserialize, Serialize};

use crate::reading::words::enumeration;
use crate::values::money::Dinheiro;

/// A store category without its place in a tree or path. Wire form: interface B's category record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CategoriaLoja {
    /// Number, assigned by the service.
    pub id: i64,
    /// Name.
    pub nome: String,
    /// Parent; 0 on the first level.
    pub categoria_pai_id: i64,
    /// Identifier in the store's ERP; may be empty.
    #[serde(rename = "categoriaERPId")]
    pub categoria_erp_id: String,
    /// The category is active.
    pub ativo: bool,
    /// Available to the Reseller feature.
    pub is_reseller: bool,
    /// How the attribute matrix is shown.
    pub exibir_matriz_atributos: ExibirMatriz,
    /// Largest quantity in one purchase; 0 = no limit.
    #[cfg_attr(feature = "openapi", schema(value_type = f64))]
    pub quantidade_maxima_compra_unidade: Dinheiro,
    /// Smallest value of a purchase.
    #[cfg_attr(feature = "openapi", schema(value_type = f64))]
    pub valor_minimo_compra: Dinheiro,
    /// The site's menus show it.
    pub exibe_menu: bool,
    /// Address of its page in the store's site; empty when the store has not told it.
    pub url_hot_site: String,
}

/// How the attribute matrix is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ExibirMatriz {
    /// Shown.
    Sim,
    /// Not shown.
    Nao,
    /// As the store does by default.
    #[default]
    Neutro,
}

enumeration!(ExibirMatriz { Sim, Nao, Neutro });
