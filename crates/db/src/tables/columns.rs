//! What either catalogue says of its tables, and what is wrong with them.

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Text};

use super::{Column, Kind, Table};

/// A column that is stored.
#[derive(QueryableByName)]
pub(super) struct ColumnRow {
    #[diesel(sql_type = Text)]
    table_name: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    kind: String,
    /// Its place in the primary key, from 1.
    #[diesel(sql_type = BigInt)]
    key: i64,
}

/// Tables out of their columns, which stand together; `kind` reads the catalogue's words.
pub(super) fn gather(rows: &[ColumnRow], kind: fn(&str) -> Kind) -> Vec<Table> {
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

/// Something that is wrong.
#[derive(QueryableByName)]
pub(super) struct Finding {
    #[diesel(sql_type = Text)]
    text: String,
}

impl Finding {
    pub fn of(text: String) -> Self {
        Self { text }
    }

    pub fn texts(found: Vec<Self>) -> Vec<String> {
        found.into_iter().map(|finding| finding.text).collect()
    }
}
