//! The state machine of an order's status.

use serde::{Deserialize, Serialize};

/// Where an order stands (source document).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum StatusPedido {
    /// Placed, not paid.
    AguardandoPagamento,
    /// Paid.
    Pago,
    /// Invoiced.
    Faturado,
    /// Shipped.
    Enviado,
    /// Delivered.
    Entregue,
    /// Cancelled.
    Cancelado,
}

crate::reading::words::enumeration!(StatusPedido {
    AguardandoPagamento,
    Pago,
    Faturado,
    Enviado,
    Entregue,
    Cancelado
});

/// What an allowed transition does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Movement {
    /// The order is there already: no new event, only details may be added.
    Same,
    /// A real move.
    Progress {
        /// The states between the two that the order never reported, in order.
        pulados: Vec<StatusPedido>,
    },
}

/// A transition that the state machine refuses.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMovement {
    /// No such move.
    #[error("O pedido não pode passar de {de} para {to}.")]
    Forbidden {
        /// Where the order stands.
        de: StatusPedido,
        /// Where it was to go.
        to: StatusPedido,
        /// Where it may go.
        allowed: Vec<StatusPedido>,
    },
    /// The move needs a reason and has none.
    #[error("O motivo é obrigatório para passar o pedido de {de} para {to}.")]
    ReasonRequired {
        /// Where the order stands.
        de: StatusPedido,
        /// Where it was to go.
        to: StatusPedido,
    },
    /// A sub-status that does not lie in the status.
    #[error("A situação {} só cabe a quem está em {}, e não em {de}.", sub, alternatives(statuses))]
    OutOfPlace {
        /// Where the order stands.
        de: StatusPedido,
        /// The number of the sub-status.
        sub: i16,
        /// The statuses that it lies in.
        statuses: Vec<StatusPedido>,
    },
    /// The history is full: it takes changes of status, and nothing else.
    #[error("O histórico do pedido já tem {0} registros, o máximo: só mudanças de status ainda cabem.")]
    HistoryFull(usize),
}

/// `A, B ou C`.
fn alternatives(statuses: &[StatusPedido]) -> String {
    let names: Vec<&str> = statuses.iter().map(|status| status.name()).collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} ou {last}", others.join(", ")),
        None => String::new(),
    }
}

impl StatusPedido {
    /// Interface B's code.
    pub const fn code(self) -> i16 {
        match self {
            Self::Pago => 1,
            Self::AguardandoPagamento => 2,
            Self::Cancelado => 8,
            Self::Enviado => 9,
            Self::Faturado => 11,
            Self::Entregue => 18,
        }
    }

    /// The status with this interface B code.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.iter().copied().find(|s| s.code() == code)
    }

    /// Where an order may go from here, itself excluded.
    pub fn transicoes(self) -> Vec<Self> {
        self.destinos().to_vec()
    }

    const fn destinos(self) -> &'static [Self] {
        use StatusPedido::{Cancelado, Entregue, Enviado, Faturado, Pago};
        match self {
            Self::AguardandoPagamento => &[Pago, Cancelado],
            Self::Pago => &[Faturado, Enviado, Entregue, Cancelado],
            Self::Faturado => &[Enviado, Entregue, Cancelado],
            Self::Enviado => &[Entregue, Cancelado],
            Self::Entregue | Self::Cancelado => &[],
        }
    }

    /// True when the transition needs a reason: cancelling an invoiced or shipped order does.
    pub const fn exige_motivo(self, to: Self) -> bool {
        matches!((self, to), (Self::Faturado | Self::Enviado, Self::Cancelado))
    }

    /// Validates a transition.
    pub fn move_on(self, to: Self, has_motivo: bool) -> Result<Movement, IllegalMovement> {
        if self == to {
            return Ok(Movement::Same);
        }
        if !self.destinos().contains(&to) {
            return Err(IllegalMovement::Forbidden { de: self, to, allowed: self.transicoes() });
        }
        if self.exige_motivo(to) && !has_motivo {
            return Err(IllegalMovement::ReasonRequired { de: self, to });
        }
        Ok(Movement::Progress { pulados: self.skipped(to) })
    }

    /// The states of the usual way that lie strictly between here and `to`.
    pub fn skipped(self, to: Self) -> Vec<Self> {
        const PATH: [StatusPedido; 5] = [
            StatusPedido::AguardandoPagamento,
            StatusPedido::Pago,
            StatusPedido::Faturado,
            StatusPedido::Enviado,
            StatusPedido::Entregue,
        ];
        if to == Self::Cancelado {
            return Vec::new();
        }
        PATH.into_iter().skip_while(|s| *s != self).skip(1).take_while(|s| *s != to).collect()
    }
}

#[cfg(test)]
mod tests;
