//! Stock and price of one SKU: the two changes that come thousands of times a minute.

use actix_web::{HttpResponse, put};
use domain::sku::AjusteDatado;
use domain::sku_canal::Preco;
use domain::values::dates::Instante;
use domain::values::ids::SkuId;
use http_kit::{Mount, Then};
use serde::Serialize;
use store::skus;
use utoipa::ToSchema;

use crate::answer::Answer;
use crate::context::{ForLoja, check};
use crate::doc::{BodyErrors, Errors};
use crate::error::{ErrorA, Resource};
use crate::interface::{Body, PathParams};
use crate::query::{Nothing, UsuarioParam};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(set_estoque).service(set_preco);
}

/// A change of stock: exactly one of the two.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "for the document alone; read as AjusteDatado")]
pub struct Ajuste {
    /// The stock is this now; less than none is taken for none, which `X-Aviso` says.
    estoque: Option<i32>,
    /// The stock rises by this (negative: falls).
    variacao: Option<i32>,
    /// With `estoque`: as of when it was counted; now when not given. Orders that the owner of the stock had
    /// taken over before are contained in the number.
    data_referencia: Option<Instante>,
}

/// The stock after a change.
#[derive(Serialize, ToSchema)]
struct Saldo<'a> {
    /// The SKU.
    #[schema(value_type = SkuId)]
    sku: &'a SkuId,
    /// Its stock now.
    estoque: i32,
}

/// The prices after a change.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Precos<'a> {
    /// The SKU.
    #[schema(value_type = SkuId)]
    sku: &'a SkuId,
    /// "From" price.
    #[schema(value_type = f64)]
    preco_de: domain::values::money::Dinheiro,
    /// Selling price.
    #[schema(value_type = f64)]
    preco_por: domain::values::money::Dinheiro,
}

/// Sets or varies the stock. A variation that would leave it below zero changes nothing. `If-Match` takes the
/// ETag of the SKU.
#[utoipa::path(tag = "Sku", params(("sku" = SkuId, Path), UsuarioParam), request_body = Ajuste,
    responses((status = 200, body = Saldo<'_>), Errors, BodyErrors))]
#[put("/sku/{sku}/Estoque")]
async fn set_estoque(
    Then(req, (id, body)): Then<ForLoja<Nothing>, (PathParams<(SkuId,)>, Body<AjusteDatado>)>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), fingerprint) = (id.into_inner(), body.fingerprint());
    let (ajuste, sku) = (body.into_inner(), id.clone());
    req.change_stock(fingerprint, (id, ajuste), move |estoque| Answer::ok(&Saldo { sku: &sku, estoque }))
        .await
}

/// Sets the prices. `If-Match` takes the ETag of the SKU.
#[utoipa::path(tag = "Sku", params(("sku" = SkuId, Path), UsuarioParam), request_body = Preco,
    responses((status = 200, body = Precos<'_>), Errors, BodyErrors))]
#[put("/sku/{sku}/Preco")]
async fn set_preco(
    Then(req, (id, body)): Then<ForLoja<Nothing>, (PathParams<(SkuId,)>, Body<Preco>)>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), fingerprint, conditions) = (id.into_inner(), body.fingerprint(), req.conditions.clone());
    let preco = body.into_inner();
    req.write(fingerprint, move |tx, loja| {
        if !conditions.empty() {
            // what is read stays as it is: the SKU is locked
            check(&conditions, skus::find_locked(tx, loja.id, &id)?.as_ref())?;
        }
        if !skus::set_preco(tx, loja.id, &id, preco)? {
            return Err(ErrorA::NotFound(Resource::Sku));
        }
        Answer::ok(&Precos { sku: &id, preco_de: preco.preco_de, preco_por: preco.preco_por })
    })
    .await
}
