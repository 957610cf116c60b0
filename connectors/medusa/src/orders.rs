//! Orders of the shop, read as interface A takes them in.

use connector::money::spread;
use connector::{OrderIn, OrderMark, OrderStep, Page, Shop, Stop, Value, json};
use domain::values::dates::Instante;
use domain::values::money::Dinheiro;

use crate::reading::{
    after, amount, any_of, cut, encoded, get, or_empty, place, rows, some, text, time, units,
};
use crate::{CHANNEL, CURRENCY};

const PAGE: usize = 50;
const CANCELLED: &str = "canceled";
/// The totals of lines come with the total of the order.
const FIELDS: &str = "id,display_id,status,created_at,updated_at,currency_code,email,total,payment_status,fulfillment_status,metadata,\
     *items,*items.detail,*shipping_methods,*customer,*payment_collections,*payment_collections.payments";
/// Each by its name: lists of some versions leave an address out that is asked for as a whole.
const OF_ADDRESS: [&str; 10] = [
    "first_name",
    "last_name",
    "address_1",
    "address_2",
    "city",
    "province",
    "postal_code",
    "country_code",
    "phone",
    "metadata",
];

/// By identifier, so that an order that changes between two pages moves no other.
pub fn list(shop: &mut dyn Shop, since: Instante, page: Option<&str>) -> Result<Page<OrderMark>, Stop> {
    let offset = place(page)?;
    let channel = shop.connection().setting(CHANNEL).trim();
    let channel = any_of("sales_channel_id", Some(channel).filter(|channel| !channel.is_empty()));
    let since = encoded(&since.to_string());
    let question = format!(
        "orders?{channel}updated_at%5B%24gte%5D={since}&order=id&limit={PAGE}&offset={offset}\
         &fields=id,status,updated_at,currency_code,payment_status,fulfillment_status"
    );
    let answer = get(shop, "orders", &question)?;
    let found = rows(&answer, "orders")?;
    let mark = |order: &Value| {
        Ok(OrderMark {
            id: text(order, "id")?.to_owned(),
            state: state(order)?,
            changed: time(order, "updated_at")?,
        })
    };
    let rows = found.iter().filter_map(|order| in_reais(order, mark)).collect::<Result<_, Stop>>()?;
    Ok(Page { rows, next: after(offset, &answer, found.len()) })
}

pub fn read(shop: &mut dyn Shop, ids: &[&str]) -> Result<Vec<OrderIn>, Stop> {
    let addresses =
        ["shipping_address", "billing_address"].map(|at| OF_ADDRESS.map(|name| format!(",{at}.{name}")));
    let fields = [FIELDS, &addresses.concat().concat()].concat();
    let question = format!("orders?{}limit={}&fields={fields}", any_of("id", ids.iter().copied()), ids.len());
    let answer = get(shop, "orders", &question)?;
    rows(&answer, "orders")?.iter().filter_map(|one| in_reais(one, order)).collect()
}

fn in_reais<T>(order: &Value, read: impl Fn(&Value) -> Result<T, Stop>) -> Option<Result<T, Stop>> {
    match text(order, "currency_code") {
        Ok(CURRENCY) => Some(read(order)),
        Ok(_) => None,
        Err(stop) => Some(Err(stop)),
    }
}

/// `pending, captured, shipped`.
fn state(order: &Value) -> Result<String, Stop> {
    let words =
        [text(order, "status")?, or_empty(order, "payment_status"), or_empty(order, "fulfillment_status")];
    Ok(words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(", "))
}

fn order(order: &Value) -> Result<OrderIn, Stop> {
    let cancelled = text(order, "status")? == CANCELLED;
    let items = rows(order, "items")?;
    let of =
        |item: &Value, name: &str| item.get("detail").and_then(|detail| units(detail, name)).unwrap_or(0);
    let total = amount(order, "total").ok_or_else(|| Stop::lacks("total"))?;
    let delivered = |item: &Value| of(item, "delivered_quantity") >= of(item, "quantity");
    // what needs no carriage is never shipped
    let sent = |item: &Value| {
        let carried = item.get("requires_shipping") != Some(&Value::Bool(false));
        let sent = of(item, if carried { "shipped_quantity" } else { "fulfilled_quantity" });
        sent.max(of(item, "delivered_quantity")) >= of(item, "quantity")
    };
    let step = match () {
        () if cancelled => OrderStep::Cancelled,
        () if !items.is_empty() && items.iter().all(delivered) => OrderStep::Delivered,
        () if !items.is_empty() && items.iter().all(sent) => OrderStep::Shipped,
        () if paid(order) >= total.in_cents() => OrderStep::Paid,
        () => OrderStep::Waiting,
    };
    Ok(OrderIn {
        id: text(order, "id")?.to_owned(),
        state: state(order)?,
        step,
        changed: time(order, "updated_at")?,
        holds_stock: !cancelled && items.iter().all(|item| of(item, "fulfilled_quantity") == 0),
        pedido: pedido(order, items, total)?,
    })
}

