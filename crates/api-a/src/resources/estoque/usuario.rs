//! Who keeps a user's stock.

use actix_web::{HttpResponse, get, put};
use domain::estoque::EstoqueUsuario;
use domain::values::ids::{AplicacaoId, LojaId, UsuarioId};
use http_kit::{Mount, Then};
use store::{Conn, inventory, usuarios};

use crate::answer::Answer;
use crate::context::{Ctx, check};
use crate::doc::{BodyErrors, Errors};
use crate::error::{ErrorA, Resource};
use crate::interface::{Body, PathParams};

/// SKUs that change hands in one transaction.
const AT_ONCE: i64 = 500;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(find).service(replace);
}

/// Who keeps a user's stock.
#[utoipa::path(tag = "Estoque", params(("usuarioId" = UsuarioId, Path)),
    responses((status = 200, body = EstoqueUsuario), (status = 304), Errors))]
#[get("/Usuario/{usuarioId}/Estoque")]
async fn find(Then(ctx, id): Then<Ctx, PathParams<(UsuarioId,)>>) -> Result<HttpResponse, ErrorA> {
    let ((id,), aplicacao) = (id.into_inner(), ctx.aplicacao());
    let value = ctx.read_one(move |conn| Ok(current(conn, aplicacao, &id)?.1)).await?;
    Answer::ok(&value)?.or_not_modified(&ctx.conditions)
}

/// Says who keeps a user's stock. Open orders and their SKUs follow at once; what that does to each is told
/// in the guide.
#[utoipa::path(tag = "Estoque", params(("usuarioId" = UsuarioId, Path)), request_body = EstoqueUsuario,
    responses((status = 200, body = EstoqueUsuario), Errors, BodyErrors))]
#[put("/Usuario/{usuarioId}/Estoque")]
async fn replace(
    Then(ctx, (id, body)): Then<Ctx, (PathParams<(UsuarioId,)>, Body<EstoqueUsuario>)>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), aplicacao, conditions) = (id.into_inner(), ctx.aplicacao(), ctx.conditions.clone());
    let (fingerprint, new) = (body.fingerprint(), body.into_inner());
    let of_whom = id.clone();
    let answer = ctx
        .write(fingerprint, move |tx| {
            usuarios::exclusive(tx, aplicacao, &id)?;
            let (loja, now) = current(tx, aplicacao, &id)?;
            check(&conditions, Some(&now))?;
            inventory::set(tx, loja, new)?;
            Ok(Answer::ok(&current(tx, aplicacao, &id)?.1)?.with_etag())
        })
        .await?;
    if answer.status().is_success() {
        let store = ctx.store();
        let loja = store.read(move |conn| Ok::<_, ErrorA>(current(conn, aplicacao, &of_whom)?.0)).await?;
        // what is left when this is cut off, the housekeeping goes on with
        while store.write(move |tx| Ok::<_, ErrorA>(inventory::convert(tx, loja, AT_ONCE)?)).await? {}
    }
    Ok(answer)
}

fn current(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    id: &UsuarioId,
) -> Result<(LojaId, EstoqueUsuario), ErrorA> {
    let missing = ErrorA::NotFound(Resource::Usuario);
    let Some(loja) = usuarios::resolve(conn, aplicacao, id)? else { return Err(missing) };
    let value = inventory::find(conn, loja.id)?.ok_or(missing)?;
    Ok((loja.id, value))
}
