//! An order on its way in.

use std::collections::BTreeSet;

use domain::pedido::{Content, Pedido};

use crate::base::Packed;

/// An order that is about to come in, with what can be made of it before the transaction that takes it in:
/// SQLite's one writer has better things to do.
#[derive(Debug, Clone)]
pub struct PedidoInput {
    pub(super) pedido: Pedido,
    pub(super) content: Content,
    pub(super) documento: Option<Vec<u8>>,
    pub(super) impressao: i64,
    pub(super) names: BTreeSet<String>,
}

impl From<Pedido> for PedidoInput {
    fn from(pedido: Pedido) -> Self {
        let content = Content::of(&pedido);
        let impressao = content.fingerprint();
        let names = pedido.usuario.name_words();
        let documento = Packed::content(&content);
        Self { pedido, content, documento, impressao, names }
    }
}

impl PedidoInput {
    /// The order.
    pub fn pedido(&self) -> &Pedido {
        &self.pedido
    }
}
