//! Connections and transactions as the repositories see them, and the outcomes of writes.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::{Deref, DerefMut};

use db::{Backend, Engine};
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::StoreError;
use crate::base::known::{Known, Memory, Recall};
use crate::base::pending::Pending;
use crate::base::sealed::{Place, Secrets};

/// A connection that may read.
pub struct Conn<'a> {
    pub(crate) backend: Backend<'a>,
    /// The caches of a read; `None` in a write.
    recall: Option<Recall<'a>>,
    secrets: &'a Secrets,
}

impl<'a> Conn<'a> {
    /// A connection without caches and keys.
    pub(crate) fn new(backend: Backend<'a>) -> Self {
        Self { backend, recall: None, secrets: Secrets::none() }
    }

    /// A connection that uses the caches.
    pub(crate) fn recalling(backend: Backend<'a>, recall: Recall<'a>, secrets: &'a Secrets) -> Self {
        Self { backend, recall: Some(recall), secrets }
    }

    /// The keys.
    pub(crate) fn secrets(&self) -> &'a Secrets {
        self.secrets
    }

    /// The text that is stored at a place for a secret.
    pub(crate) fn seal(&self, place: &Place, clear: &str) -> Result<String, StoreError> {
        Ok(self.secrets.seal(place, clear)?)
    }

    /// The secret behind the text that is stored at a place.
    pub(crate) fn open(&self, place: &Place, sealed: &str) -> Result<String, StoreError> {
        Ok(self.secrets.open(place, sealed)?)
    }

    /// The connection, for `on!` or a match on [`Backend`].
    pub(crate) fn either(&mut self) -> &mut Backend<'a> {
        &mut self.backend
    }

    /// Notes that an order's record is in another version's form.
    pub(crate) fn note_outdated(&self, loja: LojaId, pedido_id: PedidoId) {
        if let Some(recall) = self.recall {
            recall.note_outdated(loja, pedido_id);
        }
    }

    /// The value of a key, from the cache or from `find`. Missing values are not cached.
    pub(crate) fn remembered<K: Eq + Hash, V: Clone>(
        &mut self,
        memory: impl Fn(&Known) -> &Memory<K, V>,
        key: K,
        find: impl FnOnce(&mut Self, &K) -> Result<Option<V>, StoreError>,
    ) -> Result<Option<V>, StoreError> {
        let Some(recall) = self.recall else { return find(self, &key) };
        if let Some(value) = recall.get(&memory, &key) {
            return Ok(Some(value));
        }
        let found = find(self, &key)?;
        if let Some(value) = &found {
            recall.keep(&memory, key, value.clone());
        }
        Ok(found)
    }
}

/// A transaction: everything that a [`Conn`] can do, and writing.
pub struct Tx<'a> {
    pub(crate) conn: Conn<'a>,
    /// State that the jobs of this commit leave behind.
    pub(crate) pending: &'a mut Pending,
    agora: Instante,
}

impl<'a> Tx<'a> {
    /// A transaction without keys.
    pub(crate) fn new(backend: Backend<'a>, pending: &'a mut Pending) -> Self {
        Self::with_secrets(backend, pending, Secrets::none())
    }

    pub(crate) fn with_secrets(backend: Backend<'a>, pending: &'a mut Pending, secrets: &'a Secrets) -> Self {
        Self { conn: Conn { secrets, ..Conn::new(backend) }, pending, agora: Instante::now() }
    }

    /// The connection and the pending state of the commit.
    pub(crate) fn split(&mut self) -> (&mut Backend<'a>, &mut Pending) {
        (&mut self.conn.backend, self.pending)
    }

    /// To be called where a user, a store's settings or a channel change: they are remembered.
    pub(crate) fn forget_registrations(&mut self) {
        self.pending.forget_registrations();
    }

    /// The value of a key, as this group of writes has found it before, or else as `find` does. Nobody but
    /// SQLite's one writer can know: on PostgreSQL others write meanwhile, and the database is asked.
    pub(crate) fn within_group<K: Eq + Hash, V: Clone>(
        &mut self,
        memory: impl Fn(&mut Pending) -> &mut HashMap<K, V>,
        key: K,
        find: impl FnOnce(&mut Conn<'a>, &K) -> Result<Option<V>, StoreError>,
    ) -> Result<Option<V>, StoreError> {
        if self.conn.backend.engine() == Engine::Postgres {
            return find(&mut self.conn, &key);
        }
        if let Some(value) = memory(self.pending).get(&key) {
            return Ok(Some(value.clone()));
        }
        let found = find(&mut self.conn, &key)?;
        memory(self.pending).extend(found.clone().map(|value| (key, value)));
        Ok(found)
    }

    /// An exclusive lock until the transaction ends, so that what is read here stays true until it is changed
    /// here. SQLite's one writer needs none.
    pub fn exclusive(&mut self, thing: &str, loja: LojaId, key: &str) -> Result<(), StoreError> {
        self.conn.backend.lock(format_args!("{thing}:{}:{}:{key}", loja.aplicacao.0, loja.loja))
    }

    /// A shared lock: waits for [`Tx::exclusive`] of the same thing, and only for that.
    pub(crate) fn shared(&mut self, thing: &str, loja: LojaId, key: &str) -> Result<(), StoreError> {
        self.conn.backend.lock_shared(format_args!("{thing}:{}:{}:{key}", loja.aplicacao.0, loja.loja))
    }

    /// [`Tx::exclusive`] without waiting; false when another transaction has it.
    pub(crate) fn try_exclusive(&mut self, thing: &str, loja: LojaId, key: &str) -> Result<bool, StoreError> {
        self.conn.backend.try_lock(format_args!("{thing}:{}:{}:{key}", loja.aplicacao.0, loja.loja))
    }

    /// True when no other transaction can be writing: on SQLite.
    pub(crate) fn is_alone(&self) -> bool {
        self.conn.backend.engine() == Engine::Sqlite
    }

    /// The time of the transaction.
    pub fn now(&self) -> Instante {
        self.agora
    }
}

impl<'a> Deref for Tx<'a> {
    type Target = Conn<'a>;
    fn deref(&self) -> &Conn<'a> {
        &self.conn
    }
}

impl<'a> DerefMut for Tx<'a> {
    fn deref_mut(&mut self) -> &mut Conn<'a> {
        &mut self.conn
    }
}

/// Outcome of a create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CreateOutcome<T> {
    /// It is new.
    Created(T),
    /// It was there, with the same content.
    Equal(T),
    /// It was there, with other content: nothing was changed.
    Different,
}

/// Outcome of an upsert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UpsertOutcome<T> {
    /// It is new.
    Created(T),
    /// It replaced what was there.
    Replaced(T),
}

impl<T> UpsertOutcome<T> {
    /// The stored value.
    pub fn value(&self) -> &T {
        match self {
            Self::Created(v) | Self::Replaced(v) => v,
        }
    }
}

/// Outcome of a delete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeleteOutcome {
    /// It is gone.
    Deleted,
    /// It was not there.
    Missing,
    /// Something refers to it: nothing was changed.
    InUse,
}
