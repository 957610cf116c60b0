//! How the schema of a database and the migrations of this program stand to each other.

use std::collections::BTreeSet;

use diesel::backend::Backend;
use diesel::migration::{Migration, MigrationSource, Result as MigrationResult};

use crate::error::DbError;

/// How a database's schema and the program's migrations stand to each other.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SchemaState {
    /// Migrations that the program has and the database lacks.
    pub pending: Vec<String>,
    /// Versions that the database has and the program does not know: a newer program was here.
    pub unknown: Vec<String>,
}

/// Migrations that are looked at before they are run, or run again.
pub(crate) struct Borrowed<'a, M>(pub &'a M);

impl<DB: Backend, M: MigrationSource<DB>> MigrationSource<DB> for Borrowed<'_, M> {
    fn migrations(&self) -> MigrationResult<Vec<Box<dyn Migration<DB>>>> {
        self.0.migrations()
    }
}

/// Of some migrations those of some versions.
pub(crate) struct Chosen<'a, M> {
    pub all: &'a M,
    pub versions: &'a [String],
}

impl<DB: Backend, M: MigrationSource<DB>> MigrationSource<DB> for Chosen<'_, M> {
    fn migrations(&self) -> MigrationResult<Vec<Box<dyn Migration<DB>>>> {
        let mut chosen = self.all.migrations()?;
        chosen.retain(|migration| self.versions.contains(&migration.name().version().to_string()));
        Ok(chosen)
    }
}

/// Compares the versions that were applied with what there is.
pub(crate) fn compare<DB: Backend>(
    applied: Vec<String>,
    source: &impl MigrationSource<DB>,
) -> Result<SchemaState, DbError> {
    let applied: BTreeSet<String> = applied.into_iter().collect();
    let known = source.migrations().map_err(|e| DbError::Internal(e.to_string()))?;
    let mut known: Vec<(String, String)> =
        known.iter().map(|m| (m.name().version().to_string(), m.name().to_string())).collect();
    known.sort();
    let versions: BTreeSet<&String> = known.iter().map(|(version, _)| version).collect();
    let unknown = applied.iter().filter(|version| !versions.contains(version)).cloned().collect();
    let pending = known.iter().filter(|(v, _)| !applied.contains(v)).map(|(_, name)| name.clone()).collect();
    Ok(SchemaState { pending, unknown })
}

/// Refuses a schema that a newer program has made: what it means is not known here.
pub(crate) fn refuse_newer(state: &SchemaState) -> Result<(), DbError> {
    if state.unknown.is_empty() { Ok(()) } else { Err(DbError::Newer(state.unknown.join(", "))) }
}
