//! A product's texts, images and categories, changed one by one by the store's own system.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, post, put};
use domain::categoria_loja::LojaTree;
use domain::interface_b::produto::{
    EditRefusal, InformacaoChange, MainCategoria, NewCategorias, NewImagens, NewInformacao, PrecoOutcome,
    Source,
};
use http_kit::{Mount, Then};
use store::{categorias_loja, imagens, skus};
use utoipa::ToSchema;

use super::edit::{Criado, Returned, edit};
use super::found::{MISSING, Named};
use super::query::ByKind;
use crate::answer::{done, with_notices};
use crate::context::Ctx;
use crate::doc::{BodyErrors, Errors, MissingError, RuleError};
use crate::error::ErrorB;
use crate::interface::{Body, Filters, PathParams};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(create_informacao).service(update_informacao).service(remove_informacao);
    cfg.service(add_imagens).service(remove_imagem);
    cfg.service(add_categorias).service(remove_categoria).service(set_main_categoria);
}

/// Which product, and what its identifier is.
type Which = (PathParams<(String,)>, Filters<ByKind>);
/// Which part of which product.
type Part = (PathParams<(String, i64)>, Filters<ByKind>);

fn created(wanted: Returned, numbers: Criado, not_taken: &[&str]) -> HttpResponse {
    let body = if wanted.numbers(false) { numbers } else { Criado::Done(true) };
    with_notices(HttpResponse::build(StatusCode::CREATED).json(body), not_taken, PrecoOutcome::default())
}

/// A text about a product.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "for the document alone; read as InformacaoChange")]
struct DadosInformacao {
    /// The text, in HTML: interface A's `descricao`. Required in a new one.
    #[schema(max_length = 100_000)]
    texto: Option<String>,
    /// Not kept, which `X-Aviso` says.
    titulo: Option<String>,
    /// Texts are shown: false is not kept, which `X-Aviso` says.
    exibir_site: Option<bool>,
    /// Not kept: a product has one text.
    tipo_informacao: Option<String>,
}

/// Gives a product its text; a product has one. The same again changes nothing. Answers `true`, or its number
/// with `tipoRetorno=Id`.
#[utoipa::path(tag = "Produtos", operation_id = "criarInformacaoProduto",
    params(("identificador" = String, Path, description = "The product."), ByKind, Returned),
    request_body = DadosInformacao,
    responses((status = 201, body = Criado), Errors, MissingError, BodyErrors))]
#[post("/produtos/{identificador}/informacoes")]
async fn create_informacao(
    Then(ctx, (path, filters, body)): Then<
        Ctx,
        (PathParams<(String,)>, Filters<(ByKind, Returned)>, Body<NewInformacao>),
    >,
) -> Result<HttpResponse, ErrorB> {
    let ((kind, returned), new) = (filters.into_inner(), body.into_inner());
    let not_taken = new.not_taken.clone();
    let number = edit(&ctx, Named::new(&ctx, path.into_inner().0, kind), move |produto| {
        produto.create_text(&new)?;
        Ok(produto.variante)
    })
    .await?;
    Ok(created(returned, Criado::Number(number), &not_taken))
}

/// Changes a product's text.
#[utoipa::path(tag = "Produtos", operation_id = "alterarInformacaoProduto",
    params(("identificador" = String, Path, description = "The product."),
        ("informacaoId" = i64, Path, description = "The text."), ByKind),
    request_body = DadosInformacao,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[put("/produtos/{identificador}/informacoes/{informacaoId}")]
async fn update_informacao(
    Then(ctx, ((path, kind), body)): Then<Ctx, (Part, Body<InformacaoChange>)>,
) -> Result<HttpResponse, ErrorB> {
    let ((text, number), change) = (path.into_inner(), body.into_inner());
    let not_taken = change.not_taken.clone();
    let named = Named::new(&ctx, text, *kind);
    edit(&ctx, named, move |produto| Ok(produto.change_text(number, &change)?)).await?;
    Ok(with_notices(done(), &not_taken, PrecoOutcome::default()))
}

