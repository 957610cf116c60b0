//! Buckets as SQLite's writer left them: the ones that it writes again a moment later need not be read.

use std::collections::HashMap;

use domain::values::ids::LojaId;

use super::kinds::Tree;
use super::levels::Position;
use super::parts::Parts;
use crate::base::StoreError;

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
    versao: i64,
    buckets: HashMap<(LojaId, i16, i16, Position), Kept>,
}

#[derive(diesel::QueryableByName)]
struct Version {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    data_version: i64,
}

impl BucketCache {
    /// Forgets everything when somebody else may have changed it since.
    pub fn check(&mut self, c: &mut diesel::SqliteConnection) -> Result<(), StoreError> {
        use diesel::RunQueryDsl;
        let versao = diesel::sql_query("PRAGMA data_version").get_result::<Version>(c)?.data_version;
        if versao != self.versao || self.buckets.len() > MAX {
            *self = Self { versao, buckets: HashMap::new() };
        }
        Ok(())
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
