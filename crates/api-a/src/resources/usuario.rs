//! Users: the stores of the application.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, patch, post, put};
use domain::reading::keyed::Keyed;
use domain::usuario::Usuario;
use domain::values::ids::{AplicacaoId, UsuarioId};
use http_kit::{FromQuery, Mount, QueryReader, Then};
use store::paging::PageRequest;
use store::usuarios;
use store::{CreateOutcome, DeleteOutcome, Tx, UpsertOutcome, limites};
use utoipa::IntoParams;

use crate::answer::Answer;
use crate::context::{Ctx, address, check};
use crate::doc::{BodyErrors, Errors};
use crate::envelope::{RetornoPaginado, write_page};
use crate::error::{ErrorA, Resource};
use crate::interface::{Body, Filters, PathParams, RawBody};
use crate::query::{Delta, PageParams};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list).service(create).service(find).service(upsert).service(update).service(remove);
}

/// Which users are wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
struct UsuarioFilter {
    /// Active ones, or the others.
    ativo: Option<bool>,
    /// With exactly this e-mail.
    email: Option<String>,
}

impl FromQuery for UsuarioFilter {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        Some(Self { ativo: c.boolean("ativo"), email: c.text("email") })
    }
}

/// Lists users in the order of their creation.
#[utoipa::path(tag = "Usuario", params(PageParams, UsuarioFilter, Delta),
    responses((status = 200, body = RetornoPaginado<Usuario>), Errors))]
#[get("/Usuario")]
async fn list(
    Then(ctx, filters): Then<Ctx, Filters<(PageRequest, UsuarioFilter, Delta)>>,
) -> Result<HttpResponse, ErrorA> {
    let (wanted, filter, delta) = filters.into_inner();
    let filter =
        usuarios::Filter { ativo: filter.ativo, email: filter.email, changed: delta.range(ctx.zone()) };
    let aplicacao = ctx.aplicacao();
    let page =
        ctx.read(move |conn| write_page(wanted, usuarios::list(conn, aplicacao, &filter, wanted)?)).await?;
    Ok(page.respond(&ctx))
}

/// Creates a user.
#[utoipa::path(tag = "Usuario", request_body = Usuario, responses(
    (status = 201, body = Usuario), (status = 200, body = Usuario, description = "The same content was there."),
    Errors, BodyErrors))]
#[post("/Usuario")]
async fn create(Then(ctx, body): Then<Ctx, Body<Usuario>>) -> Result<HttpResponse, ErrorA> {
    let (aplicacao, fingerprint) = (ctx.aplicacao(), body.fingerprint());
    let usuario = body.into_inner();
    ctx.write(fingerprint, move |tx| match usuarios::create(tx, aplicacao, &usuario)? {
        CreateOutcome::Created(created) => {
            check_room(tx, aplicacao)?;
            answer_created(&created)
        }
        CreateOutcome::Equal(equal) => Ok(Answer::ok(&equal)?.with_etag()),
        CreateOutcome::Different => Err(ErrorA::AlreadyExists),
    })
    .await
}

/// Reads a user.
#[utoipa::path(tag = "Usuario", params(("usuarioId" = UsuarioId, Path)),
    responses((status = 200, body = Usuario), (status = 304), Errors))]
#[get("/Usuario/{usuarioId}")]
async fn find(Then(ctx, id): Then<Ctx, PathParams<(UsuarioId,)>>) -> Result<HttpResponse, ErrorA> {
    let ((id,), aplicacao) = (id.into_inner(), ctx.aplicacao());
    let usuario = ctx.read_one(move |conn| Ok(usuarios::find(conn, aplicacao, &id)?)).await?;
    let usuario = usuario.ok_or(ErrorA::NotFound(Resource::Usuario))?;
    Answer::ok(&usuario)?.or_not_modified(&ctx.conditions)
}

/// Creates or replaces a user; absent members take their defaults.
#[utoipa::path(tag = "Usuario", params(("usuarioId" = UsuarioId, Path)), request_body = Usuario,
    responses((status = 200, body = Usuario), (status = 201, body = Usuario), Errors, BodyErrors))]
