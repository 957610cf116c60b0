//! Wholesale prices of a product.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, post, put};
use domain::interface_b::produto::{self, Atacado, AtacadoChange, NewAtacados};
use domain::values::money::{self, Dinheiro};
use http_kit::{Mount, Then};
use store::atacados::{self, ATACADOS_MAX, ChangeAtacadoOutcome, CreateAtacadoOutcome};
use utoipa::ToSchema;

use super::found::{MISSING, Named};
use super::query::ByKind;
use crate::answer::{done, json, render_list};
use crate::context::Ctx;
use crate::doc::{BodyErrors, Errors, MissingError, RuleError};
use crate::error::ErrorB;
use crate::interface::{Body, Filters, PathParams};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list).service(create).service(find).service(update).service(remove);
}

const ATACADO_MISSING: ErrorB = ErrorB::NotFound("O preço de atacado não foi encontrado.");

/// Which wholesale price: its product, what the product's identifier is, and its own number.
type Which = (PathParams<(String, i64)>, Filters<ByKind>);

/// Lists its wholesale prices, the smallest quantity first; not paged.
#[utoipa::path(tag = "Produtos", operation_id = "listarAtacarejo",
    params(("identificador" = String, Path, description = "The product."), ByKind),
    responses((status = 200, body = Vec<Atacado>,
        headers(("x-total-count" = i64, description = "Wholesale prices."))), Errors, MissingError))]
#[get("/produtos/{identificador}/atacarejo")]
async fn list(
    Then(ctx, (path, kind)): Then<Ctx, (PathParams<(String,)>, Filters<ByKind>)>,
) -> Result<HttpResponse, ErrorB> {
    let named = Named::new(&ctx, path.into_inner().0, *kind);
    let atacados = ctx
        .read(move |conn, loja| {
            let produto = named.find(conn, loja)?;
            Ok(atacados::list(conn, loja, &[produto.variante])?)
        })
        .await?;
    Ok(render_list(&atacados.into_iter().map(|(_, atacado)| atacado).collect::<Vec<_>>()))
}

/// A new wholesale price.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "for the document alone; read as NovosAtacados")]
struct NovoAtacado {
    /// Price per unit.
    #[schema(schema_with = money::amount)]
    preco_atacado: Dinheiro,
    /// From this quantity on; one price per quantity.
    #[schema(minimum = 1)]
    quantidade: i32,
}

/// Adds wholesale prices, all of them or none; answers them with their numbers, in the order of the request.
/// One by itself is read too, which the document says in words alone: generators of clients stumble over the
/// choice.
#[utoipa::path(tag = "Produtos", operation_id = "criarAtacarejo",
    params(("identificador" = String, Path, description = "The product."), ByKind),
    request_body = Vec<NovoAtacado>,
    responses((status = 200, body = Vec<Atacado>), Errors, MissingError, BodyErrors))]
#[post("/produtos/{identificador}/atacarejo")]
async fn create(
    Then(ctx, (path, kind, body)): Then<Ctx, (PathParams<(String,)>, Filters<ByKind>, Body<NewAtacados>)>,
) -> Result<HttpResponse, ErrorB> {
    let (named, NewAtacados(added)) = (Named::new(&ctx, path.into_inner().0, *kind), body.into_inner());
    let created = ctx
        .write(move |tx, loja| {
            let (variante, _) = named.single(tx, loja)?;
            let numbers = created_items(atacados::create(tx, loja, variante, &added)?)?;
            let with_number = |(new, number): (&produto::NovoAtacado, i64)| Atacado {
                produto_variante_atacado_id: number,
                preco_atacado: new.preco,
                quantidade: new.quantidade,
            };
            Ok(added.iter().zip(numbers).map(with_number).collect::<Vec<_>>())
        })
        .await?;
    Ok(json(&created))
}

