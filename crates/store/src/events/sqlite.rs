//! The one writer gives each event its position at once, and puts the events of a group of writes into the
//! log together: a statement for many rows costs half of what it costs row by row, as long as its text, and
//! with it its place in the statement cache, is always the same.

use std::sync::LazyLock;

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::schema::eventos;
use crate::base::{BindValue, Pending, PlacedEvent, Statement, StoreError, StoredEvent};

/// Columns of a row.
const COLUMNS: usize = 8;
/// Rows of the long statement.
const ROWS: usize = 32;
const VALUES: usize = COLUMNS * ROWS;
/// Rows that wait at most: they are memory.
const WAITING_MAX: usize = 1024;

const ONE: &str = "INSERT INTO eventos (aplicacao_id, posicao, loja_id, tipo, assunto, sorteio, data, corpo) \
                   VALUES (?, ?, ?, ?, ?, ?, ?, ?)";

static MANY: LazyLock<String> =
    LazyLock::new(|| format!("{ONE}{}", ", (?, ?, ?, ?, ?, ?, ?, ?)".repeat(ROWS - 1)));

/// The next positions are free. The last event is never deleted, so no position is given out twice. The rows
/// are written when the group of writes ends, at the latest.
pub(super) fn append(
    c: &mut SqliteConnection,
    pending: &mut Pending,
    date: Instante,
    events: Vec<(LojaId, StoredEvent)>,
) -> Result<(), StoreError> {
    for (loja, event) in events {
        let posicao = 1 + match pending.positions.get(&loja.aplicacao) {
            Some(last) => *last,
            None => last_position(c, loja.aplicacao)?,
        };
        pending.events.push(PlacedEvent { loja, posicao, data: date.micros(), event });
        pending.positions.insert(loja.aplicacao, posicao);
    }
    if pending.events.len() >= WAITING_MAX {
        write(c, pending)?;
    }
    Ok(())
}

fn last_position(c: &mut SqliteConnection, aplicacao: AplicacaoId) -> Result<i64, StoreError> {
    use eventos::dsl;
    let last = eventos::table
        .filter(dsl::aplicacao_id.eq(aplicacao.0))
        .select(diesel::dsl::max(dsl::posicao))
        .first::<Option<i64>>(c)?;
    Ok(last.unwrap_or(0))
}

/// Writes the events that wait, in their order.
pub(super) fn write(c: &mut SqliteConnection, pending: &mut Pending) -> Result<(), StoreError> {
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

/// Every committed event has its position.
pub(super) fn any_unplaced(_: &mut SqliteConnection) -> Result<bool, StoreError> {
    Ok(false)
}

pub(super) fn place(_: &mut SqliteConnection, _: i64) -> Result<i64, StoreError> {
    Ok(0)
}
