//! What is to be sent: a picking list by SKU and centre, the orders behind it, and a field for a bar code.

mod asked;
mod by_order;
mod by_sku;
mod list;
mod scan;

use actix_web::{HttpResponse, web};
use maud::{Markup, html};

use crate::access::LojaVisit;
use crate::error::Failure;
use crate::view::parts::{choices, nothing};
use crate::view::{format, shell};
use asked::{Asked, Until};
use list::{List, MOST};

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/expedicao", web::get().to(show));
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let lang = visit.lang;
    let asked = Asked::of(&visit)?;
    let list = List::read(&visit, &asked).await?;
    let all = Until::ALL.map(|until| {
        let count = format::count(lang, list.counted(until));
        (asked.address(&visit, until, 1), until.words(lang), Some(count), asked.until == until)
    });
    let title = lang.say("Expedição", "Shipping");
    let body = html! {
        h1 { (title) }
        p.sub { (lang.say("Pagos ou faturados e ainda não enviados, o que foi prometido primeiro no alto",
            "Paid or invoiced and not yet shipped, what was promised first on top")) }
        @if list.more { p.told.bad role="status" { (more(&visit)) } }
        (scan::form(&visit, &asked, &list))
        (filters(&visit, &asked, &list))
        (choices(lang.say("Prometidos", "Promised"), &all))
        @if list.page.is_empty() { section.sheet {
            (nothing(lang.say("Nada a enviar aqui. ✓", "Nothing to be shipped here. ✓")))
        } } @else {
            section.sheet.picking {
                h2 { (lang.say("Separar, por SKU", "To be picked, by SKU")) }
                (by_sku::table(&visit, &list))
            }
            section.sheet { h2 { (lang.say("Enviar, por pedido", "To be shipped, by order")) } (by_order::table(&visit, &list)) }
            (pages(&visit, &asked, &list))
        }
    };
    Ok(shell::of_loja(&visit, title, &body))
}

/// That not everything was looked at.
fn more(visit: &LojaVisit) -> String {
    let (lang, most) = (visit.lang, format::count(visit.lang, MOST.into()));
    let all = lang.say("pedidos esperam o envio", "orders wait to be shipped");
    let these = lang.say(
        "Aqui estão os que foram feitos primeiro; escolha um canal para ver os outros.",
        "Here are those that were placed first; choose a channel to see others.",
    );
    format!("{} {most} {all}. {these}", lang.say("Mais de", "More than"))
}

fn filters(visit: &LojaVisit, asked: &Asked, list: &List) -> Markup {
    let lang = visit.lang;
    html! { form.row {
        @if asked.until != Until::Ever { input type="hidden" name="ate" value=(asked.until.word()); }
        label { span { (lang.say("Canal", "Channel")) }
            select name="canal" {
                option value="" { (lang.say("todos", "all")) }
                @for row in &list.channels { @let id = row.canal.canal_id.as_str();
                    option value=(id) selected[asked.canal.as_ref().is_some_and(|one| one.as_str() == id)] {
                        (row.canal.nome) } }
            } }
        @if list.several() { label { span { (lang.say("Centro", "Centre")) }
            select name="centro" {
                option value="" { (lang.say("todos", "all")) }
                @for one in &list.centres {
                    option value=(one.centro_id) selected[asked.centro == Some(one.centro_id)] { (one.dados.nome) } }
                option value=(asked::NOWHERE) selected[asked.centro == Some(asked::NOWHERE)] {
                    (lang.say("sem centro", "no centre")) }
            } } }
        button { (lang.say("Mostrar", "Show")) }
        button.print type="button" data-imprime hidden { (lang.say("Imprimir", "Print")) }
    } }
}

/// How many orders there are, and the way to the others.
fn pages(visit: &LojaVisit, asked: &Asked, list: &List) -> Markup {
    let lang = visit.lang;
    let address = |page| asked.address(visit, asked.until, page);
    html! { nav.pages aria-label=(lang.say("Páginas", "Pages")) {
        span.faint { (format::count(lang, list.counted(asked.until))) " "
            (lang.count(list.counted(asked.until), ["pedido", "pedidos"], ["order", "orders"]))
            @if list.pages > 1 { " · " (lang.say("página", "page")) " " (list.number) " "
                (lang.say("de", "of")) " " (list.pages) } }
        @if list.number > 1 { a.button href=(address(list.number - 1)) { (lang.say("Anterior", "Previous")) } }
        @if list.number < list.pages { a.button rel="next" href=(address(list.number + 1)) {
            (lang.say("Próxima", "Next")) } }
    } }
}
