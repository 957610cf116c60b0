//! Orders on PostgreSQL, where each statement is a round trip.

mod new_orders;

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Binary, Bool, Integer, Nullable, SmallInt, Text};
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use crate::base::schema::pedidos;
use crate::base::{Pending, StoreError, Together, listed};
use crate::orders::arrival::Arrival;
use crate::orders::rows::{Moved, PedidoColumns};

/// Stores what hangs on the rows of new orders and tells of them, in one round trip.
pub(super) fn store_at_once(
    c: &mut PgConnection,
    pending: &mut Pending,
    now: Instante,
    arrival: &Arrival<'_>,
) -> Result<bool, StoreError> {
    let changes = new_orders::changes(arrival);
    let all = new_orders::statements(pending, now, arrival, &changes);
    Together(all.iter().map(|one| one as _).collect()).execute(c)?;
    Ok(true)
}

/// Inserts orders whose natural key is free; answers which.
pub(super) fn insert_new(c: &mut PgConnection, rows: &[PedidoColumns]) -> Result<Vec<i64>, StoreError> {
    Ok(new_orders::of(rows).load(c)?)
}

/// Keeps other moves of these orders waiting. The rows themselves are locked: a batch of orders would fill
/// the server's table of advisory locks. In one order, so that two batches cannot hold each other up.
pub(super) fn lock(c: &mut PgConnection, loja: LojaId, ids: &[i64]) -> Result<(), StoreError> {
    listed!(pedidos::pedido_id, ids, |of_them| pedidos::table
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(of_them)
        .order(pedidos::pedido_id)
        .select(pedidos::pedido_id)
        .for_no_key_update()
        .load::<i64>(c)?);
    Ok(())
}

/// Writes what has changed of several orders in two statements.
pub(super) fn update_at_once(
    c: &mut PgConnection,
    loja: LojaId,
    moved: &[Moved<'_>],
) -> Result<bool, StoreError> {
    if moved.len() < 2 {
        return Ok(false);
    }
    macro_rules! column {
        ($value:expr) => {
            moved.iter().map($value).collect::<Vec<_>>()
        };
    }
    let ids = column!(|m| m.pedido_id);
    sql_query(
        "UPDATE pedidos p SET status = n.status, status_em = n.status_em, data_pagamento = n.data_pagamento, \
         rastreado = n.rastreado, integrado = n.integrado, alterado_em = n.alterado_em, \
         transportadora = n.transportadora, itens = n.itens \
         FROM unnest($3, $4, $5, $6, $7, $8, $9, $10, $11) \
         AS n (pedido_id, status, status_em, data_pagamento, rastreado, integrado, alterado_em, \
         transportadora, itens) \
         WHERE p.aplicacao_id = $1 AND p.loja_id = $2 AND p.pedido_id = n.pedido_id",
    )
    .bind::<Integer, _>(loja.aplicacao.0)
    .bind::<Integer, _>(loja.loja)
    .bind::<Array<BigInt>, _>(&ids)
    .bind::<Array<SmallInt>, _>(column!(|m| m.movable.status))
    .bind::<Array<BigInt>, _>(column!(|m| m.movable.status_em))
    .bind::<Array<Nullable<BigInt>>, _>(column!(|m| m.movable.data_pagamento))
    .bind::<Array<Bool>, _>(column!(|m| m.movable.rastreado))
    .bind::<Array<Bool>, _>(column!(|m| m.movable.integrado))
    .bind::<Array<BigInt>, _>(column!(|m| m.movable.alterado_em))
    .bind::<Array<Nullable<Text>>, _>(column!(|m| m.movable.transportadora.as_deref()))
    .bind::<Array<Nullable<Text>>, _>(column!(|m| m.movable.itens.as_deref()))
    .execute(c)?;
    sql_query(
        "UPDATE pedido_documentos d SET documento = n.documento, andamento = n.andamento \
         FROM unnest($3, $4, $5) AS n (pedido_id, documento, andamento) \
         WHERE d.aplicacao_id = $1 AND d.loja_id = $2 AND d.pedido_id = n.pedido_id",
    )
    .bind::<Integer, _>(loja.aplicacao.0)
    .bind::<Integer, _>(loja.loja)
    .bind::<Array<BigInt>, _>(&ids)
    .bind::<Array<Binary>, _>(column!(|m| m.documento.as_bytes()))
    .bind::<Array<Binary>, _>(column!(|m| m.andamento.as_bytes()))
    .execute(c)?;
    Ok(true)
}
