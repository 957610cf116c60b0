//! Listings: variants of products, with their stock and price.

use connector::reading::{or_empty, part, rows, rows_of, rows_or_empty, text};
use connector::{
    Cause, Effect, Items, Listing, Page, Price, Shop, Stock, Stop, Trouble, Value, json, offset,
};
use domain::values::money::Dinheiro;

use crate::access::{TAKE_MAX, ask};
use crate::reading::{amount, if_known, whole};
use crate::{CURRENCY, LOCATION};

const PAGE: usize = 200;
/// Amounts and units are 32 bits wide in the shop's database.
const INT_MAX: i64 = i32::MAX as i64;

/// The members of a variant that a [`Listing`] is made from.
macro_rules! variant {
    () => {
        "id sku enabled currencyCode priceWithTax stockLevels{stockLocationId stockOnHand} product{id enabled}"
    };
}
pub(crate) use variant;

pub fn listing(variant: &Value, location: &str) -> Result<Listing, Stop> {
    let levels = rows_or_empty(variant, "stockLevels");
    let level = levels.iter().find(|level| or_empty(level, "stockLocationId") == location);
    let ours = or_empty(variant, "currencyCode") == CURRENCY && !part(variant, "priceWithTax").is_null();
    let enabled = |of: &Value| part(of, "enabled").as_bool();
    Ok(Listing {
        code: text(variant, "sku")?.to_owned(),
        id: text(variant, "id")?.to_owned(),
        active: enabled(variant).zip(enabled(part(variant, "product"))).map(|(own, product)| own && product),
        stock: level.map_or(Ok(None), |level| if_known(level, "stockOnHand"))?,
        price: ours.then(|| amount(variant, "priceWithTax")).transpose()?,
        url: None,
    })
}

/// The stock location, as [`crate::access::check`] learned it.
pub fn location(shop: &dyn Shop) -> Result<String, Stop> {
    let location = shop.connection().fact(LOCATION);
    if location.is_empty() { Err(Stop::lacks(LOCATION)) } else { Ok(location.to_owned()) }
}

fn variants(shop: &mut dyn Shop, take: usize, skip: usize, filter: Value) -> Result<Value, Stop> {
    const DOCUMENT: &str = concat!(
        "query($options:ProductVariantListOptions){productVariants(options:$options){totalItems items{",
        variant!(),
        "}}}"
    );
    let options = json!({ "take": take, "skip": skip, "sort": { "id": "ASC" }, "filter": filter });
    ask(shop, "productVariants", Effect::Read, DOCUMENT, json!({ "options": options }))
}

/// Variants of exactly these codes: some databases ignore the case.
pub fn of_codes(shop: &mut dyn Shop, codes: &[&str]) -> Result<Vec<Value>, Stop> {
    let found = variants(shop, TAKE_MAX, 0, json!({ "sku": { "in": codes } }))?;
    let exact = |variant: &&Value| codes.contains(&or_empty(variant, "sku"));
    Ok(rows(&found, "items")?.iter().filter(exact).cloned().collect())
}

pub fn find(shop: &mut dyn Shop, codes: &[&str]) -> Result<Vec<Listing>, Stop> {
    let location = location(shop)?;
    of_codes(shop, codes)?.iter().map(|variant| listing(variant, &location)).collect()
}

pub fn list(shop: &mut dyn Shop, page: Option<&str>) -> Result<Page<Listing>, Stop> {
    let location = location(shop)?;
    let skip = offset::begin(page)?;
    let found = variants(shop, PAGE, skip, json!({}))?;
    let shown = rows(&found, "items")?;
    Ok(Page {
        rows: shown.iter().map(|variant| listing(variant, &location)).collect::<Result<_, _>>()?,
        next: offset::next(skip, shown.len(), whole(&found, "totalItems")?),
    })
}

pub fn set_stock(shop: &mut dyn Shop, items: &[Stock<'_>]) -> Result<Items<()>, Stop> {
    let location = location(shop)?;
    let input = |item: &Stock<'_>| {
        let levels = json!([{ "stockLocationId": location, "stockOnHand": units(item.units)? }]);
        Ok(json!({ "id": item.listing, "stockLevels": levels }))
    };
    update(shop, items, input, |item, shown| shown.stock == Some(item.units))
}

pub fn set_price(shop: &mut dyn Shop, items: &[Price<'_>]) -> Result<Items<()>, Stop> {
    let input = |item: &Price<'_>| {
        let prices = json!([{ "currencyCode": CURRENCY, "price": cents(item.por)? }]);
        Ok(json!({ "id": item.listing, "prices": prices }))
    };
    update(shop, items, input, |item, shown| shown.price == Some(item.por.in_cents()))
}

pub fn set_active(shop: &mut dyn Shop, listings: &[&str], active: bool) -> Result<Items<()>, Stop> {
    let input = |id: &&str| Ok(json!({ "id": id, "enabled": active }));
    update(shop, listings, input, |_, shown| shown.active == Some(active))
}

/// Units that the shop can store.
pub fn units(units: i64) -> Result<i64, Trouble> {
    let refused = || Trouble::own(Cause::DataRefused, "estoque", "O estoque está fora do que a loja guarda.");
    (0..=INT_MAX).contains(&units).then_some(units).ok_or_else(refused)
}

/// A price that the shop can store: in whole cents, halves up.
pub fn cents(price: Dinheiro) -> Result<i64, Trouble> {
    let refused = || Trouble::own(Cause::PriceRefused, "precoPor", "O preço está fora do que a loja guarda.");
    let cents = price.in_cents().ten_thousandths() / 100;
    (1..=INT_MAX).contains(&cents).then_some(cents).ok_or_else(refused)
}

/// Sets all items in one call, which the program does as a whole or not at all, and compares each with the answer.
fn update<T>(
    shop: &mut dyn Shop,
    items: &[T],
    input: impl Fn(&T) -> Result<Value, Trouble>,
    shows: impl Fn(&T, &Listing) -> bool,
) -> Result<Items<()>, Stop> {
    const DOCUMENT: &str = concat!(
        "mutation($input:[UpdateProductVariantInput!]!){updateProductVariants(input:$input){",
        variant!(),
        "}}"
    );
    let location = location(shop)?;
    let inputs: Vec<Result<Value, Trouble>> = items.iter().map(input).collect();
    let variables = json!({ "input": inputs.iter().flatten().collect::<Vec<_>>() });
    let answer = match inputs.iter().any(Result::is_ok) {
        true => ask(shop, "updateProductVariants", Effect::Absolute, DOCUMENT, variables)?,
        false => json!([]),
    };
    let shown = rows_of(&answer, "updateProductVariants")?.iter().filter(|variant| !variant.is_null());
    let shown = shown.map(|variant| listing(variant, &location)).collect::<Result<Vec<_>, _>>()?;
    let result = |(item, input): (&T, Result<Value, Trouble>)| {
        let input = input.map_err(|trouble| vec![trouble])?;
        let same = |shown: &Listing| or_empty(&input, "id") == shown.id && shows(item, shown);
        let differs = || vec![Trouble::own(Cause::NoEffect, "", "A loja aceitou o valor e mostra outro.")];
        shown.iter().any(same).then_some(()).ok_or_else(differs)
    };
    Ok(items.iter().zip(inputs).map(result).collect())
}
