//! What waits to be delivered in all applications, for whoever watches over the program.

use diesel::dsl::{count_star, min};
use diesel::prelude::*;
use domain::values::dates::Instante;

use crate::base::StoreError;
use crate::base::schema::{entregas, notificacao_destinos as destinos, notificacoes};
use crate::base::{Conn, on};

/// What waits to be delivered. What lies further back in the log than each address's share is not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Backlog {
    /// Unfinished deliveries.
    pub pending: i64,
    /// When the oldest of them was made.
    pub oldest: Option<Instante>,
    /// Addresses that are not sent to for now, because they have failed again and again.
    pub paused: i64,
}

/// What waits to be delivered in all applications; notifications that are gone left out.
pub fn backlog(conn: &mut Conn<'_>) -> Result<Backlog, StoreError> {
    let (pending, oldest): (i64, Option<i64>) = on!(conn, c => entregas::table
        .inner_join(notificacoes::table.on(notificacoes::aplicacao_id
            .eq(entregas::aplicacao_id)
            .and(notificacoes::notificacao_id.eq(entregas::notificacao_id))))
        .filter(entregas::concluido_em.is_null())
        .select((count_star(), min(entregas::criado_em)))
        .first(c))?;
    let paused = on!(conn, c => destinos::table.filter(destinos::pausas.gt(0)).count().get_result(c))?;
    Ok(Backlog { pending, oldest: oldest.map(Instante::from_micros), paused })
}
