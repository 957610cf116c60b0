//! The orders of the list, each with what goes into its parcel.

use maud::{Markup, html};
use store::orders::ToSend;

use super::asked::Until;
use super::list::List;
use crate::access::LojaVisit;
use crate::view::format;
use crate::view::parts::badge;
use crate::view::words::{self, Mood};

/// The orders as a table.
pub fn table(visit: &LojaVisit, list: &List) -> Markup {
    let lang = visit.lang;
    let channel = |order: &ToSend| {
        let id = &order.pedido.canal_id;
        let found = list.channels.iter().find(|row| row.canal.canal_id == *id);
        found.map_or(id.as_str().to_owned(), |row| row.canal.nome.clone())
    };
    html! { div.scroll tabindex="0" { table {
        thead { tr {
            th scope="col" { (lang.say("Pedido", "Order")) }
            th scope="col" { (lang.say("Prometido", "Promised")) }
            th scope="col" { (lang.say("O que vai", "What goes")) }
            th scope="col" { (lang.say("Comprador", "Buyer")) }
            th scope="col" { (lang.say("Canal", "Channel")) }
            th scope="col" { (lang.say("Situação", "Status")) }
        } }
        tbody { @for order in &list.page { tr {
            td { a.strong.code href=(visit.address(&format!("/pedidos/{}", order.pedido.pedido_id.0))) {
                (order.pedido.pedido_id.0) } }
            td { (promised(visit, list, order)) }
            td { @for units in &order.units { div {
                (format::count(lang, units.quantidade)) " × " span.code { (units.sku) }
                @if let Some(label) = list.labels.get(&units.sku) { " " (label.nome) }
                @if list.several() { span.faint { " · " (list.centre(units.centro)) } }
            } } }
            td { @if order.pedido.usuario.nome.is_empty() { "–" } @else { (order.pedido.usuario.nome) } }
            td { (channel(order)) div.code.faint { (order.pedido.source_id) } }
            td { (badge(words::status(lang, order.pedido.status))) }
        } } }
    } } }
}

fn promised(visit: &LojaVisit, list: &List, order: &ToSend) -> Markup {
    let lang = visit.lang;
    html! { @match order.promised {
        None => "–",
        Some(at) => {
            time datetime=(at.to_string()) { (format::day(lang, at, visit.state.zone())) } " "
            @if list.is(order, Until::Over) { (badge((lang.say("atrasado", "overdue"), Mood::Bad))) }
            @else if list.is(order, Until::Today) { (badge((lang.say("hoje", "today"), Mood::Warn))) }
        }
    } }
}
