//! Parts of an order's record that are asked for by themselves, and the record by its transaction.

use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpResponse, get};
use domain::interface_b::registro::{FreteRegistro, RegistroPedido};
use domain::values::ids::PedidoId;
use http_kit::{Fault, Mount, Then};
use serde::Deserialize;
use serde_json::value::RawValue;
use store::{lojas_config, orders};

use super::outcome::MISSING;
use crate::answer::ready;
use crate::context::Ctx;
use crate::doc::{Errors, MissingError};
use crate::error::ErrorB;
use crate::interface::PathParams;

const TOTAL: HeaderName = HeaderName::from_static("x-total-count");

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(transaction).service(frete);
}

/// The orders of a transaction: here each order is one of its own, under the same number.
#[utoipa::path(tag = "Pedidos", operation_id = "listarPedidosDaTransacao",
    params(("transacaoId" = i64, Path)), responses((status = 200, body = Vec<RegistroPedido>, headers(
        ("x-total-count" = i64, description = "Always 1."))), Errors, MissingError))]
#[get("/pedidos/transacoes/{transacaoId}")]
async fn transaction(Then(ctx, id): Then<Ctx, PathParams<(PedidoId,)>>) -> Result<HttpResponse, ErrorB> {
    let record = record(&ctx, id.into_inner().0).await?;
    let mut answer = ready([b"[", record.as_slice(), b"]"].concat());
    answer.headers_mut().insert(TOTAL, HeaderValue::from_static("1"));
    Ok(answer)
}

/// The freight of an order, as its record has it.
#[utoipa::path(tag = "Pedidos", operation_id = "obterFretePedido", params(("pedidoId" = i64, Path)),
    responses((status = 200, body = FreteRegistro), Errors, MissingError))]
#[get("/pedidos/{pedidoId}/frete")]
async fn frete(Then(ctx, id): Then<Ctx, PathParams<(PedidoId,)>>) -> Result<HttpResponse, ErrorB> {
    #[derive(Deserialize)]
    struct WithFrete<'a> {
        #[serde(borrow)]
        frete: &'a RawValue,
    }
    let record = record(&ctx, id.into_inner().0).await?;
    let found: WithFrete<'_> =
        serde_json::from_slice(&record).map_err(|e| Fault::json("a record of an order", e))?;
    Ok(ready(found.frete.get().as_bytes().to_vec()))
}

async fn record(ctx: &Ctx, id: PedidoId) -> Result<Vec<u8>, ErrorB> {
    let records = ctx.records();
    let found = ctx
        .read(move |conn, loja| {
            let config = lojas_config::find(conn, loja)?;
            Ok(orders::find_registro(conn, loja, id, records.of(&config))?)
        })
        .await?;
    found.ok_or(MISSING)
}
