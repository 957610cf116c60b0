//! One of the store's categories, by its number or by its identifier in the store's ERP.

use actix_web::{HttpResponse, delete, get, post, put};
use domain::categoria_loja::{DadosCategoria, LojaTree, Refusal};
use http_kit::{Fault, FromQuery, Mount, QueryReader, Then};
use store::categorias_loja::{self, Which, WriteOutcome};
use utoipa::IntoParams;

use super::forma::CategoriaComCaminho;
use super::list::CategoriaLida;
use crate::answer::{created, done, ready};
use crate::context::Ctx;
use crate::doc::{BodyErrors, Errors, MissingError, RuleError};
use crate::error::{Code, ErrorB};
use crate::interface::{Body, Filters, PathParams};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(create).service(find).service(replace).service(remove);
    cfg.service(find_erp).service(replace_erp).service(remove_erp);
}

const MISSING: ErrorB = ErrorB::NotFound("A categoria não foi encontrada.");

/// Creates a category; answers its number. Its parent must be there, and the tree has at most 100 levels.
#[utoipa::path(tag = "Categorias", operation_id = "criarCategoriaLoja", request_body = DadosCategoria,
    responses((status = 201, body = i64), Errors, BodyErrors))]
#[post("/categorias")]
async fn create(Then(ctx, body): Then<Ctx, Body<DadosCategoria>>) -> Result<HttpResponse, ErrorB> {
    let data = body.into_inner();
    let num = ctx.write(move |tx, loja| answer_done(categorias_loja::create(tx, loja, &data)?)).await?;
    Ok(created(num))
}

/// In which form a category is wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct Shape {
    /// True: with `subCategorias`, all that lies below it. False: with its `caminhoHierarquia`.
    #[param(value_type = Option<bool>, default = false)]
    hierarquia: bool,
}

impl FromQuery for Shape {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        Some(Self { hierarquia: c.boolean("hierarquia").unwrap_or(false) })
    }
}

/// Reads a category.
#[utoipa::path(tag = "Categorias", operation_id = "obterCategoriaLoja", params(("id" = i64, Path), Shape),
    responses((status = 200, body = CategoriaLida), Errors, MissingError))]
#[get("/categorias/{id}")]
async fn find(
    Then(ctx, (id, shape)): Then<Ctx, (PathParams<(i64,)>, Filters<Shape>)>,
) -> Result<HttpResponse, ErrorB> {
    obtain(&ctx, number(id), shape.into_inner()).await
}

/// Replaces a category; what is not given takes its default. It cannot lie below itself.
#[utoipa::path(tag = "Categorias", operation_id = "substituirCategoriaLoja", params(("id" = i64, Path)),
    request_body = DadosCategoria,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[put("/categorias/{id}")]
async fn replace(
    Then(ctx, (id, body)): Then<Ctx, (PathParams<(i64,)>, Body<DadosCategoria>)>,
) -> Result<HttpResponse, ErrorB> {
    overwrite(&ctx, number(id), body.into_inner()).await
}

/// Deletes a category; refused while it has subcategories.
#[utoipa::path(tag = "Categorias", operation_id = "excluirCategoriaLoja", params(("id" = i64, Path)),
    responses((status = 200, body = bool), Errors, MissingError, RuleError))]
#[delete("/categorias/{id}")]
async fn remove(Then(ctx, id): Then<Ctx, PathParams<(i64,)>>) -> Result<HttpResponse, ErrorB> {
    remove_one(&ctx, number(id)).await
}

/// Reads a category by its identifier in the store's ERP.
#[utoipa::path(tag = "Categorias", operation_id = "obterCategoriaLojaPorERP",
    params(("categoriaERPId" = String, Path), Shape),
    responses((status = 200, body = CategoriaLida), Errors, MissingError))]
#[get("/categorias/erp/{categoriaERPId}")]
async fn find_erp(
    Then(ctx, (erp, shape)): Then<Ctx, (PathParams<(String,)>, Filters<Shape>)>,
) -> Result<HttpResponse, ErrorB> {
    obtain(&ctx, by_erp(erp), shape.into_inner()).await
}

