//! The statements of the counts, those of both databases under one another.

use std::collections::BTreeMap;

use diesel::dsl::sql;
use diesel::expression::BoxableExpression;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Nullable, SmallInt, Text};
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::schema::{contagem_mudancas, contagens};
use crate::base::{
    Backend, BindValue, Conn, CountedChange, CountedState, Implied, List, OverLists, Pending, Statement,
    StoreError, Tx, column, of_store, on,
};
use crate::orders::counts::parts::{Parts, Selector};
use crate::orders::counts::span::{Key, Kind, Spans};

/// Selects columns of the counts of a piece. The last condition is redundant, a hint for PostgreSQL's planner: with
/// it the generic plan of the statement expects as few rows as a plan for the actual values, and is kept
/// (`docs/decisions/0005-prepared-statements-and-planner-hints.md`).
macro_rules! of_piece {
    ($loja:expr, $kind:expr, $piece:expr, $columns:expr) => {{
        let Spans { level, from, until } = $piece;
        of_store!(contagens, $loja)
            .filter(contagens::tipo.eq($kind.code()))
            .filter(contagens::nivel.eq(level))
            .filter(contagens::inicio.ge(from))
            .filter(contagens::inicio.lt(until))
            .filter(Implied(contagens::nivel.between(level, level)))
            .select($columns)
    }};
}

/// The columns of a change.
macro_rules! change {
    () => {
        (
            contagem_mudancas::pedido_id,
            contagem_mudancas::quantos,
            (
                contagem_mudancas::status,
                contagem_mudancas::forma_pagamento,
                contagem_mudancas::data,
                contagem_mudancas::data_pagamento,
                contagem_mudancas::status_em,
                contagem_mudancas::alterado_em,
                contagem_mudancas::criado_em,
                contagem_mudancas::pendente,
            ),
        )
    };
}

/// Selects columns of all counts and pending changes of a cover. By one statement: between two of them, changes might
/// be folded into the counts, and be read twice or not at all.
macro_rules! of_cover {
    ($conn:expr, $loja:expr, $kind:expr, $cover:expr, $of_count:expr, $of_change:expr) => {{
        // always five pieces, the missing ones empty, so that the text of the statement is always the same
        let mut pieces = $cover.iter().copied();
        let [a, b, c, d, e] = std::array::from_fn(|_| pieces.next().unwrap_or_default());
        let counts = of_piece!($loja, $kind, a, $of_count)
            .union_all(of_piece!($loja, $kind, b, $of_count))
            .union_all(of_piece!($loja, $kind, c, $of_count))
            .union_all(of_piece!($loja, $kind, d, $of_count))
            .union_all(of_piece!($loja, $kind, e, $of_count));
        match $conn.either() {
            Backend::Sqlite(c) => counts.load(*c)?,
            Backend::Postgres(c) => {
                let from = $cover.iter().map(|piece| piece.from).min().unwrap_or_default();
                let until = $cover.iter().map(|piece| piece.until).max().unwrap_or_default();
                let changes = of_store!(contagem_mudancas, $loja)
                    .filter(position($kind).ge(from))
                    .filter(position($kind).lt(until))
                    .select($of_change);
                counts.union_all(changes).load(*c)?
            }
        }
    }};
}

/// The date or number by which a change is counted; `NULL`, which is in no range, if it is not counted.
fn position(
    kind: Kind,
) -> Box<dyn BoxableExpression<contagem_mudancas::table, Pg, SqlType = Nullable<BigInt>>> {
    match kind {
        Kind::Pedido => Box::new(contagem_mudancas::data.nullable()),
        Kind::Approval => Box::new(contagem_mudancas::data_pagamento),
        Kind::StatusChange => Box::new(contagem_mudancas::status_em.nullable()),
        Kind::Alteracao => Box::new(contagem_mudancas::alterado_em.nullable()),
        Kind::CreatedAt => Box::new(contagem_mudancas::criado_em.nullable()),
        Kind::Pending => Box::new(sql("CASE WHEN pendente THEN pedido_id END")),
    }
}

define_sql_function! {
    /// A change as the parts of a count.
    fn format(pattern: Text, status: SmallInt, forma: Integer, n: BigInt) -> Text;
}

/// How many orders some whole spans hold.
pub(super) fn sum(conn: &mut Conn<'_>, loja: LojaId, kind: Kind, spans: &[Spans]) -> Result<i64, StoreError> {
    let totals: Vec<i64> = of_cover!(conn, loja, kind, spans, contagens::total, contagem_mudancas::quantos);
    Ok(totals.iter().sum())
}

