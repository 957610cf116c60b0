//! Stocks and prices of many products, each with an outcome of its own.

use std::collections::BTreeSet;

use actix_web::{HttpResponse, put};
use domain::estoque::CENTRO_PADRAO;
use domain::interface_b::produto::{
    Identifier, IdentifierKind, Lote, LoteItem, NewEstoque, NewPreco, NewSaldo,
};
use domain::loja_config::LojaDefaults;
use domain::reading::problems::Notice;
use domain::values::ids::LojaId;
use domain::values::money::{self, Dinheiro};
use http_kit::{Mount, Then};
use serde::Serialize;
use store::produtos::{self, PrecoWriteOutcome, Target};
use store::{Conn, StoreError, Tx, centros, inventory};
use utoipa::ToSchema;

use super::found::{MISSING, SEVERAL};
use super::query::ByKind;
use crate::answer::json;
use crate::context::Ctx;
use crate::doc::{BodyErrors, Errors};
use crate::error::ErrorB;
use crate::interface::{Body, Filters};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(set_estoques).service(set_precos).service(set_precos_lote);
}

/// The outcomes of all items, in the order of the request.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ResultadoLote {
    /// Those that could not be changed.
    produtos_nao_atualizados: Vec<ResultadoProduto>,
    /// Those that were changed.
    produtos_atualizados: Vec<ResultadoProduto>,
}

/// The outcome of one item.
#[derive(Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ResultadoProduto {
    /// The distribution centre of a stock, of several the first one. Not there for prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    centro_distribuicao_id: Option<i32>,
    /// Number of the SKU; 0 when there is none and the identifier is not such a number either.
    produto_variante_id: i64,
    /// The SKU's code; empty when there is none and the identifier is not one either.
    sku: String,
    /// True when it was changed.
    resultado: bool,
    /// What happened, a sentence.
    detalhes: String,
}

/// What becomes of a product's stock.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "for the document alone; read as ItemDeLote<NovoEstoque>")]
struct EstoqueDeProduto {
    /// The product, by what `tipoIdentificador` says. Numbers are read too.
    #[schema(min_length = 1, max_length = 100)]
    identificador: Option<String>,
    /// In the place of `identificador`: the product, by its SKU, whatever `tipoIdentificador` says.
    #[schema(min_length = 1, max_length = 100)]
    sku: Option<String>,
    /// Extra days of dispatch; as they are when absent.
    #[schema(minimum = 0)]
    prazo_entrega: Option<i32>,
    /// Its stock, by distribution centre. May be empty when `prazoEntrega` is given.
    #[schema(max_items = 50)]
    lista_estoque: Vec<EstoqueEmCentro>,
}

/// The stock in a distribution centre.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "for the document alone; read as NovoSaldo")]
pub(super) struct EstoqueEmCentro {
    /// What is there; less than none is taken for none, which the item's `detalhes` says.
    estoque_fisico: i32,
    /// Of that, what is promised already; as it is when absent, 0 when it is less. Where somebody keeps the stock, orders say
    /// it, and it is not taken, which the item's `detalhes` says.
    estoque_reservado: Option<i32>,
    /// The distribution centre, one of the store's: 1 when 0 or absent.
    #[schema(minimum = 0)]
    centro_distribuicao_id: Option<i32>,
    /// The SKU's number once more; another one is refused. 0 counts as absent.
    produto_variante_id: Option<i64>,
    /// Not kept, which the item's `detalhes` says of true.
    permite_pre_venda: Option<bool>,
    /// The stock at which the store wants to be warned; as it is when absent, 0 when it is less.
    alerta_estoque: Option<i32>,
}

/// What becomes of a product's prices.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "for the document alone; read as ItemDeLote<NovoPreco>")]
struct PrecoDeProduto {
    /// The product, by what `tipoIdentificador` says. Numbers are read too.
    #[schema(min_length = 1, max_length = 100)]
    identificador: Option<String>,
    /// In the place of `identificador`: the product, by its SKU, whatever `tipoIdentificador` says.
    #[schema(min_length = 1, max_length = 100)]
    sku: Option<String>,
    /// Cost; as it is when absent.
    #[schema(schema_with = money::amount_or_null)]
    preco_custo: Option<Dinheiro>,
    /// "From" price; 0 = none, otherwise not below `precoPor`. As it is when absent.
    #[schema(schema_with = money::amount_or_null)]
    preco_de: Option<Dinheiro>,
    /// Selling price; as it is when absent. A "from" price that it leaves behind goes, which `detalhes` says.
    #[schema(schema_with = money::amount_or_null)]
    preco_por: Option<Dinheiro>,
    /// Prices are per unit: anything but 1 is not taken, which `detalhes` says.
    fator_multiplicador_preco: Option<f64>,
}

