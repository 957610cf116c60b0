//! Users: the stores of the application.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, patch, post, put};
use domain::reading::keyed::ComChave;
use domain::usuario::Usuario;
use domain::values::ids::{AplicacaoId, UsuarioId};
use http_kit::{Depois, FromConsulta, Leitor};
use store::paging::PageRequest;
use store::usuarios;
use store::{Criacao, Exclusao, Tx, Upsert};
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::consulta::{Delta, ParamPagina};
use crate::contexto::{Ctx, conferir, endereco};
use crate::doc::{Erros, ErrosDeCorpo};
use crate::envelope::{RetornoPaginado, pagina};
use crate::erro::{ErroA, Recurso};
use crate::interface::{Caminho, Corpo, CorpoBruto, Filtros};
use crate::resposta::Resposta;

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list).service(create).service(find).service(upsert).service(update).service(remove);
}

/// Which users are wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
struct FiltroUsuario {
    /// Active ones, or the others.
    ativo: Option<bool>,
    /// With exactly this e-mail.
    email: Option<String>,
}

impl FromConsulta for FiltroUsuario {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        Some(Self { ativo: c.booleano("ativo"), email: c.texto("email") })
    }
}

/// Lists users in the order of their creation.
#[utoipa::path(tag = "Usuario", params(ParamPagina, FiltroUsuario, Delta),
    responses((status = 200, body = RetornoPaginado<Usuario>), Erros))]
#[get("/Usuario")]
async fn list(
    Depois(ctx, filtros): Depois<Ctx, Filtros<(PageRequest, FiltroUsuario, Delta)>>,
) -> Result<HttpResponse, ErroA> {
    let (pedida, filtro, delta) = filtros.into_inner();
    let filtro =
        usuarios::Filtro { ativo: filtro.ativo, email: filtro.email, alterado: delta.faixa(ctx.fuso()) };
    let aplicacao = ctx.aplicacao();
    let page = ctx.ler(move |conn| Ok(usuarios::list(conn, aplicacao, &filtro, pedida)?)).await?;
    Ok(pagina(&ctx, pedida, page)?.into())
}

/// Creates a user.
#[utoipa::path(tag = "Usuario", request_body = Usuario, responses(
    (status = 201, body = Usuario), (status = 200, body = Usuario, description = "The same content was there."),
    Erros, ErrosDeCorpo))]
#[post("/Usuario")]
async fn create(Depois(ctx, corpo): Depois<Ctx, Corpo<Usuario>>) -> Result<HttpResponse, ErroA> {
    let (aplicacao, impressao) = (ctx.aplicacao(), corpo.impressao());
    let usuario = corpo.into_inner();
    ctx.escrever(impressao, move |tx| match usuarios::create(tx, aplicacao, &usuario)? {
        Criacao::Criado(criado) => criada(&criado),
        Criacao::Igual(igual) => Ok(Resposta::ok(&igual)?.com_etag()),
        Criacao::Diferente => Err(ErroA::JaExiste),
    })
    .await
}

/// Reads a user.
#[utoipa::path(tag = "Usuario", params(("usuarioId" = UsuarioId, Path)),
    responses((status = 200, body = Usuario), (status = 304), Erros))]
#[get("/Usuario/{usuarioId}")]
async fn find(Depois(ctx, id): Depois<Ctx, Caminho<(UsuarioId,)>>) -> Result<HttpResponse, ErroA> {
    let ((id,), aplicacao) = (id.into_inner(), ctx.aplicacao());
    let usuario = ctx.ler_por_chave(move |conn| Ok(usuarios::find(conn, aplicacao, &id)?)).await?;
    let usuario = usuario.ok_or(ErroA::NaoEncontrado(Recurso::Usuario))?;
    Resposta::ok(&usuario)?.ou_nao_modificada(&ctx.condicoes)
}

