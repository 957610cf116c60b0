//! Reads that a standby of PostgreSQL may answer, where there is one: for what is shown, not for what decides
//! about what happens next. What was acknowledged before the call is in the answer wherever it is made.

use std::sync::Arc;

use db::{Backend, ReplicaStats};

use super::{Store, recalling};
use crate::base::{Conn, StoreError};

impl Store {
    /// [`Store::read`]. `f` may run again at the primary.
    pub async fn read_anywhere<T, E>(
        &self,
        f: impl FnOnce(&mut Conn<'_>) -> Result<T, E> + Clone + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        match self.at_replica(true, &f).await {
            Some(read) => read,
            None => self.read(f).await,
        }
    }

    /// The same for [`Store::read_by_key`].
    pub async fn read_by_key_anywhere<T, E>(
        &self,
        f: impl FnOnce(&mut Conn<'_>) -> Result<T, E> + Clone + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        match self.at_replica(true, &f).await {
            Some(read) => read,
            None => self.read_by_key(f).await,
        }
    }

    /// The same for [`Store::read_one`].
    pub async fn read_one_anywhere<T, E>(
        &self,
        f: impl FnMut(&mut Conn<'_>) -> Result<T, E> + Clone + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        match self.at_replica(false, &f).await {
            Some(read) => read,
            None => self.read_one(f).await,
        }
    }

    /// A read that may get on without a transaction, which saves PostgreSQL two round trips: `quick` asks as
    /// [`Store::read_one_anywhere`] does; where it has no answer, and on SQLite, [`Store::read_anywhere`] has
    /// `whole` done.
    pub async fn read_at_once_anywhere<T, E>(
        &self,
        mut quick: impl FnMut(&mut Conn<'_>) -> Result<Option<T>, E> + Clone + Send + 'static,
        whole: impl FnOnce(&mut Conn<'_>) -> Result<T, E> + Clone + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        match self.at_replica(false, &quick).await.transpose()? {
            Some(Some(read)) => return Ok(read),
            Some(None) => {
                if let Some(read) = self.at_replica(true, &whole).await {
                    return read;
                }
            }
            None => {}
        }
        let (lasting, lasting_too) = (Arc::clone(&self.lasting), Arc::clone(&self.lasting));
        let quick = move |backend: Backend<'_>| quick(&mut recalling(backend, &lasting));
        let whole = move |backend: Backend<'_>| whole(&mut recalling(backend, &lasting_too));
        self.database.read_at_once(quick, whole).await
    }

    /// What a standby answers. That is as old as the question: by the time that it comes this process may
    /// have changed what would then be remembered.
    async fn at_replica<T, E>(
        &self,
        one_moment: bool,
        f: &(impl FnOnce(&mut Conn<'_>) -> Result<T, E> + Clone + Send + 'static),
    ) -> Option<Result<T, E>>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        if self.database.replica_count() == 0 {
            return None;
        }
        let (f, lasting, moment) = (f.clone(), Arc::clone(&self.lasting), self.lasting.known.moment());
        let read =
            move |backend: Backend<'_>| f(&mut Conn::recalling(backend, lasting.known.recall_at(moment)));
        self.database.read_at_replica(one_moment, read).await
    }

    /// Figures of the standbys that answer reads, where there are any.
    pub fn replicas(&self) -> Option<ReplicaStats> {
        self.database.replicas()
    }
}
