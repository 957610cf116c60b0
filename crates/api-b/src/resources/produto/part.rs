//! Single parts of a product: stock, prices, categories, images …

use actix_web::{HttpResponse, get};
use domain::categoria_loja::LojaTree;
use domain::interface_b::produto::{
    EditRefusal, EstoqueTotal, ImagemProduto, InformacaoProduto, PrecoProduto, PrecosProduto,
    ProdutoRelacionado,
};
use domain::loja_config::Perfil;
use http_kit::{Fault, FromQuery, Mount, QueryReader, Then};
use store::paging::PageRequest;
use store::produtos::Filter;
use store::{categorias_loja, centros, lojas_config, produtos};
use utoipa::IntoParams;

use super::found::{Named, find};
use super::query::ByKind;
use crate::answer::{PageParams, json, ready_page, render_list, render_page};
use crate::context::Ctx;
use crate::doc::{Errors, MissingError, RuleError};
use crate::error::ErrorB;
use crate::interface::{Filters, PathParams};
use crate::resources::categoria::forma::CategoriaDoProduto;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(estoque)
        .service(preco)
        .service(precos)
        .service(categorias)
        .service(imagens)
        .service(informacoes)
        .service(relacionados)
        .service(disponibilidade);
}

/// Which product, and what its identifier is.
type Which = Then<Ctx, (PathParams<(String,)>, Filters<ByKind>)>;

/// Its stock, added up and by distribution centre.
#[utoipa::path(tag = "Produtos", operation_id = "obterEstoqueProduto",
    params(("identificador" = String, Path, description = "The product."), ByKind),
    responses((status = 200, body = EstoqueTotal), Errors, MissingError))]
#[get("/produtos/{identificador}/estoque")]
async fn estoque(Then(ctx, (path, kind)): Which) -> Result<HttpResponse, ErrorB> {
    let produto = find(&ctx, path.into_inner().0, *kind).await?;
    let centros = ctx.read(move |conn, loja| Ok(centros::list(conn, loja)?)).await?;
    Ok(json(&produto.estoque(&centros)))
}

/// Its general price.
#[utoipa::path(tag = "Produtos", operation_id = "obterPrecoProduto",
    params(("identificador" = String, Path, description = "The product."), ByKind),
    responses((status = 200, body = PrecoProduto), Errors, MissingError))]
#[get("/produtos/{identificador}/preco")]
async fn preco(Then(ctx, (path, kind)): Which) -> Result<HttpResponse, ErrorB> {
    let produto = find(&ctx, path.into_inner().0, *kind).await?;
    Ok(json(&produto.preco()))
}

/// Every price of it: the general one, and those of the channels in which it has one of its own.
#[utoipa::path(tag = "Produtos", operation_id = "obterPrecosProduto",
    params(("identificador" = String, Path, description = "The product."), ByKind),
    responses((status = 200, body = PrecosProduto), Errors, MissingError))]
#[get("/produtos/{identificador}/precos")]
async fn precos(Then(ctx, (path, kind)): Which) -> Result<HttpResponse, ErrorB> {
    let named = Named::new(&ctx, path.into_inner().0, *kind);
    let (produto, tables) = ctx
        .read(move |conn, loja| {
            let produto = named.find(conn, loja)?;
            let tables = produtos::tables(conn, loja, &[produto.variante])?;
            Ok((produto, tables.into_iter().map(|(_, table)| table).collect::<Vec<_>>()))
        })
        .await?;
    Ok(json(&produto.precos(&tables)))
}

/// The store's categories that it names, by name, by path or by their ids in the store's ERP, in ascending
/// order of their numbers.
#[utoipa::path(tag = "Produtos", operation_id = "listarCategoriasProduto",
    params(("identificador" = String, Path, description = "The product."), ByKind, PageParams),
    responses((status = 200, body = Vec<CategoriaDoProduto>, headers(
        ("x-total-count" = i64, description = "All such categories, not only those of the page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    Errors, MissingError))]
#[get("/produtos/{identificador}/categorias")]
async fn categorias(
    Then(ctx, (path, filters)): Then<Ctx, (PathParams<(String,)>, Filters<(PageRequest, ByKind)>)>,
) -> Result<HttpResponse, ErrorB> {
    let (wanted, kind) = filters.into_inner();
    let named = Named::new(&ctx, path.into_inner().0, kind);
    let (total, next, body) = ctx
        .read(move |conn, loja| {
            let produto = named.find(conn, loja)?;
            let tree = LojaTree::new(categorias_loja::list(conn, loja)?);
            let choice = tree.named(&produto.sku.categorias);
            let page = wanted.page_of_numbers(&choice.ids());
            let body = choice.only(&page.rows).list().map_err(|e| Fault::json("a list of categories", e))?;
            Ok((page.total, page.next, body))
        })
        .await?;
    Ok(ready_page(&ctx, vec![body.into()], total, next.as_ref()))
}

/// Whether a list takes in the other SKUs of a group.
#[derive(Debug, Clone, Copy, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct Siblings {
    /// True: the images of the group's other SKUs follow, each address once.
    #[param(value_type = Option<bool>, default = false)]
    produtos_irmaos: bool,
}

impl FromQuery for Siblings {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        Some(Self { produtos_irmaos: c.boolean("produtosIrmaos").unwrap_or(false) })
    }
}

/// The SKUs of a group whose images are put into one answer.
const SIBLINGS_MAX: u32 = 250;

/// Its images, in order; not paged. With `produtosIrmaos` a group of more than 250 SKUs is refused.
#[utoipa::path(tag = "Produtos", operation_id = "listarImagensProduto",
    params(("identificador" = String, Path, description = "The product."), ByKind, Siblings),
    responses((status = 200, body = Vec<ImagemProduto>,
        headers(("x-total-count" = i64, description = "Images."))), Errors, MissingError, RuleError))]
