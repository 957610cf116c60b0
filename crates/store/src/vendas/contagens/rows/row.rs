//! A bucket as a row, and what a walk through a tree comes to.

use diesel::prelude::*;

use crate::base::StoreError;
use crate::base::schema::contagens;
use crate::vendas::contagens::kinds::Arvore;
use crate::vendas::contagens::memoria::Guardado;
use crate::vendas::contagens::niveis::Lugar;
use crate::vendas::contagens::partes::Partes;

/// A bucket as it is stored.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = contagens, primary_key(aplicacao_id, loja_id, tipo, nivel, inicio, inicio_id))]
pub(in crate::vendas::contagens) struct Linha {
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

impl Linha {
    pub fn nova(arvore: Arvore, nivel: i16, inicio: Lugar, partes: &Partes, dividido: bool) -> Self {
        Self {
            aplicacao_id: arvore.loja.aplicacao.0,
            loja_id: arvore.loja.loja,
            tipo: arvore.tipo.codigo(),
            nivel,
            inicio: inicio.data,
            inicio_id: inicio.id,
            total: partes.total(),
            dividido,
            partes: partes.texto(),
        }
    }

    pub fn lugar(&self) -> Lugar {
        Lugar { data: self.inicio, id: self.inicio_id }
    }

    pub fn guardado(&self) -> Result<Guardado, StoreError> {
        Ok(Guardado { partes: Partes::ler(&self.partes)?, dividido: self.dividido })
    }
}

/// Orders of one place, status and payment method: so many more, or less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::vendas::contagens) struct Item {
    pub lugar: Lugar,
    pub status: i16,
    pub forma: i32,
    pub quantos: i64,
}

/// What the walk through a tree comes to: rows to write, rows to remove.
#[derive(Default)]
pub(in crate::vendas::contagens) struct Escritas {
    pub novas: Vec<Linha>,
    pub mudadas: Vec<Linha>,
    pub vazias: Vec<(i16, Lugar)>,
}
