//! A delivery as its notification's owner reads it.

use serde::Serialize;

use crate::inscricao::Topico;
use crate::reading::words::enumeration;
use crate::values::dates::Instante;
use crate::values::ids::{LojaId, PedidoId};

/// What became of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum EstadoEntrega {
    /// It is still to be made.
    Pendente,
    /// The address took it.
    Entregue,
    /// Every attempt failed. It can be sent again.
    Esgotada,
}

enumeration!(EstadoEntrega { Pendente, Entregue, Esgotada });

impl EstadoEntrega {
    /// The number that is stored.
    pub const fn code(self) -> i16 {
        match self {
            Self::Pendente => 0,
            Self::Entregue => 1,
            Self::Esgotada => 2,
        }
    }

    /// The state with this stored number.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.iter().copied().find(|state| state.code() == code)
    }
}

/// One delivery. Wire form: interface A's Entrega.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Entrega {
    /// The service's number of it.
    pub entrega_id: i64,
    /// The event.
    pub evento_id: String,
    /// The event's place in the log; 0 for a test.
    pub posicao: i64,
    /// The kind of event; `teste` for a test.
    pub tipo: String,
    /// The order that the event is about, and whose it is. Not sent: the event says it.
    #[serde(skip)]
    pub pedido: Option<(LojaId, PedidoId)>,
    /// The service's number of what the event is about. Not sent: the event says it.
    #[serde(skip)]
    pub assunto: i64,
    /// The topic of a subscription that it was sent for. Not sent: its body says it.
    #[serde(skip)]
    pub topico: Option<Topico>,
    /// What became of it.
    pub estado: EstadoEntrega,
    /// When it came to be.
    pub data_criacao: Instante,
    /// When it was taken or given up.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub data_conclusao: Option<Instante>,
    /// When it is tried next, at the earliest; absent while it waits for an earlier one of the same order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub proxima_tentativa: Option<Instante>,
    /// What was tried, first to last; the last 20.
    pub tentativas: Vec<Tentativa>,
}

/// One attempt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tentativa {
    /// Which one, from 1.
    pub numero: i32,
    /// When it began.
    pub data: Instante,
    /// How long it took, milliseconds.
    pub duracao_ms: i32,
    /// The status of the answer, when there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub status: Option<i16>,
    /// Why it failed; absent when it did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub erro: Option<String>,
    /// The beginning of the answer, at most 500 characters, when it was text.
    pub resposta: String,
}
