//! Links that take out what a list shows, which [`super::exportar`] writes.

use files::Kind;
use maud::{Markup, html};

use crate::access::LojaVisit;
use crate::pages::importar::word;
use crate::view::parts::escaped;

/// Links to what a list shows, with what it asks for.
pub fn links(visit: &LojaVisit, kinds: &[Kind], asked: &[(&str, &str)]) -> Markup {
    let lang = visit.lang;
    let address = |kind: Kind, form: &str| {
        let asked: String = asked.iter().map(|(name, value)| format!("&{name}={}", escaped(value))).collect();
        visit.address(&format!("/exportar?tipo={}&como={form}{asked}", kind.name()))
    };
    html! {
        p.export { (lang.say("Exportar", "Export")) ": "
            @for (place, kind) in kinds.iter().enumerate() {
                @if place > 0 { " · " }
                (word(lang, *kind)) " " a href=(address(*kind, "xlsx")) { "XLSX" } " "
                a href=(address(*kind, "csv")) { "CSV" }
            }
        }
    }
}
