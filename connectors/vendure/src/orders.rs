//! Orders of the shop: their list, and each as a body of interface A.

use connector::money::spread;
use connector::pedido::{Address, payment_method};
use connector::reading::{or_empty, part, rows, rows_or_empty, text, time};
use connector::text::cut;
use connector::{Cause, Effect, OrderIn, OrderMark, OrderStep, Page, Shop, Stop, Value, json};
use domain::values::dates::Instante;
use domain::values::money::Dinheiro;

use crate::access::{TAKE_MAX, ask};
use crate::progress::{Progress, progress};
use crate::reading::{amount, whole};
use crate::{CURRENCY, DOCUMENT};

const PAGE: usize = 100;

/// Oldest change first. A page begins at the second of the last row before it, not at a number of rows: an order that
/// changes between two pages moves to the end, and would make an offset skip another. So rows of that second come twice.
/// A second with more orders than a page is read by offset, in the largest pages. (The program cannot sort by `updatedAt`
/// and then `id`: it takes the members in the order of its schema.) A page is written
/// `seconds since 1970|pages of that second already read`.
pub fn list(shop: &mut dyn Shop, since: Instante, page: Option<&str>) -> Result<Page<OrderMark>, Stop> {
    let (since, full) = match page {
        None => (since.truncated(), 0),
        Some(page) => second(page).ok_or_else(|| Stop::lacks("page"))?,
    };
    // "after" leaves out the instant itself, and some databases keep whole seconds and compare times as texts
    let after = since.plus_seconds(-1).to_string().replace('Z', ".999Z");
    let only = ("updatedAt", json!({ "after": after }));
    let (take, skip) = if full == 0 { (PAGE, 0) } else { (TAKE_MAX, TAKE_MAX * (full - 1)) };
    let found = orders(shop, "id state updatedAt", take, skip, only)?;
    let mark = |order: &Value| {
        let (id, state) = (text(order, "id")?.to_owned(), text(order, "state")?.to_owned());
        Ok(OrderMark { id, state, changed: time(order, "updatedAt")? })
    };
    let marks = rows(&found, "items")?.iter().map(mark).collect::<Result<Vec<_>, Stop>>()?;
    let last = marks.last().map(|mark| mark.changed.truncated()).filter(|_| marks.len() >= take);
    let next = last.map(|last| if last > since { (last, 0) } else { (since, full + 1) });
    Ok(Page { rows: marks, next: next.map(|(since, full)| format!("{}|{full}", since.micros() / 1_000_000)) })
}

fn second(page: &str) -> Option<(Instante, usize)> {
    let (seconds, full) = page.split_once('|')?;
    Some((Instante::default().plus_seconds(seconds.parse().ok()?), full.parse().ok()?))
}

/// Orders that were placed, by one more filter: no carts, and none in another currency.
fn orders(
    shop: &mut dyn Shop,
    members: &str,
    take: usize,
    skip: usize,
    (name, only): (&str, Value),
) -> Result<Value, Stop> {
    let document =
        format!("query($options:OrderListOptions){{orders(options:$options){{items{{{members}}}}}}}");
    let carts = ["Created", "Draft", "AddingItems"];
    let filter = json!({
        "active": { "eq": false }, "state": { "notIn": carts }, "currencyCode": { "eq": CURRENCY }, name: only,
    });
    let options = json!({ "take": take, "skip": skip, "sort": { "updatedAt": "ASC" }, "filter": filter });
    ask(shop, "orders", Effect::Read, &document, json!({ "options": options }))
}

pub fn read(shop: &mut dyn Shop, ids: &[&str]) -> Result<Vec<OrderIn>, Stop> {
    let document = shop.connection().setting(DOCUMENT).trim();
    if document.chars().any(|c| !c.is_ascii_alphanumeric() && c != '_') {
        return Err(Stop::refused(Cause::DataRefused, DOCUMENT, "O nome do campo tem só letras e números."));
    }
    let custom =
        if document.is_empty() { String::new() } else { format!("customFields{{document:{document}}}") };
    let address = "{fullName streetLine1 streetLine2 city province postalCode countryCode phoneNumber}";
    let members = format!(
        "{} code createdAt updatedAt orderPlacedAt totalWithTax shippingWithTax \
         customer{{firstName lastName emailAddress phoneNumber {custom}}} \
         shippingAddress{address} billingAddress{address} payments{{state method}} \
         lines{{orderPlacedQuantity unitPriceWithTax discountedLinePriceWithTax productVariant{{id sku}}}} \
         shippingLines{{priceWithTax discountedPriceWithTax shippingMethod{{code}}}}",
        concat!("id ", progress!()),
    );
    let found = orders(shop, &members, ids.len(), 0, ("id", json!({ "in": ids })))?;
    rows(&found, "items")?.iter().map(order).collect()
}

fn order(order: &Value) -> Result<OrderIn, Stop> {
    let state = text(order, "state")?;
    let Progress { made, rest } = Progress::of(order)?;
    let all = |states: &[&str]| {
        !made.is_empty() && rest.is_empty() && made.iter().all(|one| states.contains(&or_empty(one, "state")))
    };
    // set when the payment is settled or authorised
    let placed = !part(order, "orderPlacedAt").is_null();
    let step = match state {
        "Cancelled" => OrderStep::Cancelled,
        _ if all(&["Delivered"]) => OrderStep::Delivered,
        _ if all(&["Shipped", "Delivered"]) => OrderStep::Shipped,
        "ArrangingPayment" | "ArrangingAdditionalPayment" | "Modifying" => OrderStep::Waiting,
        _ if placed => OrderStep::Paid,
        _ => OrderStep::Waiting,
    };
    Ok(OrderIn {
        id: text(order, "id")?.to_owned(),
        state: state.to_owned(),
        step,
        changed: time(order, "updatedAt")?,
        // units leave the on-hand quantity with their fulfilment; an order that is fulfilled in part counts as holding
        // none, since one unit too few for sale is better than one too many
        holds_stock: placed && made.is_empty() && !rest.is_empty(),
        pedido: pedido(order, step == OrderStep::Cancelled, placed)?,
    })
}

