//! Orders that come again: the one that is there gets what it lacked, until it is invoiced.

use diesel::prelude::*;
use domain::evento::{Change, Detalhe};
use domain::pedido::aviso::Aviso;
use domain::pedido::historico::HISTORICO_MAX;
use domain::pedido::{Content, Pedido, StatusPedido};
use domain::titular::folded_email;
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::schema::pedido_nomes;
use crate::base::stored;
use crate::base::{StoreError, Tx, insert};
use crate::events::{self, NewEvento};
use crate::orders::buyers::numbers;
use crate::orders::history;
use crate::orders::order::PedidoRow;
use crate::orders::rows::NameRow;
use crate::orders::sql;
use crate::orders::text_search::forget_names;
use crate::orders::whole::{self, WholeOrder};

/// What an order is to the stored one of its key.
pub(super) enum Again {
    /// The same, or a part of it, or more of it: then that was added.
    Same {
        /// The stored order.
        pedido: PedidoRow,
        /// Warnings about what was added, and about what was not taken.
        avisos: Vec<Aviso>,
    },
    /// Another one.
    Another,
    /// The stored one has vanished.
    Gone,
}

/// Compares an order and its fingerprint with the stored one of its key, and completes that.
pub(super) fn again(
    tx: &mut Tx<'_>,
    loja: LojaId,
    id: PedidoId,
    (sent, impressao): (&Pedido, i64),
) -> Result<Again, StoreError> {
    sql::lock(tx, loja, &[id.0])?;
    let Some(order) = whole::read(tx, loja, &[id.0])?.pop() else { return Ok(Again::Gone) };
    if differs_in_status_alone(&order, sent) {
        return Ok(Again::Another);
    }
    let Some((pedido, added)) = order.pedido.completed(sent) else { return Ok(Again::Another) };
    let mut avisos = status_notice(&order.pedido, sent);
    let (status, mut alterado_em) = (order.pedido.status, Instante::from_micros(order.row.alterado_em));
    let documento = Content::of(&pedido).with_id(id);
    if !added.is_empty() {
        let open = matches!(status, StatusPedido::AguardandoPagamento | StatusPedido::Pago);
        if !open || order.progress.historico.len() >= HISTORICO_MAX {
            return Ok(Again::Another);
        }
        let known = order.pedido.notices();
        avisos.extend(pedido.notices().into_iter().filter(|aviso| !known.contains(aviso)));
        alterado_em = complete(tx, loja, order, (pedido, added), (impressao, &avisos))?;
    }
    Ok(Again::Same { pedido: PedidoRow { pedido_id: id, status, documento, alterado_em }, avisos })
}

/// An order that was never completed, with another status than it came in with: moves have an address of their own.
fn differs_in_status_alone(order: &WholeOrder, again: &Pedido) -> bool {
    order.progress.historico.first().is_some_and(|first| {
        let first = Pedido { status: first.status, ..again.clone() };
        again.status != first.status && first.fingerprint(&Content::of(&first)) == order.row.impressao
    })
}

fn status_notice(order: &Pedido, again: &Pedido) -> Vec<Aviso> {
    let why = || format!("o pedido está em {} e só muda por uma mudança de status", order.status);
    let notice = || Aviso::LeftOut { member: "status".to_owned(), why: why() };
    (order.status != again.status).then(notice).into_iter().collect()
}

/// Writes what was added; when that was.
fn complete(
    tx: &mut Tx<'_>,
    loja: LojaId,
    mut order: WholeOrder,
    (pedido, added): (Pedido, Vec<Detalhe>),
    (impressao, avisos): (i64, &[Aviso]),
) -> Result<Instante, StoreError> {
    let (id, before) = (order.id(), order.row.counted_state());
    let now = Instante::now_after(Instante::from_micros(before.alterado_em));
    let (old, new) = (&order.pedido.usuario, &pedido.usuario);
    let mut left = None;
    if numbers::key(old) != numbers::key(new) {
        left = Some((old.clone(), order.row.comprador_num));
        let found = numbers::find_or_create(tx, loja, std::iter::once(new))?;
        order.row.comprador_num = found.first().copied().unwrap_or(order.row.comprador_num);
    }
    let (old_words, new_words) = (old.name_words(), new.name_words());
    forget_names(tx, loja, id, &(&old_words - &new_words))?;
    let names: Vec<NameRow> = NameRow::of(loja, id, &new_words - &old_words).collect();
    insert!(tx, pedido_nomes::table, names.iter());

    let words: Vec<&str> = added.iter().map(|detail| detail.words()).collect();
    let completed = format!("O pedido veio de novo e foi completado: {}.", words.join(", "));
    let told = std::iter::once(completed).chain(avisos.iter().map(ToString::to_string)).collect();
    let standing = stored::standing(order.row.status)?;
    order.progress.historico.push(history::notice(standing, now, told));
    order.row.email = folded_email(&new.email);
    order.row.empresa = numbers::company_of(new);
    order.row.forma_pagamento = pedido.forma_pagamento_id();
    order.row.impressao = impressao;
    // whoever took it over did not know this
    order.row.integrado = false;
    order.row.alterado_em = now.micros();
    order.pedido = pedido;
    let canal = order.pedido.canal_id.clone();
    order.write(tx, loja, before)?;
    if let Some((buyer, number)) = left {
        numbers::forget_unused(tx, loja, &buyer, number)?;
    }
    let change = Change::PedidoDetalhe { status: standing.status, detalhes: added };
    let event = NewEvento { assunto: id.0, canal: Some(canal.as_str()), sku: None, change };
    events::record(tx, loja, now, [event])?;
    Ok(now)
}
