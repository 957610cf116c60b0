//! The categories of many products.

use std::collections::HashSet;

use actix_web::{HttpResponse, get};
use domain::categoria_loja::LojaTree;
use http_kit::{Fault, FromQuery, Mount, QueryReader, Then};
use serde::Serialize;
use serde_json::value::RawValue;
use store::categorias_loja;
use store::paging::PageRequest;
use store::produtos::Filter;
use utoipa::{IntoParams, ToSchema};

use super::query::Narrowed;
use crate::answer::{PageParams, check_whole, render_page};
use crate::context::Ctx;
use crate::doc::{Errors, PageErrors};
use crate::error::ErrorB;
use crate::interface::Filters;
use crate::resources::categoria::forma::CategoriaDoProduto;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list);
}

/// A product and its categories.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CategoriasDeUmProduto {
    /// Number of the SKU's group; that of the SKU when it has none.
    produto_id: i64,
    /// The SKU, always one: others of the group have records of their own.
    variantes: Vec<VarianteEmCategorias>,
    /// The store's categories that it names, in ascending order of their numbers.
    #[schema(value_type = Vec<CategoriaDoProduto>)]
    categorias: Box<RawValue>,
}

/// A SKU by code and number.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct VarianteEmCategorias {
    /// Its code.
    sku: String,
    /// Its number.
    produto_variante_id: i64,
}

/// Which categories are shown.
#[derive(Debug, Clone, Copy, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct Shown {
    /// Only active categories, or the others.
    ativo: Option<bool>,
}

impl FromQuery for Shown {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        Some(Self { ativo: c.boolean("ativo") })
    }
}

/// Lists products with the store's categories that they name, in ascending order of `produtoVarianteId`. A SKU
/// whose code is `categorias` is read by its number.
#[utoipa::path(tag = "Produtos", operation_id = "listarProdutosComCategorias",
    params(Narrowed, Shown, PageParams), responses(
    (status = 200, body = Vec<CategoriasDeUmProduto>, headers(
        ("x-total-count" = i64, description = "All products that match, not only those of the page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    PageErrors, Errors))]
#[get("/produtos/categorias")]
async fn list(
    Then(ctx, filters): Then<Ctx, Filters<(PageRequest, Narrowed, Shown)>>,
) -> Result<HttpResponse, ErrorB> {
    let (wanted, narrowed, Shown { ativo }) = filters.into_inner();
    let page = ctx
        .read(move |conn, loja| {
            let page = narrowed.list(conn, loja, Filter::default(), wanted)?;
            check_whole(wanted, page.cut)?;
            let all = categorias_loja::list(conn, loja)?;
            let chosen = |on: bool| ativo.is_none_or(|ativo| ativo == on);
            let shown: HashSet<i64> = all.iter().filter(|one| chosen(one.ativo)).map(|one| one.id).collect();
            let tree = LojaTree::new(all);
            page.try_map(|produto| {
                let named = tree.named(&produto.sku.categorias);
                let ids: Vec<i64> = named.ids().into_iter().filter(|id| shown.contains(id)).collect();
                let list = named.only(&ids).list().ok().and_then(|list| String::from_utf8(list).ok());
                let categorias = list.and_then(|list| RawValue::from_string(list).ok());
                Ok(CategoriasDeUmProduto {
                    produto_id: produto.produto,
                    variantes: vec![VarianteEmCategorias {
                        sku: produto.sku.sku.to_string(),
                        produto_variante_id: produto.variante,
                    }],
                    categorias: categorias.ok_or_else(|| Fault::new("a list of categories is no JSON"))?,
                })
            })
        })
        .await?;
    Ok(render_page(&ctx, &page))
}
