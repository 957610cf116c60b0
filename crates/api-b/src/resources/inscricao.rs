//! Subscriptions: where a store's own system wants to hear of changes, and of which.

use actix_web::http::header;
use actix_web::{HttpResponse, get, post, put};
use domain::entrega::{Allowed, Forbidden};
use domain::inscricao::{Ativacao, Cabecalho, Inscricao, Topico};
use domain::interface_b::inscricao::{InscricaoLida, sample};
use domain::values::dates::Data;
use http_kit::{Fault, Mount, Then};
use serde::Serialize;
use store::lojas_config;
use store::notificacoes::{self, Filter, MAX, New, NotificacaoRow, Owner, RotateOutcome};
use store::paging::PageRequest;
use utoipa::ToSchema;

use crate::answer::{PageParams, done, json, render_list, render_page};
use crate::context::Ctx;
use crate::doc::{BodyErrors, Errors, MissingError, RuleError};
use crate::error::ErrorB;
use crate::interface::{Body, Filters, PathParams};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(topicos).service(list).service(create).service(find).service(replace).service(activate);
    cfg.service(rotate);
}

const MISSING: ErrorB = ErrorB::NotFound("A inscrição não foi encontrada.");

/// A topic.
#[derive(Serialize, ToSchema)]
struct TopicoLido {
    /// Its word.
    #[schema(value_type = Topico)]
    nome: &'static str,
    /// What it tells of.
    descricao: &'static str,
    /// What the body of its calls looks like: JSON as text.
    payload: String,
}

/// Lists the topics that can be subscribed to; not paged.
#[utoipa::path(tag = "Webhook", responses(
    (status = 200, body = Vec<TopicoLido>, headers(("x-total-count" = i64, description = "Topics."))), Errors))]
#[get("/webhook/Topicos")]
async fn topicos(ctx: Ctx) -> Result<HttpResponse, ErrorB> {
    let defaults = ctx.defaults();
    let style = ctx.read_one(move |conn, loja| Ok(lojas_config::find(conn, loja)?.style(defaults))).await?;
    let parsed = |topico: &Topico| {
        let payload = sample(*topico, style).map_err(|e| Fault::json("a topic", e))?;
        Ok(TopicoLido { nome: topico.name(), descricao: topico.descricao(), payload })
    };
    let topicos = Topico::ALL.iter().map(parsed).collect::<Result<Vec<_>, ErrorB>>()?;
    Ok(render_list(&topicos))
}

/// A subscription to be stored.
#[derive(ToSchema)]
#[schema(as = DadosInscricao)]
#[allow(dead_code, reason = "read by Inscricao; here for the document alone")]
struct Dados {
    /// Name.
    #[schema(min_length = 1, max_length = 200)]
    nome: String,
    /// Absolute http(s) address that is called.
    #[schema(rename = "appUrl", format = "uri", max_length = 2000)]
    app_url: String,
    /// The topics, in any case.
    #[schema(min_items = 1, max_items = 50)]
    topicos: Vec<Topico>,
    /// Who sets it up.
    #[schema(required = false, max_length = 200)]
    usuario: String,
    /// While false nothing is sent, and nothing is lost. True when not given.
    #[schema(required = false)]
    ativo: bool,
    /// E-mail of who is to be told.
    #[schema(rename = "emailResponsavel", required = false, max_length = 254)]
    email_responsavel: String,
    /// Headers that go with each call.
    #[schema(required = false, max_items = 20)]
    headers: Vec<Cabecalho>,
}

/// A new secret.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SegredoInscricao {
    /// What calls are signed with: `whsec_` and 32 bytes in base64. It is never shown again.
    segredo: String,
    /// Until then calls are signed with the previous one as well.
    #[schema(value_type = String)]
    segredo_anterior_ate: Data,
}

/// Lists the store's subscriptions in the order of their creation.
#[utoipa::path(tag = "Webhook", params(PageParams), responses(
    (status = 200, body = Vec<InscricaoLida>, headers(
        ("x-total-count" = i64, description = "All subscriptions, not only those of the page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    Errors))]
#[get("/webhook/inscricao")]
async fn list(Then(ctx, wanted): Then<Ctx, Filters<PageRequest>>) -> Result<HttpResponse, ErrorB> {
    let wanted = wanted.into_inner();
    let defaults = ctx.defaults();
    let page = ctx
        .read(move |conn, loja| {
            let page = notificacoes::list(conn, Owner::Loja(loja), Filter::default(), wanted)?;
            let mut saudes = notificacoes::saudes(conn, loja.aplicacao, &page.rows)?;
            let style = lojas_config::find(conn, loja)?.style(defaults);
            Ok(page.map(|row| {
                let saude = saudes.remove(&row.id).unwrap_or_default();
                parsed(&row).with_last_error(saude.ultimo_erro, style)
            }))
        })
        .await?;
    Ok(render_page(&ctx, &page))
}

/// Creates a subscription, always a new one; it is sent what happens from now on. What its calls are signed
/// with stands in a header of this answer alone; `…/Segredo` makes another one. At most 100 per store.
#[utoipa::path(tag = "Webhook", request_body = Dados, responses(
    (status = 200, body = bool, headers(
        ("x-inscricao-id" = i64, description = "The service's number of the subscription."),
        ("x-webhook-segredo" = String, description = "What its calls are signed with: `whsec_` and 32 bytes \
            in base64. It is never shown again."))),
    Errors, BodyErrors))]
