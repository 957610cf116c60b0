//! A bucket as a row, and what a walk through a tree comes to.

use diesel::prelude::*;

use crate::base::StoreError;
use crate::base::schema::contagens;
use crate::sales::contagens::cache::Kept;
use crate::sales::contagens::kinds::Tree;
use crate::sales::contagens::levels::Position;
use crate::sales::contagens::parts::Parts;

/// A bucket as it is stored.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = contagens, primary_key(aplicacao_id, loja_id, kind, nivel, start, inicio_id))]
pub(in crate::sales::contagens) struct ContagemRow {
    pub aplicacao_id: i32,
    pub loja_id: i32,
    pub tipo: i16,
    pub nivel: i16,
    pub inicio: i64,
    pub inicio_id: i64,
    pub total: i64,
    pub dividido: bool,
    pub partes: String,
}

impl ContagemRow {
    pub fn new(tree: Tree, nivel: i16, start: Position, parts: &Parts, dividido: bool) -> Self {
        Self {
            aplicacao_id: tree.loja.aplicacao.0,
            loja_id: tree.loja.loja,
            tipo: tree.tipo.code(),
            nivel,
            inicio: start.data,
            inicio_id: start.id,
            total: parts.total(),
            dividido,
            partes: parts.text(),
        }
    }

    pub fn position(&self) -> Position {
        Position { data: self.inicio, id: self.inicio_id }
    }

    pub fn kept(&self) -> Result<Kept, StoreError> {
        Ok(Kept { partes: Parts::read(&self.partes)?, dividido: self.dividido })
    }
}

/// Orders of one place, status and payment method: so many more, or less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::sales::contagens) struct Item {
    pub position: Position,
    pub status: i16,
    pub forma: i32,
    pub quantos: i64,
}

/// What the walk through a tree comes to: rows to write, rows to remove.
#[derive(Default)]
pub(in crate::sales::contagens) struct Writes {
    pub inserts: Vec<ContagemRow>,
    pub updates: Vec<ContagemRow>,
    pub empty: Vec<(i16, Position)>,
}
