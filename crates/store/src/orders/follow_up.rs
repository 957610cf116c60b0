//! What a store's own system keeps about an order: that it has taken it over, and notes.

use diesel::prelude::*;
use domain::evento::{Change, Detalhe};
use domain::interface_b::registro::Observacao;
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::CountedState;
use crate::base::StoreError;
use crate::base::paging::{Page, PageRequest};
use crate::base::schema::{canais, pedido_registros, pedidos};
use crate::base::stored;
use crate::base::{Conn, Tx, on};
use crate::base::{from_json, to_json};
use crate::events::{self, NewEvento};
use crate::inventory;
use crate::orders::counts::{self, Counter, Jump, Kind, Selector};
use crate::orders::movement::exclusive;
use crate::orders::rows::state;

/// The orders that the store has not taken over since they last changed status, the oldest first.
pub fn not_integrated(
    conn: &mut Conn<'_>,
    loja: LojaId,
    page: PageRequest,
) -> Result<Page<PedidoId>, StoreError> {
    // all of them: nothing is left at the ends of a range
    let counter = Counter::new(loja, Kind::Pending, [Selector::default()], &|_, _, _| Ok([0]));
    let (from, until) = (i64::MIN, i64::MAX);
    let total = counter.total(conn, from, until)?;
    let start = match page.after() {
        Some([id, _]) => Some(Jump { position: id.saturating_add(1), rest: 0 }),
        None => counter.jump(conn, (from, until), true, page.offset())?,
    };
    let Some(start) = start else {
        return page.page(Vec::new(), total, |id| [*id, 0], |id| Ok(PedidoId(id)));
    };
    let ids: Vec<i64> = on!(conn, c => pedidos::table
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        // written out, not bound: a partial index serves only a condition that it can read
        .filter(diesel::dsl::not(pedidos::integrado))
        // and bound as well: without statistics SQLite takes the index that more columns lead into
        .filter(pedidos::integrado.eq(false))
        .filter(pedidos::pedido_id.ge(start.position))
        .order(pedidos::pedido_id)
        .select(pedidos::pedido_id)
        .limit(page.limit())
        .offset(start.rest)
        .load(c))?;
    page.page(ids, total, |id| [*id, 0], |id| Ok(PedidoId(id)))
}

/// Notes that the store has taken an order over; false when there is no such order.
pub fn mark_integrado(tx: &mut Tx<'_>, loja: LojaId, id: PedidoId) -> Result<bool, StoreError> {
    exclusive(tx, loja, id)?;
    let Some(before) = state(tx, loja, id)? else { return Ok(false) };
    inventory::take_over(tx, loja, &[id.0])?;
    if before.pendente {
        on!(tx, c => diesel::update(pedidos::table.find((loja.aplicacao.0, loja.loja, id.0)))
            .set(pedidos::integrado.eq(true))
            .execute(c))?;
        counts::changed(tx, loja, id, Some(before), Some(CountedState { pendente: false, ..before }));
    }
    Ok(true)
}

/// The notes on an order, the oldest first; `None` when there is no such order.
pub fn observacoes(
    conn: &mut Conn<'_>,
    loja: LojaId,
    id: PedidoId,
) -> Result<Option<Vec<Observacao>>, StoreError> {
    let found: Option<Option<String>> = on!(conn, c => pedido_registros::table
        .filter(pedido_registros::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedido_registros::loja_id.eq(loja.loja))
        .filter(pedido_registros::pedido_id.eq(id.0))
        .select(pedido_registros::observacoes)
        .first(c)
        .optional())?;
    match found {
        None => Ok(None),
        Some(None) => Ok(Some(Vec::new())),
        Some(Some(text)) => from_json("pedido_registros.observacoes", &text).map(Some),
    }
}

/// Adds a note; false when there is no such order.
pub fn observe(tx: &mut Tx<'_>, loja: LojaId, id: PedidoId, new_one: Observacao) -> Result<bool, StoreError> {
    exclusive(tx, loja, id)?;
    let Some(mut all) = observacoes(tx, loja, id)? else { return Ok(false) };
    let Some(before) = state(tx, loja, id)? else { return Ok(false) };
    all.push(new_one);
    let text = to_json(&all)?;
    let now = Instante::now_after(Instante::from_micros(before.alterado_em));
    on!(tx, c => {
        diesel::update(pedido_registros::table
            .filter(pedido_registros::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedido_registros::loja_id.eq(loja.loja))
            .filter(pedido_registros::pedido_id.eq(id.0)))
            .set(pedido_registros::observacoes.eq(text))
            .execute(c)?;
        diesel::update(pedidos::table.find((loja.aplicacao.0, loja.loja, id.0)))
            .set(pedidos::alterado_em.eq(now.micros()))
            .execute(c)?;
    });
    let canal: String = on!(tx, c => pedidos::table
        .inner_join(canais::table.on(canais::aplicacao_id
            .eq(pedidos::aplicacao_id)
            .and(canais::loja_id.eq(pedidos::loja_id))
            .and(canais::canal_num.eq(pedidos::canal_num))))
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::pedido_id.eq(id.0))
        .select(canais::canal_id)
        .first(c))?;
    let status = stored::standing(before.status)?.status;
    let change = Change::PedidoDetalhe { status, detalhes: vec![Detalhe::Observacao] };
    let new = NewEvento { assunto: id.0, canal: Some(&canal), sku: None, change };
    events::record(tx, loja, now, [new])?;
    counts::changed(tx, loja, id, Some(before), Some(CountedState { alterado_em: now.micros(), ..before }));
    Ok(true)
}
