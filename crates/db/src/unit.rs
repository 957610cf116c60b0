//! What the jobs of one commit leave behind, and the moments at which it is handed over.

use crate::backend::Backend;
use crate::error::DbError;

/// How a transaction ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// It is durable.
    Committed,
    /// A job failed and all of it was undone, before anything was tried to be committed.
    RolledBack,
    /// The database failed. Usually nothing happened, but the commit may also stand and its answer be lost.
    Failed,
}

/// What the jobs of one commit leave behind. Lives from BEGIN to COMMIT: on SQLite for a group of jobs, on
/// PostgreSQL for one. The database calls it at these moments and does not know what is in it.
pub trait Unit: Default + Send + 'static {
    /// What outlives commits; one per database.
    type Lasting: Send + Sync + 'static;

    /// A job begins: remember how far it has come.
    fn job_begins(&mut self);

    /// The job ended well. With a savepoint of its own, what it put off is part of what may still be undone
    /// and has to be written now.
    fn job_done(&mut self, backend: Backend<'_>, own_savepoint: bool) -> Result<(), DbError>;

    /// The job was undone by its savepoint: back to where it began; forget what was known through it.
    fn job_undone(&mut self);

    /// All jobs are done: write what was put off.
    fn before_commit(&mut self, backend: Backend<'_>, lasting: &Self::Lasting) -> Result<(), DbError>;

    /// The transaction is over, before anybody hears of it.
    fn after_commit(self, lasting: &Self::Lasting, ending: Ending);
}

/// Of jobs that leave nothing behind.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoUnit;

impl Unit for NoUnit {
    type Lasting = ();

    fn job_begins(&mut self) {}

    fn job_done(&mut self, _: Backend<'_>, _: bool) -> Result<(), DbError> {
        Ok(())
    }

    fn job_undone(&mut self) {}

    fn before_commit(&mut self, _: Backend<'_>, (): &()) -> Result<(), DbError> {
        Ok(())
    }

    fn after_commit(self, (): &(), _: Ending) {}
}
