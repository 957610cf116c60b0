//! Orders, the newest first.

use actix_web::{HttpResponse, web};
use domain::pedido::StatusPedido;
use domain::values::dates::{DateLimit, Instante, Zone};
use domain::values::ids::{CanalId, PedidoId};
use domain::values::money::Dinheiro;
use files::Kind;
use maud::{Markup, html};
use serde::Deserialize;
use store::canais::CanalRow;
use store::orders::{self, PedidoRow};
use store::paging::{Page, Range};

use crate::access::LojaVisit;
use crate::error::Failure;
use crate::pages::{canais, exportar};
use crate::view::parts::{badge, choices, escaped, nothing, page_of, pager, parameter, when};
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
}

impl Asked {
    fn of(visit: &LojaVisit) -> Self {
        let status = parameter(visit, "status");
        Self {
            busca: parameter(visit, "q"),
            status: StatusPedido::ALL.iter().copied().find(|one| status.as_deref() == Some(one.name())),
            canal: parameter(visit, "canal").and_then(|text| CanalId::parse(text).ok()),
            day: parameter(visit, "dia"),
        }
    }

    fn filter(&self, zone: Zone) -> orders::Filter {
        let day = self.day.as_deref().and_then(|text| DateLimit::iso(text).ok());
        orders::Filter {
            busca: self.busca.clone(),
            status: self.status.into_iter().collect(),
            canal: self.canal.clone(),
            data: day.map_or_else(Range::default, |day| Range {
                de: Some(day.start(zone)),
                ate: Some(day.end_exclusive(zone)),
            }),
            ..orders::Filter::default()
        }
    }

    /// What else is asked besides status and day.
    fn kept(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let others = [("q", self.busca.as_deref()), ("canal", self.canal.as_ref().map(CanalId::as_str))];
        others.into_iter().filter_map(|(name, value)| Some((name, value?)))
    }

    /// All that is asked.
    fn all(&self) -> Vec<(&'static str, &str)> {
        let day = self.day.as_deref().map(|day| ("dia", day));
        let status = self.status.map(|status| ("status", status.name()));
        self.kept().chain(day).chain(status).collect()
    }

    /// The same question with another status.
    fn address(&self, visit: &LojaVisit, status: Option<StatusPedido>) -> String {
        let day = self.day.as_deref().map(|day| ("dia", day));
        let status = status.map(|status| ("status", status.name()));
        let parts = self.kept().chain(day).chain(status);
        let parts: Vec<String> = parts.map(|(name, value)| format!("{name}={}", escaped(value))).collect();
        visit.address(&format!("/pedidos?{}", parts.join("&")))
    }
}

/// The orders that the address asks for.
pub fn filter_of(visit: &LojaVisit) -> orders::Filter {
    Asked::of(visit).filter(visit.state.zone())
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let (lang, loja, wanted, asked) = (visit.lang, visit.id(), page_of(&visit), Asked::of(&visit));
    let filter = asked.filter(visit.state.zone());
    let (page, channels): (Page<PedidoRow>, _) = visit
        .read(move |conn| Ok((orders::list(conn, loja, &filter, wanted)?, canais::all(conn, loja)?)))
        .await?;
    let mut all = vec![(asked.address(&visit, None), lang.say("Todos", "All"), None, asked.status.is_none())];
    for status in StatusPedido::ALL {
        let taken = asked.status == Some(status);
        all.push((asked.address(&visit, Some(status)), words::status(lang, status).0, None, taken));
    }
    let title = lang.say("Pedidos", "Orders");
    let body = html! {
        h1 { (title) }
        @if let Some(busca) = &asked.busca { p.sub { (lang.say("com", "with")) " “" (busca) "”" } }
        form.row {
            @for (name, value) in asked.kept() { input type="hidden" name=(name) value=(value); }
            label.date { span { (lang.say("Dia",
                "Day")) } input type="date" name="dia" value=[asked.day.as_deref()]; }
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
        (exportar::links(&visit, &[Kind::Pedidos], &asked.all()))
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
