//! Channel types: the catalogue that the server was started with.

use actix_web::{HttpResponse, get};
use domain::tipo_canal::TipoCanal;
use http_kit::{Mount, Then};

use crate::answer::Answer;
use crate::context::Ctx;
use crate::doc::Errors;
use crate::error::{ErrorA, Resource};
use crate::interface::PathParams;

/// The routes of this file. They stand where a channel's identifier would: register them before the
/// channels'.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list).service(find);
}

/// Lists the channel types and the settings that each of them asks for. Needs no `usuarioId`.
#[utoipa::path(tag = "Canal", responses((status = 200, body = Vec<TipoCanal>), Errors))]
#[get("/Canal/Tipo_Canal")]
async fn list(ctx: Ctx) -> Result<HttpResponse, ErrorA> {
    Ok(Answer::ok(&ctx.kinds().kinds())?.into())
}

/// Reads a channel type. Needs no `usuarioId`.
#[utoipa::path(tag = "Canal", params(("codigo" = String, Path, description = "Code of the type, in its exact spelling.")),
    responses((status = 200, body = TipoCanal), (status = 304), Errors))]
#[get("/Canal/Tipo_Canal/{codigo}")]
async fn find(Then(ctx, code): Then<Ctx, PathParams<(String,)>>) -> Result<HttpResponse, ErrorA> {
    let ((code,), kinds) = (code.into_inner(), ctx.kinds());
    let kind = kinds.find(&code).ok_or(ErrorA::NotFound(Resource::TipoCanal))?;
    Answer::ok(kind)?.or_not_modified(&ctx.conditions)
}
