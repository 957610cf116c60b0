//! What can be done with a whole table.

use super::{Cell, Table};
use crate::backend::Backend;
use crate::dialect;
use crate::error::DbError;

/// Every table of the database by name; SQLite's own are left out.
pub fn tables(mut backend: Backend<'_>) -> Result<Vec<Table>, DbError> {
    let mut tables = dialect!(backend => tables())?;
    for table in &mut tables {
        // both databases are to give the same order
        table.columns.sort_by(|a, b| a.name.cmp(&b.name));
    }
    tables.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(tables)
}

/// Calls `f` with every row, in the order of the primary key, a row at a time. What `f` fails with is handed
/// on, and nothing further is read.
pub fn each_row<E: From<DbError>>(
    mut backend: Backend<'_>,
    table: &Table,
    f: &mut dyn FnMut(Vec<Cell>) -> Result<(), E>,
) -> Result<(), E> {
    let text = table.select();
    dialect!(backend => each_row(&text, f))
}

/// Inserts rows, each with a value for every column in the order of [`Table::columns`].
pub fn insert(mut backend: Backend<'_>, table: &Table, rows: Vec<Vec<Cell>>) -> Result<(), DbError> {
    if rows.is_empty() {
        return Ok(());
    }
    dialect!(backend => insert(table, rows))
}

/// For the rest of the transaction statements take as long as they take, and so does what is done between
/// them.
pub fn without_limits(mut backend: Backend<'_>) -> Result<(), DbError> {
    dialect!(backend => without_limits())
}

/// What the database itself finds wrong: pages and indexes that do not fit, rows that point nowhere, rules
/// that are not in force. Each as a line.
pub fn sound(mut backend: Backend<'_>) -> Result<Vec<String>, DbError> {
    dialect!(backend => sound())
}
