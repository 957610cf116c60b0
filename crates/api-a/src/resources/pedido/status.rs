//! Orders move, one at a time.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, put};
use domain::pedido::aviso::Aviso;
use domain::pedido::{MudancaStatus, Pedido};
use domain::values::ids::PedidoId;
use http_kit::{Conditions, Mount, Then, etag_of};
use store::Tx;
use store::orders::{self, MovePedidoOutcome, PedidoRow};
use store::usuarios::Loja;

use crate::answer::Answer;
use crate::context::ForLoja;
use crate::doc::{BodyErrors, Errors};
use crate::error::{ErrorA, Resource};
use crate::interface::{Body, PathParams};
use crate::query::{Nothing, UsuarioParam};
use crate::subject::Subject;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(change_status);
}

type IdAndBody = (PathParams<(PedidoId,)>, Body<MudancaStatus>);

/// Moves an order. To where it already stands: no move, but new details (`notaFiscal`, `rastreio`, `motivo`)
/// are merged and recorded. A move that may not be made is a 409 that names those that may.
#[utoipa::path(tag = "Pedido", params(UsuarioParam, ("pedidoId" = PedidoId, Path)), request_body = MudancaStatus,
    responses((status = 200, body = Pedido, headers(
        ("X-Aviso", description = "A detail that cannot be kept, once for each: `nao-mantido` and the member. \
            The move is made."))), Errors, BodyErrors))]
#[put("/Pedido/{pedidoId}/Status")]
async fn change_status(
    Then(req, (id, body)): Then<ForLoja<Nothing>, IdAndBody>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), fingerprint, conditions) = (id.into_inner(), body.fingerprint(), req.conditions.clone());
    let change = body.into_inner();
    let avisos = Aviso::left_out(&change.left_out);
    req.write(fingerprint, move |tx, loja| {
        check(tx, loja, id, &conditions)?;
        let pedido = changed(orders::move_on(tx, loja.id, id, &change)?)?;
        let about = Subject::Pedido(loja.id.loja, id);
        Ok(Answer::ready(StatusCode::OK, pedido.documento).with_avisos(&avisos).with_etag().about(about))
    })
    .await
}

/// As [`crate::context::check`], for a document that is JSON already. Only who asks pays for the reading.
fn check(tx: &mut Tx<'_>, loja: Loja, id: PedidoId, conditions: &Conditions) -> Result<(), ErrorA> {
    if conditions.empty() {
        return Ok(());
    }
    orders::exclusive(tx, loja.id, id)?;
    let current = orders::find(tx, loja.id, id)?.ok_or(ErrorA::NotFound(Resource::Pedido))?;
    let etag = etag_of(current.documento.as_bytes());
    if conditions.precondition_failed(Some(&etag)) { Err(ErrorA::Precondition) } else { Ok(()) }
}

/// The order that has moved, or why it has not.
pub(super) fn changed(change: MovePedidoOutcome) -> Result<PedidoRow, ErrorA> {
    match change {
        MovePedidoOutcome::Done(pedido) => Ok(pedido),
        MovePedidoOutcome::Missing => Err(ErrorA::NotFound(Resource::Pedido)),
        MovePedidoOutcome::Illegal(illegal) => Err(illegal.into()),
    }
}