/// The parts of some whole spans.
pub(super) fn parts(
    conn: &mut Conn<'_>,
    loja: LojaId,
    kind: Kind,
    spans: &[Spans],
) -> Result<Vec<String>, StoreError> {
    use contagem_mudancas::{forma_pagamento, quantos, status};
    let change = || format("[[%s,%s,%s]]", status, forma_pagamento, quantos);
    Ok(of_cover!(conn, loja, kind, spans, contagens::partes, change()))
}

/// The spans of a piece, by where they begin, with the orders that a selector takes. Without pending changes.
pub(super) fn counts(
    conn: &mut Conn<'_>,
    loja: LojaId,
    kind: Kind,
    piece: Spans,
    selector: &Selector,
) -> Result<BTreeMap<i64, i64>, StoreError> {
    if selector.accepts_all() {
        let totals = (contagens::inicio, contagens::total);
        let rows: Vec<(i64, i64)> = on!(conn, c => of_piece!(loja, kind, piece, totals).load(c))?;
        return Ok(rows.into_iter().collect());
    }
    let parts = (contagens::inicio, contagens::partes);
    let rows: Vec<(i64, String)> = on!(conn, c => of_piece!(loja, kind, piece, parts).load(c))?;
    rows.into_iter().map(|(start, text)| Ok((start, Parts::read(&text)?.count(selector)))).collect()
}

/// All counts of a store: total and parts.
pub(super) fn all(conn: &mut Conn<'_>, loja: LojaId) -> Result<BTreeMap<Key, (i64, String)>, StoreError> {
    let rows: Vec<(i16, i16, i64, i64, String)> = on!(conn, c => of_store!(contagens, loja)
        .select((contagens::tipo, contagens::nivel, contagens::inicio, contagens::total, contagens::partes))
        .load(c))?;
    let count = |(kind, level, start, total, parts)| (Key { loja, kind, level, start }, (total, parts));
    Ok(rows.into_iter().map(count).collect())
}

const LOAD_ONE: &str = "SELECT partes FROM contagens \
     WHERE aplicacao_id = ? AND loja_id = ? AND tipo = ? AND nivel = ? AND inicio = ?";

const LOAD: &str = "SELECT aplicacao_id, loja_id, tipo, nivel, inicio, partes FROM contagens \
     JOIN unnest(?, ?, ?, ?, ?) AS keys (aplicacao_id, loja_id, tipo, nivel, inicio) \
     USING (aplicacao_id, loja_id, tipo, nivel, inicio)";

/// The counts of some spans; spans without orders are left out.
pub(super) fn load(conn: &mut Conn<'_>, keys: &[Key]) -> Result<BTreeMap<Key, Parts>, StoreError> {
    let mut counts = BTreeMap::new();
    match conn.either() {
        Backend::Sqlite(c) => {
            for key in keys {
                let load = Statement::<Text, 5>::new(LOAD_ONE, values(key));
                if let Some(text) = load.get_result::<String>(*c).optional()? {
                    counts.insert(*key, Parts::read(&text)?);
                }
            }
        }
        Backend::Postgres(c) => {
            type Columns = (Integer, Integer, SmallInt, SmallInt, BigInt, Text);
            let load = OverLists { text: LOAD, lists: lists(keys).into() }.answering::<Columns>();
            let rows: Vec<(i32, i32, i16, i16, i64, String)> = load.load(*c)?;
            for (aplicacao, loja, kind, level, start, text) in rows {
                let loja = LojaId { aplicacao: AplicacaoId(aplicacao), loja };
                counts.insert(Key { loja, kind, level, start }, Parts::read(&text)?);
            }
        }
    }
    Ok(counts)
}

const SAVE_ONE: &str = "INSERT INTO contagens (aplicacao_id, loja_id, tipo, nivel, inicio, total, partes) \
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (aplicacao_id, loja_id, tipo, nivel, inicio) \
     DO UPDATE SET total = excluded.total, partes = excluded.partes";

const SAVE: &str = "INSERT INTO contagens (aplicacao_id, loja_id, tipo, nivel, inicio, total, partes) \
     SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?) ON CONFLICT (aplicacao_id, loja_id, tipo, nivel, inicio) \
     DO UPDATE SET total = excluded.total, partes = excluded.partes";

const DELETE_ONE: &str = "DELETE FROM contagens \
     WHERE aplicacao_id = ? AND loja_id = ? AND tipo = ? AND nivel = ? AND inicio = ?";

const DELETE: &str = "DELETE FROM contagens USING unnest(?, ?, ?, ?, ?) AS keys (a, l, t, n, i) \
     WHERE aplicacao_id = a AND loja_id = l AND tipo = t AND nivel = n AND inicio = i AND total = 0";

