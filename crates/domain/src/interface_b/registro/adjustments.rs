//! What is added to the lines of an order until they make its total.
//!
//! Programs add every adjustment of a line to quantity × price, so discounts are negative and what belongs to
//! the order as a whole is spread over its lines. For every order Σ(quantity × price + Σ adjustments) is its
//! total, to the last digit: also where the marketplace's total is not what the parts add up to.

use super::ajuste::TipoAjuste;
use super::parts::AjusteItem;
use crate::pedido::Pedido;
use crate::values::money::Dinheiro;

/// Shares are whole cents; what does not divide goes to the last line.
const CENT: i128 = 100;

/// The adjustments of each line, in their order.
pub(super) fn adjustments(pedido: &Pedido, freights: &[Dinheiro]) -> Vec<Vec<AjusteItem>> {
    let weights = weights(pedido);
    let mut lines: Vec<Vec<AjusteItem>> = freights
        .iter()
        .zip(&pedido.produtos)
        .map(|(frete, item)| {
            vec![
                of(TipoAjuste::Frete, "Frete", digits(*frete)),
                of(TipoAjuste::Promocao, "Desconto", -digits(item.desconto)),
            ]
        })
        .collect();
    for (tipo, nome, amount) in [
        (TipoAjuste::Promocao, "Desconto do pedido", -digits(pedido.desconto)),
        (TipoAjuste::FormaPagamento, "Juros", digits(pedido.juros)),
    ] {
        for (line, share) in lines.iter_mut().zip(spread(amount, &weights)) {
            line.push(of(tipo, nome, share));
        }
    }
    let sum = weights.iter().sum::<i128>()
        + lines.iter().flatten().map(|adjustment| digits(adjustment.valor)).sum::<i128>();
    if let Some(last) = lines.last_mut() {
        last.push(rest(digits(pedido.total) - sum));
    }
    for line in &mut lines {
        line.retain(|adjustment| adjustment.valor != Dinheiro::ZERO);
    }
    lines
}

/// What the marketplace's total differs by.
fn rest(amount: i128) -> AjusteItem {
    let tipo = if amount < 0 { TipoAjuste::Promocao } else { TipoAjuste::FormaPagamento };
    of(tipo, "Diferença do total", amount)
}

/// The freight of each line: its own, or a share of what was charged for the whole order.
pub(super) fn freights(pedido: &Pedido) -> Vec<Dinheiro> {
    if pedido.freight_is_of_items() {
        return pedido.produtos.iter().map(|item| item.frete).collect();
    }
    let charged = pedido.freight().unwrap_or(Dinheiro::MAX);
    spread(digits(charged), &weights(pedido)).into_iter().map(amount_of).collect()
}

/// What the lines come to, before anything is added.
fn weights(pedido: &Pedido) -> Vec<i128> {
    pedido.produtos.iter().map(|item| digits(item.preco) * i128::from(item.quantidade)).collect()
}

/// Divides an amount by weight.
fn spread(amount: i128, weights: &[i128]) -> Vec<i128> {
    let all: i128 = weights.iter().sum();
    let mut left = amount;
    let mut shares: Vec<i128> = weights
        .iter()
        .map(|weight| {
            let share = if all == 0 { 0 } else { amount * weight / all / CENT * CENT };
            left -= share;
            share
        })
        .collect();
    if let Some(last) = shares.last_mut() {
        *last += left;
    }
    shares
}

fn digits(value: Dinheiro) -> i128 {
    value.ten_thousandths().into()
}

fn of(tipo: TipoAjuste, nome: &'static str, amount: i128) -> AjusteItem {
    AjusteItem { tipo, valor: amount_of(amount), observacao: None, nome }
}

/// More than an amount can hold is nothing that a total can have.
fn amount_of(digits: i128) -> Dinheiro {
    Dinheiro::from_ten_thousandths(i64::try_from(digits).unwrap_or_default())
}