/// Takes a product's text away.
#[utoipa::path(tag = "Produtos", operation_id = "excluirInformacaoProduto",
    params(("identificador" = String, Path, description = "The product."),
        ("informacaoId" = i64, Path, description = "The text."), ByKind),
    responses((status = 200, body = bool), Errors, MissingError, RuleError))]
#[delete("/produtos/{identificador}/informacoes/{informacaoId}")]
async fn remove_informacao(Then(ctx, (path, kind)): Then<Ctx, Part>) -> Result<HttpResponse, ErrorB> {
    let (text, number) = path.into_inner();
    let named = Named::new(&ctx, text, *kind);
    edit(&ctx, named, move |produto| Ok(produto.remove_text(number)?)).await?;
    Ok(done())
}

/// An image of a product.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "for the document alone; read as NewImagens")]
struct DadosImagem {
    /// Where it is, absolute http(s). Either this or `base64`; this one where both are given.
    #[schema(max_length = 2000, format = "uri")]
    url: Option<String>,
    /// The image itself: PNG, JPEG, GIF or WebP of at most 2 MiB. The hub keeps it and serves it without a key,
    /// under an address that is one of the product's images from then on.
    #[schema(content_encoding = "base64")]
    base64: Option<String>,
    /// Not looked at: the bytes say what it is.
    formato: Option<String>,
    /// Its place, from 1; the last when 0 or absent.
    #[schema(minimum = 0)]
    ordem: Option<i32>,
    /// Not kept, which `X-Aviso` says of true.
    estampa: Option<bool>,
    /// Not kept, which `X-Aviso` says of false.
    exibir_miniatura: Option<bool>,
}

/// What is refused that needs an address of the hub.
const NO_ADDRESS: &str = "Este serviço não guarda imagens em base64, pois não conhece seu próprio endereço: \
    envie url, ou peça a quem o opera que defina public_url_b.";

/// Gives images that came as files the addresses that they will have.
fn place_files(ctx: &Ctx, new: &mut NewImagens) -> Result<(), ErrorB> {
    if new.files().next().is_some() {
        let interface = ctx.public_url().ok_or_else(|| ErrorB::rule(NO_ADDRESS))?;
        new.place_files(|file| file.address(interface, ctx.loja()));
    }
    Ok(())
}

/// Adds images, by their addresses or as files, or moves those that are there. Answers `true`, or their numbers
/// with `tipoRetorno=ListaIds`. The files of a store are 200 MiB at most; one goes with the last product that
/// names it.
#[utoipa::path(tag = "Produtos", operation_id = "criarImagensProduto",
    params(("identificador" = String, Path, description = "The product."), ByKind, Returned),
    request_body = Vec<DadosImagem>,
    responses((status = 201, body = Criado), Errors, MissingError, BodyErrors))]
#[post("/produtos/{identificador}/imagens")]
async fn add_imagens(
    Then(ctx, (path, filters, body)): Then<
        Ctx,
        (PathParams<(String,)>, Filters<(ByKind, Returned)>, Body<NewImagens>),
    >,
) -> Result<HttpResponse, ErrorB> {
    let ((kind, returned), mut new) = (filters.into_inner(), body.into_inner());
    place_files(&ctx, &mut new)?;
    let (named, not_taken) = (Named::new(&ctx, path.into_inner().0, kind), new.not_taken.clone());
    let numbers = ctx
        .write(move |tx, loja| {
            let (_, code) = named.single(tx, loja)?;
            if new.files().next().is_some() && !imagens::keep(tx, loja, &code, new.files())? {
                let limit = imagens::IMAGES_MAX >> 20;
                return Err(ErrorB::rule(format_args!(
                    "As imagens em base64 da loja passam de {limit} MiB: retire as que não usa, ou envie url."
                )));
            }
            let add = |produto: &mut Source| {
                produto.add_images(&new)?;
                Ok::<_, ErrorB>(new.numbers_in(produto))
            };
            skus::edit(tx, loja, &code, add)?.ok_or(MISSING)
        })
        .await?;
    Ok(created(returned, Criado::Numbers(numbers), &not_taken))
}

/// Takes an image away.
#[utoipa::path(tag = "Produtos", operation_id = "excluirImagemProduto",
    params(("identificador" = String, Path, description = "The product."),
        ("idImagem" = i64, Path, description = "The image."), ByKind),
    responses((status = 200, body = bool), Errors, MissingError, RuleError))]