fn created_items(creation: CreateAtacadoOutcome) -> Result<Vec<i64>, ErrorB> {
    match creation {
        CreateAtacadoOutcome::Done(numbers) => Ok(numbers),
        CreateAtacadoOutcome::Missing => Err(MISSING),
        CreateAtacadoOutcome::Repeated(quantidade) => Err(repeated(quantidade)),
        CreateAtacadoOutcome::Excess => {
            Err(ErrorB::rule(format_args!("Um produto tem no máximo {ATACADOS_MAX} preços de atacado.")))
        }
    }
}

fn repeated(quantidade: i32) -> ErrorB {
    ErrorB::rule(format_args!("O produto já tem um preço de atacado a partir de {quantidade} unidades."))
}

/// One wholesale price.
#[utoipa::path(tag = "Produtos", operation_id = "obterAtacarejo",
    params(("identificador" = String, Path, description = "The product."),
        ("produtoVarianteAtacadoId" = i64, Path, description = "The wholesale price."), ByKind),
    responses((status = 200, body = Atacado), Errors, MissingError))]
#[get("/produtos/{identificador}/atacarejo/{produtoVarianteAtacadoId}")]
async fn find(Then(ctx, (path, kind)): Then<Ctx, Which>) -> Result<HttpResponse, ErrorB> {
    let (text, number) = path.into_inner();
    let named = Named::new(&ctx, text, *kind);
    let atacado = ctx
        .read(move |conn, loja| {
            let produto = named.find(conn, loja)?;
            atacados::find(conn, loja, produto.variante, number)?.ok_or(ATACADO_MISSING)
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
    #[schema(schema_with = money::amount_or_null)]
    preco_atacado: Option<Dinheiro>,
    /// From this quantity on; one price per quantity.
    #[schema(minimum = 1)]
    quantidade: Option<i32>,
}

/// Changes a wholesale price.
#[utoipa::path(tag = "Produtos", operation_id = "alterarAtacarejo",
    params(("identificador" = String, Path, description = "The product."),
        ("produtoVarianteAtacadoId" = i64, Path, description = "The wholesale price."), ByKind),
    request_body = AtacadoMudado,
    responses((status = 201, body = String), Errors, MissingError, BodyErrors))]
#[put("/produtos/{identificador}/atacarejo/{produtoVarianteAtacadoId}")]
async fn update(
    Then(ctx, ((path, kind), body)): Then<Ctx, (Which, Body<AtacadoChange>)>,
) -> Result<HttpResponse, ErrorB> {
    let ((text, number), change) = (path.into_inner(), body.into_inner());
    let named = Named::new(&ctx, text, *kind);
    ctx.write(move |tx, loja| {
        let (variante, _) = named.single(tx, loja)?;
        match atacados::update(tx, loja, (variante, number), change)? {
            ChangeAtacadoOutcome::Done => Ok(()),
            ChangeAtacadoOutcome::Missing => Err(ATACADO_MISSING),
            ChangeAtacadoOutcome::Repeated(quantidade) => Err(repeated(quantidade)),
        }
    })
    .await?;
    Ok(HttpResponse::build(StatusCode::CREATED).json("O preço de atacado foi atualizado."))
}

/// Deletes a wholesale price.
#[utoipa::path(tag = "Produtos", operation_id = "excluirAtacarejo",
    params(("identificador" = String, Path, description = "The product."),
        ("produtoVarianteAtacadoId" = i64, Path, description = "The wholesale price."), ByKind),
    responses((status = 200, body = bool), Errors, MissingError, RuleError))]
#[delete("/produtos/{identificador}/atacarejo/{produtoVarianteAtacadoId}")]
async fn remove(Then(ctx, (path, kind)): Then<Ctx, Which>) -> Result<HttpResponse, ErrorB> {
    let (text, number) = path.into_inner();
    let named = Named::new(&ctx, text, *kind);
    ctx.write(move |tx, loja| {
        let (variante, _) = named.single(tx, loja)?;
        if atacados::delete(tx, loja, variante, number)? { Ok(()) } else { Err(ATACADO_MISSING) }
    })
    .await?;
    Ok(done())
}
