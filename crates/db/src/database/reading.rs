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

    /// [`Database::read`] for a few rows that are found by their keys. On SQLite it runs on the caller's
    /// thread while a connection is idle: handing such a read over and back costs more than the read
    /// (`docs/decisions/0027-reads-by-key-stay.md`).
    pub async fn read_by_key<T, E>(
        &self,
        f: impl FnOnce(Backend<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        match &self.inner.either {
            Either::Sqlite(b) => {
                self.inner.work.places.saw(self.share);
                match b.readers.try_read(Moment::One, f) {
                    Ok(read) => read,
                    Err(f) => self.read(f).await,
                }
            }
            Either::Postgres(_) => self.read(f).await,
        }
    }

    /// [`Database::read_by_key`] for what asks once, or whose questions need not be answered as of one
    /// moment: there is no transaction around them, which saves PostgreSQL two round trips. `f` may run again
    /// when a connection was lost.
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

    /// [`Database::read_one`] with `quick`, and [`Database::read`] with `whole` where that has no answer: in
    /// one place, and in the time of one read. On SQLite, where transactions cost little, `whole` alone.
    pub async fn read_at_once<T, E>(
        &self,
        quick: impl FnMut(Backend<'_>) -> Result<Option<T>, E> + Send + 'static,
        whole: impl FnOnce(Backend<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        match &self.inner.either {
            Either::Sqlite(_) => self.read(whole).await,
            Either::Postgres(_) => {
                let read = move |database: &Self| match database.read_one_blocking(quick)? {
                    Some(read) => Ok(read),
                    None => database.read_blocking(whole),
                };
                self.off_thread(read).await
            }
        }
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
