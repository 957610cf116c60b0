//! The format of an archive: its lines, and why one can be refused.

use std::io;

use db::DbError;
use db::tables::{Cell, Column, Table};
use serde::{Deserialize, Serialize};

use crate::archive::Sum;

/// Why an archive could not be written, read or restored.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The database's failure.
    #[error(transparent)]
    Store(#[from] DbError),
    /// The stream's.
    #[error("the archive cannot be read or written")]
    Stream(#[from] io::Error),
    /// It is no archive.
    #[error("this is no backup of this program: {0}; name the file that `server backup` wrote")]
    Foreign(String),
    /// Its format version is unknown.
    #[error(
        "the backup has the form {version}, this program knows {known}: use the program that wrote it, \
         {program}"
    )]
    Form {
        /// Its form.
        version: u32,
        /// Ours.
        known: u32,
        /// The version of the program that wrote it.
        program: String,
    },
    /// Its end is missing.
    #[error("the backup ends too early, in line {0}: it was cut off; copy it again or take another one")]
    Cut(u64),
    /// There is nothing to write into it.
    #[error(
        "the database holds nothing of this program: name the one that a server uses, or make its tables \
         with `server migrate`"
    )]
    Nothing,
    /// Something in it is not as it was written.
    #[error("the backup is damaged at line {line}: {what}; copy it again or take another one")]
    Damaged {
        /// From 1.
        line: u64,
        /// The problem.
        what: String,
    },
    /// The restored rows differ from those of the archive.
    #[error("what was restored of {table} is not what the backup holds: nothing was kept")]
    Different {
        /// The table.
        table: String,
    },
}

/// Name of the format, in the first line.
pub(super) const FORMAT: &str = "entreposto-backup";
/// The form of all other lines.
pub(super) const VERSION: u32 = 1;

/// Table of sequences, which each database stores in its own way.
pub(super) const SEQUENCES: &str = "sequencias";

/// Table of applied migrations.
pub(super) const MIGRATIONS: &str = "__diesel_schema_migrations";

/// Tables that are no part of an archive: which migrations were applied is in its header; versions of
/// categories are drawn anew by triggers, so that no backup comes to one twice.
pub(super) const LEFT_OUT: &[&str] = &[MIGRATIONS, "categorias_loja_versoes", SEQUENCES];

/// Columns that are no part of an archive, by table: one database has them computed and the other keeps them by
/// triggers.
const ITS_OWN: &[(&str, &str)] = &[("skus", "alterado_periodo")];

/// Work that PostgreSQL defers; a restore does it at once.
pub(super) const PUT_ASIDE: &[&str] = &["contagem_mudancas", "eventos_novos"];

/// The first line.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Header {
    pub(super) format: String,
    pub(super) version: u32,
    /// The version of the program that wrote it.
    pub program: String,
    /// Which database it was: `sqlite` or `postgres`.
    pub database: String,
    /// As of when everything in it is.
    pub taken: String,
    /// The migrations that the schema had.
    pub migrations: Vec<String>,
}

/// Any line that is no row.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Mark {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<TableSum>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub complete: Option<Summary>,
}

impl Mark {
    pub const EMPTY: Self = Self { table: None, columns: Vec::new(), end: None, complete: None };
}

/// Rows and checksum of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSum {
    /// Its name.
    pub table: String,
    /// Its rows.
    pub rows: u64,
    /// Their checksum.
    pub sum: Sum,
}

impl TableSum {
    pub(super) fn of(table: &str) -> Self {
        Self { table: table.to_owned(), rows: 0, sum: Sum::default() }
    }

    pub(super) fn add(&mut self, row: &[u8]) {
        self.rows += 1;
        self.sum.add(row);
    }
}

/// Totals of an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Summary {
    /// Tables.
    pub tables: u64,
    /// Rows of all of them.
    pub rows: u64,
}

/// A row as a line, its end left out.
pub(super) fn line(row: &[Cell]) -> Result<Vec<u8>, ArchiveError> {
    serde_json::to_vec(row).map_err(|e| ArchiveError::Stream(e.into()))
}

pub(super) fn names(columns: &[Column]) -> Vec<String> {
    columns.iter().map(|column| column.name.clone()).collect()
}

/// The tables whose rows an archive holds, with the columns that it holds of them.
pub(super) fn kept(tables: Vec<Table>) -> Vec<Table> {
    let mut kept: Vec<Table> =
        tables.into_iter().filter(|table| !LEFT_OUT.contains(&table.name.as_str())).collect();
    for Table { name, columns, .. } in &mut kept {
        columns.retain(|column| !ITS_OWN.contains(&(name.as_str(), column.name.as_str())));
    }
    kept
}
