//! Orders, the newest first or the oldest first. Another order would need an index of its own: no sorting by total.

use actix_web::{HttpResponse, web};
use domain::pedido::StatusPedido;
use domain::values::dates::{DateLimit, Instante, Zone};
use domain::values::ids::{CanalId, PedidoId};
use domain::values::money::Dinheiro;
use domain::values::name_words;
use files::Kind;
use maud::{Markup, html};
use serde::Deserialize;
use store::canais::CanalRow;
use store::orders::{self, PedidoRow};
use store::paging::{Page, Range};

use crate::access::LojaVisit;
use crate::error::Failure;
use crate::pages::{canais, export_links};
use crate::view::parts::{
    badge, choices, escaped, nothing, page_of, pager, parameter, parameter_as, says, when,
};
use crate::view::{format, shell, words};

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/pedidos", web::get().to(show));
}

/// What a row shows of an order's document.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Shown {
    canal_id: String,
    source_id: String,
    data: Instante,
    total: Dinheiro,
    usuario: Buyer,
}

#[derive(Deserialize)]
struct Buyer {
    nome: String,
}

/// What the address asks for.
struct Asked {
    busca: Option<String>,
    status: Option<StatusPedido>,
    canal: Option<CanalId>,
    day: Option<String>,
    /// The last day, where it is not the same one.
    until: Option<String>,
    /// The oldest first.
    ascending: bool,
}

/// How the address asks for the oldest first.
const OLDEST: &str = "antigos";

impl Asked {
    fn of(visit: &LojaVisit) -> Result<Self, Failure> {
        let status = |word: &str| StatusPedido::ALL.iter().copied().find(|one| word == one.name());
        let day = |text: &str| DateLimit::iso(text).ok().map(|_| text.to_owned());
        Ok(Self {
            busca: parameter(visit, "q"),
            status: parameter_as(visit, "status", status)?,
            canal: parameter_as(visit, "canal", |text| CanalId::parse(text).ok())?,
            day: parameter_as(visit, "dia", day)?,
            until: parameter_as(visit, "ate", day)?,
            ascending: says(visit, "ordem", OLDEST)?,
        })
    }

    fn filter(&self, zone: Zone) -> orders::Filter {
        let day = |text: &Option<String>| text.as_deref().and_then(|text| DateLimit::iso(text).ok());
        let (from, until) = (day(&self.day), day(&self.until).or_else(|| day(&self.day)));
        orders::Filter {
            busca: self.busca.clone(),
            status: self.status.into_iter().collect(),
            canal: self.canal.clone(),
            data: Range {
                de: from.map(|day| day.start(zone)),
                ate: until.map(|day| day.end_exclusive(zone)),
            },
            ascending: self.ascending,
            ..orders::Filter::default()
        }
    }

