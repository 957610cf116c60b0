//! The names of the attributes of the store's products.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, get, post};
use domain::interface_b::produto::{NewAtributo, PrecoOutcome};
use http_kit::{Mount, Then};
use serde::Serialize;
use store::atributos;
use store::paging::PageRequest;
use utoipa::ToSchema;

use crate::answer::{PageParams, json, render_page, with_notices};
use crate::context::Ctx;
use crate::doc::{BodyErrors, Errors, MissingError};
use crate::error::ErrorB;
use crate::interface::{Body, Filters, PathParams};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list).service(create).service(find);
}

/// An attribute that products may have.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TipoDeAtributo {
    /// Its number.
    id: i64,
    /// Its name.
    nome: String,
    /// Always `Selecao`: what tells the SKUs of a group apart.
    #[schema(value_type = String)]
    tipo: &'static str,
    /// Always `Combo`.
    #[schema(value_type = String)]
    tipo_exibicao: &'static str,
    /// Always 0.
    prioridade: i32,
}

impl TipoDeAtributo {
    fn new((id, nome): (i64, String)) -> Self {
        Self { id, nome, tipo: "Selecao", tipo_exibicao: "Combo", prioridade: 0 }
    }
}

/// Lists the attributes that products have or have had, and those that were registered, in ascending order of
/// their numbers.
#[utoipa::path(tag = "Produtos", operation_id = "listarAtributos", params(PageParams), responses(
    (status = 200, body = Vec<TipoDeAtributo>, headers(
        ("x-total-count" = i64, description = "All attributes, not only those of the page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    Errors))]
#[get("/atributos")]
async fn list(Then(ctx, wanted): Then<Ctx, Filters<PageRequest>>) -> Result<HttpResponse, ErrorB> {
    let wanted = *wanted;
    let page = ctx.read(move |conn, loja| Ok(atributos::list(conn, loja, wanted)?)).await?;
    Ok(render_page(&ctx, &page.map(TipoDeAtributo::new)))
}

/// An attribute that products may get.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "for the document alone; read as NewAtributo")]
struct DadosAtributo {
    /// Its name.
    #[schema(min_length = 1, max_length = 200)]
    nome: String,
    /// Attributes tell the SKUs of a group apart: anything but `Selecao` is not kept, which `X-Aviso` says.
    tipo: Option<String>,
    /// Not kept, which `X-Aviso` says of anything but `Combo`.
    tipo_exibicao: Option<String>,
    /// Not kept, which `X-Aviso` says of anything but 0.
    prioridade: Option<i32>,
}

/// Registers an attribute before any product has it; answers its number. One that is there already stays as it
/// is.
#[utoipa::path(tag = "Produtos", operation_id = "criarAtributo", request_body = DadosAtributo,
    responses((status = 201, body = i64), Errors, BodyErrors))]
#[post("/atributos")]
async fn create(Then(ctx, body): Then<Ctx, Body<NewAtributo>>) -> Result<HttpResponse, ErrorB> {
    let NewAtributo { nome, not_taken } = body.into_inner();
    let number = ctx.write(move |tx, loja| Ok(atributos::register(tx, loja, &nome)?)).await?;
    let answer = HttpResponse::build(StatusCode::CREATED).json(number);
    Ok(with_notices(answer, &not_taken, PrecoOutcome::default()))
}

/// One of them.
#[utoipa::path(tag = "Produtos", operation_id = "obterAtributo",
    params(("nome" = String, Path, description = "Its name.")),
    responses((status = 200, body = TipoDeAtributo), Errors, MissingError))]
#[get("/atributos/{nome}")]
async fn find(Then(ctx, path): Then<Ctx, PathParams<(String,)>>) -> Result<HttpResponse, ErrorB> {
    let (name,) = path.into_inner();
    let wanted = name.clone();
    let found = ctx.read_one(move |conn, loja| Ok(atributos::find(conn, loja, &wanted)?)).await?;
    let number = found.ok_or(ErrorB::NotFound("O atributo não foi encontrado."))?;
    Ok(json(&TipoDeAtributo::new((number, name))))
}
