//! Offers: what a channel should show of each SKU, and why.

use std::sync::Arc;

use actix_web::{HttpResponse, get};
use domain::oferta::Oferta;
use domain::tipo_canal::TypeCatalogue;
use domain::values::ids::{CanalId, SkuId};
use http_kit::{FromQuery, Mount, QueryReader, Then};
use store::Conn;
use store::canais::{self, CanalRow};
use store::offers::{self, Showcase};
use store::paging::PageRequest;
use store::usuarios::{self, Loja};
use utoipa::{IntoParams, ToSchema};

use crate::answer::Answer;
use crate::context::ForLoja;
use crate::doc::Errors;
use crate::envelope::{RetornoPaginado, write_page};
use crate::error::{ErrorA, Resource};
use crate::interface::PathParams;
use crate::query::{Delta, Nothing, PageParams, UsuarioParam};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(find).service(list);
}

/// Whether an offer can be published.
#[derive(Clone, Copy, ToSchema)]
#[schema(rename_all = "camelCase")]
enum Situacao {
    Publicavel,
    Impedida,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
struct OfertaFilter {
    /// Offers that can be published, or those that cannot.
    #[param(inline)]
    situacao: Option<Situacao>,
}

impl FromQuery for OfertaFilter {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        let options = [("publicavel", Situacao::Publicavel), ("impedida", Situacao::Impedida)];
        Some(Self { situacao: c.one_of("situacao", &options) })
    }
}

/// One offer, with the rule behind each value.
#[utoipa::path(tag = "Oferta", params(("sku" = SkuId, Path), ("canalId" = CanalId, Path), UsuarioParam),
    responses((status = 200, body = Oferta), (status = 304), Errors))]
#[get("/sku/{sku}/Canal/{canalId}/Oferta")]
async fn find(
    Then(req, ids): Then<ForLoja<Nothing>, PathParams<(SkuId, CanalId)>>,
) -> Result<HttpResponse, ErrorA> {
    let ((sku, canal_id), kinds) = (ids.into_inner(), req.kinds());
    let oferta = req
        .read(move |conn, loja| {
            with_showcase(conn, loja, &kinds, &canal_id, |conn, showcase| {
                offers::find(conn, showcase, &sku)?.ok_or(ErrorA::NotFound(Resource::Sku))
            })
        })
        .await?;
    Answer::ok(&oferta)?.or_not_modified(&req.conditions)
}

/// The offers of a channel, in the order of the SKUs' creation. A change of the channel or of the user
/// counts as a change of every offer.
#[utoipa::path(tag = "Oferta",
    params(("canalId" = CanalId, Path), UsuarioParam, PageParams, OfertaFilter, Delta),
    responses((status = 200, body = RetornoPaginado<Oferta>), Errors))]
#[get("/Canal/{canalId}/Oferta")]
async fn list(
    Then(req, id): Then<ForLoja<(PageRequest, OfertaFilter, Delta)>, PathParams<(CanalId,)>>,
) -> Result<HttpResponse, ErrorA> {
    let ((canal_id,), (wanted, filter, delta), kinds) = (id.into_inner(), &req.filter, req.kinds());
    let wanted = *wanted;
    let filter = offers::Filter {
        publicavel: filter.situacao.map(|s| matches!(s, Situacao::Publicavel)),
        impedimento: None,
        changed: delta.range(req.zone()),
    };
    let page = req
        .read(move |conn, loja| {
            with_showcase(conn, loja, &kinds, &canal_id, |conn, showcase| {
                write_page(wanted, offers::list(conn, showcase, filter, wanted)?)
            })
        })
        .await?;
    Ok(page.respond(&req))
}

fn with_showcase<T>(
    conn: &mut Conn<'_>,
    loja: Loja,
    kinds: &Arc<TypeCatalogue>,
    canal_id: &CanalId,
    f: impl FnOnce(&mut Conn<'_>, &Showcase<'_>) -> Result<T, ErrorA>,
) -> Result<T, ErrorA> {
    // lists of changes hang on when the user was changed: what is a second old may be missed for good
    let loja = usuarios::uncached(conn, loja.id)?.ok_or(ErrorA::NotFound(Resource::Usuario))?;
    let canal: CanalRow = canais::find(conn, loja.id, canal_id)?.ok_or(ErrorA::NotFound(Resource::Canal))?;
    // the operator may have taken the type out of the catalogue since
    let tipo = kinds.find(&canal.canal.tipo_canal).ok_or(ErrorA::NotFound(Resource::TipoCanal))?;
    f(conn, &Showcase { loja, canal: &canal, tipo })
}
