//! SKUs as they are listed, created, read, changed and deleted.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, patch, post, put};
use domain::reading::keyed::Keyed;
use domain::sku::Sku;
use domain::values::ids::SkuId;
use domain::values::measure::rounded_in;
use http_kit::{FromQuery, Mount, QueryReader, Then};
use store::paging::PageRequest;
use store::skus;
use store::usuarios::Loja;
use store::{CreateOutcome, DeleteOutcome, Tx, UpsertOutcome, limites};
use utoipa::IntoParams;

use crate::answer::Answer;
use crate::context::{ForLoja, check};
use crate::doc::{BodyErrors, Errors, PageErrors};
use crate::envelope::{RetornoPaginado, write_page};
use crate::error::{ErrorA, Resource};
use crate::interface::{Body, PathParams, RawBody};
use crate::query::{Delta, Nothing, PageParams, UsuarioParam};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list).service(create).service(find).service(upsert).service(update).service(remove);
}

/// Which SKUs are wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct SkuFilter {
    /// With exactly this code.
    sku: Option<String>,
    /// Of this group.
    parent_id: Option<String>,
    /// With exactly this GTIN.
    gtin: Option<String>,
    /// Of exactly this brand.
    marca: Option<String>,
    /// Active ones, or the others.
    ativo: Option<bool>,
    /// Whose code, name, brand or GTIN holds this text, whatever its case and accents.
    #[param(max_length = 200)]
    busca: Option<String>,
}

impl FromQuery for SkuFilter {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        Some(Self {
            sku: c.text("sku"),
            parent_id: c.text("parentId"),
            gtin: c.text("gtin"),
            marca: c.text("marca"),
            ativo: c.boolean("ativo"),
            busca: c.search("busca"),
        })
    }
}

/// Lists SKUs in the order of their creation.
#[utoipa::path(tag = "Sku", params(UsuarioParam, PageParams, SkuFilter, Delta),
    responses((status = 200, body = RetornoPaginado<Sku>), PageErrors, Errors))]
#[get("/sku")]
async fn list(req: ForLoja<(PageRequest, SkuFilter, Delta)>) -> Result<HttpResponse, ErrorA> {
    let (wanted, filter, delta) = &req.filter;
    let (wanted, filter) = (*wanted, filter.of_store(delta.range(req.zone())));
    let page =
        req.read(move |conn, loja| write_page(wanted, skus::list(conn, loja.id, &filter, wanted)?)).await?;
    Ok(page.respond(&req))
}

impl SkuFilter {
    fn of_store(&self, changed: store::paging::Range) -> skus::Filter {
        skus::Filter {
            sku: self.sku.clone(),
            parent_id: self.parent_id.clone(),
            gtin: self.gtin.clone(),
            marca: self.marca.clone(),
            ativo: self.ativo,
            busca: self.busca.clone(),
            changed,
        }
    }
}

/// Creates a SKU.
#[utoipa::path(tag = "Sku", params(UsuarioParam), request_body = Sku, responses(
    (status = 201, body = Sku), (status = 200, body = Sku, description = "The same content was there."),
    Errors, BodyErrors))]
#[post("/sku")]
async fn create(Then(req, body): Then<ForLoja<Nothing>, Body<Sku>>) -> Result<HttpResponse, ErrorA> {
    let (fingerprint, rounded) = (body.fingerprint(), rounded_in(body.read_raw().raw()?));
    let sku = body.into_inner();
    let address = req.address(&["sku", sku.sku.as_str()]);
    req.write(fingerprint, move |tx, loja| {
        let answer = match skus::create(tx, loja.id, &sku)? {
            CreateOutcome::Created(created) => {
                check_room(tx, loja)?;
                answer_created(&created, &address)?
            }
            CreateOutcome::Equal(equal) => Answer::ok(&equal)?.with_etag(),
            CreateOutcome::Different => return Err(ErrorA::AlreadyExists),
        };
        Ok(answer.with_rounded(&rounded))
    })
    .await
}

/// Reads a SKU.
#[utoipa::path(tag = "Sku", params(("sku" = SkuId, Path), UsuarioParam),
    responses((status = 200, body = Sku), (status = 304), Errors))]
#[get("/sku/{sku}")]
async fn find(Then(req, id): Then<ForLoja<Nothing>, PathParams<(SkuId,)>>) -> Result<HttpResponse, ErrorA> {
    let (id,) = id.into_inner();
    let sku = req.read_one(move |conn, loja| Ok(skus::find(conn, loja.id, &id)?)).await?;
    let sku = sku.ok_or(ErrorA::NotFound(Resource::Sku))?;
    Answer::ok(&sku)?.or_not_modified(&req.conditions)
}

