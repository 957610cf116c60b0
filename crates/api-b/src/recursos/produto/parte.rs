//! Single parts of a product: stock, prices, categories, images …

use actix_web::http::header;
use actix_web::{HttpResponse, get};
use domain::categoria_loja::ArvoreLoja;
use domain::interface_b::produto::{
    EstoqueTotal, ImagemProduto, InformacaoProduto, PrecoProduto, PrecosProduto, ProdutoRelacionado,
};
use http_kit::{Depois, Fault};
use store::paging::PageRequest;
use store::{categorias_loja, produtos};
use utoipa_actix_web::service_config::ServiceConfig;

use super::achado::{AUSENTE, achar};
use super::consulta::Tipo;
use crate::contexto::Ctx;
use crate::doc::{ErroAusente, Erros};
use crate::erro::ErroB;
use crate::interface::{Caminho, Filtros};
use crate::recursos::categoria::forma::CategoriaComCaminho;
use crate::resposta::{ParamPagina, json, lista, pagina};

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
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
type Qual = Depois<Ctx, (Caminho<(String,)>, Filtros<Tipo>)>;

/// Its stock, added up and by distribution centre.
#[utoipa::path(tag = "Produtos", operation_id = "obterEstoqueProduto",
    params(("identificador" = String, Path, description = "The product."), Tipo),
    responses((status = 200, body = EstoqueTotal), Erros, ErroAusente))]
#[get("/produtos/{identificador}/estoque")]
async fn estoque(Depois(ctx, (caminho, tipo)): Qual) -> Result<HttpResponse, ErroB> {
    let produto = achar(&ctx, tipo.identificar(&caminho.0.0)?).await?;
    Ok(json(&produto.estoque()))
}

/// Its general price.
#[utoipa::path(tag = "Produtos", operation_id = "obterPrecoProduto",
    params(("identificador" = String, Path, description = "The product."), Tipo),
    responses((status = 200, body = PrecoProduto), Erros, ErroAusente))]
#[get("/produtos/{identificador}/preco")]
async fn preco(Depois(ctx, (caminho, tipo)): Qual) -> Result<HttpResponse, ErroB> {
    let produto = achar(&ctx, tipo.identificar(&caminho.0.0)?).await?;
    Ok(json(&produto.preco()))
}

/// Every price of it: the general one, and those of the channels in which it has one of its own.
#[utoipa::path(tag = "Produtos", operation_id = "obterPrecosProduto",
    params(("identificador" = String, Path, description = "The product."), Tipo),
    responses((status = 200, body = PrecosProduto), Erros, ErroAusente))]
#[get("/produtos/{identificador}/precos")]
async fn precos(Depois(ctx, (caminho, tipo)): Qual) -> Result<HttpResponse, ErroB> {
    let id = tipo.identificar(&caminho.0.0)?;
    let (produto, tabelas) = ctx
        .ler_por_chave(move |conn, loja| {
            let produto = produtos::find(conn, loja, &id)?.ok_or(AUSENTE)?;
            let tabelas = produtos::tabelas(conn, loja, &[produto.variante])?;
            Ok((produto, tabelas.into_iter().map(|(_, tabela)| tabela).collect::<Vec<_>>()))
        })
        .await?;
    Ok(json(&produto.precos(&tabelas)))
}

/// The store's categories that it names, by name, by path or by their ids in the store's ERP; not paged.
#[utoipa::path(tag = "Produtos", operation_id = "listarCategoriasProduto",
    params(("identificador" = String, Path, description = "The product."), Tipo),
    responses((status = 200, body = Vec<CategoriaComCaminho>,
        headers(("x-total-count" = i64, description = "Categories in the answer."))), Erros, ErroAusente))]
#[get("/produtos/{identificador}/categorias")]
async fn categorias(Depois(ctx, (caminho, tipo)): Qual) -> Result<HttpResponse, ErroB> {
    let id = tipo.identificar(&caminho.0.0)?;
    let (total, corpo) = ctx
        .ler(move |conn, loja| {
            let produto = produtos::find(conn, loja, &id)?.ok_or(AUSENTE)?;
            let arvore = ArvoreLoja::nova(categorias_loja::list(conn, loja)?);
            let escolha = arvore.nomeadas(&produto.sku.categorias);
            let corpo = escolha.lista().map_err(|e| Fault::json("a list of categories", e))?;
            Ok((escolha.total(), corpo))
        })
        .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/json"))
        .insert_header(("x-total-count", total))
        .body(corpo))
}

/// Its images, in order; not paged.
#[utoipa::path(tag = "Produtos", operation_id = "listarImagensProduto",
    params(("identificador" = String, Path, description = "The product."), Tipo),
    responses((status = 200, body = Vec<ImagemProduto>,
        headers(("x-total-count" = i64, description = "Images."))), Erros, ErroAusente))]
#[get("/produtos/{identificador}/imagens")]
async fn imagens(Depois(ctx, (caminho, tipo)): Qual) -> Result<HttpResponse, ErroB> {
    let produto = achar(&ctx, tipo.identificar(&caminho.0.0)?).await?;
    Ok(lista(&produto.imagens()))
}

/// Texts about it; not paged.
#[utoipa::path(tag = "Produtos", operation_id = "listarInformacoesProduto",
    params(("identificador" = String, Path, description = "The product."), Tipo),
    responses((status = 200, body = Vec<InformacaoProduto>,
        headers(("x-total-count" = i64, description = "Texts."))), Erros, ErroAusente))]
#[get("/produtos/{identificador}/informacoes")]
async fn informacoes(Depois(ctx, (caminho, tipo)): Qual) -> Result<HttpResponse, ErroB> {
    let produto = achar(&ctx, tipo.identificar(&caminho.0.0)?).await?;
    Ok(lista(&produto.informacoes()))
}

/// Lists the other SKUs of its group, in ascending order of `produtoVarianteId`.
#[utoipa::path(tag = "Produtos", operation_id = "listarProdutosRelacionados",
    params(("identificador" = String, Path, description = "The product."), Tipo, ParamPagina),
    responses((status = 200, body = Vec<ProdutoRelacionado>, headers(
        ("x-total-count" = i64, description = "All such products, not only those of the page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    Erros, ErroAusente))]
#[get("/produtos/{identificador}/relacionados")]
async fn relacionados(
    Depois(ctx, (caminho, filtros)): Depois<Ctx, (Caminho<(String,)>, Filtros<(PageRequest, Tipo)>)>,
) -> Result<HttpResponse, ErroB> {
    let (pedida, tipo) = filtros.into_inner();
    let id = tipo.identificar(&caminho.0.0)?;
    let page = ctx
        .ler(move |conn, loja| {
            let produto = produtos::find(conn, loja, &id)?.ok_or(AUSENTE)?;
            Ok(produtos::relacionados(conn, loja, &produto, pedida)?)
        })
        .await?;
    Ok(pagina(&ctx, &page))
}

/// Whether it can be bought: it is active, and not all of its stock is promised.
#[utoipa::path(tag = "Produtos", operation_id = "obterDisponibilidadeProduto",
    params(("identificador" = String, Path, description = "The product."), Tipo),
    responses((status = 200, body = bool), Erros, ErroAusente))]
#[get("/produtos/{identificador}/disponibilidade")]
async fn disponibilidade(Depois(ctx, (caminho, tipo)): Qual) -> Result<HttpResponse, ErroB> {
    let produto = achar(&ctx, tipo.identificar(&caminho.0.0)?).await?;
    Ok(json(&produto.disponivel()))
}
