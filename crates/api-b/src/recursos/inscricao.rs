//! Subscriptions: where a store's own system wants to hear of changes, and of which.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, get, post, put};
use domain::inscricao::{Ativacao, Cabecalho, Inscricao, Topico};
use domain::interface_b::inscricao::InscricaoLida;
use http_kit::Depois;
use serde::Serialize;
use store::notificacoes::{self, Dono, Filtro, MAXIMO, NotificacaoRow, Nova};
use store::paging::PageRequest;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::contexto::Ctx;
use crate::doc::{ErroAusente, Erros, ErrosDeCorpo};
use crate::erro::ErroB;
use crate::interface::{Caminho, Corpo, Filtros};
use crate::resposta::{ParamPagina, feito, json, lista, pagina};

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(topicos).service(list).service(create).service(find).service(replace).service(ativar);
}

const AUSENTE: ErroB = ErroB::NaoEncontrado("A inscrição não foi encontrada.");

/// A topic.
#[derive(Serialize, ToSchema)]
struct TopicoLido {
    /// Its word.
    #[schema(value_type = Topico)]
    nome: &'static str,
    /// What it tells of.
    descricao: &'static str,
}

/// Lists the topics that can be subscribed to; not paged.
#[utoipa::path(tag = "Webhook", responses(
    (status = 200, body = Vec<TopicoLido>, headers(("x-total-count" = i64, description = "Topics."))), Erros))]
#[get("/webhook/Topicos")]
async fn topicos(_: Ctx) -> HttpResponse {
    let lido = |topico: &Topico| TopicoLido { nome: topico.nome(), descricao: topico.descricao() };
    lista(&Topico::TODOS.iter().map(lido).collect::<Vec<_>>())
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
    #[schema(rename = "appUrl", max_length = 2000)]
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

/// A new subscription.
#[derive(Serialize, ToSchema)]
struct InscricaoCriada {
    /// The service's number of it.
    id: i64,
    /// What its calls are signed with: `whsec_` and 32 bytes in base64. It is never shown again.
    segredo: String,
}

/// Lists the store's subscriptions in the order of their creation.
#[utoipa::path(tag = "Webhook", params(ParamPagina), responses(
    (status = 200, body = Vec<InscricaoLida>, headers(
        ("x-total-count" = i64, description = "All subscriptions, not only those of the page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    Erros))]
#[get("/webhook/inscricao")]
async fn list(Depois(ctx, pedida): Depois<Ctx, Filtros<PageRequest>>) -> Result<HttpResponse, ErroB> {
    let pedida = pedida.into_inner();
    let page = ctx
        .ler(move |conn, loja| Ok(notificacoes::list(conn, Dono::Loja(loja), Filtro::default(), pedida)?))
        .await?;
    Ok(pagina(&ctx, &page.map(lida)))
}

/// Creates a subscription, always a new one; it is sent what happens from now on. `segredo`, which its calls are
/// signed with, stands in this answer alone. At most 100 per store.
#[utoipa::path(tag = "Webhook", request_body = Dados,
    responses((status = 201, body = InscricaoCriada), Erros, ErrosDeCorpo))]
#[post("/webhook/inscricao")]
async fn create(Depois(ctx, corpo): Depois<Ctx, Corpo<Inscricao>>) -> Result<HttpResponse, ErroB> {
    let inscricao = corpo.into_inner();
    // what has happened before has its place in the log, and is not sent
    ctx.store().place_events().await?;
    let criada = ctx
        .escrever(move |tx, loja| {
            let (nova, agora) = (Nova::da_loja(&inscricao, loja), tx.agora());
            let criada = notificacoes::create(tx, Dono::Loja(loja), &nova, agora)?;
            criada.ok_or_else(|| ErroB::regra(format_args!("A loja já tem {MAXIMO} inscrições, o máximo.")))
        })
        .await?;
    let corpo = InscricaoCriada { id: criada.id, segredo: criada.segredo.texto() };
    Ok(HttpResponse::build(StatusCode::CREATED).json(corpo))
}

/// Reads a subscription.
#[utoipa::path(tag = "Webhook", params(("id" = i64, Path)),
    responses((status = 200, body = InscricaoLida), Erros, ErroAusente))]
#[get("/webhook/inscricao/{id}")]
async fn find(Depois(ctx, id): Depois<Ctx, Caminho<(i64,)>>) -> Result<HttpResponse, ErroB> {
    let (id,) = id.into_inner();
    let achada =
        ctx.ler(move |conn, loja| notificacoes::find(conn, Dono::Loja(loja), id)?.ok_or(AUSENTE)).await?;
    Ok(json(&lida(achada)))
}

/// Replaces a subscription; what is not given takes its default. Its secret stays.
#[utoipa::path(tag = "Webhook", params(("id" = i64, Path)), request_body = Dados,
    responses((status = 200, body = bool), Erros, ErroAusente, ErrosDeCorpo))]
#[put("/webhook/inscricao/{id}")]
async fn replace(
    Depois(ctx, (id, corpo)): Depois<Ctx, (Caminho<(i64,)>, Corpo<Inscricao>)>,
) -> Result<HttpResponse, ErroB> {
    let ((id,), inscricao) = (id.into_inner(), corpo.into_inner());
    ctx.escrever(move |tx, loja| {
        let (nova, agora) = (Nova::da_loja(&inscricao, loja), tx.agora());
        notificacoes::update(tx, Dono::Loja(loja), id, &nova, agora)?.ok_or(AUSENTE)
    })
    .await?;
    Ok(feito())
}

/// Switches a subscription on or off. What happened while it was off is sent once it is on again.
#[utoipa::path(tag = "Webhook", params(("id" = i64, Path)), request_body = Ativacao,
    responses((status = 200, body = bool), Erros, ErroAusente, ErrosDeCorpo))]
#[put("/webhook/inscricao/{id}/Ativar")]
async fn ativar(
    Depois(ctx, (id, corpo)): Depois<Ctx, (Caminho<(i64,)>, Corpo<Ativacao>)>,
) -> Result<HttpResponse, ErroB> {
    let ((id,), ativacao) = (id.into_inner(), corpo.into_inner());
    ctx.escrever(move |tx, loja| {
        let agora = tx.agora();
        notificacoes::ativar(tx, Dono::Loja(loja), id, &ativacao, agora)?.ok_or(AUSENTE)
    })
    .await?;
    Ok(feito())
}

fn lida(row: NotificacaoRow) -> InscricaoLida {
    row.inscricao().lida(row.id)
}
