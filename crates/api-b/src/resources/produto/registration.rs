//! Products registered and changed as a whole by the store's own system.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, post, put};
use domain::categoria_loja::ExibirMatriz;
use domain::interface_b::produto::{
    Condicao, Consumo, FreteGratis, NewProduto, NewSaldo, ProdutoChange, SituacaoProduto,
};
use domain::values::ids::LojaId;
use domain::values::money::{self, Dinheiro};
use http_kit::{KitError, Mount, Then};
use store::atacados::{ATACADOS_MAX, CreateAtacadoOutcome};
use store::produtos::{self, CreateProdutoOutcome};
use store::{Tx, centros, limites};
use utoipa::ToSchema;

use super::edit::{Criado, Returned, edit};
use super::found::{MISSING, Named};
use super::lote::{hold_centros, is_kept, not_kept};
use super::query::ByKind;
use crate::answer::{done, with_notices};
use crate::context::Ctx;
use crate::doc::{BodyErrors, Errors, MissingError};
use crate::error::ErrorB;
use crate::interface::{Body, Filters, PathParams};
use crate::resources::centro_distribuicao;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(create).service(update).service(set_situacao);
}

/// A product as the store's own system tells it. When it is changed, what is absent stays as it is, and so
/// does what an empty list names.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "for the document alone; read as ProdutoChange")]
struct DadosProduto {
    /// The SKU's code; required in a new product, and never changed.
    #[schema(min_length = 1, max_length = 100)]
    sku: Option<String>,
    /// Name; required in a new product.
    #[schema(min_length = 1, max_length = 300)]
    nome: Option<String>,
    /// The group's name.
    #[schema(max_length = 300)]
    nome_produto_pai: Option<String>,
    /// The group's identifier in the caller's system: SKUs that share it belong together. A number is read
    /// too.
    #[schema(max_length = 100)]
    id_pai_externo: Option<String>,
    /// A further identifier in the caller's system. A number is read too.
    #[schema(max_length = 100)]
    id_vinculo_externo: Option<String>,
    /// How the attribute matrix is shown.
    exibir_matriz_atributos: Option<ExibirMatriz>,
    /// The price may be haggled over.
    contra_proposta: Option<bool>,
    /// Brand.
    #[schema(max_length = 100)]
    fabricante: Option<String>,
    /// Kept as the attribute `Autor`.
    #[schema(max_length = 4000)]
    autor: Option<String>,
    /// Kept as the attribute `Editora`.
    #[schema(max_length = 4000)]
    editora: Option<String>,
    /// Kept as the attribute `Coleção`.
    #[schema(max_length = 4000)]
    colecao: Option<String>,
    /// Kept as the attribute `Gênero`.
    #[schema(max_length = 4000)]
    genero: Option<String>,
    /// Cost.
    #[schema(schema_with = money::amount_or_null)]
    preco_custo: Option<Dinheiro>,
    /// "From" price; 0 = none, otherwise not below `precoPor`.
    #[schema(schema_with = money::amount_or_null)]
    preco_de: Option<Dinheiro>,
    /// Selling price.
    #[schema(schema_with = money::amount_or_null)]
    preco_por: Option<Dinheiro>,
    /// Prices are per unit: anything but 1 is not taken, which `X-Aviso` says.
    fator_multiplicador_preco: Option<f64>,
    /// Extra days of dispatch.
    #[schema(minimum = 0)]
    prazo_entrega: Option<i32>,
    /// The SKU is active; true in a new product.
    valido: Option<bool>,
    /// Shown on the site.
    exibir_site: Option<bool>,
    /// Whether freight is free.
    frete_gratis: Option<FreteGratis>,
    /// Exchanges are free.
    troca_gratis: Option<bool>,
    /// Weight, grams; a fraction is rounded up, which `X-Aviso` says.
    #[schema(minimum = 0)]
    peso: Option<f64>,
    /// Height, centimetres; a fraction is rounded up, which `X-Aviso` says.
    #[schema(minimum = 0)]
    altura: Option<f64>,
    /// Length, centimetres; a fraction is rounded up, which `X-Aviso` says.
    #[schema(minimum = 0)]
    comprimento: Option<f64>,
    /// Width, centimetres; a fraction is rounded up, which `X-Aviso` says.
    #[schema(minimum = 0)]
    largura: Option<f64>,
    /// Months of warranty.
    #[schema(minimum = 0)]
    garantia: Option<i32>,
    /// Sold by telephone.
    is_televendas: Option<bool>,
    /// GTIN with its check digit, `SEM GTIN`, or empty.
    #[schema(max_length = 14)]
    ean: Option<String>,
    /// Its place in the warehouse.
    #[schema(max_length = 255)]
    localizacao_estoque: Option<String>,
    /// Wholesale prices, in the place of all that there are.
    #[schema(max_items = 100)]
    lista_atacado: Option<Vec<AtacadoDeProduto>>,
    /// Its stock, by distribution centre.
    #[schema(max_items = 50)]
    estoque: Option<Vec<super::lote::EstoqueEmCentro>>,
    /// Attributes, in the place of all that there are.
    #[schema(max_items = 500)]
    lista_atributos: Option<Vec<AtributoDeProduto>>,
    /// Largest quantity of one purchase; 0 = no limit.
    #[schema(minimum = 0)]
    quantidade_maxima_compra_unidade: Option<i32>,
    /// Smallest quantity of one purchase.
    #[schema(minimum = 0)]
    quantidade_minima_compra_unidade: Option<i32>,
    /// The state that it is sold in.
    condicao: Option<Condicao>,
    /// Address of a video.
    #[schema(max_length = 2000)]
    url_video: Option<String>,
    /// Shown in lists.
    spot: Option<bool>,
    /// Has a page of its own.
    pagina_produto: Option<bool>,
    /// Meant for marketplaces. Kept and shown; offers do not follow it, which `X-Aviso` says of false.
    marketplace: Option<bool>,
    /// For partners alone.
    somente_parceiros: Option<bool>,
    /// Takes part in the choice among sellers.
    buy_box: Option<bool>,
    /// How long it lasts.
    consumo: Option<Consumo>,
    /// Days until it spoils.
    #[schema(minimum = 0)]
    prazo_validade: Option<i32>,
}

