//! The ledger: what has changed of a SKU's stock.

use serde::Serialize;

use crate::values::dates::Instante;
use crate::values::ids::PedidoId;

/// Why the stock or the reservations of a SKU changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum CausaMovimento {
    /// An order came in.
    Pedido,
    /// An order moved, or some of its items did.
    Status,
    /// The stock was told as a number. What the owner had taken over is contained in it.
    Saldo,
    /// The stock was varied.
    Variacao,
    /// The SKU was registered, or replaced as a whole.
    Cadastro,
    /// The stock came into other hands.
    Controle,
}

impl CausaMovimento {
    const ALL: [Self; 6] =
        [Self::Pedido, Self::Status, Self::Saldo, Self::Variacao, Self::Cadastro, Self::Controle];

    /// The number that is stored.
    pub const fn code(self) -> i16 {
        match self {
            Self::Pedido => 1,
            Self::Status => 2,
            Self::Saldo => 3,
            Self::Variacao => 4,
            Self::Cadastro => 5,
            Self::Controle => 6,
        }
    }

    /// The cause with this stored number.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.code() == code)
    }
}

/// One change of a SKU's stock or reservations (this project's own).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Movimento {
    /// Its number among the SKU's, from 1, without gaps.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub numero: i64,
    /// When the service recorded it.
    pub data: Instante,
    /// Why.
    pub causa: CausaMovimento,
    /// The order, where one is the cause.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub pedido_id: Option<PedidoId>,
    /// The stock before.
    pub estoque_anterior: i64,
    /// The stock afterwards.
    pub estoque: i64,
    /// What orders held before.
    pub reservado_anterior: i64,
    /// What orders hold afterwards.
    pub reservado: i64,
    /// The reason that somebody gave, at most 200 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false, max_length = 200))]
    pub motivo: Option<String>,
}
