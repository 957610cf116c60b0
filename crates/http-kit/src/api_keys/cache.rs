//! Keys seen within the last second, so that a busy client costs one look into the database per second.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use store::tokens::TokenRow;
use subtle::ConstantTimeEq;

/// How long a key counts without being looked up again. Revocation takes effect within twice this.
const VALIDITY: Duration = Duration::from_secs(1);
const MAX: usize = 10_000;

struct Entry {
    read_at: Instant,
    row: Arc<TokenRow>,
}

/// Found by the first bytes of the hash; the rest is compared in constant time.
#[derive(Default)]
pub(super) struct KeyCache(Mutex<HashMap<u64, Entry>>);

impl KeyCache {
    /// The row of a key that was looked up less than a second before `agora`.
    pub(super) fn find(&self, hash: &[u8; 32], now: Instant) -> Option<Arc<TokenRow>> {
        let entries = self.lock();
        let input = entries.get(&index(hash))?;
        let recent = now.saturating_duration_since(input.read_at) < VALIDITY;
        (recent && bool::from(input.row.hash.ct_eq(hash))).then(|| input.row.clone())
    }

    /// Keeps a row that was read not earlier than `read_at`.
    pub(super) fn keep(&self, row: Arc<TokenRow>, read_at: Instant) {
        let mut entries = self.lock();
        if entries.len() >= MAX {
            entries.retain(|_, e| read_at.saturating_duration_since(e.read_at) < VALIDITY);
        }
        if entries.len() >= MAX {
            entries.clear();
        }
        entries.insert(index(&row.hash), Entry { read_at, row });
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Entry>> {
        // nothing inside can be left half done
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The first bytes of a hash.
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
        hash[31] = 8;
        assert!(cache.find(&hash, now).is_none());
    }

    #[test]
    fn its_size_is_bounded() {
        let cache = KeyCache::default();
        let now = Instant::now();
        for i in 0..=MAX as u64 {
            let mut hash = [0; 32];
            hash[..8].copy_from_slice(&i.to_be_bytes());
            cache.keep(row(hash), now);
        }
        assert!(cache.lock().len() <= MAX);
    }
}
