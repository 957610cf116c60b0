//! Channels: a store's connections to marketplaces. Their secrets are written and never shown.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, patch, post, put};
use domain::canal::Canal;
use domain::reading::keyed::Keyed;
use domain::tipo_canal::{TipoCanal, TypeCatalogue};
use domain::values::ids::CanalId;
use http_kit::{FromQuery, Mount, QueryReader, Then};
use store::canais;
use store::paging::PageRequest;
use store::usuarios::Loja;
use store::{CreateOutcome, DeleteOutcome, Tx, UpsertOutcome};
use utoipa::IntoParams;

use crate::answer::Answer;
use crate::context::{ForLoja, check};
use crate::doc::{BodyErrors, Errors};
use crate::envelope::{RetornoPaginado, write_page};
use crate::error::{ErrorA, Resource};
use crate::interface::{Body, PathParams, RawBody};
use crate::query::{Delta, Nothing, PageParams, UsuarioParam};
use crate::subject::Subject;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list).service(create).service(find).service(upsert).service(update).service(remove);
}

/// Which channels are wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct CanalFilter {
    /// Active ones, or the others.
    ativo: Option<bool>,
    /// Of exactly this type.
    tipo_canal: Option<String>,
}

impl FromQuery for CanalFilter {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        Some(Self { ativo: c.boolean("ativo"), tipo_canal: c.text("tipoCanal") })
    }
}

/// Lists channels in the order of their creation. Secret settings are shown as `********`.
#[utoipa::path(tag = "Canal", params(UsuarioParam, PageParams, CanalFilter, Delta),
    responses((status = 200, body = RetornoPaginado<Canal>), Errors))]
#[get("/Canal")]
async fn list(req: ForLoja<(PageRequest, CanalFilter, Delta)>) -> Result<HttpResponse, ErrorA> {
    let (wanted, filter, delta) = &req.filter;
    let (wanted, kinds) = (*wanted, req.kinds());
    let filter = canais::Filter {
        ativo: filter.ativo,
        tipo_canal: filter.tipo_canal.clone(),
        changed: delta.range(req.zone()),
    };
    let page = req
        .read(move |conn, loja| {
            let page = canais::list(conn, loja.id, &filter, wanted)?;
            write_page(wanted, page.map(|row| row.canal.visible(&kinds)))
        })
        .await?;
    Ok(page.respond(&req))
}

/// Creates a channel. Every mandatory setting of its type must be given.
#[utoipa::path(tag = "Canal", params(UsuarioParam), request_body = Canal, responses(
    (status = 201, body = Canal), (status = 200, body = Canal, description = "The same content was there."),
    Errors, BodyErrors))]
#[post("/Canal")]
async fn create(Then(req, body): Then<ForLoja<Nothing>, Body<Canal>>) -> Result<HttpResponse, ErrorA> {
    let (fingerprint, canal, kinds) = (body.fingerprint(), body.into_inner(), req.kinds());
    let address = req.address(&["Canal", canal.canal_id.as_str()]);
    req.write(fingerprint, move |tx, loja| {
        let kind = kind_of(&canal, &kinds)?;
        canais::exclusive(tx, loja.id, &canal.canal_id)?;
        let current = canais::find(tx, loja.id, &canal.canal_id)?.map(|row| row.canal);
        // the secrets of a channel of another type are none of this one's
        let current = current.filter(|current| current.tipo_canal == canal.tipo_canal);
        let canal = complete(canal.clone(), current.as_ref(), kind)?;
        match canais::create(tx, loja.id, &canal)? {
            CreateOutcome::Created(created) => {
                check_room(tx, loja)?;
                answer_created(loja, created, &kinds, &address)
            }
            CreateOutcome::Equal(equal) => answer(loja, equal, &kinds),
            CreateOutcome::Different => Err(ErrorA::AlreadyExists),
        }
    })
    .await
}

/// Reads a channel. Secret settings are shown as `********`.
#[utoipa::path(tag = "Canal", params(("canalId" = CanalId, Path), UsuarioParam),
    responses((status = 200, body = Canal), (status = 304), Errors))]
#[get("/Canal/{canalId}")]
async fn find(Then(req, id): Then<ForLoja<Nothing>, PathParams<(CanalId,)>>) -> Result<HttpResponse, ErrorA> {
    let (id,) = id.into_inner();
    let row = req.read_one(move |conn, loja| Ok(canais::find(conn, loja.id, &id)?)).await?;
    let canal = row.ok_or(ErrorA::NotFound(Resource::Canal))?.canal;
    Answer::ok(&canal.visible(&req.kinds()))?.or_not_modified(&req.conditions)
}

/// Creates or replaces a channel; absent members take their defaults. A secret sent back as `********` stays
/// as it is; `tipoCanal` cannot change.
#[utoipa::path(tag = "Canal", params(("canalId" = CanalId, Path), UsuarioParam), request_body = Canal,
    responses((status = 200, body = Canal), (status = 201, body = Canal), Errors, BodyErrors))]
