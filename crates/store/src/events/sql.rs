//! Statements that append events to the log.
//!
//! SQLite has one writer: it gives each event its position at once, and writes the events of a group of writes
//! together. On PostgreSQL transactions end in another order than they began, so an event gets its position only
//! once it is committed.

use std::sync::LazyLock;

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::BigInt;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::schema::{eventos, eventos_novos};
use crate::base::{
    Backend, BindValue, Conn, OverLists, Pending, PlacedEvent, Statement, StoreError, StoredEvent, Tx, column,
};

/// Columns of a row.
const COLUMNS: usize = 8;
/// Rows of the long statement.
const ROWS: usize = 32;
const VALUES: usize = COLUMNS * ROWS;
/// Most rows that wait in memory.
const PENDING_MAX: usize = 1024;
/// Most events that one transaction moves to the end of the log (PostgreSQL).
const MOVED_MAX: i64 = 5000;

const ONE: &str = "INSERT INTO eventos (aplicacao_id, posicao, loja_id, tipo, assunto, sorteio, data, corpo) \
                   VALUES (?, ?, ?, ?, ?, ?, ?, ?)";

/// Half the cost of row by row, as long as its text never changes and so stays in the statement cache.
static MANY: LazyLock<String> =
    LazyLock::new(|| format!("{ONE}{}", ", (?, ?, ?, ?, ?, ?, ?, ?)".repeat(ROWS - 1)));

/// Appends events of any stores, in their order. On SQLite the next positions are free, and since the last
/// event is never deleted, no position is given out twice; the rows are written when the group of writes
/// ends, at the latest ([`write`]).
pub(crate) fn append(
    tx: &mut Tx<'_>,
    date: Instante,
    events: Vec<(LojaId, StoredEvent)>,
) -> Result<(), StoreError> {
    if events.is_empty() {
        return Ok(());
    }
    match tx.split() {
        (Backend::Sqlite(c), pending) => {
            pending.events_written = true;
            for (loja, event) in events {
                let posicao = 1 + match pending.positions.get(&loja.aplicacao) {
                    Some(last) => *last,
                    None => last_position(c, loja.aplicacao)?,
                };
                pending.events.push(PlacedEvent { loja, posicao, data: date.micros(), event });
                pending.positions.insert(loja.aplicacao, posicao);
            }
            if pending.events.len() >= PENDING_MAX {
                write_pending(c, pending)?;
            }
        }
        (Backend::Postgres(c), pending) => {
            unplaced(pending, date, &events).execute(*c)?;
        }
    }
    Ok(())
}

fn last_position(c: &mut SqliteConnection, aplicacao: AplicacaoId) -> Result<i64, StoreError> {
    let last = eventos::table
        .filter(eventos::aplicacao_id.eq(aplicacao.0))
        .select(diesel::dsl::max(eventos::posicao))
        .first::<Option<i64>>(c)?;
    Ok(last.unwrap_or(0))
}

/// Writes the events that wait in memory (SQLite).
pub(crate) fn write(backend: Backend<'_>, pending: &mut Pending) -> Result<(), StoreError> {
    match backend {
        Backend::Sqlite(c) => write_pending(c, pending),
        Backend::Postgres(_) => Ok(()),
    }
}

fn write_pending(c: &mut SqliteConnection, pending: &mut Pending) -> Result<(), StoreError> {
    let (groups, rest) = pending.events.as_chunks::<ROWS>();
    for group in groups {
        let mut values = [BindValue::I16(0); VALUES];
        let (rows, _) = values.as_chunks_mut::<COLUMNS>();
        for (row, placed) in rows.iter_mut().zip(group) {
            *row = columns(placed);
        }
        Statement::<(), VALUES>::new(MANY.as_str(), values).execute(c)?;
    }
    for placed in rest {
        Statement::<(), COLUMNS>::new(ONE, columns(placed)).execute(c)?;
    }
    pending.events.clear();
    Ok(())
}

