//! Notifications as they are listed, created, read, changed and deleted.

use actix_web::{HttpResponse, delete, get, patch, post, put};
use domain::notificacao::Notificacao;
use domain::values::ids::AplicacaoId;
use http_kit::{Depois, Fault, FromConsulta, Leitor};
use serde_json::value::{RawValue, to_raw_value};
use store::notificacoes::{self, Dono, NotificacaoRow, Nova};
use store::paging::{Page, PageRequest};
use store::{Conn, Tx, usuarios};
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

use super::vista::{NotificacaoCriada, NotificacaoLida, criada, ler};
use crate::consulta::{Delta, ParamPagina};
use crate::contexto::{Ctx, conferir};
use crate::doc::{Erros, ErrosDeCorpo};
use crate::envelope::{RetornoPaginado, pagina};
use crate::erro::{ErroA, Recurso};
use crate::interface::{Caminho, Corpo, CorpoBruto, Filtros};
use crate::resposta::Resposta;

/// What a missing notification is answered with.
pub const AUSENTE: ErroA = ErroA::NaoEncontrado(Recurso::Notificacao);

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list).service(create).service(find).service(replace).service(update).service(remove);
}

/// Which notifications are wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
struct FiltroNotificacao {
    /// Active ones, or the others.
    ativo: Option<bool>,
}

impl FromConsulta for FiltroNotificacao {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        Some(Self { ativo: c.booleano("ativo") })
    }
}

/// Lists notifications in the order of their creation, with how sending to each goes.
#[utoipa::path(tag = "Notificacao", params(ParamPagina, FiltroNotificacao, Delta),
    responses((status = 200, body = RetornoPaginado<NotificacaoLida>), Erros))]
#[get("/Notificacao")]
async fn list(
    Depois(ctx, filtros): Depois<Ctx, Filtros<(PageRequest, FiltroNotificacao, Delta)>>,
) -> Result<HttpResponse, ErroA> {
    let (pedida, filtro, delta) = filtros.into_inner();
    let filtro = notificacoes::Filtro { ativo: filtro.ativo, alterado: delta.faixa(ctx.fuso()) };
    let aplicacao = ctx.aplicacao();
    let page = ctx
        .ler(move |conn| {
            let page = notificacoes::list(conn, Dono::Aplicacao(aplicacao), filtro, pedida)?;
            let mut saudes = notificacoes::saudes(conn, aplicacao, &page.rows)?;
            let mut lida =
                |row: &NotificacaoRow| NotificacaoLida::de(row, saudes.remove(&row.id).unwrap_or_default());
            let Page { rows, total, pagina, next } = page;
            let rows = rows.iter().map(&mut lida).collect::<Result<_, _>>()?;
            Ok(Page { rows, total, pagina, next })
        })
        .await?;
    Ok(pagina(&ctx, pedida, page)?.into())
}

/// Creates a notification, always a new one; it is sent what happens from now on. `segredo`, which its calls are
/// signed with, stands in this answer alone. At most 100 per application.
#[utoipa::path(tag = "Notificacao", request_body = Notificacao,
    responses((status = 201, body = NotificacaoCriada), Erros, ErrosDeCorpo))]
#[post("/Notificacao")]
async fn create(Depois(ctx, corpo): Depois<Ctx, Corpo<Notificacao>>) -> Result<HttpResponse, ErroA> {
    let (aplicacao, impressao) = (ctx.aplicacao(), corpo.impressao());
    let notificacao = corpo.into_inner();
    // what has happened before has its place in the log, and is not sent
    ctx.store().place_events().await?;
    ctx.escrever(impressao, move |tx| {
        let nova = nova(tx, aplicacao, &notificacao)?;
        let agora = tx.agora();
        let row = notificacoes::create(tx, Dono::Aplicacao(aplicacao), &nova, agora)?;
        criada(&row.ok_or(ErroA::NotificacoesDemais(notificacoes::MAXIMO))?)
    })
    .await
}

/// Reads a notification, with how sending to it goes. The ETag is that of the notification alone: it stays when only
/// `situacao` changes.
#[utoipa::path(tag = "Notificacao", params(("id" = i64, Path)),
    responses((status = 200, body = NotificacaoLida), (status = 304), Erros))]
#[get("/Notificacao/{id}")]
async fn find(Depois(ctx, id): Depois<Ctx, Caminho<(i64,)>>) -> Result<HttpResponse, ErroA> {
    let ((id,), aplicacao) = (id.into_inner(), ctx.aplicacao());
    let lida = ctx.ler(move |conn| Ok(atual(conn, aplicacao, id)?.1)).await?;
    Resposta::ok(&lida)?.ou_nao_modificada_de(&lida.gravada, &ctx.condicoes)
}

