//! Parts that several pages have.

use domain::values::dates::Instante;
use http_kit::query::QueryReader;
use http_kit::{FromQuery, next_address};
use maud::{Markup, html};
use store::paging::{Cursor, Page, PageRequest};

use crate::access::Visit;
use crate::view::format;
use crate::view::words::Mood;

/// Rows of a page: a screen and a half.
const ROWS: u32 = 40;

/// The page of a list that a visit asks for. A cursor of another list starts anew.
pub fn page_of(visit: &Visit) -> PageRequest {
    let mut reader = QueryReader::of_request(&visit.req);
    let wanted = PageRequest::of(&mut reader).unwrap_or(PageRequest::first(ROWS));
    PageRequest { size: ROWS, ..wanted }
}

/// A parameter of the address.
pub fn parameter(visit: &Visit, name: &str) -> Option<String> {
    let text = QueryReader::of_request(&visit.req).text(name)?;
    let text = text.trim();
    (!text.is_empty()).then(|| text.chars().take(200).collect())
}

/// A word in a colour.
pub fn badge((word, mood): (&str, Mood)) -> Markup {
    html! { span.badge.(mood.class()) { (word) } }
}

/// An instant, with its distance from now behind it.
pub fn when(visit: &Visit, at: Instante) -> Markup {
    let zone = visit.state.zone();
    html! {
        time datetime=(at.to_string()) title=(format::moment(visit.lang, at, zone)) {
            (format::short_moment(visit.lang, at, zone))
        }
    }
}

/// How many rows there are, and the way to the next ones.
pub fn pager<T>(visit: &Visit, page: &Page<T>) -> Markup {
    pager_saying(visit, page, &format::count(visit.lang, page.total))
}

/// The same for a list whose total is said otherwise.
pub fn pager_saying<T>(visit: &Visit, page: &Page<T>, total: &str) -> Markup {
    let lang = visit.lang;
    html! {
        nav.pages aria-label=(lang.say("Páginas", "Pages")) {
            span.faint { (total) " " (lang.count(page.total, ["registro", "registros"], ["row", "rows"]))
                @if page.pagina > 1 { " · " (lang.say("página", "page")) " " (page.pagina) } }
            @if page.pagina > 1 { a.button href=(first_address(visit)) { (lang.say("Do início",
                "From the start")) } }
            @if let Some(next) = &page.next {
                a.button rel="next" href=(further(visit, next)) { (lang.say("Próxima", "Next")) }
            }
        }
    }
}

fn further(visit: &Visit, next: &Cursor) -> String {
    next_address(&visit.req, next)
}

/// The address of the first page of the same list.
fn first_address(visit: &Visit) -> String {
    let kept = visit.req.query_string().split('&').filter(|pair| !pair.starts_with("cursor="));
    let kept: Vec<&str> = kept.filter(|pair| !pair.is_empty()).collect();
    format!("{}?{}", visit.req.path(), kept.join("&"))
}

/// What stands where a list has no rows.
pub fn nothing(words: &str) -> Markup {
    html! { p.empty { (words) } }
}

/// A list of choices, one of them taken: addresses, words, counts.
pub fn choices(label: &str, all: &[(String, &str, Option<String>, bool)]) -> Markup {
    html! {
        nav.choices aria-label=(label) {
            @for (address, word, count, taken) in all {
                a href=(address) aria-current=[taken.then_some("true")] {
                    (word) @if let Some(count) = count { " · " (count) }
                }
            }
        }
    }
}

/// Pairs of names and values.
pub fn pairs(all: &[(&str, Markup)]) -> Markup {
    html! { dl.pairs { @for (name, value) in all { dt { (name) } dd { (value) } } } }
}

/// A form that acts; shown to those alone who may.
pub fn act(visit: &Visit, address: &str, content: &Markup) -> Markup {
    html! {
        @if visit.may_act() {
            form method="post" action=(address) {
                input type="hidden" name="marca" value=(visit.form_mark());
                (content)
            }
        }
    }
}

/// What the page before has done: the address says it, so that a reload does not do it again.
pub fn done(visit: &Visit, words: &[(&str, &str)]) -> Markup {
    let said = parameter(visit, "feito");
    let found = words.iter().find(|(code, _)| said.as_deref() == Some(code));
    html! { @if let Some((_, words)) = found { p.told role="status" { (words) } } }
}

/// Makes a text part of an address.
pub fn escaped(text: &str) -> String {
    http_kit::path::escape(text).to_string()
}
