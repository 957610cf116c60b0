//! Orders of the shop, read as interface A takes them in.

use connector::{Cause, Effect, OrderIn, OrderMark, OrderStep, Page, Shop, Stop, Value, json, money::spread};
use domain::values::dates::Instante;
use domain::values::money::Dinheiro;

use crate::access::{ask, refused};
use crate::progress::{progress, rest, standing};
use crate::reading::{amount, cut, list as items, or_empty, part, text, time, whole};
use crate::{CURRENCY, DOCUMENT};

const PAGE: usize = 100;
/// Most rows that the program gives at once.
const TAKE_MAX: usize = 1000;

/// Oldest change first. The next page begins at the second of the last row, and not after so many rows: an order that
/// changes in between goes to the end, and by number one would be missed. So rows of that second come twice. Where a
/// page is of one second alone, all of that second is asked for. (The program sorts by the members in the order of its
/// schema, which has `id` before `updatedAt`: there is no sorting by both.) A place is written
/// `seconds since 1970|pages of one second alone`.
pub fn list(shop: &mut dyn Shop, since: Instante, page: Option<&str>) -> Result<Page<OrderMark>, Stop> {
    let (since, full) = match page {
        None => (since.truncated(), 0),
        Some(page) => place(page).ok_or_else(|| Stop::lacks("page"))?,
    };
    // "after" leaves out the instant itself, and some databases keep whole seconds and compare them as texts
    let after = since.plus_seconds(-1).to_string().replace('Z', ".999Z");
    let only = ("updatedAt", json!({ "after": after }));
    let (take, skip) = if full == 0 { (PAGE, 0) } else { (TAKE_MAX, TAKE_MAX * (full - 1)) };
    let found = orders(shop, "id state updatedAt", take, skip, only)?;
    let mark = |order: &Value| {
        let (id, state) = (text(order, "id")?.to_owned(), text(order, "state")?.to_owned());
        Ok(OrderMark { id, state, changed: time(order, "updatedAt")? })
    };
    let rows = items(&found, "items")?.iter().map(mark).collect::<Result<Vec<_>, Stop>>()?;
    let last = rows.last().map(|mark| mark.changed.truncated()).filter(|_| rows.len() >= take);
    let next = last.map(|last| if last > since { (last, 0) } else { (since, full + 1) });
    Ok(Page { rows, next: next.map(|(since, full)| format!("{}|{full}", since.micros() / 1_000_000)) })
}

fn place(page: &str) -> Option<(Instante, usize)> {
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
        return Err(refused(Cause::DataRefused, DOCUMENT, "O nome do campo tem só letras e números."));
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
    items(&found, "items")?.iter().map(order).collect()
}

fn order(order: &Value) -> Result<OrderIn, Stop> {
    let state = text(order, "state")?;
    let (made, rest) = (standing(order)?, rest(order)?);
    let all = |states: &[&str]| {
        !made.is_empty() && rest.is_empty() && made.iter().all(|one| states.contains(&or_empty(one, "state")))
    };
    // when it was paid for or, at some shops, promised
    let placed = !part(order, "orderPlacedAt").is_null();
    let step = match state {
        "Cancelled" => OrderStep::Cancelled,
        _ if all(&["Delivered"]) => OrderStep::Delivered,
        _ if all(&["Shipped", "Delivered"]) => OrderStep::Shipped,
        "ArrangingPayment" | "ArrangingAdditionalPayment" | "Modifying" => OrderStep::Waiting,
        _ => {
            if placed {
                OrderStep::Paid
            } else {
                OrderStep::Waiting
            }
        }
    };
    Ok(OrderIn {
        id: text(order, "id")?.to_owned(),
        state: state.to_owned(),
        step,
        changed: time(order, "updatedAt")?,
        // units are allocated when an order is placed, and leave the shelf with a fulfilment, sent or not; of an order
        // that has left in part none counts: rather a unit too few for sale than one too many
        holds_stock: placed && made.is_empty() && !rest.is_empty(),
        pedido: pedido(order, step == OrderStep::Cancelled, placed)?,
    })
}

/// Lines that were cancelled are left out; of an order that was cancelled as a whole they are as they were placed.
fn pedido(order: &Value, cancelled: bool, placed: bool) -> Result<Value, Stop> {
    let less = |a: Dinheiro, b: Dinheiro| a.minus(b).ok_or_else(|| Stop::lacks("totalWithTax"));
    let quantity = if cancelled { "orderPlacedQuantity" } else { "quantity" };
    let (mut lines, mut values) = (Vec::new(), Vec::new());
    let freight = amount(order, "shippingWithTax")?;
    let mut sum = freight;
    for line in items(order, "lines")?.iter().filter(|line| part(line, quantity) != 0) {
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
    // what is left to the total are the discounts of the order, and what the shop adds to it
    let total = if cancelled { sum } else { amount(order, "totalWithTax")? };
    Ok(json!({
        "sourceId": text(order, "code")?,
        "sourceSiteId": text(order, "id")?,
        "data": time(order, if placed { "orderPlacedAt" } else { "createdAt" })?,
        "total": total,
        "desconto": less(sum, total)?.max(Dinheiro::ZERO),
        "juros": less(total, sum)?.max(Dinheiro::ZERO),
        "usuario": buyer(order),
        "frete": items(order, "shippingLines")?.iter().map(freight_of).collect::<Result<Vec<_>, _>>()?,
        "endereco": addresses(order),
        "informacaoAdicional": informacoes(order),
        "produtos": lines,
    }))
}

/// The SKU's code; one that has none is named by its number, which no SKU here has.
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
    let address = |(kind, name): (&str, &str)| {
        let told = |member: &str, max: usize| cut(or_empty(part(order, name), member), max);
        let line = told("streetLine1", 300);
        // the number stands behind the last comma, where there is one
        let numbered = line.rsplit_once(',').map(|(street, number)| (street, number.trim()));
        let numbered = numbered.filter(|(_, number)| number.starts_with(|c: char| c.is_ascii_digit()));
        let (street, number) = numbered.unwrap_or((&line, ""));
        (!line.is_empty()).then(|| {
            json!({
                "tipoEndereco": kind,
                "rua": street,
                "numero": cut(number, 50),
                "complemento": told("streetLine2", 300),
                "cidade": told("city", 200),
                "estado": told("province", 100),
                "pais": told("countryCode", 100),
                "cep": told("postalCode", 100),
            })
        })
    };
    [("Entrega", "shippingAddress"), ("Cobranca", "billingAddress")].into_iter().filter_map(address).collect()
}

fn informacoes(order: &Value) -> Vec<Value> {
    let told = |chave: &str, valor: String| json!({ "chave": chave, "valor": valor });
    let phones =
        [part(order, "customer"), part(order, "shippingAddress")].map(|of| or_empty(of, "phoneNumber"));
    let phone = phones.into_iter().find(|phone| !phone.is_empty());
    let mut all: Vec<Value> =
        phone.map(|phone| told("telefoneCelular", cut(phone, 100))).into_iter().collect();
    let payments = part(order, "payments").as_array().into_iter().flatten();
    let good = payments.filter(|payment| ["Authorized", "Settled"].contains(&or_empty(payment, "state")));
    for method in good.map(|payment| or_empty(payment, "method").to_ascii_lowercase()) {
        // a code that says what it is; else it was paid to the channel
        let known = [("pix", "20"), ("boleto", "1")].into_iter().find(|(word, _)| method.contains(word));
        all.push(told("formaPagamentoId", known.map_or("99", |(_, id)| id).to_owned()));
        all.push(told("formaPagamentoCanal", cut(&method, 200)));
    }
    all
}
