//! Sweeps: recomputation of all offers of changed channels, in batches, round-robin.
//!
//! A channel that changes during its sweep does not start over: one that changes more often than a sweep
//! takes would never reach its last SKUs. The sweep wraps around to the first SKU and ends where it was when
//! the last change was read from the log.

use std::collections::{BTreeMap, BTreeSet};

use diesel::dsl::count;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer};
use diesel::upsert::excluded;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::schema::oferta_varreduras::dsl;
use crate::base::schema::{oferta_varreduras, usuarios};
use crate::base::{Backend, Conn, List, OverLists, StoreError, Tx, column, load_by_key, on};
use crate::catalogue::skus::next_numbers;

/// All channels of a store.
const ALL: i32 = 0;

/// Stores served in one step.
const STORES: i64 = 50;

#[derive(Insertable)]
#[diesel(table_name = oferta_varreduras, treat_none_as_default_value = false)]
struct Row {
    aplicacao_id: i32,
    loja_id: i32,
    canal_num: i32,
    sku_num: i64,
    volta: i64,
}

/// Position of a sweep: the last SKU done (`sku`), and the SKU it ends after (`end`). Where `end` is not
/// ahead, the sweep runs to the last SKU and wraps around; 0: it ends with the last SKU.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SweepPosition {
    sku: i64,
    end: i64,
}

impl SweepPosition {
    /// The position after a batch of ascending SKUs; none: the sweep is finished.
    fn after(self, piece: &BTreeSet<i64>, full: bool) -> Option<Self> {
        let Self { sku, end } = self;
        match piece.last() {
            Some(last) if sku < end && *last >= end => None,
            Some(last) if full => Some(Self { sku: *last, end }),
            _ => (sku >= end && end > 0).then_some(Self { sku: 0, end }),
        }
    }
}

/// A batch of a sweep.
#[derive(Debug)]
pub(super) struct Sweep {
    pub loja: LojaId,
    pub canal: Option<i32>,
    pub skus: BTreeSet<i64>,
    /// None: it was the last batch.
    next: Option<SweepPosition>,
}

/// Starts or extends the sweeps of some channels.
pub(super) fn begin(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    channels: &BTreeSet<(i32, Option<i32>)>,
) -> Result<(), StoreError> {
    let row = |(loja, canal): &(i32, Option<i32>)| {
        row(aplicacao, *loja, canal.unwrap_or(ALL), SweepPosition { sku: 0, end: 0 })
    };
    let rows: Vec<_> = channels.iter().map(row).collect();
    for part in rows.chunks(1000) {
        on!(tx, c => diesel::insert_into(oferta_varreduras::table)
            .values(part)
            .on_conflict((dsl::aplicacao_id, dsl::loja_id, dsl::canal_num))
            .do_update()
            .set(dsl::volta.eq(dsl::sku_num))
            .execute(c))?;
    }
    Ok(())
}

fn row(aplicacao: AplicacaoId, loja_id: i32, canal_num: i32, place: SweepPosition) -> Row {
    Row { aplicacao_id: aplicacao.0, loja_id, canal_num, sku_num: place.sku, volta: place.end }
}

/// Starts sweeps of all stores of an application that subscribe to offer events.
pub(super) fn begin_all(tx: &mut Tx<'_>, aplicacao: AplicacaoId) -> Result<(), StoreError> {
    let subscribed = usuarios::table
        .filter(usuarios::aplicacao_id.eq(aplicacao.0))
        .filter(usuarios::anunciar_ofertas.eq(true))
        .select((
            usuarios::aplicacao_id,
            usuarios::loja_id,
            ALL.into_sql::<Integer>(),
            0_i64.into_sql::<BigInt>(),
        ));
    on!(tx, c => diesel::insert_into(oferta_varreduras::table)
        .values(subscribed)
        .into_columns((dsl::aplicacao_id, dsl::loja_id, dsl::canal_num, dsl::sku_num))
        .execute(c))?;
    Ok(())
}

