//! Price lists: the store's own prices, and those of its channels.

use actix_web::{HttpResponse, delete, get, post, put};
use domain::interface_b::produto::Lote;
use domain::interface_b::tabela_preco::{NewPrecoTabela, PrecoTabela, Tabela};
use domain::values::ids::{LojaId, SkuId};
use domain::values::money::{self, Dinheiro};
use http_kit::{Mount, Then};
use serde::Serialize;
use store::paging::PageRequest;
use store::tabelas_preco::{self, Standing, TabelaOutcome};
use store::{StoreError, Tx};
use utoipa::ToSchema;

use crate::answer::{PageParams, done, json, render_list, render_page};
use crate::context::Ctx;
use crate::doc::{BodyErrors, Errors, MissingError, RuleError};
use crate::error::ErrorB;
use crate::interface::{Body, Filters, PathParams};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list).service(create).service(find).service(update).service(remove);
    cfg.service(prices)
        .service(add_prices)
        .service(set_prices)
        .service(set_prices_of_old)
        .service(remove_price);
}

const MISSING: ErrorB = ErrorB::NotFound("A tabela de preços não foi encontrada.");
const OF_CHANNELS: &str =
    "As tabelas de preços são os canais da loja, que a aplicação cria, altera e exclui.";

/// Lists the price lists: the store's own first, then those of its channels; not paged.
#[utoipa::path(tag = "Tabelas de precos", operation_id = "listarTabelasPrecos", responses(
    (status = 200, body = Vec<Tabela>, headers(("x-total-count" = i64, description = "Price lists."))),
    Errors))]
#[get("/tabelaPrecos")]
async fn list(ctx: Ctx) -> Result<HttpResponse, ErrorB> {
    let tables = ctx.read(|conn, loja| Ok(tabelas_preco::list(conn, loja)?)).await?;
    Ok(render_list(&tables))
}

/// One price list.
#[utoipa::path(tag = "Tabelas de precos", operation_id = "obterTabelaPrecos",
    params(("tabelaPrecoId" = i32, Path)), responses((status = 200, body = Tabela), Errors, MissingError))]
#[get("/tabelaPrecos/{tabelaPrecoId}")]
async fn find(Then(ctx, path): Then<Ctx, PathParams<(i32,)>>) -> Result<HttpResponse, ErrorB> {
    let (number,) = path.into_inner();
    let table = ctx.read(move |conn, loja| tabelas_preco::find(conn, loja, number)?.ok_or(MISSING)).await?;
    Ok(json(&table))
}

/// Always refused: a price list is a channel, which interface A creates.
#[utoipa::path(tag = "Tabelas de precos", operation_id = "criarTabelaPrecos", responses(Errors, RuleError))]
#[post("/tabelaPrecos")]
async fn create(_ctx: Ctx) -> Result<HttpResponse, ErrorB> {
    Err(ErrorB::rule(OF_CHANNELS))
}

/// Always refused for a list that there is: a price list is a channel, which interface A changes.
#[utoipa::path(tag = "Tabelas de precos", operation_id = "alterarTabelaPrecos",
    params(("tabelaPrecoId" = i32, Path)),
    responses(Errors, MissingError, RuleError))]
#[put("/tabelaPrecos/{tabelaPrecoId}")]
async fn update(Then(ctx, path): Then<Ctx, PathParams<(i32,)>>) -> Result<HttpResponse, ErrorB> {
    refuse(&ctx, path.into_inner().0).await
}

/// Always refused for a list that there is: a price list is a channel, which interface A deletes.
#[utoipa::path(tag = "Tabelas de precos", operation_id = "excluirTabelaPrecos",
    params(("tabelaPrecoId" = i32, Path)),
    responses(Errors, MissingError, RuleError))]
#[delete("/tabelaPrecos/{tabelaPrecoId}")]
async fn remove(Then(ctx, path): Then<Ctx, PathParams<(i32,)>>) -> Result<HttpResponse, ErrorB> {
    refuse(&ctx, path.into_inner().0).await
}

async fn refuse(ctx: &Ctx, number: i32) -> Result<HttpResponse, ErrorB> {
    ctx.read(move |conn, loja| tabelas_preco::find(conn, loja, number)?.ok_or(MISSING)).await?;
    Err(ErrorB::rule(OF_CHANNELS))
}

