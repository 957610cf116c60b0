//! SKUs, stocks and prices by the batch.

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use domain::reading::json::{FromJson, InputValue};
use domain::reading::problems::Problems;
use domain::sku::{AjusteEmCentro, BySku, Sku};
use domain::sku_canal::Preco;
use domain::values::ids::SkuId;
use domain::values::measure;
use http_kit::{Mount, Then};
use store::Tx;
use store::inventory::{self, StockOutcome};
use store::skus::{self, ReadySku};
use store::usuarios::Loja;

use super::registration::check_room;
use super::saldo::Ajuste;
use crate::context::ForLoja;
use crate::doc::{BodyErrors, Errors};
use crate::error::{ErrorA, Resource};
use crate::interface::Body;
use crate::lote::{self, Done, Item, Lote, LoteItem, Mode, ModeParam, ResultadoItem};
use crate::outcome::Outcome;
use crate::query::UsuarioParam;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(upsert).service(set_estoque).service(set_preco);
}

/// A SKU, and which of its measures were rounded up.
struct Measured<T> {
    sku: T,
    rounded: Vec<&'static str>,
}

impl FromJson for Measured<Sku> {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let rounded = measure::rounded(&value.object(p)?);
        Some(Self { sku: Sku::read(value, p)?, rounded })
    }
}

impl LoteItem for Measured<Sku> {
    const KEY: &'static str = "sku";
}

impl<T: FromJson> LoteItem for BySku<T> {
    const KEY: &'static str = "sku";
}

/// Creates or replaces up to 500 SKUs.
#[utoipa::path(tag = "Sku", params(UsuarioParam, ModeParam), request_body = Vec<Sku>,
    responses((status = 200, body = Vec<ResultadoItem>), Errors, BodyErrors))]
#[post("/sku/Lote")]
async fn upsert(
    Then(req, body): Then<ForLoja<ModeParam>, Body<Lote<Measured<Sku>>>>,
) -> Result<HttpResponse, ErrorA> {
    let (mode, fingerprint) = (req.filter.modo, body.fingerprint());
    let Lote(items) = body.into_inner();
    // made ready here, and dropped here: whatever the transaction does, other writes wait for
    let all = move || items.into_iter().map(prepare).collect::<Result<Vec<_>, ErrorA>>();
    let items = Arc::new(req.store().off_thread(all).await?);
    let its = Arc::clone(&items);
    req.write(fingerprint, move |tx, loja| write(tx, loja, mode, &its)).await
}

/// Sets or varies up to 500 stocks, each of a SKU in a distribution centre.
#[utoipa::path(tag = "Sku", params(UsuarioParam, ModeParam),
    request_body(content = Vec<AjusteDeSku>),
    responses((status = 200, body = Vec<ResultadoItem>), Errors, BodyErrors))]
#[post("/sku/Estoque/Lote")]
async fn set_estoque(
    Then(req, body): Then<ForLoja<ModeParam>, Body<Lote<BySku<AjusteEmCentro>>>>,
) -> Result<HttpResponse, ErrorA> {
    let (mode, fingerprint) = (req.filter.modo, body.fingerprint());
    let Lote(items) = body.into_inner();
    req.write(fingerprint, move |tx, loja| {
        // one number for one centre
        let separated = lote::split_by(&items, |sku, item| (sku, item.valor.centro()));
        let all = |good: &[&BySku<AjusteEmCentro>]| {
            let changes: Vec<_> = good.iter().map(|item| (item.sku.as_str(), item.valor)).collect();
            Ok(inventory::change_stocks(tx, loja.id, &changes)?)
        };
        lote::run_together(mode, separated, all, adjusted)
    })
    .await
}

fn adjusted(outcome: StockOutcome) -> Result<Done, ErrorA> {
    match outcome {
        StockOutcome::Done(_) => Ok(Done::stored(false)),
        StockOutcome::Missing => Err(ErrorA::NotFound(Resource::Sku)),
        StockOutcome::CentroMissing => Err(ErrorA::NotFound(Resource::Centro)),
        StockOutcome::Refused(current) => Err(ErrorA::StockRefused(current)),
    }
}

/// Sets the prices of up to 500 SKUs.
#[utoipa::path(tag = "Sku", params(UsuarioParam, ModeParam),
    request_body(content = Vec<PrecoDeSku>),
    responses((status = 200, body = Vec<ResultadoItem>), Errors, BodyErrors))]
#[post("/sku/Preco/Lote")]
async fn set_preco(
    Then(req, body): Then<ForLoja<ModeParam>, Body<Lote<BySku<Preco>>>>,
) -> Result<HttpResponse, ErrorA> {
    let (mode, fingerprint) = (req.filter.modo, body.fingerprint());
    let Lote(items) = body.into_inner();
    req.write(fingerprint, move |tx, loja| {
        let all = |good: &[&BySku<Preco>]| {
            let changes: Vec<_> = good.iter().map(|item| (&item.sku, item.valor)).collect();
            Ok(skus::set_precos(tx, loja.id, &changes)?)
        };
        lote::run_together(mode, lote::separate(&items), all, priced)
    })
    .await
}

fn priced(there: bool) -> Result<Done, ErrorA> {
    if there { Ok(Done::stored(false)) } else { Err(ErrorA::NotFound(Resource::Sku)) }
}

/// Which SKU, and its change of stock.
#[derive(utoipa::ToSchema)]
#[allow(dead_code, reason = "for the document alone; read as PorSku")]
struct AjusteDeSku {
    /// The SKU.
    sku: SkuId,
    /// The distribution centre; 1 when not given.
    #[serde(rename = "centroId")]
    #[schema(minimum = 1)]
    centro_id: Option<i32>,
    #[schema(inline)]
    #[serde(flatten)]
    ajuste: Ajuste,
}

/// Which SKU, and its prices.
#[derive(utoipa::ToSchema)]
#[allow(dead_code, reason = "for the document alone; read as PorSku")]
struct PrecoDeSku {
    /// The SKU.
    sku: SkuId,
    #[schema(inline)]
    #[serde(flatten)]
    preco: Preco,
}

fn prepare(item: Item<Measured<Sku>>) -> Result<Item<Measured<ReadySku>>, ErrorA> {
    let valor = match item.valor {
        Ok(Measured { sku, rounded }) => Ok(Measured { sku: ReadySku::new(sku)?, rounded }),
        Err(problems) => Err(problems),
    };
    Ok(Item { chave: item.chave, valor })
}

/// All good items in a few statements.
fn write(
    tx: &mut Tx<'_>,
    loja: Loja,
    mode: Mode,
    items: &[Item<Measured<ReadySku>>],
) -> Result<Outcome, ErrorA> {
    let all = |valid: &[&Measured<ReadySku>]| {
        let skus: Vec<&ReadySku> = valid.iter().map(|item| &item.sku).collect();
        let are_new = skus::upsert_lote(tx, loja.id, &skus)?;
        if are_new.contains(&true) {
            check_room(tx, loja)?;
        }
        Ok(are_new.into_iter().zip(valid.iter().map(|item| item.rounded.clone())).collect())
    };
    lote::run_together(mode, lote::separate(items), all, |(new, rounded)| {
        let told = |name: &str| format!("A medida {name} foi arredondada para cima.");
        Ok(Done { avisos: rounded.into_iter().map(told).collect(), ..Done::stored(new) })
    })
}
