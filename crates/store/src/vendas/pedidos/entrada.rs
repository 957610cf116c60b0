//! An order on its way in.

use domain::pedido::{Conteudo, Pedido};

/// An order that is about to come in, with what can be made of it before the transaction that takes it in: SQLite's one
/// writer has better things to do.
#[derive(Debug, Clone)]
pub struct Entrada {
    pub(super) pedido: Pedido,
    pub(super) conteudo: Conteudo,
    pub(super) impressao: i64,
}

impl From<Pedido> for Entrada {
    fn from(pedido: Pedido) -> Self {
        let conteudo = Conteudo::de(&pedido);
        let impressao = conteudo.impressao();
        Self { pedido, conteudo, impressao }
    }
}

impl Entrada {
    /// The order.
    pub fn pedido(&self) -> &Pedido {
        &self.pedido
    }
}
