//! What stands around every page.

use actix_web::HttpResponse;
use actix_web::http::Method;
use maud::{DOCTYPE, Markup, html};

use crate::access::{LojaVisit, Visit};
use crate::lang::Lang;
use crate::view::frame::{HTML, head, languages, mark};
use crate::view::words::role;

/// The pages of a store, in the order of the menu: what follows the store in the path, their names, and the letter
/// that leads there after a "g".
const OF_LOJA: [(&str, &str, &str, char); 12] = [
    ("", "Início", "Start", 'i'),
    ("/pedidos", "Pedidos", "Orders", 'p'),
    ("/expedicao", "Expedição", "Shipping", 'e'),
    ("/ofertas", "Ofertas", "Offers", 'o'),
    ("/skus", "SKUs", "SKUs", 's'),
    ("/notificacoes", "Notificações", "Notifications", 'n'),
    ("/fila", "Fila", "Queue", 'f'),
    ("/eventos", "Eventos", "Events", 'v'),
    ("/canais", "Canais", "Channels", 'c'),
    ("/importar", "Importar", "Import", 'm'),
    ("/loja", "Loja", "Store", 'l'),
    ("/atos", "Atos", "Acts", 'a'),
];

/// True for a page that a store's others lie below, by what follows the store in the path.
pub fn has_below(rest: &str) -> bool {
    rest == "/centros" || OF_LOJA.iter().any(|(known, ..)| *known == rest)
}

/// Those pages by their names, with their letters.
pub fn shortcuts(lang: Lang) -> impl Iterator<Item = (char, &'static str)> {
    OF_LOJA.into_iter().map(move |(_, pt, en, key)| (key, lang.say(pt, en)))
}

/// The pages that belong to no store.
const OF_HUB: [(&str, &str, &str); 3] = [
    ("/console/chaves", "Chaves", "Keys"),
    ("/console/sistema", "Sistema", "System"),
    ("/console/atos", "Registro", "Record"),
];

/// A page of a store.
pub fn of_loja(visit: &LojaVisit, title: &str, body: &Markup) -> HttpResponse {
    let path = visit.req.path();
    let current = |rest: &str| {
        let address = visit.address(rest);
        path == address || (!rest.is_empty() && path.starts_with(&format!("{address}/")))
    };
    let menu = html! {
        @for (rest, pt, en, key) in OF_LOJA {
            a href=(visit.address(rest)) aria-current=[current(rest).then_some("page")] data-tecla=(key)
                title={ (visit.lang.say("Teclas:", "Keys:")) " g " (key) } { (visit.lang.say(pt, en)) }
        }
    };
    let search = html! {
        form.search role="search" aria-label=(visit.lang.say("Em tudo", "Everywhere"))
            action=(visit.address("/buscar")) {
            input type="search" name="q" data-busca
                placeholder=(visit.lang.say("Número, código do marketplace, comprador ou SKU",
                    "Number, marketplace code, buyer or SKU"))
                aria-label=(visit.lang.say("Buscar", "Search"));
            kbd aria-hidden="true" { "/" }
        }
        a.button.loja href="/console/lojas" title=(visit.lang.say("Trocar de loja", "Change store")) {
            (visit.loja.nome)
        }
    };
    answer(visit, title, &menu, &search, body)
}

/// A page of the hub.
pub fn of_hub(visit: &Visit, title: &str, body: &Markup) -> HttpResponse {
    let menu = html! { a href="/console/lojas" aria-current=[current(visit, "/console/lojas")] {
        (visit.lang.say("Lojas", "Stores"))
    } };
    answer(visit, title, &menu, &html! {}, body)
}

fn current(visit: &Visit, address: &str) -> Option<&'static str> {
    (visit.req.path() == address).then_some("page")
}

fn answer(visit: &Visit, title: &str, menu: &Markup, top: &Markup, body: &Markup) -> HttpResponse {
    let lang = visit.lang;
    let page = html! {
        (DOCTYPE)
        html lang=(lang.name()) {
            (head(title))
            body {
                a.skip href="#conteudo" { (lang.say("Ir para o conteúdo", "Go to the content")) }
                nav aria-label=(lang.say("Principal", "Main")) {
                    a.brand href="/console/" aria-label="Entreposto" { (mark()) span { "Entreposto" } }
                    (menu)
                    @if visit.sees_all() || visit.may_own() { span.divider {} }
                    @if visit.may_own() {
                        a href="/console/pessoas" aria-current=[current(visit, "/console/pessoas")] {
                            (lang.say("Pessoas", "People")) }
                    }
                    @if visit.sees_all() {
                        @for (address, pt, en) in OF_HUB {
                            a href=(address) aria-current=[current(visit, address)] { (lang.say(pt, en)) }
                        }
                    }
                    (who(visit))
                }
                main id="conteudo" tabindex="-1" {
                    header.top { (top) }
                    (body)
                }
            }
        }
    };
    HttpResponse::Ok().content_type(HTML).body(page.into_string())
}

fn who(visit: &Visit) -> Markup {
    let lang = visit.lang;
    // what a form has answered has no address of its own
    let asked = visit.req.method() == Method::GET;
    let here = if asked { visit.req.uri().to_string() } else { "/console/".to_owned() };
    html! {
        div.foot {
            div { a href="/console/conta" { (visit.access.nome) } " · " (role(lang, visit.access.role)) }
            a href="/console/ajuda" { (lang.say("Ajuda", "Help")) }
            (languages(lang, &here))
            form method="post" action="/console/sair" {
                input type="hidden" name="marca" value=(visit.form_mark());
                button.small { (lang.say("Sair", "Sign out")) }
            }
        }
    }
}
