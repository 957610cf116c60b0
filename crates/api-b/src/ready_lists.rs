//! Lists of categories that were written out before, for as long as nothing of the store's categories has
//! changed.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use actix_web::web::Bytes;
use domain::categoria_loja::CategoriasFilter;
use domain::values::ids::LojaId;

/// Bytes that all of them may take: both forms of one very large tree, or many small ones.
const SIZE_MAX: usize = 16 << 20;

/// Whose list, in which form, of which categories.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CacheKey {
    /// The store.
    pub loja: LojaId,
    /// A tree, or side by side.
    pub hierarquia: bool,
    /// Which of its categories.
    pub filter: CategoriasFilter,
}

/// A list, ready to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadyList {
    /// How many categories it holds.
    pub total: usize,
    /// The body.
    pub corpo: Bytes,
}

/// The lists that are kept, the one that was used last at the end.
#[derive(Debug, Default)]
pub struct ReadyLists(Mutex<KeptLists>);

#[derive(Debug, Default)]
struct KeptLists {
    lists: VecDeque<(CacheKey, i64, ReadyList)>,
    size: usize,
}

impl ReadyLists {
    /// The list as it was made of this very version of the store's categories.
    pub fn find(&self, key: CacheKey, version: i64) -> Option<ReadyList> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, from, ready) = kept.take_off(key)?;
        // what was made of another version is of no use to anybody any more
        (from == version).then(|| {
            kept.by(key, version, ready.clone());
            ready
        })
    }

    /// Keeps a list; those that were not used for the longest time make room for it.
    pub fn keep(&self, key: CacheKey, version: i64, ready: ReadyList) {
        if ready.corpo.len() > SIZE_MAX {
            return;
        }
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.take_off(key);
        while kept.size + ready.corpo.len() > SIZE_MAX {
            let Some((_, _, old)) = kept.lists.pop_front() else { break };
            kept.size -= old.corpo.len();
        }
        kept.by(key, version, ready);
    }
}

impl KeptLists {
    fn take_off(&mut self, key: CacheKey) -> Option<(CacheKey, i64, ReadyList)> {
        let position = self.lists.iter().position(|(other, ..)| *other == key)?;
        let taken = self.lists.remove(position)?;
        self.size -= taken.2.corpo.len();
        Some(taken)
    }

    fn by(&mut self, key: CacheKey, version: i64, ready: ReadyList) {
        self.size += ready.corpo.len();
        self.lists.push_back((key, version, ready));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use domain::values::ids::AplicacaoId;

    use super::*;

    fn key(loja: i32, hierarquia: bool) -> CacheKey {
        let loja = LojaId { aplicacao: AplicacaoId(1), loja };
        CacheKey { loja, hierarquia, filter: CategoriasFilter::default() }
    }

    fn ready(size: usize) -> ReadyList {
        ReadyList { total: 1, corpo: vec![b' '; size].into() }
    }

    #[test]
    fn only_what_was_made_of_the_same_version_is_found() {
        let prepared = ReadyLists::default();
        prepared.keep(key(1, false), 7, ready(10));
        assert_eq!(prepared.find(key(1, false), 7), Some(ready(10)));
        assert_eq!(prepared.find(key(1, true), 7), None);
        assert_eq!(prepared.find(key(2, false), 7), None);
        assert_eq!(prepared.find(key(1, false), 8), None);
        // gone for good
        assert_eq!(prepared.find(key(1, false), 7), None);
        assert_eq!(prepared.0.lock().unwrap().size, 0);
    }

    #[test]
    fn what_was_not_used_for_the_longest_time_goes_first() {
        let prepared = ReadyLists::default();
        let third = SIZE_MAX / 3;
        for loja in 1..=3 {
            prepared.keep(key(loja, false), 1, ready(third));
        }
        prepared.find(key(1, false), 1).unwrap();
        prepared.keep(key(4, false), 1, ready(third));
        let has = |loja| prepared.find(key(loja, false), 1).is_some();
        assert_eq!([1, 2, 3, 4].map(has), [true, false, true, true]);
        // the same once more takes no more room, and one that is too large none at all
        prepared.keep(key(4, false), 2, ready(third));
        prepared.keep(key(5, false), 1, ready(SIZE_MAX + 1));
        assert_eq!(prepared.0.lock().unwrap().size, 3 * third);
    }
}
