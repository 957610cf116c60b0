//! What a channel leaves on the shelf and the most that it shows: of all SKUs, or of one.

use actix_web::{HttpResponse, get, put};
use domain::estoque::{CentrosCanal, EstoqueCanal};
use domain::values::ids::{CanalId, LojaId, SkuId};
use http_kit::{Mount, Then};
use store::canais::CanalRow;
use store::{Conn, canais, inventory, skus};

use crate::answer::Answer;
use crate::context::{ForLoja, check};
use crate::doc::{BodyErrors, Errors};
use crate::error::{ErrorA, Resource};
use crate::interface::{Body, PathParams};
use crate::query::{Nothing, UsuarioParam};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(find).service(replace).service(find_of_sku).service(replace_of_sku);
    cfg.service(centros).service(set_centros);
}

/// What a channel leaves on the shelf of every SKU, and the most that it shows.
#[utoipa::path(tag = "Estoque", params(("canalId" = CanalId, Path), UsuarioParam),
    responses((status = 200, body = EstoqueCanal), (status = 304), Errors))]
#[get("/Canal/{canalId}/Estoque")]
async fn find(Then(req, id): Then<ForLoja<Nothing>, PathParams<(CanalId,)>>) -> Result<HttpResponse, ErrorA> {
    let (id,) = id.into_inner();
    let value = req.read_one(move |conn, loja| Ok(find_canal(conn, loja.id, &id)?.estoque)).await?;
    Answer::ok(&value)?.or_not_modified(&req.conditions)
}

/// Says what a channel leaves on the shelf of every SKU, and the most that it shows.
#[utoipa::path(tag = "Estoque", params(("canalId" = CanalId, Path), UsuarioParam),
    request_body = EstoqueCanal,
    responses((status = 200, body = EstoqueCanal), Errors, BodyErrors))]
#[put("/Canal/{canalId}/Estoque")]
async fn replace(
    Then(req, (id, body)): Then<ForLoja<Nothing>, (PathParams<(CanalId,)>, Body<EstoqueCanal>)>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), fingerprint, conditions) = (id.into_inner(), body.fingerprint(), req.conditions.clone());
    let new = body.into_inner();
    req.write(fingerprint, move |tx, loja| {
        canais::exclusive(tx, loja.id, &id)?;
        let canal = find_canal(tx, loja.id, &id)?;
        check(&conditions, Some(&canal.estoque))?;
        Ok(Answer::ok(&inventory::set_of_canal(tx, loja.id, &canal, new)?)?.with_etag())
    })
    .await
}

/// What a channel leaves on the shelf of one SKU, and the most that it shows of it, where that is not what
/// the channel says of all.
#[utoipa::path(tag = "Estoque", params(("sku" = SkuId, Path), ("canalId" = CanalId, Path), UsuarioParam),
    responses((status = 200, body = EstoqueCanal), (status = 304), Errors))]
#[get("/sku/{sku}/Canal/{canalId}/Estoque")]
async fn find_of_sku(
    Then(req, ids): Then<ForLoja<Nothing>, PathParams<(SkuId, CanalId)>>,
) -> Result<HttpResponse, ErrorA> {
    let (sku, canal_id) = ids.into_inner();
    let value = req
        .read_one(move |conn, loja| {
            let (sku, canal) = (sku_num(conn, loja.id, &sku)?, find_canal(conn, loja.id, &canal_id)?.num);
            Ok(inventory::of_sku(conn, loja.id, canal, sku)?)
        })
        .await?;
    Answer::ok(&value)?.or_not_modified(&req.conditions)
}

/// Says what a channel leaves on the shelf of one SKU, and the most that it shows of it. Null: what the
/// channel says of all.
#[utoipa::path(tag = "Estoque", params(("sku" = SkuId, Path), ("canalId" = CanalId, Path), UsuarioParam),
    request_body = EstoqueCanal, responses((status = 200, body = EstoqueCanal), Errors, BodyErrors))]
#[put("/sku/{sku}/Canal/{canalId}/Estoque")]
async fn replace_of_sku(
    Then(req, (ids, body)): Then<ForLoja<Nothing>, (PathParams<(SkuId, CanalId)>, Body<EstoqueCanal>)>,
) -> Result<HttpResponse, ErrorA> {
    let ((sku, canal_id), fingerprint) = (ids.into_inner(), body.fingerprint());
    let (new, conditions) = (body.into_inner(), req.conditions.clone());
    req.write(fingerprint, move |tx, loja| {
        let num = skus::number_locked(tx, loja.id, &sku)?.ok_or(ErrorA::NotFound(Resource::Sku))?;
        let canal = find_canal(tx, loja.id, &canal_id)?.num;
        check(&conditions, Some(&inventory::of_sku(tx, loja.id, canal, num)?))?;
        inventory::set_of_sku(tx, loja.id, canal, num, new)?;
        Ok(Answer::ok(&new)?.with_etag())
    })
    .await
}

/// Which distribution centres a channel sells from: its offers show what lies there, and its orders take from
/// there.
#[utoipa::path(tag = "Estoque", params(("canalId" = CanalId, Path), UsuarioParam),
    responses((status = 200, body = CentrosCanal), (status = 304), Errors))]
#[get("/Canal/{canalId}/Centro")]
async fn centros(
    Then(req, id): Then<ForLoja<Nothing>, PathParams<(CanalId,)>>,
) -> Result<HttpResponse, ErrorA> {
    let (id,) = id.into_inner();
    let value = req.read_one(move |conn, loja| Ok(find_canal(conn, loja.id, &id)?.centros)).await?;
    Answer::ok(&value)?.or_not_modified(&req.conditions)
}

/// Says which distribution centres a channel sells from; an empty list: all of them.
#[utoipa::path(tag = "Estoque", params(("canalId" = CanalId, Path), UsuarioParam),
    request_body = CentrosCanal, responses((status = 200, body = CentrosCanal), Errors, BodyErrors))]
#[put("/Canal/{canalId}/Centro")]
async fn set_centros(
    Then(req, (id, body)): Then<ForLoja<Nothing>, (PathParams<(CanalId,)>, Body<CentrosCanal>)>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), fingerprint, conditions) = (id.into_inner(), body.fingerprint(), req.conditions.clone());
    let new = body.into_inner();
    req.write(fingerprint, move |tx, loja| {
        canais::exclusive(tx, loja.id, &id)?;
        let canal = find_canal(tx, loja.id, &id)?;
        check(&conditions, Some(&canal.centros))?;
        match inventory::set_centros_of_canal(tx, loja.id, &canal, &new)? {
            None => Ok(Answer::ok(&new)?.with_etag()),
            Some(unknown) => {
                let what = format_args!("o centro de distribuição {unknown} não existe");
                Err(ErrorA::invalid("centros", what))
            }
        }
    })
    .await
}

fn find_canal(conn: &mut Conn<'_>, loja: LojaId, id: &CanalId) -> Result<CanalRow, ErrorA> {
    canais::find(conn, loja, id)?.ok_or(ErrorA::NotFound(Resource::Canal))
}

fn sku_num(conn: &mut Conn<'_>, loja: LojaId, sku: &SkuId) -> Result<i64, ErrorA> {
    skus::number(conn, loja, sku)?.ok_or(ErrorA::NotFound(Resource::Sku))
}
