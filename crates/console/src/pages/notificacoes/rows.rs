//! Which notifications tell of a store.

use domain::values::ids::LojaId;
use store::Conn;
use store::notificacoes::{self, Filter, NotificacaoRow, Owner};
use store::paging::PageRequest;

use crate::error::Failure;

/// Notifications of an application that are looked through for a store's.
const SOUGHT: u32 = 250;

/// What tells of a store: its own subscriptions, its application's notifications of it and of all stores.
pub fn of_shop(conn: &mut Conn<'_>, loja: LojaId) -> Result<Vec<NotificacaoRow>, Failure> {
    let mut all = Vec::new();
    for owner in [Owner::Aplicacao(loja.aplicacao), Owner::Loja(loja)] {
        let page = notificacoes::list(conn, owner, Filter::default(), PageRequest::first(SOUGHT))?;
        all.extend(page.rows.into_iter().filter(|one| one.loja.is_none_or(|own| own == loja)));
    }
    Ok(all)
}

/// The owner of one that tells of a store, and it.
pub fn find(conn: &mut Conn<'_>, loja: LojaId, id: i64) -> Result<(Owner, NotificacaoRow), Failure> {
    for owner in [Owner::Loja(loja), Owner::Aplicacao(loja.aplicacao)] {
        if let Some(row) = notificacoes::find(conn, owner, id)?
            && row.loja.is_none_or(|own| own == loja)
        {
            return Ok((owner, row));
        }
    }
    Err(Failure::Missing)
}
