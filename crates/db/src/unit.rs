//! The side effects that the jobs of one commit collect, and the hooks that write them.

use crate::backend::Backend;
use crate::error::DbError;

/// How a transaction ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// It is durable.
    Committed,
    /// A job failed, and all was rolled back before COMMIT.
    RolledBack,
    /// The database failed. Usually nothing is stored, but the COMMIT may have succeeded and its answer been
    /// lost.
    Failed,
}

/// Side effects of the jobs of one commit. Lives from BEGIN to COMMIT: on SQLite for a group of jobs, on
/// PostgreSQL for one. The database calls these hooks and knows nothing of the content.
pub trait Unit: Default + Send + 'static {
    /// State of the database that lives longer than a commit; there is one per database.
    type Shared: Send + Sync + 'static;

    /// A job begins: mark the current position, to which [`Unit::job_undone`] returns.
    fn job_begins(&mut self);

    /// The job succeeded. If it ran in a savepoint of its own, the writes that it deferred have to be made now, so
    /// that they are rolled back together with the savepoint.
    fn job_done(&mut self, backend: Backend<'_>, own_savepoint: bool) -> Result<(), DbError>;

    /// The job's savepoint was rolled back: return to the mark, and forget what was read since.
    fn job_undone(&mut self);

    /// All jobs are done: write what was deferred.
    fn before_commit(&mut self, backend: Backend<'_>, shared: &Self::Shared) -> Result<(), DbError>;

    /// The transaction has ended; its callers have no answer yet.
    fn after_commit(self, shared: &Self::Shared, ending: Ending);
}

/// The unit of jobs without side effects.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoUnit;

impl Unit for NoUnit {
    type Shared = ();

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
