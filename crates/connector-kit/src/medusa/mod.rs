//! A simulated shop on Medusa 2.12: its admin API, as recorded.
//!
//! With what is surprising of it: a new variation has no stock level, an absent level cannot be updated, a present one
//! not be created; one bad item undoes a whole batch; capturing a payment moves no time; an order with living
//! fulfilments is not cancelled; unknown members and filters are refused.

mod query;
mod shown;

use std::sync::{Mutex, MutexGuard, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use connector::Connector;
use serde_json::{Value, json};

use self::query::Query;
use self::shown::{inventory, inventory_id, level};
use crate::cases::{Fixture, Meaning};
use crate::shop::{
    Goods, Group, Line, Parcel, Product, Response, Sale, Shop, Simulated, list, members, slug, text,
};

/// The secret key of the admin API.
pub const KEY: &str = "sk_simulada";

const LOCATION: &str = "sloc_01SIMULADA";
const CHANNEL: &str = "sc_01SIMULADO";

/// What its errors mean.
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

/// Status, type and message.
struct Failed(u16, &'static str, String);

type Answered = Result<Value, Failed>;

fn invalid(message: impl Into<String>) -> Failed {
    Failed(400, "invalid_data", message.into())
}

fn not_allowed(message: impl Into<String>) -> Failed {
    Failed(400, "not_allowed", message.into())
}

fn not_found(message: impl Into<String>) -> Failed {
    Failed(404, "not_found", message.into())
}

fn read_amount(value: Option<&Value>) -> Option<i64> {
    value.and_then(Value::as_f64).map(|amount| (amount * 10_000.0).round() as i64)
}

/// A list of words has this one.
fn has(words: &str, word: &str) -> bool {
    words.split(' ').any(|one| one == word)
}

/// Refuses members that are not among the known.
fn only(body: &Value, known: &str) -> Result<(), Failed> {
    let unknown: Vec<String> =
        members(body).keys().filter(|name| !has(known, name)).map(|name| format!("'{name}'")).collect();
    if unknown.is_empty() {
        Ok(())
    } else {
        Err(invalid(format!("Invalid request: Unrecognized fields: {}", unknown.join(", "))))
    }
}

const SIZES: &str = "weight length height width hs_code mid_code origin_country material metadata";
const PRODUCT: &str = "title subtitle description is_giftcard discountable images thumbnail handle status external_id \
    type_id collection_id categories tags options variants sales_channels shipping_profile_id \
    additional_data id";
const VARIANT: &str = "id title sku ean upc barcode allow_backorder manage_inventory variant_rank thumbnail prices options \
    inventory_items";

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
        // what fails leaves nothing behind
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
                let living = self.sales.iter().filter(|sale| sale.placed.is_some());
                let items = living
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
                    for (n, level) in list(body, kind).iter().enumerate() {
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
            ["products", _, "options", option] => {
                let mut added = Vec::new();
                for value in list(body, "values").iter().filter_map(Value::as_str) {
                    added.push((self.named("optval"), String::new(), value.to_owned()));
                }
                let group = self.groups.iter_mut().find(|group| group.id == option);
                let group = group
                    .ok_or_else(|| not_found(format!("ProductOption with id: {option} was not found")))?;
                added.retain(|new| group.options.iter().all(|old| old.2 != new.2));
                group.options.extend(added);
                Ok(json!({ "product": {} }))
            }
            ["products", id, "variants", "batch"] => {
                only(body, "create update delete")?;
                let mut updated = Vec::new();
                for change in list(body, "update") {
                    let goods = self.patch_variant(id, &text(change, "id"), change)?;
                    updated.push(self.variant_json(&goods, query));
                }
                let mut created = Vec::new();
                for goods in list(body, "create") {
                    let goods = self.post_variant(id, goods)?;
                    created.push(self.variant_json(&goods, query));
                }
                Ok(
                    json!({ "created": created, "updated": updated, "deleted": { "ids": [], "object": "variant", "deleted": true } }),
                )
            }
            ["orders", id] => {
                only(body, "email metadata shipping_address billing_address locale")?;
                let now = self.now();
                let sale = self.sale(id).ok_or_else(|| no_order(id))?;
                let mut merged = members(&sale.metadata);
                merged.extend(members(body.get("metadata").unwrap_or(&Value::Null)));
                (sale.metadata, sale.changed) = (Value::Object(merged), now);
                Ok(json!({ "order": self.order_shown(id)? }))
            }
            ["orders", id, "cancel"] => self.cancel(id),
            ["orders", id, "fulfillments"] => self.post_fulfillment(id, body),
            ["orders", id, "fulfillments", parcel, "shipments"] => self.ship(id, parcel, body),
            ["orders", id, "fulfillments", parcel, "mark-as-delivered"] => {
                let now = self.now();
                let (changed, _, of) = self.parcel(id, parcel)?;
                match of.state {
                    "delivered" => return Err(not_allowed("Fulfillment has already been marked delivered")),
                    "canceled" => return Err(not_allowed("Cannot deliver an already canceled fulfillment")),
                    _ => (of.state, of.delivered) = ("delivered", Some(now)),
                }
                *changed = now;
                Ok(json!({ "order": self.order_shown(id)? }))
            }
            _ => Err(not_found("")),
        }
    }

    fn set_level(&mut self, change: &Value, create: bool, at: &str) -> Answered {
        only(change, "inventory_item_id location_id stocked_quantity incoming_quantity id")?;
        let (item, location) = (text(change, "inventory_item_id"), text(change, "location_id"));
        let units = match change.get("stocked_quantity") {
            None => None,
            Some(value) => Some(value.as_i64().ok_or_else(|| {
                invalid(format!("Invalid request: Expected type: 'number' for field '{at}stocked_quantity'"))
            })?),
        };
        if units.is_some_and(|units| units < 0) {
            return Err(invalid(format!(
                "Invalid request: Value for field '{at}stocked_quantity' too small, expected at least: '0'"
            )));
        }
        let absent = || not_found(format!("Item {item} is not stocked at location {location}"));
        let goods = self.goods.iter_mut().find(|goods| inventory_id(goods) == item && !goods.gone);
        let goods = goods.filter(|_| location == LOCATION).ok_or_else(absent)?;
        match (create, goods.on_hand) {
            (true, Some(_)) => {
                return Err(invalid(format!(
                    "Inventory level with inventory_item_id: {item}, location_id: {location}, already exists."
                )));
            }
            (false, None) => return Err(absent()),
            (_, before) => goods.on_hand = Some(units.or(before).unwrap_or(0)),
        }
        Ok(level(goods).unwrap_or(Value::Null))
    }

    fn option_group(&mut self, option: &Value) -> Group {
        let mut options = Vec::new();
        for value in list(option, "values").iter().filter_map(Value::as_str) {
            options.push((self.named("optval"), String::new(), value.to_owned()));
        }
        Group { id: self.named("opt"), code: String::new(), title: text(option, "title"), options }
    }

    fn post_product(&mut self, body: &Value, query: &Query) -> Answered {
        only(body, &format!("{PRODUCT} {SIZES}"))?;
        let title = text(body, "title");
        if title.is_empty() {
            return Err(invalid("Invalid request: Field 'title' is required"));
        }
        if list(body, "options").is_empty() {
            return Err(invalid(format!("Product options are not provided for: [{title}].")));
        }
        let handle =
            Some(text(body, "handle")).filter(|handle| !handle.is_empty()).unwrap_or_else(|| slug(&title));
        if self.products.iter().any(|product| product.slug == handle && !product.gone) {
            return Err(invalid(format!("Product with handle: {handle}, already exists.")));
        }
        let mut groups = Vec::new();
        for option in list(body, "options") {
            let group = self.option_group(option);
            groups.push(group.id.clone());
            self.groups.push(group);
        }
        let id = self.named("prod");
        let product = Product {
            id: id.clone(),
            title,
            slug: handle,
            description: text(body, "description"),
            external_id: body.get("external_id").cloned().unwrap_or(Value::Null),
            enabled: text(body, "status") == "published",
            gone: false,
            metadata: body.get("metadata").cloned().unwrap_or(Value::Null),
            groups,
        };
        self.made += 1;
        self.products.push(product);
        for variant in list(body, "variants") {
            self.post_variant(&id, variant)?;
        }
        Ok(json!({ "product": self.product(&id).map(|product| self.product_json(product, query)) }))
    }

    fn patch_product(&mut self, id: &str, change: &Value, query: &Query) -> Answered {
        only(change, &format!("{PRODUCT} {SIZES}"))?;
        let found = self.products.iter_mut().find(|product| product.id == id && !product.gone);
        let product = found.ok_or_else(|| not_found(format!("Product with id: {id} was not found")))?;
        match text(change, "status").as_str() {
            "" => {}
            "published" => product.enabled = true,
            "draft" | "proposed" | "rejected" => product.enabled = false,
            _ => {
                return Err(invalid(
                    "Invalid request: Expected: 'draft, proposed, published, rejected' for field 'status'",
                ));
            }
        }
        for (name, into) in [("title", &mut product.title), ("description", &mut product.description)] {
            if let Some(text) = change.get(name).and_then(Value::as_str) {
                *into = text.to_owned();
            }
        }
        if let Some(id) = change.get("external_id") {
            product.external_id = id.clone();
        }
        if let Some(metadata) = change.get("metadata") {
            product.metadata = metadata.clone();
        }
        Ok(self.product(id).map_or(Value::Null, |product| self.product_json(product, query)))
    }

    fn post_variant(&mut self, product: &str, body: &Value) -> Result<Goods, Failed> {
        only(body, &format!("{VARIANT} {SIZES}"))?;
        let of = self
            .product(product)
            .cloned()
            .ok_or_else(|| not_found(format!("Product with id: {product} was not found")))?;
        let (code, name) = (text(body, "sku"), text(body, "title"));
        if !code.is_empty() && self.by_code(&code).is_some() {
            return Err(invalid(format!("Product variant with sku: {code}, already exists.")));
        }
        if !body.get("prices").is_some_and(Value::is_array) {
            return Err(invalid("Invalid request: Field 'prices' is required"));
        }
        let chosen = members(body.get("options").unwrap_or(&Value::Null));
        let mut options = Vec::new();
        for group in self.groups.iter().filter(|group| of.groups.contains(&group.id)) {
            let Some(value) = chosen.get(&group.title).and_then(Value::as_str) else {
                return Err(invalid(format!(
                    "Product \"{}\" has variants with missing options: [{}]",
                    of.title, group.title
                )));
            };
            let known = group.options.iter().find(|option| option.2 == value);
            let known = known.ok_or_else(|| {
                invalid(format!("Option value {value} does not exist for option {}", group.title))
            })?;
            options.push(known.0.clone());
        }
        if chosen.len() != options.len() {
            return Err(invalid(format!(
                "Product has {} option values but there were {} provided",
                options.len(),
                chosen.len()
            )));
        }
        if let Some(same) = self
            .goods
            .iter()
            .find(|goods| goods.product == product && !goods.gone && goods.options == options)
        {
            return Err(invalid(format!("Variant ({}) with provided options already exists.", same.name)));
        }
        let goods = Goods {
            id: self.named("variant"),
            product: product.to_owned(),
            code,
            name,
            on_hand: None,
            held: 0,
            price: price_of(body),
            enabled: true,
            gone: false,
            options,
            changed: self.now(),
        };
        self.made += 1;
        self.goods.push(goods.clone());
        Ok(goods)
    }

    fn patch_variant(&mut self, product: &str, id: &str, change: &Value) -> Result<Goods, Failed> {
        only(change, &format!("{VARIANT} {SIZES}"))?;
        let found =
            self.goods.iter_mut().find(|goods| goods.id == id && goods.product == product && !goods.gone);
        let goods = found.ok_or_else(|| not_found(format!("ProductVariant with id: {id} was not found")))?;
        if change.get("prices").is_some() {
            // the prices that are given replace all that there were
            goods.price = price_of(change);
        }
        if let Some(title) = change.get("title").and_then(Value::as_str) {
            goods.name = title.to_owned();
        }
        Ok(goods.clone())
    }

    fn parcel(
        &mut self,
        order: &str,
        parcel: &str,
    ) -> Result<(&mut i64, &mut Vec<Line>, &mut Parcel), Failed> {
        let Sale { parcels, changed, lines, .. } = self.sale(order).ok_or_else(|| no_order(order))?;
        let found = parcels.iter_mut().find(|of| of.id == parcel);
        let found = found.ok_or_else(|| not_found(format!("Fulfillment with id: {parcel} was not found")))?;
        Ok((changed, lines, found))
    }

    fn cancel(&mut self, id: &str) -> Answered {
        let now = self.now();
        let sale = self.sale(id).ok_or_else(|| no_order(id))?;
        if sale.state == "canceled" {
            return Err(invalid(format!("Order with id {id} has been canceled.")));
        }
        if sale.parcels.iter().any(|parcel| parcel.state != "canceled") {
            return Err(not_allowed("All fulfillments must be canceled before canceling an order"));
        }
        (sale.state, sale.changed) = ("canceled", now);
        let back: Vec<(String, i64)> =
            sale.lines.iter().map(|line| (line.goods.clone(), line.units)).collect();
        for (goods, units) in back {
            self.release(&goods, units, 0);
        }
        Ok(json!({ "order": self.order_shown(id)? }))
    }

    fn post_fulfillment(&mut self, id: &str, body: &Value) -> Answered {
        only(
            body,
            "items location_id shipping_option_id no_notification metadata requires_shipping additional_data",
        )?;
        let (now, parcel) = (self.now(), self.named("ful"));
        let sale = self.sale(id).ok_or_else(|| no_order(id))?;
        if sale.state == "canceled" {
            return Err(invalid(format!("Order with id {id} has been canceled.")));
        }
        let mut taken = Vec::new();
        let mut lines = Vec::new();
        for item in list(body, "items") {
            let (line, units) = (text(item, "id"), item.get("quantity").and_then(Value::as_i64).unwrap_or(0));
            let Some(of) = sale.lines.iter_mut().find(|of| of.id == line) else {
                return Err(invalid(format!("Items with ids {line} does not exist in order with id {id}.")));
            };
            if units <= 0 || of.sent + units > of.units {
                return Err(invalid(format!(
                    "Quantity to fulfill exceeds the reserved quantity for the item: {line}"
                )));
            }
            of.sent += units;
            taken.push((of.goods.clone(), units));
            lines.push((line, units));
        }
        if lines.is_empty() {
            return Err(invalid("Invalid request: Field 'items' is required"));
        }
        sale.changed = now;
        sale.parcels.push(Parcel {
            id: parcel,
            state: "fulfilled",
            carrier: String::new(),
            tracking: String::new(),
            url: String::new(),
            lines,
            created: now,
            shipped: None,
            delivered: None,
        });
        self.made += 1;
        for (goods, units) in taken {
            self.release(&goods, units, units);
        }
        Ok(json!({ "order": self.order_shown(id)? }))
    }

    fn ship(&mut self, id: &str, parcel: &str, body: &Value) -> Answered {
        only(body, "items labels no_notification metadata additional_data")?;
        if list(body, "items").is_empty() {
            return Err(invalid("Invalid request: Field 'items' is required"));
        }
        for (i, label) in list(body, "labels").iter().enumerate() {
            for name in ["tracking_number", "tracking_url", "label_url"] {
                if !label.get(name).is_some_and(Value::is_string) {
                    return Err(invalid(format!("Invalid request: Field 'labels, {i}, {name}' is required")));
                }
            }
        }
        let now = self.now();
        let (changed, _, of) = self.parcel(id, parcel)?;
        match of.state {
            "fulfilled" => (of.state, of.shipped) = ("shipped", Some(now)),
            "canceled" => return Err(not_allowed("Cannot create shipment for a canceled fulfillment")),
            _ => return Err(not_allowed("Shipment has already been created")),
        }
        if let Some(label) = list(body, "labels").first() {
            (of.tracking, of.url) = (text(label, "tracking_number"), text(label, "tracking_url"));
        }
        *changed = now;
        Ok(json!({ "order": self.order_shown(id)? }))
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

fn no_order(id: &str) -> Failed {
    not_found(format!("Order id not found: {id}"))
}

fn price_of(body: &Value) -> Option<i64> {
    let price = list(body, "prices").iter().find(|price| text(price, "currency_code") == "brl");
    read_amount(price.and_then(|price| price.get("amount")))
}
