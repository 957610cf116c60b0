//! The owner of a stock takes orders over: the next number that it tells contains them.

use std::collections::BTreeMap;

use diesel::prelude::*;
use domain::evento::TipoEvento;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::schema::{estoque_reservas, eventos};
use crate::base::{BindValue, Statement, StoreError, Tx, on};

/// The owner has taken orders over, by their numbers. Who had before, did before.
pub fn take_over(tx: &mut Tx<'_>, loja: LojaId, ids: &[i64]) -> Result<(), StoreError> {
    let now = BindValue::I64(tx.now().micros());
    for id in ids {
        let mark: Statement<'_, (), 4> = Statement::new(
            "UPDATE estoque_reservas SET assumida_em = ? \
             WHERE aplicacao_id = ? AND loja_id = ? AND pedido_id = ? AND assumida_em IS NULL",
            [now, BindValue::I32(loja.aplicacao.0), BindValue::I32(loja.loja), BindValue::I64(*id)],
        );
        on!(tx, c => mark.execute(c))?;
    }
    Ok(())
}

/// The owner has confirmed events of orders, by their places.
pub(crate) fn take_over_of(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    posicoes: &[i64],
) -> Result<(), StoreError> {
    let kinds = [TipoEvento::PedidoCriado, TipoEvento::PedidoStatus, TipoEvento::PedidoDetalhe];
    let kinds: Vec<i16> = kinds.into_iter().map(TipoEvento::code).collect();
    // those that hold nothing that was not taken over are left out
    let orders: Vec<(i32, i64)> = on!(tx, c => eventos::table
        .inner_join(estoque_reservas::table.on(estoque_reservas::aplicacao_id
            .eq(eventos::aplicacao_id)
            .and(estoque_reservas::loja_id.eq(eventos::loja_id))
            .and(estoque_reservas::pedido_id.eq(eventos::assunto))))
        .filter(eventos::aplicacao_id.eq(aplicacao.0))
        .filter(eventos::posicao.eq_any(posicoes))
        .filter(eventos::tipo.eq_any(kinds))
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
