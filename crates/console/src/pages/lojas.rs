//! The stores that a visitor may look at.

use actix_web::http::header::LOCATION;
use actix_web::{HttpResponse, web};
use maud::{Markup, html};
use store::accesses::Scope;
use store::lojas;

use super::loja;
use crate::access::{Visit, path_of};
use crate::error::Failure;
use crate::view::parts::{badge, nothing, page_of, pager, parameter};
use crate::view::shell;
use crate::view::words::Mood;

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/", web::get().to(first)).route("/lojas", web::get().to(list));
}

/// Leads to the console.
pub async fn lead() -> HttpResponse {
    HttpResponse::TemporaryRedirect().insert_header((LOCATION, "/console/")).finish()
}

/// The only store, or all of them.
async fn first(visit: Visit) -> Result<HttpResponse, Failure> {
    let scope = visit.access.scope;
    let wanted = store::paging::PageRequest::first(1);
    let page = visit.read(move |conn| Ok(lojas::list(conn, scope, None, wanted)?)).await?;
    let address = match (scope, page.rows.first()) {
        (Scope::Loja(id), _) => format!("/console/{}", path_of(id)),
        (_, Some(only)) if page.total == 1 => format!("/console/{}", path_of(only.loja.id)),
        _ => "/console/lojas".to_owned(),
    };
    Ok(HttpResponse::SeeOther().insert_header((LOCATION, address)).finish())
}

/// What to do on a hub without stores.
fn first_steps(visit: &Visit) -> Markup {
    let lang = visit.lang;
    html! {
        p { (lang.say("Ainda não há loja.", "There is no store yet.")) }
        @if loja::may_create(visit) { p { a.button.strong href="/console/lojas/nova" { (lang.say("Criar a loja",
            "Make the store")) } } }
        @else { (nothing(lang.say("Quem opera a empresa ou o hub a cria nesta página.",
            "Whoever operates the company or the hub makes it on this page."))) }
    }
}

async fn list(visit: Visit) -> Result<HttpResponse, Failure> {
    let visit = &visit;
    let (lang, scope, wanted) = (visit.lang, visit.access.scope, page_of(visit));
    let busca = parameter(visit, "q");
    let sought = busca.clone();
    let page = visit.read(move |conn| Ok(lojas::list(conn, scope, sought.as_deref(), wanted)?)).await?;
    let title = lang.say("Lojas", "Stores");
    let body = html! {
        h1 { (title) }
        form.search.short role="search" aria-label=(title) {
            input type="search" name="q" value=[busca.as_deref()] data-busca
                placeholder=(lang.say("Nome ou código", "Name or code")) aria-label=(lang.say("Buscar loja",
                    "Search stores"));
        }
        @if loja::may_create(visit) && !page.rows.is_empty() { p.row { a.button href="/console/lojas/nova" {
            (lang.say("Nova loja…", "New store…")) } } }
        section.sheet {
            @if page.rows.is_empty() {
                @if busca.is_some() { (nothing(lang.say("Nenhuma loja aqui.", "No store here."))) }
                @else { (first_steps(visit)) }
            } @else {
                div.scroll tabindex="0" { table {
                    thead { tr {
                        th scope="col" { (lang.say("Loja", "Store")) }
                        th scope="col" { (lang.say("Código", "Code")) }
                        th scope="col" { (lang.say("Aplicação", "Application")) }
                        th scope="col" { (lang.say("Situação", "State")) }
                    } }
                    tbody { @for row in &page.rows { tr {
                        td { a.strong href={ "/console/" (path_of(row.loja.id)) } { (row.nome) } }
                        td.code { (row.usuario_id) }
                        td { (row.aplicacao) }
                        td { (badge(if row.loja.ativo { (lang.say("ativa", "active"), Mood::Good) }
                            else { (lang.say("inativa", "inactive"), Mood::Plain) })) }
                    } } }
                } }
            }
        }
        (pager(visit, &page))
    };
    Ok(shell::of_hub(visit, title, &body))
}
