//! SKUs in the order of their creation, and the sales that wait for units.

use actix_web::{HttpResponse, web};
use domain::sku::Sku;
use files::Kind;
use maud::{Markup, html};
use store::inventory::{self, Falta};
use store::paging::Page;
use store::{channels, skus};

use super::mass;
use crate::access::LojaVisit;
use crate::error::Failure;
use crate::pages::{canais, export_links};
use crate::view::parts::{
    act, badge, choices, escaped, nothing, page_of, pager, pager_saying, parameter, when,
};
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
    let busca = parameter(&visit, "q");
    let ativo = parameter(&visit, "ativo");
    let searched = busca.as_deref().map(|busca| format!("&q={}", escaped(busca))).unwrap_or_default();
    let choice = |word: &str, words: &'static str| {
        let taken = !short && ativo.as_deref().unwrap_or_default() == word;
        (visit.address(&format!("/skus?ativo={word}{searched}")), words, None, taken)
    };
    let all = [
        choice("", lang.say("Todos", "All")),
        choice("sim", lang.say("Ativos", "Active")),
        choice("nao", lang.say("Inativos", "Inactive")),
        (
            visit.address("/skus?faltas=sim"),
            lang.say("Vendas acima do estoque", "Sales beyond the stock"),
            None,
            short,
        ),
    ];
    let asked: Vec<(&str, &str)> = [("q", busca.as_deref()), ("ativo", ativo.as_deref())]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect();
    let list = if short { shortfalls(&visit).await? } else { registered(&visit, &asked).await? };
    let body = html! {
        h1 { (title) }
        @if visit.may_act() { p.row {
            a.button.strong href=(visit.address("/skus/novo")) { (lang.say("Novo SKU…", "New SKU…")) }
            a.button href=(visit.address("/importar")) { (lang.say("Trazer de um arquivo", "Bring in a file")) }
        } }
        (choices(lang.say("Quais", "Which"), &all))
        form.search.short role="search" aria-label="SKUs" {
            @if let Some(ativo) = &ativo { input type="hidden" name="ativo" value=(ativo); }
            input type="search" name="q" value=[busca.as_deref()]
                placeholder=(lang.say("Código, nome, marca ou GTIN", "Code, name, brand or GTIN"))
                aria-label=(lang.say("Buscar SKU", "Search SKUs"));
        }
        (list)
        @if !short { (export_links::links(&visit, &[Kind::Skus, Kind::Estoque, Kind::Precos], &asked)) }
    };
    Ok(shell::of_loja(&visit, title, &body))
}

async fn registered(visit: &LojaVisit, asked: &[(&str, &str)]) -> Result<Markup, Failure> {
    let (lang, loja, wanted) = (visit.lang, visit.id(), page_of(visit));
    let filter = super::filter_of(visit)?.unwrap_or_default();
    let (page, connected): (Page<Sku>, Vec<_>) = visit
        .read(move |conn| {
            let mut connected = Vec::new();
            let numbers: Vec<i32> =
                channels::list_connections(conn, loja)?.into_iter().map(|one| one.key.canal).collect();
            if !numbers.is_empty() {
                let all = canais::all(conn, loja)?.into_iter();
                let theirs = all.filter(|row| numbers.contains(&row.num));
                connected.extend(theirs.map(|row| (row.canal.canal_id, row.canal.nome)));
            }
            Ok((skus::list(conn, loja, &filter, wanted)?, connected))
        })
        .await?;
    let acts = visit.may_act();
    let tick = lang.say("Marcar", "Tick");
    let rows = html! {
        @for (name, value) in asked { input type="hidden" name=(name) value=(value); }
        @if acts { (mass::form(visit, page.total, &connected)) }
        div.scroll tabindex="0" { table {
            thead { tr {
                @if acts { th scope="col" { label { span.unseen { (lang.say("Marcar todos da página",
                    "Tick all of the page")) } input type="checkbox" data-todos; } } }
                th scope="col" { "SKU" }
                th scope="col" { (lang.say("Nome", "Name")) }
                th scope="col" { (lang.say("Situação", "State")) }
                th.num scope="col" { (lang.say("Estoque", "Stock")) }
                th.num scope="col" { (lang.say("Preço", "Price")) }
            } }
            tbody { @for sku in &page.rows { tr {
                @if acts { td { input type="checkbox" name="sku" value=(sku.sku.as_str())
                    aria-label={ (tick) " " (sku.sku.as_str()) }; } }
                td { a.code.strong href=(address(visit, sku.sku.as_str())) { (sku.sku.as_str()) } }
                td { (sku.nome) " " span.faint { (sku.marca) } }
                td { (badge(if sku.ativo { (lang.say("ativo", "active"), Mood::Good) }
                    else { (lang.say("inativo", "inactive"), Mood::Plain) })) }
                td.num { (format::count(lang, sku.estoque.into())) }
                td.num { (format::money(lang, sku.preco_por)) }
            } } }
        } }
    };
    Ok(html! {
        section.sheet {
            @if page.rows.is_empty() { (nothing(lang.say("Nenhum SKU aqui.", "No SKU here."))) }
            @else if acts { (act(visit, &visit.address("/skus/massa"), &rows)) }
            @else { (rows) }
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
