//! Reads: in a transaction or without one, off the caller's thread or on it.

use super::{Database, Either};
use crate::backend::Backend;
use crate::error::DbError;
use crate::sqlite::Moment;
use crate::unit::Unit;

impl<U: Unit> Database<U> {
    /// Runs `f` on a connection that can only read, in a transaction, off the caller's thread.
    pub async fn read<T, E>(
        &self,
        f: impl FnOnce(Backend<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        self.off_thread(move |database| database.read_blocking(f)).await
    }

    /// [`Database::read`] for one thing that is found by its key, or for several that need not be of one
    /// moment: no transaction. That saves PostgreSQL two round trips; on SQLite it runs on the caller's thread
    /// while a connection is idle, since handing it to another thread costs more than the read
    /// (`docs/decisions/0027-reads-by-key-stay.md`). `f` may run again when a connection was lost.
    pub async fn read_one<T, E>(
        &self,
        f: impl FnMut(Backend<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        let f = match &self.inner.either {
            Either::Sqlite(b) => {
                self.inner.work.places.saw(self.share);
                match b.readers.try_read(Moment::Each, f) {
                    Ok(read) => return read,
                    Err(f) => f,
                }
            }
            Either::Postgres(_) => f,
        };
        self.off_thread(move |database| database.read_one_blocking(f)).await
    }

    /// [`Database::read_one`] on this thread.
    pub fn read_one_blocking<T, E>(&self, f: impl FnMut(Backend<'_>) -> Result<T, E>) -> Result<T, E>
    where
        E: From<DbError>,
    {
        match &self.inner.either {
            Either::Sqlite(b) => b.readers.read(Moment::Each, f),
            Either::Postgres(b) => b.read_one(f),
        }
    }

    /// [`Database::read`] on this thread.
    pub fn read_blocking<T, E>(&self, f: impl FnOnce(Backend<'_>) -> Result<T, E>) -> Result<T, E>
    where
        E: From<DbError>,
    {
        match &self.inner.either {
            Either::Sqlite(b) => b.readers.read(Moment::One, f),
            Either::Postgres(b) => b.read(f),
        }
    }
}