#[put("/Canal/{canalId}")]
async fn upsert(
    Then(req, (id, body)): Then<ForLoja<Nothing>, (PathParams<(CanalId,)>, RawBody)>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), conditions, kinds) = (id.into_inner(), req.conditions.clone(), req.kinds());
    let (canal, _) = Canal::read_with_key(body.raw()?, Some(&id)).map_err(ErrorA::Invalid)?;
    let address = req.address(&["Canal", id.as_str()]);
    req.write(body.fingerprint(), move |tx, loja| {
        let current = current(tx, loja, &id)?;
        check(&conditions, current.clone().map(|canal| canal.visible(&kinds)).as_ref())?;
        write(tx, loja, canal.clone(), current.as_ref(), &kinds, &address)
    })
    .await
}

/// Changes some members of a channel (JSON merge patch). A secret sent back as `********` stays as it is;
/// `tipoCanal` cannot change.
#[utoipa::path(tag = "Canal", params(("canalId" = CanalId, Path), UsuarioParam),
    request_body(content = Object, content_type = "application/merge-patch+json"),
    responses((status = 200, body = Canal), Errors, BodyErrors))]
#[patch("/Canal/{canalId}")]
async fn update(
    Then(req, (id, body)): Then<ForLoja<Nothing>, (PathParams<(CanalId,)>, RawBody)>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), conditions, kinds) = (id.into_inner(), req.conditions.clone(), req.kinds());
    let merge_patch = body.raw()?.to_owned();
    let address = req.address(&["Canal", id.as_str()]);
    req.write(body.fingerprint(), move |tx, loja| {
        let current = current(tx, loja, &id)?.ok_or(ErrorA::NotFound(Resource::Canal))?;
        check(&conditions, Some(&current.clone().visible(&kinds)))?;
        let (canal, notices) = current.patch(&merge_patch).map_err(ErrorA::Invalid)?;
        Ok(write(tx, loja, canal, Some(&current), &kinds, &address)?.with_notices(&notices))
    })
    .await
}

/// Deletes a channel with its categories and the settings of its SKUs; refused while it has orders.
#[utoipa::path(tag = "Canal", params(("canalId" = CanalId, Path), UsuarioParam),
    responses((status = 204), Errors))]
#[delete("/Canal/{canalId}")]
async fn remove(
    Then(req, id): Then<ForLoja<Nothing>, PathParams<(CanalId,)>>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), conditions, kinds) = (id.into_inner(), req.conditions.clone(), req.kinds());
    req.write([0; 32], move |tx, loja| {
        check(&conditions, current(tx, loja, &id)?.map(|canal| canal.visible(&kinds)).as_ref())?;
        match canais::delete(tx, loja.id, &id)? {
            DeleteOutcome::Deleted => Ok(Answer::empty()),
            DeleteOutcome::Missing => Err(ErrorA::NotFound(Resource::Canal)),
            DeleteOutcome::InUse => Err(ErrorA::InUse),
        }
    })
    .await
}

/// The stored channel, held until the transaction ends.
fn current(tx: &mut Tx<'_>, loja: Loja, id: &CanalId) -> Result<Option<Canal>, ErrorA> {
    canais::exclusive(tx, loja.id, id)?;
    Ok(canais::find(tx, loja.id, id)?.map(|row| row.canal))
}

fn write(
    tx: &mut Tx<'_>,
    loja: Loja,
    canal: Canal,
    current: Option<&Canal>,
    kinds: &TypeCatalogue,
    address: &str,
) -> Result<Answer, ErrorA> {
    let kind = kind_of(&canal, kinds)?;
    if current.is_some_and(|current| current.tipo_canal != canal.tipo_canal) {
        return Err(ErrorA::ChannelTypeImmutable);
    }
    match canais::upsert(tx, loja.id, &complete(canal, current, kind)?)? {
        UpsertOutcome::Created(created) => {
            check_room(tx, loja)?;
            answer_created(loja, created, kinds, address)
        }
        UpsertOutcome::Replaced(new) => answer(loja, new, kinds),
    }
}

/// Undoes a creation for which there is no room.
fn check_room(tx: &mut Tx<'_>, loja: Loja) -> Result<(), ErrorA> {
    if canais::too_many(tx, loja.id)? { Err(ErrorA::TooManyChannels(canais::MAX)) } else { Ok(()) }
}

fn answer(loja: Loja, canal: Canal, kinds: &TypeCatalogue) -> Result<Answer, ErrorA> {
    let about = Subject::Canal(loja.id.loja, canal.canal_id.clone());
    Ok(Answer::ok(&canal.visible(kinds))?.with_etag().about(about))
}

fn answer_created(loja: Loja, canal: Canal, kinds: &TypeCatalogue, address: &str) -> Result<Answer, ErrorA> {
    Ok(answer(loja, canal, kinds)?.with_status(StatusCode::CREATED).location(address.to_owned()))
}

fn kind_of<'a>(canal: &Canal, kinds: &'a TypeCatalogue) -> Result<&'a TipoCanal, ErrorA> {
    let kind = kinds.find(&canal.tipo_canal);
    kind.ok_or_else(|| ErrorA::invalid("tipoCanal", "não existe entre os tipos de canal"))
}

/// The channel as it is to be stored: the secrets that were sent back masked are those of `current`, and its
/// settings are what its type asks for.
fn complete(mut canal: Canal, current: Option<&Canal>, kind: &TipoCanal) -> Result<Canal, ErrorA> {
    if let Some(current) = current {
        canal.keep_segredos(current, kind);
    }
    canal.check_configuracoes(kind).or(Some(canal)).map_err(ErrorA::Invalid)
}
