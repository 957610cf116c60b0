//! Which notifications tell of a store.

use domain::values::ids::LojaId;
use store::notificacoes::{self, Filter, NotificacaoRow, Owner};
use store::paging::PageRequest;
use store::{Conn, Tx};

use crate::error::Failure;

/// Notifications of an application that are looked through for a store's.
const SOUGHT: u32 = 250;

/// What tells of a store: its own subscriptions, its application's notifications of it and of all stores.
pub fn of_loja(conn: &mut Conn<'_>, loja: LojaId) -> Result<Vec<NotificacaoRow>, Failure> {
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

/// True for a store's own subscription; others belong to its application.
pub fn is_own(row: &NotificacaoRow) -> bool {
    row.cadastro.is_some()
}

/// [`find`] for an act: whoever sees one store alone has no say in what belongs to its application.
pub fn find_to_act(tx: &mut Tx<'_>, loja: LojaId, id: i64, sees_one: bool) -> Result<Owner, Failure> {
    let (owner, row) = find(tx, loja, id)?;
    if sees_one && !is_own(&row) { Err(Failure::OnlyOneStore) } else { Ok(owner) }
}
