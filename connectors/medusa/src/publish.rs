//! Publishing: one product of the shop for a group of SKUs, with a variant for each, created in one call. What an
//! earlier attempt created is found by the codes.

use std::collections::BTreeSet;

use connector::group::{axes, check, common_name, key, refused, value};
use connector::reading::rows;
use connector::text::{cut, slug};
use connector::{Cause, Effect, Items, Listing, Product, Shop, Stock, Stop, Trouble, Value, json};

use crate::access::{NO_PATH, location};
use crate::listings::{listing, money, set_stock, variants};
use crate::reading::{any_of, get, or_empty, post, text};
use crate::{CHANNEL, CURRENCY, PROFILE};

/// Most variants of one product.
pub const MOST: usize = 100;
/// The one option of a SKU without a group: its title and value.
const LONE: (&str, &str) = ("Opção", "Única");

pub fn publish(shop: &mut dyn Shop, group: &[Product<'_>]) -> Result<Items<Listing>, Stop> {
    let codes: Vec<&str> = group.iter().map(|member| member.oferta.codigo.as_str()).collect();
    let location = location(shop.connection())?;
    let found = variants(shop, "sku", &codes)?;
    let missing: Vec<Product<'_>> =
        group.iter().filter(|member| !found.iter().any(|variant| is_of(variant, member))).copied().collect();
    if missing.is_empty() {
        return group.iter().map(|member| item(member, &found, &location, &[])).collect();
    }
    let troubles = match make(shop, group, &missing, &found) {
        Err(Stop::Refused(troubles)) => troubles,
        made => made.map(|()| Vec::new())?,
    };
    let found = if troubles.is_empty() { variants(shop, "sku", &codes)? } else { found };
    let mut items: Items<Listing> =
        group.iter().map(|member| item(member, &found, &location, &troubles)).collect::<Result<_, _>>()?;
    let mut new: Vec<(&mut Listing, i64)> = Vec::new();
    for (member, made) in group.iter().zip(&mut items) {
        if let (Ok(made), true) = (made, missing.iter().any(|one| one.oferta.codigo == member.oferta.codigo))
        {
            new.push((made, member.oferta.estoque.into()));
        }
    }
    for part in new.chunks_mut(crate::MANIFEST.batches.stock) {
        let stocks: Vec<Stock<'_>> =
            part.iter().map(|(listing, units)| Stock { listing: &listing.id, units: *units }).collect();
        let set = set_stock(shop, &stocks)?;
        for ((listing, units), set) in part.iter_mut().zip(set) {
            listing.stock = set.is_ok().then_some(*units);
        }
    }
    Ok(items)
}

fn is_of(variant: &Value, member: &Product<'_>) -> bool {
    or_empty(variant, "sku") == member.oferta.codigo.trim()
}

/// The result of one SKU.
fn item(
    member: &Product<'_>,
    found: &[Value],
    location: &str,
    troubles: &[Trouble],
) -> Result<Result<Listing, Vec<Trouble>>, Stop> {
    match found.iter().filter(|variant| is_of(variant, member)).collect::<Vec<_>>().as_slice() {
        [one] => listing(one, location)?.map(Ok).ok_or_else(|| Stop::lacks("sku")),
        [] if troubles.is_empty() => Ok(Err(vec![Trouble::new(Cause::NoEffect, "", "")])),
        [] => Ok(Err(troubles.to_vec())),
        _ => Ok(Err(vec![Trouble::new(Cause::ListingAmbiguous, "", "")])),
    }
}

/// Creates the variants that are missing: in the product of those that were found, or in a new one.
fn make(
    shop: &mut dyn Shop,
    group: &[Product<'_>],
    missing: &[Product<'_>],
    found: &[Value],
) -> Result<(), Stop> {
    if group.len() > MOST {
        return Err(refused(&format!("O grupo tem mais de {MOST} variações.")));
    }
    let products: BTreeSet<&str> =
        found.iter().map(|variant| text(variant, "product_id")).collect::<Result<_, _>>()?;
    match products.iter().collect::<Vec<_>>().as_slice() {
        [] => {
            let axes = axes(group);
            check(group, &axes)?;
            let body = product(shop, group, &axes)?;
            post(shop, "create_product", Effect::Once, "products?fields=id", body)?;
        }
        [id] => {
            let titles = options(shop, id, missing)?;
            let axes: Vec<&str> = titles.iter().map(String::as_str).collect();
            let body = json!({ "create": variants_of(missing, &axes)? });
            let path = format!("products/{id}/variants/batch?fields=id");
            post(shop, "create_variants", Effect::Once, &path, body)?;
        }
        _ => return Err(refused("As variações deste grupo estão em mais de um produto da loja.")),
    }
    Ok(())
}

/// The titles of a product's options, after the values that these SKUs need were added to them.
fn options(shop: &mut dyn Shop, id: &str, missing: &[Product<'_>]) -> Result<Vec<String>, Stop> {
    const FIELDS: &str = "id,options.id,options.title,options.values.value";
    let answer = get(shop, "products", &format!("products?{}limit=1&fields={FIELDS}", any_of("id", [id])))?;
    let product = rows(&answer, "products")?.first().ok_or_else(|| Stop::lacks("products"))?;
    let mut titles = Vec::new();
    for option in rows(product, "options")? {
        let title = text(option, "title")?;
        let known: BTreeSet<&str> =
            rows(option, "values")?.iter().map(|value| or_empty(value, "value")).collect();
        let needed: BTreeSet<&str> = missing.iter().filter_map(|member| value(member, title)).collect();
        let new: Vec<&&str> = needed.difference(&known).collect();
        if !new.is_empty() {
            let option = text(option, "id")?;
            let all: Vec<&&str> = known.union(&needed).collect();
            let path = format!("products/{id}/options/{option}?fields=id");
            match post(shop, "set_options", Effect::Absolute, &path, json!({ "values": all })) {
                // 2.16 has removed this path
                Err(Stop::Unreadable(why)) if why == NO_PATH => {
                    let add: Vec<Value> = new.into_iter().map(|value| json!({ "value": value })).collect();
                    let body = json!({ "update": [{ "product_option_id": option, "add": add }] });
                    let path = format!("products/{id}/options/batch?fields=id");
                    post(shop, "set_options", Effect::Absolute, &path, body)?;
                }
                done => drop(done?),
            }
        }
        titles.push(title.to_owned());
    }
    Ok(titles)
}

fn product(shop: &dyn Shop, group: &[Product<'_>], axes: &[&str]) -> Result<Value, Stop> {
    let first = group.first().ok_or_else(|| refused("O grupo está vazio."))?;
    let (name, key) = (common_name(group), key(first));
    let options: Vec<Value> = match axes {
        [] => vec![json!({ "title": LONE.0, "values": [LONE.1] })],
        _ => {
            let values = |axis: &&str| {
                let values = group.iter().filter_map(|member| value(member, axis)).collect::<BTreeSet<_>>();
                json!({ "title": axis, "values": values })
            };
            axes.iter().map(values).collect()
        }
    };
    let mut images: Vec<&str> = Vec::new();
    for image in group.iter().flat_map(|member| &member.sku.imagens) {
        if !images.contains(&image.as_str()) {
            images.push(image);
        }
    }
    let mut body = json!({
        "title": name,
        "handle": slug(&format!("{} {key}", cut(&name, 100))),
        "description": plain(&first.sku.descricao),
        "external_id": key,
        "status": if group.iter().any(|member| member.oferta.ativo) { "published" } else { "draft" },
        "options": options,
        "variants": variants_of(group, axes)?,
        "images": images.iter().map(|url| json!({ "url": url })).collect::<Vec<_>>(),
        "thumbnail": images.first(),
        "sales_channels": [{ "id": shop.connection().fact(CHANNEL) }],
    });
    let profile = shop.connection().fact(PROFILE);
    if let (Some(members), false) = (body.as_object_mut(), profile.is_empty()) {
        members.insert("shipping_profile_id".to_owned(), json!(profile));
    }
    Ok(body)
}

/// The variants of SKUs, told apart by attributes.
fn variants_of(group: &[Product<'_>], axes: &[&str]) -> Result<Vec<Value>, Stop> {
    let variant = |member: &Product<'_>| {
        let oferta = member.oferta;
        let mut options = Vec::new();
        for axis in axes {
            let absent = || refused(&format!("Falta o atributo {axis} numa das variações."));
            options.push((*axis, value(member, axis).ok_or_else(absent)?));
        }
        let title = options.iter().map(|(_, value)| *value).collect::<Vec<_>>().join(" / ");
        if options.is_empty() {
            options.push(LONE);
        }
        let few = "O preço deve ser de pelo menos um centavo.";
        let price = money(oferta.preco.preco_por)
            .ok_or_else(|| Stop::refused(Cause::PriceRefused, "precoPor", few))?;
        let measure = |measure: i32| (measure > 0).then_some(measure);
        Ok(json!({
            "title": if title.is_empty() { &member.sku.nome } else { &title },
            "sku": oferta.codigo,
            "ean": Some(&member.sku.gtin).filter(|gtin| gtin.bytes().any(|byte| byte.is_ascii_digit())),
            "manage_inventory": true,
            "weight": measure(oferta.peso),
            "width": measure(oferta.largura),
            "height": measure(oferta.altura),
            "length": measure(oferta.comprimento),
            "options": options.into_iter().collect::<Value>(),
            "prices": [{ "currency_code": CURRENCY, "amount": price }],
        }))
    };
    group.iter().map(variant).collect()
}

/// HTML as plain text: a storefront may show the description as it is.
fn plain(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, tag)) = rest.split_once('<') {
        text.push_str(before);
        let Some((tag, after)) = tag.split_once('>') else { break };
        let name = tag.trim_matches('/').split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
        if ["br", "p", "div", "li", "tr", "h1", "h2", "h3"].contains(&name.as_str()) && !text.ends_with('\n')
        {
            text.push('\n');
        }
        rest = after;
        if !after.contains('<') {
            break;
        }
    }
    text.push_str(rest.split('<').next().unwrap_or_default());
    let signs =
        [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    signs.iter().fold(text, |text, (sign, plain)| text.replace(sign, plain)).trim().to_owned()
}
