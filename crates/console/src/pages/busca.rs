//! The one search box: leads to the order or the SKU that is meant, or to the lists that hold the text.

use actix_web::http::header::LOCATION;
use actix_web::{HttpResponse, web};
use domain::values::ids::{PedidoId, SkuId};
use store::paging::PageRequest;
use store::{orders, skus};

use crate::access::LojaVisit;
use crate::error::Failure;
use crate::view::parts::{escaped, parameter};

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/buscar", web::get().to(seek));
}

async fn seek(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let address = found(&visit).await?;
    Ok(HttpResponse::SeeOther().insert_header((LOCATION, address)).finish())
}

async fn found(visit: &LojaVisit) -> Result<String, Failure> {
    let Some(text) = parameter(visit, "q") else { return Ok(visit.address("/pedidos")) };
    let (loja, sought) = (visit.id(), text.clone());
    let (pedido, sku) = visit
        .read(move |conn| {
            let pedido = match sought.parse().ok().map(PedidoId) {
                Some(id) if orders::exists(conn, loja, id)? => Some(id),
                _ => None,
            };
            let sku = match SkuId::parse(&sought) {
                Ok(sku) => skus::number(conn, loja, &sku)?.map(|_| sku),
                Err(_) => None,
            };
            let sku = match sku {
                Some(sku) => Some(sku),
                None => skus::own_code(conn, loja, sought.trim())?,
            };
            Ok((pedido, sku))
        })
        .await?;
    Ok(match (pedido, sku) {
        (Some(id), _) => visit.address(&format!("/pedidos/{}", id.0)),
        (None, Some(sku)) => visit.address(&format!("/skus/ver?codigo={}", escaped(sku.as_str()))),
        (None, None) if of_products(visit, &text).await? => {
            visit.address(&format!("/skus?q={}", escaped(&text)))
        }
        (None, None) => visit.address(&format!("/pedidos?q={}", escaped(&text))),
    })
}

/// True when no order has the text, and a SKU has it: a name, a brand, a bar code.
async fn of_products(visit: &LojaVisit, text: &str) -> Result<bool, Failure> {
    let (loja, busca) = (visit.id(), Some(text.to_owned()));
    visit
        .read(move |conn| {
            let of_orders = orders::Filter { busca: busca.clone(), ..orders::Filter::default() };
            if !orders::list(conn, loja, &of_orders, PageRequest::first(1))?.rows.is_empty() {
                return Ok(false);
            }
            let of_skus = skus::Filter { busca, ..skus::Filter::default() };
            Ok(!skus::list(conn, loja, &of_skus, PageRequest::first(1))?.rows.is_empty())
        })
        .await
}