/// The next batches of an application's sweeps, of at most `most` SKUs together: one batch a store, stores
/// round-robin, so that none waits for one with many channels or SKUs. Sweeps of a store wait while the
/// control of its stock is converted, since the conversion of a SKU without reservations has no event.
pub(super) fn next(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    turn: i64,
    most: i64,
) -> Result<Vec<Sweep>, StoreError> {
    let found = of_this_step(conn, aplicacao, turn)?;
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let each = most / found.len() as i64;
    let behind: Vec<(i32, i64)> = found.iter().map(|(loja, _, place)| (*loja, place.sku)).collect();
    let mut skus: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
    let next: Vec<(i64, i64)> = next_skus(conn, aplicacao, &behind, each)?;
    for (place, sku) in next {
        skus.entry(place).or_default().insert(sku);
    }
    let sweep = |(of_list, (loja, canal, place)): (i64, SweepRow)| {
        let skus = skus.remove(&of_list).unwrap_or_default();
        let next = place.after(&skus, skus.len() as i64 == each);
        Sweep { loja: LojaId { aplicacao, loja }, canal: (canal != ALL).then_some(canal), skus, next }
    };
    Ok((0..).zip(found).map(sweep).collect())
}

const NEXT_SKUS: &str = "SELECT b.place, s.sku_num \
     FROM unnest(?, ?, ?, ?, ?) b (place, aplicacao_id, loja_id, done, most) \
     CROSS JOIN LATERAL (SELECT sku_num FROM skus \
         WHERE skus.aplicacao_id = b.aplicacao_id AND skus.loja_id = b.loja_id AND skus.sku_num > b.done \
         ORDER BY skus.sku_num LIMIT b.most) s";

/// The next SKUs of some stores of an application, each after one; returns indices in the list with SKUs. On
/// PostgreSQL in one round trip.
fn next_skus(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    after: &[(i32, i64)],
    each: i64,
) -> Result<Vec<(i64, i64)>, StoreError> {
    if let Backend::Postgres(c) = conn.either() {
        let lists = vec![
            List::from((0_i64..).zip(after).map(|(index, _)| index).collect::<Vec<_>>()),
            column(after, |_| aplicacao.0),
            column(after, |(loja, _)| *loja),
            column(after, |(_, done)| *done),
            column(after, |_| each),
        ];
        let next = OverLists { text: NEXT_SKUS, lists }.answering::<(BigInt, BigInt)>();
        return Ok(next.load(*c)?);
    }
    let mut all = Vec::new();
    for (index, (loja, done)) in (0_i64..).zip(after) {
        let found = next_numbers(conn, LojaId { aplicacao, loja: *loja }, *done, each)?;
        all.extend(found.into_iter().map(|sku| (index, sku)));
    }
    Ok(all)
}

/// A sweep: store, channel, and how far it is.
type SweepRow = (i32, i32, SweepPosition);

/// The sweeps served in this step, one a store.
fn of_this_step(conn: &mut Conn<'_>, aplicacao: AplicacaoId, turn: i64) -> Result<Vec<SweepRow>, StoreError> {
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
    let (first, pass) = step_offset(turn, count);
    let lojas: Vec<i32> = on!(conn, c => ready()
        .select(dsl::loja_id)
        .distinct()
        .order(dsl::loja_id)
        .offset(first)
        .limit(STORES)
        .load(c))?;
    let of_lojas: Vec<(i32, i32, i64, i64)> =
        load_by_key!(conn, dsl::loja_id, &lojas, |of_them| oferta_varreduras::table
            .filter(dsl::aplicacao_id.eq(aplicacao.0))
            .filter(of_them)
            .order(dsl::canal_num)
            .select((dsl::loja_id, dsl::canal_num, dsl::sku_num, dsl::volta)));
    let mut by_loja: BTreeMap<i32, Vec<SweepRow>> = BTreeMap::new();
    for (loja, canal, sku, end) in of_lojas {
        by_loja.entry(loja).or_default().push((loja, canal, SweepPosition { sku, end }));
    }
    let current = |sweeps: &Vec<SweepRow>| {
        let place = pass % sweeps.len() as i64;
        usize::try_from(place).ok().and_then(|place| sweeps.get(place).copied())
    };
    Ok(by_loja.values().filter_map(current).collect())
}

