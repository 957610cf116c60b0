//! Caches of users, settings and channels that reads use for a second
//! (`docs/decisions/0009-one-second-cache-of-keys-users-settings.md`). Writes do not use them.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use domain::loja_config::LojaConfig;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId, PedidoId, UsuarioId};
use quick_cache::sync::Cache;

/// How long another server's change may go unnoticed. One of this process counts at once.
const VALID_FOR: Duration = Duration::from_secs(1);
/// Entries of each cache: more than are asked for within [`VALID_FOR`].
const ENTRIES: usize = 2_000;

/// When a read began.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment {
    generation: u64,
    at: Instant,
}

#[derive(Debug, Clone)]
struct Entry<V> {
    value: V,
    moment: Moment,
}

/// A cache of values by their keys.
#[derive(Debug)]
pub(crate) struct Memory<K, V>(Cache<K, Entry<V>>);

impl<K: Eq + Hash, V: Clone> Default for Memory<K, V> {
    fn default() -> Self {
        Self(Cache::new(ENTRIES))
    }
}

impl<K: Eq + Hash, V: Clone> Memory<K, V> {
    /// The value of a key, unless it is older than [`VALID_FOR`] or than a change of this process.
    fn get(&self, key: &K, generation: u64, now: Instant) -> Option<V> {
        let entry = self.0.get(key)?;
        let recent = now.saturating_duration_since(entry.moment.at) < VALID_FOR;
        (entry.moment.generation == generation && recent).then_some(entry.value)
    }

    /// Keeps a value that a read has found which began at `moment`.
    fn keep(&self, key: K, value: V, moment: Moment) {
        self.0.insert(key, Entry { value, moment });
    }
}

/// A store as found by its caller's identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Loja {
    /// Its number, which leads every key.
    pub id: LojaId,
    /// While false, its data must not change.
    pub ativo: bool,
    /// When the user was last changed.
    pub alterado_em: Instante,
}

/// What an order shows of its channel.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Rotulo {
    /// Its name, as JSON.
    pub nome: String,
    /// Its type.
    pub tipo: String,
}

/// A store's channels, by their numbers.
pub(crate) type Rotulos = HashMap<i32, Rotulo>;

/// The caches of one database.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// Number of changes of this process: values that were read before the last one are not used.
    generation: AtomicU64,
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

/// Most outdated records that are noted; further ones are noted when they are read again.
const OUTDATED_MAX: usize = 10_000;

impl Known {
    /// The caches for one read, which has not begun yet.
    pub fn recall(&self) -> Recall<'_> {
        self.recall_at(self.moment())
    }

    /// The moment of a read that has not begun yet.
    pub fn moment(&self) -> Moment {
        Moment { generation: self.generation.load(Ordering::Acquire), at: Instant::now() }
    }

    /// The caches for a read that begins after a moment.
    pub fn recall_at(&self, moment: Moment) -> Recall<'_> {
        Recall { known: self, moment }
    }

    /// Removes and returns some of the outdated records that reads have met.
    pub fn take_outdated(&self, count: usize) -> Vec<(LojaId, PedidoId)> {
        let mut outdated = self.outdated.lock().unwrap_or_else(PoisonError::into_inner);
        let taken: Vec<_> = outdated.iter().take(count).copied().collect();
        for record in &taken {
            outdated.remove(record);
        }
        taken
    }

    /// Invalidates all caches. Called once a change is committed, before its caller gets the result.
    pub fn forget(&self) {
        self.generation.fetch_add(1, Ordering::AcqRel);
    }
}

/// The caches for one read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Recall<'a> {
    known: &'a Known,
    moment: Moment,
}

impl Recall<'_> {
    /// Notes that an order's record is outdated.
    pub fn note_outdated(&self, loja: LojaId, pedido_id: PedidoId) {
        let mut outdated = self.known.outdated.lock().unwrap_or_else(PoisonError::into_inner);
        if outdated.len() < OUTDATED_MAX {
            outdated.insert((loja, pedido_id));
        }
    }

    /// The cached value of a key.
    pub fn get<K: Eq + Hash, V: Clone>(
        &self,
        memory: impl Fn(&Known) -> &Memory<K, V>,
        key: &K,
    ) -> Option<V> {
        let generation = self.known.generation.load(Ordering::Acquire);
        memory(self.known).get(key, generation, self.moment.at)
    }

    /// Caches what the read has found.
    pub fn keep<K: Eq + Hash, V: Clone>(&self, memory: impl Fn(&Known) -> &Memory<K, V>, key: K, value: V) {
        memory(self.known).keep(key, value, self.moment);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOJA: LojaId = LojaId { aplicacao: AplicacaoId(1), loja: 1 };

    fn get(recall: Recall<'_>) -> Option<bool> {
        recall.get(|known| &known.on_reading, &LOJA)
    }

    #[test]
    fn a_value_is_used_for_less_than_a_second() {
        let known = Known::default();
        let now = known.moment();
        known.recall_at(now).keep(|known| &known.on_reading, LOJA, true);
        let later = |ms| known.recall_at(Moment { at: now.at + Duration::from_millis(ms), ..now });
        assert_eq!((get(later(999)), get(later(1000))), (Some(true), None));
    }

    #[test]
    fn a_change_counts_at_once_also_for_a_read_that_began_before_it() {
        let known = Known::default();
        let before = known.recall();
        before.keep(|known| &known.on_reading, LOJA, true);
        known.forget();
        assert_eq!((get(before), get(known.recall())), (None, None));
        // it has read the value before the change, and caches it only now
        before.keep(|known| &known.on_reading, LOJA, true);
        assert_eq!(get(known.recall()), None);
    }
}
