//! Any table of a database: its columns, its rows one by one, and inserts of many rows. For backups.

mod cell;
mod postgres;
mod sqlite;

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Text};

use crate::backend::Backend;
use crate::error::DbError;

pub use cell::Cell;

/// A table as the catalogue of the database describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// Its columns by name, without generated ones.
    pub columns: Vec<Column>,
    /// The columns of its primary key, in order.
    pub key: Vec<String>,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// The type of its values.
    pub kind: Kind,
}

/// The type of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers.
    Integer,
    /// 0 and 1.
    Boolean,
    /// Text.
    Text,
    /// Bytes.
    Bytes,
    /// A type that no [`Cell`] holds, by its name in the database.
    Other(String),
}

impl Table {
    /// Names in quotes, separated by commas.
    fn list<'a>(names: impl Iterator<Item = &'a String>) -> String {
        names.map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
    }

    /// The error of a value that does not fit its column.
    fn misfit(&self, column: &str) -> DbError {
        DbError::Corrupt(format!("{}.{column} cannot hold a value of that type", self.name))
    }

    /// A statement that reads all rows in the order of the primary key.
    fn select(&self) -> String {
        let columns = Self::list(self.columns.iter().map(|column| &column.name));
        let order = match self.key.is_empty() {
            true => String::new(),
            false => format!(" ORDER BY {}", Self::list(self.key.iter())),
        };
        format!("SELECT {columns} FROM \"{}\"{order}", self.name)
    }
}

/// All tables by name, without SQLite's own.
pub fn tables(backend: Backend<'_>) -> Result<Vec<Table>, DbError> {
    let mut tables = match backend {
        Backend::Sqlite(c) => sqlite::tables(c),
        Backend::Postgres(c) => postgres::tables(c),
    }?;
    for table in &mut tables {
        // the same order on both databases
        table.columns.sort_by(|a, b| a.name.cmp(&b.name));
    }
    tables.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(tables)
}

/// Calls `f` with each row, in the order of the primary key, until `f` fails.
pub fn each_row<E: From<DbError>>(
    backend: Backend<'_>,
    table: &Table,
    f: &mut dyn FnMut(Vec<Cell>) -> Result<(), E>,
) -> Result<(), E> {
    let text = table.select();
    match backend {
        Backend::Sqlite(c) => sqlite::each_row(c, &text, f),
        Backend::Postgres(c) => postgres::each_row(c, &text, f),
    }
}

/// Inserts rows, each with a value for every column in the order of [`Table::columns`].
pub fn insert(backend: Backend<'_>, table: &Table, rows: Vec<Vec<Cell>>) -> Result<(), DbError> {
    if rows.is_empty() {
        return Ok(());
    }
    match backend {
        Backend::Sqlite(c) => sqlite::insert(c, table, rows),
        Backend::Postgres(c) => postgres::insert(c, table, rows),
    }
}

/// Lifts all limits of time for the rest of the transaction.
pub fn without_limits(backend: Backend<'_>) -> Result<(), DbError> {
    match backend {
        Backend::Sqlite(c) => sqlite::without_limits(c),
        Backend::Postgres(c) => postgres::without_limits(c),
    }
}

/// The database's own integrity checks: damaged pages and indexes, dangling references, constraints that were
/// not validated. One line per problem.
pub fn integrity_problems(backend: Backend<'_>) -> Result<Vec<String>, DbError> {
    match backend {
        Backend::Sqlite(c) => sqlite::integrity_problems(c),
        Backend::Postgres(c) => postgres::integrity_problems(c),
    }
}

/// A column in the catalogue.
#[derive(QueryableByName)]
struct ColumnRow {
    #[diesel(sql_type = Text)]
    table_name: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    kind: String,
    /// Its position in the primary key, from 1.
    #[diesel(sql_type = BigInt)]
    key: i64,
}

/// Groups columns, sorted by table, into tables; `kind` reads the names of types.
fn gather(rows: &[ColumnRow], kind: fn(&str) -> Kind) -> Vec<Table> {
    let table = |rows: &[ColumnRow]| {
        let mut key: Vec<(i64, String)> =
            rows.iter().filter(|row| row.key > 0).map(|row| (row.key, row.name.clone())).collect();
        key.sort();
        Some(Table {
            name: rows.first()?.table_name.clone(),
            columns: rows
                .iter()
                .map(|row| Column { name: row.name.clone(), kind: kind(&row.kind) })
                .collect(),
            key: key.into_iter().map(|(_, name)| name).collect(),
        })
    };
    rows.chunk_by(|a, b| a.table_name == b.table_name).filter_map(table).collect()
}

/// A problem.
#[derive(QueryableByName)]
struct Finding {
    #[diesel(sql_type = Text)]
    text: String,
}

impl Finding {
    fn of(text: String) -> Self {
        Self { text }
    }

    fn texts(found: Vec<Self>) -> Vec<String> {
        found.into_iter().map(|finding| finding.text).collect()
    }
}
