//! Distribution centres, and what lies of a SKU in each.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, put};
use domain::estoque::{CENTRO_MAX, CENTROS_MAX, Centro, DadosCentro, SaldoEmCentro};
use domain::sku::{AjusteDatado, AjusteEmCentro};
use domain::values::ids::SkuId;
use http_kit::{Mount, Then};
use store::centros::SetCentroOutcome;
use store::inventory::{RemoveCentroOutcome, StockOutcome};
use store::{centros, inventory, skus};

use crate::answer::Answer;
use crate::context::{ForLoja, check};
use crate::doc::{BodyErrors, Errors};
use crate::error::{ErrorA, Resource};
use crate::interface::{Body, PathParams};
use crate::query::{Nothing, UsuarioParam};
use crate::resources::sku::Ajuste;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list).service(find).service(replace).service(remove).service(of_sku).service(adjust);
}

/// A user's distribution centres, in the order in which orders take from them.
#[utoipa::path(tag = "Estoque", params(UsuarioParam),
    responses((status = 200, body = Vec<Centro>), (status = 304), Errors))]
#[get("/Centro")]
async fn list(req: ForLoja<Nothing>) -> Result<HttpResponse, ErrorA> {
    let all = req.read_one(move |conn, loja| Ok(centros::list(conn, loja.id)?)).await?;
    Answer::ok(&all)?.or_not_modified(&req.conditions)
}

/// One distribution centre.
#[utoipa::path(tag = "Estoque",
    params(("centroId" = i32, Path, minimum = 1, maximum = 999_999), UsuarioParam),
    responses((status = 200, body = Centro), (status = 304), Errors))]
#[get("/Centro/{centroId}")]
async fn find(Then(req, id): Then<ForLoja<Nothing>, PathParams<(i32,)>>) -> Result<HttpResponse, ErrorA> {
    let (id,) = id.into_inner();
    let centro = req
        .read_one(move |conn, loja| {
            centros::find(conn, loja.id, id)?.ok_or(ErrorA::NotFound(Resource::Centro))
        })
        .await?;
    Answer::ok(&centro)?.or_not_modified(&req.conditions)
}

/// Registers a distribution centre, or says anew what it is called and when orders take from it. A user has
/// at most 100.
#[utoipa::path(tag = "Estoque",
    params(("centroId" = i32, Path, minimum = 1, maximum = 999_999), UsuarioParam),
    request_body = DadosCentro,
    responses((status = 200, body = Centro), (status = 201, body = Centro), Errors, BodyErrors))]
#[put("/Centro/{centroId}")]
async fn replace(
    Then(req, (id, body)): Then<ForLoja<Nothing>, (PathParams<(i32,)>, Body<DadosCentro>)>,
) -> Result<HttpResponse, ErrorA> {
    let ((centro_id,), fingerprint, conditions) =
        (id.into_inner(), body.fingerprint(), req.conditions.clone());
    let new = Centro { centro_id, dados: body.into_inner() };
    let address = req.address(&["Centro", &centro_id.to_string()]);
    if !(1..=CENTRO_MAX).contains(&centro_id) {
        return Err(ErrorA::invalid("centroId", format_args!("deve ser um inteiro de 1 a {CENTRO_MAX}")));
    }
    req.write(fingerprint, move |tx, loja| {
        centros::exclusive(tx, loja.id)?;
        check(&conditions, centros::find(tx, loja.id, centro_id)?.as_ref())?;
        match centros::set(tx, loja.id, &new)? {
            SetCentroOutcome::Created => {
                Ok(Answer::json(StatusCode::CREATED, &new)?.location(address.clone()).with_etag())
            }
            SetCentroOutcome::Replaced => Ok(Answer::ok(&new)?.with_etag()),
            SetCentroOutcome::Excess => Err(ErrorA::TooManyCentres(CENTROS_MAX)),
        }
    })
    .await
}

/// Removes a distribution centre. Refused while something lies there, an order takes from it or a channel
/// names it, and for centre 1.
#[utoipa::path(tag = "Estoque",
    params(("centroId" = i32, Path, minimum = 1, maximum = 999_999), UsuarioParam),
    responses((status = 204), Errors))]
#[delete("/Centro/{centroId}")]
async fn remove(Then(req, id): Then<ForLoja<Nothing>, PathParams<(i32,)>>) -> Result<HttpResponse, ErrorA> {
    let ((id,), conditions) = (id.into_inner(), req.conditions.clone());
    req.write([0; 32], move |tx, loja| {
        centros::exclusive(tx, loja.id)?;
        check(&conditions, centros::find(tx, loja.id, id)?.as_ref())?;
        match inventory::remove_centro(tx, loja.id, id)? {
            RemoveCentroOutcome::Removed => Ok(Answer::empty()),
            RemoveCentroOutcome::Missing => Err(ErrorA::NotFound(Resource::Centro)),
            RemoveCentroOutcome::InUse => Err(ErrorA::CentreInUse),
        }
    })
    .await
}

/// What lies of a SKU in each distribution centre.
#[utoipa::path(tag = "Estoque", params(("sku" = SkuId, Path), UsuarioParam),
    responses((status = 200, body = Vec<SaldoEmCentro>), (status = 304), Errors))]
#[get("/sku/{sku}/Centro")]
async fn of_sku(Then(req, id): Then<ForLoja<Nothing>, PathParams<(SkuId,)>>) -> Result<HttpResponse, ErrorA> {
    let (sku,) = id.into_inner();
    let all = req
        .read(move |conn, loja| {
            Ok(inventory::saldo(conn, loja.id, &sku)?.ok_or(ErrorA::NotFound(Resource::Sku))?.centros)
        })
        .await?;
    Answer::ok(&all)?.or_not_modified(&req.conditions)
}

/// Sets or varies the stock of a SKU in one distribution centre. A variation that would leave it below zero
/// changes nothing.
#[utoipa::path(tag = "Estoque",
    params(("sku" = SkuId, Path), ("centroId" = i32, Path, minimum = 1, maximum = 999_999), UsuarioParam),
    request_body = Ajuste,
    responses((status = 200, body = SaldoEmCentro), Errors, BodyErrors))]
#[put("/sku/{sku}/Centro/{centroId}")]
async fn adjust(
    Then(req, (ids, body)): Then<ForLoja<Nothing>, (PathParams<(SkuId, i32)>, Body<AjusteDatado>)>,
) -> Result<HttpResponse, ErrorA> {
    let ((sku, centro), fingerprint, conditions) =
        (ids.into_inner(), body.fingerprint(), req.conditions.clone());
    let ajuste = body.into_inner();
    req.write(fingerprint, move |tx, loja| {
        if !conditions.empty() {
            centros::hold(tx, loja.id)?;
            skus::number_locked(tx, loja.id, &sku)?.ok_or(ErrorA::NotFound(Resource::Sku))?;
            // what is read under the same SKU: all its centres
            let saldo = inventory::saldo(tx, loja.id, &sku)?;
            check(&conditions, saldo.map(|saldo| saldo.centros).as_ref())?;
        }
        let in_centro = AjusteEmCentro { ajuste, centro_id: Some(centro) };
        match inventory::change_stock(tx, loja.id, sku.as_str(), in_centro)? {
            StockOutcome::Done(now) => Answer::ok(&now),
            StockOutcome::Missing => Err(ErrorA::NotFound(Resource::Sku)),
            StockOutcome::CentroMissing => Err(ErrorA::NotFound(Resource::Centro)),
            StockOutcome::Refused(current) => Err(ErrorA::StockRefused(current)),
        }
    })
    .await
}
