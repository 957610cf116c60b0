//! Notifications as they are listed, created, read, changed and deleted.

use actix_web::{HttpResponse, delete, get, patch, post, put};
use domain::entrega::Allowed;
use domain::notificacao::Notificacao;
use domain::values::ids::AplicacaoId;
use http_kit::{Fault, FromQuery, Mount, QueryReader, Then};
use serde_json::value::{RawValue, to_raw_value};
use store::notificacoes::{self, New, NotificacaoRow, Owner};
use store::paging::PageRequest;
use store::{Conn, Tx, usuarios};
use utoipa::IntoParams;

use super::view::{NotificacaoCriada, NotificacaoLida, answer_created, read};
use crate::answer::Answer;
use crate::context::{Ctx, check};
use crate::doc::{BodyErrors, Errors};
use crate::envelope::{RetornoPaginado, write_page};
use crate::error::{ErrorA, Resource};
use crate::interface::{Body, Filters, PathParams, RawBody};
use crate::query::{Delta, PageParams};

/// What a missing notification is answered with.
pub const MISSING: ErrorA = ErrorA::NotFound(Resource::Notificacao);

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list).service(create).service(find).service(replace).service(update).service(remove);
}

/// Which notifications are wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
struct NotificacaoFilter {
    /// Active ones, or the others.
    ativo: Option<bool>,
}

impl FromQuery for NotificacaoFilter {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        Some(Self { ativo: c.boolean("ativo") })
    }
}

/// Lists notifications in the order of their creation, with how sending to each goes.
#[utoipa::path(tag = "Notificacao", params(PageParams, NotificacaoFilter, Delta),
    responses((status = 200, body = RetornoPaginado<NotificacaoLida>), Errors))]
#[get("/Notificacao")]
async fn list(
    Then(ctx, filters): Then<Ctx, Filters<(PageRequest, NotificacaoFilter, Delta)>>,
) -> Result<HttpResponse, ErrorA> {
    let (wanted, filter, delta) = filters.into_inner();
    let filter = notificacoes::Filter { ativo: filter.ativo, changed: delta.range(ctx.zone()) };
    let aplicacao = ctx.aplicacao();
    let page = ctx
        .read(move |conn| {
            let page = notificacoes::list(conn, Owner::Aplicacao(aplicacao), filter, wanted)?;
            let mut saudes = notificacoes::saudes(conn, aplicacao, &page.rows)?;
            let view =
                |row: NotificacaoRow| NotificacaoLida::of(&row, saudes.remove(&row.id).unwrap_or_default());
            write_page(wanted, page.try_map(view)?)
        })
        .await?;
    Ok(page.respond(&ctx))
}

/// Creates a notification, always a new one; it is sent what happens from now on. `segredo`, which its calls
/// are signed with, stands in this answer alone. At most 100 per application.
#[utoipa::path(tag = "Notificacao", request_body = Notificacao,
    responses((status = 201, body = NotificacaoCriada), Errors, BodyErrors))]
#[post("/Notificacao")]
async fn create(Then(ctx, body): Then<Ctx, Body<Notificacao>>) -> Result<HttpResponse, ErrorA> {
    let (aplicacao, fingerprint) = (ctx.aplicacao(), body.fingerprint());
    let notificacao = body.into_inner();
    callable(&ctx.allowed(), notificacao.url.as_deref(), None)?;
    // what has happened before has its place in the log, and is not sent
    ctx.store().place_events().await?;
    ctx.write(fingerprint, move |tx| {
        let new = new(tx, aplicacao, &notificacao)?;
        let now = tx.now();
        let row = notificacoes::create(tx, Owner::Aplicacao(aplicacao), &new, now)?;
        answer_created(&row.ok_or(ErrorA::TooManyNotifications(notificacoes::MAX))?)
    })
    .await
}

/// Reads a notification, with how sending to it goes. The ETag is that of the notification alone: it stays
/// when only `situacao` changes.
#[utoipa::path(tag = "Notificacao", params(("id" = i64, Path)),
    responses((status = 200, body = NotificacaoLida), (status = 304), Errors))]
#[get("/Notificacao/{id}")]
async fn find(Then(ctx, id): Then<Ctx, PathParams<(i64,)>>) -> Result<HttpResponse, ErrorA> {
    let ((id,), aplicacao) = (id.into_inner(), ctx.aplicacao());
    let view = ctx.read(move |conn| Ok(current(conn, aplicacao, id)?.1)).await?;
    Answer::ok(&view)?.or_not_modified_of(&view.stored, &ctx.conditions)
}

/// Replaces a notification; absent members take their defaults. Its secret and its place in the log stay.
/// Another address, or switching it on, ends a pause.
#[utoipa::path(tag = "Notificacao", params(("id" = i64, Path)), request_body = Notificacao,
    responses((status = 200, body = NotificacaoLida), Errors, BodyErrors))]
