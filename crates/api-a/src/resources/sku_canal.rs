//! A SKU in a channel: what there differs from the SKU itself.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, patch, post, put};
use domain::reading::json::{FromJson, InputValue, read_with};
use domain::reading::keyed::Keyed;
use domain::reading::problems::{Notice, Problems};
use domain::sku_canal::SkuCanal;
use domain::values::ids::{CanalId, SkuId};
use http_kit::{FromQuery, Mount, QueryReader, Then};
use serde::Serialize;
use serde_json::value::RawValue;
use store::canais;
use store::paging::{PageRequest, Range};
use store::usuarios::Loja;
use store::{Conn, Tx, sku_canais, skus};
use utoipa::{IntoParams, ToSchema};

use crate::answer::Answer;
use crate::context::{ForLoja, check};
use crate::doc::{BodyErrors, Errors};
use crate::envelope::{RetornoPaginado, write_page};
use crate::error::{ErrorA, Resource};
use crate::interface::{Body, PathParams, RawBody};
use crate::lote::{self, Done, Item, Lote, LoteItem, Mode, ModeParam, ResultadoItem};
use crate::outcome::Outcome;
use crate::query::{Delta, Nothing, PageParams, UsuarioParam};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list).service(replace).service(find).service(upsert).service(update).service(remove);
    cfg.service(list_of_canal).service(lote_of_canal);
}

type Pair = PathParams<(SkuId, CanalId)>;

/// The settings of a SKU in every channel that has some.
#[utoipa::path(tag = "Sku", params(("sku" = SkuId, Path), UsuarioParam, Delta),
    responses((status = 200, body = Vec<SkuCanal>), (status = 304), Errors))]
#[get("/sku/{sku}/Canal")]
async fn list(Then(req, id): Then<ForLoja<Delta>, PathParams<(SkuId,)>>) -> Result<HttpResponse, ErrorA> {
    let ((id,), changed) = (id.into_inner(), req.filter.range(req.zone()));
    let values = req
        .read(move |conn, loja| {
            let num = sku_num(conn, loja, &id)?;
            Ok(sku_canais::list_by_sku(conn, loja.id, num, changed)?)
        })
        .await?;
    Answer::ok(&values)?.or_not_modified(&req.conditions)
}

/// Makes this list the settings of a SKU: channels that are not in it lose theirs.
#[utoipa::path(tag = "Sku", params(("sku" = SkuId, Path), UsuarioParam), request_body = Vec<SkuCanal>,
    responses((status = 200, body = Vec<SkuCanal>), Errors, BodyErrors))]
#[put("/sku/{sku}/Canal")]
async fn replace(
    Then(req, (id, body)): Then<ForLoja<Nothing>, (PathParams<(SkuId,)>, Body<Configuracoes>)>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), fingerprint, conditions) = (id.into_inner(), body.fingerprint(), req.conditions.clone());
    let Configuracoes(values) = body.into_inner();
    req.write(fingerprint, move |tx, loja| {
        let num = sku_locked(tx, loja, &id)?;
        check(&conditions, Some(&sku_canais::list_by_sku(tx, loja.id, num, Range::default())?))?;
        let numbered_items = number(tx, loja, &values)?;
        sku_canais::replace_by_sku(tx, loja.id, num, &numbered_items)?;
        Ok(Answer::ok(&sku_canais::list_by_sku(tx, loja.id, num, Range::default())?)?.with_etag())
    })
    .await
}

/// Reads the settings of a SKU in a channel.
#[utoipa::path(tag = "Sku", params(("sku" = SkuId, Path), ("canalId" = CanalId, Path), UsuarioParam),
    responses((status = 200, body = SkuCanal), (status = 304), Errors))]
#[get("/sku/{sku}/Canal/{canalId}")]
async fn find(Then(req, ids): Then<ForLoja<Nothing>, Pair>) -> Result<HttpResponse, ErrorA> {
    let (id, canal_id) = ids.into_inner();
    let valor = req
        .read_one(move |conn, loja| {
            let (num, canal) = (sku_num(conn, loja, &id)?, canal_num(conn, loja, &canal_id)?);
            Ok(sku_canais::find(conn, loja.id, (canal, &canal_id), num)?)
        })
        .await?;
    let valor = valor.ok_or(ErrorA::NotFound(Resource::SkuCanal))?;
    Answer::ok(&valor)?.or_not_modified(&req.conditions)
}

