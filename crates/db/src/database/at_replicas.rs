//! Reads that a standby may answer in the primary's place (`docs/decisions/0095-reads-at-standbys.md`).

use std::hash::Hash;

use super::Database;
use crate::backend::Backend;
use crate::error::DbError;
use crate::gather::Gather;
use crate::replicas::{Fresh, ReplicaStats, Replicas};
use crate::unit::Unit;

impl<U: Unit> Database<U> {
    /// What a standby answers that shows all that was acknowledged before this call, in one transaction or
    /// each statement as of its own moment; `None` where there is none, or the primary is to be asked.
    pub async fn read_at_replica<T, E>(
        &self,
        one_moment: bool,
        f: impl FnOnce(Backend<'_>) -> Result<T, E> + Send + 'static,
    ) -> Option<Result<T, E>>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        let replicas = self.inner.replicas.as_ref()?;
        self.inner.work.places.saw(self.share);
        replicas.read(self.share, one_moment, f).await
    }

    /// [`Database::gathered`] at a standby, of which each has a gatherer; `None` where the primary is to be
    /// asked, also because the gatherer's function had no answer.
    pub async fn gathered_at_replica<I, T, E>(
        &self,
        gathers: &[Gather<(Fresh, I), Result<Option<T>, E>>],
        key: &impl Hash,
        item: I,
    ) -> Option<Result<T, E>>
    where
        I: Send + 'static,
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        let replicas = self.inner.replicas.as_ref()?;
        let fresh = replicas.fresh().await?;
        let gather = gathers.get(fresh.number)?;
        self.inner.work.places.saw(self.share);
        // a line that is full, or an answer that is lost: so far nothing is wrong with the primary
        let found = match gather.put(self.share, key, (fresh, item)) {
            Ok(answer) => {
                let answer = async { answer.await.unwrap_or(Ok(None)) };
                replicas.unless_silent(&fresh, self.inner.work.in_time(answer, gather.late)).await
            }
            Err(_) => None,
        };
        let found = found.and_then(Result::transpose);
        replicas.count(fresh.number, found.is_some());
        found
    }

    /// Reads at a standby on this thread, each statement as of its own moment.
    ///
    /// # Errors
    /// Whatever the standby fails at: the primary is then to be asked.
    pub fn read_fresh_blocking<T, E>(
        &self,
        fresh: &Fresh,
        f: impl FnOnce(Backend<'_>) -> Result<T, E>,
    ) -> Result<T, E>
    where
        E: From<DbError>,
    {
        let none = || DbError::Internal("there are no replicas".to_owned());
        self.inner.replicas.as_ref().ok_or_else(none)?.read_blocking(fresh, f)
    }

    /// How many standbys answer reads.
    pub fn replica_count(&self) -> usize {
        self.inner.replicas.as_ref().map_or(0, Replicas::len)
    }

    /// Figures of those.
    pub fn replicas(&self) -> Option<ReplicaStats> {
        self.inner.replicas.as_ref().map(Replicas::stats)
    }
}