/// Writes counts; those of no orders are deleted.
pub(super) fn save(conn: &mut Conn<'_>, counts: &BTreeMap<Key, Parts>) -> Result<(), StoreError> {
    let keys: Vec<Key> = counts.keys().copied().collect();
    let totals: Vec<i64> = counts.values().map(Parts::total).collect();
    let texts = counts.values().map(Parts::text).collect::<Result<Vec<_>, _>>()?;
    match conn.either() {
        Backend::Sqlite(c) => {
            for ((key, total), text) in keys.iter().zip(totals).zip(&texts) {
                let [a, l, t, n, i] = values(key);
                if total == 0 {
                    Statement::<(), 5>::new(DELETE_ONE, [a, l, t, n, i]).execute(*c)?;
                } else {
                    let row = [a, l, t, n, i, BindValue::I64(total), BindValue::Str(text)];
                    Statement::<(), 7>::new(SAVE_ONE, row).execute(*c)?;
                }
            }
        }
        Backend::Postgres(c) => {
            let [a, l, t, n, i] = lists(&keys);
            let columns = vec![a, l, t, n, i, totals.into(), column(&texts, String::as_str)];
            OverLists { text: SAVE, lists: columns }.execute(*c)?;
            OverLists { text: DELETE, lists: lists(&keys).into() }.execute(*c)?;
        }
    }
    Ok(())
}

fn values(key: &Key) -> [BindValue<'static>; 5] {
    [
        BindValue::I32(key.loja.aplicacao.0),
        BindValue::I32(key.loja.loja),
        BindValue::I16(key.kind),
        BindValue::I16(key.level),
        BindValue::I64(key.start),
    ]
}

fn lists(keys: &[Key]) -> [List<'static>; 5] {
    [
        column(keys, |key| key.loja.aplicacao.0),
        column(keys, |key| key.loja.loja),
        column(keys, |key| key.kind),
        column(keys, |key| key.level),
        column(keys, |key| key.start),
    ]
}

const APPEND: &str = "INSERT INTO contagem_mudancas (aplicacao_id, loja_id, pedido_id, quantos, status, \
     forma_pagamento, data, data_pagamento, status_em, alterado_em, criado_em, pendente) \
     SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

/// The statement that appends pending changes, to be run together with others (PostgreSQL).
pub(crate) fn append_statement<'a>(pending: &mut Pending, changes: &'a [CountedChange]) -> OverLists<'a> {
    pending.changes_written += changes.len();
    let lists = vec![
        column(changes, |change| change.loja.aplicacao.0),
        column(changes, |change| change.loja.loja),
        column(changes, |change| change.id),
        column(changes, |change| change.count),
        column(changes, |change| change.state.status),
        column(changes, |change| change.state.forma),
        column(changes, |change| change.state.data),
        column(changes, |change| change.state.data_pagamento),
        column(changes, |change| change.state.status_em),
        column(changes, |change| change.state.alterado_em),
        column(changes, |change| change.state.criado_em),
        column(changes, |change| change.state.pendente),
    ];
    OverLists { text: APPEND, lists }
}

/// The pending changes of a store; none on SQLite.
pub(super) fn pending(conn: &mut Conn<'_>, loja: LojaId) -> Result<Vec<CountedChange>, StoreError> {
    let Backend::Postgres(c) = conn.either() else { return Ok(Vec::new()) };
    let rows = of_store!(contagem_mudancas, loja).select(change!()).load(*c)?;
    Ok(changes(loja, rows))
}

/// Deletes and returns the pending changes of a store; none on SQLite.
pub(super) fn take_pending(tx: &mut Tx<'_>, loja: LojaId) -> Result<Vec<CountedChange>, StoreError> {
    let Backend::Postgres(c) = tx.either() else { return Ok(Vec::new()) };
    let rows = diesel::delete(of_store!(contagem_mudancas, loja)).returning(change!()).get_results(*c)?;
    Ok(changes(loja, rows))
}

fn changes(loja: LojaId, rows: Vec<(i64, i64, CountedState)>) -> Vec<CountedChange> {
    rows.into_iter().map(|(id, count, state)| CountedChange { loja, id, state, count }).collect()
}

/// The stores that have pending changes; none on SQLite.
pub(crate) fn stores_with_pending(conn: &mut Conn<'_>) -> Result<Vec<LojaId>, StoreError> {
    let Backend::Postgres(c) = conn.either() else { return Ok(Vec::new()) };
    let lojas: Vec<(i32, i32)> = contagem_mudancas::table
        .select((contagem_mudancas::aplicacao_id, contagem_mudancas::loja_id))
        .distinct()
        .load(*c)?;
    Ok(lojas.into_iter().map(|(a, loja)| LojaId { aplicacao: AplicacaoId(a), loja }).collect())
}
