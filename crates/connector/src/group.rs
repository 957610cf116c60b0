//! The one product that a group of SKUs is shown as: its name, its key, and the attributes that tell the SKUs apart.

use std::collections::BTreeSet;

use crate::cause::Cause;
use crate::connector::Stop;
use crate::listing::Product;

/// Most attributes that tell SKUs apart.
const AXES_MAX: usize = 3;
/// Most characters of a value that tells SKUs apart.
const VALUE_MAX: usize = 255;

/// The value that a SKU has of an attribute; none when it has none, or one too long to be chosen by.
pub fn value<'p>(member: &Product<'p>, attribute: &str) -> Option<&'p str> {
    let found = member.sku.atributos.iter().find(|one| one.nome.trim() == attribute)?;
    Some(found.valor.trim()).filter(|value| !value.is_empty() && value.chars().count() <= VALUE_MAX)
}

/// The first attributes that tell the SKUs apart, as few as do. Whether they suffice, [`check`] says.
pub fn axes<'p>(group: &[Product<'p>]) -> Vec<&'p str> {
    let mut axes: Vec<&str> = Vec::new();
    for attribute in group.first().into_iter().flat_map(|first| &first.sku.atributos) {
        let name = attribute.nome.trim();
        let more = [axes.as_slice(), &[name]].concat();
        let all_have = group.iter().all(|member| value(member, name).is_some());
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

/// Refuses a group whose SKUs these attributes do not tell apart.
pub fn check(group: &[Product<'_>], axes: &[&str]) -> Result<(), Stop> {
    let all_have = axes.iter().all(|axis| group.iter().all(|member| value(member, axis).is_some()));
    let good = all_have && kinds(group, axes) == group.len();
    good.then_some(())
        .ok_or_else(|| refused("As variações não se distinguem por até três atributos que todas têm."))
}

/// The refusal of a group that cannot be shown as one product.
pub fn refused(text: &str) -> Stop {
    Stop::refused(Cause::GroupRefused, "atributos", text)
}

/// The words that all names begin with, else the first name.
pub fn common_name(group: &[Product<'_>]) -> String {
    let first = group.first().map_or("", |member| &member.sku.nome);
    let words: Vec<&str> = first.split_whitespace().collect();
    let common = |member: &Product<'_>| {
        member.sku.nome.split_whitespace().zip(&words).take_while(|(own, word)| own == *word).count()
    };
    let count = group.iter().map(common).min().filter(|count| *count > 0).unwrap_or(words.len());
    words.into_iter().take(count).collect::<Vec<_>>().join(" ")
}

/// What the group's product is known by: the group's code, or that of a SKU without a group.
pub fn key<'p>(first: &Product<'p>) -> &'p str {
    if first.oferta.grupo.is_empty() { &first.oferta.codigo } else { &first.oferta.grupo }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use domain::canal::Canal;
    use domain::oferta::{Oferta, OfertaInput, SkuOferta};
    use domain::sku::{Atributo, Sku};
    use domain::tipo_canal::TipoCanal;
    use domain::values::ids::{CanalId, SkuId};

    type Item = (Sku, Oferta);

    fn item(name: &str, group: &str, attributes: &[(&str, &str)]) -> Item {
        let mut sku = Sku::new(&SkuId::parse("S").unwrap(), name).unwrap();
        sku.parent_id = group.to_owned();
        let attribute =
            |(nome, valor): &(&str, &str)| Atributo { nome: (*nome).into(), valor: (*valor).into() };
        sku.atributos = attributes.iter().map(attribute).collect();
        let kind: TipoCanal = serde_json::from_str(r#"{"codigo":"Loja","titulo":"Loja"}"#).unwrap();
        let canal = Canal::new(CanalId::parse("loja").unwrap(), "Loja", "Loja");
        let oferta = Oferta::compute(&OfertaInput::new(&canal, &kind, &SkuOferta::from(&sku)));
        (sku, oferta)
    }

    fn products(items: &[Item]) -> Vec<Product<'_>> {
        items.iter().map(|(sku, oferta)| Product { sku, oferta }).collect()
    }

    #[test]
    fn axes_are_the_fewest_first_attributes() {
        let of = |all: &[&[(&str, &str)]]| {
            let items: Vec<Item> = all.iter().map(|attributes| item("A", "G", attributes)).collect();
            let group = products(&items);
            let axes: Vec<String> = axes(&group).into_iter().map(str::to_owned).collect();
            let fits = check(&group, &axes.iter().map(String::as_str).collect::<Vec<_>>()).is_ok();
            (axes.join(" "), fits)
        };
        let long = "x".repeat(256);
        let brand = ("Marca", "X");
        for (group, axes, fits) in [
            (
                &[
                    &[brand, (" Cor ", "Azul"), ("Lote", "1")][..],
                    &[brand, ("Cor", " Verde "), ("Lote", "2")],
                ][..],
                "Cor",
                true,
            ),
            (
                &[&[("Cor", "1"), ("T", "P")], &[("Cor", "1"), ("T", "M")], &[("Cor", "2"), ("T", "P")]],
                "Cor T",
                true,
            ),
            (&[&[("Cor", "1")], &[("Cor", "1")]], "", false),
            (&[&[("Cor", "1")], &[]], "", false),
            (&[&[("Cor", "1")], &[("Cor", &long)]], "", false),
            (&[&[("Cor", "1")]], "", true),
            (&[], "", true),
        ] {
            assert_eq!(of(group), (axes.to_owned(), fits), "{group:?}");
        }
        let bits: Vec<[(&str, &str); 4]> = (0..16)
            .map(|n| {
                [("A", 1), ("B", 2), ("C", 4), ("D", 8)]
                    .map(|(name, bit)| (name, if n & bit > 0 { "1" } else { "0" }))
            })
            .collect();
        assert_eq!(of(&bits.iter().map(<[_; 4]>::as_slice).collect::<Vec<_>>()), ("A B C".to_owned(), false));
    }

    #[test]
    fn a_group_has_a_name_and_a_key() {
        for (names, name) in [
            (&["Peça  bonita A", "Peça bonita B"][..], "Peça bonita"),
            (&["Mesa", "Cadeira  alta"], "Mesa"),
            (&["Mesa  alta"], "Mesa alta"),
            (&[], ""),
        ] {
            let items: Vec<Item> = names.iter().map(|name| item(name, "G", &[])).collect();
            assert_eq!(common_name(&products(&items)), name);
        }
        assert_eq!(products(&[item("A", "G", &[])]).iter().map(key).collect::<Vec<_>>(), ["G"]);
        assert_eq!(products(&[item("A", "", &[])]).iter().map(key).collect::<Vec<_>>(), ["S"]);
    }
}