/// Replaces a notification; absent members take their defaults. Its secret and its place in the log stay. Another
/// address, or switching it on, ends a pause.
#[utoipa::path(tag = "Notificacao", params(("id" = i64, Path)), request_body = Notificacao,
    responses((status = 200, body = NotificacaoLida), Erros, ErrosDeCorpo))]
#[put("/Notificacao/{id}")]
async fn replace(
    Depois(ctx, (id, corpo)): Depois<Ctx, (Caminho<(i64,)>, CorpoBruto)>,
) -> Result<HttpResponse, ErroA> {
    let ((id,), aplicacao, condicoes) = (id.into_inner(), ctx.aplicacao(), ctx.condicoes.clone());
    let notificacao = ler(corpo.raw()?, id)?;
    ctx.escrever(corpo.impressao(), move |tx| {
        notificacoes::exclusivo(tx, Dono::Aplicacao(aplicacao), id)?;
        conferir(&condicoes, Some(&atual(tx, aplicacao, id)?.1.gravada))?;
        gravar(tx, aplicacao, id, &notificacao)
    })
    .await
}

/// Changes some members of a notification (JSON merge patch).
#[utoipa::path(tag = "Notificacao", params(("id" = i64, Path)),
    request_body(content = Object, content_type = "application/merge-patch+json"),
    responses((status = 200, body = NotificacaoLida), Erros, ErrosDeCorpo))]
#[patch("/Notificacao/{id}")]
async fn update(
    Depois(ctx, (id, corpo)): Depois<Ctx, (Caminho<(i64,)>, CorpoBruto)>,
) -> Result<HttpResponse, ErroA> {
    let ((id,), aplicacao, condicoes) = (id.into_inner(), ctx.aplicacao(), ctx.condicoes.clone());
    let remendo = corpo.raw()?.to_owned();
    ctx.escrever(corpo.impressao(), move |tx| {
        notificacoes::exclusivo(tx, Dono::Aplicacao(aplicacao), id)?;
        let (row, lida) = atual(tx, aplicacao, id)?;
        conferir(&condicoes, Some(&lida.gravada))?;
        gravar(tx, aplicacao, id, &remendada(&row.notificacao()?, &remendo, id)?)
    })
    .await
}

/// Deletes a notification, and with it what was still to be sent.
#[utoipa::path(tag = "Notificacao", params(("id" = i64, Path)), responses((status = 204), Erros))]
#[delete("/Notificacao/{id}")]
async fn remove(Depois(ctx, id): Depois<Ctx, Caminho<(i64,)>>) -> Result<HttpResponse, ErroA> {
    let ((id,), aplicacao, condicoes) = (id.into_inner(), ctx.aplicacao(), ctx.condicoes.clone());
    ctx.escrever([0; 32], move |tx| {
        notificacoes::exclusivo(tx, Dono::Aplicacao(aplicacao), id)?;
        conferir(&condicoes, Some(&atual(tx, aplicacao, id)?.1.gravada))?;
        notificacoes::delete(tx, Dono::Aplicacao(aplicacao), id)?;
        Ok(Resposta::vazia())
    })
    .await
}

/// The stored notification, and what is shown of it.
pub fn atual(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    id: i64,
) -> Result<(NotificacaoRow, NotificacaoLida), ErroA> {
    let row = notificacoes::find(conn, Dono::Aplicacao(aplicacao), id)?.ok_or(AUSENTE)?;
    let lida = NotificacaoLida::de(&row, notificacoes::saude(conn, &row)?)?;
    Ok((row, lida))
}

fn gravar(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    id: i64,
    notificacao: &Notificacao,
) -> Result<Resposta, ErroA> {
    let nova = nova(tx, aplicacao, notificacao)?;
    let agora = tx.agora();
    notificacoes::update(tx, Dono::Aplicacao(aplicacao), id, &nova, agora)?;
    let (_, lida) = atual(tx, aplicacao, id)?;
    Resposta::ok(&lida)?.com_etag_de(&lida.gravada)
}

/// What is to be stored, once the user that it names is found.
fn nova(conn: &mut Conn<'_>, aplicacao: AplicacaoId, notificacao: &Notificacao) -> Result<Nova, ErroA> {
    let loja = match &notificacao.usuario_id {
        None => None,
        Some(usuario_id) => {
            let achada = usuarios::resolver(conn, aplicacao, usuario_id)?;
            Some(achada.ok_or_else(|| ErroA::invalido("usuarioId", "não existe entre os usuários"))?.id)
        }
    };
    Ok(Nova::da_aplicacao(notificacao, loja))
}

fn remendada(atual: &Notificacao, remendo: &RawValue, id: i64) -> Result<Notificacao, ErroA> {
    let texto = to_raw_value(atual).map_err(|e| Fault::json("a notification", e))?;
    ler(&domain::reading::merge_patch::mesclar(&texto, remendo), id)
}
