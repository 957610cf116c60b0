//! A simulated shop on Medusa 2.12: its admin API, after recorded calls.
//!
//! Properties that a connector must cope with: a new variation has no stock level, an absent level cannot be updated nor a
//! present one created; one bad item undoes a whole batch; capturing a payment does not change `updated_at`; an order with
//! fulfilments cannot be cancelled; unknown members and filters are refused.

mod answer;
mod orders;
mod products;
mod query;
mod shown;

use std::sync::{Mutex, MutexGuard, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use connector::Connector;
use domain::values::dates::Instante;
use serde_json::{Value, json};

use self::answer::{Answered, CHANNEL, Failed, LOCATION, not_found, only};
use self::query::Query;
use self::shown::inventory;
use crate::cases::{Fixture, Meaning};
use crate::shop::{Response, Shop, Simulated, text};
use connector::reading::rows_or_empty;

/// The secret key of the admin API.
pub const KEY: &str = "sk_simulada";

/// Error answers of the program, with their meaning.
pub const ERRORS: &[(u16, &str, Meaning)] = &[
    (401, r#"{"message":"Unauthorized"}"#, Meaning::NoAccess),
    (400, r#"{"type":"invalid_data","message":"m"}"#, Meaning::Refused),
    (400, r#"{"type":"not_allowed","message":"m"}"#, Meaning::Refused),
    (400, r#"{"code":"insufficient_inventory","type":"not_allowed","message":"m"}"#, Meaning::Refused),
    (404, r#"{"type":"not_found","message":"m"}"#, Meaning::Refused),
    (400, r#"{"type":"NUNCA_VISTO","message":"m"}"#, Meaning::Unmapped),
    (500, r#"{"code":"unknown_error","type":"unknown_error","message":"m"}"#, Meaning::Unavailable),
];

/// A connector with such a shop. `{}` in its settings stands for the address of the shop.
pub fn fixture<'a>(connector: &'a dyn Connector, settings: &'a [(&'a str, &'a str)]) -> Fixture<'a> {
    Fixture {
        connector,
        settings,
        shop: || Box::new(Simulator::default()),
        codes_twice: false,
        waits: true,
        errors: ERRORS,
    }
}

/// The shop.
#[derive(Debug)]
pub struct Simulator {
    shop: Mutex<Shop>,
}

impl Default for Simulator {
    fn default() -> Self {
        Self { shop: Mutex::new(Shop { tokens: vec![KEY.to_owned()], ..Shop::default() }) }
    }
}

impl Simulated for Simulator {
    fn answer(&self, method: &str, path: &str, headers: &[(String, String)], body: &[u8]) -> Response {
        let (path, query) = Query::of(path);
        let mut shop = self.shop();
        let given =
            headers.iter().find(|(name, _)| name == "authorization").map_or("", |(_, value)| value.as_str());
        let allowed = |key: &String| given == format!("Basic {}", STANDARD.encode(format!("{key}:")));
        if !shop.tokens.iter().any(allowed) {
            return Response::json(401, &json!({ "message": "Unauthorized" }));
        }
        let body = if body.is_empty() { Ok(json!({})) } else { serde_json::from_slice(body) };
        let Ok(body) = body else {
            return Response::json(
                400,
                &json!({ "type": "invalid_data", "message": "Unexpected token in JSON" }),
            );
        };
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        // a call that fails has no effect
        let mut tried = shop.clone();
        let answered = match parts.split_first() {
            Some((&"admin", rest)) if method == "GET" => tried.read(rest, &query),
            Some((&"admin", rest)) if method == "POST" => tried.write(rest, &body, &query),
            _ => Err(not_found("")),
        };
        match answered {
            Ok(value) => {
                *shop = tried;
                Response::json(200, &value)
            }
            Err(Failed(404, _, message)) if message.is_empty() => {
                Response::text(404, "text/html; charset=utf-8", format!("<pre>Cannot {method} {path}</pre>"))
            }
            Err(Failed(status, kind, message)) => {
                Response::json(status, &json!({ "type": kind, "message": message }))
            }
        }
    }

    fn shop(&self) -> MutexGuard<'_, Shop> {
        self.shop.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn id(&self, shop: &mut Shop, kind: &str) -> String {
        match kind {
            "product" => shop.named("prod"),
            "goods" => shop.named("variant"),
            "line" => shop.named("ordli"),
            _ => shop.named("order"),
        }
    }

    fn placed(&self, paid: Option<bool>) -> &'static str {
        if paid.is_some() { "pending" } else { "cart" }
    }

    fn pay(&self, order: &str) -> bool {
        match self.shop().sale(order) {
            Some(sale) if !sale.paid && sale.state == "pending" => {
                sale.paid = true;
                true
            }
            _ => false,
        }
    }

    fn cancel(&self, order: &str) -> bool {
        self.shop().cancel(order).is_ok()
    }

    fn ship(&self, order: &str) -> bool {
        let mut shop = self.shop();
        let Some(sale) = shop.sale(order) else { return false };
        let open = sale.lines.iter().filter(|line| line.units > line.sent);
        let items: Vec<Value> =
            open.map(|line| json!({ "id": line.id, "quantity": line.units - line.sent })).collect();
        if shop.post_fulfillment(order, &json!({ "items": items })).is_err() {
            return false;
        }
        let parcel = shop.sale(order).and_then(|sale| sale.parcels.last().map(|parcel| parcel.id.clone()));
        shop.ship(order, &parcel.unwrap_or_default(), &json!({ "items": items })).is_ok()
    }
}

impl Shop {
    fn named(&mut self, prefix: &str) -> String {
        format!("{prefix}_01SIM{:021}", self.number())
    }

    fn read(&mut self, path: &[&str], query: &Query) -> Answered {
        let named =
            |id: &str, name: &str| json!({ "id": id, "name": name, "type": "default", "metadata": null });
        match *path {
            ["stores"] => {
                query.known("")?;
                let currencies = json!([{ "id": "stocur_1", "currency_code": "brl", "is_default": true, "currency": { "code": "brl" } }]);
                let store = json!({
                    "id": "store_01SIMULADA", "name": "Loja simulada", "default_sales_channel_id": CHANNEL,
                    "default_region_id": null, "default_location_id": null, "metadata": null,
                    "supported_currencies": currencies,
                });
                query.page("stores", vec![store], 50)
            }
            ["stock-locations"] => query.page("stock_locations", vec![named(LOCATION, "CD1")], 20),
            ["sales-channels"] => query.page("sales_channels", vec![named(CHANNEL, "Hub")], 20),
            ["shipping-profiles"] => {
                query.page("shipping_profiles", vec![named("sp_01SIMULADO", "Default")], 20)
            }
            ["product-variants"] => {
                query.known("sku ean upc barcode manage_inventory allow_backorder created_at updated_at")?;
                let skus = query.all("sku");
                let living =
                    self.goods.iter().filter(|goods| !goods.gone && self.product(&goods.product).is_some());
                let chosen = living
                    .filter(|goods| skus.as_ref().is_none_or(|skus| skus.contains(&goods.code.as_str())));
                let items = chosen.map(|goods| self.variant_json(goods, query)).collect();
                query.narrowed("variants", items, 20, "id", VARIANT_SHOWN)
            }
            ["products"] => {
                query.known("external_id handle status title sales_channel_id created_at updated_at variants category_id tag_id collection_id")?;
                let is = |name: &str, value: String| {
                    query.all(name).is_none_or(|all| all.contains(&value.as_str()))
                };
                let mut items = Vec::new();
                for product in self.products.iter().filter(|product| !product.gone) {
                    let shown = self.product_json(product, query);
                    let fits = ["external_id", "handle", "status", "title"]
                        .iter()
                        .all(|name| is(name, text(&shown, name)));
                    if fits {
                        items.push(shown);
                    }
                }
                query.narrowed("products", items, 50, "id", PRODUCT_SHOWN)
            }
            ["products", id] => {
                let product = self
                    .product(id)
                    .ok_or_else(|| not_found(format!("Product with id: {id} was not found")))?;
                Ok(json!({ "product": query.narrow(self.product_json(product, query), "id", PRODUCT_SHOWN) }))
            }
            ["inventory-items"] => {
                query.known("sku location_levels created_at updated_at")?;
                let skus = query.all("sku");
                let living = self.goods.iter().filter(|goods| !goods.gone);
                let chosen = living
                    .filter(|goods| skus.as_ref().is_none_or(|skus| skus.contains(&goods.code.as_str())));
                let items = chosen.map(|goods| inventory(goods, query.wants("location_levels"))).collect();
                query.page("inventory_items", items, 20)
            }
            ["orders"] => {
                query.known("status created_at updated_at sales_channel_id region_id customer_id name")?;
                let states = query.all("status");
                let channels = query.all("sales_channel_id");
                // what the page leaves out for certain is not even written
                let (ids, since) = (query.all("id"), query.one("updated_at[$gte]"));
                let since =
                    since.and_then(|since| since.parse::<Instante>().ok()).map(|since| since.micros() / 1000);
                let living = self.sales.iter().filter(|sale| sale.placed.is_some());
                let items = living
                    .filter(|sale| ids.as_ref().is_none_or(|ids| ids.contains(&sale.id.as_str())))
                    .filter(|sale| since.is_none_or(|since| sale.changed >= since))
                    .filter(|sale| states.as_ref().is_none_or(|states| states.contains(&sale.state)))
                    .filter(|_| channels.as_ref().is_none_or(|channels| channels.contains(&CHANNEL)))
                    .map(|sale| self.order_json(sale))
                    .collect();
                query.narrowed("orders", items, 15, ORDER_ALWAYS, ORDER_SHOWN)
            }
            ["orders", id] => {
                Ok(json!({ "order": query.narrow(self.order_shown(id)?, ORDER_ALWAYS, ORDER_SHOWN) }))
            }
            _ => Err(not_found("")),
        }
    }

    fn write(&mut self, path: &[&str], body: &Value, query: &Query) -> Answered {
        match *path {
            ["inventory-items", "location-levels", "batch"] => {
                only(body, "create update delete force")?;
                let mut done = [Vec::new(), Vec::new()];
                for (i, kind) in ["update", "create"].iter().enumerate() {
                    for (n, level) in rows_or_empty(body, kind).iter().enumerate() {
                        let shown = self.set_level(level, *kind == "create", &format!("{kind}, {n}, "))?;
                        if let Some(done) = done.get_mut(i) {
                            done.push(shown);
                        }
                    }
                }
                let [updated, created] = done;
                Ok(json!({ "created": created, "updated": updated, "deleted": [] }))
            }
            ["products"] => self.post_product(body, query),
            ["products", id] => Ok(json!({ "product": self.patch_product(id, body, query)? })),
            ["products", _, "options", option] => self.add_values(option, body),
            ["products", id, "variants", "batch"] => {
                only(body, "create update delete")?;
                let mut updated = Vec::new();
                for change in rows_or_empty(body, "update") {
                    let goods = self.patch_variant(id, &text(change, "id"), change)?;
                    updated.push(self.variant_json(&goods, query));
                }
                let mut created = Vec::new();
                for goods in rows_or_empty(body, "create") {
                    let goods = self.post_variant(id, goods)?;
                    created.push(self.variant_json(&goods, query));
                }
                Ok(
                    json!({ "created": created, "updated": updated, "deleted": { "ids": [], "object": "variant", "deleted": true } }),
                )
            }
            ["orders", id] => self.patch_order(id, body),
            ["orders", id, "cancel"] => self.cancel(id),
            ["orders", id, "fulfillments"] => self.post_fulfillment(id, body),
            ["orders", id, "fulfillments", parcel, "shipments"] => self.ship(id, parcel, body),
            ["orders", id, "fulfillments", parcel, "mark-as-delivered"] => self.deliver(id, parcel),
            _ => Err(not_found("")),
        }
    }
}

const ORDER_ALWAYS: &str = "id status version items payment_status fulfillment_status";
const ORDER_SHOWN: &str = "display_id custom_display_id created_at updated_at canceled_at email currency_code total subtotal \
    tax_total discount_total shipping_total item_total summary metadata sales_channel_id \
    shipping_methods payment_collections fulfillments";
const VARIANT_SHOWN: &str = "title sku ean upc barcode allow_backorder manage_inventory variant_rank metadata weight product_id \
    created_at updated_at options product";
const PRODUCT_SHOWN: &str = "title handle status description external_id metadata created_at updated_at variants options \
    sales_channels";
