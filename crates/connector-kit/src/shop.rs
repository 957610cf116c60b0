//! The state that every simulated shop has (products, stock, orders, a clock) and what happens there without a connector.

use std::sync::MutexGuard;

use domain::values::dates::Instante;
use serde_json::{Map, Value, json};

/// The answer of a simulator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// HTTP status.
    pub status: u16,
    /// Headers; names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Response {
    /// With a body of JSON.
    pub fn json(status: u16, body: &Value) -> Self {
        Self::text(status, "application/json; charset=utf-8", body.to_string())
    }

    pub(crate) fn text(status: u16, kind: &str, body: String) -> Self {
        let headers = vec![("content-type".to_owned(), kind.to_owned())];
        Self { status, headers, body: body.into_bytes() }
    }
}

/// A product; its variations are [`Goods`].
#[derive(Debug, Clone)]
pub(crate) struct Product {
    pub id: String,
    pub title: String,
    pub slug: String,
    pub description: String,
    pub external_id: Value,
    pub enabled: bool,
    pub gone: bool,
    pub metadata: Value,
    /// Identifiers of [`Group`]s.
    pub groups: Vec<String>,
}

/// An option of a product, such as its colour, with the values that its variations have.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    pub id: String,
    pub code: String,
    pub title: String,
    /// Identifier, code, name.
    pub options: Vec<(String, String, String)>,
}

/// A variation of a product, with its stock and price.
#[derive(Debug, Clone)]
pub(crate) struct Goods {
    pub id: String,
    pub product: String,
    pub code: String,
    pub name: String,
    /// Units on hand; none: no stock was ever set.
    pub on_hand: Option<i64>,
    /// Of them, those that are allocated to orders.
    pub held: i64,
    /// Ten-thousandths; none: it has no price.
    pub price: Option<i64>,
    pub enabled: bool,
    pub gone: bool,
    /// Identifiers of options.
    pub options: Vec<String>,
    pub changed: i64,
}

#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub id: String,
    pub goods: String,
    pub code: String,
    pub name: String,
    pub placed: i64,
    pub units: i64,
    pub sent: i64,
    pub price: i64,
    /// The discount of the line, ten-thousandths.
    pub discount: i64,
}