#[get("/produtos/{identificador}/imagens")]
async fn imagens(
    Then(ctx, (path, filters)): Then<Ctx, (PathParams<(String,)>, Filters<(ByKind, Siblings)>)>,
) -> Result<HttpResponse, ErrorB> {
    let (kind, Siblings { produtos_irmaos }) = filters.into_inner();
    let named = Named::new(&ctx, path.into_inner().0, kind);
    let produto = ctx
        .read(move |conn, loja| {
            let mut produto = named.find(conn, loja)?;
            if produtos_irmaos {
                let of_group = Filter { produto: Some(produto.produto), ..Filter::default() };
                let group = produtos::list(conn, loja, &of_group, PageRequest::first(SIBLINGS_MAX))?;
                if group.next.is_some() {
                    return Err(ErrorB::rule(format_args!(
                        "O grupo tem mais de {SIBLINGS_MAX} SKUs: consulte as imagens de cada um."
                    )));
                }
                produto.show_images_of(&group.rows);
            }
            Ok(produto)
        })
        .await?;
    Ok(render_list(&produto.imagens()))
}

/// Texts about it; not paged. Without one it is a 404 in the profile `compativel`, where programs create a text
/// only then.
#[utoipa::path(tag = "Produtos", operation_id = "listarInformacoesProduto",
    params(("identificador" = String, Path, description = "The product."), ByKind),
    responses((status = 200, body = Vec<InformacaoProduto>,
        headers(("x-total-count" = i64, description = "Texts."))), Errors, MissingError))]
#[get("/produtos/{identificador}/informacoes")]
async fn informacoes(Then(ctx, (path, kind)): Which) -> Result<HttpResponse, ErrorB> {
    let (named, defaults) = (Named::new(&ctx, path.into_inner().0, *kind), ctx.defaults());
    let (produto, perfil) = ctx
        .read(move |conn, loja| {
            Ok((named.find(conn, loja)?, lojas_config::find(conn, loja)?.profile(defaults)))
        })
        .await?;
    match (produto.informacoes().as_slice(), perfil) {
        ([], Perfil::Compativel) => Err(EditRefusal::NoText.into()),
        (texts, Perfil::Compativel | Perfil::Documento) => Ok(render_list(texts)),
    }
}

/// Lists the other SKUs of its group, in ascending order of `produtoVarianteId`.
#[utoipa::path(tag = "Produtos", operation_id = "listarProdutosRelacionados",
    params(("identificador" = String, Path, description = "The product."), ByKind, PageParams),
    responses((status = 200, body = Vec<ProdutoRelacionado>, headers(
        ("x-total-count" = i64, description = "All such products, not only those of the page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    Errors, MissingError))]
#[get("/produtos/{identificador}/relacionados")]
async fn relacionados(
    Then(ctx, (path, filters)): Then<Ctx, (PathParams<(String,)>, Filters<(PageRequest, ByKind)>)>,
) -> Result<HttpResponse, ErrorB> {
    let (wanted, kind) = filters.into_inner();
    let named = Named::new(&ctx, path.into_inner().0, kind);
    let page = ctx
        .read(move |conn, loja| {
            let produto = named.find(conn, loja)?;
            Ok(produtos::relacionados(conn, loja, &produto, wanted)?)
        })
        .await?;
    Ok(render_page(&ctx, &page))
}

/// Whether it can be bought: it is active, and not all of its stock is promised.
#[utoipa::path(tag = "Produtos", operation_id = "obterDisponibilidadeProduto",
    params(("identificador" = String, Path, description = "The product."), ByKind),
    responses((status = 200, body = bool), Errors, MissingError))]
#[get("/produtos/{identificador}/disponibilidade")]
async fn disponibilidade(Then(ctx, (path, kind)): Which) -> Result<HttpResponse, ErrorB> {
    let produto = find(&ctx, path.into_inner().0, *kind).await?;
    Ok(json(&produto.disponivel()))
}
