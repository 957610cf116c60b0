//! Lists of categories that were written out before, for as long as nothing of the store's categories has changed.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use actix_web::web::Bytes;
use domain::categoria_loja::FiltroCategorias;
use domain::values::ids::LojaId;

/// Bytes that all of them may take: both forms of one very large tree, or many small ones.
const TAMANHO_MAX: usize = 16 << 20;

/// Whose list, in which form, of which categories.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chave {
    /// The store.
    pub loja: LojaId,
    /// A tree, or side by side.
    pub hierarquia: bool,
    /// Which of its categories.
    pub filtro: FiltroCategorias,
}

/// A list, ready to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pronta {
    /// How many categories it holds.
    pub total: usize,
    /// The body.
    pub corpo: Bytes,
}

/// The lists that are kept, the one that was used last at the end.
#[derive(Debug, Default)]
pub struct Prontas(Mutex<Guardadas>);

#[derive(Debug, Default)]
struct Guardadas {
    listas: VecDeque<(Chave, i64, Pronta)>,
    tamanho: usize,
}

impl Prontas {
    /// The list as it was made of this very version of the store's categories.
    pub fn achar(&self, chave: Chave, versao: i64) -> Option<Pronta> {
        let mut guardadas = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, de, pronta) = guardadas.tirar(chave)?;
        // what was made of another version is of no use to anybody any more
        (de == versao).then(|| {
            guardadas.por(chave, versao, pronta.clone());
            pronta
        })
    }

    /// Keeps a list; those that were not used for the longest time make room for it.
    pub fn guardar(&self, chave: Chave, versao: i64, pronta: Pronta) {
        if pronta.corpo.len() > TAMANHO_MAX {
            return;
        }
        let mut guardadas = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        guardadas.tirar(chave);
        while guardadas.tamanho + pronta.corpo.len() > TAMANHO_MAX {
            let Some((_, _, velha)) = guardadas.listas.pop_front() else { break };
            guardadas.tamanho -= velha.corpo.len();
        }
        guardadas.por(chave, versao, pronta);
    }
}

impl Guardadas {
    fn tirar(&mut self, chave: Chave) -> Option<(Chave, i64, Pronta)> {
        let lugar = self.listas.iter().position(|(outra, ..)| *outra == chave)?;
        let tirada = self.listas.remove(lugar)?;
        self.tamanho -= tirada.2.corpo.len();
        Some(tirada)
    }

    fn por(&mut self, chave: Chave, versao: i64, pronta: Pronta) {
        self.tamanho += pronta.corpo.len();
        self.listas.push_back((chave, versao, pronta));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use domain::values::ids::AplicacaoId;

    use super::*;

    fn chave(loja: i32, hierarquia: bool) -> Chave {
        let loja = LojaId { aplicacao: AplicacaoId(1), loja };
        Chave { loja, hierarquia, filtro: FiltroCategorias::default() }
    }

    fn pronta(tamanho: usize) -> Pronta {
        Pronta { total: 1, corpo: vec![b' '; tamanho].into() }
    }

    #[test]
    fn only_what_was_made_of_the_same_version_is_found() {
        let prontas = Prontas::default();
        prontas.guardar(chave(1, false), 7, pronta(10));
        assert_eq!(prontas.achar(chave(1, false), 7), Some(pronta(10)));
        assert_eq!(prontas.achar(chave(1, true), 7), None);
        assert_eq!(prontas.achar(chave(2, false), 7), None);
        assert_eq!(prontas.achar(chave(1, false), 8), None);
        // gone for good
        assert_eq!(prontas.achar(chave(1, false), 7), None);
        assert_eq!(prontas.0.lock().unwrap().tamanho, 0);
    }

    #[test]
    fn what_was_not_used_for_the_longest_time_goes_first() {
        let prontas = Prontas::default();
        let terco = TAMANHO_MAX / 3;
        for loja in 1..=3 {
            prontas.guardar(chave(loja, false), 1, pronta(terco));
        }
        prontas.achar(chave(1, false), 1).unwrap();
        prontas.guardar(chave(4, false), 1, pronta(terco));
        let ha = |loja| prontas.achar(chave(loja, false), 1).is_some();
        assert_eq!([1, 2, 3, 4].map(ha), [true, false, true, true]);
        // the same once more takes no more room, and one that is too large none at all
        prontas.guardar(chave(4, false), 2, pronta(terco));
        prontas.guardar(chave(5, false), 1, pronta(TAMANHO_MAX + 1));
        assert_eq!(prontas.0.lock().unwrap().tamanho, 3 * terco);
    }
}
