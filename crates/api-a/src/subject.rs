//! What an answer is about: kept in the place of an answer that is too long.

use domain::values::ids::{CanalId, PedidoId, SkuId};
use serde::{Deserialize, Serialize};

/// Something of a store, by the store's number; what else is answered is short.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Subject {
    Sku(i32, SkuId),
    Canal(i32, CanalId),
    Pedido(i32, PedidoId),
}
