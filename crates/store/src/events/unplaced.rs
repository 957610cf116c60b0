//! Events on their way into the log (PostgreSQL): they have no position there yet.

use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use crate::base::{OverLists, StoredEvent, column};

const UNPLACED: &str = "INSERT INTO eventos_novos (aplicacao_id, loja_id, tipo, assunto, sorteio, data, \
     corpo) SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?)";

/// The statement that writes them, in their order, alone or together with others.
pub(crate) fn unplaced(date: Instante, events: &[(LojaId, StoredEvent)]) -> OverLists<'_> {
    let lists = vec![
        column(events, |(loja, _)| loja.aplicacao.0),
        column(events, |(loja, _)| loja.loja),
        column(events, |(_, event)| event.tipo),
        column(events, |(_, event)| event.assunto),
        column(events, |(_, event)| event.sorteio),
        column(events, |_| date.micros()),
        column(events, |(_, event)| event.corpo.as_bytes()),
    ];
    OverLists { text: UNPLACED, lists }
}