/// Creates or replaces a user; absent members take their defaults.
#[utoipa::path(tag = "Usuario", params(("usuarioId" = UsuarioId, Path)), request_body = Usuario,
    responses((status = 200, body = Usuario), (status = 201, body = Usuario), Erros, ErrosDeCorpo))]
#[put("/Usuario/{usuarioId}")]
async fn upsert(
    Depois(ctx, (id, corpo)): Depois<Ctx, (Caminho<(UsuarioId,)>, CorpoBruto)>,
) -> Result<HttpResponse, ErroA> {
    let ((id,), aplicacao, condicoes) = (id.into_inner(), ctx.aplicacao(), ctx.condicoes.clone());
    let usuario = Usuario::ler_com_chave(corpo.raw()?, Some(&id)).map_err(ErroA::Invalido)?;
    ctx.escrever(corpo.impressao(), move |tx| {
        usuarios::exclusivo(tx, aplicacao, &id)?;
        conferir(&condicoes, usuarios::find(tx, aplicacao, &id)?.as_ref())?;
        gravar(tx, aplicacao, &usuario)
    })
    .await
}

/// Changes some members of a user (JSON merge patch).
#[utoipa::path(tag = "Usuario", params(("usuarioId" = UsuarioId, Path)),
    request_body(content = Object, content_type = "application/merge-patch+json"),
    responses((status = 200, body = Usuario), Erros, ErrosDeCorpo))]
#[patch("/Usuario/{usuarioId}")]
async fn update(
    Depois(ctx, (id, corpo)): Depois<Ctx, (Caminho<(UsuarioId,)>, CorpoBruto)>,
) -> Result<HttpResponse, ErroA> {
    let ((id,), aplicacao, condicoes) = (id.into_inner(), ctx.aplicacao(), ctx.condicoes.clone());
    let remendo = corpo.raw()?.to_owned();
    ctx.escrever(corpo.impressao(), move |tx| {
        usuarios::exclusivo(tx, aplicacao, &id)?;
        let atual = usuarios::find(tx, aplicacao, &id)?.ok_or(ErroA::NaoEncontrado(Recurso::Usuario))?;
        conferir(&condicoes, Some(&atual))?;
        gravar(tx, aplicacao, &atual.remendar(&remendo).map_err(ErroA::Invalido)?)
    })
    .await
}

/// Deletes a user with all that is below it; refused while it has orders.
#[utoipa::path(tag = "Usuario", params(("usuarioId" = UsuarioId, Path)),
    responses((status = 204), Erros))]
#[delete("/Usuario/{usuarioId}")]
async fn remove(Depois(ctx, id): Depois<Ctx, Caminho<(UsuarioId,)>>) -> Result<HttpResponse, ErroA> {
    let ((id,), aplicacao, condicoes) = (id.into_inner(), ctx.aplicacao(), ctx.condicoes.clone());
    ctx.escrever([0; 32], move |tx| {
        usuarios::exclusivo(tx, aplicacao, &id)?;
        conferir(&condicoes, usuarios::find(tx, aplicacao, &id)?.as_ref())?;
        match usuarios::delete(tx, aplicacao, &id)? {
            Exclusao::Excluido => Ok(Resposta::vazia()),
            Exclusao::Ausente => Err(ErroA::NaoEncontrado(Recurso::Usuario)),
            Exclusao::EmUso => Err(ErroA::EmUso),
        }
    })
    .await
}

fn gravar(tx: &mut Tx<'_>, aplicacao: AplicacaoId, usuario: &Usuario) -> Result<Resposta, ErroA> {
    match usuarios::upsert(tx, aplicacao, usuario)? {
        Upsert::Criado(criado) => criada(&criado),
        Upsert::Substituido(atual) => Ok(Resposta::ok(&atual)?.com_etag()),
    }
}

fn criada(usuario: &Usuario) -> Result<Resposta, ErroA> {
    let caminho = endereco(&["Usuario", usuario.usuario_id.as_str()]);
    Ok(Resposta::json(StatusCode::CREATED, usuario)?.location(caminho).com_etag())
}
