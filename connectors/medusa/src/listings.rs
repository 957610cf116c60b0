//! Listings: variants of products, with their stock at one location and their plain price.

use std::collections::BTreeMap;

use connector::reading::{part, rows, rows_or_empty};
use connector::{
    Cause, Effect, Items, Listing, Page, Price, Shop, Stock, Stop, Trouble, Value, json, offset,
};
use domain::values::money::Dinheiro;

use crate::CURRENCY;
use crate::access::location;
use crate::reading::{amount, any_of, encoded, get, or_empty, post, text, units};

const PAGE: usize = 200;
const FIELDS: &str = "id,sku,manage_inventory,product_id,product.status,\
    inventory_items.required_quantity,inventory_items.inventory_item_id,\
    inventory_items.inventory.location_levels.location_id,\
    inventory_items.inventory.location_levels.stocked_quantity,\
    prices.id,prices.amount,prices.currency_code,prices.min_quantity,prices.max_quantity,\
    prices.price_rules.attribute,prices.price_rules.value";

/// Variants by the values of a member, in as many calls as it takes.
pub fn variants(shop: &mut dyn Shop, member: &str, values: &[&str]) -> Result<Vec<Value>, Stop> {
    let mut found = Vec::new();
    for values in values.chunks(crate::MANIFEST.batches.find) {
        let question = any_of(member, values.iter().copied());
        match get(shop, "variants", &format!("product-variants?{question}limit=100&fields={FIELDS}")) {
            // older versions have no filter by code, only a search of words
            Err(Stop::Refused(troubles)) if troubles.iter().any(|one| one.text.contains(NO_CODES)) => {
                for code in values {
                    found.extend(by_words(shop, code)?);
                }
            }
            answer => found.extend_from_slice(rows(&answer?, "variants")?),
        }
    }
    Ok(found)
}

/// The words of a version that has no filter by code.
const NO_CODES: &str = "Unrecognized fields: 'sku'";

/// The variants of a code, among all that have it somewhere in their texts.
fn by_words(shop: &mut dyn Shop, code: &str) -> Result<Vec<Value>, Stop> {
    const PAGES_MAX: usize = 50;
    let question = format!("product-variants?q={}&order=id&limit={PAGE}&fields={FIELDS}", encoded(code));
    for page in 0..PAGES_MAX {
        let begin = page * PAGE;
        let answer = get(shop, "variants", &format!("{question}&offset={begin}"))?;
        let page = rows(&answer, "variants")?;
        let found: Vec<Value> =
            page.iter().filter(|variant| or_empty(variant, "sku") == code).cloned().collect();
        if !found.is_empty() || offset::next(begin, page.len(), count(&answer)).is_none() {
            return Ok(found);
        }
    }
    Ok(Vec::new())
}

/// How many rows a list has in all its pages; zero where the answer does not tell.
pub fn count(answer: &Value) -> i64 {
    part(answer, "count").as_i64().unwrap_or(0)
}

pub fn find(shop: &mut dyn Shop, codes: &[&str]) -> Result<Vec<Listing>, Stop> {
    let location = location(shop.connection())?;
    let found = variants(shop, "sku", codes)?;
    found.iter().filter_map(|variant| listing(variant, &location).transpose()).collect()
}

pub fn list(shop: &mut dyn Shop, page: Option<&str>) -> Result<Page<Listing>, Stop> {
    let location = location(shop.connection())?;
    let begin = offset::begin(page)?;
    let question = format!("product-variants?order=id&limit={PAGE}&offset={begin}&fields={FIELDS}");
    let answer = get(shop, "variants", &question)?;
    let found = rows(&answer, "variants")?;
    let rows = found
        .iter()
        .filter_map(|variant| listing(variant, &location).transpose())
        .collect::<Result<_, _>>()?;
    Ok(Page { rows, next: offset::next(begin, found.len(), count(&answer)) })
}