/// Offset of the first store served in a step, and the number of passes so far, which selects one of a
/// store's sweeps.
fn step_offset(turn: i64, stores: i64) -> (i64, i64) {
    let turns = (stores + STORES - 1) / STORES;
    ((turn % turns) * STORES, turn / turns)
}

/// Stores the progress of finished batches.
pub(super) fn advance(tx: &mut Tx<'_>, aplicacao: AplicacaoId, pieces: &[Sweep]) -> Result<(), StoreError> {
    let (mut ended, mut going) = (BTreeMap::<i32, Vec<i32>>::new(), Vec::new());
    for Sweep { loja, canal, next, .. } in pieces {
        let canal = canal.unwrap_or(ALL);
        match next {
            Some(next) => going.push(row(aplicacao, loja.loja, canal, *next)),
            None => ended.entry(canal).or_default().push(loja.loja),
        }
    }
    for (canal, lojas) in ended {
        on!(tx, c => diesel::delete(oferta_varreduras::table)
            .filter(dsl::aplicacao_id.eq(aplicacao.0))
            .filter(dsl::loja_id.eq_any(lojas))
            .filter(dsl::canal_num.eq(canal))
            .execute(c))?;
    }
    if !going.is_empty() {
        on!(tx, c => diesel::insert_into(oferta_varreduras::table)
            .values(&going)
            .on_conflict((dsl::aplicacao_id, dsl::loja_id, dsl::canal_num))
            .do_update()
            .set((dsl::sku_num.eq(excluded(dsl::sku_num)), dsl::volta.eq(excluded(dsl::volta))))
            .execute(c))?;
    }
    Ok(())
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
                let (first, pass) = step_offset(turn, stores);
                met.extend((first..stores.min(first + STORES)).map(|store| (store, pass % of_each)));
            }
            assert_eq!(met.len() as i64, stores * of_each, "{stores} stores of {of_each} sweeps");
        }
    }

    /// The batch of SKUs after one.
    fn piece(behind: i64, skus: i64, each: i64) -> BTreeSet<i64> {
        (behind + 1..=skus.min(behind + each)).collect()
    }

    #[test]
    fn all_skus_come_after_the_last_change_however_often_there_was_one() {
        const STEPS: u32 = 10;
        for (skus, each) in [(0, 1), (1, 1), (4, 1), (4, 2), (5, 2), (5, 3), (6, 6), (3, 9)] {
            for changes in 0..1_u32 << STEPS {
                let (mut stands, mut met) = (Some(SweepPosition { sku: 0, end: 0 }), BTreeSet::new());
                for step in 0..STEPS {
                    if let Some(place) = stands {
                        let piece = piece(place.sku, skus, each);
                        stands = place.after(&piece, piece.len() as i64 == each);
                        met.extend(piece);
                    }
                    if changes >> step & 1 == 1 {
                        let sku = stands.map_or(0, |place| place.sku);
                        stands = Some(SweepPosition { sku, end: sku });
                        met.clear();
                    }
                }
                let mut steps = 0;
                while let Some(place) = stands {
                    let piece = piece(place.sku, skus, each);
                    stands = place.after(&piece, piece.len() as i64 == each);
                    met.extend(piece);
                    steps += 1;
                }
                assert_eq!(met.len() as i64, skus, "{skus} SKUs, {each} each, {changes:b}");
                assert!(steps <= 2 * (skus / each + 2), "{steps}");
            }
        }
    }
}
