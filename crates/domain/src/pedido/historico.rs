//! An order's history, one entry per change.

use serde::{Deserialize, Serialize};

use super::lines::ItemMovido;
use super::movement::{NotaFiscal, Rastreio};
use super::status::StatusPedido;
use crate::values::dates::Instante;

/// Entries of a history: each is read and written again with every change of the order. Changes of status come on
/// top: they end by themselves.
pub const HISTORICO_MAX: usize = 200;

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
    /// The number of the order's status in the store's own system, where that says more than `status`; absent
    /// otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false, minimum = 1, maximum = 23))]
    pub situacao_pedido_id: Option<i16>,
    /// The items that this is about; absent when it is about the order as a whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub itens: Vec<ItemMovido>,
}

impl RegistroHistorico {
    /// The number that interface B shows for where the order stood afterwards.
    pub fn code(&self) -> i16 {
        self.situacao_pedido_id.unwrap_or(self.status.code())
    }
}