/// Replaces a category by its identifier in the store's ERP. It keeps the identifier unless another one is
/// given; whatever else is not given takes its default.
#[utoipa::path(tag = "Categorias", operation_id = "substituirCategoriaLojaPorERP",
    params(("categoriaERPId" = String, Path)), request_body = DadosCategoria,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[put("/categorias/erp/{categoriaERPId}")]
async fn replace_erp(
    Then(ctx, (erp, body)): Then<Ctx, (PathParams<(String,)>, Body<DadosCategoria>)>,
) -> Result<HttpResponse, ErrorB> {
    let mut data = body.into_inner();
    data.categoria_erp_id.get_or_insert_with(|| erp.0.0.clone());
    overwrite(&ctx, by_erp(erp), data).await
}

/// Deletes a category by its identifier in the store's ERP; refused while it has subcategories.
#[utoipa::path(tag = "Categorias", operation_id = "excluirCategoriaLojaPorERP",
    params(("categoriaERPId" = String, Path)),
    responses((status = 200, body = bool), Errors, MissingError, RuleError))]
#[delete("/categorias/erp/{categoriaERPId}")]
async fn remove_erp(Then(ctx, erp): Then<Ctx, PathParams<(String,)>>) -> Result<HttpResponse, ErrorB> {
    remove_one(&ctx, by_erp(erp)).await
}

fn number(path: PathParams<(i64,)>) -> Which {
    Which::Number(path.into_inner().0)
}

fn by_erp(path: PathParams<(String,)>) -> Which {
    Which::Erp(path.into_inner().0)
}

async fn obtain(ctx: &Ctx, which: Which, shape: Shape) -> Result<HttpResponse, ErrorB> {
    let record = ctx
        .read(move |conn, loja| {
            let categoria = categorias_loja::find(conn, loja, &which)?.ok_or(MISSING)?;
            let record = if shape.hierarquia {
                let tree = LojaTree::new(categorias_loja::list(conn, loja)?);
                tree.below(categoria.id).ok_or(MISSING)?.single()
            } else {
                let caminho_hierarquia = categorias_loja::path(conn, loja, categoria.id)?;
                serde_json::to_vec(&CategoriaComCaminho { categoria, caminho_hierarquia })
            };
            Ok(record.map_err(|e| Fault::json("a category", e))?)
        })
        .await?;
    Ok(ready(record))
}

/// SKUs that follow a category in one transaction.
const AT_ONCE: i64 = 500;

async fn overwrite(ctx: &Ctx, which: Which, data: DadosCategoria) -> Result<HttpResponse, ErrorB> {
    loop {
        let (which, data) = (which.clone(), data.clone());
        let replaced = ctx
            .write(move |tx, loja| {
                if categorias_loja::follow(tx, loja, AT_ONCE)? {
                    return Ok(false);
                }
                answer_done(categorias_loja::replace(tx, loja, &which, &data)?)?;
                Ok(true)
            })
            .await?;
        if replaced {
            break;
        }
    }
    // what is left when this is cut off, the housekeeping goes on with
    while ctx.write(move |tx, loja| Ok(categorias_loja::follow(tx, loja, AT_ONCE)?)).await? {}
    Ok(done())
}

async fn remove_one(ctx: &Ctx, which: Which) -> Result<HttpResponse, ErrorB> {
    ctx.write(move |tx, loja| answer_done(categorias_loja::delete(tx, loja, &which)?)).await?;
    Ok(done())
}

/// The outcome of a change, as this interface answers it.
fn answer_done(write: WriteOutcome) -> Result<i64, ErrorB> {
    match write {
        WriteOutcome::Done(num) => Ok(num),
        WriteOutcome::Missing => Err(MISSING),
        WriteOutcome::Refused(refusal) => Err(match refusal {
            Refusal::ParentMissing(_) => ErrorB::KnownRule(Code::ParentMissing, refusal.to_string()),
            Refusal::HasChildren => ErrorB::KnownRule(Code::InUse, refusal.to_string()),
            Refusal::Cycle | Refusal::Depth | Refusal::ErpRepeated(_) => ErrorB::rule(refusal),
        }),
    }
}
