//! Keys seen within the last second, so that a busy client costs one look into the database per second.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use store::tokens::TokenRow;
use subtle::ConstantTimeEq;

/// How long a key counts without being looked up again. Revocation takes effect within twice this.
const VALIDADE: Duration = Duration::from_secs(1);
const MAXIMO: usize = 10_000;

struct Entrada {
    lida_em: Instant,
    linha: Arc<TokenRow>,
}

/// Found by the first bytes of the hash; the rest is compared in constant time.
#[derive(Default)]
pub(super) struct Memoria(Mutex<HashMap<u64, Entrada>>);

impl Memoria {
    /// The row of a key that was looked up less than a second before `agora`.
    pub(super) fn buscar(&self, hash: &[u8; 32], agora: Instant) -> Option<Arc<TokenRow>> {
        let entradas = self.trancar();
        let entrada = entradas.get(&indice(hash))?;
        let recente = agora.saturating_duration_since(entrada.lida_em) < VALIDADE;
        (recente && bool::from(entrada.linha.hash.ct_eq(hash))).then(|| entrada.linha.clone())
    }

    /// Keeps a row that was read not earlier than `lida_em`.
    pub(super) fn guardar(&self, linha: Arc<TokenRow>, lida_em: Instant) {
        let mut entradas = self.trancar();
        if entradas.len() >= MAXIMO {
            entradas.retain(|_, e| lida_em.saturating_duration_since(e.lida_em) < VALIDADE);
        }
        if entradas.len() >= MAXIMO {
            entradas.clear();
        }
        entradas.insert(indice(&linha.hash), Entrada { lida_em, linha });
    }

    fn trancar(&self) -> MutexGuard<'_, HashMap<u64, Entrada>> {
        // nothing inside can be left half done
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The first bytes of a hash.
pub(super) fn indice(hash: &[u8; 32]) -> u64 {
    hash.first_chunk().map_or(0, |inicio| u64::from_be_bytes(*inicio))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use domain::values::dates::Instante;
    use domain::values::ids::AplicacaoId;
    use store::tokens::TipoToken;

    fn linha(hash: [u8; 32]) -> Arc<TokenRow> {
        Arc::new(TokenRow {
            id: 1,
            hash,
            usuario_id: None,
            tipo: TipoToken::Aplicacao,
            aplicacao: AplicacaoId(1),
            loja: None,
            aplicacao_nome: String::new(),
            rotulo: String::new(),
            criado_em: Instante::agora(),
            expira_em: None,
            revogado_em: None,
            usado_em: None,
        })
    }

    #[test]
    fn a_row_counts_for_less_than_a_second() {
        let memoria = Memoria::default();
        let agora = Instant::now();
        let mut hash = [7; 32];
        memoria.guardar(linha(hash), agora);
        assert!(memoria.buscar(&hash, agora).is_some());
        assert!(memoria.buscar(&hash, agora + Duration::from_millis(999)).is_some());
        assert!(memoria.buscar(&hash, agora + VALIDADE).is_none());
        hash[31] = 8;
        assert!(memoria.buscar(&hash, agora).is_none());
    }

    #[test]
    fn its_size_is_bounded() {
        let memoria = Memoria::default();
        let agora = Instant::now();
        for i in 0..=MAXIMO as u64 {
            let mut hash = [0; 32];
            hash[..8].copy_from_slice(&i.to_be_bytes());
            memoria.guardar(linha(hash), agora);
        }
        assert!(memoria.trancar().len() <= MAXIMO);
    }
}
