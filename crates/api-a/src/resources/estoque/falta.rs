//! Orders of which not everything is there.

use actix_web::{HttpResponse, get};
use domain::values::dates::Instante;
use domain::values::ids::PedidoId;
use http_kit::Mount;
use serde::Serialize;
use store::inventory;
use store::paging::PageRequest;
use utoipa::ToSchema;

use crate::context::ForLoja;
use crate::doc::Errors;
use crate::envelope::{RetornoPaginado, write_page};
use crate::error::ErrorA;
use crate::query::{PageParams, UsuarioParam};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list);
}

/// Units of a SKU that were missing when an order came in that still waits for them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Falta {
    /// The order.
    pedido_id: PedidoId,
    /// When it came in.
    data: Instante,
    /// The SKU.
    sku: String,
    /// Units that the order holds.
    reservada: i64,
    /// Units of those that were missing when it came in.
    falta: i64,
    /// The distribution centre.
    centro_id: i32,
    /// The SKU's stock there now.
    estoque: i32,
    /// What all orders hold of the SKU there now; it is short while that is more than its stock.
    reservado: i64,
}

/// Orders that came in when not everything was there and still wait for it, the oldest first: one line for
/// each SKU.
#[utoipa::path(tag = "Estoque", params(UsuarioParam, PageParams),
    responses((status = 200, body = RetornoPaginado<Falta>), Errors))]
#[get("/Falta")]
async fn list(req: ForLoja<PageRequest>) -> Result<HttpResponse, ErrorA> {
    let wanted = req.filter;
    let (start, shown) = req.steady(wanted, true);
    let (page, ids, next) = req
        .read(move |conn, loja| {
            let page = inventory::faltas(conn, loja.id, start)?;
            let (ids, next) = (page.rows.iter().map(|one| one.pedido_id.0).collect(), page.next);
            Ok((write_page(wanted, page.map(view))?, ids, next))
        })
        .await?;
    shown(ids, next);
    Ok(page.respond(&req))
}

fn view(one: inventory::Falta) -> Falta {
    Falta {
        pedido_id: one.pedido_id,
        data: one.criado_em,
        sku: one.sku,
        reservada: one.reservada,
        falta: one.falta,
        centro_id: one.centro_id,
        estoque: one.estoque,
        reservado: one.reservado,
    }
}
