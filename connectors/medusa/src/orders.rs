//! Orders of the shop: their list, and each as a body of interface A.

use connector::money::spread;
use connector::pedido::{Address, payment_method};
use connector::reading::{part, rows, rows_or_empty, time};
use connector::text::cut;
use connector::{OrderIn, OrderMark, OrderStep, Page, Shop, Stop, Value, json, offset};
use domain::values::dates::Instante;
use domain::values::money::Dinheiro;

use crate::listings::count;
use crate::reading::{amount, any_of, encoded, get, or_empty, text, units};
use crate::{CHANNEL, CURRENCY};

const PAGE: usize = 50;
pub const CANCELLED: &str = "canceled";
/// `total` is asked for since the totals of lines come only with it.
const FIELDS: &str = "id,display_id,status,created_at,updated_at,currency_code,email,total,payment_status,fulfillment_status,metadata,\
     *items,*items.detail,*shipping_methods,*customer,*payment_collections,*payment_collections.payments";
/// Asked for one by one: some versions leave out an address that is asked for as a whole.
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

/// Sorted by identifier, so that an order that changes between two pages does not shift the others.
pub fn list(shop: &mut dyn Shop, since: Instante, page: Option<&str>) -> Result<Page<OrderMark>, Stop> {
    let begin = offset::begin(page)?;
    let channel = shop.connection().setting(CHANNEL).trim();
    let channel = any_of("sales_channel_id", Some(channel).filter(|channel| !channel.is_empty()));
    let since = encoded(&since.to_string());
    let question = format!(
        "orders?{channel}updated_at%5B%24gte%5D={since}&order=id&limit={PAGE}&offset={begin}\
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
    Ok(Page { rows, next: offset::next(begin, found.len(), count(&answer)) })
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

/// The three states of an order in one text: `pending, captured, shipped`.
fn state(order: &Value) -> Result<String, Stop> {
    let words =
        [text(order, "status")?, or_empty(order, "payment_status"), or_empty(order, "fulfillment_status")];
    Ok(words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(", "))
}

/// One of the quantities that tell a line's progress; zero where it is absent.
pub fn detail(item: &Value, name: &str) -> i64 {
    units(part(item, "detail"), name).unwrap_or(0)
}

/// It is delivered by a carrier.
pub fn carried(of: &Value) -> bool {
    part(of, "requires_shipping") != &Value::Bool(false)
}

fn order(order: &Value) -> Result<OrderIn, Stop> {
    let cancelled = text(order, "status")? == CANCELLED;
    let items = rows(order, "items")?;
    let total = amount(order, "total").ok_or_else(|| Stop::lacks("total"))?;
    let delivered = |item: &Value| detail(item, "delivered_quantity") >= detail(item, "quantity");
    // what no carrier delivers is never shipped
    let sent = |item: &Value| {
        let sent = detail(item, if carried(item) { "shipped_quantity" } else { "fulfilled_quantity" });
        sent.max(detail(item, "delivered_quantity")) >= detail(item, "quantity")
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
        holds_stock: !cancelled && items.iter().all(|item| detail(item, "fulfilled_quantity") == 0),
        pedido: pedido(order, items, total)?,
    })
}

/// The amount that is captured or authorised.
fn paid(order: &Value) -> Dinheiro {
    let standing =
        rows_or_empty(order, "payment_collections").iter().filter(|one| or_empty(one, "status") != CANCELLED);
    let sums = standing.map(|one| {
        let sums = ["authorized_amount", "captured_amount"].map(|name| amount(one, name).unwrap_or_default());
        sums.into_iter().max().unwrap_or_default()
    });
    sum(sums).in_cents()
}

fn sum(amounts: impl IntoIterator<Item = Dinheiro>) -> Dinheiro {
    amounts.into_iter().fold(Dinheiro::ZERO, |sum, amount| sum.plus(amount).unwrap_or(sum))
}

/// The body of interface A. It is the same at every stage of the order.
fn pedido(order: &Value, items: &[Value], total: Dinheiro) -> Result<Value, Stop> {
    let lines = items.iter().filter(|item| units(item, "quantity") != Some(0)).map(line);
    let lines = lines.collect::<Result<Vec<_>, Stop>>()?;
    let methods = rows_or_empty(order, "shipping_methods");
    let freight =
        |method: &Value| amount(method, "total").or_else(|| amount(method, "amount")).unwrap_or_default();
    let totals: Vec<Dinheiro> = lines.iter().map(|line| line.total).collect();
    let parts = spread(sum(methods.iter().map(freight)), &totals);
    let parts_sum = sum(totals.iter().chain(&parts).copied());
    // some versions credit a cancelled order in full: its total is then zero
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
    let endereco = addresses.iter().filter_map(|(kind, name)| address(kind, part(order, name)));
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

/// A line with its discounts and taxes. Taxes that come on top of the unit price are added to it.
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
    Ok(Line { sku: cut(first(codes), 100), quantity, price, discount, total })
}

/// Members of an order that may hold a buyer's data, the most reliable first.
const PLACES: [&str; 3] = ["billing_address", "shipping_address", "customer"];

fn buyer(order: &Value) -> Value {
    let name = |place: &&str| {
        let place = part(order, place);
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
    let noted = |names: &[&str]| first(names.iter().map(|name| or_empty(part(at, "metadata"), name)));
    let state = or_empty(at, "province").to_uppercase();
    let address = Address {
        street: or_empty(at, "address_1"),
        number: noted(&["numero", "number"]),
        complement: or_empty(at, "address_2"),
        district: noted(&["bairro", "neighborhood", "district"]),
        city: or_empty(at, "city"),
        state: state.strip_prefix("BR-").unwrap_or(&state),
        country: &or_empty(at, "country_code").to_uppercase(),
        postal_code: or_empty(at, "postal_code"),
    };
    address.row(kind)
}

/// Telephone and payment. The number of the payment method is given where the provider's name tells.
fn further(order: &Value) -> Vec<Value> {
    let phones = PLACES.iter().map(|place| or_empty(part(order, place), "phone"));
    let collections = rows_or_empty(order, "payment_collections").iter();
    let payments = collections.flat_map(|collection| rows_or_empty(collection, "payments"));
    let providers = payments.map(|payment| or_empty(payment, "provider_id"));
    let provider = first(providers);
    let found = [
        ("telefone", first(phones)),
        ("formaPagamento", provider),
        ("formaPagamentoId", payment_method(provider).unwrap_or_default()),
    ];
    let found = found.into_iter().filter(|(_, value)| !value.is_empty());
    found.map(|(key, value)| json!({ "chave": key, "valor": cut(value, 4000) })).collect()
}

/// The first text that is not empty.
fn first<'v>(texts: impl IntoIterator<Item = &'v str>) -> &'v str {
    texts.into_iter().find(|text| !text.is_empty()).unwrap_or_default()
}