/// Lists the prices of a list: of every SKU in the store's own, of those with a price of their own in a
/// channel's; in ascending order of `produtoVarianteId`.
#[utoipa::path(tag = "Tabelas de precos", operation_id = "listarProdutosTabelaPrecos",
    params(("tabelaPrecoId" = i32, Path), PageParams), responses(
    (status = 200, body = Vec<PrecoTabela>, headers(
        ("x-total-count" = i64, description = "All prices of the list, not only those of the page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    Errors, MissingError))]
#[get("/tabelaPrecos/{tabelaPrecoId}/produtos")]
async fn prices(
    Then(ctx, (path, wanted)): Then<Ctx, (PathParams<(i32,)>, Filters<PageRequest>)>,
) -> Result<HttpResponse, ErrorB> {
    let ((number,), wanted) = (path.into_inner(), *wanted);
    let page =
        ctx.read(move |conn, loja| tabelas_preco::prices(conn, loja, number, wanted)?.ok_or(MISSING)).await?;
    Ok(render_page(&ctx, &page))
}

/// A price for a list.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "for the document alone; read as NewPrecoTabela")]
struct PrecoDeTabela {
    /// The SKU's code.
    #[schema(min_length = 1, max_length = 100)]
    sku: String,
    /// "From" price; 0 = none, otherwise not below `precoPor`.
    #[schema(schema_with = money::amount_or_null)]
    preco_de: Option<Dinheiro>,
    /// Selling price; required where the SKU has none in the list.
    #[schema(schema_with = money::amount_or_null)]
    preco_por: Option<Dinheiro>,
    /// Not kept, which the item's `detalhes` says: prices hold until they are changed.
    data_inicio: Option<String>,
    /// Not kept, as `dataInicio`.
    data_fim: Option<String>,
}

/// The outcomes of all items, in the order of the request.
#[derive(Default, Serialize, ToSchema)]
struct ResultadoTabela {
    /// Those that were done.
    sucesso: Vec<ResultadoPreco>,
    /// Those that were not.
    erro: Vec<ResultadoPreco>,
}

/// The outcome of one item.
#[derive(Serialize, ToSchema)]
struct ResultadoPreco {
    /// The SKU's code; empty when the item names none.
    sku: String,
    /// True when it was done.
    resultado: bool,
    /// What happened, a sentence.
    detalhes: String,
}

/// Puts up to 50 SKUs into a list. One that has the same price there is done already; one with another price
/// is changed by `PUT`. A bad item does not keep the others from being done.
#[utoipa::path(tag = "Tabelas de precos", operation_id = "inserirProdutosTabelaPrecos",
    params(("tabelaPrecoId" = i32, Path)), request_body = Vec<PrecoDeTabela>,
    responses((status = 200, body = ResultadoTabela), Errors, MissingError, BodyErrors))]
#[post("/tabelaPrecos/{tabelaPrecoId}/produtos")]
async fn add_prices(
    Then(ctx, (path, body)): Then<Ctx, (PathParams<(i32,)>, Body<Prices>)>,
) -> Result<HttpResponse, ErrorB> {
    write(&ctx, path.into_inner().0, body.into_inner(), Standing::New).await
}

/// Changes the prices of up to 50 SKUs in a list. A bad item does not keep the others from being done.
#[utoipa::path(tag = "Tabelas de precos", operation_id = "alterarProdutosTabelaPrecos",
    params(("tabelaPrecoId" = i32, Path)), request_body = Vec<PrecoDeTabela>,
    responses((status = 200, body = ResultadoTabela), Errors, MissingError, BodyErrors))]
#[put("/tabelaPrecos/{tabelaPrecoId}/produtos")]
async fn set_prices(
    Then(ctx, (path, body)): Then<Ctx, (PathParams<(i32,)>, Body<Prices>)>,
) -> Result<HttpResponse, ErrorB> {
    write(&ctx, path.into_inner().0, body.into_inner(), Standing::Listed).await
}

/// The same, by the path that older programs know.
#[utoipa::path(tag = "Tabelas de precos", operation_id = "alterarProdutoTabelaPrecos",
    params(("tabelaPrecoId" = i32, Path)), request_body = Vec<PrecoDeTabela>,
    responses((status = 200, body = ResultadoTabela), Errors, MissingError, BodyErrors))]