/// Creates or replaces a SKU; absent members take their defaults.
#[utoipa::path(tag = "Sku", params(("sku" = SkuId, Path), UsuarioParam), request_body = Sku,
    responses((status = 200, body = Sku), (status = 201, body = Sku), Errors, BodyErrors))]
#[put("/sku/{sku}")]
async fn upsert(
    Then(req, (id, body)): Then<ForLoja<Nothing>, (PathParams<(SkuId,)>, RawBody)>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), conditions) = (id.into_inner(), req.conditions.clone());
    let sku = Sku::read_with_key(body.raw()?, Some(&id)).map_err(ErrorA::Invalid)?;
    let (address, rounded) = (req.address(&["sku", id.as_str()]), rounded_in(body.raw()?));
    req.write(body.fingerprint(), move |tx, loja| {
        check(&conditions, skus::find_locked(tx, loja.id, &id)?.as_ref())?;
        Ok(write(tx, loja, &sku, &address)?.with_rounded(&rounded))
    })
    .await
}

/// Changes some members of a SKU (JSON merge patch).
#[utoipa::path(tag = "Sku", params(("sku" = SkuId, Path), UsuarioParam),
    request_body(content = Object, content_type = "application/merge-patch+json"),
    responses((status = 200, body = Sku), Errors, BodyErrors))]
#[patch("/sku/{sku}")]
async fn update(
    Then(req, (id, body)): Then<ForLoja<Nothing>, (PathParams<(SkuId,)>, RawBody)>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), conditions) = (id.into_inner(), req.conditions.clone());
    let (merge_patch, rounded) = (body.raw()?.to_owned(), rounded_in(body.raw()?));
    req.write(body.fingerprint(), move |tx, loja| {
        let changed = skus::edit(tx, loja.id, id.as_str(), |produto| {
            check(&conditions, Some(&produto.sku))?;
            produto.sku = produto.sku.patch(&merge_patch).map_err(ErrorA::Invalid)?;
            Ok::<_, ErrorA>(produto.sku.clone())
        })?;
        let changed = changed.ok_or(ErrorA::NotFound(Resource::Sku))?;
        Ok(Answer::ok(&changed)?.with_etag().with_rounded(&rounded))
    })
    .await
}

/// Deletes a SKU; refused while orders refer to it.
#[utoipa::path(tag = "Sku", params(("sku" = SkuId, Path), UsuarioParam),
    responses((status = 204), Errors))]
#[delete("/sku/{sku}")]
async fn remove(Then(req, id): Then<ForLoja<Nothing>, PathParams<(SkuId,)>>) -> Result<HttpResponse, ErrorA> {
    let ((id,), conditions) = (id.into_inner(), req.conditions.clone());
    req.write([0; 32], move |tx, loja| {
        check(&conditions, skus::find_locked(tx, loja.id, &id)?.as_ref())?;
        match skus::delete(tx, loja.id, &id)? {
            DeleteOutcome::Deleted => Ok(Answer::empty()),
            DeleteOutcome::Missing => Err(ErrorA::NotFound(Resource::Sku)),
            DeleteOutcome::InUse => Err(ErrorA::InUse),
        }
    })
    .await
}

fn write(tx: &mut Tx<'_>, loja: Loja, sku: &Sku, address: &str) -> Result<Answer, ErrorA> {
    match skus::upsert(tx, loja.id, sku)? {
        UpsertOutcome::Created(created) => {
            check_room(tx, loja)?;
            answer_created(&created, address)
        }
        UpsertOutcome::Replaced(current) => Ok(Answer::ok(&current)?.with_etag()),
    }
}

/// Undoes a creation for which the operator has left no room.
pub(super) fn check_room(tx: &mut Tx<'_>, loja: Loja) -> Result<(), ErrorA> {
    match limites::find(tx, loja.id.aplicacao)?.and_then(|limites| limites.too_many_skus()) {
        Some(limit) => Err(ErrorA::TooManySkus(limit)),
        None => Ok(()),
    }
}

fn answer_created(sku: &Sku, address: &str) -> Result<Answer, ErrorA> {
    Ok(Answer::json(StatusCode::CREATED, sku)?.location(address.to_owned()).with_etag())
}
