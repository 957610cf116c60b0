//! What can be worked out from an order: its freight, its sum, its payment method, its fingerprint.

use sha2::{Digest, Sha256};

use super::order::{Informacao, Pedido};
use crate::values::ids::PedidoId;
use crate::values::money::Dinheiro;

/// The key of `informacaoAdicional` under which the payment method travels.
pub const FORMA_PAGAMENTO_KEY: &str = "formaPagamentoId";
/// How a key of `informacaoAdicional` begins that holds a member as it was received, where it could not be
/// used.
pub const RECEIVED: &str = "recebido.";
/// An order's JSON is at most this long, so that a page of orders is of a size that can be had in mind: 500
/// items with all that belongs to an order of that size take less than half of it.
pub const PEDIDO_BYTES: usize = 256 << 10;
/// The payment method of an order that names none: it was paid to the marketplace.
pub const FORMA_PAGAMENTO_MARKETPLACE: i32 = 99;

impl Pedido {
    /// What the buyer pays for freight: what the items say or, where none says any, what is charged for the whole
    /// order. Of what is not told nothing follows, and zero is what programs write for it. `None` when a step does
    /// not fit 64 bits.
    pub fn freight(&self) -> Option<Dinheiro> {
        match self.freight_is_of_items() {
            true => sum(self.produtos.iter().map(|item| item.frete)),
            false => sum(self.frete.iter().map(|frete| frete.valor_cobrado)),
        }
    }

    /// Whether it is the items that say what the freight is.
    pub fn freight_is_of_items(&self) -> bool {
        self.produtos.iter().any(|item| item.frete != Dinheiro::ZERO)
    }

    /// What `total` should be: Σ(quantidade × preco − desconto) + freight − desconto + juros, exactly; `None` when a
    /// step does not fit 64 bits.
    pub fn computed_total(&self) -> Option<Dinheiro> {
        self.produtos
            .iter()
            .try_fold(Dinheiro::ZERO, |sum, item| {
                sum.plus(item.preco.times(item.quantidade)?)?.minus(item.desconto)
            })?
            .plus(self.freight()?)?
            .minus(self.desconto)?
            .plus(self.juros)
    }

    /// The payment method: an id of interface B's list. The first that can be one counts.
    pub fn forma_pagamento_id(&self) -> i32 {
        self.formas().find_map(Informacao::forma_pagamento).unwrap_or(FORMA_PAGAMENTO_MARKETPLACE)
    }

    /// What the order says of its payment method.
    pub(super) fn formas(&self) -> impl Iterator<Item = &Informacao> {
        self.informacao_adicional.iter().filter(|info| info.chave == FORMA_PAGAMENTO_KEY)
    }

    /// A number that two orders of the same content share, whatever their `pedidoId` and in whatever order their
    /// lists come, and others all but never. `content` is the order's own.
    pub fn fingerprint(&self, content: &Content) -> i64 {
        let Self { frete, endereco, informacao_adicional: infos, produtos, .. } = self;
        if frete.is_sorted() && endereco.is_sorted() && infos.is_sorted() && produtos.is_sorted() {
            return content.fingerprint();
        }
        let mut sorted = self.clone();
        sorted.frete.sort_unstable();
        sorted.endereco.sort_unstable();
        sorted.informacao_adicional.sort_unstable();
        sorted.produtos.sort_unstable();
        Content::of(&sorted).fingerprint()
    }
}

fn sum(mut amounts: impl Iterator<Item = Dinheiro>) -> Option<Dinheiro> {
    amounts.try_fold(Dinheiro::ZERO, Dinheiro::plus)
}

/// How an order's JSON begins: its number is its first member.
const START: &str = "{\"pedidoId\":";

/// An order as JSON but for its number, so that it can be written before it has one.
#[derive(Debug, Clone)]
pub struct Content(String);

impl Content {
    /// Of an order, whatever its `pedidoId`.
    pub fn of(pedido: &Pedido) -> Self {
        // plain members with text keys: writing them to memory cannot fail
        Self::of_json(serde_json::to_string(pedido).unwrap_or_default())
    }

    /// Of an order's JSON, which begins with its number.
    pub fn of_json(mut text: String) -> Self {
        let number = text.bytes().skip(START.len()).take_while(|b| *b == b'-' || b.is_ascii_digit()).count();
        text.drain(..(START.len() + number).min(text.len()));
        Self(text)
    }

    /// What was [`Content::as_str`].
    pub const fn from_text(text: String) -> Self {
        Self(text)
    }

    /// All of the JSON that follows the number.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The order's JSON, with this number.
    pub fn with_id(&self, id: PedidoId) -> String {
        format!("{START}{id}{}", self.0)
    }

    /// How long it is.
    pub fn bytes(&self) -> usize {
        self.0.len()
    }

    fn fingerprint(&self) -> i64 {
        let mut hash = Sha256::new();
        // as if the number were 0
        hash.update(START);
        hash.update("0");
        hash.update(&self.0);
        let summary: [u8; 32] = hash.finalize().into();
        let [a, b, c, d, e, f, g, h, ..] = summary;
        i64::from_be_bytes([a, b, c, d, e, f, g, h])
    }
}

impl Informacao {
    /// The payment method that it names, if it can be one.
    pub(super) fn forma_pagamento(&self) -> Option<i32> {
        let id = || self.valor.trim().parse().ok().filter(|id| *id >= 1);
        if self.chave == FORMA_PAGAMENTO_KEY { id() } else { None }
    }
}

#[cfg(test)]
mod tests;
