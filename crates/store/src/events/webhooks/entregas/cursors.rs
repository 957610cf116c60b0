//! How far notifications have come in the log: which have events before them, and which stand behind its end.

use diesel::prelude::*;
use domain::values::ids::AplicacaoId;

use crate::base::StoreError;
use crate::base::schema::{eventos as event_log, notificacao_cursores as cursors, notificacoes};
use crate::base::{Conn, Tx, locked, on};
use crate::events;

/// How far one notification's deliveries have come in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cursor {
    /// Whose log.
    pub aplicacao: AplicacaoId,
    /// For which notification.
    pub notificacao: i64,
    /// 0 = its own, which has no end; the others are stretches to send again.
    pub numero: i64,
}

impl Cursor {
    pub(super) const fn key(self) -> (i32, i64, i64) {
        (self.aplicacao.0, self.notificacao, self.numero)
    }
}

fn from_rows(rows: Vec<(i32, i64, i64)>) -> Vec<Cursor> {
    rows.into_iter()
        .map(|(a, notificacao, numero)| Cursor { aplicacao: AplicacaoId(a), notificacao, numero })
        .collect()
}

/// Cursors of active notifications that have events before them. Events that have no place in the log yet are
/// not seen ([`crate::Store::place_events`]).
pub fn late_cursors(conn: &mut Conn<'_>) -> Result<Vec<Cursor>, StoreError> {
    let rows: Vec<(i32, i64, i64)> = on!(conn, c => {
        let ahead = event_log::table
            .filter(event_log::aplicacao_id.eq(cursors::aplicacao_id))
            .filter(event_log::posicao.ge(cursors::posicao));
        // a store's events by their own index: most of the log is other stores'
        let of_loja = ahead.filter(event_log::loja_id.nullable().eq(notificacoes::loja_id));
        cursors::table
            .inner_join(notificacoes::table.on(notificacoes::aplicacao_id
                .eq(cursors::aplicacao_id)
                .and(notificacoes::notificacao_id.eq(cursors::notificacao_id))))
            .filter(notificacoes::ativo)
            .filter(
                cursors::fim
                    .is_not_null()
                    .or(notificacoes::loja_id.is_null().and(diesel::dsl::exists(ahead)))
                    .or(diesel::dsl::exists(of_loja)),
            )
            .select((cursors::aplicacao_id, cursors::notificacao_id, cursors::cursor_num))
            .load(c)?
    });
    Ok(from_rows(rows))
}

/// Cursors that stand behind the end of their log, where nothing would ever be before them again: the log
/// that they have read is gone, and another one was put in its place, as from a backup.
pub fn stray_cursors(conn: &mut Conn<'_>) -> Result<Vec<Cursor>, StoreError> {
    let furthest: Vec<(i32, Option<i64>)> = on!(conn, c => cursors::table
        .group_by(cursors::aplicacao_id)
        .select((cursors::aplicacao_id, diesel::dsl::max(cursors::posicao)))
        .load(c))?;
    let mut stray = Vec::new();
    for (aplicacao, furthest) in furthest {
        let (_, last) = events::extremes(conn, AplicacaoId(aplicacao))?;
        if furthest.is_some_and(|furthest| furthest > last + 1) {
            let rows: Vec<(i32, i64, i64)> = on!(conn, c => cursors::table
                .filter(cursors::aplicacao_id.eq(aplicacao))
                .filter(cursors::posicao.gt(last + 1))
                .select((cursors::aplicacao_id, cursors::notificacao_id, cursors::cursor_num))
                .load(c))?;
            stray.extend(from_rows(rows));
        }
    }
    Ok(stray)
}

/// Sets a stray cursor back to the end of its log; one of a stretch goes, since there is nothing to send
/// again. Answers where it stood and where the log ends, if it was stray.
pub fn set_back(tx: &mut Tx<'_>, cursor: Cursor) -> Result<Option<(i64, i64)>, StoreError> {
    let query = cursors::table.find(cursor.key()).select((cursors::posicao, cursors::fim));
    let row: Option<(i64, Option<i64>)> = locked!(tx, query, skip, first).optional()?;
    // behind the cursor's lock: nobody moves it on any more
    let (_, last) = events::extremes(tx, cursor.aplicacao)?;
    let Some((posicao, end)) = row.filter(|(posicao, _)| *posicao > last + 1) else { return Ok(None) };
    on!(tx, c => match end {
        Some(_) => diesel::delete(cursors::table.find(cursor.key())).execute(c)?,
        None => diesel::update(cursors::table.find(cursor.key()))
            .set(cursors::posicao.eq(last + 1))
            .execute(c)?,
    });
    Ok(Some((posicao, last)))
}
