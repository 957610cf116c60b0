//! An event on its way into the log, as a row (PostgreSQL).

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use crate::base::StoredEvent;
use crate::base::schema::eventos_novos;

/// An event that has no position in the log yet.
#[derive(Insertable)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(table_name = eventos_novos)]
pub(crate) struct Unplaced<'a> {
    aplicacao_id: i32,
    loja_id: i32,
    tipo: i16,
    assunto: i64,
    sorteio: i64,
    data: i64,
    corpo: &'a str,
}

impl<'a> Unplaced<'a> {
    /// As it is written where positions come later.
    pub fn new(event: &'a StoredEvent, loja: LojaId, date: Instante) -> Self {
        Self {
            aplicacao_id: loja.aplicacao.0,
            loja_id: loja.loja,
            tipo: event.tipo,
            assunto: event.assunto,
            sorteio: event.sorteio,
            data: date.micros(),
            corpo: &event.corpo,
        }
    }
}