/// A wholesale price inside a product.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "for the document alone")]
struct AtacadoDeProduto {
    /// Price per unit.
    #[schema(schema_with = money::amount)]
    preco_por: Dinheiro,
    /// From this quantity on; one price per quantity.
    #[schema(minimum = 1)]
    quantidade: i32,
}

/// An attribute inside a product.
#[derive(ToSchema)]
#[allow(dead_code, reason = "for the document alone")]
struct AtributoDeProduto {
    /// Name.
    #[schema(min_length = 1, max_length = 200)]
    nome: String,
    /// Value.
    #[schema(max_length = 4000)]
    valor: Option<String>,
    /// Every attribute is shown: false is not taken, which `X-Aviso` says.
    exibir: Option<bool>,
}

/// Registers a product: a SKU, which interface A and the offers of every channel see at once. Answers its
/// `produtoVarianteId`, or `true` with `tipoRetorno=Booleano`; `X-Aviso` names what was read and is not kept.
/// A code that is taken is refused with the number that has it, so that a repeated request creates nothing.
#[utoipa::path(tag = "Produtos", operation_id = "criarProduto", params(Returned), request_body = DadosProduto,
    responses((status = 201, body = Criado), Errors, BodyErrors))]
#[post("/produtos")]
async fn create(
    Then(ctx, (returned, body)): Then<Ctx, (Filters<Returned>, Body<NewProduto>)>,
) -> Result<HttpResponse, ErrorB> {
    let new = body.into_inner();
    let (source, outcome) = new.source().map_err(KitError::from)?;
    let NewProduto(ProdutoChange { atacados, mut not_taken, saldos, .. }) = new;
    let wholesale = atacados.unwrap_or_default();
    let (number, promised) = ctx
        .write(move |tx, loja| {
            hold_centros(tx, loja, saldos.iter())?;
            check_centros(tx, loja, &saldos)?;
            match produtos::create(tx, loja, source.clone(), (&wholesale, &saldos))? {
                CreateProdutoOutcome::Created(number) => {
                    check_room(tx, loja)?;
                    let kept = is_kept(tx, loja, saldos.iter())?;
                    Ok((number, not_kept(kept, &saldos)))
                }
                CreateProdutoOutcome::Taken(number) => Err(ErrorB::rule(format_args!(
                    "Já existe um produto com este SKU, de produtoVarianteId {number}."
                ))),
            }
        })
        .await?;
    not_taken.extend(promised);
    let body = if returned.numbers(true) { Criado::Number(number) } else { Criado::Done(true) };
    let answer = HttpResponse::build(StatusCode::CREATED).json(body);
    Ok(with_notices(answer, &not_taken, outcome))
}

