//! SKUs in the order of their creation, and the sales that wait for units.

use actix_web::{HttpResponse, web};
use domain::sku::Sku;
use files::Kind;
use maud::{Markup, html};
use store::inventory::{self, Falta};
use store::paging::Page;
use store::skus;

use crate::access::LojaVisit;
use crate::error::Failure;
use crate::pages::exportar;
use crate::view::parts::{badge, choices, escaped, nothing, page_of, pager, pager_saying, parameter, when};
use crate::view::words::Mood;
use crate::view::{format, shell};

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/skus", web::get().to(show));
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let lang = visit.lang;
    let title = "SKUs";
    let short = parameter(&visit, "faltas").is_some();
    let all = [
        (visit.address("/skus"), lang.say("Todos", "All"), None, !short),
        (
            visit.address("/skus?faltas=sim"),
            lang.say("Vendas acima do estoque", "Sales beyond the stock"),
            None,
            short,
        ),
    ];
    let busca = parameter(&visit, "q");
    let asked: Vec<(&str, &str)> = busca.as_deref().map(|busca| ("q", busca)).into_iter().collect();
    let list = if short { shortfalls(&visit).await? } else { registered(&visit, busca.clone()).await? };
    let body = html! {
        h1 { (title) }
        (choices(lang.say("Quais", "Which"), &all))
        form.search.short role="search" aria-label="SKUs" {
            input type="search" name="q" value=[busca.as_deref()]
                placeholder=(lang.say("Código, nome, marca ou GTIN", "Code, name, brand or GTIN"))
                aria-label=(lang.say("Buscar SKU", "Search SKUs"));
        }
        (list)
        @if !short { (exportar::links(&visit, &[Kind::Skus, Kind::Estoque, Kind::Precos], &asked)) }
    };
    Ok(shell::of_loja(&visit, title, &body))
}

/// The SKUs that the address asks for; `None` = all.
pub fn filter_of(visit: &LojaVisit) -> Option<skus::Filter> {
    let busca = parameter(visit, "q")?;
    Some(skus::Filter { busca: Some(busca), ..skus::Filter::default() })
}

async fn registered(visit: &LojaVisit, busca: Option<String>) -> Result<Markup, Failure> {
    let (lang, loja, wanted) = (visit.lang, visit.id(), page_of(visit));
    let filter = skus::Filter { busca, ..skus::Filter::default() };
    let page: Page<Sku> = visit.read(move |conn| Ok(skus::list(conn, loja, &filter, wanted)?)).await?;
    Ok(html! {
        section.sheet {
            @if page.rows.is_empty() { (nothing(lang.say("Nenhum SKU aqui.", "No SKU here."))) } @else {
                div.scroll tabindex="0" { table {
                    thead { tr {
                        th scope="col" { "SKU" }
                        th scope="col" { (lang.say("Nome", "Name")) }
                        th scope="col" { (lang.say("Situação", "State")) }
                        th.num scope="col" { (lang.say("Estoque", "Stock")) }
                        th.num scope="col" { (lang.say("Preço", "Price")) }
                    } }
                    tbody { @for sku in &page.rows { tr {
                        td { a.code.strong href=(address(visit, sku.sku.as_str())) { (sku.sku.as_str()) } }
                        td { (sku.nome) " " span.faint { (sku.marca) } }
                        td { (badge(if sku.ativo { (lang.say("ativo", "active"), Mood::Good) }
                            else { (lang.say("inativo", "inactive"), Mood::Plain) })) }
                        td.num { (format::count(lang, sku.estoque.into())) }
                        td.num { (format::money(lang, sku.preco_por)) }
                    } } }
                } }
            }
        }
        (pager(visit, &page))
    })
}

fn address(visit: &LojaVisit, sku: &str) -> String {
    visit.address(&format!("/skus/ver?codigo={}", escaped(sku)))
}

async fn shortfalls(visit: &LojaVisit) -> Result<Markup, Failure> {
    let (lang, loja, wanted) = (visit.lang, visit.id(), page_of(visit));
    let page: Page<Falta> =
        visit.read(move |conn| Ok(inventory::faltas_counted_to(conn, loja, wanted, format::MANY)?)).await?;
    let total = format::count_to_many(lang, page.total);
    Ok(html! {
        section.sheet {
            @if page.rows.is_empty() {
                (nothing(lang.say("Nenhuma venda acima do estoque. ✓", "No sale beyond the stock. ✓")))
            } @else { div.scroll tabindex="0" { table {
                thead { tr {
                    th scope="col" { (lang.say("Pedido", "Order")) }
                    th scope="col" { (lang.say("Chegou", "Came in")) }
                    th scope="col" { "SKU" }
                    th.num scope="col" { (lang.say("Faltaram", "Were missing")) }
                    th.num scope="col" { (lang.say("O pedido segura", "The order holds")) }
                    th.num scope="col" { (lang.say("Em mãos", "On hand")) }
                    th.num scope="col" { (lang.say("Todos seguram", "All hold")) }
                } }
                tbody { @for one in &page.rows { tr {
                    td { a.code href=(visit.address(&format!("/pedidos/{}", one.pedido_id.0))) {
                        (one.pedido_id.0) } }
                    td { (when(visit, one.criado_em)) }
                    td { a.code href=(address(visit, &one.sku)) { (one.sku) } }
                    td.num { b.bad { (format::count(lang, one.falta)) } }
                    td.num { (format::count(lang, one.reservada)) }
                    td.num { (format::count(lang, one.estoque.into())) }
                    td.num { (format::count(lang, one.reservado)) }
                } } }
            } } }
        }
        (pager_saying(visit, &page, &total))
    })
}
