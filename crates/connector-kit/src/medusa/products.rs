//! Products, variations and stock levels: what is created and changed.

use connector::text::slug;
use serde_json::{Value, json};

use super::answer::{Answered, Failed, LOCATION, invalid, not_found, only};
use super::query::Query;
use super::shown::{inventory_id, level};
use crate::shop::{Goods, Group, Product, Shop, members, text};
use connector::reading::rows_or_empty;

const SIZES: &str = "weight length height width hs_code mid_code origin_country material metadata";
const PRODUCT: &str = "title subtitle description is_giftcard discountable images thumbnail handle status external_id \
    type_id collection_id categories tags options variants sales_channels shipping_profile_id \
    additional_data id";
const VARIANT: &str = "id title sku ean upc barcode allow_backorder manage_inventory variant_rank thumbnail prices options \
    inventory_items";

fn read_amount(value: Option<&Value>) -> Option<i64> {
    value.and_then(Value::as_f64).map(|amount| (amount * 10_000.0).round() as i64)
}

fn price_of(body: &Value) -> Option<i64> {
    let price = rows_or_empty(body, "prices").iter().find(|price| text(price, "currency_code") == "brl");
    read_amount(price.and_then(|price| price.get("amount")))
}

impl Shop {
    pub(super) fn set_level(&mut self, change: &Value, create: bool, at: &str) -> Answered {
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
        for value in rows_or_empty(option, "values").iter().filter_map(Value::as_str) {
            options.push((self.named("optval"), String::new(), value.to_owned()));
        }
        Group { id: self.named("opt"), code: String::new(), title: text(option, "title"), options }
    }

    pub(super) fn add_values(&mut self, option: &str, body: &Value) -> Answered {
        let mut added = Vec::new();
        for value in rows_or_empty(body, "values").iter().filter_map(Value::as_str) {
            added.push((self.named("optval"), String::new(), value.to_owned()));
        }
        let group = self.groups.iter_mut().find(|group| group.id == option);
        let group =
            group.ok_or_else(|| not_found(format!("ProductOption with id: {option} was not found")))?;
        added.retain(|new| group.options.iter().all(|old| old.2 != new.2));
        group.options.extend(added);
        Ok(json!({ "product": {} }))
    }

    pub(super) fn post_product(&mut self, body: &Value, query: &Query) -> Answered {
        only(body, &format!("{PRODUCT} {SIZES}"))?;
        let title = text(body, "title");
        if title.is_empty() {
            return Err(invalid("Invalid request: Field 'title' is required"));
        }
        if rows_or_empty(body, "options").is_empty() {
            return Err(invalid(format!("Product options are not provided for: [{title}].")));
        }
        let handle =
            Some(text(body, "handle")).filter(|handle| !handle.is_empty()).unwrap_or_else(|| slug(&title));
        if self.products.iter().any(|product| product.slug == handle && !product.gone) {
            return Err(invalid(format!("Product with handle: {handle}, already exists.")));
        }
        let mut groups = Vec::new();
        for option in rows_or_empty(body, "options") {
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
        for variant in rows_or_empty(body, "variants") {
            self.post_variant(&id, variant)?;
        }
        Ok(json!({ "product": self.product(&id).map(|product| self.product_json(product, query)) }))
    }

    pub(super) fn patch_product(&mut self, id: &str, change: &Value, query: &Query) -> Answered {
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

    pub(super) fn post_variant(&mut self, product: &str, body: &Value) -> Result<Goods, Failed> {
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

    pub(super) fn patch_variant(&mut self, product: &str, id: &str, change: &Value) -> Result<Goods, Failed> {
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
}
