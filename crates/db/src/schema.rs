//! The schema of a database: its migrations compared with the program's, and applied.

use std::collections::BTreeSet;

use diesel::backend::Backend as DieselBackend;
use diesel::migration::{Migration, MigrationSource, Result as MigrationResult};
use diesel_migrations::MigrationHarness;

use crate::error::DbError;

/// The migrations of a database compared with those of this program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SchemaState {
    /// Migrations that the program has and the database lacks.
    pub pending: Vec<String>,
    /// Versions that the database has and the program does not know: a newer program was here.
    pub unknown: Vec<String>,
}

impl SchemaState {
    /// Compares the versions that were applied with the program's migrations.
    pub(crate) fn of<DB: DieselBackend>(
        applied: Vec<String>,
        source: &impl MigrationSource<DB>,
    ) -> Result<Self, DbError> {
        let applied: BTreeSet<String> = applied.into_iter().collect();
        let known = source.migrations().map_err(|e| DbError::Internal(e.to_string()))?;
        let mut known: Vec<(String, String)> =
            known.iter().map(|m| (m.name().version().to_string(), m.name().to_string())).collect();
        known.sort();
        let versions: BTreeSet<&String> = known.iter().map(|(version, _)| version).collect();
        let unknown = applied.iter().filter(|version| !versions.contains(version)).cloned().collect();
        let pending = known.iter().filter(|(v, _)| !applied.contains(v)).map(|(_, name)| name.clone());
        Ok(Self { pending: pending.collect(), unknown })
    }

    /// Refuses a schema of a newer program, whose meaning is not known here.
    pub(crate) fn refuse_newer(self) -> Result<Self, DbError> {
        if self.unknown.is_empty() { Ok(self) } else { Err(DbError::Newer(self.unknown.join(", "))) }
    }
}

/// Applies pending migrations; returns their versions.
pub(crate) fn apply<DB: DieselBackend>(
    connection: &mut impl MigrationHarness<DB>,
    migrations: &impl MigrationSource<DB>,
) -> Result<Vec<String>, DbError> {
    let applied = connection.run_pending_migrations(Borrowed(migrations));
    let applied = applied.map_err(|e| DbError::Database(e.to_string()))?;
    Ok(applied.iter().map(ToString::to_string).collect())
}

/// A reference to migrations as migrations, since Diesel takes them by value.
struct Borrowed<'a, M>(&'a M);

impl<DB: DieselBackend, M: MigrationSource<DB>> MigrationSource<DB> for Borrowed<'_, M> {
    fn migrations(&self) -> MigrationResult<Vec<Box<dyn Migration<DB>>>> {
        self.0.migrations()
    }
}

/// The migrations of certain versions.
pub(crate) struct Chosen<'a, M> {
    pub all: &'a M,
    pub versions: &'a [String],
}

impl<DB: DieselBackend, M: MigrationSource<DB>> MigrationSource<DB> for Chosen<'_, M> {
    fn migrations(&self) -> MigrationResult<Vec<Box<dyn Migration<DB>>>> {
        let mut chosen = self.all.migrations()?;
        chosen.retain(|migration| self.versions.contains(&migration.name().version().to_string()));
        Ok(chosen)
    }
}
