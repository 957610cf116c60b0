//! Publishing: one product of the shop for a group of SKUs, with a variant for each.
//!
//! Nothing is created twice: variants are found by their code, and a product and its option groups by a mark that is
//! computed from the group, so that what an earlier attempt left is completed.

use std::collections::BTreeSet;

use connector::group::{axes, check, common_name, key, refused, value};
use connector::reading::{or_empty, part, rows, rows_of, text};
use connector::text::cut;
use connector::{Cause, Effect, Items, Listing, Product, Shop, Stop, Trouble, Value, json};

use crate::access::{LANGUAGE, ask};
use crate::listings::{cents, listing, location, of_codes, units, variant};
use crate::reading::whole;

/// Most variants of one product.
pub const MOST: usize = 100;
/// Most characters of a name.
const NAME_MAX: usize = 255;

pub fn publish(shop: &mut dyn Shop, group: &[Product<'_>]) -> Result<Items<Listing>, Stop> {
    let location = location(shop)?;
    let codes: Vec<&str> = group.iter().map(|member| member.oferta.codigo.as_str()).collect();
    let found = of_codes(shop, &codes)?;
    let shown = found.iter().map(|variant| listing(variant, &location)).collect::<Result<Vec<_>, _>>()?;
    let is_missing = |code: &str| shown.iter().all(|listing| listing.code != code);
    let missing: Vec<_> = group.iter().filter(|member| is_missing(&member.oferta.codigo)).collect();
    let made = match missing.is_empty() {
        true => Ok(Vec::new()),
        false => match make(shop, group, &missing, &found, &location) {
            Err(Stop::Refused(troubles)) => Err(troubles),
            made => Ok(made?),
        },
    };
    let item = |code: &str| {
        let all = shown.iter().chain(made.iter().flatten()).filter(|listing| listing.code == code);
        match (all.collect::<Vec<_>>().as_slice(), &made) {
            ([one], _) => Ok(Ok((*one).clone())),
            ([], Err(troubles)) => Ok(Err(troubles.clone())),
            ([], Ok(_)) => Err(Stop::lacks("createProductVariants")),
            _ => Ok(Err(vec![Trouble::new(Cause::ListingAmbiguous, "", "")])),
        }
    };
    codes.into_iter().map(item).collect()
}

/// Creates the variants that are missing, in the product of those that exist.
fn make(
    shop: &mut dyn Shop,
    group: &[Product<'_>],
    missing: &[&Product<'_>],
    found: &[Value],
    location: &str,
) -> Result<Vec<Listing>, Stop> {
    const DOCUMENT: &str = concat!(
        "mutation($input:[CreateProductVariantInput!]!){createProductVariants(input:$input){",
        variant!(),
        "}}"
    );
    if group.len() > MOST {
        return Err(refused(&format!("O grupo tem mais de {MOST} variações.")));
    }
    let language = shop.connection().fact(LANGUAGE).to_owned();
    let named = |name: &str| json!([{ "languageCode": language, "name": cut(name, NAME_MAX) }]);
    let mark = group.first().map(mark).unwrap_or_default();
    let fresh = axes(group);
    if found.is_empty() {
        check(group, &fresh)?;
    }
    let product = product(shop, group, found, &mark, &language)?;
    let (product_id, own) = (text(&product, "id")?, rows(&product, "optionGroups")?);
    let axes = match whole(part(&product, "variantList"), "totalItems")? {
        0 => fresh,
        _ => own.iter().map(|group| text(group, "name")).collect::<Result<_, _>>()?,
    };
    check(group, &axes)?;

    let mut options: Vec<Vec<Value>> = vec![Vec::new(); missing.len()];
    for (number, axis) in axes.iter().enumerate() {
        let of_product = own.iter().find(|group| or_empty(group, "name") == *axis);
        let group = match of_product {
            Some(group) => group.clone(),
            None => option_group(shop, product_id, &format!("{mark}-{}", number + 1), &named(axis))?,
        };
        let mut known = rows(&group, "options")?.to_vec();
        for (member, ids) in missing.iter().zip(&mut options) {
            let value = value(member, axis).unwrap_or_default();
            let option = match known.iter().find(|option| or_empty(option, "name") == value) {
                Some(option) => option.clone(),
                None => new_option(shop, text(&group, "id")?, value, &named(value))?,
            };
            ids.push(part(&option, "id").clone());
            known.push(option);
        }
    }

    let input = |(member, ids): (&&Product<'_>, Vec<Value>)| {
        let units = units(member.oferta.estoque.into())?;
        Ok(json!({
            "productId": product_id,
            "sku": member.oferta.codigo,
            "price": cents(member.oferta.preco.preco_por)?,
            "trackInventory": "TRUE",
            "stockLevels": [{ "stockLocationId": location, "stockOnHand": units }],
            "optionIds": ids,
            "translations": named(&member.sku.nome),
        }))
    };
    let inputs = missing.iter().zip(options).map(input).collect::<Result<Vec<_>, Trouble>>();
    let variables = json!({ "input": inputs.map_err(|trouble| Stop::Refused(vec![trouble]))? });
    let made = ask(shop, "createProductVariants", Effect::Once, DOCUMENT, variables)?;
    rows_of(&made, "createProductVariants")?.iter().map(|variant| listing(variant, location)).collect()
}

/// The product of the variants that were found, or of an earlier attempt, or a new one.
fn product(
    shop: &mut dyn Shop,
    group: &[Product<'_>],
    found: &[Value],
    mark: &str,
    language: &str,
) -> Result<Value, Stop> {
    const MEMBERS: &str =
        "id variantList(options:{take:1}){totalItems} optionGroups{id name options{id name}}";
    let ids: BTreeSet<&str> = found.iter().map(|variant| or_empty(part(variant, "product"), "id")).collect();
    let filter = match ids.first() {
        None => json!({ "slug": { "contains": mark } }),
        Some(id) if ids.len() == 1 => json!({ "id": { "eq": id } }),
        Some(_) => return Err(refused("As variações deste grupo estão em mais de um produto da loja.")),
    };
    let document =
        format!("query($options:ProductListOptions){{products(options:$options){{items{{{MEMBERS}}}}}}}");
    let options = json!({ "take": 1, "sort": { "id": "ASC" }, "filter": filter });
    let answer = ask(shop, "products", Effect::Read, &document, json!({ "options": options }))?;
    if let Some(product) = rows(&answer, "items")?.first() {
        return Ok(product.clone());
    }
    let name = cut(&common_name(group), NAME_MAX);
    let translation = json!({
        "languageCode": language,
        "name": name,
        // the program normalises it
        "slug": format!("{} {mark}", cut(&name, 100)),
        "description": group.first().map_or("", |member| &member.sku.descricao),
    });
    let document =
        format!("mutation($input:CreateProductInput!){{createProduct(input:$input){{{MEMBERS}}}}}");
    let input = json!({ "enabled": true, "translations": [translation] });
    ask(shop, "createProduct", Effect::Once, &document, json!({ "input": input }))
}

/// The option group of a code, created and added to the product where needed.
fn option_group(shop: &mut dyn Shop, product: &str, code: &str, named: &Value) -> Result<Value, Stop> {
    const FIND: &str = "query($code:String){productOptionGroups(filterTerm:$code){id code options{id name}}}";
    const MAKE: &str = "mutation($input:CreateProductOptionGroupInput!)\
        {createProductOptionGroup(input:$input){id options{id name}}}";
    const ADD: &str = "mutation($product:ID!,$group:ID!)\
        {addOptionGroupToProduct(productId:$product,optionGroupId:$group){id}}";
    let all = ask(shop, "productOptionGroups", Effect::Read, FIND, json!({ "code": code }))?;
    let group =
        match rows_of(&all, "productOptionGroups")?.iter().find(|group| or_empty(group, "code") == code) {
            Some(group) => group.clone(),
            None => {
                let input = json!({ "code": code, "translations": named, "options": [] });
                ask(shop, "createProductOptionGroup", Effect::Once, MAKE, json!({ "input": input }))?
            }
        };
    let variables = json!({ "product": product, "group": text(&group, "id")? });
    ask(shop, "addOptionGroupToProduct", Effect::Absolute, ADD, variables)?;
    Ok(group)
}

fn new_option(shop: &mut dyn Shop, group: &str, value: &str, named: &Value) -> Result<Value, Stop> {
    let document = "mutation($input:CreateProductOptionInput!){createProductOption(input:$input){id name}}";
    let input = json!({ "productOptionGroupId": group, "code": value, "translations": named });
    ask(shop, "createProductOption", Effect::Once, document, json!({ "input": input }))
}

/// The mark of a group at the end of its product's address: 64 bits of a hash (FNV-1a) of its key.
fn mark(first: &Product<'_>) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", key(first).bytes().fold(0xcbf2_9ce4_8422_2325, step))
}
