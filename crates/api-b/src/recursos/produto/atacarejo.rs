//! Wholesale prices of a product.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, post, put};
use domain::interface_b::produto::{Atacado, Identificador, MudancaAtacado, NovosAtacados};
use domain::values::ids::LojaId;
use domain::values::money::Dinheiro;
use http_kit::Depois;
use serde::Serialize;
use store::Conn;
use store::atacados::{self, ATACADOS_MAX, CriacaoAtacado, MudancaDeAtacado};
use store::produtos::{self, Alvo};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::achado::{AUSENTE, VARIOS};
use super::consulta::Tipo;
use crate::contexto::Ctx;
use crate::doc::{ErroAusente, ErroDeRegra, Erros, ErrosDeCorpo};
use crate::erro::ErroB;
use crate::interface::{Caminho, Corpo, Filtros};
use crate::resposta::{feito, json, lista};

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list).service(create).service(find).service(update).service(remover);
}

const ATACADO_AUSENTE: ErroB = ErroB::NaoEncontrado("O preço de atacado não foi encontrado.");

/// Which wholesale price: its product, what the product's identifier is, and its own number.
type Qual = (Caminho<(String, i64)>, Filtros<Tipo>);

/// Lists its wholesale prices, the smallest quantity first; not paged.
#[utoipa::path(tag = "Produtos", operation_id = "listarAtacarejo",
    params(("identificador" = String, Path, description = "The product."), Tipo),
    responses((status = 200, body = Vec<Atacado>,
        headers(("x-total-count" = i64, description = "Wholesale prices."))), Erros, ErroAusente))]
#[get("/produtos/{identificador}/atacarejo")]
async fn list(
    Depois(ctx, (caminho, tipo)): Depois<Ctx, (Caminho<(String,)>, Filtros<Tipo>)>,
) -> Result<HttpResponse, ErroB> {
    let id = tipo.identificar(&caminho.0.0)?;
    let atacados = ctx
        .ler(move |conn, loja| {
            let produto = produtos::find(conn, loja, &id)?.ok_or(AUSENTE)?;
            Ok(atacados::list(conn, loja, &[produto.variante])?)
        })
        .await?;
    Ok(lista(&atacados.into_iter().map(|(_, atacado)| atacado).collect::<Vec<_>>()))
}

/// A new wholesale price.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "for the document alone; read as NovosAtacados")]
struct NovoAtacado {
    /// Price per unit.
    #[schema(value_type = f64, minimum = 0)]
    preco_atacado: Dinheiro,
    /// From this quantity on; one price per quantity.
    #[schema(minimum = 1)]
    quantidade: i32,
}

/// New wholesale prices.
#[derive(ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "for the document alone; read as NovosAtacados")]
enum CorpoAtacados {
    /// 1 to 50 of distinct quantities.
    Varios(Vec<NovoAtacado>),
    /// One by itself.
    Um(NovoAtacado),
}

/// The numbers of what is new.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum NumerosNovos {
    /// Of the one that was sent.
    Um(i64),
    /// Of those that were sent, in order.
    Varios(Vec<i64>),
}

/// Adds wholesale prices, all of them or none; answers the number of the new one, or a list when several were
/// sent.
#[utoipa::path(tag = "Produtos", operation_id = "criarAtacarejo",
    params(("identificador" = String, Path, description = "The product."), Tipo),
    request_body = CorpoAtacados,
    responses((status = 201, body = NumerosNovos), Erros, ErroAusente, ErrosDeCorpo))]
#[post("/produtos/{identificador}/atacarejo")]
async fn create(
    Depois(ctx, (caminho, tipo, corpo)): Depois<
        Ctx,
        (Caminho<(String,)>, Filtros<Tipo>, Corpo<NovosAtacados>),
    >,
) -> Result<HttpResponse, ErroB> {
    let (id, NovosAtacados(novos)) = (tipo.identificar(&caminho.0.0)?, corpo.into_inner());
    let numeros = ctx
        .escrever(move |tx, loja| {
            let variante = variante(tx, loja, &id)?;
            criados(atacados::create(tx, loja, variante, &novos)?)
        })
        .await?;
    let corpo = match numeros.as_slice() {
        [numero] => NumerosNovos::Um(*numero),
        _ => NumerosNovos::Varios(numeros),
    };
    Ok(HttpResponse::build(StatusCode::CREATED).json(corpo))
}

/// The SKU that a change means.
fn variante(conn: &mut Conn<'_>, loja: LojaId, id: &Identificador) -> Result<i64, ErroB> {
    match produtos::resolver(conn, loja, id)? {
        Alvo::Unico(variante, _) => Ok(variante),
        Alvo::Ausente => Err(AUSENTE),
        Alvo::Varios => Err(ErroB::regra(VARIOS)),
    }
}

