//! The names of the attributes of the store's products.

use actix_web::{HttpResponse, get};
use http_kit::{Mount, Then};
use serde::Serialize;
use store::atributos;
use store::paging::PageRequest;
use utoipa::ToSchema;

use crate::answer::{PageParams, json, render_page};
use crate::context::Ctx;
use crate::doc::{Errors, MissingError};
use crate::error::ErrorB;
use crate::interface::{Filters, PathParams};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list).service(find);
}

/// An attribute that products may have.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TipoDeAtributo {
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
    fn new(nome: String) -> Self {
        Self { nome, tipo: "Selecao", tipo_exibicao: "Combo", prioridade: 0 }
    }
}

/// Lists the attributes that products have or have had, in the order in which they first had them.
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

/// One of them.
#[utoipa::path(tag = "Produtos", operation_id = "obterAtributo",
    params(("nome" = String, Path, description = "Its name.")),
    responses((status = 200, body = TipoDeAtributo), Errors, MissingError))]
#[get("/atributos/{nome}")]
async fn find(Then(ctx, path): Then<Ctx, PathParams<(String,)>>) -> Result<HttpResponse, ErrorB> {
    let (name,) = path.into_inner();
    let wanted = name.clone();
    match ctx.read_one(move |conn, loja| Ok(atributos::known(conn, loja, &wanted)?)).await? {
        true => Ok(json(&TipoDeAtributo::new(name))),
        false => Err(ErrorB::NotFound("O atributo não foi encontrado.")),
    }
}