fn columns(PlacedEvent { loja, posicao, data, event }: &PlacedEvent) -> [BindValue<'_>; COLUMNS] {
    [
        BindValue::I32(loja.aplicacao.0),
        BindValue::I64(*posicao),
        BindValue::I32(loja.loja),
        BindValue::I16(event.tipo),
        BindValue::I64(event.assunto),
        BindValue::I64(event.sorteio),
        BindValue::I64(*data),
        BindValue::Bytes(event.corpo.as_bytes()),
    ]
}

const UNPLACED: &str = "INSERT INTO eventos_novos (aplicacao_id, loja_id, tipo, assunto, sorteio, data, \
     corpo) SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?)";

/// The statement that stores events without a position (PostgreSQL), alone or together with others.
pub(crate) fn unplaced<'a>(
    pending: &mut Pending,
    date: Instante,
    events: &'a [(LojaId, StoredEvent)],
) -> OverLists<'a> {
    pending.events_written = true;
    let lists = vec![
        column(events, |(loja, _)| loja.aplicacao.0),
        column(events, |(loja, _)| loja.loja),
        column(events, |(_, event)| event.tipo),
        column(events, |(_, event)| event.assunto),
        column(events, |(_, event)| event.sorteio),
        column(events, |_| date.micros()),
        column(events, |(_, event)| event.corpo.as_bytes()),
    ];
    OverLists { text: UNPLACED, lists }
}

/// True when there are committed events without a position (PostgreSQL). Uses the primary key: dead tuples
/// are skipped faster in an index than in the heap.
pub(crate) fn any_unplaced(conn: &mut Conn<'_>) -> Result<bool, StoreError> {
    let Backend::Postgres(c) = conn.either() else { return Ok(false) };
    let first = eventos_novos::table.select(eventos_novos::id).order(eventos_novos::id).limit(1);
    Ok(first.first::<i64>(*c).optional()?.is_some())
}

/// One mover at a time: the statement sees all that was committed before it, the last mover's positions
/// included.
///
/// `OFFSET 0` keeps the CTE from being inlined, so that the end of a log is looked up once: inlined, it is
/// looked up for every event, each time past those that this statement has inserted behind it. Two bounds,
/// because the planner takes one alone for a third of the table (its default selectivity), which is then read
/// whole.
const MOVE: &str = "WITH limites AS ( \
         SELECT min(id) AS de, max(id) AS ate \
         FROM (SELECT id FROM eventos_novos ORDER BY id LIMIT $1) primeiros \
     ), tomados AS ( \
         DELETE FROM eventos_novos \
         WHERE id BETWEEN (SELECT de FROM limites) AND (SELECT ate FROM limites) RETURNING * \
     ), finais AS ( \
         SELECT a.aplicacao_id, coalesce((SELECT max(e.posicao) FROM eventos e \
             WHERE e.aplicacao_id = a.aplicacao_id), 0) AS ultima \
         FROM (SELECT DISTINCT aplicacao_id FROM tomados) a OFFSET 0 \
     ) \
     INSERT INTO eventos (aplicacao_id, posicao, loja_id, tipo, assunto, sorteio, data, corpo) \
     SELECT t.aplicacao_id, \
            f.ultima + row_number() OVER (PARTITION BY t.aplicacao_id ORDER BY t.id), \
            t.loja_id, t.tipo, t.assunto, t.sorteio, t.data, t.corpo \
     FROM tomados t JOIN finais f USING (aplicacao_id)";

/// Moves the next batch of committed events to the end of the log, in the order of their ids (PostgreSQL);
/// false when none is left.
pub(crate) fn place(tx: &mut Tx<'_>) -> Result<bool, StoreError> {
    tx.exclusive("eventos", LojaId { aplicacao: AplicacaoId(0), loja: 0 }, "")?;
    let Backend::Postgres(c) = tx.either() else { return Ok(false) };
    let moved = sql_query(MOVE).bind::<BigInt, _>(MOVED_MAX).execute(*c)?;
    Ok(moved as i64 == MOVED_MAX)
}
