//! Prices and stock of the products that have changed.

use actix_web::{HttpResponse, get};
use domain::interface_b::produto::AlteracaoProduto;
use http_kit::{Mount, Then};
use store::paging::PageRequest;
use store::{lojas_config, produtos};

use super::query::{ChangedOnly, group};
use super::registro::{to_json, variants};
use crate::answer::{PageParams, check_whole, ready_page};
use crate::context::Ctx;
use crate::doc::{Errors, PageErrors};
use crate::error::ErrorB;
use crate::interface::Filters;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list);
}

/// Lists prices and stock of the products that have changed, in ascending order of `produtoVarianteId`; of
/// all of them without `alteradosPartirDe`. A SKU whose code is `alteracoes` is read by its number.
#[utoipa::path(tag = "Produtos", operation_id = "listarAlteracoesProdutos", params(ChangedOnly, PageParams),
    responses((status = 200, body = Vec<AlteracaoProduto>, headers(
        ("x-total-count" = i64, description = "All products that match, not only those of the page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    PageErrors, Errors))]
#[get("/produtos/alteracoes")]
async fn list(
    Then(ctx, filters): Then<Ctx, Filters<(PageRequest, ChangedOnly)>>,
) -> Result<HttpResponse, ErrorB> {
    let ((wanted, changed), defaults) = (filters.into_inner(), ctx.defaults());
    let (body, total, next) = ctx
        .read(move |conn, loja| {
            let config = lojas_config::find(conn, loja)?;
            let page = produtos::list(conn, loja, &changed.filter(&config, defaults), wanted)?;
            check_whole(wanted, page.cut)?;
            let tables = group(produtos::tables(conn, loja, &variants(&page))?);
            let from = |variante| tables.get(&variante).map_or(&[][..], Vec::as_slice);
            let style = config.style(defaults);
            let alteracoes = page.rows.iter().map(|p| p.alteracao(from(p.variante), style));
            Ok((to_json(&alteracoes.collect::<Vec<_>>())?, page.total, page.next))
        })
        .await?;
    Ok(ready_page(&ctx, vec![body.into()], total, next.as_ref()))
}