/// A variant's listing; none where it has no code. Its identifier is `product/variant/inventory item`.
pub fn listing(variant: &Value, location: &str) -> Result<Option<Listing>, Stop> {
    let code = or_empty(variant, "sku");
    if code.is_empty() {
        return Ok(None);
    }
    let item = inventory_item(variant);
    let levels = item.map_or(&[][..], |item| rows_or_empty(part(item, "inventory"), "location_levels"));
    let level = levels.iter().find(|level| or_empty(level, "location_id") == location);
    let item = item.map_or("", |item| or_empty(item, "inventory_item_id"));
    let status = variant.pointer("/product/status").and_then(Value::as_str);
    Ok(Some(Listing {
        code: code.to_owned(),
        id: format!("{}/{}/{item}", text(variant, "product_id")?, text(variant, "id")?),
        active: status.map(|status| status == "published"),
        stock: level.and_then(|level| units(level, "stocked_quantity")),
        price: rows_or_empty(variant, "prices")
            .iter()
            .find(|price| is_plain(price))
            .and_then(|price| amount(price, "amount")),
        url: None,
    }))
}

/// The inventory item that is a variant's stock; none where it has several, several of one, or no stock.
fn inventory_item(variant: &Value) -> Option<&Value> {
    match rows_or_empty(variant, "inventory_items") {
        [one] if part(variant, "manage_inventory") == &Value::Bool(true) => {
            Some(one).filter(|item| units(item, "required_quantity") == Some(1))
        }
        _ => None,
    }
}

/// The price in reais without rules or bounds of quantity.
fn is_plain(price: &Value) -> bool {
    let bounds = ["min_quantity", "max_quantity"];
    let ruled = part(price, "rules").as_object().is_some_and(|rules| !rules.is_empty());
    let bound = bounds.iter().any(|bound| !part(price, bound).is_null());
    or_empty(price, "currency_code") == CURRENCY && !ruled && !bound
}

/// Product, variant and inventory item of a listing's identifier.
fn parts(id: &str) -> (&str, &str, &str) {
    let mut parts = id.split('/');
    let mut part = || parts.next().unwrap_or_default();
    (part(), part(), part())
}

fn trouble<T>(cause: Cause, member: &str, text: &str) -> Result<T, Vec<Trouble>> {
    Err(vec![Trouble::own(cause, member, text)])
}

fn lost<T>() -> Result<T, Vec<Trouble>> {
    trouble(Cause::ListingLost, "", "")
}