/// What is captured or authorised.
fn paid(order: &Value) -> Dinheiro {
    let standing =
        some(order, "payment_collections").iter().filter(|one| or_empty(one, "status") != "canceled");
    let sums = standing.map(|one| {
        let sums = ["authorized_amount", "captured_amount"].map(|name| amount(one, name).unwrap_or_default());
        sums.into_iter().max().unwrap_or_default()
    });
    sum(sums).in_cents()
}

fn sum(amounts: impl IntoIterator<Item = Dinheiro>) -> Dinheiro {
    amounts.into_iter().fold(Dinheiro::ZERO, |sum, amount| sum.plus(amount).unwrap_or(sum))
}

/// The body of `POST /Pedido`. Nothing in it changes with the order's progress.
fn pedido(order: &Value, items: &[Value], total: Dinheiro) -> Result<Value, Stop> {
    let lines = items.iter().filter(|item| units(item, "quantity") != Some(0)).map(line);
    let lines = lines.collect::<Result<Vec<_>, Stop>>()?;
    let methods = some(order, "shipping_methods");
    let freight =
        |method: &Value| amount(method, "total").or_else(|| amount(method, "amount")).unwrap_or_default();
    let totals: Vec<Dinheiro> = lines.iter().map(|line| line.total).collect();
    let parts = spread(sum(methods.iter().map(freight)), &totals);
    let parts_sum = sum(totals.iter().chain(&parts).copied());
    // some versions credit all of an order that is cancelled: its total is then zero
    let credited = text(order, "status")? == CANCELLED && total == Dinheiro::ZERO;
    let total = if credited { parts_sum } else { total };
    let discount = parts_sum.minus(total).filter(|rest| !rest.negative()).unwrap_or_default();
    let produtos = lines.iter().zip(parts).map(|(line, freight)| {
        json!({
            "sku": line.sku, "quantidade": line.quantity, "preco": line.price, "desconto": line.discount,
            "frete": freight,
        })
    });
    let frete = methods.iter().map(|method| {
        json!({ "valorCobrado": freight(method), "freteSourceId": cut(or_empty(method, "name"), 200) })
    });
    let addresses = [("Entrega", "shipping_address"), ("Cobranca", "billing_address")];
    let endereco =
        addresses.iter().filter_map(|(kind, name)| order.get(*name).and_then(|at| address(kind, at)));
    Ok(json!({
        "sourceId": text(order, "id")?,
        "sourceSiteId": units(order, "display_id").map(|number| number.to_string()).unwrap_or_default(),
        "data": time(order, "created_at")?,
        "total": total,
        "desconto": discount,
        "usuario": buyer(order),
        "frete": frete.take(50).collect::<Vec<_>>(),
        "endereco": endereco.collect::<Vec<_>>(),
        "informacaoAdicional": further(order),
        "produtos": produtos.collect::<Vec<_>>(),
    }))
}

struct Line {
    sku: String,
    quantity: i32,
    price: Dinheiro,
    discount: Dinheiro,
    total: Dinheiro,
}

/// What a line costs with its discounts and taxes. Where taxes come on top, they are in the unit's price.
fn line(item: &Value) -> Result<Line, Stop> {
    let quantity =
        units(item, "quantity").and_then(|units| i32::try_from(units).ok()).filter(|units| *units > 0);
    let quantity = quantity.ok_or_else(|| Stop::lacks("quantity"))?;
    let price = amount(item, "unit_price").ok_or_else(|| Stop::lacks("unit_price"))?;
    let total = amount(item, "total").ok_or_else(|| Stop::lacks("items.total"))?;
    let needed = total.ten_thousandths().saturating_add(i64::from(quantity) - 1).div_euclid(quantity.into());
    let price = price.max(Dinheiro::from_ten_thousandths(needed));
    let discount =
        price.times(quantity).and_then(|gross| gross.minus(total)).ok_or_else(|| Stop::lacks("amount"))?;
    let codes = [or_empty(item, "variant_sku"), or_empty(item, "variant_id"), text(item, "id")?];
    let sku = codes.into_iter().find(|code| !code.is_empty()).unwrap_or_default();
    Ok(Line { sku: cut(sku, 100), quantity, price, discount, total })
}

