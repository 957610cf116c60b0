//! Stock and price of one SKU: the two changes that come thousands of times a minute.

use actix_web::{HttpResponse, put};
use domain::sku::AjusteEstoque;
use domain::sku_canal::Preco;
use domain::values::ids::SkuId;
use http_kit::{Condicoes, Depois};
use serde::Serialize;
use store::Tx;
use store::skus::{self, MudancaEstoque};
use store::usuarios::Loja;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::consulta::{Nada, ParamUsuario};
use crate::contexto::{DaLoja, conferir};
use crate::doc::{Erros, ErrosDeCorpo};
use crate::erro::{ErroA, Recurso};
use crate::interface::{Caminho, Corpo};
use crate::resposta::Resposta;

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(definir_estoque).service(definir_preco);
}

/// A change of stock: exactly one of the two.
#[derive(ToSchema)]
#[allow(dead_code, reason = "for the document alone; read as AjusteEstoque")]
pub struct Ajuste {
    /// The stock is this now.
    #[schema(minimum = 0)]
    estoque: Option<i32>,
    /// The stock rises by this (negative: falls).
    variacao: Option<i32>,
}

/// The stock after a change.
#[derive(Serialize, ToSchema)]
struct Saldo<'a> {
    /// The SKU.
    #[schema(value_type = SkuId)]
    sku: &'a SkuId,
    /// Its stock now.
    estoque: i32,
}

/// The prices after a change.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Precos<'a> {
    /// The SKU.
    #[schema(value_type = SkuId)]
    sku: &'a SkuId,
    /// "From" price.
    #[schema(value_type = f64)]
    preco_de: domain::values::money::Dinheiro,
    /// Selling price.
    #[schema(value_type = f64)]
    preco_por: domain::values::money::Dinheiro,
}

/// Sets or varies the stock. A variation that would leave it below zero changes nothing. `If-Match` takes the
/// ETag of the SKU.
#[utoipa::path(tag = "Sku", params(("sku" = SkuId, Path), ParamUsuario), request_body = Ajuste,
    responses((status = 200, body = Saldo<'_>), Erros, ErrosDeCorpo))]
#[put("/sku/{sku}/Estoque")]
async fn definir_estoque(
    Depois(req, (id, corpo)): Depois<DaLoja<Nada>, (Caminho<(SkuId,)>, Corpo<AjusteEstoque>)>,
) -> Result<HttpResponse, ErroA> {
    let ((id,), impressao, condicoes) = (id.into_inner(), corpo.impressao(), req.condicoes.clone());
    let ajuste = corpo.into_inner();
    req.escrever_loja(impressao, move |tx, loja| {
        conferir_sku(tx, loja, &id, &condicoes)?;
        let estoque = ajustar(tx, loja, &id, ajuste)?;
        Resposta::ok(&Saldo { sku: &id, estoque })
    })
    .await
}

/// Sets the prices. `If-Match` takes the ETag of the SKU.
#[utoipa::path(tag = "Sku", params(("sku" = SkuId, Path), ParamUsuario), request_body = Preco,
    responses((status = 200, body = Precos<'_>), Erros, ErrosDeCorpo))]
#[put("/sku/{sku}/Preco")]
async fn definir_preco(
    Depois(req, (id, corpo)): Depois<DaLoja<Nada>, (Caminho<(SkuId,)>, Corpo<Preco>)>,
) -> Result<HttpResponse, ErroA> {
    let ((id,), impressao, condicoes) = (id.into_inner(), corpo.impressao(), req.condicoes.clone());
    let preco = corpo.into_inner();
    req.escrever_loja(impressao, move |tx, loja| {
        conferir_sku(tx, loja, &id, &condicoes)?;
        precificar(tx, loja, &id, preco)?;
        Resposta::ok(&Precos { sku: &id, preco_de: preco.preco_de, preco_por: preco.preco_por })
    })
    .await
}

/// Refuses a change that was made for another state of the SKU. Only who asks pays for the reading.
fn conferir_sku(tx: &mut Tx<'_>, loja: Loja, sku: &SkuId, condicoes: &Condicoes) -> Result<(), ErroA> {
    if condicoes.vazias() {
        return Ok(());
    }
    skus::exclusivo(tx, loja.id, sku)?;
    let atual = skus::find(tx, loja.id, sku)?.ok_or(ErroA::NaoEncontrado(Recurso::Sku))?;
    conferir(condicoes, Some(&atual))
}

/// Changes the stock; answers what it is now.
pub(super) fn ajustar(tx: &mut Tx<'_>, loja: Loja, sku: &SkuId, ajuste: AjusteEstoque) -> Result<i32, ErroA> {
    match skus::ajustar_estoque(tx, loja.id, sku, ajuste)? {
        MudancaEstoque::Feita(estoque) => Ok(estoque),
        MudancaEstoque::Ausente => Err(ErroA::NaoEncontrado(Recurso::Sku)),
        MudancaEstoque::Recusada(atual) => Err(ErroA::EstoqueRecusado(atual)),
    }
}

/// Changes the prices.
pub(super) fn precificar(tx: &mut Tx<'_>, loja: Loja, sku: &SkuId, preco: Preco) -> Result<(), ErroA> {
    if skus::definir_preco(tx, loja.id, sku, preco)? {
        Ok(())
    } else {
        Err(ErroA::NaoEncontrado(Recurso::Sku))
    }
}
