//! Statements that lock and write stock levels. SQLite has one writer and needs no locks; its rows go one by
//! one, by statements that stay in the statement cache. On PostgreSQL each statement is a round trip and
//! covers all rows.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, SmallInt, Text};
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use crate::base::schema::{estoque_movimentos, skus};
use crate::base::{
    Backend, BindValue, List, OverLists, Statement, StoreError, Together, Tx, column, listed, of_store,
};
use crate::events;
use crate::inventory::ledger;
use crate::inventory::level::StockLevel;
use crate::inventory::reservations::ReservationRow;
use crate::inventory::rows::{StockRequest, StockRows};

/// Locks rows of a store on PostgreSQL, in the order of their codes: two transactions cannot deadlock.
macro_rules! locked_in_order {
    ($c:ident, $loja:ident, $condition:expr) => {
        $crate::base::of_store!(skus, $loja)
            .filter($condition)
            .order(skus::sku)
            .select(StockLevel::as_select())
            .for_no_key_update()
            .load(*$c)?
    };
}

/// Locks SKUs by their numbers.
pub(super) fn lock(tx: &mut Tx<'_>, loja: LojaId, numbers: &[i64]) -> Result<Vec<StockLevel>, StoreError> {
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    match tx.either() {
        Backend::Sqlite(c) => {
            let mut found = Vec::with_capacity(numbers.len());
            for number in numbers {
                let row = skus::table.find((loja.aplicacao.0, loja.loja, *number));
                found.extend(row.select(StockLevel::as_select()).first(*c).optional()?);
            }
            Ok(found)
        }
        Backend::Postgres(c) => {
            Ok(listed!(skus::sku_num, numbers.iter().copied(), |of_them| locked_in_order!(c, loja, of_them)))
        }
    }
}

/// Locks SKUs by their codes, which are distinct.
pub(super) fn lock_codes(
    tx: &mut Tx<'_>,
    loja: LojaId,
    codes: &[&str],
) -> Result<Vec<StockLevel>, StoreError> {
    match tx.either() {
        Backend::Sqlite(c) => {
            let mut found = Vec::with_capacity(codes.len());
            for code in codes {
                let row = of_store!(skus, loja).filter(skus::sku.eq(code));
                found.extend(row.select(StockLevel::as_select()).first(*c).optional()?);
            }
            Ok(found)
        }
        Backend::Postgres(c) => {
            Ok(listed!(skus::sku, codes.iter().copied(), |of_them| locked_in_order!(c, loja, of_them)))
        }
    }
}

type Available = (Integer, Integer, (BigInt, Text, Integer, BigInt, BigInt, SmallInt, SmallInt));

/// Each row is looked up by its key, whatever the planner thinks of the lists: `OFFSET 0` and the lock keep the
/// subqueries from being flattened.
const LOCK_AVAILABLE: &str = "SELECT n.place, u.loja_id, s.* \
     FROM unnest(?, ?, ?, ?) AS n (place, aplicacao_id, usuario_id, sku), \
     LATERAL (SELECT u.loja_id FROM usuarios u WHERE u.aplicacao_id = n.aplicacao_id \
     AND u.usuario_id = n.usuario_id AND u.ativo OFFSET 0) u, \
     LATERAL (SELECT k.sku_num, k.sku, k.estoque, k.reservado, k.movimentos, k.controle, k.centros \
     FROM skus k WHERE k.aplicacao_id = n.aplicacao_id AND k.loja_id = u.loja_id AND k.sku = n.sku \
     FOR NO KEY UPDATE OF k SKIP LOCKED) s";

/// Locks the SKUs of requests of active users, those excepted that another transaction holds: this never waits,
/// and so cannot deadlock. Returns each with the request's place and its store. SQLite has no such batches.
pub(super) fn lock_available(
    tx: &mut Tx<'_>,
    requests: &[StockRequest],
) -> Result<Vec<(usize, LojaId, StockLevel)>, StoreError> {
    let Backend::Postgres(c) = tx.either() else { return Ok(Vec::new()) };
    let places = 0..i32::try_from(requests.len()).unwrap_or(i32::MAX);
    let lists = vec![
        List::from(places.collect::<Vec<_>>()),
        column(requests, |request| request.aplicacao.0),
        column(requests, |request| request.usuario.as_str()),
        column(requests, |request| request.sku.as_str()),
    ];
    let found: Vec<(i32, i32, StockLevel)> =
        OverLists { text: LOCK_AVAILABLE, lists }.answering::<Available>().load(*c)?;
    let of_request = |(place, loja, level): (i32, i32, StockLevel)| {
        let place = usize::try_from(place).ok()?;
        let aplicacao = requests.get(place)?.aplicacao;
        Some((place, LojaId { aplicacao, loja }, level))
    };
    Ok(found.into_iter().filter_map(of_request).collect())
}

