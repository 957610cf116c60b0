//! Stock and price of one SKU: the two changes that come thousands of times a minute.

use actix_web::{HttpResponse, put};
use domain::sku::AjusteDatado;
use domain::sku_canal::Preco;
use domain::values::dates::Instante;
use domain::values::ids::SkuId;
use http_kit::{Conditions, Mount, Then};
use serde::Serialize;
use store::Tx;
use store::skus::{self, ChangeEstoqueOutcome, NewBalance};
use store::usuarios::Loja;
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
    /// The stock is this now.
    #[schema(minimum = 0)]
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
    let ((id,), fingerprint, conditions) = (id.into_inner(), body.fingerprint(), req.conditions.clone());
    let ajuste = body.into_inner();
    let sku = id.clone();
    let answer = move |estoque| Answer::ok(&Saldo { sku: &sku, estoque });
    if let Some(done) = req.gather(fingerprint, (&id, NewBalance::Estoque(ajuste)), answer.clone()).await? {
        return Ok(done);
    }
    req.write(fingerprint, move |tx, loja| {
        check_sku(tx, loja, &id, &conditions)?;
        answer(adjust(tx, loja, &id, ajuste)?)
    })
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
    let sku = id.clone();
    let answer =
        move || Answer::ok(&Precos { sku: &sku, preco_de: preco.preco_de, preco_por: preco.preco_por });
    let gathered = answer.clone();
    if let Some(done) = req.gather(fingerprint, (&id, NewBalance::Preco(preco)), move |_| gathered()).await? {
        return Ok(done);
    }
    req.write(fingerprint, move |tx, loja| {
        check_sku(tx, loja, &id, &conditions)?;
        set_price(tx, loja, &id, preco)?;
        answer()
    })
    .await
}

/// Refuses a change that was made for another state of the SKU. Only who asks pays for the reading.
fn check_sku(tx: &mut Tx<'_>, loja: Loja, sku: &SkuId, conditions: &Conditions) -> Result<(), ErrorA> {
    if conditions.empty() {
        return Ok(());
    }
    let current = skus::find_locked(tx, loja.id, sku)?.ok_or(ErrorA::NotFound(Resource::Sku))?;
    check(conditions, Some(&current))
}

/// Changes the stock; answers what it is now.
fn adjust(tx: &mut Tx<'_>, loja: Loja, sku: &SkuId, ajuste: AjusteDatado) -> Result<i32, ErrorA> {
    match skus::adjust_estoque(tx, loja.id, sku, ajuste)? {
        ChangeEstoqueOutcome::Done(estoque) => Ok(estoque),
        ChangeEstoqueOutcome::Missing => Err(ErrorA::NotFound(Resource::Sku)),
        ChangeEstoqueOutcome::Refused(current) => Err(ErrorA::EstoqueRefused(current)),
    }
}

/// Changes the prices.
fn set_price(tx: &mut Tx<'_>, loja: Loja, sku: &SkuId, preco: Preco) -> Result<(), ErrorA> {
    if skus::set_preco(tx, loja.id, sku, preco)? { Ok(()) } else { Err(ErrorA::NotFound(Resource::Sku)) }
}
