//! The picking list: how many of which SKU, from where, for which orders.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::list::{Found, List};
use crate::access::LojaVisit;
use crate::view::format;
use crate::view::parts::escaped;

/// A line: the place in the warehouse, the SKU, and the centre.
type Line<'a> = (Option<&'a str>, &'a str, Option<i32>);

/// Orders with units of a line.
type Orders = Vec<(i64, i64)>;

/// The lines of a page, as somebody walks by them: by place, then by code.
fn lines(list: &List) -> BTreeMap<Line<'_>, Orders> {
    let mut lines: BTreeMap<Line<'_>, Orders> = BTreeMap::new();
    for order in &list.page {
        for units in &order.units {
            let place = list.labels.get(&units.sku).and_then(|label| label.local.as_deref());
            let line = lines.entry((place, &units.sku, units.centro)).or_default();
            line.push((order.pedido.pedido_id.0, units.quantidade));
        }
    }
    lines
}

/// The list as a table.
pub fn table(visit: &LojaVisit, list: &List) -> Markup {
    let lang = visit.lang;
    let lines = lines(list);
    let places = lines.keys().any(|(place, ..)| place.is_some());
    let picked = lang.say("Separado", "Picked");
    html! { div.scroll tabindex="0" { table {
        thead { tr {
            th scope="col" { span.unseen { (picked) } }
            th.num scope="col" { (lang.say("Qtd.", "Qty")) }
            th scope="col" { "SKU" }
            @if places { th scope="col" { (lang.say("Lugar", "Place")) } }
            @if list.several() { th scope="col" { (lang.say("Centro", "Centre")) } }
            th scope="col" { (lang.say("Pedidos", "Orders")) }
        } }
        tbody { @for ((place, sku, centro), orders) in &lines {
            @let label = list.labels.get(*sku);
            @let gtin = label.map(|label| label.gtin.as_str()).filter(|gtin| gtin.starts_with(|c: char| c.is_ascii_digit()));
            @let sum = orders.iter().map(|(_, units)| units).sum::<i64>();
            tr.found[list.found == Some(Found::Here((*sku).to_owned()))] data-sku=(sku) data-unidades=(sum)
                data-nome=(label.map_or(*sku, |label| label.nome.as_str()))
                data-gtin=[gtin.map(|gtin| gtin.trim_start_matches('0'))] {
                td { input type="checkbox" aria-label={ (picked) " " (sku) }; }
                td.num { b.units { (format::count(lang, sum)) } }
                td { @if sku.is_empty() { "–" } @else {
                    a.code.strong href=(visit.address(&format!("/skus/ver?codigo={}", escaped(sku)))) { (sku) } }
                    @if let Some(label) = label { div { (label.nome) } }
                    @if let Some(gtin) = gtin { div.code.faint { (gtin) } } }
                @if places { td.code { (place.unwrap_or("–")) } }
                @if list.several() { td { (list.centre(*centro)) } }
                td { @for (n, (id, units)) in orders.iter().enumerate() {
                    @if n > 0 { ", " }
                    a.code href=(visit.address(&format!("/pedidos/{id}"))) { (id) }
                    @if *units > 1 { " ×" (format::count(lang, *units)) }
                } }
            }
        } }
    } } }
}