/// Where a buyer's data may be, the most telling first.
const PLACES: [&str; 3] = ["billing_address", "shipping_address", "customer"];

fn buyer(order: &Value) -> Value {
    let name = |place: &&str| {
        let place = order.get(*place)?;
        let name = [or_empty(place, "first_name"), or_empty(place, "last_name")].join(" ");
        Some(cut(&name, 200)).filter(|name| !name.is_empty())
    };
    let mut buyer = json!({
        "nome": PLACES.iter().find_map(name).unwrap_or_default(),
        "email": cut(or_empty(order, "email"), 254),
    });
    let notes = [Some(order)].into_iter().chain(PLACES.iter().map(|place| order.get(*place))).flatten();
    for (name, value) in notes.filter_map(|place| place.get("metadata")?.as_object()).flatten() {
        let name = name.to_lowercase();
        if !["cpf", "cnpj", "document", "tax"].iter().any(|word| name.contains(word)) {
            continue;
        }
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let number: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
        let kind = match number.len() {
            11 => "cpf",
            14 => "cnpj",
            _ => continue,
        };
        if let Some(members) = buyer.as_object_mut() {
            members.entry(kind).or_insert_with(|| json!(number));
        }
    }
    buyer
}

fn address(kind: &str, at: &Value) -> Option<Value> {
    let street = or_empty(at, "address_1");
    let noted = |names: &[&str]| {
        let notes = at.get("metadata").unwrap_or(&Value::Null);
        names.iter().map(|name| or_empty(notes, name)).find(|note| !note.is_empty()).unwrap_or_default()
    };
    // Rua A, 10
    let is_number =
        |text: &str| text.starts_with(|c: char| c.is_ascii_digit()) || text.to_lowercase().starts_with("s/n");
    let split = street.rsplit_once(',').filter(|(_, number)| is_number(number.trim()));
    let (street, number) = split.unwrap_or((street, noted(&["numero", "number"])));
    let state = or_empty(at, "province").to_uppercase();
    let known = !street.is_empty() || !or_empty(at, "postal_code").is_empty();
    known.then(|| {
        json!({
            "tipoEndereco": kind,
            "rua": cut(street, 300),
            "numero": cut(number, 50),
            "complemento": cut(or_empty(at, "address_2"), 300),
            "bairro": cut(noted(&["bairro", "neighborhood", "district"]), 200),
            "cidade": cut(or_empty(at, "city"), 200),
            "estado": cut(state.strip_prefix("BR-").unwrap_or(&state), 100),
            "pais": or_empty(at, "country_code").to_uppercase(),
            "cep": cut(or_empty(at, "postal_code"), 100),
        })
    })
}

/// Telephone and payment. The number of the payment method is given where the provider's name says it.
fn further(order: &Value) -> Vec<Value> {
    let phone = PLACES.iter().filter_map(|place| order.get(*place)).map(|place| or_empty(place, "phone"));
    let payments =
        some(order, "payment_collections").iter().flat_map(|collection| some(collection, "payments"));
    let provider =
        payments.map(|payment| or_empty(payment, "provider_id")).find(|provider| !provider.is_empty());
    let provider = provider.unwrap_or_default();
    let numbers = [("boleto", "1"), ("paypal", "2"), ("mercadopago", "15"), ("pix", "20")];
    let number = numbers.iter().find(|(word, _)| provider.replace(['-', '_'], "").contains(word));
    let found = [
        ("telefone", phone.into_iter().find(|phone| !phone.is_empty()).unwrap_or_default()),
        ("formaPagamento", provider),
        ("formaPagamentoId", number.map_or("", |(_, number)| number)),
    ];
    let found = found.into_iter().filter(|(_, value)| !value.is_empty());
    found.map(|(key, value)| json!({ "chave": key, "valor": cut(value, 4000) })).collect()
}