/// Cancelled lines are left out, but an order that was cancelled as a whole keeps its lines as they were placed.
fn pedido(order: &Value, cancelled: bool, placed: bool) -> Result<Value, Stop> {
    let less = |a: Dinheiro, b: Dinheiro| a.minus(b).ok_or_else(|| Stop::lacks("totalWithTax"));
    let quantity = if cancelled { "orderPlacedQuantity" } else { "quantity" };
    let (mut lines, mut values) = (Vec::new(), Vec::new());
    let freight = amount(order, "shippingWithTax")?;
    let mut sum = freight;
    for line in rows(order, "lines")?.iter().filter(|line| part(line, quantity) != 0) {
        let units = i32::try_from(whole(line, quantity)?).map_err(|_| Stop::lacks(quantity))?;
        let price = amount(line, "unitPriceWithTax")?;
        let gross = price.times(units).ok_or_else(|| Stop::lacks("unitPriceWithTax"))?;
        let net = if cancelled { gross } else { amount(line, "discountedLinePriceWithTax")?.min(gross) };
        sum = sum.plus(net).ok_or_else(|| Stop::lacks("totalWithTax"))?;
        let discount = less(gross, net)?;
        lines.push(json!({ "sku": code(line)?, "quantidade": units, "preco": price, "desconto": discount }));
        values.push(net);
    }
    for (line, freight) in lines.iter_mut().zip(spread(freight, &values)) {
        line["frete"] = json!(freight);
    }
    // the difference to the total: discounts of the whole order, or surcharges
    let total = if cancelled { sum } else { amount(order, "totalWithTax")? };
    Ok(json!({
        "sourceId": text(order, "code")?,
        "sourceSiteId": text(order, "id")?,
        "data": time(order, if placed { "orderPlacedAt" } else { "createdAt" })?,
        "total": total,
        "desconto": less(sum, total)?.max(Dinheiro::ZERO),
        "juros": less(total, sum)?.max(Dinheiro::ZERO),
        "usuario": buyer(order),
        "frete": rows(order, "shippingLines")?.iter().map(freight_of).collect::<Result<Vec<_>, _>>()?,
        "endereco": addresses(order),
        "informacaoAdicional": informacoes(order),
        "produtos": lines,
    }))
}

/// The SKU's code; a variant without one is named by its identifier, in a form that no code of the hub has.
fn code(line: &Value) -> Result<String, Stop> {
    let variant = part(line, "productVariant");
    let sku = cut(or_empty(variant, "sku"), 100);
    if sku.is_empty() { Ok(format!("productVariant {}", text(variant, "id")?)) } else { Ok(sku) }
}

fn buyer(order: &Value) -> Value {
    let customer = part(order, "customer");
    let name = format!("{} {}", or_empty(customer, "firstName"), or_empty(customer, "lastName"));
    let on_parcel = or_empty(part(order, "shippingAddress"), "fullName");
    let document = cut(or_empty(part(customer, "customFields"), "document"), 100);
    let company = document.chars().filter(char::is_ascii_alphanumeric).count() > 11;
    json!({
        "nome": cut(if name.trim().is_empty() { on_parcel } else { &name }, 4000),
        "email": cut(or_empty(customer, "emailAddress"), 254),
        if company { "cnpj" } else { "cpf" }: document,
    })
}

fn freight_of(line: &Value) -> Result<Value, Stop> {
    Ok(json!({
        "valorNominal": amount(line, "priceWithTax")?,
        "valorCobrado": amount(line, "discountedPriceWithTax")?,
        "freteSourceId": cut(or_empty(part(line, "shippingMethod"), "code"), 200),
    }))
}

fn addresses(order: &Value) -> Vec<Value> {
    let row = |(kind, name): (&str, &str)| {
        let told = |member: &str| or_empty(part(order, name), member);
        let address = Address {
            street: told("streetLine1"),
            complement: told("streetLine2"),
            city: told("city"),
            state: told("province"),
            country: told("countryCode"),
            postal_code: told("postalCode"),
            ..Address::default()
        };
        address.row(kind)
    };
    [("Entrega", "shippingAddress"), ("Cobranca", "billingAddress")].into_iter().filter_map(row).collect()
}

fn informacoes(order: &Value) -> Vec<Value> {
    let told = |chave: &str, valor: String| json!({ "chave": chave, "valor": valor });
    let phones =
        [part(order, "customer"), part(order, "shippingAddress")].map(|of| or_empty(of, "phoneNumber"));
    let phone = phones.into_iter().find(|phone| !phone.is_empty());
    let mut all: Vec<Value> =
        phone.map(|phone| told("telefoneCelular", cut(phone, 100))).into_iter().collect();
    let payments = rows_or_empty(order, "payments").iter();
    let good = payments.filter(|payment| ["Authorized", "Settled"].contains(&or_empty(payment, "state")));
    for method in good.map(|payment| or_empty(payment, "method").to_ascii_lowercase()) {
        // 99: paid to the channel
        all.push(told("formaPagamentoId", payment_method(&method).unwrap_or("99").to_owned()));
        all.push(told("formaPagamentoCanal", cut(&method, 200)));
    }
    all
}
