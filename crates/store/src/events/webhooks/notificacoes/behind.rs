//! Notifications that lag: events of theirs that nobody has made deliveries of.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::values::dates::Instante;

use crate::base::schema::{eventos, notificacao_cursores as cursors};
use crate::base::{Conn, Rare, StoreError, on};
use crate::events::webhooks::notificacoes::NotificacaoRow;

/// Since when the next event waits of which no delivery was made, by the numbers of an application's notifications;
/// those that have come to the end of the log, or are switched off, are left out.
pub fn behind(conn: &mut Conn<'_>, all: &[NotificacaoRow]) -> Result<HashMap<i64, Instante>, StoreError> {
    let mut since = HashMap::new();
    for one in all.iter().filter(|one| one.ativo) {
        let own = (one.aplicacao.0, one.id, 0_i64);
        let place: Option<i64> =
            on!(conn, c => cursors::table.find(own).select(cursors::posicao).first(c).optional())?;
        let Some(place) = place else { continue };
        let next: Option<i64> = on!(conn, c => {
            let mut q = eventos::table
                .filter(eventos::aplicacao_id.eq(one.aplicacao.0))
                .filter(eventos::posicao.ge(place))
                .into_boxed();
            if let Some(loja) = one.loja {
                q = q.filter(Rare(eventos::loja_id.eq(loja.loja)));
            }
            q.order(eventos::posicao).select(eventos::data).first(c).optional()?
        });
        since.extend(next.map(|at| (one.id, Instante::from_micros(at))));
    }
    Ok(since)
}