#[delete("/produtos/{identificador}/imagens/{idImagem}")]
async fn remove_imagem(Then(ctx, (path, kind)): Then<Ctx, Part>) -> Result<HttpResponse, ErrorB> {
    let (text, number) = path.into_inner();
    let named = Named::new(&ctx, text, *kind);
    edit(&ctx, named, move |produto| Ok(produto.remove_image(number)?)).await?;
    Ok(done())
}

/// Changes a product's categories by the store's tree.
async fn arrange(
    ctx: &Ctx,
    named: Named,
    mut change: impl FnMut(&mut Source, &LojaTree) -> Result<(), EditRefusal> + Send + 'static,
) -> Result<HttpResponse, ErrorB> {
    ctx.write(move |tx, loja| {
        let (_, code) = named.single(tx, loja)?;
        // none of its paths is another one when this is written
        categorias_loja::hold(tx, loja)?;
        let tree = LojaTree::new(categorias_loja::list(tx, loja)?);
        skus::edit(tx, loja, &code, |produto| Ok::<_, ErrorB>(change(produto, &tree)?))?.ok_or(MISSING)
    })
    .await?;
    Ok(done())
}

/// Categories of a product.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "for the document alone; read as NewCategorias")]
struct CategoriasDeProduto {
    /// The one that becomes its main category; 0 or absent: none does.
    categoria_principal_id: Option<i64>,
    /// Those that it is put into besides. At least one of both is given.
    #[schema(max_items = 100)]
    lista_categoria_id: Option<Vec<i64>>,
}

/// Puts a product into categories of the store, beside those that it is in.
#[utoipa::path(tag = "Produtos", operation_id = "vincularCategoriasProduto",
    params(("identificador" = String, Path, description = "The product."), ByKind),
    request_body = CategoriasDeProduto,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[post("/produtos/{identificador}/categorias")]
async fn add_categorias(
    Then(ctx, ((path, kind), body)): Then<Ctx, (Which, Body<NewCategorias>)>,
) -> Result<HttpResponse, ErrorB> {
    let (named, new) = (Named::new(&ctx, path.into_inner().0, *kind), body.into_inner());
    arrange(&ctx, named, move |produto, tree| {
        produto.add_categories(tree, &new.ids)?;
        new.main.map_or(Ok(()), |main| produto.set_main_category(tree, main))
    })
    .await
}

/// Takes a product out of a category.
#[utoipa::path(tag = "Produtos", operation_id = "desvincularCategoriaProduto",
    params(("identificador" = String, Path, description = "The product."),
        ("id" = i64, Path, description = "The category."), ByKind),
    responses((status = 200, body = bool), Errors, MissingError, RuleError))]
#[delete("/produtos/{identificador}/categorias/{id}")]
async fn remove_categoria(Then(ctx, (path, kind)): Then<Ctx, Part>) -> Result<HttpResponse, ErrorB> {
    let (text, number) = path.into_inner();
    let named = Named::new(&ctx, text, *kind);
    arrange(&ctx, named, move |produto, tree| produto.remove_category(tree, number)).await
}

/// The category that becomes a product's main one.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "for the document alone; read as MainCategoria")]
struct CategoriaPrincipal {
    /// Its number.
    categoria_id: i64,
}

/// Makes a category the first that a product names, and puts it into it where it is not.
#[utoipa::path(tag = "Produtos", operation_id = "definirCategoriaPrincipalProduto",
    params(("identificador" = String, Path, description = "The product."), ByKind),
    request_body = CategoriaPrincipal,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[put("/produtos/{identificador}/categoriaPrincipal")]
async fn set_main_categoria(
    Then(ctx, ((path, kind), body)): Then<Ctx, (Which, Body<MainCategoria>)>,
) -> Result<HttpResponse, ErrorB> {
    let (named, MainCategoria(id)) = (Named::new(&ctx, path.into_inner().0, *kind), body.into_inner());
    arrange(&ctx, named, move |produto, tree| produto.set_main_category(tree, id)).await
}