    /// All that is asked, with this status.
    fn with(&self, status: Option<StatusPedido>) -> Vec<(&'static str, &str)> {
        let all = [
            ("q", self.busca.as_deref()),
            ("canal", self.canal.as_ref().map(CanalId::as_str)),
            ("dia", self.day.as_deref()),
            ("ate", self.until.as_deref()),
            ("ordem", self.ascending.then_some(OLDEST)),
            ("status", status.map(StatusPedido::name)),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }

    /// The same question with another status.
    fn address(&self, visit: &LojaVisit, status: Option<StatusPedido>) -> String {
        let parts = self.with(status).into_iter();
        let parts: Vec<String> = parts.map(|(name, value)| format!("{name}={}", escaped(value))).collect();
        visit.address(&format!("/pedidos?{}", parts.join("&")))
    }
}

/// The orders that the address asks for.
pub fn filter_of(visit: &LojaVisit) -> Result<orders::Filter, Failure> {
    Ok(Asked::of(visit)?.filter(visit.state.zone()))
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let (lang, loja, wanted, asked) = (visit.lang, visit.id(), page_of(&visit), Asked::of(&visit)?);
    let filter = asked.filter(visit.state.zone());
    let (page, near, channels): (Page<PedidoRow>, bool, _) = visit
        .read(move |conn| {
            let channels = canais::all(conn, loja)?;
            let page = orders::list(conn, loja, &filter, wanted)?;
            // people say `gabi` of Gabriela, and programs do not
            let shorter =
                filter.busca.as_deref().filter(|_| page.rows.is_empty()).and_then(name_words::shorter);
            let Some(shorter) = shorter else { return Ok((page, false, channels)) };
            let filter = orders::Filter { busca: Some(shorter), ..filter.clone() };
            let page = orders::list(conn, loja, &filter, wanted)?;
            let near = !page.rows.is_empty();
            Ok((page, near, channels))
        })
        .await?;
    let mut all = vec![(asked.address(&visit, None), lang.say("Todos", "All"), None, asked.status.is_none())];
    for status in StatusPedido::ALL {
        let taken = asked.status == Some(status);
        all.push((asked.address(&visit, Some(status)), words::status(lang, status).0, None, taken));
    }
    let title = lang.say("Pedidos", "Orders");
    let body = html! {
        h1 { (title) }
        @if visit.may_act() { p.row {
            a.button.strong href=(visit.address("/pedidos/novo")) { (lang.say("Novo pedido…", "New order…")) }
            a.button href=(visit.address("/importar")) { (lang.say("Trazer de um arquivo", "Bring in a file")) }
        } }
        @if let Some(busca) = &asked.busca { p.sub { (lang.say("com", "with")) " “" (busca) "”"
            @if near { ". " (lang.say("Nada exatamente assim; isto é parecido:",
                "Nothing exactly like that; this is near:")) } } }
        form.row {
            @for (name, value) in asked.with(asked.status) { @if matches!(name, "q" | "status") {
                input type="hidden" name=(name) value=(value); } }
            label.date { span { (lang.say("De", "From")) }
                input type="date" name="dia" value=[asked.day.as_deref()]; }
            label.date { span { (lang.say("Até", "To")) }
                input type="date" name="ate" value=[asked.until.as_deref()]; }
            label { span { (lang.say("Canal", "Channel")) }
                select name="canal" {
                    option value="" { (lang.say("todos", "all")) }
                    @for row in &channels { @let id = row.canal.canal_id.as_str();
                        option value=(id) selected[asked.canal.as_ref().is_some_and(|one| one.as_str() == id)] {
                            (row.canal.nome) } }
                } }
            label { span { (lang.say("Ordem", "Order")) }
                select name="ordem" {
                    option value="" { (lang.say("mais novos primeiro", "newest first")) }
                    option value=(OLDEST) selected[asked.ascending] {
                        (lang.say("mais antigos primeiro", "oldest first")) }
                } }
            button { (lang.say("Mostrar", "Show")) }
        }
        (choices(lang.say("Situação", "Status"), &all))
        section.sheet {
            @if page.rows.is_empty() {
                (nothing(lang.say("Nenhum pedido aqui. Procura-se por número, código do marketplace, nome,
                    documento ou e-mail.",
                    "No order here. Search by number, marketplace code, name, document or e-mail.")))
            } @else { (rows(&visit, &channels, &page.rows)?) }
        }
        (pager(&visit, &page))
        (export_links::links(&visit, &[Kind::Pedidos], &asked.with(asked.status)))
    };
    Ok(shell::of_loja(&visit, title, &body))
}

/// Orders as a table, with the names of their channels.
pub fn rows(visit: &LojaVisit, channels: &[CanalRow], rows: &[PedidoRow]) -> Result<Markup, Failure> {
    let lang = visit.lang;
    let mut shown = Vec::with_capacity(rows.len());
    for row in rows {
        shown.push((row, read(row)?));
    }
    Ok(html! { div.scroll tabindex="0" { table.orders {
        thead { tr {
            th scope="col" { (lang.say("Pedido", "Order")) }
            th scope="col" { (lang.say("Data", "Date")) }
            th scope="col" { (lang.say("Comprador", "Buyer")) }
            th scope="col" { (lang.say("Canal", "Channel")) }
            th scope="col" { (lang.say("Situação", "Status")) }
            th.num scope="col" { "R$" }
        } }
        tbody { @for (row, order) in &shown { tr {
            td { a.strong.code href=(address(visit, row.pedido_id)) { (row.pedido_id.0) } }
            td { (when(visit, order.data)) }
            td { @if order.usuario.nome.is_empty() { "–" } @else { (order.usuario.nome) } }
            td { (name(channels, &order.canal_id)) div.code.faint { (order.source_id) } }
            td { (badge(words::status(lang, row.status))) }
            td.num { (format::money(lang, order.total)) }
        } } }
    } } })
}

/// What a channel is called; its identifier where it is gone.
fn name<'a>(channels: &'a [CanalRow], id: &'a str) -> &'a str {
    let found = channels.iter().find(|row| row.canal.canal_id.as_str() == id);
    found.map_or(id, |row| row.canal.nome.as_str())
}

fn address(visit: &LojaVisit, id: PedidoId) -> String {
    visit.address(&format!("/pedidos/{}", id.0))
}

fn read(row: &PedidoRow) -> Result<Shown, Failure> {
    serde_json::from_str(&row.documento).map_err(|_| Failure::Fault("an order's document cannot be read"))
}
