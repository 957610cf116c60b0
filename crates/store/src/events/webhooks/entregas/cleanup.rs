//! Deletion of old deliveries and of stored replies, and the backlog of deliveries.

use diesel::dsl::{count_star, min};
use diesel::prelude::*;
use domain::evento::TipoEvento;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, PedidoId};

use crate::base::schema::{
    aplicacoes, entrega_tentativas as attempts, entregas, notificacao_destinos as destinos, notificacoes,
};
use crate::base::{Conn, StoreError, Tx, on};

/// How long finished deliveries are kept.
pub const DAYS: i64 = 30;
/// Deliveries deleted in one transaction, so that other writes are not held up.
const LOTE: i64 = 5000;

/// Deletes deliveries that were finished [`DAYS`] ago, and those of notifications that are gone. Returns how
/// many, at most a few thousand: when not 0, there may be more.
pub fn purge(tx: &mut Tx<'_>, now: Instante) -> Result<usize, StoreError> {
    let limit = now.plus_seconds(-DAYS * 86_400).micros();
    let previous: Vec<(i32, i64, i64)> = on!(tx, c => entregas::table
        .filter(entregas::concluido_em.lt(limit))
        .select((entregas::aplicacao_id, entregas::notificacao_id, entregas::entrega_id))
        .order(entregas::concluido_em)
        .limit(LOTE)
        .load(c))?;
    let mut by_notificacao: std::collections::BTreeMap<(i32, i64), Vec<i64>> = Default::default();
    for (aplicacao, notificacao, id) in previous {
        by_notificacao.entry((aplicacao, notificacao)).or_default().push(id);
    }
    let mut removed = 0;
    for ((aplicacao, notificacao), ids) in by_notificacao {
        removed += remove(tx, aplicacao, notificacao, &ids)?;
    }
    for (aplicacao, notificacao) in orphans(tx)? {
        let ids: Vec<i64> = on!(tx, c => entregas::table
            .filter(entregas::aplicacao_id.eq(aplicacao))
            .filter(entregas::notificacao_id.eq(notificacao))
            .select(entregas::entrega_id)
            .limit(LOTE)
            .load(c))?;
        removed += remove(tx, aplicacao, notificacao, &ids)?;
    }
    Ok(removed)
}

fn remove(tx: &mut Tx<'_>, aplicacao: i32, notificacao: i64, ids: &[i64]) -> Result<usize, StoreError> {
    Ok(on!(tx, c => {
        diesel::delete(attempts::table
            .filter(attempts::aplicacao_id.eq(aplicacao))
            .filter(attempts::notificacao_id.eq(notificacao))
            .filter(attempts::entrega_id.eq_any(ids)))
            .execute(c)?;
        diesel::delete(entregas::table
            .filter(entregas::aplicacao_id.eq(aplicacao))
            .filter(entregas::notificacao_id.eq(notificacao))
            .filter(entregas::entrega_id.eq_any(ids)))
            .execute(c)?
    }))
}

/// Deleted notifications that still have deliveries: skips from one to the next by the key.
fn orphans(tx: &mut Tx<'_>) -> Result<Vec<(i32, i64)>, StoreError> {
    let mut orphans = Vec::new();
    let all: Vec<i32> = on!(tx, c => aplicacoes::table.select(aplicacoes::id).load(c))?;
    for aplicacao in all {
        let mut after = 0;
        while let Some(notificacao) = on!(tx, c => entregas::table
            .filter(entregas::aplicacao_id.eq(aplicacao))
            .filter(entregas::notificacao_id.gt(after))
            .order(entregas::notificacao_id)
            .select(entregas::notificacao_id)
            .first::<i64>(c)
            .optional())?
        {
            after = notificacao;
            let ha: bool = on!(tx, c => diesel::select(diesel::dsl::exists(
                notificacoes::table.find((aplicacao, notificacao))
            )).get_result(c))?;
            if !ha {
                orphans.push((aplicacao, notificacao));
            }
        }
    }
    Ok(orphans)
}

/// Deliveries read at once.
const REPLIES_BATCH: i64 = 2000;

/// An answer to a delivery, as far as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptReply {
    /// The notification.
    pub notificacao: i64,
    /// The delivery.
    pub entrega: i64,
    /// Which attempt.
    pub numero: i32,
    /// The order that the event was of, if any.
    pub pedido: Option<PedidoId>,
    /// When, microseconds since 1970.
    pub em: i64,
    /// The HTTP status, when there was an answer.
    pub status: Option<i16>,
    /// Its beginning.
    pub resposta: String,
}

/// Where the next batch starts: a notification, and the last delivery read.
pub type After = (i64, i64);

/// The next batch of stored replies in an application, empty ones left out, and where to continue; `None` at
/// the end. Begins at (0, 0).
pub fn replies(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    (notificacao, after): After,
) -> Result<Option<(Vec<KeptReply>, After)>, StoreError> {
    let stretch: Vec<(i64, i16, i64)> = on!(conn, c => entregas::table
        .filter(entregas::aplicacao_id.eq(aplicacao.0))
        .filter(entregas::notificacao_id.eq(notificacao))
        .filter(entregas::entrega_id.gt(after))
        .order(entregas::entrega_id)
        .select((entregas::entrega_id, entregas::tipo, entregas::assunto))
        .limit(REPLIES_BATCH)
        .load(c))?;
    let (Some((first, ..)), Some((last, ..))) = (stretch.first(), stretch.last()) else {
        let next: Option<i64> = on!(conn, c => entregas::table
            .filter(entregas::aplicacao_id.eq(aplicacao.0))
            .filter(entregas::notificacao_id.gt(notificacao))
            .order(entregas::notificacao_id)
            .select(entregas::notificacao_id)
            .first(c)
            .optional())?;
        return Ok(next.map(|next| (Vec::new(), (next, 0))));
    };
    let answered: Vec<(i64, i32, i64, Option<i16>, String)> = on!(conn, c => attempts::table
        .filter(attempts::aplicacao_id.eq(aplicacao.0))
        .filter(attempts::notificacao_id.eq(notificacao))
        .filter(attempts::entrega_id.between(*first, *last))
        .filter(attempts::resposta.ne(""))
        .select((attempts::entrega_id, attempts::numero, attempts::em, attempts::status, attempts::resposta))
        .load(c))?;
    let pedido = |entrega: i64| {
        let (_, tipo, assunto) = stretch.iter().find(|(id, ..)| *id == entrega)?;
        TipoEvento::from_code(*tipo)?.of_pedido().then_some(PedidoId(*assunto))
    };
    let replies = answered
        .into_iter()
        .map(|(entrega, numero, em, status, resposta)| KeptReply {
            notificacao,
            entrega,
            numero,
            pedido: pedido(entrega),
            em,
            status,
            resposta,
        })
        .collect();
    Ok(Some((replies, (notificacao, *last))))
}

/// Forgets what was answered; the attempt itself, its time and its status stay.
pub fn forget_replies(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    replies: &[KeptReply],
) -> Result<usize, StoreError> {
    let mut forgotten = 0;
    for reply in replies {
        forgotten += on!(tx, c => diesel::update(attempts::table
            .find((aplicacao.0, reply.notificacao, reply.entrega, reply.numero)))
            .set(attempts::resposta.eq(""))
            .execute(c))?;
    }
    Ok(forgotten)
}

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
