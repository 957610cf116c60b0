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

crate::reading::words::enumeracao!(StatusPedido {
    AguardandoPagamento,
    Pago,
    Faturado,
    Enviado,
    Entregue,
    Cancelado
});

/// What an allowed transition does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Movimento {
    /// The order is there already: no new event, only details may be added.
    Mesmo,
    /// A real move.
    Avanco {
        /// The states between the two that the order never reported, in order.
        pulados: Vec<StatusPedido>,
    },
}

/// A transition that the state machine refuses.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MovimentoIlegal {
    /// No such move.
    #[error("O pedido não pode passar de {de} para {para}.")]
    Proibido {
        /// Where the order stands.
        de: StatusPedido,
        /// Where it was to go.
        para: StatusPedido,
        /// Where it may go.
        permitidos: Vec<StatusPedido>,
    },
    /// The move needs a reason and has none.
    #[error("O motivo é obrigatório para passar o pedido de {de} para {para}.")]
    MotivoObrigatorio {
        /// Where the order stands.
        de: StatusPedido,
        /// Where it was to go.
        para: StatusPedido,
    },
}

impl StatusPedido {
    /// Interface B's code.
    pub const fn codigo(self) -> i16 {
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
    pub fn from_codigo(codigo: i16) -> Option<Self> {
        Self::TODOS.iter().copied().find(|s| s.codigo() == codigo)
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
    pub const fn exige_motivo(self, para: Self) -> bool {
        matches!((self, para), (Self::Faturado | Self::Enviado, Self::Cancelado))
    }

    /// Validates a transition.
    pub fn mover(self, para: Self, tem_motivo: bool) -> Result<Movimento, MovimentoIlegal> {
        if self == para {
            return Ok(Movimento::Mesmo);
        }
        if !self.destinos().contains(&para) {
            return Err(MovimentoIlegal::Proibido { de: self, para, permitidos: self.transicoes() });
        }
        if self.exige_motivo(para) && !tem_motivo {
            return Err(MovimentoIlegal::MotivoObrigatorio { de: self, para });
        }
        Ok(Movimento::Avanco { pulados: self.pulados(para) })
    }

    /// The states of the usual way that lie strictly between here and `para`.
    fn pulados(self, para: Self) -> Vec<Self> {
        const CAMINHO: [StatusPedido; 5] = [
            StatusPedido::AguardandoPagamento,
            StatusPedido::Pago,
            StatusPedido::Faturado,
            StatusPedido::Enviado,
            StatusPedido::Entregue,
        ];
        if para == Self::Cancelado {
            return Vec::new();
        }
        CAMINHO.into_iter().skip_while(|s| *s != self).skip(1).take_while(|s| *s != para).collect()
    }
}

#[cfg(test)]
mod tests;