#[put("/Notificacao/{id}")]
async fn replace(
    Then(ctx, (id, body)): Then<Ctx, (PathParams<(i64,)>, RawBody)>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), aplicacao, conditions) = (id.into_inner(), ctx.aplicacao(), ctx.conditions.clone());
    let (notificacao, allowed) = (read(body.raw()?, id)?, ctx.allowed());
    ctx.write(body.fingerprint(), move |tx| {
        notificacoes::exclusive(tx, Owner::Aplicacao(aplicacao), id)?;
        let (row, view) = current(tx, aplicacao, id)?;
        check(&conditions, Some(&view.stored))?;
        callable(&allowed, notificacao.url.as_deref(), row.url.as_deref())?;
        write(tx, aplicacao, id, &notificacao)
    })
    .await
}

/// Changes some members of a notification (JSON merge patch).
#[utoipa::path(tag = "Notificacao", params(("id" = i64, Path)),
    request_body(content = Object, content_type = "application/merge-patch+json"),
    responses((status = 200, body = NotificacaoLida), Errors, BodyErrors))]
#[patch("/Notificacao/{id}")]
async fn update(
    Then(ctx, (id, body)): Then<Ctx, (PathParams<(i64,)>, RawBody)>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), aplicacao, conditions) = (id.into_inner(), ctx.aplicacao(), ctx.conditions.clone());
    let (merge_patch, allowed) = (body.raw()?.to_owned(), ctx.allowed());
    ctx.write(body.fingerprint(), move |tx| {
        notificacoes::exclusive(tx, Owner::Aplicacao(aplicacao), id)?;
        let (row, view) = current(tx, aplicacao, id)?;
        check(&conditions, Some(&view.stored))?;
        let notificacao = patched(&row.notificacao()?, &merge_patch, id)?;
        callable(&allowed, notificacao.url.as_deref(), row.url.as_deref())?;
        write(tx, aplicacao, id, &notificacao)
    })
    .await
}

/// Deletes a notification, and with it what was still to be sent.
#[utoipa::path(tag = "Notificacao", params(("id" = i64, Path)), responses((status = 204), Errors))]
#[delete("/Notificacao/{id}")]
async fn remove(Then(ctx, id): Then<Ctx, PathParams<(i64,)>>) -> Result<HttpResponse, ErrorA> {
    let ((id,), aplicacao, conditions) = (id.into_inner(), ctx.aplicacao(), ctx.conditions.clone());
    ctx.write([0; 32], move |tx| {
        notificacoes::exclusive(tx, Owner::Aplicacao(aplicacao), id)?;
        check(&conditions, Some(&current(tx, aplicacao, id)?.1.stored))?;
        notificacoes::delete(tx, Owner::Aplicacao(aplicacao), id)?;
        Ok(Answer::empty())
    })
    .await
}

/// The stored notification, and what is shown of it.
pub fn current(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    id: i64,
) -> Result<(NotificacaoRow, NotificacaoLida), ErrorA> {
    let row = notificacoes::find(conn, Owner::Aplicacao(aplicacao), id)?.ok_or(MISSING)?;
    let view = NotificacaoLida::of(&row, notificacoes::saude(conn, &row)?)?;
    Ok((row, view))
}

fn write(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    id: i64,
    notificacao: &Notificacao,
) -> Result<Answer, ErrorA> {
    let new = new(tx, aplicacao, notificacao)?;
    let now = tx.now();
    notificacoes::update(tx, Owner::Aplicacao(aplicacao), id, &new, now)?;
    let (_, view) = current(tx, aplicacao, id)?;
    Answer::ok(&view)?.with_etag_of(&view.stored)
}

/// Refuses an address that will never be called. One that is there already may stay: the operator may have
/// allowed it when it came, and whoever switches it off must not be kept from that.
fn callable(allowed: &Allowed, url: Option<&str>, current: Option<&str>) -> Result<(), ErrorA> {
    match url.filter(|url| Some(*url) != current) {
        Some(url) => allowed.check_text(url).map_err(|forbidden| ErrorA::invalid("url", forbidden)),
        None => Ok(()),
    }
}

/// What is to be stored, once the user that it names is found.
fn new(conn: &mut Conn<'_>, aplicacao: AplicacaoId, notificacao: &Notificacao) -> Result<New, ErrorA> {
    let loja = match &notificacao.usuario_id {
        None => None,
        Some(usuario_id) => {
            let found = usuarios::resolve(conn, aplicacao, usuario_id)?;
            Some(found.ok_or_else(|| ErrorA::invalid("usuarioId", "não existe entre os usuários"))?.id)
        }
    };
    Ok(New::of_aplicacao(notificacao, loja))
}

fn patched(current: &Notificacao, merge_patch: &RawValue, id: i64) -> Result<Notificacao, ErrorA> {
    let text = to_raw_value(current).map_err(|e| Fault::json("a notification", e))?;
    read(&domain::reading::merge_patch::merge(&text, merge_patch), id)
}