/// Creates or replaces the settings of a SKU in a channel.
#[utoipa::path(tag = "Sku", params(("sku" = SkuId, Path), ("canalId" = CanalId, Path), UsuarioParam),
    request_body = SkuCanal,
    responses((status = 200, body = SkuCanal), (status = 201, body = SkuCanal), Errors, BodyErrors))]
#[put("/sku/{sku}/Canal/{canalId}")]
async fn upsert(
    Then(req, (ids, body)): Then<ForLoja<Nothing>, (Pair, RawBody)>,
) -> Result<HttpResponse, ErrorA> {
    let ((id, canal_id), conditions) = (ids.into_inner(), req.conditions.clone());
    let (valor, notices) = SkuCanal::read_with_key(body.raw()?, Some(&canal_id)).map_err(ErrorA::Invalid)?;
    let address = req.address(&["sku", id.as_str(), "Canal", canal_id.as_str()]);
    req.write(body.fingerprint(), move |tx, loja| {
        let (num, canal, current) = current(tx, loja, &id, &canal_id)?;
        check(&conditions, current.as_ref())?;
        let new = sku_canais::upsert(tx, loja.id, canal, num, &valor)?;
        let status = if new { StatusCode::CREATED } else { StatusCode::OK };
        let answer = Answer::json(status, &stored(tx, loja, num, (canal, &canal_id))?)?.with_etag();
        let answer = answer.with_notices(&notices);
        Ok(if new { answer.location(address.clone()) } else { answer })
    })
    .await
}

/// Changes some members of the settings of a SKU in a channel (JSON merge patch).
#[utoipa::path(tag = "Sku", params(("sku" = SkuId, Path), ("canalId" = CanalId, Path), UsuarioParam),
    request_body(content = Object, content_type = "application/merge-patch+json"),
    responses((status = 200, body = SkuCanal), Errors, BodyErrors))]
#[patch("/sku/{sku}/Canal/{canalId}")]
async fn update(
    Then(req, (ids, body)): Then<ForLoja<Nothing>, (Pair, RawBody)>,
) -> Result<HttpResponse, ErrorA> {
    let ((id, canal_id), conditions) = (ids.into_inner(), req.conditions.clone());
    let merge_patch = body.raw()?.to_owned();
    req.write(body.fingerprint(), move |tx, loja| {
        let (num, canal, current) = current(tx, loja, &id, &canal_id)?;
        let current = current.ok_or(ErrorA::NotFound(Resource::SkuCanal))?;
        check(&conditions, Some(&current))?;
        let (valor, notices) = current.patch(&merge_patch).map_err(ErrorA::Invalid)?;
        sku_canais::upsert(tx, loja.id, canal, num, &valor)?;
        let answer = Answer::ok(&stored(tx, loja, num, (canal, &canal_id))?)?;
        Ok(answer.with_etag().with_notices(&notices))
    })
    .await
}

/// Removes the settings of a SKU in a channel: there it is as the SKU says again.
#[utoipa::path(tag = "Sku", params(("sku" = SkuId, Path), ("canalId" = CanalId, Path), UsuarioParam),
    responses((status = 204), Errors))]
#[delete("/sku/{sku}/Canal/{canalId}")]
async fn remove(Then(req, ids): Then<ForLoja<Nothing>, Pair>) -> Result<HttpResponse, ErrorA> {
    let ((id, canal_id), conditions) = (ids.into_inner(), req.conditions.clone());
    req.write([0; 32], move |tx, loja| {
        let (num, canal, current) = current(tx, loja, &id, &canal_id)?;
        check(&conditions, current.as_ref())?;
        if sku_canais::delete(tx, loja.id, canal, num)? {
            Ok(Answer::empty())
        } else {
            Err(ErrorA::NotFound(Resource::SkuCanal))
        }
    })
    .await
}

