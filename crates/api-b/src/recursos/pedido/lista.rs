//! Orders as records: in lists, and one by one.

use actix_web::{HttpResponse, get};
use domain::interface_b::registro::RegistroPedido;
use domain::values::ids::PedidoId;
use http_kit::Depois;
use store::paging::PageRequest;
use store::{lojas_config, pedidos};
use utoipa_actix_web::service_config::ServiceConfig;

use super::consulta::{Formas, Intervalo, Pedida, Situacoes};
use super::desfecho::AUSENTE;
use crate::contexto::Ctx;
use crate::doc::{ErroAusente, Erros};
use crate::erro::ErroB;
use crate::interface::{Caminho, Filtros};
use crate::resposta::{ParamPagina, pagina_pronta, pronto};

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list).service(por_situacao).service(por_forma).service(find);
}

/// Lists orders of a range of dates, by that date and then by number. `Link` leads on without skipping or
/// repeating an order whose date stays.
#[utoipa::path(tag = "Pedidos", operation_id = "listarPedidos",
    params(Intervalo, Situacoes, Formas, ParamPagina), responses(
    (status = 200, body = Vec<RegistroPedido>, headers(
        ("x-total-count" = i64, description = "All orders that match, not only those of the page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    Erros))]
#[get("/pedidos")]
async fn list(
    Depois(ctx, filtros): Depois<Ctx, Filtros<(PageRequest, Intervalo, (Situacoes, Formas))>>,
) -> Result<HttpResponse, ErroB> {
    let (pagina, intervalo, (situacoes, formas)) = filtros.into_inner();
    responder(&ctx, pagina, Pedida { intervalo, situacoes, formas }).await
}

/// `GET /pedidos` with the statuses in the path.
#[utoipa::path(tag = "Pedidos", operation_id = "listarPedidosPorSituacao",
    params(("situacoes" = String, Path, description = "Numbers of statuses, separated by commas.",
        example = "1,2"), Intervalo, Formas, ParamPagina), responses(
    (status = 200, body = Vec<RegistroPedido>, headers(
        ("x-total-count" = i64, description = "All orders that match, not only those of the page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    Erros))]
#[get("/pedidos/situacaoPedido/{situacoes}")]
async fn por_situacao(
    Depois(ctx, (codigos, filtros)): Depois<
        Ctx,
        (Caminho<(String,)>, Filtros<(PageRequest, Intervalo, Formas)>),
    >,
) -> Result<HttpResponse, ErroB> {
    let situacoes = Situacoes::do_caminho(&codigos.0.0)?;
    let (pagina, intervalo, formas) = filtros.into_inner();
    responder(&ctx, pagina, Pedida { intervalo, situacoes, formas }).await
}

/// `GET /pedidos` with the payment methods in the path.
#[utoipa::path(tag = "Pedidos", operation_id = "listarPedidosPorFormaPagamento",
    params(("formas" = String, Path, description = "Numbers of payment methods, separated by commas.",
        example = "1,20"), Intervalo, Situacoes, ParamPagina), responses(
    (status = 200, body = Vec<RegistroPedido>, headers(
        ("x-total-count" = i64, description = "All orders that match, not only those of the page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    Erros))]
#[get("/pedidos/formaPagamento/{formas}")]
async fn por_forma(
    Depois(ctx, (codigos, filtros)): Depois<
        Ctx,
        (Caminho<(String,)>, Filtros<(PageRequest, Intervalo, Situacoes)>),
    >,
) -> Result<HttpResponse, ErroB> {
    let formas = Formas::do_caminho(&codigos.0.0)?;
    let (pagina, intervalo, situacoes) = filtros.into_inner();
    responder(&ctx, pagina, Pedida { intervalo, situacoes, formas }).await
}

async fn responder(ctx: &Ctx, pagina: PageRequest, pedida: Pedida) -> Result<HttpResponse, ErroB> {
    let (padrao, memoria) = (ctx.fuso(), ctx.registros());
    let registros = ctx
        .ler(move |conn, loja| {
            let config = lojas_config::find(conn, loja)?;
            let estilo = config.estilo(padrao);
            let filtro = pedida.filtro(&config, padrao)?;
            Ok(pedidos::list_registros(conn, loja, &filtro, pagina, estilo, &memoria)?)
        })
        .await?;
    Ok(pagina_pronta(ctx, registros.corpo, registros.total, registros.next.as_ref()))
}

/// Reads an order.
#[utoipa::path(tag = "Pedidos", operation_id = "obterPedido", params(("pedidoId" = i64, Path)),
    responses((status = 200, body = RegistroPedido), Erros, ErroAusente))]
#[get("/pedidos/{pedidoId}")]
async fn find(Depois(ctx, id): Depois<Ctx, Caminho<(PedidoId,)>>) -> Result<HttpResponse, ErroB> {
    let ((id,), padrao, memoria) = (id.into_inner(), ctx.fuso(), ctx.registros());
    let registro = ctx
        .ler_por_chave(move |conn, loja| {
            let estilo = lojas_config::find(conn, loja)?.estilo(padrao);
            Ok(pedidos::find_registro(conn, loja, id, estilo, &memoria)?)
        })
        .await?;
    Ok(pronto(registro.ok_or(AUSENTE)?))
}
