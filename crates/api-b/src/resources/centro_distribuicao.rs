//! Where the store's goods are sent from.

use actix_web::{HttpResponse, get, put};
use domain::estoque::CENTRO_PADRAO;
use domain::interface_b::produto::{CentroDistribuicao, CentroPriority};
use domain::reading::problems::Problems;
use http_kit::{Mount, Then};
use store::{Conn, centros, lojas_config};
use utoipa::ToSchema;

use crate::answer::{done, render_list};
use crate::context::Ctx;
use crate::doc::{BodyErrors, Errors, MissingError};
use crate::error::ErrorB;
use crate::interface::{Body, PathParams};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list).service(set_priority);
}

/// Lists the distribution centres, in the order in which orders take from them; not paged.
#[utoipa::path(tag = "Loja", operation_id = "listarCentrosDistribuicao", responses(
    (status = 200, body = Vec<CentroDistribuicao>,
        headers(("x-total-count" = i64, description = "Distribution centres."))),
    Errors))]
#[get("/centrosdistribuicao")]
async fn list(ctx: Ctx) -> Result<HttpResponse, ErrorB> {
    let read = |conn: &mut Conn<'_>, loja| Ok((lojas_config::find(conn, loja)?, centros::list(conn, loja)?));
    let (config, all) = ctx.read_one(read).await?;
    let all: Vec<CentroDistribuicao> =
        all.iter().map(|one| CentroDistribuicao::new(one, &config.cep)).collect();
    Ok(render_list(&all))
}

/// Where a distribution centre stands among the others.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "for the document alone; read as CentroPriority")]
struct PrioridadeCentro {
    /// What its number of order rises by, or falls; the least number is chosen first.
    incremento_ordem: Option<i32>,
    /// True: it is chosen last.
    desativar_priorizacao: Option<bool>,
}

/// Sets the priority of a distribution centre: orders take from the one with the least number of order first.
#[utoipa::path(tag = "Loja", operation_id = "alterarPrioridadeCentroDistribuicao",
    params(("id" = i32, Path, description = "The distribution centre.")), request_body = PrioridadeCentro,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[put("/centrosdistribuicao/{id}/prioridade")]
async fn set_priority(
    Then(ctx, (path, priority)): Then<Ctx, (PathParams<(i32,)>, Body<CentroPriority>)>,
) -> Result<HttpResponse, ErrorB> {
    let ((id,), priority) = (path.into_inner(), priority.into_inner());
    ctx.write(move |tx, loja| {
        centros::exclusive(tx, loja)?;
        let all = centros::list(tx, loja)?;
        let last = all.iter().map(|one| one.dados.prioridade).max().unwrap_or(0);
        let missing = ErrorB::NotFound("O centro de distribuição não foi encontrado.");
        let mut centro = all.into_iter().find(|one| one.centro_id == id).ok_or(missing)?;
        centro.dados.prioridade = priority.of(centro.dados.prioridade, last);
        centros::set(tx, loja, &centro)?;
        Ok(())
    })
    .await?;
    Ok(done())
}

/// Names a distribution centre that is not the store's; 0 says as little as nothing.
pub async fn check(ctx: &Ctx, id: Option<i32>, left_out: &mut Problems) -> Result<(), ErrorB> {
    let Some(id) = id.filter(|id| *id != 0 && *id != CENTRO_PADRAO) else { return Ok(()) };
    let unknown = ctx.read(move |conn, loja| Ok(centros::unknown(conn, loja, [id])?)).await?;
    if unknown.is_some() {
        left_out.push("centroDistribuicaoId", format_args!("não há o centro de distribuição {id}"));
    }
    Ok(())
}

/// What a distribution centre that the store does not have is answered with.
pub fn missing(id: i32) -> ErrorB {
    ErrorB::rule(format_args!("O centro de distribuição {id} não existe."))
}
