//! Events of an order that are reported to the shop. Each begins with reading the order, which shows what an earlier
//! attempt has done.

use connector::reading::{part, rows, rows_or_empty};
use connector::{Cause, Effect, News, Shop, Stop, Told, Value, json};
use domain::pedido::{NotaFiscal, Rastreio};

use crate::access::location;
use crate::orders::{CANCELLED, carried, detail};
use crate::reading::{get, or_empty, post, text, units};

/// The member of the order's `metadata` that holds the invoice.
const INVOICE: &str = "notaFiscal";
const FIELDS: &str = "id,status,metadata,*items,*items.detail,*fulfillments,*fulfillments.items";

pub fn tell(shop: &mut dyn Shop, id: &str, news: News<'_>) -> Result<Told, Stop> {
    let order = read(shop, id)?;
    let changed = match news {
        News::Invoiced(invoice) => invoiced(shop, id, &order, invoice)?,
        News::Shipped(parcel) => shipped(shop, id, &order, parcel)?,
        News::Delivered => delivered(shop, id, &order)?,
        News::Cancelled(_) => cancelled(shop, id, &order)?,
    };
    Ok(if changed { Told::Done } else { Told::Already })
}

fn read(shop: &mut dyn Shop, id: &str) -> Result<Value, Stop> {
    let mut answer = get(shop, "order", &format!("orders/{id}?fields={FIELDS}"))?;
    answer.get_mut("order").map(Value::take).ok_or_else(|| Stop::lacks("order"))
}

fn not_now(text: &str) -> Stop {
    Stop::refused(Cause::OrderState, "", text)
}

/// Takes a step of an order; false where somebody took it between the reading and this call.
fn step(
    shop: &mut dyn Shop,
    name: &'static str,
    effect: Effect,
    path: &str,
    body: Value,
) -> Result<bool, Stop> {
    let already = |text: &str| text.contains("has already been") || text.contains("has been canceled");
    match post(shop, name, effect, path, body) {
        Err(Stop::Refused(troubles)) if troubles.iter().any(|trouble| already(&trouble.text)) => Ok(false),
        done => done.map(|_| true),
    }
}

/// Other notes of the order are sent along, for versions that replace all.
fn invoiced(shop: &mut dyn Shop, id: &str, order: &Value, invoice: &NotaFiscal) -> Result<bool, Stop> {
    let mut notes = part(order, "metadata").as_object().cloned().unwrap_or_default();
    let invoice = json!(invoice);
    if notes.insert(INVOICE.to_owned(), invoice.clone()) == Some(invoice) {
        return Ok(false);
    }
    step(
        shop,
        "order_invoice",
        Effect::Absolute,
        &format!("orders/{id}?fields=id"),
        json!({ "metadata": notes }),
    )
}

/// Fulfilments that were not cancelled and have not come to this point.
fn waiting<'v>(order: &'v Value, point: &str) -> Vec<&'v Value> {
    let open = |fulfilment: &&Value| {
        ["canceled_at", "delivered_at", point].iter().all(|name| or_empty(fulfilment, name).is_empty())
    };
    rows_or_empty(order, "fulfillments").iter().filter(open).collect()
}

/// Creates fulfilments for the units that are in none, and ships each that was not shipped.
fn shipped(shop: &mut dyn Shop, id: &str, order: &Value, parcel: Option<&Rastreio>) -> Result<bool, Stop> {
    if or_empty(order, "status") == CANCELLED {
        return Err(not_now("O pedido está cancelado na loja."));
    }
    let mut changed = false;
    // one fulfilment cannot have both kinds
    for by_carrier in [true, false] {
        let mut items = Vec::new();
        for item in rows(order, "items")?.iter().filter(|item| carried(item) == by_carrier) {
            let rest = detail(item, "quantity") - detail(item, "fulfilled_quantity");
            if rest > 0 {
                items.push(json!({ "id": text(item, "id")?, "quantity": rest }));
            }
        }
        if !items.is_empty() {
            let carrier = parcel.map_or("", |parcel| &parcel.transportadora);
            let body = json!({
                "items": items,
                "location_id": location(shop.connection())?,
                "metadata": { "transportadora": carrier },
            });
            changed |= step(
                shop,
                "order_fulfil",
                Effect::Once,
                &format!("orders/{id}/fulfillments?fields=id"),
                body,
            )?;
        }
    }
    let again = if changed { Some(read(shop, id)?) } else { None };
    let order = again.as_ref().unwrap_or(order);
    for fulfilment in waiting(order, "shipped_at").into_iter().filter(|fulfilment| carried(fulfilment)) {
        let inside = rows(fulfilment, "items")?;
        let mut items = Vec::new();
        for item in rows(order, "items")? {
            // each part of a kit is a row with its own units
            let here = inside.iter().filter(|part| or_empty(part, "line_item_id") == or_empty(item, "id"));
            let here = here.filter_map(|part| units(part, "quantity")).min().unwrap_or(0);
            let here = here.min(detail(item, "fulfilled_quantity") - detail(item, "shipped_quantity"));
            if here > 0 {
                items.push(json!({ "id": text(item, "id")?, "quantity": here }));
            }
        }
        let label = |parcel: &&Rastreio| !parcel.codigo.is_empty() || !parcel.url.is_empty();
        let labels = parcel.filter(label).map(
            |parcel| json!({ "tracking_number": parcel.codigo, "tracking_url": parcel.url, "label_url": "" }),
        );
        let path = format!("orders/{id}/fulfillments/{}/shipments?fields=id", text(fulfilment, "id")?);
        let body = json!({ "items": items, "labels": labels.into_iter().collect::<Vec<_>>() });
        changed |= step(shop, "order_ship", Effect::Once, &path, body)?;
    }
    Ok(changed)
}

/// Units that were not shipped before are shipped without a label.
fn delivered(shop: &mut dyn Shop, id: &str, order: &Value) -> Result<bool, Stop> {
    let again = if shipped(shop, id, order, None)? { Some(read(shop, id)?) } else { None };
    let order = again.as_ref().unwrap_or(order);
    let mut changed = false;
    for fulfilment in waiting(order, "delivered_at") {
        let path =
            format!("orders/{id}/fulfillments/{}/mark-as-delivered?fields=id", text(fulfilment, "id")?);
        changed |= step(shop, "order_deliver", Effect::Absolute, &path, json!({}))?;
    }
    Ok(changed)
}

fn cancelled(shop: &mut dyn Shop, id: &str, order: &Value) -> Result<bool, Stop> {
    if or_empty(order, "status") == CANCELLED {
        return Ok(false);
    }
    if rows_or_empty(order, "fulfillments")
        .iter()
        .any(|fulfilment| or_empty(fulfilment, "canceled_at").is_empty())
    {
        return Err(not_now("O pedido já tem envio na loja: cancele o envio lá antes de cancelar o pedido."));
    }
    step(shop, "order_cancel", Effect::Absolute, &format!("orders/{id}/cancel?fields=id"), json!({}))
}
