//! Channels of which every offer may have changed: their SKUs are gone through in pieces.

use std::collections::{BTreeMap, BTreeSet};

use diesel::dsl::count;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer};
use diesel::upsert::excluded;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::schema::oferta_varreduras::dsl;
use crate::base::schema::{oferta_varreduras, usuarios};
use crate::base::{Conn, StoreError, Tx, dialect, load_by_key, on};

/// All channels of a store.
const ALL: i32 = 0;

/// Stores that have their turn in one step.
const STORES: i64 = 50;

/// A piece of a sweep.
#[derive(Debug)]
pub(super) struct Sweep {
    pub loja: LojaId,
    pub canal: Option<i32>,
    pub skus: BTreeSet<i64>,
    /// It was the last one.
    last: bool,
}

/// Begins to go through the SKUs of some channels, from the first one.
pub(super) fn begin(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    channels: &BTreeSet<(i32, Option<i32>)>,
) -> Result<(), StoreError> {
    let of_channel = |(loja, canal): &(i32, Option<i32>)| (aplicacao.0, *loja, canal.unwrap_or(ALL), 0);
    write(tx, channels.iter().map(of_channel))
}

/// How far some have come: application, store, channel, SKU.
fn write(tx: &mut Tx<'_>, sweeps: impl Iterator<Item = (i32, i32, i32, i64)>) -> Result<(), StoreError> {
    let row = |(aplicacao, loja, canal, sku)| {
        (
            dsl::aplicacao_id.eq(aplicacao),
            dsl::loja_id.eq(loja),
            dsl::canal_num.eq(canal),
            dsl::sku_num.eq(sku),
        )
    };
    let rows: Vec<_> = sweeps.map(row).collect();
    for part in rows.chunks(1000) {
        on!(tx, c => diesel::insert_into(oferta_varreduras::table)
            .values(part)
            .on_conflict((dsl::aplicacao_id, dsl::loja_id, dsl::canal_num))
            .do_update()
            .set(dsl::sku_num.eq(excluded(dsl::sku_num)))
            .execute(c))?;
    }
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

/// The next pieces of some sweeps of an application, of so many SKUs together: one of each store, and the
/// stores in turns, so that none waits for one that has many channels or SKUs. Where a store's stock is
/// changing hands, its sweeps wait until it has: of a SKU that holds nothing, the change of hands itself is
/// not told.
pub(super) fn next(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    turn: i64,
    most: i64,
) -> Result<Vec<Sweep>, StoreError> {
    let found = in_turn(conn, aplicacao, turn)?;
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let each = most / found.len() as i64;
    let behind: Vec<(i32, i64)> = found.iter().map(|(loja, _, done)| (*loja, *done)).collect();
    let mut skus: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
    let next: Vec<(i64, i64)> = dialect!(conn => next_skus(aplicacao, &behind, each))?;
    for (place, sku) in next {
        skus.entry(place).or_default().insert(sku);
    }
    let sweep = |(place, (loja, canal, _)): (i64, (i32, i32, i64))| {
        let skus = skus.remove(&place).unwrap_or_default();
        let last = (skus.len() as i64) < each;
        Sweep { loja: LojaId { aplicacao, loja }, canal: (canal != ALL).then_some(canal), skus, last }
    };
    Ok((0..).zip(found).map(sweep).collect())
}

/// The sweeps whose turn it is: store, channel, and the last SKU that was looked at.
fn in_turn(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    turn: i64,
) -> Result<Vec<(i32, i32, i64)>, StoreError> {
    let ready = || {
        let changing = usuarios::table
            .filter(usuarios::aplicacao_id.eq(aplicacao.0))
            .filter(usuarios::loja_id.eq(dsl::loja_id))
            .filter(usuarios::estoque_convertido.is_not_null());
        oferta_varreduras::table
            .filter(dsl::aplicacao_id.eq(aplicacao.0))
            .filter(diesel::dsl::not(diesel::dsl::exists(changing)))
    };
    let count: i64 = on!(conn, c => ready().select(count(dsl::loja_id).aggregate_distinct()).first(c))?;
    if count == 0 {
        return Ok(Vec::new());
    }
    let (first, pass) = turn_of(turn, count);
    let lojas: Vec<i32> = on!(conn, c => ready()
        .select(dsl::loja_id)
        .distinct()
        .order(dsl::loja_id)
        .offset(first)
        .limit(STORES)
        .load(c))?;
    let of_lojas: Vec<(i32, i32, i64)> =
        load_by_key!(conn, dsl::loja_id, &lojas, |of_them| oferta_varreduras::table
            .filter(dsl::aplicacao_id.eq(aplicacao.0))
            .filter(of_them)
            .order(dsl::canal_num)
            .select((dsl::loja_id, dsl::canal_num, dsl::sku_num)));
    let mut by_loja: BTreeMap<i32, Vec<(i32, i32, i64)>> = BTreeMap::new();
    for sweep in of_lojas {
        by_loja.entry(sweep.0).or_default().push(sweep);
    }
    let its_turn = |sweeps: &Vec<(i32, i32, i64)>| {
        let place = pass % sweeps.len() as i64;
        usize::try_from(place).ok().and_then(|place| sweeps.get(place).copied())
    };
    Ok(by_loja.values().filter_map(its_turn).collect())
}

/// The first of the stores whose turn it is, and how often each of them has had one before, by which the
/// store's sweeps take turns.
fn turn_of(turn: i64, stores: i64) -> (i64, i64) {
    let turns = (stores + STORES - 1) / STORES;
    ((turn % turns) * STORES, turn / turns)
}

/// Some pieces are done.
pub(super) fn advance(tx: &mut Tx<'_>, aplicacao: AplicacaoId, pieces: &[Sweep]) -> Result<(), StoreError> {
    let (mut ended, mut going) = (BTreeMap::<i32, Vec<i32>>::new(), Vec::new());
    for Sweep { loja, canal, skus, last } in pieces {
        let canal = canal.unwrap_or(ALL);
        match skus.last() {
            Some(sku) if !last => going.push((aplicacao.0, loja.loja, canal, *sku)),
            _ => ended.entry(canal).or_default().push(loja.loja),
        }
    }
    for (canal, lojas) in ended {
        on!(tx, c => diesel::delete(oferta_varreduras::table)
            .filter(dsl::aplicacao_id.eq(aplicacao.0))
            .filter(dsl::loja_id.eq_any(lojas))
            .filter(dsl::canal_num.eq(canal))
            .execute(c))?;
    }
    write(tx, going.into_iter())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sweep_of_every_store_has_its_turn() {
        for (stores, of_each) in [(1, 1), (1, 2), (50, 3), (51, 2), (100, 2), (149, 4), (200, 6)] {
            let turns = (stores + STORES - 1) / STORES * of_each;
            let mut met = BTreeSet::new();
            for turn in 7..7 + turns {
                let (first, pass) = turn_of(turn, stores);
                met.extend((first..stores.min(first + STORES)).map(|store| (store, pass % of_each)));
            }
            assert_eq!(met.len() as i64, stores * of_each, "{stores} stores of {of_each} sweeps");
        }
    }
}
