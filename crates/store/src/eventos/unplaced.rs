//! An event on its way into the log, as a row (PostgreSQL).

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use crate::base::schema::eventos_novos;
use crate::base::{OverLists, StoredEvent, column};

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

const UNPLACED: &str = "INSERT INTO eventos_novos (aplicacao_id, loja_id, tipo, assunto, sorteio, data, \
     corpo) SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?)";

/// The statement that writes such events, in their order, for whoever writes it together with others.
pub(crate) fn unplaced(date: Instante, events: &[(LojaId, StoredEvent)]) -> OverLists<'_> {
    let lists = vec![
        column(events, |(loja, _)| loja.aplicacao.0),
        column(events, |(loja, _)| loja.loja),
        column(events, |(_, event)| event.tipo),
        column(events, |(_, event)| event.assunto),
        column(events, |(_, event)| event.sorteio),
        column(events, |_| date.micros()),
        column(events, |(_, event)| event.corpo.as_str()),
    ];
    OverLists { text: UNPLACED, lists }
}
