//! The field for a bar code: whoever reads one sees how many go, and for whom.

use maud::{Markup, html};

use super::asked::Asked;
use super::list::{Found, List};
use crate::access::LojaVisit;
use crate::view::format;
use crate::view::parts::escaped;

/// The field, and what the last code means.
pub fn form(visit: &LojaVisit, asked: &Asked, list: &List) -> Markup {
    let lang = visit.lang;
    html! {
        form.search.short.scan data-leitura role="search" aria-label=(lang.say("Leitura", "Reading")) {
            @for (name, value) in asked.narrowed(asked.until) { input type="hidden" name=(name) value=(value); }
            @if list.number > 1 { input type="hidden" name="pagina" value=(list.number); }
            input name="codigo" autofocus autocomplete="off"
                placeholder=(lang.say("Ler código de barras, ou digitar e Enter", "Read a bar code, or type it and Enter"))
                aria-label=(lang.say("Código de barras", "Bar code"));
        }
        div role="status" data-lido { @if let Some(found) = &list.found { (told(visit, asked, list, found)) } }
    }
}

fn told(visit: &LojaVisit, asked: &Asked, list: &List, found: &Found) -> Markup {
    let lang = visit.lang;
    let code = asked.code.as_deref().unwrap_or_default();
    html! { @match found {
        Found::Nothing => p.told.bad { (lang.say("Nenhum SKU tem este código:", "No SKU has this code:")) " "
            span.code { (code) } },
        Found::Elsewhere(sku) => p.told.bad { (lang.say("Ninguém espera por este SKU aqui:",
            "Nobody waits for this SKU here:")) " "
            a.code href=(visit.address(&format!("/skus/ver?codigo={}", escaped(sku)))) { (sku) } },
        Found::Here(sku) => p.told { (counted(visit, list, sku)) },
    } }
}

/// How many units of a SKU the page's orders wait for, and where they lie.
fn counted(visit: &LojaVisit, list: &List, sku: &str) -> Markup {
    let lang = visit.lang;
    let units = list.page.iter().flat_map(|order| order.units.iter().filter(|one| one.sku == sku));
    let sum = units.map(|one| one.quantidade).sum::<i64>();
    let label = list.labels.get(sku);
    html! {
        b { (format::count(lang, sum)) " × " (label.map_or(sku, |label| label.nome.as_str())) } " · "
        span.code { (sku) }
        @if let Some(place) = label.and_then(|label| label.local.as_deref()) { " · " (place) }
    }
}
