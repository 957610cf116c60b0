//! What every page has, and the page of whoever has not signed in.

use maud::{DOCTYPE, Markup, html};

use crate::lang::Lang;

/// What a page is.
pub const HTML: &str = "text/html; charset=utf-8";

/// A page with nothing around it, for whoever has not signed in. `here` is where the other language leads.
pub fn plain(lang: Lang, title: &str, here: &str, body: &Markup) -> Markup {
    alone(lang, title, (here, None), body)
}

/// The same of a page that goes on to somewhere by itself. A browser sends the session's cookie along, as the way there
/// begins at this page and not at the site that has led here.
pub fn leading(lang: Lang, title: &str, (here, to): (&str, &str), body: &Markup) -> Markup {
    alone(lang, title, (here, Some(to)), body)
}

fn alone(lang: Lang, title: &str, (here, to): (&str, Option<&str>), body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang=(lang.name()) {
            head {
                (inside_head(title))
                @if let Some(to) = to { meta http-equiv="refresh" content={ "0; url=" (to) }; }
            }
            body.alone {
                main id="conteudo" {
                    div.brand { (mark()) span { "Entreposto" } }
                    section.sheet { (body) }
                    (languages(lang, here))
                }
            }
        }
    }
}

/// The other language.
pub fn languages(lang: Lang, here: &str) -> Markup {
    let (other, name) = match lang {
        Lang::Pt => (Lang::En, "English"),
        Lang::En => (Lang::Pt, "Português"),
    };
    let here = percent_encoding::utf8_percent_encode(here, percent_encoding::NON_ALPHANUMERIC);
    html! {
        a.language lang=(other.name()) href={ "/console/idioma?para=" (other.name()) "&de=" (here) } {
            (name) }
    }
}

/// What stands before every page's body.
pub fn head(title: &str) -> Markup {
    html! { head { (inside_head(title)) } }
}

fn inside_head(title: &str) -> Markup {
    html! {
        meta charset="utf-8";
        meta name="viewport" content="width=device-width, initial-scale=1";
        title { (title) " – Entreposto" }
        link rel="icon" href="/console/arquivos/icon.svg" type="image/svg+xml";
        link rel="stylesheet" href="/console/arquivos/style.css";
        script src="/console/arquivos/console.js" defer {}
    }
}

/// The mark of the project.
pub fn mark() -> Markup {
    html! {
        svg viewBox="0 0 20 20" aria-hidden="true" {
            path fill="currentColor" d="M2 7l8-5 8 5v11h-5v-6H7v6H2z" {}
        }
    }
}