pub fn set_stock(shop: &mut dyn Shop, stocks: &[Stock<'_>]) -> Result<Items<()>, Stop> {
    let location = location(shop.connection())?;
    let items: Vec<&str> = stocks.iter().map(|stock| parts(stock.listing).2).collect();
    let known = items.iter().copied().filter(|item| !item.is_empty());
    let question = any_of("id", known);
    if question.is_empty() {
        return Ok(items.iter().map(|_| unmanaged()).collect());
    }
    let question = format!("inventory-items?{question}limit=100&fields=id,location_levels.location_id");
    let answer = get(shop, "levels", &question)?;
    let found = rows(&answer, "inventory_items")?;
    let (mut create, mut update) = (Vec::new(), Vec::new());
    let mut results = Vec::new();
    for (stock, item) in stocks.iter().zip(items) {
        let level =
            json!({ "inventory_item_id": item, "location_id": location, "stocked_quantity": stock.units });
        results.push(match found.iter().find(|row| or_empty(row, "id") == item) {
            _ if item.is_empty() => unmanaged(),
            None => lost(),
            Some(row)
                if rows(row, "location_levels")?.iter().any(|at| or_empty(at, "location_id") == location) =>
            {
                update.push(level);
                Ok(())
            }
            Some(_) => {
                create.push(level);
                Ok(())
            }
        });
    }
    if results.iter().any(Result::is_ok) {
        let body = json!({ "create": create, "update": update });
        post(shop, "set_stock", Effect::Absolute, "inventory-items/location-levels/batch", body)?;
    }
    Ok(results)
}

fn unmanaged() -> Result<(), Vec<Trouble>> {
    let text = "A variante não tem um estoque só seu na loja: ligue Manage inventory, com um único item de inventário.";
    trouble(Cause::DataRefused, "estoque", text)
}

/// A price rounded to the cent; none when nothing is left.
pub fn money(price: Dinheiro) -> Option<Dinheiro> {
    Some(price.in_cents()).filter(|price| *price > Dinheiro::ZERO)
}

pub fn set_price(shop: &mut dyn Shop, prices: &[Price<'_>]) -> Result<Items<()>, Stop> {
    let ids: Vec<&str> = prices.iter().map(|price| parts(price.listing).1).collect();
    let found = variants(shop, "id", &ids)?;
    let mut results: Items<()> = Vec::new();
    let mut of_products: BTreeMap<&str, Vec<(usize, Value)>> = BTreeMap::new();
    for (number, (price, id)) in prices.iter().zip(&ids).enumerate() {
        let variant = found.iter().find(|variant| or_empty(variant, "id") == *id);
        results.push(match (variant, money(price.por)) {
            (None, _) => lost(),
            (_, None) => {
                trouble(Cause::PriceRefused, "precoPor", "O preço deve ser de pelo menos um centavo.")
            }
            (Some(variant), Some(amount)) => {
                let change = json!({ "id": id, "prices": with_price(rows(variant, "prices")?, amount) });
                of_products.entry(text(variant, "product_id")?).or_default().push((number, change));
                Ok(())
            }
        });
    }
    for (product, changes) in of_products {
        let (numbers, changes): (Vec<_>, Vec<_>) = changes.into_iter().unzip();
        let path = format!("products/{product}/variants/batch?fields=id");
        let done = post(shop, "set_price", Effect::Absolute, &path, json!({ "update": changes }));
        keep_refusal(done, &mut results, &numbers)?;
    }
    Ok(results)
}

/// The variant's prices with this one as the plain one.
fn with_price(prices: &[Value], amount: Dinheiro) -> Vec<Value> {
    const KEPT: [&str; 6] = ["id", "amount", "currency_code", "min_quantity", "max_quantity", "rules"];
    let others = prices.iter().filter(|price| !is_plain(price)).cloned().map(|mut price| {
        if let Some(members) = price.as_object_mut() {
            members.retain(|name, _| KEPT.contains(&name.as_str()));
        }
        price
    });
    others.chain([json!({ "currency_code": CURRENCY, "amount": amount })]).collect()
}

/// Makes a refusal the result of the items of the call; any other error is passed on.
fn keep_refusal(done: Result<Value, Stop>, results: &mut Items<()>, numbers: &[usize]) -> Result<(), Stop> {
    match done {
        Ok(_) => Ok(()),
        Err(Stop::Refused(troubles)) => {
            for number in numbers {
                if let Some(result) = results.get_mut(*number) {
                    *result = Err(troubles.clone());
                }
            }
            Ok(())
        }
        Err(stop) => Err(stop),
    }
}

pub fn set_active(shop: &mut dyn Shop, listings: &[&str], active: bool) -> Result<Items<()>, Stop> {
    let mut of_products: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (number, listing) in listings.iter().enumerate() {
        of_products.entry(parts(listing).0).or_default().push(number);
    }
    let question = any_of("id", of_products.keys().copied());
    let answer =
        get(shop, "products", &format!("products?{question}limit=100&fields=id,status,variants.id"))?;
    let found = rows(&answer, "products")?;
    let word = if active { "published" } else { "draft" };
    let mut results: Items<()> = listings.iter().map(|_| Ok(())).collect();
    for (id, numbers) in of_products {
        let named =
            |variant: &Value| listings.iter().any(|listing| parts(listing).1 == or_empty(variant, "id"));
        let done = match found.iter().find(|product| or_empty(product, "id") == id) {
            None => lost().map_err(Stop::Refused),
            Some(product) if or_empty(product, "status") == word => continue,
            Some(product) if !active && !rows(product, "variants")?.iter().all(named) => {
                let text = "A loja só tira de venda o produto inteiro, e outras variações dele seguem à venda: \
                    deixe o estoque desta em zero.";
                trouble(Cause::GroupRefused, "ativo", text).map_err(Stop::Refused)
            }
            Some(_) => {
                let path = format!("products/{id}?fields=id");
                post(shop, "set_active", Effect::Absolute, &path, json!({ "status": word }))
            }
        };
        keep_refusal(done, &mut results, &numbers)?;
    }
    Ok(results)
}