#[put("/Usuario/{usuarioId}")]
async fn upsert(
    Then(ctx, (id, body)): Then<Ctx, (PathParams<(UsuarioId,)>, RawBody)>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), aplicacao, conditions) = (id.into_inner(), ctx.aplicacao(), ctx.conditions.clone());
    let (usuario, _) = Usuario::read_with_key(body.raw()?, Some(&id)).map_err(ErrorA::Invalid)?;
    ctx.write(body.fingerprint(), move |tx| {
        usuarios::exclusive(tx, aplicacao, &id)?;
        check(&conditions, usuarios::find(tx, aplicacao, &id)?.as_ref())?;
        write(tx, aplicacao, &usuario)
    })
    .await
}

/// Changes some members of a user (JSON merge patch).
#[utoipa::path(tag = "Usuario", params(("usuarioId" = UsuarioId, Path)),
    request_body(content = Object, content_type = "application/merge-patch+json"),
    responses((status = 200, body = Usuario), Errors, BodyErrors))]
#[patch("/Usuario/{usuarioId}")]
async fn update(
    Then(ctx, (id, body)): Then<Ctx, (PathParams<(UsuarioId,)>, RawBody)>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), aplicacao, conditions) = (id.into_inner(), ctx.aplicacao(), ctx.conditions.clone());
    let merge_patch = body.raw()?.to_owned();
    ctx.write(body.fingerprint(), move |tx| {
        usuarios::exclusive(tx, aplicacao, &id)?;
        let current = usuarios::find(tx, aplicacao, &id)?.ok_or(ErrorA::NotFound(Resource::Usuario))?;
        check(&conditions, Some(&current))?;
        let (usuario, notices) = current.patch(&merge_patch).map_err(ErrorA::Invalid)?;
        Ok(write(tx, aplicacao, &usuario)?.with_notices(&notices))
    })
    .await
}

/// Deletes a user with all that is below it; refused while it has orders.
#[utoipa::path(tag = "Usuario", params(("usuarioId" = UsuarioId, Path)),
    responses((status = 204), Errors))]
#[delete("/Usuario/{usuarioId}")]
async fn remove(Then(ctx, id): Then<Ctx, PathParams<(UsuarioId,)>>) -> Result<HttpResponse, ErrorA> {
    let ((id,), aplicacao, conditions) = (id.into_inner(), ctx.aplicacao(), ctx.conditions.clone());
    ctx.write([0; 32], move |tx| {
        usuarios::exclusive(tx, aplicacao, &id)?;
        check(&conditions, usuarios::find(tx, aplicacao, &id)?.as_ref())?;
        match usuarios::delete(tx, aplicacao, &id)? {
            DeleteOutcome::Deleted => Ok(Answer::empty()),
            DeleteOutcome::Missing => Err(ErrorA::NotFound(Resource::Usuario)),
            DeleteOutcome::InUse => Err(ErrorA::InUse),
        }
    })
    .await
}

fn write(tx: &mut Tx<'_>, aplicacao: AplicacaoId, usuario: &Usuario) -> Result<Answer, ErrorA> {
    match usuarios::upsert(tx, aplicacao, usuario)? {
        UpsertOutcome::Created(created) => {
            check_room(tx, aplicacao)?;
            answer_created(&created)
        }
        UpsertOutcome::Replaced(current) => Ok(Answer::ok(&current)?.with_etag()),
    }
}

/// Undoes a creation for which the operator has left no room.
fn check_room(tx: &mut Tx<'_>, aplicacao: AplicacaoId) -> Result<(), ErrorA> {
    match limites::find(tx, aplicacao)?.and_then(|limites| limites.too_many_usuarios()) {
        Some(limit) => Err(ErrorA::TooManyUsers(limit)),
        None => Ok(()),
    }
}

fn answer_created(usuario: &Usuario) -> Result<Answer, ErrorA> {
    let path = address(&["Usuario", usuario.usuario_id.as_str()]);
    Ok(Answer::json(StatusCode::CREATED, usuario)?.location(path).with_etag())
}
