//! What there is of a SKU, and how it came to that.

use actix_web::{HttpResponse, get};
use domain::estoque::{CENTRO_MAX, CENTRO_PADRAO, ControleEstoque, Movimento};
use domain::values::ids::SkuId;
use http_kit::{FromQuery, Mount, QueryReader, Then};
use serde::Serialize;
use store::paging::PageRequest;
use store::{inventory, skus};
use utoipa::{IntoParams, ToSchema};

use crate::answer::Answer;
use crate::context::ForLoja;
use crate::doc::Errors;
use crate::envelope::{RetornoPaginado, write_page};
use crate::error::{ErrorA, Resource};
use crate::interface::PathParams;
use crate::query::{Nothing, PageParams, UsuarioParam};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(find).service(movimentos);
}

/// What there is of a SKU.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EstoqueSku {
    /// The SKU.
    sku: SkuId,
    /// Its stock in all distribution centres, as its owner has told it or the hub keeps it.
    estoque: i64,
    /// What orders hold of it.
    reservado: i64,
    /// What is left; below zero when orders hold more than there is.
    disponivel: i64,
    /// Who keeps it.
    controle_estoque: ControleEstoque,
}

/// What there is of a SKU in all distribution centres: its stock, what orders hold of it, and what is left.
#[utoipa::path(tag = "Estoque", params(("sku" = SkuId, Path), UsuarioParam),
    responses((status = 200, body = EstoqueSku), (status = 304), Errors))]
#[get("/sku/{sku}/Estoque")]
async fn find(Then(req, id): Then<ForLoja<Nothing>, PathParams<(SkuId,)>>) -> Result<HttpResponse, ErrorA> {
    let (sku,) = id.into_inner();
    let value = req
        .read(move |conn, loja| {
            let saldo = inventory::saldo(conn, loja.id, &sku)?.ok_or(ErrorA::NotFound(Resource::Sku))?;
            let estoque = saldo.centros.iter().map(|one| i64::from(one.estoque)).sum();
            let reservado = saldo.centros.iter().map(|one| one.reservado).sum();
            Ok(EstoqueSku {
                sku,
                estoque,
                reservado,
                disponivel: estoque - reservado,
                controle_estoque: saldo.controle,
            })
        })
        .await?;
    Answer::ok(&value)?.or_not_modified(&req.conditions)
}

/// Whose ledger is wanted.
#[derive(Clone, Copy, IntoParams)]
#[into_params(parameter_in = Query)]
struct InCentro {
    /// The distribution centre.
    #[param(rename = "centroId", minimum = 1, maximum = 999_999, default = 1)]
    centro_id: i32,
    #[param(ignore)]
    page: PageRequest,
}

impl FromQuery for InCentro {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        let centro_id = c.integer_between("centroId", 1, CENTRO_MAX.into());
        let page = PageRequest::of(c);
        let centro_id = centro_id.and_then(|id| i32::try_from(id).ok()).unwrap_or(CENTRO_PADRAO);
        Some(Self { centro_id, page: page? })
    }
}

/// Every change of a SKU's stock in a distribution centre and of what orders hold of it, the latest first.
#[utoipa::path(tag = "Estoque", params(("sku" = SkuId, Path), UsuarioParam, InCentro, PageParams),
    responses((status = 200, body = RetornoPaginado<Movimento>), Errors))]
#[get("/sku/{sku}/Movimento")]
async fn movimentos(
    Then(req, id): Then<ForLoja<InCentro>, PathParams<(SkuId,)>>,
) -> Result<HttpResponse, ErrorA> {
    let ((sku,), InCentro { centro_id, page: wanted }) = (id.into_inner(), req.filter);
    let page = req
        .read(move |conn, loja| {
            let num = skus::number(conn, loja.id, &sku)?.ok_or(ErrorA::NotFound(Resource::Sku))?;
            write_page(wanted, inventory::movimentos(conn, loja.id, (num, centro_id), wanted)?)
        })
        .await?;
    Ok(page.respond(&req))
}
