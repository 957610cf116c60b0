//! What was done on the console: in a store, and everywhere.

use actix_web::{HttpResponse, web};
use maud::{Markup, html};
use store::accesses::Scope;
use store::acts::{self, ActRow};
use store::paging::Page;

use crate::access::{LojaVisit, Visit};
use crate::error::Failure;
use crate::view::parts::{nothing, page_of, pager, when};
use crate::view::{shell, words};

/// The routes of the hub.
pub fn of_hub(cfg: &mut web::ServiceConfig) {
    cfg.route("/atos", web::get().to(everywhere));
}

/// The routes of a store.
pub fn of_loja(cfg: &mut web::ServiceConfig) {
    cfg.route("/atos", web::get().to(here));
}

async fn everywhere(visit: Visit) -> Result<HttpResponse, Failure> {
    visit.must_see_all()?;
    let title = visit.lang.say("Atos no console", "Acts on the console");
    Ok(shell::of_hub(&visit, title, &read(&visit, Scope::All).await?))
}

async fn here(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let lang = visit.lang;
    let body = read(&visit, Scope::Loja(visit.id())).await?;
    Ok(shell::of_loja(&visit, lang.say("Atos", "Acts"), &body))
}

async fn read(visit: &Visit, scope: Scope) -> Result<Markup, Failure> {
    let wanted = page_of(visit);
    let page = visit.read(move |conn| Ok(acts::list(conn, scope, wanted)?)).await?;
    Ok(listed(visit, &page))
}

fn listed(visit: &Visit, page: &Page<ActRow>) -> Markup {
    let lang = visit.lang;
    html! {
        h1 { (lang.say("O que se fez no console", "What was done on the console")) }
        section.sheet {
            @if page.rows.is_empty() {
                (nothing(lang.say("Nada ainda.", "Nothing yet.")))
            } @else {
                div.scroll tabindex="0" { table {
                    thead { tr {
                        th scope="col" { (lang.say("Quando", "When")) }
                        th scope="col" { (lang.say("Quem", "Who")) }
                        th scope="col" { (lang.say("O quê", "What")) }
                        th scope="col" { (lang.say("Como", "How")) }
                    } }
                    tbody { @for row in &page.rows { tr {
                        td { (when(visit, row.data)) }
                        td { (row.nome) }
                        td { (words::act(lang, row.act)) " " b.code { (row.assunto) } }
                        td.faint { (row.detalhe) }
                    } } }
                } }
            }
        }
        (pager(visit, page))
    }
}
