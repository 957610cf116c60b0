//! What reads remember for a second: users, settings and channels.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use db::recall::{Generation, Memory, Moment};
use domain::loja_config::LojaConfig;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId, PedidoId, UsuarioId};

/// A store as found by its caller's identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Loja {
    /// Its number, which leads every key.
    pub id: LojaId,
    /// While false, what is below it must not change.
    pub ativo: bool,
    /// When the user was last changed.
    pub alterado_em: Instante,
}

/// What of a channel an order shows.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Rotulo {
    /// Its name, as JSON.
    pub nome: String,
    /// Its type.
    pub tipo: String,
}

/// A store's channels, by their numbers.
pub(crate) type Rotulos = HashMap<i32, Rotulo>;

/// What is remembered of one database.
#[derive(Debug, Default)]
pub(crate) struct Known {
    generation: Generation,
    /// Users, by their callers' identifiers.
    pub lojas: Memory<(AplicacaoId, UsuarioId), Loja>,
    /// Settings.
    pub configs: Memory<LojaId, Arc<LojaConfig>>,
    /// Whether reading an order is to take it over.
    pub on_reading: Memory<LojaId, bool>,
    /// All channels of a store.
    pub canais: Memory<LojaId, Arc<Rotulos>>,
    /// Orders whose record was read in another version's form.
    outdated: Mutex<HashSet<(LojaId, PedidoId)>>,
}

/// Outdated records that are remembered; further ones are noticed when they are read again.
const OUTDATED_MAX: usize = 10_000;

impl Known {
    /// Leave to remember, for one read. To be called before it begins.
    pub fn recall(&self) -> Recall<'_> {
        self.recall_at(self.moment())
    }

    /// When a read is asked for that may begin elsewhere, or later.
    pub fn moment(&self) -> Moment {
        self.generation.moment()
    }

    /// [`Known::recall`] for one that was asked for at a moment.
    pub fn recall_at(&self, moment: Moment) -> Recall<'_> {
        Recall { known: self, moment }
    }

    /// Takes some of the noted outdated records.
    pub fn take_outdated(&self, count: usize) -> Vec<(LojaId, PedidoId)> {
        let mut outdated = self.outdated.lock().unwrap_or_else(PoisonError::into_inner);
        let taken: Vec<_> = outdated.iter().take(count).copied().collect();
        for record in &taken {
            outdated.remove(record);
        }
        taken
    }

    /// Forgets everything. To be called once a change is committed, before anyone hears of it.
    pub fn forget(&self) {
        self.generation.forget();
    }
}

/// Leave to remember, for one read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Recall<'a> {
    known: &'a Known,
    moment: Moment,
}

impl Recall<'_> {
    /// Remembers that an order's record is outdated.
    pub fn note_outdated(&self, loja: LojaId, pedido_id: PedidoId) {
        let mut outdated = self.known.outdated.lock().unwrap_or_else(PoisonError::into_inner);
        if outdated.len() < OUTDATED_MAX {
            outdated.insert((loja, pedido_id));
        }
    }

    /// The value of a key, if it is remembered.
    pub fn get<K: Eq + std::hash::Hash, V: Clone>(
        &self,
        memory: impl Fn(&Known) -> &Memory<K, V>,
        key: &K,
    ) -> Option<V> {
        memory(self.known).get(key, &self.known.generation, self.moment)
    }

    /// Keeps what the read has found.
    pub fn keep<K: Eq + std::hash::Hash, V: Clone>(
        &self,
        memory: impl Fn(&Known) -> &Memory<K, V>,
        key: K,
        value: V,
    ) {
        memory(self.known).keep(key, value, self.moment);
    }
}
