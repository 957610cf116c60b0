//! Buckets as SQLite's writer left them: the ones that it writes again a moment later need not be read.

use std::collections::HashMap;

use domain::values::ids::LojaId;

use super::kinds::Tree;
use super::levels::Position;
use super::parts::Parts;

/// Buckets that are kept in memory: those of one moment of many stores, or of an import.
const MAX: usize = 4096;

/// A bucket as it is stored.
#[derive(Debug, Clone, Default)]
pub(super) struct Kept {
    pub partes: Parts,
    pub dividido: bool,
}

/// What the database holds, as far as it is known. Whoever keeps it forgets it when a transaction fails.
#[derive(Debug, Default)]
pub(crate) struct BucketCache {
    /// Changes when another connection has written.
    version: i64,
    buckets: HashMap<(LojaId, i16, i16, Position), Kept>,
}

impl BucketCache {
    /// Forgets everything when somebody else may have changed it since.
    pub(super) fn check(&mut self, version: i64) {
        if version != self.version || self.buckets.len() > MAX {
            *self = Self { version, buckets: HashMap::new() };
        }
    }

    pub(super) fn get(&self, tree: Tree, level: i16, start: Position) -> Option<&Kept> {
        self.buckets.get(&(tree.loja, tree.tipo.code(), level, start))
    }

    pub(super) fn insert(&mut self, tree: Tree, level: i16, start: Position, kept: Kept) {
        self.buckets.insert((tree.loja, tree.tipo.code(), level, start), kept);
    }

    pub(super) fn remove(&mut self, tree: Tree, level: i16, start: Position) {
        self.buckets.remove(&(tree.loja, tree.tipo.code(), level, start));
    }
}
