//! An order's history, one entry per change.

use serde::{Deserialize, Serialize};

use super::movement::{NotaFiscal, Rastreio};
use super::status::StatusPedido;
use crate::values::dates::Instante;

/// One entry of an order's history (this project's own).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RegistroHistorico {
    /// Where the order stood afterwards.
    pub status: StatusPedido,
    /// When it happened, as the caller says.
    pub data: Instante,
    /// When the service heard of it.
    pub registrado_em: Instante,
    /// States that a jump passed over.
    #[serde(default)]
    pub pulados: Vec<StatusPedido>,
    /// Why, when said.
    #[serde(default)]
    pub motivo: String,
    /// The invoice, when it came with this.
    #[serde(default)]
    pub nota_fiscal: Option<NotaFiscal>,
    /// The parcel, when it came with this.
    #[serde(default)]
    pub rastreio: Option<Rastreio>,
    /// What was odd about it (an unregistered SKU, a total that does not add up).
    #[serde(default)]
    pub avisos: Vec<String>,
}