/// The settings of a SKU in a channel, beside its code.
#[derive(Serialize, ToSchema)]
struct SkuNoCanal {
    /// The SKU.
    sku: SkuId,
    #[serde(flatten)]
    valor: SkuCanal,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
struct SkuCanalFilter {
    /// Active in the channel, or the others.
    ativo: Option<bool>,
}

impl FromQuery for SkuCanalFilter {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        Some(Self { ativo: c.boolean("ativo") })
    }
}

/// The settings of every SKU that has some in a channel, in the order of the SKUs' creation.
#[utoipa::path(tag = "Canal",
    params(("canalId" = CanalId, Path), UsuarioParam, PageParams, SkuCanalFilter, Delta),
    responses((status = 200, body = RetornoPaginado<SkuNoCanal>), Errors))]
#[get("/Canal/{canalId}/sku")]
async fn list_of_canal(
    Then(req, id): Then<ForLoja<(PageRequest, SkuCanalFilter, Delta)>, PathParams<(CanalId,)>>,
) -> Result<HttpResponse, ErrorA> {
    let ((canal_id,), (wanted, filter, delta)) = (id.into_inner(), &req.filter);
    let wanted = *wanted;
    let filter = sku_canais::Filter { ativo: filter.ativo, changed: delta.range(req.zone()) };
    let page = req
        .read(move |conn, loja| {
            let num = canal_num(conn, loja, &canal_id)?;
            let page = sku_canais::list_by_canal(conn, loja.id, (num, &canal_id), &filter, wanted)?;
            write_page(wanted, page.map(|(sku, valor)| SkuNoCanal { sku, valor }))
        })
        .await?;
    Ok(page.respond(&req))
}

/// Creates or replaces the settings of up to 500 SKUs in a channel.
#[utoipa::path(tag = "Canal", params(("canalId" = CanalId, Path), UsuarioParam, ModeParam),
    request_body = Vec<SkuNoCanal>,
    responses((status = 200, body = Vec<ResultadoItem>), Errors, BodyErrors))]
#[post("/Canal/{canalId}/sku/Lote")]
async fn lote_of_canal(
    Then(req, (id, body)): Then<ForLoja<ModeParam>, (PathParams<(CanalId,)>, Body<Lote<RawItem>>)>,
) -> Result<HttpResponse, ErrorA> {
    let ((canal_id,), mode, fingerprint) = (id.into_inner(), req.filter.modo, body.fingerprint());
    let Lote(raws) = body.into_inner();
    let items: Vec<_> =
        raws.into_iter().map(|item| item.read(|raw| read_of_canal(&raw.0, &canal_id))).collect();
    req.write(fingerprint, move |tx, loja| {
        let num = canal_num(tx, loja, &canal_id)?;
        save_lote(tx, loja, num, mode, &items)
    })
    .await
}

/// An item that is read once its channel is known.
struct RawItem(Box<RawValue>);

impl FromJson for RawItem {
    fn read(valor: &InputValue<'_>, _: &mut Problems) -> Option<Self> {
        Some(Self(valor.raw().to_owned()))
    }
}

impl LoteItem for RawItem {
    const KEY: &'static str = "sku";
}

fn read_of_canal(raw: &RawValue, canal_id: &CanalId) -> Result<((SkuId, SkuCanal), Vec<Notice>), Problems> {
    let sku = read_with(raw, |valor, p| valor.object(p)?.required::<SkuId>("sku", p));
    match (sku, SkuCanal::read_with_key(raw, Some(canal_id))) {
        (Ok(sku), Ok((valor, notices))) => Ok(((sku, valor), notices)),
        (Err(mut problems), Err(others)) => {
            problems.extend(others);
            Err(problems)
        }
        (Err(problems), _) | (_, Err(problems)) => Err(problems),
    }
}

