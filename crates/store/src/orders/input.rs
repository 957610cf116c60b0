//! An order on its way in.

use std::collections::BTreeSet;

use domain::pedido::{Content, Pedido};

use crate::base::Packed;

/// An order to be stored, with what can be computed before the transaction, to keep that short.
#[derive(Debug, Clone)]
pub struct PedidoInput {
    pub(super) pedido: Pedido,
    pub(super) content: Content,
    pub(super) documento: Packed,
    pub(super) impressao: i64,
    pub(super) names: BTreeSet<String>,
}

impl From<Pedido> for PedidoInput {
    fn from(pedido: Pedido) -> Self {
        let content = Content::of(&pedido);
        let impressao = content.fingerprint();
        let names = pedido.usuario.name_words();
        let documento = Packed::document(&content);
        Self { pedido, content, documento, impressao, names }
    }
}

impl PedidoInput {
    /// The order.
    pub fn pedido(&self) -> &Pedido {
        &self.pedido
    }
}
