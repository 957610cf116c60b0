//! Channels of which every offer may have changed: their SKUs are gone through in pieces.

use std::collections::BTreeSet;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer};
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::schema::oferta_varreduras::dsl;
use crate::base::schema::{oferta_varreduras, usuarios};
use crate::base::{Conn, StoreError, Tx, on};
use crate::catalogue::skus::next_numbers;

/// All channels of a store.
const ALL: i32 = 0;

/// A piece of a sweep.
#[derive(Debug)]
pub(super) struct Sweep {
    pub loja: LojaId,
    pub canal: Option<i32>,
    pub skus: BTreeSet<i64>,
    /// It was the last one.
    last: bool,
}

/// Begins to go through a store's SKUs, from the first one.
pub(super) fn begin(tx: &mut Tx<'_>, loja: LojaId, canal: Option<i32>) -> Result<(), StoreError> {
    on!(tx, c => diesel::insert_into(oferta_varreduras::table)
        .values((
            dsl::aplicacao_id.eq(loja.aplicacao.0),
            dsl::loja_id.eq(loja.loja),
            dsl::canal_num.eq(canal.unwrap_or(ALL)),
            dsl::sku_num.eq(0_i64),
        ))
        .on_conflict((dsl::aplicacao_id, dsl::loja_id, dsl::canal_num))
        .do_update()
        .set(dsl::sku_num.eq(0_i64))
        .execute(c))?;
    Ok(())
}

/// Begins to go through the SKUs of all stores of an application that want to hear of their offers.
pub(super) fn begin_all(tx: &mut Tx<'_>, aplicacao: AplicacaoId) -> Result<(), StoreError> {
    let wanting = usuarios::table
        .filter(usuarios::aplicacao_id.eq(aplicacao.0))
        .filter(usuarios::anunciar_ofertas.eq(true))
        .select((
            usuarios::aplicacao_id,
            usuarios::loja_id,
            ALL.into_sql::<Integer>(),
            0_i64.into_sql::<BigInt>(),
        ));
    on!(tx, c => diesel::insert_into(oferta_varreduras::table)
        .values(wanting)
        .into_columns((dsl::aplicacao_id, dsl::loja_id, dsl::canal_num, dsl::sku_num))
        .execute(c))?;
    Ok(())
}

/// The next piece of some sweep of an application. Where a store's stock is changing hands, its sweeps wait
/// until it has: of a SKU that holds nothing, the change of hands itself is not told.
pub(super) fn next(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    most: i64,
) -> Result<Option<Sweep>, StoreError> {
    let changing = usuarios::table
        .filter(usuarios::aplicacao_id.eq(aplicacao.0))
        .filter(usuarios::loja_id.eq(dsl::loja_id))
        .filter(usuarios::estoque_convertido.is_not_null());
    let found: Option<(i32, i32, i64)> = on!(conn, c => oferta_varreduras::table
        .filter(dsl::aplicacao_id.eq(aplicacao.0))
        .filter(diesel::dsl::not(diesel::dsl::exists(changing)))
        .order((dsl::sku_num, dsl::loja_id, dsl::canal_num))
        .select((dsl::loja_id, dsl::canal_num, dsl::sku_num))
        .first(c)
        .optional())?;
    let Some((loja, canal, done)) = found else { return Ok(None) };
    let loja = LojaId { aplicacao, loja };
    let nums = next_numbers(conn, loja, done, most)?;
    let last = (nums.len() as i64) < most;
    let canal = (canal != ALL).then_some(canal);
    Ok(Some(Sweep { loja, canal, skus: nums.into_iter().collect(), last }))
}

/// A piece is done.
pub(super) fn advance(tx: &mut Tx<'_>, sweep: &Sweep) -> Result<(), StoreError> {
    let canal = sweep.canal.unwrap_or(ALL);
    let key = (sweep.loja.aplicacao.0, sweep.loja.loja, canal);
    on!(tx, c => match sweep.skus.last() {
        Some(num) if !sweep.last => diesel::update(oferta_varreduras::table.find(key))
            .set(dsl::sku_num.eq(*num))
            .execute(c)?,
        _ => diesel::delete(oferta_varreduras::table.find(key)).execute(c)?,
    });
    Ok(())
}
