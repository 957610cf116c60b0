//! Stocks and prices of many products, each with an outcome of its own.

use actix_web::{HttpResponse, put};
use domain::interface_b::produto::{Identifier, IdentifierKind, Lote, LoteItem, NewEstoque, NewPreco};
use domain::values::ids::LojaId;
use domain::values::money::Dinheiro;
use http_kit::Then;
use serde::Serialize;
use store::produtos::{self, Target};
use store::{StoreError, Tx};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::found::{MISSING, SEVERAL};
use super::query::ByKind;
use crate::answer::json;
use crate::context::Ctx;
use crate::doc::{BodyErrors, Errors};
use crate::error::ErrorB;
use crate::interface::{Body, Filters};

/// The routes of this file.
pub fn mount(cfg: &mut ServiceConfig<'_>) {
    cfg.service(set_estoques).service(set_precos);
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
    /// The product. Numbers are read too.
    #[schema(min_length = 1, max_length = 100)]
    identificador: String,
    /// Extra days of dispatch; as they are when absent.
    #[schema(minimum = 0)]
    prazo_entrega: Option<i32>,
    /// Its stock, in the one distribution centre. May be empty when `prazoEntrega` is given.
    #[schema(max_items = 1)]
    lista_estoque: Vec<EstoqueEmCentro>,
}

/// The stock in a distribution centre.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "for the document alone; read as NovoSaldo")]
struct EstoqueEmCentro {
    /// What is there.
    #[schema(minimum = 0)]
    estoque_fisico: i32,
    /// Of that, what is promised already; as it is when absent.
    #[schema(minimum = 0)]
    estoque_reservado: Option<i32>,
    /// The distribution centre: 1, also when absent.
    #[schema(minimum = 1, maximum = 1)]
    centro_distribuicao_id: Option<i32>,
    /// The stock at which the store wants to be warned; as it is when absent.
    #[schema(minimum = 0)]
    alerta_estoque: Option<i32>,
}

/// What becomes of a product's prices.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "for the document alone; read as ItemDeLote<NovoPreco>")]
struct PrecoDeProduto {
    /// The product. Numbers are read too.
    #[schema(min_length = 1, max_length = 100)]
    identificador: String,
    /// Cost; as it is when absent.
    #[schema(value_type = Option<f64>, minimum = 0)]
    preco_custo: Option<Dinheiro>,
    /// "From" price; 0 = none, otherwise not below `precoPor`.
    #[schema(value_type = f64, minimum = 0)]
    preco_de: Dinheiro,
    /// Selling price.
    #[schema(value_type = f64, minimum = 0)]
    preco_por: Dinheiro,
}

/// Sets the stock of up to 50 products. A bad item does not keep the others from being done. A `ProdutoId`
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
            let kind = kind.of(tx, loja, defaults)?;
            run(tx, loja, kind, &items, produtos::set_estoque)
        })
        .await?;
    Ok(json(&resultado))
}

/// Sets the prices of up to 50 products. A bad item does not keep the others from being done. A `ProdutoId`
/// must name a group of a single SKU.
#[utoipa::path(tag = "Produtos", operation_id = "alterarPrecos", params(ByKind),
    request_body(content = Vec<PrecoDeProduto>),
    responses((status = 200, body = ResultadoLote), Errors, BodyErrors))]
#[put("/produtos/precos")]
async fn set_precos(
    Then(ctx, (kind, body)): Then<Ctx, (Filters<ByKind>, Body<Lote<NewPreco>>)>,
) -> Result<HttpResponse, ErrorB> {
    let (kind, defaults, Lote(items)) = (*kind, ctx.defaults(), body.into_inner());
    let resultado = ctx
        .write(move |tx, loja| {
            let kind = kind.of(tx, loja, defaults)?;
            run(tx, loja, kind, &items, produtos::set_preco)
        })
        .await?;
    Ok(json(&resultado))
}

/// Does what can be done, and tells of every item.
fn run<T>(
    tx: &mut Tx<'_>,
    loja: LojaId,
    kind: IdentifierKind,
    items: &[LoteItem<T>],
    change: impl Fn(&mut Tx<'_>, LojaId, i64, &T) -> Result<bool, StoreError>,
) -> Result<ResultadoLote, ErrorB> {
    let mut targets = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let id = kind.identify(&item.identificador);
        let target = match &id {
            Some(id) => produtos::resolve(tx, loja, id)?,
            None => Target::Missing,
        };
        targets.push((index, id, target, item));
    }
    // in the order in which interface A's batches take them, too, so that no two requests can hold each other
    // up; the same SKU keeps its order
    targets.sort_by(|(_, _, one, _), (_, _, other, _)| code(one).cmp(code(other)));
    let mut outcomes = Vec::with_capacity(items.len());
    for (index, id, target, item) in targets {
        let problem = match (&item.valor, &target) {
            (Err(problems), _) => Some(format!("{problems}.")),
            (Ok(value), Target::Single(variante, _)) if change(tx, loja, *variante, value)? => None,
            (Ok(_), Target::Several) => Some(SEVERAL.to_owned()),
            (Ok(_), Target::Single(..) | Target::Missing) => Some(MISSING.to_string()),
        };
        outcomes.push((index, result(id, target, problem)));
    }
    outcomes.sort_by_key(|(index, _)| *index);
    let results = outcomes.into_iter().map(|(_, resultado)| resultado);
    let (produtos_atualizados, produtos_nao_atualizados) = results.partition(|r| r.resultado);
    Ok(ResultadoLote { produtos_nao_atualizados, produtos_atualizados })
}

fn code(target: &Target) -> &str {
    match target {
        Target::Single(_, sku) => sku,
        Target::Several | Target::Missing => "",
    }
}

/// The outcome of an item. A SKU that is not there is shown as it was named.
fn result(id: Option<Identifier>, target: Target, problem: Option<String>) -> ResultadoProduto {
    let (produto_variante_id, sku) = match (target, id) {
        (Target::Single(variante, sku), _) => (variante, sku),
        (_, Some(Identifier::Sku(sku))) => (0, sku),
        (_, Some(Identifier::Variante(variante))) => (variante, String::new()),
        (_, Some(Identifier::Produto(_)) | None) => (0, String::new()),
    };
    let resultado = problem.is_none();
    let detalhes = problem.unwrap_or_else(|| "O produto foi atualizado.".to_owned());
    ResultadoProduto { produto_variante_id, sku, resultado, detalhes }
}
