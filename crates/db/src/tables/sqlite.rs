//! Tables of an SQLite file.

use diesel::deserialize::{self, FromSql};
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::row::{Field, NamedRow};
use diesel::sql_types::{BigInt, Binary, Nullable, Text};
use diesel::sqlite::{Sqlite, SqliteType};

use super::{Cell, ColumnRow, Finding, Kind, Table, gather};
use crate::error::DbError;

pub(super) fn tables(c: &mut SqliteConnection) -> Result<Vec<Table>, DbError> {
    let rows: Vec<ColumnRow> = diesel::sql_query(
        "SELECT m.name AS table_name, p.name AS name, upper(p.type) AS kind, p.pk AS key \
         FROM sqlite_schema m, pragma_table_xinfo(m.name) p \
         WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND p.hidden = 0 \
         ORDER BY m.name, p.cid",
    )
    .load(c)?;
    Ok(gather(&rows, kind))
}

fn kind(text: &str) -> Kind {
    match text {
        "INTEGER" | "INT" => Kind::Integer,
        "TEXT" => Kind::Text,
        "BLOB" => Kind::Bytes,
        other => Kind::Other(other.to_owned()),
    }
}

pub(super) fn each_row<E: From<DbError>>(
    c: &mut SqliteConnection,
    text: &str,
    f: &mut dyn FnMut(Vec<Cell>) -> Result<(), E>,
) -> Result<(), E> {
    let rows = diesel::sql_query(text).load_iter::<Row, _>(c).map_err(DbError::from)?;
    for row in rows {
        f(row.map_err(DbError::from)?.0)?;
    }
    Ok(())
}

/// Inserts one row at a time, by a cached statement.
pub(super) fn insert(c: &mut SqliteConnection, table: &Table, rows: Vec<Vec<Cell>>) -> Result<(), DbError> {
    let columns = Table::list(table.columns.iter().map(|column| &column.name));
    let text = format!("INSERT INTO \"{}\" ({columns}) VALUES (", table.name);
    for row in &rows {
        for (column, cell) in table.columns.iter().zip(row) {
            let fits = match cell {
                Cell::Null => true,
                Cell::Integer(_) => column.kind == Kind::Integer,
                Cell::Text(_) => column.kind == Kind::Text,
                Cell::Bytes(_) => column.kind == Kind::Bytes,
            };
            if !fits {
                return Err(table.misfit(&column.name));
            }
        }
        InsertRow { text: &text, table, row }.execute(c)?;
    }
    Ok(())
}

/// `INSERT INTO … VALUES (` and its values.
#[derive(Debug)]
struct InsertRow<'a> {
    text: &'a str,
    table: &'a Table,
    row: &'a [Cell],
}

impl QueryFragment<Sqlite> for InsertRow<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        out.push_sql(self.text);
        for (index, (column, cell)) in self.table.columns.iter().zip(self.row).enumerate() {
            if index > 0 {
                out.push_sql(", ");
            }
            // a null has the type of its column: statements are cached by their text and types
            match (cell, &column.kind) {
                (Cell::Integer(value), _) => out.push_bind_param::<Nullable<BigInt>, i64>(value)?,
                (Cell::Text(value), _) => out.push_bind_param::<Nullable<Text>, String>(value)?,
                (Cell::Bytes(value), _) => out.push_bind_param::<Nullable<Binary>, Vec<u8>>(value)?,
                (Cell::Null, Kind::Text) => out.push_bind_param::<Nullable<Text>, Option<String>>(&None)?,
                (Cell::Null, Kind::Bytes) => {
                    out.push_bind_param::<Nullable<Binary>, Option<Vec<u8>>>(&None)?;
                }
                (Cell::Null, _) => out.push_bind_param::<Nullable<BigInt>, Option<i64>>(&None)?,
            }
        }
        out.push_sql(")");
        Ok(())
    }
}

impl QueryId for InsertRow<'_> {
    type QueryId = ();
    // cached by its text
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl RunQueryDsl<SqliteConnection> for InsertRow<'_> {}

/// SQLite has no limits.
pub(super) fn without_limits(_: &mut SqliteConnection) -> Result<(), DbError> {
    Ok(())
}

/// Reports also what is found before an unreadable page.
pub(super) fn integrity_problems(c: &mut SqliteConnection) -> Result<Vec<String>, DbError> {
    let pages = "SELECT integrity_check AS text FROM pragma_integrity_check WHERE integrity_check <> 'ok'";
    let references = "SELECT \"table\" || ': ' || count(*) || ' row(s) point to a missing row of ' || parent \
                    AS text FROM pragma_foreign_key_check GROUP BY \"table\", parent";
    let mut found = Vec::new();
    match run_check(c, pages, &mut found).and_then(|()| run_check(c, references, &mut found)) {
        Err(error) if error.is_damage() => found.push(Finding::of(format!("not all can be read: {error}"))),
        done => done?,
    }
    Ok(Finding::texts(found))
}

fn run_check(c: &mut SqliteConnection, query: &str, found: &mut Vec<Finding>) -> Result<(), DbError> {
    for finding in diesel::sql_query(query).load_iter::<Finding, _>(c)? {
        found.push(finding?);
    }
    Ok(())
}

/// A row of any table.
struct Row(Vec<Cell>);

impl QueryableByName<Sqlite> for Row {
    fn build<'a>(row: &impl NamedRow<'a, Sqlite>) -> deserialize::Result<Self> {
        let mut cells = Vec::with_capacity(row.field_count());
        for index in 0..row.field_count() {
            let field = diesel::row::Row::get(row, index).ok_or("a row ends early")?;
            let Some(value) = field.value() else {
                cells.push(Cell::Null);
                continue;
            };
            cells.push(match value.value_type() {
                None => Cell::Null,
                Some(SqliteType::SmallInt | SqliteType::Integer | SqliteType::Long) => {
                    Cell::Integer(FromSql::<BigInt, Sqlite>::from_sql(value)?)
                }
                Some(SqliteType::Text) => Cell::Text(FromSql::<Text, Sqlite>::from_sql(value)?),
                Some(SqliteType::Binary) => Cell::Bytes(FromSql::<Binary, Sqlite>::from_sql(value)?),
                Some(other) => return Err(format!("a value of type {other:?}").into()),
            });
        }
        Ok(Self(cells))
    }
}