/// Writes rows and events.
pub(crate) fn write(tx: &mut Tx<'_>, rows: StockRows) -> Result<(), StoreError> {
    let now = tx.now();
    match tx.split() {
        (Backend::Sqlite(c), _) => {
            write_one_by_one(c, now, &rows)?;
            events::append(tx, now, rows.events)
        }
        (Backend::Postgres(c), pending) => {
            let mut all = statements(now, &rows);
            if !rows.events.is_empty() {
                all.push(events::unplaced(pending, now, &rows.events));
            }
            if !all.is_empty() {
                Together(all.iter().map(|one| one as _).collect()).execute(*c)?;
            }
            Ok(())
        }
    }
}

fn tenant(loja: LojaId) -> [BindValue<'static>; 2] {
    [BindValue::I32(loja.aplicacao.0), BindValue::I32(loja.loja)]
}

/// Writes rows on SQLite, events excepted.
fn write_one_by_one(c: &mut SqliteConnection, now: Instante, rows: &StockRows) -> Result<(), StoreError> {
    for (loja, row) in &rows.levels {
        let [aplicacao, of_loja] = tenant(*loja);
        Statement::<(), 9>::new(
            "UPDATE skus SET estoque = ?, reservado = ?, movimentos = ?, controle = ?, centros = ?, \
             alterado_em = ? WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ?",
            [
                BindValue::I32(row.estoque),
                BindValue::I64(row.reservado),
                BindValue::I64(row.movimentos),
                BindValue::I16(row.controle),
                BindValue::I16(row.centros),
                BindValue::I64(now.micros()),
                aplicacao,
                of_loja,
                BindValue::I64(row.sku_num),
            ],
        )
        .execute(c)?;
    }
    for (loja, centro, row) in &rows.elsewhere {
        let [aplicacao, of_loja] = tenant(*loja);
        Statement::<(), 7>::new(
            "INSERT INTO estoque_centros (aplicacao_id, loja_id, sku_num, centro_num, estoque, reservado, \
             movimentos) VALUES (?, ?, ?, ?, ?, ?, ?) \
             ON CONFLICT (aplicacao_id, loja_id, sku_num, centro_num) DO UPDATE SET \
             estoque = excluded.estoque, reservado = excluded.reservado, movimentos = excluded.movimentos",
            [
                aplicacao,
                of_loja,
                BindValue::I64(row.sku_num),
                BindValue::I32(*centro),
                BindValue::I32(row.estoque),
                BindValue::I64(row.reservado),
                BindValue::I64(row.movimentos),
            ],
        )
        .execute(c)?;
    }
    for row in &rows.reservations {
        Statement::<(), 12>::new(
            "INSERT INTO estoque_reservas (aplicacao_id, loja_id, sku_num, pedido_id, centro_num, linhas, \
             reservada, baixada, falta, assumida_em, informada, encerrada) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
             ON CONFLICT (aplicacao_id, loja_id, pedido_id, sku_num, centro_num) DO UPDATE SET \
             linhas = excluded.linhas, reservada = excluded.reservada, baixada = excluded.baixada, \
             falta = excluded.falta, assumida_em = excluded.assumida_em, \
             informada = excluded.informada, encerrada = excluded.encerrada",
            [
                BindValue::I32(row.aplicacao_id),
                BindValue::I32(row.loja_id),
                BindValue::I64(row.sku_num),
                BindValue::I64(row.pedido_id),
                BindValue::I32(row.centro_num),
                BindValue::NullableStr(row.linhas.as_deref()),
                BindValue::I64(row.reservada),
                BindValue::I64(row.baixada),
                BindValue::I64(row.falta),
                BindValue::NullableI64(row.assumida_em),
                BindValue::Boolean(row.informada),
                BindValue::Boolean(row.encerrada),
            ],
        )
        .execute(c)?;
    }
    for (loja, key) in &rows.ended {
        let [aplicacao, of_loja] = tenant(*loja);
        Statement::<(), 5>::new(
            "DELETE FROM estoque_reservas \
             WHERE aplicacao_id = ? AND loja_id = ? AND pedido_id = ? AND sku_num = ? AND centro_num = ?",
            [
                aplicacao,
                of_loja,
                BindValue::I64(key.pedido_id),
                BindValue::I64(key.sku_num),
                BindValue::I32(key.centro_num),
            ],
        )
        .execute(c)?;
    }
    for entry in &rows.entries {
        diesel::insert_into(estoque_movimentos::table).values(entry).execute(c)?;
    }
    Ok(())
}

