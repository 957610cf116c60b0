//! One of the store's categories, by its number or by its identifier in the store's ERP.

use actix_web::{HttpResponse, delete, get, post, put};
use domain::categoria_loja::DadosCategoria;
use http_kit::Depois;
use store::categorias_loja::{self, Gravacao, Qual};
use utoipa_actix_web::service_config::ServiceConfig;

use super::forma::CategoriaComCaminho;
use crate::contexto::Ctx;
use crate::doc::{ErroAusente, ErroDeRegra, Erros, ErrosDeCorpo};
use crate::erro::ErroB;
use crate::interface::{Caminho, Corpo};
use crate::resposta::{criado, feito, json};

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(create).service(find).service(replace).service(remover);
    cfg.service(find_erp).service(replace_erp).service(remover_erp);
}

const AUSENTE: ErroB = ErroB::NaoEncontrado("A categoria não foi encontrada.");

/// Creates a category; answers its number. Its parent must be there, and the tree has at most 100 levels.
#[utoipa::path(tag = "Categorias", operation_id = "criarCategoriaLoja", request_body = DadosCategoria,
    responses((status = 201, body = i64), Erros, ErrosDeCorpo))]
#[post("/categorias")]
async fn create(Depois(ctx, corpo): Depois<Ctx, Corpo<DadosCategoria>>) -> Result<HttpResponse, ErroB> {
    let dados = corpo.into_inner();
    let num = ctx.escrever(move |tx, loja| feita(categorias_loja::create(tx, loja, &dados)?)).await?;
    Ok(criado(num))
}

/// Reads a category.
#[utoipa::path(tag = "Categorias", operation_id = "obterCategoriaLoja", params(("id" = i64, Path)),
    responses((status = 200, body = CategoriaComCaminho), Erros, ErroAusente))]
#[get("/categorias/{id}")]
async fn find(Depois(ctx, id): Depois<Ctx, Caminho<(i64,)>>) -> Result<HttpResponse, ErroB> {
    obter(&ctx, numero(id)).await
}

/// Replaces a category; what is not given takes its default. It cannot lie below itself.
#[utoipa::path(tag = "Categorias", operation_id = "substituirCategoriaLoja", params(("id" = i64, Path)),
    request_body = DadosCategoria,
    responses((status = 200, body = bool), Erros, ErroAusente, ErrosDeCorpo))]
#[put("/categorias/{id}")]
async fn replace(
    Depois(ctx, (id, corpo)): Depois<Ctx, (Caminho<(i64,)>, Corpo<DadosCategoria>)>,
) -> Result<HttpResponse, ErroB> {
    substituir(&ctx, numero(id), corpo.into_inner()).await
}

/// Deletes a category; refused while it has subcategories.
#[utoipa::path(tag = "Categorias", operation_id = "excluirCategoriaLoja", params(("id" = i64, Path)),
    responses((status = 200, body = bool), Erros, ErroAusente, ErroDeRegra))]
#[delete("/categorias/{id}")]
async fn remover(Depois(ctx, id): Depois<Ctx, Caminho<(i64,)>>) -> Result<HttpResponse, ErroB> {
    excluir(&ctx, numero(id)).await
}

/// Reads a category by its identifier in the store's ERP.
#[utoipa::path(tag = "Categorias", operation_id = "obterCategoriaLojaPorERP",
    params(("categoriaERPId" = String, Path)),
    responses((status = 200, body = CategoriaComCaminho), Erros, ErroAusente))]
#[get("/categorias/erp/{categoriaERPId}")]
async fn find_erp(Depois(ctx, erp): Depois<Ctx, Caminho<(String,)>>) -> Result<HttpResponse, ErroB> {
    obter(&ctx, do_erp(erp)).await
}

/// Replaces a category by its identifier in the store's ERP. It keeps the identifier unless another one is
/// given; whatever else is not given takes its default.
#[utoipa::path(tag = "Categorias", operation_id = "substituirCategoriaLojaPorERP",
    params(("categoriaERPId" = String, Path)), request_body = DadosCategoria,
    responses((status = 200, body = bool), Erros, ErroAusente, ErrosDeCorpo))]
#[put("/categorias/erp/{categoriaERPId}")]
async fn replace_erp(
    Depois(ctx, (erp, corpo)): Depois<Ctx, (Caminho<(String,)>, Corpo<DadosCategoria>)>,
) -> Result<HttpResponse, ErroB> {
    let mut dados = corpo.into_inner();
    dados.categoria_erp_id.get_or_insert_with(|| erp.0.0.clone());
    substituir(&ctx, do_erp(erp), dados).await
}

/// Deletes a category by its identifier in the store's ERP; refused while it has subcategories.
#[utoipa::path(tag = "Categorias", operation_id = "excluirCategoriaLojaPorERP",
    params(("categoriaERPId" = String, Path)),
    responses((status = 200, body = bool), Erros, ErroAusente, ErroDeRegra))]
#[delete("/categorias/erp/{categoriaERPId}")]
async fn remover_erp(Depois(ctx, erp): Depois<Ctx, Caminho<(String,)>>) -> Result<HttpResponse, ErroB> {
    excluir(&ctx, do_erp(erp)).await
}

fn numero(caminho: Caminho<(i64,)>) -> Qual {
    Qual::Numero(caminho.into_inner().0)
}

fn do_erp(caminho: Caminho<(String,)>) -> Qual {
    Qual::Erp(caminho.into_inner().0)
}

async fn obter(ctx: &Ctx, qual: Qual) -> Result<HttpResponse, ErroB> {
    let achada = ctx
        .ler(move |conn, loja| {
            let categoria = categorias_loja::find(conn, loja, &qual)?.ok_or(AUSENTE)?;
            let caminho_hierarquia = categorias_loja::caminho(conn, loja, categoria.id)?;
            Ok(CategoriaComCaminho { categoria, caminho_hierarquia })
        })
        .await?;
    Ok(json(&achada))
}

async fn substituir(ctx: &Ctx, qual: Qual, dados: DadosCategoria) -> Result<HttpResponse, ErroB> {
    ctx.escrever(move |tx, loja| feita(categorias_loja::replace(tx, loja, &qual, &dados)?)).await?;
    Ok(feito())
}

async fn excluir(ctx: &Ctx, qual: Qual) -> Result<HttpResponse, ErroB> {
    ctx.escrever(move |tx, loja| feita(categorias_loja::delete(tx, loja, &qual)?)).await?;
    Ok(feito())
}

/// The outcome of a change, as this interface answers it.
fn feita(gravacao: Gravacao) -> Result<i64, ErroB> {
    match gravacao {
        Gravacao::Feita(num) => Ok(num),
        Gravacao::Ausente => Err(AUSENTE),
        Gravacao::Recusada(recusa) => Err(ErroB::regra(recusa)),
    }
}
