//! Products, variants and option groups: what is created and changed.

use connector::text::slug;
use serde_json::Value;

use super::answer::{Answered, Failed, LOCATION, input, unknown};
use super::shown::{group_shown, option_shown};
use crate::shop::{Goods, Group, Product, Shop, text};
use connector::reading::rows_or_empty;

fn translated(input: &Value, name: &str) -> Option<String> {
    let found = rows_or_empty(input, "translations").iter().find_map(|t| t.get(name));
    found.and_then(Value::as_str).map(str::to_owned)
}

fn set_goods(goods: &mut Goods, change: &Value) -> Result<(), Failed> {
    let whole = |value: &Value| value.as_i64().ok_or_else(|| input("Int cannot represent non-integer value"));
    let mut units = change.get("stockOnHand").filter(|value| !value.is_null()).cloned();
    for level in rows_or_empty(change, "stockLevels") {
        if text(level, "stockLocationId") != LOCATION {
            return Err(Failed("", "FOREIGN KEY constraint failed".to_owned()));
        }
        units = level.get("stockOnHand").cloned();
    }
    if let Some(units) = units {
        let units = whole(&units)?;
        if units < 0 {
            return Err(input("stockOnHand cannot be a negative value"));
        }
        goods.on_hand = Some(units);
    }
    let in_prices = rows_or_empty(change, "prices").iter().find(|price| text(price, "currencyCode") == "BRL");
    let price = in_prices.and_then(|price| price.get("price")).or_else(|| change.get("price"));
    if let Some(price) = price.and_then(Value::as_f64) {
        goods.price = Some(price.round() as i64 * 100);
    }
    if let Some(enabled) = change.get("enabled").and_then(Value::as_bool) {
        goods.enabled = enabled;
    }
    if let Some(code) = change.get("sku").and_then(Value::as_str) {
        goods.code = code.to_owned();
    }
    Ok(())
}

impl Shop {
    fn living(&self, id: &str) -> Option<&Goods> {
        self.goods
            .iter()
            .find(|goods| goods.id == id && !goods.gone && self.product(&goods.product).is_some())
    }

    pub(super) fn listed(&self, show: impl Fn(&Goods, &Product) -> Value) -> Vec<Value> {
        let living = self.goods.iter().filter(|goods| !goods.gone);
        living.filter_map(|goods| Some(show(goods, self.product(&goods.product)?))).collect()
    }

    pub(super) fn change_goods(&mut self, change: &Value) -> Answered {
        let id = text(change, "id");
        if self.living(&id).is_none() {
            return Err(unknown("ProductVariant", &id));
        }
        let now = self.now();
        let goods = self.goods_of(&id).ok_or_else(|| unknown("ProductVariant", &id))?;
        set_goods(goods, change)?;
        goods.changed = now;
        if let Some(name) = translated(change, "name") {
            goods.name = name;
        }
        Ok(self.living(&id).map_or(Value::Null, |goods| self.variant(goods, true)))
    }

    pub(super) fn create_goods(&mut self, input_goods: &Value) -> Answered {
        let of = text(input_goods, "productId");
        let product = self.product(&of).cloned().ok_or_else(|| unknown("Product", &of))?;
        let options: Vec<String> = rows_or_empty(input_goods, "optionIds")
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect();
        let one_of_each = product.groups.iter().all(|id| {
            let group = self.groups.iter().find(|group| group.id == *id);
            group.is_some_and(|group| group.options.iter().filter(|o| options.contains(&o.0)).count() == 1)
        });
        if !one_of_each || options.len() != product.groups.len() {
            return Err(input("ProductVariant optionIds must include one optionId from each of the groups"));
        }
        let mut of_product = self.goods.iter().filter(|goods| goods.product == of && !goods.gone);
        if let Some(same) = of_product.find(|goods| goods.options.iter().all(|o| options.contains(o))) {
            return Err(input(format!(
                "A ProductVariant with the selected options already exists: {}",
                same.name
            )));
        }
        let now = self.now();
        let mut goods = Goods {
            id: self.number().to_string(),
            product: of,
            code: text(input_goods, "sku"),
            name: translated(input_goods, "name").ok_or_else(|| input("Field \"name\" was not provided."))?,
            on_hand: Some(0),
            held: 0,
            price: Some(0),
            enabled: true,
            gone: false,
            options,
            changed: now,
        };
        set_goods(&mut goods, input_goods)?;
        self.made += 1;
        self.goods.push(goods.clone());
        Ok(self.variant(&goods, true))
    }

    pub(super) fn create_product(&mut self, given: &Value) -> Answered {
        let title = translated(given, "name").ok_or_else(|| input("Field \"name\" was not provided."))?;
        let wanted =
            translated(given, "slug").filter(|slug| !slug.is_empty()).unwrap_or_else(|| slug(&title));
        let mut free = wanted.clone();
        for n in 2.. {
            if self.products.iter().all(|product| product.slug != free) {
                break;
            }
            free = format!("{wanted}-{n}");
        }
        let product = Product {
            id: self.number().to_string(),
            title,
            slug: free,
            description: translated(given, "description").unwrap_or_default(),
            external_id: Value::Null,
            enabled: given.get("enabled").and_then(Value::as_bool).unwrap_or(true),
            gone: false,
            metadata: Value::Null,
            groups: Vec::new(),
        };
        self.made += 1;
        self.products.push(product.clone());
        Ok(self.product_shown(&product))
    }

    pub(super) fn create_group(&mut self, given: &Value) -> Answered {
        let code = text(given, "code");
        let mut options = Vec::new();
        for option in rows_or_empty(given, "options") {
            options.push(self.option(option));
        }
        let title = translated(given, "name").unwrap_or_else(|| code.clone());
        let group = Group { id: self.number().to_string(), code, title, options };
        self.made += 1;
        self.groups.push(group.clone());
        Ok(group_shown(&group))
    }

    fn option(&mut self, given: &Value) -> (String, String, String) {
        let code = text(given, "code");
        let name = translated(given, "name").unwrap_or_else(|| code.clone());
        (self.number().to_string(), code, name)
    }

    pub(super) fn create_option(&mut self, given: &Value) -> Answered {
        let of = text(given, "productOptionGroupId");
        let option = self.option(given);
        self.made += 1;
        let group = self.groups.iter_mut().find(|group| group.id == of);
        let group = group.ok_or_else(|| unknown("ProductOptionGroup", &of))?;
        group.options.push(option.clone());
        Ok(option_shown(&option, group))
    }

    pub(super) fn add_group(&mut self, product: &str, group: String) -> Answered {
        if !self.groups.iter().any(|known| known.id == group) {
            return Err(unknown("ProductOptionGroup", &group));
        }
        if self.products.iter().any(|of| of.groups.contains(&group)) {
            return Err(input("The ProductOptionGroup is already assigned to a product"));
        }
        let found = self.products.iter_mut().find(|of| of.id == product && !of.gone);
        found.ok_or_else(|| unknown("Product", product))?.groups.push(group);
        Ok(self.product(product).map_or(Value::Null, |product| self.product_shown(product)))
    }
}
