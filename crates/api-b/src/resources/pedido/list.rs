//! Orders as records: in lists, and one by one.

use actix_web::{HttpResponse, get};
use domain::interface_b::registro::RegistroPedido;
use domain::values::ids::PedidoId;
use http_kit::{Mount, Then};
use store::orders::ResumePoint;
use store::paging::PageRequest;
use store::{inventory, lojas_config, orders};

use super::outcome::MISSING;
use super::query::{Formas, Interval, Situacoes, Wanted};
use crate::answer::{PageParams, check_whole, ready, ready_page};
use crate::context::Ctx;
use crate::doc::{Errors, MissingError, PageErrors};
use crate::error::ErrorB;
use crate::interface::{Filters, PathParams};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list).service(by_situacao).service(by_forma).service(find);
}

/// Lists orders of a range of dates, by that date and then by number. Pages asked for one after the other, by
/// number or by `Link`, neither leave out nor repeat an order that stays in the list, though its date changes
/// meanwhile; where another scan of the same question is open, some may come twice, at the end.
#[utoipa::path(tag = "Pedidos", operation_id = "listarPedidos",
    params(Interval, Situacoes, Formas, PageParams), responses(
    (status = 200, body = Vec<RegistroPedido>, headers(
        ("x-total-count" = i64, description = "All orders that match, not only those of the page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    PageErrors, Errors))]
#[get("/pedidos")]
async fn list(
    Then(ctx, filters): Then<Ctx, Filters<(PageRequest, Interval, (Situacoes, Formas))>>,
) -> Result<HttpResponse, ErrorB> {
    let (page, interval, (situacoes, formas)) = filters.into_inner();
    respond(&ctx, page, Wanted { interval, situacoes, formas }).await
}

/// `GET /pedidos` with the statuses in the path.
#[utoipa::path(tag = "Pedidos", operation_id = "listarPedidosPorSituacao",
    params(("situacoes" = String, Path, description = "Numbers of statuses, separated by commas.",
        example = "1,2"), Interval, Formas, PageParams), responses(
    (status = 200, body = Vec<RegistroPedido>, headers(
        ("x-total-count" = i64, description = "All orders that match, not only those of the page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    PageErrors, Errors))]
#[get("/pedidos/situacaoPedido/{situacoes}")]
async fn by_situacao(
    Then(ctx, (codes, filters)): Then<Ctx, (PathParams<(String,)>, Filters<(PageRequest, Interval, Formas)>)>,
) -> Result<HttpResponse, ErrorB> {
    let situacoes = Situacoes::from_segment(&codes.0.0)?;
    let (page, interval, formas) = filters.into_inner();
    respond(&ctx, page, Wanted { interval, situacoes, formas }).await
}

/// `GET /pedidos` with the payment methods in the path.
#[utoipa::path(tag = "Pedidos", operation_id = "listarPedidosPorFormaPagamento",
    params(("formas" = String, Path, description = "Numbers of payment methods, separated by commas.",
        example = "1,20"), Interval, Situacoes, PageParams), responses(
    (status = 200, body = Vec<RegistroPedido>, headers(
        ("x-total-count" = i64, description = "All orders that match, not only those of the page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    PageErrors, Errors))]
#[get("/pedidos/formaPagamento/{formas}")]
async fn by_forma(
    Then(ctx, (codes, filters)): Then<
        Ctx,
        (PathParams<(String,)>, Filters<(PageRequest, Interval, Situacoes)>),
    >,
) -> Result<HttpResponse, ErrorB> {
    let formas = Formas::from_segment(&codes.0.0)?;
    let (page, interval, situacoes) = filters.into_inner();
    respond(&ctx, page, Wanted { interval, situacoes, formas }).await
}

async fn respond(ctx: &Ctx, page: PageRequest, wanted: Wanted) -> Result<HttpResponse, ErrorB> {
    let (defaults, records, sessions) = (ctx.defaults(), ctx.records(), ctx.page_sessions());
    // a HEAD request shows no orders
    let (from, pending) = match ctx.shows() {
        true => sessions.resume_point(ctx.page_query(&page), page, wanted.interval.ascending()),
        false => (ResumePoint::COUNTED, None),
    };
    let (registros, result) = ctx
        .read(move |conn, loja| {
            let config = lojas_config::find(conn, loja)?;
            let filter = wanted.filter(&config, defaults)?;
            Ok(orders::list_registros_from(conn, loja, &filter, page, &from, records.of(&config))?)
        })
        .await?;
    check_whole(page, registros.cut)?;
    if let Some((pending, result)) = pending.zip(result) {
        sessions.record(pending, result);
    }
    Ok(ready_page(ctx, registros.corpo, registros.total, registros.next.as_ref()))
}

/// Reads an order.
#[utoipa::path(tag = "Pedidos", operation_id = "obterPedido", params(("pedidoId" = i64, Path)),
    responses((status = 200, body = RegistroPedido), Errors, MissingError))]
#[get("/pedidos/{pedidoId}")]
async fn find(Then(ctx, id): Then<Ctx, PathParams<(PedidoId,)>>) -> Result<HttpResponse, ErrorB> {
    let ((id,), records) = (id.into_inner(), ctx.records());
    let (registro, takes_over) = ctx
        .read(move |conn, loja| {
            let config = lojas_config::find(conn, loja)?;
            let takes_over = inventory::read_takes_over(conn, loja, id)?;
            Ok((orders::find_registro(conn, loja, id, records.of(&config))?, takes_over))
        })
        .await?;
    if takes_over {
        ctx.write(move |tx, loja| Ok(inventory::take_over(tx, loja, &[id.0])?)).await?;
    }
    Ok(ready(registro.ok_or(MISSING)?))
}
