//! The store's brands.

use actix_web::{HttpResponse, get, post, put};
use domain::interface_b::fabricante::{Fabricante, FabricanteChange};
use domain::reading::json::REQUIRED;
use domain::reading::problems::Problems;
use http_kit::{KitError, Mount, Then};
use store::fabricantes::{self, Which, WriteOutcome};
use store::paging::PageRequest;

use crate::answer::{PageParams, created, done, json, render_page};
use crate::context::Ctx;
use crate::doc::{BodyErrors, Errors, MissingError};
use crate::error::ErrorB;
use crate::interface::{Body, Filters, PathParams};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list).service(create).service(find).service(update);
}

const MISSING: ErrorB = ErrorB::NotFound("O fabricante não foi encontrado.");

/// Lists the brands that products name or have named, and those that were registered, in ascending order of
/// their numbers.
#[utoipa::path(tag = "Fabricantes", operation_id = "listarFabricantes", params(PageParams), responses(
    (status = 200, body = Vec<Fabricante>, headers(
        ("x-total-count" = i64, description = "All brands, not only those of the page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    Errors))]
#[get("/fabricantes")]
async fn list(Then(ctx, wanted): Then<Ctx, Filters<PageRequest>>) -> Result<HttpResponse, ErrorB> {
    let wanted = *wanted;
    let page = ctx.read(move |conn, loja| Ok(fabricantes::list(conn, loja, wanted)?)).await?;
    Ok(render_page(&ctx, &page))
}

/// Registers a brand; answers its number. One that products name is there already.
#[utoipa::path(tag = "Fabricantes", operation_id = "criarFabricante", request_body = FabricanteChange,
    responses((status = 201, body = i64), Errors, BodyErrors))]
#[post("/fabricantes")]
async fn create(Then(ctx, body): Then<Ctx, Body<FabricanteChange>>) -> Result<HttpResponse, ErrorB> {
    let data = body.into_inner();
    let Some(name) = data.nome.clone() else {
        let mut problems = Problems::new();
        problems.push("nome", REQUIRED);
        return Err(KitError::Body(problems).into());
    };
    let number = ctx.write(move |tx, loja| outcome(fabricantes::create(tx, loja, &name, &data)?)).await?;
    Ok(created(number))
}

/// A brand, by its number or by its name.
#[utoipa::path(tag = "Fabricantes", operation_id = "obterFabricante",
    params(("fabricanteId" = String, Path, description = "Its number, or its name.")),
    responses((status = 200, body = Fabricante), Errors, MissingError))]
#[get("/fabricantes/{fabricanteId}")]
async fn find(Then(ctx, path): Then<Ctx, PathParams<(String,)>>) -> Result<HttpResponse, ErrorB> {
    let (text,) = path.into_inner();
    let found = ctx
        .read(move |conn, loja| {
            let by_number = match text.parse() {
                Ok(number) => fabricantes::find(conn, loja, &Which::Number(number))?,
                Err(_) => None,
            };
            match by_number {
                Some(found) => Ok(found),
                None => fabricantes::find(conn, loja, &Which::Name(text))?.ok_or(MISSING),
            }
        })
        .await?;
    Ok(json(&found))
}

/// Changes a brand; what is not given stays as it is. Its name is that of its products: while a product has
/// it, it is changed there.
#[utoipa::path(tag = "Fabricantes", operation_id = "alterarFabricante",
    params(("fabricanteId" = i64, Path, description = "The brand.")), request_body = FabricanteChange,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[put("/fabricantes/{fabricanteId}")]
async fn update(
    Then(ctx, (path, body)): Then<Ctx, (PathParams<(i64,)>, Body<FabricanteChange>)>,
) -> Result<HttpResponse, ErrorB> {
    let ((number,), change) = (path.into_inner(), body.into_inner());
    ctx.write(move |tx, loja| outcome(fabricantes::update(tx, loja, number, &change)?)).await?;
    Ok(done())
}

fn outcome(write: WriteOutcome) -> Result<i64, ErrorB> {
    match write {
        WriteOutcome::Done(number) => Ok(number),
        WriteOutcome::Missing => Err(MISSING),
        WriteOutcome::Taken(number) => Err(ErrorB::rule(format_args!(
            "Já existe um fabricante com este nome, de fabricanteId {number}."
        ))),
        WriteOutcome::Named => Err(ErrorB::rule("O nome do fabricante está em produtos: altere-o neles.")),
    }
}
