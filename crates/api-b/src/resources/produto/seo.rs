//! What search engines read of a product's page.

use actix_web::{HttpResponse, delete, get, post, put};
use domain::interface_b::produto::{GoneMetaTags, MetaTag, NewMetaTags, Seo, SeoChange};
use http_kit::{Mount, Then};
use utoipa::ToSchema;

use super::edit::edit;
use super::found::{Named, find};
use super::query::ByKind;
use crate::answer::{done, json, render_list};
use crate::context::Ctx;
use crate::doc::{BodyErrors, Errors, MissingError, RuleError};
use crate::error::ErrorB;
use crate::interface::{Body, Filters, PathParams};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(shown).service(create).service(update).service(remove);
    cfg.service(metatags).service(add_metatags).service(remove_metatags);
}

/// Which product, and what its identifier is.
type Which = (PathParams<(String,)>, Filters<ByKind>);

/// What search engines are to read. What is absent stays as it is, and so do the tags when the list is empty.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "for the document alone; read as SeoChange")]
struct DadosSeo {
    /// The address that counts where several lead to the page.
    #[schema(max_length = 2000)]
    tag_canonical: Option<String>,
    /// The page's title.
    #[schema(max_length = 500)]
    title: Option<String>,
    /// Tags, in the place of all that there are. `metatags` is read too.
    #[schema(max_items = 20)]
    meta_tags: Option<Vec<DadosMetaTag>>,
}

/// A tag in the head of a product's page.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "for the document alone; read as MetaTag")]
struct DadosMetaTag {
    /// The number of the tag whose place it takes; that of the tag of its `name` when absent.
    metatag_id: Option<i64>,
    /// What it says.
    #[schema(max_length = 1000)]
    content: Option<String>,
    /// Its attribute `http-equiv`.
    #[schema(max_length = 200)]
    http_equiv: Option<String>,
    /// Its attribute `name`.
    #[schema(max_length = 200)]
    name: Option<String>,
    /// Its attribute `scheme`.
    #[schema(max_length = 200)]
    scheme: Option<String>,
}

/// Tags to add.
#[derive(ToSchema)]
#[allow(dead_code, reason = "for the document alone; read as NewMetaTags")]
struct NovasMetaTags {
    /// The tags.
    #[schema(min_items = 1, max_items = 20)]
    metas: Vec<DadosMetaTag>,
}

/// Tags to take away.
#[derive(ToSchema)]
#[allow(dead_code, reason = "for the document alone; read as GoneMetaTags")]
struct MetaTagsExcluidas {
    /// The tags.
    #[schema(min_items = 1, max_items = 20)]
    metatags: Vec<NumeroMetaTag>,
}

/// A tag by its number.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "for the document alone")]
struct NumeroMetaTag {
    /// Its number.
    metatag_id: i64,
}

/// What is kept for search engines; nulls and an empty list where the store has told nothing.
#[utoipa::path(tag = "Produtos", operation_id = "obterSeoProduto",
    params(("identificador" = String, Path, description = "The product."), ByKind),
    responses((status = 200, body = Seo), Errors, MissingError))]
#[get("/produtos/{identificador}/seo")]
async fn shown(Then(ctx, (path, kind)): Then<Ctx, Which>) -> Result<HttpResponse, ErrorB> {
    Ok(json(&find(&ctx, path.into_inner().0, *kind).await?.seo()))
}

async fn change(ctx: Ctx, (path, kind): Which, change: SeoChange) -> Result<HttpResponse, ErrorB> {
    let named = Named::new(&ctx, path.into_inner().0, *kind);
    edit(&ctx, named, move |produto| {
        produto.change_seo(&change);
        Ok(())
    })
    .await?;
    Ok(done())
}

/// Tells what search engines are to read; the same as changing it.
#[utoipa::path(tag = "Produtos", operation_id = "criarSeoProduto",
    params(("identificador" = String, Path, description = "The product."), ByKind),
    request_body = DadosSeo,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[post("/produtos/{identificador}/seo")]
async fn create(
    Then(ctx, ((path, kind), body)): Then<Ctx, (Which, Body<SeoChange>)>,
) -> Result<HttpResponse, ErrorB> {
    change(ctx, (path, kind), body.into_inner()).await
}

/// Changes what search engines are to read.
#[utoipa::path(tag = "Produtos", operation_id = "alterarSeoProduto",
    params(("identificador" = String, Path, description = "The product."), ByKind),
    request_body = DadosSeo,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[put("/produtos/{identificador}/seo")]
async fn update(
    Then(ctx, ((path, kind), body)): Then<Ctx, (Which, Body<SeoChange>)>,
) -> Result<HttpResponse, ErrorB> {
    change(ctx, (path, kind), body.into_inner()).await
}

/// Takes away what is kept for search engines.
#[utoipa::path(tag = "Produtos", operation_id = "excluirSeoProduto",
    params(("identificador" = String, Path, description = "The product."), ByKind),
    responses((status = 200, body = bool), Errors, MissingError, RuleError))]
#[delete("/produtos/{identificador}/seo")]
async fn remove(Then(ctx, (path, kind)): Then<Ctx, Which>) -> Result<HttpResponse, ErrorB> {
    let named = Named::new(&ctx, path.into_inner().0, *kind);
    edit(&ctx, named, |produto| Ok(produto.remove_seo()?)).await?;
    Ok(done())
}

/// The tags of its page; not paged.
#[utoipa::path(tag = "Produtos", operation_id = "listarMetaTagsProduto",
    params(("identificador" = String, Path, description = "The product."), ByKind),
    responses((status = 200, body = Vec<MetaTag>,
        headers(("x-total-count" = i64, description = "Tags."))), Errors, MissingError))]
#[get("/produtos/{identificador}/seo/metaTag")]
async fn metatags(Then(ctx, (path, kind)): Then<Ctx, Which>) -> Result<HttpResponse, ErrorB> {
    Ok(render_list(&find(&ctx, path.into_inner().0, *kind).await?.seo().metatags))
}

/// Adds tags to its page; a product has at most 20.
#[utoipa::path(tag = "Produtos", operation_id = "criarMetaTagsProduto",
    params(("identificador" = String, Path, description = "The product."), ByKind),
    request_body = NovasMetaTags,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[post("/produtos/{identificador}/seo/metaTag")]
async fn add_metatags(
    Then(ctx, ((path, kind), body)): Then<Ctx, (Which, Body<NewMetaTags>)>,
) -> Result<HttpResponse, ErrorB> {
    let (named, new) = (Named::new(&ctx, path.into_inner().0, *kind), body.into_inner());
    edit(&ctx, named, move |produto| Ok(produto.add_metatags(&new)?)).await?;
    Ok(done())
}

/// Takes tags away, all of them or none.
#[utoipa::path(tag = "Produtos", operation_id = "excluirMetaTagsProduto",
    params(("identificador" = String, Path, description = "The product."), ByKind),
    request_body = MetaTagsExcluidas,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[delete("/produtos/{identificador}/seo/metaTag")]
async fn remove_metatags(
    Then(ctx, ((path, kind), body)): Then<Ctx, (Which, Body<GoneMetaTags>)>,
) -> Result<HttpResponse, ErrorB> {
    let (named, gone) = (Named::new(&ctx, path.into_inner().0, *kind), body.into_inner());
    edit(&ctx, named, move |produto| Ok(produto.remove_metatags(&gone)?)).await?;
    Ok(done())
}
