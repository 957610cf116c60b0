//! What can be worked out from an order: its sum, its payment method, its fingerprint.

use sha2::{Digest, Sha256};

use super::order::{Informacao, Pedido};
use crate::reading::problems::{Caminho, Problemas};
use crate::values::ids::PedidoId;
use crate::values::money::Dinheiro;

/// The key of `informacaoAdicional` under which the payment method travels.
pub const CHAVE_FORMA_PAGAMENTO: &str = "formaPagamentoId";
/// The payment method of an order that names none: it was paid to the marketplace.
pub const FORMA_PAGAMENTO_MARKETPLACE: i32 = 99;

impl Pedido {
    /// What `total` should be: Σ(quantidade × preco − desconto + frete) − desconto + juros, exactly; `None`
    /// when a step does not fit 64 bits.
    pub fn total_calculado(&self) -> Option<Dinheiro> {
        self.produtos
            .iter()
            .try_fold(Dinheiro::ZERO, |soma, item| {
                soma.mais(item.preco.vezes(item.quantidade)?)?.menos(item.desconto)?.mais(item.frete)
            })?
            .menos(self.desconto)?
            .mais(self.juros)
    }

    /// The payment method: an id of interface B's list.
    pub fn forma_pagamento_id(&self) -> i32 {
        self.informacao_adicional
            .iter()
            .find(|info| info.chave == CHAVE_FORMA_PAGAMENTO)
            .and_then(forma_pagamento)
            .unwrap_or(FORMA_PAGAMENTO_MARKETPLACE)
    }

    /// A number that two orders of the same content share, whatever their `pedidoId`, and others all but
    /// never.
    pub fn impressao(&self) -> i64 {
        Conteudo::de(self).impressao()
    }
}

/// How an order's JSON begins: its number is its first member.
const INICIO: &str = "{\"pedidoId\":";

/// An order as JSON but for its number, so that it can be written before it has one.
#[derive(Debug, Clone)]
pub struct Conteudo(String);

impl Conteudo {
    /// Of an order, whatever its `pedidoId`.
    pub fn de(pedido: &Pedido) -> Self {
        // plain members with text keys: writing them to memory cannot fail
        let mut texto = serde_json::to_string(pedido).unwrap_or_default();
        let numero =
            texto.bytes().skip(INICIO.len()).take_while(|b| *b == b'-' || b.is_ascii_digit()).count();
        texto.drain(..(INICIO.len() + numero).min(texto.len()));
        Self(texto)
    }

    /// The order's JSON, with this number.
    pub fn com_id(&self, id: PedidoId) -> String {
        format!("{INICIO}{id}{}", self.0)
    }

    /// See [`Pedido::impressao`].
    pub fn impressao(&self) -> i64 {
        let mut hash = Sha256::new();
        // as if the number were 0
        hash.update(INICIO);
        hash.update("0");
        hash.update(&self.0);
        let resumo: [u8; 32] = hash.finalize().into();
        let [a, b, c, d, e, f, g, h, ..] = resumo;
        i64::from_be_bytes([a, b, c, d, e, f, g, h])
    }
}

fn forma_pagamento(info: &Informacao) -> Option<i32> {
    info.valor.trim().parse().ok().filter(|id| *id >= 1)
}

/// Refuses a payment method that is not a number, while the caller can still correct it.
pub(super) fn conferir_forma_pagamento(informacoes: &[Informacao], lista: &Caminho<'_>, p: &mut Problemas) {
    let mut vista = false;
    for (i, info) in informacoes.iter().enumerate().filter(|(_, info)| info.chave == CHAVE_FORMA_PAGAMENTO) {
        let item = Caminho::Item(lista, i);
        if forma_pagamento(info).is_none() {
            p.push(Caminho::Membro(&item, "valor"), "deve ser um número inteiro maior ou igual a 1");
        } else if vista {
            p.push(Caminho::Membro(&item, "chave"), "está repetida");
        }
        vista = true;
    }
}

#[cfg(test)]
mod tests;
