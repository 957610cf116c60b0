//! Products as records: in a list, and one by one.

use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpResponse, get};
use domain::interface_b::produto::{Produto, Source};
use domain::loja_config::RecordStyle;
use http_kit::{Fault, Mount, Then};
use serde::Serialize;
use store::paging::{Page, PageRequest};
use store::{Conn, lojas_config, produtos};

use super::found::Named;
use super::query::{Additional, ByKind, ChangedOnly, LeftUnread, Narrowed, OnlyValid, StartingAt};
use crate::answer::{PageParams, check_whole, ready, ready_page};
use crate::context::Ctx;
use crate::doc::{Errors, MissingError, PageErrors};
use crate::error::ErrorB;
use crate::interface::{Filters, PathParams};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list).service(find);
}

/// From where on, and from when on.
type Since = (StartingAt, ChangedOnly);
/// Which, and what of them.
type Chosen = (OnlyValid, (Narrowed, Additional));

/// Lists products in ascending order of `produtoVarianteId`. To read all of them, follow `Link`, or repeat
/// with `produtoVarianteIdDe` while `x-tem-proxima-pagina` is true: neither skips nor repeats a product.
#[utoipa::path(tag = "Produtos", operation_id = "listarProdutos",
    params(StartingAt, ChangedOnly, OnlyValid, Narrowed, Additional, PageParams), responses(
    (status = 200, body = Vec<Produto>, headers(
        ("x-total-count" = i64, description = "All products that match, not only those of the page."),
        ("x-tem-proxima-pagina" = bool, description = "Whether products follow after those of the page."),
        ("x-ultimo-produto-variante-id" = Option<i64>,
            description = "`produtoVarianteId` of the page's last product; not on an empty page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    PageErrors, Errors))]
#[get("/produtos")]
async fn list(
    Then(ctx, filters): Then<Ctx, Filters<(PageRequest, Since, Chosen)>>,
) -> Result<HttpResponse, ErrorB> {
    let (wanted, (from, changed), (valid, (narrowed, extras))) = filters.into_inner();
    let defaults = ctx.defaults();
    let wanted = from.page(wanted);
    let (page, body) = ctx
        .read(move |conn, loja| {
            let config = lojas_config::find(conn, loja)?;
            let filter = changed.filter(&config, defaults);
            let filter = produtos::Filter { somente_validos: valid.somente_validos, ..filter };
            let page = narrowed.list(conn, loja, filter, wanted)?;
            check_whole(wanted, page.cut)?;
            let parsed = extras.read(conn, loja, &variants(&page))?;
            let body = registros(&page, &parsed, config.record_style(defaults))?;
            Ok((page.map(|produto| produto.variante), body))
        })
        .await?;
    let mut answer = ready_page(&ctx, vec![body.into()], page.total, page.next.as_ref());
    let mut include = |name, value| answer.headers_mut().insert(HeaderName::from_static(name), value);
    include(
        "x-tem-proxima-pagina",
        HeaderValue::from_static(if page.next.is_some() { "true" } else { "false" }),
    );
    if let Some(last) = page.rows.last() {
        include("x-ultimo-produto-variante-id", HeaderValue::from(*last));
    }
    Ok(answer)
}

/// The numbers of a page's SKUs.
pub(super) fn variants(page: &Page<Source>) -> Vec<i64> {
    page.rows.iter().map(|produto| produto.variante).collect()
}

fn registros(page: &Page<Source>, parsed: &LeftUnread, style: RecordStyle) -> Result<Vec<u8>, ErrorB> {
    let registros = page.rows.iter().map(|produto| produto.produto(parsed.of(produto.variante), style));
    to_json(&registros.collect::<Vec<_>>())
}

/// The bytes of a body.
pub(super) fn to_json<T: Serialize>(value: &T) -> Result<Vec<u8>, ErrorB> {
    Ok(serde_json::to_vec(value).map_err(|e| Fault::json("a product", e))?)
}

/// One product.
#[utoipa::path(tag = "Produtos", operation_id = "obterProduto",
    params(("identificador" = String, Path, description = "The product."), ByKind, Additional),
    responses((status = 200, body = Produto), Errors, MissingError))]
#[get("/produtos/{identificador}")]
async fn find(
    Then(ctx, (path, filters)): Then<Ctx, (PathParams<(String,)>, Filters<(ByKind, Additional)>)>,
) -> Result<HttpResponse, ErrorB> {
    let ((text,), (kind, extras)) = (path.into_inner(), filters.into_inner());
    let (named, defaults) = (Named::new(&ctx, text, kind), ctx.defaults());
    let read = move |conn: &mut Conn<'_>, loja| {
        let style = lojas_config::find(conn, loja)?.record_style(defaults);
        let produto = named.find(conn, loja)?;
        let parsed = extras.read(conn, loja, &[produto.variante])?;
        to_json(&produto.produto(parsed.of(produto.variante), style))
    };
    // prices of another table have to be of the same moment as the product
    let body = if extras.of_other_tables() { ctx.read(read).await? } else { ctx.read_one(read).await? };
    Ok(ready(body))
}
