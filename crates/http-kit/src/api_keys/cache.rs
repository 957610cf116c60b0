//! Cache of keys: the rows read within the last second, so that a busy client costs one database read per
//! second; and the hashes of keys that were valid, whose requests are not limited as unknown keys are.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use store::tokens::TokenRow;
use subtle::ConstantTimeEq;

/// How long a row is used, counted from the start of its read: a revocation takes effect within this time.
const VALIDITY: Duration = Duration::from_secs(1);
const ROWS_MAX: usize = 10_000;
/// Known keys at most. Only valid keys enter this set, so that a client without keys cannot fill it.
const KNOWN_MAX: usize = 1_000_000;

struct Entry {
    read_at: Instant,
    row: Arc<TokenRow>,
}

/// Indexed by the first bytes of the hash; the rest is compared in constant time.
#[derive(Default)]
pub(super) struct KeyCache(Mutex<Entries>);

#[derive(Default)]
struct Entries {
    rows: HashMap<u64, Entry>,
    known: HashSet<u64>,
}

impl KeyCache {
    /// The row of a key that was read less than a second before `now`.
    pub(super) fn find(&self, hash: &[u8; 32], now: Instant) -> Option<Arc<TokenRow>> {
        let entries = self.lock();
        let entry = entries.rows.get(&index(hash))?;
        let recent = now.saturating_duration_since(entry.read_at) < VALIDITY;
        (recent && bool::from(entry.row.hash.ct_eq(hash))).then(|| entry.row.clone())
    }

    /// Stores a row that was read at `read_at` or later.
    pub(super) fn keep(&self, row: Arc<TokenRow>, read_at: Instant) {
        let mut entries = self.lock();
        let Entries { rows, known } = &mut *entries;
        if rows.len() >= ROWS_MAX {
            rows.retain(|_, e| read_at.saturating_duration_since(e.read_at) < VALIDITY);
        }
        if rows.len() >= ROWS_MAX {
            rows.clear();
        }
        if known.len() >= KNOWN_MAX {
            known.clear();
        }
        known.insert(index(&row.hash));
        rows.insert(index(&row.hash), Entry { read_at, row });
    }

    /// True when the key was valid when it was last read; whether it still is has to be read again.
    pub(super) fn known(&self, hash: &[u8; 32]) -> bool {
        self.lock().known.contains(&index(hash))
    }

    /// Removes a key that is no longer valid.
    pub(super) fn forget(&self, hash: &[u8; 32]) {
        let mut entries = self.lock();
        entries.known.remove(&index(hash));
        entries.rows.remove(&index(hash));
    }

    fn lock(&self) -> MutexGuard<'_, Entries> {
        // a panic cannot leave the maps in an inconsistent state
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The first eight bytes of a hash.
pub(super) fn index(hash: &[u8; 32]) -> u64 {
    hash.first_chunk().map_or(0, |start| u64::from_be_bytes(*start))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use domain::values::dates::Instante;
    use domain::values::ids::AplicacaoId;
    use store::tokens::TokenKind;

    fn row(hash: [u8; 32]) -> Arc<TokenRow> {
        Arc::new(TokenRow {
            id: 1,
            hash,
            usuario_id: None,
            tipo: TokenKind::Aplicacao,
            aplicacao: AplicacaoId(1),
            loja: None,
            aplicacao_name: String::new(),
            rotulo: String::new(),
            criado_em: Instante::now(),
            expira_em: None,
            revogado_em: None,
            usado_em: None,
        })
    }

    #[test]
    fn a_row_counts_for_less_than_a_second() {
        let cache = KeyCache::default();
        let now = Instant::now();
        let mut hash = [7; 32];
        cache.keep(row(hash), now);
        assert!(cache.find(&hash, now).is_some());
        assert!(cache.find(&hash, now + Duration::from_millis(999)).is_some());
        assert!(cache.find(&hash, now + VALIDITY).is_none());
        assert!(cache.known(&hash), "who it was is remembered");
        cache.forget(&hash);
        assert!(!cache.known(&hash) && cache.find(&hash, now).is_none());
        cache.keep(row(hash), now);
        hash[31] = 8;
        assert!(cache.find(&hash, now).is_none());
    }

    #[test]
    fn its_size_is_bounded() {
        let cache = KeyCache::default();
        let now = Instant::now();
        for i in 0..=ROWS_MAX as u64 {
            let mut hash = [0; 32];
            hash[..8].copy_from_slice(&i.to_be_bytes());
            cache.keep(row(hash), now);
        }
        let entries = cache.lock();
        assert!(entries.rows.len() <= ROWS_MAX && entries.known.len() > ROWS_MAX);
    }
}
