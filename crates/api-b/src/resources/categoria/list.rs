//! The store's own categories, side by side or as a tree.

use actix_web::http::header;
use actix_web::{HttpResponse, get};
use domain::categoria_loja::{CategoriaLoja, CategoriasFilter, LojaTree};
use http_kit::{Fault, FromQuery, Mount, QueryReader, Then};
use serde::Serialize;
use store::categorias_loja;
use utoipa::{IntoParams, ToSchema};

use crate::context::Ctx;
use crate::doc::Errors;
use crate::error::ErrorB;
use crate::interface::Filters;
use crate::ready_lists::{CacheKey, ReadyList};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list);
}

/// Which categories are wanted, and in which form.
#[derive(Clone, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct Wanted {
    /// True: a tree, children in `subCategorias`. False: a flat list, each with its `caminhoHierarquia`.
    #[param(value_type = Option<bool>, default = false)]
    hierarquia: bool,
    /// Only categories available to the Reseller feature.
    #[param(value_type = Option<bool>, default = false)]
    apenas_reseller: bool,
    /// Only categories that are nobody's parent in the whole tree.
    #[param(value_type = Option<bool>, default = false)]
    apenas_ultimo_nivel: bool,
    /// Only categories that have a parent.
    #[param(value_type = Option<bool>, default = false)]
    somente_filhos: bool,
}

impl FromQuery for Wanted {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        let mut on = |name| c.boolean(name).unwrap_or(false);
        Some(Self {
            hierarquia: on("hierarquia"),
            apenas_reseller: on("apenasReseller"),
            apenas_ultimo_nivel: on("apenasUltimoNivel"),
            somente_filhos: on("somenteFilhos"),
        })
    }
}

impl Wanted {
    fn filter(&self) -> CategoriasFilter {
        CategoriasFilter {
            apenas_reseller: self.apenas_reseller,
            apenas_ultimo_nivel: self.apenas_ultimo_nivel,
            somente_filhos: self.somente_filhos,
        }
    }
}

/// Lists the store's categories, inactive ones included, in ascending order of their numbers. The filters
/// choose first; in a tree, a chosen category whose parent was not chosen becomes a root.
#[utoipa::path(tag = "Categorias", operation_id = "listarCategorias", params(Wanted), responses(
    (status = 200, body = Vec<CategoriaLida>,
        headers(("x-total-count" = i64, description = "Categories in the answer, on whatever level."))),
    Errors))]
#[get("/categorias")]
async fn list(Then(ctx, wanted): Then<Ctx, Filters<Wanted>>) -> Result<HttpResponse, ErrorB> {
    let (wanted, prepared) = (wanted.into_inner(), ctx.categorias());
    let ReadyList { total, corpo } = ctx
        .read(move |conn, loja| {
            let key = CacheKey { loja, hierarquia: wanted.hierarquia, filter: wanted.filter() };
            // of the same moment as what is read below
            let version = categorias_loja::version(conn, loja)?;
            if let Some(ready) = prepared.find(key, version) {
                return Ok(ready);
            }
            let tree = LojaTree::new(categorias_loja::list(conn, loja)?);
            let choice = tree.choose(key.filter);
            let corpo = if key.hierarquia { choice.tree() } else { choice.list() };
            let corpo = corpo.map_err(|e| Fault::json("a list of categories", e))?;
            // without the room that was left: it may stay for long
            let ready = ReadyList { total: choice.total(), corpo: corpo.into_boxed_slice().into() };
            prepared.keep(key, version, ready.clone());
            Ok(ready)
        })
        .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/json"))
        .insert_header(("x-total-count", total))
        .body(corpo))
}

/// A category in either form, as one shape: generators of clients cannot tell two apart.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code, reason = "for the document alone")]
pub(super) struct CategoriaLida {
    #[serde(flatten)]
    categoria: CategoriaLoja,
    /// Without `hierarquia=true`: the names from the first level down to its own, `Parent > Child`.
    #[schema(required = false)]
    caminho_hierarquia: String,
    /// With `hierarquia=true`: the categories right below it; null when there are none in the answer.
    #[schema(no_recursion)]
    sub_categorias: Option<Vec<CategoriaLida>>,
}
