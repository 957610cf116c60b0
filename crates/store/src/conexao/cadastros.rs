//! What nearly every read asks for and hardly ever changes (users, settings, channels), remembered by the process for
//! a moment (`docs/decisions/0031-registrations-remembered-for-a-second.md`). Only reads remember: a write asks the
//! database.

use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use domain::ids::{AplicacaoId, LojaId, UsuarioId};
use domain::loja_config::LojaConfig;
use quick_cache::sync::Cache;

use super::Conn;
use crate::canais::Rotulos;
use crate::erro::StoreError;
use crate::usuarios::Loja;

/// How long another server's change may go unnoticed; one of this process counts at once.
const VALIDADE: Duration = Duration::from_secs(1);
/// Entries of each kind: as many as are asked for within [`VALIDADE`].
const ENTRADAS: usize = 2_000;

/// What is remembered of one database.
#[derive(Debug)]
pub(crate) struct Cadastros {
    /// Counts the changes that this process has made: what was read before the last one is forgotten.
    geracao: AtomicU64,
    /// Users, by their callers' identifiers.
    pub lojas: Memoria<(AplicacaoId, UsuarioId), Loja>,
    /// Settings.
    pub configs: Memoria<LojaId, Arc<LojaConfig>>,
    /// All channels of a store.
    pub canais: Memoria<LojaId, Arc<Rotulos>>,
}

impl Default for Cadastros {
    fn default() -> Self {
        Self {
            geracao: AtomicU64::default(),
            lojas: Memoria::nova(),
            configs: Memoria::nova(),
            canais: Memoria::nova(),
        }
    }
}

impl Cadastros {
    /// To be called before a read begins: what it finds is as old as this.
    pub fn lembranca(&self) -> Lembranca<'_> {
        Lembranca { cadastros: self, geracao: self.geracao.load(Ordering::Acquire), lida_em: Instant::now() }
    }

    /// Forgets everything. To be called once a change is committed, before anyone hears of it.
    pub fn esquecer(&self) {
        self.geracao.fetch_add(1, Ordering::AcqRel);
    }
}

/// Leave to remember, for one read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lembranca<'a> {
    cadastros: &'a Cadastros,
    geracao: u64,
    lida_em: Instant,
}

#[derive(Debug, Clone)]
struct Entrada<V> {
    valor: V,
    geracao: u64,
    lida_em: Instant,
}

/// Values by their keys.
#[derive(Debug)]
pub(crate) struct Memoria<K, V>(Cache<K, Entrada<V>>);

impl<K: Eq + Hash, V: Clone> Memoria<K, V> {
    fn nova() -> Self {
        Self(Cache::new(ENTRADAS))
    }

    fn buscar(&self, chave: &K, agora: Lembranca<'_>) -> Option<V> {
        let entrada = self.0.get(chave)?;
        let atual = entrada.geracao == agora.cadastros.geracao.load(Ordering::Acquire);
        let recente = agora.lida_em.saturating_duration_since(entrada.lida_em) < VALIDADE;
        (atual && recente).then_some(entrada.valor)
    }
}

impl Conn<'_> {
    /// The value of a key, from memory or else as `ler` finds it. What is not there is not remembered.
    pub(crate) fn lembrado<K: Eq + Hash, V: Clone>(
        &mut self,
        memoria: impl Fn(&Cadastros) -> &Memoria<K, V>,
        chave: K,
        ler: impl FnOnce(&mut Self, &K) -> Result<Option<V>, StoreError>,
    ) -> Result<Option<V>, StoreError> {
        let Some(lembranca) = self.lembranca else { return ler(self, &chave) };
        let memoria = memoria(lembranca.cadastros);
        if let Some(valor) = memoria.buscar(&chave, lembranca) {
            return Ok(Some(valor));
        }
        let lido = ler(self, &chave)?;
        if let Some(valor) = &lido {
            let Lembranca { geracao, lida_em, .. } = lembranca;
            memoria.0.insert(chave, Entrada { valor: valor.clone(), geracao, lida_em });
        }
        Ok(lido)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    const LOJA: LojaId = LojaId { aplicacao: AplicacaoId(1), loja: 1 };

    fn guardar(cadastros: &Cadastros, lida: Lembranca<'_>) {
        let Lembranca { geracao, lida_em, .. } = lida;
        cadastros.configs.0.insert(LOJA, Entrada { valor: Arc::default(), geracao, lida_em });
    }

    #[test]
    fn counts_for_less_than_a_second() {
        let cadastros = Cadastros::default();
        let agora = cadastros.lembranca();
        guardar(&cadastros, agora);
        let depois = |ms| Lembranca { lida_em: agora.lida_em + Duration::from_millis(ms), ..agora };
        assert!(cadastros.configs.buscar(&LOJA, depois(999)).is_some());
        assert!(cadastros.configs.buscar(&LOJA, depois(1000)).is_none());
    }

    #[test]
    fn a_change_is_noticed_at_once_even_by_a_read_that_began_before_it() {
        let cadastros = Cadastros::default();
        let antes = cadastros.lembranca();
        guardar(&cadastros, antes);
        cadastros.esquecer();
        assert!(cadastros.configs.buscar(&LOJA, cadastros.lembranca()).is_none());
        // it found what was there before the change, and comes to keep it only now
        guardar(&cadastros, antes);
        assert!(cadastros.configs.buscar(&LOJA, cadastros.lembranca()).is_none());
    }
}