fn save_lote(
    tx: &mut Tx<'_>,
    loja: Loja,
    canal_num: i32,
    mode: Mode,
    items: &[Item<(SkuId, SkuCanal)>],
) -> Result<Outcome, ErrorA> {
    let separated = lote::separate(items);
    let codes: Vec<&str> =
        separated.iter().filter_map(|(_, v, _)| v.as_ref().ok()).map(|(sku, _)| sku.as_str()).collect();
    let numbers: std::collections::HashMap<String, i64> =
        skus::numbers_locked(tx, loja.id, &codes)?.into_iter().collect();
    let numbered_items: Vec<_> = separated
        .into_iter()
        .map(|(key, valor, notices)| {
            let numbered = valor.and_then(|(sku, valor)| match numbers.get(sku.as_str()) {
                Some(num) => Ok((*num, valor)),
                None => Err(ErrorA::NotFound(Resource::Sku)),
            });
            (key, numbered, notices)
        })
        .collect();
    let valid: Vec<(i64, SkuCanal)> = numbered_items
        .iter()
        .filter_map(|(_, v, _)| v.as_ref().ok())
        .map(|(num, valor)| (*num, (*valor).clone()))
        .collect();
    let mut added = sku_canais::upsert_lote(tx, loja.id, canal_num, &valid)?.into_iter();
    let outcomes = numbered_items
        .into_iter()
        .map(|(key, valor, notices)| {
            let done = valor.map(|_| Done::stored(added.next().unwrap_or(false)).noticing(notices));
            (key.to_owned(), done)
        })
        .collect();
    lote::respond(mode, outcomes)
}

/// The body of the list: each channel at most once.
struct Configuracoes(Vec<SkuCanal>);

impl FromJson for Configuracoes {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let values: Vec<SkuCanal> = valor.list(lote::BATCH_MAX, p)?;
        for (i, valor) in values.iter().enumerate() {
            if values.iter().take(i).any(|previous| previous.canal_id == valor.canal_id) {
                p.push(format_args!("[{i}].canalId"), "está repetido");
            }
        }
        Some(Self(values))
    }
}

/// The settings with their channels' numbers; an unknown channel is a problem of the body.
fn number(tx: &mut Tx<'_>, loja: Loja, values: &[SkuCanal]) -> Result<Vec<(i32, SkuCanal)>, ErrorA> {
    let ids: Vec<CanalId> = values.iter().map(|v| v.canal_id.clone()).collect();
    let numbers = canais::find_numbers(tx, loja.id, &ids)?;
    let mut problems = Problems::new();
    let mut numbered_items = Vec::with_capacity(values.len());
    for (i, valor) in values.iter().enumerate() {
        match numbers.iter().find(|(id, _)| *id == valor.canal_id) {
            Some((_, num)) => numbered_items.push((*num, valor.clone())),
            None => problems.push(format_args!("[{i}].canalId"), "o canal não foi encontrado"),
        }
    }
    problems.or(Some(numbered_items)).map_err(ErrorA::Invalid)
}

fn sku_num(conn: &mut Conn<'_>, loja: Loja, sku: &SkuId) -> Result<i64, ErrorA> {
    skus::number(conn, loja.id, sku)?.ok_or(ErrorA::NotFound(Resource::Sku))
}

/// The same, for a change of what is set for the SKU.
fn sku_locked(tx: &mut Tx<'_>, loja: Loja, sku: &SkuId) -> Result<i64, ErrorA> {
    skus::number_locked(tx, loja.id, sku)?.ok_or(ErrorA::NotFound(Resource::Sku))
}

fn canal_num(conn: &mut Conn<'_>, loja: Loja, canal: &CanalId) -> Result<i32, ErrorA> {
    let numbers = canais::find_numbers(conn, loja.id, std::slice::from_ref(canal))?;
    numbers.first().map(|(_, num)| *num).ok_or(ErrorA::NotFound(Resource::Canal))
}

/// The numbers of both and what is set now, with other changes of the SKU kept waiting.
fn current(
    tx: &mut Tx<'_>,
    loja: Loja,
    sku: &SkuId,
    canal: &CanalId,
) -> Result<(i64, i32, Option<SkuCanal>), ErrorA> {
    let (num, canal_num) = (sku_locked(tx, loja, sku)?, canal_num(tx, loja, canal)?);
    Ok((num, canal_num, sku_canais::find(tx, loja.id, (canal_num, canal), num)?))
}

/// What a write has left there: an answer shows no more than that.
fn stored(tx: &mut Tx<'_>, loja: Loja, num: i64, canal: (i32, &CanalId)) -> Result<SkuCanal, ErrorA> {
    sku_canais::find(tx, loja.id, canal, num)?.ok_or(ErrorA::NotFound(Resource::SkuCanal))
}
