//! The owner of a stock takes orders over: the next number that it tells contains them.

use std::collections::BTreeMap;

use diesel::prelude::*;
use domain::values::ids::{AplicacaoId, LojaId, PedidoId};

use crate::base::schema::{estoque_reservas, eventos, usuarios};
use crate::base::{Conn, Rare, StoreError, Tx, on};

/// The owner has taken orders over, by their numbers. Who had before, did before.
pub fn take_over(tx: &mut Tx<'_>, loja: LojaId, ids: &[i64]) -> Result<(), StoreError> {
    let now = tx.now().micros();
    on!(tx, c => diesel::update(estoque_reservas::table
        .filter(estoque_reservas::aplicacao_id.eq(loja.aplicacao.0))
        .filter(estoque_reservas::loja_id.eq(loja.loja))
        .filter(estoque_reservas::pedido_id.eq_any(ids))
        .filter(estoque_reservas::assumida_em.is_null()))
        .set(estoque_reservas::assumida_em.eq(now))
        .execute(c))?;
    Ok(())
}

/// Whether the owner takes an order over by reading it now: it has said so (as is remembered for a second),
/// and the order holds something.
pub fn read_takes_over(conn: &mut Conn<'_>, loja: LojaId, pedido: PedidoId) -> Result<bool, StoreError> {
    let on_reading = conn.remembered(
        |known| &known.on_reading,
        loja,
        |conn, loja| {
            Ok(on!(conn, c => usuarios::table
                .find((loja.aplicacao.0, loja.loja))
                .select(usuarios::assumir_na_leitura)
                .first(c)
                .optional())?)
        },
    )?;
    if on_reading != Some(true) {
        return Ok(false);
    }
    Ok(on!(conn, c => diesel::select(diesel::dsl::exists(estoque_reservas::table
        .filter(estoque_reservas::aplicacao_id.eq(loja.aplicacao.0))
        .filter(estoque_reservas::loja_id.eq(loja.loja))
        .filter(estoque_reservas::pedido_id.eq(pedido.0))
        .filter(estoque_reservas::assumida_em.is_null())))
        .get_result(c))?)
}

/// The owner has confirmed events of orders, by their places.
pub(crate) fn take_over_of(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    posicoes: &[i64],
) -> Result<(), StoreError> {
    // those that hold nothing that was not taken over are left out
    let orders: Vec<(i32, i64)> = on!(tx, c => eventos::table
        .inner_join(estoque_reservas::table.on(estoque_reservas::aplicacao_id
            .eq(eventos::aplicacao_id)
            .and(estoque_reservas::loja_id.eq(eventos::loja_id))
            .and(estoque_reservas::pedido_id.eq(eventos::assunto))))
        .filter(eventos::aplicacao_id.eq(aplicacao.0))
        .filter(Rare(eventos::posicao.eq_any(posicoes)))
        .filter(estoque_reservas::assumida_em.is_null())
        .select((eventos::loja_id, eventos::assunto))
        .order((eventos::loja_id, eventos::assunto))
        .distinct()
        .load(c))?;
    let mut by_loja: BTreeMap<i32, Vec<i64>> = BTreeMap::new();
    for (loja, pedido) in orders {
        by_loja.entry(loja).or_default().push(pedido);
    }
    by_loja.into_iter().try_for_each(|(loja, ids)| take_over(tx, LojaId { aplicacao, loja }, &ids))
}
