//! Stocks and prices of many products, each with an outcome of its own.

use actix_web::{HttpResponse, put};
use domain::interface_b::produto::{Identificador, ItemDeLote, Lote, NovoEstoque, NovoPreco};
use domain::values::ids::LojaId;
use domain::values::money::Dinheiro;
use http_kit::Depois;
use serde::Serialize;
use store::produtos::{self, Alvo};
use store::{StoreError, Tx};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::achado::{AUSENTE, VARIOS};
use super::consulta::Tipo;
use crate::contexto::Ctx;
use crate::doc::{Erros, ErrosDeCorpo};
use crate::erro::ErroB;
use crate::interface::{Corpo, Filtros};
use crate::resposta::json;

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(definir_estoques).service(definir_precos);
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
#[utoipa::path(tag = "Produtos", operation_id = "alterarEstoques", params(Tipo),
    request_body(content = Vec<EstoqueDeProduto>),
    responses((status = 200, body = ResultadoLote), Erros, ErrosDeCorpo))]
#[put("/produtos/estoques")]
async fn definir_estoques(
    Depois(ctx, (tipo, corpo)): Depois<Ctx, (Filtros<Tipo>, Corpo<Lote<NovoEstoque>>)>,
) -> Result<HttpResponse, ErroB> {
    let (tipo, Lote(itens)) = (*tipo, corpo.into_inner());
    let resultado =
        ctx.escrever(move |tx, loja| fazer(tx, loja, tipo, &itens, produtos::definir_estoque)).await?;
    Ok(json(&resultado))
}

/// Sets the prices of up to 50 products. A bad item does not keep the others from being done. A `ProdutoId`
/// must name a group of a single SKU.
#[utoipa::path(tag = "Produtos", operation_id = "alterarPrecos", params(Tipo),
    request_body(content = Vec<PrecoDeProduto>),
    responses((status = 200, body = ResultadoLote), Erros, ErrosDeCorpo))]
#[put("/produtos/precos")]
async fn definir_precos(
    Depois(ctx, (tipo, corpo)): Depois<Ctx, (Filtros<Tipo>, Corpo<Lote<NovoPreco>>)>,
) -> Result<HttpResponse, ErroB> {
    let (tipo, Lote(itens)) = (*tipo, corpo.into_inner());
    let resultado =
        ctx.escrever(move |tx, loja| fazer(tx, loja, tipo, &itens, produtos::definir_preco)).await?;
    Ok(json(&resultado))
}

/// Does what can be done, and tells of every item.
fn fazer<T>(
    tx: &mut Tx<'_>,
    loja: LojaId,
    tipo: Tipo,
    itens: &[ItemDeLote<T>],
    mudar: impl Fn(&mut Tx<'_>, LojaId, i64, &T) -> Result<bool, StoreError>,
) -> Result<ResultadoLote, ErroB> {
    let mut alvos = Vec::with_capacity(itens.len());
    for (indice, item) in itens.iter().enumerate() {
        let id = tipo.tentar(&item.identificador);
        let alvo = match &id {
            Some(id) => produtos::resolver(tx, loja, id)?,
            None => Alvo::Ausente,
        };
        alvos.push((indice, id, alvo, item));
    }
    // in the order in which interface A's batches take them, too, so that no two requests can hold each other
    // up; the same SKU keeps its order
    alvos.sort_by(|(_, _, um, _), (_, _, outro, _)| codigo(um).cmp(codigo(outro)));
    let mut feitos = Vec::with_capacity(itens.len());
    for (indice, id, alvo, item) in alvos {
        let problema = match (&item.valor, &alvo) {
            (Err(problemas), _) => Some(format!("{problemas}.")),
            (Ok(valor), Alvo::Unico(variante, _)) if mudar(tx, loja, *variante, valor)? => None,
            (Ok(_), Alvo::Varios) => Some(VARIOS.to_owned()),
            (Ok(_), Alvo::Unico(..) | Alvo::Ausente) => Some(AUSENTE.to_string()),
        };
        feitos.push((indice, resultado(id, alvo, problema)));
    }
    feitos.sort_by_key(|(indice, _)| *indice);
    let resultados = feitos.into_iter().map(|(_, resultado)| resultado);
    let (produtos_atualizados, produtos_nao_atualizados) = resultados.partition(|r| r.resultado);
    Ok(ResultadoLote { produtos_nao_atualizados, produtos_atualizados })
}

fn codigo(alvo: &Alvo) -> &str {
    match alvo {
        Alvo::Unico(_, sku) => sku,
        Alvo::Varios | Alvo::Ausente => "",
    }
}

/// The outcome of an item. A SKU that is not there is shown as it was named.
fn resultado(id: Option<Identificador>, alvo: Alvo, problema: Option<String>) -> ResultadoProduto {
    let (produto_variante_id, sku) = match (alvo, id) {
        (Alvo::Unico(variante, sku), _) => (variante, sku),
        (_, Some(Identificador::Sku(sku))) => (0, sku),
        (_, Some(Identificador::Variante(variante))) => (variante, String::new()),
        (_, Some(Identificador::Produto(_)) | None) => (0, String::new()),
    };
    let resultado = problema.is_none();
    let detalhes = problema.unwrap_or_else(|| "O produto foi atualizado.".to_owned());
    ResultadoProduto { produto_variante_id, sku, resultado, detalhes }
}
