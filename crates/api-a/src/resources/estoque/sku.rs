//! What there is of a SKU, and how it came to that.

use actix_web::{HttpResponse, get};
use domain::estoque::{ControleEstoque, Movimento};
use domain::values::ids::SkuId;
use http_kit::Then;
use serde::Serialize;
use store::paging::PageRequest;
use store::{estoque, skus};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::answer::Answer;
use crate::context::ForLoja;
use crate::doc::Errors;
use crate::envelope::{RetornoPaginado, write_page};
use crate::error::{ErrorA, Resource};
use crate::interface::PathParams;
use crate::query::{Nothing, PageParams, UsuarioParam};

/// The routes of this file.
pub fn mount(cfg: &mut ServiceConfig<'_>) {
    cfg.service(find).service(movimentos);
}

/// What there is of a SKU.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EstoqueSku {
    /// The SKU.
    sku: SkuId,
    /// Its stock, as its owner has told it or the hub keeps it.
    estoque: i32,
    /// What orders hold of it.
    reservado: i64,
    /// What is left; below zero when orders hold more than there is.
    disponivel: i64,
    /// Who keeps it.
    controle_estoque: ControleEstoque,
}

/// What there is of a SKU: its stock, what orders hold of it, and what is left.
#[utoipa::path(tag = "Estoque", params(("sku" = SkuId, Path), UsuarioParam),
    responses((status = 200, body = EstoqueSku), (status = 304), Errors))]
#[get("/sku/{sku}/Estoque")]
async fn find(Then(req, id): Then<ForLoja<Nothing>, PathParams<(SkuId,)>>) -> Result<HttpResponse, ErrorA> {
    let (sku,) = id.into_inner();
    let value = req
        .read_loja_by_key(move |conn, loja| {
            let saldo = estoque::saldo(conn, loja.id, &sku)?.ok_or(ErrorA::NotFound(Resource::Sku))?;
            Ok(EstoqueSku {
                sku,
                estoque: saldo.estoque,
                reservado: saldo.reservado,
                disponivel: i64::from(saldo.estoque) - saldo.reservado,
                controle_estoque: saldo.controle,
            })
        })
        .await?;
    Answer::ok(&value)?.or_not_modified(&req.conditions)
}

/// Every change of a SKU's stock and of what orders hold of it, the latest first.
#[utoipa::path(tag = "Estoque", params(("sku" = SkuId, Path), UsuarioParam, PageParams),
    responses((status = 200, body = RetornoPaginado<Movimento>), Errors))]
#[get("/sku/{sku}/Movimento")]
async fn movimentos(
    Then(req, id): Then<ForLoja<PageRequest>, PathParams<(SkuId,)>>,
) -> Result<HttpResponse, ErrorA> {
    let ((sku,), wanted) = (id.into_inner(), req.filter);
    let page = req
        .read_loja(move |conn, loja| {
            let num = skus::number(conn, loja.id, &sku)?.ok_or(ErrorA::NotFound(Resource::Sku))?;
            write_page(wanted, estoque::movimentos(conn, loja.id, num, wanted)?)
        })
        .await?;
    Ok(page.respond(&req))
}
