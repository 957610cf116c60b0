//! What waits in the order queues of all applications, for whoever watches over the program.

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::AplicacaoId;

use crate::base::StoreError;
use crate::base::schema::{eventos, fila_consumidores};
use crate::base::{Conn, on};
use crate::events as log;
use crate::events::queue::consumidores::Consumidor;
use crate::events::queue::queue::pedido_kinds;
use crate::events::queue::{mortos, situacao};

/// Readers that are looked at, those that are furthest behind first.
const READERS: i64 = 200;
/// Places of the log that are looked through for a reader's next event.
const SWEEP: i64 = 1000;

/// What waits in the queues.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Backlog {
    /// Events that were given up.
    pub mortos: i64,
    /// When the oldest event was recorded that some reader has neither confirmed nor given up.
    pub mais_antigo: Option<Instante>,
}

/// What waits in the queues of all applications.
pub fn backlog(conn: &mut Conn<'_>, now: Instante) -> Result<Backlog, StoreError> {
    let readers: Vec<Consumidor> = on!(conn, c => fila_consumidores::table
        .order(fila_consumidores::posicao)
        .limit(READERS)
        .select(Consumidor::as_select())
        .load(c))?;
    let mut all = Backlog::default();
    for reader in readers {
        let aplicacao = AplicacaoId(reader.aplicacao_id);
        let (first, last) = log::extremes(conn, aplicacao)?;
        all.mortos += mortos::count(conn, &reader, first, now)?;
        let (_, taken, _) = situacao::alive(conn, &reader, first, now)?;
        let oldest = match taken {
            Some(posicao) => Some(posicao),
            None => next(conn, &reader, last)?,
        };
        let Some(oldest) = oldest else { continue };
        let date = situacao::date_of(conn, aplicacao, oldest)?;
        all.mais_antigo = [all.mais_antigo, date].into_iter().flatten().min();
    }
    Ok(all)
}

/// The first event that a reader has not taken over.
fn next(conn: &mut Conn<'_>, reader: &Consumidor, last: i64) -> Result<Option<i64>, StoreError> {
    Ok(on!(conn, c => {
        let mut q = eventos::table
            .filter(eventos::aplicacao_id.eq(reader.aplicacao_id))
            .filter(eventos::posicao.gt(reader.posicao))
            .filter(eventos::posicao.le(last.min(reader.posicao.saturating_add(SWEEP))))
            .filter(eventos::tipo.eq_any(pedido_kinds()))
            .into_boxed();
        if reader.loja_id != 0 {
            q = q.filter(eventos::loja_id.eq(reader.loja_id));
        }
        q.order(eventos::posicao).select(eventos::posicao).first(c).optional()?
    }))
}