/// Sets the stock of up to 50 products, each named by `identificador` or by `sku`. A bad item does not keep the others from being done. A `ProdutoId`
/// must name a group of a single SKU.
#[utoipa::path(tag = "Produtos", operation_id = "alterarEstoques", params(ByKind),
    request_body(content = Vec<EstoqueDeProduto>),
    responses((status = 200, body = ResultadoLote), Errors, BodyErrors))]
#[put("/produtos/estoques")]
async fn set_estoques(
    Then(ctx, (kind, body)): Then<Ctx, (Filters<ByKind>, Body<Lote<NewEstoque>>)>,
) -> Result<HttpResponse, ErrorB> {
    let (kind, defaults, Lote(items)) = (*kind, ctx.defaults(), body.into_inner());
    let resultado = ctx
        .write(move |tx, loja| {
            let kind = kind_of(&items, kind, (tx, loja, defaults))?;
            let good = items.iter().filter_map(|item| item.valor.as_ref().ok());
            hold_centros(tx, loja, good.flat_map(|new| &new.saldos))?;
            run(tx, loja, kind, &items, set_all_estoques)
        })
        .await?;
    Ok(json(&resultado))
}

/// Sets the prices of up to 50 products, each named by `identificador` or by `sku`, of each what is given (one price at least). A bad item does not keep
/// the others from being done. A `ProdutoId` must name a group of a single SKU.
#[utoipa::path(tag = "Produtos", operation_id = "alterarPrecos", params(ByKind),
    request_body(content = Vec<PrecoDeProduto>),
    responses((status = 200, body = ResultadoLote), Errors, BodyErrors))]
#[put("/produtos/precos")]
async fn set_precos(
    Then(ctx, (kind, body)): Then<Ctx, (Filters<ByKind>, Body<Lote<NewPreco>>)>,
) -> Result<HttpResponse, ErrorB> {
    change_precos(&ctx, *kind, body.into_inner()).await
}

/// The same by another path.
#[utoipa::path(tag = "Produtos", operation_id = "alterarPrecosEmLote", params(ByKind),
    request_body(content = Vec<PrecoDeProduto>),
    responses((status = 200, body = ResultadoLote), Errors, BodyErrors))]
#[put("/produtos/precos/lote")]
async fn set_precos_lote(
    Then(ctx, (kind, body)): Then<Ctx, (Filters<ByKind>, Body<Lote<NewPreco>>)>,
) -> Result<HttpResponse, ErrorB> {
    change_precos(&ctx, *kind, body.into_inner()).await
}

async fn change_precos(ctx: &Ctx, kind: ByKind, Lote(items): Lote<NewPreco>) -> Result<HttpResponse, ErrorB> {
    let defaults = ctx.defaults();
    let resultado = ctx
        .write(move |tx, loja| {
            let kind = kind_of(&items, kind, (tx, loja, defaults))?;
            run(tx, loja, kind, &items, set_all_precos)
        })
        .await?;
    Ok(json(&resultado))
}

