//! What was answered to deliveries: an address may have told of a buyer.

use diesel::prelude::*;
use domain::evento::TipoEvento;
use domain::values::ids::{AplicacaoId, PedidoId};

use crate::base::schema::{entrega_tentativas as attempts, entregas};
use crate::base::{Conn, StoreError, Tx, on};

/// Deliveries that are looked at together.
const LOTE: i64 = 2000;

/// An answer to a delivery, as far as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptReply {
    /// The notification.
    pub notificacao: i64,
    /// The delivery.
    pub entrega: i64,
    /// Which attempt.
    pub numero: i32,
    /// The order that the event told of, when it told of one.
    pub pedido: Option<PedidoId>,
    /// When, microseconds since 1970.
    pub em: i64,
    /// The HTTP status, when there was an answer.
    pub status: Option<i16>,
    /// Its beginning.
    pub resposta: String,
}

/// Where the next stretch starts: a notification, and the last of its deliveries that was looked at.
pub type After = (i64, i64);

/// The next stretch of what was answered in an application, empty answers left out, and where to go on;
/// `None` at the end. Begins at (0, 0).
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
        .limit(LOTE)
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