/// The statements that write rows on PostgreSQL, events excepted: those that have something to write. None
/// touches a row of another.
pub(crate) fn statements(now: Instante, rows: &StockRows) -> Vec<OverLists<'_>> {
    let mut all = Vec::with_capacity(6);
    let StockRows { levels, elsewhere, reservations, ended, entries, events: _ } = rows;
    if !levels.is_empty() {
        let lists = vec![
            column(levels, |(loja, _)| loja.aplicacao.0),
            column(levels, |(loja, _)| loja.loja),
            column(levels, |(_, row)| row.sku_num),
            column(levels, |(_, row)| row.estoque),
            column(levels, |(_, row)| row.reservado),
            column(levels, |(_, row)| row.movimentos),
            column(levels, |(_, row)| row.controle),
            column(levels, |(_, row)| row.centros),
            column(levels, |_| now.micros()),
        ];
        all.push(OverLists { text: LEVELS, lists });
    }
    if !elsewhere.is_empty() {
        let lists = vec![
            column(elsewhere, |(loja, ..)| loja.aplicacao.0),
            column(elsewhere, |(loja, ..)| loja.loja),
            column(elsewhere, |(_, _, row)| row.sku_num),
            column(elsewhere, |(_, centro, _)| *centro),
            column(elsewhere, |(_, _, row)| row.estoque),
            column(elsewhere, |(_, _, row)| row.reservado),
            column(elsewhere, |(_, _, row)| row.movimentos),
        ];
        all.push(OverLists { text: ELSEWHERE, lists });
    }
    if !reservations.is_empty() {
        all.push(OverLists { text: RESERVATIONS, lists: reservation_lists(reservations) });
    }
    if !ended.is_empty() {
        let lists = vec![
            column(ended, |(loja, _)| loja.aplicacao.0),
            column(ended, |(loja, _)| loja.loja),
            column(ended, |(_, key)| key.sku_num),
            column(ended, |(_, key)| key.pedido_id),
            column(ended, |(_, key)| key.centro_num),
        ];
        all.push(OverLists { text: ENDED, lists });
    }
    if !entries.is_empty() {
        all.push(ledger::insert(entries));
    }
    all
}

fn reservation_lists(rows: &[ReservationRow]) -> Vec<List<'_>> {
    vec![
        column(rows, |row| row.aplicacao_id),
        column(rows, |row| row.loja_id),
        column(rows, |row| row.sku_num),
        column(rows, |row| row.pedido_id),
        column(rows, |row| row.centro_num),
        column(rows, |row| row.linhas.as_deref()),
        column(rows, |row| row.reservada),
        column(rows, |row| row.baixada),
        column(rows, |row| row.falta),
        column(rows, |row| row.assumida_em),
        column(rows, |row| row.informada),
        column(rows, |row| row.encerrada),
    ]
}

const LEVELS: &str = "UPDATE skus s SET estoque = n.estoque, reservado = n.reservado, \
     movimentos = n.movimentos, controle = n.controle, centros = n.centros, alterado_em = n.alterado_em \
     FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?) AS n (aplicacao_id, loja_id, sku_num, estoque, reservado, \
     movimentos, controle, centros, alterado_em) \
     WHERE s.aplicacao_id = n.aplicacao_id AND s.loja_id = n.loja_id AND s.sku_num = n.sku_num";

const ELSEWHERE: &str = "INSERT INTO estoque_centros (aplicacao_id, loja_id, sku_num, centro_num, estoque, \
     reservado, movimentos) SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?) \
     ON CONFLICT (aplicacao_id, loja_id, sku_num, centro_num) DO UPDATE SET \
     estoque = excluded.estoque, reservado = excluded.reservado, movimentos = excluded.movimentos";

const RESERVATIONS: &str = "INSERT INTO estoque_reservas (aplicacao_id, loja_id, sku_num, pedido_id, \
     centro_num, linhas, reservada, baixada, falta, assumida_em, informada, encerrada) \
     SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
     ON CONFLICT (aplicacao_id, loja_id, pedido_id, sku_num, centro_num) DO UPDATE SET \
     linhas = excluded.linhas, reservada = excluded.reservada, baixada = excluded.baixada, \
     falta = excluded.falta, assumida_em = excluded.assumida_em, informada = excluded.informada, \
     encerrada = excluded.encerrada";

const ENDED: &str = "DELETE FROM estoque_reservas r USING unnest(?, ?, ?, ?, ?) \
     AS n (aplicacao_id, loja_id, sku_num, pedido_id, centro_num) \
     WHERE r.aplicacao_id = n.aplicacao_id AND r.loja_id = n.loja_id AND r.sku_num = n.sku_num \
     AND r.pedido_id = n.pedido_id AND r.centro_num = n.centro_num";
