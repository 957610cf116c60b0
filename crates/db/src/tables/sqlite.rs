//! Tables of an SQLite file.

use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_query;
use diesel::sql_types::{BigInt, Binary, Nullable, Text};
use diesel::sqlite::Sqlite;

use super::columns::{self, ColumnRow, Finding};
use super::row::Row;
use super::{Cell, Kind, Table};
use crate::error::DbError;

pub(super) fn tables(c: &mut SqliteConnection) -> Result<Vec<Table>, DbError> {
    let rows: Vec<ColumnRow> = sql_query(
        "SELECT m.name AS table_name, p.name AS name, upper(p.type) AS kind, p.pk AS key \
         FROM sqlite_schema m, pragma_table_xinfo(m.name) p \
         WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND p.hidden = 0 \
         ORDER BY m.name, p.cid",
    )
    .load(c)?;
    Ok(columns::gather(&rows, kind))
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
    let rows = sql_query(text).load_iter::<Row, _>(c).map_err(DbError::from)?;
    for row in rows {
        f(row.map_err(DbError::from)?.0)?;
    }
    Ok(())
}

/// One at a time, by a statement that is compiled once.
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
        for (place, (column, cell)) in self.table.columns.iter().zip(self.row).enumerate() {
            if place > 0 {
                out.push_sql(", ");
            }
            // a null is one of its column: the statement is found again by its text and its types
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
    // found again by its text
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl RunQueryDsl<SqliteConnection> for InsertRow<'_> {}

/// It has none.
pub(super) fn without_limits(_: &mut SqliteConnection) -> Result<(), DbError> {
    Ok(())
}

/// What is found before a page that cannot be read is told, too.
pub(super) fn sound(c: &mut SqliteConnection) -> Result<Vec<String>, DbError> {
    let pages = "SELECT integrity_check AS text FROM pragma_integrity_check WHERE integrity_check <> 'ok'";
    let pointers = "SELECT \"table\" || ': ' || count(*) || ' row(s) point to a missing row of ' || parent \
                    AS text FROM pragma_foreign_key_check GROUP BY \"table\", parent";
    let mut found = Vec::new();
    match find(c, pages, &mut found).and_then(|()| find(c, pointers, &mut found)) {
        Err(error) if error.is_damage() => found.push(Finding::of(format!("not all can be read: {error}"))),
        done => done?,
    }
    Ok(Finding::texts(found))
}

fn find(c: &mut SqliteConnection, question: &str, found: &mut Vec<Finding>) -> Result<(), DbError> {
    for finding in sql_query(question).load_iter::<Finding, _>(c)? {
        found.push(finding?);
    }
    Ok(())
}