/// Refuses stocks in distribution centres that the store does not have.
fn check_centros(tx: &mut Tx<'_>, loja: LojaId, saldos: &[NewSaldo]) -> Result<(), ErrorB> {
    let unknown = centros::unknown(tx, loja, saldos.iter().map(|one| one.centro))?;
    match unknown.and_then(|place| saldos.get(place)) {
        Some(unknown) => Err(centro_distribuicao::missing(unknown.centro)),
        None => Ok(()),
    }
}

/// Undoes a creation for which the operator has left no room.
fn check_room(tx: &mut Tx<'_>, loja: LojaId) -> Result<(), ErrorB> {
    match limites::find(tx, loja.aplicacao)?.and_then(|limites| limites.too_many_skus()) {
        Some(limit) => Err(ErrorB::rule(format_args!("O limite de {limit} produtos foi atingido."))),
        None => Ok(()),
    }
}

/// Changes a product; what is not given stays as it is. `X-Aviso` names what was read and is not kept. A
/// `ProdutoId` must name a group of a single SKU.
#[utoipa::path(tag = "Produtos", operation_id = "alterarProduto",
    params(("identificador" = String, Path, description = "The product."), ByKind),
    request_body = DadosProduto,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[put("/produtos/{identificador}")]
async fn update(
    Then(ctx, (path, kind, body)): Then<Ctx, (PathParams<(String,)>, Filters<ByKind>, Body<ProdutoChange>)>,
) -> Result<HttpResponse, ErrorB> {
    let (named, change) = (Named::new(&ctx, path.into_inner().0, *kind), body.into_inner());
    let mut not_taken = change.not_taken.clone();
    let (outcome, promised) = ctx
        .write(move |tx, loja| {
            hold_centros(tx, loja, change.saldos.iter())?;
            let (number, code) = named.single(tx, loja)?;
            let apply = |produto: &mut _| Ok::<_, ErrorB>(change.apply(produto).map_err(KitError::Body)?);
            let changed = produtos::update(tx, loja, (number, &code), change.atacados.as_deref(), apply)?;
            let (outcome, wholesale) = changed.ok_or(MISSING)?;
            check_wholesale(wholesale)?;
            check_centros(tx, loja, &change.saldos)?;
            produtos::set_elsewhere(tx, loja, &code, &change.saldos)?;
            let kept = is_kept(tx, loja, change.saldos.iter())?;
            Ok((outcome, not_kept(kept, &change.saldos)))
        })
        .await?;
    not_taken.extend(promised);
    Ok(with_notices(done(), &not_taken, outcome))
}

fn check_wholesale(outcome: CreateAtacadoOutcome) -> Result<(), ErrorB> {
    match outcome {
        CreateAtacadoOutcome::Done(_) => Ok(()),
        CreateAtacadoOutcome::Missing => Err(MISSING),
        CreateAtacadoOutcome::Repeated(_) | CreateAtacadoOutcome::Excess => {
            Err(ErrorB::rule(format_args!("Um produto tem no máximo {ATACADOS_MAX} preços de atacado.")))
        }
    }
}

/// Whether a product is active.
#[derive(ToSchema)]
#[allow(dead_code, reason = "for the document alone; read as SituacaoProduto")]
struct DadosSituacao {
    /// True: it can be sold.
    status: bool,
}

/// Activates or deactivates a product.
#[utoipa::path(tag = "Produtos", operation_id = "alterarSituacaoProduto",
    params(("identificador" = String, Path, description = "The product."), ByKind),
    request_body = DadosSituacao,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[put("/produtos/{identificador}/situacao")]
async fn set_situacao(
    Then(ctx, (path, kind, body)): Then<Ctx, (PathParams<(String,)>, Filters<ByKind>, Body<SituacaoProduto>)>,
) -> Result<HttpResponse, ErrorB> {
    let SituacaoProduto(active) = body.into_inner();
    let named = Named::new(&ctx, path.into_inner().0, *kind);
    edit(&ctx, named, move |produto| {
        produto.sku.ativo = active;
        Ok(())
    })
    .await?;
    Ok(done())
}