#[put("/tabelaPrecos/{tabelaPrecoId}/produto")]
async fn set_prices_of_old(
    Then(ctx, (path, body)): Then<Ctx, (PathParams<(i32,)>, Body<Prices>)>,
) -> Result<HttpResponse, ErrorB> {
    write(&ctx, path.into_inner().0, body.into_inner(), Standing::Listed).await
}

/// Takes a SKU's price out of a channel's list: there it has its own again.
#[utoipa::path(tag = "Tabelas de precos", operation_id = "excluirProdutoTabelaPrecos",
    params(("tabelaPrecoId" = i32, Path), ("sku" = String, Path, min_length = 1, max_length = 100)),
    responses((status = 200, body = bool), Errors, MissingError, RuleError))]
#[delete("/tabelaPrecos/{tabelaPrecoId}/{sku}")]
async fn remove_price(Then(ctx, path): Then<Ctx, PathParams<(i32, SkuId)>>) -> Result<HttpResponse, ErrorB> {
    let (number, sku) = path.into_inner();
    ctx.write(move |tx, loja| {
        tabelas_preco::find(tx, loja, number)?.ok_or(MISSING)?;
        match tabelas_preco::remove(tx, loja, number, &sku)? {
            TabelaOutcome::Done => Ok(()),
            TabelaOutcome::OwnList => Err(ErrorB::rule(sentence(TabelaOutcome::OwnList))),
            TabelaOutcome::MissingSku
            | TabelaOutcome::NotListed
            | TabelaOutcome::Listed
            | TabelaOutcome::Incomplete
            | TabelaOutcome::Refused(_) => {
                Err(ErrorB::NotFound("O produto não foi encontrado na tabela de preços."))
            }
        }
    })
    .await?;
    Ok(done())
}

type Prices = Lote<NewPrecoTabela>;

async fn write(ctx: &Ctx, number: i32, items: Prices, standing: Standing) -> Result<HttpResponse, ErrorB> {
    let resultado = ctx
        .write(move |tx, loja| {
            tabelas_preco::find(tx, loja, number)?.ok_or(MISSING)?;
            Ok(run(tx, loja, number, &items, standing)?)
        })
        .await?;
    Ok(json(&resultado))
}

/// Does what can be done, and tells of every item.
fn run(
    tx: &mut Tx<'_>,
    loja: LojaId,
    number: i32,
    Lote(items): &Prices,
    standing: Standing,
) -> Result<ResultadoTabela, StoreError> {
    // in the order in which interface A's batches take them, so that no two requests can hold each other up
    let mut in_order: Vec<usize> = (0..items.len()).collect();
    in_order.sort_by_key(|index| items.get(*index).map(|item| &item.identificador));
    let mut outcomes = Vec::with_capacity(items.len());
    for index in in_order {
        let Some(item) = items.get(index) else { continue };
        let (resultado, detalhes) = match &item.valor {
            Err(problems) => (false, format!("{problems}.")),
            Ok(new) => {
                let outcome = tabelas_preco::set(tx, loja, number, (&new.sku, new.change, standing))?;
                (outcome == TabelaOutcome::Done, told(sentence(outcome), &new.not_taken))
            }
        };
        outcomes.push((index, ResultadoPreco { sku: item.identificador.clone(), resultado, detalhes }));
    }
    outcomes.sort_by_key(|(index, _)| *index);
    let mut all = ResultadoTabela::default();
    for (_, outcome) in outcomes {
        if outcome.resultado { all.sucesso.push(outcome) } else { all.erro.push(outcome) }
    }
    Ok(all)
}

fn sentence(outcome: TabelaOutcome) -> String {
    match outcome {
        TabelaOutcome::Done => "O preço foi gravado.".to_owned(),
        TabelaOutcome::MissingSku => "O produto não foi encontrado.".to_owned(),
        TabelaOutcome::NotListed => "O produto não está na tabela de preços.".to_owned(),
        TabelaOutcome::Listed => "O produto já está na tabela, com outro preço.".to_owned(),
        TabelaOutcome::Incomplete => "precoPor: é obrigatório.".to_owned(),
        TabelaOutcome::Refused(refusal) => format!("precoDe: {refusal}."),
        TabelaOutcome::OwnList => "Todo produto está na tabela da loja.".to_owned(),
    }
}

/// A sentence, and what was not taken.
fn told(sentence: String, not_taken: &[&str]) -> String {
    match not_taken {
        [] => sentence,
        names => format!("{sentence} Não foi mantido: {}.", names.join(", ")),
    }
}
