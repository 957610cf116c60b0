//! Buckets as SQLite's writer left them: the ones that it writes again a moment later need not be read.

use std::collections::HashMap;

use domain::values::ids::LojaId;

use super::kinds::Arvore;
use super::niveis::Lugar;
use super::partes::Partes;
use crate::base::StoreError;

/// Buckets that are kept in memory: those of one moment of many stores, or of an import.
const MAXIMO: usize = 4096;

/// A bucket as it is stored.
#[derive(Debug, Clone, Default)]
pub(super) struct Guardado {
    pub partes: Partes,
    pub dividido: bool,
}

/// What the database holds, as far as it is known. Whoever keeps it forgets it when a transaction fails.
#[derive(Debug, Default)]
pub(crate) struct Memoria {
    /// Changes when another connection has written.
    versao: i64,
    baldes: HashMap<(LojaId, i16, i16, Lugar), Guardado>,
}

#[derive(diesel::QueryableByName)]
struct Versao {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    data_version: i64,
}

impl Memoria {
    /// Forgets everything when somebody else may have changed it since.
    pub fn conferir(&mut self, c: &mut diesel::SqliteConnection) -> Result<(), StoreError> {
        use diesel::RunQueryDsl;
        let versao = diesel::sql_query("PRAGMA data_version").get_result::<Versao>(c)?.data_version;
        if versao != self.versao || self.baldes.len() > MAXIMO {
            *self = Self { versao, baldes: HashMap::new() };
        }
        Ok(())
    }

    pub(super) fn get(&self, arvore: Arvore, nivel: i16, inicio: Lugar) -> Option<&Guardado> {
        self.baldes.get(&(arvore.loja, arvore.tipo.codigo(), nivel, inicio))
    }

    pub(super) fn insert(&mut self, arvore: Arvore, nivel: i16, inicio: Lugar, guardado: Guardado) {
        self.baldes.insert((arvore.loja, arvore.tipo.codigo(), nivel, inicio), guardado);
    }

    pub(super) fn remove(&mut self, arvore: Arvore, nivel: i16, inicio: Lugar) {
        self.baldes.remove(&(arvore.loja, arvore.tipo.codigo(), nivel, inicio));
    }
}