/// What items are named by that do not say it themselves; asked for only where there are such.
fn kind_of<T>(
    items: &[LoteItem<T>],
    kind: ByKind,
    (tx, loja, defaults): (&mut Tx<'_>, LojaId, LojaDefaults),
) -> Result<IdentifierKind, ErrorB> {
    let said = items.first().and_then(|item| item.kind);
    match said.filter(|_| items.iter().all(|item| item.kind.is_some())) {
        Some(said) => Ok(said),
        None => kind.of(tx, loja, defaults),
    }
}

/// What became of an item: a sentence, in the one case or the other.
type Told = Result<String, String>;

/// A good item and its SKU: number and code.
type Good<'a, T> = (i64, &'a str, &'a T);

fn set_all_estoques(
    tx: &mut Tx<'_>,
    loja: LojaId,
    items: &[Good<'_, NewEstoque>],
) -> Result<Vec<Told>, StoreError> {
    let saldos = || items.iter().flat_map(|(.., new)| &new.saldos);
    let centros = centros::there(tx, loja, saldos().map(|saldo| saldo.centro))?;
    let kept = is_kept(tx, loja, saldos())?;
    let refusals: Vec<Option<String>> =
        items.iter().map(|(variante, _, new)| refusal(*variante, new, &centros)).collect();
    let good = items.iter().zip(&refusals).filter(|(_, refusal)| refusal.is_none());
    let changes: Vec<_> = good.map(|((_, sku, new), _)| (*sku, *new)).collect();
    let mut there = produtos::set_estoques(tx, loja, &changes)?.into_iter();
    let told = |((.., new), refusal): (&Good<'_, NewEstoque>, Option<String>)| match refusal {
        Some(refusal) => Err(refusal),
        None if there.next() == Some(true) => {
            let not_taken = new.not_taken.iter().copied().chain(not_kept(kept, &new.saldos));
            Ok(done(&not_taken.collect::<Vec<_>>(), false))
        }
        None => Err(MISSING.to_string()),
    };
    Ok(items.iter().zip(refusals).map(told).collect())
}

/// Why the stocks of a SKU cannot be set.
fn refusal(variante: i64, new: &NewEstoque, centros: &BTreeSet<i32>) -> Option<String> {
    if let Some(place) = new.saldos.iter().position(|one| one.variante.is_some_and(|said| said != variante)) {
        return Some(format!("listaEstoque[{place}].produtoVarianteId: não é o do produto."));
    }
    let place = new.saldos.iter().position(|one| !centros.contains(&one.centro))?;
    let what = "não é um centro de distribuição da loja";
    Some(format!("listaEstoque[{place}].centroDistribuicaoId: {what}."))
}

fn set_all_precos(
    tx: &mut Tx<'_>,
    loja: LojaId,
    items: &[Good<'_, NewPreco>],
) -> Result<Vec<Told>, StoreError> {
    let changes: Vec<_> = items.iter().map(|(_, sku, new)| (*sku, new.change)).collect();
    let made = produtos::set_precos(tx, loja, &changes)?;
    let told = |((.., new), outcome): (&Good<'_, NewPreco>, PrecoWriteOutcome)| match outcome {
        PrecoWriteOutcome::Done(outcome) => Ok(done(&new.not_taken, outcome.from_price_dropped)),
        PrecoWriteOutcome::Missing => Err(MISSING.to_string()),
        PrecoWriteOutcome::Refused(refusal) => Err(format!("precoDe: {refusal}.")),
    };
    Ok(items.iter().zip(made).map(told).collect())
}

/// Keeps centres that stocks name from being removed: before any SKU is locked.
pub(super) fn hold_centros<'a>(
    tx: &mut Tx<'_>,
    loja: LojaId,
    mut saldos: impl Iterator<Item = &'a NewSaldo>,
) -> Result<(), StoreError> {
    if saldos.any(|saldo| saldo.centro != CENTRO_PADRAO) { centros::hold(tx, loja) } else { Ok(()) }
}

/// Whether somebody keeps the stock, as far as that matters to stocks.
pub(super) fn is_kept<'a>(
    conn: &mut Conn<'_>,
    loja: LojaId,
    mut saldos: impl Iterator<Item = &'a NewSaldo>,
) -> Result<bool, StoreError> {
    Ok(saldos.any(|saldo| saldo.reserved.is_some())
        && inventory::find(conn, loja)?.is_some_and(|user| user.controle_estoque.reserves()))
}

/// What of stocks is not kept. Where somebody keeps the stock, orders say what of it is promised; and in
/// centres besides the one that every store has, nothing is known but the stock.
pub(super) fn not_kept(kept: bool, saldos: &[NewSaldo]) -> Vec<&'static str> {
    let elsewhere = |saldo: &NewSaldo| saldo.centro != CENTRO_PADRAO;
    let reserved = |saldo: &NewSaldo| saldo.reserved.is_some() && (kept || elsewhere(saldo));
    let alert = |saldo: &NewSaldo| saldo.alert.is_some() && elsewhere(saldo);
    let mut not_kept = Vec::new();
    if saldos.iter().any(reserved) {
        not_kept.push("estoqueReservado");
    }
    if saldos.iter().any(alert) {
        not_kept.push("alertaEstoque");
    }
    not_kept
}