fn criados(criacao: CriacaoAtacado) -> Result<Vec<i64>, ErroB> {
    match criacao {
        CriacaoAtacado::Feita(numeros) => Ok(numeros),
        CriacaoAtacado::Ausente => Err(AUSENTE),
        CriacaoAtacado::Repetida(quantidade) => Err(repetida(quantidade)),
        CriacaoAtacado::Demais => {
            Err(ErroB::regra(format_args!("Um produto tem no máximo {ATACADOS_MAX} preços de atacado.")))
        }
    }
}

fn repetida(quantidade: i32) -> ErroB {
    ErroB::regra(format_args!("O produto já tem um preço de atacado a partir de {quantidade} unidades."))
}

/// One wholesale price.
#[utoipa::path(tag = "Produtos", operation_id = "obterAtacarejo",
    params(("identificador" = String, Path, description = "The product."),
        ("produtoVarianteAtacadoId" = i64, Path, description = "The wholesale price."), Tipo),
    responses((status = 200, body = Atacado), Erros, ErroAusente))]
#[get("/produtos/{identificador}/atacarejo/{produtoVarianteAtacadoId}")]
async fn find(Depois(ctx, (caminho, tipo)): Depois<Ctx, Qual>) -> Result<HttpResponse, ErroB> {
    let (texto, numero) = caminho.into_inner();
    let id = tipo.identificar(&texto)?;
    let atacado = ctx
        .ler(move |conn, loja| {
            let produto = produtos::find(conn, loja, &id)?.ok_or(AUSENTE)?;
            atacados::find(conn, loja, produto.variante, numero)?.ok_or(ATACADO_AUSENTE)
        })
        .await?;
    Ok(json(&atacado))
}

/// What becomes of a wholesale price; what is absent stays as it is.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "for the document alone; read as MudancaAtacado")]
struct AtacadoMudado {
    /// Price per unit.
    #[schema(value_type = Option<f64>, minimum = 0)]
    preco_atacado: Option<Dinheiro>,
    /// From this quantity on; one price per quantity.
    #[schema(minimum = 1)]
    quantidade: Option<i32>,
}

/// Changes a wholesale price.
#[utoipa::path(tag = "Produtos", operation_id = "alterarAtacarejo",
    params(("identificador" = String, Path, description = "The product."),
        ("produtoVarianteAtacadoId" = i64, Path, description = "The wholesale price."), Tipo),
    request_body = AtacadoMudado,
    responses((status = 200, body = bool), Erros, ErroAusente, ErrosDeCorpo))]
#[put("/produtos/{identificador}/atacarejo/{produtoVarianteAtacadoId}")]
async fn update(
    Depois(ctx, ((caminho, tipo), corpo)): Depois<Ctx, (Qual, Corpo<MudancaAtacado>)>,
) -> Result<HttpResponse, ErroB> {
    let ((texto, numero), mudanca) = (caminho.into_inner(), corpo.into_inner());
    let id = tipo.identificar(&texto)?;
    ctx.escrever(move |tx, loja| {
        let variante = variante(tx, loja, &id)?;
        match atacados::update(tx, loja, (variante, numero), mudanca)? {
            MudancaDeAtacado::Feita => Ok(()),
            MudancaDeAtacado::Ausente => Err(ATACADO_AUSENTE),
            MudancaDeAtacado::Repetida(quantidade) => Err(repetida(quantidade)),
        }
    })
    .await?;
    Ok(feito())
}

/// Deletes a wholesale price.
#[utoipa::path(tag = "Produtos", operation_id = "excluirAtacarejo",
    params(("identificador" = String, Path, description = "The product."),
        ("produtoVarianteAtacadoId" = i64, Path, description = "The wholesale price."), Tipo),
    responses((status = 200, body = bool), Erros, ErroAusente, ErroDeRegra))]
#[delete("/produtos/{identificador}/atacarejo/{produtoVarianteAtacadoId}")]
async fn remover(Depois(ctx, (caminho, tipo)): Depois<Ctx, Qual>) -> Result<HttpResponse, ErroB> {
    let (texto, numero) = caminho.into_inner();
    let id = tipo.identificar(&texto)?;
    ctx.escrever(move |tx, loja| {
        let variante = variante(tx, loja, &id)?;
        if atacados::delete(tx, loja, variante, numero)? { Ok(()) } else { Err(ATACADO_AUSENTE) }
    })
    .await?;
    Ok(feito())
}
