//! Reading: off the caller's thread or on it, in a transaction or without one.

#[cfg(feature = "sqlite")]
use super::leitores::Momento;
use super::{Banco, Conn, Store, on};
use crate::erro::StoreError;

impl Store {
    /// Runs `f` on a connection that can only read, off the caller's thread.
    pub async fn read<T, E>(
        &self,
        f: impl FnOnce(&mut Conn<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.bloquear(move |store| store.read_blocking(f)).await
    }

    /// [`Store::read`] for a few rows that are found by their keys. On SQLite it runs on the caller's thread while a
    /// connection is idle: handing such a read over and back costs more than the read
    /// (`docs/decisions/0027-reads-by-key-stay.md`).
    pub async fn read_by_key<T, E>(
        &self,
        f: impl FnOnce(&mut Conn<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        match &self.inner.banco {
            #[cfg(feature = "sqlite")]
            Banco::Sqlite(b) => match b.leitores.tentar(Momento::Um, f) {
                Ok(lido) => lido,
                Err(f) => self.read(f).await,
            },
            #[cfg(feature = "postgres")]
            Banco::Postgres(_) => self.read(f).await,
        }
    }

    /// [`Store::read_by_key`] for what asks once, or whose questions need not be answered as of one moment: there is
    /// no transaction around them, which saves PostgreSQL two trips. `f` may run again when a connection was lost.
    pub async fn read_one<T, E>(
        &self,
        f: impl FnMut(&mut Conn<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        #[cfg(feature = "sqlite")]
        let f = match &self.inner.banco {
            Banco::Sqlite(b) => match b.leitores.tentar(Momento::Cada, f) {
                Ok(lido) => return lido,
                Err(f) => f,
            },
            #[cfg(feature = "postgres")]
            Banco::Postgres(_) => f,
        };
        self.bloquear(move |store| match &store.inner.banco {
            #[cfg(feature = "sqlite")]
            Banco::Sqlite(b) => b.leitores.read(Momento::Cada, f),
            #[cfg(feature = "postgres")]
            Banco::Postgres(b) => b.read_one(f),
        })
        .await
    }

    /// [`Store::read`] on this thread.
    pub fn read_blocking<T, E>(&self, f: impl FnOnce(&mut Conn<'_>) -> Result<T, E>) -> Result<T, E>
    where
        E: From<StoreError>,
    {
        match &self.inner.banco {
            #[cfg(feature = "sqlite")]
            Banco::Sqlite(b) => b.leitores.read(Momento::Um, f),
            #[cfg(feature = "postgres")]
            Banco::Postgres(b) => b.read(f),
        }
    }

    /// One trip to the database and back.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.read(|conn| {
            on!(conn, c => diesel::RunQueryDsl::execute(diesel::sql_query("SELECT 1"), c))?;
            Ok(())
        })
        .await
    }
}