/// What a good item is told: that it was done, and what of it was not.
fn done(not_taken: &[&str], from_price_dropped: bool) -> String {
    let mut told = "O produto foi atualizado.".to_owned();
    if !not_taken.is_empty() {
        told.push_str(" Não foi mantido: ");
        told.push_str(&not_taken.join(", "));
        told.push('.');
    }
    if from_price_dropped {
        told.push_str(" O precoDe, menor que o novo precoPor, foi removido.");
    }
    told
}

/// With what of the item was taken otherwise than it was said.
fn noticing(told: String, notices: &[Notice]) -> String {
    notices.iter().fold(told, |told, notice| format!("{told} {notice}"))
}

/// Does what can be done, all at once, and tells of every item.
fn run<T: Item>(
    tx: &mut Tx<'_>,
    loja: LojaId,
    kind: IdentifierKind,
    items: &[LoteItem<T>],
    change: impl FnOnce(&mut Tx<'_>, LojaId, &[Good<'_, T>]) -> Result<Vec<Told>, StoreError>,
) -> Result<ResultadoLote, ErrorB> {
    let ids: Vec<Option<Identifier>> =
        items.iter().map(|item| item.kind.unwrap_or(kind).identify(&item.identificador)).collect();
    let mut found = produtos::resolve_all(tx, loja, &ids.iter().flatten().collect::<Vec<_>>())?.into_iter();
    let target = |id: Option<Identifier>| {
        let target = if id.is_some() { found.next() } else { None };
        (id, target.unwrap_or(Target::Missing))
    };
    let targets: Vec<(Option<Identifier>, Target)> = ids.into_iter().map(target).collect();
    let good = items.iter().zip(&targets).filter_map(|(item, (_, target))| match (&item.valor, target) {
        (Ok(value), Target::Single(variante, sku)) => Some((*variante, sku.as_str(), value)),
        _ => None,
    });
    let mut told = change(tx, loja, &good.collect::<Vec<_>>())?.into_iter();
    let (mut produtos_atualizados, mut produtos_nao_atualizados) = (Vec::new(), Vec::new());
    for (item, (id, target)) in items.iter().zip(targets) {
        let told = match (&item.valor, &target) {
            (Err(problems), _) => Err(format!("{problems}.")),
            (Ok(_), Target::Single(..)) => {
                let told = told.next().unwrap_or_else(|| Err(MISSING.to_string()));
                told.map(|told| noticing(told, &item.notices))
            }
            (Ok(_), Target::Several) => Err(SEVERAL.to_owned()),
            (Ok(_), Target::Missing) => Err(MISSING.to_string()),
        };
        let all = if told.is_ok() { &mut produtos_atualizados } else { &mut produtos_nao_atualizados };
        all.push(ResultadoProduto {
            centro_distribuicao_id: item.valor.as_ref().map_or(T::CENTRE, Item::centre),
            ..result(id, target, told)
        });
    }
    Ok(ResultadoLote { produtos_nao_atualizados, produtos_atualizados })
}

/// What an item is about.
trait Item {
    /// The distribution centre that its outcome names where it could not be read.
    const CENTRE: Option<i32>;

    /// The distribution centre that its outcome names, of several the first one.
    fn centre(&self) -> Option<i32>;
}

impl Item for NewEstoque {
    const CENTRE: Option<i32> = Some(CENTRO_PADRAO);

    fn centre(&self) -> Option<i32> {
        self.saldos.first().map_or(Self::CENTRE, |saldo| Some(saldo.centro))
    }
}

impl Item for NewPreco {
    const CENTRE: Option<i32> = None;

    fn centre(&self) -> Option<i32> {
        None
    }
}

/// The outcome of an item. A SKU that is not there is shown as it was named.
fn result(id: Option<Identifier>, target: Target, told: Told) -> ResultadoProduto {
    let (produto_variante_id, sku) = match (target, id) {
        (Target::Single(variante, sku), _) => (variante, sku),
        (_, Some(Identifier::Sku(sku))) => (0, sku),
        (_, Some(Identifier::Variante(variante))) => (variante, String::new()),
        (_, Some(Identifier::Produto(_)) | None) => (0, String::new()),
    };
    let resultado = told.is_ok();
    let detalhes = told.unwrap_or_else(|problem| problem);
    ResultadoProduto { centro_distribuicao_id: None, produto_variante_id, sku, resultado, detalhes }
}
