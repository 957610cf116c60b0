//! Publishing: one product of the shop for a group of SKUs, with a variant for each.
//!
//! Nothing is made twice: variants are found by their code, and a product and its option groups by a mark that is
//! worked out from the group, so that what an earlier try has left is gone on with.

use std::collections::BTreeSet;

use connector::{Cause, Effect, Items, Listing, Product, Shop, Stop, Trouble, Value, json};

use crate::access::{LANGUAGE, ask, refused};
use crate::listings::{cents, listing, location, of_codes, units, variant};
use crate::reading::{cut, list, or_empty, part, rows, text, whole};

/// Most variants of one product.
pub const MOST: usize = 100;
/// Most attributes that tell variants apart.
const AXES_MAX: usize = 3;
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

/// Makes the variants that are missing, in the product of those that are there.
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
        return Err(apart(&format!("O grupo tem mais de {MOST} variações.")));
    }
    let language = shop.connection().fact(LANGUAGE).to_owned();
    let named = |name: &str| json!([{ "languageCode": language, "name": cut(name, NAME_MAX) }]);
    let mark = group.first().map(mark).unwrap_or_default();
    let fresh = axes(group);
    if found.is_empty() {
        check(group, &fresh)?;
    }
    let product = product(shop, group, found, &mark, &language)?;
    let (product_id, own) = (text(&product, "id")?, list(&product, "optionGroups")?);
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
        let mut known = list(&group, "options")?.to_vec();
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
    rows(&made, "createProductVariants")?.iter().map(|variant| listing(variant, location)).collect()
}

/// The product of the variants that were found, or of an earlier try, or a new one.
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
        Some(_) => return Err(apart("As variações deste grupo estão em mais de um produto da loja.")),
    };
    let document =
        format!("query($options:ProductListOptions){{products(options:$options){{items{{{MEMBERS}}}}}}}");
    let options = json!({ "take": 1, "sort": { "id": "ASC" }, "filter": filter });
    let answer = ask(shop, "products", Effect::Read, &document, json!({ "options": options }))?;
    if let Some(product) = list(&answer, "items")?.first() {
        return Ok(product.clone());
    }
    let name = common_name(group);
    let translation = json!({
        "languageCode": language,
        "name": name,
        // the program makes an address of it
        "slug": format!("{} {mark}", cut(&name, 100)),
        "description": group.first().map_or("", |member| &member.sku.descricao),
    });
    let document =
        format!("mutation($input:CreateProductInput!){{createProduct(input:$input){{{MEMBERS}}}}}");
    let input = json!({ "enabled": true, "translations": [translation] });
    ask(shop, "createProduct", Effect::Once, &document, json!({ "input": input }))
}

/// The option group of a code, in the product.
fn option_group(shop: &mut dyn Shop, product: &str, code: &str, named: &Value) -> Result<Value, Stop> {
    const FIND: &str = "query($code:String){productOptionGroups(filterTerm:$code){id code options{id name}}}";
    const MAKE: &str = "mutation($input:CreateProductOptionGroupInput!)\
        {createProductOptionGroup(input:$input){id options{id name}}}";
    const ADD: &str = "mutation($product:ID!,$group:ID!)\
        {addOptionGroupToProduct(productId:$product,optionGroupId:$group){id}}";
    let all = ask(shop, "productOptionGroups", Effect::Read, FIND, json!({ "code": code }))?;
    let group = match rows(&all, "productOptionGroups")?.iter().find(|group| or_empty(group, "code") == code)
    {
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

/// The group cannot be shown as one product.
fn apart(text: &str) -> Stop {
    refused(Cause::GroupRefused, "atributos", text)
}

fn value<'p>(member: &Product<'p>, axis: &str) -> Option<&'p str> {
    let found = member.sku.atributos.iter().find(|attribute| attribute.nome.trim() == axis)?;
    Some(found.valor.trim()).filter(|value| !value.is_empty() && value.chars().count() <= NAME_MAX)
}

/// The first attributes that tell the SKUs apart, as few as do.
fn axes<'p>(group: &[Product<'p>]) -> Vec<&'p str> {
    let mut axes: Vec<&str> = Vec::new();
    for attribute in group.first().into_iter().flat_map(|first| &first.sku.atributos) {
        let more = [axes.as_slice(), &[attribute.nome.trim()]].concat();
        let all_have = group.iter().all(|member| value(member, attribute.nome.trim()).is_some());
        if axes.len() < AXES_MAX && all_have && kinds(group, &more) > kinds(group, &axes) {
            axes = more;
        }
    }
    axes
}

/// How many of the SKUs these attributes tell apart.
fn kinds(group: &[Product<'_>], axes: &[&str]) -> usize {
    let values =
        |member: &Product<'_>| axes.iter().map(|axis| value(member, axis).map(str::to_owned)).collect();
    group.iter().map(values).collect::<BTreeSet<Vec<Option<String>>>>().len()
}

fn check(group: &[Product<'_>], axes: &[&str]) -> Result<(), Stop> {
    let all_have = axes.iter().all(|axis| group.iter().all(|member| value(member, axis).is_some()));
    let good = all_have && kinds(group, axes) == group.len();
    good.then_some(()).ok_or_else(|| apart("As variações não se distinguem por até três atributos de todas."))
}

/// The words that all names begin with, else the first name.
fn common_name(group: &[Product<'_>]) -> String {
    let first = group.first().map_or("", |member| &member.sku.nome);
    let words = |member: &Product<'_>| {
        let own = member.sku.nome.split_whitespace().zip(first.split_whitespace());
        own.take_while(|(own, word)| own == word).count()
    };
    let count = group.iter().map(words).min().filter(|count| *count > 0).unwrap_or(usize::MAX);
    cut(&first.split_whitespace().take(count).collect::<Vec<_>>().join(" "), NAME_MAX)
}

/// What a group's product is known by, at the end of its address: 64 bits of a hash (FNV-1a) of the group's name or
/// of the lone SKU's code.
fn mark(first: &Product<'_>) -> String {
    let key = if first.oferta.grupo.is_empty() { &first.oferta.codigo } else { &first.oferta.grupo };
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", key.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}