#[post("/webhook/inscricao")]
async fn create(Then(ctx, body): Then<Ctx, Body<Inscricao>>) -> Result<HttpResponse, ErrorB> {
    let inscricao = body.into_inner();
    callable(&ctx.allowed(), &inscricao, None)?;
    // what has happened before has its place in the log, and is not sent
    ctx.store().place_events().await?;
    let created = ctx
        .write(move |tx, loja| {
            let (new, now) = (New::of_loja(&inscricao, loja), tx.now());
            let created = notificacoes::create(tx, Owner::Loja(loja), &new, now)?;
            created.ok_or_else(|| ErrorB::rule(format_args!("A loja já tem {MAX} inscrições, o máximo.")))
        })
        .await?;
    Ok(HttpResponse::Ok()
        .insert_header(("x-inscricao-id", created.id))
        .insert_header(("x-webhook-segredo", created.segredo.text()))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(true))
}

/// Makes a new secret for a subscription, which this answer alone shows. For 24 hours calls are signed with
/// both; until then a further one is refused.
#[utoipa::path(tag = "Webhook", params(("id" = i64, Path)),
    responses((status = 200, body = SegredoInscricao), Errors, MissingError, RuleError))]
#[post("/webhook/inscricao/{id}/Segredo")]
async fn rotate(Then(ctx, id): Then<Ctx, PathParams<(i64,)>>) -> Result<HttpResponse, ErrorB> {
    let ((id,), defaults) = (id.into_inner(), ctx.defaults());
    let new = ctx
        .write(move |tx, loja| {
            let now = tx.now();
            let style = lojas_config::find(tx, loja)?.style(defaults);
            match notificacoes::rotate(tx, Owner::Loja(loja), id, now)? {
                RotateOutcome::Done(segredo, until) => {
                    Ok(SegredoInscricao { segredo: segredo.text(), segredo_anterior_ate: style.date(until) })
                }
                RotateOutcome::InProgress(until) => Err(ErrorB::rule(format_args!(
                    "O segredo anterior ainda vale até {until}; até lá não há outro."
                ))),
                RotateOutcome::Missing => Err(MISSING),
            }
        })
        .await?;
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "no-store")).json(new))
}

/// Reads a subscription.
#[utoipa::path(tag = "Webhook", params(("id" = i64, Path)),
    responses((status = 200, body = InscricaoLida), Errors, MissingError))]
#[get("/webhook/inscricao/{id}")]
async fn find(Then(ctx, id): Then<Ctx, PathParams<(i64,)>>) -> Result<HttpResponse, ErrorB> {
    let (id,) = id.into_inner();
    let defaults = ctx.defaults();
    let found = ctx
        .read(move |conn, loja| {
            let row = notificacoes::find(conn, Owner::Loja(loja), id)?.ok_or(MISSING)?;
            let saude = notificacoes::saude(conn, &row)?;
            let style = lojas_config::find(conn, loja)?.style(defaults);
            Ok(parsed(&row).with_last_error(saude.ultimo_erro, style))
        })
        .await?;
    Ok(json(&found))
}

/// Replaces a subscription; what is not given takes its default. Its secret stays.
#[utoipa::path(tag = "Webhook", params(("id" = i64, Path)), request_body = Dados,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[put("/webhook/inscricao/{id}")]
async fn replace(
    Then(ctx, (id, body)): Then<Ctx, (PathParams<(i64,)>, Body<Inscricao>)>,
) -> Result<HttpResponse, ErrorB> {
    let ((id,), inscricao, allowed) = (id.into_inner(), body.into_inner(), ctx.allowed());
    ctx.write(move |tx, loja| {
        notificacoes::exclusive(tx, Owner::Loja(loja), id)?;
        let current = notificacoes::find(tx, Owner::Loja(loja), id)?.ok_or(MISSING)?;
        callable(&allowed, &inscricao, current.url.as_deref())?;
        let (new, now) = (New::of_loja(&inscricao, loja), tx.now());
        notificacoes::update(tx, Owner::Loja(loja), id, &new, now)?.ok_or(MISSING)
    })
    .await?;
    Ok(done())
}

/// Switches a subscription on or off. What happened while it was off is sent once it is on again.
#[utoipa::path(tag = "Webhook", params(("id" = i64, Path)), request_body = Ativacao,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[put("/webhook/inscricao/{id}/Ativar")]
async fn activate(
    Then(ctx, (id, body)): Then<Ctx, (PathParams<(i64,)>, Body<Ativacao>)>,
) -> Result<HttpResponse, ErrorB> {
    let ((id,), activation) = (id.into_inner(), body.into_inner());
    ctx.write(move |tx, loja| {
        let now = tx.now();
        notificacoes::activate(tx, Owner::Loja(loja), id, &activation, now)?.ok_or(MISSING)
    })
    .await?;
    Ok(done())
}

/// Refuses an address that will never be called; one that is there already may stay.
fn callable(allowed: &Allowed, inscricao: &Inscricao, current: Option<&str>) -> Result<(), ErrorB> {
    if current == Some(inscricao.app_url.as_str()) {
        return Ok(());
    }
    let forbidden = |e: Forbidden| ErrorB::rule(format_args!("appUrl: {e}."));
    allowed.check_text(&inscricao.app_url).map_err(forbidden)
}

fn parsed(row: &NotificacaoRow) -> InscricaoLida {
    row.inscricao().parsed(row.id)
}
