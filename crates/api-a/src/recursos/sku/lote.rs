//! SKUs, stocks and prices by the batch.

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use domain::reading::json::Leitura;
use domain::sku::{AjusteEstoque, PorSku, Sku};
use domain::sku_canal::Preco;
use http_kit::Depois;
use store::skus::{self, SkuPronto};
use store::usuarios::Loja;
use store::{StoreError, Tx};
use utoipa_actix_web::service_config::ServiceConfig;

use super::saldo::{Ajuste, ajustar, precificar};
use crate::consulta::ParamUsuario;
use crate::contexto::DaLoja;
use crate::doc::{Erros, ErrosDeCorpo};
use crate::erro::ErroA;
use crate::interface::Corpo;
use crate::lote::{self, Feito, Item, ItemDeLote, Lote, Modo, ParamModo, ResultadoItem};
use crate::outcome::Outcome;

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(upsert).service(definir_estoque).service(definir_preco);
}

impl ItemDeLote for Sku {
    const CHAVE: &'static str = "sku";
}

impl<T: Leitura> ItemDeLote for PorSku<T> {
    const CHAVE: &'static str = "sku";
}

/// Creates or replaces up to 500 SKUs.
#[utoipa::path(tag = "Sku", params(ParamUsuario, ParamModo), request_body = Vec<Sku>,
    responses((status = 200, body = Vec<ResultadoItem>), Erros, ErrosDeCorpo))]
#[post("/sku/Lote")]
async fn upsert(
    Depois(req, corpo): Depois<DaLoja<ParamModo>, Corpo<Lote<Sku>>>,
) -> Result<HttpResponse, ErroA> {
    let (modo, impressao) = (req.filtro.modo, corpo.impressao());
    let Lote(itens) = corpo.into_inner();
    // made ready here, and dropped here: whatever the transaction does, other writes wait for
    let itens: Vec<_> = itens.into_iter().map(preparar).collect::<Result<_, _>>()?;
    let itens = Arc::new(itens);
    let dela = Arc::clone(&itens);
    req.escrever_loja(impressao, move |tx, loja| gravar(tx, loja, modo, &dela)).await
}

/// Sets or varies the stock of up to 500 SKUs.
#[utoipa::path(tag = "Sku", params(ParamUsuario, ParamModo),
    request_body(content = Vec<AjusteDeSku>),
    responses((status = 200, body = Vec<ResultadoItem>), Erros, ErrosDeCorpo))]
#[post("/sku/Estoque/Lote")]
async fn definir_estoque(
    Depois(req, corpo): Depois<DaLoja<ParamModo>, Corpo<Lote<PorSku<AjusteEstoque>>>>,
) -> Result<HttpResponse, ErroA> {
    let (modo, impressao) = (req.filtro.modo, corpo.impressao());
    let Lote(itens) = corpo.into_inner();
    req.escrever_loja(impressao, move |tx, loja| {
        lote::fazer(modo, &itens, |item| {
            ajustar(tx, loja, &item.sku, item.valor).map(|_| Feito::gravado(false))
        })
    })
    .await
}

/// Sets the prices of up to 500 SKUs.
#[utoipa::path(tag = "Sku", params(ParamUsuario, ParamModo),
    request_body(content = Vec<PrecoDeSku>),
    responses((status = 200, body = Vec<ResultadoItem>), Erros, ErrosDeCorpo))]
#[post("/sku/Preco/Lote")]
async fn definir_preco(
    Depois(req, corpo): Depois<DaLoja<ParamModo>, Corpo<Lote<PorSku<Preco>>>>,
) -> Result<HttpResponse, ErroA> {
    let (modo, impressao) = (req.filtro.modo, corpo.impressao());
    let Lote(itens) = corpo.into_inner();
    req.escrever_loja(impressao, move |tx, loja| {
        lote::fazer(modo, &itens, |item| {
            precificar(tx, loja, &item.sku, item.valor).map(|()| Feito::gravado(false))
        })
    })
    .await
}

/// Which SKU, and its change of stock.
#[derive(utoipa::ToSchema)]
#[allow(dead_code, reason = "for the document alone; read as PorSku")]
struct AjusteDeSku {
    /// The SKU.
    sku: domain::values::ids::SkuId,
    #[schema(inline)]
    #[serde(flatten)]
    ajuste: Ajuste,
}

/// Which SKU, and its prices.
#[derive(utoipa::ToSchema)]
#[allow(dead_code, reason = "for the document alone; read as PorSku")]
struct PrecoDeSku {
    /// The SKU.
    sku: domain::values::ids::SkuId,
    #[schema(inline)]
    #[serde(flatten)]
    preco: Preco,
}

fn preparar(item: Item<Sku>) -> Result<Item<SkuPronto>, StoreError> {
    let valor = match item.valor {
        Ok(sku) => Ok(SkuPronto::novo(sku)?),
        Err(problemas) => Err(problemas),
    };
    Ok(Item { chave: item.chave, valor })
}

/// All good items in a few statements.
fn gravar(tx: &mut Tx<'_>, loja: Loja, modo: Modo, itens: &[Item<SkuPronto>]) -> Result<Outcome, ErroA> {
    let todos = |bons: &[&SkuPronto]| Ok(skus::upsert_lote(tx, loja.id, bons)?);
    lote::fazer_juntos(modo, lote::separar(itens), todos, |novo| Ok(Feito::gravado(novo)))
}
