//! Orders on PostgreSQL, where each statement is a round trip.

mod new_orders;

use diesel::QueryResult;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment};
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Binary, Bool, Integer, Nullable, SmallInt, Text};
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use super::names::NameRow;
use super::parts::Parts;
use super::rows::{Moved, PedidoColumns};
use crate::base::schema::{
    canais, contagem_mudancas, eventos_novos, pedido_documentos, pedido_registros, pedidos,
};
use crate::base::{CountedState, Pending, StoreError, StoredEvent, Together, among};
use crate::catalogue::skus::shelf::{self, Rows};
use crate::eventos::Unplaced;
use crate::sales::contagens;

/// Stores what hangs on the row of a new order and tells of it, in one round trip. The statement's text is
/// one of a few, so that it stays in the statement cache.
pub(super) fn store_at_once(
    c: &mut PgConnection,
    pending: &mut Pending,
    loja: LojaId,
    parts: &Parts,
    state: CountedState,
    (event, now): (&StoredEvent, Instante),
    stock: &Rows,
) -> Result<bool, StoreError> {
    let stock = shelf::statements(now, stock);
    let document = diesel::insert_into(pedido_documentos::table).values(&parts.documento);
    let registro = diesel::insert_into(pedido_registros::table).values(&parts.registro);
    let (items, names) = (Items::of(parts), Names::of(loja, &parts.names));
    let change = contagens::new_order(pending, loja, parts.pedido_id(), state);
    let change = diesel::insert_into(contagem_mudancas::table).values(&change);
    let event = Unplaced::new(event, loja, now);
    let event = diesel::insert_into(eventos_novos::table).values(&event);
    let mut all: Vec<&dyn QueryFragment<Pg>> = stock.iter().map(|one| one as _).collect();
    all.extend::<[&dyn QueryFragment<Pg>; 6]>([&document, &registro, &items, &names, &change, &event]);
    Together(all).execute(c)?;
    Ok(true)
}

/// Inserts orders whose natural key is free; answers which.
pub(super) fn insert_new(c: &mut PgConnection, rows: &[PedidoColumns]) -> Result<Vec<i64>, StoreError> {
    Ok(new_orders::of(rows).load(c)?)
}

/// Channels of those that are named.
pub(super) fn canais(
    c: &mut PgConnection,
    named: &[(LojaId, &str)],
) -> Result<Vec<(i32, i32, String, i32)>, StoreError> {
    Ok(canais::table
        .filter(among!(canais, canal_id, named))
        .select((canais::aplicacao_id, canais::loja_id, canais::canal_id, canais::canal_num))
        .load(c)?)
}

/// Orders by their `sourceId`s.
pub(super) fn of_sources(
    c: &mut PgConnection,
    named: &[(LojaId, &str)],
) -> Result<Vec<(i32, i32, String, i32)>, StoreError> {
    Ok(pedidos::table
        .filter(among!(pedidos, source_id, named))
        .select((pedidos::aplicacao_id, pedidos::loja_id, pedidos::source_id, pedidos::canal_num))
        .load(c)?)
}

/// Together.
pub(super) fn add_names(c: &mut PgConnection, loja: LojaId, rows: &[NameRow]) -> Result<(), StoreError> {
    Together(vec![&Names::of(loja, rows)]).execute(c)?;
    Ok(())
}

/// Keeps other moves of these orders waiting. The rows themselves are locked: a batch of orders would fill
/// the server's table of advisory locks. In one order, so that two batches cannot hold each other up.
pub(super) fn lock(c: &mut PgConnection, loja: LojaId, ids: &[i64]) -> Result<(), StoreError> {
    pedidos::table
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::pedido_id.eq_any(ids))
        .order(pedidos::pedido_id)
        .select(pedidos::pedido_id)
        .for_no_key_update()
        .load::<i64>(c)?;
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
        "UPDATE pedido_documentos d SET documento = n.documento, documento_zstd = n.documento_zstd, \
         andamento = n.andamento, andamento_zstd = n.andamento_zstd, \
         nota_fiscal = NULL, rastreio = NULL, itens = NULL \
         FROM unnest($3, $4, $5, $6, $7) \
         AS n (pedido_id, documento, documento_zstd, andamento, andamento_zstd) \
         WHERE d.aplicacao_id = $1 AND d.loja_id = $2 AND d.pedido_id = n.pedido_id",
    )
    .bind::<Integer, _>(loja.aplicacao.0)
    .bind::<Integer, _>(loja.loja)
    .bind::<Array<BigInt>, _>(&ids)
    .bind::<Array<Text>, _>(column!(|m| m.documento.plain.as_str()))
    .bind::<Array<Nullable<Binary>>, _>(column!(|m| m.documento.bytes.as_deref()))
    .bind::<Array<Text>, _>(column!(|m| m.andamento.plain.as_str()))
    .bind::<Array<Nullable<Binary>>, _>(column!(|m| m.andamento.bytes.as_deref()))
    .execute(c)?;
    Ok(true)
}

/// The SKUs of an order, however many.
struct Items<'a> {
    aplicacao_id: i32,
    loja_id: i32,
    pedido_id: i64,
    skus: Vec<&'a str>,
}

impl<'a> Items<'a> {
    fn of(parts: &'a Parts) -> Self {
        Self {
            aplicacao_id: parts.documento.aplicacao_id,
            loja_id: parts.documento.loja_id,
            pedido_id: parts.documento.pedido_id,
            skus: parts.itens.iter().map(|item| item.sku.as_str()).collect(),
        }
    }
}

impl QueryFragment<Pg> for Items<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("INSERT INTO pedido_itens (aplicacao_id, loja_id, sku, pedido_id) SELECT ");
        out.push_bind_param::<Integer, _>(&self.aplicacao_id)?;
        out.push_sql(", ");
        out.push_bind_param::<Integer, _>(&self.loja_id)?;
        out.push_sql(", sku, ");
        out.push_bind_param::<BigInt, _>(&self.pedido_id)?;
        out.push_sql(" FROM unnest(");
        out.push_bind_param::<Array<Text>, _>(&self.skus)?;
        out.push_sql(") AS sku");
        Ok(())
    }
}

/// Words of buyers' names, however many.
struct Names<'a> {
    loja: LojaId,
    words: Vec<&'a str>,
    orders: Vec<i64>,
}

impl<'a> Names<'a> {
    fn of(loja: LojaId, rows: &'a [NameRow]) -> Self {
        let (words, orders) = rows.iter().map(|row| (row.palavra.as_str(), row.pedido_id)).unzip();
        Self { loja, words, orders }
    }
}

impl QueryFragment<Pg> for Names<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("INSERT INTO pedido_nomes (aplicacao_id, loja_id, palavra, pedido_id) SELECT ");
        out.push_bind_param::<Integer, _>(&self.loja.aplicacao.0)?;
        out.push_sql(", ");
        out.push_bind_param::<Integer, _>(&self.loja.loja)?;
        out.push_sql(", n.palavra, n.pedido_id FROM unnest(");
        out.push_bind_param::<Array<Text>, _>(&self.words)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<BigInt>, _>(&self.orders)?;
        out.push_sql(") AS n (palavra, pedido_id) ON CONFLICT DO NOTHING");
        Ok(())
    }
}