impl Line {
    pub fn total(&self) -> i64 {
        if self.placed == 0 {
            return 0;
        }
        self.price * self.units - self.discount * self.units / self.placed
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Parcel {
    pub id: String,
    pub state: &'static str,
    pub carrier: String,
    pub tracking: String,
    pub url: String,
    pub lines: Vec<(String, i64)>,
    pub created: i64,
    pub shipped: Option<i64>,
    pub delivered: Option<i64>,
}

#[derive(Debug, Clone)]
pub(crate) struct Sale {
    pub id: String,
    pub number: u64,
    pub state: &'static str,
    pub placed: Option<i64>,
    pub created: i64,
    pub changed: i64,
    pub paid: bool,
    pub freight: i64,
    /// The amount to pay when it was placed.
    pub amount: i64,
    pub lines: Vec<Line>,
    pub parcels: Vec<Parcel>,
    pub notes: Vec<String>,
    pub metadata: Value,
}

impl Sale {
    pub fn goods_total(&self) -> i64 {
        self.lines.iter().map(Line::total).sum()
    }
}

/// Codes and units that are bought together.
pub type Lines<'a> = &'a [(&'a str, i64)];

/// The state of a simulated shop.
#[derive(Debug, Clone)]
pub struct Shop {
    pub(crate) now: Option<i64>,
    pub(crate) last: u64,
    pub(crate) products: Vec<Product>,
    pub(crate) groups: Vec<Group>,
    pub(crate) goods: Vec<Goods>,
    pub(crate) sales: Vec<Sale>,
    /// Tokens that are valid.
    pub(crate) tokens: Vec<String>,
    /// The freight of the next orders, ten-thousandths.
    pub freight: i64,
    /// The discount of the next orders, ten-thousandths.
    pub discount: i64,
    /// How many things were created: products, variations, option groups, fulfilments, notes.
    pub made: u64,
}

impl Default for Shop {
    fn default() -> Self {
        Self {
            now: None,
            last: 0,
            products: Vec::new(),
            groups: Vec::new(),
            goods: Vec::new(),
            sales: Vec::new(),
            tokens: Vec::new(),
            freight: 150_000,
            discount: 0,
            made: 0,
        }
    }
}

impl Shop {
    /// Milliseconds since 1970: the time that the test has set, or now.
    pub fn now(&self) -> i64 {
        self.now.unwrap_or_else(|| Instante::now().micros() / 1000)
    }

    pub(crate) fn number(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    pub(crate) fn by_code(&self, code: &str) -> Option<&Goods> {
        self.goods.iter().find(|goods| goods.code == code && !goods.gone)
    }

    pub(crate) fn goods_of(&mut self, id: &str) -> Option<&mut Goods> {
        self.goods.iter_mut().find(|goods| goods.id == id)
    }

    pub(crate) fn product(&self, id: &str) -> Option<&Product> {
        self.products.iter().find(|product| product.id == id && !product.gone)
    }

    pub(crate) fn sale(&mut self, id: &str) -> Option<&mut Sale> {
        self.sales.iter_mut().find(|sale| sale.id == id)
    }

    /// Takes units out of those that are allocated, and out of those on hand.
    pub(crate) fn release(&mut self, goods: &str, promised: i64, from_hand: i64) {
        if let Some(goods) = self.goods_of(goods) {
            goods.held -= promised;
            goods.on_hand = goods.on_hand.map(|units| units - from_hand);
        }
    }
}

/// A simulated shop: its answers to calls, and what shoppers and the shop's people do there.
pub trait Simulated: Send + Sync {
    /// The answer to a call.
    fn answer(&self, method: &str, path: &str, headers: &[(String, String)], body: &[u8]) -> Response;

    /// The state.
    fn shop(&self) -> MutexGuard<'_, Shop>;

    /// A new identifier of a kind: `product`, `goods`, `sale`, `line`, `parcel`.
    fn id(&self, shop: &mut Shop, kind: &str) -> String;

    /// The vendor's word for a new order: `None` is a cart.
    fn placed(&self, paid: Option<bool>) -> &'static str;

    /// The buyer pays an order. Whether it was open.
    fn pay(&self, order: &str) -> bool;

    /// The shop's people cancel an order. Whether they could.
    fn cancel(&self, order: &str) -> bool;

    /// The shop's people send an order. Whether they could.
    fn ship(&self, order: &str) -> bool;

    /// Stops the clock at this many milliseconds since 1970.
    fn set_now(&self, now: i64) {
        self.shop().now = Some(now);
    }

    /// Moves the clock forward.
    fn later(&self, milliseconds: i64) {
        let mut shop = self.shop();
        shop.now = Some(shop.now() + milliseconds);
    }

    /// Gives out identifiers from this number on, so that a new shop does not repeat those of its predecessor.
    fn count_from(&self, number: u64) {
        self.shop().last = number;
    }

    /// Ends the access of all that have logged in.
    fn end_access(&self) {
        self.shop().tokens.clear();
    }

    /// The shop's people set the stock of a code.
    fn count(&self, code: &str, units: i64) {
        for goods in self.shop().goods.iter_mut().filter(|goods| goods.code == code) {
            goods.on_hand = Some(units);
        }
    }

    /// Puts a product with one variation into the shop; without stock where none is given.
    fn add(&self, code: &str, cents: i64, stock: Option<i64>) {
        let mut shop = self.shop();
        let now = shop.now();
        let product = self.id(&mut shop, "product");
        let goods = self.id(&mut shop, "goods");
        shop.products.push(Product {
            id: product.clone(),
            title: format!("Produto {code}"),
            slug: format!("p-{product}-{}", code.to_lowercase()),
            description: String::new(),
            external_id: Value::Null,
            enabled: true,
            gone: false,
            metadata: Value::Null,
            groups: Vec::new(),
        });
        shop.goods.push(Goods {
            id: goods,
            product,
            code: code.to_owned(),
            name: format!("Produto {code}"),
            on_hand: stock,
            held: 0,
            price: Some(cents * 100),
            enabled: true,
            gone: false,
            options: Vec::new(),
            changed: now,
        });
    }

    /// Takes every variation of a code away, and a product that has no other.
    fn remove(&self, code: &str) {
        let mut shop = self.shop();
        for goods in shop.goods.iter_mut().filter(|goods| goods.code == code) {
            goods.gone = true;
        }
        let Shop { products, goods, .. } = &mut *shop;
        for product in products {
            product.gone |= goods.iter().filter(|goods| goods.product == product.id).all(|goods| goods.gone);
        }
    }

    /// A shopper fills a cart and, where `paid` is given, orders it. The order's identifier.
    fn order(&self, lines: Lines<'_>, paid: Option<bool>) -> Result<String, String> {
        let mut shop = self.shop();
        let now = shop.now();
        let mut bought = Vec::new();
        let worth = lines.iter().try_fold(0, |sum, (code, units)| {
            let goods = shop.by_code(code).ok_or_else(|| format!("{code} is not sold"))?;
            let wanted: i64 = lines.iter().filter(|line| line.0 == *code).map(|line| line.1).sum();
            if goods.on_hand.unwrap_or(0) - goods.held < wanted || *units <= 0 {
                return Err(format!("{code} has not enough stock"));
            }
            Ok(sum + goods.price.unwrap_or(0) * units)
        })?;
        let discount = shop.discount.min(worth);
        let mut left = discount;
        for (i, (code, units)) in lines.iter().enumerate() {
            let Some(goods) = shop.by_code(code).cloned() else { continue };
            let price = goods.price.unwrap_or(0);
            let part = if i + 1 == lines.len() {
                left
            } else {
                discount * (price * units) / worth.max(1) / 100 * 100
            };
            left -= part;
            if paid.is_some() {
                shop.release(&goods.id, -units, 0);
            }
            let id = self.id(&mut shop, "line");
            bought.push(Line {
                id,
                goods: goods.id,
                code: goods.code,
                name: goods.name,
                placed: *units,
                units: *units,
                sent: 0,
                price,
                discount: part,
            });
        }
        let id = self.id(&mut shop, "sale");
        let (number, freight) = (shop.sales.len() as u64 + 1, shop.freight);
        shop.sales.push(Sale {
            id: id.clone(),
            number,
            state: self.placed(paid),
            placed: paid.map(|_| now),
            created: now,
            changed: now,
            paid: paid == Some(true),
            freight,
            amount: worth - discount + freight,
            lines: bought,
            parcels: Vec::new(),
            notes: Vec::new(),
            metadata: json!({}),
        });
        Ok(id)
    }

    /// A shopper orders units of a code and pays at once.
    fn buy(&self, code: &str, units: i64) -> Result<String, String> {
        self.order(&[(code, units)], Some(true))
    }

    /// Units on hand; none: unknown code, or no stock was set.
    fn stock(&self, code: &str) -> Option<i64> {
        self.shop().by_code(code).and_then(|goods| goods.on_hand)
    }

    /// Price in ten-thousandths.
    fn price(&self, code: &str) -> Option<i64> {
        self.shop().by_code(code).and_then(|goods| goods.price)
    }

    /// Codes that can be bought now.
    fn for_sale(&self) -> Vec<String> {
        let shop = self.shop();
        let sold = |product: &str| shop.product(product).is_some_and(|product| product.enabled);
        let free = shop.goods.iter().filter(|goods| goods.on_hand.unwrap_or(0) > goods.held);
        free.filter(|goods| goods.enabled && !goods.gone && sold(&goods.product))
            .map(|goods| goods.code.clone())
            .collect()
    }

    /// Orders: identifier and the vendor's state, carts too.
    fn orders(&self) -> Vec<(String, String)> {
        self.shop().sales.iter().map(|sale| (sale.id.clone(), sale.state.to_owned())).collect()
    }

    /// All that the shop's people can see, without identifiers and times: two runs with the same effects have equal states.
    fn state(&self) -> Value {
        let shop = self.shop();
        let products = shop.products.iter().filter(|product| !product.gone).map(|product| {
            let of = shop.goods.iter().filter(|goods| goods.product == product.id && !goods.gone);
            let goods: Vec<Value> = of
                .map(|goods| {
                    json!([
                        goods.code,
                        goods.name,
                        goods.on_hand,
                        goods.held,
                        goods.price,
                        goods.enabled,
                        goods.options.len()
                    ])
                })
                .collect();
            json!([product.title, product.description, product.enabled, product.groups.len(), goods])
        });
        let sales = shop.sales.iter().map(|sale| {
            let parcels: Vec<Value> = sale
                .parcels
                .iter()
                .map(|parcel| {
                    let units: i64 = parcel.lines.iter().map(|line| line.1).sum();
                    json!([parcel.state, parcel.carrier, parcel.tracking, parcel.url, units])
                })
                .collect();
            json!([sale.state, sale.paid, sale.goods_total(), parcels, sale.notes, sale.metadata])
        });
        json!({
            "products": products.collect::<Vec<_>>(),
            "groups": shop.groups.len(),
            "orders": sales.collect::<Vec<_>>(),
        })
    }
}

/// `2026-11-27T12:00:00.000Z`.
pub(crate) fn time(milliseconds: i64) -> String {
    let whole = Instante::from_micros(milliseconds.div_euclid(1000) * 1_000_000).to_string();
    format!("{}.{:03}Z", whole.trim_end_matches('Z'), milliseconds.rem_euclid(1000))
}

/// The members of an object; none of anything else.
pub(crate) fn members(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

/// A member's text; empty when it has none. Numbers are identifiers too.
pub(crate) fn text(value: &Value, name: &str) -> String {
    match value.get(name) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}
