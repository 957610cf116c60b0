//! How much is still to be delivered, for whoever watches over the service.

use diesel::dsl::{count_star, min};
use diesel::prelude::*;
use domain::values::dates::Instante;

use crate::base::StoreError;
use crate::base::schema::{entregas, notificacao_destinos as destinos};
use crate::base::{Conn, on};

/// How much is still to be delivered, to all addresses of all applications.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Backlog {
    /// Deliveries that are neither taken nor given up. What is in the log and not a delivery yet does not
    /// count.
    pub pendentes: i64,
    /// When the delivery was due that has been due longest; `None` = nothing waits for its time.
    pub mais_antigo: Option<Instante>,
    /// Addresses to which sending pauses.
    pub pausados: i64,
}

/// Counts what is still to be delivered. It looks at what is unfinished alone, at most some thousands for
/// each notification that cannot be reached: cheap enough to be asked every few seconds.
pub fn backlog(conn: &mut Conn<'_>) -> Result<Backlog, StoreError> {
    let (pendentes, due, pausados): (i64, Option<i64>, i64) = on!(conn, c => (
        entregas::table.filter(entregas::concluido_em.is_null()).select(count_star()).first(c)?,
        entregas::table
            .filter(entregas::devida_em.is_not_null())
            .filter(entregas::concluido_em.is_null())
            .select(min(entregas::devida_em))
            .first(c)?,
        destinos::table.filter(destinos::pausas.gt(0)).select(count_star()).first(c)?,
    ));
    Ok(Backlog { pendentes, mais_antigo: due.map(Instante::from_micros), pausados })
}
